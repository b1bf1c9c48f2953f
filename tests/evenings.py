"""Evenings at a simulated table whose time jumps, stopped wherever a test wants it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import Event
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
