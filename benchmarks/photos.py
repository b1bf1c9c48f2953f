"""How well dice are read in real photographs (`read --free`), beside the common recipe, and what goes wrong.

python -m benchmarks.photos [folder with truth.json] [--every N]
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.blob_baseline import read_by_blobs
from pi_diavolo.vision.free import FreeDie, read_free

PHOTOS = Path(__file__).parents[2] / "shared/photos"
# Chances between which readings are counted together.
SURENESS = (0.0, 0.5, 0.7, 0.9, 0.95, 0.97, 0.99, 1.01)
RIGHT_OVERLAP = 0.5
SMALL_PX, LOW_CONTRAST, TOUCHING = 40, 60, 1.2
Box = tuple[float, float, float, float]
Reader = Callable[[npt.NDArray[np.uint8]], tuple[FreeDie, ...]]


@dataclass
class Score:
    """What one reader did to the pictures of one source."""

    right: list[int] = field(default_factory=list)
    said: list[int] = field(default_factory=list)
    there: list[int] = field(default_factory=list)
    took_ms: list[float] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)
    sure: list[tuple[float, bool]] = field(default_factory=list)
    colours: list[bool] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * sum(self.right) / max(sum(self.said) + sum(self.there), 1)

    def line(self) -> str:
        right, said, there = (sum(part) for part in (self.right, self.said, self.there))
        low, high = self._bounds()
        return (
            f"{right / max(said, 1):9.3f} {right / max(there, 1):7.3f} {self.f1:6.3f} "
            f"[{low:.3f}, {high:.3f}] {np.median(self.took_ms):8.0f}"
        )

    def _bounds(self) -> tuple[float, float]:
        """95% of F1, by drawing pictures again: dice of one picture fail together."""
        rng, count = np.random.default_rng(1), len(self.right)
        counts = np.array([self.right, self.said, self.there])
        sums = counts[:, rng.integers(count, size=(2000, count))].sum(axis=2)
        low, high = np.percentile(2 * sums[0] / np.maximum(sums[1] + sums[2], 1), [2.5, 97.5])
        return float(low), float(high)


def overlap(one: Iterable[float], other: Iterable[float]) -> float:
    """Shared area over joint area of two boxes."""
    ax, ay, aw, ah = one
    bx, by, bw, bh = other
    wide, high = min(ax + aw, bx + bw) - max(ax, bx), min(ay + ah, by + bh) - max(ay, by)
    shared = max(wide, 0) * max(high, 0)
    return shared / (aw * ah + bw * bh - shared)


def matched(dice: tuple[FreeDie, ...], truth: list[dict[str, Any]]) -> dict[int, int]:
    """Which die read is which true one: box and value right, the surest first."""
    pairs: dict[int, int] = {}
    for i in sorted(range(len(dice)), key=lambda i: -dice[i].confidence):
        free = [
            (overlap(dice[i].box, true["box"]), j)
            for j, true in enumerate(truth)
            if j not in pairs.values() and true["value"] == dice[i].value
        ]
        best = max(free, default=(0.0, -1))
        if best[0] >= RIGHT_OVERLAP:
            pairs[i] = best[1]
    return pairs


def judge(score: Score, reader: Reader, image: npt.NDArray[np.uint8], truth: list[dict[str, Any]]) -> None:
    began = time.thread_time()
    dice = reader(image)
    score.took_ms.append((time.thread_time() - began) * 1000)
    pairs = matched(dice, truth)
    score.right.append(len(pairs))
    score.said.append(len(dice))
    score.there.append(len(truth))
    score.sure += [(die.confidence, i in pairs) for i, die in enumerate(dice)]
    score.colours += [
        dice[i].colour == truth[j]["colour"] for i, j in pairs.items() if truth[j]["colour"] != "other"
    ]
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    for j in set(range(len(truth))) - set(pairs.values()):
        score.causes[f"missed: {_why_missed(j, truth, dice, gray)}"] += 1
    for i in set(range(len(dice))) - set(pairs):
        score.causes[f"extra: {_why_extra(dice[i], truth)}"] += 1


def _why_missed(
    which: int, truth: list[dict[str, Any]], dice: tuple[FreeDie, ...], gray: npt.NDArray[np.uint8]
) -> str:
    true = truth[which]
    box: Box = tuple(true["box"])
    if true.get("symbol"):
        return "an emblem in place of pips"
    if any(overlap(die.box, box) >= RIGHT_OVERLAP for die in dice):
        return "wrong value"
    if any(_inside(die.box, box) and die.value == true["value"] for die in dice):
        return "box too far off"
    if max(box[2:]) < SMALL_PX:
        return "not found, under 40 px"
    if _contrast(gray, box) < LOW_CONTRAST:
        return "not found, low contrast"
    others = [other["box"] for j, other in enumerate(truth) if j != which]
    if any(_apart(box, other) < TOUCHING * max(box[2:]) for other in others):
        return "not found, touching another"
    return "not found"


def _why_extra(die: FreeDie, truth: list[dict[str, Any]]) -> str:
    if any(overlap(die.box, true["box"]) >= RIGHT_OVERLAP for true in truth):
        return "wrong value"
    grown = [(x - w * 0.2, y - h * 0.2, w * 1.4, h * 1.4) for x, y, w, h in (true["box"] for true in truth)]
    if any(_inside(die.box, box) for box in grown):
        return "a side face or part of a die"
    return "false alarm"


def _inside(inner: Box, outer: Box) -> bool:
    x, y = inner[0] + inner[2] / 2, inner[1] + inner[3] / 2
    return outer[0] <= x <= outer[0] + outer[2] and outer[1] <= y <= outer[1] + outer[3]


def _apart(one: Box, other: Box) -> float:
    return float(
        np.hypot(one[0] + one[2] / 2 - other[0] - other[2] / 2, one[1] + one[3] / 2 - other[1] - other[3] / 2)
    )


def _contrast(gray: npt.NDArray[np.uint8], box: Box) -> float:
    """How much the brightness differs within the middle of a box."""
    x, y, w, h = box
    part = gray[
        max(0, round(y + h * 0.2)) : round(y + h * 0.8), max(0, round(x + w * 0.2)) : round(x + w * 0.8)
    ]
    return float(np.subtract(*np.percentile(part, [97, 3]))) if part.size else 0.0


def report(scores: dict[str, tuple[Score, Score]]) -> None:
    print(f"{'source':38} {'reader':7} pictures   dice precision  recall     F1 [95% bound]  ms a picture")
    for source, pair in scores.items():
        for name, score in zip(("free", "blobs"), pair, strict=True):
            print(f"{source:38} {name:7} {len(score.there):8} {sum(score.there):6} {score.line()}")
    for source, (score, _) in scores.items():
        named = np.mean(score.colours) if score.colours else 1.0
        print(
            f"\n{source}: what went wrong (colour right {named:.3f} of {len(score.colours)} that have a name)"
        )
        for cause, count in score.causes.most_common():
            print(f"  {count:5} {cause}")
    everything = [pair for score, _ in scores.values() for pair in score.sure]
    for source, sure in [(name, score.sure) for name, (score, _) in scores.items()] + [("all", everything)]:
        print(f"\n{source}: how sure, and how often right")
        _print_reliability(np.array(sure, float).reshape(-1, 2))


def _print_reliability(sure: npt.NDArray[np.float64]) -> None:
    for low, high in pairwise(SURENESS):
        part = sure[(sure[:, 0] >= low) & (sure[:, 0] < high)]
        if len(part):
            said, right = part.mean(axis=0)
            print(f"  {low:.2f} to {min(high, 1):.2f}: said {said:.3f}, right {right:.3f} of {len(part)}")


def measure(folder: Path, every: int = 1) -> dict[str, tuple[Score, Score]]:
    """Both readers on every so manieth picture of each source."""
    pictures = json.loads((folder / "truth.json").read_text())["images"]
    scores: dict[str, tuple[Score, Score]] = {}
    seen: Counter[str] = Counter()
    for picture in pictures:
        source = picture["source"]
        seen[source] += 1
        if (seen[source] - 1) % every:
            continue
        truth = [die for die in picture["dice"] if die["box"] is not None]
        image = np.asarray(cv2.imread(str(folder / "images" / picture["file"])), np.uint8)
        ours, theirs = scores.setdefault(source, (Score(), Score()))
        judge(ours, read_free, image, truth)
        judge(theirs, read_by_blobs, image, truth)
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=PHOTOS)
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    report(measure(arguments.folder, arguments.every))


if __name__ == "__main__":
    main()
