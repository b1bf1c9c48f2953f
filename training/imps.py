"""`python -m training.imps OUT`: paints bases, trains the network that says what stands on each, saves it."""

import argparse
import multiprocessing
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.imps import STANDING
from pi_diavolo.vision.imps_patches import PATCH_PX, Patches
from training.imp_examples import UNCLEAR, bases_of_table
from training.imp_sketches import sketch

ANSWERS = len(STANDING) + 1  # and: something hides it
TEST_TABLES = 1_000_000  # seeds from here on are never trained on
BATCH = 128
SKETCHES = 400  # on one sheet

Views = npt.NDArray[np.uint8]
# Views, paper, what stands there.
Samples = tuple[Views, npt.NDArray[np.float64], npt.NDArray[np.int64]]


class ImpReader(nn.Module):
    """Patches.normal() in, one number for each of STANDING and for `hidden` out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *_conv(9, 24, 2), *_conv(24, 48, 2), *_conv(48, 48, 1), *_conv(48, 64, 2),
            nn.Flatten(), nn.Linear(64 * (PATCH_PX // 8) ** 2, 48), nn.ReLU(), nn.Linear(48, ANSWERS),
        )  # fmt: skip

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.body(patches)
        return out


def _conv(inside: int, outside: int, stride: int) -> tuple[nn.Module, ...]:
    return nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU()


def painted(seed: int) -> Samples:
    """All bases of one table of which somebody could say what stands there."""
    made = [(b.patches.views, b.patches.paper, b.said) for b in bases_of_table(seed)]
    views, paper, said = (np.concatenate(part) for part in zip(*made, strict=True))
    return views, paper, said


def sketched(seed: int) -> Samples:
    """A sheetful of sketches."""
    rng = np.random.default_rng(seed)
    views, paper, said = zip(*(sketch(rng) for _ in range(SKETCHES)), strict=True)
    return np.stack(views), np.stack(paper), np.array(said)


def gathered(folder: Path, make: Callable[[int], Samples], seeds: range, processes: int) -> Samples:
    """Samples of all these seeds; those that an earlier run has left in the folder are not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    with multiprocessing.Pool(processes) as pool:
        parts = list(pool.imap(partial(_kept, folder, make), seeds, chunksize=2))
    views, paper, said = _together(parts)
    clear = said != UNCLEAR
    return views[clear], paper[clear], said[clear]


def _together(parts: Sequence[Samples]) -> Samples:
    views, paper, said = zip(*parts, strict=True)
    return np.concatenate(views), np.concatenate(paper), np.concatenate(said)


def _kept(folder: Path, make: Callable[[int], Samples], seed: int) -> Samples:
    cv2.setNumThreads(1)
    path = folder / f"{make.__name__}-{seed:07d}.npz"
    if not path.exists():
        views, paper, said = make(seed)
        np.savez(path, views=views, paper=paper, said=said)
    with np.load(path) as file:
        return file["views"], file["paper"], file["said"]


def varied(views: Views, paper: npt.NDArray[np.float64], rng: np.random.Generator) -> Patches:
    """Mirrored, under other lights, shades and glare, through other cameras than the painter gave."""
    n = len(views)
    out = views.astype(np.float32) / np.float32(255)
    mirror = rng.random(n) < 0.5
    out[mirror] = out[mirror][:, :, ::-1]
    out[..., :3], out[..., 3:] = _aside(out[..., :3], rng), _aside(out[..., 3:], rng)
    gains = np.exp(rng.normal(0, 0.12, (n, 1, 1, 1)) + rng.normal(0, 0.05, (n, 1, 1, 3))).astype(np.float32)
    power = np.exp(rng.normal(0, 0.12, (n, 1, 1, 1))).astype(np.float32)
    veil = np.where(rng.random((n, 1, 1, 1)) < 0.15, rng.uniform(0, 0.15, (n, 1, 1, 1)), 0).astype(np.float32)
    out *= _shade(n, rng) * np.tile(gains, 2)
    out = (out.clip(0, 1) ** power) * (1 - veil) + veil
    noisy = rng.random(n) < 0.3
    out[noisy] += np.float32(0.02) * rng.standard_normal(out[noisy].shape, np.float32)
    sheet = (paper[:, None, None] / 255 * gains).clip(0, 1) ** power * (1 - veil) + veil
    # The markers lie elsewhere: there the light may differ.
    elsewhere = np.exp(rng.normal(0, 0.03, (n, 1)) + rng.normal(0, 0.015, (n, 3)))
    whole = (out.clip(0, 1) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
    return Patches(whole, (sheet[:, 0, 0] * elsewhere * 255).clip(0, 255))


def _aside(views: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Cut a pixel beside: imps stand beside the middle, and are not quite as high as the table file says."""
    right, up = rng.integers(-1, 2, (2, len(views), 1, 1))
    rows = np.clip(np.arange(PATCH_PX)[:, None] + up, 0, PATCH_PX - 1)
    columns = np.clip(np.arange(PATCH_PX) + right, 0, PATCH_PX - 1)
    return np.asarray(views[np.arange(len(views))[:, None, None], rows, columns], np.float32)


def _shade(n: int, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """A shadow's or a light's soft edge across some; the same in both patches, which is near enough."""
    turn, where = rng.uniform(0, 2 * np.pi, (n, 1, 1)), rng.uniform(-0.5, 0.5, (n, 1, 1)) * PATCH_PX
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - PATCH_PX / 2
    away = columns * np.cos(turn) + rows * np.sin(turn) - where
    dark = 1 / (1 + np.exp(-away * np.exp(rng.uniform(-1.5, 1, (n, 1, 1)))))
    deep = np.where(rng.random((n, 1)) < 0.15, rng.uniform(-0.4, 0.65, (n, 1)), 0)
    tint = deep * np.exp(rng.normal(0, 0.1, (n, 3)))
    return np.tile((1 - dark[..., None] * tint[:, None, None]).astype(np.float32), 2)


def train(samples: Samples, epochs: int, rng: np.random.Generator) -> nn.Module:
    views, paper, said = samples
    network, steps = ImpReader().train(), epochs * (len(said) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), 4e-3, weight_decay=3e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    for epoch in range(epochs):
        order, losses = rng.permutation(len(said)), []
        for first in range(0, len(said) - BATCH + 1, BATCH):
            picks = order[first : first + BATCH]
            shown = torch.from_numpy(varied(views[picks], paper[picks], rng).normal())
            loss = functional.cross_entropy(network(shown), torch.from_numpy(said[picks]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
            losses.append(float(loss.detach()))
        if epoch % 4 == 3:
            print(f"epoch {epoch + 1}/{epochs}: loss {np.mean(losses):.4f}", flush=True)
    return network.eval()


def temperature(network: nn.Module, samples: Samples) -> float:
    """By how much its answers must be divided so that its confidence is honest on tables it never saw."""
    views, paper, said = samples
    with torch.no_grad():
        out = network(torch.from_numpy(Patches(views, paper).normal()))
    truth = torch.from_numpy(said)
    right = float((out.argmax(1) == truth).float().mean())
    losses = {t: float(functional.cross_entropy(out / t, truth)) for t in np.arange(0.6, 4, 0.05)}
    best = min(losses, key=losses.__getitem__)
    print(f"unseen tables: {right:.2%} of {len(said)} right, best temperature {best:.2f}")
    return float(best)


class BothWays(nn.Module):
    """The network asked twice, the second time with all mirrored: what misleads one way may not the other."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = (self.network(patches) + self.network(patches.flip(3))) / 2
        return out


class Honest(nn.Module):
    """The network with its answers divided by the temperature, and made shares of one."""

    def __init__(self, network: nn.Module, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, patches: Tensor) -> Tensor:
        return functional.softmax(self.network(patches) / self.temperature, dim=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tables", type=int, default=1500)
    parser.add_argument("--sketches", type=int, default=120_000)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    folder, processes = arguments.out / "bases", arguments.processes
    unseen = range(TEST_TABLES, TEST_TABLES + max(1, arguments.tables // 20))
    held_out = gathered(folder, painted, unseen, processes)
    tables = gathered(folder, painted, range(arguments.tables), processes)
    sketches = gathered(folder, sketched, range(arguments.sketches // SKETCHES), processes)
    seen = _together([tables, sketches])
    _, _, said = seen
    print(f"{len(said)} bases to learn from, of each kind {np.bincount(said)}", flush=True)
    network = BothWays(train(seen, arguments.epochs, np.random.default_rng(1)))
    torch.onnx.export(
        Honest(network, temperature(network, held_out)), (torch.zeros(1, 9, PATCH_PX, PATCH_PX),),
        str(arguments.out / "imps.onnx"), input_names=["in"], output_names=["out"],
        opset_version=13, dynamo=False, dynamic_axes={"in": {0: "n"}},
    )  # fmt: skip


if __name__ == "__main__":
    main()
