"""The simulated people of Devil's Dice: they roll, choose moves, and put the counters where they belong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from pi_diavolo.simulator.board_counts import BoardCounts
from pi_diavolo.simulator.paced_players import PacedPlayers
from pi_diavolo.simulator.standing import Standing, after, as_it_should, misplaced, square_of
from pi_diavolo.table.board_views import BoardStep, BoardView, MoveOffered
from pi_diavolo.table.boards import BoardSeen, CounterMoved, Move
from pi_diavolo.table.effects import Effect, ShowBoard, Unask
from pi_diavolo.table.events import Event, QuestionAnswered, RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question

# What a player moves, seeing what everyone sees; only the games know what is good.
Chooser = Callable[[BoardView, Random], Move]


@dataclass(frozen=True, slots=True)
class Habits:
    """How people are, and what the camera makes of it.

    `by_hand` is how often a move is made on the board, before the camera, instead of said at a page; with 0
    there is no camera. `misplaced` is how often a hand puts a counter wrong or forgets to exchange it.
    """

    by_hand: float = 1.0
    misplaced: float = 0.0
    doubtful: float = 0.0
    invalid: float = 0.0


class SimulatedMovers(PacedPlayers):
    """Players, dice, a board and a camera made of numbers; the same seed and effects give the same evening.

    Seats without a chooser are real people's; with `throws` false the dice lie on a real table.
    """

    counts: BoardCounts | None = None  # how well eyes did that look at pictures; there are none here

    def __init__(
        self,
        seed: int,
        choosers: Mapping[Seat, Chooser],
        pace_s: float = 2.0,
        habits: Habits | None = None,
        throws: bool = True,
    ) -> None:
        super().__init__(seed, pace_s, throws)
        self._choosers = dict(choosers)
        self._habits = habits or Habits()
        self._luck = Random(f"{seed} hands")
        self._lots = {seat: Random(f"{seed} moves {seat}") for seat in choosers}
        self._board: Standing = {}  # what truly stands there
        self._meant = ""  # by whoever moved last: from where to where
        self._view: BoardView | None = None

    def _learn(self, effect: Effect) -> None:
        match effect:
            case ShowBoard(view=view):
                self._view = view
            case Unask(question=number):
                if self._asked is not None and self._asked.question.number == number:
                    self._asked = None

    def _next(self, at: float) -> Event | None:
        view = self._view
        if self._asked is not None:
            return self._answer(self._asked.question, at)
        if view is None:
            return None
        if self._is_watched and self._board != as_it_should(view):
            return self._seen(as_it_should(view), at)
        if view.step in (BoardStep.ROLL_OFF, BoardStep.ROLL):
            return self._roll(1 if view.step is BoardStep.ROLL_OFF else 2, at)
        return self._move(view, at) if view.step is BoardStep.MOVE else None

    @property
    def _is_watched(self) -> bool:
        """There is a camera that sees the board; else nobody knows what stands there."""
        return self._habits.by_hand > 0

    def _move(self, view: BoardView, at: float) -> Event | None:
        seat = view.awaited
        chooser = self._choosers.get(seat) if seat is not None else None
        if seat is None or chooser is None or seat in self._left:
            return None
        move = chooser(view, self._lots[seat])
        (offered,) = (each for each in view.moves if each.move == move)
        self._meant = f"{square_of(view, offered).name}-{move.to.name}"
        if self._speaks(view):
            return CounterMoved(seat, move, at)
        return self._seen(self._by_hand(view, offered), at)

    def _speaks(self, view: BoardView) -> bool:
        """Whether the move is said at a page, and hands follow."""
        return self._luck.random() >= self._habits.by_hand

    def _by_hand(self, view: BoardView, offered: MoveOffered) -> Standing:
        slips = self._luck.random() < self._habits.misplaced
        if slips and not offered.promotes:
            return misplaced(self._board, view, offered, self._luck)
        return after(self._board, view, offered, exchanged=not slips)

    def _seen(self, board: Standing, at: float) -> Event | None:
        """Hands have put the counters so, and the camera looks at them; it may have nothing to say."""
        self._board = board
        self._think(at)
        return BoardSeen(tuple(board.values()), at)

    def _roll(self, dice: int, at: float) -> Event | None:
        if not self._throws:
            return None
        if self._camera.random() < self._habits.invalid:
            return RollInvalid((RollFault("die_cocked", Colour.WHITE),), at)
        self._thrown = tuple(self._die(Colour.WHITE, self._habits.doubtful) for _ in range(dice))
        return RollRead(Roll(self._thrown), at)

    def _answer(self, question: Question, at: float) -> Event | None:
        """The truth: what a die shows, or which move was meant."""
        if not self._throws:
            return None
        if question.die is not None:
            return QuestionAnswered(question.number, str(self._thrown[question.die].value), at)
        # The last choice is always that it was none of these.
        choice = self._meant if self._meant in question.options else question.options[-1]
        return QuestionAnswered(question.number, choice, at)
