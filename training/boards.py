"""`python -m training.boards OUT`: paints boards, trains the network that says what stands on each square."""

import argparse
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from pi_diavolo.vision.board_kinds import ANSWERS, Kind
from pi_diavolo.vision.board_patches import CHANNELS, PATCH_PX, BoardPatches
from training.board_examples import Squares, squares_of_table
from training.rebuild import rebuild

TEST_TABLES = 1_000_000  # seeds from here on are never trained on
BATCH = 128
BEGINNING, GOING_ON = 4e-3, 2e-3  # rates
STEADY = 0.998  # of the mean of the weights is kept at each step
KINDS = len(Kind)
SHADOWED = 0.2  # of what is shown has a shadow cast on it that the painter did not paint
# How often a batch shows each kind: most squares are empty, but what stands there has more to teach.
SHARES = {
    Kind.EMPTY: 0.38, Kind.FLAT: 0.22, Kind.PAWN: 0.22,
    Kind.ACROSS: 0.1, Kind.STRANGE: 0.05, Kind.HIDDEN: 0.03,
}  # fmt: skip

Parts = tuple[
    npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.float64], npt.NDArray[np.float64],
    npt.NDArray[np.int64], npt.NDArray[np.int64],
]  # fmt: skip


class BoardReader(nn.Module):
    """BoardPatches.normal() in; one number for each Kind and for each colour out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 16, 2), conv(16, 24, 2), conv(24, 32, 1), conv(32, 48, 2),
            conv(48, 64, 1), nn.Flatten(), nn.Linear(64 * 25, 64), nn.ReLU(), nn.Linear(64, ANSWERS),
        )  # fmt: skip

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.body(patches)
        return out


def conv(inside: int, outside: int, stride: int) -> nn.Sequential:
    """A layer with its norm."""
    convolution = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outside), nn.ReLU())


class Honest(nn.Module):
    """The network with its answers divided by temperatures: shares of one for the kinds, and for colours."""

    def __init__(self, network: nn.Module, kinds: float, colours: float) -> None:
        super().__init__()
        self.network, self.kinds, self.colours = network, kinds, colours

    def forward(self, patches: Tensor) -> Tensor:
        out = self.network(patches)
        kinds = functional.softmax(out[:, :KINDS] / self.kinds, dim=1)
        return torch.cat([kinds, functional.softmax(out[:, KINDS:] / self.colours, dim=1)], dim=1)


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Squares of many boards, and how to draw batches of them."""

    squares: Squares
    pools: tuple[npt.NDArray[np.intp], ...]  # which squares are of each kind

    def draw(self, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """A batch: what the network is shown, and what it should say."""
        kinds, pools = self.squares.kinds, self.pools
        wanted = rng.choice(KINDS, BATCH, p=list(SHARES.values()))
        picks = np.array([pools[kind][rng.integers(len(pools[kind]))] for kind in wanted if len(pools[kind])])
        shown = varied(self.squares.patches.only(picks), rng).normal()
        return (
            torch.from_numpy(shown),
            torch.from_numpy(kinds[picks]),
            torch.from_numpy(self.squares.colours[picks]),
        )


def lessons(squares: Squares) -> Lessons:
    """All there is to learn from these squares."""
    return Lessons(squares, tuple(np.flatnonzero(squares.kinds == kind) for kind in range(KINDS)))


def varied(patches: BoardPatches, rng: np.random.Generator) -> BoardPatches:
    """Turned, mirrored, under other lights, shades and glare, through other cameras than the painter gave."""
    patches = patches.turned(int(rng.integers(4)))
    views, expected, lean = patches.views, patches.expected, patches.lean
    if rng.random() < 0.5:
        views, expected, lean = views[:, :, ::-1], expected[:, :, ::-1], lean * (-1, 1)
    n = len(views)
    out = views.astype(np.float32) / np.float32(255)
    gains = np.exp(rng.normal(0, 0.1, (n, 1, 1, 1)) + rng.normal(0, 0.04, (n, 1, 1, 3))).astype(np.float32)
    # Every other batch keeps its tone curve: powers take as long as all the rest.
    curved = 0.11 if rng.random() < 0.5 else 0.0
    power = np.exp(rng.normal(0, curved, (n, 1, 1, 1))).astype(np.float32)
    veil = np.where(rng.random((n, 1, 1, 1)) < 0.15, rng.uniform(0, 0.12, (n, 1, 1, 1)), 0).astype(np.float32)
    size = (PATCH_PX, PATCH_PX)
    out *= np.tile(soft_edge(n, rng, size) * cast_shadow(n, rng, size) * gains, 2)
    out = out.clip(0, 1) ** power if curved else out.clip(0, 1)
    out = out * (1 - veil) + veil
    noisy = rng.random(n) < 0.3
    out[noisy] += np.float32(0.015) * rng.standard_normal(out[noisy].shape, np.float32)
    paper = (patches.paper[:, None, None] / 255 * gains).clip(0, 1) ** power * (1 - veil) + veil
    elsewhere = np.exp(rng.normal(0, 0.03, (n, 1)) + rng.normal(0, 0.012, (n, 3)))
    whole = (out.clip(0, 1) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
    return BoardPatches(whole, expected, (paper[:, 0, 0] * elsewhere * 255).clip(0, 255), lean)


def soft_edge(n: int, rng: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """A shadow's or a light's soft edge across some; the same in both views, which is near enough."""
    turn, where = rng.uniform(0, 2 * np.pi, (n, 1, 1)), rng.uniform(-0.5, 0.5, (n, 1, 1)) * min(size)
    rows, columns = _from_middle(size)
    away = columns * np.cos(turn) + rows * np.sin(turn) - where
    dark = 1 / (1 + np.exp(-away * np.exp(rng.uniform(-1.5, 1, (n, 1, 1)))))
    deep = np.where(rng.random((n, 1)) < 0.15, rng.uniform(-0.3, 0.6, (n, 1)), 0)
    tint = deep * np.exp(rng.normal(0, 0.08, (n, 3)))
    return np.asarray(1 - dark[..., None] * tint[:, None, None], np.float32)


def cast_shadow(
    n: int, rng: np.random.Generator, size: tuple[int, int], finer: float = 1.0
) -> npt.NDArray[np.float32]:
    """On some of these a shadow such as a pawn near by casts: a round end, perhaps a stem, sharp or soft.

    On a flat counter it looks like the neck between a head and a foot. The patches are so much `finer` than
    those of whole boards.
    """
    turn, wide = rng.uniform(0, 2 * np.pi, (n, 1, 1)), rng.uniform(2, 7, (n, 1, 1))
    right, down = rng.uniform(-0.4, 0.4, (2, n, 1, 1)) * min(size) / finer
    rows, columns = _from_middle(size) / finer
    along = (columns - right) * np.cos(turn) + (rows - down) * np.sin(turn)
    across = (rows - down) * np.cos(turn) - (columns - right) * np.sin(turn)
    stem = np.clip(along, 0, rng.uniform(0, 30, (n, 1, 1)))
    dark = 1 / (
        1 + np.exp((np.hypot(along - stem, across) - wide) * np.exp(rng.uniform(-0.5, 1.2, (n, 1, 1))))
    )
    deep = np.where(rng.random((n, 1)) < SHADOWED, rng.uniform(0.15, 0.75, (n, 1)), 0)
    tint = np.minimum(deep * np.exp(rng.normal(0, 0.06, (n, 3))), 0.9)
    return np.asarray(1 - dark[..., None] * tint[:, None, None], np.float32)


def _from_middle(size: tuple[int, int]) -> npt.NDArray[np.float64]:
    """How far each pixel of a patch lies below and to the right of its middle (2, rows, columns)."""
    rows, columns = np.mgrid[0 : size[0], 0 : size[1]]
    return np.stack([rows - size[0] / 2, columns - size[1] / 2])


def loss_of(out: Tensor, kinds: Tensor, colours: Tensor) -> Tensor:
    """How wrong the answers are; a colour counts only where a counter stands."""
    stands = (kinds == int(Kind.FLAT)) | (kinds == int(Kind.PAWN))
    loss = functional.cross_entropy(out[:, :KINDS], kinds)
    return loss + functional.cross_entropy(out[stands][:, KINDS:], colours[stands])


def begun(model: Path | None, learned: Lessons, rng: np.random.Generator) -> BoardReader:
    """A new network, or one that goes on from a board.onnx."""
    network = BoardReader()
    if model is not None:
        rebuild(network, model.read_bytes(), torch.cat([learned.draw(rng)[0] for _ in range(8)]))
    network.train()
    return network


def train(
    learned: Lessons, minutes: float, steps: int, rng: np.random.Generator, begin: Path | None = None
) -> nn.Module:
    """A network that has learned this, anew or going on from another."""
    network = begun(begin, learned, rng)

    def loss() -> Tensor:
        shown, kinds, colours = learned.draw(rng)
        return loss_of(network(shown), kinds, colours)

    return trained(network, loss, GOING_ON if begin else BEGINNING, minutes, steps)


def trained(
    network: nn.Module, lesson: Callable[[], Tensor], rate: float, minutes: float, steps: int
) -> nn.Module:
    """Learn for so many steps, but no longer than so many minutes; the rate falls towards the end.

    What comes out is the mean of the last weights, which wavers less than the last ones themselves.
    """
    steadied = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(STEADY), use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=3e-3)
    start, losses = time.monotonic(), list[float]()
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - start) / (60 * minutes))
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, 0.1 + step / 200) * (0.5 + 0.5 * float(np.cos(np.pi * done)) + 1e-3)
        loss = lesson()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steadied.update_parameters(network)
        losses.append(float(loss.detach()))
        if step % 100 == 99:
            print(f"step {step + 1}, {done:.0%}: loss {np.mean(losses[-100:]):.4f}", flush=True)
    out: nn.Module = steadied.module
    return out.eval()


def gathered(folder: Path, seeds: Iterable[int]) -> Squares:
    """Squares of all these boards; those that an earlier run has left in the folder are not painted again."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [_kept(folder, seed) for seed in seeds]
    views, expected, paper, lean, kinds, colours = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Squares(BoardPatches(views, expected, paper, lean), kinds, colours)


def _kept(folder: Path, seed: int) -> Parts:
    path = folder / f"{seed:07d}.npz"
    if not path.exists():
        made = squares_of_table(seed)
        np.savez(
            path,
            views=np.concatenate([each.patches.views for each in made]),
            expected=np.concatenate([each.patches.expected for each in made]),
            paper=np.concatenate([each.patches.paper for each in made]),
            lean=np.concatenate([each.patches.lean for each in made]),
            kinds=np.concatenate([each.kinds for each in made]),
            colours=np.concatenate([each.colours for each in made]),
        )
    with np.load(path) as file:
        views, expected, paper, lean = file["views"], file["expected"], file["paper"], file["lean"]
        return views, expected, paper, lean, file["kinds"], file["colours"]


def temperatures(network: nn.Module, squares: Squares) -> tuple[float, float]:
    """By how much its answers must be divided so that its confidence is honest on boards it never saw."""
    with torch.no_grad():
        parts = np.array_split(np.arange(len(squares.kinds)), 1 + len(squares.kinds) // 512)
        shown = (torch.from_numpy(squares.patches.only(part).normal()) for part in parts)
        out = torch.cat([network(part) for part in shown])
    kinds, colours = torch.from_numpy(squares.kinds), torch.from_numpy(squares.colours)
    stands = (kinds == int(Kind.FLAT)) | (kinds == int(Kind.PAWN))
    best = []
    for name, answers, truth in (
        ("kinds", out[:, :KINDS], kinds),
        ("colours", out[stands][:, KINDS:], colours[stands]),
    ):
        right = float((answers.argmax(1) == truth).float().mean())
        losses = {t: float(functional.cross_entropy(answers / t, truth)) for t in np.arange(0.5, 4, 0.05)}
        best.append(float(min(losses, key=losses.__getitem__)))
        print(f"unseen boards: {right:.2%} of {len(truth)} {name} right, best temperature {best[-1]:.2f}")
    return best[0], best[1]


def save(network: nn.Module, path: Path, shape: tuple[int, int, int]) -> None:
    """As the eyes load it; `shape` is that of what it is shown."""
    torch.onnx.export(
        network, (torch.zeros(1, *shape),), str(path), input_names=["in"],
        output_names=["out"], opset_version=13, dynamo=False, dynamic_axes={"in": {0: "n"}},
    )  # fmt: skip


def seeds_of(text: str) -> range:
    """The seeds from the first to the last of `0-299`; those of the tests are refused."""
    first, last = (int(part) for part in text.split("-"))
    if not 0 <= first <= last < TEST_TABLES:
        raise argparse.ArgumentTypeError(f"{text}: give FIRST-LAST, both below {TEST_TABLES}")
    return range(first, last + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--begin", type=Path, help="go on from this board.onnx")
    parser.add_argument(
        "--tables",
        type=seeds_of,
        nargs="+",
        default=[range(600)],
        metavar="FIRST-LAST",
        help="seeds to learn from",
    )
    parser.add_argument("--held-out", type=int, default=16)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--minutes", type=float, default=120.0)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    folder = arguments.out / "boards"
    held_out = gathered(folder, range(TEST_TABLES, TEST_TABLES + arguments.held_out))
    seen = gathered(folder, [seed for some in arguments.tables for seed in some])
    print(f"{len(seen.kinds)} squares to learn from, of each kind {np.bincount(seen.kinds)}", flush=True)
    rng = np.random.default_rng(1)
    network = train(lessons(seen), arguments.minutes, arguments.steps, rng, arguments.begin)
    honest = Honest(network, *temperatures(network, held_out))
    save(honest, arguments.out / "board.onnx", (CHANNELS, PATCH_PX, PATCH_PX))


if __name__ == "__main__":
    main()
