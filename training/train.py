"""`python -m training.train EXAMPLES… --out OUT`: trains networks on painted examples, saves them as ONNX."""

import argparse
import time
from collections import deque
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import AIM, COLOURS, LIE, LIE_CLOSER, PLACE, READ, WAYS
from pi_diavolo.vision.patches import Cut, Pose
from training.examples import Example, kept
from training.light import burnt, relit
from training.networks import Network, Spotter, aimer, arbiter, expert, lier, placer, reader
from training.places import Places
from training.samples import VIEW_PX, Sample, aimed_at, die_samples, spot_sample

VALUES = slice(len(COLOURS), len(COLOURS) + 7)
FACE, OFF = VALUES.stop, slice(VALUES.stop + 1, None)
PATCHES_A_STEP, VIEWS_A_STEP = 160, 10
POOL, EXAMPLES_A_STEP = 9000, 4
SAVED_EVERY = 400
# Of the top faces the reader is shown, so many mirror a lamp, where there are enough of them: bright are so
# many of the pixels of a face that is not white.
SHINY, SHINES, BRIGHT = 0.3, 0.1, 215
# And of those the expert is shown.
MOSTLY_SHINY = 0.3
# And so many of its plain top faces are made to mirror one all over: few painted ones do.
BURNT = 0.5
# So many of what is read are Order dice: a throw has only one, and on a gray floor it is hard to see.
ORDER_DICE = 0.12
WHITE, GRAY = COLOURS.index("white"), COLOURS.index("gray")
# How often each of WAYS is shown: flat, cocked, stacked, nothing.
SHARES_OF_WAYS = (0.50, 0.25, 0.07, 0.18)
# So many of the flat ones lie beside something: else what has a neighbour would be taken to lean on it.
FLAT, BESIDE = WAYS.index("flat"), 0.6


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


def read_loss(out: Tensor, truth: Tensor) -> Tensor:
    """Colour where there is a die, value and place where it lies level, whether it is a top face always."""
    colour, value, face, level = truth[:, 0].long(), truth[:, 1].long(), truth[:, 2], truth[:, 3]
    there = (colour >= 0).float()
    loss = functional.cross_entropy(out[:, : len(COLOURS)], colour.clamp(min=0), reduction="none") * there
    loss = loss + functional.cross_entropy(out[:, VALUES], value.clamp(min=0), reduction="none") * level
    loss = loss + functional.binary_cross_entropy_with_logits(out[:, FACE], face, reduction="none")
    off = functional.smooth_l1_loss(out[:, OFF], truth[:, 4:], reduction="none", beta=0.1).sum(1)
    return (loss + off * level).mean()


class Lesson:
    """A network on its way: its optimiser, its plan, and now and then a word on how it goes."""

    # Half as exact is exact enough to learn pips by, and twice as fast where the processor knows how.
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


def train_spotter(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it to find dice in pieces of views."""
    lesson, rng = Lesson("spotter", Spotter(), steps, 4e-3, begin), np.random.default_rng(1)
    in_use = networks.through_onnxruntime(_in_use("spotter").read_bytes()) if begin else None
    for _ in range(steps):
        chosen = [spot_sample(examples[int(i)], rng) for i in rng.integers(len(examples), size=VIEWS_A_STEP)]
        views, target, weight = (torch.from_numpy(np.stack(part)) for part in zip(*chosen, strict=True))
        answers = lesson.answers(views.numpy())
        loss = spot_loss(answers, target, weight)
        if in_use is not None:
            tutor = in_use(functional.pixel_unshuffle(tensor(views.numpy()), Spotter.fold).numpy())
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
        seen, truth = batch(_picked(pool.aim, PATCHES_A_STEP, rng), rng)
        aim.learn(aim_loss(aim.answers(seen), torch.from_numpy(truth)))
        if aim.is_at_mark:
            aim.save(out, 3, AIM.px, {0: "n"})


def tutored_loss(out: Tensor, tutor: Tensor, truth: Tensor) -> Tensor:
    """How differently from its tutor it counts pips where a die lies level.

    What is a top face the tutor does not teach: on pictures that are not ours it is less sure of that.
    """
    said, wanted = functional.log_softmax(out[:, VALUES], 1), functional.softmax(tutor[:, VALUES], 1)
    return (functional.kl_div(said, wanted, reduction="none").sum(1) * truth[:, 3]).mean()


def train_reader(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it to read top faces, by the truth and by what the expert says of them.

    So small a network learns from the expert's doubts what the truth alone does not tell: how sure to be.
    It is shown more that mirror a lamp than there are.
    """
    tutor = networks.through_onnxruntime(_expert(out).read_bytes())
    lesson = Lesson("reader", reader(), steps, 3e-3, begin)
    _learn_to_read(lesson, Shown(SHINY, BURNT / 2, mirrored=True), examples, steps, out, tutor)


def _expert(out: Path) -> Path:
    """The expert that was just trained, or else the one in use."""
    trained = out / "expert.onnx"
    return trained if trained.exists() else _in_use("expert")


def _in_use(name: str) -> Path:
    return Path(str(files("pi_diavolo.vision") / "models" / f"{name}.onnx"))


def train_expert(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """The same for the one that is asked in doubt, which mostly means mirrored lamps."""
    read = Lesson("expert", expert(), steps, 3e-3, begin, in_halves=True)
    _learn_to_read(read, Shown(MOSTLY_SHINY, BURNT, mirrored=True), examples, steps, out)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reader is shown: the shares of shiny faces and of plain ones burnt white, and mirror images."""

    shiny: float
    burnt: float = 0.0
    mirrored: bool = False


def _learn_to_read(
    read: Lesson,
    shown: Shown,
    examples: list[Example],
    steps: int,
    out: Path,
    tutor: networks.Network | None = None,
) -> None:
    rng, pool = np.random.default_rng(2), Pool(examples)
    pool.refill(POOL // 12, rng)
    for _ in range(steps):
        pool.refill(EXAMPLES_A_STEP, rng)
        shiny = round(shown.shiny * PATCHES_A_STEP) if pool.shiny else 0
        order_dice = round(ORDER_DICE * PATCHES_A_STEP)
        picks = _picked(pool.read, PATCHES_A_STEP - shiny - order_dice, rng)
        picks = [_burnt(pick, rng) if rng.random() < shown.burnt else pick for pick in picks]
        picks += _picked(pool.shiny, shiny, rng) + _picked(pool.order_dice, order_dice, rng)
        if shown.mirrored:
            picks = [_perhaps_mirrored(pick, rng) for pick in picks]
        seen, said = batch(picks, rng)
        answers, truth = read.answers(seen), torch.from_numpy(said)
        loss = read_loss(answers, truth)
        if tutor is not None:
            loss = loss + tutored_loss(answers, torch.from_numpy(tutor(tensor(seen).numpy())), truth)
        read.learn(loss)
        if read.is_at_mark:
            read.save(out, 3, READ.px, {0: "n"})


def train_lier(examples: list[Example], steps: int, out: Path, begin: Path | None) -> None:
    """Teach it how dice lie; it is shown as many that lean as that lie flat."""
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


def _learn_to_lie(lie: Lesson, pool: "Pool", steps: int, out: Path) -> None:
    rng = np.random.default_rng(3)
    pool.refill(POOL // 12, rng)
    for _ in range(steps):
        pool.refill(EXAMPLES_A_STEP, rng)
        seen, truth = batch(_picked_lying(pool, rng), rng)
        lie.learn(functional.cross_entropy(lie.answers(seen), torch.from_numpy(truth)[:, 0].long()))
        if lie.is_at_mark:
            lie.save(out, 4, pool.lie_cut.px, {0: "n"})


def _picked_lying(pool: "Pool", rng: np.random.Generator) -> list[Sample]:
    """Each way in its share; most of those that lie flat beside something, as all that lean do."""
    picks = list[Sample]()
    for way, share in enumerate(SHARES_OF_WAYS):
        count = round(share * PATCHES_A_STEP)
        beside = round(BESIDE * count) if way == FLAT and pool.beside else 0
        picks += _picked(pool.beside, beside, rng) + _picked(pool.lie[way], count - beside, rng)
    return picks


class Pool:
    """Samples to draw from, so many that the dice of one table do not come together; the oldest make room.

    Cutting costs as much as learning: each sample is drawn a few times, every time under another light.
    """

    def __init__(self, examples: list[Example], lie_cut: Cut = LIE) -> None:
        self._examples, self._aimed, self.lie_cut = examples, dict[int, list[Pose]](), lie_cut
        self.aim, self.read = deque[Sample](maxlen=POOL), deque[Sample](maxlen=POOL)
        self.shiny = deque[Sample](maxlen=POOL)  # those to read that mirror a lamp
        self.order_dice = deque[Sample](maxlen=POOL)  # and those that are Order dice
        self.lie = [deque[Sample](maxlen=POOL) for _ in WAYS]
        self.beside = deque[Sample](maxlen=POOL)  # those flat that have something to lean on

    def refill(self, count: int, rng: np.random.Generator) -> None:
        for index in rng.integers(len(self._examples), size=count):
            more = die_samples(self._examples[int(index)], rng, self._aimed_at(int(index)), self.lie_cut)
            self.aim.extend(more.aim)
            self.read.extend(more.read)
            self.shiny.extend(sample for sample in more.read if _shines(sample))
            self.order_dice.extend(sample for sample in more.read if sample[1][0] == GRAY)
            for patch, (way, alone) in more.lie:
                self.lie[int(way)].append((patch, (way,)))
                if way == FLAT and not alone:
                    self.beside.append((patch, (way,)))

    def _aimed_at(self, index: int) -> list[Pose]:
        """Where the eyes look in this example: worked out once, and so with the networks as they were."""
        if index not in self._aimed:
            self._aimed[index] = aimed_at(self._examples[index])
        return self._aimed[index]


def _shines(sample: Sample) -> bool:
    patch, (colour, _, _, level, *_) = sample
    edge = len(patch) // 6
    bright = patch[edge:-edge, edge:-edge].min(axis=2) > BRIGHT
    return bool(level > 0 and colour != WHITE and bright.mean() > SHINES)


def _picked(waiting: deque[Sample], count: int, rng: np.random.Generator) -> list[Sample]:
    return [waiting[int(n)] for n in rng.integers(len(waiting), size=count)]


def _burnt(sample: Sample, rng: np.random.Generator) -> Sample:
    """A die that lies level, mirroring a lamp; anything else as it is."""
    patch, (_, value, face, level, *_) = sample
    if value < 1 or not face or not level or _shines(sample):
        return sample
    return burnt(patch, rng), sample[1]


def _perhaps_mirrored(sample: Sample, rng: np.random.Generator) -> Sample:
    """Half of them seen in a mirror, which changes no value: there are dice of either handedness."""
    patch, (colour, value, face, level, right, up, turn) = sample
    if rng.random() < 0.5:
        return sample
    return np.ascontiguousarray(patch[:, ::-1]), (colour, value, face, level, -right, up, -turn)


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
