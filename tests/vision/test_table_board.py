"""The board in the table file: where its squares are, kept when others write, refused if it cannot be."""

from pathlib import Path

import pytest

from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.table_board import GameBoard
from pi_diavolo.vision.table_file import TableFile, TableFileError, load_table
from pi_diavolo.vision.table_writer import copy, save

SHIPPED = Path(__file__).parents[2] / "calibration/tables/devils-dice.toml"


def a_table(folder: Path, board: str) -> TableFile:
    """The sheet's table with another board."""
    before = SHIPPED.read_text(encoding="utf-8").split("[board]")[0]
    parts = (before, board) if board.startswith("[") else (board, "\n", before)  # keys come before sections
    (folder / "table.toml").write_text("".join(parts), encoding="utf-8")
    return load_table(folder / "table.toml")


def complaint(folder: Path, board: str) -> str:
    with pytest.raises(TableFileError) as caught:
        a_table(folder, board)
    return str(caught.value).removeprefix(f"{folder / 'table.toml'}: ")


def test_the_shipped_table_has_the_printed_board_a_field_for_dice_and_no_bases() -> None:
    table = load_table(SHIPPED)
    assert table.board == GameBoard()
    assert table.bases == ()
    assert [number for number, _ in table.markers.centres] == [4, 5, 6, 7]
    assert (table.tray.width_mm, table.tray.height_mm) == (150, 240)


def test_a_table_without_the_section_has_no_board(tmp_path: Path) -> None:
    assert a_table(tmp_path, "").board is None
    assert TableFile().board is None


def test_what_is_left_out_is_as_printed(tmp_path: Path) -> None:
    assert a_table(tmp_path, "[board]").board == GameBoard()
    assert a_table(tmp_path, "[board]\nrows = 12").board == GameBoard(rows=12)


def test_squares_count_from_the_near_left_corner() -> None:
    board = GameBoard(Point(-245, 0), 18, 16, 16)
    assert board.centre_of(Square(0, 0)) == Point(-380, -135)
    assert board.centre_of(Square(15, 0)) == Point(-110, -135)
    assert board.centre_of(Square(0, 15)) == Point(-380, 135)
    assert board.corners == (Point(-389, 144), Point(-101, 144), Point(-101, -144), Point(-389, -144))


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("board = 3", "board = 3 cannot be; use a section that opens with [board]"),
        ("[bord]", "bord = {…} cannot be; use board instead"),
        ("[board]\ncolums = 16", "board.colums = 16 cannot be; use board.columns instead"),
        ("[board]\ncentre_mm = 3", "board.centre_mm = 3 cannot be; use a place [x, y]"),
        ("[board]\ncentre_mm = [nan, 0]", "board.centre_mm = [nan, 0] cannot be; use a place [x, y]"),
        ("[board]\nsquare_mm = 17.5", "board.square_mm = 17.5 cannot be; use a square's width, 18 to 60"),
        ("[board]\nsquare_mm = true", "board.square_mm = true cannot be; use a square's width"),
        (
            "[board]\ncolumns = 16.0",
            "board.columns = 16.0 cannot be; use a whole number of squares, 10 to 26",
        ),
        ("[board]\nrows = 27", "board.rows = 27 cannot be; use a whole number of squares, 10 to 26"),
        (
            "[board]\ncentre_mm = [-200, 0]",
            "board.centre_mm = [-200.0, 0.0] cannot be; use a place for its 288 × 288 mm clear of the tray",
        ),
        (
            "[board]\ncentre_mm = [-245, 15]",
            "board.centre_mm = [-245.0, 15.0] cannot be; use a place for its 288 × 288 mm clear of marker 4",
        ),
        ("[board]\ncolumns = 26", "board.centre_mm = [-245.0, 0.0] cannot be; use a place for its 468"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_name_and_remedy(
    tmp_path: Path, board: str, says: str
) -> None:
    assert complaint(tmp_path, board).startswith(says)


def test_what_is_learned_of_the_lens_leaves_the_board_where_it_was(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    copy(SHIPPED, table)
    before = load_table(table)
    save(table, {"colours": {"red": [50.0, 60.5, 40.0]}})
    after = load_table(table)
    assert after.colours == (("red", (50, 60.5, 40)),)
    assert (after.board, after.tray, after.markers) == (before.board, before.tray, before.markers)
    assert after.bases == ()


def test_a_new_file_may_begin_with_something_else_than_the_usual_table(tmp_path: Path) -> None:
    new = {"dice": {"size_mm": 14}}
    table = save(tmp_path / "table.toml", {"tray": {"inside_mm": [150, 240]}}, new)
    assert (table.dice_mm, table.bases) == (14, ())
    assert save(tmp_path / "usual.toml", {}).bases == TableFile().bases
