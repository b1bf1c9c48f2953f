"""How an evening begins or goes on: what the log remembers, who sits down, and a new start of the clock."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pi_diavolo.app import Table
from pi_diavolo.eventlog import EventLog, replay
from pi_diavolo.games import Referee
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import (
    EveningOpened,
    GameAbandoned,
    GameStarted,
    PlayAgainAsked,
    SeatTaken,
    Started,
    YoungestChosen,
)
from pi_diavolo.table.players import PlayerId, Seat, seats_for


def game_in(log: EventLog) -> str | None:
    """The name of the game that the last evening in the log is about."""
    opened = next((logged.event for logged in log.evening()), None)
    return opened.game if isinstance(opened, EveningOpened) else None


def remember(referee: Referee, log: EventLog) -> None:
    """Bring the referee to where the log left off."""
    replay(log.evening(), referee)


def taken_up(referee: Referee, log: EventLog, game: str) -> bool:
    """Bring the referee to where the log left off, if it was this game; whether it can be played on."""
    if game_in(log) != game:
        return False
    remember(referee, log)
    return referee.in_progress


def names_by_seat(referee: Referee, log: EventLog) -> dict[Seat, str]:
    """Who sits where; people whose name the log has forgotten are called by their seat."""
    names = log.names()
    return {seat: names.get(player, str(seat)) for seat, player in referee.state.seats.items()}


def are_the_same(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether these names are of the same people, in any order and spelt large or small."""
    return sorted(map(str.casefold, some)) == sorted(map(str.casefold, others))


def open_another(
    table: Table, log: EventLog, game: str, settings: Mapping[str, Any], seed: int, now: float
) -> None:
    """Begin a new evening in a log that may hold others; a game that goes on is abandoned for it."""
    if table.game_in_progress:
        table.take(GameAbandoned(now))
    open_evening(table, game, settings, log.last_game() + 1, seed, now)


def open_evening(
    table: Table, game: str, settings: Mapping[str, Any], first_game: int, seed: int, now: float
) -> None:
    """Begin a new evening with an empty lobby."""
    table.take(EveningOpened(game, dict(settings), first_game, seed, now, table.rules_version))
    start(table, now)


def start(table: Table, now: float) -> None:
    """Tell the referee that the clock began anew; open deadlines are armed from here."""
    table.take(Started(_boot(), now, datetime.now().astimezone().isoformat(timespec="seconds")))


def sit_down(
    table: Table, log: EventLog, names: Sequence[str], now: float, seats: Sequence[Seat] = ()
) -> None:
    """Seat the players, the first one as the youngest, and begin; on the usual seats if none are named."""
    seat_players(table, _players(log, names), now, seats)


def seat_players(table: Table, players: Sequence[PlayerId], now: float, seats: Sequence[Seat] = ()) -> None:
    """The same for players who have an id already."""
    seats = seats or seats_for(len(players))
    for seat, player in zip(seats, players, strict=True):
        table.take(SeatTaken(seat, player, now))
    table.take(YoungestChosen(seats[0], now))
    table.take(GameStarted(now))


def play_out(table: Table, games: int, now: Callable[[], float]) -> None:
    """Let so many games come to their end, one after the other, where nobody taps for another."""
    for left in reversed(range(games)):
        table.run(until=lambda: table.status is Status.OVER)
        if left:
            table.take(PlayAgainAsked(now()))


def _players(log: EventLog, names: Sequence[str]) -> list[PlayerId]:
    """The ids of these people: who played here before keeps theirs, so that their games add up."""
    known = {name.casefold(): player for player, name in log.names().items()}
    players = []
    for name in names:
        player = known.get(name.casefold()) or PlayerId(uuid.uuid4().hex[:12])
        log.set_name(player, name)
        players.append(player)
    return players


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return uuid.uuid4().hex
