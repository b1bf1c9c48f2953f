"""`python -m training.shapes OUT`: paints counters, trains the network that tells flat ones from pawns."""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.board_shapes import CHANNELS, LONG_PX, WIDE_PX, CounterPatches
from training.boards import TEST_TABLES, cast_shadow, conv, save, seeds_of, soft_edge, trained
from training.shape_examples import FLAT, PAWN, STACK, Counters, counters_of_table

BATCH = 96
RATE = 3e-3
# How often a batch shows each kind; a flat counter and a stack of two are both flat.
SHARES = {FLAT: 0.36, PAWN: 0.42, STACK: 0.22}
HELD_OUT = 40
FINER = 2.0  # these patches than those of whole boards

Parts = tuple[
    npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.float64], npt.NDArray[np.float64],
    npt.NDArray[np.int64],
]  # fmt: skip


class ShapeReader(nn.Module):
    """CounterPatches.normal() in; a number each for flat and for pawn out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 16, 2), conv(16, 24, 2), conv(24, 32, 1), conv(32, 40, 2),
            conv(40, 48, 1), nn.Flatten(), nn.Linear(48 * 9 * 6, 48), nn.ReLU(), nn.Linear(48, 2),
        )  # fmt: skip

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.body(patches)
        return out


class Honest(nn.Module):
    """The network with its answers divided by a temperature: two shares of one."""

    def __init__(self, network: nn.Module, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, patches: Tensor) -> Tensor:
        return functional.softmax(self.network(patches) / self.temperature, dim=1)


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Counters of many boards, and how to draw batches of them."""

    counters: Counters
    pools: tuple[npt.NDArray[np.intp], ...]  # which counters are of each kind

    def draw(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """A batch: what the network is shown, and what it should say."""
        wanted = rng.choice(len(SHARES), BATCH, p=list(SHARES.values()))
        picks = np.array([self.pools[kind][rng.integers(len(self.pools[kind]))] for kind in wanted])
        shown = varied(self.counters.patches.only(picks), rng).normal()
        return torch.from_numpy(shown), is_pawn(self.counters.kinds[picks])


def is_pawn(kinds: npt.NDArray[np.int64]) -> Tensor:
    """1 for each pawn, 0 for the others."""
    return torch.from_numpy((kinds == PAWN).astype(np.int64))


def varied(patches: CounterPatches, rng: np.random.Generator) -> CounterPatches:
    """Mirrored, under other lights, shades and glare, through other cameras than the painter gave."""
    if rng.random() < 0.5:
        patches = patches.mirrored()
    n, size = len(patches.views), (LONG_PX, WIDE_PX)
    out = patches.views.astype(np.float32) / np.float32(255)
    gains = np.exp(rng.normal(0, 0.12, (n, 1, 1, 1)) + rng.normal(0, 0.05, (n, 1, 1, 3))).astype(np.float32)
    # Every other batch keeps its tone curve: powers take as long as all the rest.
    power = np.exp(rng.normal(0, 0.13, (n, 1, 1, 1))).astype(np.float32)
    curved = rng.random() < 0.5
    veil = np.where(rng.random((n, 1, 1, 1)) < 0.15, rng.uniform(0, 0.12, (n, 1, 1, 1)), 0).astype(np.float32)
    out *= soft_edge(n, rng, size) * cast_shadow(n, rng, size, FINER) * gains
    out = out.clip(0, 1) ** power if curved else out.clip(0, 1)
    out = out * (1 - veil) + veil
    noisy = rng.random(n) < 0.3
    out[noisy] += np.float32(0.02) * rng.standard_normal(out[noisy].shape, np.float32)
    for blurred in np.flatnonzero(rng.random(n) < 0.2):
        out[blurred] = cv2.GaussianBlur(out[blurred], (0, 0), float(rng.uniform(0.4, 1.3)))
    paper = (patches.paper[:, None, None] / 255 * gains).clip(0, 1)
    paper = (paper**power if curved else paper) * (1 - veil) + veil
    elsewhere = np.exp(rng.normal(0, 0.03, (n, 1)) + rng.normal(0, 0.012, (n, 3)))
    whole = (out.clip(0, 1) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
    sight = patches.sight * np.exp(rng.normal(0, 0.01, (n, 2)))
    return CounterPatches(whole, patches.expected, (paper[:, 0, 0] * elsewhere * 255).clip(0, 255), sight)


def train(learned: Lessons, minutes: float, steps: int, rng: np.random.Generator) -> nn.Module:
    """A network that has learned this."""
    network = ShapeReader().train()

    def loss() -> Tensor:
        shown, pawns = learned.draw(rng)
        return functional.cross_entropy(network(shown), pawns)

    return trained(network, loss, RATE, minutes, steps)


def gathered(folder: Path, seeds: Iterable[int]) -> Counters:
    """Counters of all these boards; those that an earlier run has left there are not painted again."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [kept(folder, seed) for seed in seeds]
    views, expected, paper, sight, kinds = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Counters(CounterPatches(views, expected, paper, sight), kinds)


def kept(folder: Path, seed: int) -> Parts:
    """The counters of one board, painted once."""
    path = folder / f"{seed:07d}.npz"
    if not path.exists():
        made = counters_of_table(seed)
        np.savez(
            path,
            views=np.concatenate([each.patches.views for each in made]),
            expected=np.concatenate([each.patches.expected for each in made]),
            paper=np.concatenate([each.patches.paper for each in made]),
            sight=np.concatenate([each.patches.sight for each in made]),
            kinds=np.concatenate([each.kinds for each in made]),
        )
    with np.load(path) as file:
        return file["views"], file["expected"], file["paper"], file["sight"], file["kinds"]


def answers(network: nn.Module, patches: CounterPatches) -> Tensor:
    """What it says of all of these."""
    parts = np.array_split(np.arange(len(patches.paper)), 1 + len(patches.paper) // 512)
    with torch.no_grad():
        return torch.cat([network(torch.from_numpy(patches.only(part).normal())) for part in parts])


def temperature(network: nn.Module, counters: Counters) -> float:
    """By how much its answers must be divided so that its confidence is honest on boards it never saw."""
    out, truth = answers(network, counters.patches), is_pawn(counters.kinds)
    for kind, name in ((FLAT, "flats"), (PAWN, "pawns"), (STACK, "stacks")):
        of_it = torch.from_numpy(counters.kinds == kind)
        right = float((out[of_it].argmax(1) == truth[of_it]).float().mean())
        print(f"unseen boards: {right:.2%} of {int(of_it.sum())} {name} right")
    losses = {t: float(functional.cross_entropy(out / t, truth)) for t in np.arange(0.5, 4, 0.05)}
    best = float(min(losses, key=losses.__getitem__))
    print(f"best temperature {best:.2f}")
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--tables",
        type=seeds_of,
        nargs="+",
        default=[range(400)],
        metavar="FIRST-LAST",
        help="seeds to learn from",
    )
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--minutes", type=float, default=60.0)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    folder = arguments.out / "counters"
    held_out = gathered(folder, range(TEST_TABLES, TEST_TABLES + HELD_OUT))
    seen = gathered(folder, [seed for some in arguments.tables for seed in some])
    print(f"{len(seen.kinds)} counters to learn from, of each kind {np.bincount(seen.kinds)}", flush=True)
    pools = tuple(np.flatnonzero(seen.kinds == kind) for kind in SHARES)
    network = train(Lessons(seen, pools), arguments.minutes, arguments.steps, np.random.default_rng(1))
    honest = Honest(network, temperature(network, held_out))
    save(honest, arguments.out / "board_shapes.onnx", (CHANNELS, LONG_PX, WIDE_PX))


if __name__ == "__main__":
    main()
