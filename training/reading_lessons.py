"""How the reader learns to read top faces, and the expert to count the pips that the reader doubts."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import COLOURS, READ
from pi_diavolo.vision.sight import FACE, OFF, VALUES
from training.examples import Example
from training.lessons import (
    EXAMPLES_A_STEP,
    PATCHES_A_STEP,
    POOL,
    Lesson,
    Pool,
    batch,
    in_use,
    picked,
    shines,
    tensor,
)
from training.light import burnt
from training.networks import expert, reader
from training.samples import Sample

# Of what the reader is shown, so many are dice that mirror a lamp, where there are any, and so
# many Order dice: a throw has only one, and on a gray floor it is hard to see.
SHINY, ORDER_DICE = 0.3, 0.12
# So many of its plain top faces are made to mirror a lamp all over: few painted ones do.
BURNT = 0.25
# The expert is shown dice that lie level alone: so many that mirror a lamp, and of the others' top faces so
# many are made to mirror one. It needs fewer tables for that.
SHINY_TO_COUNT, BURNT_TO_COUNT, TABLES_TO_COUNT = 0.35, 0.75, 2


def train_reader(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it to read top faces, by the truth and by what the expert says of them.

    So small a network learns from the expert's doubts what the truth alone does not tell: how sure to be.
    """
    tutor = networks.through_onnxruntime(_expert(out).read_bytes())
    read = Lesson("reader", reader(), steps, 3e-3, begin)
    rng, pool = np.random.default_rng(2), Pool(examples)
    pool.refill(POOL // 12, rng)
    order_dice = round(ORDER_DICE * PATCHES_A_STEP)
    for _ in range(steps):
        pool.refill(EXAMPLES_A_STEP, rng)
        picks = _shown(pool, pool.read, PATCHES_A_STEP - order_dice, (SHINY, BURNT), rng)
        picks += picked(pool.order_dice, order_dice, rng)
        seen, said = batch([_perhaps_mirrored(pick, rng) for pick in picks], rng)
        answers, truth = read.answers(seen), torch.from_numpy(said)
        told = torch.from_numpy(tutor(tensor(seen).numpy()))
        read.learn(read_loss(answers, truth) + tutored_loss(answers, told, truth))
        if read.is_at_mark:
            read.save(out, 3, READ.px, {0: "n"})


def train_expert(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it to count the pips of dice that are hard to read, which mostly means mirrored lamps."""
    count = Lesson("expert", expert(), steps, 3e-3, begin, in_halves=True)
    rng, pool = np.random.default_rng(2), Pool(examples, aimed=False)
    pool.refill(POOL // 12, rng)
    for _ in range(steps):
        pool.refill(TABLES_TO_COUNT, rng)
        picks = _shown(pool, pool.level, PATCHES_A_STEP, (SHINY_TO_COUNT, BURNT_TO_COUNT), rng)
        seen, said = batch([_perhaps_mirrored(pick, rng) for pick in picks], rng)
        count.learn(count_loss(count.answers(seen), torch.from_numpy(said)))
        if count.is_at_mark:
            count.save(out, 3, READ.px, {0: "n"})


def _shown(
    pool: Pool, of: Sequence[Sample], count: int, shares: tuple[float, float], rng: np.random.Generator
) -> list[Sample]:
    """So many samples: a share that mirror a lamp, and of the others a share that are made to."""
    of_shiny, of_burnt = shares
    shiny = round(of_shiny * count) if pool.shiny else 0
    plain = picked(of, count - shiny, rng)
    lit = [_burnt(pick, rng) if rng.random() < of_burnt else pick for pick in plain]
    return lit + picked(pool.shiny, shiny, rng)


def read_loss(out: Tensor, truth: Tensor) -> Tensor:
    """Colour where there is a die, value and place where it lies level, whether it is a top face always."""
    colour, face, level = truth[:, 0].long(), truth[:, 2], truth[:, 3]
    there = (colour >= 0).float()
    loss = functional.cross_entropy(out[:, : len(COLOURS)], colour.clamp(min=0), reduction="none") * there
    loss = loss + functional.binary_cross_entropy_with_logits(out[:, FACE], face, reduction="none")
    off = functional.smooth_l1_loss(out[:, OFF], truth[:, 4:], reduction="none", beta=0.1).sum(1)
    return (loss + off * level).mean() + count_loss(out[:, VALUES], truth)


def count_loss(pips: Tensor, truth: Tensor) -> Tensor:
    """How wrong the number of pips is where a die lies level."""
    value, level = truth[:, 1].long().clamp(min=0), truth[:, 3]
    return (functional.cross_entropy(pips, value, reduction="none") * level).mean()


def tutored_loss(out: Tensor, tutor: Tensor, truth: Tensor) -> Tensor:
    """How differently from its tutor it counts pips where a die lies level."""
    said, wanted = functional.log_softmax(out[:, VALUES], 1), functional.softmax(tutor, 1)
    return (functional.kl_div(said, wanted, reduction="none").sum(1) * truth[:, 3]).mean()


def _expert(out: Path) -> Path:
    """The expert that was just trained, or else the one in use."""
    trained = out / "expert.onnx"
    return trained if trained.exists() else in_use("expert")


def _burnt(sample: Sample, rng: np.random.Generator) -> Sample:
    """A die that lies level, mirroring a lamp; anything else as it is."""
    patch, (_, value, face, level, *_) = sample
    if value < 1 or not face or not level or shines(sample):
        return sample
    return burnt(patch, rng), sample[1]


def _perhaps_mirrored(sample: Sample, rng: np.random.Generator) -> Sample:
    """Half of them seen in a mirror, which changes no value: there are dice of either handedness."""
    patch, (colour, value, face, level, right, up, turn) = sample
    if rng.random() < 0.5:
        return sample
    return np.ascontiguousarray(patch[:, ::-1]), (colour, value, face, level, -right, up, -turn)
