"""Eyes brought to the simulated table: what they miss people tell, and what they get wrong is counted."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pi_diavolo.simulator.hands import Grabs
from pi_diavolo.simulator.people import BY_EYE_MM
from pi_diavolo.simulator.sight import MadeUpEyes, Seen, Standing, in_order_of, is_misread
from pi_diavolo.simulator.world import Throw, World, throw
from pi_diavolo.table.effects import ShowStatus, Status
from pi_diavolo.table.events import ImpsConfirmed, ImpsSeen, OrderRead, RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Length, OrderDie, Point
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question

from .makers import FACES, PLACES, a_roll_thrown, a_table, a_turn, of_kind, run, shown
from .test_desk import asked

WORLD = World(FACES)
THROWN = throw(Random(7), 3, WORLD)
FAULT = RollFault("die_cocked", Colour.RED, 8)


class Eyes(MadeUpEyes):
    """They see what they are told to see."""

    def __init__(self, change: Callable[[Roll], Seen], imps: Standing = ()) -> None:
        self._change, self._imps = change, imps

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        return lambda: self._change(thrown.true_roll)

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        return lambda: self._imps


BLIND = Eyes(lambda _: Seen())


def turned_round(roll: Roll) -> Roll:
    return replace(roll, dice=roll.dice[::-1])


def with_die(**changes: Any) -> Callable[[Roll], Roll]:
    return lambda roll: replace(roll, dice=(replace(roll.dice[0], **changes), *roll.dice[1:]))


def with_order(order_die: OrderDie | None) -> Callable[[Roll], Roll]:
    return lambda roll: replace(roll, order_die=order_die)


VALUE, FACE = THROWN.true_roll.dice[0].value, next(face for face in FACES if face != "closest")
OTHER = VALUE % 6 + 1


@pytest.mark.parametrize(
    ("read", "wrong"),
    [
        pytest.param(lambda roll: roll, False, id="the truth"),
        pytest.param(turned_round, False, id="the truth in another order"),
        pytest.param(with_die(value=OTHER), True, id="another value"),
        pytest.param(with_die(value=OTHER, maybe=(VALUE,)), False, id="the value is thought possible"),
        pytest.param(with_die(value=OTHER, maybe=(OTHER % 6 + 1,)), True, id="it is not"),
        pytest.param(with_die(colour=Colour.RED), True, id="another colour"),
        pytest.param(with_die(where=Point(900, 900)), True, id="a die that is not there"),
        pytest.param(lambda roll: replace(roll, dice=roll.dice[1:]), True, id="a die overlooked"),
        pytest.param(lambda roll: replace(roll, dice=(*roll.dice, roll.dice[0])), True, id="one seen twice"),
        pytest.param(with_order(OrderDie("nothing")), True, id="another order"),
        pytest.param(with_order(OrderDie("nothing", None, FACES)), False, id="a doubtful order"),
        pytest.param(with_order(None), True, id="no order"),
    ],
)
def test_a_sure_reading_that_is_wrong_is_a_misreading(read: Callable[[Roll], Roll], wrong: bool) -> None:
    assert is_misread(Seen(read(THROWN.true_roll)), THROWN) is wrong


def test_a_roll_that_counts_and_one_that_does_not_must_not_be_confused() -> None:
    faulty = replace(THROWN, faults=(FAULT,))
    assert not is_misread(Seen(None, (FAULT,)), faulty)
    assert is_misread(Seen(None, (FAULT,)), THROWN)
    assert is_misread(Seen(THROWN.true_roll), faulty)


def test_who_is_not_sure_does_not_misread() -> None:
    assert not is_misread(Seen(), THROWN)
    assert not is_misread(Seen(), replace(THROWN, faults=(FAULT,)))


def test_people_count_the_dice_as_the_table_does() -> None:
    truth = THROWN.true_roll
    assert in_order_of(turned_round(truth), truth).dice == truth.dice[::-1]
    assert in_order_of(replace(truth, dice=truth.dice[1:]), truth) is truth


def test_a_question_about_a_die_is_answered_for_the_die_that_the_table_means() -> None:
    table = a_table(sight=Eyes(lambda roll: Seen(turned_round(roll))))
    (read,) = of_kind(a_roll_thrown(table), RollRead)
    options = ("1", "2", "3", "4", "5", "6")
    shown(table, asked(Question(1, "die", options, die=0, colour=Colour.RED)))
    (answered,) = run(table)
    assert answered.choice == str(read.roll.dice[0].value)  # type: ignore[union-attr]


def test_what_eyes_did_not_see_people_type_in_after_a_moment() -> None:
    table, usual = a_table(sight=BLIND), a_table()
    (typed,), (read,) = (of_kind(a_roll_thrown(each), RollRead) for each in (table, usual))
    assert typed.roll.dice == read.roll.dice
    assert typed.roll.order_die == read.roll.order_die
    assert typed.roll.gaps[Colour.RED] == Length(read.roll.gaps[Colour.RED].mm, BY_EYE_MM)
    assert (table.read.rolls, table.read.misread, table.read.asked, table.read.refused) == (1, 0, 1, 0)
    assert usual.read.asked == 0


def test_people_type_in_an_order_that_was_thrown_first_and_refuse_what_does_not_count() -> None:
    first = a_roll_thrown(a_table(sight=BLIND, order_first=True))
    assert len(of_kind(first, OrderRead)) == len(of_kind(first, RollRead)) == 1
    (refused,) = of_kind(a_roll_thrown(a_table(sight=BLIND, world={"invalid": 1.0})), RollInvalid)
    assert refused.faults


def test_what_eyes_refuse_is_counted_and_a_good_roll_refused_is_a_misreading() -> None:
    table = a_table(sight=Eyes(lambda roll: Seen(roll, (FAULT,))))
    assert len(of_kind(a_roll_thrown(table), RollInvalid)) == 1
    assert (table.read.rolls, table.read.misread, table.read.refused) == (1, 1, 1)


def test_several_questions_about_one_roll_count_once_and_those_about_hands_do_not() -> None:
    table = a_table()
    a_roll_thrown(table)
    shown(table, asked(Question(1, "two_at_once", ("red", "none"), seat=a_turn().players[0])))
    assert table.read.asked == 0
    shown(table, asked(Question(2, "order", FACES)), asked(Question(3, "die", ("1", "2"), die=0)))
    assert table.read.asked == 1


def test_where_imps_stand_right_and_are_not_seen_so_somebody_says_it() -> None:
    none: Standing = (None,) * len(PLACES)
    table = a_table(sight=Eyes(Seen, none), grabs=Grabs.BASES, imp_missing=0.0)
    shown(table, a_turn(), ShowStatus(Status.IMPS))
    assert [type(event) for event in run(table)] == [ImpsSeen, ImpsConfirmed]
    assert (table.read.imps, table.read.imps_misread) == (1, 1)
