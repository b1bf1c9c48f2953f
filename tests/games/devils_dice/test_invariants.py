"""Whatever people do: every piece is on the board, beside it or out, and nothing breaks a rule."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pi_diavolo.games.devils_dice.legal_moves import legal_moves
from pi_diavolo.games.devils_dice.play import CounterAt, Play, TurnHeld
from pi_diavolo.games.devils_dice.playing import worked_out
from pi_diavolo.games.devils_dice.referee import DevilsDiceReferee
from pi_diavolo.table.board_layout import Axis
from pi_diavolo.table.boards import (
    BoardSeen,
    Counter,
    CounterMoved,
    CounterSeen,
    EndAgreed,
    MoveCorrected,
    Shape,
    Square,
)
from pi_diavolo.table.effects import Ignore
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    Paused,
    PlayAgainAsked,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    Resumed,
    Started,
)
from pi_diavolo.table.pieces import Colour
from tests.games.devils_dice.makers import TableOfMovers, a_start, begun

ROUNDS = 6  # without a capture, so that games end soon
PIECES = 8  # of a colour: four flats and four pawns
seeds = st.integers(0, 2**32)


def must_be_in_order(start: Play, play: Play) -> None:
    """The turns as they were ruled lead from the start to this board, by nothing but the rules."""
    standing = dict(start.counters)
    for held in play.held:
        if not held.ruling.struck:
            _follow(start, standing, held)
        squares = [at.square for at in standing.values() if at.square is not None]
        assert len(set(squares)) == len(squares), "no two on a square"
        assert all(start.ground.layout.holds(square) for square in squares)
    assert standing == play.counters
    for colour in play.owners:
        assert sum(_pieces(play, colour)) == PIECES
    assert play.over or len(play.still_in()) > 1
    assert len(play.held) == (play.turn if play.over else max(0, play.turn - 1))


def _pieces(play: Play, colour: Colour) -> tuple[int, int, int]:
    """How many of a colour's flats and pawns are on the board, wait beside it, and are out."""
    mine = [at for counter, at in play.counters.items() if counter.colour is colour]
    flats = sum(at.square is not None and at.shape is Shape.FLAT for at in mine)
    pawns = sum(at.square is not None and at.shape is Shape.PAWN for at in mine)
    # A pawn on the board has left its flat behind; with a counter that was taken both are out.
    return flats + pawns, flats, pawns + 2 * (len(mine) - flats - pawns)


def _follow(start: Play, standing: dict[Counter, CounterAt], held: TurnHeld) -> None:
    ruling, safe = held.ruling, start.ground.safe
    if ruling.move is not None:
        counter, to = ruling.move.counter, ruling.move.to
        at = standing[counter]
        assert start.owners[counter.colour] == held.seat
        assert at.square == ruling.came_from
        assert at.square is not None
        steps = {Axis.ROW: to.column - at.square.column, Axis.COLUMN: to.row - at.square.row}
        assert sorted(map(abs, steps.values())) == sorted(ruling.dice)
        if at.shape is Shape.FLAT:
            onwards = start.ground.layout.home_of(counter.colour).forwards
            assert all(steps[axis] * onwards[axis] >= 0 for axis in Axis), "no flat moves backwards"
        there = next((other for other, where in standing.items() if where.square == to), None)
        assert there == ruling.taken
        if there is not None:
            assert to not in safe, "safe squares hold"
            open_to_all = start.rules.own_counters == "second_colour_open" and there.colour != counter.colour
            assert open_to_all or start.owners[there.colour] != held.seat
            standing[there] = CounterAt(None, standing[there].shape)
        assert not (ruling.promoted and at.shape is Shape.PAWN)
        standing[counter] = CounterAt(to, Shape.PAWN if ruling.promoted else at.shape)
    for counter in ruling.overdue:
        assert standing[counter].square in safe
        standing[counter] = CounterAt(None, standing[counter].shape)
    went = ruling.move.counter if ruling.move else None
    for counter, at in standing.items():
        mine = start.owners[counter.colour] == held.seat and counter != went
        assert not (mine and at.square in safe) or ruling.ended == "agreed", "nobody stays on a safe square"


class Evenings(RuleBasedStateMachine):
    """People who do anything, at any moment."""

    @initialize(
        players=st.sampled_from([2, 2, 3, 4, 8]),
        passing=st.sampled_from(["allowed", "forbidden"]),
        own_home=st.sampled_from(["all", "counters_own"]),
        own_counters=st.sampled_from(["closed", "second_colour_open"]),
        no_move=st.sampled_from(["pass", "roll_again"]),
        all_pass=st.booleans(),
    )
    def sit_down(
        self, players: int, passing: str, own_home: str, own_counters: str, no_move: str, all_pass: bool
    ) -> None:
        self.table = TableOfMovers(
            players,
            passing=passing,
            own_home=own_home,
            own_counters=own_counters,
            no_move=no_move,
            colours_each=2 if players < 5 else 1,
            end_when_all_pass=all_pass,
            end_without_captures=ROUNDS,
        )

    @rule(seed=seeds, count=st.integers(1, 30))
    def play(self, seed: int, count: int) -> None:
        """So many acts by lot, some on the page and some under the camera."""
        lot = random.Random(seed)
        for _ in range(count):
            if not self.table.referee.in_progress or self.table.game.protest is not None:
                return
            self._act(lot)

    def _act(self, lot: random.Random) -> None:
        table, play = self.table, self.table.play
        halted = table.evening.paused
        if (doubt := table.game.doubt) is not None:
            table.does(QuestionAnswered(doubt.question.number, lot.choice(doubt.question.options), table.at))
        elif not play.dice:
            values = [lot.randint(1, 6) for _ in range(2 if play.turn else 1)]
            seen = tuple((value, value % 6 + 1) if lot.random() < 0.05 else value for value in values)
            if halted:
                return
            table.rolls(*seen)
        elif lot.random() < 0.5 and play.mover is not None:
            table.does(CounterMoved(play.mover, lot.choice(legal_moves(play, play.dice)), table.at))
        elif halted or table.game.waiting:
            return
        else:
            self._move_on_the_board(lot)
        assert halted == bool(table.refusals()), table.refusals()

    def _move_on_the_board(self, lot: random.Random) -> None:
        table, play = self.table, self.table.play
        turn, chosen = play.turn, lot.choice(legal_moves(play, play.dice))
        start = play.counters[chosen.counter].square
        assert start is not None
        if lot.random() < 0.2:
            table.sees()  # else it may be what somebody has just said to be no move
            table.sees((start.name, None), unsure=(chosen.to.name,))
            assert table.play is play, "what is not surely seen is not ruled"
            assert table.game.doubt is not None
            assert chosen in table.game.doubt.moves
            return
        if (chosen.to, chosen.counter.colour) in table.game.leftovers:
            table.sees()  # else it may be one that is out and was not taken off
        table.sees((start.name, None), (chosen.to.name, chosen.counter.colour, None))
        assert table.play.turn > turn or table.play.over, "a legal move that is seen is made"
        held = table.play.held[turn - 1].ruling
        assert held.move == chosen

    @precondition(lambda self: self.table.referee.in_progress)
    @rule(seed=seeds)
    def disturb_the_board(self, seed: int) -> None:
        """Counters stray, vanish, or are not seen well; nothing is ruled that is no legal move."""
        lot, table = random.Random(seed), self.table
        before = table.play
        seen = {
            at.square: CounterSeen(at.square, c.colour, at.shape)
            for c, at in before.counters.items()
            if at.square
        }
        for _ in range(lot.randint(0, 3)):
            square = Square(lot.randrange(16), lot.randrange(16))
            if lot.random() < 0.5 and seen:
                moved = seen.pop(lot.choice(list(seen)))
                seen[square] = CounterSeen(square, moved.colour, lot.choice([None, moved.shape]))
            else:
                seen.pop(square, None)
        squares = list(before.ground.layout.squares())
        unsure = tuple(lot.sample(squares, lot.randint(0, 4)))
        table.does(BoardSeen(tuple(seen.values()), table.at, unsure, lot.choice([0, 0, 1])))
        if table.play is not before:
            assert table.play.held[len(before.held)].ruling.move in legal_moves(before, before.dice)

    @precondition(lambda self: self.table.play.held)
    @rule(seed=seeds, kind=st.sampled_from(["dice", "move", "struck", "out"]))
    def put_a_turn_right(self, seed: int, kind: str) -> None:
        lot, table = random.Random(seed), self.table
        turn = lot.randint(max(1, len(table.play.held) - 8), len(table.play.held))
        ruling = table.play.held[turn - 1].ruling
        if kind == "dice":
            table.does(MoveCorrected(turn, table.at, dice=(lot.randint(1, 6), lot.randint(1, 6))))
        elif kind == "move" and ruling.move is not None:
            counter, squares = ruling.move.counter, list(table.play.ground.layout.squares())
            table.does(MoveCorrected(turn, table.at, move=type(ruling.move)(counter, lot.choice(squares))))
        elif kind == "struck" and lot.random() < 0.3:
            table.does(MoveCorrected(turn, table.at, struck=True))
        else:
            table.does(Correction(turn, table.at, struck=True))

    @rule()
    def undo(self) -> None:
        self.table.does(CorrectionUndone(self.table.at))

    @rule(stands=st.booleans())
    def protest(self, stands: bool) -> None:
        event = (
            Protested(self.table.at)
            if self.table.game.protest is None
            else ProtestDecided(stands, self.table.at)
        )
        self.table.does(event)

    @rule()
    def have_a_break(self) -> None:
        event = Resumed if self.table.evening.paused else Paused
        self.table.does(event(self.table.at))

    @rule()
    def switch_off_and_on(self) -> None:
        before = self.table.play
        self.table.does(Started("another", 0.0, "2026-01-01T20:00:00+00:00"))
        assert self.table.play == before

    @rule(lot=st.integers(0, 9))
    def agree_to_end(self, lot: int) -> None:
        if lot == 0:
            self.table.does(EndAgreed(self.table.at))

    @precondition(lambda self: not self.table.referee.in_progress)
    @rule()
    def play_again(self) -> None:
        self.table.does(PlayAgainAsked(self.table.at))

    @invariant()
    def all_is_in_order(self) -> None:
        if hasattr(self, "table"):
            game = self.table.game
            must_be_in_order(game.start, game.play)
            assert [ruling.turn for ruling in game.rulings] == list(range(1, len(game.rulings) + 1))
            assert [r.move for r in game.rulings[: len(game.play.held)]] == [h.ruling for h in game.play.held]
            assert all(r.pending or r.played_on for r in game.rulings[len(game.play.held) :])
            assert [turn.ruling for turn in game.turns] == [held.ruling for held in game.play.held]
            assert not game.play.dice or legal_moves(game.play, game.play.dice)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            again = DevilsDiceReferee()
            for event in self.table.events:
                again.receive(event)
            assert again.state == self.table.evening
            told = worked_out(self.table.game)
            assert told.play.having(news=()) == self.table.play.having(news=())
            assert told.waiting == self.table.game.waiting


TestEvenings = pytest.mark.filterwarnings("ignore")(Evenings.TestCase)
TestEvenings.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3), (8, 4)])
def test_every_game_ends_within_a_bound(players: int, seed: int) -> None:
    """Between two captures lie so many rounds at most, and only so many counters can be taken."""
    lot, table = random.Random(seed), TableOfMovers(players, end_without_captures=ROUNDS)
    while table.referee.in_progress:
        play = table.play
        if play.dice and play.mover is not None:
            table.does(CounterMoved(play.mover, lot.choice(legal_moves(play, play.dice)), table.at))
        else:
            table.rolls(*(lot.randint(1, 6) for _ in range(2 if play.turn else 1)))
        assert not any(isinstance(effect, Ignore) for effect in table.effects)
    must_be_in_order(table.game.start, table.play)
    assert table.play.turn <= ROUNDS * players * (4 * players - 1)


def test_a_corner_and_a_middle_flat_cannot_be_stuck_before_they_become_pawns() -> None:
    """On the shipped board a flat that is alone always has a move, whatever is rolled."""
    start = begun(a_start(8))
    for colour, owner in start.owners.items():
        home = start.ground.layout.home_of(colour)
        alone = start.having(counters={Counter(colour, 1): CounterAt(home.squares[0])}, mover=owner)
        for first in range(1, 7):
            assert all(legal_moves(alone, (first, second)) for second in range(1, 7))
