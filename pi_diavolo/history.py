"""Games of the past, as the log tells them: what was ruled then stays as it was ruled."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

import msgspec

from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog, LoggedEvent
from pi_diavolo.table.events import EveningOpened, Grab, SeatLeft, SeatTaken, Started
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Ruling

COLUMNS = (
    "game", "began", "turn", "order", "answer", "black", "white", "red", "seat", "player", "took", "after_ms",
    "verdict", "change", "gems", "corrected",
)  # fmt: skip

# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: when it began, who sat where, the rulings in force, and whether it was left unfinished."""

    number: int
    name: str  # of the game played, such as "diavolo"
    began: str
    seats: Mapping[Seat, PlayerId]
    first_event: int
    rulings: tuple[Ruling, ...] = ()
    settings: Mapping[str, Any] | None = None
    abandoned: bool = False

    @property
    def last(self) -> Ruling | None:
        """The ruling that decided the game, or the latest one."""
        latest = self.rulings[-1] if self.rulings else None
        return next((ruling for ruling in self.rulings if ruling.over), latest)

    @property
    def over(self) -> bool:
        """Somebody won, or nobody did; but it ended."""
        return self.last is not None and self.last.over

    @property
    def winner(self) -> Seat | None:
        """Who won."""
        return self.last.winner if self.last else None

    def names(self, known: Mapping[PlayerId, str]) -> dict[Seat, str]:
        """The names of those who sat there, as far as they are known."""
        return {seat: known[player] for seat, player in self.seats.items() if player in known}


def games(log: EventLog) -> Iterator[GameRecord]:
    """All games in the log, the first one first."""
    for record in _outlines(log):
        given = log.rulings(record.number)
        rulings = tuple(logged.ruling for logged in given.latest.values())
        settings = given.history[-1].settings if given.history else None
        seats = record.seats
        if rulings:  # who pressed a button before the game did not always sit down
            seats = {seat: player for seat, player in seats.items() if seat in rulings[0].gems}
        record = replace(record, rulings=rulings, settings=settings, seats=seats)
        yield replace(record, abandoned=record.abandoned and not record.over)


def game(log: EventLog, number: int) -> GameRecord:
    """One game by its number; raises UsageError when there is no such game."""
    last = log.last_game()
    if 1 <= number <= last:
        for record in games(log):
            if record.number == number:
                return record
    there = f"there are games 1 to {last}" if last else "no game has been played yet"
    raise UsageError(f"there is no game {number} in this log; {there}")


def _outlines(log: EventLog) -> Iterator[GameRecord]:
    """The games without their rulings; what is followed by something else was abandoned, or is over."""
    current: GameRecord | None = None
    seats: dict[Seat, PlayerId] = {}
    name, wall = "", ""
    for logged in log.events():
        match logged.event:
            case EveningOpened(game=opened):
                name, seats = opened, {}
            case Started(wall=now):
                wall = now
            case SeatTaken(seat=seat, player=player) if logged.game is None:
                seats.setdefault(seat, player)
            case Grab(seat=seat) if logged.game is None:  # whoever sits down by a press has no name
                seats.setdefault(seat, PlayerId(f"seat-{seat}"))
            case SeatLeft(seat=seat) if logged.game is None:
                seats.pop(seat, None)
        if current is not None and logged.game != current.number:
            yield replace(current, abandoned=True)
            current = None
        if logged.game is not None and current is None:
            current = GameRecord(logged.game, name, wall, dict(sorted(seats.items())), logged.seq)
    if current is not None:
        yield current


def events_of(record: GameRecord, log: EventLog) -> Iterator[LoggedEvent]:
    """The events of one game."""
    return takewhile(lambda logged: logged.game == record.number, log.events(since=record.first_event - 1))


def as_json(record: GameRecord, log: EventLog) -> dict[str, Any]:
    """A game with everything that happened in it, names beside ids."""
    return {
        **summary(record, log.names()),
        "settings": record.settings,
        "rulings": [msgspec.to_builtins(ruling, str_keys=True) for ruling in record.rulings],
        "events": [
            {"seq": logged.seq, "kind": type(logged.event).__name__, **_plain(logged.event)}
            for logged in events_of(record, log)
        ],
    }


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True)


def summary(record: GameRecord, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    """A game in a few words."""
    return {
        "game": record.number,
        "name": record.name,
        "began": record.began,
        "players": [
            {"seat": seat, "player": player, "name": names.get(player)}
            for seat, player in record.seats.items()
        ],
        "turns": len(record.rulings),
        "over": record.over,
        "abandoned": record.abandoned,
        "winner": record.winner,
    }


def as_csv(records: Iterable[GameRecord], names: Mapping[PlayerId, str]) -> Iterator[str]:
    """A line of headings and one for each seat in each turn."""
    yield _line(COLUMNS)
    for record in records:
        for ruling in record.rulings:
            yield from map(_line, _rows(record, ruling, names))


def _line(cells: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _rows(record: GameRecord, ruling: Ruling, names: Mapping[PlayerId, str]) -> Iterator[list[Any]]:
    reason = ruling.reason
    # The log remembers all scores with a point; sums and counts have none.
    scores = {str(c): int(s) if s == int(s) else s for c, s in reason.scores.items()} if reason else {}
    for result in ruling.results:
        player = record.seats.get(result.seat, PlayerId(""))
        yield [
            record.number, record.began, ruling.turn, reason and reason.order, reason and reason.answer,
            scores.get("black"), scores.get("white"), scores.get("red"), result.seat,
            _harmless(names.get(player, player)), result.took, result.after_ms, result.verdict,
            result.change, result.gems, ruling.corrected,
        ]  # fmt: skip


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
