"""All that the referee knows, as immutable values: the evening, the game, its acts, what was put right."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_diavolo.games.devils_dice.acts import Act
from pi_diavolo.games.devils_dice.house_rules import HouseRules
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.table.board_views import ToPut, TurnShown
from pi_diavolo.table.boards import BoardSeen, Move, MoveCorrected, Square
from pi_diavolo.table.events import Correction
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Question, Ruling


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction with its number; one that was undone stays, and counts no more.

    It is about the acts up to number `until`: what was done after it is not touched by it. With `anew` the
    turn was not over yet when it was struck out: then it is rolled for again.
    """

    number: int
    correction: MoveCorrected | Correction
    until: int
    anew: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question, and the dice it is about or the moves that may have been made."""

    question: Question
    dice: tuple[Die, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game: how it began, its acts, where it stands; `waiting` acts follow what is decided first.

    `seen` is the board as the camera saw it last. It is `settled` while nothing has changed unseen since it
    stood as it should; `leftovers` are counters that are out and may not have been taken off yet. Where no
    camera looks, `asked_of_hands` is what the last move and the corrections since ask of them.
    """

    number: int
    start: Play
    play: Play
    acts: tuple[Act, ...] = ()
    waiting: tuple[Act, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    turns: tuple[TurnShown, ...] = ()
    protest: int | None = None
    doubt: Doubt | None = None
    ended: tuple[int, float] | None = None
    seen: BoardSeen | None = None
    settled: bool = False
    leftovers: frozenset[tuple[Square, Colour]] = frozenset()
    asked_of_hands: tuple[ToPut, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """The table from the first press to the last game."""

    rules: HouseRules
    next_game: int = 1
    seed: int = 0
    starts: int = 0
    seats: Mapping[Seat, PlayerId] = field(default_factory=dict)
    youngest: Seat | None = None
    game: Game | None = None
    seen: BoardSeen | None = None  # the last look; the next game may begin with the board as it is
    asked: int = 0  # questions so far
    paused: bool = False
