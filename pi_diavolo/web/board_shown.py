"""A game of Devil's Dice as pages get to know it; it has no secrets, so everyone gets all of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_diavolo.table.board_layout import Line
from pi_diavolo.table.board_views import BoardStep
from pi_diavolo.table.boards import Counter, Ended, Move, Shape, Square
from pi_diavolo.table.pieces import Colour


@dataclass(frozen=True, slots=True)
class HomeShown:
    """Where a colour begins."""

    colour: Colour
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class LayoutShown:
    """The empty board: columns count to the right, rows away from the near edge, both from 0."""

    columns: int
    rows: int
    homes: tuple[HomeShown, ...]
    lines: tuple[Line, ...]
    safe: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class MoverShown:
    """One player; `rolled_off` is what the roll for the order of play showed."""

    seat: int
    name: str
    colours: tuple[Colour, ...]
    left: int
    rolled_off: int | None


@dataclass(frozen=True, slots=True)
class CounterShown:
    """A counter on its square, or out where that is null; `must_leave`: it goes off if it stays."""

    colour: Colour
    number: int
    shape: Shape
    square: Square | None
    must_leave: bool


@dataclass(frozen=True, slots=True)
class MoveShown:
    """What can be done now, as the command `move` takes it; what it takes, and whether a pawn comes of it."""

    counter: Counter
    to: Square
    takes: Counter | None
    promotes: bool


@dataclass(frozen=True, slots=True)
class ToPutShown:
    """What hands have still to do on the real board."""

    text: str
    square: Square | None


@dataclass(frozen=True, slots=True)
class BoardTurn:
    """A turn by its number, by which it can be corrected; `move` is null where the turn passed."""

    number: int
    seat: int
    text: str
    dice: tuple[int, ...]
    move: Move | None
    came_from: Square | None
    taken: Counter | None
    promoted: bool
    overdue: tuple[Counter, ...]
    passed: bool
    struck: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class BoardShown:
    """All that there is to see; `turns` are the latest ones, all of them are at /api/turns."""

    game: int
    turn: int
    step: BoardStep
    layout: LayoutShown
    colours: Mapping[Colour, str]
    movers: tuple[MoverShown, ...]
    counters: tuple[CounterShown, ...]
    awaited: int | None
    text: str
    dice: tuple[int, ...]
    moves: tuple[MoveShown, ...]
    to_put: tuple[ToPutShown, ...]
    turns: tuple[BoardTurn, ...]
    ended: Ended | None
    winner: int | None


@dataclass(frozen=True, slots=True)
class BoardBefore:
    """The board as it stood before a turn, and what could be done with the dice: those rolled, or others."""

    game: int
    turn: int
    seat: int
    dice: tuple[int, ...]
    counters: tuple[CounterShown, ...]
    moves: tuple[MoveShown, ...]
    played: Move | None
