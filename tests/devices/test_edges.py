"""Edges through gpiozero's mock pins keep the contract; the sources are chosen by what is there."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from pi_diavolo.devices.edges import Edges, EdgesError, Report, open_edges
from pi_diavolo.devices.gpio_chip import find_chip, why_not
from pi_diavolo.devices.pin_edges import PinEdges
from tests.devices.edges_contract import EdgesContract


class MockRig:
    def __init__(self, factory: Any) -> None:
        self.factory = factory

    def open(self, pins: Collection[int], report: Report) -> Edges:
        return PinEdges(pins, report, self.factory)

    def drive(self, pin: int, high: bool) -> None:
        mock = self.factory.pin(pin)
        mock.drive_high() if high else mock.drive_low()


class TestPinEdges(EdgesContract):
    @pytest.fixture
    def rig(self) -> Iterator[MockRig]:
        factory = MockFactory()
        yield MockRig(factory)
        factory.close()


def test_a_pin_that_does_not_exist_is_named_and_the_others_are_let_go() -> None:
    factory = MockFactory()
    with pytest.raises(EdgesError, match="GPIO99 cannot be watched"):
        PinEdges((17, 99), print, factory)
    PinEdges((17,), print, factory).close()
    factory.close()


@pytest.mark.skipif(find_chip() is not None, reason="this machine has a GPIO header")
def test_a_machine_without_a_header_is_told_so() -> None:
    with pytest.raises(EdgesError, match="no GPIO header"):
        open_edges((17,), print)


def test_what_is_no_gpio_chip_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").write_text("not a chip")
    assert find_chip(tmp_path) is None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied"), "group gpio"),
        (FileNotFoundError(2, "No such file"), "no such GPIO chip"),
        (OSError(22, "Invalid argument"), "GPIO4, GPIO5 cannot be watched"),
    ],
)
def test_what_the_kernel_refuses_is_said_with_what_to_do(error: OSError, said: str) -> None:
    assert said in why_not(Path("/dev/gpiochip0"), [4, 5], error)
