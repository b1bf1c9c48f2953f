"""The printed board of Devil's Dice: glued together it is the layout's, just where the table file says."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_diavolo.commands.calibrate_game_board import table_sections
from pi_diavolo.errors import UsageError
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.sheets.game_board import DICTIONARY, MARKER_MM, MARKERS, QUIET_MM, Measures, measures
from pi_diavolo.sheets.game_board_drawing import (
    FIELD_INK,
    INKS,
    LETTERS,
    SAFE_INK,
    SAFE_TINT,
    TINT,
    drawing,
    tinted,
)
from pi_diavolo.sheets.game_board_pages import game_board_pages
from pi_diavolo.sheets.pages import Filled, Line, Page, Paper, Text, Window
from pi_diavolo.sheets.tiles import EDGE_MM, GLUE_MM
from pi_diavolo.simulator.painting import board_drawing, board_print
from pi_diavolo.table.board_layout import Axis
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.vision import board_expected
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.printing import marker_cells
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.table_writer import as_toml
from tests.sheets.gluing import PX_A_MM, Colours, drawn, glued
from tests.vision.plates import a_camera

TABLES = Path(__file__).parents[2] / "calibration/tables"
SHEET = measures(SHIPPED, 18.0)
CELLS = tuple(marker_cells(DICTIONARY, number) for number in MARKERS)
# Over the middle of the sheet, which lies to the left of the origin, in the middle of the dice field.
CAMERA = a_camera(height=640, tilt=6, aside=(160.0, 10.0), turn=2, dist=(0.0,) * 5)


@cache
def pages(paper: Paper = Paper.A4, square_mm: float = 18.0) -> tuple[Page, ...]:
    return game_board_pages(SHIPPED, measures(SHIPPED, square_mm), CELLS, paper)


@cache
def the_sheet(paper: Paper = Paper.A4) -> Colours:
    return glued(pages(paper)[1:], SHEET.size_mm)


@cache
def the_table() -> TableFile:
    return load_table(TABLES / "devils-dice.toml")


def words(page: Page) -> list[str]:
    return [mark.words for mark in page.marks if isinstance(mark, Text)]


# On paper


@pytest.mark.parametrize("paper", Paper)
def test_the_shipped_board_takes_four_pages_and_one_that_explains_them(paper: Paper) -> None:
    assert len(pages(paper)) == 5


@pytest.mark.parametrize("paper", Paper)
def test_the_parts_keep_clear_of_the_margin_that_printers_leave_white(paper: Paper) -> None:
    for page in pages(paper)[1:]:
        for window in (mark for mark in page.marks if isinstance(mark, Window)):
            (x, y), (width, height) = window.corner, window.size_mm
            assert min(x, y) >= EDGE_MM - 1e-6
            assert x + width <= page.size_mm[0] - EDGE_MM + 1e-6
            assert y + height <= page.size_mm[1] - EDGE_MM + 1e-6


def test_the_page_that_explains_has_the_ruler_the_letters_and_the_parts() -> None:
    (first, *_) = pages()
    lengths = [mark.end[0] - mark.begin[0] for mark in first.marks if isinstance(mark, Line)]
    assert any(length == pytest.approx(100) for length in lengths)
    assert {"A1", "A2", "B1", "B2", *map(str, INKS), "safe"} <= set(words(first))
    places = [place for mark in first.marks if isinstance(mark, Filled) for place in mark.shape.outline]
    assert (np.max(places, axis=0) <= np.array(first.size_mm) - 10).all()


def test_each_part_says_its_name_and_what_goes_over_it() -> None:
    told = [" ".join(words(page)) for page in pages()[1:]]
    assert "page A1 of 4" in told[0]
    assert told[0].endswith("goes under A2 or under B1")
    assert told[3].endswith("page B2 of 4: cut from mark to mark")


def test_pages_are_cut_between_squares() -> None:
    begins = {mark.shows for page in pages()[1:] for mark in page.marks[:1] if isinstance(mark, Window)}
    across = {SHEET.corner(column, 0)[0] for column in range(17)} | {0.0}
    down = {SHEET.corner(0, row)[1] for row in range(17)} | {0.0}
    assert all(x in across and y in down for x, y in begins)


@pytest.mark.parametrize("square_mm", [18.0, 23.0, 30.0])
@pytest.mark.parametrize("paper", Paper)
def test_parts_overlap_by_the_strip_for_the_glue_and_leave_nothing_out(
    paper: Paper, square_mm: float
) -> None:
    covered = np.zeros([round(side) for side in measures(SHIPPED, square_mm).size_mm], int)
    for page in pages(paper, square_mm)[1:]:
        window = page.marks[0]
        assert isinstance(window, Window)
        (x, y), (width, height) = (
            [round(side) for side in place] for place in (window.shows, window.size_mm)
        )
        covered[x : x + width, y : y + height] += 1
    assert covered.min() == 1
    for line in (covered[:, 20], covered[20]):
        seams = np.flatnonzero(np.diff((line > 1).astype(int)) == 1).size
        assert (line > 1).sum() == seams * GLUE_MM


@pytest.mark.parametrize("paper", Paper)
def test_glued_together_the_parts_are_the_whole_sheet(paper: Paper) -> None:
    whole = drawn(drawing(SHIPPED, SHEET, CELLS), SHEET.size_mm)
    differ = np.abs(whole.astype(int) - the_sheet(paper)).max(axis=2) > 60
    assert differ.mean() < 0.001  # hairlines on the cut


def test_squares_that_are_too_small_for_the_camera_are_refused() -> None:
    with pytest.raises(UsageError, match=r"--square-mm 17: .* use 18 to 60 mm"):
        measures(SHIPPED, 17)


# On the table


def test_the_table_file_that_we_ship_is_the_sheet_that_we_print() -> None:
    shipped = (TABLES / "devils-dice.toml").read_text(encoding="utf-8")
    for section in as_toml(table_sections(SHEET)).split("\n\n"):
        assert section.strip() in shipped


@pytest.mark.parametrize(("columns", "rows", "square_mm"), [(16, 16, 18.0), (12, 20, 21.5), (26, 10, 18.0)])
def test_sheet_and_table_file_put_every_square_at_the_same_place(
    tmp_path: Path, columns: int, rows: int, square_mm: float
) -> None:
    sheet, file = Measures(columns, rows, square_mm), tmp_path / "table.toml"
    file.write_text(as_toml(table_sections(sheet)), encoding="utf-8")
    table = load_table(file)
    assert table.board is not None
    assert table.bases == ()
    for square in (Square(column, row) for column in range(columns) for row in range(rows)):
        there = sheet.on_the_table(sheet.centre(square))
        assert there.distance_to(table.board.centre_of(square)) < 1e-9
    near_left = sheet.on_the_table(sheet.corner(0, 0))
    assert near_left.distance_to(table.board.corners[3]) < 1e-9


@cache
def from_the_table_file() -> npt.NDArray[np.float64]:
    """From the table file's millimetres to the glued sheet's pixels, by nothing but the markers on it."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(the_sheet(), cv2.COLOR_RGB2GRAY))
    assert sorted(np.ravel(ids)) == list(MARKERS)
    centres, half = dict(the_table().markers.centres), the_table().markers.size_mm / 2
    mm = [
        (centres[int(number)].x + half * x, centres[int(number)].y + half * y)
        for number in np.ravel(ids)
        for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]
    found, _ = cv2.findHomography(np.array(mm), np.concatenate(corners).reshape(-1, 2))
    return np.asarray(found, np.float64)


def on_the_sheet(place: Point) -> tuple[float, float]:
    x, y, w = from_the_table_file() @ (place.x, place.y, 1.0)
    return float(x / w), float(y / w)


def ink_at(place: Point) -> tuple[int, int, int]:
    x, y = on_the_sheet(place)
    red, green, blue = (int(part) for part in the_sheet()[round(y), round(x)])
    return red, green, blue


def near(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 6


def test_the_lines_of_the_squares_are_printed_where_the_table_file_has_them() -> None:
    board = the_table().board
    assert board is not None
    gray = cv2.cvtColor(the_sheet(), cv2.COLOR_RGB2GRAY)
    for square in SHIPPED.squares():
        centre, half = board.centre_of(square), board.square_mm / 2
        for right, away in ((-half, 0), (half, 0), (0, -half), (0, half)):
            x, y = on_the_sheet(Point(centre.x + right, centre.y + away))
            around = gray[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2]
            assert around.min() < 170, square.name  # within a pixel, a quarter of a millimetre


def test_homes_and_safe_squares_lie_where_the_layout_has_them_and_nowhere_else() -> None:
    board = the_table().board
    assert board is not None
    expected: dict[Square, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
        square: (tinted(INKS[home.colour], TINT), INKS[home.colour])
        for home in SHIPPED.homes
        for square in home.squares
    }
    expected |= dict.fromkeys(SHIPPED.safe, (tinted(SAFE_INK, SAFE_TINT), SAFE_INK))
    for square in SHIPPED.squares():
        centre = board.centre_of(square)
        tint, outline = expected.get(square, ((255, 255, 255), (255, 255, 255)))
        assert near(ink_at(centre), tint), square.name
        assert near(ink_at(Point(centre.x + 0.42 * 18, centre.y)), outline), square.name


def test_the_sheet_is_painted_and_looked_at_with_the_inks_that_it_is_printed_with() -> None:
    for home in SHIPPED.homes:
        painted, (blue, green, red) = board_print.HOME_INKS[home.colour], board_expected.INKS[home.colour]
        assert INKS[home.colour] == painted == (red, green, blue), home.colour
    style, (blue, green, red) = board_print.PrintStyle(), board_expected.SAFE_INK
    assert SAFE_INK == style.safe_ink == (red, green, blue)
    assert TINT == style.tint == board_expected.TINT
    assert FIELD_INK == board_drawing.FIELD_INK


def test_the_thick_lines_are_printed_where_they_divide() -> None:
    board = the_table().board
    assert board is not None
    for line in SHIPPED.lines:
        for along in range(16):
            before = (
                Square(line.after - 1, along) if line.across is Axis.ROW else Square(along, line.after - 1)
            )
            centre = board.centre_of(before)
            on_it = (
                Point(centre.x + 9, centre.y) if line.across is Axis.ROW else Point(centre.x, centre.y + 9)
            )
            assert max(ink_at(on_it)) < 40


def test_the_dice_field_is_plain_and_lies_round_the_origin() -> None:
    tray = the_table().tray
    places = [
        Point(x * tray.width_mm / 2, y * tray.height_mm / 2)
        for x in np.linspace(-0.99, 0.99, 12)
        for y in np.linspace(-0.99, 0.99, 18)
    ]
    assert len({ink_at(place) for place in places}) == 1
    outside = Point(tray.width_mm / 2 + 3, 0)
    assert ink_at(outside) == (170, 170, 170)  # here stands the fence


def test_a_camera_finds_the_sheet_and_every_square_on_it() -> None:
    seen = cv2.warpPerspective(
        cv2.cvtColor(the_sheet(), cv2.COLOR_RGB2GRAY),
        _to_camera(CAMERA),
        CAMERA.size,
        flags=cv2.INTER_AREA,
        borderValue=90,
    )
    table = replace(the_table(), lens=CAMERA.lens)
    found = find_table(np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.uint8), table)
    assert isinstance(found, Camera), found
    assert found.seen == MARKERS
    assert found.px_per_mm > 1.8
    board = table.board
    assert board is not None
    centres = [board.centre_of(square) for square in SHIPPED.squares()]
    places = [(centre.x, centre.y, 0.0) for centre in centres]
    off = np.linalg.norm(found.project(places) - CAMERA.project(places), axis=1)
    assert off.max() / found.px_per_mm < 0.25  # millimetres


def _to_camera(camera: Camera) -> npt.NDArray[np.float64]:
    """From the glued sheet's pixels to those of a camera without a lens's faults."""
    width, height = SHEET.size_mm
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    points = [SHEET.on_the_table(corner) for corner in corners]
    there = camera.project([(point.x, point.y, 0.0) for point in points])
    here = np.array(corners) * PX_A_MM - 0.5
    return np.asarray(
        cv2.getPerspectiveTransform(here.astype(np.float32), there.astype(np.float32)), np.float64
    )


def test_nothing_is_printed_in_the_markers_quiet_zones() -> None:
    marks = drawing(SHIPPED, SHEET, CELLS)
    reach = MARKER_MM / 2 + QUIET_MM - 0.3
    for x, y in SHEET.marker_centres:
        for mark in marks:
            if isinstance(mark, Text):
                letters = 2.0 * len(mark.words)
                assert abs(mark.at[0] - x) > reach + letters / 2 or abs(mark.at[1] - y) > reach


def test_every_colour_has_a_letter_of_its_own() -> None:
    assert len({*LETTERS.values(), "S"}) == len(LETTERS) + 1
    assert set(LETTERS) == set(Colour) - {Colour.GRAY}
