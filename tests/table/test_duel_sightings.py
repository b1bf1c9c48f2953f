"""Looks at the tray of a duel that are not quite sure: what is no die, what is asked, what hands did."""

import pytest

from pi_diavolo.table.duel_attribution import read_throw
from pi_diavolo.table.duel_sightings import dice_seen, throw_seen
from pi_diavolo.table.duel_tray import DuelTray, LyingDie
from pi_diavolo.table.duels import Element, ElementDie
from pi_diavolo.table.events import RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die, Point
from pi_diavolo.table.view import Code, Trouble
from tests.table.test_duel_attribution import (
    GREEN,
    HERS,
    HIS,
    LOWER,
    RED,
    ROB,
    UPPER,
    a_duel,
    a_tray,
    a_view,
    as_seen,
    values,
)

HIS_FIRE = ElementDie(ROB, Element.FIRE, 1)


def unsure(number: int | None, colour: Colour | None = GREEN, where: Point | None = None) -> Trouble:
    return Trouble(Code.DIE_UNSURE, colour, number, where=where)


# What is no die


def test_what_is_hardly_a_die_is_none_where_all_dice_that_can_lie_there_are_seen() -> None:
    thrown = Die(GREEN, 4, UPPER[0])
    ghosts = (unsure(1, RED), unsure(None, Colour.BLACK), unsure(None, None))
    view = a_view(thrown, Die(RED, 1, UPPER[9]), troubles=ghosts)
    told = throw_seen(DuelTray(), a_duel([], ROB, up_to=1), view)
    assert isinstance(told.roll(0.0), RollRead)
    assert values(told.thrown) == [(GREEN, (4,))]


@pytest.mark.parametrize("up_to", [2, 4])
def test_where_more_can_have_been_thrown_what_is_hardly_a_die_may_be_one(up_to: int) -> None:
    view = a_view(Die(GREEN, 4, UPPER[0]), Die(RED, 1, UPPER[9]), troubles=(unsure(1, RED),))
    assert throw_seen(DuelTray(), a_duel([], ROB, up_to=up_to), view).faults


def test_a_die_that_lay_there_and_is_gone_may_be_what_is_hardly_one() -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    view = a_view(Die(RED, 4, UPPER[0]), Die(GREEN, 1, LOWER[5]), troubles=(unsure(1),))
    assert throw_seen(a_tray(lay), a_duel([lay], ROB, up_to=1), view).faults
    knocked = DuelTray(left=(Die(RED, 5, Point(UPPER[0].x - 20, UPPER[0].y)),))
    assert throw_seen(knocked, a_duel([], ROB, up_to=1), view).faults  # it may seem to be thrown
    taken_out = DuelTray(left=(Die(RED, 5, LOWER[0]),))
    assert throw_seen(taken_out, a_duel([], ROB, up_to=1), view).faults == ()


def test_what_surely_lies_wrong_is_no_ghost() -> None:
    for trouble in (Trouble(Code.DIE_COCKED, RED, 1), Trouble(Code.DIE_UNSURE, px=(1.0, 1.0))):
        view = a_view(Die(GREEN, 4, UPPER[0]), Die(RED, 1, UPPER[9]), troubles=(trouble,))
        assert throw_seen(DuelTray(), a_duel([], ROB, up_to=1), view).faults


# What is asked


def test_one_die_of_those_awaited_that_is_hardly_seen_is_asked_about() -> None:
    duel = a_duel([], ROB, roll=[HIS, HIS_FIRE])
    view = a_view(Die(GREEN, 4, UPPER[0]), Die(RED, 1, UPPER[9]), troubles=(unsure(0),))
    event = throw_seen(DuelTray(), duel, view).roll(0.0)
    assert isinstance(event, RollRead)
    assert sorted(event.roll.dice[0].options) == [1, 2, 3, 4, 5, 6]
    assert event.roll.dice[1].options == (1,)


def test_two_dice_of_one_colour_are_not_asked_about_for_nobody_could_tell_which() -> None:
    duel = a_duel([], ROB, roll=[HIS, ElementDie(ROB, Element.EARTH, 2)])
    view = a_view(Die(GREEN, 4, UPPER[0]), Die(GREEN, 1, UPPER[9]), troubles=(unsure(0),))
    assert isinstance(throw_seen(DuelTray(), duel, view).roll(0.0), RollInvalid)


def test_of_dice_thrown_without_a_word_not_even_the_element_is_known() -> None:
    view = a_view(Die(GREEN, 4, UPPER[0]), troubles=(unsure(0),))
    assert isinstance(throw_seen(DuelTray(), a_duel([], ROB, up_to=1), view).roll(0.0), RollInvalid)


# Dice that were left there


def test_a_die_left_there_that_a_throw_has_knocked_is_still_the_same() -> None:
    left = Die(GREEN, 6, Point(0, -20))
    knocked, thrown = Die(GREEN, 6, Point(12, -28)), Die(GREEN, 2, UPPER[0])
    told = read_throw(DuelTray(left=(left,)), a_duel([], ROB, up_to=1), [knocked, thrown])
    assert (told.faults, told.thrown) == ((), (thrown,))
    assert told.tray.left == (knocked,)


def test_where_the_die_left_there_shows_something_else_nobody_can_tell_them_apart() -> None:
    left = Die(GREEN, 6, Point(0, -20))
    tipped, thrown = Die(GREEN, 5, Point(12, -28)), Die(GREEN, 2, UPPER[0])
    told = read_throw(DuelTray(left=(left,)), a_duel([], ROB, up_to=1), [tipped, thrown])
    assert [fault.code for fault in told.faults] == ["too_many_dice"]


def test_dice_left_there_are_gone_when_their_places_are_seen_to_be_free() -> None:
    left = (Die(GREEN, 6, LOWER[0]), Die(RED, 2, LOWER[9]))
    ghost = unsure(None, Colour.BLACK, LOWER[9])
    assert dice_seen(DuelTray(left=left), a_view(troubles=(ghost,))).tray.left == (left[1],)
    anywhere = unsure(None, None)
    assert dice_seen(DuelTray(left=left), a_view(troubles=(ghost, anywhere))).tray.left == left


# Dice that hands have turned


def test_a_turned_die_that_is_hardly_seen_keeps_nobody_from_knowing_the_others() -> None:
    lay, other = LyingDie(HERS, 3, LOWER[0]), LyingDie(HIS_FIRE, 2, UPPER[0])
    moved = as_seen(lay, dx=10.0, value=5)
    told = dice_seen(a_tray(lay, other), a_view(moved, as_seen(other), troubles=(unsure(0),)))
    assert told.faults == ()
    assert told.doubtful == (HERS,)
    assert [(die.value, die.where) for die in told.tray.lying if die.die == HERS] == [(3, moved.where)]


def test_what_is_hardly_a_die_keeps_nobody_from_knowing_all_those_in_play() -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    ghosts = (unsure(1, RED), unsure(None, Colour.BLACK))
    told = dice_seen(a_tray(lay), a_view(as_seen(lay), Die(RED, 1, UPPER[9]), troubles=ghosts))
    assert (told.faults, told.doubtful, told.tray.left) == ((), (), ())
    gone = dice_seen(a_tray(lay), a_view(Die(GREEN, 1, UPPER[9]), troubles=(unsure(0),)))
    assert [fault.code for fault in gone.faults] == ["die_unsure"]  # it may be the one in play


# Another die than was to be


def test_another_die_than_the_one_to_be_rolled_is_told_as_that() -> None:
    hers, his = LyingDie(HERS, 3, LOWER[0]), LyingDie(HIS, 5, UPPER[0])
    duel = a_duel([hers, his], ROB, roll=[HIS])
    told = read_throw(a_tray(hers, his), duel, [as_seen(his), Die(GREEN, 6, UPPER[9])])
    assert [(fault.code, fault.colour) for fault in told.faults] == [("other_die_thrown", GREEN)]
    nothing = read_throw(a_tray(hers, his), duel, [as_seen(his), as_seen(hers)])
    assert [fault.code for fault in nothing.faults] == ["die_missing"]
