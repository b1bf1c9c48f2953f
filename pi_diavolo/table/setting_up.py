"""The way from an empty table to the first roll: its steps, what each found, and what a page may show of it.

Words are the pages': a finding is a code, and what fills the gaps of its sentence.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pi_diavolo.table.pieces import Colour

Corners = tuple[tuple[float, float], ...]  # as shares of the picture's width and height


class Step(StrEnum):
    """The steps in their order; each can be repeated alone."""

    CAMERA = "camera"
    LIGHT = "light"
    TABLE = "table"
    COLOURS = "colours"
    ORDER_DIE = "order_die"
    PARTS = "parts"
    FIRST_ROLL = "first_roll"


class Do(StrEnum):
    """What somebody at the desk may ask for in a step."""

    ACCEPT = "accept"  # it is good as it is
    SAVE = "save"
    LEARN = "learn"
    ENROL = "enrol"
    PRINTED = "printed"  # the Order die has the stickers of our own sheet
    BEGIN = "begin"  # from now on presses are tried, and mean nothing else
    END = "end"
    LIGHT = "light"
    SHONE = "shone"
    READ = "read"
    SKIP = "skip"
    HAND = "hand"  # the simulated hand shall do it


class Verdict(StrEnum):
    """How good something is; `unknown` where nothing was there to judge it by."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    UNKNOWN = "unknown"


class Found(StrEnum):
    """What a line says."""

    NO_PICTURE = "no_picture"
    PICTURE_OLD = "picture_old"
    PICTURE_UNREADABLE = "picture_unreadable"
    MARKERS_ALL = "markers_all"
    MARKERS_SOME = "markers_some"
    MARKERS_TOO_FEW = "markers_too_few"
    NO_MARKERS = "no_markers"
    MARKERS_DISAGREE = "markers_disagree"
    MIRRORED = "mirrored"
    LENS_DOES_NOT_FIT = "lens_does_not_fit"
    SHARP = "sharp"
    BLURRED = "blurred"
    LIGHT_GOOD = "light_good"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    GLARE = "glare"
    UNEVEN = "uneven"
    NO_COLOURS = "no_colours"
    TABLE_NOT_FOUND = "table_not_found"
    SCALE = "scale"
    REPROJECTION = "reprojection"
    PLACES = "places"
    NO_DICE = "no_dice"
    COLOURS_SEEN = "colours_seen"
    COLOURS_MISSING = "colours_missing"
    COLOURS_APART = "colours_apart"
    COLOURS_NOT_LEARNED = "colours_not_learned"
    NO_ORDER_DIE = "no_order_die"
    FACE_BLANK = "face_blank"
    FACES_KEPT = "faces_kept"
    FACES_MISSING = "faces_missing"
    FACES_APART = "faces_apart"
    FACES_ALIKE = "faces_alike"
    NOTHING_WIRED = "nothing_wired"
    PARTS_WORK = "parts_work"
    PARTS_LEFT = "parts_left"
    PARTS_FAIL = "parts_fail"
    LAMPS_WORK = "lamps_work"
    LAMPS_LEFT = "lamps_left"
    LAMPS_DARK = "lamps_dark"
    READ_SURELY = "read_surely"
    READ_INVALID = "read_invalid"
    READ_UNSURE = "read_unsure"
    THROWS_SURE = "throws_sure"
    CANNOT_WRITE = "cannot_write"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was found and how good that is; colours, orders and reasons in `values` are codes."""

    found: Found
    verdict: Verdict
    values: Mapping[str, float | str | tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a step ended the last time; `saved`: the table file was written, `skipped`: it was left out."""

    findings: tuple[Finding, ...] = ()
    saved: bool = False
    skipped: bool = False

    @property
    def verdict(self) -> Verdict:
        """That of the worst line."""
        return worst(self.findings)


Progress = Mapping[Step, Outcome]


def worst(findings: Iterable[Finding]) -> Verdict:
    """The verdict on the whole; what is not known is no fault."""
    there = {finding.verdict for finding in findings}
    return next((verdict for verdict in (Verdict.POOR, Verdict.FAIR) if verdict in there), Verdict.GOOD)


def next_step(progress: Progress) -> Step:
    """The first step that is still to be done, or must be done again; the last one when all is well."""
    for step in Step:
        outcome = progress.get(step)
        if outcome is None or (outcome.verdict is Verdict.POOR and not outcome.skipped):
            return step
    return Step.FIRST_ROLL


def ended(progress: Progress, step: Step, outcome: Outcome) -> Progress:
    """The progress after a step; once saved, it stays so until the step is begun anew."""
    return {**progress, step: outcome}


def skipped(progress: Progress, step: Step) -> Progress:
    """The step is left out; what it found before still stands."""
    before = progress.get(step, Outcome())
    return ended(progress, step, replace(before, skipped=True))


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: a face is enrolled, a part tried, a lamp lit or said to have shone `well`.

    With the table its dice's widths may be kept, as somebody has measured them. `seen` is the version of the
    set-up that it was asked on; None where nobody else can have changed anything.
    """

    step: Step
    do: Do
    face: str | None = None
    part: str | None = None
    well: bool | None = None
    dice_mm: float | None = None
    order_die_mm: float | None = None
    seen: int | None = None


class SetUpRefused(ValueError):
    """There is no such thing in this step: the page is another one than ours."""


class SetUpMustWait(SetUpRefused):
    """A game goes on, and may not be disturbed."""


class SetUpOvertaken(SetUpRefused):
    """Somebody at another desk did something first, which the one who asks has not seen."""


@dataclass(frozen=True, slots=True)
class Did:
    """What became of a wish: done, or not, and then the findings say why."""

    done: bool
    findings: tuple[Finding, ...] = ()


# What a page shows


@dataclass(frozen=True, slots=True)
class Marker:
    """One of the table's markers; without `corners` nobody knows where in the picture it should be."""

    number: int
    where: str  # top_left, …
    found: bool
    corners: Corners = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """The newest picture: its number, the markers in it, and what it says of camera, light and table.

    `focus` is how sharp it is: from 1 on dice can be read. None where there is nothing to tell it by.
    """

    picture: int | None = None
    size: tuple[int, int] = (4, 3)
    markers: tuple[Marker, ...] = ()
    focus: float | None = None
    camera: tuple[Finding, ...] = ()
    light: tuple[Finding, ...] = ()
    table: tuple[Finding, ...] = ()

    @property
    def has_table(self) -> bool:
        """The table was found in it."""
        return bool(self.table) and all(line.found is not Found.TABLE_NOT_FOUND for line in self.table)


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the picture of a throw: its top face's corners, and what it shows where that was read."""

    colour: Colour
    shows: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that was looked at: its picture, and the dice in it."""

    picture: int
    dice: tuple[SeenDie, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the Order die; `picture` is another number each time it is enrolled, None before."""

    order: str
    picture: int | None = None


@dataclass(frozen=True, slots=True)
class TriedPart:
    """A base, button or dock; `felt` once it was pressed, lifted or docked, `fault` where it is broken."""

    name: str
    kind: str
    number: int
    colour: Colour | None = None
    pin: int | None = None
    felt: bool = False
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class TriedLamp:
    """A lamp, or a seat's row of them; `shone` is what somebody said, None before."""

    name: str
    kind: str
    number: int | None = None
    colour: Colour | None = None
    shone: bool | None = None
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the table file is written, and whether the next start takes it by itself."""

    file: str
    taken_by_itself: bool
    there: bool


@dataclass(frozen=True, slots=True)
class SetUp:
    """All that the set-up page shows; `busy` while a game goes on and the table may only be looked at.

    `simulated`: the picture is painted, and `hand`: a simulated hand can press and lift. `version` grows with
    everything that somebody does in it.
    """

    simulated: bool
    hand: bool
    busy: bool
    next: Step
    progress: Progress
    sight: Sight
    dice_mm: float
    order_die_mm: float
    colours: Mapping[str, str] = field(default_factory=dict)  # as learned, for the screen: #rrggbb
    throw: Thrown | None = None
    faces: tuple[Face, ...] = ()
    parts: tuple[TriedPart, ...] = ()
    lamps: tuple[TriedLamp, ...] = ()
    wiring: str | None = None  # the pin map's name
    trying: bool = False  # presses are tried just now, and mean nothing else
    rolls: int = 0
    roll: int | None = None  # the picture of the last roll
    kept: Kept | None = None
    version: int = 0
