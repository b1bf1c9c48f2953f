"""Evenings at a simulated table whose time jumps, stopped wherever a test wants it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import Event, PlayAgainAsked
from pi_diavolo.table.players import SEATS


class Rulings:
    """An outlet that counts the turns that were ruled."""

    def __init__(self) -> None:
        self.count = 0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.count += sum(isinstance(effect, ShowRuling) for effect in effects)


@contextmanager
def a_table_on(path: Path) -> Iterator[tuple[Table, EventLog, VirtualClock]]:
    """A table that writes this log, with nobody seated yet."""
    clock = VirtualClock(100.0)
    with EventLog.open(path) as log:
        devices = simulated_table(SEATS, ("regular",), HouseRules(), 7, Chances(0, 0))
        yield Table(GAMES["diavolo"](), log, clock, devices, people_wait=False), log, clock


def play_turns(table: Table, turns: int) -> None:
    """Play until so many turns more are ruled."""
    ruled = Rulings()
    table.add_outlet(ruled)
    table.run(until=lambda: ruled.count >= turns)


def keep_evening(path: Path, people: Sequence[str], over: int) -> None:
    """So many games are over and another was left after two turns; the last of the people is erased."""
    with a_table_on(path) as (table, log, clock):
        open_evening(table, "diavolo", {}, 1, 0, clock.now())
        sit_down(table, log, people, clock.now())
        for _ in range(over):
            table.run(until=lambda: table.status is Status.OVER)
            table.take(PlayAgainAsked(clock.now()))
        play_turns(table, 2)
        (erased,) = [player for player, name in log.names().items() if name == people[-1]]
        log.forget_name(erased)
