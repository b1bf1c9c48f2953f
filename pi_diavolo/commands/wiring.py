"""`pi-diavolo wiring`: what to solder where, as a table, a picture and a shopping list, from a pin map."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pi_diavolo.commands.common import add_json, tell_json
from pi_diavolo.devices.pin_map import SEATS_SHIPPED, SHIPPED, load, shipped, shipped_file
from pi_diavolo.errors import UsageError
from pi_diavolo.table.pin_map import OUTPUTS_PER_CHIP, MapKind, PinMap
from pi_diavolo.wiring.lamp_names import lamp_names, output_name, output_pin
from pi_diavolo.wiring.levels import parts_page
from pi_diavolo.wiring.parts import build
from pi_diavolo.wiring.picture import picture
from pi_diavolo.wiring.tables import HEADER_HEADS, header_rows, page
from pi_diavolo.wiring.words import notes, title

ALL = "all"


def add(parser: ArgumentParser) -> None:
    """Which map, and where to."""
    parser.add_argument(
        "map",
        metavar="MAP",
        help=f"a pin map: a file of yours, one of {', '.join(SHIPPED)}, or {ALL} with --out",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write the picture (SVG) and the tables (Markdown) here"
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Show the connections, or write everything that people build from."""
    if arguments.out:
        _tell_files(list(_write_all(arguments)), arguments.json)
        return 0
    if arguments.map == ALL:
        raise UsageError(f"{ALL}: all maps do not fit on a screen; add --out FOLDER, or name one of them")
    pins = _map(arguments.map)
    if arguments.json:
        for row in json_rows(pins):
            tell_json(row)
    else:
        _show(pins)
    return 0


def pages(pins: PinMap) -> dict[str, str]:
    """The files made from one map, by name."""
    return {f"{pins.name}.svg": picture(pins), f"{pins.name}.md": page(pins)}


def all_pages() -> dict[str, str]:
    """The files made from all maps that are shipped."""
    maps = {kind: {seats: shipped(kind, seats) for seats in SEATS_SHIPPED} for kind in MapKind}
    files = {"parts.md": parts_page(maps)}
    for pins in (pins for by_seats in maps.values() for pins in by_seats.values()):
        files |= pages(pins)
    return files


def json_rows(pins: PinMap) -> Iterator[dict[str, object]]:
    """Every wire at the header, then every lamp and every dock."""
    for place, signal, colour, board, terminal in header_rows(pins):
        gpio = int(signal.split()[1]) if signal.startswith("GPIO") else None
        yield {
            "pin": int(place),
            "gpio": gpio,
            "signal": signal,
            "wire": colour,
            "board": board,
            "terminal": terminal,
        }
    if chain := pins.lamps:
        for bit, lamp in lamp_names(chain).items():
            yield {"bit": bit, "chip": bit // OUTPUTS_PER_CHIP + 1, "output": output_name(bit), "lamp": lamp}
    for seat, channel in pins.docks.items():
        yield {"dock": seat, "channel": channel}


def _map(name: str) -> PinMap:
    return load(shipped_file(name) if name in SHIPPED else Path(name))


def _write_all(arguments: Namespace) -> Iterator[Path]:
    files = all_pages() if arguments.map == ALL else pages(_map(arguments.map))
    for name, text in files.items():
        yield _write(arguments.out / name, text)


def _write(file: Path, text: str) -> Path:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{file}: cannot be written ({error.strerror}); choose another place") from None
    return file


def _tell_files(written: list[Path], as_json: bool) -> None:
    if as_json:
        tell_json({"files": [str(file) for file in written]})
        return
    for file in written:
        print(file)


def _show(pins: PinMap) -> None:
    screen = Console()
    screen.print(f"[bold]{escape(title(pins))}[/bold]")
    table = Table(*HEADER_HEADS, box=box.SIMPLE_HEAD)
    for row in header_rows(pins):
        table.add_row(*row)
    screen.print(table)
    if chain := pins.lamps:
        screen.print(_lamps(lamp_names(chain)))
    for seat, channel in pins.docks.items():
        screen.print(f"  Dock of seat {seat}: CH{channel}, pin {channel + 1} of the MCP3008")
    for note in notes(pins):
        screen.print(f"  {escape(note)}", highlight=False)
    whole = build(pins)
    screen.print(
        f"  Parts: about {whole.cost:.0f} € and {whole.hours:.0f} hours; --out FOLDER writes the list."
    )


def _lamps(names: dict[int, str]) -> Table:
    table = Table("chip", "output", "lamp", box=box.SIMPLE_HEAD)
    for bit, lamp in names.items():
        table.add_row(str(bit // OUTPUTS_PER_CHIP + 1), f"{output_name(bit)}, pin {output_pin(bit)}", lamp)
    return table
