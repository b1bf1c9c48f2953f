"""The table of Devil's Dice, painted: pictures of what truly stands and lies there, read by the real eyes.

    board = board_for_show(seed, layout)          # or drawn_board(seed, layout): another table for each seed
    board.put(counters)                           # CounterSeen: what truly stands on the board from now on
    seen = board.look_at_board(at)()              # BoardSeen, or None where the board could not be looked at
    board.throw([3, 5])                           # what the dice truly show; [] takes them out of their field
    roll = board.look_at_dice(at)()               # RollRead, RollInvalid, or None where people must look

A look begins at once, in a thread of its own; what was seen comes when it is asked for.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import numpy.typing as npt

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.painted_looks import DAYLIGHT, GOOD_CAMERA, for_show
from pi_diavolo.painted_table import table_file_of
from pi_diavolo.simulator.painter import (
    CameraPlace,
    PaintedDie,
    Painter,
    TableLook,
    draw_camera,
    look_at,
    lying,
)
from pi_diavolo.simulator.painting.arrays import linear
from pi_diavolo.simulator.painting.board_drawing import (
    FIELD_INK,
    BoardPlace,
    Box,
    draw_board_look,
    draw_box,
    sheet_geometry,
    shipped_box,
)
from pi_diavolo.simulator.painting.board_positions import Mess, Position, Setter
from pi_diavolo.simulator.painting.board_print import PrintStyle, printed_board
from pi_diavolo.simulator.painting.look import Finish, Material
from pi_diavolo.simulator.painting.throws import SPOILT
from pi_diavolo.simulator.placing import Lying, Tray
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.board_looking import PATIENCE, BoardLooker, roll_seen
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Shape
from pi_diavolo.table.events import RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.vision.board_look import USUAL_DICE, BoardEyes
from pi_diavolo.vision.table_board import GameBoard
from pi_diavolo.vision.table_file import TableFile

PICTURE_PX = (1536, 1152)
SQUARE_MM = 18.0
# One drawn table in so many has no lens file.
WITHOUT_LENS = 4
FIELD = Material("plain", linear(FIELD_INK), linear(FIELD_INK), grain=0.01, seed=5)
PAPER = Material("plain", (0.86, 0.88, 0.88), (0.88, 0.90, 0.90), grain=0.01, seed=6)
WHITE_DICE = Finish(linear((238, 234, 222)), linear((20, 20, 22)), gloss=0.02, rough=0.4)


@dataclass(frozen=True, slots=True, eq=False)
class BoardTable:
    """A printed board on a table, the camera above it, and the box of counters that belongs to it."""

    look: TableLook
    camera: CameraPlace
    place: BoardPlace
    layout: Layout
    box: Box

    def file(self, lens: bool = True) -> TableFile:
        """This table's file; with its lens, if it was calibrated."""
        table = table_file_of(self.look, self.camera if lens else None)
        place = self.place
        board = GameBoard(Point(*place.centre), place.square_mm, place.columns, place.rows)
        return replace(table, board=board)


class PaintedBoard:
    """One painted board and the eyes above it; the same seed gives the same pictures."""

    def __init__(
        self,
        table: BoardTable,
        seed: int,
        *,
        lens: bool = True,
        mess: Mess | None = None,
        album: Album | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self._eyes = BoardEyes(table.file(lens), table.layout)
        self._seed, self._pictures = abs(seed), 0
        self._hands, self._luck = np.random.default_rng((self._seed, 1)), Random(f"{seed} throws")
        self._mess, self._album, self._now = mess, album, now
        self._places: dict[CounterSeen, tuple[float, float]] = {}
        self._standing = Position((), ())
        self._dice: tuple[PaintedDie, ...] = ()
        self._thread = ThreadPoolExecutor(1, "eyes")
        # The empty table takes longest to paint: it is begun at once.
        self._painter = self._thread.submit(Painter, table.look, table.camera)
        if album is not None:
            album.shows(self._eyes.table)

    def put(self, counters: Iterable[CounterSeen]) -> None:
        """Hands have put the counters so; those that stood there already are not touched."""
        setter, there = Setter(self.table.place, self.table.box, self._hands, self._mess), tuple(counters)
        kept = {counter: where for counter, where in self._places.items() if counter in there}
        for counter, where in kept.items():
            setter.put_at(where, counter.square, counter.colour, _shape(counter))
        for counter in there:
            if counter not in kept:
                kept[counter] = setter.put(counter.square, counter.colour, _shape(counter))
        self._places, self._standing = kept, setter.position

    def throw(self, values: Sequence[int], fault: str | None = None) -> None:
        """The dice lie so in their field from now on; with a fault (`die_cocked`) the last one lies badly."""
        look, lies = self.table.look, list[Lying]()
        for _ in values:
            Tray(*look.geometry.tray_mm).add(self._luck, lies, look.dice.size_mm, look.dice.radius_mm)
        dice = [
            lying(
                str(Colour.WHITE), value, die.x, die.y, die.yaw, die.size, left_handed=look.dice.left_handed
            )
            for value, die in zip(values, lies, strict=True)
        ]
        if fault is not None:
            dice[-1] = SPOILT[fault](dice[-1], dice, look, self._hands)
        self._dice = tuple(dice)

    def look_at_board(self, at: float) -> Callable[[], BoardSeen | None]:
        """Look until two pictures agree; what was seen comes when it is asked for."""
        return self._thread.submit(
            self._read_board, self._standing, self._dice, self._lots(PATIENCE), at
        ).result

    def look_at_dice(self, at: float) -> Callable[[], RollRead | RollInvalid | None]:
        """Take one picture of the dice; what was seen comes when it is asked for."""
        return self._thread.submit(self._read_dice, self._standing, self._dice, self._lots(1), at).result

    def _lots(self, count: int) -> list[np.random.Generator]:
        self._pictures += 1
        return [np.random.default_rng((self._seed, self._pictures, n)) for n in range(count)]

    def _read_board(
        self, standing: Position, dice: Sequence[PaintedDie], lots: list[np.random.Generator], at: float
    ) -> BoardSeen | None:
        looker = BoardLooker()
        for lot in lots:
            seen = looker.take(self._eyes.look(self._picture(standing, dice, lot), at))
            if seen is not None:
                return seen
        return None

    def _read_dice(
        self, standing: Position, dice: Sequence[PaintedDie], lots: list[np.random.Generator], at: float
    ) -> RollRead | RollInvalid | None:
        image = self._picture(standing, dice, lots[0])
        view = self._eyes.look_at_dice(image, at, USUAL_DICE[: len(dice)])
        if self._album is not None and self._eyes.camera is not None:
            self._album.read(Frame(image, self._now()), self._eyes.camera, view)
        return roll_seen(view, len(dice), at)

    def _picture(
        self, standing: Position, dice: Sequence[PaintedDie], lot: np.random.Generator
    ) -> npt.NDArray[np.uint8]:
        image = self._painter.result().paint(dice, lot, pieces=standing.pieces).image
        if self._album is not None:
            self._album.saw(Frame(image, self._now()), self._eyes.camera)
        return image


def _shape(counter: CounterSeen) -> Shape:
    return counter.shape or Shape.FLAT


def drawn_board(seed: int, layout: Layout) -> BoardTable:
    """A light, a camera and a box of counters by lot, and our own sheet from any printer."""
    rng = np.random.default_rng(abs(seed))
    geometry, place = sheet_geometry(layout.columns, layout.rows, SQUARE_MM)
    look = draw_board_look(rng, geometry, place, layout, ours=1.0)
    return BoardTable(look, draw_camera(rng, geometry, PICTURE_PX), place, layout, draw_box(rng))


def painted_board(seed: int, layout: Layout) -> PaintedBoard:
    """The painted board of a simulated game: another table for each seed."""
    return PaintedBoard(drawn_board(seed, layout), seed, lens=bool(seed % WITHOUT_LENS))


def shown_board(layout: Layout) -> BoardTable:
    """Our own sheet under two soft lamps, white dice, and a camera right above: easy to read."""
    look, _ = for_show()
    geometry, place = sheet_geometry(layout.columns, layout.rows, SQUARE_MM)
    sheet = printed_board(layout, place.square_mm, place.centre, PrintStyle())
    dice = replace(look.dice, finishes={**look.dice.finishes, str(Colour.WHITE): WHITE_DICE})
    look = replace(
        look, geometry=geometry, plate=PAPER, floor=FIELD, printed=sheet, light=DAYLIGHT, sensor=GOOD_CAMERA,
        dice=dice,
    )  # fmt: skip
    (left, near), (width, height) = geometry.plate_at, geometry.plate_mm
    rotation, shift = look_at([left + 15, near - 30, 800], [left, near, 0], 0)
    focal = 0.94 * 800 * min(PICTURE_PX[0] / width, PICTURE_PX[1] / height)
    middle = [(side - 1) / 2 for side in PICTURE_PX]
    pinhole = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]], np.float32)
    lens = np.array([-0.03, 0.01, 0, 0, 0], np.float32)
    return BoardTable(
        look, CameraPlace(pinhole, lens, rotation, shift, PICTURE_PX), place, layout, shipped_box()
    )


def board_for_show(
    seed: int, layout: Layout, album: Album | None = None, now: Callable[[], float] = time.monotonic
) -> PaintedBoard:
    """The board of a live game, always the same one; its eyes do not hold the game up."""
    return PaintedBoard(shown_board(layout), seed, album=album, now=now)
