"""Edges through libgpiod: one request for all lines, a large buffer, and numbers that show a loss."""

import logging
import os
import queue
import select
import threading
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pi_diavolo.devices.edges import EdgesError, Report, passed_on
from pi_diavolo.devices.gpio_chip import gpio, the_chip, why_not
from pi_diavolo.devices.numbering import Numbering
from pi_diavolo.table.facts import Edge, EdgesLost

logger = logging.getLogger(__name__)

# The most the kernel keeps for one request (64 lines of 16 edges); asked for more, it silently keeps this.
BUFFERED_EDGES = 1024

Facts = list[Edge | EdgesLost]


def has_gpiod() -> bool:
    """Whether libgpiod's Python package, version 2, is installed."""
    try:
        import gpiod
    except ImportError:
        return False
    return hasattr(gpiod, "request_lines")  # Debian's python3-libgpiod 1.6 has the same name and another API


class GpiodEdges:
    """Watches lines of one GPIO chip, the Pi's header unless another is named; `at` is CLOCK_MONOTONIC."""

    def __init__(self, pins: Collection[int], report: Report, chip: Path | None = None) -> None:
        self._pins, self._report = list(pins), report
        self._request = _request(self._pins, chip)
        self._numbering = Numbering(BUFFERED_EDGES)
        self._open, self._closing, self._lock = True, False, threading.Lock()
        self._wake_in, self._wake_out = os.pipe()
        self._read: queue.SimpleQueue[Facts | None] = queue.SimpleQueue()
        # Two threads: the first only empties the kernel's buffer, however long a report may take. With one,
        # a loaded machine lost edges at 1,000 a second on the bench.
        self._threads = (
            threading.Thread(target=self._watch, name="edges", daemon=True),
            threading.Thread(target=self._tell, name="edges told", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    @property
    def merged(self) -> int:
        """Edges so near to the next one of their line that the kernel made one of both."""
        return self._numbering.merged

    def levels(self) -> Mapping[int, bool]:
        """Whether each line is high, now."""
        with self._lock:
            if self._closing or not self._open:
                raise OSError("the lines are closed")
            values = self._request.get_values(self._pins)
        return {pin: bool(value.value) for pin, value in zip(self._pins, values, strict=True)}

    def close(self) -> None:
        """Report no more, and let go of the lines."""
        with self._lock:
            self._closing = True
            if self._open:
                os.write(self._wake_out, b"x")
        for thread in self._threads:
            if thread is not threading.current_thread():  # a report may close us, too
                thread.join()
        if self.merged:
            logger.warning("the kernel made one of two edges %d times: their times may be late", self.merged)

    def _watch(self) -> None:
        try:
            self._read_until_closed()
        except Exception:  # the chip is gone: the levels will not answer either, and that is said
            logger.exception("no more edges come")
            self._read.put([EdgesLost(time.monotonic())])
        finally:
            with self._lock:
                self._open = False
                self._request.release()
                os.close(self._wake_in)
                os.close(self._wake_out)
            self._read.put(None)

    def _read_until_closed(self) -> None:
        poll = select.poll()
        poll.register(self._request.fd, select.POLLIN)
        poll.register(self._wake_in, select.POLLIN)
        while True:
            ready = dict(poll.poll())
            if self._wake_in in ready:
                return
            self._read.put(self._facts(self._request.read_edge_events(BUFFERED_EDGES)))

    def _facts(self, events: list[Any]) -> Facts:
        facts = Facts()
        for event in events:
            at = event.timestamp_ns / 1e9
            if self._numbering.skips(event.line_offset, event.line_seqno, event.global_seqno):
                facts.append(EdgesLost(at, (event.line_offset,)))
            facts.append(Edge(event.line_offset, event.event_type is event.Type.RISING_EDGE, at))
        if self._numbering.unexplained(len(events)):
            facts.insert(0, EdgesLost(facts[0].at))  # said before what it casts doubt on
        return facts

    def _tell(self) -> None:
        while (facts := self._read.get()) is not None:
            for fact in facts:
                if self._closing:
                    return
                passed_on(self._report, fact)


def _request(pins: list[int], chip: Path | None) -> Any:
    import gpiod
    from gpiod.line import Bias, Clock, Direction
    from gpiod.line import Edge as Watch

    path = chip or the_chip()
    settings = gpiod.LineSettings(
        direction=Direction.INPUT, bias=Bias.PULL_UP, edge_detection=Watch.BOTH, event_clock=Clock.MONOTONIC
    )
    try:
        return gpiod.request_lines(
            str(path), {tuple(pins): settings}, consumer="pi-diavolo", event_buffer_size=BUFFERED_EDGES
        )
    except OSError as error:
        raise EdgesError(why_not(path, pins, error)) from error
    except ValueError as error:
        wanted = ", ".join(map(gpio, pins))
        raise EdgesError(f"{path}: {wanted} cannot all be watched ({error}); change the pin map") from error
