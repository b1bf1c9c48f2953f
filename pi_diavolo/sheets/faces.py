"""Our own six faces of the Order die, drawn so that no turn makes one look like another, even when small."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_diavolo.sheets.shapes import Place, Shape, arc, box, disc, polygon

# The picture of a face leaves this share of its side white all round.
MARGIN = 0.03

SIGMA: tuple[Place, ...] = (
    *((0.06, 0.02), (0.94, 0.02), (0.94, 0.27), (0.44, 0.27), (0.70, 0.50), (0.44, 0.73)),
    *((0.94, 0.73), (0.94, 0.98), (0.06, 0.98), (0.06, 0.80), (0.38, 0.50), (0.06, 0.20)),
)


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed for one order, in a square of side 1, and how people read it."""

    about: str
    shapes: tuple[Shape, ...]


def _sum(left: float, top: float, side: float, ink: bool = True) -> Shape:
    return polygon(*SIGMA, ink=ink).placed(left, top, side)


def _far_apart() -> Shape:
    # From corner to corner: the other five fill the middle or stand upright, so this fits none of them.
    return polygon(
        *((0.00, 0.00), (0.50, 0.00), (0.34, 0.16), (0.84, 0.66), (1.00, 0.50), (1.00, 1.00)),
        *((0.50, 1.00), (0.66, 0.84), (0.16, 0.34), (0.00, 0.50)),
    )


def _crown() -> tuple[Shape, ...]:
    spikes = (
        (0.03, 0.20),
        (0.27, 0.48),
        (0.50, 0.08),
        (0.73, 0.48),
        (0.97, 0.20),
        (0.90, 0.72),
        (0.10, 0.72),
    )
    return polygon(*spikes), box(0.10, 0.80, 0.80, 0.14)


def _magnet() -> tuple[Shape, ...]:
    outside = arc(0.5, 0.52, 0.44, 0, 180)
    inside = arc(0.5, 0.52, 0.13, 180, 0)
    legs = polygon((0.06, 0.04), (0.37, 0.04), *inside, (0.63, 0.04), (0.94, 0.04), *outside)
    return legs, box(0.04, 0.20, 0.36, 0.07, ink=False), box(0.60, 0.20, 0.36, 0.07, ink=False)


FACES: Mapping[str, Face] = {
    "greatest_sum": Face("a large sum", (_sum(0.04, 0.04, 0.92),)),
    "smallest_sum": Face("a small sum", (disc(0.5, 0.5, 0.48), _sum(0.27, 0.27, 0.46, ink=False))),
    "greatest_difference": Face("far apart", (_far_apart(),)),
    "most_odd": Face(
        "three: an odd number", tuple(disc(*at, 0.24) for at in ((0.5, 0.25), (0.25, 0.73), (0.75, 0.73)))
    ),
    "highest_value": Face("a crown for the highest", _crown()),
    "closest": Face("a magnet draws the closest", _magnet()),
}


def face_shapes(name: str) -> tuple[Shape, ...]:
    """One face as its picture has it: in a square of side 1 with its margin."""
    return tuple(shape.placed(MARGIN, MARGIN, 1 - 2 * MARGIN) for shape in FACES[name].shapes)
