"""Panels: a press of a colour's button is a grab at its first edge; letting go says nothing."""

from collections.abc import Mapping, Sequence

from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event, Grab
from pi_diavolo.table.facts import Claim, ImpDocked, ImpUndocked
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.switches import Moved

Sensed = Moved | ImpDocked | ImpUndocked | Claim


class Panels:
    """The buttons by their pins; imps are counted out by the referee, in the order of the presses."""

    def __init__(self, buttons: Mapping[int, tuple[Seat, Colour]]) -> None:
        self._buttons = dict(buttons)

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Buttons mean the same at any time; what it leads to, the referee knows."""

    def note(self, pin: int, closed: bool | None, at: float) -> None:
        """Where a button is says nothing; only a press does."""

    def sense(self, fact: Sensed) -> list[Event]:
        """The grab that a move of a button is, if it is one; a claim by phone is one, too."""
        if isinstance(fact, Claim):
            return [Grab(fact.seat, fact.colour, fact.at)]
        if not isinstance(fact, Moved) or not fact.closed or fact.pin not in self._buttons:
            return []
        seat, colour = self._buttons[fact.pin]
        return [Grab(seat, colour, fact.at, error=fact.error)]

    def due(self) -> float | None:
        """Nothing is ever due: a press is told at once."""
        return None

    def tick(self, now: float) -> list[Event]:
        """Time alone presses nothing."""
        return []
