"""A power cut after any write of a turn: all that was shown is there, and the same turn goes on."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest
from rich.console import Console

from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.live import LiveGame, Wishes
from pi_diavolo.simulation import Chances
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import Event

from ..evenings import a_table_on, play_turns
from ..killed.witness import Picture, tagged
from .power import Left, files_after, write_files
from .sqlite_files import Disk, watched

PEOPLE = ("Mia", "Emil", "Zoé")
WISHES = Wishes(
    names=PEOPLE,
    skills=("regular",),
    rules=HouseRules(grabs=Grabs.PHONES),  # no wires, which would take most of the time
    language="en",
    speed=None,
    chances=Chances(0, 0),
    seed=5,
    json=True,
)
# SQLite moves what it wrote into the log itself after so many pages: seldom, or several times in each turn.
PAGES = {"in a turn as it usually is": 1000, "in a turn in which the log is tidied": 8}


@dataclass
class Evening:
    """All that was done to the disk, and what had been shown by then: how many steps, which event."""

    disk: Disk
    shown: list[tuple[int, Event]] = field(default_factory=list)

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.shown.append((len(self.disk.steps), event))


def played(folder: Path, pages: int) -> Evening:
    """From the first byte of a new log on: people sit down, one is forgotten, and a turn is played."""
    folder.mkdir()
    with watched(folder) as disk:
        evening = Evening(disk)
        with a_table_on(folder / "log") as (table, log, clock):
            log._db.execute(f"PRAGMA wal_autocheckpoint = {pages}")
            table.add_outlet(evening)
            open_evening(table, "diavolo", asdict(WISHES.rules), 1, 5, clock.now())
            sit_down(table, log, PEOPLE, clock.now())
            log.forget_name(next(iter(log.names())))
            play_turns(table, 1)
    return evening  # closed in peace at the end, which takes some more writes


@pytest.mark.parametrize("left", Left)
@pytest.mark.parametrize("pages", PAGES.values(), ids=PAGES)
def test_power_cut_after_every_write(tmp_path: Path, pages: int, left: Left) -> None:
    evening = played(tmp_path / "evening", pages)
    events = [event for _, event in evening.shown]
    files: Mapping[str, bytes] = {}
    found = set[int]()
    for count in range(len(evening.disk.steps) + 1):
        before, files = files, files_after(evening.disk.steps[:count], left, seed=count)
        if files != before or count == 0:
            written = events_found(tmp_path / f"cut-{count}", files, goes_on=left is Left.NOTHING)
            found.add(len(written))
        # One event more may be written and not shown; never one shown and not written.
        shown = sum(steps <= count for steps, _ in evening.shown)
        assert written == events[: len(written)]
        assert shown <= len(written) <= shown + 1, f"after step {count}: {evening.disk.steps[count - 1]}"
    assert found == set(range(len(events) + 1))


def events_found(folder: Path, files: Mapping[str, bytes], *, goes_on: bool) -> list[Event]:
    """What the next start finds in these files, which must be a whole log; and it goes on from there."""
    write_files(folder, files)
    with watched(folder), EventLog.open(folder / "log") as log:
        assert log.notice is None, "the log was taken for damaged"
        written = [logged.event for logged in log.events()]
        assert verify(log, GAMES["diavolo"]).first is None
        if goes_on:
            assert_goes_on(log)
    return written


def assert_goes_on(log: EventLog) -> None:
    """The same game in the same turn, with the roll that was read; and the next ruling is given."""
    before, after, referee = Picture(), Picture(), DiavoloReferee()
    for logged in log.evening():
        before.see([tagged(effect) for effect in referee.receive(logged.event)])
    first = UntilTheNextRuling()
    clock = VirtualClock(0.0)  # as after a start of the machine
    game = LiveGame(WISHES, log, Console(file=io.StringIO()), clock)
    game.table.add_outlet(first)
    with pytest.raises(KeyboardInterrupt):
        game.play()
    assert verify(log, GAMES["diavolo"]).first is None
    if before.going_on:
        after.see([tagged(effect) for effect in first.shown[0]])
        assert (after.game, after.turn, after.gems) == (before.game, before.turn, before.gems)
        assert after.roll == before.roll
        assert after.grabs == before.grabs_that_count(after)


class UntilTheNextRuling:
    """An outlet that leaves then."""

    def __init__(self) -> None:
        self.shown: list[Sequence[Effect]] = []

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.shown.append(effects)
        if any(isinstance(effect, ShowRuling) for effect in effects):
            raise KeyboardInterrupt
