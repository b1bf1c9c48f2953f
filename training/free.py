"""`python -m training.free OUT`: paints free scenes and trains the two networks for photographs on them."""

import argparse
import multiprocessing
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.free_networks import PATCH_PX, evened
from training.free_networks import FreeReader, FreeSpotter
from training.free_samples import SIDE_PX, Stored, load, paint, read_samples, spot_sample
from training.free_spoiling import spoiled

SPOT_BATCH, READ_BATCH = 12, 48
RATE = 4e-3
Batch = tuple[Tensor, ...]


def spot_loss(out: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """A focal loss on where dice are, and a plain one on their boxes there."""
    heat, wanted = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4), target[:, 0]
    peak = (wanted > 0.6).float()
    missed = peak * wanted * (1 - heat) ** 2 * heat.log()
    invented = (1 - peak) * (1 - wanted) ** 4 * heat**2 * (1 - heat).log()
    focal = -((missed + invented) * weight).sum() / peak.sum().clamp(min=1)
    mask = (wanted > 0.3).float() * weight
    boxes = functional.smooth_l1_loss(out[:, 1:], target[:, 1:], reduction="none", beta=0.1).sum(1) * mask
    return focal + boxes.sum() / mask.sum().clamp(min=1)


def read_loss(out: Tensor, value: Tensor) -> Tensor:
    """A little smoothed, since some faces cannot be read."""
    return functional.cross_entropy(out, value, label_smoothing=0.02)


def spot_batch(scenes: list[Stored], rng: np.random.Generator) -> Batch:
    chosen = [spot_sample(scenes[int(i)], rng) for i in rng.integers(len(scenes), size=SPOT_BATCH)]
    pictures, target, weight = (np.stack(part) for part in zip(*chosen, strict=True))
    return _tensor(pictures), torch.from_numpy(target), torch.from_numpy(weight)


class ReadBatches:
    """Mixes patches of many scenes: those of one scene look alike."""

    def __init__(self) -> None:
        self._pool: list[tuple[np.ndarray, int]] = []

    def __call__(self, scenes: list[Stored], rng: np.random.Generator) -> Batch:
        while len(self._pool) < READ_BATCH * 20:
            self._pool += read_samples(scenes[int(rng.integers(len(scenes)))], rng)
        picks = [self._pool.pop(int(rng.integers(len(self._pool)))) for _ in range(READ_BATCH)]
        patches = np.stack([evened(spoiled(patch, rng)) for patch, _ in picks])
        return torch.from_numpy(patches), torch.tensor([value for _, value in picks])


def train(
    network: nn.Module,
    loss: Callable[..., Tensor],
    batch: Callable[[list[Stored], np.random.Generator], Batch],
    scenes: list[Stored],
    steps: int,
    kept: Path,
    begin: Path | None,
) -> nn.Module:
    """Teach a network; its state is kept every now and then, and `begin` goes on from one."""
    rate = RATE
    if begin:
        known = torch.load(begin)
        fits = {name: part for name, part in known.items() if _fits(network, name, part)}
        network.load_state_dict(fits, strict=False)
        rate /= 2
    rng, began, losses = np.random.default_rng(1), time.time(), list[float]()
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    network.train()
    for step in range(1, steps + 1):
        shown, *wanted = batch(scenes, rng)
        error = loss(network(shown), *wanted)
        optimiser.zero_grad()
        error.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        plan.step()
        losses.append(float(error.detach()))
        if step % 50 == 0:
            name, seconds = type(network).__name__, time.time() - began
            print(f"{name} {step}/{steps}: {np.mean(losses):.4f}, {seconds:.0f} s", flush=True)
            losses.clear()
            torch.save(network.state_dict(), kept)
    return network.eval()


def _fits(network: nn.Module, name: str, part: Tensor) -> bool:
    own = network.state_dict()
    return name in own and own[name].shape == part.shape


def save(network: nn.Module, side: int, path: Path, whole_pictures: bool) -> None:
    """As ONNX with weights of 16 bits, which halves the file; OpenCV widens them when it loads it."""
    axes = {0: "n", 2: "h", 3: "w"} if whole_pictures else {0: "n"}
    torch.onnx.export(
        network, (torch.zeros(1, 3, side, side),), str(path), input_names=["in"], output_names=["out"],
        opset_version=13, dynamo=False, dynamic_axes={"in": axes},
    )  # fmt: skip
    model = onnx.load(str(path))
    for weights in list(model.graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > 256:
            half = numpy_helper.from_array(values.astype(np.float16), f"{weights.name}_half")
            model.graph.initializer.remove(weights)
            model.graph.initializer.append(half)
            model.graph.node.insert(0, onnx.helper.make_node("Cast", [half.name], [weights.name], to=1))
    onnx.save(model, str(path))


def _tensor(images: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(images.transpose(0, 3, 1, 2)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--files", type=int, default=200, help="of 60 scenes each")
    parser.add_argument("--spotter", type=int, default=1500, help="steps, 0 for none")
    parser.add_argument("--reader", type=int, default=6000, help="steps, 0 for none")
    parser.add_argument("--begin", type=Path, help="a .pt file: go on from what in it fits")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(1)
    folder = arguments.out / "scenes"
    folder.mkdir(parents=True, exist_ok=True)
    with multiprocessing.Pool(arguments.threads) as pool:
        for _ in pool.imap_unordered(partial(paint, folder), range(arguments.files)):
            pass
    scenes = load(folder)
    print(f"{len(scenes)} scenes", flush=True)
    begin = arguments.begin
    if arguments.reader:
        kept = arguments.out / "free_reader.pt"
        reader = train(FreeReader(), read_loss, ReadBatches(), scenes, arguments.reader, kept, begin)
        save(reader, PATCH_PX, arguments.out / "free_reader.onnx", whole_pictures=False)
    if arguments.spotter:
        kept = arguments.out / "free_spotter.pt"
        spotter = train(FreeSpotter(), spot_loss, spot_batch, scenes, arguments.spotter, kept, begin)
        save(spotter, SIDE_PX, arguments.out / "free_spotter.onnx", whole_pictures=True)


if __name__ == "__main__":
    main()
