"""A reading for people: one picture at length, of many a line each and a summary."""

from collections import Counter
from collections.abc import Callable

from rich.text import Text

from pi_diavolo.commands.read_json import sentence
from pi_diavolo.commands.read_sources import Still
from pi_diavolo.commands.read_table import Read
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour
from pi_diavolo.table.view import DieView, TableView
from pi_diavolo.terminal.palette import ASKING, BAD, GOOD, LOUD, QUIET, chip

MARKS = {True: ("✔", GOOD), False: ("✘", BAD), None: ("?", ASKING)}
COUNTED = {
    "sure": (Label.SURE, GOOD),
    "invalid": (Label.INVALID, BAD),
    "not_sure": (Label.NOT_SURE, ASKING),
    "unreadable": (Label.UNREADABLE, BAD),
}
# An imp's colour less sure than this gets a question mark.
SURE_IMP = 0.8
# Of more values than this a question mark says enough.
MOST_NAMED = 3


class Printer:
    """Says on standard output what was read."""

    def __init__(self, says: Speaker, show: Callable[[Text], None], many: bool) -> None:
        self.says, self.show, self._many = says, show, many

    def tell(self, still: Still, read: Read) -> None:
        """One picture."""
        if self._many or still.frame is not None:
            self._line(still, read)
        else:
            self._all(still, read)

    def sum_up(self, counts: Counter[str]) -> None:
        """How many of each kind, where there were several."""
        if counts.total() < 2:
            return
        text = Text(f"{self.says.label(Label.PICTURES)}: {counts.total()}", LOUD)
        for kind, (label, style) in COUNTED.items():
            if counts[kind]:
                text.append(" · ", QUIET).append(f"{self.says.label(label)} {counts[kind]}", style)
        self.show(text)

    def _line(self, still: Still, read: Read) -> None:
        text = Text()
        text.append(*_mark(read)).append(f" {_name(still)}  ", LOUD)
        if read.reading.answer:
            text.append(chip(read.reading.answer, self.says.colour(read.reading.answer))).append(" ")
        text.append(sentence(read.reading, self.says))
        self.show(text)

    def _all(self, still: Still, read: Read) -> None:
        view, says = read.view, self.says
        self.show(Text(_name(still), LOUD))
        dice = Text("  ").join([self._dice(view, colour) for colour in _colours(view)])
        if dice:
            self.show(Text("  ").append(dice))
        if view.order_die is not None:
            face = says.order(read.reading.order) if read.reading.order else "?"
            self.show(
                Text("  ").append(says.label(Label.ORDER_DIE), QUIET).append(f"  {face}{self._gaps(view)}")
            )
        if view.imps:
            self.show(Text("  ").append(says.label(Label.IMPS), QUIET).append("  ").append(self._imps(view)))
        self.show(Text("  ").append(*_mark(read)).append(f" {sentence(read.reading, says)}"))

    def _dice(self, view: TableView, colour: Colour) -> Text:
        name = self.says.colour(colour) if colour in IMPS else str(colour)
        dice = sorted((die for die in view.dice if die.colour is colour), key=lambda die: die.value)
        values = " ".join(map(_value, dice))
        return chip(colour if colour in IMPS else Colour.GRAY, f"{name} {values}")

    def _gaps(self, view: TableView) -> str:
        gaps = (
            f"{self.says.colour(colour)} {self.says.millimetres(view.gaps[colour].mm)}"
            for colour in RIVALS
            if colour in view.gaps
        )
        listed = ", ".join(gaps)
        return f" ({listed})" if listed else ""

    def _imps(self, view: TableView) -> Text:
        text = Text()
        for imp in view.imps:
            name = self.says.colour(imp.colour) if imp.colour in IMPS and imp.colour else "–"
            doubt = "?" if imp.confidence < SURE_IMP else ""
            text.append(f"{imp.base} ", QUIET).append(f"{name}{doubt}  ")
        text.rstrip()
        return text


def _mark(read: Read) -> tuple[str, str]:
    return MARKS[read.reading.valid]


def _name(still: Still) -> str:
    return str(still.file) if still.frame is None else f"{still.file} [{still.frame}]"


def _colours(view: TableView) -> list[Colour]:
    others = (die.colour for die in view.dice if die.colour not in RIVALS)
    return [*(c for c in RIVALS if any(die.colour is c for die in view.dice)), *dict.fromkeys(others)]


def _value(die: DieView) -> str:
    values = sorted((die.value, *die.maybe))
    if len(values) > MOST_NAMED:
        return "?"
    return "/".join(map(str, values)) + ("?" if die.maybe else "")
