"""The lamps as an outlet: takes in what is shown, blinks in a thread of its own, and fails alone."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamp_states import Shown, after
from pi_diavolo.table.lamps import DEFAULT_LAYOUT, LampLayout, picture
from pi_diavolo.table.parts import Fault, Part, PartKind

logger = logging.getLogger(__name__)

LAMPS = Part(PartKind.LAMPS)
# Blinking is as exact as this; what is shown anew does not wait for it.
TICK_S = 0.025
# Registers may lose a bit to a spark of static: everything is sent anew this often, so that it heals.
REFRESH_S = 1.0
RETRY_S = 3.0


class Chain(Protocol):
    """Where the bits go."""

    def write(self, outputs: bytes) -> None:
        """Send the whole chain."""

    def close(self) -> None:
        """Let go of the bus."""


class Lights:
    """An outlet. `start` lets it blink by itself; without, each `refresh` lights the lamps for one moment."""

    def __init__(
        self,
        open_chain: Callable[[], Chain],
        layout: LampLayout = DEFAULT_LAYOUT,
        report: Callable[[PartFailed | PartRecovered], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_chain, self._layout = open_chain, layout
        self._report, self._clock = report, clock
        self._shown = Shown()  # never changed, only replaced: the thread needs no lock to read it
        self._chain: Chain | None = None
        self._sent: bytes | None = None
        self._sent_at = 0.0
        self._retry_at: float | None = None  # set while the lamps fail
        self._woken, self._closing = threading.Event(), False
        self._thread: threading.Thread | None = None

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Take in what happened; the thread lights it at once, and nobody waits for it."""
        try:
            self._shown = after(self._shown, event, effects, now)
        except Exception:  # a lamp is never worth a ruling
            logger.exception("the lamps could not take in %s", event)
        self._woken.set()

    def refresh(self, now: float) -> None:
        """Light the lamps as they should shine now; sends only what is new, and all of it now and then."""
        if self._retry_at is not None and now < self._retry_at:
            return
        outputs = self._layout.outputs(picture(self._shown.lamps, now))
        if outputs == self._sent and 0 <= now - self._sent_at < REFRESH_S:
            return
        try:
            self._send(outputs)
        except Exception as error:  # whatever the bus does, the game goes on
            self._fail(error, now)
            return
        self._sent, self._sent_at = outputs, now
        if self._retry_at is not None:
            self._retry_at = None
            self._tell(PartRecovered(LAMPS, now))

    def start(self) -> None:
        """Blink in a thread of its own from now on."""
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the lamps dark."""
        self._closing = True
        self._woken.set()
        if self._thread is not None:
            self._thread.join(timeout=1.0)
        with suppress(Exception):  # lamps that fail now cannot be helped
            self._send(bytes(self._layout.registers))
        with suppress(Exception):
            if self._chain is not None:
                self._chain.close()

    def _run(self) -> None:
        while not self._closing:
            self._woken.wait(TICK_S)
            self._woken.clear()
            try:
                self.refresh(self._clock())
            except Exception:  # a report that fails must not leave the table in the dark
                logger.exception("a refresh of the lamps failed")

    def _send(self, outputs: bytes) -> None:
        if self._chain is None:
            self._chain = self._open_chain()
        self._chain.write(outputs)

    def _fail(self, error: Exception, now: float) -> None:
        newly = self._retry_at is None
        self._retry_at, self._sent = now + RETRY_S, None
        if newly:
            logger.warning("the lamps do not answer: %s", error)
            self._tell(PartFailed(LAMPS, Fault.SILENT, now))

    def _tell(self, fact: PartFailed | PartRecovered) -> None:
        if self._report is not None:
            self._report(fact)
