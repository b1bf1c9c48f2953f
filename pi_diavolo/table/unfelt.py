"""Bases that do not feel that their imp is gone: a reed that is welded shut never moves, so never tells."""

from collections import Counter
from collections.abc import Iterable

# A hand may hide an imp from the eyes in one turn. An imp that was taken and put back moves its switch.
TURNS = 2


class Unfelt:
    """Remembers which switches said "an imp stands here" of bases that were seen empty; without a move."""

    def __init__(self) -> None:
        self._turns, self._noted = Counter[int](), set[int]()

    def next_turn(self) -> None:
        """Each turn counts once, however often the eyes look."""
        self._noted.clear()

    def moved(self, pin: int) -> None:
        """It is not stuck."""
        del self._turns[pin]

    def seen_empty(self, closed: Iterable[int]) -> list[int]:
        """These switches are closed, and their bases empty; tells those of which it was so before."""
        for pin in (closed := list(closed)):
            self._turns[pin] += pin not in self._noted
            self._noted.add(pin)
        return [pin for pin in closed if self._turns[pin] >= TURNS]
