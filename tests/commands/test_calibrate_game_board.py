"""`calibrate game-board`: a layout is checked first; a good one becomes sheets and their table file."""

from pathlib import Path

import pytest

from pi_diavolo.games.devils_dice.layout_writing import as_text
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.table_file import load_table
from pi_diavolo.vision.table_writer import save
from tests.commands.makers import CommandLine

TEXT = as_text(SHIPPED)


@pytest.fixture
def a_layout(tmp_path: Path) -> Path:
    file = tmp_path / "board.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_a_good_layout_is_told_to_fit(pi_diavolo: CommandLine, a_layout: Path) -> None:
    said = pi_diavolo.right("calibrate", "game-board", "--check", "--layout", str(a_layout))
    assert said.lines == [
        f"{a_layout}: 16 x 16 squares, 8 homes, 2 dividing lines, 12 safe squares; it fits the booklet"
    ]
    assert pi_diavolo.right("calibrate", "game-board", "--check").out.startswith("the shipped board: ")


@pytest.mark.parametrize("more", [("--check",), ("--out", "sheets")], ids=["check", "print"])
def test_all_that_is_wrong_is_listed_and_nothing_is_printed(
    pi_diavolo: CommandLine, a_layout: Path, more: tuple[str, ...]
) -> None:
    a_layout.write_text(TEXT.replace('"c7", ', "").replace('["a7", ', '["b7", '), encoding="utf-8")
    command = ("calibrate", "game-board", "--layout", str(a_layout), *more)
    said = pi_diavolo(*command)
    assert said.code == 2
    assert len(said.lines) == 3
    assert "there are 11 safe squares; the booklet wants 12" in said.lines
    assert said.err == (
        f"pi-diavolo: {a_layout}: 3 things are wrong with this board; put that right,"
        " docs/devils-dice.md shows how\n"
    )
    assert not Path("sheets").exists()
    (told,) = pi_diavolo(*command, "--json").objects
    assert told == {"step": "game-board", "layout": str(a_layout), "problems": said.lines}


def test_sheets_and_table_file_are_made_for_larger_squares(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "sheets"
    (told,) = pi_diavolo.right(
        *("calibrate", "game-board", "--out", str(out), "--square-mm", "22", "--paper", "a4", "--json")
    ).objects
    assert told["files"] == [str(out / "devils-dice-a4.pdf"), str(out / "devils-dice.toml")]
    assert told["sheet_mm"] == [556, 432]
    table = load_table(out / "devils-dice.toml")
    assert table.board is not None
    assert (table.board.square_mm, table.bases, table.dice_mm) == (22, (), 16)


def test_the_measures_go_into_a_table_file_whose_lens_is_known(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    table = tmp_path / "mine.toml"
    command = ("calibrate", "game-board", "--out", str(tmp_path), "--paper", "a4", "--table", str(table))
    pi_diavolo.right(*command)
    save(table, {"colours": {"red": [50.0, 60.0, 40.0]}})
    pi_diavolo.right(*command, "--square-mm", "20")
    after = load_table(table)
    assert after.board is not None
    assert after.board.square_mm == 20
    assert after.colours == (("red", (50, 60, 40)),)


def test_measures_that_put_a_marker_where_a_base_is_leave_all_as_it_was(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    out = tmp_path / "sheets"
    table = out / "devils-dice.toml"
    command = ("calibrate", "game-board", "--out", str(out), "--paper", "a4")
    pi_diavolo.right(*command)
    with table.open("a", encoding="utf-8") as file:
        file.write("\n[[bases]]\nat_mm = [76, 185]\n")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    said = pi_diavolo(*command, "--square-mm", "20")
    assert said.code == 2
    assert "bases[0].at_mm = [76.0, 185.0] cannot be; use a place clear of marker 5" in said.err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert load_table(table).bases == (Point(76, 185),)


def test_the_file_of_another_table_is_left_alone(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    save(table, {})
    before = table.read_bytes()
    said = pi_diavolo("calibrate", "game-board", "--out", str(tmp_path), "--table", str(table))
    assert said.code == 2
    assert "this is the file of a table without a board; name another file with --table" in said.err
    assert table.read_bytes() == before
    assert not list(tmp_path.glob("*.pdf"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "there is no such file"),
        (b"columns =", "1 thing is wrong with this board"),
        (b"\xff\xfe", "this is no UTF-8 text"),
        (b"#" * 200_000, "larger than 100 kB"),
    ],
)
def test_what_is_no_layout_file_is_told(
    pi_diavolo: CommandLine, tmp_path: Path, content: bytes | None, says: str
) -> None:
    file = tmp_path / "board.toml"
    if content is not None:
        file.write_bytes(content)
    said = pi_diavolo("calibrate", "game-board", "--check", "--layout", str(file))
    assert said.code == 2
    assert says in said.err
    assert said.err.count("\n") == 1


def test_without_a_folder_it_says_what_is_missing(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo("calibrate", "game-board")
    assert said.code == 2
    assert "--out is missing" in said.err
