"""First contacts survive what a real kernel can hold; what it cannot hold is noticed and said."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

import pytest

gpio_bench = pytest.importorskip("gpio_bench")

from pi_diavolo.devices.gpiod_edges import BUFFERED_EDGES, GpiodEdges  # noqa: E402
from pi_diavolo.devices.levels import LevelPoller  # noqa: E402
from pi_diavolo.table.facts import Edge, EdgesLost, LevelsRead, PartFailed  # noqa: E402
from pi_diavolo.table.parts import Fault, Part, PartKind  # noqa: E402
from pi_diavolo.table.switch import CHATTERS_AFTER_S  # noqa: E402
from pi_diavolo.table.switches import Moved, Switches  # noqa: E402
from tests.devices.edges_contract import PATIENCE_S, PINS, Inbox  # noqa: E402

BASES = {pin: Part(PartKind.BASE, number, pin=pin) for number, pin in enumerate(PINS)}


def settled(switches: Switches) -> list[Any]:
    told = list[Any]()
    while (due := switches.due()) is not None and due < time.monotonic() + 4:
        told += switches.tick(due)
    return told


def test_the_first_contact_survives_a_burst_of_64_edges_on_all_ten_lines() -> None:
    # The board's processor may stand still for longer than a contact needs to settle.
    inbox, switches = Inbox(), Switches(BASES, settle_s=2.0)
    edges = GpiodEdges(PINS, inbox.report)
    for pin in PINS:
        gpio_bench.board.drive(pin, 0)
    inbox.edges(len(PINS))
    switches.start(edges.levels(), time.monotonic())
    began = time.monotonic() + 0.02
    time.sleep(0.02)
    for step in range(65):  # the last one up: lifted
        for pin in PINS:
            gpio_bench.board.drive(pin, 1 - step % 2)
    heard = inbox.edges(65 * len(PINS))
    edges.close()
    first = {pin: min(edge.at for edge in heard if edge.pin == pin) for pin in PINS}
    told = [one for edge in heard for one in switches.feed(edge)] + settled(switches)
    # Where the board is so slow that the burst lasts as long as chattering does, that is told; nowhere else.
    slow = {
        pin
        for pin in PINS
        if max(edge.at for edge in heard if edge.pin == pin) - first[pin] >= CHATTERS_AFTER_S
    }
    assert {(one.part.pin, one.fault) for one in told if isinstance(one, PartFailed)} == {
        (pin, Fault.CHATTERING) for pin in slow
    }
    assert [one for one in told if isinstance(one, Moved)] == [Moved(pin, False, first[pin]) for pin in PINS]
    assert all(isinstance(one, Moved | PartFailed) for one in told)
    assert min(first.values()) >= began


def flooded(flood: Sequence[int]) -> list[Edge | EdgesLost]:
    """What a program says that stood still while its lines moved; the last of them is 24."""
    command = [sys.executable, "-m", "tests.kernel_gpio.listener", "22", "23", "24"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as listener:
        assert listener.stdin
        assert listener.stdout
        assert listener.stdout.readline() == "listening\n"
        listener.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, listener.pid, os.WSTOPPED)  # with all its threads
        high = dict.fromkeys(flood, 1)
        for pin in flood:
            high[pin] ^= 1
            gpio_bench.board.drive(pin, high[pin])
        gpio_bench.board.drive(24, 0)
        listener.send_signal(signal.SIGCONT)
        facts = [read(listener.stdout.readline())]
        while not (isinstance(facts[-1], Edge) and facts[-1].pin == 24):
            facts.append(read(listener.stdout.readline()))
        listener.stdin.close()
        return [*facts, *map(read, listener.stdout)]


def read(line: str) -> Edge | EdgesLost:
    kind, at, known = json.loads(line)
    return Edge(known[0], known[1], at) if kind == "Edge" else EdgesLost(at, tuple(known))


def losses(facts: Sequence[Edge | EdgesLost]) -> set[tuple[int, ...]]:
    return {fact.pins for fact in facts if isinstance(fact, EdgesLost)}


def test_a_buffer_that_is_just_full_loses_nothing() -> None:
    facts = flooded([22] * (BUFFERED_EDGES - 1))
    assert len(facts) == BUFFERED_EDGES
    assert losses(facts) == set()


def test_one_edge_too_many_is_said_and_its_line_named() -> None:
    assert losses(flooded([22] * BUFFERED_EDGES)) == {(22,)}


def test_a_line_whose_only_edges_are_lost_is_said_too() -> None:
    facts = flooded([23] + [22] * (BUFFERED_EDGES - 1))
    assert losses(facts) == {()}
    switches = Switches(BASES)
    switches.start(dict.fromkeys(PINS, True), 0.0)
    told = [one for fact in facts for one in switches.feed(fact)] + settled(switches)
    failed = [(one.part.kind, one.fault) for one in told if isinstance(one, PartFailed)]
    assert (PartKind.SWITCHES, Fault.EDGES_LOST) in failed


def test_a_report_that_takes_its_time_loses_nothing() -> None:
    heard, free = Inbox(), threading.Event()

    def report(fact: Edge | EdgesLost) -> None:
        free.wait(PATIENCE_S)
        heard.report(fact)

    edges = GpiodEdges((22,), report)
    for step in range(3 * BUFFERED_EDGES):
        gpio_bench.board.drive(22, step % 2)
    free.set()
    assert [edge.high for edge in heard.edges(3 * BUFFERED_EDGES)] == [False, True] * (
        3 * BUFFERED_EDGES // 2
    )
    edges.close()


def test_a_move_that_no_edge_told_is_found_by_the_levels() -> None:
    switches, told = Switches(BASES), list[Any]()
    edges = GpiodEdges((17,), lambda fact: None)  # an inbox that loses everything
    now = time.monotonic()
    switches.start(edges.levels(), now)
    poller = LevelPoller(edges, lambda fact: told.extend(feed(switches, fact)))
    gpio_bench.board.drive(17, 0)
    for _ in range(3):
        poller.poll()
        time.sleep(0.06)
    edges.close()
    told += settled(switches)
    assert [one.fault for one in told if isinstance(one, PartFailed)] == [Fault.EDGES_LOST]
    assert [(one.pin, one.closed) for one in told if isinstance(one, Moved)] == [(17, True)]


def feed(switches: Switches, fact: object) -> list[Any]:
    assert isinstance(fact, LevelsRead)
    return [*switches.feed(fact)]
