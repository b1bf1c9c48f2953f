"""All that the referee knows, as immutable values: the evening, the game, its moves, what was put right."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.moves import Move
from pi_diavolo.table.duels import DuelCorrected
from pi_diavolo.table.events import Correction, Grab
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Question, Ruling


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction with its number; one that was undone stays, and counts no more.

    A round that was struck out before it was over begins anew: then its moves up to `until` are left out.
    """

    number: int
    correction: DuelCorrected | Correction
    undone: bool = False
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Dice that were read, with what they may show instead, and the question about one of them."""

    dice: tuple[Die, ...]
    question: Question


@dataclass(frozen=True, slots=True)
class Game:
    """One game: how it began, its moves, where it stands; `waiting` moves follow what is decided first."""

    number: int
    start: Duel
    duel: Duel
    moves: tuple[Move, ...] = ()
    waiting: tuple[Move, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    protest: int | None = None
    doubt: Doubt | None = None
    ended: tuple[int, float] | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """The table from the first press to the last game."""

    rules: HouseRules
    next_game: int = 1
    seed: int = 0
    starts: int = 0
    seats: Mapping[Seat, PlayerId] = field(default_factory=dict)
    youngest: Seat | None = None
    all_here: tuple[int, Grab] | None = None  # in which start of the program somebody said so
    game: Game | None = None
    asked: int = 0  # questions so far
    paused: bool = False
