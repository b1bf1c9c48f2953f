"""Follows a log as it grows: every event is read once, and each game told as far as it has come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from pi_diavolo.eventlog import EventLog, LoggedEvent, LoggedRuling
from pi_diavolo.eventlog.records import StoredEvent
from pi_diavolo.table.events import EveningOpened, Grab, SeatLeft, SeatTaken, Started
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Ruling

# A Pi without a network begins in the past, and then jumps by years: nobody has played for so long.
LONGEST_GAME = timedelta(days=30)

LOBBY = {kind.__name__ for kind in (EveningOpened, Started, SeatTaken, SeatLeft, Grab)}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: when it began, who sat where, the rulings in force, and whether it was left unfinished."""

    number: int
    name: str  # of the game played, such as "diavolo"
    began: str  # the clock on the wall, as ISO 8601 has it
    seats: Mapping[Seat, PlayerId]
    first_event: int
    rulings: tuple[Ruling, ...] = ()
    settings: Mapping[str, Any] | None = None
    abandoned: bool = False
    lasted_s: float | None = None  # to the ruling that decided it, or the latest one
    given: tuple[LoggedRuling, ...] = ()  # all rulings in the order they were given, corrected ones as well
    stored: tuple[StoredEvent, ...] = ()

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

    def events(self, *kinds: type) -> Iterator[LoggedEvent]:
        """The game's events of these kinds; the others are not even read."""
        wanted = {kind.__name__ for kind in kinds}
        return (row.read() for row in self.stored if row.kind in wanted)


@dataclass(frozen=True, slots=True)
class _Start:
    """A start of the program: which moment of its clock was which on the wall."""

    seq: int = 0
    wall: str = ""
    at: float = 0.0

    def wall_at(self, at: float) -> datetime | None:
        try:
            return datetime.fromisoformat(self.wall) + timedelta(seconds=at - self.at)
        except (ValueError, OverflowError):
            return None


@dataclass(slots=True)
class _Outline:
    """A game whose end has not been met."""

    number: int
    name: str
    seats: Mapping[Seat, PlayerId]
    starts: list[_Start]
    rows: list[StoredEvent] = field(default_factory=list)

    def wall(self, row: StoredEvent) -> datetime | None:
        """When this happened, on the wall."""
        start = next((start for start in reversed(self.starts) if start.seq <= row.seq), self.starts[0])
        return start.wall_at(row.read().event.at)


class Follower:
    """Remembers how far it has read, and who sits in the lobby."""

    def __init__(self) -> None:
        self.seq = 0
        self._name, self._start = "", _Start()
        self._seats: dict[Seat, PlayerId] = {}
        self._open: _Outline | None = None

    def read(self, log: EventLog) -> Iterator[GameRecord]:
        """The games that are new since the last reading; the one still open comes again each time."""
        for row in log.event_rows(self.seq):
            self.seq = row.seq
            if row.kind in LOBBY and (row.game is None or row.kind != Grab.__name__):
                self._at_the_door(row)
            before = self._open
            if before is not None and row.game != before.number:
                self._open = None
                yield _told(before, log, followed=True)
            if row.game is not None:
                self._in_game(row, row.game)
        if self._open is not None:
            yield _told(self._open, log, followed=False)

    def _at_the_door(self, row: StoredEvent) -> None:
        match row.read().event:
            case EveningOpened(game=opened):
                self._name, self._seats = opened, {}
            case Started(wall=wall, at=at):
                self._start = _Start(row.seq, wall, at)
                if self._open is not None:
                    self._open.starts.append(self._start)
            case SeatTaken(seat=seat, player=player) if row.game is None:
                self._seats.setdefault(seat, player)
            case Grab(seat=seat):  # whoever sits down by a press has no name
                self._seats.setdefault(seat, PlayerId(f"seat-{seat}"))
            case SeatLeft(seat=seat) if row.game is None:
                self._seats.pop(seat, None)

    def _in_game(self, row: StoredEvent, number: int) -> None:
        if self._open is None:
            self._open = _Outline(number, self._name, dict(sorted(self._seats.items())), [self._start])
        self._open.rows.append(row)


def _told(game: _Outline, log: EventLog, followed: bool) -> GameRecord:
    """The game with its rulings; what is followed by something else was abandoned, or is over."""
    given = log.rulings(game.number)
    rulings = tuple(logged.ruling for logged in given.latest.values())
    began, seats = game.wall(game.rows[0]), game.seats
    if rulings:  # who pressed a button before the game did not always sit down
        seats = {seat: player for seat, player in seats.items() if seat in rulings[0].gems}
    record = GameRecord(
        game.number,
        game.name,
        began.isoformat(timespec="seconds") if began else game.starts[0].wall,
        seats,
        game.rows[0].seq,
        rulings,
        given.history[-1].settings if given.history else None,
        given=given.history,
        stored=tuple(game.rows),
    )
    return replace(record, abandoned=followed and not record.over, lasted_s=_lasted(game, record, began))


def _lasted(game: _Outline, record: GameRecord, began: datetime | None) -> float | None:
    # The first ruling of the last turn: what is put right later does not make the game longer.
    turn = record.last.turn if record.last else None
    seq = next((given.seq for given in record.given if given.ruling.turn == turn), None)
    row = next((row for row in game.rows if row.seq == seq), None)
    ended = game.wall(row) if row else None
    if ended is None or began is None or not timedelta() <= ended - began <= LONGEST_GAME:
        return None  # a clock that was set meanwhile tells no time
    return round((ended - began).total_seconds(), 3)
