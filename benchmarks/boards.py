"""`python -m benchmarks.boards --boards 300 --first SEED`: printed boards with counters, painted and read.

Two to eight colours, from the first move to the last, in boxes of other shades, on prints, papers and tables
drawn by lot, under any light, through a camera up to 20 degrees askew. On some boards a counter lies across a
line or on another one, a die has fallen among them, or a hand is over the board. The same pictures are read
by the nearest colour of each square's middle, for comparison.
"""

import argparse
import multiprocessing
import time
from pathlib import Path

import cv2
import numpy as np

from benchmarks.board_score import Scorer, Tally, report
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.painted_board import WITHOUT_LENS, BoardTable, drawn_board
from pi_diavolo.simulator.painter import PaintedDie, Painter, Picture, draw_hand, lying
from pi_diavolo.simulator.painting.board_positions import Mess, Position, draw_position
from pi_diavolo.table.board_looking import roll_seen
from pi_diavolo.table.boards import Square
from pi_diavolo.table.events import RollInvalid
from pi_diavolo.vision.board_look import BoardEyes
from pi_diavolo.vision.board_overlay import draw_board
from pi_diavolo.vision.board_patches import cut_board
from pi_diavolo.watching_boards import DICE_COLOURS, FieldEyes

# The networks were trained on boards below this.
FIRST_UNSEEN = 4_000_000
MESSY, STRANGERS, HANDS = 0.25, 0.05, 0.1
MIXED = 0.5  # so often the two dice have different colours


class _Board:
    """One board by lot, painted and read."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, np.random.default_rng((seed, 7))
        self.table: BoardTable = drawn_board(seed, SHIPPED)
        self.tally = Tally(boards=1)
        self.messy = self.rng.random() < MESSY
        mess = Mess(0.06, 0.04, 1.6) if self.messy else Mess(0.0, 0.0, float(self.rng.uniform(0.8, 2.0)))
        place = self.table.place
        self.position: Position = draw_position(self.rng, SHIPPED, place, self.table.box, mess)
        self.scorer = Scorer(seed, SHIPPED, place, self.position, self.tally)
        self.eyes = BoardEyes(self.table.file(lens=bool(seed % WITHOUT_LENS)), SHIPPED)
        # By a lot of its own: which board a seed gives does not depend on the dice beside it.
        lot = np.random.default_rng((seed, 8))
        one, other = (str(colour) for colour in lot.choice(DICE_COLOURS, 2, replace=False))
        self._colours = (one, other) if lot.random() < MIXED else (one, one)

    def read(self, pictures: Path | None) -> Tally:
        dice = self._dice()
        stranger = self._stranger() if self.rng.random() < STRANGERS else []
        hand = None
        if self.rng.random() < HANDS:
            x, y = self.table.place.centre
            dx, dy = self.rng.uniform(-100, 100, 2)
            hand = draw_hand(self.rng, (x + float(dx), y + float(dy)))
        painter = Painter(self.table.look, self.table.camera)
        picture = painter.paint([*dice, *stranger], self.rng, hand, self.position.pieces)
        began = time.process_time()
        look = self.eyes.look(picture.image)
        self.tally.board_ms.append((time.process_time() - began) * 1000)
        if hand is not None:
            self.tally.hands, self.tally.hands_seen = 1, int(not look.is_clear)
        if look.is_clear:
            strange = self.scorer.near([(die.centre[0], die.centre[1]) for die in stranger], 6)
            strange |= self._under(picture)
            self.scorer.score(look, strange, tidy=not (self.messy or stranger or hand))
            assert self.eyes.camera is not None
            patches = cut_board(picture.image, self.eyes.camera, self.eyes.board, SHIPPED)
            self.scorer.score_baseline(patches, strange)
        elif hand is None:
            self.tally.not_looked_at.update(map(str, look.codes or ("hand",)))
        if hand is None:
            self._score_dice(picture, dice)
        if pictures is not None and self.eyes.camera is not None:
            shown = draw_board(picture.image, self.eyes.squares, self.eyes.table, self.eyes.camera)
            cv2.imwrite(str(pictures / f"board-{self.seed}.png"), shown)
        return self.tally

    def _dice(self) -> list[PaintedDie]:
        look, rng, dice = self.table.look, self.rng, list[PaintedDie]()
        half_x, half_y = (side / 2 - 0.75 * look.dice.size_mm for side in look.geometry.tray_mm)
        while len(dice) < 2:
            x, y = float(rng.uniform(-half_x, half_x)), float(rng.uniform(-half_y, half_y))
            if all(np.hypot(x - die.centre[0], y - die.centre[1]) > 1.45 * die.size for die in dice):
                value, yaw = int(rng.integers(1, 7)), float(rng.uniform(0, 360))
                left = look.dice.left_handed
                colour = self._colours[len(dice)]
                dice.append(lying(colour, value, x, y, yaw, look.dice.size_mm, left_handed=left))
        return dice

    def _stranger(self) -> list[PaintedDie]:
        """A die that fell on the board."""
        (x, y), rng, size = self.table.place.centre, self.rng, self.table.look.dice.size_mm
        x, y = x + float(rng.uniform(-130, 130)), y + float(rng.uniform(-130, 130))
        if any(np.hypot(x - at.where[0], y - at.where[1]) < 0.8 * size + 8 for at in self.position.truth):
            return []
        return [lying(str(rng.choice(["red", "white", "black"])), 3, x, y, float(rng.uniform(0, 360)), size)]

    def _under(self, picture: Picture) -> set[Square]:
        """The squares that a hand hides, even in part."""
        cover = picture.truth.cover
        if cover is None:
            return set()
        place, half, hidden = self.table.place, self.table.place.square_mm / 2, set()
        steps = np.linspace(-1.4, 1.4, 9) * half
        for square in SHIPPED.squares():
            x, y = place.middle(square)
            spots = self.table.camera.project([(x + u, y + v, 5.0) for u in steps for v in steps])
            spots = np.clip(np.rint(spots).astype(int), 0, np.array(self.table.camera.size) - 1)
            if cover[spots[:, 1], spots[:, 0]].max() > 0.05:
                hidden.add(square)
        return hidden

    def _score_dice(self, picture: Picture, dice: list[PaintedDie]) -> None:
        began = time.process_time()
        view = FieldEyes(self.eyes).look(picture.image)
        self.tally.dice_ms.append((time.process_time() - began) * 1000)
        told = roll_seen(view, len(dice), 0.0)
        mixed = len({die.colour for die in dice}) > 1
        self.tally.rolls += 1
        self.tally.mixed_rolls += mixed
        values = sorted(die.value for die in dice)
        if isinstance(told, RollInvalid):
            self.tally.wrong_rolls.append(f"board {self.seed}: {values} called invalid")
        elif told is not None and not any(die.maybe for die in told.roll.dice):
            read = sorted(die.value for die in told.roll.dice)
            self.tally.sure_rolls += read == values
            self.tally.sure_mixed_rolls += mixed and read == values
            if read != values:
                self.tally.wrong_rolls.append(f"board {self.seed}: {values} read as {read}")


def read_board(work: tuple[int, Path | None]) -> Tally:
    """Paint and read the board of one seed."""
    cv2.setNumThreads(1)
    seed, pictures = work
    return _Board(seed).read(pictures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first board's seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pictures", type=Path, help="a folder for what was seen, drawn over each picture")
    arguments = parser.parse_args()
    whole = Tally()
    work = [(arguments.first + n, arguments.pictures) for n in range(arguments.boards)]
    with multiprocessing.Pool(arguments.processes) as pool:
        for done, tally in enumerate(pool.imap_unordered(read_board, work), 1):
            whole.add(tally)
            print(
                f"\r{done} of {arguments.boards} boards, {len(whole.wrong)} squares wrong", end="", flush=True
            )
    print("\n" + report(whole))


if __name__ == "__main__":
    main()
