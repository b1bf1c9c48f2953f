"""Edges of GPIO lines with the kernel's times: one small protocol, and the choice of the source behind it."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from pi_diavolo.errors import DiavoloError
from pi_diavolo.table.facts import Edge, EdgesLost

logger = logging.getLogger(__name__)

Report = Callable[[Edge | EdgesLost], None]


class EdgesError(DiavoloError):
    """The lines cannot be watched."""


class Edges(Protocol):
    """Watches lines with pull-ups, and reports every edge from its own thread until it is closed.

    Lines that are closed already report nothing: ask for their levels.
    """

    def levels(self) -> Mapping[int, bool]:
        """Whether each line is high, now; OSError when the lines do not answer."""

    def close(self) -> None:
        """Report no more, and let go of the lines; closing twice does no harm."""


def open_edges(pins: Collection[int], report: Report) -> Edges:
    """Watch lines of the Pi's header, through gpiod where it is installed."""
    # Late: where the table is simulated, neither is needed.
    from pi_diavolo.devices.gpio_chip import the_chip
    from pi_diavolo.devices.gpiod_edges import GpiodEdges, has_gpiod
    from pi_diavolo.devices.pin_edges import PinEdges

    chip = the_chip()
    if has_gpiod():
        return GpiodEdges(pins, report, chip)
    logger.warning("gpiod is not installed: a bounce of more than 16 edges may lose its first; install it")
    return PinEdges(pins, report)


def passed_on(report: Report, fact: Edge | EdgesLost) -> None:
    """Report a fact; whoever fails at it must not silence the lines (lgpio's thread would end for good)."""
    try:
        report(fact)
    except Exception:
        logger.exception("a report was not taken: %s", fact)
