"""A small map of the tray with every die at its place, for orders that ask how near dice lie."""

import math
from collections.abc import Container
from dataclasses import dataclass
from itertools import product

from rich.text import Text

from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.scene import Scene
from pi_diavolo.terminal.blocks import Block, boxed
from pi_diavolo.terminal.palette import FAINT, FELT, PIPS
from pi_diavolo.terminal.words import Label, Words

# A die on the map is two cells wide: its letter and its value.
TOKEN = 2
ORDER_TOKEN = "◆◆"

# A token by its row and its column, counted in tokens.
Tokens = dict[tuple[int, int], tuple[str, Colour | None]]


@dataclass(frozen=True, slots=True)
class Grid:
    """The tray in cells, each a token wide; rows count from the far wall down."""

    columns: int
    rows: int
    tray_mm: tuple[float, float]

    def cell(self, where: Point) -> tuple[int, int]:
        """The row and column a place falls into, or the nearest inside the walls."""
        wide, deep = self.tray_mm
        row = int((0.5 - where.y / deep) * self.rows)
        column = int((0.5 + where.x / wide) * self.columns)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def nearest_free(self, wanted: tuple[int, int], taken: Container[tuple[int, int]]) -> tuple[int, int]:
        """The cell wanted, or the nearest nobody has taken."""
        free = (cell for cell in product(range(self.rows), range(self.columns)) if cell not in taken)
        return min(free, key=lambda cell: math.dist(cell, wanted), default=wanted)


def true_grid(width: int, height: int, tray_mm: tuple[float, float]) -> Grid:
    """The largest grid in a frame of this size that is as long as it is wide where the tray is.

    A token is about as wide as high, so near and far look the same in every direction.
    """
    wide, deep = tray_mm
    columns, rows = max(1, (width - 2) // TOKEN), max(1, height - 2)
    scale = min(columns / wide, rows / deep)
    return Grid(max(1, round(wide * scale)), max(1, round(deep * scale)), tray_mm)


def tray_block(scene: Scene, words: Words, width: int, height: int, tray_mm: tuple[float, float]) -> Block:
    """The map in a frame of at most this size, empty while no dice may be seen."""
    grid = true_grid(width, height, tray_mm)
    tokens = _tokens(scene.seen, words, grid) if scene.seen else {}
    floor = [_floor_row(tokens, row, grid.columns) for row in range(grid.rows)]
    return boxed(floor, FELT, title=f" {words.label(Label.TRAY)} ")


def _tokens(roll: Roll, words: Words, grid: Grid) -> Tokens:
    tokens: Tokens = {}
    if roll.order_die and roll.order_die.where:
        tokens[grid.cell(roll.order_die.where)] = (ORDER_TOKEN, Colour.GRAY)
    for die in roll.dice:
        if die.where:
            # Dice that touch may share a cell of this coarse map: the later one moves over.
            free = grid.nearest_free(grid.cell(die.where), tokens)
            tokens[free] = (f"{words.letter(die.colour)}{die.value}", die.colour)
    return tokens


def _floor_row(tokens: Tokens, row: int, columns: int) -> Text:
    made = Text(style=FAINT, no_wrap=True)
    for column in range(columns):
        text, colour = tokens.get((row, column), ("· ", None))
        made.append(text, PIPS[colour] if colour else None)
    return made
