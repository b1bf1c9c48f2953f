"""What people put right: a die, a choice, a round; undone, protested against, told again from the events."""

from typing import Any

import pytest

from pi_diavolo.games.devilish_duels.corrections import before_move
from pi_diavolo.games.devilish_duels.playing import worked_out
from pi_diavolo.games.devilish_duels.referee import DevilishDuelsReferee
from pi_diavolo.games.devilish_duels.showing import moves_shown
from pi_diavolo.table.duels import Choice, DuelCorrected, Zone
from pi_diavolo.table.effects import ShowStatus, Status
from pi_diavolo.table.events import Correction, CorrectionUndone, ProtestDecided, Protested, Started
from pi_diavolo.table.sentences import Sentence
from tests.games.devilish_duels.makers import (
    AIR,
    DAVE,
    DAVES_TEAM,
    FIRE,
    JENNY,
    JENNYS_TEAM,
    PASS,
    TableOfTwo,
    banish,
    bring,
)
from tests.games.devilish_duels.test_referee import a_won_game, picked


def a_round(table: TableOfTwo, jenny: int, dave: int, *after: tuple[int, Choice]) -> None:
    """A round with one Air die each; what follows the trial is chosen as told."""
    dice = {JENNY: jenny, DAVE: dave}
    order = (JENNY, DAVE) if table.duel.lead == JENNY else (DAVE, JENNY)
    for seat in order:
        table.rolls((AIR, dice[seat]))
    for seat in order:
        mine = [imp.imp for imp in table.hand(seat).imps if imp.zone is Zone.POOL]
        table.chooses(seat, bring(next(imp for imp in mine if imp.startswith("Imp"))))
    for seat in order:
        table.chooses(seat, PASS)
    for number, choice in after:
        table.chooses(order[number], choice)


def two_rounds() -> TableOfTwo:
    """Dave wins the Air by 5 to 4 and banishes Imp A; then Jenny wins it by 6 to 5 and banishes Imp C."""
    table = picked()
    a_round(table, 4, 5, (1, banish("Imp A")))
    a_round(table, 6, 5, (1, banish("Imp C")))
    assert table.duel.round == 3
    return table


def number_of(table: TableOfTwo, round: int, seat: int, what: str) -> int:
    """A move's number, by which people put it right."""
    for move in table.game.moves:
        kind = "dice" if move.choice is None else str(move.choice.kind)
        if (move.place[0], move.seat, kind) == (round, seat, what):
            return move.number
    raise LookupError(what)


def corrects(table: TableOfTwo, move: int, **how: Any) -> None:
    table.does(DuelCorrected(move, table.at, **how))
    assert not table.refusals(), table.refusals()


def left(table: TableOfTwo) -> tuple[int, int]:
    return table.duel.imps_left(JENNY), table.duel.imps_left(DAVE)


def test_a_die_put_right_that_changes_nothing_else_leaves_all_moves_as_they_are() -> None:
    table = two_rounds()
    before = table.duel
    corrects(table, number_of(table, 1, DAVE, "dice"), values=(6,))
    assert table.said[0] is Sentence.DUEL_MOVE_CORRECTED
    assert table.duel.imps == before.imps
    assert table.duel.rounds[0].trials[-1].totals == {JENNY: 4, DAVE: 6}
    (ruling,) = table.rulings
    assert (ruling.turn, ruling.corrected) == (1, True)


def test_a_die_put_right_may_take_a_win_away_and_all_that_came_of_it() -> None:
    table = two_rounds()
    corrects(table, number_of(table, 1, JENNY, "dice"), values=(5,))
    assert left(table) == (4, 3)
    assert table.duel.imps["Imp A"].zone is Zone.POOL
    assert table.duel.round == 3
    assert [ruling.gems for ruling in table.rulings] == [{JENNY: 4, DAVE: 4}, {JENNY: 4, DAVE: 3}]


def test_what_nobody_decided_then_is_asked_now_and_the_later_moves_follow() -> None:
    table = two_rounds()
    corrects(table, number_of(table, 1, JENNY, "dice"), values=(6,))
    # Jenny has won the first round's Air: whom would she have banished?
    assert Sentence.DUEL_CORRECTION_ASKS in table.said
    assert table.duel.round == 1
    assert [ruling.pending for ruling in table.rulings] == [True, True]
    assert [choice.imps for choice in table.view.options] == [(), ("Imp A",), ("Imp C",)]
    table.chooses(JENNY, PASS)
    assert (table.duel.round, left(table)) == (3, (4, 3))
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(1, False), (2, False)]


def test_a_later_move_that_no_longer_fits_is_left_out() -> None:
    table = two_rounds()
    corrects(table, number_of(table, 1, JENNY, "dice"), values=(6,))
    table.chooses(JENNY, banish("Imp C"))
    # In the second round Dave had brought Imp C, who is gone now: he brings another.
    assert table.duel.round == 2
    assert table.view.awaited is not None
    assert table.view.awaited.seat == DAVE
    table.chooses(DAVE, bring("Puck"))
    # Jenny's choice of Imp C does not fit any more either; the moves in between did.
    assert [choice.imps for choice in table.view.options] == [(), ("Imp B",), ("Puck",)]
    table.chooses(JENNY, banish("Puck"))
    assert (table.duel.round, left(table)) == (3, (4, 2))


def test_a_choice_put_right() -> None:
    table = two_rounds()
    corrects(table, number_of(table, 1, DAVE, "pick"), choice=PASS)
    assert left(table) == (4, 3)
    table.does(CorrectionUndone(table.at))
    assert Sentence.DUEL_CORRECTION_UNDONE in table.said
    assert left(table) == (3, 3)
    assert [ruling.corrected for ruling in table.rulings] == [False, False]


def test_a_choice_that_was_not_allowed_then_is_no_correction() -> None:
    table = two_rounds()
    move = number_of(table, 1, DAVE, "pick")
    assert table.refused(DuelCorrected(move, 1.0, choice=banish("Mulch"))) is Sentence.DUEL_IMP_NOT_THERE
    play = number_of(table, 1, DAVE, "play")
    assert table.refused(DuelCorrected(play, 1.0, choice=bring("Mulch"))) is Sentence.DUEL_IMP_NOT_IN_POOL


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"values": (1,), "struck": True},
        {"values": (7,)},
        {"values": (0,)},
        {"values": (1, 2)},
        {"choice": PASS},
        {"move": 99, "struck": True},
        {"move": 0, "struck": True},
    ],
)
def test_a_correction_that_says_nothing_or_too_much_is_refused(how: dict[str, Any]) -> None:
    table = two_rounds()
    move = how.pop("move", number_of(table, 1, JENNY, "dice"))
    assert table.refused(DuelCorrected(move, 1.0, **how)) is Sentence.DUEL_NO_SUCH_MOVE


def test_of_another_game_nothing_is_put_right() -> None:
    table = two_rounds()
    assert table.refused(DuelCorrected(1, 1.0, game=9, struck=True)) is Sentence.NO_SUCH_GAME
    assert table.refused(CorrectionUndone(1.0)) is Sentence.NO_SUCH_CORRECTION


def test_a_choice_that_is_another_players_now_offers_nothing() -> None:
    table = TableOfTwo()
    table.rolls((AIR, 6))
    table.rolls((AIR, 3))
    table.chooses(JENNY, PASS)
    passed = table.game.moves[-1].number
    assert before_move(table.game, passed) is not None
    # Jenny rolled lower, so Dave leads: what she passed was his to roll.
    corrects(table, 1, values=(2,))
    assert table.duel.lead == DAVE
    assert before_move(table.game, passed) is None
    assert table.refused(DuelCorrected(passed, 1.0, choice=PASS)) is Sentence.DUEL_NOT_YOUR_TURN


def test_a_move_taken_back_is_asked_for_again() -> None:
    table = picked()
    table.rolls((AIR, 3))
    corrects(table, number_of(table, 1, JENNY, "dice"), struck=True)
    assert Sentence.DUEL_ROLL_THESE in table.said
    table.rolls((AIR, 6))
    assert table.duel.totals[AIR][JENNY] == 6
    # Taken back as a whole, the throw may be another one; the old dice do not fit it.
    corrects(table, number_of(table, 1, JENNY, "roll"), struck=True)
    table.rolls((FIRE, 2))
    assert (table.duel.totals[AIR][JENNY], table.duel.totals[FIRE][JENNY]) == (0, 2)


def test_a_struck_round_leaves_nothing_behind_but_its_place() -> None:
    table = two_rounds()
    table.does(Correction(1, 1.0, struck=True))
    assert (left(table), table.duel.round, table.duel.lead) == ((4, 3), 3, JENNY)
    assert table.duel.rounds[0].struck
    assert table.refused(Correction(1, 1.0, struck=True)) is Sentence.NO_SUCH_TURN
    table.does(CorrectionUndone(2.0, correction=1))
    assert left(table) == (3, 3)


def test_the_round_in_hand_is_struck_and_begins_anew() -> None:
    table = two_rounds()
    table.rolls((AIR, 3))
    table.does(Correction(3, 1.0, struck=True))
    assert Sentence.DUEL_ROUND_ANEW in table.said
    assert (table.duel.round, table.duel.totals[AIR]) == (3, {JENNY: 0, DAVE: 0})
    table.rolls((AIR, 5))
    assert table.duel.totals[AIR] == {JENNY: 5, DAVE: 0}


@pytest.mark.parametrize("how", [{"values": (5,)}, {"struck": True}])
def test_what_was_done_before_a_round_began_anew_cannot_be_put_right(how: dict[str, Any]) -> None:
    table = TableOfTwo(first_lead="youngest")
    table.rolls((AIR, 6))
    table.does(Correction(1, 1.0, struck=True))
    assert table.view.moves == ()
    table.rolls((FIRE, 2))
    old = next(move.number for move in table.game.moves if move.dice)
    assert table.refused(DuelCorrected(old, 1.0, **how)) is Sentence.DUEL_NO_SUCH_MOVE
    assert table.refused(DuelCorrected(old - 1, 1.0, choice=PASS)) is Sentence.DUEL_NO_SUCH_MOVE
    assert table.duel.totals[FIRE] == {JENNY: 2, DAVE: 0}
    # Only what was thrown since is shown, and it can be put right.
    assert [move.number for move in moves_shown(table.game, 1)] == [old + 1, old + 2]
    corrects(table, old + 2, values=(4,))
    assert table.duel.totals[FIRE] == {JENNY: 4, DAVE: 0}


def test_what_was_put_right_before_a_round_began_anew_does_not_bring_it_back() -> None:
    table = TableOfTwo(first_lead="youngest")
    table.rolls((AIR, 6))
    corrects(table, 2, values=(5,))
    table.does(Correction(1, 1.0, struck=True))
    table.rolls((FIRE, 2))
    assert (table.duel.totals[AIR][JENNY], table.duel.totals[FIRE][JENNY]) == (0, 2)
    # Undone, the round is again what it was, and its moves can be put right again.
    table.does(CorrectionUndone(2.0))
    assert (table.duel.totals[AIR][JENNY], table.duel.totals[FIRE][JENNY]) == (5, 0)
    corrects(table, 2, values=(3,))
    assert table.duel.totals[AIR][JENNY] == 3


def test_only_whole_rounds_are_put_right_like_turns() -> None:
    table = two_rounds()
    for wrong in (Correction(1, 1.0), Correction(1, 1.0, dice=((0, 1),))):
        assert table.refused(wrong) is Sentence.NOT_IN_THIS_GAME
    for turn in (0, 4):
        assert table.refused(Correction(turn, 1.0, struck=True)) is Sentence.NO_SUCH_TURN


def test_a_correction_may_end_the_game_earlier_and_its_undoing_goes_on_with_it() -> None:
    table = a_won_game()
    corrects(table, number_of(table, 4, JENNY, "pick"), choice=PASS)
    assert (table.duel.over, table.duel.round) == (False, 5)
    assert table.referee.in_progress
    assert [(ruling.turn, ruling.over) for ruling in table.rulings] == [(4, False)]
    table.does(CorrectionUndone(table.at))
    assert (table.duel.over, table.duel.winner) == (True, JENNY)
    assert [effect.status for effect in table.effects if isinstance(effect, ShowStatus)] == [Status.OVER]


def test_rounds_after_an_earlier_end_are_marked_as_played_on() -> None:
    table = a_won_game()
    corrects(table, number_of(table, 4, JENNY, "pick"), choice=PASS)
    a_round_of_nothing(table)
    table.does(CorrectionUndone(table.at))
    assert [(ruling.turn, ruling.over, ruling.played_on) for ruling in table.rulings] == [
        (4, True, False),
        (5, False, True),
    ]


def a_round_of_nothing(table: TableOfTwo) -> None:
    number = table.duel.round
    while table.duel.round == number:
        awaited = table.view.awaited
        assert awaited is not None
        hand = table.hand(awaited.seat)
        table.chooses(awaited.seat, PASS if PASS in hand.options else hand.options[0])


def test_nobody_moves_while_a_protest_is_open() -> None:
    table = two_rounds()
    table.does(Protested(1.0))
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(2, True)]
    assert table.refused(Protested(1.0, turn=1)) is Sentence.PROTEST_IS_OPEN
    table.does(ProtestDecided(stands=True, at=2.0))
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(2, False)]
    assert left(table) == (3, 3)
    table.does(Protested(3.0, turn=2))
    table.does(ProtestDecided(stands=False, at=4.0))
    assert (left(table), table.duel.round) == ((3, 4), 3)
    assert table.refused(ProtestDecided(stands=True, at=5.0)) is Sentence.NO_PROTEST
    assert table.refused(Protested(5.0, turn=3)) is Sentence.NO_SUCH_TURN


def test_told_again_from_its_events_the_evening_is_the_same() -> None:
    table = two_rounds()
    corrects(table, number_of(table, 1, JENNY, "dice"), values=(6,))
    table.chooses(JENNY, banish("Imp C"))
    table.does(Started("another", 0.0, "2026-01-01T21:00:00+00:00"))
    table.does(Correction(1, 1.0, struck=True), CorrectionUndone(2.0))
    again = DevilishDuelsReferee()
    effects = [effect for event in table.events for effect in again.receive(event)]
    assert again.state == table.evening
    assert effects[-len(table.effects) :] == table.effects
    assert worked_out(table.game).duel.having(news=()) == table.duel.having(news=())


def test_the_teams_themselves_can_be_put_right() -> None:
    table = picked()
    team = next(move.number for move in table.game.moves if move.seat == JENNY)
    other = Choice(table.game.moves[0].choice.kind, imps=JENNYS_TEAM[::-1])  # type: ignore[union-attr]
    table.does(DuelCorrected(team, 1.0, choice=other))
    assert {imp for imp, at in table.duel.imps.items() if at.owner == DAVE} == set(DAVES_TEAM)
