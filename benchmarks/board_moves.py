"""`python -m benchmarks.board_moves --moves 240 --first SEED`: moves made on painted boards, seen or not.

On each board a game goes on that was played for some turns already; then hands make legal moves by lot, take
off what they land on and exchange what becomes a pawn. The eyes look until two pictures agree, and the
referee hears of it as at the table. Confirmed without a tap, asked about, or left to people: all of that is
right. A move that nobody made, and a legal one that is refused, are wrong. Now and then a hand first puts the
counter where it may not go: then the table must not make a move of it.
"""

import argparse
import multiprocessing
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import cv2

from pi_diavolo.games.devils_dice.referee import DevilsDiceReferee
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.painted_board import WITHOUT_LENS, PaintedBoard, drawn_board
from pi_diavolo.simulator.painting.board_positions import Mess
from pi_diavolo.simulator.standing import Standing, after, as_it_should, misplaced, square_of
from pi_diavolo.table.board_views import BoardStep, BoardView, MoveOffered
from pi_diavolo.table.boards import FEWEST_MOVERS, MOST_MOVERS, CounterMoved
from pi_diavolo.table.effects import Ask, Effect, Ignore, ShowBoard
from pi_diavolo.table.events import (
    EveningOpened,
    Event,
    GameStarted,
    QuestionAnswered,
    RollRead,
    SeatTaken,
    Started,
)
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, board_seats_for
from pi_diavolo.table.roll import Roll

# The networks were trained on boards below this.
FIRST_UNSEEN = 4_000_000
MOVES_A_BOARD = 4
MOST_TURNS_BEFORE = 70
CAPTURES = 0.3  # so often a move is a capture, where there is one
MISPLACED = 0.25  # so often a hand first puts the counter wrong


@dataclass(slots=True)
class Tally:
    """What came of some moves, and of counters that were put wrong."""

    boards: int = 0
    blind: int = 0  # boards that could not be looked at
    moves: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    captures: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count another tally's moves, too."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class _Game:
    """One game by lot under a painted camera."""

    def __init__(self, seed: int) -> None:
        self.seed, self.lot, self.at = seed, Random(f"{seed} moves"), 0.0
        self.tally, self.referee = Tally(boards=1), DevilsDiceReferee()
        self.view: BoardView
        self.does(EveningOpened("devils-dice", {}, 1, seed, 0.0))
        self.does(Started("boot", 0.0, "2026-01-01T20:00:00+00:00"))
        for seat in board_seats_for(self.lot.randint(FEWEST_MOVERS, MOST_MOVERS)):
            self.does(SeatTaken(seat, PlayerId(f"player-{seat}"), 0.0))
        self.does(GameStarted(0.0))
        self.board: Standing = {}

    def does(self, event: Event) -> list[Effect]:
        """Let this happen; the last board that is shown is the view."""
        effects = self.referee.receive(event)
        shown = [effect.view for effect in effects if isinstance(effect, ShowBoard)]
        if shown:
            self.view = shown[-1]
        self.at += 1.0
        return effects

    @property
    def is_over(self) -> bool:
        return self.view.step is BoardStep.OVER

    def roll(self) -> None:
        count = 1 if self.view.step is BoardStep.ROLL_OFF else 2
        dice = tuple(Die(Colour.WHITE, self.lot.randint(1, 6)) for _ in range(count))
        self.does(RollRead(Roll(dice), self.at))

    def play_to_turn(self, turn: int) -> None:
        """Until then moves are said at a page, and nobody looks."""
        while self.view.turn < turn and not self.is_over:
            if self.view.step is BoardStep.MOVE:
                self.say(self.chosen())
            else:
                self.roll()

    def chosen(self) -> MoveOffered:
        takes = [offered for offered in self.view.moves if offered.takes]
        return self.lot.choice(takes if takes and self.lot.random() < CAPTURES else list(self.view.moves))

    def say(self, offered: MoveOffered) -> None:
        assert self.view.awaited is not None
        self.does(CounterMoved(self.view.awaited, offered.move, self.at))

    def play(self, moves: int) -> Tally:
        """So many moves before the camera, unless it cannot see this board or the game is over."""
        self.play_to_turn(self.lot.randint(1, MOST_TURNS_BEFORE))
        table = drawn_board(self.seed, SHIPPED)
        mess = Mess(0.0, 0.0, self.lot.uniform(0.8, 2.0))
        self.painted = PaintedBoard(table, self.seed, lens=bool(self.seed % WITHOUT_LENS), mess=mess)
        if self.is_over or self.look(as_it_should(self.view)) is None:
            self.tally.blind = 1
            return self.tally
        while self.tally.moves.total() < moves and not self.is_over:
            if self.view.step is BoardStep.MOVE:
                self.move(self.chosen())
            else:
                self.roll()
        return self.tally

    def look(self, board: Standing) -> list[Effect] | None:
        """Hands have put the counters so; None where the eyes cannot look."""
        self.board = board
        self.painted.put(board.values())
        seen = self.painted.look_at_board(self.at)()
        return None if seen is None else self.does(seen)

    def move(self, offered: MoveOffered) -> None:
        start, before = self.board, self.view
        if self.lot.random() < MISPLACED:
            self.slip(misplaced(self.board, self.view, offered, self.lot), offered)
            if self.view.turn != before.turn:  # it was made a move of, wrongly: the board is no longer known
                return
        way = f"{square_of(self.view, offered).name}-{offered.move.to.name}"
        came = self.came_of(offered, way, self.look(after(start, self.view, offered)))
        self.tally.moves[came] += 1
        self.tally.captures[came] += offered.takes is not None
        self.set_right()

    def came_of(self, offered: MoveOffered, way: str, effects: list[Effect] | None) -> str:
        """What the table made of a legal move; what it left open is said."""
        turn = self.view.turns[-1] if self.view.turns else None
        if effects is None:
            self.say(offered)
            return "not looked at"
        if turn is not None and self.view.step is not BoardStep.MOVE:
            if turn.ruling.move == offered.move:
                return "confirmed"
            self._wrong(f"{way} was taken for {turn.ruling.move}")
            return "wrong"
        asked = [effect.question for effect in effects if isinstance(effect, Ask)]
        if asked and way in asked[-1].options:
            self.does(QuestionAnswered(asked[-1].number, way, self.at))
            return "one tap"
        refused = [effect for effect in effects if isinstance(effect, Ignore)]
        if refused:
            self._wrong(f"{way} was refused: {refused[0].reason.sentence}")
        self.say(offered)
        return "refused" if refused else "said"

    def slip(self, board: Standing, offered: MoveOffered) -> None:
        """A counter stands where it may not: the table says why, asks, or waits, and makes no move of it."""
        effects = self.look(board)
        if self.view.step is not BoardStep.MOVE:
            self._wrong(f"a counter put wrong instead of {offered.move} was taken for a move")
            self.tally.slips["wrong"] += 1
        elif effects is None:
            self.tally.slips["not looked at"] += 1
        elif any(isinstance(effect, Ignore) for effect in effects):
            self.tally.slips["told why"] += 1
        else:
            self.tally.slips["asked" if any(isinstance(e, Ask) for e in effects) else "nothing said"] += 1

    def set_right(self) -> None:
        """After a move that was said, or took overdue counters off, hands put the board as it should be."""
        if self.board != as_it_should(self.view):
            self.look(as_it_should(self.view))

    def _wrong(self, what: str) -> None:
        self.tally.wrong.append(f"board {self.seed}, turn {self.view.turn}: {what}")


def play_board(work: tuple[int, int]) -> Tally:
    """Paint and play on the board of one seed."""
    cv2.setNumThreads(1)
    seed, moves = work
    return _Game(seed).play(moves)


def report(tally: Tally) -> str:
    """The figures for people."""
    return "\n".join(
        [
            f"{tally.boards} boards, {tally.blind} could not be looked at",
            f"legal moves: {_told(tally.moves)}",
            f"of these captures: {_told(tally.captures)}",
            f"counters put wrong: {_told(tally.slips)}",
            f"WRONG: {len(tally.wrong)}",
            *tally.wrong,
        ]
    )


def _told(counts: Counter[str]) -> str:
    whole = counts.total()
    parts = (f"{what} {count} ({count / whole:.1%})" for what, count in counts.most_common() if count)
    return f"{whole}; {', '.join(parts)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--moves", type=int, default=240)
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first board's seed")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    whole, boards = Tally(), -(-arguments.moves // MOVES_A_BOARD)
    work = [(arguments.first + n, MOVES_A_BOARD) for n in range(boards)]
    with multiprocessing.Pool(arguments.processes) as pool:
        for done, tally in enumerate(pool.imap_unordered(play_board, work), 1):
            whole.add(tally)
            print(f"\r{done} of {boards} boards, {len(whole.wrong)} wrong", end="", flush=True)
    print("\n" + report(whole))


if __name__ == "__main__":
    main()
