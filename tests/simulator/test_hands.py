"""Intents become presses and lifted imps."""

from random import Random

import pytest

from pi_diavolo.simulator.hands import ONE_HAND_S, Grabs, ImpsInHand, moves
from pi_diavolo.simulator.plan import GiveBack, Reach
from pi_diavolo.simulator.skills import Habit, Intent
from pi_diavolo.table.events import Grab, ImpPutBack
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat

from .makers import IMPS

SEAT = Seat(2)


def made(habit: Habit, grabs: Grabs) -> list[Reach | GiveBack]:
    other = Colour.WHITE if habit in (Habit.SECOND, Habit.TWO_AT_ONCE, Habit.PUT_BACK) else None
    colour = None if habit is Habit.NOTHING else Colour.RED
    return moves(Random(1), Intent(colour, 0.75, habit, other), SEAT, 10.0, grabs)


@pytest.mark.parametrize(
    ("habit", "panels", "bases"),
    [
        (Habit.STEADY, "r", "r"),
        (Habit.EARLY, "r", "r"),
        (Habit.NOTHING, "", ""),
        (Habit.SECOND, "rw", "rwb"),
        (Habit.TWO_AT_ONCE, "rw", "rwb"),
        (Habit.PUT_BACK, "rw", "rbw"),
    ],
)
def test_what_each_habit_does(habit: Habit, panels: str, bases: str) -> None:
    """r and w: reach for red and white; b: give back."""
    for grabs, expected in ((Grabs.PANELS, panels), (Grabs.BASES, bases)):
        acts = made(habit, grabs)
        assert "".join("b" if isinstance(act, GiveBack) else act.colour[0] for act in acts) == expected
        assert acts == sorted(acts, key=lambda act: act.at)
        assert not acts or acts[0].at == 10.75


def test_two_at_once_is_closer_than_a_table_can_tell() -> None:
    first, second, *_ = made(Habit.TWO_AT_ONCE, Grabs.PANELS)
    assert 0 <= second.at - first.at <= ONE_HAND_S


def test_mashing_presses_the_same_button_again_and_again() -> None:
    presses = made(Habit.MASH, Grabs.PANELS)
    assert 3 <= len(presses) <= 6
    assert {act.colour for act in presses if isinstance(act, Reach)} == {Colour.RED}
    assert len(made(Habit.MASH, Grabs.BASES)) == 1


def test_each_imp_is_lifted_once_and_only_those_in_play() -> None:
    imps = ImpsInHand(IMPS)
    lifted = [imps.lift(Reach(Seat(seat), Colour.WHITE, seat)) for seat in (1, 2, 3)]
    assert lifted == [Grab(Seat(1), Colour.WHITE, 1, 3), Grab(Seat(2), Colour.WHITE, 2, 4), None]
    assert imps.lift(Reach(SEAT, Colour.GRAY, 5.0)) == Grab(SEAT, Colour.GRAY, 5.0, 9)


def test_the_imp_taken_last_goes_back_and_can_be_taken_again() -> None:
    imps = ImpsInHand(IMPS)
    for colour in (Colour.RED, Colour.BLACK):
        imps.lift(Reach(SEAT, colour, 1.0))
    assert imps.give_back(GiveBack(SEAT, 2.0)) == ImpPutBack(SEAT, Colour.BLACK, 2.0, 0)
    assert imps.lift(Reach(Seat(5), Colour.BLACK, 3.0)) == Grab(Seat(5), Colour.BLACK, 3.0, 0)
    assert imps.give_back(GiveBack(SEAT, 4.0)) == ImpPutBack(SEAT, Colour.RED, 4.0, 6)
    assert imps.give_back(GiveBack(SEAT, 5.0)) is None
