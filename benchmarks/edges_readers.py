"""Two ways to hear of an edge: ours, from the kernel to the clean move, and the usual one, for comparison."""

import importlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pi_diavolo.devices.gpiod_edges import GpiodEdges
from pi_diavolo.table.facts import Edge, EdgesLost
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.switches import Moved, Switches

PATIENCE_S = 20.0
CLEAN_SETTLE_S = 0.003  # for edges that do not bounce, and lines that come up again after ten milliseconds


@dataclass
class Heard:
    """What was heard: each edge with its own time and that of its arrival."""

    edges: list[tuple[Edge, float]] = field(default_factory=list)
    losses: list[EdgesLost] = field(default_factory=list)

    def report(self, fact: Edge | EdgesLost) -> None:
        if isinstance(fact, Edge):
            self.edges.append((fact, time.monotonic()))
        else:
            self.losses.append(fact)


class Ours:
    """gpiod's edges through an inbox into the switches, ticked by the clock as the table's loop does."""

    name = "ours: gpiod, kernel time"

    def __init__(self, pins: Sequence[int], settle_s: float) -> None:
        self.heard, self.moves = Heard(), list[Moved]()
        self._inbox: queue.Queue[Edge | EdgesLost] = queue.Queue()
        # No bases: these would be set aside, for no hand moves so often.
        self._switches = Switches({pin: Part(PartKind.SWITCHES, pin=pin) for pin in pins}, settle_s)
        self._edges = GpiodEdges(pins, self._report)
        self._switches.start(self._edges.levels(), time.monotonic())
        self._open = True
        self._thread = threading.Thread(target=self._loop)
        self._thread.start()

    @property
    def merged(self) -> int:
        return self._edges.merged

    def close(self) -> None:
        self._open = False
        self._thread.join()
        self._edges.close()

    def _report(self, fact: Edge | EdgesLost) -> None:
        self.heard.report(fact)
        self._inbox.put(fact)

    def _loop(self) -> None:
        while self._open:
            due = self._switches.due()
            wait = 0.1 if due is None else min(max(due - time.monotonic(), 0.0), 0.1)
            try:
                told = self._switches.feed(self._inbox.get(timeout=wait))
            except queue.Empty:
                told = self._switches.tick(time.monotonic())
            self.moves += [one for one in told if isinstance(one, Moved)]


class Usual:
    """gpiozero's pins over lgpio: the callback's own clock, and the kernel's time that it hands over."""

    name = "usual: lgpio callback"

    def __init__(self, pins: Sequence[int], bounce_s: float | None = None) -> None:
        from pi_diavolo.devices.pin_edges import PinEdges

        self.heard, self.moves = Heard(), list[Moved]()  # it tells none
        self._pins = pins
        self._edges = PinEdges(pins, self.heard.report)
        for line in self._edges._lines if bounce_s else ():
            line._input.pin.bounce = bounce_s

    def close(self) -> None:
        from gpiozero import Device

        self._edges.close()
        lgpio: Any = importlib.import_module("lgpio")
        for pin in self._pins:  # gpiozero would keep them until the program ends
            lgpio.gpio_free(Device.pin_factory._handle, pin)


def wait_for_quiet(heard: Heard, seconds: float = PATIENCE_S, quiet_s: float = 0.5) -> None:
    """Until all that was on its way has arrived."""
    end, known = time.monotonic() + seconds, -1
    while len(heard.edges) > known and time.monotonic() < end:
        known = len(heard.edges)
        time.sleep(quiet_s)


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE_S) -> bool:
    """Whether it came true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return bool(condition())


def spread(values: Sequence[float], scale: float) -> str:
    known = sorted(value * scale for value in values)
    if not known:
        return "–"
    low, middle, high = (known[int(share * (len(known) - 1))] for share in (0.0, 0.5, 0.99))
    return f"min {low:.3g}, median {middle:.3g}, p99 {high:.3g}"
