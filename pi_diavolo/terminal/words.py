"""What the terminal must be able to say; whoever knows a language fills it in."""

from enum import StrEnum, auto
from typing import Protocol

from pi_diavolo.table.effects import Effect, Status
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Reason


class Label(StrEnum):
    """The fixed words on the screen, each a word or two."""

    TITLE = auto()  # "Pi Diavolo"
    GAME = auto()  # "Game", before its number
    TURN = auto()  # "Turn", before its number
    ROLLS = auto()  # "rolls", after the roller's name
    PLAYER = auto()  # the players' table: "player"
    GEMS = auto()  # "gems"
    TOOK = auto()  # "took"
    AFTER = auto()  # "after", over the milliseconds
    EARLY = auto()  # "early", in place of milliseconds below 0
    YOU = auto()  # "you", behind the human's name
    OUT = auto()  # "out", for a player without gems
    GONE = auto()  # "gone", for an imp that was no longer there
    ORDER = auto()  # "Order", over the order's instruction
    ANSWER = auto()  # "Answer", over the right colour
    STRUCK = auto()  # "struck out", where a turn has no answer
    QUESTION = auto()  # "Question", over what people must decide
    IMPS = auto()  # "Imps", before those still to be had
    PRESS = auto()  # "Press", before the keys
    TRAY = auto()  # "The tray", over the map
    WINS = auto()  # "wins!", under the winner's name
    NOBODY_WINS = auto()  # "Nobody wins"


class Words(Protocol):
    """One language, with the names of the players now at the table."""

    def narrate(self, effect: Effect) -> tuple[str, ...]:
        """The sentences an effect is told in, none for what is only shown."""

    def status(self, status: Status, seat: Seat | None) -> str:
        """What the table waits for, short: "Anna, roll the dice"."""

    def reason(self, reason: Reason) -> str:
        """Why a colour is right: "greatest sum: red 13, white 12, black 11"."""

    def player(self, seat: Seat) -> str:
        """The name of who sits there, or the seat's own name."""

    def colour(self, colour: Colour) -> str:
        """A colour's name."""

    def letter(self, colour: Colour) -> str:
        """The one letter that stands for a colour, and the key to press for it."""

    def order(self, face: str) -> str:
        """An order's name; a face nobody knows by its own name."""

    def instruction(self, face: str) -> str:
        """What an order asks for, in one short sentence."""

    def gems(self, count: int) -> str:
        """So many gems: "1 gem", "3 gems"."""

    def number(self, value: float, decimals: int | None = None) -> str:
        """A score, with the language's decimal sign; a whole one has none unless decimals are asked for."""

    def milliseconds(self, ms: float) -> str:
        """A time after the dice's rest: "812 ms"; below 0 the grab was early."""

    def label(self, label: Label) -> str:
        """A fixed word of the screen."""
