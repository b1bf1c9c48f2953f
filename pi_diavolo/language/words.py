"""Values become words: seats, colours, imps, gems, orders, scores, faults and numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pi_diavolo.language.catalogue import Catalogue, Counted, Label, OrderWords
from pi_diavolo.table.boards import Square
from pi_diavolo.table.complaints import Complaint
from pi_diavolo.table.duels import ELEMENTS, DieShown, Element, ImpName
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.parts import Fault, Lacking, Part, PartKind
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question, Verdict
from pi_diavolo.table.sentences import Sentence
from pi_diavolo.table.view import INVALID

UNKNOWN = "–"
LOWEST_FIRST = ("smallest_sum", "closest")
IN_MILLIMETRES = ("closest",)

# The answers that a question offers beside its colours, orders and numbers.
WAYS_OUT: Mapping[object, Label] = {
    "roll_again": Label.ROLL_AGAIN,
    "none": Label.NEITHER,
    "nobody": Label.NOBODY,
}

FAULTS: Mapping[str, Sentence] = {
    sentence.removeprefix("fault_"): sentence for sentence in Sentence if sentence.startswith("fault_")
}

# What people can do about a fault; where nothing else helps, they look and decide.
ADVICE: Mapping[str, Sentence] = {
    sentence.removeprefix("advice_"): sentence for sentence in Sentence if sentence.startswith("advice_")
} | dict.fromkeys(sorted(INVALID), Sentence.ADVICE_ROLL_AGAIN)


class Words:
    """One language's words for every value; `names` is looked up anew each time, so names may change."""

    def __init__(self, catalogue: Catalogue, names: Mapping[Seat, str]) -> None:
        self._catalogue, self._names = catalogue, names

    # People and pieces

    def player(self, seat: Seat) -> str:
        """The name of who sits there, or the seat's number where nobody gave a name."""
        return self._names.get(seat) or f"{self._catalogue.seat} {seat}"

    def players(self, seats: Iterable[Seat]) -> str:
        """Several names in one phrase."""
        return _listed(map(self.player, seats), self._catalogue.both)

    def candidates(self, seats: Iterable[Seat]) -> str:
        """Who it may have been, or nobody."""
        return _listed((*map(self.player, seats), self.label(Label.NOBODY)), self._catalogue.either)

    def colour(self, colour: Colour) -> str:
        """The colour's name, of an imp or of a counter."""
        if colour in self._catalogue.colours:
            return self._catalogue.colours[colour].name
        return self._catalogue.counters[colour]

    def colours(self, colours: Iterable[Colour]) -> str:
        """Colours to choose from."""
        return _listed(map(self.colour, colours), self._catalogue.either)

    def letter(self, colour: Colour) -> str:
        """The letter that stands for the colour, and the key to press for it."""
        return self._catalogue.colours[colour].letter

    def imp(self, colour: Colour) -> str:
        """One imp with its article, as subject or object."""
        return self._catalogue.colours[colour].imp

    def any_imp(self, colours: Iterable[Colour]) -> str:
        """Imps to choose from, each with its article."""
        return _listed(map(self.imp, colours), self._catalogue.either)

    def imps(self, counts: Mapping[Colour, int]) -> str:
        """How many imps of each colour, without those there are none of."""
        each = ((counts.get(colour, 0), self._catalogue.colours[colour].imps) for colour in IMPS)
        return _listed((self._counted(count, imps) for count, imps in each if count), self._catalogue.both)

    def gems(self, count: int) -> str:
        """So many gems."""
        return self._counted(count, self._catalogue.gems)

    def gems_left(self, count: int) -> str:
        """What is left after a loss; nobody says "0 gems left"."""
        some = self._catalogue.some_left.format(gems=self.gems(count))
        return some if count else self._catalogue.none_left

    # Orders and scores

    def order(self, face: str) -> str:
        """The order's name inside a sentence; a face nobody has a word for stands as it is."""
        return self._order(face).name

    def orders(self, faces: Iterable[str]) -> str:
        """Orders to choose from."""
        return _listed(map(self.order, faces), self._catalogue.either)

    def title(self, face: str) -> str:
        """The order's name as a heading."""
        return self._order(face).title

    def instruction(self, face: str) -> str:
        """What to grab, in one line; nothing for a face nobody has a word for."""
        return self._order(face).instruction

    def scores(self, scores: Mapping[Colour, float], order: str) -> str:
        """Every colour with its score, the best for this order first."""
        written = self.millimetres if order in IN_MILLIMETRES else self.number
        known = [colour for colour in RIVALS if colour in scores]
        # Sorting leaves equals as they stand, in reverse as well: black, white, red.
        ranked = sorted(known, key=lambda colour: scores[colour], reverse=order not in LOWEST_FIRST)
        return ", ".join(f"{self.colour(colour)} {written(scores[colour])}" for colour in ranked)

    # Duels

    def element(self, element: Element) -> str:
        """An element's name."""
        return self._catalogue.elements[element]

    def cards(self, imps: Iterable[ImpName]) -> str:
        """Imps by the names on their cards, which are the same in every language."""
        return _listed(imps, self._catalogue.both)

    def totals(self, totals: Mapping[Seat, int]) -> str:
        """Everyone with a number, as they stand."""
        return ", ".join(f"{self.player(seat)} {total}" for seat, total in totals.items())

    def element_dice(self, dice: Iterable[DieShown], known: Seat | None = None) -> str:
        """Dice by their elements with what they show; whose they are, unless that is known."""
        return ", ".join(self._element_die(shown, known) for shown in dice) or UNKNOWN

    def element_faults(self, faults: Sequence[RollFault]) -> str:
        """Why a roll does not count, as `faults` tells it, with the dice by their elements."""
        kinds = dict.fromkeys(fault.code for fault in faults)
        return ", ".join(
            self._element_fault(kind, [f.colour for f in faults if f.code == kind]) for kind in kinds
        )

    def _element_fault(self, code: str, colours: Iterable[Colour | None]) -> str:
        known = (colour for colour in colours if colour is not None)
        return self._blamed(
            code, [self.element(ELEMENTS[c]) if c in ELEMENTS else self._die(c) for c in known]
        )

    def _element_die(self, shown: DieShown, known: Seat | None) -> str:
        name = self.element(shown.die.element)
        told = name if shown.value is None else f"{name} {shown.value}"
        return told if shown.die.owner == known else f"{told} ({self.player(shown.die.owner)})"

    # Counters on a board

    def sets(self, colours: Iterable[Colour]) -> str:
        """Several colours in one phrase."""
        return _listed(map(self.colour, colours), self._catalogue.both)

    def square(self, square: Square) -> str:
        """A square by its column's letter and its row's number."""
        return square.name

    def rolled(self, values: Iterable[int]) -> str:
        """What the dice show."""
        return _listed(map(str, values), self._catalogue.both)

    def moves(self, moves: Iterable[str]) -> str:
        """Moves to choose from."""
        return _listed(map(self.way, moves), self._catalogue.either)

    def way(self, move: str) -> str:
        """A move from square to square, as a question offers it."""
        return move.replace("-", " → ")

    # Faults and choices

    def faults(self, faults: Sequence[RollFault]) -> str:
        """Why a roll does not count: each kind once, with all the colours it befell."""
        kinds = dict.fromkeys(fault.code for fault in faults)
        return ", ".join(self.fault(kind, [f.colour for f in faults if f.code == kind]) for kind in kinds)

    def fault(self, code: str, colours: Iterable[Colour | None] = ()) -> str:
        """One kind of fault, and in brackets the dice where they are known."""
        return self._blamed(code, [self._die(colour) for colour in colours if colour is not None])

    def complaints(self, complaints: Sequence[Complaint]) -> str:
        """What is wrong: each kind once, and in brackets the dice with the part of the tray they lie in."""
        kinds = dict.fromkeys(complaint.code for complaint in complaints)
        return ", ".join(self._complaint(kind, [c for c in complaints if c.code == kind]) for kind in kinds)

    def advice(self, codes: Iterable[str]) -> str:
        """What to do about it, each thing once."""
        advice = dict.fromkeys(ADVICE.get(code, Sentence.ADVICE_DECIDE) for code in codes)
        return ", ".join(self._catalogue.sentences[sentence] for sentence in advice)

    def option(self, choice: object) -> str:
        """One answer to a question: what has a word here by that word, anything else as it is."""
        if choice in self._catalogue.colours:
            return self.colour(Colour(str(choice)))
        if choice in WAYS_OUT:
            return self.label(WAYS_OUT[choice])
        return self.number(choice) if isinstance(choice, int | float) else self.order(str(choice))

    def options(self, choices: Iterable[object]) -> str:
        """Answers to choose from."""
        return _listed(map(self.option, choices), self._catalogue.either)

    def answer(self, question: Question, choice: str) -> str:
        """One of a question's answers; where it asks for somebody, who that is."""
        if question.kind == "move":
            return self.label(Label.NONE_OF_THESE) if choice == "none" else self.way(choice)
        seat, _, colour = choice.partition(" ")
        if question.kind != "who" or not seat.isdigit():
            return self.option(choice)
        player = self.player(Seat(int(seat)))
        return f"{player} ({self.colour(Colour(colour))})" if colour else player

    # Parts that fail

    def part(self, part: Part) -> str:
        """The part by its name and number, and where it is wired."""
        name = self._catalogue.parts[part.kind].name
        colour = None if part.colour is None else self.colour(part.colour)
        called = " ".join(str(word) for word in (name, part.number, colour) if word is not None)
        if part.pin is None:
            return called
        wired = Label.CHANNEL if part.kind is PartKind.DOCK else Label.GPIO
        return f"{called} ({self.label(wired)} {part.pin})"

    def trouble(self, fault: Fault) -> str:
        """What a part does wrong."""
        return self._catalogue.troubles[fault]

    def why(self, lacking: Lacking) -> str:
        """Why a part is simulated."""
        return self._catalogue.lacking[lacking]

    def remedy(self, kind: PartKind) -> str:
        """What to do while a part does not work."""
        return self._catalogue.parts[kind].remedy

    # Numbers

    def bases(self, bases: Iterable[int]) -> str:
        """Bases to choose from, by their numbers."""
        return _listed(map(str, bases), self._catalogue.either)

    def number(self, value: float, decimals: int | None = None) -> str:
        """A number with the language's decimal sign; a whole one has none unless decimals are asked for."""
        if decimals is None and float(value).is_integer():
            return str(int(value))
        digits = str(value) if decimals is None else f"{value:.{decimals}f}"
        return digits.replace(".", self._catalogue.decimal_sign)

    def milliseconds(self, ms: float) -> str:
        """A time after the dice's rest, to the millisecond: a photo finish may hang on one."""
        return f"{self.number(ms, 0)} {self.label(Label.MILLISECONDS)}"

    def times(self, times: Iterable[float]) -> str:
        """Times of which only one is meant."""
        each = _listed((self.number(ms, 0) for ms in times), self._catalogue.either)
        return f"{each} {self.label(Label.MILLISECONDS)}"

    def millimetres(self, mm: float) -> str:
        """A length, as finely as it is worth telling."""
        return f"{self.number(mm, 1)} {self.label(Label.MILLIMETRES)}"

    # Words for screens

    def label(self, label: str) -> str:
        """The short word over a column or before a value, by a `Label` or its text."""
        return self._catalogue.labels[Label(label)]

    def status(self, status: Status, seat: Seat | None = None) -> str:
        """What the table waits for, and of whom."""
        waits = self._catalogue.statuses[status]
        return waits if seat is None else f"{self.player(seat)}, {waits}"

    def verdict(self, verdict: Verdict) -> str:
        """What a turn meant for a seat, in a word or two."""
        return self._catalogue.verdicts[verdict]

    def _complaint(self, code: str, complaints: Sequence[Complaint]) -> str:
        parts = {part: f" {words}" for part, words in self._catalogue.tray_parts.items()}
        dice = [(c.colour, parts[c.part] if c.part else "") for c in complaints]
        return self._blamed(code, [self._die(colour) + part for colour, part in dice if colour is not None])

    def _blamed(self, code: str, dice: Iterable[str]) -> str:
        text = self._catalogue.sentences[FAULTS[code]] if code in FAULTS else code
        known = Counter(dice)
        listed = ", ".join(name if count == 1 else f"{count} × {name}" for name, count in known.items())
        return f"{text} ({listed})" if listed else text

    def _die(self, colour: Colour) -> str:
        # Gray is the colour of an imp, too; of the dice only the Order die has it. Other games' dice may lie
        # in the tray by mistake.
        if colour is Colour.GRAY:
            return self.label(Label.ORDER_DIE)
        return self.colour(colour) if colour in self._catalogue.colours else str(colour)

    def _order(self, face: str) -> OrderWords:
        return self._catalogue.orders.get(face) or OrderWords(face, face, "")

    def _counted(self, count: int, noun: Counted) -> str:
        return f"{count} {noun.one if count in self._catalogue.singular else noun.many}"


def _listed(parts: Iterable[str], last: str) -> str:
    """`a, b and c`, with the word that comes before the last."""
    *first, end = tuple(parts) or (UNKNOWN,)
    return f"{', '.join(first)} {last} {end}" if first else end
