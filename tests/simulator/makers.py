"""Small makers: worlds, tables, turns, and a table's effects as a script."""

from collections.abc import Mapping, Sequence
from typing import Any

from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.people import Options
from pi_diavolo.simulator.skills import Habit, Reaction, Skill
from pi_diavolo.simulator.world import World
from pi_diavolo.table.effects import Effect, ShowOrder, ShowRoll, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event, OrderRead, RollRead, Tick
from pi_diavolo.table.pieces import RIVALS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll

FACES = (
    "greatest_sum",
    "smallest_sum",
    "most_odd",
    "highest_value",
    "greatest_difference",
    "closest",
)
IMPS = {Colour.BLACK: 2, Colour.WHITE: 2, Colour.RED: 2, Colour.GRAY: 1}
PLACES = (*RIVALS, None, *RIVALS, Colour.GRAY, None, None)
ROLL_NOW = ShowStatus(Status.ROLL_NOW, Seat(1))


def red_is_right(roll: Roll, face: str) -> Colour:
    return Colour.RED


def a_skill(seconds: float = 1.0, errors: float = 0.0, habit: Habit | None = None) -> Skill:
    """Somebody who always does the same."""
    return Skill(Reaction(seconds, 0.1, errors), habits={habit: 1.0} if habit else {})


def a_table(
    skills: Mapping[int, Skill] | None = None,
    seed: int = 1,
    world: Mapping[str, Any] | None = None,
    **options: Any,
) -> SimulatedTable:
    """Two players who always take red, unless told otherwise."""
    seated = {Seat(seat): skill for seat, skill in (skills or {1: a_skill(), 4: a_skill()}).items()}
    return SimulatedTable(seed, seated, red_is_right, Options(World(FACES, **(world or {})), **options))


def a_turn(number: int = 1, players: Sequence[int] = (1, 4), imps: Mapping[Colour, int] = IMPS) -> ShowTurn:
    seats = tuple(Seat(seat) for seat in players)
    return ShowTurn(1, number, seats[0], seats, imps, PLACES)


def shown(table: SimulatedTable, *effects: Effect, at: float = 0.0) -> None:
    """The table shows this, for a reason of its own."""
    table.hear(Tick(at), effects)


def usual_effects(event: Event) -> list[Effect]:
    """What a table shows when nothing is doubtful."""
    match event:
        case OrderRead(order_die=order_die):
            return [ShowOrder(order_die), ROLL_NOW]
        case RollRead(roll=roll):
            return [ShowRoll(roll, roll.order_die.face if roll.order_die else None), ShowStatus(Status.GRAB)]
    return []


def run(table: SimulatedTable, late: float = 0.0) -> list[Event]:
    """All that happens until nothing is planned any more; `late` is how long after its moment we look."""
    happened: list[Event] = []
    while (due := table.due()) is not None:
        for event in table.take(due + late):
            happened.append(event)
            table.hear(event, usual_effects(event))
    return happened


def a_roll_thrown(table: SimulatedTable, late: float = 0.0) -> list[Event]:
    """A turn begins, the dice are called for, and all that follows happens."""
    shown(table, a_turn(), ROLL_NOW)
    return run(table, late)


def of_kind(events: Sequence[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
