"""When the course of the game is broken: pauses, restarts, and what is shown when it goes on."""

from dataclasses import replace

from pi_diavolo.games.diavolo.closing import after_the_end, go_on, wording
from pi_diavolo.games.diavolo.lateness import patience_s
from pi_diavolo.games.diavolo.lifted import forget_lifts
from pi_diavolo.games.diavolo.lobby import welcome
from pi_diavolo.games.diavolo.scoring import gems_now
from pi_diavolo.games.diavolo.showing import call_to_grab, show_status, show_turn_in_hand
from pi_diavolo.games.diavolo.state import Evening, Stage, Turn
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import roll_again, show_turn, the_game, the_turn, with_turn
from pi_diavolo.table.effects import Ask, Effect, ShowGems, ShowSeats, ShowStatus, ShowWinner, Status, Wake
from pi_diavolo.table.events import Paused, Resumed, RollFault, Started
from pi_diavolo.table.sentences import Sentence

# The version of the rules since which a pause is no reaction time.
PAUSES_SINCE = 3


def pause(evening: Evening, event: Paused) -> Step:
    """Stop the clock of the turn in hand."""
    if evening.paused_at is not None:
        return ignored(evening, event, Sentence.IS_PAUSED)
    return replace(evening, paused_at=event.at), [ShowStatus(Status.PAUSED), said(Sentence.PAUSED)]


def before_the_end(evening: Evening, at: float) -> Step:
    """The power goes in a moment: who switches it on again finds the game paused."""
    return (evening, []) if evening.paused_at is not None else pause(evening, Paused(at))


def resume(evening: Evening, event: Resumed) -> Step:
    """Let the clocks of the turn in hand run on with the time that was left."""
    if evening.paused_at is None:
        return ignored(evening, event, Sentence.NOT_PAUSED)
    # This holds after a restart, too: what was left then is left now, whatever the clock shows.
    turn = _later(the_turn(evening), event.at - evening.paused_at)
    if evening.knows_pauses and turn.roll is not None:
        turn = replace(turn, resumed=(evening.starts, event.at))
    evening = replace(with_turn(evening, turn), paused_at=None)
    effects = [said(Sentence.RESUMED), *show_status(evening), *_wakes(turn, patience_s(evening))]
    return go_on(evening, event.at, effects)


def start_again(evening: Evening, event: Started) -> Step:
    """After a power cut the same turn goes on, or is void if the dice were not yet read."""
    evening = replace(evening, starts=evening.starts + 1)
    game = evening.game
    if game is None:
        return welcome(evening)
    shown: list[Effect] = [ShowSeats(dict(evening.seats), evening.youngest), ShowGems(gems_now(game))]
    if game.over:
        winner = next(ruling.winner for ruling in game.rulings if ruling.over)
        return evening, [*shown, ShowWinner(winner), *after_the_end(evening)]
    turn = the_turn(evening)
    if turn.roll is None and not turn.untouched:
        evening, voided = roll_again(evening, [RollFault("power")], event.at)
        return evening, [*shown, *voided, *show_status(evening)]
    turn = turn if evening.paused_at is not None else _armed_anew(evening, event.at)
    evening = with_turn(evening, turn)
    asked = [Ask(question, wording(question)) for question in turn.questions]
    shown += [show_turn(game, turn)[0], *show_turn_in_hand(evening), *asked, *show_status(evening)]
    if evening.paused_at is None:
        called = call_to_grab(turn.roll) if turn.roll else []
        shown += [*called, *_wakes(turn, patience_s(evening))]
    return evening, shown


def _armed_anew(evening: Evening, at: float) -> Turn:
    """The clock began anew with the boot, so open deadlines get their full time; what was up stays up."""
    turn, rules = the_turn(evening), the_game(evening).rules
    if turn.stage is not Stage.GRABBING:
        return replace(turn, began=(evening.starts, at))
    deadline = None if turn.time_up else at + rules.grab_time_s
    until = None if turn.question_until is None else at + rules.question_time_s
    turn = forget_lifts(turn, start=evening.starts - 1)
    # Of imps in the air nothing is known any more: what was waited for is over as soon as it goes on.
    arrival = None if turn.arrival_until is None else at
    return replace(
        turn,
        deadline=deadline,
        question_until=until,
        grace_until=None,
        time_up_at=None,
        arrival_until=arrival,
        all_in_until=None if turn.all_in_until is None else at,
    )


def _later(turn: Turn, seconds: float) -> Turn:
    def moved(moment: float | None) -> float | None:
        return None if moment is None else moment + seconds

    return replace(
        turn,
        deadline=moved(turn.deadline),
        question_until=moved(turn.question_until),
        grace_until=moved(turn.grace_until),
        time_up_at=moved(turn.time_up_at),
        arrival_until=moved(turn.arrival_until),
        all_in_until=moved(turn.all_in_until),
    )


def _wakes(turn: Turn, patience: float) -> list[Effect]:
    waited_for = (turn.deadline, turn.grace_until, turn.arrival_until)
    moments = [moment + patience for moment in waited_for if moment is not None]
    moments += [moment for moment in (turn.question_until, turn.all_in_until) if moment is not None]
    return [Wake(moment) for moment in moments]
