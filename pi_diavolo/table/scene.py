"""What everyone sees of a game, on a screen or a page, and how each effect changes it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from pi_diavolo.table.effects import (
    Ask,
    ClearRoll,
    Effect,
    Ignore,
    Say,
    ShowBoard,
    ShowDuel,
    ShowGems,
    ShowGone,
    ShowGrab,
    ShowHand,
    ShowOrder,
    ShowRoll,
    ShowRuling,
    ShowSeats,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
    Unask,
    Wake,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Gems, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling, SeatResult

# More sentences than any screen shows at once.
STORY_LENGTH = 60
# Of each colour; a roll with more is not valid, and the screen is only so wide.
MOST_DICE = 4
# A ruling stays to be read until the next roll begins, though the next turn has long been called.
NEWS_OF_A_ROLL = (ShowOrder, ShowRoll, ShowGrab, ShowGone)
DICE_ARE_THROWN = (Status.ROLLING, Status.READING, Status.GRAB)
# A grab in these has no time yet, for there is no rest to count from: it is early.
BEFORE_THE_REST = (Status.IMPS, Status.ROLL_NOW, Status.ROLLING)
# The one order that goes by places, not by pips.
BY_PLACES = "closest"


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line: gems, what was taken, and what it came to."""

    seat: Seat
    gems: int | None = None
    took: Colour | None = None
    after_ms: float | None = None
    one_of_ms: tuple[float, ...] = ()
    docked: bool = False
    early: bool = False
    gone: Colour | None = None
    result: SeatResult | None = None
    still_in: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the screen; `over` with no winner means that nobody won."""

    status: Status = Status.LOBBY
    waiting_for: Seat | None = None
    game: int | None = None
    turn: int | None = None
    roller: Seat | None = None
    rows: tuple[Row, ...] = ()
    imps: Mapping[Colour, int] = field(default_factory=dict)
    order: str | None = None
    roll: Roll | None = None
    dice_each: int = 3
    ruling: Ruling | None = None
    over: bool = False
    winner: Seat | None = None
    questions: tuple[Ask, ...] = ()
    story: tuple[str, ...] = ()

    @property
    def seen(self) -> Roll | None:
        """The dice as everyone may see them: not before they lie still and are read."""
        return None if self.status in (Status.ROLLING, Status.READING) else self.roll

    @property
    def looks_back(self) -> bool:
        """Is what lies there the last turn's, kept to be read until the next roll begins?"""
        return self.ruling is not None and _turn_of(self.ruling) != (self.game, self.turn)

    @property
    def asks_where(self) -> bool:
        """Do dice lie there whose places, not their pips, give the answer?"""
        return self.order == BY_PLACES and self.seen is not None and any(die.where for die in self.seen.dice)

    def plays(self, seat: Seat | None) -> bool:
        """Is the seat still in the game, with a gem to lose?"""
        return any(row.seat == seat and row.still_in and row.gems != 0 for row in self.rows)

    def row(self, seat: Seat) -> Row:
        """The line of one seat, empty if nobody sits there yet."""
        return next((row for row in self.rows if row.seat == seat), Row(seat))

    def left(self, colour: Colour) -> int:
        """How many imps of a colour may still be taken."""
        taken = 0 if self.looks_back else sum(row.took is colour for row in self.rows)
        return max(0, self.imps.get(colour, 0) - taken)


def advance(scene: Scene, effect: Effect) -> Scene:
    """The scene after one effect."""
    scene = _past_cleared(scene) if isinstance(effect, NEWS_OF_A_ROLL) else scene
    match effect:
        case ShowStatus(status=status, seat=seat):
            return replace(_made_ready_for(status, scene), status=status, waiting_for=seat)
        case ShowSeats(seats=seats):
            return replace(scene, rows=_by_seat(scene.row(seat) for seat in seats))
        case ShowTurn():
            return _turn_begun(scene, effect)
        case ShowOrder(order_die=order_die):
            return replace(scene, order=order_die.face)
        case ShowRoll(roll=roll, order=order):
            return _rolled(scene, roll, order)
        case ClearRoll():
            return _wiped(scene)
        case ShowGrab(seat=seat):
            return _put(scene, _grabbed(scene, scene.row(seat), effect))
        case ShowGone(seat=seat, colour=colour):
            return _put(scene, replace(scene.row(seat), gone=colour))
        case ShowGems(gems=gems):
            return _counted(scene, gems)
        case ShowRuling(ruling=ruling):
            return _ruled(scene, ruling)
        case ShowWinner(winner=winner):
            return replace(scene, over=True, winner=winner)
        case Ask(question=question):
            return replace(scene, questions=(*_unasked(scene, question.number), effect))
        case Unask(question=number):
            return replace(scene, questions=_unasked(scene, number))
        case Say() | Ignore() | Wake() | ShowDuel() | ShowHand() | ShowBoard():
            return scene
    assert_never(effect)


def told(scene: Scene, sentences: Iterable[str]) -> Scene:
    """The scene with more sentences in its story; the oldest are forgotten."""
    return replace(scene, story=(*scene.story, *sentences)[-STORY_LENGTH:])


def _made_ready_for(status: Status, scene: Scene) -> Scene:
    if status is Status.LOBBY:
        return replace(_wiped(scene), game=None, turn=None, roller=None, imps={}, questions=())
    return _past_cleared(scene) if status in DICE_ARE_THROWN else scene


def _past_cleared(scene: Scene) -> Scene:
    return _wiped(scene) if scene.looks_back else scene


def _wiped(scene: Scene) -> Scene:
    rows = tuple(Row(row.seat, gems=row.gems, still_in=row.still_in) for row in scene.rows)
    return replace(scene, roll=None, order=None, ruling=None, over=False, winner=None, rows=rows)


def _turn_begun(scene: Scene, turn: ShowTurn) -> Scene:
    same_turn = (turn.game, turn.turn) == (scene.game, scene.turn)
    still_to_be_read = scene.ruling is not None and turn.game == scene.game
    scene = scene if same_turn or still_to_be_read else _wiped(scene)
    scene = replace(scene, game=turn.game, turn=turn.turn, roller=turn.roller, imps=turn.imps)
    seats = {row.seat for row in scene.rows} | set(turn.players)
    rows = (replace(scene.row(seat), still_in=seat in turn.players) for seat in seats)
    return replace(scene, rows=_by_seat(rows))


def _rolled(scene: Scene, roll: Roll, order: str | None) -> Scene:
    each = min(MOST_DICE, max(roll.counts().values(), default=scene.dice_each))
    face = roll.order_die.face if roll.order_die else scene.order
    return replace(scene, roll=roll, order=order or face, dice_each=each)


def _ruled(scene: Scene, ruling: Ruling) -> Scene:
    # An older turn that people put right would stand beside dice that are not its own.
    shown = _turn_of(scene.ruling) if scene.ruling else None
    if _turn_of(ruling) not in (shown, (scene.game, scene.turn)):
        return scene
    for result in ruling.results:
        scene = _put(scene, _judged(scene.row(result.seat), result, ruling))
    return replace(scene, ruling=ruling)


def _grabbed(scene: Scene, row: Row, grab: ShowGrab) -> Row:
    early = scene.status in BEFORE_THE_REST if grab.after_ms is None else _is_early(grab)
    return replace(
        row,
        took=grab.colour,
        after_ms=grab.after_ms,
        one_of_ms=grab.one_of_ms,
        docked=grab.docked,
        early=grab.colour is not None and early,
        gone=None,
    )


def _is_early(taken: ShowGrab | SeatResult) -> bool:
    # Of several lifts that it may have been, one may be in time: then nobody knows.
    return taken.after_ms is not None and max((taken.after_ms, *taken.one_of_ms)) < 0


def _judged(row: Row, result: SeatResult, ruling: Ruling) -> Row:
    still_in = row.still_in and row.seat not in ruling.out
    kept = row.early and row.took is result.took
    early = kept if result.after_ms is None else _is_early(result)
    return Row(
        row.seat,
        result.gems,
        result.took,
        result.after_ms,
        result.one_of_ms,
        result.docked,
        early,
        result=result,
        still_in=still_in,
    )


def _counted(scene: Scene, gems: Gems) -> Scene:
    for seat, count in gems.items():
        scene = _put(scene, replace(scene.row(seat), gems=count))
    return scene


def _put(scene: Scene, row: Row) -> Scene:
    others = (other for other in scene.rows if other.seat != row.seat)
    return replace(scene, rows=_by_seat((*others, row)))


def _by_seat(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: row.seat))


def _unasked(scene: Scene, number: int) -> tuple[Ask, ...]:
    return tuple(ask for ask in scene.questions if ask.question.number != number)


def _turn_of(ruling: Ruling) -> tuple[int, int]:
    return ruling.game, ruling.turn
