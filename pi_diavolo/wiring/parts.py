"""What to buy: every part of a level, counted from the pin map; prices are rough, without postage."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_diavolo.table.dock_codes import PULL_UP_OHM, RESISTORS_OHM
from pi_diavolo.table.pieces import IMP_COLOURS
from pi_diavolo.table.pin_map import BASES, READ_BACK_OHM, MapKind, PinMap
from pi_diavolo.wiring.boards import shared_places
from pi_diavolo.wiring.words import listed

CABLE_M_PER_SEAT = 2


@dataclass(frozen=True, slots=True)
class Item:
    """So many of one part; `each` is the price of one."""

    name: str
    count: int
    each: float
    note: str = ""

    @property
    def cost(self) -> float:
        """All of them."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Build:
    """A level with all its parts and the hours it takes somebody who has soldered before."""

    level: int
    name: str
    items: tuple[Item, ...]
    hours: float

    @property
    def cost(self) -> float:
        """Everything, with nothing in the drawer yet."""
        return sum(item.cost for item in self.items)


# Level 1, and the ground that the others stand on.
EYES = (
    Item("Raspberry Pi 5 (4 GB) or Pi 4", 1, 65, "the Pi 4 works too, and reads more slowly"),
    Item("power supply (27 W for the Pi 5)", 1, 13, "a weak one shows in `pi-diavolo check`"),
    Item("active cooler", 1, 6),
    Item("microSD card, 32 GB", 1, 9),
    Item("Camera Module 3 and its cable", 1, 30, "or any USB camera"),
    Item("camera arm or gooseneck with clamp", 1, 20, "holds the camera 550 to 900 mm above the tray"),
    Item("tray, felt, border plate", 1, 18, "300 × 300 mm inside; green or blue felt reads best"),
    Item("print-outs and glue", 1, 2, "the sheets in `calibration/`"),
)


def build(pins: PinMap | None) -> Build:
    """All parts of the level that this map belongs to; None is level 1, which has no wires."""
    if pins is None:
        return Build(1, "camera + phones", EYES, 2)
    seats = len(pins.seats)
    lamps = tuple(_lamps(pins))
    if pins.kind is MapKind.PANELS:
        return Build(
            2, "camera + panels + lamps", (*EYES, *_panels(pins), *lamps, *_common(pins)), 5 + 1.0 * seats
        )
    items = (*EYES, *_bases(pins), *_docks(pins), *lamps, *_common(pins))
    return Build(3, "camera + bases + docks + lamps", items, 10 + 1.0 * seats)


def _panels(pins: PinMap) -> Iterator[Item]:
    seats = len(pins.seats)
    for colour in ("black", "white", "red", "gray"):
        yield Item(f"push button 12 to 30 mm, {colour} cap", seats, 0.9, "normally open, no latch")
    yield Item("panel box (printed or wood)", seats, 2)


def _bases(pins: PinMap) -> Iterator[Item]:
    count = len(pins.bases)
    yield Item("reed switch, normally open, 14 mm", count, 0.6, "or a fast open-drain Hall switch")
    yield Item("disc magnet 8 × 3 mm, N35", len(BASES), 0.3, "one in each imp's foot")
    yield Item("printed imp base", count, 0.2, "`hardware/parts/imp_base.scad`")
    yield Item("printed imp foot", len(BASES), 0.15, "`hardware/parts/imp_foot.scad`")


def _docks(pins: PinMap) -> Iterator[Item]:
    docks = len(pins.docks)
    if not docks:
        return
    yield Item("MCP3008, DIP-16, and socket", 1, 4)
    yield Item(f"resistor {PULL_UP_OHM / 1000:g} kΩ, 1 %", docks, 0.05, "a channel's pull-up")
    yield Item("capacitor 100 nF, ceramic", docks + 1, 0.05, "one a channel, one at the chip")
    for imp, ohm in enumerate(RESISTORS_OHM):
        yield Item(f"resistor {ohm / 1000:g} kΩ, 1 %", 1, 0.05, f"inside imp {imp} ({IMP_COLOURS[imp]})")
    yield Item("copper foil tape, 5 mm wide, 1 m", 1, 2, "the imps' contact rings")
    yield Item("sprung contact pin, soft (30 g)", 2 * docks, 0.35, "two a dock")
    yield Item("steel washer M8", docks, 0.1, "in the dock, for the imp's magnet to hold on to")
    yield Item("printed dock ring", docks, 0.3, "`hardware/parts/dock_ring.scad`")


def _lamps(pins: PinMap) -> Iterator[Item]:
    if (chain := pins.lamps) is None:
        return
    leds = sum(chain.leds.values())
    gems = sum(len(bits) for bits in chain.gems.values())
    yield Item(f"{chain.chip}, DIP-16, and socket", chain.chips, 0.7)
    yield Item("LED 5 mm, red, low current", gems, 0.08, f"gems; {chain.led_v:g} V, at most 2.2 V")
    yield Item("LED 5 mm, yellow, low current", leds - gems - 1, 0.08, "answer windows")
    yield Item("LED 5 mm, green (yellow-green), low current", 1, 0.08, "status; not the 3 V kind")
    yield Item(f"resistor {chain.resistor_ohm:g} Ω", leds, 0.03, "one for each LED")
    yield Item("capacitor 100 nF, ceramic", chain.chips, 0.05, "one at each chip")
    yield Item("capacitor 10 µF, 10 V", 1, 0.1, "output enable, at power-up")
    yield Item("resistor 100 kΩ", 1, 0.05, "output enable, at power-up")
    if chain.can_be_read_back:
        note = "" if chain.read_back else "optional: "
        yield Item(f"resistor {READ_BACK_OHM / 1000:g} kΩ", 1, 0.05, f"{note}reads the lamp chain back")


def _common(pins: PinMap) -> Iterator[Item]:
    yield Item("stripboard 100 × 160 mm", 1, 4)
    yield Item("40-way header cable, or jumper wires", 1, 4)
    if shared := shared_places(pins):
        note = f"for the two wires of header pins {listed(shared)} each"
        yield Item("lever clamp, 3 ways", len(shared), 0.5, note)
    yield Item("cable, 10 wires, a metre", CABLE_M_PER_SEAT * len(pins.seats), 1.2, "two metres a seat")
    yield Item("plug and socket, 10 ways", len(pins.seats), 1, "so that a seat comes off")


def merged(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The shopping list: the same part only once."""
    found: dict[str, Item] = {}
    for item in items:
        before = found.get(item.name, Item(item.name, 0, item.each))
        notes = "; ".join(note for note in (before.note, item.note) if note)
        found[item.name] = Item(item.name, before.count + item.count, item.each, notes)
    return tuple(found.values())
