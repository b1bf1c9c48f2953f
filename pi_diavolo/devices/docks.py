"""The docks before the seats: one MCP3008, a channel a seat, sampled a hundred times a second."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gpiozero import MCP3008

from pi_diavolo.devices.spi import keep, let_go, native_pins
from pi_diavolo.table.dock_codes import FULL_SCALE
from pi_diavolo.table.docks import SAMPLE_S, Dock, DockFact
from pi_diavolo.table.pin_map import PinMap, spi_device
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying

logger = logging.getLogger(__name__)

# The second select of SPI0; the first belongs to the lamps.
DOCKS_DEVICE = 1
# A converter that could not be opened, or that answers no more, is opened anew this often.
RETRY_S = 5.0
# An imp half placed for so long was not just put down slowly; whoever was told is left in peace for a while.
HALF_PLACED_S, TOLD_AGAIN_S = 0.7, 5.0
CLOSES_S = 1.0
# Before the reading the chip pulls its line low for one bit; a line that hangs high does not.
NULL_BIT = 0b100
# Where the lamps' chain leads back to the same line, what is heard without a chip is our own words, so many
# bytes late. So the request goes on with ones until they would be back: a chip has said its reading forwards
# and backwards after six bytes at most, and is low for as long as it is asked on.
ONES, SPOKEN = 0xFF, 6


class DockChannel(MCP3008):  # type: ignore[misc]  # gpiozero has no types
    """One channel that notices when no chip is there: a floating line must not pass for an empty dock."""

    def __init__(self, channel: int, *, echo: int = 0, **spi: Any) -> None:
        super().__init__(channel, **spi)
        self._echo = echo  # after so many bytes our own words may come back
        keep(self._spi)

    def _read(self) -> int:
        request = self._send()
        more = max(SPOKEN, self._echo + len(request) + 1) - len(request) if self._echo else 0
        words = self._spi.transfer([*request, *[ONES] * more])
        if words[1] & NULL_BIT or (more and words[-1]):
            raise OSError(f"no MCP3008 answers on channel {self.channel}; check its wires and its select pin")
        return int(self._words_to_int(words[1:3], self.bits))

    def close(self) -> None:
        """Let go of the bus."""
        with let_go(getattr(self, "_spi", None)):
            super().close()


@dataclass(slots=True)
class _Wired:
    dock: Dock
    channel: int
    converter: Any = None
    retry_at: float = 0.0
    half_from: float | None = None  # since when something lies there that is no imp
    told_at: float | None = None


class Docks:
    """Samples all docks and reports what came, what left and what fails.

    `tell` hears what people should do; `pins` gives the pin factory, each time that the bus is opened; `echo`
    is the number of lamp registers that lead back to the same line, if they do.
    """

    def __init__(
        self,
        channels: Mapping[Seat, int],
        report: Callable[[DockFact], None],
        select: int = DOCKS_DEVICE,
        pins: Callable[[], Any] = native_pins,
        tell: Callable[[Saying], None] = lambda saying: None,
        clock: Callable[[], float] = time.monotonic,
        echo: int = 0,
    ) -> None:
        self._report, self._select, self._tell, self._echo = report, select, tell, echo
        self._pins, self._clock = pins, clock
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._heard_at = clock()
        self._wired = {seat: _Wired(Dock(seat, channel), channel) for seat, channel in channels.items()}
        for wired in self._wired.values():
            self._open(wired, clock())

    @property
    def half_placed(self) -> tuple[Seat, ...]:
        """The seats where something is on the dock that is no imp."""
        return tuple(seat for seat, wired in self._wired.items() if wired.dock.half_placed)

    def readings(self) -> dict[Seat, int | None]:
        """What the converter says now, for the doctor; None where it does not answer."""
        samples = {seat: self._sample(wired, self._clock()) for seat, wired in self._wired.items()}
        return {seat: None if _dead(samples) else sample for seat, sample in samples.items()}

    def poll(self) -> None:
        """Take one sample of every dock."""
        now = self._clock()
        samples = {seat: self._sample(wired, now) for seat, wired in self._wired.items()}
        dead = _dead(samples)
        self._open_anew_if(dead, now)
        for seat, wired in self._wired.items():
            try:
                self._feed(wired.dock, None if dead else samples[seat], now)
                self._watch_half_placed(seat, wired, now)
            except Exception:  # one dock's trouble must not silence another
                logger.exception("the dock of seat %d failed", seat)

    def start(self) -> None:
        """Sample in a thread of its own from now on."""
        self._thread = threading.Thread(target=self._run, name="docks", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop sampling and let go of the bus."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(timeout=CLOSES_S)
            if self._thread.is_alive():  # it hangs in the bus, which is not to be touched from here, too
                logger.warning("the docks' bus hangs and is left open")
                return
        self._let_go()

    def _run(self) -> None:
        due = time.monotonic()
        while not self._closing.wait(max(0.0, due - time.monotonic())):
            try:
                self.poll()
            except Exception:  # whatever it is, the other docks must not fall silent
                logger.exception("a round of the docks failed")
            # After a stall the rounds missed are not made up for: they would all see the same.
            due = max(due + SAMPLE_S, time.monotonic())

    def _feed(self, dock: Dock, sample: int | None, now: float) -> None:
        facts = dock.missed(now) if sample is None else dock.feed(sample / FULL_SCALE, now)
        for fact in facts:
            self._report(fact)

    def _watch_half_placed(self, seat: Seat, wired: _Wired, now: float) -> None:
        if not wired.dock.half_placed:
            wired.half_from = None
            return
        wired.half_from = now if wired.half_from is None else wired.half_from
        is_fresh = wired.told_at is not None and now - wired.told_at < TOLD_AGAIN_S
        if now - wired.half_from >= HALF_PLACED_S and not is_fresh:
            wired.told_at = now
            self._tell(saying(Sentence.HALF_PLACED, seat=seat))

    def _sample(self, wired: _Wired, now: float) -> int | None:
        if wired.converter is None and now >= wired.retry_at:
            self._open(wired, now)
        try:
            return None if wired.converter is None else int(wired.converter.raw_value)
        except Exception as error:  # any failure of one channel is that channel's alone
            logger.debug("channel %d: %s", wired.channel, error)
            return None

    def _open_anew_if(self, dead: bool, now: float) -> None:
        if not dead or now < self._heard_at:
            self._heard_at = now
        elif now - self._heard_at >= RETRY_S:
            self._heard_at = now
            self._let_go()  # all of them: a bus that went away does not come back through the same file
            for wired in self._wired.values():
                wired.retry_at = now

    def _let_go(self) -> None:
        for wired in self._wired.values():
            converter, wired.converter = wired.converter, None
            with suppress(Exception):  # a channel that fails now must not keep the others open
                if converter is not None:
                    converter.close()

    def _open(self, wired: _Wired, now: float) -> None:
        try:
            wired.converter = DockChannel(
                wired.channel, echo=self._echo, device=self._select, pin_factory=self._pins()
            )
        except Exception as error:  # no bus, no pin, no factory: the dock is silent, the table goes on
            level = logging.DEBUG if wired.retry_at else logging.WARNING  # said once, not every five seconds
            logger.log(level, "the dock on channel %d cannot be opened: %s", wired.channel, error)
            wired.retry_at = now + RETRY_S


def docks_of(
    wiring: PinMap,
    report: Callable[[DockFact], None],
    pins: Callable[[], Any] = native_pins,
    tell: Callable[[Saying], None] = lambda saying: None,
    clock: Callable[[], float] = time.monotonic,
) -> Docks | None:
    """The docks where the pin map says they are; None where it has none."""
    if wiring.adc_select is None or not wiring.docks:
        return None
    echo = wiring.lamps.chips if wiring.lamps is not None and wiring.lamps.read_back else 0
    return Docks(wiring.docks, report, spi_device(wiring.adc_select), pins, tell, clock, echo)


def _dead(samples: Mapping[Seat, int | None]) -> bool:
    """A line that hangs low reads 0 everywhere; docks cannot all be short-circuited at once."""
    return not any(samples.values())
