"""From looks at the board, frame after frame, to one BoardSeen; and from a look at the dice to a roll."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_diavolo.table.boards import BoardSeen, CounterSeen, Square
from pi_diavolo.table.events import RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.view import Code, TableView

# So many looks in a row without two alike, and what they disagree about is told as unsure.
PATIENCE = 4
PIPS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class BoardLook:
    """One look at the board; `codes` say why it could not be looked at, `hand` that one is over it."""

    at: float
    counters: tuple[CounterSeen, ...] = ()
    unsure: tuple[Square, ...] = ()
    beside: int = 0
    hand: bool = False
    codes: tuple[Code, ...] = ()
    lost: tuple[Colour, ...] = ()  # counters of these colours may stand on what looks empty

    @property
    def is_clear(self) -> bool:
        """The whole board was to be seen."""
        return not self.hand and not self.codes

    def places_as(self, other: "BoardLook") -> bool:
        """Both show the same colours on the same squares, and doubt the same; shapes do not matter."""
        return _placed(self) == _placed(other)

    def tells_no_more_than(self, other: "BoardLook") -> bool:
        """It shows the same counters, and of no shape more than the other was sure of."""
        known = frozenset((counter.square, counter.shape) for counter in other.counters)
        shapes = ((counter.square, counter.shape) for counter in self.counters if counter.shape)
        return self.places_as(other) and known.issuperset(shapes)


class BoardLooker:
    """Takes in one look after the other; what two in a row agree on is told once.

    A shape that only one of the two is sure of is left open: a move is known without it.

    It is told again when something has changed, and after each time a hand was over the board.
    """

    def __init__(self) -> None:
        self._told: BoardLook | None = None
        self._looks: list[BoardLook] = []  # since the hands left, or since something changed

    @property
    def wants(self) -> bool:
        """Whether nothing was told of the board as it is now."""
        return self._told is None

    def take(self, look: BoardLook) -> BoardSeen | None:
        """Take in a look; the board comes out once it is settled what stands there."""
        if not look.is_clear:
            self._looks = []
            # A picture that cannot be read says nothing; a hand may have changed anything.
            self._told = None if look.hand else self._told
            return None
        if self._told is not None and look.tells_no_more_than(self._told):
            self._looks = []
            return None
        self._looks.append(look)
        if len(self._looks) > 1 and look.places_as(self._looks[-2]):
            return self._tell(_together(self._looks[-2:]))
        if len(self._looks) >= PATIENCE:
            return self._tell(_together(self._looks))
        return None

    def _tell(self, look: BoardLook) -> BoardSeen:
        self._told, self._looks = look, []
        return BoardSeen(look.counters, look.at, look.unsure, look.beside, look.lost)


def _placed(
    look: BoardLook,
) -> tuple[frozenset[tuple[Square, Colour, frozenset[Colour]]], frozenset[Square], int]:
    counters = ((each.square, each.colour, frozenset(each.maybe)) for each in look.counters)
    return frozenset(counters), frozenset(look.unsure), look.beside


def _together(looks: Sequence[BoardLook]) -> BoardLook:
    """What all of these agree on, with every doubt that one of them has.

    Where a counter stands in some and none in others, the square is unsure.
    """
    last, seen = looks[-1], [{each.square: each for each in look.counters} for look in looks]
    squares = frozenset().union(*seen)
    always = squares.intersection(*seen)
    unsure = {square for look in looks for square in look.unsure} | (squares - always)
    counters = tuple(
        _one([each[counter.square] for each in seen]) for counter in last.counters if counter.square in always
    )
    lost = tuple(dict.fromkeys(colour for look in looks for colour in look.lost))
    beside = max(look.beside for look in looks)
    return BoardLook(last.at, counters, tuple(sorted(unsure)), beside, lost=lost)


def _one(seen: Sequence[CounterSeen]) -> CounterSeen:
    """One counter as several looks saw it: of any colour that one of them thinks of."""
    last, shapes = seen[-1], {each.shape for each in seen}
    colours = dict.fromkeys(
        colour for each in reversed(seen) for colour in (each.colour, *each.maybe) if colour != last.colour
    )
    return CounterSeen(last.square, last.colour, last.shape if len(shapes) == 1 else None, tuple(colours))


def roll_seen(view: TableView, count: int, at: float) -> RollRead | RollInvalid | None:
    """So many dice as they were seen in their field; None where people must look.

    A die whose value alone is in doubt has its other values in `maybe`.
    """
    if view.valid is False:
        faults = (RollFault(str(trouble.code), trouble.colour, trouble.die) for trouble in view.troubles)
        return RollInvalid(tuple(faults), at, view.roll())
    doubtful = {trouble.die for trouble in view.troubles if trouble.code is Code.DIE_UNSURE}
    others = [trouble for trouble in view.troubles if trouble.code is not Code.DIE_UNSURE]
    if others or None in doubtful or len(view.dice) != count:
        return None
    dice = (
        Die(die.colour, die.value, die.where, _maybe(die.value, die.maybe, number in doubtful))
        for number, die in enumerate(view.dice)
    )
    return RollRead(Roll(tuple(dice)), at)


def _maybe(value: int, maybe: Iterable[int], is_doubtful: bool) -> tuple[int, ...]:
    """Of a die in doubt that names no other values, all others."""
    named = tuple(maybe)
    return named if named or not is_doubtful else tuple(other for other in PIPS if other != value)
