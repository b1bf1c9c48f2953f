"""Both sources of edges keep the contract on a real Linux GPIO chip, and say what keeps them from a line."""

import importlib
import threading
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

gpio_bench = pytest.importorskip("gpio_bench")

from gpiozero import Device  # noqa: E402

from pi_diavolo.devices.edges import Edges, EdgesError, Report, open_edges  # noqa: E402
from pi_diavolo.devices.gpio_chip import find_chip, label  # noqa: E402
from pi_diavolo.devices.gpiod_edges import GpiodEdges  # noqa: E402
from pi_diavolo.devices.pin_edges import PinEdges  # noqa: E402
from pi_diavolo.table.facts import Edge, EdgesLost  # noqa: E402
from tests.devices.edges_contract import PATIENCE_S, PINS, EdgesContract  # noqa: E402


class GpiodRig:
    def open(self, pins: Collection[int], report: Report) -> Edges:
        return GpiodEdges(pins, report)

    def drive(self, pin: int, high: bool) -> None:
        gpio_bench.board.drive(pin, int(high))


class LgpioRig(GpiodRig):
    def open(self, pins: Collection[int], report: Report) -> Edges:
        return PinEdges(pins, report)


class TestGpiodEdges(EdgesContract):
    @pytest.fixture
    def rig(self) -> GpiodRig:
        return GpiodRig()


class TestPinEdgesOverLgpio(EdgesContract):
    @pytest.fixture(scope="class")
    @classmethod
    def rig(cls) -> Iterator[LgpioRig]:
        lgpio: Any = importlib.import_module("lgpio")
        # One factory for the whole run: closed while an edge is on its way, it ends lgpio's only thread. And
        # gpiozero lets go of a line only then: others who want it must be given it.
        Device.ensure_pin_factory()
        yield LgpioRig()
        for pin in PINS:
            lgpio.gpio_free(Device.pin_factory._handle, pin)


def test_the_chip_is_found_by_its_label() -> None:
    chip = find_chip()
    assert chip is not None
    assert label(chip) == "pinctrl-bcm2711"


def test_gpiod_is_chosen_where_it_is() -> None:
    edges = open_edges((17,), print)
    assert isinstance(edges, GpiodEdges)
    edges.close()


def test_a_line_in_use_names_who_holds_it() -> None:
    edges = GpiodEdges((17, 22), print)
    with pytest.raises(EdgesError, match="GPIO22 is held by 'pi-diavolo'; end what holds it"):
        GpiodEdges((4, 22), print)
    edges.close()


def test_a_line_that_does_not_exist_is_refused() -> None:
    with pytest.raises(EdgesError, match="GPIO99"):
        GpiodEdges((17, 99), print)


def test_a_chip_that_does_not_exist_is_refused() -> None:
    with pytest.raises(EdgesError, match="no such GPIO chip"):
        GpiodEdges((17,), print, chip=Path("/dev/gpiochip99"))


def test_a_report_may_close_the_lines() -> None:
    closed = threading.Event()

    def report(fact: Edge | EdgesLost) -> None:
        edges.close()
        closed.set()

    edges = GpiodEdges((17,), report)
    gpio_bench.board.drive(17, 0)
    assert closed.wait(PATIENCE_S)
    edges.close()
    GpiodEdges((17,), print).close()  # and they are free
