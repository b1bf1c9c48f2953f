"""Whole games without people, as fast as they go, through referee and log; each compared with the truth."""

import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import cycle
from typing import TYPE_CHECKING

from pi_diavolo.app import Inbox, Table, Together
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import Grabs as HandsGrab
from pi_diavolo.simulator.hands import MadeUpHands, Touch
from pi_diavolo.simulator.people import Options
from pi_diavolo.simulator.sight import MadeUpEyes, ReadCounts, Through, WatchedTable
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.simulator.world import World
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import Event
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.pin_map import MapKind
from pi_diavolo.table.players import PlayerId, Seat, seats_for
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling

if TYPE_CHECKING:
    from pi_diavolo.simulated_wires import SimulatedWires

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
    wired: bool = False  # hands move mock pins and docks, and the real devices feel them


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
    inbox: Inbox = queue.Queue()
    seed = simulation.seed * 1_000_003 + number
    if not simulation.wired:
        return _play_at(simulation, number, log, game, inbox, None)
    with closing(wires_for(simulation.rules, simulation.players, inbox, seed)) as wires:
        return _play_at(simulation, number, log, game, inbox, wires)


def _play_at(
    simulation: Simulation,
    number: int,
    log: EventLog,
    game: int,
    inbox: Inbox,
    wires: "SimulatedWires | None",
) -> GamePlayed:
    referee, clock, witness = GAMES["diavolo"](), VirtualClock(), _Witness()
    seed = simulation.seed * 1_000_003 + number
    people = simulated_table(
        seats_for(simulation.players),
        simulation.skills,
        simulation.rules,
        seed,
        simulation.chances,
        watched=painted(seed) if simulation.through is Through.VISION else None,
        touch=wires.hands if wires else None,
    )
    devices = Together(people, wires.hands, wires.nerves) if wires else people
    table = Table(referee, log, clock, devices, people_wait=False, inbox=inbox)
    table.add_outlet(witness)
    open_evening(table, "diavolo", asdict(simulation.rules), game, seed, clock.now())
    players = [PlayerId(f"p{count}") for count in range(1, simulation.players + 1)]
    seat_players(table, players, clock.now())
    table.run(until=lambda: table.status is Status.OVER)
    if table.status is not Status.OVER:
        raise RuntimeError(f"game {number} of seed {simulation.seed} came to a stop in {table.status}")
    last = witness.rulings[-1]
    return GamePlayed(
        last.game, last.turn, last.winner, tuple(witness.rulings), people.wrong_rulings, witness.events,
        people.read,
    )  # fmt: skip


def painted(seed: int) -> WatchedTable:
    """A table drawn by lot, whose pictures are read by the real eyes."""
    # Late: OpenCV takes a moment to load, and games of numbers shall not wait for it.
    from pi_diavolo.painted_eyes import drawn_table

    return drawn_table(seed)


def wires_for(rules: HouseRules, seats: int, inbox: Inbox, seed: int) -> "SimulatedWires":
    """Mock pins and chips, wired as the map for so many seats says."""
    # Late: gpiozero takes a moment to load, and games of numbers shall not wait for it.
    from pi_diavolo.devices.pin_map import shipped
    from pi_diavolo.simulated_wires import SimulatedWires

    kind = MapKind.BASES if rules.grabs is Grabs.BASES else MapKind.PANELS
    return SimulatedWires(shipped(kind, seats), inbox.put, seed)


def simulated_table(
    seats: Sequence[Seat],
    skills: Sequence[str],
    rules: HouseRules,
    seed: int,
    chances: Chances,
    human: Seat | None = None,
    watched: WatchedTable | None = None,
    touch: Touch | None = None,
    throws: bool = True,
) -> SimulatedTable:
    """The second set of devices, with simulated players in all seats but the human's."""
    watched = watched or _made_of_numbers(chances)
    world = replace(watched.world, invalid=chances.invalid_rolls)
    grabs = HandsGrab.BASES if rules.grabs is Grabs.BASES else HandsGrab.PANELS
    options = Options(
        world,
        sight=watched.sight,
        touch=touch or MadeUpHands(),
        dice_per_colour=rules.dice_per_colour,
        order_first=rules.order_first,
        grabs=grabs,
        human=human,
        throws=throws,
        answers=throws,  # what lies on a real table, only real people see
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
