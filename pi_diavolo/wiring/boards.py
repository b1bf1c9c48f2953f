"""A pin map seen as boards with terminals, each at the end of a wire from the Pi's header."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.pin_map import MISO, MOSI, SCLK, LampChain, MapKind, PinMap
from pi_diavolo.wiring.header import nearest_ground, place_of, supply

BASES_PER_RAIL = 5
ADC_V = 3.3


class BoardKind(StrEnum):
    """What a board is."""

    PANEL = "panel"
    BASES = "bases"
    DOCKS = "docks"
    LAMPS = "lamps"


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a wire ends on a board, and the header's pin where it begins; `wire` is its colour.

    An optional one may be left out; the pin map says whether it is there.
    """

    name: str
    place: int
    wire: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Something to solder, with all its wires to the Pi."""

    kind: BoardKind
    name: str
    terminals: tuple[Terminal, ...]
    number: int = 0  # the seat of a panel, the first base of a row

    @property
    def middle(self) -> float:
        """Where on the header its wires begin, on average."""
        return sum(terminal.place for terminal in self.terminals) / len(self.terminals)


def boards(pins: PinMap) -> tuple[Board, ...]:
    """All boards of a table, from the top of the header to its end."""
    drafts = [*_switches(pins), *_docks(pins), *_lamps(pins)]
    finished, ground = [], 0
    for board in sorted(drafts, key=lambda board: board.middle):
        ground = nearest_ground([terminal.place for terminal in board.terminals], ground)
        terminals = (*board.terminals, Terminal("GND", ground, "ground"))
        finished.append(Board(board.kind, board.name, terminals, board.number))
    return tuple(finished)


def shared_places(pins: PinMap) -> tuple[int, ...]:
    """The header's pins from which wires go to two boards."""
    wires = (terminal for board in boards(pins) for terminal in board.terminals if not terminal.optional)
    ends = Counter(terminal.place for terminal in wires)
    return tuple(sorted(place for place, wires in ends.items() if wires > 1))


def _switches(pins: PinMap) -> Iterable[Board]:
    if pins.kind is MapKind.PANELS:
        places = {owner: place_of(pin) for pin, owner in pins.buttons.items()}
        for seat in pins.seats:
            wires = tuple(Terminal(str(c), places[seat, c], str(c)) for c in IMPS)
            yield Board(BoardKind.PANEL, f"Seat {seat}: button panel", wires, seat)
        return
    at = {base: place_of(pin) for pin, base in pins.bases.items()}
    for first in range(0, len(at), BASES_PER_RAIL):
        row = range(first, min(first + BASES_PER_RAIL, len(at)))
        wires = tuple(Terminal(f"base {base}", at[base], f"base {base % BASES_PER_RAIL}") for base in row)
        yield Board(BoardKind.BASES, f"Bases {row[0]} to {row[-1]}", wires, first)


def _docks(pins: PinMap) -> Iterable[Board]:
    if pins.adc_select is not None:
        power = supply(ADC_V, [supply(pins.lamps.supply_v)] if pins.lamps else [])
        yield Board(
            BoardKind.DOCKS,
            "Dock board: MCP3008",
            (
                Terminal("3V3", power, "power"),
                Terminal("DIN", place_of(MOSI), "mosi"),
                Terminal("DOUT", place_of(MISO), "miso"),
                Terminal("CLK", place_of(SCLK), "clock"),
                Terminal("CS", place_of(pins.adc_select), "select"),
            ),
        )


def _lamps(pins: PinMap) -> Iterable[Board]:
    if chain := pins.lamps:
        yield Board(
            BoardKind.LAMPS,
            f"Lamp board: {chain.chips} × {chain.chip}",
            (
                Terminal("5V" if chain.supply_v > 4 else "3V3", supply(chain.supply_v), "power"),
                Terminal("SER", place_of(MOSI), "mosi"),
                Terminal("SRCLK", place_of(SCLK), "clock"),
                Terminal("RCLK", place_of(chain.select), "select"),
                *_read_back(chain),
            ),
        )


def _read_back(chain: LampChain) -> Iterable[Terminal]:
    if chain.can_be_read_back:
        yield Terminal("QH'", place_of(MISO), "miso", optional=not chain.read_back)
