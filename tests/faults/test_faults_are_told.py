"""docs/faults.md keeps its word: every fault has a whole line, and every line a test that is there."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "faults.md"
COLUMNS = ("fault", "what happens", "what people see", "what to do", "shown by")
HEADINGS = ("Power, memory, clock, network and files", "Camera, switches, lamps and computer")

# What a table must survive. Each is the fault of one line and of no other, so that none can stand in for
# another: "dead" would be met by a camera while the line about docks is gone.
FAULTS = (
    "power cut", "process killed", "the program hangs", "disk full", "I/O error", "log damaged",
    "the clock on the wall", "settings damaged while", "settings damaged at", "table file damaged while",
    "table file damaged or gone at", "pin map damaged", "PIN file damaged", "port of the pages",
    "browser flood", "malformed HTTP", "malformed WebSocket",
    "camera pulled out", "camera stalls", "camera not there", "camera dead", "camera bumped",
    "camera turned away", "dark, glare, out of focus", "our own eyes choke",
    "base switch without contact", "base switch welded shut", "button stuck", "button dead",
    "switch chatters or floats", "edges lost", "GPIO chip gone", "GPIO chip not there", "MCP3008 gone",
    "dock dead", "dock short-circuited", "74HC595: SPI", "74HC595 unplugged", "too little voltage", "heat",
    "memory card nearly full",
)  # fmt: skip


def lines() -> list[tuple[str, ...]]:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows]
    return [row for row in cells if row != COLUMNS and set(row) != {"---"}]


LINES = lines()


def test_both_parts_are_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert tuple(re.findall(r"^## (.+)$", page, re.MULTILINE)) == HEADINGS
    assert page.count("| " + " | ".join(COLUMNS) + " |") == len(HEADINGS)


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_every_line_says_all_and_names_tests_that_are_there(line: tuple[str, ...]) -> None:
    assert len(line) == len(COLUMNS)
    assert all(line)
    named = re.findall(r"`([^`]+\.py)(?:::(\w+))?`", line[-1])
    assert any(test for _, test in named), "a fault without a test, by its name, is a promise"
    for file, test in named:
        assert (TESTS / file).is_file(), file
        assert not test or f"def {test}(" in (TESTS / file).read_text(encoding="utf-8"), test


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_its_own_line(fault: str) -> None:
    assert len([line for line in LINES if fault in line[0]]) == 1


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_no_line_could_vanish_unnoticed(line: tuple[str, ...]) -> None:
    assert any(fault in line[0] for fault in FAULTS), "name this one in FAULTS, too"


def test_every_test_of_faults_is_named() -> None:
    named = {file for line in LINES for file in re.findall(r"`faults/([^`:]+\.py)", line[-1])}
    here = {path.name for path in Path(__file__).parent.glob("test_*.py")} - {Path(__file__).name}
    assert here == named
