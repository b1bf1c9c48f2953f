"""Simulated opponents know what their seat may know, choose what they may, and one of them plays better."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pi_diavolo.duelling import Duelling, play_duels
from pi_diavolo.games.devilish_duels.card_file import as_setting, box_of
from pi_diavolo.games.devilish_duels.cards import Cards
from pi_diavolo.games.devilish_duels.choices import legal_choices
from pi_diavolo.games.devilish_duels.course import choose
from pi_diavolo.games.devilish_duels.duel import DieAt, Duel
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS, looking_ahead, promise
from pi_diavolo.games.devilish_duels.showing import hand_of, view_of
from pi_diavolo.games.devilish_duels.state import Game
from pi_diavolo.table.duels import Choice
from pi_diavolo.table.players import Seat
from tests.games.devilish_duels.makers import (
    AIR,
    DAVE,
    EARTH,
    FIRE,
    JENNY,
    PASS,
    WATER,
    TableOfTwo,
    banish,
    die,
    in_trials,
    pick,
    power,
)  # fmt: skip

CARDS = box_of("")


def decides(duel: Duel, seat: Seat, cards: Cards = CARDS) -> Choice:
    offered = legal_choices(duel)
    view, hand = view_of(Game(1, duel, duel), offered), hand_of(duel, seat, offered)
    return looking_ahead(view, hand, cards, random.Random(1))


def test_an_imp_is_banished_rather_than_spared() -> None:
    brings = {JENNY: ("Imp A",), DAVE: ("Imp C", "Zephyr")}
    duel = in_trials({AIR: (6,)}, {AIR: (5,)}, brings=brings)
    while duel.trial is not AIR:
        duel = choose(duel, PASS)
    assert decides(duel, JENNY) == banish("Zephyr")


@pytest.mark.parametrize("decline", [True, False])
def test_the_own_imp_and_the_own_die_are_not_banished_where_the_others_can_be(decline: bool) -> None:
    brings = {JENNY: ("Imp A", "Imp B"), DAVE: ("Imp C",)}
    duel = in_trials({AIR: (6,), FIRE: (3,)}, {AIR: (1,), FIRE: (3,)}, HouseRules(decline=decline), brings)
    assert banish("Imp A") in legal_choices(duel)
    assert decides(duel, JENNY) == banish("Imp C")
    duel = choose(duel, banish("Imp C"))
    assert pick(die(JENNY, FIRE)) in legal_choices(duel)
    assert decides(duel, JENNY) == pick(die(DAVE, FIRE))


def test_rather_nothing_is_banished_than_the_own() -> None:
    brings = {JENNY: ("Imp A",), DAVE: ("Imp C",)}
    duel = in_trials({AIR: (6,), FIRE: (3,), WATER: (3,)}, {AIR: (1,), WATER: (3,)}, brings=brings)
    while duel.trial is not AIR:
        duel = choose(duel, PASS)
    duel = choose(duel, banish("Imp C")).with_dice({die(DAVE, WATER): DieAt()})
    assert {choice.dice for choice in legal_choices(duel)} == {
        (), (die(JENNY, FIRE),), (die(JENNY, WATER),),
    }  # fmt: skip
    assert decides(duel, JENNY) == PASS


@pytest.mark.parametrize(
    ("effect", "used"),
    [
        ({"whose": "opponent"}, True),
        ({"whose": "either"}, True),
        ({"whose": "own"}, False),
        ({"whose": "either", "count": "each"}, False),
        ({"whose": "either", "count": 3}, False),
    ],
)
def test_a_power_that_banishes_is_used_where_the_opponent_loses_more(
    effect: dict[str, Any], used: bool
) -> None:
    banishing = {"when": "before_trials", "effect": {"do": "banish_imp", **effect}}
    cards = as_setting({"card": [{"name": "Imp A", "power": [banishing]}]})
    brings = {JENNY: ("Imp A", "Imp B"), DAVE: ("Imp C",)}
    duel = in_trials({AIR: (3,)}, {AIR: (3,)}, HouseRules(cards=cards), brings)
    assert decides(duel, JENNY, box_of(cards)) == (power("Imp A") if used else PASS)


def test_the_die_is_turned_that_decides_the_air() -> None:
    duel = in_trials({EARTH: (3,), AIR: (4,)}, {EARTH: (2,), AIR: (4,)})
    assert decides(duel, JENNY) == pick(die(JENNY, AIR))


def test_the_opponents_best_air_die_is_rerolled() -> None:
    duel = in_trials({FIRE: (5,), AIR: (4,)}, {FIRE: (4,), AIR: (6,)})
    assert decides(duel, JENNY) == pick(die(DAVE, AIR))


@pytest.mark.parametrize("strength", OPPONENTS)
def test_an_opponent_decides_by_what_the_seat_may_see(strength: str) -> None:
    """What the other hides may be anything: the choice is the same."""
    table = TableOfTwo(teams="dealt", first_lead="youngest")
    view, hand = table.view, table.hand(JENNY)
    choice = OPPONENTS[strength](view, hand, CARDS, random.Random(3))
    hidden = {imp.imp for imp in table.hand(DAVE).imps}
    assert choice in hand.options
    fewer = {name: card for name, card in CARDS.items() if name not in hidden}
    assert OPPONENTS[strength](view, hand, fewer, random.Random(3)) == choice


def test_passing_is_worth_what_lies_there() -> None:
    duel = in_trials({EARTH: (3,), AIR: (4,)}, {EARTH: (2,), AIR: (4,)})
    view = view_of(Game(1, duel, duel), legal_choices(duel))
    better = replace(view, dice=tuple(
        replace(each, value=6) if each.die == die(JENNY, AIR) else each for each in view.dice
    ))  # fmt: skip
    assert promise(better, JENNY, CARDS, PASS) > promise(view, JENNY, CARDS, PASS)


def test_who_looks_ahead_beats_who_does_not() -> None:
    won = [duel.winner for duel in play_duels(Duelling(("looking-ahead", "random"), seed=4), 6)]
    won += [duel.winner for duel in play_duels(Duelling(("random", "looking-ahead"), seed=5), 4)]
    assert won[:6].count(Seat(1)) >= 5
    assert won[6:].count(Seat(4)) >= 3
