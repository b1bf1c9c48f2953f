"""Pins made of numbers: gpiozero's mock pins on the simulator's own clock, moved as contacts move them."""

from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin


class _StampedPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin whose edges carry the factory's time; gpiozero's own takes the time of the call."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self.state)


class SimulatedPins:
    """All pins of one simulated Pi; `factory` is what gpiozero's devices are made with."""

    def __init__(self) -> None:
        self.factory: Any = _Factory(pin_class=_StampedPin)
        # gpiozero's software bus asks for the default factory, whatever it is given.
        Device.pin_factory = self.factory

    def drive(self, pin: int, high: bool, at: float) -> None:
        """Bring a pin to this level from outside, at this moment."""
        self.factory.now = at
        wire = self.factory.pin(f"GPIO{pin}")
        wire.drive_high() if high else wire.drive_low()


class _Factory(MockFactory):  # type: ignore[misc]
    now = 0.0

    def ticks(self) -> float:
        return self.now
