"""How simulated players sit down and begin."""

from collections.abc import Mapping
from types import MappingProxyType

from pi_diavolo.table.events import Event, GameStarted, SeatTaken, YoungestChosen
from pi_diavolo.table.players import SEATS, PlayerId, Seat

# Two sit opposite each other and three in a triangle; more fill the seats in order.
APART: Mapping[int, tuple[Seat, ...]] = MappingProxyType(
    {2: (Seat(1), Seat(4)), 3: (Seat(1), Seat(3), Seat(5))}
)


def seats_for(players: int) -> tuple[Seat, ...]:
    """Which seats so many players take."""
    if not 2 <= players <= len(SEATS):
        raise ValueError(f"2 to {len(SEATS)} players can sit down, not {players}")
    return APART.get(players, SEATS[:players])


def opening(
    players: int, at: float = 0.0, youngest: Seat | None = None, apart_s: float = 0.0
) -> tuple[Event, ...]:
    """The events that seat the players `p1`, `p2`, … and begin a game, `apart_s` seconds from each other."""
    seats = seats_for(players)
    moments = [at + apart_s * number for number in range(players + 2)]
    sitting = [
        SeatTaken(seat, PlayerId(f"p{number}"), moment)
        for number, (seat, moment) in enumerate(zip(seats, moments, strict=False), start=1)
    ]
    return (*sitting, YoungestChosen(youngest or seats[0], moments[-2]), GameStarted(moments[-1]))
