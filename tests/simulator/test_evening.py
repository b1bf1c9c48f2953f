"""Whole evenings: the simulated table against the real referee, on a clock that jumps."""

import heapq
from collections import deque
from dataclasses import dataclass, field
from queue import Queue
from typing import Any

import pytest

from pi_diavolo.clock import VirtualClock
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.people import Options
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.simulator.world import World
from pi_diavolo.table.effects import Ask, Ignore, ShowRuling, ShowWinner, Unask, Wake
from pi_diavolo.table.events import (
    EveningOpened,
    Event,
    GameStarted,
    OrderRead,
    RollRead,
    SeatTaken,
    Tick,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import PlayerId, seats_for
from pi_diavolo.table.roll import Roll

from .makers import FACES, of_kind

TOO_LONG = 20_000
VARIANTS: list[dict[str, Any]] = [
    {},
    {"order_first": True},
    {"dice_per_colour": 2},
    {"grabs": "bases"},
    {"grabs": "bases", "order_first": True},
]


@dataclass
class Evening:
    """One game from the opening to its winner; `late` is how long after its moment the loop looks."""

    seed: int
    players: int
    settings: dict[str, Any]
    late: float = 0.0
    events: list[Event] = field(default_factory=list)
    effects: list[Any] = field(default_factory=list)
    right: list[Colour] = field(default_factory=list)
    ruled: list[Colour] = field(default_factory=list)
    _lies: Colour = Colour.GRAY

    def play(self) -> "Evening":
        skills = dict(zip(seats_for(self.players), [*SKILLS.values()] * 2, strict=False))
        world = World(FACES, error_mm=0.3, doubt=0.05, invalid=0.08)
        table, referee = SimulatedTable(self.seed, skills, self._solve, Options(world)), DiavoloReferee()
        clock, wakes, inbox = VirtualClock(), list[float](), Queue[Event]()
        opened = EveningOpened("diavolo", self.settings, 1, self.seed, 0.0)
        waiting = deque[Event]([opened, *_opening(self.players)])
        while waiting or wakes or table.due() is not None:
            if not waiting:
                due = table.due()
                if wakes and (due is None or wakes[0] <= due):
                    waiting.append(Tick(heapq.heappop(wakes)))
                else:
                    clock.next(inbox, due)
                    waiting.extend(table.take(clock.now() + self.late))
                continue
            self._step(waiting.popleft(), referee, table, wakes)
        return self

    def _solve(self, roll: Roll, face: str) -> Colour:
        self._lies = answer(Order(face), roll, HouseRules()).answer
        return self._lies

    def _step(self, event: Event, referee: DiavoloReferee, table: SimulatedTable, wakes: list[float]) -> None:
        effects = referee.receive(event)
        for shown in (effect for effect in effects if isinstance(effect, ShowRuling)):
            assert shown.ruling.reason
            self.ruled.append(shown.ruling.reason.answer)
            self.right.append(self._lies)
        table.hear(event, effects)
        for wake in (effect for effect in effects if isinstance(effect, Wake)):
            heapq.heappush(wakes, wake.at)
        self.events.append(event)
        self.effects += effects
        assert len(self.events) < TOO_LONG, "this evening never ends"


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_game_ends_and_no_throw_comes_at_the_wrong_time(players: int, settings: dict[str, Any]) -> None:
    for seed in range(4):
        evening = Evening(seed, players, settings).play()
        assert len(of_kind(evening.effects, ShowWinner)) == 1
        ignored = of_kind(evening.effects, Ignore)
        assert not [effect for effect in ignored if isinstance(effect.event, OrderRead | RollRead)]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_looking_late_changes_nothing(settings: dict[str, Any]) -> None:
    assert Evening(5, 4, settings).play().events == Evening(5, 4, settings, late=0.2).play().events


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_every_ruling_is_the_truth_and_no_question_stays_open(settings: dict[str, Any]) -> None:
    for seed in range(4):
        evening = Evening(seed, 4, settings).play()
        assert evening.ruled == evening.right
        asked = {ask.question.number for ask in of_kind(evening.effects, Ask)}
        assert asked == {unask.question for unask in of_kind(evening.effects, Unask)}


def _opening(players: int) -> list[Event]:
    seats = seats_for(players)
    sitting = [SeatTaken(seat, PlayerId(f"p{seat}"), 0.0) for seat in seats]
    return [*sitting, YoungestChosen(seats[0], 0.0), GameStarted(0.0)]
