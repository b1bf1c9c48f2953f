"""What the eyes saw in one picture: dice, the Order die, the imps, and what stands against believing it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.table.pieces import Colour, Die, Length, OrderDie, Point
from pi_diavolo.table.roll import Roll

Pixel = tuple[float, float]


class Code(StrEnum):
    """What can be wrong with a roll, or with the look at it."""

    DIE_MISSING = "die_missing"
    DIE_OUTSIDE_TRAY = "die_outside_tray"
    DIE_COCKED = "die_cocked"
    DIE_STACKED = "die_stacked"
    TOO_MANY_DICE = "too_many_dice"
    DIE_UNSURE = "die_unsure"
    ORDER_UNSURE = "order_unsure"
    GAPS_TOO_CLOSE = "gaps_too_close"
    TRAY_HIDDEN = "tray_hidden"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    OUT_OF_FOCUS = "out_of_focus"
    MARKERS_HIDDEN = "markers_hidden"


# Seen surely, these make a roll invalid: it is rolled again. All others make it unsure: people are asked.
INVALID = frozenset(
    {Code.DIE_MISSING, Code.DIE_OUTSIDE_TRAY, Code.DIE_COCKED, Code.DIE_STACKED, Code.TOO_MANY_DICE}
)

# These hide what may lie there: no answer is sure, and without a throw before, nobody need be asked.
BLINDING = frozenset(
    {Code.TRAY_HIDDEN, Code.TOO_DARK, Code.TOO_BRIGHT, Code.OUT_OF_FOCUS, Code.MARKERS_HIDDEN}
)
# A hand over the tray is no fault of the camera's: what it hides, people must show.
OUT_OF_SIGHT = BLINDING - {Code.TRAY_HIDDEN}


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong, the die it is about and where in the picture; `die` counts in the view's dice.

    The Order die is gray and has no number. `where` it is on the table, not all eyes say.
    """

    code: Code
    colour: Colour | None = None
    die: int | None = None
    px: Pixel | None = None
    where: Point | None = None


@dataclass(frozen=True, slots=True)
class DieView:
    """A pipped die as seen: `where` its top face's centre is, how it is turned, and how sure all that is.

    `yaw` is in radians, counter-clockwise from above, quarter turns alike; `outline_px` are the top face's
    corners in the picture. `maybe` are values it might show instead.
    """

    colour: Colour
    value: int
    where: Point
    yaw: float
    px: Pixel
    outline_px: tuple[Pixel, Pixel, Pixel, Pixel]
    confidence: float
    maybe: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderDieView:
    """The Order die as seen; `face` is the enrolled face that fits best, None when none is enrolled."""

    face: str | None
    where: Point
    yaw: float
    px: Pixel
    outline_px: tuple[Pixel, Pixel, Pixel, Pixel]
    confidence: float
    maybe: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImpView:
    """What stands on one base: an imp's colour or none, and how sure that is."""

    base: int
    colour: Colour | None
    confidence: float
    px: Pixel


@dataclass(frozen=True, slots=True)
class TableView:
    """One picture of the table, read; `at` is when it was taken.

    `error_mm` is how far off a place may be; `gaps` edge to edge and `centres` from each colour's nearest
    die to the Order die. Without `troubles` all that was expected lies there and was seen well.
    """

    at: float
    dice: tuple[DieView, ...] = ()
    order_die: OrderDieView | None = None
    imps: tuple[ImpView, ...] = ()
    gaps: Mapping[Colour, Length] = field(default_factory=dict)
    centres: Mapping[Colour, Length] = field(default_factory=dict)
    troubles: tuple[Trouble, ...] = ()
    dice_per_colour: int = 3
    error_mm: float = 0.0

    @property
    def codes(self) -> tuple[Code, ...]:
        """Each kind of trouble once, in the order found."""
        return tuple(dict.fromkeys(trouble.code for trouble in self.troubles))

    @property
    def valid(self) -> bool | None:
        """True: a roll, surely. False: surely none, roll again. None: not sure."""
        if not self.troubles:
            return True
        # What was not seen well may be anything; only what is surely wrong makes a roll invalid.
        return False if INVALID.issuperset(self.codes) else None

    def roll(self) -> Roll:
        """The dice as a game takes them, doubts included; of this game's colours only those it has."""
        dice = tuple(Die(die.colour, die.value, die.where, die.maybe) for die in self.dice)
        seen = self.order_die
        order_die = OrderDie(seen.face, seen.where, seen.maybe) if seen and seen.face else None
        return Roll(dice, order_die, self.gaps, self.centres)
