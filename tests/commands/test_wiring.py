"""`wiring` on the terminal, for programs, and as files."""

from pathlib import Path

import pytest

from pi_diavolo.devices.pin_map import SHIPPED, shipped_file
from tests.commands.makers import CommandLine, words


def test_a_shipped_map_is_shown_pin_by_pin(pi_diavolo: CommandLine) -> None:
    read = " ".join(words(pi_diavolo.right("wiring", "panels-4").out))
    assert "Button panels for 4 seats (1, 2, 3, 4)" in read
    assert "11 GPIO 17 white Seat 1: button panel white" in read
    assert "1 QA, pin 15 status" in read


def test_docks_are_shown_too(pi_diavolo: CommandLine) -> None:
    assert "Dock of seat 4: CH1, pin 2 of the MCP3008" in pi_diavolo.right("wiring", "bases-2").out


def test_without_a_map_those_that_are_shipped_are_listed(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo.right("wiring")
    assert [line.split()[0] for line in said.lines] == list(SHIPPED)
    assert "panels-3  Button panels for 3 seats (1, 3, 5)" in said.lines
    assert pi_diavolo.right("wiring", "--json").objects[5] == {
        "map": "bases-2",
        "kind": "bases",
        "seats": [1, 4],
    }


def test_what_is_said_below_the_tables_keeps_their_indent(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = pi_diavolo.right("wiring", "bases-4").lines
    below = lines[next(number for number, line in enumerate(lines) if "Every switch" in line) :]
    assert all(len(line) <= 80 and line.startswith("  ") and line[2] != " " for line in below)
    assert "  5V to a GPIO pin." in [line.rstrip() for line in below]


def test_programs_get_one_object_a_wire(pi_diavolo: CommandLine) -> None:
    rows = pi_diavolo.right("wiring", "bases-6", "--json").objects
    wires = [row for row in rows if "pin" in row]
    assert {row["gpio"] for row in wires if row["terminal"].startswith("base")} == {
        *(5, 6, 13, 19, 26),
        *(25, 12, 16, 20, 21),
    }
    assert {
        "pin": 26,
        "gpio": 7,
        "signal": "GPIO 7",
        "wire": "green",
        "board": "Dock board: MCP3008",
        "terminal": "CS",
    } in wires
    assert len([row for row in rows if "bit" in row]) == 35
    assert [row["channel"] for row in rows if "dock" in row] == [0, 1, 2, 3, 4, 5]


def test_a_map_of_ones_own_becomes_a_picture_and_a_page(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    text = shipped_file("panels-4").read_text(encoding="utf-8").replace("gray = 22", "gray = 26")
    (tmp_path / "our table.toml").write_text(text, encoding="utf-8")
    said = pi_diavolo.right(
        "wiring", str(tmp_path / "our table.toml"), "--out", str(tmp_path / "out"), "--json"
    )
    assert [Path(file).name for file in said.objects[0]["files"]] == ["our table.svg", "our table.md"]
    page = (tmp_path / "out/our table.md").read_text(encoding="utf-8")
    assert "| 37 | GPIO 26 | gray | Seat 1: button panel | gray |" in page
    assert "(our%20table.svg)" in page


def test_all_maps_are_written_at_once(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    said = pi_diavolo.right("wiring", "all", "--out", str(tmp_path / "out"))
    assert len(said.lines) == 21
    assert all(Path(line).exists() for line in said.lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["panel-4"],
            "panel-4: there is no such map and no such file; did you mean panels-4? There are panels-2",
        ),
        (["panels-7"], "did you mean panels-6? There are panels-2"),
        (["Bases-4.toml"], "did you mean bases-4? There are panels-2"),
        (["mine"], "mine: there is no such map and no such file; there are panels-2, panels-3"),
        (["no/panels-4.toml"], "no/panels-4.toml: there is no such file"),
        (["all"], "add --out FOLDER"),
        (["--out", "x"], "--out: which map?"),
        (["panels-4", "--out", "/dev/null/x"], "choose another place"),
    ],
)
def test_a_mistake_is_told_in_one_line(pi_diavolo: CommandLine, arguments: list[str], said: str) -> None:
    heard = pi_diavolo("wiring", *arguments)
    assert (heard.code, heard.out) == (2, "")
    assert said in heard.err
    assert heard.err.count("\n") == 1


def test_a_wrong_map_is_not_drawn(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('kind = "panels"\nseats = [1, 9]\n', encoding="utf-8")
    heard = pi_diavolo("wiring", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out"))
    assert heard.code == 2
    assert "9 is no seat" in heard.err
    assert not (tmp_path / "out").exists()
