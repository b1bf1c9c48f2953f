"""Games of the past, as the log tells them: what was ruled then stays as it was ruled."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

import msgspec

from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog, LoggedEvent
from pi_diavolo.history_following import Follower, GameRecord
from pi_diavolo.table.duel_secrets import without_secrets
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import PlayerId
from pi_diavolo.table.rulings import Ruling, SeatResult

__all__ = ["COLUMNS", "GameRecord", "as_csv", "as_json", "events_of", "game", "games", "summary"]

COLUMNS = (
    "game", "began", "turn", "order", "answer", "black", "white", "red", "seat", "player", "took", "after_ms",
    "verdict", "change", "gems", "corrected", "one_of_ms", "docked",
)  # fmt: skip

# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def games(log: EventLog) -> Iterator[GameRecord]:
    """All games in the log, the first one first."""
    return Follower().read(log)


def game(log: EventLog, number: int) -> GameRecord:
    """One game by its number; raises UsageError when there is no such game."""
    last = log.last_game()
    if 1 <= number <= last:
        for record in games(log):
            if record.number == number:
                return record
    there = f"there are games 1 to {last}" if last else "no game has been played yet"
    raise UsageError(f"there is no game {number} in this log; {there}")


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
            {
                "seq": logged.seq,
                "kind": type(logged.event).__name__,
                **_plain(_tellable(record, logged.event)),
            }
            for logged in events_of(record, log)
        ],
    }


def _tellable(record: GameRecord, event: Event) -> Event:
    return event if record.over or record.abandoned else without_secrets(event)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True)


def summary(record: GameRecord, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    """A game in a few words."""
    return {
        "game": record.number,
        "name": record.name,
        "began": record.began,
        "lasted_s": record.lasted_s,
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
            result.change, result.gems, ruling.corrected, _several(result), result.docked,
        ]  # fmt: skip


def _several(result: SeatResult) -> str:
    """The times of which one is meant, in one cell."""
    return " ".join(f"{ms:g}" for ms in result.one_of_ms)


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
