"""Players: faster and better ones are faster and better, and bad habits stay rare."""

from collections import Counter
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from pi_diavolo.simulator.skills import FASTEST_S, SKILLS, Habit, Intent, Reaction, Skill, another, decide
from pi_diavolo.table.pieces import IMPS, Colour

from .makers import FACES, a_skill

DRAWS = 3000


def intents(skill: Skill, face: str = "greatest_sum", right: Colour = Colour.RED) -> list[Intent]:
    rng = Random(1)
    return [decide(rng, skill, face, right) for _ in range(DRAWS)]


def steady(skill: Skill, face: str) -> list[Intent]:
    return [intent for intent in intents(skill, face) if intent.habit is Habit.STEADY]


@pytest.mark.parametrize("face", FACES)
def test_each_skill_is_faster_and_right_more_often_than_the_one_before(face: str) -> None:
    drawn = [steady(SKILLS[name], face) for name in ("child", "beginner", "regular", "champion")]
    for worse, better in pairwise(drawn):
        assert fmean(i.after_s for i in better) < fmean(i.after_s for i in worse)
        assert fmean(i.colour is Colour.RED for i in better) > fmean(i.colour is Colour.RED for i in worse)


@pytest.mark.parametrize("name", SKILLS)
def test_sums_take_longest_and_a_glance_is_shortest(name: str) -> None:
    times = {face: fmean(i.after_s for i in steady(SKILLS[name], face)) for face in FACES}
    assert max(times, key=times.__getitem__) in ("greatest_sum", "smallest_sum")
    assert min(times, key=times.__getitem__) == "closest"


def test_reactions_are_as_slow_and_as_wrong_as_the_skill_says() -> None:
    drawn = intents(Skill(Reaction(2.0, 0.4, 0.25)))
    assert fmean(i.after_s for i in drawn) == pytest.approx(2.0, rel=0.05)
    assert fmean(i.colour is not Colour.RED for i in drawn) == pytest.approx(0.25, abs=0.03)


def test_an_order_without_an_entry_takes_the_default() -> None:
    skill = Skill(Reaction(1.0, 0.1, 0.0), {"closest": Reaction(9.0, 0.1, 0.0)})
    assert skill.reaction("closest").seconds == 9.0
    assert skill.reaction("a face of one's own").seconds == 1.0


def test_no_hand_is_faster_than_a_hand_can_be() -> None:
    assert min(i.after_s for i in intents(a_skill(seconds=0.01))) == FASTEST_S


@pytest.mark.parametrize("name", SKILLS)
def test_bad_habits_are_seen_but_rare(name: str) -> None:
    rng = Random(2)
    seen = Counter(decide(rng, SKILLS[name], "closest", Colour.RED).habit for _ in range(10_000))
    assert set(seen) == set(Habit)
    assert seen[Habit.STEADY] > 8000


def test_an_early_hand_comes_before_the_rest_and_only_guesses() -> None:
    drawn = intents(a_skill(habit=Habit.EARLY))
    assert all(-0.5 <= i.after_s < 0 for i in drawn)
    assert {i.colour for i in drawn} == set(IMPS)


def test_who_takes_nothing_has_no_colour() -> None:
    assert {i.colour for i in intents(a_skill(habit=Habit.NOTHING))} == {None}


@pytest.mark.parametrize("habit", [Habit.SECOND, Habit.TWO_AT_ONCE, Habit.PUT_BACK])
def test_two_colours_are_two_different_ones(habit: Habit) -> None:
    assert all(i.other and i.other is not i.colour for i in intents(a_skill(habit=habit, errors=0.5)))


def test_another_colour_is_none_of_those_seen() -> None:
    rng = Random(1)
    assert {another(rng, Colour.RED, Colour.GRAY) for _ in range(50)} == {Colour.BLACK, Colour.WHITE}
