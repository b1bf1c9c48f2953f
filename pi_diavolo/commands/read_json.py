"""A reading as other programs get it; the names stand in DESIGN.md and may become more, never fewer."""

from collections.abc import Iterable

from pi_diavolo.commands.read_sources import Still
from pi_diavolo.commands.read_table import Read
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.language.speak import Speaker
from pi_diavolo.reading import Reading
from pi_diavolo.table.pieces import RIVALS
from pi_diavolo.table.rulings import Reason
from pi_diavolo.table.view import DieView, OrderDieView, Pixel, TableView

Told = dict[str, object]


def read_told(still: Still, read: Read, says: Speaker) -> Told:
    """All that was read in one picture."""
    view, reading = read.view, read.reading
    return {
        "file": str(still.file),
        "valid": reading.valid,
        "reasons": reading.codes,
        "reason": sentence(reading, says),
        "order": reading.order,
        "order_die": _order_die(view.order_die),
        "dice": [_die(die) for die in view.dice],
        "imps": [
            {"base": imp.base, "colour": imp.colour, "confidence": round(imp.confidence, 4)}
            for imp in view.imps
        ],
        "gaps_mm": {str(c): round(view.gaps[c].mm, 2) if c in view.gaps else None for c in RIVALS},
        "answers": {str(order): reading.answers[order] for order in Order},
        "answer": reading.answer,
        "ms": round(read.ms, 2),
        "gaps_error_mm": {str(c): round(view.gaps[c].error, 2) if c in view.gaps else None for c in RIVALS},
        "dice_per_colour": view.dice_per_colour,
        "table": _table(view, read),
        **_frame(still.frame),
    }


def read_failed(still: Still) -> Told:
    """The same names for a picture that could not be opened."""
    return {
        "file": str(still.file),
        "valid": None,
        "reasons": [],
        "reason": still.error,
        "order": None,
        "order_die": None,
        "dice": [],
        "imps": [],
        "gaps_mm": dict.fromkeys(map(str, RIVALS)),
        "answers": dict.fromkeys(map(str, Order)),
        "answer": None,
        "ms": None,
        "gaps_error_mm": dict.fromkeys(map(str, RIVALS)),
        "dice_per_colour": None,
        "table": None,
        "error": still.error,
        **_frame(still.frame),
    }


def sentence(reading: Reading, says: Speaker) -> str:
    """Why, for people."""
    why = reading.why
    return says.reason(why) if isinstance(why, Reason) else says.say(why)


def places(values: Iterable[float], decimals: int) -> list[float]:
    """Numbers no finer than they are worth."""
    return [round(float(value), decimals) for value in values]


def _die(die: DieView) -> Told:
    return {"colour": die.colour, "value": die.value, **_lies(die), "maybe": die.maybe}


def _order_die(die: OrderDieView | None) -> Told | None:
    return None if die is None else {**_lies(die), "face": die.face, "maybe": die.maybe}


def _lies(die: DieView | OrderDieView) -> Told:
    x, y = places((die.where.x, die.where.y), 2)
    return {"x_mm": x, "y_mm": y, "px": _px(die.px), "confidence": round(die.confidence, 4)}


def _px(px: Pixel) -> list[float]:
    return places(px, 1)


def _table(view: TableView, read: Read) -> Told | None:
    camera = read.camera
    if camera is None:
        return None
    return {
        "error_mm": round(view.error_mm, 3),
        "px_per_mm": round(camera.px_per_mm, 3),
        "markers": camera.seen,
    }


def _frame(frame: int | None) -> Told:
    return {} if frame is None else {"frame": frame}
