"""Simulated people of Devil's Dice before eyes: painted boards are read, and eyes that fail stop nobody."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.painted_board import PaintedBoard, board_for_show
from pi_diavolo.painted_movers import PaintedMovers
from pi_diavolo.simulator.board_counts import BoardCounts
from pi_diavolo.simulator.movers import Habits
from pi_diavolo.simulator.standing import Standing, as_it_should, by_square
from pi_diavolo.table.board_views import BoardView
from pi_diavolo.table.boards import BoardSeen, CounterMoved, CounterSeen, Move, Shape, Square
from pi_diavolo.table.effects import Effect, ShowBoard
from pi_diavolo.table.events import Event, QuestionAnswered, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, board_seats_for
from pi_diavolo.table.roll import Roll

GAME = "devils-dice"


def any_move(view: BoardView, lot: Random) -> Move:
    return lot.choice(view.moves).move


class Eyes(PaintedBoard):
    """Eyes without pictures: what they see of the board and of the dice is up to the test."""

    def __init__(
        self,
        see: Callable[[BoardSeen], BoardSeen | None] = lambda seen: seen,
        read: Callable[[Sequence[Die]], Sequence[Die]] = lambda dice: dice,
    ) -> None:
        self._see, self._read = see, read
        self.stands: tuple[CounterSeen, ...] = ()
        self.lie: tuple[int, ...] = ()

    def put(self, counters: Iterable[CounterSeen]) -> None:
        self.stands = tuple(counters)

    def throw(self, values: Sequence[int], fault: str | None = None) -> None:
        self.lie = tuple(values)

    def look_at_board(self, at: float) -> Callable[[], BoardSeen | None]:
        seen = self._see(BoardSeen(self.stands, at))
        return lambda: seen

    def look_at_dice(self, at: float) -> Callable[[], RollRead | RollInvalid | None]:
        roll = Roll(tuple(self._read([Die(Colour.WHITE, value) for value in self.lie])))
        return lambda: RollRead(roll, at)


class Evening:
    """A game of two before such eyes."""

    def __init__(self, eyes: PaintedBoard, habits: Habits | None = None, seed: int = 1) -> None:
        self.events, self.views = list[Event](), list[BoardView]()
        seats, clock = board_seats_for(2), VirtualClock()
        self.people = PaintedMovers(seed, dict.fromkeys(seats, any_move), eyes, habits=habits)
        self.table = Table(GAMES[GAME](), EventLog.in_memory(), clock, self.people, people_wait=False)
        self.table.add_outlet(self)
        open_evening(self.table, GAME, {}, 1, seed, clock.now())
        seat_players(self.table, [PlayerId(str(seat)) for seat in seats], clock.now(), seats)

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.events.append(event)
        self.views += [effect.view for effect in effects if isinstance(effect, ShowBoard)]

    def plays(self, turns: int) -> "Evening":
        self.table.run(until=lambda: self.views[-1].turn > turns)
        assert self.views[-1].turn > turns, "the game came to a stop"
        return self

    def of(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def test_painted_boards_and_dice_are_read_and_moves_made() -> None:
    evening = Evening(board_for_show(1, SHIPPED)).plays(2)
    counts = evening.people.counts
    assert (counts.misread, counts.boards_misread) == (0, 0)
    assert counts.rolls >= 4
    assert counts.boards >= 3
    read = evening.of(RollRead)
    assert all(isinstance(roll, RollRead) and all(die.where for die in roll.roll.dice) for roll in read)


def test_with_eyes_that_see_no_board_people_say_their_moves() -> None:
    evening = Evening(Eyes(see=lambda seen: None)).plays(4)
    assert evening.of(BoardSeen) == []
    assert len(evening.of(CounterMoved)) >= 4


def test_what_eyes_see_wrong_is_looked_at_again_and_then_said() -> None:
    def blind_in_the_middle(seen: BoardSeen) -> BoardSeen:
        return replace(seen, counters=tuple(each for each in seen.counters if each.square.row in (0, 15)))

    evening = Evening(Eyes(see=blind_in_the_middle)).plays(6)
    assert evening.of(CounterMoved)
    assert evening.people.counts.boards_misread > 0
    assert as_it_should(evening.views[-1])


def test_a_doubtful_die_is_answered_by_what_it_truly_shows_however_the_eyes_count() -> None:
    def doubts_the_first(dice: Sequence[Die]) -> Sequence[Die]:
        first, *others = reversed(dice)
        wrong = first.value % 6 + 1
        return [replace(first, value=wrong, maybe=(first.value,)), *others]

    doubted, sure = Evening(Eyes(read=doubts_the_first)).plays(8), Evening(Eyes()).plays(8)
    assert len(doubted.of(QuestionAnswered)) >= 8
    assert [sorted(turn.ruling.dice) for turn in doubted.views[-1].turns] == [
        sorted(turn.ruling.dice) for turn in sure.views[-1].turns
    ]


def test_spoilt_rolls_are_thrown_again() -> None:
    def unsure(dice: Sequence[Die]) -> Sequence[Die]:
        return [replace(die, maybe=(die.value % 6 + 1,)) for die in dice]

    evening = Evening(Eyes(read=unsure), Habits(invalid=0.5)).plays(4)
    again = [event for event in evening.of(QuestionAnswered) if "roll_again" in str(event)]
    assert again


# What is counted


def counters(*squares: str, shape: Shape | None = Shape.FLAT) -> tuple[CounterSeen, ...]:
    return tuple(CounterSeen(_square(name), Colour.RED, shape) for name in squares)


def _square(name: str) -> Square:
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def counted(seen: BoardSeen | None, truth: Standing) -> tuple[int, int]:
    counts = BoardCounts()
    counts.board(seen, truth)
    return counts.boards_misread, counts.boards_unsure


def test_only_what_was_surely_seen_wrong_is_a_misreading() -> None:
    truth = by_square(counters("a1", "b2"))
    assert counted(BoardSeen(counters("a1", "b2"), 0.0), truth) == (0, 0)
    assert counted(BoardSeen(counters("a1"), 0.0), truth) == (1, 0)
    assert counted(BoardSeen(counters("a1"), 0.0, (_square("b2"),)), truth) == (0, 1)
    assert counted(BoardSeen(counters("a1", "b2", "c3"), 0.0), truth) == (1, 0)
    assert counted(BoardSeen(counters("a1", "b2", shape=Shape.PAWN), 0.0), truth) == (1, 0)
    assert counted(BoardSeen(counters("a1", "b2", shape=None), 0.0), truth) == (0, 1)
    assert counted(None, truth) == (0, 1)


def test_rolls_are_counted_beside_the_truth() -> None:
    counts = BoardCounts()
    counts.roll(RollRead(Roll((Die(Colour.WHITE, 2), Die(Colour.WHITE, 5))), 0.0), (5, 2), False)
    counts.roll(RollRead(Roll((Die(Colour.WHITE, 2), Die(Colour.WHITE, 4))), 0.0), (5, 2), False)
    counts.roll(RollRead(Roll((Die(Colour.WHITE, 2, maybe=(3,)),)), 0.0), (3,), False)
    counts.roll(RollInvalid((), 0.0), (3,), True)
    counts.roll(None, (3,), False)
    assert (counts.rolls, counts.misread, counts.asked, counts.refused) == (5, 1, 1, 2)
