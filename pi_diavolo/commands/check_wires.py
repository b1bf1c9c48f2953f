"""`pi-diavolo check`: bases, buttons, docks and lamps, as far as a pin map says where they are."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pi_diavolo.commands.check_asking import Bench, Quit, Skipped
from pi_diavolo.commands.check_switches import OpenEdges, check_switches
from pi_diavolo.doctor.finding import Finding, not_here, skipped
from pi_diavolo.doctor.header import judge_header
from pi_diavolo.doctor.wires import (
    dock_reads,
    docked,
    lamp_name,
    lamp_shone,
    lamps_failed,
    lamps_heard,
    lamps_sent,
    nothing_docked,
)
from pi_diavolo.errors import DiavoloError
from pi_diavolo.table.docks import SAMPLE_S
from pi_diavolo.table.facts import Fact, ImpDocked
from pi_diavolo.table.lamps import layout_of
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.pin_map import LampChain, PinMap
from pi_diavolo.table.players import Seat

WIRES = ("pins", "bases", "buttons", "docks", "lamps")
ANSWERS_ADVICE = "look at the wires and the pin map, close what else uses them, and try again"
KINDS = {"bases": PartKind.BASE, "buttons": PartKind.BUTTON}


class SampledDocks(Protocol):
    """All docks on their converter."""

    def readings(self) -> Mapping[Seat, int | None]:
        """What each reads now."""

    def poll(self) -> None:
        """Sample all, and report."""

    def close(self) -> None:
        """Let go of the bus."""


class Chain(Protocol):
    """The lamps' registers."""

    def write(self, outputs: bytes) -> bool:
        """Send the whole chain; False where it should have been heard and was not."""

    def close(self) -> None:
        """Let go of the bus."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """How each kind of part is reached."""

    edges: OpenEdges
    docks: Callable[[PinMap, Callable[[Fact], None]], SampledDocks | None]
    lamps: Callable[[LampChain], Chain]
    root: Path = Path("/")


def real_hardware() -> Hardware | None:
    """The Pi's own pins; None where this machine has none."""
    from pi_diavolo.devices.gpio_chip import find_chip

    if find_chip() is None:
        return None
    from pi_diavolo.devices.docks import docks_of
    from pi_diavolo.devices.edges import open_edges
    from pi_diavolo.devices.shift_registers import chain_of
    from pi_diavolo.devices.spi import native_pins

    def lamps(chain: LampChain) -> Chain:
        made: Chain = chain_of(chain, native_pins())
        return made

    return Hardware(open_edges, docks_of, lamps)


def check_wires(
    wanted: Collection[str], wired: PinMap | None, hardware: Hardware | None, bench: Bench
) -> Iterator[Finding]:
    """Those of WIRES that are wanted."""
    chosen = [part for part in WIRES if part in wanted]
    if hardware is None or wired is None:
        yield from _not_here(chosen, hardware is not None)
        return
    left = list(chosen)
    try:
        for part in chosen:
            yield from _checked(part, wired, hardware, bench)
            left.remove(part)
    except Quit:
        for part in left:
            yield not_here(part, f"try it again with `pi-diavolo check {part}`", "not tried any more")


def _not_here(chosen: Collection[str], has_pins: bool) -> Iterator[Finding]:
    do, found = "name a pin map to check it: --pins bases-4", "not here: the settings say phones"
    if not has_pins:
        do, found = "run it on the Pi of the table", "not here: this machine has no GPIO header"
    for part in chosen:
        yield not_here(part, do, found)


def _checked(part: str, wired: PinMap, hardware: Hardware, bench: Bench) -> Iterator[Finding]:
    try:
        match part:
            case "pins":
                yield from judge_header(wired, hardware.root)
            case "docks":
                yield from _docks(wired, hardware, bench)
            case "lamps":
                yield from _lamps(wired, hardware, bench)
            case _:
                yield from _switches(part, wired, hardware, bench)
    except DiavoloError as error:
        found, _, do = str(error).partition("; ")
        yield Finding(part, False, found, "to be reached", do)
    except OSError as error:  # the lines were opened and then answer no more
        yield Finding(part, False, f"no answer ({error})", "to be reached", ANSWERS_ADVICE)


def _switches(part: str, wired: PinMap, hardware: Hardware, bench: Bench) -> Iterator[Finding]:
    parts = {pin: one for pin, one in wired.inputs.items() if one.kind is KINDS[part]}
    if not parts:
        yield not_here(part, "", f"not here: the pin map {wired.name} has none")
        return
    yield from check_switches(parts, hardware.edges, bench)


# Docks


def _docks(wired: PinMap, hardware: Hardware, bench: Bench) -> Iterator[Finding]:
    docks = hardware.docks(wired, bench.report) if wired.docks else None
    if docks is None:
        yield not_here("docks", "", f"not here: the pin map {wired.name} has none")
        return
    try:
        readings = docks.readings()
        for seat, channel in wired.docks.items():
            at_rest = dock_reads(seat, channel, readings[seat])
            if not bench.asks or at_rest.ok is False:
                yield at_rest
                continue
            try:
                yield _docked(docks, seat, channel, bench)
            except Skipped:
                yield skipped(f"dock {seat}")
    finally:
        docks.close()


def _docked(docks: SampledDocks, seat: Seat, channel: int, bench: Bench) -> Finding:
    bench.say(f"put an imp on the dock of seat {seat} (channel {channel}) …")
    until = bench.clock.now() + bench.patience_s
    while bench.clock.now() < until:
        docks.poll()
        fact = bench.wait(bench.clock.now() + SAMPLE_S)
        if isinstance(fact, ImpDocked) and fact.seat == seat:
            return docked(seat, channel, fact.imp, 1000 * (bench.clock.now() - fact.at))
    return nothing_docked(seat, channel, bench.patience_s)


# Lamps


def _lamps(wired: PinMap, hardware: Hardware, bench: Bench) -> Iterator[Finding]:
    if wired.lamps is None:
        yield not_here("lamps", "", f"not here: the pin map {wired.name} has none")
        return
    try:
        chain = hardware.lamps(wired.lamps)
        try:
            heard = chain.write(bytes(wired.lamps.chips))
            if wired.lamps.read_back:
                yield lamps_heard(wired.lamps.chips, heard)
            if bench.asks:
                yield from _each_lamp(chain, wired.lamps, bench)
            else:
                yield lamps_sent(wired.lamps.chips)
        finally:
            _leave_dark(chain, wired.lamps.chips)
    except Quit:
        raise
    except Exception as error:  # a bus may fail in many ways, at any time, and each is a finding
        yield lamps_failed(str(error) or type(error).__name__)


def _leave_dark(chain: Chain, chips: int) -> None:
    with suppress(Exception):  # what fails now has been told
        chain.write(bytes(chips))
    with suppress(Exception):
        chain.close()


def _each_lamp(chain: Chain, wired: LampChain, bench: Bench) -> Iterator[Finding]:
    layout = layout_of(wired)
    for lamp, bit in sorted(layout.bits.items(), key=lambda one: one[1]):
        chain.write(layout.outputs([lamp]))
        name = lamp_name(lamp)
        try:
            shone = bench.asked(f"does it shine: {name}? (y, n)")
        except Skipped:
            shone = None
        yield lamp_shone(lamp, bit, shone) if shone is not None else skipped(f"lamp {name}")
