"""The simulated people of Devil's Dice: they roll, move, slip, and put right what the table tells them to."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.simulator.movers import Habits, SimulatedMovers
from pi_diavolo.simulator.standing import as_it_should, by_square
from pi_diavolo.table.board_views import BoardStep, BoardView
from pi_diavolo.table.boards import BoardSeen, CounterMoved, Move
from pi_diavolo.table.effects import Effect, Ignore, ShowBoard
from pi_diavolo.table.events import Event, PhoneJoined, PhoneLeft, QuestionAnswered, RollInvalid, RollRead
from pi_diavolo.table.players import PlayerId, Seat, board_seats_for

GAME = "devils-dice"
ONE, FIVE = Seat(1), Seat(5)


def any_move(view: BoardView, lot: Random) -> Move:
    return lot.choice(view.moves).move


class Watched:
    """A table of simulated movers, and all that happened at it."""

    def __init__(self, habits: Habits, players: int = 2, seed: int = 1) -> None:
        self.happened: list[tuple[Event, list[Effect]]] = []
        self.views: list[BoardView] = []
        self._turns = 0
        seats, clock = board_seats_for(players), VirtualClock()
        people = SimulatedMovers(seed, dict.fromkeys(seats, any_move), habits=habits)
        self.table = Table(GAMES[GAME](), EventLog.in_memory(), clock, people, people_wait=False)
        self.table.add_outlet(self)
        open_evening(self.table, GAME, {}, 1, seed, clock.now())
        seat_players(self.table, [PlayerId(str(seat)) for seat in seats], clock.now(), seats)

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.happened.append((event, list(effects)))
        self.views += [effect.view for effect in effects if isinstance(effect, ShowBoard)]

    @property
    def view(self) -> BoardView:
        return self.views[-1]

    def plays(self, turns: int) -> "Watched":
        self.table.run(until=lambda: self.view.turn > turns or self.view.step is BoardStep.OVER)
        return self

    def kinds(self) -> Counter[type]:
        return Counter(type(event) for event, _ in self.happened)


def test_moves_are_made_by_hand_and_seen() -> None:
    kinds = Watched(Habits()).plays(20).kinds()
    assert kinds[CounterMoved] == kinds[RollInvalid] == kinds[QuestionAnswered] == 0
    assert kinds[BoardSeen] >= kinds[RollRead] - 2 >= 18


def test_without_a_camera_every_move_is_said() -> None:
    kinds = Watched(Habits(by_hand=0.0)).plays(20).kinds()
    assert kinds[BoardSeen] == 0
    assert kinds[CounterMoved] >= 18


def test_doubtful_dice_are_answered_truly_and_bad_rolls_thrown_again() -> None:
    plain, troubled = Watched(Habits()), Watched(Habits(doubtful=0.5, invalid=0.3))
    plain.plays(15)
    troubled.plays(15)
    assert troubled.kinds()[QuestionAnswered] > 5
    assert troubled.kinds()[RollInvalid] > 2
    assert troubled.view.turns == plain.view.turns  # the same dice, and so the same moves


def test_a_counter_that_was_put_wrong_goes_back_before_anything_else() -> None:
    watched = Watched(Habits(misplaced=0.4), players=4).plays(30)
    wrong = [
        n for n, (_, effects) in enumerate(watched.happened) if any(isinstance(e, Ignore) for e in effects)
    ]
    assert len(wrong) > 5
    for number in wrong:
        event, effects = watched.happened[number]
        assert isinstance(event, BoardSeen)
        (told,) = (effect.view for effect in effects if isinstance(effect, ShowBoard))
        assert told.to_put
        then, _ = watched.happened[number + 1]
        assert isinstance(then, BoardSeen)
        assert by_square(then.counters) == as_it_should(told)


def test_a_flat_that_nobody_exchanged_is_exchanged_when_the_table_says_so() -> None:
    watched = Watched(Habits(misplaced=1.0), players=4, seed=3)
    watched.table.run(until=lambda: any(turn.ruling.promoted for turn in watched.view.turns))
    (told,) = watched.view.to_put
    assert told.square in as_it_should(watched.view)
    watched.table.run(until=lambda: not watched.view.to_put)
    assert isinstance(watched.happened[-1][0], BoardSeen)


def test_whoever_takes_a_place_moves_at_the_page_and_hands_follow_on_the_board() -> None:
    watched = Watched(Habits()).plays(2)
    watched.table.take(PhoneJoined(ONE, 100.0, stands_in=True))
    watched.table.run(until=lambda: False)  # until nobody does anything any more
    assert (watched.view.step, watched.view.awaited) == (BoardStep.MOVE, ONE)
    watched.table.take(CounterMoved(ONE, watched.view.moves[0].move, 200.0))
    assert watched.view.to_put
    watched.table.run(until=lambda: not watched.view.to_put)
    assert isinstance(watched.happened[-1][0], BoardSeen)


def test_who_gets_the_place_back_plays_on() -> None:
    watched = Watched(Habits()).plays(2)
    watched.table.take(PhoneJoined(FIVE, 100.0, stands_in=True))
    watched.table.run(until=lambda: False)
    before = watched.view.turn
    watched.table.take(PhoneLeft(FIVE, 200.0, stood_in=True))
    assert watched.plays(before + 3).view.turn > before + 3


@pytest.mark.parametrize("players", [2, 5, 8])
def test_the_same_seed_plays_the_same(players: int) -> None:
    habits = Habits(misplaced=0.2, doubtful=0.1, invalid=0.1)
    once, twice = (Watched(habits, players, seed=9).plays(12) for _ in range(2))
    assert [event for event, _ in once.happened[2:]] == [event for event, _ in twice.happened[2:]]
