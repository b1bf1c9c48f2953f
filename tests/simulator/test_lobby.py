"""How simulated players sit down."""

import pytest

from pi_diavolo.simulator.lobby import opening, seats_for
from pi_diavolo.table.events import GameStarted, SeatTaken, YoungestChosen
from pi_diavolo.table.players import PlayerId, Seat


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, (1, 4)), (3, (1, 3, 5)), (4, (1, 2, 3, 4)), (5, (1, 2, 3, 4, 5)), (6, (1, 2, 3, 4, 5, 6))],
)
def test_seats(players: int, seats: tuple[int, ...]) -> None:
    assert seats_for(players) == seats


@pytest.mark.parametrize("players", [0, 1, 7])
def test_too_few_or_too_many_cannot_sit_down(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        seats_for(players)


def test_an_opening_seats_everyone_names_the_youngest_and_begins() -> None:
    assert opening(2, at=3.0, apart_s=0.5) == (
        SeatTaken(Seat(1), PlayerId("p1"), 3.0),
        SeatTaken(Seat(4), PlayerId("p2"), 3.5),
        YoungestChosen(Seat(1), 4.0),
        GameStarted(4.5),
    )


def test_the_youngest_can_be_chosen() -> None:
    assert YoungestChosen(Seat(3), 0.0) in opening(3, youngest=Seat(3))
