"""Who stands where on a painted board, drawn by lot: early and late positions, and all that goes wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pi_diavolo.simulator.painting.board_drawing import BoardPlace, Box
from pi_diavolo.simulator.painting.board_pieces import PaintedPiece
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.boards import COUNTERS_EACH, MOST_MOVERS, Shape, Square
from pi_diavolo.table.pieces import Colour

# A hand puts a counter down so far off its square's middle, in mm: usually, and at the worst.
USUAL_OFF_MM, MOST_OFF_MM = 1.4, 4.0
# A counter this near to a line, in mm, lies across it; nobody can say on which square it stands.
ACROSS_MM = 1.5
TRIES = 60


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """A counter as it truly stands: `square` is None where it lies across a line, on another, or beside."""

    colour: Colour
    shape: Shape
    where: tuple[float, float]
    square: Square | None
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Mess:
    """The chances that a counter lies across a line, or on another one; and how far off they stand."""

    across: float = 0.0
    stacked: float = 0.0
    off_mm: float = USUAL_OFF_MM


@dataclass(frozen=True, slots=True)
class Position:
    """The counters of a board, as they are painted and as they truly stand, in the same order."""

    pieces: tuple[PaintedPiece, ...]
    truth: tuple[PieceTruth, ...]


class Setter:
    """Puts counters down, one after the other; they do not touch unless one stands on another."""

    def __init__(
        self, place: BoardPlace, box: Box, rng: np.random.Generator, mess: Mess | None = None
    ) -> None:
        self._place, self._box, self._rng = place, box, rng
        self._mess = mess or Mess()
        self._pieces: list[PaintedPiece] = []
        self._truth: list[PieceTruth] = []

    @property
    def position(self) -> Position:
        """All that stand there now."""
        return Position(tuple(self._pieces), tuple(self._truth))

    def put(self, square: Square, colour: Colour, shape: Shape) -> tuple[float, float]:
        """Put a counter on its square, nearly in the middle; tells where."""
        x, y = self._place.middle(square)
        for _ in range(TRIES):
            dx, dy = np.clip(self._rng.normal(0, self._mess.off_mm, 2), -MOST_OFF_MM, MOST_OFF_MM)
            where = (x + float(dx), y + float(dy))
            if self._add(colour, shape, where, square):
                return where
        self.put_at((x, y), square, colour, shape)
        return x, y

    def put_at(self, where: tuple[float, float], square: Square, colour: Colour, shape: Shape) -> None:
        """Put a counter on its square, just there."""
        self._add(colour, shape, where, square, anyway=True)

    def put_across(self, square: Square, colour: Colour, shape: Shape) -> None:
        """Put it across one of its square's lines; nowhere, if there is no room."""
        (x, y), half, rng = self._place.middle(square), self._place.square_mm / 2, self._rng
        for _ in range(TRIES):
            along, over = rng.uniform(-half, half), half + rng.uniform(-ACROSS_MM, ACROSS_MM)
            over *= rng.choice([-1, 1])
            dx, dy = (along, over) if rng.random() < 0.5 else (over, along)
            if self._add(colour, shape, (x + float(dx), y + float(dy)), None):
                return

    def put_on(self, square: Square, colour: Colour, shape: Shape) -> None:
        """Put it on the flat counter that stands on a square, if one does."""
        for number, below in enumerate(self._truth):
            if below.square == square and below.shape is Shape.FLAT:
                (x, y), z = below.where, self._pieces[number].body.height
                dx, dy = (float(part) for part in self._rng.normal(0, 1.0, 2))
                self._truth[number] = PieceTruth(below.colour, below.shape, below.where, None, stacked=True)
                where = (x + dx, y + dy)
                self._pieces.append(self._box.piece(colour, shape, where, z, self._shade()))
                self._truth.append(PieceTruth(colour, shape, where, None, stacked=True))
                return

    def put_beside(self, colour: Colour, shape: Shape, where: tuple[float, float]) -> None:
        """Lay a taken counter beside the board."""
        self._add(colour, shape, where, None)

    def put_any(self, square: Square, colour: Colour, shape: Shape) -> None:
        """Put it down as hands do: mostly well, now and then across a line or on another counter."""
        chance = self._rng.random()
        if chance < self._mess.across:
            self.put_across(square, colour, shape)
        else:
            self.put(square, colour, shape)
            if chance > 1 - self._mess.stacked:
                self.put_on(square, self._any_colour(), shape)

    def _any_colour(self) -> Colour:
        colours = list(self._box.paints)
        return colours[int(self._rng.integers(len(colours)))]

    def _add(
        self,
        colour: Colour,
        shape: Shape,
        where: tuple[float, float],
        square: Square | None,
        anyway: bool = False,
    ) -> bool:
        piece = self._box.piece(colour, shape, where, 0.0, self._shade())
        if not anyway and any(_touch(piece, other) for other in self._pieces):
            return False
        self._pieces.append(piece)
        self._truth.append(PieceTruth(colour, shape, where, square))
        return True

    def _shade(self) -> float:
        return float(np.exp(self._rng.normal(0, 0.06)))


def _touch(one: PaintedPiece, other: PaintedPiece) -> bool:
    return math.dist(one.centre[:2], other.centre[:2]) < one.body.width + other.body.width


def draw_position(
    rng: np.random.Generator, layout: Layout, place: BoardPlace, box: Box, mess: Mess | None = None
) -> Position:
    """A position of two to eight colours: all at home, in the thick of it, or near the end."""
    colours = [home.colour for home in layout.homes]
    count = int(rng.integers(2, min(MOST_MOVERS, len(colours)) + 1))
    playing = [colours[n] for n in rng.permutation(len(colours))[:count]]
    gone_out, late = float(rng.choice([0.0, 0.4, 0.9])), float(rng.uniform(0, 1))
    setter, free = Setter(place, box, rng, mess), _shuffled(rng, list(layout.squares()))
    for colour in playing:
        for home in layout.home_of(colour).squares[:COUNTERS_EACH]:
            taken, left = rng.random() < 0.6 * late, rng.random() < gone_out
            square = free.pop() if left else home
            if taken or (left and any(square in each.squares for each in layout.homes)):
                if rng.random() < 0.15:
                    setter.put_beside(colour, _shape(rng, late), _beside(rng, place))
                continue
            free = [other for other in free if other != square]
            setter.put_any(square, colour, _shape(rng, late) if left else Shape.FLAT)
    return setter.position


def draw_crowd(
    rng: np.random.Generator, layout: Layout, place: BoardPlace, box: Box, mess: Mess | None = None
) -> Position:
    """Counters of all colours anywhere, more than any game has: to learn from."""
    setter, colours = Setter(place, box, rng, mess), list(box.paints)
    homes = [square for home in layout.homes for square in home.squares]
    marked = _shuffled(rng, [*homes, *layout.safe])[: int(rng.integers(6, 26))]
    squares = _shuffled(rng, list(layout.squares()))
    chosen = dict.fromkeys([*marked, *squares[: int(rng.integers(14, 60))]])
    for square in _shuffled(rng, list(chosen)):
        setter.put_any(square, colours[int(rng.integers(len(colours)))], _shape(rng, 0.8))
    for _ in range(int(rng.integers(0, 6))):
        setter.put_beside(colours[int(rng.integers(len(colours)))], _shape(rng, 0.8), _beside(rng, place))
    return setter.position


def _shuffled(rng: np.random.Generator, squares: Sequence[Square]) -> list[Square]:
    return [squares[n] for n in rng.permutation(len(squares))]


def _shape(rng: np.random.Generator, late: float) -> Shape:
    return Shape.PAWN if rng.random() < 0.7 * late else Shape.FLAT


def _beside(rng: np.random.Generator, place: BoardPlace) -> tuple[float, float]:
    """A place below or above the board."""
    wide, deep = (n * place.square_mm / 2 for n in (place.columns, place.rows))
    x = place.centre[0] + rng.uniform(-0.8, 1.0) * wide
    y = place.centre[1] + float(rng.choice([-1, 1])) * (deep + rng.uniform(10, 20))
    return float(x), float(y)
