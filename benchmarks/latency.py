"""From the last edge of a turn to the bits of the shift registers, through everything between.

Run it with `.venv/bin/python -m benchmarks.latency`. A button's edge goes through bounce, referee, log (a
real file, synced) and lamps to the outputs of the register chain, idle and with every core busy. The baseline
of the same run is the log alone: one committed event, which no ruling can be faster than.
"""

import argparse
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pi_diavolo.app import Inbox, Table
from pi_diavolo.clock import LiveClock
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulator.chips import SimulatedRegisters
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import DiceAtRest, DiceRolling, PlayAgainAsked, RollRead, Tick
from pi_diavolo.table.lamps import AnswerLamp, layout_of
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import PlayerId, seats_for
from tests.makers import a_roll

PLAYERS = 2
PATIENCE_S = 10.0
SETTLED_S = 0.1
HELD_S = 0.06  # no finger is faster, and the table would take one for an open wire


class TimedRegisters(SimulatedRegisters):
    """Notes when the outputs showed the answer."""

    def __init__(self, answer: int, *arguments: Any, **named: Any) -> None:
        self.shown = threading.Event()
        self.shown_at = 0.0
        self._answer = answer
        super().__init__(*arguments, **named)

    def on_select(self) -> None:
        super().on_select()
        if self._answer in self.lit and not self.shown.is_set():
            self.shown_at = time.monotonic()
            self.shown.set()


def one_turn(table: Table, wires: SimulatedWires, registers: TimedRegisters) -> float:
    """Roll, let one player press right and then the other wrong; time the lamp from the last press."""
    wait_for(table, Status.ROLL_NOW, Status.OVER)
    if table.status is Status.OVER:
        table.inbox.put(PlayAgainAsked(time.monotonic()))
        wait_for(table, Status.ROLL_NOW)
    now = time.monotonic()
    for event in (DiceRolling(now), DiceAtRest(now), RollRead(a_roll(), now)):
        table.inbox.put(event)
    wait_for(table, Status.GRAB)
    time.sleep(SETTLED_S)  # buttons let go are at rest, and the last answer is dark
    registers.shown.clear()
    pins = {whose: pin for pin, whose in wires.wiring.buttons.items()}
    right, wrong = wires.wiring.seats
    buttons = pins[right, Colour.RED], pins[wrong, Colour.BLACK]
    pressed = 0.0
    for pin in buttons:
        pressed = time.monotonic()
        wires.pins.drive(pin, False, pressed)
    if not registers.shown.wait(PATIENCE_S):
        raise RuntimeError("the lamps never showed the answer")
    time.sleep(HELD_S)
    for pin in buttons:
        wires.pins.drive(pin, True, time.monotonic())
    return registers.shown_at - pressed


def wait_for(table: Table, *statuses: Status) -> None:
    limit = time.monotonic() + PATIENCE_S
    while table.status not in statuses:
        if time.monotonic() > limit:
            raise RuntimeError(f"the table stays in {table.status}, waited for {statuses}")
        time.sleep(0.0005)


def play(turns: int, log: EventLog) -> list[float]:
    inbox: Inbox = Inbox()
    wiring = shipped("panels", PLAYERS)
    assert wiring.lamps is not None
    answer = layout_of(wiring.lamps).bits[AnswerLamp(Colour.RED)]
    wires = SimulatedWires(wiring, inbox.put, 1, partial(TimedRegisters, answer))
    assert wires.lights is not None
    assert isinstance(wires.registers, TimedRegisters)
    table = Table(GAMES["diavolo"](), log, LiveClock(), wires.nerves, inbox=inbox)
    table.add_outlet(wires.lights)
    wires.lights.start()
    open_evening(table, "diavolo", {}, 1, 1, time.monotonic())
    seat_players(table, [PlayerId(f"p{seat}") for seat in seats_for(PLAYERS)], time.monotonic())
    # The log belongs to the thread that opened it, so the loop turns here and the players are elsewhere.
    with ThreadPoolExecutor(1) as players:
        played = players.submit(_turns, turns, table, wires, wires.registers)
        table.run(played.done)
    wires.close()
    return played.result()


def _turns(turns: int, table: Table, wires: SimulatedWires, registers: TimedRegisters) -> list[float]:
    try:
        return [one_turn(table, wires, registers) for _ in range(turns)]
    finally:
        table.inbox.put(Tick(time.monotonic()))  # wakes the loop, which then sees that all is over


def log_alone(turns: int, log: EventLog) -> list[float]:
    took = []
    for _ in range(turns):
        began = time.monotonic()
        log.append(Tick(began), None, (), 1, {})
        took.append(time.monotonic() - began)
    return took


@contextmanager
def load(processes: int) -> Iterator[None]:
    busy = [multiprocessing.get_context("fork").Process(target=_burn, daemon=True) for _ in range(processes)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.kill()


def _burn() -> None:
    while True:
        pass


def row(name: str, took: list[float]) -> None:
    ms = sorted(1000 * each for each in took)
    p50, p99 = ms[len(ms) // 2], ms[min(len(ms) - 1, int(len(ms) * 0.99))]
    print(f"{name:<34}{len(ms):>7}{p50:>10.1f}{p99:>10.1f}{ms[-1]:>10.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=500, help="turns of each kind (default: 500)")
    turns = parser.parse_args().turns
    cores = os.cpu_count() or 1
    print(f"{'ms':<34}{'n':>7}{'median':>10}{'p99':>10}{'most':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for name, processes in (("idle", 0), (f"{cores} cores busy", cores)):
            with load(processes):
                with EventLog.open(Path(folder) / f"{processes}.db") as log:
                    row(f"last edge → lamps, {name}", play(turns, log))
                with EventLog.open(Path(folder) / f"alone-{processes}.db") as log:
                    row(f"the log alone, {name}", log_alone(turns, log))


if __name__ == "__main__":
    main()
