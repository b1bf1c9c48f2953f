"""Small makers: a referee that rules by counting grabs, evenings played with it, and damaged files."""

import random
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import Referee
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import Correction, EveningOpened, Event, GameStarted, Grab, Tick, TurnEnded
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Reason, Ruling, SeatResult, Verdict

RED_WINS = Reason("greatest_sum", Colour.RED, {Colour.RED: 13.0, Colour.WHITE: 12.0}, (Colour.RED,))


def a_ruling(turn: int = 1, game: int = 1, gems: int = 5, corrected: bool = False) -> Ruling:
    result = SeatResult(Seat(1), Verdict.RIGHT, Colour.RED, 812.5, 0, gems)
    return Ruling(game, turn, Seat(1), RED_WINS, (result,), corrected=corrected)


class CountingReferee:
    """Every grab costs a gem, every ended turn is ruled, a correction rules its turn and all later anew."""

    def __init__(self, rules_version: int = 1, gems: int = 5) -> None:
        self.rules_version, self._gems = rules_version, gems
        self._game, self._turn = 0, 0

    @property
    def state(self) -> Any:
        return self._game, self._turn, self._gems

    @property
    def settings(self) -> Mapping[str, Any]:
        return {"dice_per_colour": 3}

    @property
    def game(self) -> int | None:
        return self._game or None

    @property
    def in_progress(self) -> bool:
        return self._game > 0

    def receive(self, event: Event) -> list[Effect]:
        rulings = self._ruled(event)
        return [ShowRuling(ruling) for ruling in rulings]

    def _ruled(self, event: Event) -> list[Ruling]:
        if isinstance(event, EveningOpened):
            self._game = event.first_game - 1
        elif isinstance(event, GameStarted):
            self._game, self._turn = self._game + 1, 0
        elif isinstance(event, Grab):
            self._gems -= 1
        elif isinstance(event, TurnEnded):
            self._turn += 1
            return [a_ruling(self._turn, self._game, self._gems)]
        elif isinstance(event, Correction):
            turns = range(event.turn, self._turn + 1)
            return [a_ruling(turn, self._game, self._gems, corrected=True) for turn in turns]
        return []


def evening(first_game: int = 1) -> list[Event]:
    grab = Grab(Seat(1), Colour.RED, 2.5)
    return [
        EveningOpened("diavolo", {"order_first": False}, first_game, 42, 1.0),
        GameStarted(2.0), grab, TurnEnded(3.0), grab, TurnEnded(4.0), Correction(1, 5.0, order="closest"),
    ]  # fmt: skip


def play(log: EventLog, events: Iterable[Event], referee: CountingReferee | None = None) -> None:
    """What the table's loop does: ask the referee, then write event and rulings together."""
    referee = referee or CountingReferee()
    for event in events:
        rulings = [effect.ruling for effect in referee.receive(event) if isinstance(effect, ShowRuling)]
        log.append(event, referee.game or None, rulings, referee.rules_version, referee.settings)


def tick(log: EventLog, at: float = 1.0) -> int:
    return log.append(Tick(at), None, (), 1, {})


def a_played_log(path: Path, evenings: int = 1) -> Path:
    """A closed log file with some evenings of one game each."""
    with EventLog.open(path) as log:
        for first_game in range(1, evenings + 1):
            play(log, evening(first_game))
    return path


def tamper(path: Path, *statements: str) -> None:
    """Change a closed log behind its triggers' back, as somebody with an SQLite tool could."""
    with closing(sqlite3.connect(path)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            db.execute(statement)
        for _, definition in guards:
            db.execute(definition)
        db.commit()


def scramble(path: Path, start: int, length: int) -> None:
    """Overwrite a stretch of a file with noise that is the same every time."""
    content = bytearray(path.read_bytes())
    content[start : start + length] = random.Random(0).randbytes(length)
    path.write_bytes(content)


def files_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def a_referee() -> Referee:
    return CountingReferee()
