"""The boards of the picture: panels of buttons, rows of bases, and the docks with their converter."""

from collections.abc import Iterable

from pi_diavolo.table.dock_codes import PULL_UP_OHM
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.wiring.boards import Board, BoardKind
from pi_diavolo.wiring.lamp_picture import draw_lamps, lamp_size
from pi_diavolo.wiring.svg import PAPER, Drawing
from pi_diavolo.wiring.symbols import capacitor_down, ground, push_button, reed_switch, resistor, rings, wire
from pi_diavolo.wiring.wires import WIRES

TITLE = 30.0
PITCH = 24.0
DOCK_PITCH = 58.0
SWITCHES_WIDTH = 350.0
DOCKS_WIDTH = 550.0
FILL = {
    BoardKind.PANEL: "#eef3fb",
    BoardKind.BASES: "#f3eefb",
    BoardKind.DOCKS: "#fbf4e8",
    BoardKind.LAMPS: "#eefaf0",
}


def size(board: Board, pins: PinMap) -> tuple[float, float]:
    """How much room a board takes in the picture."""
    rows = len(board.terminals)
    match board.kind:
        case BoardKind.LAMPS:
            return lamp_size(board, pins)
        case BoardKind.DOCKS:
            return DOCKS_WIDTH, TITLE + max(PITCH * rows, DOCK_PITCH * len(pins.docks)) + 26
        case BoardKind.PANEL | BoardKind.BASES:
            return SWITCHES_WIDTH, TITLE + PITCH * rows


def terminal_heights(board: Board) -> Iterable[float]:
    """How far below a board's top edge its terminals are."""
    return (TITLE + PITCH * (row + 0.4) for row in range(len(board.terminals)))


def draw_board(drawing: Drawing, board: Board, pins: PinMap, x: float, y: float) -> None:
    """The board with its top left corner here."""
    width, height = size(board, pins)
    drawing.box(x, y, width, height, fill=FILL[board.kind], corner=8)
    drawing.text(x + 14, y + 15, board.name, 13.5, bold=True)
    match board.kind:
        case BoardKind.PANEL | BoardKind.BASES:
            _draw_switches(drawing, board, x, y)
        case BoardKind.DOCKS:
            _draw_docks(drawing, board, pins, x, y)
        case BoardKind.LAMPS:
            draw_lamps(drawing, board, pins, x, y, list(terminal_heights(board)))
    for terminal, below in zip(board.terminals, terminal_heights(board), strict=True):
        drawing.disc(x, y + below, 4, WIRES[terminal.wire].code, "#222222")


def _draw_switches(drawing: Drawing, board: Board, x: float, y: float) -> None:
    heights = [y + below for below in terminal_heights(board)]
    rail, last = x + 216, heights[-1]
    for terminal, row in zip(board.terminals[:-1], heights, strict=False):
        colour = WIRES[terminal.wire].code
        wire(drawing, [(x, row), (x + 120, row)], colour)
        drawing.text(x + 14, row - 8.5, terminal.name, 10.5)
        if board.kind is BoardKind.PANEL:
            push_button(drawing, x + 120, row, colour)
        else:
            reed_switch(drawing, x + 120, row)
        drawing.line([(x + 180, row), (rail, row)])
        drawing.disc(rail, row, 2.6)
    drawing.line([(rail, heights[0]), (rail, last)])
    wire(drawing, [(x, last), (rail, last)], WIRES["ground"].code)
    drawing.text(x + 14, last - 8.5, "GND", 10.5)
    words: tuple[str, ...] = ("one ground wire", "for all buttons", "of this panel")
    if board.kind is BoardKind.BASES:
        words = ("one ground wire", "from base to base;", "closed while the", "imp stands there")
    for line, word in enumerate(words):
        drawing.text(rail + 14, heights[0] + 8 + 15 * line, word, 10.5, fill="#555555")


def _draw_docks(drawing: Drawing, board: Board, pins: PinMap, x: float, y: float) -> None:
    heights = [y + below for below in terminal_heights(board)]
    channels = sorted(pins.docks.items(), key=lambda dock: dock[1])
    first = y + TITLE + 24
    bottom = max(heights[-1], first + DOCK_PITCH * (len(channels) - 1)) + 16
    chip, rail = x + 96, x + 232
    chip_pins = {"3V3": "16, 15", "DIN": "11", "DOUT": "12", "CLK": "13", "CS": "10", "GND": "9, 14"}
    for terminal, row in zip(board.terminals, heights, strict=True):
        wire(drawing, [(x, row), (chip, row)], WIRES[terminal.wire].code)
        drawing.text(x + 14, row - 8.5, terminal.name, 10.5)
    drawing.box(chip, heights[0] - 14, 92, bottom - heights[0] + 14, fill="#33373d", corner=4)
    for terminal, row in zip(board.terminals, heights, strict=True):
        drawing.text(chip + 6, row, chip_pins[terminal.name], 10, fill=PAPER)
    drawing.text(chip + 46, bottom + 11, "100 nF from 16 to 9", 9.5, "middle", fill="#555555")
    drawing.line([(rail, first - 12), (rail, first - 12 + DOCK_PITCH * (len(channels) - 1))], "#f28a00", 2.2)
    drawing.text(rail - 6, first - 12, "3V3", 10.5, "end")
    for place, (seat, channel) in enumerate(channels):
        _draw_dock(drawing, seat, channel, chip + 92, rail, first + DOCK_PITCH * place)


def _draw_dock(drawing: Drawing, seat: int, channel: int, chip: float, rail: float, row: float) -> None:
    drawing.text(chip - 6, row + 8, f"CH{channel}  {channel + 1}", 10, "end", fill=PAPER)
    drawing.disc(rail, row - 12, 2.6, "#f28a00")
    resistor(drawing, rail, row - 12, f"{PULL_UP_OHM / 1000:g} kΩ")
    drawing.line([(rail + 30, row - 12), (rail + 42, row - 12), (rail + 42, row + 8)], width=1.2)
    drawing.line([(chip, row + 8), (rail + 180, row + 8)])
    drawing.disc(rail + 42, row + 8, 2.6)
    drawing.disc(rail + 90, row + 8, 2.6)
    capacitor_down(drawing, rail + 90, row + 8, 18)
    ground(drawing, rail + 90, row + 24)
    drawing.text(rail + 102, row + 19, "100 nF", 9.5)
    rings(drawing, rail + 190, row + 6, 17)
    drawing.text(rail + 214, row - 2, f"dock seat {seat}", 11)
    drawing.text(rail + 214, row + 13, "outer ring: GND", 9.5, fill="#555555")
