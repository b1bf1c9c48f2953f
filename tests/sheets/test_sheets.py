"""The sheets, as a camera would see them printed: right ids, right sizes, nothing off the paper."""

import re
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.commands.calibrate_sheets import board_of, plate_of, printed_faces
from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.sheets.board import board_page
from pi_diavolo.sheets.faces import FACES
from pi_diavolo.sheets.markers import marker_pages
from pi_diavolo.sheets.pages import MARGIN_MM, Filled, Line, Page, Paper, Text
from pi_diavolo.sheets.pdf import PRODUCER, as_pdf
from pi_diavolo.sheets.stickers import sticker_page
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.charuco import BoardSize, find_board
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.printing import drawn
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import MarkerSheet
from tests.commands.makers import CommandLine

CALIBRATION = Path(__file__).parents[2] / "calibration"
PX_A_MM = 5


def as_printed(page: Page) -> Picture:
    """The page's shapes at so many pixels a millimetre; words and lines are left out."""
    shapes = [
        (mark.shape.placed(0, 0, PX_A_MM).outline, mark.shade)
        for mark in page.marks
        if isinstance(mark, Filled) and isinstance(mark.shade, int)
    ]
    width, height = page.size_mm
    return drawn(shapes, (round(width * PX_A_MM), round(height * PX_A_MM)))


def places(page: Page) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for mark in page.marks:
        match mark:
            case Filled(shape=shape):
                found += shape.outline
            case Line(begin=begin, end=end):
                found += (begin, end)
            case Text(at=at):
                found.append(at)
    return found


def every_page(paper: Paper) -> tuple[Page, ...]:
    markers = marker_pages(plate_of(TableFile()), paper)
    return (*markers, board_page(board_of(BoardSize()), paper), sticker_page(paper))


@pytest.mark.parametrize("paper", Paper)
def test_nothing_reaches_into_the_margin_that_printers_leave_white(paper: Paper) -> None:
    for page in every_page(paper):
        least, most = np.min(places(page), axis=0), np.max(places(page), axis=0)
        assert (least >= MARGIN_MM - 1).all()
        assert (most <= np.array(page.size_mm) - MARGIN_MM + 1).all()


@pytest.mark.parametrize("paper", Paper)
def test_every_page_has_a_ruler_of_100_mm(paper: Paper) -> None:
    for page in every_page(paper):
        lengths = [mark.end[0] - mark.begin[0] for mark in page.marks if isinstance(mark, Line)]
        assert max(length for length in lengths if length <= 110) == pytest.approx(100)


@pytest.mark.parametrize(
    "sheet",
    [
        MarkerSheet(),
        MarkerSheet("DICT_6X6_250", 55.0, ((5, Point(-240, 0)), (17, Point(240, 0)), (249, Point(0, 260)))),
    ],
)
def test_the_markers_are_those_of_the_table_in_their_true_size(sheet: MarkerSheet) -> None:
    found = {}
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, sheet.dictionary))
    )
    for page in marker_pages(plate_of(TableFile(markers=sheet)), Paper.LETTER):
        corners, ids, _ = detector.detectMarkers(as_printed(page))
        for number, at in zip([] if ids is None else np.ravel(ids), corners, strict=True):
            found[int(number)] = np.asarray(at).reshape(4, 2)
    assert sorted(found) == [number for number, _ in sheet.centres]
    for at in found.values():
        upright = at[1] - at[0]
        assert np.linalg.norm(upright) / PX_A_MM == pytest.approx(sheet.size_mm, abs=0.3)
        assert abs(upright[1]) < 1


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("size", [BoardSize(), BoardSize(8, 6, 24, 18, "DICT_4X4_100")])
def test_the_board_is_the_one_that_is_looked_for(paper: Paper, size: BoardSize) -> None:
    seen = find_board(as_printed(board_page(board_of(size), paper)), size)
    assert seen is not None
    assert len(seen.numbers) == (size.columns - 1) * (size.rows - 1)
    off = seen.corners_px / PX_A_MM - size.corners_mm[seen.numbers][:, :2]
    assert np.ptp(off, axis=0).max() < 0.05  # millimetres


def test_what_does_not_fit_on_the_paper_is_refused() -> None:
    with pytest.raises(UsageError, match="does not fit on A4"):
        board_page(board_of(BoardSize(9, 7, 40, 30)), Paper.A4)
    with pytest.raises(UsageError, match="does not fit on LETTER"):
        marker_pages(plate_of(TableFile(markers=MarkerSheet(size_mm=180.0))), Paper.LETTER)
    with pytest.raises(UsageError, match="no sticker is made"):
        sticker_page(Paper.A4, [40.0])


def test_there_is_a_face_for_every_order() -> None:
    assert list(FACES) == list(Order)


def test_one_size_of_die_gets_a_whole_sheet_of_stickers() -> None:
    labels = [mark.words for mark in sticker_page(Paper.A4, [18.0]).marks if isinstance(mark, Text)]
    assert labels.count("18 mm die") >= 8


def test_a_sheet_made_twice_is_the_same() -> None:
    pages = every_page(Paper.A4)
    assert as_pdf("Sheets", pages) == as_pdf("Sheets", pages)


def test_the_faces_that_we_ship_are_those_we_print() -> None:
    for name, picture in printed_faces().items():
        shipped = as_gray8(read_picture(CALIBRATION / f"faces/{name}.png"))
        assert shipped.shape == (512, 512)
        assert np.abs(shipped.astype(int) - picture).mean() < 0.1


def drawing(pdf: bytes) -> list[bytes]:
    """What is drawn on the pages, without what the library writes about itself."""
    # A line here ends with a mere \n: an \r before it is the last byte of the stream.
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return [zlib.decompress(stream) for stream in streams]


def test_the_sheets_that_we_ship_are_what_the_command_makes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CommandLine(capsys, tmp_path).right("calibrate", "sheets", "--out", str(tmp_path))
    CommandLine(capsys, tmp_path).right("calibrate", "game-board", "--out", str(tmp_path))
    made = sorted(tmp_path.glob("*.pdf"))
    assert [file.name for file in made] == sorted(file.name for file in CALIBRATION.glob("*.pdf"))
    for file in made:
        shipped = (CALIBRATION / file.name).read_bytes()
        if PRODUCER.encode() in shipped:  # another version may write numbers otherwise
            assert drawing(file.read_bytes()) == drawing(shipped)
