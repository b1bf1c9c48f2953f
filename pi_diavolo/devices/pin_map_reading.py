"""A pin map's TOML becomes a PinMap: unknown keys, doubled pins and missing wires are refused by name."""

from collections.abc import Mapping
from typing import Any

from pi_diavolo.devices.pin_claims import Claims
from pi_diavolo.devices.pin_map_lamps import lamp_chain
from pi_diavolo.devices.pin_map_values import BadMap, check_keys, need_keys, numbers_in, section, shown
from pi_diavolo.table.pieces import IMP_COLOURS, IMPS, Colour
from pi_diavolo.table.pin_map import (
    BASES,
    CHANNELS,
    FREES,
    GPIOS,
    MISO,
    MOSI,
    SCLK,
    SELECTS,
    MapKind,
    Need,
    PinMap,
)
from pi_diavolo.table.players import SEATS, Seat

FEWEST_SEATS = 2
KEYS = {
    MapKind.PANELS: ("kind", "seats", "needs", "buttons", "lamps"),
    MapKind.BASES: ("kind", "seats", "needs", "bases", "homes", "docks", "lamps"),
}
ALL_KEYS = tuple(dict.fromkeys(key for keys in KEYS.values() for key in keys))
OWNERS: Mapping[Need, str] = {
    Need.ONE_SELECT: "the second select of SPI0",
    Need.SERIAL_OFF: "the serial console",
    Need.I2C_OFF: "the I2C bus",
    Need.NO_HAT: "the memory of a HAT",
}
EVERY_NEED = ", ".join(f'"{need}"' for need in Need)


def pin_map(document: Mapping[str, Any]) -> PinMap:
    """The map that the document describes; raises BadMap for the first thing that cannot be."""
    kind = _kind(document)
    check_keys("", document, KEYS[kind])
    seats, needs = _seats(document.get("seats")), _needs(document.get("needs", []))
    if kind is MapKind.PANELS and len(seats) == len(SEATS):
        _refuse_missing_needs(needs)
    spoken_for = numbers_in([document.get("buttons"), document.get("bases")])
    pins, selects = _free_pins(needs, spoken_for), _free_selects(needs)
    lamps = lamp_chain(section(document, "lamps"), seats, selects) if "lamps" in document else None
    select, docks = None, dict[Seat, int]()
    if "docks" in document:
        select, docks = _docks(section(document, "docks"), seats, selects)
    return PinMap(
        kind=kind,
        seats=seats,
        buttons=_buttons(section(document, "buttons"), seats, pins) if kind is MapKind.PANELS else {},
        bases=_bases(section(document, "bases"), pins) if kind is MapKind.BASES else {},
        homes=_homes(section(document, "homes")) if "homes" in document else {},
        docks=docks,
        adc_select=select,
        lamps=lamps,
        needs=needs,
    )


def _kind(document: Mapping[str, Any]) -> MapKind:
    found = document.get("kind")
    if found is None:
        check_keys("", document, ALL_KEYS)  # a misspelt key tells more than a missing one
    if not isinstance(found, str) or found not in tuple(MapKind):
        said = "kind is missing" if found is None else f"kind = {shown(found)} cannot be"
        raise BadMap(f'{said}; use kind = "panels" (buttons) or kind = "bases" (switches under the imps)')
    return MapKind(found)


def _seats(found: Any) -> tuple[Seat, ...]:
    wanted = (
        f"a list of {FEWEST_SEATS} to {len(SEATS)} different seats from 1 to {len(SEATS)}, such as [1, 2, 3]"
    )
    if not isinstance(found, list):
        said = "seats is missing" if found is None else f"seats = {shown(found)} cannot be"
        raise BadMap(f"{said}; use {wanted}")
    for seat in found:
        if type(seat) is not int or seat not in SEATS:
            raise BadMap(f"seats: {shown(seat)} is no seat; use {wanted}")
    if len(found) < FEWEST_SEATS or len(set(found)) != len(found):
        raise BadMap(f"seats = {shown(found)} cannot be; use {wanted}")
    return tuple(Seat(seat) for seat in sorted(found))


def _needs(found: Any) -> frozenset[Need]:
    if not isinstance(found, list):
        raise BadMap(f"needs = {shown(found)} cannot be; use a list of {EVERY_NEED}, or []")
    for need in found:
        if not isinstance(need, str) or need not in tuple(Need):
            raise BadMap(f"needs: {shown(need)} is not known; use a list of {EVERY_NEED}, or []")
    return frozenset(Need(need) for need in found)


def _refuse_missing_needs(needs: frozenset[Need]) -> None:
    if missing := [f'"{need}"' for need in Need if need not in needs]:
        raise BadMap(
            f"needs lacks {', '.join(missing)}: panels for six seats take every pin there is;"
            " put it into needs and prepare the Pi as hardware/README.md says (dtoverlay=spi0-1cs,"
            " no serial console, no I2C, no HAT)"
        )


def _free_pins(needs: frozenset[Need], spoken_for: set[int]) -> Claims:
    pins = Claims("a GPIO pin", GPIOS, spoken_for)
    pins.reserve((MISO, MOSI, SCLK), "SPI0, which the lamps and docks use")
    pins.reserve(SELECTS[:1], "the select of SPI0")
    for need, freed in FREES.items():
        if need not in needs:
            pins.reserve(freed, OWNERS[need], f', or put "{need}" into needs and see hardware/README.md')
    return pins


def _free_selects(needs: frozenset[Need]) -> Claims:
    return Claims("a select of SPI0", SELECTS[:1] if Need.ONE_SELECT in needs else SELECTS)


def _buttons(found: dict[str, Any], seats: tuple[Seat, ...], pins: Claims) -> dict[int, tuple[Seat, Colour]]:
    _refuse_strangers("buttons", found, seats)
    colours = tuple(str(colour) for colour in IMPS)
    buttons: dict[int, tuple[Seat, Colour]] = {}
    for seat in seats:
        panel, prefix = section(found, str(seat), "buttons."), f"buttons.{seat}."
        check_keys(prefix, panel, colours, all_needed=True)
        need_keys(prefix, panel, colours, f"seat {seat} has a button for each of {', '.join(colours)}")
        for colour in IMPS:
            buttons[pins.take(f"{prefix}{colour}", panel[colour])] = (seat, colour)
    return buttons


def _bases(found: dict[str, Any], pins: Claims) -> dict[int, int]:
    numbers = tuple(str(base) for base in BASES)
    check_keys("bases.", found, numbers, all_needed=True)
    need_keys("bases.", found, numbers, "give each base from 0 to 9 its GPIO pin, also those not in play")
    return {pins.take(f"bases.{base}", found[base]): int(base) for base in numbers}


def _homes(found: dict[str, Any]) -> dict[int, int]:
    check_keys("homes.", found, tuple(str(base) for base in BASES))
    imps = Claims("an imp", range(len(IMP_COLOURS)), numbers_in([found]))
    return {int(base): imps.take(f"homes.{base}", imp) for base, imp in found.items()}


def _docks(found: dict[str, Any], seats: tuple[Seat, ...], selects: Claims) -> tuple[int, dict[Seat, int]]:
    need_keys("docks.", found, ("select",), "give the MCP3008's select, GPIO 7 or 8")
    select = selects.take("docks.select", found["select"])
    _refuse_strangers("docks", {key: value for key, value in found.items() if key != "select"}, seats)
    channels = Claims(
        "a channel of the MCP3008", CHANNELS, numbers_in([found.get(str(seat)) for seat in seats])
    )
    need_keys("docks.", found, tuple(map(str, seats)), "give each seat's dock a channel from 0 to 7")
    return select, {seat: channels.take(f"docks.{seat}", found[str(seat)]) for seat in seats}


def _refuse_strangers(name: str, found: Mapping[str, Any], seats: tuple[Seat, ...]) -> None:
    known = tuple(str(seat) for seat in seats)
    for key in (key for key in found if key not in known):
        if key in map(str, SEATS):
            raise BadMap(
                f"{name}.{key} is for a seat that seats does not list; add {key} to seats or take it out"
            )
    check_keys(f"{name}.", found, known, all_needed=True)
