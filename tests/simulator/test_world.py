"""Throws: true values, measured lengths, doubts, and throws that do not count."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.simulator.misthrows import MISHAPS, ORDER_DIE_MISHAPS
from pi_diavolo.simulator.world import Throw, World, throw, throw_order_die
from pi_diavolo.table.footprint import gap
from pi_diavolo.table.pieces import RIVALS, Colour

from .makers import FACES

seeds = st.integers(0, 2**32)


def throws(count: int, world: World, dice: int = 3, seed: int = 1) -> list[Throw]:
    rng = Random(seed)
    return [throw(rng, dice, world) for _ in range(count)]


@given(seeds, st.sampled_from([2, 3]))
def test_every_colour_has_its_dice_where_they_lie(seed: int, dice: int) -> None:
    thrown = throw(Random(seed), dice, World(FACES))
    assert thrown.true_roll.counts() == dict.fromkeys(RIVALS, dice)
    assert [die.where for die in thrown.true_roll.dice] == [lying.footprint.where for lying in thrown.dice]
    assert thrown.roll == thrown.true_roll
    assert thrown.faults == ()


@given(seeds)
def test_distances_are_those_of_each_colour_s_nearest_die(seed: int) -> None:
    thrown = throw(Random(seed), 3, World(FACES))
    assert thrown.order_die
    order_die = thrown.order_die.footprint
    for colour in RIVALS:
        own = [
            lying.footprint
            for lying, die in zip(thrown.dice, thrown.true_roll.dice, strict=True)
            if die.colour is colour
        ]
        nearest = min(gap(order_die, die) for die in own)
        assert thrown.true_roll.gaps[colour].mm == pytest.approx(nearest, abs=1e-9)
        centres = min(order_die.where.distance_to(die.where) for die in own)
        assert thrown.true_roll.centres[colour].mm == pytest.approx(centres)


@given(seeds, st.floats(0.01, 2))
def test_the_truth_lies_within_the_measured_error(seed: int, error: float) -> None:
    thrown = throw(Random(seed), 3, World(FACES, error_mm=error, clumps=1.0))
    for read, true in (
        (thrown.roll.gaps, thrown.true_roll.gaps),
        (thrown.roll.centres, thrown.true_roll.centres),
    ):
        for colour in RIVALS:
            assert read[colour].error == error
            assert read[colour].least - 1e-9 <= true[colour].mm <= read[colour].most + 1e-9


@given(seeds)
def test_the_true_value_is_always_held_possible(seed: int) -> None:
    thrown = throw(Random(seed), 3, World(FACES, doubt=0.5))
    for read, true in zip(thrown.roll.dice, thrown.true_roll.dice, strict=True):
        assert true.value in read.options
        assert not true.maybe
    assert thrown.roll.order_die
    assert thrown.true_roll.order_die
    assert thrown.true_roll.order_die.face in thrown.roll.order_die.options


def test_a_doubtful_die_is_sometimes_misread_but_not_mostly() -> None:
    read_and_true = [
        (read, true)
        for thrown in throws(200, World(FACES, doubt=1.0))
        for read, true in zip(thrown.roll.dice, thrown.true_roll.dice, strict=True)
    ]
    assert all(len(read.options) > 1 for read, _ in read_and_true)
    misread = sum(read.value != true.value for read, true in read_and_true) / len(read_and_true)
    assert 0.2 < misread < 0.4


def test_values_and_faces_are_fair() -> None:
    rolls = [thrown.true_roll for thrown in throws(2000, World(FACES))]
    values = Counter(die.value for roll in rolls for die in roll.dice)
    faces = Counter(roll.order_die.face for roll in rolls if roll.order_die)
    assert all(abs(values[value] / 3000 - 1) < 0.1 for value in range(1, 7))
    assert all(abs(faces[face] * 6 / 2000 - 1) < 0.25 for face in FACES)


def test_every_fault_happens_and_shows_in_what_lies_there() -> None:
    spoiled = throws(300, World(FACES, invalid=1.0))
    assert {fault.code for thrown in spoiled for fault in thrown.faults} == set(MISHAPS)
    for thrown in spoiled:
        (fault,) = thrown.faults
        assert len(thrown.dice) == len(thrown.true_roll.dice)
        count = len(thrown.dice) + (thrown.order_die is not None)
        assert count == 10 + {"die_missing": -1, "too_many_dice": 1}.get(fault.code, 0)
        if fault.die is not None:
            assert thrown.true_roll.dice[fault.die].colour is fault.colour


def test_a_die_outside_lies_beyond_the_wall() -> None:
    for thrown in throws(300, World(FACES, invalid=1.0)):
        (fault,) = thrown.faults
        if fault.code == "die_outside_tray":
            out = thrown.order_die if fault.die is None else thrown.dice[fault.die]
            assert out
            assert abs(out.x) > 150


def test_a_stacked_die_lies_over_another() -> None:
    for thrown in throws(300, World(FACES, invalid=1.0)):
        (fault,) = thrown.faults
        if fault.code == "die_stacked" and fault.die is not None:
            upper = thrown.dice[fault.die]
            others = [die for die in thrown.dice if die is not upper]
            assert min(gap(upper.footprint, die.footprint) for die in others) == 0


def test_an_order_die_thrown_alone_is_a_roll_without_other_dice() -> None:
    thrown = throw_order_die(Random(1), World(FACES))
    assert thrown.roll.dice == ()
    assert thrown.roll.order_die
    assert thrown.roll.order_die.face in FACES


def test_an_order_die_alone_can_go_wrong_as_well() -> None:
    rng, world = Random(1), World(FACES, invalid=1.0)
    faults = {throw_order_die(rng, world).faults[0] for _ in range(50)}
    assert {fault.code for fault in faults} == set(ORDER_DIE_MISHAPS)
    assert {(fault.colour, fault.die) for fault in faults} == {(Colour.GRAY, None)}


def test_the_order_die_mostly_stays_where_it_was_thrown_first() -> None:
    rng, world = Random(1), World(FACES)
    stayed = 0
    for _ in range(300):
        first = throw_order_die(rng, world)
        then = throw(rng, 3, world, first)
        same_place = then.order_die == first.order_die
        assert not same_place or then.true_roll.order_die == first.true_roll.order_die
        stayed += same_place
    assert 240 < stayed < 300


def test_the_same_seed_throws_the_same() -> None:
    world = World(FACES, error_mm=0.3, doubt=0.1, invalid=0.1)
    assert throws(50, world, seed=7) == throws(50, world, seed=7)
    assert throws(50, world, seed=7) != throws(50, world, seed=8)


def test_another_process_throws_the_same() -> None:
    code = f"from random import Random; from {throw.__module__} import *; "
    code += "print(throw(Random('7 dice'), 3, World(('a', 'b', 'c'), doubt=0.5, invalid=0.5)))"
    thrown = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    }
    assert len(thrown) == 1


@pytest.mark.parametrize("wrong", [{"faces": ()}, {"order_die_mm": 15}, {"doubt": 1.1}, {"invalid": -0.1}])
def test_a_world_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"faces|Order die|chance"):
        replace(World(FACES), **wrong)  # type: ignore[arg-type]
