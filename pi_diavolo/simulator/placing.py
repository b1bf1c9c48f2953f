"""Where dice come to lie: anywhere in the tray, never one over another, now and then in clumps."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from pi_diavolo.table.footprint import Footprint
from pi_diavolo.table.pieces import Point

TRIES = 1000
ROOT_2 = math.sqrt(2)
# Dice that were pushed together touch to within rounding; others lean on a crumb of felt.
TOUCHING_MM, CRUMB_MM = 1e-9, 0.4


# Not frozen, though nobody changes it: that doubles the cost of making one, and throws come by the million.
@dataclass(slots=True)
class Lying:
    """A footprint in plain numbers, with what is asked of it often worked out once."""

    x: float
    y: float
    size: float
    yaw: float
    radius: float
    half: float = field(init=False, repr=False)
    inner: float = field(init=False, repr=False)
    reach: float = field(init=False, repr=False)
    cos: float = field(init=False, repr=False)
    sin: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.half = self.size / 2
        self.inner = self.half - self.radius
        self.reach = self.inner * ROOT_2 + self.radius
        turn = math.radians(self.yaw)
        self.cos, self.sin = math.cos(turn), math.sin(turn)

    @property
    def footprint(self) -> Footprint:
        """The same square as the rest of the table knows it."""
        return Footprint(Point(self.x, self.y), self.size, self.yaw, self.radius)

    def centres_apart(self, other: "Lying") -> float:
        """Millimetres from centre to centre."""
        return math.hypot(other.x - self.x, other.y - self.y)

    def clear_of(self, other: "Lying") -> bool:
        """Some side of one die surely separates the two; says no to a few that just miss corner to corner."""
        dx, dy = other.x - self.x, other.y - self.y
        square = dx * dx + dy * dy
        if square >= (self.reach + other.reach) ** 2:
            return True
        if square < (self.half + other.half) ** 2:
            return False
        spread = _spread(self, other)
        return (
            self._sideways(dx, dy) >= self.half + other.inner * spread + other.radius
            or other._sideways(dx, dy) >= other.half + self.inner * spread + self.radius
        )

    def gap(self, other: "Lying") -> float:
        """`table.footprint.gap` for dice that lie clear of each other, several times as fast."""
        return max(0.0, min(self._corners_to(other), other._corners_to(self)) - self.radius - other.radius)

    def _sideways(self, dx: float, dy: float) -> float:
        return max(abs(dx * self.cos + dy * self.sin), abs(dy * self.cos - dx * self.sin))

    def _corners_to(self, other: "Lying") -> float:
        # Seen along the other die's sides it is an upright square, and distances to that are easy.
        dx, dy = self.x - other.x, self.y - other.y
        along, across = dx * other.cos + dy * other.sin, dy * other.cos - dx * other.sin
        cos = (self.cos * other.cos + self.sin * other.sin) * self.inner
        sin = (self.sin * other.cos - self.cos * other.sin) * self.inner
        corners = (
            (cos - sin, sin + cos),
            (-cos - sin, cos - sin),
            (sin - cos, -sin - cos),
            (cos + sin, sin - cos),
        )
        limit = other.inner
        return min(
            math.hypot(max(abs(along + u) - limit, 0.0), max(abs(across + v) - limit, 0.0))
            for u, v in corners
        )


def nearest_gap(target: Lying, dice: Sequence[Lying]) -> float:
    """Edge to edge from the target to the nearest of the dice, measuring only those that may be it."""
    best = math.inf
    for die in sorted(dice, key=target.centres_apart):
        if target.centres_apart(die) - target.reach - die.reach >= best:
            break
        best = min(best, target.gap(die))
    return best


@dataclass(frozen=True, slots=True)
class Tray:
    """The inside of the tray, and how often a die of a clumped throw rolls up to another."""

    width: float
    depth: float
    clump: float = 0.0

    def add(self, rng: Random, lying: list[Lying], size: float, radius: float) -> None:
        """Let one more die come to rest clear of those that lie already."""
        for _ in range(TRIES):
            huddled = lying and rng.random() < self.clump
            die = _beside(rng, lying, size, radius) if huddled else self._anywhere(rng, size, radius)
            if self.holds(die) and all(die.clear_of(other) for other in lying):
                lying.append(die)
                return
        raise ValueError(f"{len(lying) + 1} dice do not fit into a tray of {self.width} x {self.depth} mm")

    def holds(self, die: Lying) -> bool:
        """The whole die lies inside the walls."""
        margin = die.inner * (abs(die.cos) + abs(die.sin)) + die.radius
        return abs(die.x) <= self.width / 2 - margin and abs(die.y) <= self.depth / 2 - margin

    def _anywhere(self, rng: Random, size: float, radius: float) -> Lying:
        x = (rng.random() - 0.5) * (self.width - size)
        y = (rng.random() - 0.5) * (self.depth - size)
        return Lying(x, y, size, rng.random() * 360, radius)


def _spread(one: Lying, other: Lying) -> float:
    turn_cos = one.cos * other.cos + one.sin * other.sin
    turn_sin = one.sin * other.cos - one.cos * other.sin
    return abs(turn_cos) + abs(turn_sin)


def _beside(rng: Random, lying: Sequence[Lying], size: float, radius: float) -> Lying:
    """A die that rolled up to a side of another: flush with it, or with a corner against it."""
    partner = rng.choice(lying)
    yaw = partner.yaw + 90 * rng.randrange(4) + rng.choice((0.0, rng.uniform(-45, 45)))
    die = Lying(0.0, 0.0, size, yaw % 360, radius)
    out = partner.half + die.inner * _spread(partner, die) + radius
    out += rng.choice((TOUCHING_MM, rng.random() * CRUMB_MM))
    along = rng.uniform(-1, 1) * partner.half
    side = math.radians(partner.yaw + 90 * rng.randrange(4))
    x = partner.x + out * math.cos(side) - along * math.sin(side)
    y = partner.y + out * math.sin(side) + along * math.cos(side)
    return Lying(x, y, size, yaw % 360, radius)
