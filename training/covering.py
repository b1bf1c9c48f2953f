"""`python -m training.covering EXAMPLES… --out OUT`: trains the network that sees what hides the tray."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pi_diavolo.vision.covering import CELLS_A_BLOCK, SMALLER
from pi_diavolo.vision.die_scale import CELL_PX, SPOT_DIE_PX
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Tray
from training.examples import Example, kept
from training.lessons import Lesson
from training.light import Bytes, Image, relit
from training.networks import Coverer

# In the smaller view: most trays fit into VIEW_PX.
SMALL_CELL_PX = CELL_PX // SMALLER
VIEW_PX = 14 * SMALL_CELL_PX * CELLS_A_BLOCK
MARGIN_DICE = 0.6  # round the tray
VIEWS_A_STEP, RATE = 16, 4e-3
# More of a cell than this under a hand, it is hidden.
HIDDEN = 100
# How often a hand is shown in another colour, and how often one is laid over another table.
RECOLOURED, BORROWED = 0.5, 0.35


def small_view(example: Example) -> Bytes:
    """The tray from above in the size the network sees, and as fourth channel what a hand covers."""
    table, size = TableFile(tray=Tray(*example.tray_mm, 25.0)), example.die_mm
    flat = Flattener(example.camera, table, size, SPOT_DIE_PX / size, MARGIN_DICE * size)
    view, cover = flat.flatten(example.picture()), example.cover()
    hidden = np.zeros(view.shape[:2], np.uint8) if cover is None else flat.flatten(cover)
    both = np.dstack([view, hidden])
    return np.asarray(
        cv2.resize(both, None, fx=1 / SMALLER, fy=1 / SMALLER, interpolation=cv2.INTER_AREA), np.uint8
    )


def sample(views: list[Bytes], hands: list[Bytes], rng: np.random.Generator) -> tuple[Image, Image]:
    """A view turned and lit anew, and which of its cells a hand hides."""
    view = _piece(views[int(rng.integers(len(views)))], rng)
    if not view[..., 3].any() and rng.random() < BORROWED:
        hand = _piece(hands[int(rng.integers(len(hands)))], rng)
        view = _laid_over(view, hand, rng)
    elif view[..., 3].any() and rng.random() < RECOLOURED:
        view = _laid_over(view, view, rng)
    share = cv2.resize(
        view[..., 3], None, fx=1 / SMALL_CELL_PX, fy=1 / SMALL_CELL_PX, interpolation=cv2.INTER_AREA
    )
    return relit(np.ascontiguousarray(view[..., :3]), rng), np.asarray(share > HIDDEN, np.float32)


def _piece(view: Bytes, rng: np.random.Generator) -> Bytes:
    """A square of it, turned or mirrored; black beyond its edges."""
    missing = [max(0, VIEW_PX - side) for side in view.shape[:2]]
    view = np.pad(view, ((0, missing[0]), (0, missing[1]), (0, 0)))
    top, left = (int(rng.integers(side - VIEW_PX + 1)) for side in view.shape[:2])
    cut = np.rot90(view[top : top + VIEW_PX, left : left + VIEW_PX], int(rng.integers(4)))
    return np.ascontiguousarray(cut[:, ::-1] if rng.random() < 0.5 else cut)


def _laid_over(view: Bytes, hand: Bytes, rng: np.random.Generator) -> Bytes:
    """The view under that hand, which gets another skin and sleeve, mostly a darker one."""
    cover = hand[..., 3:].astype(np.float32) / 255
    gray = hand[..., :3].mean(axis=2, keepdims=True)
    coloured = gray + (hand[..., :3] - gray) * np.float32(rng.uniform(0.0, 1.6))
    gains = rng.uniform(0.7, 1.3, 3) * np.exp(rng.normal(-0.35, 0.6))
    shown = np.clip(coloured * gains.astype(np.float32), 0, 255)
    mixed = view[..., :3] * (1 - cover) + shown * cover
    return np.asarray(np.dstack([np.rint(mixed), hand[..., 3]]), np.uint8)


def cover_loss(out: Tensor, hidden: Tensor) -> Tensor:
    """How badly hidden cells are told from others; those that are hidden are fewer and count for more."""
    return functional.binary_cross_entropy_with_logits(out[:, 0], hidden, pos_weight=torch.tensor(2.0))


def train(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it on whole trays; who goes on is shown others than at first."""
    views = [small_view(example) for example in examples]
    hands = [view for view in views if view[..., 3].any()]
    print(f"{len(views)} views, {len(hands)} with a hand", flush=True)
    lesson, rng = Lesson("coverer", Coverer(), steps, RATE, begin), np.random.default_rng(6 if begin else 5)
    for _ in range(steps):
        seen, hidden = zip(*(sample(views, hands, rng) for _ in range(VIEWS_A_STEP)), strict=True)
        lesson.learn(cover_loss(lesson.answers(np.stack(seen)), torch.from_numpy(np.stack(hidden))))
        if lesson.is_at_mark:
            lesson.save(out, 3, VIEW_PX, {0: "n", 2: "h", 3: "w"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, nargs="+", help="folders that training.paint has filled")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--begin", type=Path, help="go on from the .pt file in this folder")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    examples = [example for folder in arguments.examples for example in kept(folder)]
    train(examples, arguments.steps, arguments.out, arguments.begin)


if __name__ == "__main__":
    main()
