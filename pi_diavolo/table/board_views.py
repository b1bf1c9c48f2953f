"""How a game of Devil's Dice is shown: the board, the roll, and every move that can be made now."""

from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.boards import Counter, Ended, Move, MoveRuling, Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying


class BoardStep(StrEnum):
    """What a game of Devil's Dice waits for."""

    ROLL_OFF = "roll_off"
    ROLL = "roll"
    MOVE = "move"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class CounterStanding:
    """A counter, its shape, and its square; None where it is out. `must_leave`: it goes off if it stays."""

    counter: Counter
    shape: Shape
    square: Square | None
    must_leave: bool = False


@dataclass(frozen=True, slots=True)
class Mover:
    """One player: the own colours, and how many counters are left on the board."""

    seat: Seat
    colours: tuple[Colour, ...]
    left: int
    rolled_off: int | None = None


@dataclass(frozen=True, slots=True)
class MoveOffered:
    """A legal move, what it takes, and whether the counter becomes a pawn by it."""

    move: Move
    takes: Counter | None = None
    promotes: bool = False


@dataclass(frozen=True, slots=True)
class ToPut:
    """What hands have still to do on the real board, in a sentence each: put back, take off, exchange."""

    saying: Saying
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn by its number, by which it can be corrected."""

    number: int
    seat: Seat
    ruling: MoveRuling
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """All that there is to see; `dice` are those of the turn going on, `moves` what can be done with them."""

    game: int
    turn: int
    step: BoardStep
    layout: Layout
    movers: tuple[Mover, ...]  # in the order of play
    counters: tuple[CounterStanding, ...]
    awaited: Seat | None
    saying: Saying | None
    dice: tuple[int, ...]
    moves: tuple[MoveOffered, ...]
    to_put: tuple[ToPut, ...]
    turns: tuple[TurnShown, ...]
    ended: Ended | None = None
    winner: Seat | None = None
