"""The table file of a painted table: what a person with a ruler would write down of it."""

from pi_diavolo.simulator.painter import CameraPlace, TableLook
from pi_diavolo.simulator.world import World
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.order_die import Faces
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Imps, Lens, MarkerSheet, Tray


def table_file_of(look: TableLook, camera: CameraPlace | None = None) -> TableFile:
    """This table's measures; with a camera also its lens. Its Order die is enrolled by `faces_of`."""
    measured = look.geometry
    numbered = enumerate(measured.markers, measured.first_marker)
    return TableFile(
        tray=Tray(*measured.tray_mm, measured.wall_mm),
        markers=MarkerSheet(
            size_mm=measured.marker_mm,
            centres=tuple((number, Point(*at)) for number, at in numbered),
        ),
        imps=Imps(measured.imp_mm, measured.imp_high_mm),
        bases=tuple(Point(*at) for at in measured.bases),
        dice_mm=look.dice.size_mm,
        order_die_mm=look.dice.order_size_mm,
        lens=_lens(camera) if camera else None,
    )


def faces_of(look: TableLook) -> Faces:
    """The faces of its Order die as printed, under their names."""
    return Faces(dict(zip(look.glyphs.names, look.glyphs.pictures, strict=True)))


def _lens(camera: CameraPlace) -> Lens:
    rows = tuple(tuple(float(number) for number in row) for row in camera.K)
    return Lens(camera.size, rows, tuple(float(number) for number in camera.dist.ravel())).checked()


def world_of(look: TableLook) -> World:
    """The simulated world in which dice are thrown on this very table."""
    dice = look.dice
    return World(
        look.glyphs.names,
        look.geometry.tray_mm,
        dice.size_mm,
        dice.order_size_mm,
        dice.radius_mm,
        order_radius_mm=dice.order_radius_mm,
    )
