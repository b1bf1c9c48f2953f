"""What lay on the table, told from the events alone, is what the referee knew."""

import random

import pytest

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.chronicle import WANTED, TurnPlayed, house_rules, turns_played
from pi_diavolo.games.diavolo.hand_out import Outcome, hand_out
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.games.diavolo.scoring import put_right, standing
from pi_diavolo.games.diavolo.state import Game, Turn
from pi_diavolo.games.diavolo.tally import ASKED, RIGHT, tally, together
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.table.effects import ShowRuling, Status
from pi_diavolo.table.events import Correction, CorrectionUndone, Event, Grab, ProtestDecided, Protested
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.players import Seat, seats_for
from pi_diavolo.table.rulings import Verdict
from tests.makers import RED, ATable, a_roll

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
NAMES = ("Ada", "Blaise", "Carl", "Dora")


def told(table: ATable) -> tuple[TurnPlayed, ...]:
    """The same events, given to a referee once more for the rulings beside them."""
    happened: list[tuple[int, Event]] = []
    given, referee = [], DiavoloReferee()
    for number, event in enumerate(table.events, 1):
        happened.append((number, event))
        effects = referee.receive(event)
        given += [(number, effect.ruling) for effect in effects if isinstance(effect, ShowRuling)]
    return turns_played(happened, given, referee.settings)


def test_the_dice_of_a_turn_are_those_that_were_ruled_by() -> None:
    table = ATable(1, 2)
    table.play(s1=RED)
    table.play(a_roll(order="most_odd", red=(1, 1, 1)), s2=RED)
    first, second = told(table)
    assert (first.roll, second.roll) == (a_roll(), a_roll(order="most_odd", red=(1, 1, 1)))


def test_dice_that_were_put_right_are_told_as_they_are_now() -> None:
    table = ATable(1, 2)
    table.play(s1=RED)
    table.send(Correction(1, table.now, dice=((0, 6),), order="smallest_sum"))
    (turn,) = told(table)
    assert turn.roll is not None
    assert (turn.roll.dice[0].value, turn.roll.order_die and turn.roll.order_die.face) == (6, "smallest_sum")
    table.send(CorrectionUndone(table.now))
    assert told(table)[0].roll == a_roll()


def test_a_refused_correction_changes_nothing() -> None:
    table = ATable(1, 2)
    table.play(s1=RED)
    table.send(Correction(1, table.now, dice=((99, 6),)))
    assert told(table)[0].roll == a_roll()


def test_a_protest_is_remembered_whatever_became_of_it() -> None:
    table = ATable(1, 2)
    table.play(s1=RED)
    table.send(Protested(table.now))
    table.send(ProtestDecided(stands=True, at=table.now))
    table.play(s1=RED)
    table.send(Protested(table.now))
    table.send(ProtestDecided(stands=False, at=table.now))
    table.play(s1=RED)
    assert [turn.protested for turn in told(table)] == [True, True, False]
    assert told(table)[1].ruling.reason is None


def test_a_photo_finish_names_all_who_reached_at_once() -> None:
    table = ATable(1, 2, 3)
    table.roll()
    for seat in (1, 2, 3):  # two red imps for three players
        table.send(Grab(Seat(seat), RED, table.now + 1))
    table.now += 60
    table.play(s1=RED, s2=RED)
    assert [turn.photo_finish for turn in told(table)] == [{ONE, TWO, THREE}, frozenset()]


def test_settings_of_another_version_do_not_matter() -> None:
    assert house_rules({"dice_per_colour": 2, "no_such_rule": 7}) == HouseRules(dice_per_colour=2)
    assert house_rules({"dice_per_colour": 77}) == house_rules(None) == HouseRules()


# Whole games


def a_simulated_game(seed: int, rules: HouseRules) -> tuple[tuple[TurnPlayed, ...], Game]:
    """A game with doubts, misthrows, and a desk that puts things right at random."""
    chance, clock = random.Random(seed), VirtualClock(100.0)
    with EventLog.in_memory() as log:
        devices = simulated_table(seats_for(4), ("regular", "child"), rules, seed, Chances(0.2, 0.1))
        referee = DiavoloReferee()
        table = Table(referee, log, clock, devices, people_wait=False)
        settings = {"order_first": rules.order_first, "dice_per_colour": rules.dice_per_colour}
        open_evening(table, "diavolo", settings, 1, seed, clock.now())
        sit_down(table, log, NAMES, clock.now())
        for turns in (3, 6, 99):
            table.run(until=lambda: _done(referee, turns) or table.status is Status.OVER)  # noqa: B023
            for _ in range(chance.randint(0, 3)):
                table.take(_something_put_right(chance, len(_game(referee).turns), clock.now()))
        everything = [logged for logged in log.events() if logged.game == 1]
        events = [(logged.seq, logged.event) for logged in everything if isinstance(logged.event, WANTED)]
        given = [(logged.seq, logged.ruling) for logged in log.rulings(1).history]
        return turns_played(events, given, referee.settings), _game(referee)


def _game(referee: DiavoloReferee) -> Game:
    assert referee.state.game is not None
    return referee.state.game


def _done(referee: DiavoloReferee, turns: int) -> bool:
    game = _game(referee)
    return len(game.turns) >= turns and (game.turn is None or game.turn.untouched)


def _something_put_right(chance: random.Random, turns: int, now: float) -> Event:
    turn, seat = chance.randint(1, max(1, turns)), Seat(chance.randint(1, 4))
    events: list[Event] = [
        Correction(turn, now, dice=((chance.randrange(6), chance.randint(1, 6)),)),
        Correction(turn, now, order=str(chance.choice(list(Order)))),
        Correction(turn, now, grabs=((seat, chance.choice(IMPS)),)),
        Correction(turn, now, struck=True),
        Correction(turn, now, gems=((seat, -1),)),
        CorrectionUndone(now),
    ]
    return chance.choice(events)


def photo_finish(turn: Turn, rules: HouseRules) -> set[Seat]:
    outcomes = hand_out(turn.presses, turn.imps, rules).outcomes
    return {press.grab.seat for press, how in outcomes.items() if how in (Outcome.SHARED, Outcome.LOST)}


@pytest.mark.parametrize("order_first", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_chronicle_agrees_with_the_referee(seed: int, order_first: bool) -> None:
    rules = HouseRules(order_first=order_first, dice_per_colour=2 + seed % 2)
    turns, game = a_simulated_game(seed, rules)
    assert [turn.ruling for turn in turns] == list(game.rulings)
    for turn, known in zip(turns, game.turns, strict=True):
        right = put_right(known, standing(game)).roll
        assert turn.roll == right, (seed, known.number)
        assert turn.photo_finish <= photo_finish(known, game.rules)


@pytest.mark.parametrize("seed", range(12))
def test_sums_agree_with_the_rulings(seed: int) -> None:
    turns, game = a_simulated_game(seed, HouseRules())
    seats = tally(turns)
    results = [result for ruling in game.rulings if ruling.reason for result in ruling.results]
    asked = [result for result in results if result.verdict in ASKED]
    whole = together(seats.values())
    assert whole.turns == whole.right + whole.wrong + whole.none == len(asked) == sum(whole.asked.values())
    assert whole.right == sum(result.verdict in RIGHT for result in asked) == sum(whole.right_in.values())
    assert whole.gems_won - whole.gems_lost == sum(result.change for result in asked)
    assert sum(whole.known.values()) == whole.wrong
    for order in Order:
        fits = [count for (each, _), count in whole.confused.items() if each == order]
        assert sum(fits) >= whole.known.get(order, 0) - whole.unlike.get(order, 0) >= max(fits, default=0)
    taken = sum(result.verdict is not Verdict.NONE for result in asked)
    assert len(whole.reactions) + whole.early + whole.unsure_times <= taken
    for seat, counted in seats.items():
        assert counted.turns == sum(result.seat == seat for result in asked)
