"""The example of the booklet, from the first roll to the banishing of Flicker, with the booklet's numbers."""

import pytest

from pi_diavolo.games.devilish_duels.choices import legal_choices
from pi_diavolo.table.duels import Choice, ChoiceKind, ElementDie, TrialRuling, Zone
from pi_diavolo.table.sentences import Sentence
from tests.games.devilish_duels.makers import (
    AIR,
    DAVE,
    DAVES_TEAM,
    EARTH,
    FIRE,
    JENNY,
    JENNYS_TEAM,
    PASS,
    WATER,
    TableOfTwo,
    banish,
    bring,
    die,
    pick,
    power,
    roll_of,
    shown,
)


@pytest.fixture
def table() -> TableOfTwo:
    table = TableOfTwo(teams="picked", first_lead="youngest")
    table.chooses(JENNY, Choice(ChoiceKind.TEAM, imps=JENNYS_TEAM))
    table.chooses(DAVE, Choice(ChoiceKind.TEAM, imps=DAVES_TEAM))
    return table


def in_hand(table: TableOfTwo) -> tuple[ElementDie, ...]:
    return table.view.awaited.roll if table.view.awaited else ()


def trials(table: TableOfTwo) -> tuple[TrialRuling, ...]:
    return table.view.trials


def test_the_worked_example_step_by_step(table: TableOfTwo) -> None:
    # Step 1: nobody says before which dice they take from the pool; the table sees it.
    assert (table.duel.round, table.duel.lead) == (1, JENNY)
    table.rolls((FIRE, 3), (FIRE, 4), (EARTH, 3), (AIR, 5))
    table.rolls((EARTH, 6), (FIRE, 4), (WATER, 2), (AIR, 1))
    assert table.view.totals == {
        EARTH: {JENNY: 3, DAVE: 6},
        FIRE: {JENNY: 7, DAVE: 4},
        WATER: {JENNY: 0, DAVE: 2},
        AIR: {JENNY: 5, DAVE: 1},
    }
    # Step 2
    table.chooses(JENNY, bring("Flicker", "Mulch"))
    table.chooses(DAVE, bring("Puck", "Zephyr"))
    # Step 3: Jenny rolls two more; Dave rolls one and rerolls the one that shows 1.
    table.chooses(JENNY, roll_of(die(JENNY, WATER), die(JENNY, AIR, 2)))
    table.rolls((WATER, 3), (AIR, 1))
    table.chooses(DAVE, roll_of(die(DAVE, AIR, 2), die(DAVE, AIR, 1)))
    assert in_hand(table) == (die(DAVE, AIR, 2), die(DAVE, AIR, 1))
    table.rolls((AIR, 4), (AIR, 3))
    # Before the trials Dave uses Zephyr: his Air dice show 4 and 5.
    assert [choice.imps for choice in table.view.options] == [(), ("Zephyr",)]
    table.chooses(DAVE, power("Zephyr"))
    assert {shown(table.duel, DAVE, AIR, 1), shown(table.duel, DAVE, AIR, 2)} == {4, 5}
    # Earth: 3 against 6 would be a double win. Mulch rerolls the only Earth die, which shows 4 then.
    assert table.duel.totals[EARTH] == {JENNY: 3, DAVE: 6}
    table.chooses(JENNY, power("Mulch"))
    assert in_hand(table) == (die(JENNY, EARTH),)
    table.rolls((EARTH, 4))
    assert trials(table) == (TrialRuling(EARTH, {JENNY: 4, DAVE: 6}, DAVE),)
    table.chooses(DAVE, pick(die(DAVE, WATER)))
    assert shown(table.duel, DAVE, WATER) == 3
    # Fire: 7 against 4 is a win, no double one. Jenny has Dave's Earth die rerolled, which shows 2 then.
    assert trials(table)[1] == TrialRuling(FIRE, {JENNY: 7, DAVE: 4}, JENNY)
    table.chooses(JENNY, pick(die(DAVE, EARTH)))
    table.rolls((EARTH, 2))
    assert shown(table.duel, DAVE, EARTH) == 2
    # She has just won a Fire trial: Flicker makes 6 and 2 of her Air dice.
    table.chooses(JENNY, power("Flicker"))
    assert [shown(table.duel, JENNY, AIR, number) for number in (1, 2)] == [6, 2]
    # Water: 3 against 3 is a draw. Air: 8 against 9, so Dave may banish one of Jenny's imps in play.
    assert trials(table)[2:] == (
        TrialRuling(WATER, {JENNY: 3, DAVE: 3}),
        TrialRuling(AIR, {JENNY: 8, DAVE: 9}, DAVE),
    )
    # (His own he may, too, as nothing is said about whose; he does not.)
    hers, his = (banish("Flicker"), banish("Mulch")), (banish("Puck"), banish("Zephyr"))
    assert legal_choices(table.duel) == (PASS, *hers, *his)
    table.chooses(DAVE, banish("Flicker"))
    assert table.duel.imps["Flicker"].zone is Zone.BANISHED
    assert Sentence.DUEL_IMP_BANISHED in table.said
    # The round is over: all else is back in the pools, and Dave leads, since it is his turn.
    assert (table.duel.round, table.duel.lead) == (2, DAVE)
    (ruling,) = table.rulings
    assert (ruling.turn, ruling.roller, ruling.gems) == (1, JENNY, {JENNY: 3, DAVE: 4})
    assert ruling.duel is not None
    assert ruling.duel.banished == ("Flicker",)
    assert {at.zone for at in table.duel.dice.values()} == {Zone.POOL}
    assert [name for name, at in table.duel.imps.items() if at.zone is not Zone.POOL] == ["Flicker"]


def test_who_has_used_one_power_of_an_imp_cannot_use_another(table: TableOfTwo) -> None:
    table.chooses(JENNY, PASS)
    table.rolls((AIR, 3))
    table.chooses(JENNY, bring("Imp A"))
    table.chooses(DAVE, bring("Zephyr"))
    table.chooses(JENNY, PASS)
    table.chooses(DAVE, PASS)
    table.chooses(DAVE, power("Zephyr"))
    assert shown(table.duel, DAVE, AIR) == 4 or table.duel.round == 2
    assert "Zephyr" in table.duel.used
    assert not [choice for choice in legal_choices(table.duel) if choice.kind is ChoiceKind.POWER]
