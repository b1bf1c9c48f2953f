"""From looks at the board, frame after frame, to one BoardSeen; and from a look at the dice to a roll."""

from collections.abc import Iterable
from dataclasses import dataclass

from pi_diavolo.table.boards import BoardSeen, CounterSeen, Square
from pi_diavolo.table.events import RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Die
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

    @property
    def is_clear(self) -> bool:
        """The whole board was to be seen."""
        return not self.hand and not self.codes

    def shows_as(self, other: "BoardLook") -> bool:
        """Both show the same counters on the same squares, and doubt the same."""
        return _shown(self) == _shown(other)


class BoardLooker:
    """Takes in one look after the other; what two in a row agree on is told once.

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
        if self._told is not None and look.shows_as(self._told):
            self._looks = []
            return None
        self._looks.append(look)
        if len(self._looks) > 1 and look.shows_as(self._looks[-2]):
            return self._tell(look)
        if len(self._looks) >= PATIENCE:
            return self._tell(_doubted(self._looks))
        return None

    def _tell(self, look: BoardLook) -> BoardSeen:
        self._told, self._looks = look, []
        return BoardSeen(look.counters, look.at, look.unsure, look.beside)


def _shown(look: BoardLook) -> tuple[frozenset[CounterSeen], frozenset[Square], int]:
    return frozenset(look.counters), frozenset(look.unsure), look.beside


def _doubted(looks: list[BoardLook]) -> BoardLook:
    """What all of these agree on; the squares on which they do not are unsure."""
    last = looks[-1]
    common = frozenset(last.counters).intersection(*(look.counters for look in looks))
    unsure = {square for look in looks for square in look.unsure}
    unsure |= {counter.square for look in looks for counter in look.counters if counter not in common}
    counters = tuple(counter for counter in last.counters if counter in common)
    return BoardLook(last.at, counters, tuple(sorted(unsure)), max(look.beside for look in looks))


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
