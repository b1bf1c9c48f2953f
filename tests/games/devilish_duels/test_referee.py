"""The referee from the lobby to the next game: seats, secret teams, doubtful dice, breaks, restarts."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from pi_diavolo.table.duel_views import DuelStep
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, DieShown, DuelDiceSeen, Zone
from pi_diavolo.table.effects import Ask, Effect, ShowHand, ShowStatus, ShowWinner, Status, Unask
from pi_diavolo.table.events import (
    EveningOpened,
    Event,
    GameAbandoned,
    GameStarted,
    Grab,
    ImpsConfirmed,
    Paused,
    PlayAgainAsked,
    PowerOffAsked,
    QuestionAnswered,
    Resumed,
    RollFault,
    RollInvalid,
    RollRead,
    SeatTaken,
    SettingsChosen,
    Started,
    Tick,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
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
    roll_of,
)


def picked(**settings: Any) -> TableOfTwo:
    """Both have the teams of the booklet's example, and Jenny leads."""
    table = TableOfTwo(teams="picked", first_lead="youngest", **settings)
    table.chooses(JENNY, Choice(ChoiceKind.TEAM, imps=JENNYS_TEAM))
    table.chooses(DAVE, Choice(ChoiceKind.TEAM, imps=DAVES_TEAM))
    return table


def statuses(table: TableOfTwo) -> list[tuple[Status, Seat | None]]:
    return [(effect.status, effect.seat) for effect in table.effects if isinstance(effect, ShowStatus)]


def a_won_game() -> TableOfTwo:
    """Jenny wins the Air in every round and banishes an imp of Dave's each time."""
    table = picked()
    for imp in DAVES_TEAM:
        lead = table.duel.lead
        for seat in (JENNY, DAVE) if lead == JENNY else (DAVE, JENNY):
            if seat == JENNY:
                table.rolls((AIR, 6))
            else:
                table.chooses(DAVE, PASS)
        mine = bring("Imp A"), bring(imp)
        for seat, choice in zip((JENNY, DAVE), mine, strict=True) if lead == JENNY else (
            (DAVE, mine[1]), (JENNY, mine[0]),
        ):  # fmt: skip
            table.chooses(seat, choice)
        while table.duel.trial is not AIR:
            awaited = table.view.awaited
            assert awaited is not None
            table.chooses(awaited.seat, PASS)
        table.chooses(JENNY, banish(imp))
    return table


# The lobby


def test_a_duel_is_for_two() -> None:
    table = TableOfTwo(start=False)
    assert table.refused(GameStarted(1.0)) is Sentence.DUEL_IS_FOR_TWO
    table.does(SeatTaken(JENNY, PlayerId("a"), 1.0))
    assert table.refused(GameStarted(1.0)) is Sentence.DUEL_IS_FOR_TWO
    table.does(SeatTaken(DAVE, PlayerId("b"), 1.0))
    assert table.refused(SeatTaken(Seat(2), PlayerId("c"), 1.0)) is Sentence.DUEL_IS_FOR_TWO
    table.does(GameStarted(2.0))
    assert Sentence.GAME_BEGINS in table.said


def test_the_youngest_must_be_known_only_where_the_youngest_leads() -> None:
    table = TableOfTwo(start=False, first_lead="youngest")
    table.does(SeatTaken(JENNY, PlayerId("a"), 1.0), SeatTaken(DAVE, PlayerId("b"), 1.0))
    assert table.refused(GameStarted(1.0)) is Sentence.NO_YOUNGEST
    table.does(YoungestChosen(DAVE, 1.0), GameStarted(1.0))
    assert table.duel.lead == DAVE


def test_two_sit_down_and_begin_by_presses_alone() -> None:
    table = TableOfTwo(start=False)
    table.does(Grab(JENNY, Colour.RED, 1.0), Grab(DAVE, Colour.BLACK, 2.0), Grab(JENNY, Colour.GRAY, 3.0))
    assert table.duel.seats == (JENNY, DAVE)
    assert table.refused(Grab(JENNY, Colour.RED, 4.0)) is Sentence.NOT_IN_THIS_GAME


def test_a_setting_that_cannot_be_is_refused_with_what_may_be() -> None:
    table = TableOfTwo(start=False)
    for settings in ({"banish": "me"}, {"most_rounds": 0}, {"cards": "{}x"}, {"grace_s": 1}):
        assert table.refused(SettingsChosen(settings, 1.0)) is Sentence.BAD_SETTING
    table.does(SettingsChosen({"banish": "either"}, 1.0))
    assert table.referee.settings["banish"] == "either"


def test_a_log_with_settings_of_another_game_opens_all_the_same() -> None:
    table = TableOfTwo(start=False)
    table.does(EveningOpened("devilish-duels", {"dice_per_colour": 3}, 1, 1, 0.0))
    assert Sentence.BAD_SETTING in table.said


# The beginning


def test_the_lead_is_rolled_for_until_one_is_higher() -> None:
    table = TableOfTwo()
    assert table.view.step is DuelStep.ROLL_OFF
    table.rolls((AIR, 4))
    assert table.refused(rolled(Colour.RED, Colour.RED)) is Sentence.DUEL_ROLL_OFF
    assert table.refused(rolled(Colour.BLACK)) is Sentence.DUEL_ROLL_OFF
    table.rolls((FIRE, 4))
    assert Sentence.DUEL_ROLL_OFF_AGAIN in table.said
    table.rolls((AIR, 2))
    table.rolls((AIR, 3))
    assert (table.duel.lead, table.duel.round) == (DAVE, 1)


def test_teams_are_dealt_by_lot_from_the_evenings_seed() -> None:
    teams = [dict(TableOfTwo(seed=seed).duel.imps) for seed in (1, 1, 2)]
    assert teams[0] == teams[1] != teams[2]
    assert sorted(at.owner for at in teams[0].values()) == [JENNY] * 4 + [DAVE] * 4


@pytest.mark.parametrize(
    ("imps", "sentence"),
    [
        (JENNYS_TEAM[:3], Sentence.DUEL_TEAM_OF_FOUR),
        ((*JENNYS_TEAM[:3], JENNYS_TEAM[0]), Sentence.DUEL_TEAM_OF_FOUR),
        ((*JENNYS_TEAM[:3], "Nobody"), Sentence.DUEL_NO_SUCH_IMP),
        ((*DAVES_TEAM[:3], JENNYS_TEAM[0]), Sentence.DUEL_IMP_TAKEN),
    ],
)
def test_a_team_is_four_different_cards_out_of_the_box(imps: tuple[str, ...], sentence: Sentence) -> None:
    table = TableOfTwo(teams="picked", first_lead="youngest")
    table.chooses(JENNY, Choice(ChoiceKind.TEAM, imps=JENNYS_TEAM))
    assert set(table.hand(DAVE).cards) == set(DAVES_TEAM)
    assert table.refused(ChoiceMade(DAVE, Choice(ChoiceKind.TEAM, imps=imps), 5.0)) is sentence


# Secrets


def names_in(value: Any) -> set[str]:
    """All texts anywhere in a value."""
    if isinstance(value, str):
        return {str(value)}
    if is_dataclass(value):
        return {name for field in fields(value) for name in names_in(getattr(value, field.name))}
    if isinstance(value, dict):
        return names_in(list(value.items()))
    return {name for part in value for name in names_in(part)} if isinstance(value, tuple | list) else set()


def everyone_sees(effects: list[Effect]) -> set[str]:
    return names_in([effect for effect in effects if not isinstance(effect, ShowHand)])


def test_nobody_sees_a_team_before_it_is_played() -> None:
    table = TableOfTwo(teams="picked", first_lead="youngest")
    told = list(table.effects)
    for seat, team in ((JENNY, JENNYS_TEAM), (DAVE, DAVES_TEAM)):
        told += table.chooses(seat, Choice(ChoiceKind.TEAM, imps=team))
    for seat in (JENNY, DAVE):
        told += table.chooses(seat, PASS)
    assert not everyone_sees(told) & {*JENNYS_TEAM, *DAVES_TEAM}
    assert table.view.options == ()
    assert table.view.awaited is not None
    assert table.view.awaited.secret
    hands = [effect.hand for effect in told if isinstance(effect, ShowHand)]
    assert not any(names_in(hand) & set(DAVES_TEAM) for hand in hands if hand.seat == JENNY and hand.imps)
    assert {imp.imp for imp in table.hand(JENNY).imps} == set(JENNYS_TEAM)
    assert len(table.hand(JENNY).options) == 10
    assert table.hand(DAVE).options == ()
    # Once it was played, everybody knows it, also when it is back in the pool.
    table.chooses(JENNY, bring("Mulch"))
    side = table.view.sides[0]
    assert ([imp.imp for imp in side.imps], side.hidden, side.left) == (["Mulch"], 3, 4)
    assert not everyone_sees(table.effects) & {*DAVES_TEAM, "Flicker"}


# Dice


def test_dice_thrown_in_step_one_tell_themselves_which_they_are() -> None:
    table = picked()
    table.rolls((FIRE, 2), (FIRE, 5))
    assert {str(each.die.element) for each in table.view.dice if each.zone is Zone.IN_PLAY} == {"fire"}
    assert table.duel.totals[FIRE][JENNY] == 7
    assert [move.choice.kind for move in table.view.moves if move.choice] == [ChoiceKind.ROLL]


def rolled(*colours: Colour) -> RollRead:
    return RollRead(Roll(tuple(Die(colour, 1) for colour in colours)), 1.0)


@pytest.mark.parametrize(
    ("colours", "sentence"),
    [
        ([Colour.RED] * 3, Sentence.DUEL_OTHER_DICE_WANTED),
        ([Colour.BLACK], Sentence.DUEL_OTHER_DICE_WANTED),
        ([Colour.RED, Colour.RED, Colour.BLUE, Colour.BLUE, Colour.GREEN], Sentence.DUEL_SO_MANY_DICE),
        ([], Sentence.DUEL_SO_MANY_DICE),
    ],
)
def test_dice_that_nobody_may_throw_are_refused(colours: list[Colour], sentence: Sentence) -> None:
    assert picked().refused(rolled(*colours)) is sentence


def in_step_three() -> TableOfTwo:
    table = picked()
    table.rolls((AIR, 1))
    table.chooses(DAVE, PASS)
    table.chooses(JENNY, bring("Imp A"))
    table.chooses(DAVE, bring("Imp C"))
    return table


def test_dice_that_may_be_rerolled_must_be_named_before() -> None:
    table = in_step_three()
    assert table.refused(rolled(Colour.WHITE)) is Sentence.DUEL_CHOOSE_FIRST
    table.chooses(JENNY, roll_of(die(JENNY, AIR)))
    assert table.refused(rolled(Colour.RED)) is Sentence.DUEL_OTHER_DICE_WANTED
    table.rolls((AIR, 5))
    assert table.duel.totals[AIR][JENNY] == 5


def test_new_dice_need_no_word_in_step_three_either() -> None:
    table = in_step_three()
    table.rolls((FIRE, 5), (WATER, 2))
    assert table.duel.totals[FIRE][JENNY] == 5


def test_dice_that_nobody_awaits_are_refused() -> None:
    table = picked()
    table.chooses(JENNY, PASS)
    table.chooses(DAVE, PASS)
    assert table.refused(rolled(Colour.RED)) is Sentence.DUEL_NO_DICE_AWAITED
    assert table.refused(RollInvalid((RollFault("die_cocked"),), 1.0)) is Sentence.DUEL_NO_DICE_AWAITED


def test_a_roll_that_does_not_count_is_rolled_again() -> None:
    table = picked()
    table.does(RollInvalid((RollFault("die_cocked", Colour.GREEN),), 5.0))
    assert table.said == [Sentence.DUEL_ROLL_INVALID]
    assert statuses(table) == [(Status.ROLL_NOW, JENNY)]


def test_fewer_dice_than_may_be_wait_for_somebody_to_say_which() -> None:
    table = picked()
    table.does(RollInvalid((RollFault("dice_untold"),), 5.0))
    assert table.said == [Sentence.DUEL_SAY_WHICH_DICE]
    assert statuses(table) == [(Status.ROLL_NOW, JENNY)]
    table.does(RollInvalid((RollFault("dice_untold"), RollFault("die_cocked")), 5.0))
    assert table.said == [Sentence.DUEL_ROLL_INVALID]


def question(table: TableOfTwo) -> Ask:
    return next(effect for effect in table.effects if isinstance(effect, Ask))


def test_doubtful_dice_are_asked_about_one_by_one_and_nothing_is_ruled_before() -> None:
    table = picked()
    table.rolls((FIRE, 2), (AIR, 5), (WATER, 3), maybe={0: (3,), 2: (1, 6)})
    first = question(table).question
    assert (first.options, first.colour, first.die) == (("2", "3", "roll_again"), Colour.RED, 0)
    assert statuses(table)[-1] == (Status.QUESTION, None)
    assert table.duel.totals[FIRE] == {JENNY: 0, DAVE: 0}
    assert table.refused(rolled(Colour.RED)) is Sentence.ROLL_LIES_ALREADY
    assert table.refused(QuestionAnswered(first.number, "6", 1.0)) is Sentence.NO_SUCH_CHOICE
    assert table.refused(QuestionAnswered(99, "2", 1.0)) is Sentence.NO_SUCH_QUESTION
    table.does(QuestionAnswered(first.number, "3", 1.0))
    second = question(table).question
    assert (second.die, second.options) == (2, ("1", "3", "6", "roll_again"))
    table.does(QuestionAnswered(second.number, "6", 1.0))
    assert [table.duel.totals[element][JENNY] for element in (FIRE, AIR, WATER)] == [3, 5, 6]


def test_a_doubtful_die_may_be_rolled_again() -> None:
    table = picked()
    table.rolls((FIRE, 2), maybe={0: (3,)})
    table.does(QuestionAnswered(1, "roll_again", 1.0))
    assert Unask(1) in table.effects
    assert statuses(table) == [(Status.ROLL_NOW, JENNY)]
    table.rolls((FIRE, 6))
    assert table.duel.totals[FIRE][JENNY] == 6


def test_dice_turned_by_hand_are_compared_with_what_they_should_show() -> None:
    table = picked()
    table.rolls((EARTH, 3), (AIR, 1))
    table.chooses(DAVE, PASS)
    table.chooses(JENNY, bring("Imp A"))
    table.chooses(DAVE, bring("Imp C"))
    table.chooses(JENNY, PASS)
    table.chooses(DAVE, PASS)
    table.chooses(JENNY, pick(die(JENNY, AIR)))
    assert table.view.to_turn == (DieShown(die(JENNY, AIR), 3),)
    table.does(DuelDiceSeen((DieShown(die(JENNY, AIR), 1), DieShown(die(JENNY, EARTH), 3)), 1.0))
    assert table.said == [Sentence.DUEL_TURN_DICE]
    table.does(DuelDiceSeen((DieShown(die(JENNY, AIR), 3), DieShown(die(JENNY, EARTH), 3)), 1.0))
    assert table.said == [Sentence.DUEL_DICE_LIE_RIGHT]
    table.does(DuelDiceSeen((), 1.0, exchanged=(die(JENNY, AIR), die(JENNY, AIR, 2))))
    assert table.said == [Sentence.DUEL_WHOSE_DICE]  # the second one is in the pool, and nobody's business


# Breaks, restarts, the end


def test_nothing_moves_in_a_break() -> None:
    table = picked()
    table.does(Paused(5.0))
    assert statuses(table) == [(Status.PAUSED, None)]
    assert table.refused(ChoiceMade(JENNY, PASS, 5.0)) is Sentence.IS_PAUSED
    assert table.refused(Paused(5.0)) is Sentence.IS_PAUSED
    table.does(Resumed(6.0))
    assert statuses(table) == [(Status.ROLL_NOW, JENNY)]
    assert table.refused(Resumed(6.0)) is Sentence.NOT_PAUSED
    table.does(PowerOffAsked(7.0))
    assert statuses(table) == [(Status.PAUSED, None)]


def test_a_restart_in_the_middle_of_a_round_shows_all_and_changes_nothing() -> None:
    table = in_step_three()
    table.chooses(JENNY, roll_of(die(JENNY, AIR)))
    view, duel, hand = table.view, table.duel, table.hand(JENNY)
    table.does(Started("another", 0.0, "2026-01-01T21:00:00+00:00"))
    assert (table.view, table.duel, table.hand(JENNY)) == (view, duel, hand)
    assert table.said == [Sentence.DUEL_ROLL_THESE]
    assert statuses(table) == [(Status.ROLL_NOW, JENNY)]


def test_a_restart_asks_an_open_question_again() -> None:
    table = picked()
    table.rolls((FIRE, 2), maybe={0: (3,)})
    asked = question(table)
    table.does(Started("another", 0.0, "2026-01-01T21:00:00+00:00"))
    assert question(table) == asked


def test_the_game_is_won_at_once_and_can_be_played_again() -> None:
    table = a_won_game()
    assert ShowWinner(JENNY) in table.effects
    assert statuses(table)[-1] == (Status.OVER, None)
    (last,) = table.rulings
    assert (last.turn, last.over, last.winner, last.gems) == (4, True, JENNY, {JENNY: 4, DAVE: 0})
    assert not table.referee.in_progress
    assert table.refused(ChoiceMade(JENNY, PASS, 5.0)) is Sentence.GAME_IS_OVER
    table.does(Started("another", 0.0, "2026-01-01T21:00:00+00:00"))
    assert ShowWinner(JENNY) in table.effects
    assert table.refused(Grab(JENNY, Colour.GRAY, 1.0)) is Sentence.GAME_IS_OVER
    table.does(Grab(JENNY, Colour.GRAY, 10.0))
    assert (table.referee.game, table.duel.over) == (2, False)


def test_a_game_is_played_again_or_given_up() -> None:
    table = picked()
    assert table.refused(PlayAgainAsked(1.0)) is Sentence.GAME_NOT_OVER
    table.does(GameAbandoned(2.0))
    assert Sentence.GAME_ABANDONED in table.said
    assert table.referee.game is None
    assert table.refused(ChoiceMade(JENNY, PASS, 5.0)) is Sentence.NO_GAME
    table = a_won_game()
    table.does(PlayAgainAsked(1.0))
    assert table.referee.game == 2


@pytest.mark.parametrize("event", [ImpsConfirmed(1.0)])
def test_what_belongs_to_another_game_is_refused(event: Event) -> None:
    assert picked().refused(event) is Sentence.NOT_IN_THIS_GAME


def test_time_means_nothing_here() -> None:
    table = picked()
    before = table.evening
    assert table.does(Tick(100.0)) == []
    assert table.evening == before
