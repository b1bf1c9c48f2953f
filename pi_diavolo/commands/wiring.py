"""`pi-diavolo wiring`: what to solder where, as a table, a picture and a shopping list, from a pin map."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

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
        nargs="?",
        help=f"a pin map: a file of yours, one of {', '.join(SHIPPED)}, or {ALL} with --out"
        " (default: the list of those that are shipped)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write the picture (SVG) and the tables (Markdown) here (default: show the tables)",
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Show the connections, or write everything that people build from."""
    if arguments.map is None:
        return _list_maps(arguments)
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


def _list_maps(arguments: Namespace) -> int:
    if arguments.out:
        raise UsageError(f"--out: which map? Name one of {', '.join(SHIPPED)}, a file of yours, or {ALL}")
    for pins in (load(shipped_file(name)) for name in SHIPPED):
        if arguments.json:
            tell_json({"map": pins.name, "kind": str(pins.kind), "seats": list(pins.seats)})
        else:
            print(f"{pins.name:10}{title(pins)}")
    return 0


def _map(name: str) -> PinMap:
    if name in SHIPPED:
        return load(shipped_file(name))
    if "/" not in name and not os.path.lexists(name):
        near = get_close_matches(Path(name).stem.lower(), SHIPPED, 1)
        meant = f"did you mean {near[0]}? There are" if near else "there are"
        raise UsageError(f"{name}: there is no such map and no such file; {meant} {', '.join(SHIPPED)}")
    return load(Path(name))


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
        _tell(screen, f"Dock of seat {seat}: CH{channel}, pin {channel + 1} of the MCP3008")
    for note in notes(pins):
        _tell(screen, note)
    whole = build(pins)
    _tell(
        screen, f"Parts: about {whole.cost:.0f} € and {whole.hours:.0f} hours; --out FOLDER writes the list."
    )


def _tell(screen: Console, words: str) -> None:
    """Indented like the tables, also where a line is too long and goes on in the next."""
    screen.print(Padding(Text(words), (0, 0, 0, 2), expand=False))


def _lamps(names: dict[int, str]) -> Table:
    table = Table("chip", "output", "lamp", box=box.SIMPLE_HEAD)
    for bit, lamp in names.items():
        table.add_row(str(bit // OUTPUTS_PER_CHIP + 1), f"{output_name(bit)}, pin {output_pin(bit)}", lamp)
    return table
