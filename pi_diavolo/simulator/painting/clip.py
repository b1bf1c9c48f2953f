"""A throw as it is filmed: dice fly in, tumble, slide and come to rest, with a hand before or after."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.dice import PaintedDie, as_seen
from pi_diavolo.simulator.painting.hand import Hand, draw_hand

# A die within this of its last pose counts as lying still.
REST_MM, REST_DEG = 0.3, 2.0


@dataclass(frozen=True, eq=False)
class Flight:
    """One die's way to where it comes to lie at `rest_s`: from where, how it bounces, how it turns."""

    die: PaintedDie
    rest_s: float
    way: tuple[float, float]
    hop_mm: float
    hops: float
    axis: Float
    turns_deg: float

    def at(self, seconds: float) -> PaintedDie:
        """The die at a moment."""
        left = max(0.0, 1 - seconds / self.rest_s)
        if left == 0:
            return self.die
        x, y, z = self.die.centre
        glide = left**1.6
        hop = self.hop_mm * left**1.5 * abs(math.sin(math.pi * self.hops * left))
        turn = cv2.Rodrigues(np.float64(self.axis * math.radians(self.turns_deg) * left**1.4))[0]
        # A tumbling die stands on edges and corners, so it is higher than one that lies.
        lift = 0.25 * self.die.size * min(1.0, 4 * left) * abs(math.sin(math.radians(self.turns_deg) * left))
        centre = (x + self.way[0] * glide, y + self.way[1] * glide, z + hop + lift)
        return as_seen(replace(self.die, centre=centre, rotation=f32(turn @ self.die.rotation)))

    def still_from(self, step_s: float) -> float:
        """The first moment from which it stays as good as still."""
        moment = self.rest_s
        while moment > 0 and self._near(self.at(moment - step_s)):
            moment -= step_s
        return moment

    def _near(self, die: PaintedDie) -> bool:
        away = float(np.linalg.norm(f32(die.centre) - f32(self.die.centre)))
        turn = (np.trace(die.rotation.T @ self.die.rotation) - 1) / 2
        return away <= REST_MM and math.degrees(math.acos(float(np.clip(turn, -1, 1)))) <= REST_DEG


@dataclass(frozen=True, eq=False)
class Moment:
    """What one frame of a clip shows: the dice with their trails, and the hand."""

    at: float
    dice: tuple[PaintedDie, ...]
    hand: Hand | None


@dataclass(frozen=True, eq=False)
class Clip:
    """A throw in time; frames are numbered from 0 and begin at number / fps seconds."""

    flights: tuple[Flight, ...]
    reach: tuple[Hand, float, float] | None = None
    fps: float = 30.0
    exposure_s: float = 1 / 60
    # How many places of a moving die one exposure shows: each costs its time.
    poses: int = 3

    @property
    def rest_frame(self) -> int:
        """The first frame from whose start no die moves any more."""
        still = max((flight.still_from(0.002) for flight in self.flights), default=0.0)
        return math.ceil(still * self.fps - 1e-6)

    def moments(self, frames: int) -> Iterator[Moment]:
        """The first so many frames, to be painted one after the other."""
        for number in range(frames):
            start = number / self.fps
            yield Moment(
                start, tuple(self._blurred(flight, start) for flight in self.flights), self._hand(start)
            )

    def _blurred(self, flight: Flight, start: float) -> PaintedDie:
        if start >= flight.rest_s:
            return flight.die
        steps = np.linspace(0, self.exposure_s, self.poses) if self.poses > 1 else [self.exposure_s / 2]
        poses = [flight.at(start + step) for step in steps]
        return replace(poses[0], trail=tuple((pose.centre, pose.rotation) for pose in poses[1:]))

    def _hand(self, at: float) -> Hand | None:
        """The hand on its way in, then out again."""
        if self.reach is None or not self.reach[1] <= at <= self.reach[2]:
            return None
        hand, comes, goes = self.reach
        share = math.sin(math.pi * (at - comes) / (goes - comes)) ** 0.7
        turn, out = math.radians(hand.from_deg), (1 - share) * 420
        tip = (hand.tip[0] + out * math.cos(turn), hand.tip[1] + out * math.sin(turn))
        return replace(hand, tip=tip)


def draw_clip(
    rng: np.random.Generator,
    dice: Sequence[PaintedDie],
    tray_mm: tuple[float, float],
    hand_after_s: float | None = None,
    hand_to: tuple[float, float] | None = None,
) -> Clip:
    """A throw that ends with these dice; a hand reaches in so long after rest (before, if negative)."""
    towards = rng.uniform(0, 2 * math.pi)
    flights = tuple(_flight(rng, die, towards + rng.normal(0, 0.3), tray_mm) for die in dice)
    clip = Clip(flights)
    if hand_after_s is None:
        return clip
    comes = clip.rest_frame / clip.fps + hand_after_s
    tip = hand_to or (float(rng.uniform(-0.5, 0.5) * tray_mm[0]), float(rng.uniform(-0.5, 0.5) * tray_mm[1]))
    hand = draw_hand(rng, tip, rng.choice([0, 90, 180, 270]) + rng.uniform(-25, 25))
    return replace(clip, reach=(hand, comes, comes + float(rng.uniform(0.6, 1.4))))


def _flight(
    rng: np.random.Generator, die: PaintedDie, towards: float, tray_mm: tuple[float, float]
) -> Flight:
    far = rng.uniform(0.3, 0.8) * min(tray_mm)
    start = [die.centre[0] - far * math.cos(towards), die.centre[1] - far * math.sin(towards)]
    # Flying dice stay within the walls.
    kept = [float(np.clip(v, 12 - side / 2, side / 2 - 12)) for v, side in zip(start, tray_mm, strict=True)]
    axis = np.array([-math.sin(towards), math.cos(towards), rng.normal(0, 0.4)])
    return Flight(
        die=die,
        rest_s=float(rng.uniform(0.45, 1.1)),
        way=(kept[0] - die.centre[0], kept[1] - die.centre[1]),
        hop_mm=float(rng.uniform(15, 70)),
        hops=float(rng.integers(2, 5)),
        axis=f32(-axis / np.linalg.norm(axis)),
        turns_deg=float(rng.uniform(360, 1100)),
    )
