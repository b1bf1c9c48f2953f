"""Puts a soak's table together: everything simulated, and everything felt and seen by the real code."""

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.soak_eyes import PaintedCamera, SoakEyes, Trouble
from benchmarks.soak_hands import HandsTruth
from benchmarks.soak_machine import MachineTrouble, SoakMachine
from benchmarks.soak_painter import PaintedElsewhere
from benchmarks.soak_wires import SoakWires, WireTrouble
from benchmarks.soak_world import Tell, ThrowingTable, Thrown, Tray
from pi_diavolo.app import Devices, Together
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.fitting import KINDS, Fitted, People
from pi_diavolo.furnishing import Furniture
from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulation import solver
from pi_diavolo.simulator.hands import Grabs as HandsGrab
from pi_diavolo.simulator.people import Options, Pace
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.table.players import SEATS

SKILLED = ("regular", "child", "champion", "beginner")
INVALID_ROLLS = 0.05
# The desk's page has this long, in seconds of the table's clock, before somebody at the table answers.
ANSWER_S = 8.0
ORDERS_S = 0.5


@dataclass(frozen=True, slots=True)
class Room:
    """What a soak's table stands in: its pictures, its clock, who hears of its throws, and what lies there.

    `break_log` breaks the log in some way, for so long; `time_up` is when the last turn ended by the clock.
    """

    pictures: PaintedElsewhere
    now: Callable[[], float]
    tell: Tell
    before: Thrown | None
    break_log: Callable[[str, float], None]
    time_up: Callable[[], float | None]


class SoakFitted(Fitted):
    """The parts of the table."""

    def __init__(self, room: Room, furniture: Furniture, *parts: Any) -> None:
        self._room = room
        super().__init__(furniture, *parts)

    def _fit(self, people: People) -> Devices:
        room, rules, seed = self._room, self._rules, self._seed
        wiring = read_back(shipped(KINDS[rules.grabs], len(SEATS)))
        wires = SimulatedWires(wiring, self._inbox.put, seed, lying=self._lying)
        self._parts.callback(wires.close)
        self.bench = wires.bench()
        if wires.lights is not None:
            self.outlets.append(wires.lights)
        watched = SoakWires(wires, room.now, seed)
        tray = Tray(room.before.throw if room.before else None)
        only_stand = tuple(IMPS[base % len(IMPS)] for base in range(10))
        camera = PaintedCamera(room.pictures, tray, lambda: watched.standing() or only_stand, room.now, seed)
        eyes = SoakEyes(room.pictures, rules, self._inbox, self._album, camera, tray, room.now)
        self._parts.callback(eyes.close)
        options = Options(
            replace(room.pictures.world, invalid=INVALID_ROLLS),
            touch=wires.hands,
            dice_per_colour=rules.dice_per_colour,
            order_first=rules.order_first,
            grabs=HandsGrab.BASES if rules.grabs is Grabs.BASES else HandsGrab.PANELS,
            pace=Pace(answer_s=ANSWER_S),
        )
        seats = people(touch=wires.hands, throw=False, grab=True)._people._skills
        skills = {seat: SKILLS[SKILLED[seat % len(SKILLED)]] for seat in seats}
        near_s = rules.resolution_ms / 1000
        hands = HandsTruth(watched, wires.hands, rules.grabs is Grabs.BASES, room.time_up, near_s)
        everyone = ThrowingTable(seed, skills, solver(rules), options, tray, room.tell, hands, room.before)
        machine = SoakMachine(self._inbox.put, room.now)
        breaker = Breaker(camera, watched, machine, room)
        return Together(wires.hands, self.bench, watched, eyes, machine, breaker, everyone)


def read_back(wiring: PinMap) -> PinMap:
    """The same with the one wire more by which the lamps are heard, and by which docks could hear ghosts."""
    assert wiring.lamps is not None
    return replace(wiring, lamps=replace(wiring.lamps, read_back=True))


class Breaker:
    """Breaks what it is told on standard input, each for so many seconds of the table's clock."""

    def __init__(self, camera: PaintedCamera, wires: SoakWires, machine: SoakMachine, room: Room) -> None:
        self._camera, self._wires, self._machine, self._room = camera, wires, machine, room
        self._orders: queue.Queue[Mapping[str, Any]] = queue.Queue()
        self._next_at = room.now()
        threading.Thread(target=self._listen, name="orders", daemon=True).start()

    def due(self) -> float | None:
        """When to look for orders."""
        return self._next_at

    def take(self, now: float) -> list[Event]:
        """Break one thing more."""
        self._next_at = now + ORDERS_S
        with suppress(queue.Empty):
            order = self._orders.get_nowait()
            self._break(order["break"], now, float(order["for_s"]))
            self._room.tell({"soak": "broken", **order})
        return []

    def sense(self, fact: Fact) -> list[Event]:
        """It feels nothing."""
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """It hears nothing."""

    def _break(self, what: str, now: float, for_s: float) -> None:
        if what in list(Trouble):
            self._camera.trouble(Trouble(what), now + for_s)
        elif what in list(WireTrouble):
            self._wires.trouble(WireTrouble(what), now + for_s)
        elif what in list(MachineTrouble):
            self._machine.trouble(MachineTrouble(what), now + for_s)
        else:
            self._room.break_log(what, for_s)

    def _listen(self) -> None:
        for line in sys.stdin:
            self._orders.put(json.loads(line))
        os.kill(os.getpid(), signal.SIGTERM)  # whoever gave the orders is gone
