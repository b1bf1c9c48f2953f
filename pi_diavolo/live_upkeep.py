"""What a live table needs beside its game: signs of life, the journal, the machine, files put right."""

from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pi_diavolo.app import Table
from pi_diavolo.clock import Clock
from pi_diavolo.eventlog import EventLog
from pi_diavolo.journal import Journal
from pi_diavolo.language.speak import Speaker
from pi_diavolo.log_care import Growth, told_of
from pi_diavolo.machine_watch import MachineWatch, look
from pi_diavolo.notifying import Notifier
from pi_diavolo.repairs import FORSAKEN_S, RESTS_S, Repair, Rest
from pi_diavolo.table.effects import Status
from pi_diavolo.table.troubles import Troubles


@dataclass(frozen=True, slots=True)
class UpkeepWished:
    """Whether the table is the machine's own service, and what is wrong with its files.

    `repair` waits for these to be put right; then the table wants to begin anew between games, as it does
    when the log of a service outgrows so many MB (0: it never does).
    """

    service: bool = False
    troubles: Troubles = ()
    repair: Repair | None = None
    log_most_mb: int = 0


class Upkeep:
    """Looks after one start of a table, whichever game is played."""

    def __init__(
        self, wished: UpkeepWished, notifier: Notifier, clock: Clock, speed: float, log: EventLog
    ) -> None:
        self._wished, self.notifier, self._log = wished, notifier, log
        self._growth = Growth(log, wished.log_most_mb if wished.service else 0)
        comes_round = wished.repair is not None or self._growth.is_watched
        self.clock = notifier.watched(clock, speed, comes_round=comes_round)
        self._rest = Rest(self.clock.now())

    def begin(
        self, table: Table, speaker: Speaker, at_the_end: ExitStack, log_file: Path | None, real: bool
    ) -> None:
        """Show the notifier and the journal everything from now on; a machine that is a table is watched."""
        table.add_outlet(self.notifier)
        table.add_outlet(self._rest)
        at_the_end.callback(self.notifier.stopping)
        if self._wished.service:
            # A table may be stopped at any moment: what the page has told, stands in the journal.
            table.add_outlet(Journal(speaker), first=True)
        if self._wished.service or real:  # else it is somebody's laptop
            watch = MachineWatch(table.inbox.put, partial(look, log_file), self.clock.now)
            at_the_end.enter_context(watch)

    def ready(self, table: Table, at_the_end: ExitStack, address: str) -> None:
        """Tell what is wrong from the start, wait for it to be put right, and say that all is open."""
        for trouble in (*self._wished.troubles, *told_of(self._log)):
            table.inbox.put(trouble)
        if (repair := self._wished.repair) is not None:
            repair.start(table.inbox.put)
            at_the_end.callback(repair.close)
        self.notifier.ready(address)

    @property
    def begins_anew(self) -> bool:
        """The files were put right, or the log is too large: another start takes care of it."""
        repair = self._wished.repair
        return (repair is not None and repair.done) or self._growth.is_too_much

    def may_begin_anew(self, table: Table, waits: bool) -> bool:
        """There is a reason to, no game goes on, and for a while nobody has done anything."""
        if table.game_in_progress or not self.begins_anew:
            return False
        forsaken = waits and table.status is not Status.OVER
        return self.clock.now() - self._rest.since >= (FORSAKEN_S if forsaken else RESTS_S)
