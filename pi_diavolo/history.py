"""Games of the past, as the log tells them: what was ruled then stays as it was ruled."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

import msgspec

from pi_diavolo import history_boards, history_duels
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog, LoggedEvent
from pi_diavolo.history_following import Follower, GameRecord
from pi_diavolo.table.duel_secrets import without_secrets
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Ruling, SeatResult
from pi_diavolo.table.sentences import Saying, Sentence, saying

__all__ = ["COLUMNS", "GameRecord", "as_csv", "as_json", "events_of", "game", "games", "put_away", "summary"]

COLUMNS = (
    "game", "began", "turn", "order", "answer", "black", "white", "red", "seat", "player", "took", "after_ms",
    "verdict", "change", "gems", "corrected", "one_of_ms", "docked", *history_boards.COLUMNS,
    *history_duels.COLUMNS,
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
    away = [file for file, until in log.put_away_files().items() if 1 <= number <= until]
    if away:
        there = f"it was put away: give --log the file {away[0]} beside it"
    raise UsageError(f"there is no game {number} in this log; {there}")


def put_away(log: EventLog) -> Saying | None:
    """Which games lie in files beside this log, for those who look for them in it."""
    files = log.put_away_files()
    last = max(files.values(), default=0)
    return saying(Sentence.PUT_AWAY, first=1, last=last, file=", ".join(files)) if last else None


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
    """A line of headings and one for each seat in each turn; of Devil's Dice one for each turn."""
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
    scores = {str(c): int(s) if s == int(s) else s for c, s in reason.sure_scores.items()} if reason else {}
    if ruling.move is not None:
        yield _moved(record, ruling, names)
        return
    if ruling.duel is not None:
        yield from (_duelled(record, ruling, seat, names) for seat in record.seats)
        return
    for result in ruling.results:
        player = record.seats.get(result.seat, PlayerId(""))
        yield [
            record.number, record.began, ruling.turn, reason and reason.order, reason and reason.answer,
            scores.get("black"), scores.get("white"), scores.get("red"), result.seat,
            _harmless(names.get(player, player)), result.took, result.after_ms, result.verdict,
            result.change, result.gems, ruling.corrected, _several(result), result.docked,
            *history_boards.cells(None), *history_duels.cells(ruling, result.seat),
        ]  # fmt: skip


def _moved(record: GameRecord, ruling: Ruling, names: Mapping[PlayerId, str]) -> list[Any]:
    player = record.seats.get(ruling.roller, PlayerId(""))
    return [
        record.number, record.began, ruling.turn, *(None,) * 5, ruling.roller,
        _harmless(names.get(player, player)), *(None,) * 4, ruling.gems.get(ruling.roller), ruling.corrected,
        None, None, *history_boards.cells(ruling.move), *history_duels.cells(ruling, ruling.roller),
    ]  # fmt: skip


def _duelled(record: GameRecord, ruling: Ruling, seat: Seat, names: Mapping[PlayerId, str]) -> list[Any]:
    player = record.seats[seat]
    cells = history_duels.cells(ruling, seat)
    return [
        record.number, record.began, ruling.turn, *(None,) * 5, seat, _harmless(names.get(player, player)),
        *(None,) * 4, ruling.gems.get(seat), ruling.corrected, None, None, *history_boards.cells(None),
        *(_harmless(cell) if isinstance(cell, str) else cell for cell in cells),
    ]  # fmt: skip


def _several(result: SeatResult) -> str:
    """The times of which one is meant, in one cell."""
    return " ".join(f"{ms:g}" for ms in result.one_of_ms)


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
