"""What goes wrong in a soak, and when: the same seed gives the same plan."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from benchmarks.soak_eyes import Trouble
from benchmarks.soak_log import DISK_FULL, IO_ERRORS
from benchmarks.soak_machine import MachineTrouble
from benchmarks.soak_wires import WireTrouble


class Outside(StrEnum):
    """What comes from outside the table."""

    KILLED = "process killed"
    STOPPED = "stopped by SIGTERM"
    FLOOD = "browser flood"
    MALFORMED = "malformed HTTP and WebSocket"
    VANISHED = "phone vanished in mid-turn"
    SETTINGS = "settings damaged"
    TABLE_FILE = "table file damaged"
    PIN_FILE = "PIN file damaged"


ENDS = (Outside.KILLED, Outside.STOPPED)
# How often each, against the others.
WEIGHTS: dict[str, float] = (
    dict.fromkeys(Trouble, 2.0)
    | dict.fromkeys(WireTrouble, 1.5)
    | dict.fromkeys(MachineTrouble, 0.7)
    | {DISK_FULL: 1.0, IO_ERRORS: 1.0}
    | {Outside.FLOOD: 1.0, Outside.MALFORMED: 1.5, Outside.VANISHED: 2.0}
    | {Outside.SETTINGS: 2.0, Outside.TABLE_FILE: 2.0, Outside.PIN_FILE: 1.0}
    | {Outside.KILLED: 4.0, Outside.STOPPED: 1.5}
)
# Seconds of life between two of them, and seconds of the table's clock that each lasts.
APART_S, LASTS_S = (0.8, 5.5), (1.0, 10.0)

# House rules by turns, each for an evening; the first ones are those of the long life at the end.
RULES: tuple[dict[str, str | int | bool | float], ...] = (
    {"grabs": "bases"},
    {"grabs": "panels"},
    {"grabs": "panels", "dice_per_colour": 2},
    {"grabs": "bases", "order_first": True},
    {"grabs": "panels", "order_first": True, "resolution_ms": 400},
    {"grabs": "bases", "dice_per_colour": 2, "distance": "centre"},
)
NEW_EVENING = 0.4
# So many ends of the process are those of the machine: its clock begins anew.
POWER_CUT = 0.5
# After a start the wall clock may stand anywhere: a Pi has no battery.
WALL_DAYS = (0.0, 0.0, -7300.0, -1.0, 0.04, 400.0, 9000.0)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong, so long after the one before it."""

    what: str
    after_s: float
    for_s: float


class FaultPlan:
    """Draws faults, and how each start differs from the one before."""

    def __init__(self, seed: int) -> None:
        self._random, self._starts = Random(f"{seed} faults"), Random(f"{seed} starts")

    def faults(self, ends: bool) -> Iterator[Fault]:
        """One after the other, without end; with `ends`, some of them end the process."""
        weights = {what: weight for what, weight in WEIGHTS.items() if ends or what not in ENDS}
        while True:
            what = self._random.choices(list(weights), list(weights.values()))[0]
            yield Fault(str(what), self._random.uniform(*APART_S), self._random.uniform(*LASTS_S))

    def start(self, last: bool) -> dict[str, object]:
        """Whether the next start is a new evening, for how many, by which rules, and on which day."""
        new = self._starts.random() < NEW_EVENING
        rules = RULES[0] if last else self._starts.choice(RULES)
        return {
            "new": new or last,
            "players": self._starts.randint(2, 6),
            "rules": rules,
            "wall_days": self._starts.choice(WALL_DAYS),
        }

    def power_cut(self) -> bool:
        """Whether the machine itself went down with its process."""
        return self._starts.random() < POWER_CUT
