"""The pages of a large sheet as people put them together: cut at their marks and glued edge over edge."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.sheets.pages import Filled, Line, Mark, Page, Text, Window

Colours = npt.NDArray[np.uint8]
PX_A_MM = 4.0
SHIFT = 4  # cv2 draws to a sixteenth of a pixel


def drawn(marks: Iterable[Mark], size_mm: tuple[float, float]) -> Colours:
    """Shapes and lines in colour, red first; words are left out."""
    width, height = (round(side * PX_A_MM) for side in size_mm)
    canvas = np.full((height, width, 3), 255, np.uint8)
    for mark in marks:
        match mark:
            case Filled(shape=shape, shade=shade):
                cv2.fillPoly(canvas, [_pixels(shape.outline)], _ink(shade), cv2.LINE_AA, SHIFT)
            case Line(begin=begin, end=end, shade=shade, width_mm=thick):
                ends = _pixels((begin, end))
                wide = max(1, round(thick * PX_A_MM))
                cv2.line(canvas, ends[0].tolist(), ends[1].tolist(), _ink(shade), wide, cv2.LINE_AA, SHIFT)
            case Window(corner=corner, size_mm=size, shows=shows, drawing=drawing):
                _through(canvas, corner, size, shows, drawing)
            case Text():
                pass
    return canvas


def _through(
    canvas: Colours,
    corner: tuple[float, float],
    size: tuple[float, float],
    shows: tuple[float, float],
    drawing: Sequence[Mark],
) -> None:
    whole = drawn(drawing, (shows[0] + size[0], shows[1] + size[1]))
    (x, y), (from_x, from_y) = ([round(side * PX_A_MM) for side in place] for place in (corner, shows))
    seen = whole[from_y:, from_x:]
    # What is hatched is drawn over the rest: paper is left out.
    inked = (seen < 255).any(axis=2)
    canvas[y : y + seen.shape[0], x : x + seen.shape[1]][inked] = seen[inked]


def _pixels(places: Iterable[tuple[float, float]]) -> npt.NDArray[np.int32]:
    # Pixel centres are whole numbers, the picture's corner is half a pixel before the first.
    fine = (np.array(list(places), np.float64) * PX_A_MM - 0.5) * 2**SHIFT
    return np.asarray(np.round(fine), np.int32)


def _ink(shade: int | tuple[int, int, int]) -> tuple[int, int, int]:
    return shade if isinstance(shade, tuple) else (shade, shade, shade)


def glued(pages: Iterable[Page], size_mm: tuple[float, float]) -> Colours:
    """The parts laid over each other in the order of the instructions, each cut at its left and its top."""
    width, height = (round(side * PX_A_MM) for side in size_mm)
    table = np.full((height, width, 3), 255, np.uint8)
    for page in pages:
        window = next(mark for mark in page.marks if isinstance(mark, Window))
        printed = drawn(page.marks, page.size_mm)
        (left, top), (x, y) = (
            [round(side * PX_A_MM) for side in place] for place in (window.corner, window.shows)
        )
        wide, high = (round(side * PX_A_MM) for side in window.size_mm)
        table[y : y + high, x : x + wide] = printed[top : top + high, left : left + wide]
    return table
