"""The computer of a soak's table: a weak supply, heat, a card nearly full, judged by the real watch."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from pi_diavolo.doctor.machine import HOT_C, LEAST_FREE_MB
from pi_diavolo.machine_watch import EVERY_S, Condition, Health, MachineHealth
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact


class MachineTrouble(StrEnum):
    """What can be wrong with a computer for a while."""

    WEAK = "too little voltage"
    HOT = "heat"
    NEARLY_FULL = "memory card nearly full"


class SoakMachine:
    """One of the devices: looks at a made-up computer as often as the table looks at its Pi."""

    def __init__(self, report: Callable[[Health], None], now: Callable[[], float]) -> None:
        self._report, self._now, self._next_at = report, now, now()
        self._health = MachineHealth()
        self._until: dict[MachineTrouble, float] = {}

    def trouble(self, what: MachineTrouble, until: float) -> None:
        """Something is wrong from now on."""
        self._until[what] = until

    def due(self) -> float | None:
        """When to look again."""
        return self._next_at

    def take(self, now: float) -> list[Event]:
        """Look once, and report what is new."""
        self._next_at = now + EVERY_S
        for fact in self._health.hear(self._condition(), now):
            self._report(fact)
        return []

    def sense(self, fact: Fact) -> list[Event]:
        """It feels nothing."""
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """It hears nothing."""

    def _condition(self) -> Condition:
        return Condition(
            under_voltage=self._has(MachineTrouble.WEAK),
            celsius=HOT_C + 2 if self._has(MachineTrouble.HOT) else 55.0,
            free_mb=LEAST_FREE_MB / 2 if self._has(MachineTrouble.NEARLY_FULL) else 9000.0,
        )

    def _has(self, what: MachineTrouble) -> bool:
        return self._now() < self._until.get(what, float("-inf"))
