"""Duels through painted pictures: what is told to the referee for sure is what truly lies in the tray."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from benchmarks.duel_rolls import play_table
from pi_diavolo.painted_looks import drawn
from pi_diavolo.painted_table import world_of
from pi_diavolo.simulator.duel_counts import DuelCounts, is_read_right, is_seen_right, true_die
from pi_diavolo.simulator.duel_throws import MISHAPS, DuelDice, Mischief, TrueDie
from pi_diavolo.simulator.placing import Lying
from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.duels import DieShown, DuelDiceSeen, Element, ElementDie
from pi_diavolo.table.events import RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die, Point
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll

JENNY, ROB = Seat(1), Seat(4)
HERS, HIS = ElementDie(JENNY, Element.EARTH, 1), ElementDie(ROB, Element.EARTH, 1)
DICE = tuple(ElementDie(ROB, element, 1) for element in Element)


def test_a_duel_on_a_drawn_table_is_read_without_a_wrong_word() -> None:
    counts = play_table(4, 3_000_012)
    assert counts.wrong == counts.turned_wrong == 0, counts.misses
    assert counts.rolls == 4
    assert counts.right >= 3


# The simulated tray


def a_tray(mischief: Mischief, seed: int = 1) -> DuelDice:
    return DuelDice(world_of(drawn(np.random.default_rng(4))[0]), Random(seed), Halves(), mischief)


def test_dice_come_to_lie_in_their_throwers_half_and_clear_of_each_other() -> None:
    tray = a_tray(Mischief(0, 0, 0))
    thrown = [*tray.throw(DICE, ROB), *tray.throw([HERS], JENNY)]
    assert [each.lying.y > 0 for each in thrown] == [True] * 4 + [False]
    assert all(one.lying.clear_of(two.lying) for one in thrown for two in thrown if one is not two)


def test_a_throw_moves_only_what_it_knocks() -> None:
    tray = a_tray(Mischief(0, 0, 0))
    tray.throw(DICE, ROB)
    before = tray.lying
    tray.throw([HERS], JENNY)
    assert tray.lying[:4] == before
    rough = a_tray(Mischief(0, knocks=1.0, tips=0))
    rough.throw(DICE, ROB)
    lay = rough.lying
    rough.throw([HERS], JENNY)
    moved = [(was, now) for was, now in zip(lay, rough.lying, strict=False) if was != now]
    assert [was.value == now.value for was, now in moved] == [True]


@pytest.mark.parametrize("seed", range(6))
def test_spoilt_throws_are_painted_so(seed: int) -> None:
    look, _ = drawn(np.random.default_rng(4))
    tray = a_tray(Mischief(spoils=1.0), seed)
    *_, last = tray.throw(DICE, ROB)
    painted = tray.painted(look, np.random.default_rng(1))[-1]
    assert last.fault in MISHAPS
    outside = abs(painted.centre[0]) > look.geometry.tray_mm[0] / 2
    assert outside == (last.fault == "die_outside_tray")
    assert (painted.tilt_deg > 5) == (last.fault == "die_cocked")
    assert painted.stacked == (last.fault == "die_stacked")


def test_a_turned_die_shows_its_new_value_near_its_old_place() -> None:
    tray = a_tray(Mischief())
    (was, *_) = tray.throw(DICE, ROB)
    tray.turn(was.die, was.value % 6 + 1)
    (now,) = (each for each in tray.lying if each.die == was.die)
    assert now.value == was.value % 6 + 1
    assert now.lying.centres_apart(was.lying) < 30
    tray.take_out([was.die])
    assert len(tray.lying) == 3
    tray.keep([DICE[1]])
    assert [each.die for each in tray.lying] == [DICE[1]]


def test_dice_are_numbered_as_the_table_numbers_them() -> None:
    tray, second = a_tray(Mischief()), ElementDie(ROB, Element.EARTH, 2)
    tray.lying = (a_true(HIS, 3), a_true(second, 5, x=60.0), a_true(HERS, 5, x=-60.0))
    tray.call_as({HIS: 5, second: 3, HERS: 1})
    assert {each.die: each.value for each in tray.lying} == {HIS: 5, second: 3, HERS: 5}
    tray.lying = (a_true(second, 4),)
    tray.call_as({HIS: 4})
    assert [each.die for each in tray.lying] == [HIS]


# Counting


def a_true(die: ElementDie, value: int, x: float = 0.0, fault: str | None = None) -> TrueDie:
    return TrueDie(die, value, Lying(x, 50.0, 16.0, 0.0, 1.5), fault)


def read(*dice: Die) -> RollRead:
    return RollRead(Roll(dice), 0.0)


def test_wrong_words_are_counted_as_such() -> None:
    green, right = Colour.GREEN, Die(Colour.GREEN, 3, Point(0, 50))
    truth, counts = [a_true(HIS, 3)], DuelCounts()
    assert is_read_right(read(right), truth)
    for wrong in (Die(green, 4), Die(Colour.BLUE, 3), Die(green, 4, maybe=(5,))):
        assert not is_read_right(read(wrong), truth)
    assert not is_read_right(read(right, right), truth)
    assert not is_read_right(read(), truth)
    counts.count(read(right), truth)
    counts.count(read(Die(green, 4, maybe=(3,))), truth)
    counts.count(read(Die(green, 4)), truth)
    counts.count(read(right), [a_true(HIS, 3, fault="die_cocked")])
    refused = RollInvalid((RollFault("die_unsure", green),), 0.0)
    counts.count(refused, truth)
    counts.count(refused, [a_true(HIS, 3, fault="die_cocked")])
    counts.count(read(Die(green, 4, maybe=(3,))), [a_true(HIS, 3, fault="die_cocked")])
    assert (counts.rolls, counts.right, counts.asked, counts.wrong) == (7, 1, 1, 2)
    assert (counts.refused, counts.spoilt, counts.refused_for) == (1, 2, Counter({"die_unsure of a die": 1}))
    assert len(counts.misses) == 2


def test_a_players_dice_of_one_element_are_alike_and_the_others_are_not() -> None:
    lying = [a_true(HIS, 3), a_true(ElementDie(ROB, Element.EARTH, 2), 5), a_true(HERS, 1)]
    assert is_seen_right(DuelDiceSeen((DieShown(HIS, 5),), 0.0), lying)
    assert not is_seen_right(DuelDiceSeen((DieShown(HERS, 5),), 0.0), lying)
    counts = DuelCounts()
    for told in ((), (DieShown(HIS, 3),), (DieShown(HIS, 1),)):
        counts.count_look(DuelDiceSeen(told, 0.0), lying)
    counts.count_look(None, lying)
    assert (counts.unsure, counts.turned_right, counts.turned_wrong) == (1, 1, 1)


def test_whoever_is_asked_says_what_truly_lies_there() -> None:
    truth = [a_true(HIS, 3, x=0.0), a_true(ElementDie(ROB, Element.EARTH, 2), 5, x=60.0)]
    assert true_die(Die(Colour.GREEN, 6, Point(61, 50), (5,)), truth).value == 5
    assert true_die(Die(Colour.GREEN, 6, Point(-90, 50), (3,)), truth).value == 3
