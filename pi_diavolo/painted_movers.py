"""Simulated people of Devil's Dice before the real eyes: board and dice are painted and read."""

from collections.abc import Callable, Mapping, Sequence

from pi_diavolo.painted_board import PaintedBoard
from pi_diavolo.simulator.board_counts import BoardCounts
from pi_diavolo.simulator.movers import Chooser, Habits, SimulatedMovers
from pi_diavolo.simulator.standing import Standing, as_it_should
from pi_diavolo.table.board_views import BoardView
from pi_diavolo.table.boards import BoardSeen
from pi_diavolo.table.events import (
    DiceRolling,
    Event,
    QuestionAnswered,
    RollFault,
    RollInvalid,
    RollRead,
)
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question

ROLL_AGAIN, COCKED = "roll_again", "die_cocked"
# So often the camera looks in one step of a turn; then people say at a page what they do, or let it be.
MOST_TRIES = 4

Rolled = Callable[[], RollRead | RollInvalid | None]
Looked = Callable[[], BoardSeen | None]


class PaintedMovers(SimulatedMovers):
    """They throw painted dice and move painted counters; the table hears only what the pictures show."""

    def __init__(
        self,
        seed: int,
        choosers: Mapping[Seat, Chooser],
        painted: PaintedBoard,
        pace_s: float = 2.0,
        habits: Habits | None = None,
    ) -> None:
        super().__init__(seed, choosers, pace_s, habits)
        self.counts: BoardCounts = BoardCounts()
        self._painted = painted
        self._rolled: Rolled | None = None  # a picture of dice that is being read
        self._looked: Looked | None = None  # pictures of the board that are
        self._read: Sequence[Die] = ()  # as the table has the dice
        self._spoilt = False  # one of them lies wrong
        self._tried: tuple[object, int] = ((), 0)  # in which step, and how often

    def _next(self, at: float) -> Event | None:
        if self._rolled is not None:
            return self._report_roll(self._rolled, at)
        if self._looked is not None:
            return self._report_board(self._looked, at)
        view = self._view
        if self._asked is None and view is not None and self._is_misunderstood(view):
            return self._seen(self._board, at)
        return super()._next(at)

    # The board

    def _seen(self, board: Standing, at: float) -> Event | None:
        """Hands have put the counters so: pictures are taken now, and told after a moment."""
        self._tried = (self._step, self._tries + 1)
        self._board = board
        self._painted.put(board.values())
        self._looked = self._painted.look_at_board(at)
        self._think(at)
        return None

    def _report_board(self, looked: Looked, at: float) -> Event | None:
        seen, self._looked = looked(), None
        self.counts.board(seen, self._board)
        self._think(at)
        return seen

    def _is_misunderstood(self, view: BoardView) -> bool:
        """All stands as it should, but the table still wants something put right: it looks once more."""
        return bool(view.to_put) and self._board == as_it_should(view) and self._tries < MOST_TRIES

    def _speaks(self, view: BoardView) -> bool:
        return self._tries >= MOST_TRIES or super()._speaks(view)

    @property
    def _step(self) -> object:
        return (self._view.game, self._view.turn, self._view.step) if self._view else ()

    @property
    def _tries(self) -> int:
        """How often the camera has looked in this step."""
        about, tries = self._tried
        return tries if about == self._step else 0

    # The dice

    def _roll(self, dice: int, at: float) -> Event | None:
        values = [self._dice.randint(1, 6) for _ in range(dice)]
        self._spoilt = self._camera.random() < self._habits.invalid
        self._thrown = tuple(Die(Colour.WHITE, value) for value in values)
        self._painted.throw(values, COCKED if self._spoilt else None)
        self._rolled = self._painted.look_at_dice(at)
        return DiceRolling(at)

    def _report_roll(self, rolled: Rolled, at: float) -> Event:
        seen, self._rolled = rolled(), None
        self.counts.roll(seen, [die.value for die in self._thrown], self._spoilt)
        if isinstance(seen, RollRead):
            self._read = seen.roll.dice
        return seen or RollInvalid((RollFault("die_missing"),), at)

    def _answer(self, question: Question, at: float) -> Event | None:
        if question.die is None:
            return super()._answer(question, at)
        value = None if self._spoilt else self._true_value(question.die)
        return QuestionAnswered(question.number, ROLL_AGAIN if value is None else str(value), at)

    def _true_value(self, index: int) -> int | None:
        """What the die that the table asks about truly shows; the eyes count them in another order."""
        left = [die.value for die in self._thrown]
        for number, die in enumerate(self._read):
            if number != index and not die.maybe and die.value in left:
                left.remove(die.value)
        return next((value for value in left if value in self._read[index].options), None)
