"""`python -m training.train EXAMPLES… --out OUT`: trains networks on painted examples, saves them as ONNX."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import AIM, LIE_CLOSER, PLACE
from training.examples import Example, kept
from training.lessons import (
    EXAMPLES_A_STEP,
    FLAT,
    PATCHES_A_STEP,
    POOL,
    Lesson,
    Pool,
    batch,
    in_use,
    picked,
    tensor,
)
from training.networks import Spotter, aimer, arbiter, lier, placer
from training.places import Places
from training.reading_lessons import train_expert, train_reader
from training.samples import VIEW_PX, Sample, spot_sample

VIEWS_A_STEP = 10
# How often each of WAYS is shown: flat, cocked, stacked, nothing.
SHARES_OF_WAYS = (0.50, 0.25, 0.07, 0.18)
# So many of the flat ones lie beside something: else what has a neighbour would be taken to lean on it.
BESIDE = 0.6


def spot_loss(out: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """A focal loss on where dice are, and plain ones on how they lie there and on what is covered."""
    heat, wanted = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4), target[:, 0]
    peak = (wanted > 0.6).float()
    missed = peak * wanted * (1 - heat) ** 2 * heat.log()
    invented = (1 - peak) * (1 - wanted) ** 4 * heat**2 * (1 - heat).log()
    focal = -((missed + invented) * weight).sum() / peak.sum().clamp(min=1)
    mask = (wanted > 0.3).float() * weight
    lies = functional.smooth_l1_loss(out[:, 1:5], target[:, 1:5], reduction="none").sum(1) * mask
    # Few cells are under a hand: they count for more, or the network learns that none ever is.
    covered = functional.binary_cross_entropy_with_logits(
        out[:, 5], target[:, 5], pos_weight=torch.tensor(3.0)
    )
    return focal + lies.sum() / mask.sum().clamp(min=1) + 15 * covered


def spot_alike_loss(out: Tensor, tutor: Tensor, target: Tensor) -> Tensor:
    """How differently from the spotter in use it answers: whatever follows was fitted to its doubts."""
    dice = (target[:, 0] > 0.6).sum().clamp(min=1)
    said, wanted = out[:, [0, 5]], torch.sigmoid(tutor[:, [0, 5]])
    apart = functional.binary_cross_entropy_with_logits(said, wanted, reduction="none").sum((0, 2, 3))
    return apart[0] / dice + 15 * apart[1] / out[:, 5].numel()


def aim_loss(out: Tensor, truth: Tensor) -> Tensor:
    """How far off, in the patch's own frame."""
    return functional.smooth_l1_loss(out, truth, beta=0.1)


def place_loss(out: Tensor, truth: Tensor) -> Tensor:
    """How far off, in shares of what the network itself thinks likely (the log-likelihood by Laplace)."""
    spread = out[:, [4, 4, 5, 6]].clamp(-5.0, 2.0)
    return ((out[:, :4] - truth).abs() * torch.exp(-spread) + spread).sum(1).mean()


def train_spotter(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it to find dice in pieces of views."""
    lesson, rng = Lesson("spotter", Spotter(), steps, 4e-3, begin), np.random.default_rng(1)
    before = networks.through_onnxruntime(in_use("spotter").read_bytes()) if begin else None
    for _ in range(steps):
        chosen = [spot_sample(examples[int(i)], rng) for i in rng.integers(len(examples), size=VIEWS_A_STEP)]
        views, target, weight = (torch.from_numpy(np.stack(part)) for part in zip(*chosen, strict=True))
        answers = lesson.answers(views.numpy())
        loss = spot_loss(answers, target, weight)
        if before is not None:
            tutor = before(functional.pixel_unshuffle(tensor(views.numpy()), Spotter.fold).numpy())
            loss = loss + spot_alike_loss(answers, torch.from_numpy(tutor), target)
        lesson.learn(loss)
        if lesson.is_at_mark:
            lesson.save(out, 3, VIEW_PX, {0: "n", 2: "h", 3: "w"})


def train_aimer(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it how far off a die it was aimed."""
    rng, pool = np.random.default_rng(2), Pool(examples)
    aim = Lesson("aimer", aimer(), steps, 3e-3, begin)
    pool.refill(POOL // 12, rng)
    for _ in range(steps):
        pool.refill(EXAMPLES_A_STEP, rng)
        seen, truth = batch(picked(pool.aim, PATCHES_A_STEP, rng), rng)
        aim.learn(aim_loss(aim.answers(seen), torch.from_numpy(truth)))
        if aim.is_at_mark:
            aim.save(out, 3, AIM.px, {0: "n"})


def train_lier(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it how dice lie: half of those it is shown lie flat."""
    _learn_to_lie(Lesson("lier", lier(), steps, 3e-3, begin), Pool(examples), steps, out)


def train_arbiter(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """The same for the one that is asked in doubt and looks closer."""
    lie = Lesson("arbiter", arbiter(), steps, 3e-3, begin, in_halves=True)
    _learn_to_lie(lie, Pool(examples, LIE_CLOSER), steps, out)


def train_placer(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it where exactly a die lies, the Order die above all."""
    lesson, rng = Lesson("placer", placer(), steps, 3e-3, begin), np.random.default_rng(4)
    places = Places(examples)
    places.refill(POOL // 12, rng)
    for _ in range(steps):
        places.refill(EXAMPLES_A_STEP, rng)
        seen, truth = batch(places.picked(PATCHES_A_STEP, rng), rng)
        lesson.learn(place_loss(lesson.answers(seen), torch.from_numpy(truth)))
        if lesson.is_at_mark:
            lesson.save(out, 4, PLACE.px, {0: "n"})


def _learn_to_lie(lie: Lesson, pool: Pool, steps: int, out: Path) -> None:
    rng = np.random.default_rng(3)
    pool.refill(POOL // 12, rng)
    for _ in range(steps):
        pool.refill(EXAMPLES_A_STEP, rng)
        seen, truth = batch(_picked_lying(pool, rng), rng)
        lie.learn(functional.cross_entropy(lie.answers(seen), torch.from_numpy(truth)[:, 0].long()))
        if lie.is_at_mark:
            lie.save(out, 4, pool.lie_cut.px, {0: "n"})


def _picked_lying(pool: Pool, rng: np.random.Generator) -> list[Sample]:
    """Each way in its share; most of those that lie flat beside something, as all that lean do."""
    picks = list[Sample]()
    for way, share in enumerate(SHARES_OF_WAYS):
        count = round(share * PATCHES_A_STEP)
        beside = round(BESIDE * count) if way == FLAT and pool.beside else 0
        picks += picked(pool.beside, beside, rng) + picked(pool.lie[way], count - beside, rng)
    return picks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, nargs="+", help="folders that training.paint has filled")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--spotter", type=int, default=1500, help="steps, 0 for none")
    parser.add_argument("--aimer", type=int, default=3000, help="steps, 0 for none")
    parser.add_argument("--reader", type=int, default=3000, help="steps, 0 for none")
    parser.add_argument("--expert", type=int, default=3000, help="steps, 0 for none")
    parser.add_argument("--lier", type=int, default=2500, help="steps, 0 for none")
    parser.add_argument("--arbiter", type=int, default=2500, help="steps, 0 for none")
    parser.add_argument("--placer", type=int, default=2500, help="steps, 0 for none")
    parser.add_argument("--begin", type=Path, help="go on from the .pt files in this folder")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(1)
    examples = [example for folder in arguments.examples for example in kept(folder)]
    print(f"{len(examples)} examples", flush=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    lessons = (
        (train_aimer, arguments.aimer),
        (train_expert, arguments.expert),
        (train_reader, arguments.reader),  # by the expert
        (train_lier, arguments.lier),
        (train_arbiter, arguments.arbiter),
        (train_placer, arguments.placer),
        (train_spotter, arguments.spotter),
    )
    for train, steps in lessons:
        if steps:
            train(examples, steps, arguments.out, arguments.begin)


if __name__ == "__main__":
    main()
