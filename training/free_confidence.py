"""`python -m training.free_confidence FOLDER`: how sure the free reader may be, by scenes kept aside."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.photos import overlap
from pi_diavolo.vision.free import look_closely
from pi_diavolo.vision.free_spotting import spot_dice
from training.free_samples import Stored, boxes, load, paint

KEPT_ASIDE = range(1_000_000, 1_000_003)
HARDLY_SEEN = 0.6
Numbers = npt.NDArray[np.float64]


def judged(stored: Stored) -> list[tuple[float, float, bool]]:
    """For each die found: log odds of the spotter and of the reader, and whether box and value are right."""
    picture, dice = np.asarray(cv2.imdecode(stored[0], cv2.IMREAD_COLOR), np.uint8), stored[1]
    spotted = spot_dice(picture)
    if not spotted:
        return []
    _, said = look_closely(picture, spotted)
    made = []
    for die, scores in zip(spotted, said, strict=True):
        shares = np.exp(scores - scores.max())
        shares = np.clip(shares / shares.sum(), 1e-4, 1 - 1e-4)
        value = int(np.argmax(shares[1:])) + 1
        shared = [(overlap(die.box, (x, y, r - x, b - y)), n) for n, (x, y, r, b) in enumerate(boxes(dice))]
        best, which = max(shared, default=(0.0, -1))
        if best >= 0.5 and dice[which, 10] < HARDLY_SEEN:
            continue
        right = best >= 0.5 and int(dice[which, 8]) == value
        odds = [float(np.log(p / (1 - p))) for p in (np.clip(die.chance, 1e-4, 1 - 1e-4), shares[value])]
        made.append((odds[0], odds[1], right))
    return made


def fitted(rows: Numbers) -> Numbers:
    """Base odds and the weights of both, by Newton's steps on the logistic likelihood."""
    x, y = np.column_stack([np.ones(len(rows)), rows[:, :2]]), rows[:, 2]
    weights = np.zeros(3)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + 1e-3 * np.eye(3)
        weights = weights + np.linalg.solve(bend, x.T @ (y - chance))
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in KEPT_ASIDE:
        paint(folder, seed)
    rows = np.array([row for stored in load(folder) for row in judged(stored)])
    weights = fitted(rows)
    print(f"{len(rows)} found, {rows[:, 2].mean():.3f} right")
    print("base, spotter, reader:", weights.round(3).tolist())
    sure = 1 / (1 + np.exp(-np.column_stack([np.ones(len(rows)), rows[:, :2]]) @ weights))
    for low, high in ((0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.95), (0.95, 0.99), (0.99, 1)):
        part = (sure >= low) & (sure < high)
        if part.any():
            said, right = sure[part].mean(), rows[part, 2].mean()
            print(f"  {low} to {high}: said {said:.3f}, right {right:.3f} of {part.sum()}")


if __name__ == "__main__":
    main()
