"""Whole games from edge to shift register: mock pins and chips below, real devices, referee and lamps above.

What each ruling should be is worked out a second time, from what the hands touched and when.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from queue import Queue
from typing import TypeVar

import pytest

from pi_diavolo.app import Devices, Inbox, Table, Together
from pi_diavolo.clock import Clock, VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulation import Chances, simulated_table, wires_for
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.wired import Touched
from pi_diavolo.table.effects import Effect, ShowGems, ShowRuling, ShowTurn, Status
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.lamps import AnswerLamp, GemLamp, Lamp, layout_of
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Gems, PlayerId, Seat, seats_for
from pi_diavolo.table.rulings import Ruling

T = TypeVar("T")

START, MOST = 5, 5
# A gem that is lost blinks before it goes dark; then the lamps show what is left.
DARK_AFTER_S = 30.0


@dataclass(frozen=True)
class Hands:
    """What hands truly did in a turn."""

    touched: Sequence[Touched]
    first_docked: Mapping[int, tuple[Seat, float]]


@dataclass
class Witness:
    """Follows a game with its own eyes: what hands touched, what was ruled, what the lamps show."""

    wires: SimulatedWires
    mode: Grabs
    gems: dict[Seat, int]
    turn_ended: Callable[[], float | None]
    imps: Mapping[Colour, int] = field(default_factory=dict)
    rulings: list[Ruling] = field(default_factory=list)
    failed: list[PartFailed] = field(default_factory=list)
    hands: Hands | None = None
    objection: AssertionError | None = None

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        try:
            self._follow(event, effects, now)
        except AssertionError as objection:  # the table would only set a failing outlet aside
            self.objection = self.objection or objection

    def _follow(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        assert self.wires.lights is not None
        self.wires.lights.show(event, effects, now)
        self.failed += [event] if isinstance(event, PartFailed) else []
        for effect in effects:
            match effect:
                case ShowRuling(ruling=ruling):
                    self._judge(ruling)
                case ShowGems(gems=gems):
                    self.wires.lights.refresh(now + DARK_AFTER_S)
                    assert shown_gems(self._lit(), gems) == gems
                case ShowTurn(imps=imps):
                    self.imps = imps
        self.wires.lights.refresh(now)
        answers = {lamp.colour for lamp in self._lit() if isinstance(lamp, AnswerLamp)}
        ruled = [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]
        if ruled and ruled[-1].reason:
            assert answers == {ruled[-1].reason.answer}

    def _lit(self) -> frozenset[Lamp]:
        assert self.wires.registers is not None
        assert self.wires.wiring.lamps is not None
        return layout_of(self.wires.wiring.lamps).lit(self.wires.registers.outputs)

    def _judge(self, ruling: Ruling) -> None:
        assert ruling.reason is not None
        assert self.hands is not None
        # The table waits a little for reports; what hands did in that time was too late.
        end = math.inf if (up := self.turn_ended()) is None else up
        hands = replace(self.hands, touched=[each for each in self.hands.touched if each.at <= end])
        took = lifted(hands) if self.mode is Grabs.BASES else pressed(hands, self.imps)
        assert {result.seat: result.took for result in ruling.results} == {
            result.seat: took.get(result.seat) for result in ruling.results
        }
        for result in ruling.results:
            right = took.get(result.seat) is ruling.reason.answer
            gains = right and ruling.reason.answer is Colour.GRAY
            self.gems[result.seat] = min(MOST, self.gems[result.seat] + (1 if gains else 0 if right else -1))
        assert ruling.gems == self.gems
        self.rulings.append(ruling)


def pressed(hands: Hands, imps: Mapping[Colour, int]) -> Mapping[Seat, Colour]:
    """The first press of each seat that was not too late for its colour."""
    left, took = dict(imps), dict[Seat, Colour]()
    for press in sorted(hands.touched, key=lambda press: press.at):
        if press.seat not in took and left[press.colour] > 0:
            took[press.seat] = press.colour
            left[press.colour] -= 1
    return took


def lifted(hands: Hands) -> Mapping[Seat, Colour]:
    """The first imp of each seat; one that was counted for another before is nobody else's any more."""
    took = dict[Seat, Colour]()
    for lift in sorted(hands.touched, key=lambda lift: lift.at):
        seat, at = hands.first_docked.get(lift.imp or 0, (lift.seat, lift.at))
        if lift.seat not in took and (seat == lift.seat or at > lift.at):
            took[lift.seat] = lift.colour
    return took


def shown_gems(lit: frozenset[Lamp], gems: Gems) -> Gems:
    return {seat: sum(isinstance(lamp, GemLamp) and lamp.seat == seat for lamp in lit) for seat in gems}


class Watched(Together):
    """The same devices; but before the hands hear that the next turn begins, the witness looks at them."""

    def __init__(self, witness: Witness, *parts: Devices) -> None:
        super().__init__(*parts)
        self._witness = witness

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        hands = self._witness.wires.hands
        self._witness.hands = Hands(tuple(hands.touched), dict(hands.first_docked))
        super().hear(event, effects)


@dataclass
class WiredGame:
    table: Table
    people: SimulatedTable
    witness: Witness


class Late(VirtualClock):
    """A clock whose moments are noticed so many seconds late, as where looking at the dice takes long."""

    def __init__(self, late_s: float) -> None:
        super().__init__()
        self._late_s = late_s

    def next(self, inbox: "Queue[T]", until: float | None) -> T | None:
        return super().next(inbox, None if until is None else until + self._late_s)


def time_up(referee: DiavoloReferee) -> float | None:
    assert referee.state.game is not None
    return referee.state.game.turns[-1].time_up_at


@contextmanager
def a_game(
    mode: Grabs, players: int, seed: int, skills: Sequence[str], clock: Clock | None = None
) -> Iterator[WiredGame]:
    rules, inbox, clock = HouseRules(grabs=mode), Inbox(), clock or VirtualClock()
    with closing(wires_for(rules, players, inbox, seed)) as wires, EventLog.in_memory() as log:
        seats = seats_for(players)
        people = simulated_table(seats, skills, rules, seed, Chances(0, 0.05), touch=wires.hands)
        referee = DiavoloReferee()
        witness = Witness(wires, mode, dict.fromkeys(seats, START), lambda: time_up(referee))
        devices = Watched(witness, people, wires.hands, wires.nerves)
        table = Table(referee, log, clock, devices, people_wait=False, inbox=inbox)
        table.add_outlet(witness)
        open_evening(table, "diavolo", asdict(rules), 1, seed, clock.now())
        seat_players(table, [PlayerId(f"p{seat}") for seat in seats], clock.now())
        yield WiredGame(table, people, witness)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("mode", [Grabs.PANELS, Grabs.BASES])
def test_a_whole_game_is_ruled_gem_by_gem_as_hands_and_dice_had_it(
    mode: Grabs, players: int, seed: int
) -> None:
    with a_game(mode, players, seed, ("regular", "child", "beginner")) as game:
        game.table.run(until=lambda: game.table.status is Status.OVER)
        if game.witness.objection:
            raise game.witness.objection
        assert game.table.status is Status.OVER
        assert game.people.wrong_rulings == 0
        assert game.witness.failed == []
        assert len(game.witness.rulings) >= START


# Faster than life, a look that takes two seconds makes the loop late by a whole turn.
@pytest.mark.parametrize("late_s", [0.5, 2.0, 40.0])
@pytest.mark.parametrize("mode", [Grabs.PANELS, Grabs.BASES])
def test_a_loop_that_lags_rules_as_hands_had_it_and_calls_nothing_broken(mode: Grabs, late_s: float) -> None:
    with a_game(mode, 4, 2, ("regular", "child", "beginner"), Late(late_s)) as game:
        game.table.run(until=lambda: game.table.status is Status.OVER)
        if game.witness.objection:
            raise game.witness.objection
        assert game.people.wrong_rulings == 0
        assert game.witness.failed == []


# Somebody puts an imp back that lay on no dock, and another takes it; in the other two it lay on one for too
# short a time to be known there, or just long enough.
@pytest.mark.parametrize("seed", [126, 148, 199])
def test_what_somebody_put_back_is_ruled_as_hands_had_it_even_if_another_takes_it(seed: int) -> None:
    with a_game(Grabs.BASES, 4, seed, ("child", "champion", "beginner", "regular")) as game:
        game.table.run(until=lambda: game.table.status is Status.OVER)
        if game.witness.objection:
            raise game.witness.objection
        assert game.people.wrong_rulings == 0
