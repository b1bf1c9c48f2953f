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

# A chip that went away is looked for this often.
RETRY_S = 1.0
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
    """Watches lines of one GPIO chip, the Pi's header unless another is named; `at` is CLOCK_MONOTONIC.

    A chip that goes away while it is watched is opened again when it is back.
    """

    def __init__(self, pins: Collection[int], report: Report, chip: Path | None = None) -> None:
        self._pins, self._report, self._chip = list(pins), report, chip
        self._request: Any = _request(self._pins, chip)  # None while the chip is away
        self._numbering, self._merged = Numbering(BUFFERED_EDGES), 0
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
        return self._merged + self._numbering.merged

    def levels(self) -> Mapping[int, bool]:
        """Whether each line is high, now."""
        with self._lock:
            if self._closing or not self._open:
                raise OSError("the lines are closed")
            if self._request is None:
                raise OSError("the GPIO chip is gone")
            try:
                values = self._request.get_values(self._pins)
            except OSError:
                os.write(self._wake_out, b"x")  # before Linux 6.6 a reader sleeps on when its chip is gone
                raise
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
            while not self._read_until_closed() and self._opened_again():
                pass
        finally:
            with self._lock:
                self._open = False
                self._let_go()
                os.close(self._wake_in)
                os.close(self._wake_out)
            self._read.put(None)

    def _let_go(self) -> None:
        if self._request is not None:
            self._request.release()
            self._request = None

    def _opened_again(self) -> bool:
        """Look for the chip until it is back, or nobody wants it any more; tells which."""
        with self._lock:
            self._let_go()
        while not self._woken_to_close(RETRY_S):
            try:
                request = _request(self._pins, self._chip)
            except Exception as error:  # whatever it is, it may be otherwise in a second
                logger.debug("the lines cannot be watched again: %s", error)
                continue
            with self._lock:
                self._merged += self._numbering.merged
                self._request, self._numbering = request, Numbering(BUFFERED_EDGES)
            self._read.put([EdgesLost(time.monotonic())])  # whatever happened meanwhile
            logger.warning("the lines are watched again")
            return True
        return False

    def _read_until_closed(self) -> bool:
        """Pass edges on until nobody wants them any more, or else until the chip is gone; tells which."""
        try:
            poll = select.poll()
            poll.register(self._request.fd, select.POLLIN)
            poll.register(self._wake_in, select.POLLIN)
            while self._wake_in not in dict(poll.poll()):
                self._read.put(self._facts(self._request.read_edge_events(BUFFERED_EDGES)))
            if not self._woken_to_close():
                raise OSError("the lines do not answer")
        except Exception:  # the levels will not answer either, and that is said
            logger.exception("no more edges come; the GPIO chip is looked for")
            self._read.put([EdgesLost(time.monotonic())])
            return False
        return True

    def _woken_to_close(self, timeout: float = 0.0) -> bool:
        if select.select([self._wake_in], [], [], timeout)[0]:
            os.read(self._wake_in, 4096)
        return self._closing

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
