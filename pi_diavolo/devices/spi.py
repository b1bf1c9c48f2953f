"""Keeps SPI interfaces alive once they are made, because gpiozero must never collect one."""

from typing import Any

# gpiozero closes what it collects, closed before or not: that takes a lock which the very thread may hold
# (the program hangs), and strikes a newer interface on the same pins off gpiozero's list.
_KEPT: list[Any] = []


def keep(interface: Any) -> None:
    """Hold on to a device's interface and its bus until the program ends."""
    _KEPT.extend((interface, getattr(interface, "_bus", None)))
