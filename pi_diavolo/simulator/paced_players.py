"""Simulated people who take their time: when they move, for whom others play, and how their dice are read."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from pi_diavolo.table.effects import Ask, Effect, ShowStatus, Status
from pi_diavolo.table.events import Event, PhoneJoined, PhoneLeft
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import Seat

# While people talk, nothing moves.
HALTED = (Status.LOBBY, Status.PAUSED, Status.PROTEST, Status.OVER)


class PacedPlayers(ABC):
    """They hear what the table shows, think for `pace_s` seconds, and do one thing at a time.

    With `throws` false the dice lie on a real table.
    """

    def __init__(self, seed: int, pace_s: float, throws: bool) -> None:
        self._pace, self._throws = pace_s, throws
        self._left: set[Seat] = set()  # to somebody at a page, who plays instead
        self._dice, self._camera = Random(f"{seed} dice"), Random(f"{seed} camera")
        self._thrown: tuple[Die, ...] = ()  # as they truly lie
        self._asked: Ask | None = None
        self._status = Status.LOBBY
        self._due: float | None = None

    def due(self) -> float | None:
        """When somebody moves next."""
        return self._due

    def take(self, now: float) -> list[Event]:
        """What that move is."""
        if self._due is None or now < self._due:
            return []
        at, self._due = self._due, None
        event = self._next(at)
        return [] if event is None else [event]

    def sense(self, fact: Fact) -> list[Event]:
        """Nobody here has wires."""
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table shows, and who plays for whom."""
        match event:
            case PhoneJoined(seat=seat, stands_in=True):
                self._left.add(seat)
            case PhoneLeft(seat=seat, stood_in=True):
                self._left.discard(seat)
                self._think(event.at)
        for effect in effects:
            match effect:
                case Ask():
                    self._asked = effect
                case ShowStatus(status=status):
                    self._status = status
                    self._think(event.at)
            self._learn(effect)

    @abstractmethod
    def _learn(self, effect: Effect) -> None:
        """Remember what only this game shows."""

    @abstractmethod
    def _next(self, at: float) -> Event | None:
        """What somebody does now; None where all wait."""

    def _think(self, at: float) -> None:
        self._due = None if self._status in HALTED else at + self._pace

    def _die(self, colour: Colour, doubtful: float) -> Die:
        """A die is thrown and read; with the chance `doubtful` it may be another number, too."""
        value = self._dice.randint(1, 6)
        if self._camera.random() >= doubtful:
            return Die(colour, value)
        other = self._camera.choice([other for other in range(1, 7) if other != value])
        return Die(colour, value, maybe=(other,))
