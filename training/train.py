"""`python -m training.train EXAMPLES OUT`: trains both networks on painted examples, saves them as ONNX."""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.dice import PATCH_PX
from pi_diavolo.vision.die_scale import COLOURS
from training.networks import Reader, Spotter
from training.samples import VIEW_PX, Sample, Stored, load, read_samples, relit, spot_sample

VALUES = slice(len(COLOURS), len(COLOURS) + 7)
FLAT, OFF = VALUES.stop, slice(VALUES.stop + 1, None)


def spot_loss(out: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """A focal loss on where dice are, and a plain one on how they lie there."""
    heat, wanted = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4), target[:, 0]
    peak = (wanted > 0.6).float()
    missed = peak * wanted * (1 - heat) ** 2 * heat.log()
    invented = (1 - peak) * (1 - wanted) ** 4 * heat**2 * (1 - heat).log()
    focal = -((missed + invented) * weight).sum() / peak.sum().clamp(min=1)
    mask = (wanted > 0.3).float() * weight
    lies = functional.smooth_l1_loss(out[:, 1:], target[:, 1:], reduction="none").sum(1) * mask
    return focal + lies.sum() / mask.sum().clamp(min=1)


def read_loss(out: Tensor, truth: Tensor) -> Tensor:
    """Colour where there is a die, value and place where it lies flat, flatness everywhere."""
    colour, value, flat, posed = truth[:, 0].long(), truth[:, 1].long(), truth[:, 2], truth[:, 3]
    there = (colour >= 0).float()
    loss = functional.cross_entropy(out[:, : len(COLOURS)], colour.clamp(min=0), reduction="none") * there
    loss = loss + functional.cross_entropy(out[:, VALUES], value.clamp(min=0), reduction="none") * posed
    loss = loss + functional.binary_cross_entropy_with_logits(out[:, FLAT], flat, reduction="none")
    off = functional.smooth_l1_loss(out[:, OFF], truth[:, 4:], reduction="none", beta=0.1).sum(1)
    return (loss + 1.5 * off * posed).mean()


def train_spotter(
    examples: list[Stored], steps: int, rng: np.random.Generator, begin: Path | None
) -> nn.Module:
    """Teach it to find dice in pieces of views."""
    lesson = Lesson(Spotter(), steps, 4e-3, begin)
    for _ in range(steps):
        chosen = [spot_sample(examples[int(i)], rng) for i in rng.integers(len(examples), size=10)]
        views, target, weight = (np.stack(part) for part in zip(*chosen, strict=True))
        out = lesson.network(_tensor(views))
        lesson.learn(spot_loss(out, torch.from_numpy(target), torch.from_numpy(weight)))
    return lesson.network.eval()


def train_reader(
    examples: list[Stored], steps: int, rng: np.random.Generator, begin: Path | None
) -> nn.Module:
    """Teach it to read single dice."""
    lesson, batch = Lesson(Reader(), steps, 3e-3, begin), 192
    pool: list[Sample] = []
    for _ in range(steps):
        while len(pool) < batch * 12:  # so that the dice of one table do not come all together
            pool += read_samples(examples[int(rng.integers(len(examples)))], rng)
        picks = [pool.pop(int(rng.integers(len(pool)))) for _ in range(batch)]
        patches = np.stack([relit(patch, rng) for patch, _ in picks])
        truth = torch.tensor(np.array([said for _, said in picks]), dtype=torch.float32)
        lesson.learn(read_loss(lesson.network(_tensor(patches)), truth))
    return lesson.network.eval()


class Lesson:
    """A network on its way: its optimiser, its plan, and now and then a word on how it goes."""

    def __init__(self, network: nn.Module, steps: int, rate: float, begin: Path | None) -> None:
        if begin:
            network.load_state_dict(torch.load(begin))
            rate /= 2
        self.network, self._steps, self._step = network.train(), steps, 0
        self._optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-4)
        self._plan = torch.optim.lr_scheduler.OneCycleLR(self._optimiser, rate, total_steps=steps)
        self._began, self._losses = time.time(), list[float]()

    def learn(self, loss: Tensor) -> None:
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimiser.step()
        self._plan.step()
        self._step += 1
        self._losses.append(float(loss.detach()))
        if self._step % 50 == 0:
            name, seconds = type(self.network).__name__, time.time() - self._began
            print(
                f"{name} {self._step}/{self._steps}: loss {np.mean(self._losses):.4f}, {seconds:.0f} s",
                flush=True,
            )
            self._losses.clear()


def _tensor(images: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(images.transpose(0, 3, 1, 2)))


def save(network: nn.Module, side: int, path: Path) -> None:
    torch.save(network.state_dict(), path.with_suffix(".pt"))
    axes = {0: "n"} if side == PATCH_PX else {0: "n", 2: "h", 3: "w"}
    torch.onnx.export(
        network, (torch.zeros(1, 3, side, side),), str(path), input_names=["in"], output_names=["out"],
        opset_version=13, dynamo=False, dynamic_axes={"in": axes},
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--spotter", type=int, default=900, help="steps, 0 for none")
    parser.add_argument("--reader", type=int, default=2200, help="steps, 0 for none")
    parser.add_argument("--begin", type=Path, help="go on from the .pt files in this folder")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(1)
    rng, examples = np.random.default_rng(1), load(arguments.examples)
    print(f"{len(examples)} examples", flush=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    lessons = (
        ("reader", train_reader, PATCH_PX, arguments.reader),
        ("spotter", train_spotter, VIEW_PX, arguments.spotter),
    )
    for name, train, side, steps in lessons:
        if steps:
            begin = arguments.begin / f"{name}.pt" if arguments.begin else None
            save(train(examples, steps, rng, begin), side, arguments.out / f"{name}.onnx")


if __name__ == "__main__":
    main()
