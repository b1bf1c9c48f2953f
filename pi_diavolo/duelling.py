"""Whole duels without people, as fast as they go, through referee and log; and an owner's file of cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.errors import ConfigError
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels.card_file import BadCard, as_setting, box_of, cards_out_of
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS, Opponent
from pi_diavolo.simulator.duellists import Chooser, SimulatedDuellists
from pi_diavolo.table.duel_views import DuelView, Hand
from pi_diavolo.table.duels import Choice
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import PlayerId, Seat, seats_for
from pi_diavolo.table.rulings import Ruling

DEVILISH_DUELS = "devilish-duels"
PLAYERS = 2
# No sensible file of cards is larger.
LARGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class Duelling:
    """What is played: how well by whom, by which rules and cards, with which luck."""

    opponents: tuple[str, ...] = ("random",)
    seed: int = 0
    rules: HouseRules = field(default_factory=HouseRules)
    doubtful_dice: float = 0.02
    invalid_rolls: float = 0.03


@dataclass(frozen=True, slots=True)
class DuelPlayed:
    """One duel from the first roll to the end."""

    game: int
    rounds: int
    winner: Seat | None
    rulings: tuple[Ruling, ...]
    events: int


class _Witness:
    """Keeps the rulings and counts the events."""

    def __init__(self) -> None:
        self.rulings: list[Ruling] = []
        self.events = 0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.events += 1
        self.rulings += [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]


def read_cards(path: Path) -> str:
    """The cards in an owner's file, as they stand in the settings; raises ConfigError with what is wrong."""
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_FILE + 1)
        if len(found) > LARGEST_FILE:
            raise ConfigError(f"{path}: this file is larger than 1 MB; use a file of cards alone")
        return as_setting(cards_out_of(found.decode()))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); check the name") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is no text in UTF-8; save it as such") from None
    except BadCard as bad:
        raise ConfigError(f"{path}: {bad}") from None


def chooser(opponent: Opponent, cards: Callable[[], str]) -> Chooser:
    """A simulated player who knows the cards of the duel on the table; the next one may have others."""
    return partial(_choose, opponent, cards)


def _choose(opponent: Opponent, cards: Callable[[], str], view: DuelView, hand: Hand, lot: Random) -> Choice:
    return opponent(view, hand, box_of(cards()), lot)


def play_duels(duelling: Duelling, games: int, log: EventLog | None = None) -> Iterator[DuelPlayed]:
    """Play so many duels; without a log each is remembered only until it was told."""
    for number in range(1, games + 1):
        if log is not None:
            with log.batch():
                played = _play(duelling, number, log, log.last_game() + 1)
            yield played
        else:
            with EventLog.in_memory() as own:
                yield _play(duelling, number, own, number)


def _play(duelling: Duelling, number: int, log: EventLog, game: int) -> DuelPlayed:
    referee, clock, witness = GAMES[DEVILISH_DUELS](), VirtualClock(), _Witness()
    seed = duelling.seed * 1_000_003 + number
    strengths = zip(seats_for(PLAYERS), cycle(duelling.opponents), strict=False)
    choosers = {
        seat: chooser(OPPONENTS[strength], lambda: duelling.rules.cards) for seat, strength in strengths
    }
    people = SimulatedDuellists(
        seed, choosers, doubtful=duelling.doubtful_dice, invalid=duelling.invalid_rolls
    )
    table = Table(referee, log, clock, people, people_wait=False)
    table.add_outlet(witness)
    open_evening(table, DEVILISH_DUELS, asdict(duelling.rules), game, seed, clock.now())
    seat_players(table, [PlayerId(f"p{count}") for count in (1, 2)], clock.now())
    table.run(until=lambda: table.status is Status.OVER)
    if table.status is not Status.OVER:
        raise RuntimeError(f"duel {number} of seed {duelling.seed} came to a stop in {table.status}")
    last = witness.rulings[-1]
    return DuelPlayed(last.game, last.turn, last.winner, tuple(witness.rulings), witness.events)
