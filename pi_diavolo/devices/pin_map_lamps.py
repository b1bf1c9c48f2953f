"""The lamps of a pin map: every LED on a bit of its own, and no chip carries more than it can."""

import math
from typing import Any

from pi_diavolo.devices.pin_claims import Claims
from pi_diavolo.devices.pin_map_values import (
    BadMap,
    check_keys,
    need_keys,
    number,
    numbers_in,
    section,
    shown,
)
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.pin_map import GEMS_PER_SEAT, OUTPUTS_PER_CHIP, PI_V, LampChain
from pi_diavolo.table.players import SEATS, Seat

MOST_CHIPS = 5
MOST_LEDS = 4  # at one output
LED_MA = 5.0
CHIP_MA = 70.0
# 3.3 V is too little for a 74HC's inputs when it runs on 5 V; a 74HCT's are made for it.
CHIPS = {"74HC595": (2.0, 3.6), "74HCT595": (4.5, 5.5)}
WIRES = ("select", "chips", "status", "answers", "gems")
PARTS = ("chip", "supply_v", "led_v", "resistor_ohm", "answer_leds", "read_back")


def lamp_chain(found: dict[str, Any], seats: tuple[Seat, ...], selects: Claims) -> LampChain:
    """The chain that [lamps] describes; raises BadMap."""
    check_keys("lamps.", found, WIRES + PARTS)
    need_keys("lamps.", found, WIRES, "the maps in hardware/ show how")
    chips = _whole("lamps.chips", found["chips"], MOST_CHIPS)
    spoken_for = numbers_in([found[key] for key in ("status", "answers", "gems")])
    output = f"an output of {chips} chip{'s' * (chips > 1)}"
    most = OUTPUTS_PER_CHIP * MOST_CHIPS - 1
    longer = f", or raise lamps.chips ({MOST_CHIPS} at most, for 0 to {most})" if chips < MOST_CHIPS else ""
    bits = Claims(output, range(OUTPUTS_PER_CHIP * chips), spoken_for, longer)
    chain = LampChain(
        select=selects.take("lamps.select", found["select"]),
        chips=chips,
        status=bits.take("lamps.status", found["status"]),
        answers=_answers(section(found, "answers", "lamps."), bits),
        gems=_gems(section(found, "gems", "lamps."), seats, bits),
        **_parts(found),
    )
    _check_current(chain)
    return chain


def _answers(found: dict[str, Any], bits: Claims) -> dict[Colour, int]:
    colours = tuple(str(colour) for colour in IMPS)
    check_keys("lamps.answers.", found, colours, all_needed=True)
    need_keys("lamps.answers.", found, colours, f"there is a window for each of {', '.join(colours)}")
    return {colour: bits.take(f"lamps.answers.{colour}", found[colour]) for colour in IMPS}


def _gems(found: dict[str, Any], seats: tuple[Seat, ...], bits: Claims) -> dict[Seat, tuple[int, ...]]:
    known = tuple(str(seat) for seat in seats)
    for key in (key for key in found if key in map(str, SEATS) and key not in known):
        raise BadMap(
            f"lamps.gems.{key} is for a seat that seats does not list; add it to seats or take it out"
        )
    check_keys("lamps.gems.", found, known, all_needed=True)
    need_keys("lamps.gems.", found, known, f"each seat has {GEMS_PER_SEAT} gem lamps")
    return {seat: _row(seat, found[str(seat)], bits) for seat in seats}


def _row(seat: Seat, found: Any, bits: Claims) -> tuple[int, ...]:
    name = f"lamps.gems.{seat}"
    if not isinstance(found, list) or len(found) != GEMS_PER_SEAT:
        raise BadMap(
            f"{name} = {shown(found)} cannot be; use a list of {GEMS_PER_SEAT} outputs, one for each gem"
        )
    # From 1, as the tables of the wiring count.
    return tuple(bits.take(f"gem {gem} of seat {seat} ({name})", bit) for gem, bit in enumerate(found, 1))


def _parts(found: dict[str, Any]) -> dict[str, Any]:
    chip = found.get("chip", "74HC595")
    if not isinstance(chip, str) or chip not in CHIPS:
        raise BadMap(f"lamps.chip = {shown(chip)} is not known; use {' or '.join(map(repr, CHIPS))}")
    supply = number("lamps.supply_v", found.get("supply_v", 3.3), 2, 6)
    least, most = CHIPS[chip]
    if not least <= supply <= most:
        raise BadMap(
            f"lamps.supply_v = {supply:g} does not suit the {chip};"
            " use a 74HC595 at 3.3 V or a 74HCT595 at 5 V"
        )
    return {
        "chip": chip,
        "supply_v": supply,
        "led_v": number("lamps.led_v", found.get("led_v", 2.0), 1, 4),
        "resistor_ohm": number("lamps.resistor_ohm", found.get("resistor_ohm", 330), 1, 100_000),
        "answer_leds": _whole("lamps.answer_leds", found.get("answer_leds", 2), MOST_LEDS),
        "read_back": _read_back(found.get("read_back", False), supply),
    }


def _read_back(found: Any, supply: float) -> bool:
    if not isinstance(found, bool):
        raise BadMap(f"lamps.read_back = {shown(found)} cannot be; use true or false")
    if found and supply > PI_V:
        raise BadMap(
            f"lamps.read_back = true would lead {supply:g} V to the Pi, which bears 3.3 V;"
            " use false, or a 74HC595 at 3.3 V"
        )
    return found


def _whole(name: str, found: Any, most: int) -> int:
    if type(found) is not int or not 1 <= found <= most:
        raise BadMap(f"{name} = {shown(found)} cannot be; use a whole number from 1 to {most}")
    return found


def _check_current(chain: LampChain) -> None:
    if chain.led_v >= chain.supply_v - 0.3:
        raise BadMap(
            f"lamps.led_v = {chain.led_v:g} leaves nothing of {chain.supply_v:g} V for the resistor;"
            " use LEDs of 2.2 V or less (red, yellow, green), or a 74HCT595 at 5 V"
        )
    if chain.led_ma > LED_MA:
        least = math.ceil(1000 * (chain.supply_v - chain.led_v) / LED_MA)
        raise BadMap(
            f"lamps.resistor_ohm = {chain.resistor_ohm:g} lets {chain.led_ma:.1f} mA through each LED;"
            f" use {least} ohm or more, for {LED_MA:g} mA at most"
        )
    for chip in range(chain.chips):
        if (carried := chain.chip_ma(chip)) > CHIP_MA:
            raise BadMap(
                f"lamps: chip {chip + 1} would carry {carried:.0f} mA with all its lamps lit, more than"
                f" {CHIP_MA:g} mA; raise lamps.resistor_ohm, lower lamps.answer_leds or use another chip"
            )
