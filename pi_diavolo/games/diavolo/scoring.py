"""From the facts of the turns to rulings and gems, with all corrections; worked out as often as needed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pi_diavolo.games.diavolo.hand_out import Hands, Press, hand_out
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order, possible_orders
from pi_diavolo.games.diavolo.rules import MOST_GEMS, answer, decided_by_people, with_doubts
from pi_diavolo.games.diavolo.state import Game, Turn
from pi_diavolo.table.events import Correction
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Reason, Ruling, SeatResult, Verdict

CHANGES: Mapping[Verdict, int] = {
    Verdict.RIGHT: 0,
    Verdict.GAINED: +1,
    Verdict.GAINED_AT_MOST: 0,
    Verdict.WRONG: -1,
    Verdict.NONE: -1,
    Verdict.STRUCK: 0,
    Verdict.SAT_OUT: 0,
}


@dataclass(frozen=True, slots=True)
class AfterRest:
    """When an imp was taken, in milliseconds from the dice's rest, and how surely that is known."""

    after_ms: float | None = None
    one_of_ms: tuple[float, ...] = ()
    docked: bool = False  # only the moment is known in which it lay on the dock

    @property
    def early(self) -> bool:
        """Surely before the dice lay still."""
        return self.after_ms is not None and max((*self.one_of_ms, self.after_ms)) < 0


NO_TIME = AfterRest()


@dataclass(frozen=True, slots=True)
class Amended:
    """A turn with what people put right about it."""

    turn: Turn
    roll: Roll | None
    closest: Colour | None
    grabs: Mapping[Seat, Colour | None]
    gems: Mapping[Seat, int]
    struck: bool
    corrected: bool


def put_right(turn: Turn, corrections: Iterable[Correction]) -> Amended:
    """Apply the corrections of this turn, the later ones over the earlier ones."""
    roll, closest, struck, corrected = turn.roll, turn.closest, False, False
    grabs: dict[Seat, Colour | None] = {}
    gems: dict[Seat, int] = {}
    for correction in corrections:
        if correction.turn != turn.number:
            continue
        corrected = True
        roll = _with_dice(roll, correction)
        closest = correction.closest or closest
        grabs |= dict(correction.grabs)
        for seat, change in correction.gems:
            gems[seat] = gems.get(seat, 0) + change
        struck = struck if correction.struck is None else correction.struck
    return Amended(turn, roll, closest, grabs, gems, struck, corrected)


def _with_dice(roll: Roll | None, correction: Correction) -> Roll | None:
    if roll is None:
        return None
    for index, value in correction.dice:
        roll = roll.with_value(index, value)
    return roll.with_face(correction.order) if correction.order else roll


def standing(game: Game) -> list[Correction]:
    """The corrections that were not undone."""
    return [amendment.correction for amendment in game.amendments if not amendment.undone]


def gems_now(game: Game) -> Mapping[Seat, int]:
    """Everyone's gems after the last turn that was ruled."""
    return game.rulings[-1].gems if game.rulings else dict.fromkeys(game.players, MOST_GEMS)


def hands(view: Amended, still_in: Iterable[Seat], rules: HouseRules) -> Hands:
    """Who holds what in a turn that is open: people's word first, then the presses for what is left."""
    left = dict(view.turn.imps)
    for colour in view.grabs.values():
        if colour is not None:
            left[colour] -= 1
    # A negative rest gives nothing out; people's own word is checked when they give it.
    playing = set(still_in) - set(view.grabs)
    presses = [
        press for press in view.turn.presses if press.grab.seat in playing and press not in view.turn.doubted
    ]
    return hand_out(presses, left, rules)


def reason(view: Amended, rules: HouseRules) -> Reason:
    """Which colour was right in this turn, and why."""
    assert view.roll is not None, "only a turn whose dice were read is ruled"
    orders = possible_orders(view.roll.order_die)
    if orders[0] is Order.CLOSEST and view.closest is not None:
        why = decided_by_people(orders[0], view.closest)
    else:
        why = answer(orders[0], view.roll, rules)
    return with_doubts(why, orders, view.roll)


def work_out(game: Game) -> tuple[Ruling, ...]:
    """Rule all closed turns anew, one after the other."""
    rulings: list[Ruling] = []
    gems: Mapping[Seat, int] = dict.fromkeys(game.players, MOST_GEMS)
    over, corrections = False, standing(game)
    for turn in game.turns:
        ruling = _rule(game, put_right(turn, corrections), gems, over)
        rulings.append(ruling)
        gems, over = ruling.gems, over or ruling.over
    return tuple(rulings)


def rule_latest(game: Game) -> Ruling:
    """Rule only the turn that was closed last; the earlier rulings stand."""
    view = put_right(game.turns[-1], standing(game))
    return _rule(game, view, gems_now(game), over=False)


def _rule(game: Game, view: Amended, gems: Mapping[Seat, int], over: bool) -> Ruling:
    turn = view.turn
    blank = Ruling(game.number, turn.number, turn.roller, None, (), gems, corrected=view.corrected)
    if over:
        return replace(blank, played_on=True)
    results: tuple[SeatResult, ...] = ()
    why = None
    if not view.struck:
        why = reason(view, game.rules)
        results = _results(game, view, why, gems)
    after = {**gems, **{result.seat: result.gems for result in results}}
    for seat, change in view.gems.items():
        after[seat] = min(MOST_GEMS, max(0, after[seat] + change))
    # The gems beside a result are those after the whole turn, what people gave or took included.
    results = tuple(replace(result, gems=after[result.seat]) for result in results)
    left = [seat for seat in game.players if after[seat] > 0]
    return replace(
        blank,
        reason=why,
        results=results,
        gems=after,
        out=tuple(seat for seat in game.players if gems[seat] > 0 and after[seat] == 0),
        over=len(left) <= 1,
        winner=left[0] if len(left) == 1 else None,
    )


def _results(game: Game, view: Amended, why: Reason, gems: Mapping[Seat, int]) -> tuple[SeatResult, ...]:
    results = []
    for seat in game.players:
        if seat not in view.turn.players and gems[seat] == 0:
            continue
        took, when = taken(seat, view)
        verdict = _verdict(seat, view.turn, took, why, gems[seat])
        if verdict in (Verdict.STRUCK, Verdict.SAT_OUT):
            took, when = None, NO_TIME
        change, after = CHANGES[verdict], gems[seat] + CHANGES[verdict]
        results.append(
            SeatResult(seat, verdict, took, when.after_ms, change, after, when.one_of_ms, when.docked)
        )
    return tuple(results)


def taken(seat: Seat, view: Amended) -> tuple[Colour | None, AfterRest]:
    """What a seat took in a closed turn, and when: people's word, or as it was counted then."""
    if seat in view.grabs:
        return view.grabs[seat], NO_TIME
    press = (view.turn.held or {}).get(seat)
    if press is None:
        return None, NO_TIME
    return press.grab.colour, after_rest(view.turn, press)


def after_rest(turn: Turn, press: Press) -> AfterRest:
    """How long after the dice's rest; unknown where a restart set the clock back or a pause lay between."""
    if turn.rest is None or turn.rest[0] != press.start:
        return NO_TIME
    grab, rest = press.grab, turn.rest[1]
    if turn.resumed is not None and turn.rest <= turn.resumed <= (press.start, grab.at):
        return NO_TIME
    one_of = tuple(_ms(at - rest) for at in grab.one_of)
    return AfterRest(_ms(grab.at - rest), one_of, docked=grab.docked == grab.at)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _verdict(seat: Seat, turn: Turn, took: Colour | None, why: Reason, gems: int) -> Verdict:
    if seat not in turn.players:
        return Verdict.SAT_OUT
    if gems == 0:
        return Verdict.STRUCK
    if took is None:
        return Verdict.NONE
    if took is not why.answer:
        return Verdict.WRONG
    if took is not Colour.GRAY:
        return Verdict.RIGHT
    return Verdict.GAINED if gems < MOST_GEMS else Verdict.GAINED_AT_MOST
