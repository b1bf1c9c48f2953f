"""`odds` against the exact counts, and the table that people read."""

import pytest

from tests.commands.makers import CommandLine, start, words

GRAY = {
    3: {
        "greatest_sum": 1_354_380,
        "smallest_sum": 1_354_380,
        "greatest_difference": 2_888_784,
        "most_odd": 4_172_796,
        "highest_value": 4_977_915,
    },
    2: {
        "greatest_sum": 7_551,
        "smallest_sum": 7_551,
        "greatest_difference": 11_328,
        "most_odd": 22_599,
        "highest_value": 17_169,
    },
}


@pytest.mark.parametrize("dice", GRAY)
def test_the_counts_are_exact(pi_diavolo: CommandLine, dice: int) -> None:
    found = {o["order"]: o for o in pi_diavolo.right("odds", "--dice", str(dice), "--json").objects}
    assert {order: odds["gray"] for order, odds in found.items()} == GRAY[dice]
    for odds in found.values():
        assert list(odds) == ["order", "black", "white", "red", "gray", "total"]
        assert odds["black"] == odds["white"] == odds["red"]
        assert odds["total"] == 6 ** (3 * dice) == 3 * odds["red"] + odds["gray"]


def test_three_dice_are_meant_unless_two_are_asked_for(pi_diavolo: CommandLine) -> None:
    assert pi_diavolo.right("odds", "--json").out == pi_diavolo.right("odds", "--dice", "3", "--json").out


@pytest.mark.parametrize(
    ("language", "row", "counted"),
    [
        ("en", "greatest sum 28.85 % 28.85 % 28.85 % 13.44 %", "Total: 10 077 696"),
        ("fr", "plus grande somme 28,85 % 28,85 % 28,85 % 13,44 %", "Total: 10 077 696"),
        ("de", "Größte Summe 28,85 % 28,85 % 28,85 % 13,44 %", "Gesamt: 10 077 696"),
    ],
)
def test_people_read_shares_and_counts_in_their_language(
    pi_diavolo: CommandLine, language: str, row: str, counted: str
) -> None:
    read = " ".join(words(pi_diavolo.right("odds", "--language", language).out))
    assert row in read
    assert "2 907 772 2 907 772 2 907 772 1 354 380" in read
    assert read.endswith(counted)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_nothing_is_cut_off_at_eighty_columns(pi_diavolo: CommandLine, language: str) -> None:
    lines = pi_diavolo.right("odds", "--language", language).lines
    assert "…" not in "".join(lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("columns", ["40", "20", "1"])
def test_a_narrow_window_reads_lines_instead_of_a_table(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = pi_diavolo.right("odds")
    assert "…" not in said.out
    assert columns == "1" or "highest value:" in " ".join(words(said.out))


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"FORCE_COLOR": "1"}])
def test_no_terminal_is_too_plain(environment: dict[str, str]) -> None:
    assert "greatest sum" in start("odds", environment=environment).must_be_right().out
