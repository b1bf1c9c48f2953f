"""Draws what was seen over the picture, so that a person sees at a glance what the table read, and why."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import INVALID, Code, DieView, Pixel, TableView, Trouble
from pi_diavolo.vision.banner import Banner, with_banner
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.ink import ASKING, BAD, INKS, Ink
from pi_diavolo.vision.labels import Label
from pi_diavolo.vision.overlay_gaps import Bridge, bridges
from pi_diavolo.vision.overlay_sheet import Sheet
from pi_diavolo.vision.overlay_table import draw_imps, draw_markers, draw_tray
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

# In sides of a die: a ring round it, a cross over it, and how near to its middle words may begin.
RING, CROSS, BESIDE = 0.95, 0.62, 0.64
MOST_VALUES = 3  # of a die that may show more, a question mark says enough
MEASURE: Ink = (235, 215, 120)


@dataclass(frozen=True, slots=True)
class Captions:
    """The words of an overlay: its banner, the Order die's face, imps' letters, lengths, faults of dice.

    `asked` are the colours of which it is asked whose die is closest.
    """

    banner: Banner
    face: str = ""
    letters: Mapping[Colour, str] = field(default_factory=dict)
    gaps: Mapping[Colour, str] = field(default_factory=dict)
    faults: Mapping[Code, str] = field(default_factory=dict)
    asked: Set[Colour] = frozenset()


def draw(
    picture: Picture, view: TableView, captions: Captions, table: TableFile, camera: Camera | None = None
) -> Picture:
    """The picture with all that was seen, and the banner under it; the picture itself is left alone."""
    order_die = [view.order_die.outline_px] if view.order_die else []
    sheet = Sheet(picture, [*(die.outline_px for die in view.dice), *order_die])
    if camera is not None:
        draw_tray(sheet, camera, table)
        draw_markers(sheet, camera, table)
    draw_imps(sheet, view.imps, captions.letters)
    gaps = list(bridges(view, table, sheet.dice))
    for gap in gaps:
        sheet.pen.outline([gap.start, gap.end], MEASURE, 2.0, closed=False)
    dice = _Dice(sheet, view, captions, {gap.die for gap in gaps if gap.colour in captions.asked})
    dice.shapes()
    # Words last: no line shall run over them. Those that must be seen choose their places first.
    dice.words()
    for bridge in gaps:
        _length(sheet, bridge, view, captions)
    sheet.labels.draw()
    return with_banner(sheet.canvas, captions.banner, sheet.unit)


def _length(sheet: Sheet, bridge: Bridge, view: TableView, captions: Captions) -> None:
    colour, (x, y) = bridge.colour, (bridge.start + bridge.end) / 2
    text = captions.gaps.get(colour, f"{view.gaps[colour].mm:.1f}")
    letters, edge = 0.72 * sheet.letters, INKS[colour]
    ground = ASKING if colour in captions.asked else MEASURE
    sheet.labels.put(Label(text, (x, y), 3 * sheet.unit, ground, letters, bold=False, edge=edge))


class _Dice:
    def __init__(self, sheet: Sheet, view: TableView, captions: Captions, asked: Set[int]) -> None:
        self._sheet, self._view, self._captions, self._asked = sheet, view, captions, asked
        places = [(t, t.px or self._place_of(t)) for t in view.troubles]
        placed = [(trouble, sheet.point(at)) for trouble, at in places if at is not None]
        self._faults = [(trouble, at) for trouble, at in placed if trouble.code in INVALID]
        # Something die-like that was not read at all has a place, but no number.
        self._unread = [
            at for t, at in placed if t.code not in INVALID and t.die is None and t.colour is not Colour.GRAY
        ]
        self._doubted = {trouble.die for trouble in view.troubles if trouble.code is Code.DIE_UNSURE}

    def shapes(self) -> None:
        pen, ring = self._sheet.pen, RING * self._sheet.side
        for number, die in enumerate(self._view.dice):
            pen.outline(self._sheet.dice[number], INKS[die.colour], 2.4)
            if self._is_doubtful(number, die) or number in self._asked:
                pen.ring(self._sheet.point(die.px), ring, ASKING)
        if self._view.order_die is not None:
            pen.outline(self._sheet.dice[-1], INKS[Colour.GRAY], 2.8)
            if self._order_is_doubtful:
                pen.ring(self._sheet.point(self._view.order_die.px), ring, ASKING)
        for _, at in self._faults:
            pen.cross(at, CROSS * self._sheet.side)
        for at in self._unread:
            pen.ring(at, ring, ASKING)

    def words(self) -> None:
        for trouble, at in self._faults:
            self._sheet.say(self._captions.faults.get(trouble.code, "!"), at, BESIDE, BAD)
        for at in self._unread:
            self._sheet.say("?", at, RING, ASKING)
        self._face()
        self._values()

    def _face(self) -> None:
        die = self._view.order_die
        if die is None or Colour.GRAY in {trouble.colour for trouble, _ in self._faults}:
            return
        away, ground = (RING, ASKING) if self._order_is_doubtful else (BESIDE, INKS[Colour.GRAY])
        self._sheet.say(self._captions.face or "?", self._sheet.point(die.px), away, ground)

    def _values(self) -> None:
        crossed = {trouble.die for trouble, _ in self._faults}
        for number, die in sorted(enumerate(self._view.dice), key=lambda each: not self._is_doubtful(*each)):
            if number not in crossed:
                doubtful = self._is_doubtful(number, die)
                away, ground = (RING, ASKING) if doubtful else (BESIDE, INKS[die.colour])
                self._sheet.say(_shown(die, doubtful), self._sheet.point(die.px), away, ground)

    def _is_doubtful(self, number: int, die: DieView) -> bool:
        return bool(die.maybe) or number in self._doubted

    @property
    def _order_is_doubtful(self) -> bool:
        die = self._view.order_die
        unsure = Code.ORDER_UNSURE in self._view.codes
        return die is not None and (bool(die.maybe) or die.face is None or unsure)

    def _place_of(self, trouble: Trouble) -> Pixel | None:
        if trouble.die is not None:
            return self._view.dice[trouble.die].px
        order_die = self._view.order_die
        return order_die.px if order_die and trouble.colour is Colour.GRAY else None


def _shown(die: DieView, doubtful: bool) -> str:
    values = sorted({die.value, *die.maybe})
    if len(values) > MOST_VALUES:
        return "?"
    shown = "/".join(map(str, values))
    return f"{shown} ?" if doubtful else shown
