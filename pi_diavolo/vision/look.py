"""One look at the table: from a picture to what lies there, and what stands against believing it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import INVALID, Code, DieView, OrderDieView, TableView, Trouble
from pi_diavolo.vision.awaited import Expect, wanted
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.certainty import AS_WELL_AS_NOT
from pi_diavolo.vision.clarity import clarity, why_unreadable
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.die_views import Shape, die_view, middle_of, no_larger, shapes_of
from pi_diavolo.vision.finding import Finder, Found
from pi_diavolo.vision.gaps import Measures, deciding, gaps_to, is_near_thing
from pi_diavolo.vision.imps import see_imps
from pi_diavolo.vision.judging import Throw, troubles
from pi_diavolo.vision.leaning import is_at_wall
from pi_diavolo.vision.memory import Memory
from pi_diavolo.vision.order_die import Faces, load_faces
from pi_diavolo.vision.order_die_size import has_its_size
from pi_diavolo.vision.picture import Picture, as_bgr8
from pi_diavolo.vision.placing import measured, scatter_mm
from pi_diavolo.vision.roll_call import SURE_COLOUR, call, without_ghosts
from pi_diavolo.vision.sight import FLAT, SeenDie, Sight
from pi_diavolo.vision.table_file import TableFile

__all__ = ["Expect", "Eyes"]

# An Order die that lies flat so surely, and whose face is recognised, is aimed at well.
SURELY_FLAT = 0.99
# One whose face is not known must look like a gray die, so surely without pips, and so surely be a top face:
# print is no such, nor what is seen between two faces of a die that leans. On 60 painted tables 30 things
# were taken for an Order die and were none: 18 are doubted by colour and pips, and 12 of 44 true ones whose
# face is in doubt; by the top face 5 of 153 of these.
WITHOUT_PIPS, SURELY_TOP = 0.95, 0.95


class Eyes:
    """Looks at one table again and again; remembers where the camera was, to find it faster."""

    def __init__(self, table: TableFile, faces: Faces | None = None) -> None:
        self.table = table
        self.camera: Camera | None = None  # as in the last picture in which the table was found
        self._faces = faces or (load_faces(dict(table.faces)) if table.faces else None)
        self._memory = Memory(table)

    def forget(self) -> None:
        """Take the next picture for one of its own: nothing is known from those before."""
        self.camera, self._memory = None, Memory(self.table)

    def look(
        self, image: npt.NDArray[Any], at: float = 0.0, expect: Expect = Expect.ANY, *, imps: bool = True
    ) -> TableView:
        """What this picture, taken at this moment, shows; the imps only if they are asked for."""
        picture = as_bgr8(image)
        found = find_table(picture, self.table, self.camera)
        if isinstance(found, NotFound):
            return TableView(at, troubles=(Trouble(why_unreadable(found, picture)),))
        self.camera = found
        scene = _Scene(*no_larger(picture, found, self.table), self.table, picture, found)
        view = scene.view(at, expect, self._faces, self._found(scene, expect))
        return replace(view, imps=see_imps(picture, found, self.table)) if imps else view

    def _found(self, scene: "_Scene", expect: Expect) -> Found:
        """What lies there: searched for, or only read again if nothing has changed since the last look."""
        finder = Finder(scene.picture, scene.camera, self.table)
        known = self._memory.recall(scene.whole, scene.shown, expect)
        again = finder.find_again(known) if known else None
        if again is not None:
            return again
        found = finder.find(expect)
        self._memory.keep(found, expect)
        return found


@dataclass(frozen=True, slots=True)
class _Scene:
    """A picture in which the table was found; one far larger than the networks need is looked at smaller.

    `whole` and `shown` are the picture and its camera in their own size.
    """

    picture: Picture
    camera: Camera
    table: TableFile
    whole: Picture
    shown: Camera

    def view(self, at: float, expect: Expect, faces: Faces | None, found: Found) -> TableView:
        throw = self._throw(found, expect)
        dice, grays = self._views(throw)
        # Of several, one at most is the Order die; the view is refused for the others.
        best = max(grays, key=lambda each: each[0].ways[FLAT] * each[0].face, default=None)
        order_die, unsure = self._order_die(*best, faces) if best else (None, ())
        if best and order_die and not unsure and self._shows_its_top(*best):
            throw = _with_face(throw, best[0], 1.0)
        if best and unsure and _may_be_none(best[0]):
            throw = _with_face(throw, best[0], min(best[0].face, AS_WELL_AS_NOT))
        wrong = [Trouble(code) for code in clarity(self.whole, self.shown, self.table)]
        wrong += troubles(throw, lambda die: middle_of(die, self.shown))
        refused = any(trouble.code in INVALID for trouble in wrong)
        wrong += [] if refused else unsure
        measures = Measures(self.table.dice_mm, self.table.order_die_mm, self.camera.error_top_mm)
        gaps, centres = gaps_to(order_die, dice, measures)
        if best and order_die and not refused and (is_near_thing(gaps) or is_near_thing(centres)):
            near = deciding(order_die, dice, measures)
            dice, measures = self._measured(throw, dice, best[0], near, measures)
            gaps, centres = gaps_to(order_die, dice, measures)
        each, error_mm = throw.dice_per_colour, self.camera.error_top_mm
        return TableView(at, dice, order_die, (), gaps, centres, tuple(wrong), each, error_mm)

    def _shows_its_top(self, order_die: SeenDie, shape: Shape) -> bool:
        """A face that is known on it is its top face, for it surely lies flat, wholly in the picture."""
        # At a wall it may lean by so little that only its face looks amiss.
        leans = order_die.ways[FLAT] < SURELY_FLAT or is_at_wall(order_die, self.table.tray)
        return not leans and self.shown.is_in_picture(shape)

    def _views(self, throw: Throw) -> tuple[tuple[DieView, ...], list[tuple[SeenDie, Shape]]]:
        """All dice with pips, and what may be the Order die."""
        shapes = shapes_of([die.seen for die in throw.dice], self.shown)
        both = list(zip(throw.dice, shapes, strict=True))
        dice = tuple(die_view(die, shape) for die, shape in both if die.colour != "gray")
        return dice, [(die.seen, shape) for die, shape in both if die.colour == "gray"]

    def _measured(
        self,
        throw: Throw,
        dice: tuple[DieView, ...],
        order_die: SeenDie,
        near: Sequence[DieView],
        measures: Measures,
    ) -> tuple[tuple[DieView, ...], Measures]:
        """The dice, those near exactly where they lie, and how well all is known then."""
        size = self.table.dice_mm
        numbers = [number for number, die in enumerate(dice) if any(die is other for other in near)]
        numbers = [number for number in numbers if throw.dice[number].seen.size_mm == size]
        seen = measured(Sight(self.picture, self.camera, size), [throw.dice[n].seen for n in numbers])
        views = list(dice)
        for number, die, shape in zip(numbers, seen, shapes_of(seen, self.shown), strict=True):
            views[number] = die_view(replace(throw.dice[number], seen=die), shape)
        edges = [die.edges for die in seen if die.edges is not None]
        if order_die.edges is None or len(edges) < len(near):
            return tuple(views), measures  # one of them is not known any better
        scatter = scatter_mm(Sight(self.picture, self.camera, order_die.size_mm), order_die)
        return tuple(views), measures.measured(edges, order_die.edges, scatter)

    def _throw(self, found: Found, expect: Expect) -> Throw:
        each, all_dice = wanted(found.tray, expect)
        called = without_ghosts(call(found.tray, all_dice), all_dice)
        # The Order die last, so that the others' numbers are those of the view's dice.
        called.sort(key=lambda die: die.colour == "gray")
        alone = expect is Expect.ORDER
        return Throw(
            tuple(called),
            found.strays,
            each,
            alone,
            found.covered_mm2,
            found.unexplained,
            whole=found.whole,
        )

    def _order_die(
        self, seen: SeenDie, shape: Shape, faces: Faces | None
    ) -> tuple[OrderDieView, tuple[Trouble, ...]]:
        where, px = Point(seen.pose.x, seen.pose.y), shape[0]
        unsure = (Trouble(Code.ORDER_UNSURE, Colour.GRAY, None, px),)
        if faces is None:
            return OrderDieView(None, where, seen.pose.yaw, px, shape[1:], 0.0), unsure
        read = faces.read(self.picture, self.camera, seen.pose, seen.size_mm)
        others = () if read.sure else read.others
        view = OrderDieView(read.face, where, seen.pose.yaw, px, shape[1:], read.confidence, others)
        # Seen in the others' size it is not where it seems to be.
        return view, () if read.sure and has_its_size(seen, self.table) else unsure


def _may_be_none(unknown: SeenDie) -> bool:
    """What shows no face that is known, or is not seen in its own size, and may be no Order die at all."""
    own = unknown.colours[COLOURS.index("gray")]
    return own < SURE_COLOUR or unknown.values[0] < WITHOUT_PIPS or unknown.face < SURELY_TOP


def _with_face(throw: Throw, order_die: SeenDie, face: float) -> Throw:
    """The same throw, where what is seen of its Order die is so likely a top face."""
    known = tuple(
        replace(die, seen=replace(die.seen, face=face)) if die.seen is order_die else die
        for die in throw.dice
    )
    return replace(throw, dice=known)
