"""What the pages need of a language; the shell hands one in for each, since no room knows `language`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from pi_diavolo.table.duels import DieShown, Element
from pi_diavolo.table.effects import Effect, Status
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question, Ruling, SeatResult
from pi_diavolo.table.sentences import Saying

Names = Mapping[Seat, str]


class Tongue(Protocol):
    """Says everything in one language, for people with these names."""

    def say(self, said: Saying, /) -> str:
        """A sentence of the table."""

    def narrate(self, effect: Effect, /) -> tuple[str, ...]:
        """What is said aloud about an effect."""

    def status(self, status: Status, seat: Seat | None = None, /) -> str:
        """What the table waits for."""

    def player(self, seat: Seat, /) -> str:
        """Who sits there, or the seat's number."""

    def title(self, face: str, /) -> str:
        """An order as a heading."""

    def instruction(self, face: str, /) -> str:
        """What to grab, in one line."""

    def letter(self, colour: Colour, /) -> str:
        """The letter that stands for a colour."""

    def colour(self, colour: Colour, /) -> str:
        """The colour's name."""

    def ruling(self, ruling: Ruling, /) -> str:
        """Why a turn was ruled so."""

    def result(self, result: SeatResult, /) -> str:
        """What the turn meant for one seat."""

    def answer(self, question: Question, choice: str, /) -> str:
        """One of a question's answers."""

    def element(self, element: Element, /) -> str:
        """An element's name."""

    def element_dice(self, dice: Iterable[DieShown], known: Seat | None = None, /) -> str:
        """Dice by their elements; whose they are, unless that is known."""

    def milliseconds(self, ms: float, /) -> str:
        """A time after the dice's rest."""

    def times(self, times: tuple[float, ...], /) -> str:
        """Times of which only one is meant."""


# One language for any people, and all of them by their codes.
Speak = Callable[[Names], Tongue]
Tongues = Mapping[str, Speak]
