"""The computer under the table while people play: too little voltage, too hot, its card nearly full."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_diavolo.doctor.machine import HOT_C, LEAST_FREE_MB, folder_of, free_mb, temperature
from pi_diavolo.doctor.throttling import slowed_by_heat, voltage_alarm
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind

logger = logging.getLogger(__name__)

# The kernel's word on the voltage is about its last two seconds: asked more seldom, dips would be missed.
EVERY_S = 2.0
# It must be well for so long: a supply that is too weak fails again and again, and is told once.
WELL_S = 30.0
# So much cooler, and so much more room, than where it was told.
COOLER_C, ROOM_MB = 5.0, 50.0
CLOSES_S = 1.0

Health = PartFailed | PartRecovered


@dataclass(frozen=True, slots=True)
class Condition:
    """How the computer is; None where nobody can say."""

    under_voltage: bool | None = None
    celsius: float | None = None
    slowed: bool | None = None  # by heat, as its firmware says
    free_mb: float | None = None


@dataclass(frozen=True, slots=True)
class Ailment:
    """One thing that may be wrong; between `is_wrong` and `is_well` all stays as it is."""

    part: Part
    fault: Fault
    is_wrong: Callable[[Condition], bool]
    is_well: Callable[[Condition], bool]


def _is_hot(found: Condition) -> bool:
    return found.celsius is not None and found.celsius >= HOT_C


def _is_warm(found: Condition) -> bool:
    return found.celsius is not None and found.celsius >= HOT_C - COOLER_C


def _is_cool(found: Condition) -> bool:
    return found.celsius is not None and not _is_warm(found)


AILMENTS = (
    Ailment(
        Part(PartKind.SUPPLY),
        Fault.WEAK,
        lambda found: found.under_voltage is True,
        lambda found: found.under_voltage is False,
    ),
    Ailment(
        Part(PartKind.COMPUTER),
        Fault.HOT,
        lambda found: _is_hot(found) if found.slowed is None else found.slowed,
        lambda found: _is_cool(found) if found.slowed is None else not found.slowed and not _is_warm(found),
    ),
    Ailment(
        Part(PartKind.DISK),
        Fault.NEARLY_FULL,
        lambda found: found.free_mb is not None and found.free_mb < LEAST_FREE_MB,
        lambda found: found.free_mb is not None and found.free_mb >= LEAST_FREE_MB + ROOM_MB,
    ),
)


class MachineHealth:
    """Says once what is wrong with the computer, and when it has been well for a while."""

    def __init__(self) -> None:
        self._well_from: dict[Ailment, float | None] = {}  # of what was told; None: it still goes on

    def hear(self, found: Condition, at: float) -> list[Health]:
        """Take in how it is now."""
        told = list[Health]()
        for ailment in AILMENTS:
            if ailment.is_wrong(found):
                if ailment not in self._well_from:
                    told.append(PartFailed(ailment.part, ailment.fault, at))
                self._well_from[ailment] = None
            elif ailment in self._well_from and self._is_over(ailment, found, at):
                del self._well_from[ailment]
                told.append(PartRecovered(ailment.part, at))
        return told

    def _is_over(self, ailment: Ailment, found: Condition, at: float) -> bool:
        since = self._well_from[ailment]
        if not ailment.is_well(found):
            since = None
        elif since is None:
            since = at
        self._well_from[ailment] = since
        return since is not None and at - since >= WELL_S


def look(log_file: Path | None, root: Path = Path("/")) -> Condition:
    """Read it all: a few small files that cost next to nothing."""
    room = None
    if log_file is not None:
        try:
            room = free_mb(folder_of(log_file))
        except OSError as error:
            logger.debug("nobody can say how much room is left: %s", error)
    celsius = temperature(root)
    return Condition(voltage_alarm(root), celsius, slowed_by_heat(celsius, root), room)


class MachineWatch:
    """Looks every two seconds, in a thread of its own while it is entered; `now` is the table's clock."""

    def __init__(
        self,
        report: Callable[[Health], None],
        look: Callable[[], Condition],
        now: Callable[[], float],
        every_s: float = EVERY_S,
    ) -> None:
        self._report, self._look, self._now, self._every_s = report, look, now, every_s
        self._health, self._choked = MachineHealth(), ""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="machine", daemon=True)

    def __enter__(self) -> "MachineWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join(timeout=CLOSES_S)  # a card that hangs must not keep the table open

    def poll(self) -> None:
        """Look once, and report what is new."""
        for fact in self._health.hear(self._look(), self._now()):
            self._report(fact)

    def _run(self) -> None:
        while True:
            try:
                self.poll()
                self._choked = ""
            except Exception as error:  # whatever a file says, the table goes on
                if repr(error) != self._choked:  # once, not every two seconds
                    logger.exception("the computer could not be looked at")
                self._choked = repr(error)
            if self._closing.wait(self._every_s):
                return
