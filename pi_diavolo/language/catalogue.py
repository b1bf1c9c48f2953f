"""What a language must have: its sentences, its words, and how it counts and joins them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from string import Formatter

from pi_diavolo.table.complaints import TrayPart
from pi_diavolo.table.duels import Element
from pi_diavolo.table.effects import Status
from pi_diavolo.table.parts import Fault, Lacking, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence


class Label(StrEnum):
    """The short words that stand over columns, before values and beside lamps."""

    # The game and its turns
    TITLE = auto()
    GAME = auto()
    GAMES = auto()
    TURN = auto()
    TURNS = auto()
    STATUS = auto()
    TIME = auto()
    TOTAL = auto()
    # The people
    PLAYER = auto()
    PLAYERS = auto()
    SEAT = auto()
    YOU = auto()
    YOUNGEST = auto()
    GEMS = auto()
    CHANGE = auto()
    OUT = auto()
    WINNER = auto()
    WINS = auto()
    NOBODY = auto()
    NOBODY_WINS = auto()
    # The roll
    ROLLS = auto()
    ROLL = auto()
    DICE = auto()
    TRAY = auto()
    ORDER = auto()
    ORDER_DIE = auto()
    COLOUR = auto()
    SCORE = auto()
    TIE = auto()
    # The grabs and the ruling
    IMPS = auto()
    TOOK = auto()
    AFTER = auto()
    EARLY = auto()
    GONE = auto()
    ANSWER = auto()
    RESULT = auto()
    REASON = auto()
    # What people decide
    QUESTION = auto()
    ROLL_AGAIN = auto()
    NEITHER = auto()
    NONE_OF_THESE = auto()
    PROTEST = auto()
    CORRECTED = auto()
    STRUCK = auto()
    PENDING = auto()
    PLAYED_ON = auto()
    YES = auto()
    NO = auto()
    # A picture read
    PICTURES = auto()
    SURE = auto()
    INVALID = auto()
    NOT_SURE = auto()
    UNREADABLE = auto()
    LEANS = auto()
    OUTSIDE = auto()
    STACKED = auto()
    TOO_MANY = auto()
    AT_REST = auto()
    HAND = auto()
    # Units
    MILLIMETRES = auto()
    SECONDS = auto()
    MILLISECONDS = auto()
    # The screen
    KEYS = auto()
    PRESS = auto()
    PRESS_CTRL_C = auto()
    # Where a part is wired
    GPIO = auto()
    CHANNEL = auto()


@dataclass(frozen=True, slots=True)
class Counted:
    """A noun for one thing and for several."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class ColourWords:
    """A colour's name, its imp as a phrase, its imps to count, and the letter that stands for it."""

    name: str
    imp: str
    imps: Counted
    letter: str


@dataclass(frozen=True, slots=True)
class OrderWords:
    """An order's name inside a sentence, its title on a screen, and in one line what to grab."""

    name: str
    title: str
    instruction: str


@dataclass(frozen=True, slots=True)
class PartWords:
    """A part of the table as people call it, and what to do while it does not work."""

    name: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One language. The gaps in `sentences` carry the names of the values that fill them."""

    code: str
    language: str
    sentences: Mapping[Sentence, str]
    labels: Mapping[Label, str]
    statuses: Mapping[Status, str]
    verdicts: Mapping[Verdict, str]
    colours: Mapping[Colour, ColourWords]
    counters: Mapping[Colour, str]  # the names of the eight colours of counters
    orders: Mapping[str, OrderWords]
    elements: Mapping[Element, str]
    tray_parts: Mapping[TrayPart, str]
    parts: Mapping[PartKind, PartWords]
    troubles: Mapping[Fault, str]  # each goes on after the part's name
    lacking: Mapping[Lacking, str]  # each goes on after "simulated"
    gems: Counted
    some_left: str  # what is left of the gems, with a gap for them
    none_left: str
    singular: frozenset[int]  # the numbers that take the singular: French counts nought as one
    decimal_sign: str
    both: str  # the "and" before the last of several
    either: str  # the "or" before the last of several
    seat: str  # stands with a number for a player without a name


def placeholders(template: str) -> frozenset[str]:
    """The names of a template's gaps."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)
