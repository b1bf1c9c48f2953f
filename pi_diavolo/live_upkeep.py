"""What a live table needs beside its game: signs of life, the journal, the machine, files put right."""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pi_diavolo.app import Table
from pi_diavolo.clock import Clock
from pi_diavolo.journal import Journal
from pi_diavolo.language.speak import Speaker
from pi_diavolo.machine_watch import MachineWatch, look
from pi_diavolo.notifying import Notifier
from pi_diavolo.repairs import FORSAKEN_S, RESTS_S, Repair, Rest
from pi_diavolo.table.effects import Status
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.table.troubles import Troubles


@dataclass(frozen=True, slots=True)
class UpkeepWished:
    """Whether the table is the machine's own service, and what is wrong with its files.

    `repair` waits for these to be put right; then the table wants to begin anew between games.
    """

    service: bool = False
    troubles: Troubles = ()
    repair: Repair | None = None


class Upkeep:
    """Looks after one start of a table, whichever game is played."""

    def __init__(self, wished: UpkeepWished, notifier: Notifier, clock: Clock, speed: float) -> None:
        self._wished, self.notifier = wished, notifier
        self.clock = notifier.watched(clock, speed, comes_round=wished.repair is not None)
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

    def ready(self, table: Table, at_the_end: ExitStack, set_aside: Iterable[str], address: str) -> None:
        """Tell what is wrong from the start, wait for it to be put right, and say that all is open."""
        for trouble in (
            *self._wished.troubles,
            *(saying(Sentence.SET_ASIDE, found=found) for found in set_aside),
        ):
            table.inbox.put(trouble)
        if (repair := self._wished.repair) is not None:
            repair.start(table.inbox.put)
            at_the_end.callback(repair.close)
        self.notifier.ready(address)

    def may_begin_anew(self, table: Table, waits: bool) -> bool:
        """The files were put right, no game goes on, and for a while nobody has done anything."""
        repair = self._wished.repair
        if repair is None or not repair.done or table.game_in_progress:
            return False
        forsaken = waits and table.status is not Status.OVER
        return self.clock.now() - self._rest.since >= (FORSAKEN_S if forsaken else RESTS_S)
