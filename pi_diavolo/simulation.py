"""Whole games without people, as fast as they go, through referee and log; each compared with the truth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import cycle

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import Grabs
from pi_diavolo.simulator.people import Options
from pi_diavolo.simulator.sight import MadeUpEyes, ReadCounts, Through, WatchedTable
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.simulator.world import World
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import Event
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import PlayerId, Seat, seats_for
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling

# How far off the simulated eyes may measure, either way.
MEASURED_WITHIN_MM = 0.3


@dataclass(frozen=True, slots=True)
class Chances:
    """How often a die is doubtful, and how often a roll does not count."""

    doubtful_dice: float = 0.02
    invalid_rolls: float = 0.03


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played: by how many, how well, by which rules, with which luck."""

    players: int
    rules: HouseRules
    skills: tuple[str, ...] = ("regular",)
    seed: int = 0
    chances: Chances = Chances()
    through: Through = Through.NUMBERS


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game from the first roll to the end."""

    game: int
    turns: int
    winner: Seat | None
    rulings: tuple[Ruling, ...]
    wrong_rulings: int
    events: int
    read: ReadCounts


class _Witness:
    """Keeps the rulings and counts the events."""

    def __init__(self) -> None:
        self.rulings: list[Ruling] = []
        self.events = 0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.events += 1
        self.rulings += [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]


def play(simulation: Simulation, games: int, log: EventLog | None = None) -> Iterator[GamePlayed]:
    """Play so many games; without a log each is remembered only until it was checked."""
    for number in range(1, games + 1):
        if log is not None:
            with log.batch():
                played = _play(simulation, number, log, log.last_game() + 1)
            yield played
        else:
            with EventLog.in_memory() as own:
                yield _play(simulation, number, own, number)


def _play(simulation: Simulation, number: int, log: EventLog, game: int) -> GamePlayed:
    referee, clock, witness = GAMES["diavolo"](), VirtualClock(), _Witness()
    seed = simulation.seed * 1_000_003 + number
    seats = seats_for(simulation.players)
    watched = painted(seed) if simulation.through is Through.VISION else None
    devices = simulated_table(
        seats, simulation.skills, simulation.rules, seed, simulation.chances, watched=watched
    )
    table = Table(referee, log, clock, devices, people_wait=False)
    table.add_outlet(witness)
    open_evening(table, "diavolo", asdict(simulation.rules), game, seed, clock.now())
    players = [PlayerId(f"p{count}") for count in range(1, simulation.players + 1)]
    seat_players(table, players, clock.now())
    table.run(until=lambda: table.status is Status.OVER)
    if table.status is not Status.OVER:
        raise RuntimeError(f"game {number} of seed {simulation.seed} came to a stop in {table.status}")
    last = witness.rulings[-1]
    return GamePlayed(
        last.game, last.turn, last.winner, tuple(witness.rulings), devices.wrong_rulings, witness.events,
        devices.read,
    )  # fmt: skip


def painted(seed: int) -> WatchedTable:
    """A table drawn by lot, whose pictures are read by the real eyes."""
    # Late: OpenCV takes a moment to load, and games of numbers shall not wait for it.
    from pi_diavolo.painted_eyes import drawn_table

    return drawn_table(seed)


def simulated_table(
    seats: Sequence[Seat],
    skills: Sequence[str],
    rules: HouseRules,
    seed: int,
    chances: Chances,
    human: Seat | None = None,
    watched: WatchedTable | None = None,
) -> SimulatedTable:
    """The second set of devices, with simulated players in all seats but the human's."""
    watched = watched or _made_of_numbers(chances)
    world = replace(watched.world, invalid=chances.invalid_rolls)
    grabs = Grabs.BASES if rules.grabs == "bases" else Grabs.PANELS
    options = Options(
        world,
        sight=watched.sight,
        dice_per_colour=rules.dice_per_colour,
        order_first=rules.order_first,
        grabs=grabs,
        human=human,
    )
    # The skills go round the table; a single one is everybody's.
    players = {seat: SKILLS[skill] for seat, skill in zip(seats, cycle(skills), strict=False)}
    return SimulatedTable(seed, players, solver(rules), options)


def _made_of_numbers(chances: Chances) -> WatchedTable:
    world = World(tuple(Order), error_mm=MEASURED_WITHIN_MM, doubt=chances.doubtful_dice)
    return WatchedTable(world, MadeUpEyes())


def solver(rules: HouseRules) -> Callable[[Roll, str], Colour]:
    """What people see with their own eyes: the right colour for the dice as they truly lie."""
    return lambda roll, face: answer(Order(face), roll, rules).answer
