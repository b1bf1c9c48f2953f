"""How well eyes did in a game of Devil's Dice, beside what truly lay and stood there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pi_diavolo.simulator.standing import Standing
from pi_diavolo.table.boards import BoardSeen, CounterSeen
from pi_diavolo.table.events import RollInvalid, RollRead


@dataclass(slots=True)
class BoardCounts:
    """Rolls and boards that were looked at; `misread` is what the eyes were sure of and wrong in.

    `refused` are rolls that did not count or could not be seen, `unsure` boards with squares in doubt.
    """

    rolls: int = 0
    misread: int = 0
    asked: int = 0
    refused: int = 0
    boards: int = 0
    boards_misread: int = 0
    boards_unsure: int = 0

    def roll(self, seen: RollRead | RollInvalid | None, thrown: Sequence[int], spoilt: bool) -> None:
        """Count a throw that truly shows this; `spoilt`: it does not count."""
        self.rolls += 1
        if not isinstance(seen, RollRead):
            self.refused += 1
            self.misread += isinstance(seen, RollInvalid) and not spoilt
            return
        doubted = any(die.maybe for die in seen.roll.dice)
        self.asked += doubted
        read = Counter(die.value for die in seen.roll.dice)
        self.misread += not doubted and (spoilt or read != Counter(thrown))

    def board(self, seen: BoardSeen | None, truth: Standing) -> None:
        """Count a look at a board on which this truly stands."""
        self.boards += 1
        self.boards_unsure += seen is None or bool(
            seen.unsure or any(_doubts(each) for each in seen.counters)
        )
        self.boards_misread += seen is not None and _is_misread(seen, truth)


def _doubts(each: CounterSeen) -> bool:
    return bool(each.maybe) or each.shape is None


def _is_misread(seen: BoardSeen, truth: Standing) -> bool:
    """A counter was surely seen that is not there, as another one, or not at all."""
    found = {each.square: each for each in seen.counters}
    for square in (found.keys() | truth.keys()) - set(seen.unsure):
        was, true = found.get(square), truth.get(square)
        if was is None and true is not None and true.colour in seen.lost:
            continue
        if was is None or true is None:
            return True
        if true.colour not in (was.colour, *was.maybe) or was.shape not in (None, true.shape):
            return True
    return False
