"""Dice that lie flat, cut out nearly where they lie: what the placer is shown and what it shall say of it."""

import math
from collections import deque
from collections.abc import Sequence

import numpy as np

from pi_diavolo.vision.die_scale import PLACE, ROUND_STEP, STEP_DICE, TURN, USUALLY_ROUND
from pi_diavolo.vision.patches import Pose, facing
from training.examples import COCKED, OUTSIDE, ROUND, STACKED, VISIBLE, Example
from training.samples import GRAY, WELL_SEEN, Aim, Frame, Sample, pose_of, with_silhouette

# How badly the reader may have aimed, mostly and at worst; the Order die it aims at worse.
NEAR, FAR, HOW_OFTEN_FAR = Aim(0.03, 2.5), Aim(0.07, 6.0), 0.2
# The table file's measures are off by a little: standard deviation in mm.
NUDGE_MM = 0.15
# The Order die is shown so often among all others: its place counts in every gap.
GRAYS, POOL = 0.5, 9000


class Places:
    """Samples to draw from; the oldest make room."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self._examples = examples
        self._gray, self._others = deque[Sample](maxlen=POOL), deque[Sample](maxlen=POOL)

    def refill(self, count: int, rng: np.random.Generator) -> None:
        for index in rng.integers(len(self._examples), size=count):
            example = self._examples[int(index)]
            picture = example.picture()
            for row in example.dice:
                if row[COCKED] or row[STACKED] or row[OUTSIDE] or row[VISIBLE] < WELL_SEEN:
                    continue
                size = float(row[2])
                frame = Frame(picture, example.camera, size + float(rng.normal(0, NUDGE_MM)), size)
                pool, times = (self._gray, 3) if row[0] == GRAY else (self._others, 1)
                edges = (float(row[ROUND]) - USUALLY_ROUND) / ROUND_STEP
                pool.extend(_sample(frame, pose_of(frame, row), edges, rng) for _ in range(times))

    def picked(self, count: int, rng: np.random.Generator) -> list[Sample]:
        grays = round(GRAYS * count)
        picks = [self._gray[int(n)] for n in rng.integers(len(self._gray), size=grays)]
        return picks + [self._others[int(n)] for n in rng.integers(len(self._others), size=count - grays)]


def _sample(frame: Frame, pose: Pose, edges: float, rng: np.random.Generator) -> Sample:
    off = FAR if rng.random() < HOW_OFTEN_FAR else NEAR
    right, up = rng.normal(0, off.dice * frame.die_mm, 2)
    turn = math.radians(rng.normal(0, off.degrees))
    aimed = facing(frame.camera, pose.moved(float(right), float(up), turn))
    return with_silhouette(frame, aimed, PLACE), (*way_back(aimed, pose, frame.die_mm), edges)


def way_back(aimed: Pose, pose: Pose, die_mm: float) -> tuple[float, float, float]:
    """From where was aimed to the die, along the sides of what was aimed at; quarter turns are alike."""
    cos, sin, step = math.cos(aimed.yaw), math.sin(aimed.yaw), STEP_DICE * die_mm
    x, y = pose.x - aimed.x, pose.y - aimed.y
    quarter = math.pi / 2
    turn = (pose.yaw - aimed.yaw + quarter / 2) % quarter - quarter / 2
    return (cos * x + sin * y) / step, (cos * y - sin * x) / step, turn / TURN
