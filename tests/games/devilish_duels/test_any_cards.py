"""With whatever cards an owner enters, a duel goes on in order to its end, and can be told again."""

import random
from typing import Any

import pytest

from pi_diavolo.games.devilish_duels.card_file import as_setting, box_of
from pi_diavolo.games.devilish_duels.cards import LASTING, WITH_AMOUNT, Condition, Deed, When, Whose
from pi_diavolo.games.devilish_duels.choices import decision, legal_choices
from pi_diavolo.games.devilish_duels.course import begin, roll_awaited
from pi_diavolo.games.devilish_duels.house_rules import AnyDie, Banish, HouseRules
from pi_diavolo.games.devilish_duels.moves import Move, after, place_of, tell_again
from pi_diavolo.games.devilish_duels.refusals import refusal
from pi_diavolo.table.duels import DieShown, Element, ElementDie
from tests.games.devilish_duels.makers import AIR, DAVE, JENNY
from tests.games.devilish_duels.test_choices import meaning
from tests.games.devilish_duels.test_invariants import must_be_in_order


def an_effect(lot: random.Random, when: When) -> dict[str, Any]:
    deed = lot.choice([deed for deed in Deed if when is not When.WHOLE_TURN or deed in LASTING])
    effect: dict[str, Any] = {"do": str(deed), "whose": str(lot.choice(list(Whose)))}
    if deed in WITH_AMOUNT:
        effect["amount"] = lot.choice([1, 2, 6] if deed is Deed.SET else [-3, -1, 1, 2, 5])
    if deed not in LASTING:
        effect["count"] = lot.choice([1, 2, 3, "each"])
    effect["element"] = lot.choice([*map(str, Element), "any", ["earth", "air"]])
    return effect


def a_power(lot: random.Random) -> dict[str, Any]:
    when = lot.choice(list(When))
    power: dict[str, Any] = {"when": str(when)}
    if when in (When.IN_TRIAL, When.AFTER_TRIAL):
        power["trial"] = lot.choice([*map(str, Element), "any"])
        power["condition"] = str(lot.choice(list(Condition)))
    power["effect"] = [an_effect(lot, when) for _ in range(lot.randint(1, 3))]
    return power


def some_rules(lot: random.Random) -> HouseRules:
    cards = [{"name": f"C{n}", "power": [a_power(lot) for _ in range(lot.randint(1, 3))]} for n in range(8)]
    return HouseRules(
        decline=lot.random() < 0.5,
        different_dice=lot.random() < 0.5,
        any_die=lot.choice(list(AnyDie)),
        banish=lot.choice(list(Banish)),
        most_rounds=6,
        cards=as_setting({"card": cards}),
    )


@pytest.mark.parametrize("seed", range(15))
def test_a_duel_with_any_cards_comes_to_its_end_and_can_be_told_again(seed: int) -> None:
    lot = random.Random(seed)
    rules = some_rules(lot)
    teams = {JENNY: tuple(f"C{n}" for n in range(4)), DAVE: tuple(f"C{n}" for n in range(4, 8))}
    start = duel = begin((JENNY, DAVE), rules, box_of(rules.cards), teams)
    moves = list[Move]()
    while not duel.over:
        number, place = len(moves) + 1, place_of(duel)
        if (roll := roll_awaited(duel)) is not None:
            dice = getattr(roll, "dice", None) or (ElementDie(roll.seat, AIR, 1),)
            move = Move(number, place, roll.seat, None, tuple(DieShown(d, lot.randint(1, 6)) for d in dice))
        else:
            item, offered = decision(duel), legal_choices(duel)
            assert item is not None
            assert not [choice for choice in offered if refusal(duel, item.seat, choice)]
            assert len({meaning(duel, choice) for choice in offered}) == len(offered) > 0
            move = Move(number, place, item.seat, lot.choice(offered))
        assert not moves or moves[-1].place < place  # a later thing stands at a later place
        moves.append(move)
        played = after(duel, move)
        assert played is not None
        duel = played
        must_be_in_order(duel)
    told = tell_again(start, moves)
    assert told.duel == duel
    assert told.made == {move.number for move in moves}
