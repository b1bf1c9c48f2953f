"""The lamps as an outlet: takes in what is shown, blinks in a thread of its own, and fails alone."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from pi_diavolo.devices.shift_registers import chain_of
from pi_diavolo.devices.spi import native_pins
from pi_diavolo.table.echo import Hearing
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamp_states import Shown, after
from pi_diavolo.table.lamps import Lamp, LampLayout, layout_of, picture
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pin_map import PinMap

logger = logging.getLogger(__name__)

LAMPS = Part(PartKind.LAMPS)
# Blinking is as exact as this; what is shown anew does not wait for it.
TICK_S = 0.025
# Registers may lose a bit to a spark of static: everything is sent anew this often, so that it heals.
REFRESH_S = 1.0
RETRY_S = 3.0
CLOSES_S = 1.0

Report = Callable[[PartFailed | PartRecovered], None]


class Chain(Protocol):
    """Where the bits go."""

    def write(self, outputs: bytes) -> bool:
        """Send the whole chain; False where it should have been heard and was not."""

    def close(self) -> None:
        """Let go of the bus."""


class Lights:
    """An outlet. `start` lets it blink by itself; without, each `refresh` lights the lamps for one moment."""

    def __init__(
        self,
        open_chain: Callable[[], Chain],
        layout: LampLayout,
        report: Report | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_chain, self._layout = open_chain, layout
        self._report, self._clock = report, clock
        self._shown = Shown()  # never changed, only replaced: the thread needs no lock to read it
        self._tried: Callable[[float], frozenset[Lamp] | None] | None = None
        self._chain: Chain | None = None
        self._opened = False  # ever
        self._sent: bytes | None = None
        self._sent_at = 0.0
        self._retry_at: float | None = None  # set while the bus fails
        self._hearing, self._told = Hearing(), False
        self._woken, self._closing = threading.Event(), False
        self._thread: threading.Thread | None = None

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Take in what happened; the thread lights it at once, and nobody waits for it."""
        try:
            self._shown = after(self._shown, event, effects, now)
        except Exception:  # a lamp is never worth a ruling
            logger.exception("the lamps could not take in %s", event)
        self._woken.set()

    def try_out(self, tried: Callable[[float], frozenset[Lamp] | None] | None) -> None:
        """Light these lamps instead, as somebody tries them; None, or None at some moment: as usual."""
        self._tried = tried
        self._woken.set()

    def refresh(self, now: float) -> None:
        """Light the lamps as they should shine now; sends only what is new, and all of it now and then."""
        if self._retry_at is not None and now < self._retry_at:
            return
        tried = self._tried(now) if self._tried is not None else None
        outputs = self._layout.outputs(picture(self._shown.lamps, now) if tried is None else tried)
        if outputs == self._sent and 0 <= now - self._sent_at < REFRESH_S:
            return
        try:
            self._hearing.hear(self._send(outputs))
        except Exception as error:  # whatever the bus does, the game goes on
            self._give_up(now)
            self._fail(str(error), now)
            return
        self._sent, self._sent_at, self._retry_at = outputs, now, None
        # A chain that is not heard is written to all the same: perhaps only its way back is broken.
        if not self._hearing.answers:
            self._fail("nothing comes back from the last chip", now)
        elif self._told:
            self._told = False
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
            self._thread.join(timeout=CLOSES_S)
            if self._thread.is_alive():  # it hangs in the bus, which is not to be touched from here, too
                logger.warning("the lamps' bus hangs and is left as it is")
                return
        if self._opened:  # a chain that failed in between may still be lit
            with suppress(Exception):  # lamps that fail now cannot be helped
                self._send(bytes(self._layout.registers))
            self._let_go()

    def _run(self) -> None:
        while not self._closing:
            self._woken.wait(TICK_S)
            self._woken.clear()
            try:
                self.refresh(self._clock())
            except Exception:  # a report that fails must not leave the table in the dark
                logger.exception("a refresh of the lamps failed")

    def _send(self, outputs: bytes) -> bool:
        if self._chain is None:
            self._chain = self._open_chain()
            self._opened = True
        return self._chain.write(outputs)

    def _give_up(self, now: float) -> None:
        self._retry_at, self._sent = now + RETRY_S, None
        self._let_go()  # a bus that went away does not come back through the same file

    def _fail(self, why: str, now: float) -> None:
        if not self._told:
            self._told = True
            logger.warning("the lamps do not answer: %s", why)
            self._tell(PartFailed(LAMPS, Fault.SILENT, now))

    def _let_go(self) -> None:
        chain, self._chain = self._chain, None
        with suppress(Exception):
            if chain is not None:
                chain.close()

    def _tell(self, fact: PartFailed | PartRecovered) -> None:
        if self._report is not None:
            self._report(fact)


def lights_of(
    wiring: PinMap, report: Report | None = None, pins: Callable[[], Any] = native_pins
) -> Lights | None:
    """The lamps where the pin map says they are; None where it has none. `pins` is asked at each opening."""
    lamps = wiring.lamps
    return None if lamps is None else Lights(lambda: chain_of(lamps, pins()), layout_of(lamps), report)
