"""What is offered is all that is allowed, and each thing once; all else is refused with a reason."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest

from pi_diavolo.games.devilish_duels.choices import decision, legal_choices
from pi_diavolo.games.devilish_duels.course import choose, roll_awaited, rolled
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.house_rules import AnyDie, Banish, HouseRules
from pi_diavolo.games.devilish_duels.refusals import refusal
from pi_diavolo.table.duels import Choice, ChoiceKind, ElementDie
from pi_diavolo.table.sentences import Sentence
from tests.games.devilish_duels.makers import (
    AIR,
    DAVE,
    EARTH,
    FIRE,
    JENNY,
    PASS,
    WATER,
    a_duel,
    banish,
    bring,
    die,
    in_trials,
    pick,
    power,
    roll_of,
)

VARIANTS = [
    HouseRules(),
    HouseRules(decline=False, banish=Banish.EITHER),
    HouseRules(different_dice=False, any_die=AnyDie.OWN),
    HouseRules(decline=False, different_dice=False),
]


def meaning(duel: Duel, choice: Choice) -> object:
    """Two choices come to the same if they differ only in dice that nobody could tell apart."""
    told = {each: (each.owner, each.element, duel.dice[each]) for each in set(choice.dice)}
    dice = Counter((told[each], times) for each, times in Counter(choice.dice).items())
    return choice.kind, frozenset(choice.imps), choice.power, frozenset(dice.items())


def thinkable(duel: Duel) -> Iterator[Choice]:
    """Every choice that anybody could come up with, most of them nonsense."""
    dice, imps = list(duel.dice), list(duel.imps)
    yield from map(Choice, ChoiceKind)
    for kind in (ChoiceKind.ROLL, ChoiceKind.PICK):
        yield from (Choice(kind, (each,)) for each in dice)
        yield from (Choice(kind, pair) for pair in combinations_with_replacement(dice, 2))
    own = [each for each in dice if each.owner == decision(duel).seat]  # type: ignore[union-attr]
    yield from (Choice(ChoiceKind.ROLL, some) for size in (3, 4) for some in combinations(own, size))
    for kind in (ChoiceKind.PLAY, ChoiceKind.PICK):
        yield from (Choice(kind, imps=some) for size in (1, 2, 3) for some in combinations(imps, size))
    yield from (Choice(ChoiceKind.POWER, (), (imp,), number) for imp in imps for number in (0, 1, 2))
    yield Choice(ChoiceKind.PICK, (dice[0],), (imps[0],))
    yield Choice(ChoiceKind.PASS, (dice[0],))


def moments(rules: HouseRules, seed: int, every: int) -> Iterator[Duel]:
    """Some of the moments in which somebody chooses, out of a game played by lot."""
    lot, duel, met = random.Random(seed), a_duel(rules), 0
    while not duel.over:
        if (awaited := roll_awaited(duel)) is not None:
            duel = rolled(duel, [lot.randint(1, 6) for _ in getattr(awaited, "dice", (1,))])
            continue
        met += 1
        if met % every == 0:
            yield duel
        duel = choose(duel, lot.choice(legal_choices(duel)))


@pytest.mark.parametrize("rules", VARIANTS, ids=["as ever", "no declining", "own dice, twice", "neither"])
def test_what_is_offered_is_all_that_is_allowed_and_each_thing_once(rules: HouseRules) -> None:
    kinds = set()
    for duel in moments(rules, seed=7, every=5):
        item, offered = decision(duel), legal_choices(duel)
        assert item is not None
        kinds.add(type(item))
        meant = Counter(meaning(duel, choice) for choice in offered)
        assert max(meant.values()) == 1
        allowed = {meaning(duel, c) for c in thinkable(duel) if refusal(duel, item.seat, c) is None}
        assert allowed == set(meant)
    assert len(kinds) >= 3


def test_nobody_chooses_for_the_other() -> None:
    duel = a_duel()
    for choice in legal_choices(duel):
        why = refusal(duel, DAVE, choice)
        assert why is not None
        assert why.sentence is Sentence.DUEL_NOT_YOUR_TURN


def test_the_first_throw_is_of_any_four_dice_out_of_the_pool() -> None:
    offered = legal_choices(a_duel())
    # So many ways to take none, one or two of each of four elements, four dice at most.
    assert len(offered) == 1 + 4 + 10 + 16 + 19
    assert max(len(choice.dice) for choice in offered) == 4


def why(duel: Duel, choice: Choice) -> Sentence:
    item = decision(duel)
    assert item is not None
    reason = refusal(duel, item.seat, choice)
    assert reason is not None
    return reason.sentence


EACH = (EARTH, FIRE, WATER, AIR)


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (roll_of(*(die(JENNY, each) for each in EACH), die(JENNY, AIR, 2)), Sentence.DUEL_SO_MANY_DICE),
        (roll_of(), Sentence.DUEL_SO_MANY_DICE),
        (roll_of(die(JENNY, AIR), die(JENNY, AIR)), Sentence.DUEL_DIE_TWICE),
        (roll_of(die(DAVE, AIR)), Sentence.DUEL_NOT_THIS_PLAYERS_DIE),
        (roll_of(ElementDie(JENNY, AIR, 3)), Sentence.DUEL_NO_SUCH_DIE),
        (bring("Flicker"), Sentence.DUEL_NOT_NOW),
        (Choice(ChoiceKind.ROLL, (die(JENNY, AIR),), ("Flicker",)), Sentence.DUEL_NOT_NOW),
    ],
)
def test_why_a_throw_is_refused(choice: Choice, sentence: Sentence) -> None:
    assert why(a_duel(), choice) is sentence


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (bring(), Sentence.DUEL_ONE_OR_TWO_IMPS),
        (bring("Flicker", "Flicker"), Sentence.DUEL_ONE_OR_TWO_IMPS),
        (bring("Flicker", "Mulch", "Imp A"), Sentence.DUEL_ONE_OR_TWO_IMPS),
        (bring("Zephyr"), Sentence.DUEL_IMP_NOT_IN_POOL),
        (bring("Nobody"), Sentence.DUEL_IMP_NOT_IN_POOL),
        (PASS, Sentence.DUEL_NOT_NOW),
    ],
)
def test_why_imps_are_refused_without_a_word_about_the_team(choice: Choice, sentence: Sentence) -> None:
    duel = choose(choose(a_duel(), PASS), PASS)
    assert why(duel, choice) is sentence
    reason = refusal(duel, JENNY, choice)
    assert reason is not None
    assert not reason.values


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (pick(die(DAVE, AIR)), Sentence.DUEL_NOT_THIS_PLAYERS_DIE),
        (pick(die(JENNY, WATER)), Sentence.DUEL_DIE_NOT_IN_PLAY),
        (pick(die(JENNY, FIRE)), Sentence.DUEL_DIE_CANNOT_BE_CHOSEN),
        (pick(die(JENNY, EARTH), die(JENNY, AIR)), Sentence.DUEL_SO_MANY),
        (pick(), Sentence.DUEL_SO_MANY),
        (banish("Imp C"), Sentence.DUEL_NOT_NOW),
        (power("Imp A"), Sentence.DUEL_NOT_NOW),
    ],
)
def test_why_the_target_of_an_effect_is_refused(choice: Choice, sentence: Sentence) -> None:
    dice = {EARTH: (3,), FIRE: (6,), AIR: (1,)}, {EARTH: (2,), FIRE: (6,), AIR: (1,)}
    assert why(in_trials(*dice), choice) is sentence


def test_where_an_effect_must_be_used_nobody_may_pass() -> None:
    dice = {EARTH: (3,), AIR: (1,)}, {EARTH: (2,), AIR: (1,)}
    assert why(in_trials(*dice, HouseRules(decline=False)), PASS) is Sentence.DUEL_MUST_CHOOSE


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (power("Puck"), Sentence.DUEL_NO_SUCH_POWER),
        (power("Zephyr", 2), Sentence.DUEL_NO_SUCH_POWER),
        (power("Imp C"), Sentence.DUEL_IMP_NOT_IN_PLAY),
        (power("Flicker"), Sentence.DUEL_IMP_NOT_IN_PLAY),
    ],
)
def test_why_a_power_is_refused(choice: Choice, sentence: Sentence) -> None:
    brings = {JENNY: ("Flicker",), DAVE: ("Zephyr", "Puck")}
    duel = in_trials({AIR: (1,)}, {AIR: (1,)}, brings=brings)
    assert decision(duel) is not None
    assert why(duel, choice) is sentence


def test_a_power_of_another_moment_is_refused() -> None:
    brings = {JENNY: ("Flicker", "Mulch"), DAVE: ("Puck",)}
    duel = in_trials({EARTH: (1,), AIR: (1,)}, {}, brings=brings)
    assert duel.trial is EARTH
    assert why(duel, power("Flicker")) is Sentence.DUEL_POWER_NOT_NOW


def test_a_banished_die_can_be_chosen_for_nothing() -> None:
    duel = in_trials({AIR: (4,), FIRE: (3,)}, {AIR: (2,), FIRE: (3,)})
    duel = choose(choose(duel, PASS), pick(die(DAVE, FIRE)))
    assert why(duel, roll_of(die(DAVE, FIRE))) is Sentence.DUEL_DIE_IS_BANISHED
