"""The square that a die covers on the table, and the gap between two of them."""

import math
from dataclasses import dataclass
from itertools import product

from pi_diavolo.table.pieces import Point


@dataclass(frozen=True, slots=True)
class Footprint:
    """A die's outline from above: a square with rounded corners, turned by `yaw` degrees."""

    where: Point
    size: float
    yaw: float = 0.0
    radius: float = 0.0

    def __post_init__(self) -> None:
        if not (0 < self.size < math.inf and math.isfinite(self.yaw)):
            raise ValueError(
                f"a die is wider than 0 mm and turned by some angle, not {self.size} and {self.yaw}"
            )
        if not 0 <= self.radius <= self.size / 2:
            raise ValueError(f"a corner radius is 0 mm to half the die, not {self.radius}")

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners of the inner square, which grows by `radius` all round into the footprint."""
        half = self.size / 2 - self.radius
        cos, sin = math.cos(math.radians(self.yaw)) * half, math.sin(math.radians(self.yaw)) * half
        x, y = self.where.x, self.where.y
        return (
            Point(x + cos - sin, y + sin + cos),
            Point(x - cos - sin, y - sin + cos),
            Point(x - cos + sin, y - sin - cos),
            Point(x + cos + sin, y + sin - cos),
        )


def gap(one: Footprint, other: Footprint) -> float:
    """Millimetres of floor between two dice, edge to edge; 0 when they touch or overlap."""
    a, b = one.corners(), other.corners()
    if _overlap(a, b):
        return 0.0
    between = min(
        min(_to_edge(corner, *edge) for corner, edge in product(a, _edges(b))),
        min(_to_edge(corner, *edge) for corner, edge in product(b, _edges(a))),
    )
    return max(0.0, between - one.radius - other.radius)


Corners = tuple[Point, Point, Point, Point]


def _edges(corners: Corners) -> tuple[tuple[Point, Point], ...]:
    return tuple(zip(corners, corners[1:] + corners[:1], strict=True))


def _to_edge(point: Point, start: Point, end: Point) -> float:
    # In plain numbers: this is asked for every corner and edge of any two dice that lie near each other.
    along_x, along_y = end.x - start.x, end.y - start.y
    off_x, off_y = point.x - start.x, point.y - start.y
    length = along_x * along_x + along_y * along_y
    share = (off_x * along_x + off_y * along_y) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(off_x - share * along_x, off_y - share * along_y)


def _overlap(a: Corners, b: Corners) -> bool:
    # Two convex shapes are apart if and only if some edge's normal separates their shadows. Round dice
    # have points for inner squares: only an edge drawn across the line between them tells those apart.
    across = Point(a[0].y - b[0].y, b[0].x - a[0].x)
    for start, end in (*_edges(a), *_edges(b), (Point(0, 0), across)):
        normal_x, normal_y = start.y - end.y, end.x - start.x
        shadow_a = [p.x * normal_x + p.y * normal_y for p in a]
        shadow_b = [p.x * normal_x + p.y * normal_y for p in b]
        if max(shadow_a) < min(shadow_b) or max(shadow_b) < min(shadow_a):
            return False
    return True
