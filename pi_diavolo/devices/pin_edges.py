"""Edges through gpiozero's pins: under MockFactory everywhere, and on a Pi without gpiod."""

from collections.abc import Collection, Mapping
from typing import Any

from gpiozero import GPIOZeroError, InputDevice

from pi_diavolo.devices.edges import EdgesError, Report, passed_on
from pi_diavolo.table.facts import Edge


class PinEdges:
    """Watches pins of a gpiozero factory, the default one unless another is given."""

    def __init__(self, pins: Collection[int], report: Report, pin_factory: Any = None) -> None:
        self._lines: list[_Line] = []
        try:
            for pin in pins:
                self._lines.append(_Line(pin, report, pin_factory))
        except (GPIOZeroError, OSError) as error:
            self.close()
            raise EdgesError(f"GPIO{pin} cannot be watched ({error}); see the pin map") from error

    def levels(self) -> Mapping[int, bool]:
        """Whether each line is high, now."""
        return {line.number: line.is_high() for line in self._lines}

    def close(self) -> None:
        """Report no more, and let go of the pins."""
        for line in self._lines:
            line.close()


class _Line:
    def __init__(self, number: int, report: Report, pin_factory: Any) -> None:
        self.number, self._report = number, report
        self._input = InputDevice(number, pull_up=True, pin_factory=pin_factory)
        # The pin itself, not Button.when_pressed: only the pin says when it moved. It keeps a weak reference:
        # a bound method lives as long as this line does. And no bounce time: it would stamp the bounce's end.
        self._input.pin.edges = "both"
        self._input.pin.when_changed = self._moved

    def is_high(self) -> bool:
        """The level of the pin, not of the device, for which low means on."""
        if self._input.closed:
            raise OSError(f"GPIO{self.number} is closed")
        return bool(self._input.pin.state)

    def close(self) -> None:
        """Let go of the pin, its callback first: lgpio would call on."""
        if not self._input.closed:
            self._input.pin.when_changed = None
            self._input.close()

    def _moved(self, ticks: float, state: int) -> None:
        passed_on(self._report, Edge(self.number, high=bool(state), at=ticks))
