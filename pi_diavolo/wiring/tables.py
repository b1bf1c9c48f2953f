"""The connection tables of one pin map, and its shopping list, as Markdown."""

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.pieces import IMP_COLOURS
from pi_diavolo.table.pin_map import (
    MISO,
    MOSI,
    OUTPUTS_PER_CHIP,
    READ_BACK_OHM,
    SCLK,
    LampChain,
    MapKind,
    PinMap,
)
from pi_diavolo.wiring.base_picture import PLACES
from pi_diavolo.wiring.boards import boards
from pi_diavolo.wiring.header import label, place_of
from pi_diavolo.wiring.lamp_names import lamp_names, output_name, output_pin
from pi_diavolo.wiring.parts import build, merged
from pi_diavolo.wiring.wires import WIRES
from pi_diavolo.wiring.words import hints, settings, title

MADE = "<!-- Made by `pi-diavolo wiring` from the pin map: change that, not this. -->"
HEADER_HEADS = ("header pin", "signal", "wire", "goes to", "terminal")


def header_rows(pins: PinMap) -> list[tuple[str, ...]]:
    """Every wire at the header, pin by pin."""
    rows = [
        (
            terminal.place,
            label(terminal.place),
            WIRES[terminal.wire].name,
            board.name,
            terminal.name + " (optional)" * terminal.optional,
        )
        for board in boards(pins)
        for terminal in board.terminals
    ]
    return [(str(place), *rest) for place, *rest in sorted(rows, key=lambda row: row[0])]


def page(pins: PinMap) -> str:
    """All that somebody with a soldering iron wants to know."""
    return "\n".join(_page(pins)) + "\n"


def markdown(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table; columns are not padded, so that a change moves one line only."""
    columns = tuple(heads)
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def euros(amount: float) -> str:
    """A price as a list shows it."""
    return f"{amount:.2f}"


def _page(pins: PinMap) -> Iterator[str]:
    yield from (f"# {title(pins)}", "", MADE, "", f"![wiring]({quote(pins.name)}.svg)", "")
    yield from (*(f"- {hint}" for hint in hints(pins)), "")
    if changes := settings(pins):
        yield from ("## On the Pi, before the first start", "", *(f"- {line}" for line in changes), "")
    yield from ("## At the header", "", *markdown(HEADER_HEADS, header_rows(pins)), "")
    if pins.kind is MapKind.BASES:
        yield from _bases(pins)
    if pins.adc_select is not None:
        yield from _docks(pins, pins.adc_select)
    if pins.lamps:
        yield from _lamps(pins.lamps)
    yield from _shopping(pins)


def _bases(pins: PinMap) -> Iterator[str]:
    """The table file may have them elsewhere; in the usual one they are here."""
    gpios = {base: gpio for gpio, base in pins.bases.items()}
    rows = ((str(base), f"{at.x:g}", f"{at.y:g}", f"GPIO {gpios[base]}") for base, at in enumerate(PLACES))
    yield from ("## Where the bases are", "")
    yield "Millimetres from the middle of the tray, seen from above with marker 0 at the top left, as in"
    yield "`calibration/tables/usual.toml`. They may be elsewhere: then your table file says where."
    yield from ("", *markdown(("base", "to the right", "up", "switch"), rows), "")


def _docks(pins: PinMap, select: int) -> Iterator[str]:
    wires = (
        ("VDD, pin 16, and VREF, pin 15", "3V3"),
        ("AGND, pin 14, and DGND, pin 9", "GND"),
        ("CLK, pin 13", _on_the_pi(SCLK)),
        ("DOUT, pin 12", _on_the_pi(MISO)),
        ("DIN, pin 11", _on_the_pi(MOSI)),
        ("CS, pin 10", _on_the_pi(select)),
    )
    yield from ("## Dock board", "", *markdown(("MCP3008", "goes to"), wires), "")
    rows = (
        (
            f"CH{channel}, pin {channel + 1}",
            f"inner pin of seat {seat}'s dock, 10 kΩ up to 3V3, 100 nF to GND",
        )
        for seat, channel in sorted(pins.docks.items(), key=lambda dock: dock[1])
    )
    yield from (*markdown(("channel", "goes to"), rows), "", "The outer pin of every dock goes to GND.", "")
    imps = (
        (str(imp), str(IMP_COLOURS[imp]), f"{ohm / 1000:g} kΩ, 1 %") for imp, ohm in enumerate(RESISTORS_OHM)
    )
    yield from ("## Inside the imps", "", *markdown(("imp", "colour", "between its rings"), imps), "")


def _lamps(chain: LampChain) -> Iterator[str]:
    wires = (
        ("SER, pin 14", f"chip 1: {_on_the_pi(MOSI)}; every other chip: QH', pin 9, of the chip before"),
        ("SRCLK, pin 11", f"{_on_the_pi(SCLK)}, all chips together"),
        ("RCLK, pin 12", f"{_on_the_pi(chain.select)}, all chips together"),
        ("VCC, pin 16, and SRCLR, pin 10", "supply"),
        ("OE, pin 13", "all together: 10 µF up to the supply (its plus there) and 100 kΩ down to GND"),
        ("GND, pin 8", "GND"),
        *_read_back(chain),
    )
    yield from ("## Lamp board", "", *markdown(("every chip's", "goes to"), wires), "")
    yield from ("100 nF from pin 16 to pin 8 at each chip, as near as it goes.", "")
    rows = (
        (
            f"{bit // OUTPUTS_PER_CHIP + 1}",
            f"{output_name(bit)}, pin {output_pin(bit)}",
            str(bit),
            f"{chain.leds[bit]} × {chain.resistor_ohm:g} Ω",
            lamp,
        )
        for bit, lamp in lamp_names(chain).items()
    )
    yield from (*markdown(("chip", "output", "bit", "through", "LED"), rows), "")
    carried = ((str(chip + 1), f"{chain.chip_ma(chip):.0f} mA") for chip in range(chain.chips))
    yield from (*markdown(("chip", "all its lamps lit (70 mA at most)"), carried), "")


def _read_back(chain: LampChain) -> Iterator[tuple[str, str]]:
    if chain.can_be_read_back:
        way = f"through {READ_BACK_OHM / 1000:g} kΩ to {_on_the_pi(MISO)}"
        free = "" if chain.read_back else "free; or, with `read_back = true` under `[lamps]`, "
        yield "QH', pin 9, of the last chip", free + way


def _on_the_pi(gpio: int) -> str:
    return f"GPIO {gpio}, header pin {place_of(gpio)}"


def _shopping(pins: PinMap) -> Iterator[str]:
    whole = build(pins)
    rows = (
        (str(item.count), item.name, euros(item.each), euros(item.cost), item.note)
        for item in merged(whole.items)
    )
    yield from ("## Parts", "", f"Level {whole.level}: {whole.name}. Prices are rough, in euros.", "")
    yield from markdown(("how many", "part", "each", "together", "note"), rows)
    yield from ("", f"Together about {whole.cost:.0f} €, and about {whole.hours:.0f} hours of work.")
