"""The parts of a table: places and sizes in millimetres, and its lens."""

from dataclasses import dataclass
from typing import Any

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.lens_checks import can_be_a_lens


class BadValue(Exception):
    """A value that cannot be: its full name, what was found, what is wanted."""

    def __init__(self, name: str, found: Any, wanted: str) -> None:
        super().__init__(name, found, wanted)
        self.name, self.found, self.wanted = name, found, wanted


@dataclass(frozen=True, slots=True)
class Tray:
    """The floor the dice fall on, centred on the origin, and the height of its walls."""

    width_mm: float = 300.0
    height_mm: float = 300.0
    wall_mm: float = 25.0

    @property
    def corners(self) -> tuple[Point, ...]:
        """The floor's four corners, clockwise from the top left."""
        x, y = self.width_mm / 2, self.height_mm / 2
        return (Point(-x, y), Point(x, y), Point(x, -y), Point(-x, -y))

    def holds(self, place: Point, reach: float = 0.0) -> bool:
        """Whether a square of this reach to each side lies at least partly over the floor."""
        return (
            abs(place.x) < self.width_mm / 2 + reach - 1e-6
            and abs(place.y) < self.height_mm / 2 + reach - 1e-6
        )


SCENES_MARKERS = (
    (0, Point(-182.0, 182.0)),
    (1, Point(182.0, 182.0)),
    (2, Point(182.0, -182.0)),
    (3, Point(-182.0, -182.0)),
)


@dataclass(frozen=True, slots=True)
class MarkerSheet:
    """The printed ArUco markers: upright, in the plane of the floor, each id at its centre."""

    dictionary: str = "DICT_4X4_50"
    size_mm: float = 30.0
    centres: tuple[tuple[int, Point], ...] = SCENES_MARKERS


@dataclass(frozen=True, slots=True)
class Imps:
    """The imps: how wide at their widest, and how high."""

    width_mm: float = 18.0
    height_mm: float = 30.0


SCENES_BASES = tuple(
    Point(float(x), float(y))
    for x, y in (
        (-90, 183),
        (0, 183),
        (90, 183),
        (183, 60),
        (183, -60),
        (90, -183),
        (0, -183),
        (-90, -183),
        (-183, -60),
        (-183, 60),
    )
)


@dataclass(frozen=True, slots=True)
class Lens:
    """What one lens does at one picture size: OpenCV's camera matrix and distortion."""

    size_px: tuple[int, int]
    K: tuple[tuple[float, ...], ...]
    dist: tuple[float, ...]

    def checked(self) -> "Lens":
        """This lens, if its matrix and its distortion can belong to pictures of its size."""
        (fx, skew, cx), (zero, fy, cy), last = self.K
        width, height = self.size_px
        if skew != 0 or zero != 0 or last != (0, 0, 1):
            raise BadValue("lens.K", _rows(self.K), "[[fx, 0, cx], [0, fy, cy], [0, 0, 1]]")
        longest = max(width, height)
        if not all(0.1 * longest < focal < 50 * longest for focal in (fx, fy)) or not 0.5 < fx / fy < 2:
            raise BadValue("lens.K", _rows(self.K), f"fx and fy that fit a picture of {width} × {height}")
        if not (0 < cx < width and 0 < cy < height):
            raise BadValue("lens.K", _rows(self.K), f"cx and cy inside a picture of {width} × {height}")
        if not can_be_a_lens(self.size_px, self.K, self.dist):
            wanted = "what `pi-diavolo calibrate lens` finds; this one folds or tears the picture"
            raise BadValue("lens.dist", list(self.dist), wanted)
        return self

    def scaled_to(self, size: tuple[int, int]) -> "Lens | None":
        """The same lens in a larger or smaller picture; None if that picture has another shape."""
        scale = size[0] / self.size_px[0]
        if abs(size[1] - self.size_px[1] * scale) > max(1.0, 0.002 * size[1]):
            return None
        (fx, _, cx), (_, fy, cy), last = self.K
        # The centre of the first pixel is (0, 0), its corner (-0.5, -0.5): the corner stays where it is.
        across = (fx * scale, 0.0, (cx + 0.5) * scale - 0.5)
        down = (0.0, fy * scale, (cy + 0.5) * scale - 0.5)
        return Lens(size, (across, down, last), self.dist)


def _rows(matrix: tuple[tuple[float, ...], ...]) -> list[list[float]]:
    return [list(row) for row in matrix]
