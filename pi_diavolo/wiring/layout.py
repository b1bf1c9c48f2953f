"""Where everything stands in the wiring picture: the header on the left, the boards below each other."""

from dataclasses import dataclass

from pi_diavolo.table.pin_map import MapKind, PinMap
from pi_diavolo.wiring import base_picture, seat_picture
from pi_diavolo.wiring.board_pictures import size, terminal_heights
from pi_diavolo.wiring.boards import Board, boards
from pi_diavolo.wiring.header import ROWS
from pi_diavolo.wiring.routing import Run, best_shift, shifted
from pi_diavolo.wiring.wires import WIRES

MARGIN, TOP, GAP = 30.0, 92.0, 18.0
ROW = 41.0  # of the header
TRACK = 10.5  # a wire leaves above the middle of its row if its pin is even, below if it is odd
LANES, LANE = 246.0, 9.0
ROOM_TO_MOVE = 40


@dataclass(frozen=True, slots=True)
class Layout:
    """Places in the picture; `tops` are the boards' upper edges, `left` is their common left one,
    `plans` that of the small plans in the lower right corner."""

    boards: tuple[Board, ...]
    tops: tuple[float, ...]
    left: float
    header_top: float
    runs: tuple[Run, ...]
    plans: float
    width: float
    bottom: float


def layout(pins: PinMap) -> Layout:
    """Place boards and header so that no wire lies on another."""
    placed = boards(pins)
    tall = sum(size(board, pins)[1] + GAP for board in placed) - GAP
    content = max(tall, ROWS * ROW + 2 * ROOM_TO_MOVE)
    tops = _tops(placed, pins, TOP + (content - tall) / 2)
    header_top = TOP + (content - ROWS * ROW) / 2
    runs = _runs(placed, tops, header_top)
    shift = best_shift(runs, ROOM_TO_MOVE)
    left = LANES + LANE * len(runs) + 16
    right = left + _room(placed, tops, pins, TOP + content - plans_height(pins))
    return Layout(
        boards=placed,
        tops=tops,
        left=left,
        header_top=header_top + shift,
        runs=tuple(shifted(runs, shift)),
        plans=right - seat_picture.WIDTH,
        width=right + MARGIN,
        bottom=TOP + content,
    )


def plans_height(pins: PinMap) -> float:
    """How high the plans of seats and, where there are any, bases are together."""
    return seat_picture.HEIGHT + (base_picture.HEIGHT if pins.kind is MapKind.BASES else 0)


def row(place: int, header_top: float) -> float:
    """The height of a pin."""
    return header_top + ROW * ((place - 1) // 2 + 0.5)


def track(place: int, header_top: float) -> float:
    """The height at which a pin's wire leaves the header."""
    return row(place, header_top) + (TRACK if place % 2 else -TRACK)


def _tops(placed: tuple[Board, ...], pins: PinMap, top: float) -> tuple[float, ...]:
    tops = []
    for board in placed:
        tops.append(top)
        top += size(board, pins)[1] + GAP
    return tuple(tops)


def _room(placed: tuple[Board, ...], tops: tuple[float, ...], pins: PinMap, plans_top: float) -> float:
    """How wide it gets right of the header: the boards, and the plans beside those that reach so low."""
    sizes = [size(board, pins) for board in placed]
    low = [wide for (wide, high), top in zip(sizes, tops, strict=True) if top + high > plans_top]
    return max(max(low, default=0) + GAP + seat_picture.WIDTH, *(wide for wide, _ in sizes))


def _runs(placed: tuple[Board, ...], tops: tuple[float, ...], header_top: float) -> list[Run]:
    return [
        Run(
            terminal.place,
            track(terminal.place, header_top),
            top + below,
            WIRES[terminal.wire].code,
            terminal.optional,
        )
        for board, top in zip(placed, tops, strict=True)
        for terminal, below in zip(board.terminals, terminal_heights(board), strict=True)
    ]
