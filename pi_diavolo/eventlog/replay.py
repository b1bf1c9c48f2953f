"""Telling the log again: to go on where the table stopped, and to see whether it was ruled right."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.codec import decode_settings, encode_settings
from pi_diavolo.eventlog.difference import Difference, between
from pi_diavolo.eventlog.reading import LogReader
from pi_diavolo.eventlog.records import LoggedEvent, LoggedRuling, StoredEvent
from pi_diavolo.games import Referee
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import EveningOpened


def replay(events: Iterable[LoggedEvent], referee: Referee) -> list[Effect]:
    """Tell a referee what happened; returns all that it wanted to happen, in order."""
    return [effect for logged in events for effect in referee.receive(logged.event)]


@dataclass(frozen=True, slots=True)
class Findings:
    """How much `verify` went through, and what it found: the first difference of each evening."""

    evenings: int
    events: int
    rulings: int
    differences: tuple[Difference, ...]

    @property
    def first(self) -> Difference | None:
        """The difference that stands first in the log; None when all is as it should be."""
        return min(self.differences, key=lambda difference: difference.seq, default=None)


def verify(
    log: LogReader,
    make_referee: Callable[[], Referee],
    games: Mapping[str, Callable[[], Referee]] | None = None,
) -> Findings:
    """Work out every ruling again, evening by evening, and compare it with the one that was given.

    Where `games` are given, each evening is refereed by its own game's referee, if that is among them.
    """
    check = _Check(log)
    for evening in _evenings(log.event_rows()):
        check.evening(evening, (games or {}).get(_game_of(evening[0]), make_referee)())
    check.end()
    return Findings(check.evenings, check.events, check.rulings, tuple(check.differences))


class _Check:
    """Walks through the log once and remembers what it met."""

    def __init__(self, log: LogReader) -> None:
        self.evenings = self.events = self.rulings = 0
        self.differences: list[Difference] = []
        self._log, self._last = log, log.put_away_until()
        self._number = log.last_number()  # now: a table may go on writing while we read

    def evening(self, rows: list[StoredEvent], referee: Referee) -> None:
        """An evening is given up at its first difference: what follows would only follow from it."""
        self.evenings += 1
        self.events += len(rows)
        # Rows that are missing before an evening belong to the one before it.
        self._note(_hole(self._last, rows[0].seq))
        self._last = rows[-1].seq
        self._note(self._first_difference(rows, referee))

    def end(self) -> None:
        """What can only be seen when all events are known."""
        self._note(_hole(self._last, self._number + 1))
        for seq in self._log.stray_rulings()[:1]:
            self._note(Difference(seq, f"event {seq} has a ruling in the log, but is not there itself"))

    def _first_difference(self, rows: list[StoredEvent], referee: Referee) -> Difference | None:
        last = rows[0].seq - 1
        for row in rows:
            found = _hole(last, row.seq) or self._event(row, referee)
            if found:
                return found
            last = row.seq
        return None

    def _event(self, row: StoredEvent, referee: Referee) -> Difference | None:
        try:
            effects = referee.receive(row.read().event)
            stored = self._log.rulings_beside(row.seq)
        except LogError as error:
            return Difference(row.seq, str(error), row.game)
        if row.game != referee.game:
            now = f"event {row.seq} stands in game {row.game}, but happened in game {referee.game}"
            return Difference(row.seq, now, row.game, None, "game", row.game, referee.game)
        self.rulings += len(stored)
        worked_out = [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]
        for given, again in zip_longest(stored, worked_out):
            found = between(row.seq, given.ruling if given else None, again)
            if found:
                return _explained(found, given, referee)
            if given and (unlike := _other_settings(row.seq, given, referee)):
                return unlike
        return None

    def _note(self, found: Difference | None) -> None:
        if found:
            self.differences.append(found)


def _evenings(rows: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    evening: list[StoredEvent] = []
    for row in rows:
        if row.kind == EveningOpened.__name__ and evening:
            yield evening
            evening = []
        evening.append(row)
    if evening:
        yield evening


def _game_of(opening: StoredEvent) -> str:
    try:
        event = opening.read().event
    except LogError:  # which is told when the evening is gone through
        return ""
    return event.game if isinstance(event, EveningOpened) else ""


def _hole(last: int, seq: int) -> Difference | None:
    if seq <= last + 1:
        return None
    missing = f"event {last + 1} is" if seq == last + 2 else f"events {last + 1} to {seq - 1} are"
    return Difference(last + 1, f"{missing} missing from the log: rows were deleted")


def _other_settings(seq: int, given: LoggedRuling, referee: Referee) -> Difference | None:
    now, ruled = decode_settings(seq, encode_settings(referee.settings)), given.ruling
    # A setting that does not stand there is younger than the log, and was played with as it is by default.
    for name in sorted(given.settings):
        stored, worked_out = given.settings[name], now.get(name)
        if stored != worked_out:
            where = f"event {seq}, game {ruled.game}, turn {ruled.turn}"
            told = f"{where}: {name} stands as {stored!r}, but {worked_out!r} was played with"
            return Difference(seq, told, ruled.game, ruled.turn, f"settings.{name}", stored, worked_out)
    return None


def _explained(found: Difference, given: LoggedRuling | None, referee: Referee) -> Difference:
    if given is None or given.rules_version == referee.rules_version:
        return found
    why = (
        f"; the ruling was given under version {given.rules_version} of the rules,"
        f" worked out again under version {referee.rules_version}"
    )
    return replace(found, sentence=found.sentence + why)
