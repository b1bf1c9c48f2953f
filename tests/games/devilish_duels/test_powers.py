"""The imps' powers: when they may be used, what they do, the lead's first, and one an imp a round."""

from dataclasses import replace
from typing import Any

import pytest

from pi_diavolo.games.devilish_duels.card_file import as_setting, box_of
from pi_diavolo.games.devilish_duels.choices import decision, legal_choices
from pi_diavolo.games.devilish_duels.course import begin, choose, roll_awaited, rolled
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.refusals import refusal
from pi_diavolo.table.duels import Choice, ChoiceKind, Element, Zone
from pi_diavolo.table.players import Seat
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
    shown,
)


def a_card(name: str, *powers: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "power": list(powers)}


def with_cards(*cards: dict[str, Any]) -> str:
    return as_setting({"card": list(cards)})


TEAMS = {JENNY: ("One", "Imp A", "Imp B", "Mulch"), DAVE: ("Two", "Puck", "Flicker", "Zephyr")}
BOTH = {JENNY: ("One",), DAVE: ("Two",)}


def duel_of(*powers: dict[str, Any], **dice: Any) -> Duel:
    """Both have one imp in play with the same powers."""
    cards = with_cards(a_card("One", *powers), a_card("Two", *powers))
    rules = HouseRules(cards=cards)
    return in_trials(dice.get("jenny", {}), dice.get("dave", {}), rules, BOTH, TEAMS)


def before(do: str, **more: Any) -> dict[str, Any]:
    return {"when": "before_trials", "effect": {"do": do, **more}}


def whose_turn(duel: Duel) -> Seat | None:
    item = decision(duel)
    return item.seat if item else None


def test_the_lead_uses_powers_first_and_everybody_may_pass() -> None:
    duel = duel_of(before("add", amount=1, element="air"), jenny={AIR: (1,)}, dave={AIR: (1,)})
    assert whose_turn(duel) == JENNY
    duel = choose(duel, power("One"))
    assert shown(duel, JENNY, AIR) == 2
    assert whose_turn(duel) == DAVE
    duel = choose(duel, PASS)
    assert shown(duel, DAVE, AIR) == 1


def in_earth(condition: str, **effect: Any) -> dict[str, Any]:
    return {"when": "in_trial", "trial": "earth", "condition": condition, "effect": {"do": "add", **effect}}


def both_in_earth(hers: dict[str, Any], his: dict[str, Any]) -> Duel:
    """Three to three in the Earth trial, with Jenny in the lead."""
    rules = HouseRules(cards=with_cards(a_card("One", hers), a_card("Two", his)))
    return in_trials({EARTH: (3,)}, {EARTH: (3,)}, rules, BOTH, TEAMS)


def test_the_lead_is_asked_for_a_power_that_the_followers_power_makes_possible() -> None:
    up = {"amount": 1, "element": "earth"}
    duel = both_in_earth(in_earth("lost", amount=2, element="earth"), in_earth("drew", **up))
    assert whose_turn(duel) == DAVE  # as it stands, nothing is lost for Jenny
    duel = choose(duel, power("Two"))
    assert (whose_turn(duel), duel.totals[EARTH]) == (JENNY, {JENNY: 3, DAVE: 4})
    assert set(legal_choices(duel)) == {PASS, power("One")}
    duel = choose(duel, power("One"))
    assert duel.ruling.trials[0].totals == {JENNY: 5, DAVE: 4}


def test_and_then_the_follower_is_asked_again() -> None:
    more = in_earth("lost", amount=3, element="earth")
    cards = with_cards(
        a_card("One", in_earth("lost", amount=2, element="earth")),
        a_card("Two", in_earth("drew", amount=1, element="earth")),
        a_card("Puck", more),
    )
    brings = {JENNY: ("One",), DAVE: ("Two", "Puck")}
    duel = in_trials({EARTH: (3,)}, {EARTH: (3,)}, HouseRules(cards=cards), brings, TEAMS)
    for imp in ("Two", "One", "Puck"):
        assert set(legal_choices(duel)) == {PASS, power(imp)}
        duel = choose(duel, power(imp))
    assert duel.rounds[0].trials[0].totals == {JENNY: 5, DAVE: 6}


def test_who_has_passed_is_not_asked_again_in_that_moment() -> None:
    always = in_earth("always", amount=2, element="earth")
    duel = both_in_earth(always, in_earth("always", amount=1, element="earth"))
    assert whose_turn(duel) == JENNY
    duel = choose(choose(duel, PASS), power("Two"))
    assert duel.ruling.trials[0].totals == {JENNY: 3, DAVE: 4}
    # In another moment she is.
    after = {"when": "after_trial", "trial": "earth", "effect": {"do": "add", "amount": 1}}
    rules = HouseRules(cards=with_cards(a_card("One", always, after), a_card("Two", always)))
    duel = in_trials({EARTH: (3,)}, {EARTH: (3,)}, rules, BOTH, TEAMS)
    duel = choose(choose(choose(duel, PASS), power("Two")), PASS)
    assert power("One", 2) in legal_choices(duel)


def test_one_power_an_imp_a_round() -> None:
    twice = before("add", amount=1, element="air")
    duel = choose(duel_of(twice, twice, jenny={AIR: (1,)}), power("One", 2))
    assert "One" in duel.used
    assert not [choice for choice in legal_choices(duel) if choice.kind is ChoiceKind.POWER]


def test_in_the_next_round_an_imp_may_use_a_power_again() -> None:
    duel = choose(duel_of(before("add", amount=1, element="air"), jenny={AIR: (1,)}), power("One"))
    while duel.round == 1:
        duel = choose(duel, PASS)
    assert duel.used == frozenset()


def test_a_power_used_up_is_refused_with_the_reason() -> None:
    more = before("add", amount=1, element="air")
    both = {JENNY: ("One", "Mulch"), DAVE: ("Two",)}
    # A second imp with a power of the same moment keeps the chance open.
    again = a_card("Mulch", more)
    cards = with_cards(a_card("One", more, more), a_card("Two", more), again)
    duel = in_trials({AIR: (1,)}, {}, HouseRules(cards=cards), both, TEAMS)
    duel = choose(duel, power("One"))
    why = refusal(duel, JENNY, power("One", 2))
    assert why is not None
    assert why.sentence is Sentence.DUEL_POWER_USED_UP
    assert refusal(duel, JENNY, power("Mulch")) is None


@pytest.mark.parametrize(
    ("do", "jenny", "dave"),
    [
        pytest.param({"do": "add", "amount": 2, "count": "each"}, (5, 6), (4,), id="own dice up, capped"),
        pytest.param(
            {"do": "add", "amount": -3, "count": "each", "whose": "opponent"}, (3, 5), (1,), id="others down"
        ),
        pytest.param({"do": "set", "amount": 6, "count": "each"}, (6, 6), (4,), id="to a number"),
        pytest.param(
            {"do": "add", "amount": 1, "count": "each", "whose": "either"}, (4, 6), (5,), id="everybody's"
        ),
    ],
)
def test_a_power_that_turns_every_die(
    do: dict[str, Any], jenny: tuple[int, ...], dave: tuple[int, ...]
) -> None:
    duel = duel_of({"when": "before_trials", "effect": do}, jenny={AIR: (3, 5)}, dave={AIR: (4,)})
    duel = choose(duel, power("One"))
    assert tuple(shown(duel, JENNY, AIR, number) for number in (1, 2)) == jenny
    assert (shown(duel, DAVE, AIR),) == dave


def test_a_power_that_leaves_a_choice_asks_for_it() -> None:
    duel = duel_of(before("reroll", count=1, whose="either"), jenny={AIR: (1,)}, dave={AIR: (6,)})
    duel = choose(duel, power("One"))
    assert set(legal_choices(duel)) == {pick(die(JENNY, AIR)), pick(die(DAVE, AIR))}
    duel = rolled(choose(duel, pick(die(DAVE, AIR))), [2])
    assert shown(duel, DAVE, AIR) == 2


def test_several_effects_come_one_after_the_other() -> None:
    both = {
        "when": "before_trials",
        "effect": [
            {"do": "roll", "element": "fire"},
            {"do": "send_back", "whose": "opponent", "element": "air"},
        ],
    }
    duel = choose(duel_of(both, dave={AIR: (6,)}), power("One"))
    assert roll_awaited(duel) is not None
    duel = rolled(duel, [5])
    assert shown(duel, JENNY, FIRE) == 5
    assert duel.dice[die(DAVE, AIR)].zone is Zone.POOL


def test_a_power_that_would_change_nothing_is_not_offered() -> None:
    duel = duel_of(before("add", amount=1, element="air"), jenny={AIR: (6,)})
    assert whose_turn(duel) == JENNY  # it is the Air trial already
    assert duel.trial is AIR


@pytest.mark.parametrize(
    ("condition", "jenny", "usable"),
    [
        ("won", 5, True), ("won", 8, True), ("won", 4, False),
        ("double_won", 8, True), ("double_won", 7, False),
        ("lost", 3, True), ("lost", 2, True), ("lost", 4, False),
        ("double_lost", 2, True), ("double_lost", 3, False),
        ("drew", 4, True), ("drew", 5, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("when", ["in_trial", "after_trial"])
def test_a_power_that_hangs_on_how_the_trial_stands_or_ended(
    when: str, condition: str, jenny: int, usable: bool
) -> None:
    fire = {"when": when, "trial": "fire", "condition": condition}
    fire["effect"] = {"do": "add", "amount": 1, "element": "earth"}  # type: ignore[assignment]
    high = (6, jenny - 6) if jenny > 6 else (jenny,)
    earth = {EARTH: (1,)}
    duel = duel_of(fire, jenny={FIRE: high, **earth}, dave={FIRE: (4,), **earth})
    offered = False
    while duel.round == 1 and duel.trial is not WATER:
        offered |= power("One") in legal_choices(duel)
        duel = choose(duel, PASS)
    assert offered is usable


def test_a_power_for_any_trial_may_be_used_in_each_of_them() -> None:
    any_trial = {"when": "in_trial", "trial": "any", "effect": {"do": "add", "amount": 1, "element": "air"}}
    duel, met = duel_of(any_trial, jenny={AIR: (1,)}, dave={AIR: (1,)}), list[Element | None]()
    while duel.round == 1:
        if power("One") in legal_choices(duel):
            met.append(duel.trial)
        duel = choose(duel, PASS)
    assert met == [EARTH, FIRE, WATER, AIR]


def whole(do: str, **more: Any) -> dict[str, Any]:
    return {"when": "whole_turn", "effect": {"do": do, **more}}


def test_what_lasts_the_whole_round_may_be_begun_once_the_imps_are_in_play() -> None:
    cards = with_cards(a_card("One", whole("more_dice", amount=1)), a_card("Two"))
    duel = a_duel(HouseRules(cards=cards), TEAMS)
    for choice in (PASS, PASS, bring("One"), bring("Two")):
        duel = choose(duel, choice)
    assert set(legal_choices(duel)) == {PASS, power("One")}
    duel = choose(duel, power("One"))
    three = roll_of(*(die(JENNY, element) for element in (EARTH, FIRE, AIR)))
    assert refusal(duel, JENNY, three) is None
    assert three in legal_choices(duel)


def test_what_lasts_the_whole_round_is_begun_by_the_lead_first() -> None:
    whole_turn = whole("total", amount=1)
    rules = HouseRules(cards=with_cards(a_card("One", whole_turn), a_card("Two", whole_turn)))
    for lead, second in ((JENNY, DAVE), (DAVE, JENNY)):
        duel = begin((JENNY, DAVE), rules, box_of(rules.cards), TEAMS, lead)
        duel = choose(choose(duel, PASS), PASS)
        for seat in (lead, second):
            duel = choose(duel, bring(*BOTH[seat]))
        asked = list[Seat | None]()
        while power(*BOTH[lead]) in legal_choices(duel) or power(*BOTH[second]) in legal_choices(duel):
            asked.append(whose_turn(duel))
            duel = choose(duel, PASS)
        assert asked == [lead, second]


def test_what_lasts_may_still_be_begun_before_the_trials() -> None:
    duel = duel_of(whole("total", amount=1))
    assert (whose_turn(duel), duel.trial) == (JENNY, None)
    assert set(legal_choices(duel)) == {PASS, power("One")}


@pytest.mark.parametrize("whose", ["own", "opponent", "either"])
def test_more_dice_are_of_no_use_once_they_were_rolled(whose: str) -> None:
    cards = with_cards(a_card("One", whole("more_dice", amount=1, whose=whose)), a_card("Two"))
    duel = a_duel(HouseRules(cards=cards), TEAMS)
    for choice in (PASS, PASS, bring("One"), bring("Two")):
        duel = choose(duel, choice)
    assert power("One") in legal_choices(duel)
    duel = choose(duel, PASS)
    # Step 3 is next, and before the trials nobody is asked for a power any more.
    for seat in (JENNY, DAVE):
        assert whose_turn(duel) == seat
        duel = choose(duel, PASS)
    assert duel.round == 2


def test_a_power_that_comes_too_late_is_refused_with_the_reason() -> None:
    late = before("more_dice", amount=1)
    more = before("add", amount=1, element="air")
    duel = duel_of(late, more, jenny={AIR: (1,)})
    assert set(legal_choices(duel)) == {PASS, power("One", 2)}
    why = refusal(duel, JENNY, power("One", 1))
    assert why is not None
    assert why.sentence is Sentence.DUEL_POWER_IN_VAIN


@pytest.mark.parametrize("deed", [{"do": "total", "amount": 1}, {"do": "win_draws"}])
def test_what_counts_in_a_trial_is_of_no_use_after_it(deed: dict[str, Any]) -> None:
    met = list[Element | None]()
    for when in ("in_trial", "after_trial"):
        fire = {"when": when, "trial": "any", "effect": {**deed, "element": "fire"}}
        duel = duel_of(fire, jenny={AIR: (1,)}, dave={AIR: (1,)})
        while duel.round == 1:
            if power("One") in legal_choices(duel):
                met.append(duel.trial)
            duel = choose(duel, PASS)
    assert met == [EARTH, FIRE, EARTH]


def test_a_total_may_be_raised_for_the_round_and_no_longer() -> None:
    duel = duel_of(whole("total", amount=3, element="air"), jenny={AIR: (1,)}, dave={AIR: (3,)})
    duel = choose(duel, power("One"))
    assert duel.totals[AIR] == {JENNY: 4, DAVE: 3}
    duel = choose(choose(duel, PASS), banish("Two"))
    assert duel.rounds[0].trials[-1].winner == JENNY
    assert duel.totals[AIR] == {JENNY: 0, DAVE: 0}


def test_draws_may_be_won_unless_both_would_win_them() -> None:
    duel = duel_of(whole("win_draws", element="air"), jenny={AIR: (3,)}, dave={AIR: (3,)})
    alone = choose(choose(duel, power("One")), PASS)
    assert alone.ruling.trials[-1].winner == JENNY
    both = choose(choose(duel, power("One")), power("Two"))
    assert both.rounds[0].trials[-1].winner is None


def test_a_shield_keeps_the_opponent_away_from_dice_and_imps() -> None:
    dice = duel_of(whole("shield_dice", element="fire"), jenny={FIRE: (4,), AIR: (1,)}, dave={FIRE: (2,)})
    dice = choose(choose(dice, PASS), power("Two"))
    # Jenny has won Fire doubly, but Dave's only die is out of her reach: Air is next, which she wins.
    assert dice.trial is AIR
    imps = duel_of(whole("shield_imps"), jenny={AIR: (4,)}, dave={AIR: (3,)})
    imps = choose(choose(imps, PASS), power("Two"))
    assert set(legal_choices(imps)) == {PASS, banish("One")}  # her own imp is within her reach
    imps = choose(imps, PASS)
    assert imps.round == 2
    assert imps.rounds[0].trials[-1].winner == JENNY
    assert imps.rounds[0].banished == ()


def test_a_power_may_banish_and_end_the_game_at_once() -> None:
    duel = duel_of(before("banish_imp", whose="opponent", count="each"))
    gone = {imp: type(at)(at.owner, Zone.BANISHED, True) for imp, at in duel.imps.items() if imp != "Two"}
    mine = {imp: at for imp, at in duel.imps.items() if at.owner == JENNY}
    duel = choose(duel.having(imps={**duel.imps, **gone, **mine}), power("One"))
    assert (duel.over, duel.winner) == (True, JENNY)


def only(duel: Duel, *left: str) -> Duel:
    """The same, with all other imps banished."""
    gone = {imp: replace(at, zone=Zone.BANISHED) for imp, at in duel.imps.items() if imp not in left}
    return duel.having(imps={**duel.imps, **gone})


def test_when_the_last_imp_goes_the_others_that_were_to_follow_stay() -> None:
    everybody = before("banish_imp", whose="either", count="each")
    brings = {JENNY: ("One", "Imp A"), DAVE: ("Two",)}
    cards = with_cards(a_card("One", everybody), a_card("Two"))
    duel = in_trials({}, {}, HouseRules(cards=cards), brings, TEAMS)
    # One by one: Jenny's two are gone before Dave's only one, and with the second of them she has lost.
    duel = choose(only(duel, "One", "Imp A", "Two"), power("One"))
    assert (duel.over, duel.winner) == (True, DAVE)
    assert duel.rounds[-1].banished == ("One", "Imp A")
    assert duel.imps["Two"].zone is Zone.IN_PLAY


def test_of_several_imps_that_were_picked_none_goes_after_the_last() -> None:
    two = before("banish_imp", whose="either", count=2)
    duel = in_trials({}, {}, HouseRules(cards=with_cards(a_card("One", two), a_card("Two"))), {
        JENNY: ("One", "Imp A"), DAVE: ("Two",),
    }, TEAMS)  # fmt: skip
    duel = choose(only(duel, "One", "Imp A", "Two"), power("One"))
    duel = choose(duel, Choice(ChoiceKind.PICK, imps=("Two", "One")))
    assert (duel.over, duel.winner) == (True, JENNY)
    assert duel.rounds[-1].banished == ("Two",)
