"""The table under the dice of an overlay: the tray's floor, the markers, the imps on their bases."""

from collections.abc import Iterable, Mapping

import numpy as np

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import ImpView
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.ink import ASKING, GOOD, INKS, Ink, contrast
from pi_diavolo.vision.overlay_sheet import Sheet
from pi_diavolo.vision.table_file import TableFile

SURE_OF_IMP = 0.9
QUIET: Ink = (205, 205, 205)
STEPS = 12  # a lens bends the sides of the tray


def draw_tray(sheet: Sheet, camera: Camera, table: TableFile) -> None:
    """The edge of the floor, as the lens shows it."""
    corners = [np.array((corner.x, corner.y, 0.0)) for corner in table.tray.corners]
    along = np.linspace(0, 1, STEPS, endpoint=False)[:, None]
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    floor = np.concatenate([start + along * (end - start) for start, end in sides])
    sheet.pen.thread(sheet.px(camera.project(floor)), QUIET, 1.0, closed=True)


def draw_markers(sheet: Sheet, camera: Camera, table: TableFile) -> None:
    """Those seen in green, the others where they should be."""
    half = table.markers.size_mm / 2
    for number, centre in table.markers.centres:
        corners = ((-half, half), (half, half), (half, -half), (-half, -half))
        square = camera.project([(centre.x + x, centre.y + y, 0) for x, y in corners])
        sheet.pen.outline(sheet.px(square), GOOD if number in camera.seen else ASKING, 2.0)


def draw_imps(sheet: Sheet, imps: Iterable[ImpView], letters: Mapping[Colour, str]) -> None:
    """A letter on each imp; a small ring on an empty base."""
    radius = max(10 * sheet.unit, 0.36 * sheet.side)
    for imp in imps:
        x, y = sheet.point(imp.px)
        if imp.colour is None:
            sheet.pen.ring((x, y), 0.6 * radius, QUIET, 1.0)
        else:
            letter = letters.get(imp.colour, str(imp.colour)[:1]).upper()
            ground = INKS[imp.colour]
            sheet.pen.disc((x, y), radius, ground)
            left = x - sheet.pen.width_of(letter, radius, bold=True) / 2
            sheet.pen.write(letter, left, y, radius, contrast(ground), bold=True)
        if imp.confidence < SURE_OF_IMP:
            sheet.pen.ring((x, y), 1.3 * radius, ASKING, 2.0)
        sheet.labels.keep_clear((x - radius, y - radius, x + radius, y + radius))
