"""Who wins a trial, and what for: every total against every other, and every effect with every choice."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from pi_diavolo.games.devilish_duels.choices import legal_choices
from pi_diavolo.games.devilish_duels.course import choose, roll_awaited, rolled
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.house_rules import AnyDie, Banish, HouseRules
from pi_diavolo.games.devilish_duels.trials import beats
from pi_diavolo.table.duels import Choice, Element, Zone
from tests.games.devilish_duels.makers import (
    AIR,
    DAVE,
    EARTH,
    FIRE,
    JENNY,
    PASS,
    WATER,
    banish,
    die,
    in_trials,
    pick,
    shown,
)

Dice = Mapping[Element, tuple[int, ...]]


def oracle(first: int, second: int) -> str:
    """The booklet in other words: how many times the smaller total goes into the larger one."""
    if first == second:
        return "draw"
    low, high = sorted((first, second))
    times = Fraction(high, low) if low else Fraction(10**6)
    winner = "first" if first == high else "second"
    return f"{winner} doubly" if times >= 2 else winner


def test_every_total_against_every_other() -> None:
    for first, second in product(range(31), repeat=2):
        (one, one_doubly), (two, two_doubly) = beats(first, second), beats(second, first)
        found = {
            (False, False, False, False): "draw",
            (True, False, False, False): "first",
            (True, True, False, False): "first doubly",
            (False, False, True, False): "second",
            (False, False, True, True): "second doubly",
        }[one, one_doubly, two, two_doubly]
        assert found == oracle(first, second), (first, second)


@pytest.mark.parametrize(("jenny", "dave"), [((), ()), ((3,), (1, 2)), ((6, 6), (6, 6))])
def test_equal_totals_are_a_draw_and_nothing_happens(jenny: tuple[int, ...], dave: tuple[int, ...]) -> None:
    duel = in_trials(dict.fromkeys(Element, jenny), dict.fromkeys(Element, dave))
    assert duel.round == 2
    assert [trial.winner for trial in duel.rounds[0].trials] == [None] * 4
    assert duel.rounds[0].banished == ()


def options(jenny: Dice, dave: Dice, rules: HouseRules | None = None) -> set[Choice]:
    offered = legal_choices(in_trials(jenny, dave, rules))
    assert len(offered) == len(set(offered))
    return set(offered)


def test_earth_won_turns_one_own_die_up() -> None:
    jenny, dave = {EARTH: (3,), FIRE: (6,), AIR: (1, 1)}, {EARTH: (2,), FIRE: (6,), AIR: (2,)}
    # The six cannot be turned any further; the two Air dice are alike.
    assert options(jenny, dave) == {PASS, pick(die(JENNY, EARTH)), pick(die(JENNY, AIR))}
    duel = choose(in_trials(jenny, dave), pick(die(JENNY, AIR, 2)))
    assert (shown(duel, JENNY, AIR, 1), shown(duel, JENNY, AIR, 2)) == (1, 2)


def test_earth_won_doubly_turns_two_own_dice_up_by_two_but_never_beyond_six() -> None:
    jenny, dave = {EARTH: (4,), WATER: (5,), AIR: (2,)}, {EARTH: (2,), WATER: (5,), AIR: (6,)}
    earth, water, air = die(JENNY, EARTH), die(JENNY, WATER), die(JENNY, AIR)
    assert options(jenny, dave) == {
        PASS, pick(earth), pick(water), pick(air), pick(earth, water), pick(earth, air), pick(water, air),
    }  # fmt: skip
    duel = choose(in_trials(jenny, dave), pick(earth, water))
    assert (shown(duel, JENNY, EARTH), shown(duel, JENNY, WATER), shown(duel, JENNY, AIR)) == (6, 6, 2)


def test_fire_won_has_one_of_the_opponents_dice_rerolled_and_nobody_elses() -> None:
    jenny, dave = {FIRE: (5,), AIR: (1,)}, {FIRE: (4,), AIR: (6, 2)}
    assert options(jenny, dave) == {
        PASS, pick(die(DAVE, FIRE)), pick(die(DAVE, AIR, 1)), pick(die(DAVE, AIR, 2)),
    }  # fmt: skip
    duel = choose(in_trials(jenny, dave), pick(die(DAVE, AIR, 1)))
    awaited = roll_awaited(duel)
    assert awaited is not None
    assert awaited.seat == JENNY
    assert shown(rolled(duel, [3]), DAVE, AIR, 1) == 3


def test_fire_won_doubly_sends_one_of_the_opponents_dice_back() -> None:
    jenny, dave = {FIRE: (5,)}, {FIRE: (2,), WATER: (6,), AIR: (6,)}
    assert options(jenny, dave) == {
        PASS, pick(die(DAVE, FIRE)), pick(die(DAVE, WATER)), pick(die(DAVE, AIR)),
    }  # fmt: skip
    duel = choose(in_trials(jenny, dave), pick(die(DAVE, WATER)))
    assert duel.dice[die(DAVE, WATER)].zone is Zone.POOL
    assert duel.totals[WATER] == {JENNY: 0, DAVE: 0}


def test_water_won_turns_two_dice_of_either_player_up() -> None:
    jenny, dave = {WATER: (3,)}, {WATER: (2,), AIR: (1,)}
    mine, theirs, air = die(JENNY, WATER), die(DAVE, WATER), die(DAVE, AIR)
    assert options(jenny, dave) == {
        PASS, pick(mine), pick(theirs), pick(air), pick(mine, theirs), pick(mine, air), pick(theirs, air),
    }  # fmt: skip
    assert options(jenny, dave, HouseRules(any_die=AnyDie.OWN)) == {PASS, pick(mine)}


def test_two_dice_may_be_the_same_one_where_the_table_says_so() -> None:
    rules = HouseRules(different_dice=False, any_die=AnyDie.OWN)
    jenny, dave = {WATER: (3, 2), AIR: (6,)}, {WATER: (4,), AIR: (5,)}
    one, two = die(JENNY, WATER, 1), die(JENNY, WATER, 2)
    assert options(jenny, dave, rules) == {
        PASS, pick(one), pick(two), pick(one, one), pick(one, two), pick(two, two),
    }  # fmt: skip
    duel = choose(in_trials(jenny, dave, rules), pick(two, two))
    assert [shown(duel, JENNY, WATER, number) for number in (1, 2)] == [3, 4]


def test_water_won_doubly_lets_any_one_die_be_rolled_or_rerolled_afterwards() -> None:
    jenny, dave = {WATER: (6,)}, {WATER: (3,)}
    duel = choose(in_trials(jenny, dave), pick(die(DAVE, WATER)))
    offered = [choice.dice[0] for choice in legal_choices(duel) if choice.dice]
    assert len(offered) == len(legal_choices(duel)) - 1
    # Of each player's pool one die an element, since two of them are alike; and both dice in play.
    assert {(each.owner, each.element, duel.dice[each].zone) for each in offered} == {
        *((seat, element, Zone.POOL) for seat in (JENNY, DAVE) for element in Element),
        (JENNY, WATER, Zone.IN_PLAY),
        (DAVE, WATER, Zone.IN_PLAY),
    }
    duel = rolled(choose(duel, pick(die(JENNY, AIR))), [6])
    # Air is held now, with that die against none.
    assert duel.ruling.trials[3].totals == {JENNY: 6, DAVE: 0}


def test_air_won_banishes_one_imp_in_play() -> None:
    brings = {JENNY: ("Imp A",), DAVE: ("Imp C", "Puck")}
    duel = in_trials({AIR: (5,)}, {AIR: (4,), EARTH: (1,)}, brings=brings)
    duel = choose(duel, PASS)  # Dave's double win of Earth
    assert set(legal_choices(duel)) == {PASS, banish("Imp A"), banish("Imp C"), banish("Puck")}
    for imp in ("Imp A", "Puck"):
        after = choose(duel, banish(imp))
        assert [name for name, at in after.imps.items() if at.zone is Zone.BANISHED] == [imp]


def test_air_won_doubly_banishes_a_die_as_well_but_no_air_die() -> None:
    duel = in_trials({AIR: (4,), FIRE: (3,)}, {AIR: (2,), FIRE: (3,)})
    duel = choose(duel, banish("Imp C"))
    assert set(legal_choices(duel)) == {PASS, pick(die(JENNY, FIRE)), pick(die(DAVE, FIRE))}
    own = choose(duel, pick(die(JENNY, FIRE)))
    assert own.rounds[0].banished_dice == (die(JENNY, FIRE),)
    assert own.dice[die(JENNY, FIRE)].zone is Zone.BANISHED
    duel = choose(duel, pick(die(DAVE, FIRE)))
    assert duel.rounds[0].banished_dice == (die(DAVE, FIRE),)
    assert duel.dice[die(DAVE, FIRE)].zone is Zone.BANISHED
    assert duel.dice[die(DAVE, AIR)].zone is Zone.POOL


def test_by_house_rule_only_the_opponents_imp_and_die_are_banished() -> None:
    rules = HouseRules(banish=Banish.OPPONENT)
    duel = in_trials({AIR: (4,), FIRE: (3,)}, {AIR: (2,), FIRE: (3,)}, rules)
    assert set(legal_choices(duel)) == {PASS, banish("Imp C")}
    duel = choose(duel, banish("Imp C"))
    assert set(legal_choices(duel)) == {PASS, pick(die(DAVE, FIRE))}


def test_who_banishes_the_own_last_imp_has_lost() -> None:
    duel = in_trials({AIR: (4,), FIRE: (3,)}, {AIR: (2,), FIRE: (3,)})
    duel = choose(last_imps(duel, "Flicker", "Mulch", "Imp B"), banish("Imp A"))
    assert (duel.over, duel.winner) == (True, DAVE)


def test_where_effects_may_not_be_declined_as_many_as_there_are_must_be_chosen() -> None:
    jenny, dave = {EARTH: (4,), FIRE: (1,)}, {EARTH: (2,), FIRE: (1,)}
    rules = HouseRules(decline=False)
    both = in_trials(jenny, dave, rules)
    # There is but one way, so nobody is asked; nor is Dave's imp spared in the Air, where all is equal.
    assert (shown(both, JENNY, EARTH), shown(both, JENNY, FIRE)) == (6, 3)


def last_imps(duel: Duel, *banished: str) -> Duel:
    gone = {imp: type(duel.imps[imp])(duel.imps[imp].owner, Zone.BANISHED, True) for imp in banished}
    return duel.having(imps={**duel.imps, **gone})


def test_whoever_loses_the_last_imp_has_lost_at_once() -> None:
    duel = in_trials({AIR: (4,), FIRE: (3,)}, {AIR: (2,), FIRE: (3,)})
    duel = choose(last_imps(duel, "Puck", "Zephyr", "Imp D"), banish("Imp C"))
    assert (duel.over, duel.winner) == (True, JENNY)
    assert legal_choices(duel) == ()  # the die that could be banished as well is no matter any more
    assert duel.rounds[-1].banished == ("Imp C",)


def test_the_last_round_is_decided_by_imps_and_then_by_dice() -> None:
    rules = HouseRules(most_rounds=1)
    drawn = in_trials({}, {}, rules)
    assert (drawn.over, drawn.winner) == (True, None)
    ahead = choose(in_trials({AIR: (3,)}, {AIR: (2,)}, rules), banish("Imp C"))
    assert (ahead.over, ahead.winner) == (True, JENNY)
    dice = in_trials({AIR: (4,), FIRE: (3,)}, {AIR: (2,), FIRE: (3,)}, rules)
    dice = choose(choose(dice, PASS), pick(die(DAVE, FIRE)))
    assert (dice.over, dice.winner) == (True, JENNY)
