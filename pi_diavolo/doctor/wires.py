"""Bases, buttons, docks and lamps: what their wires say, at rest and when somebody moves them."""

from collections.abc import Mapping

from pi_diavolo.doctor.finding import Finding
from pi_diavolo.table.dock_codes import NoImp, code_of
from pi_diavolo.table.lamps import AnswerLamp, GemLamp, Lamp, StatusLamp
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import IMP_COLOURS
from pi_diavolo.table.players import Seat

SLOW_MS = 50.0
RESTS_MS = 250.0  # the way back is told only when the switch has surely come to rest

# What can be wrong with a wire; light, heat and the like are judged elsewhere.
FAULTS: Mapping[Fault, tuple[str, str]] = {
    Fault.STUCK: ("does not move", "look for a short circuit, a bent reed or a button that is held down"),
    Fault.FLOATING: ("moves by itself", "look for a loose wire, and for a ground that is missing"),
    Fault.CHATTERING: ("never comes to rest", "solder it again, or replace the switch"),
    Fault.EDGES_LOST: ("moved, and not all of it arrived", "install gpiod, and close other programs"),
    Fault.SILENT: ("does not answer", "look at its wires and at the pin map"),
    Fault.STALLED: ("answers no more", "look at its wires"),
    Fault.UNREADABLE: ("answers with what cannot be", "wipe the contacts and look at its wires"),
}


def name_of(part: Part) -> str:
    """A part as findings name it."""
    match part.kind:
        case PartKind.BASE:
            return f"base {part.number}"
        case PartKind.BUTTON:
            return f"button {part.number} {part.colour}"
        case PartKind.DOCK:
            return f"dock {part.number}"
        case (
            PartKind.CAMERA | PartKind.SWITCHES | PartKind.LAMPS | PartKind.SUPPLY | PartKind.COMPUTER
            | PartKind.DISK
        ):  # fmt: skip
            return str(part.kind)


def where(part: Part) -> str:
    """Where its wire ends, as the pin map has it."""
    if part.pin is None:
        return ""
    return f"channel {part.pin}" if part.kind is PartKind.DOCK else f"GPIO{part.pin}"


def failed(part: Part, fault: Fault) -> Finding:
    """A part that was found broken."""
    found, do = FAULTS[fault]
    return Finding(name_of(part), False, f"{where(part)} {found}".strip(), "to move when it is moved", do)


def at_rest(part: Part, closed: bool | None, fault: Fault | None = None) -> Finding:
    """A switch that nobody touches."""
    if fault is not None or closed is None:
        return failed(part, fault or Fault.SILENT)
    state = f"{where(part)} is {'closed' if closed else 'open'} and quiet"
    if part.kind is PartKind.BUTTON:
        do = "let go of it; if nobody holds it, look for a short circuit" if closed else ""
        return Finding(name_of(part), not closed, state, "open and quiet", do)
    standing = ", as under an imp" if closed else ", as without an imp"
    return Finding(name_of(part), True, state + standing, "closed under an imp, open without")


def moved(part: Part, after_ms: float, within_ms: float = SLOW_MS) -> Finding:
    """A switch that somebody moved when asked to; how long we took to hear of it."""
    do = "close other programs: the computer cannot keep up" if after_ms > within_ms else ""
    found = f"{where(part)} seen after {after_ms:.0f} ms"
    return Finding(name_of(part), not do, found, f"seen within {within_ms:.0f} ms", do)


def another_moved(part: Part, other: Part) -> Finding:
    """Somebody was asked to move one, and another one moved."""
    do = f"exchange the wires of {where(part)} and {where(other)}, or change the pin map"
    return Finding(name_of(part), False, f"{name_of(other)} moved instead", f"{where(part)} to move", do)


def nothing_moved(part: Part, seconds: float) -> Finding:
    """Nobody moved it, or it did not tell."""
    do = "look at magnet and reed, then at the wires" if part.kind is PartKind.BASE else "look at its wires"
    return Finding(name_of(part), False, f"{where(part)}: nothing in {seconds:.0f} s", "to move", do)


# Docks


def dock_reads(seat: Seat, channel: int, reading: int | None) -> Finding:
    """A dock as it is read now."""
    part = Part(PartKind.DOCK, seat, pin=channel)
    wanted = "empty, or an imp's resistor"
    if reading is None:
        return failed(part, Fault.SILENT)
    code = code_of(reading)
    if code is NoImp.HALF_PLACED:
        found = f"channel {channel} reads {reading} of 1023: no imp's resistor"
        return Finding(name_of(part), False, found, wanted, "wipe the contacts; compare the resistor's value")
    lies = "empty" if isinstance(code, NoImp) else f"imp {code} ({IMP_COLOURS[code]})"
    return Finding(name_of(part), True, f"channel {channel} reads {reading} of 1023: {lies}", wanted)


def docked(seat: Seat, channel: int, imp: int, after_ms: float) -> Finding:
    """An imp that somebody put on a dock when asked to."""
    found = f"channel {channel} knows imp {imp} ({IMP_COLOURS[imp]}) after {after_ms:.0f} ms"
    return Finding(f"dock {seat}", True, found, "to know the imp")


def nothing_docked(seat: Seat, channel: int, seconds: float) -> Finding:
    """No imp was recognised."""
    do = "press it on; wipe the contacts; measure the imp's resistor between its rings"
    return Finding(
        f"dock {seat}", False, f"channel {channel}: no imp in {seconds:.0f} s", "to know an imp", do
    )


# Lamps


def lamp_name(lamp: Lamp) -> str:
    """A lamp as findings and questions name it."""
    match lamp:
        case GemLamp(seat=seat, gem=gem):
            return f"gem {gem} of seat {seat}"
        case AnswerLamp(colour=colour):
            return f"answer {colour}"
        case StatusLamp():
            return "status"


def lamp_shone(lamp: Lamp, bit: int, shone: bool) -> Finding:
    """What somebody said of one lamp."""
    chip, output = bit // 8 + 1, "ABCDEFGH"[bit % 8]
    place = f"chip {chip}, output Q{output}"
    do = "" if shone else f"look at {place}: the LED's direction, its resistor, the solder"
    return Finding(
        f"lamp {lamp_name(lamp)}", shone, f"{place} {'shines' if shone else 'is dark'}", "to shine", do
    )


def lamps_sent(chips: int) -> Finding:
    """The chain took its bits; that says nothing about the lamps behind it."""
    found = f"{chips} chips were sent their bits; whether lamps shine only people see"
    return Finding("lamps", None, found, "to shine", "run `pi-diavolo check lamps` in a terminal")


def lamps_heard(chips: int, heard: bool) -> Finding:
    """Whether a chain that is read back sends out at its end what it was sent."""
    if heard:
        return Finding("lamp chain", True, f"{chips} chips answer", f"{chips} chips to answer")
    do = (
        "look at the lamp board's plug and supply, at SER and SRCLK from chip to chip,"
        " and at the 4.7 kΩ from pin 9 of the last chip to GPIO 9"
    )
    return Finding("lamp chain", False, "nothing comes back", f"{chips} chips to answer", do)


def lamps_failed(why: str) -> Finding:
    """The chain could not even be spoken to."""
    do = "switch SPI on (`sudo raspi-config nonint do_spi 0`) and look at the pin map"
    return Finding("lamps", False, f"the chain cannot be reached ({why})", "to shine", do)
