"""One look at the table of Devil's Dice: what stands on the board, and what the dice beside it show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy.typing as npt

from pi_diavolo.errors import UsageError
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.board_looking import BoardLook
from pi_diavolo.table.duel_tray import DiceAwaited
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision.board_kinds import COLOURS
from pi_diavolo.vision.board_patches import Numbers, cut_board
from pi_diavolo.vision.board_reading import SquareSeen, beside, is_hidden, see_squares
from pi_diavolo.vision.board_shapes import cut_counters, pawn_chances
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.clarity import clarity, why_unreadable
from pi_diavolo.vision.duel_dice import DuelEyes
from pi_diavolo.vision.picture import as_bgr8, is_colourless
from pi_diavolo.vision.table_board import GameBoard
from pi_diavolo.vision.table_file import TableFile

USUAL_DICE = (Colour.WHITE, Colour.WHITE)


class BoardEyes:
    """Looks at one board again and again; remembers where the camera was, to find it faster.

    What the referee believes to stand there is never told to it: it cannot see what it hopes for.
    """

    def __init__(self, table: TableFile, layout: Layout) -> None:
        self.table, self.layout = table, layout
        self.board = _board(table, layout)
        self.camera: Camera | None = None  # as in the last picture in which the table was found
        self.squares: tuple[SquareSeen, ...] = ()  # of the last look, for people to look at
        self._dice = DuelEyes(table)

    def look(self, image: npt.NDArray[Any], at: float = 0.0) -> BoardLook:
        """What this picture, taken at this moment, shows of the board."""
        picture = as_bgr8(image)
        self.squares = ()
        found = find_table(picture, self.table, self.camera)
        if isinstance(found, NotFound):
            return BoardLook(at, codes=(why_unreadable(found, picture),))
        self.camera = found
        # Dice cannot be told apart without colours, but that a counter stands there can be seen.
        codes = tuple(code for code in clarity(picture, found, self.table) if code is not Code.DIE_UNSURE)
        if codes:
            return BoardLook(at, codes=codes)
        patches = cut_board(picture, found, self.board, self.layout)

        def closer(which: Sequence[int]) -> Numbers:
            counters = cut_counters(picture, found, self.board, self.layout, which, patches.paper)
            return pawn_chances(counters)

        self.squares = see_squares(patches, self.board, closer)
        look = looked(self.squares, at)
        if patches.is_white_lost:
            look = replace(look, lost=(Colour.WHITE,))
        return without_colours(look) if is_colourless(picture) else look

    def look_at_dice(
        self, image: npt.NDArray[Any], at: float = 0.0, dice: Sequence[Colour] = USUAL_DICE
    ) -> TableView:
        """What the dice in their field show; so many of these colours should lie there."""
        counts = dict(Counter(dice))
        return self._look_at_dice(image, DiceAwaited(counts, counts, is_exact=True), at)

    def look_at_any_dice(
        self, image: npt.NDArray[Any], colours: Sequence[Colour], at: float = 0.0
    ) -> TableView:
        """What lies in the field where nobody knows which dice; each one's colour must speak for itself."""
        none, most = dict.fromkeys(colours, 0), dict.fromkeys(colours, len(USUAL_DICE))
        return self._look_at_dice(image, DiceAwaited(none, most), at)

    def _look_at_dice(self, image: npt.NDArray[Any], awaited: DiceAwaited, at: float) -> TableView:
        self._dice.camera = self.camera
        view = self._dice.look(image, awaited, at)
        self.camera = self._dice.camera
        return view


def looked(squares: Sequence[SquareSeen], at: float) -> BoardLook:
    """What all squares together tell."""
    counters = tuple(seen.counter for seen in squares if seen.counter)
    unsure = tuple(seen.square for seen in squares if not seen.is_sure)
    return BoardLook(at, counters, unsure, beside(squares), is_hidden(squares))


def without_colours(look: BoardLook) -> BoardLook:
    """The same look through a camera that sees no colours: every counter may be any colour's.

    The network never learned from such pictures; of a shape it may then be sure and wrong.
    """
    counters = tuple(
        replace(
            counter, shape=None, maybe=tuple(colour for colour in COLOURS if colour is not counter.colour)
        )
        for counter in look.counters
    )
    return replace(look, counters=counters)


def _board(table: TableFile, layout: Layout) -> GameBoard:
    where, board = table.source or "the table file", table.board
    if board is None:
        raise UsageError(
            f"{where}: it has no [board]; use calibration/tables/devils-dice.toml or one like it"
        )
    if (board.columns, board.rows) != (layout.columns, layout.rows):
        squares, wanted = f"{board.columns} × {board.rows}", f"{layout.columns} × {layout.rows}"
        raise UsageError(
            f"{where}: its [board] has {squares} squares, the layout {wanted}; print the layout's own board"
        )
    return board
