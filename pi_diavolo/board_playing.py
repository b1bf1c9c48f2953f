"""Whole games of Devil's Dice without people, as fast as they go, through referee and log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devils_dice.layout_file import layout_of
from pi_diavolo.games.devils_dice.opponents import OPPONENTS
from pi_diavolo.simulator.board_counts import BoardCounts
from pi_diavolo.simulator.movers import Chooser, Habits, SimulatedMovers
from pi_diavolo.table.boards import Ended
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import Event, Setting
from pi_diavolo.table.players import PlayerId, Seat, board_seats_for
from pi_diavolo.table.rulings import Ruling

DEVILS_DICE = "devils-dice"
# Whole boards fill a log: of so many games one is played before a camera, in the others each move is said.
CAMERA_EVERY = 10


@dataclass(frozen=True, slots=True)
class BoardPlaying:
    """What is played: by how many, how well, by which house rules and with which luck."""

    players: int = 4
    opponents: tuple[str, ...] = ("random",)
    seed: int = 0
    settings: Mapping[str, Setting] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    painted: bool = False


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """One game from the roll-off to the end, with how well each seat played."""

    game: int
    turns: int
    winner: Seat | None
    ended: Ended | None
    opponents: Mapping[Seat, str]
    rulings: tuple[Ruling, ...]
    events: int
    read: BoardCounts | None = None  # None: nothing was painted and read


class _Witness:
    """Keeps the rulings and counts the events."""

    def __init__(self) -> None:
        self.rulings: list[Ruling] = []
        self.events = 0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.events += 1
        self.rulings += [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]


def play_boards(playing: BoardPlaying, games: int, log: EventLog | None = None) -> Iterator[BoardPlayed]:
    """Play so many games; without a log each is remembered only until it was told."""
    for number in range(1, games + 1):
        if log is not None:
            with log.batch():
                played = _play(playing, number, log, log.last_game() + 1)
            yield played
        else:
            with EventLog.in_memory() as own:
                yield _play(playing, number, own, number)


def choosers(strengths: Mapping[Seat, str]) -> dict[Seat, Chooser]:
    """The simulated players themselves."""
    return {seat: OPPONENTS[strength] for seat, strength in strengths.items()}


def strengths_of(seats: Sequence[Seat], opponents: Sequence[str], number: int = 1) -> dict[Seat, str]:
    """How well each seat plays, going round the table; each game begins with another seat."""
    turned = [*seats[(number - 1) % len(seats) :], *seats[: (number - 1) % len(seats)]]
    return dict(sorted(zip(turned, cycle(opponents), strict=False)))


def _habits(habits: Habits, number: int) -> Habits:
    return habits if number % CAMERA_EVERY == 1 else replace(habits, by_hand=0.0)


def _people(
    playing: BoardPlaying, seed: int, strengths: Mapping[Seat, str], habits: Habits
) -> SimulatedMovers:
    if not playing.painted:
        return SimulatedMovers(seed, choosers(strengths), habits=habits)
    # Late: OpenCV takes a moment to load.
    from pi_diavolo.painted_board import painted_board
    from pi_diavolo.painted_movers import PaintedMovers

    painted = painted_board(seed, layout_of(str(playing.settings.get("layout", ""))))
    return PaintedMovers(seed, choosers(strengths), painted, habits=playing.habits)


def _play(playing: BoardPlaying, number: int, log: EventLog, game: int) -> BoardPlayed:
    clock, witness = VirtualClock(), _Witness()
    seed, seats = playing.seed * 1_000_003 + number, board_seats_for(playing.players)
    strengths = strengths_of(seats, playing.opponents, number)
    people = _people(playing, seed, strengths, _habits(playing.habits, number))
    table = Table(GAMES[DEVILS_DICE](), log, clock, people, people_wait=False)
    table.add_outlet(witness)
    open_evening(table, DEVILS_DICE, playing.settings, game, seed, clock.now())
    seat_players(table, [PlayerId(f"p{count + 1}") for count in range(len(seats))], clock.now(), seats)
    table.run(until=lambda: table.status is Status.OVER)
    if table.status is not Status.OVER:
        raise RuntimeError(f"game {number} of seed {playing.seed} came to a stop in {table.status}")
    last = witness.rulings[-1]
    ended = last.move.ended if last.move else None
    return BoardPlayed(
        last.game,
        last.turn,
        last.winner,
        ended,
        strengths,
        tuple(witness.rulings),
        witness.events,
        people.counts,
    )
