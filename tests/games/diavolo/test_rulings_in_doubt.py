"""Where a die in doubt cannot change the answer, the ruling says so, and names no number that is not sure."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import PIP_ORDERS, Order
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.games.diavolo.rules import answer, possible_answers, with_doubts
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.effects import ShowRuling
from pi_diavolo.table.events import Correction, QuestionAnswered
from pi_diavolo.table.pieces import Die, OrderDie
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling
from tests.eventlog.makers import tamper
from tests.makers import BLACK, GRAY, RED, WHITE, ATable, a_roll

RULES = HouseRules()
FIRST_BLACK, LAST_RED = 0, 8


def in_doubt(roll: Roll, index: int, *maybe: int) -> Roll:
    dice = list(roll.dice)
    dice[index] = replace(dice[index], maybe=maybe)
    return replace(roll, dice=tuple(dice))


def said(ruling: Ruling, language: str = "en") -> str:
    return Speaker(CATALOGUES[language], {}).ruling(ruling)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "greatest sum: either way → red"),
        ("fr", "plus grande somme\u202f: dans tous les cas → rouge"),
        ("de", "Größte Summe: so oder so → Rot"),
    ],
)
def test_no_number_is_named_that_a_die_in_doubt_would_change(language: str, sentence: str) -> None:
    ruling = ATable(1, 4).play(in_doubt(a_roll(), FIRST_BLACK, 1), s1=RED, s4=WHITE)
    assert said(ruling, language) == sentence
    assert ruling.reason
    assert (ruling.reason.sure_scores, ruling.reason.sure_best) == ({WHITE: 12, RED: 13}, (RED,))


def test_numbers_that_are_the_same_whatever_the_die_shows_are_named() -> None:
    # Red's 3 5 5 or 3 5 3: a difference of 2 in both cases.
    ruling = ATable(1, 4).play(in_doubt(a_roll(order="greatest_difference"), LAST_RED, 3), s1=WHITE)
    assert said(ruling) == "greatest difference: white 5, black 4, red 2 → white"


def test_distances_are_named_whatever_the_dice_show() -> None:
    ruling = ATable(1, 4).play(in_doubt(a_roll(order="closest"), FIRST_BLACK, 1), s1=RED)
    assert said(ruling) == "closest: red 12.5 mm, black 31.0 mm, white 40.0 mm → red"


def test_an_order_in_doubt_is_told_as_such() -> None:
    roll = replace(a_roll(), order_die=OrderDie("greatest_sum", maybe=("most_odd",)))
    ruling = ATable(1, 4).play(roll, s1=RED)
    assert said(ruling) == "greatest sum or most odd: either way → red"
    assert ruling.reason
    assert (ruling.reason.sure_scores, ruling.reason.sure_best) == ({}, (RED,))


def test_of_a_tie_only_those_are_named_that_surely_share_it() -> None:
    tie = in_doubt(a_roll((6, 1, 1), (6, 1, 1), (6, 1, 1), order="highest_value"), 6, 5)
    reason = ATable(1, 4).play(tie, s1=GRAY).reason
    assert reason
    assert (reason.best, reason.sure_best) == ((BLACK, WHITE, RED), (BLACK, WHITE))


def test_what_people_said_about_a_die_is_sure() -> None:
    table = ATable(1, 4)
    asked = in_doubt(a_roll(), LAST_RED, 3)  # 13 or 11 against white's 12
    table.roll(asked)
    table.send(QuestionAnswered(1, "5", table.now))
    table.grab(1, RED)
    table.grab(4, WHITE)
    assert said(table.rulings[-1]) == "greatest sum: red 13, white 12, black 11 → red"


def test_a_correction_takes_the_doubt_away() -> None:
    table = ATable(1, 4)
    table.play(in_doubt(a_roll(), FIRST_BLACK, 1), s1=RED, s4=WHITE)
    table.send(Correction(1, table.now, dice=((FIRST_BLACK, 1),)))
    assert said(table.rulings[-1]) == "greatest sum: red 13, white 12, black 10 → red"


def test_a_correction_that_confirms_what_was_likeliest_takes_the_doubt_away_as_well() -> None:
    table = ATable(1, 4)
    table.play(in_doubt(a_roll(), FIRST_BLACK, 1), s1=RED, s4=WHITE)
    table.send(Correction(1, table.now, grabs=((Seat(4), BLACK),)))
    assert said(table.rulings[-1]) == "greatest sum: either way → red"
    table.send(Correction(1, table.now, dice=((FIRST_BLACK, 2),)))
    assert said(table.rulings[-1]) == "greatest sum: red 13, white 12, black 11 → red"


# What a die shows, or may show: the likeliest value first.
faces = st.lists(st.integers(1, 6), min_size=1, max_size=2, unique=True)
two_dice = st.lists(faces, min_size=2, max_size=2)


@given(st.sampled_from(PIP_ORDERS), two_dice, two_dice, two_dice)
def test_whatever_the_dice_really_show_nothing_that_is_told_is_wrong(
    order: Order, black: list[list[int]], white: list[list[int]], red: list[list[int]]
) -> None:
    rows = ((BLACK, black), (WHITE, white), (RED, red))
    roll = Roll(
        tuple(Die(colour, value, maybe=tuple(maybe)) for colour, row in rows for value, *maybe in row),
        OrderDie(order),
    )
    if len(possible_answers(order, roll, RULES)) > 1:
        return  # then people are asked
    told = with_doubts(answer(order, roll, RULES), [order], roll)
    for values in product(*(die.options for die in roll.dice)):
        true = roll
        for index, value in enumerate(values):
            true = true.with_value(index, value)
        truth = answer(order, true, RULES)
        assert told.answer is truth.answer
        assert set(told.sure_best) <= set(truth.best)
        assert told.sure_scores.items() <= dict(truth.scores).items()


# The log


def a_log_of(table: ATable, path: Path) -> Path:
    referee = DiavoloReferee()
    with EventLog.open(path) as log:
        for event in table.events:
            rulings = [e.ruling for e in referee.receive(event) if isinstance(e, ShowRuling)]
            log.append(event, referee.game, rulings, referee.rules_version, referee.settings)
    return path


def test_the_log_remembers_what_was_in_doubt(tmp_path: Path) -> None:
    table = ATable(1, 4)
    table.play(in_doubt(a_roll(), FIRST_BLACK, 1), s1=RED, s4=WHITE)
    with EventLog.read_only(a_log_of(table, tmp_path / "log")) as log:
        (stored,) = log.rulings(game=1).history
    assert said(stored.ruling) == "greatest sum: either way → red"


def test_a_log_from_before_doubts_were_told_verifies_and_says_what_it_said(tmp_path: Path) -> None:
    table = ATable(1, 4)
    table.play(in_doubt(a_roll(), FIRST_BLACK, 1), s1=RED, s4=WHITE)
    path = a_log_of(table, tmp_path / "log")
    tamper(path, "UPDATE rulings SET ruling = json_remove(ruling, '$.reason.unsure', '$.reason.instead')")
    with EventLog.read_only(path) as log:
        (stored,) = log.rulings(game=1).history
        assert verify(log, DiavoloReferee).differences == ()
    assert said(stored.ruling) == "greatest sum: red 13, white 12, black 11 → red"
