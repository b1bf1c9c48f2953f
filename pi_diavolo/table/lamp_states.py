"""Events and effects → what the lamps show; the answer shines after its ruling and never before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pi_diavolo.table.effects import (
    Effect,
    ShowGems,
    ShowOrder,
    ShowRoll,
    ShowRuling,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
)
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamps import LOST_GEM_S, GemLamp, LampState, Signal
from pi_diavolo.table.parts import Part
from pi_diavolo.table.players import Gems, Seat
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.troubles import Troubles, can_end, stands_still, troubles_after

SIGNALS: Mapping[Status, Signal] = {
    Status.LOBBY: Signal.WAITING,
    Status.IMPS: Signal.WAITING,
    Status.ROLL_NOW: Signal.ROLL_NOW,
    Status.ROLLING: Signal.ROLLING,
    Status.READING: Signal.READING,
    Status.GRAB: Signal.GRAB,
    Status.QUESTION: Signal.QUESTION,
    Status.CHOOSE: Signal.QUESTION,
    Status.PROTEST: Signal.QUESTION,
    Status.PAUSED: Signal.WAITING,
    Status.OVER: Signal.WAITING,
}
# Dice are on their way or lie there unruled: no answer may shine.
UNDER_WAY = (Status.ROLLING, Status.READING, Status.GRAB)
RULING_S = 4.0
# A fault is told at once, but not for long: the game goes on. Later it shows whenever the table waits.
FAULT_S = 3.0


DARK = LampState()


@dataclass(frozen=True, slots=True)
class Shown:
    """The lamps, and what must be remembered to go on from here."""

    lamps: LampState = DARK
    status: Status = Status.LOBBY
    turn: tuple[int, int] | None = None  # game and number of the turn in hand
    ruled: tuple[int, int] | None = None  # the turn whose answer was shown last
    under_way: bool = False
    broken: frozenset[Part] = frozenset()
    troubles: Troubles = ()


def after(shown: Shown, event: Event, effects: Sequence[Effect], now: float) -> Shown:
    """What is shown once this has happened."""
    match event:
        case PartFailed(part=part) if part not in shown.broken:
            shown = _briefly(replace(shown, broken=shown.broken | {part}), Signal.FAULT, FAULT_S, now)
        case PartRecovered(part=part):
            shown = replace(shown, broken=shown.broken - {part})
    troubles = troubles_after(shown.troubles, effects)
    if len(troubles) > len(shown.troubles):
        shown = _briefly(shown, Signal.FAULT, FAULT_S, now)
    shown = replace(shown, troubles=troubles)
    for effect in effects:
        shown = _take(shown, effect, now)
    return _with_signal(shown, now)


def _take(shown: Shown, effect: Effect, now: float) -> Shown:
    match effect:
        case ShowStatus(status=status):
            return _with_status(shown, status)
        case ShowTurn(game=game, turn=turn):
            return replace(shown, turn=(game, turn), lamps=replace(shown.lamps, winner=None))
        case ShowRoll() | ShowOrder():
            return _without_answer(replace(shown, under_way=True))
        case ShowRuling(ruling=ruling):
            return _with_ruling(shown, ruling, now)
        case ShowGems(gems=gems):
            lost = _lost(shown.lamps, gems, now)
            return replace(shown, lamps=replace(shown.lamps, gems=dict(gems), lost=lost))
        case ShowWinner(winner=winner):
            return replace(shown, lamps=replace(shown.lamps, winner=winner, won_at=now))
    return shown


def _with_status(shown: Shown, status: Status) -> Shown:
    shown = replace(shown, status=status)
    if status in UNDER_WAY:
        return _without_answer(replace(shown, under_way=True))
    if status is Status.LOBBY:
        return _without_answer(replace(shown, under_way=False, lamps=replace(shown.lamps, winner=None)))
    if status in (Status.IMPS, Status.ROLL_NOW):
        return replace(shown, under_way=False)
    return shown


def _without_answer(shown: Shown) -> Shown:
    lamps = replace(shown.lamps, answer=None)
    if lamps.brief is Signal.RULING:
        lamps = replace(lamps, brief=None)
    return replace(shown, lamps=lamps)


def _with_ruling(shown: Shown, ruling: Ruling, now: float) -> Shown:
    turn = (ruling.game, ruling.turn)
    if shown.under_way and shown.turn not in (None, turn):
        # An older turn was corrected while this one's dice lie there: its answer would be taken for theirs.
        return shown
    if shown.ruled is not None and turn < shown.ruled:
        return shown
    answer = ruling.reason.answer if ruling.reason is not None else None
    shown = replace(shown, ruled=turn, under_way=False, lamps=replace(shown.lamps, answer=answer))
    return _briefly(shown, Signal.RULING, RULING_S, now)


def _briefly(shown: Shown, signal: Signal, seconds: float, now: float) -> Shown:
    lamps = replace(shown.lamps, brief=signal, brief_since=now, brief_until=now + seconds)
    return replace(shown, lamps=lamps)


def _with_signal(shown: Shown, now: float) -> Shown:
    signal, lamps = SIGNALS[shown.status], shown.lamps
    if signal is Signal.WAITING and (shown.broken or any(map(can_end, shown.troubles))):
        signal = Signal.FAULT
    if signal is Signal.ROLL_NOW and stands_still(shown.troubles):
        signal = Signal.FAULT  # nobody shall roll dice that the table does not look at
    if signal is Signal.GRAB and lamps.brief is not None:
        lamps = replace(lamps, brief=None)  # nothing may hide the call to grab
    if signal is not lamps.signal:
        lamps = replace(lamps, signal=signal, since=now)
    return replace(shown, lamps=lamps)


def _lost(lamps: LampState, gems: Gems, now: float) -> dict[GemLamp, float]:
    """The lamps of lost gems blink for a while; a gem that was given back does not."""
    blinking = {lamp: until for lamp, until in lamps.lost.items() if now < until}
    for seat, before in lamps.gems.items():
        left = gems.get(seat)
        if left is not None:
            fresh = {GemLamp(Seat(seat), gem): now + LOST_GEM_S for gem in range(left + 1, before + 1)}
            blinking = {**fresh, **blinking}
    return {lamp: until for lamp, until in blinking.items() if lamp.gem > gems.get(lamp.seat, 0)}
