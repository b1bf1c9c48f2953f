"""What teaching any of the networks takes: its course, and a pool of samples under changing light."""

import time
from collections import deque
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.die_scale import COLOURS, LIE, WAYS
from pi_diavolo.vision.patches import Cut, Pose
from training.examples import Example
from training.light import relit
from training.networks import Network
from training.samples import Sample, aimed_at, die_samples

PATCHES_A_STEP = 160
POOL, EXAMPLES_A_STEP = 9000, 4
SAVED_EVERY = 400
# A die that is not white mirrors a lamp where so many of its top's pixels are so bright.
SHINES, BRIGHT = 0.1, 215
WHITE, GRAY = COLOURS.index("white"), COLOURS.index("gray")
FLAT = WAYS.index("flat")


def in_use(name: str) -> Path:
    """The network of this name that the eyes have now."""
    return Path(str(files("pi_diavolo.vision") / "models" / f"{name}.onnx"))


class Lesson:
    """A network on its way: its optimiser, its plan, and now and then a word on how it goes."""

    # Half as exact is exact enough to learn by, and twice as fast where the processor knows how.
    def __init__(
        self,
        name: str,
        network: Network,
        steps: int,
        rate: float,
        begin: Path | None,
        *,
        in_halves: bool = False,
    ) -> None:
        if begin and (weights := begin / f"{name}.pt").exists():
            network.load_state_dict(torch.load(weights))
            rate /= 2
        self.name, self.network, self._steps, self._step = name, network.train(), steps, 0
        self._optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-4)
        self._plan = torch.optim.lr_scheduler.OneCycleLR(self._optimiser, rate, total_steps=steps)
        self._began, self._losses, self._in_halves = time.time(), list[float](), in_halves

    @property
    def is_at_mark(self) -> bool:
        """Time to save what was learned so far: now and then, and at the end."""
        return self._step % SAVED_EVERY == 0 or self._step == self._steps

    def answers(self, images: np.ndarray) -> Tensor:
        """What the network says of these images."""
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._in_halves):
            out: Tensor = self.network(functional.pixel_unshuffle(tensor(images), self.network.fold))
        return out.float()

    def learn(self, loss: Tensor) -> None:
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimiser.step()
        self._plan.step()
        self._step += 1
        self._losses.append(float(loss.detach()))
        if self._step % 100 == 0:
            mean, seconds = np.mean(self._losses), time.time() - self._began
            print(f"{self.name} {self._step}/{self._steps}: loss {mean:.4f}, {seconds:.0f} s", flush=True)
            self._losses.clear()

    def save(self, folder: Path, channels: int, side: int, moving: dict[int, str]) -> None:
        torch.save(self.network.state_dict(), folder / f"{self.name}.pt")
        fold = self.network.fold
        blank = torch.zeros(1, channels * fold**2, side // fold, side // fold)
        torch.onnx.export(
            self.network.eval(), (blank,), str(folder / f"{self.name}.onnx"),
            input_names=["in"], output_names=["out"], opset_version=13, dynamo=False,
            dynamic_axes={"in": moving},
        )  # fmt: skip
        self.network.train()


class Pool:
    """Samples to draw from, so many that the dice of one table do not come together; the oldest make room.

    Cutting costs as much as learning: each sample is drawn a few times, every time under another light.
    """

    def __init__(self, examples: list[Example], lie_cut: Cut = LIE, *, aimed: bool = True) -> None:
        """With `aimed`, also of all that the eyes look at there: prints and sides that are no dice."""
        self._examples, self._aimed, self._with_aims = examples, dict[int, list[Pose]](), aimed
        self.lie_cut = lie_cut
        self.aim, self.read = deque[Sample](maxlen=POOL), deque[Sample](maxlen=POOL)
        self.level = deque[Sample](maxlen=POOL)  # those to read that lie level
        self.shiny = deque[Sample](maxlen=POOL)  # those of them that mirror a lamp
        self.order_dice = deque[Sample](maxlen=POOL)  # and all Order dice
        self.lie = [deque[Sample](maxlen=POOL) for _ in WAYS]
        self.beside = deque[Sample](maxlen=POOL)  # those flat that have something to lean on

    def refill(self, count: int, rng: np.random.Generator) -> None:
        for index in rng.integers(len(self._examples), size=count):
            more = die_samples(self._examples[int(index)], rng, self._aimed_at(int(index)), self.lie_cut)
            self.aim.extend(more.aim)
            self.read.extend(more.read)
            self.level.extend(sample for sample in more.read if sample[1][3])
            self.shiny.extend(sample for sample in more.read if shines(sample))
            self.order_dice.extend(sample for sample in more.read if sample[1][0] == GRAY)
            for patch, (way, alone) in more.lie:
                self.lie[int(way)].append((patch, (way,)))
                if way == FLAT and not alone:
                    self.beside.append((patch, (way,)))

    def _aimed_at(self, index: int) -> list[Pose]:
        """Where the eyes look in this example: worked out once, and so with the networks as they were."""
        if not self._with_aims:
            return []
        if index not in self._aimed:
            self._aimed[index] = aimed_at(self._examples[index])
        return self._aimed[index]


def shines(sample: Sample) -> bool:
    """Whether it lies level and mirrors a lamp."""
    patch, (colour, _, _, level, *_) = sample
    edge = len(patch) // 6
    bright = patch[edge:-edge, edge:-edge].min(axis=2) > BRIGHT
    return bool(level > 0 and colour != WHITE and bright.mean() > SHINES)


def picked(waiting: Sequence[Sample], count: int, rng: np.random.Generator) -> list[Sample]:
    """So many of them, some perhaps twice."""
    return [waiting[int(n)] for n in rng.integers(len(waiting), size=count)]


def batch(picks: list[Sample], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """These samples, each under another light, and what is to be said of them."""
    seen = np.stack([_relit(patch, rng) for patch, _ in picks])
    return seen, np.array([said for _, said in picks], np.float32)


def _relit(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    lit = relit(np.ascontiguousarray(patch[..., :3]), rng)
    return lit if patch.shape[2] == 3 else np.dstack([lit, patch[..., 3:].astype(np.float32) / 255])


def tensor(images: np.ndarray) -> Tensor:
    """Images as the networks take them."""
    return torch.from_numpy(np.ascontiguousarray(images.transpose(0, 3, 1, 2)))
