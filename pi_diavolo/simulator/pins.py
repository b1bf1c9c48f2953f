"""Pins made of numbers: gpiozero's mock pins on the simulator's own clock, moved as contacts move them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin


class _StampedPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin whose edges carry the factory's time; gpiozero's own takes the time of the call."""

    def _change_state(self, value: bool) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-1]  # gpiozero's own keeps every edge of its life: some 6 kB a turn
        return changed

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self.state)


class SimulatedPins:
    """All pins of one simulated Pi; `factory` is what gpiozero's devices are made with."""

    def __init__(self) -> None:
        self.factory: Any = _Factory(pin_class=_StampedPin)
        self._stuck: dict[int, bool] = {}  # where hands would have brought each of these

    def close(self) -> None:
        """Let go of all pins."""
        self.factory.close()

    def drive(self, pin: int, high: bool, at: float) -> None:
        """Bring a pin to this level from outside, at this moment; one that is stuck does not follow."""
        if pin in self._stuck:
            self._stuck[pin] = high
            return
        self.factory.now = at
        wire = self.factory.pin(f"GPIO{pin}")
        wire.drive_high() if high else wire.drive_low()

    # What may be wrong with a contact

    def stick(self, pin: int, high: bool, at: float) -> None:
        """It goes there and stays, whatever hands do: a reed that is welded shut, a wire that is off."""
        should = self._stuck.get(pin, bool(self.factory.pin(f"GPIO{pin}").state))
        self._stuck.pop(pin, None)
        self.drive(pin, high, at)
        self._stuck[pin] = should

    def free(self, pin: int, at: float) -> None:
        """It follows hands again, and goes at once to where it should be."""
        if pin in self._stuck:
            self.drive(pin, self._stuck.pop(pin), at)

    def chatter(self, pin: int, at: float, seconds: float, every_s: float = 0.002) -> None:
        """It never comes to rest for so long, and then is where it was."""
        was = bool(self.factory.pin(f"GPIO{pin}").state)
        for count in range(2 * round(seconds / every_s / 2)):
            self.drive(pin, was if count % 2 else not was, at + count * every_s)


class _Factory(MockFactory):  # type: ignore[misc]
    now = 0.0

    def ticks(self) -> float:
        return self.now

    def _get_spi_class(self, shared: bool, hardware: bool) -> Callable[..., Any]:
        made = super()._get_spi_class(shared, hardware)

        # gpiozero gives two interfaces on pins of one name the same bus, even of two factories: nobody else
        # calls these pins so. And its software bus asks for the default factory, whatever it is given.
        def interface(pin_factory: Any, **pins: int | str | None) -> Any:
            with _as_default(self):
                return made(pin_factory=pin_factory, **{name: _named(pin) for name, pin in pins.items()})

        return interface


@contextmanager
def _as_default(factory: Any) -> Iterator[None]:
    """For no longer than needed: what is real beside the simulation would be made of mock pins, silently."""
    before, Device.pin_factory = Device.pin_factory, factory
    try:
        yield
    finally:
        Device.pin_factory = before


def _named(pin: int | str | None) -> str | None:
    return None if pin is None else f"BCM{str(pin).removeprefix('GPIO')}"
