"""The lamp board of the picture: rails over a row of chips, and what hangs at their outputs."""

from pi_diavolo.table.pin_map import OUTPUTS_PER_CHIP, READ_BACK_OHM, LampChain, PinMap
from pi_diavolo.wiring.boards import Board
from pi_diavolo.wiring.lamp_names import lamp_names, output_name, output_pin
from pi_diavolo.wiring.svg import PAPER, Drawing
from pi_diavolo.wiring.symbols import capacitor_down, diode, ground, resistor, wire
from pi_diavolo.wiring.wires import WIRES

LEFT = 96.0
CHIP_WIDTH = 214.0
CHIP_GAP = 14.0
RAILS_BOTTOM = 206.0  # the rails and the chain's hop lie above the chips; so much for five rails
RAILS, PITCH = 5, 24.0
BACK = "QH'"
STRIP = 40.0
ROW = 23.0
ENABLE = "OE"
ENABLE_HEIGHT = 162.0
HOP_HEIGHT = 186.0
# The chip's pins along its upper edge: which rail each goes to, by the terminal's name.
UPPER = (("14", "SER"), ("11", "SRCLK"), ("12", "RCLK"), ("16", "VCC"), ("10", "VCC"), ("13", ENABLE))
LED = {"answer": "#f0a800", "status": "#1b9e4b"}


def lamp_size(board: Board, pins: PinMap) -> tuple[float, float]:
    """How much room the lamp board takes."""
    chips = pins.lamps.chips if pins.lamps else 0
    width = LEFT + chips * (CHIP_WIDTH + CHIP_GAP) + 10
    return width, RAILS_BOTTOM + _further(board) + STRIP + ROW * OUTPUTS_PER_CHIP + 40


def _further(board: Board) -> float:
    """How much room the rails take beyond the usual."""
    return PITCH * (len(board.terminals) - RAILS)


def draw_lamps(
    drawing: Drawing, board: Board, pins: PinMap, x: float, y: float, heights: list[float]
) -> None:
    """The inside of the board whose top left corner is here."""
    chain = pins.lamps
    if chain is None:
        return
    rails = {terminal.name: y + below for terminal, below in zip(board.terminals, heights, strict=True)}
    y += _further(board)
    rails |= {"VCC": rails[board.terminals[0].name], ENABLE: y + ENABLE_HEIGHT}
    end = x + LEFT + (chain.chips - 1) * (CHIP_WIDTH + CHIP_GAP)
    ends = {"SER": x + LEFT + 22, "GND": end + 182, BACK: end + CHIP_WIDTH - 12}
    for terminal in board.terminals:
        stop, row = ends.get(terminal.name, end + 150), rails[terminal.name]
        down = [(stop, y + RAILS_BOTTOM)] if terminal.name == BACK else []
        wire(drawing, [(x, row), (stop, row), *down], WIRES[terminal.wire].code, terminal.optional)
        drawing.text(x + 14, row - 8.5, terminal.name, 10.5)
        if terminal.name == BACK:
            resistor(drawing, x + 74, row, f"{READ_BACK_OHM / 1000:g} kΩ")
    _draw_enable(drawing, x, end + 142, rails)
    for chip in range(chain.chips):
        _draw_chip(drawing, chain, chip, x + LEFT + chip * (CHIP_WIDTH + CHIP_GAP), y + RAILS_BOTTOM, rails)


def _draw_enable(drawing: Drawing, x: float, end: float, rails: dict[str, float]) -> None:
    """Output-enable stays high, and so the lamps dark, until the capacitor is charged."""
    row = rails[ENABLE]
    drawing.line([(x + 56, row), (end, row)], "#555555", 2)
    drawing.text(x + 86, row - 9, "OE", 10.5)
    drawing.line([(x + 64, rails["VCC"]), (x + 64, row - 22)], "#f28a00", 2)
    drawing.disc(x + 64, rails["VCC"], 3)
    capacitor_down(drawing, x + 64, row - 22, 22)
    drawing.text(x + 54, row - 11, "+ 10 µF", 9.5, "end")
    resistor(drawing, x + 26, row)
    drawing.text(x + 41, row + 12, "100 kΩ", 9.5, "middle")
    drawing.line([(x + 26, row), (x + 12, row)], width=1.2)
    ground(drawing, x + 12, row)


def _draw_chip(
    drawing: Drawing, chain: LampChain, chip: int, x: float, y: float, rails: dict[str, float]
) -> None:
    for place, (pin, rail) in enumerate((*UPPER, ("8", "GND"))):
        across = x + 22 + 24 * place + (16 if pin == "8" else 0)
        if pin == "14" and chip:
            continue
        drawing.line([(across, rails[rail]), (across, y)], "#333333", 1.6)
        drawing.disc(across, rails[rail], 3)
    if chip:  # the chip before hands on what it has shifted through
        hop, before = y - RAILS_BOTTOM + HOP_HEIGHT, x - CHIP_GAP - 12
        wire(drawing, [(before, y), (before, hop), (x + 22, hop), (x + 22, y)], WIRES["mosi"].code)
    _draw_body(drawing, chain, chip, x, y)


def _draw_body(drawing: Drawing, chain: LampChain, chip: int, x: float, y: float) -> None:
    rows = y + STRIP + ROW / 2
    drawing.box(x, y, CHIP_WIDTH, STRIP - 2, fill="#33373d", corner=4)
    drawing.box(x, y + 10, 58, STRIP + ROW * OUTPUTS_PER_CHIP - 10, fill="#33373d", stroke="none", corner=4)
    for place, pin in enumerate(("14", "11", "12", "16", "10", "13", "8")):
        drawing.text(x + 22 + 24 * place + (16 if pin == "8" else 0), y + 9, pin, 9.5, "middle", fill=PAPER)
    if chip + 1 < chain.chips or chain.can_be_read_back:
        drawing.text(x + CHIP_WIDTH - 12, y + 9, "9", 9.5, "middle", fill=PAPER)
    drawing.text(x + 8, y + 27, f"chip {chip + 1}", 11, bold=True, fill=PAPER)
    drawing.text(x + CHIP_WIDTH - 8, y + 27, f"{chain.chip_ma(chip):.0f} mA at most", 10, "end", fill=PAPER)
    names = lamp_names(chain)
    for output in range(OUTPUTS_PER_CHIP):
        bit = chip * OUTPUTS_PER_CHIP + output
        _draw_output(drawing, chain, bit, names.get(bit), x, rows + ROW * output)
    drawing.text(x + 4, rows + ROW * OUTPUTS_PER_CHIP + 2, "100 nF from 16 to 8", 9.5, fill="#555555")


def _draw_output(
    drawing: Drawing, chain: LampChain, bit: int, lamp: str | None, x: float, row: float
) -> None:
    drawing.text(x + 8, row, f"{output_name(bit)}  {output_pin(bit)}", 10, fill=PAPER)
    if lamp is None:
        drawing.text(x + 68, row, "free", 10.5, fill="#888888")
        return
    resistor(drawing, x + 58, row)
    diode(drawing, x + 88, row, LED.get(lamp.split()[0], "#d3222a"))
    count = f" ×{chain.leds[bit]}" if chain.leds[bit] > 1 else ""
    drawing.text(x + 118, row, lamp + count, 10.5)
