"""The table alone, flat from above: what is shown of it, and that nothing else is."""

import cv2
import numpy as np
import pytest

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.shipped_tables import DEVILS_DICE, shipped_tables
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.table_geometry import MarkerSheet, Tray
from pi_diavolo.vision.table_picture import MOST_PX, die_jpeg, outline_on_plate, plate_of, table_jpeg
from tests.vision.plates import a_camera, a_picture


def decoded(raw: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def with_strangers_beyond(camera: Camera, left: float, right: float, lower: float, upper: float) -> Picture:
    """A black table whose surroundings are white."""
    across, down = np.meshgrid(*map(np.arange, camera.size))
    x, y = camera.to_plane(np.column_stack([across.ravel(), down.ravel()])).T
    on_table = (left < x) & (x < right) & (lower < y) & (y < upper)
    white = np.where(on_table, 0, 255).reshape(down.shape)
    return np.dstack([white] * 3).astype(np.uint8)


@pytest.mark.parametrize("turn", [0, 90, 200])
def test_the_table_is_upright_however_the_camera_hangs(turn: float) -> None:
    camera = a_camera(tilt=12, turn=turn, height=850)
    picture = decoded(table_jpeg(a_picture(camera, noise=0), camera, TableFile()))
    assert max(picture.shape) <= MOST_PX
    height, width = picture.shape[:2]
    # The outer cells of marker 0, at the upper left, are black; the paper round it is not.
    x, y = plate_of(TableFile()).share(-194.5, 194.5)
    assert picture[round(y * height), round(x * width)].max() < 80
    x, y = plate_of(TableFile()).share(-199.5, 199.5)
    assert picture[round(y * height), round(x * width)].min() > 120


def test_of_an_oblong_table_no_more_is_shown_than_its_plate() -> None:
    centres = (
        (0, Point(-150.0, 90.0)),
        (1, Point(150.0, 90.0)),
        (2, Point(150.0, -90.0)),
        (3, Point(-150.0, -90.0)),
    )
    table = TableFile(tray=Tray(200, 120, 25), markers=MarkerSheet(centres=centres), bases=())
    plate = plate_of(table)
    assert (plate.left, plate.right, plate.lower, plate.upper) == (-170.0, 170.0, -110.0, 110.0)
    camera = a_camera()
    picture = decoded(table_jpeg(np.full((*camera.size[::-1], 3), 99, np.uint8), camera, table))
    assert picture.shape[1] / picture.shape[0] == pytest.approx(170 / 110, abs=0.01)


def test_beside_the_board_of_devils_dice_nothing_is_shown_on_any_side() -> None:
    table, camera = load_table(shipped_tables() / DEVILS_DICE), a_camera(height=850, aside=(-150.0, 0.0))
    image = with_strangers_beyond(camera, left=-403, right=89, lower=-184, upper=184)
    assert decoded(table_jpeg(image, camera, table)).max() < 60
    for x, y in ((-400, 0), (86, 0), (0, 180), (0, -180)):
        assert decoded(die_jpeg(image, camera, table, x, y, 16.0)).max() < 60


def test_the_board_of_devils_dice_is_shown_where_it_is() -> None:
    table, camera = load_table(shipped_tables() / DEVILS_DICE), a_camera(height=850, aside=(-150.0, 0.0))
    picture = decoded(table_jpeg(a_picture(camera, table, noise=0), camera, table))
    height, width = picture.shape[:2]
    assert width / height == pytest.approx(490.7 / 366.7, abs=0.01)
    for _, centre in table.markers.centres:  # the outer cells are black
        x, y = plate_of(table).share(centre.x - 10.8, centre.y + 10.8)
        assert picture[round(y * height), round(x * width)].max() < 80


def test_an_outline_is_where_the_picture_shows_it() -> None:
    camera, table = a_camera(tilt=15), TableFile()
    seen = tuple((float(x), float(y)) for x, y in camera.project([(-50, 20, 0), (60, -70, 0)]))
    expected = [plate_of(table).share(-50, 20), plate_of(table).share(60, -70)]
    assert np.array(outline_on_plate(seen, camera, table)) == pytest.approx(np.array(expected), abs=1e-6)


def test_a_die_at_the_very_edge_is_shown_without_what_lies_beyond() -> None:
    camera, table = a_camera(tilt=0, turn=0), TableFile()
    image = np.zeros((*camera.size[::-1], 3), np.uint8)
    edge = [(plate_of(table).right, y, 0) for y in (-200, 0, 200)]
    image[:, round(camera.project(edge)[:, 0].max()) + 1 :] = 255
    picture = decoded(die_jpeg(image, camera, table, plate_of(table).right - 1, 0, 16.0))
    assert picture.max() < 60
