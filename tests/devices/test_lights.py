"""The lamps as an outlet: from effects to the bits on the registers, at once and whatever fails."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from pi_diavolo.devices import lights as lights_module
from pi_diavolo.devices.lights import LAMPS, REFRESH_S, RETRY_S, Lights, lights_of
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.devices.shift_registers import ShiftRegisters, chain_of
from pi_diavolo.devices.spi import native_pins
from pi_diavolo.simulator.chips import SimulatedRegisters
from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.table.echo import BELIEVED
from pi_diavolo.table.effects import Effect, ShowGems, ShowStatus, Status
from pi_diavolo.table.events import Tick
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamps import PATTERNS, STATUS, Lamp, Signal, gem_lamps, layout_of
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.players import Seat


class Chain:
    """Registers that note what they get and can be broken."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.broken = self.closed = False
        self.heard = True
        self.hangs_s = 0.0

    def open(self) -> "Chain":
        return self

    def write(self, outputs: bytes) -> bool:
        time.sleep(self.hangs_s)
        if self.broken:
            raise OSError("no answer")
        self.writes.append(outputs)
        return self.heard

    def close(self) -> None:
        self.closed = True

    @property
    def lit(self) -> frozenset[Lamp]:
        return LAYOUT.lit(self.writes[-1])


WIRING = shipped("panels", 6)
assert WIRING.lamps is not None
LAYOUT = layout_of(WIRING.lamps)
GEMS: list[Effect] = [ShowGems({Seat(1): 3, Seat(6): 5}), ShowStatus(Status.GRAB)]
LIT = gem_lamps(Seat(1), 3) | gem_lamps(Seat(6)) | {STATUS}


@pytest.fixture
def bus() -> Iterator[SimulatedRegisters]:
    Device.pin_factory = factory = MockFactory()
    yield SimulatedRegisters(LAYOUT.registers)
    factory.close()
    Device.pin_factory = None


def test_effects_arrive_as_bits_on_the_registers(bus: SimulatedRegisters) -> None:
    lights = Lights(partial(ShiftRegisters, 5, port=0, device=0), LAYOUT)
    lights.show(Tick(1.0), GEMS, 1.0)
    lights.refresh(1.0)
    assert bus.lit == {LAYOUT.bits[lamp] for lamp in LIT}
    lights.close()
    assert bus.outputs == bytes(5)


def test_the_registers_may_hang_on_any_pins() -> None:
    Device.pin_factory = factory = MockFactory()
    with ShiftRegisters(2, clock_pin=21, mosi_pin=20, miso_pin=19, select_pin=26) as registers:
        registers.write(b"\x00\x01")
        assert [factory.pin(pin).state for pin in (21, 20, 26)] == [0, 1, 1]
        with pytest.raises(ValueError, match="2 registers"):
            registers.write(b"\x00")
    factory.close()
    Device.pin_factory = None


def test_only_changes_are_sent_and_everything_once_a_second() -> None:
    chain = Chain()
    lights = Lights(chain.open, LAYOUT)
    lights.show(Tick(0.0), GEMS, 0.0)
    for number in range(100):
        lights.refresh(number * 0.0251)
    assert len(chain.writes) == 1 + int(100 * 0.0251 / REFRESH_S)
    assert chain.lit == LIT


def test_the_status_lamp_blinks_as_its_pattern_says() -> None:
    chain, seconds = Chain(), 10
    lights = Lights(chain.open, LAYOUT)
    lights.show(Tick(0.0), [ShowStatus(Status.ROLL_NOW)], 0.0)
    shines = 0
    for number in range(100 * seconds):
        lights.refresh(number / 100)
        shines += STATUS in chain.lit
    (_, on), (_, off) = PATTERNS[Signal.ROLL_NOW]
    assert shines / (100 * seconds) == pytest.approx(on / (on + off), abs=0.1)


def test_lamps_that_fail_are_said_once_tried_again_and_said_when_they_are_back() -> None:
    chain, facts = Chain(), list[PartFailed | PartRecovered]()
    lights = Lights(chain.open, LAYOUT, report=facts.append)
    chain.broken = True
    lights.show(Tick(1.0), GEMS, 1.0)
    for number in range(100):
        lights.refresh(1.0 + number / 10)
    assert facts == [PartFailed(LAMPS, Fault.SILENT, 1.0)]
    chain.broken = False
    lights.refresh(20.0)
    assert facts[1:] == [PartRecovered(LAMPS, 20.0)]
    assert chain.lit == LIT


def test_a_chain_that_is_not_heard_is_said_and_goes_on_being_lit() -> None:
    chain, facts = Chain(), list[PartFailed | PartRecovered]()
    lights = Lights(chain.open, LAYOUT, report=facts.append)
    chain.heard = False
    for number in range(BELIEVED + 2):
        lights.refresh(number * REFRESH_S)
    assert facts == [PartFailed(LAMPS, Fault.SILENT, (BELIEVED - 1) * REFRESH_S)]
    at = (BELIEVED + 2) * REFRESH_S
    lights.show(Tick(at), GEMS, at)
    lights.refresh(at)  # at once: perhaps only its way back is broken
    assert chain.lit >= gem_lamps(Seat(6))
    assert not chain.closed
    chain.heard = True
    for number in range(BELIEVED):
        lights.refresh(at + (1 + number) * REFRESH_S)
    assert facts[1:] == [PartRecovered(LAMPS, at + BELIEVED * REFRESH_S)]


def test_a_bus_that_fails_while_the_chain_is_not_heard_is_one_fault() -> None:
    chain, facts = Chain(), list[PartFailed | PartRecovered]()
    lights = Lights(chain.open, LAYOUT, report=facts.append)
    chain.heard = False
    for number in range(BELIEVED):
        lights.refresh(number * REFRESH_S)
    chain.broken = True
    lights.refresh(10.0)
    chain.broken, chain.heard = False, True
    for number in range(BELIEVED):
        lights.refresh(10.0 + RETRY_S + number * REFRESH_S)
    assert [type(fact) for fact in facts] == [PartFailed, PartRecovered]


def test_a_bus_that_cannot_be_opened_is_tried_again() -> None:
    chain, tries, facts = Chain(), list[float](), list[PartFailed | PartRecovered]()

    def open_chain() -> Chain:
        tries.append(0)
        if len(tries) < 3:
            raise OSError("no such bus")
        return chain

    lights = Lights(open_chain, LAYOUT, report=facts.append)
    for number in range(100):
        lights.refresh(number * RETRY_S / 25)
    assert len(tries) == 3
    assert [type(fact) for fact in facts] == [PartFailed, PartRecovered]


def test_nothing_that_is_shown_can_make_the_lamps_raise() -> None:
    lights = Lights(Chain().open, LAYOUT)
    lights.show(Tick(1.0), [ShowStatus("nonsense")], 1.0)  # type: ignore[arg-type]
    lights.show(Tick(1.0), GEMS, 1.0)
    lights.refresh(1.0)


def test_closing_leaves_the_lamps_dark_even_when_they_fail() -> None:
    chain = Chain()
    lights = Lights(chain.open, LAYOUT)
    lights.start()
    lights.show(Tick(1.0), GEMS, time.monotonic())
    until(lambda: bool(chain.writes))
    lights.close()
    assert chain.lit == frozenset()
    assert chain.closed
    chain.broken = True
    lights.close()


def test_the_thread_lights_what_is_shown_without_waiting_for_its_next_tick(
    bus: SimulatedRegisters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_diavolo.devices.lights.TICK_S", 3600.0)
    lights = Lights(partial(ShiftRegisters, 5, port=0, device=0), LAYOUT)
    lights.start()
    gems = gem_lamps(Seat(2))
    bits = {LAYOUT.bits[lamp] for lamp in gems}
    for number in range(40):
        wanted = bits if number % 2 else set()
        lights.show(Tick(1.0), [ShowGems({Seat(2): 5} if number % 2 else {})], time.monotonic())
        until(partial(shines, bus, bits, wanted))
    lights.close()


def test_a_bus_that_hangs_makes_nobody_wait() -> None:
    chain = Chain()
    chain.hangs_s = 3.0
    lights = Lights(chain.open, LAYOUT)
    lights.start()
    began = time.perf_counter()
    for _ in range(100):
        lights.show(Tick(1.0), GEMS, time.monotonic())
    assert time.perf_counter() - began < 2.0
    lights.close()


def test_the_thread_survives_a_report_that_fails() -> None:
    def report(_fact: PartFailed | PartRecovered) -> None:
        raise RuntimeError("the inbox is gone")

    chain = Chain()
    chain.broken = True
    now = [0.0]
    lights = Lights(chain.open, LAYOUT, report=report, clock=lambda: now[0])
    lights.start()
    until(lambda: lights._retry_at is not None)
    chain.broken, now[0] = False, 10.0
    until(lambda: bool(chain.writes))
    lights.close()


def test_after_a_failure_the_chain_is_opened_anew() -> None:
    stale, fresh = Chain(), Chain()
    chains = [stale, fresh]
    lights = Lights(lambda: chains.pop(0), LAYOUT)
    lights.show(Tick(0.0), GEMS, 0.0)
    lights.refresh(0.0)
    stale.broken = True  # for good: its device was taken away, and came back as another
    lights.refresh(REFRESH_S)
    assert stale.closed
    lights.refresh(REFRESH_S + RETRY_S)
    assert fresh.lit == LIT


def test_a_bus_that_hangs_is_not_touched_by_whoever_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lights_module, "CLOSES_S", 0.01)
    in_it, may_go = threading.Event(), threading.Event()

    class Hanging(Chain):
        def write(self, outputs: bytes) -> bool:
            in_it.set()
            may_go.wait(60)
            return super().write(outputs)

    chain = Hanging()
    lights = Lights(chain.open, LAYOUT)
    lights.start()
    assert in_it.wait(30)
    lights.close()
    assert not chain.closed
    assert chain.writes == []
    may_go.set()


def test_real_lamps_beside_simulated_pins_speak_to_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    real, simulated = MockFactory(), SimulatedPins()  # the first stands in for the Pi's own pins
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(lambda: real))
    monkeypatch.setattr(Device, "pin_factory", None)
    native_pins.cache_clear()
    assert WIRING.lamps is not None
    shown = SimulatedRegisters(5, pin_factory=real)
    dark = SimulatedRegisters(5, pin_factory=simulated.factory)
    lights = lights_of(WIRING)
    assert lights is not None
    with closing(chain_of(WIRING.lamps, simulated.factory)), closing(lights):
        assert Device.pin_factory is None
        Device.pin_factory = simulated.factory  # as it is while another simulated interface is being made
        lights.show(Tick(1.0), GEMS, 1.0)
        lights.refresh(1.0)
        assert LAYOUT.lit(shown.outputs) == LIT
        assert dark.outputs == bytes(5)
    native_pins.cache_clear()


def shines(bus: SimulatedRegisters, bits: set[int], wanted: set[int]) -> bool:
    return bool(bus.lit & bits == wanted)


def until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for something another thread does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.0005)
