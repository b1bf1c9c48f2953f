"""The Pi's own pins for SPI, and its interfaces kept alive while they are open, as gpiozero needs it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from gpiozero import Device
from gpiozero.devices import GPIOBase

# gpiozero closes what it collects, closed before or not: that takes a lock which the very thread may hold
# (the program hangs), and strikes a newer interface on the same pins off gpiozero's list.
_KEPT: dict[int, Any] = {}


@cache
def native_pins() -> Any:
    """The pin factory of this machine, made once; never gpiozero's default, which a simulation may lend."""
    return Device._default_pin_factory()


def keep(interface: Any) -> None:
    """Hold on to a device's interface and its bus while they are open."""
    for each in _with_bus(interface):
        _KEPT[id(each)] = each


@contextmanager
def let_go(interface: Any) -> Iterator[None]:
    """While its device is closed: what that closes for good is kept no longer, and never closed again."""
    kept = _with_bus(interface)
    yield
    for each in kept:
        if each.closed:  # others may share it
            each.close = _nothing
            _KEPT.pop(id(each), None)


def _with_bus(interface: Any) -> tuple[Any, ...]:
    # On the Pi's own SPI the bus is no device of gpiozero's, and closes itself quietly.
    return tuple(each for each in (interface, getattr(interface, "_bus", None)) if isinstance(each, GPIOBase))


def _nothing() -> None:
    pass
