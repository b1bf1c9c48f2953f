"""Who sits to whose left, and what may be a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.players import (
    BOARD_SEATS,
    LONGEST_NAME,
    SEATS,
    Seat,
    board_seats_for,
    next_to_the_left,
    proper_name,
    proper_names,
    seats_for,
)


@pytest.mark.parametrize(
    ("seat", "still_in", "left"),
    [
        pytest.param(1, [1, 2, 3], 2, id="the next number"),
        pytest.param(6, [1, 3, 6], 1, id="round the table"),
        pytest.param(2, [1, 5], 5, id="past empty seats"),
        pytest.param(5, [2, 4], 2, id="after a player who is out"),
        pytest.param(3, [3], 3, id="alone, it is always one's own turn"),
    ],
)
def test_next_to_the_left(seat: int, still_in: list[int], left: int) -> None:
    assert next_to_the_left(Seat(seat), [Seat(number) for number in still_in]) == left


@given(st.sampled_from(SEATS), st.sets(st.sampled_from(SEATS), min_size=1))
def test_going_left_reaches_everyone_once_a_round(seat: Seat, still_in: set[Seat]) -> None:
    met = []
    for _ in still_in:
        seat = next_to_the_left(seat, still_in)
        met.append(seat)
    assert sorted(met) == sorted(still_in)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("Ada", "Ada", id="plain"),
        pytest.param("  Ada   Byron ", "Ada Byron", id="spaces fold"),
        pytest.param("e\u0301", "\u00e9", id="one form for the same letter"),
        pytest.param("光", "光", id="any script"),
        pytest.param("عمر", "عمر", id="a right-to-left name is a name"),
        pytest.param("👩\u200d🚀", "👩\u200d🚀", id="a joined emoji"),
        pytest.param("7", "7", id="a number"),
        pytest.param("x" * LONGEST_NAME, "x" * LONGEST_NAME, id="as long as can be"),
    ],
)
def test_a_proper_name_is_kept(text: str, name: str) -> None:
    assert proper_name(text) == name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param("   \u00a0 ", "empty", id="spaces only"),
        pytest.param("\u200d", "empty", id="a joiner alone cannot be seen"),
        pytest.param("\u0301", "empty", id="an accent without a letter"),
        pytest.param("A\x00da", "control", id="a null"),
        pytest.param("A\x1b[31mda", "control", id="a terminal's escape"),
        pytest.param("A\nda", "control", id="a line break"),
        pytest.param("A\u2028da", "control", id="another line break"),
        pytest.param("\u202eadA", "control", id="right-to-left override"),
        pytest.param("A\u2067da", "control", id="an isolate"),
        pytest.param("A\ud800", "control", id="half a character"),
        pytest.param("x" * 10_000, "10000 characters", id="ten thousand characters"),
    ],
)
def test_an_improper_name_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as refused:
        proper_name(text)
    assert len(str(refused.value)) < 200
    assert str(refused.value).isprintable()


@given(st.text())
def test_what_is_accepted_is_short_visible_and_stays_as_it_is(text: str) -> None:
    try:
        name = proper_name(text)
    except ValueError:
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert proper_name(name) == name


@pytest.mark.parametrize("texts", [["Ada", "Ada"], ["Ada", "ADA"], ["Ada", " ada "], ["Straße", "STRASSE"]])
def test_two_names_alike_are_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match="two players are called"):
        proper_names(texts)


def test_names_keep_their_order() -> None:
    assert proper_names(["Bo", " Ada", "Cy"]) == ("Bo", "Ada", "Cy")


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, (1, 4)), (3, (1, 3, 5)), (4, (1, 2, 3, 4)), (6, (1, 2, 3, 4, 5, 6))],
)
def test_few_players_sit_apart(players: int, seats: tuple[int, ...]) -> None:
    assert seats_for(players) == seats


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_nobody_sits_alone_and_no_seventh_finds_a_seat(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        seats_for(players)


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, (1, 5)),
        (3, (1, 4, 6)),
        (4, (1, 3, 5, 7)),
        (5, (1, 3, 4, 6, 7)),
        (8, (1, 2, 3, 4, 5, 6, 7, 8)),
    ],
)
def test_round_a_board_players_sit_apart(players: int, seats: tuple[int, ...]) -> None:
    assert board_seats_for(players) == seats


@pytest.mark.parametrize("players", [0, 1, 9])
def test_no_other_number_sits_round_a_board(players: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 8 players can sit down, not {players}"):
        board_seats_for(players)


@given(st.sampled_from(BOARD_SEATS), st.sets(st.sampled_from(BOARD_SEATS), min_size=1))
def test_going_left_round_a_board_reaches_everyone_once_a_round(seat: Seat, still_in: set[Seat]) -> None:
    met = []
    for _ in still_in:
        seat = next_to_the_left(seat, still_in)
        met.append(seat)
    assert sorted(met) == sorted(still_in)
