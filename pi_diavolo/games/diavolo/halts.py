"""When the course of the game is broken: pauses, restarts, and what is shown when it goes on."""

from dataclasses import replace

from pi_diavolo.games.diavolo.closing import go_on, hands_now, show_stage, view_now, wording
from pi_diavolo.games.diavolo.lobby import welcome
from pi_diavolo.games.diavolo.orders import possible_orders
from pi_diavolo.games.diavolo.scoring import after_rest_ms, gems_now
from pi_diavolo.games.diavolo.state import Evening, Stage
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import roll_again, the_game, the_turn, with_turn
from pi_diavolo.table.effects import (
    Ask,
    Effect,
    ShowGems,
    ShowGrab,
    ShowOrder,
    ShowRoll,
    ShowSeats,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
    Wake,
)
from pi_diavolo.table.events import Paused, Resumed, RollFault, Started
from pi_diavolo.table.sentences import Sentence


def pause(evening: Evening, event: Paused) -> Step:
    """Stop the clock of the turn in hand."""
    if evening.paused:
        return ignored(evening, event, Sentence.IS_PAUSED)
    deadline = the_turn(evening).deadline
    left = None if deadline is None else max(0.0, deadline - event.at)
    evening = replace(evening, paused=True, time_left=left)
    return evening, [ShowStatus(Status.PAUSED), said(Sentence.PAUSED)]


def resume(evening: Evening, event: Resumed) -> Step:
    """Let the clock run on with the time that was left."""
    if not evening.paused:
        return ignored(evening, event, Sentence.NOT_PAUSED)
    left, turn = evening.time_left, the_turn(evening)
    evening = replace(evening, paused=False, time_left=None)
    effects: list[Effect] = [said(Sentence.RESUMED), *show_stage(evening)]
    if left is not None:
        deadline = event.at + left
        evening = with_turn(evening, replace(turn, deadline=deadline))
        effects.append(Wake(deadline))
    return go_on(evening, event.at, effects) if turn.roll else (evening, effects)


def start_again(evening: Evening, event: Started) -> Step:
    """After a power cut the same turn goes on, or is void if the dice were not yet read."""
    evening = replace(evening, starts=evening.starts + 1)
    game = evening.game
    if game is None:
        return welcome(evening)
    shown: list[Effect] = [ShowSeats(dict(evening.seats), evening.youngest), ShowGems(gems_now(game))]
    if game.over:
        winner = next(ruling.winner for ruling in game.rulings if ruling.over)
        return evening, [*shown, ShowWinner(winner), ShowStatus(Status.OVER), said(Sentence.PLAY_AGAIN)]
    turn = the_turn(evening)
    if turn.roll is None and not turn.untouched:
        evening, voided = roll_again(evening, [RollFault("power")])
        return evening, [*shown, *voided, *_halted(evening)]
    evening, armed = _arm_anew(evening, event.at)
    return evening, [*shown, *_show_turn_in_hand(evening), *armed, *_halted(evening)]


def _arm_anew(evening: Evening, at: float) -> Step:
    # The clock restarted with the boot: the old deadlines mean nothing on it.
    turn, rules = the_turn(evening), the_game(evening).rules
    if turn.stage is not Stage.GRABBING:
        return evening, []
    deadline = at + rules.grab_time_s
    until = None if turn.question_until is None else at + rules.question_time_s
    evening = with_turn(evening, replace(turn, deadline=deadline, question_until=until))
    if evening.paused:
        return replace(evening, time_left=rules.grab_time_s), []
    return evening, [Wake(moment) for moment in (deadline, until) if moment is not None]


def _show_turn_in_hand(evening: Evening) -> list[Effect]:
    game, turn, view = the_game(evening), the_turn(evening), view_now(evening)
    effects: list[Effect] = [
        ShowTurn(game.number, turn.number, turn.roller, turn.players, turn.imps, turn.places)
    ]
    if view.roll is not None:
        orders = possible_orders(view.roll.order_die)
        effects.append(ShowRoll(view.roll, orders[0] if len(orders) == 1 else None))
    elif turn.order_die is not None:
        effects.append(ShowOrder(turn.order_die))
    for seat, press in sorted(hands_now(evening).held.items()):
        after_ms = after_rest_ms(turn, press.start, press.grab.at)
        effects.append(ShowGrab(seat, press.grab.colour, after_ms))
    effects += [ShowGrab(seat, colour) for seat, colour in sorted(view.grabs.items())]
    effects += [Ask(question, wording(question)) for question in turn.questions]
    return effects + show_stage(evening)


def _halted(evening: Evening) -> list[Effect]:
    """What the table waits for, if it is not the turn in hand."""
    if the_game(evening).protest is not None:
        return [ShowStatus(Status.PROTEST)]
    return [ShowStatus(Status.PAUSED)] if evening.paused else []
