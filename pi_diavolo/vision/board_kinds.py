"""What may be seen on a square of the board, in the order of the network's answers."""

from enum import IntEnum

from pi_diavolo.table.pieces import Colour

COLOURS = (
    Colour.ORANGE, Colour.RED, Colour.BLUE, Colour.PURPLE,
    Colour.GREEN, Colour.BLACK, Colour.WHITE, Colour.YELLOW,
)  # fmt: skip


class Kind(IntEnum):
    """Nothing, a flat counter, a pawn; one across this square's line; something else; or it is hidden.

    Something else is a die that fell there, or whatever else people lay on boards.
    """

    EMPTY = 0
    FLAT = 1
    PAWN = 2
    ACROSS = 3
    STRANGE = 4
    HIDDEN = 5


ANSWERS = len(Kind) + len(COLOURS)
