"""A board from a file: what is written is read again; what cannot be read is told with place and remedy."""

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.games.devils_dice.layout_file import BadLayout, as_setting, layout_of, layout_out_of
from pi_diavolo.games.devils_dice.layout_writing import as_text
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.table.board_layout import Axis, Layout
from pi_diavolo.table.boards import Square

SHIPPED_TEXT = as_text(SHIPPED)


def a_wider_board() -> Layout:
    """Two columns more between the homes of the near and of the far side."""

    def moved(square: Square) -> Square:
        return Square(square.column + 2 * (square.column >= 8), square.row)

    lines = [
        replace(line, after=9) if line.across is Axis.ROW else replace(line, last=17)
        for line in SHIPPED.lines
    ]
    homes = [replace(home, squares=tuple(map(moved, home.squares))) for home in SHIPPED.homes]
    return replace(
        SHIPPED, columns=18, lines=tuple(lines), homes=tuple(homes), safe=tuple(map(moved, SHIPPED.safe))
    )


def complaints(text: str) -> tuple[str, ...]:
    with pytest.raises(BadLayout) as caught:
        layout_out_of(text)
    for reason in caught.value.reasons:
        assert "\n" not in reason
        assert len(reason) < 260
    return caught.value.reasons


@pytest.mark.parametrize("layout", [SHIPPED, a_wider_board()], ids=["shipped", "wider"])
def test_what_is_written_is_read_again(layout: Layout) -> None:
    assert layout_out_of(as_text(layout)) == layout
    assert layout_of(as_setting(layout)) == layout


def test_the_shipped_board_needs_no_setting() -> None:
    assert as_setting(SHIPPED) == ""
    assert layout_of("") is SHIPPED


def test_a_setting_is_one_line() -> None:
    assert len(as_setting(a_wider_board()).splitlines()) == 1


def test_homes_may_stand_in_any_order_and_lines_run_over_the_whole_board() -> None:
    top, *sections = SHIPPED_TEXT.split("\n[[")
    lines, homes = sections[:2], sections[2:]
    short = [line.split("from")[0] for line in lines]
    text = "\n[[".join([top, *reversed(homes), *short])
    assert layout_out_of(text) == SHIPPED


def test_capital_letters_will_do() -> None:
    assert layout_out_of(SHIPPED_TEXT.replace('"c1"', '"C1"').replace('["h", "i"]', '["H", "I"]')) == SHIPPED


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("columns = 16", "", "columns = nothing cannot be; use a whole number from 1 to 99"),
        ("rows = 16", "rows = 16.0", "rows = 16.0 cannot be; use a whole number"),
        ("rows = 16", "rows = true", "rows = True cannot be; use a whole number"),
        ("rows = 16", "rows = 1" + "0" * 5000, "this is no TOML (exceeds the limit"),
        ("rows = 16", "rows = 0x1" + "0" * 5000, "rows = a huge number cannot be"),
        ("columns = 16", "colums = 16", "the file: colums = 16 cannot be; use 'columns' instead"),
        ("[[home]]", "[[hoem]]", "the file: hoem = ["),
        ('"c7"', '"c0"', "safe 1 = 'c0' cannot be; use a square, such as \"c1\""),
        ('"c7"', '"cc"', "safe 1 = 'cc' cannot be"),
        ('"c7"', "7", "safe 1 = 7 cannot be"),
        ('colour = "green"', 'colour = "grene"', "home grene: colour = 'grene' cannot be; use 'green'"),
        ('colour = "green"', 'colour = "gray"', "home gray: colour = 'gray' cannot be"),
        ('colour = "green"', "", "home 2: colour = nothing cannot be; use one of orange, red"),
        ('colour = "green"', "colour = []", "home 2: colour = [] cannot be"),
        ('forwards = ["down"]', 'forwards = ["dwon"]', "home black: forwards = 'dwon' cannot be; use"),
        ('forwards = ["down"]', 'forwards = ["up", "down"]', "home black: forwards = ['up', 'down']"),
        ('forwards = ["down"]', 'forwards = "down"', "home black: forwards = 'down' cannot be; use a list"),
        ('squares = ["a7"', 'squares = ["7a"', "home green: squares = '7a' cannot be"),
        ("lines = [2]", "lines = [0]", "home black: lines = 0 cannot be"),
        ("lines = [2]", 'lines = ["2"]', "home black: lines = '2' cannot be"),
        ("lines = [2]", "lines = [2]\nline = 3", "home black: line = 3 cannot be; use 'lines' instead"),
        ("between = [8, 9]", "between = [8, 10]", "line 2: between = [8, 10] cannot be; use two"),
        ("between = [8, 9]", 'between = [8, "i"]', "line 2: between = [8, 'i'] cannot be; use two"),
        ("between = [8, 9]", "between = 8", "line 2: between = 8 cannot be"),
        ('to = "p"', "to = 16", "line 2: to = 16 cannot be; use a column's letter"),
        ("safe = [", "safe = 12 # [", "safe = 12 cannot be; use a list"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_with_its_place_and_the_remedy(old: str, new: str, says: str) -> None:
    assert old in SHIPPED_TEXT
    assert any(reason.startswith(says) for reason in complaints(SHIPPED_TEXT.replace(old, new, 1)))


def test_all_that_cannot_be_read_is_told_at_once() -> None:
    text = SHIPPED_TEXT.replace('"c7"', "7").replace('"green"', '"grene"').replace("[8, 9]", "[9, 8]")
    assert [reason.split(" = ")[0] for reason in complaints(text)] == [
        "safe 1",
        "line 2: between",
        "home grene: colour",
    ]


def test_all_that_does_not_fit_the_booklet_is_told_at_once() -> None:
    text = SHIPPED_TEXT.replace('"c7", ', "").replace('["a7", ', '["b7", ')
    reasons = complaints(text)
    assert "there are 11 safe squares; the booklet wants 12" in reasons
    assert any(reason.startswith("home green: b7 is not on the board's edge") for reason in reasons)


def test_one_sentence_names_the_first_fault_and_how_to_see_the_others() -> None:
    with pytest.raises(BadLayout) as caught:
        layout_out_of(SHIPPED_TEXT.replace('"c7", "f6", ', '"c7", "c7", "q7", '))
    assert str(caught.value) == (
        "there are 13 safe squares; the booklet wants 12"
        " (2 more: `pi-diavolo calibrate game-board --check` lists them)"
    )


@pytest.mark.parametrize("text", ["columns =", "[" * 5000, "columns = 16\ncolumns = 16", "\x00"])
def test_what_is_no_toml_is_told(text: str) -> None:
    (reason,) = complaints(text)
    assert reason.startswith("this is no TOML (")
    assert reason.endswith("put that right, docs/devils-dice.md shows how")


@pytest.mark.parametrize("setting", ["{", "[" * 100_000, "[]", "3", '"x"', "null"])
def test_a_setting_that_is_no_board_is_refused(setting: str) -> None:
    with pytest.raises(BadLayout):
        layout_of(setting)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.data())
def test_no_damage_to_the_file_makes_it_anything_but_a_board_or_a_complaint(data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(SHIPPED_TEXT)))
    end = data.draw(st.integers(begin, min(len(SHIPPED_TEXT), begin + 40)))
    instead = data.draw(st.text(alphabet='abcp0189-"[]=,\n ', max_size=12))
    with contextlib.suppress(BadLayout):
        layout_out_of(SHIPPED_TEXT[:begin] + instead + SHIPPED_TEXT[end:])


def test_the_example_in_the_docs_is_the_shipped_board() -> None:
    page = (Path(__file__).parents[3] / "docs/devils-dice.md").read_text(encoding="utf-8")
    found = (block.split("```")[0] for block in page.split("```toml\n")[1:])
    example = next(block for block in found if block.startswith("columns"))
    assert layout_out_of(example) == SHIPPED
