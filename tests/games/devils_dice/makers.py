"""Small makers: boards with a few counters, a table of players, what they roll, move and what is seen."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pi_diavolo.games.devils_dice.course import begin
from pi_diavolo.games.devils_dice.house_rules import HouseRules, amended
from pi_diavolo.games.devils_dice.legal_moves import legal_moves
from pi_diavolo.games.devils_dice.play import CounterAt, Play
from pi_diavolo.games.devils_dice.referee import DevilsDiceReferee
from pi_diavolo.games.devils_dice.seating import colours_of
from pi_diavolo.games.devils_dice.state import Evening, Game
from pi_diavolo.table.board_views import BoardView
from pi_diavolo.table.boards import BoardSeen, Counter, CounterMoved, CounterSeen, Move, Shape, Square
from pi_diavolo.table.effects import Ask, Effect, Ignore, Say, ShowBoard, ShowRuling
from pi_diavolo.table.events import EveningOpened, Event, GameStarted, RollRead, SeatTaken, Started
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, Seat, board_seats_for
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Saying, Sentence

MIA, NOAH = Seat(1), Seat(5)
ORANGE, GREEN, RED, BLACK, BLUE, WHITE, PURPLE, YELLOW = (
    Colour.ORANGE, Colour.GREEN, Colour.RED, Colour.BLACK,
    Colour.BLUE, Colour.WHITE, Colour.PURPLE, Colour.YELLOW,
)  # fmt: skip
FLAT, PAWN = Shape.FLAT, Shape.PAWN


def sq(name: str) -> Square:
    """A square by its name: `c7`."""
    found = re.fullmatch(r"([a-z])(\d+)", name)
    assert found, name
    return Square(ord(found[1]) - ord("a"), int(found[2]) - 1)


def a_start(players: int = 2, **settings: Any) -> Play:
    """A game of so many players before anybody has rolled."""
    rules, seats = amended(HouseRules(), settings), board_seats_for(players)
    colours = colours_of(seats, rules)
    assert not isinstance(colours, Saying), colours
    return begin(seats, rules, colours)


def begun(play: Play, mover: Seat = MIA) -> Play:
    """The same game with the roll-off behind it."""
    return play.having(turn=1, mover=mover, contenders=(mover,), to_roll_off=())


def a_board(
    standing: Mapping[Colour, Sequence[str]], dice: tuple[int, ...] = (), mover: Seat = MIA, **settings: Any
) -> Play:
    """Only these counters stand: squares by their names, with a `p` before those of pawns (`pc7`)."""
    settings = {"colours": ";".join(standing), **settings} if "colours" not in settings else settings
    play = begun(a_start(settings["colours"].count(";") + 1, **settings), mover)
    counters = {counter: CounterAt(None) for counter in play.counters}
    for colour, names in standing.items():
        for number, name in enumerate(names, 1):
            pawn = len(name) > 2 and name[0] == "p" and name[1].isalpha()
            at = CounterAt(sq(name[1:] if pawn else name), PAWN if pawn else FLAT)
            counters[Counter(colour, number)] = at
    return play.having(counters=counters, dice=dice)


def targets(play: Play, number: int = 1, colour: Colour = ORANGE) -> set[str]:
    """Where this counter may go with the dice that lie there."""
    moves = legal_moves(play, play.dice)
    return {move.to.name for move in moves if move.counter == Counter(colour, number)}


def move(colour: Colour, number: int, to: str) -> Move:
    return Move(Counter(colour, number), sq(to))


class TableOfMovers:
    """Players at a table; time passes by a second with every event."""

    def __init__(self, players: int = 2, start: bool = True, **settings: Any) -> None:
        self.referee, self.at, self.seats = DevilsDiceReferee(), 0.0, board_seats_for(players)
        self.events: list[Event] = []
        self.effects: list[Effect] = []
        self.does(EveningOpened("devils-dice", settings, 1, 1, 0.0))
        self.does(Started("boot", 0.0, "2026-01-01T20:00:00+00:00"))
        if start:
            self.does(*(SeatTaken(seat, PlayerId(f"player-{seat}"), 0.0) for seat in self.seats))
            self.does(GameStarted(0.0))

    def does(self, *events: Event) -> list[Effect]:
        """Let these things happen; what they lead to is kept as well."""
        self.effects = [effect for event in events for effect in self.referee.receive(event)]
        self.events += events
        self.at += len(events)
        return self.effects

    def rolls(self, *values: int | tuple[int, ...]) -> list[Effect]:
        """The camera reads the dice; a tuple is what one may show, the likeliest first."""
        options = (value if isinstance(value, tuple) else (value,) for value in values)
        dice = tuple(Die(Colour.WHITE, value, maybe=tuple(maybe)) for value, *maybe in options)
        effects = self.does(RollRead(Roll(dice), self.at))
        assert not self.refusals(), self.refusals()
        return effects

    def rolls_off(self, *values: int) -> None:
        """One die each."""
        for value in values:
            self.rolls(value)

    def moves(self, colour: Colour, number: int, to: str) -> list[Effect]:
        """A move on the page that is allowed."""
        seat = self.play.owners[colour]
        effects = self.does(CounterMoved(seat, move(colour, number, to), self.at))
        assert not self.refusals(), self.refusals()
        return effects

    def sees(
        self,
        *changes: tuple[str, Colour | None] | tuple[str, Colour | None, Shape | None],
        maybe: Mapping[str, tuple[Colour, ...]] | None = None,
        unsure: Sequence[str] = (),
        beside: int = 0,
        lost: tuple[Colour, ...] = (),
    ) -> list[Effect]:
        """The camera sees the board as it should stand, but for these squares."""
        board = {
            square: (counter.colour, self.play.counters[counter].shape)
            for square, counter in self.play.standing.items()
        }
        for name, colour, *shape in changes:
            board.pop(sq(name), None)
            if colour is not None:
                board[sq(name)] = (colour, shape[0] if shape else FLAT)  # type: ignore[assignment]
        doubts = {sq(name): colours for name, colours in (maybe or {}).items()}
        seen = tuple(
            CounterSeen(square, colour, shape, doubts.get(square, ()))
            for square, (colour, shape) in board.items()
        )
        return self.does(BoardSeen(seen, self.at, tuple(map(sq, unsure)), beside, lost))

    def refusals(self) -> list[Saying]:
        return [effect.reason for effect in self.effects if isinstance(effect, Ignore)]

    def refused(self, event: Event) -> Sentence:
        """Why this is not allowed; nothing may change by it."""
        before = self.referee.state
        self.does(event)
        assert self.referee.state == before
        (reason,) = self.refusals()
        return reason.sentence

    @property
    def said(self) -> list[Sentence]:
        return [effect.saying.sentence for effect in self.effects if isinstance(effect, Say)]

    @property
    def asked(self) -> list[Ask]:
        return [effect for effect in self.effects if isinstance(effect, Ask)]

    @property
    def rulings(self) -> list[Ruling]:
        return [effect.ruling for effect in self.effects if isinstance(effect, ShowRuling)]

    @property
    def view(self) -> BoardView:
        return next(effect.view for effect in reversed(self.effects) if isinstance(effect, ShowBoard))

    @property
    def evening(self) -> Evening:
        return self.referee.state

    @property
    def game(self) -> Game:
        assert self.evening.game is not None
        return self.evening.game

    @property
    def play(self) -> Play:
        return self.game.play

    def where(self, colour: Colour, number: int) -> str | None:
        square = self.play.counters[Counter(colour, number)].square
        return None if square is None else square.name
