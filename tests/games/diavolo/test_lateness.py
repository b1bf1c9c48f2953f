"""Reports come later than what they report: what was done in time counts, and what is doubtful is asked."""

import pytest

from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.games.diavolo.lateness import REPORTED_WITHIN_S
from pi_diavolo.table.effects import Ask, Effect, ShowRuling, Wake
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    Grab,
    ImpLifted,
    ImpsConfirmed,
    Paused,
    QuestionAnswered,
    Resumed,
    RollRead,
    Started,
    Tick,
)
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Sentence
from tests.makers import BLACK, RED, WHITE, ATable, a_roll

S1, S4 = Seat(1), Seat(4)
PANELS_S, BASES_S = REPORTED_WITHIN_S[Grabs.PANELS], REPORTED_WITHIN_S[Grabs.BASES]


class Patient(ATable):
    """A table that waits for reports; moments count from the dice's rest."""

    rules = 2

    def tick(self, after: float) -> list[Effect]:
        return self.send(Tick(self.now + after))

    @property
    def took(self) -> list[Colour | None]:
        return [result.took for result in self.rulings[-1].results]

    @property
    def questions(self) -> list[Question]:
        return [effect.question for effect in self.effects if isinstance(effect, Ask)]


def a_turn(*seats: int, grabs: str = "panels", **settings: str | float) -> Patient:
    table = Patient(*(seats or (1, 4)), grabs=grabs, **settings)
    if grabs == "bases":
        table.send(ImpsConfirmed(table.now))
    table.roll()
    return table


@pytest.mark.parametrize("grabs", ["panels", "bases"])
def test_a_turn_is_not_closed_before_all_that_was_done_in_time_is_reported(grabs: str) -> None:
    table = a_turn(grabs=grabs)
    assert table.tick(20.0) == []
    table.grab(4, RED, after=19.999)
    wait = REPORTED_WITHIN_S[Grabs(grabs)]
    assert not table.rulings
    table.tick(20.0 + wait)
    assert table.took == [None, RED]


def test_the_referee_asks_to_be_woken_when_it_can_close() -> None:
    table = Patient(1, 4)
    assert Wake(table.now + 1 + 20.0 + PANELS_S) in table.roll()


def test_a_press_after_the_time_is_too_late_though_the_turn_is_still_open() -> None:
    table = a_turn()
    assert table.told(table.grab(4, RED, after=20.001)) == [Sentence.TIME_IS_UP]
    table.tick(20.0 + PANELS_S)
    assert table.took == [None, None]


def test_the_grace_after_the_last_right_imp_is_judged_by_the_stamp_too() -> None:
    table = a_turn(1, 4, grace_s=3.0)
    table.grab(1, RED, after=2.0)
    assert table.told(table.grab(4, WHITE, after=5.1)) == [Sentence.TIME_IS_UP]
    table.grab(4, BLACK, after=4.999)
    table.tick(5.0 + PANELS_S)
    assert table.took == [RED, BLACK]


@pytest.mark.parametrize(("rules", "took"), [(3, [RED, None]), (4, [RED, BLACK])])
def test_where_the_dice_are_read_late_the_grace_still_begins_with_the_last_right_imp(
    rules: int, took: list[Colour | None]
) -> None:
    class Table(Patient):
        pass

    Table.rules = rules
    table = Table(1, 4, grabs="panels", grace_s=3.0)
    table.send(DiceRolling(table.now))
    table.now += 1
    table.send(DiceAtRest(table.now))
    table.grab(1, RED, after=3.5)  # two play for one red imp; a hand hides a die until now
    table.send(RollRead(a_roll(), table.now))
    table.tick(3.0 + PANELS_S)
    table.grab(4, BLACK, after=6.4)
    table.tick(6.5 + PANELS_S)
    assert table.took == took


def test_a_stamp_before_the_moment_counts_even_while_a_question_is_open() -> None:
    table = a_turn(1, 4)
    table.grab(1, RED, after=19.0)
    table.grab(1, WHITE, after=19.0005)
    table.tick(20.0 + PANELS_S)
    assert not table.rulings
    table.grab(4, BLACK, after=19.9)
    table.send(QuestionAnswered(table.questions[-1].number, "red", table.now + 21.0))
    assert table.took == [RED, BLACK]


def test_two_buttons_at_once_are_asked_about_even_if_the_first_of_them_was_the_last_press() -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=1.0)
    table.grab(4, RED, after=2.0)
    assert not table.rulings
    assert table.told(table.grab(4, WHITE, after=2.0005)) == [Sentence.ASK_TWO_AT_ONCE]


def test_an_earlier_press_that_comes_a_moment_after_the_last_one_is_the_first() -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=1.0)
    table.grab(4, RED, after=2.0)
    table.grab(4, WHITE, after=1.99)
    table.tick(2.1)
    assert table.took == [BLACK, WHITE]


def test_once_everyone_has_pressed_nobody_waits_for_long() -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=1.0)
    wake = min(effect.at for effect in table.grab(4, RED, after=2.0) if isinstance(effect, Wake))
    assert wake <= table.now + 2.02
    table.send(Tick(wake))
    assert table.took == [BLACK, RED]


@pytest.mark.parametrize("break_", ["restart", "pause"])
def test_a_turn_that_waits_a_moment_is_closed_after_a_break(break_: str) -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=1.0)
    table.grab(4, RED, after=2.0)
    if break_ == "restart":
        effects = table.send(Started("boot-2", 5.0, ""))
        for wake in [effect.at for effect in effects if isinstance(effect, Wake)][-1:]:
            table.send(Tick(wake))
    else:
        table.send(Paused(table.now + 2.001))
        table.send(Resumed(table.now + 60.0))
        table.tick(60.1)
    assert table.took == [BLACK, RED]


def test_evenings_of_the_first_rules_are_ruled_as_they_were() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, BLACK, after=1.0)
    (ruled,) = [e for e in table.grab(4, RED, after=2.0) if isinstance(e, ShowRuling)]
    assert [result.took for result in ruled.ruling.results] == [BLACK, RED]
    table.roll()
    table.grab(1, WHITE, after=1.0)
    closed = table.send(Tick(table.now + 20.0))
    assert any(isinstance(effect, ShowRuling) for effect in closed)


# What only people know


def test_a_press_that_may_have_been_in_time_is_asked_about() -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=1.0)
    late = Grab(S4, RED, table.now + 20.05, error=0.1)
    assert table.told(table.send(late)) == [Sentence.ASK_DOUBTED]
    table.tick(20.0 + PANELS_S)
    assert not table.rulings
    table.send(QuestionAnswered(table.questions[-1].number, "red", table.now + 25.0))
    assert table.took == [BLACK, RED]


def test_an_imp_that_may_come_from_a_base_that_does_not_feel_is_asked_about() -> None:
    table = a_turn(1, 4, grabs="bases")
    table.send(ImpLifted(2, WHITE, table.now + 19.0))
    table.tick(20.0 + BASES_S)
    unknown = Grab(S4, RED, table.now + 21.0, imp=6, docked=table.now + 21.0)
    assert table.told(table.send(unknown)) == [Sentence.ASK_DOUBTED]
    question = table.questions[-1]
    assert (question.seat, question.options) == (S4, ("red", "none"))
    lifted = Grab(S1, WHITE, table.now + 19.0, imp=3, docked=table.now + 21.5)
    table.send(lifted)
    table.send(QuestionAnswered(question.number, "none", table.now + 24.0))
    assert table.took == [WHITE, None]


def test_an_imp_docked_after_the_grace_to_arrive_is_too_late() -> None:
    table = a_turn(1, 4, grabs="bases")
    table.send(ImpLifted(2, WHITE, table.now + 19.0))
    late = Grab(S4, WHITE, table.now + 19.0, imp=3, docked=table.now + 22.01)
    assert table.told(table.send(late))[0] is Sentence.TIME_IS_UP


# A button that proves broken


def broken(table: ATable, seat: Seat, colour: Colour, since: float, at: float) -> list[Effect]:
    part = Part(PartKind.BUTTON, seat, colour, pin=17)
    return table.send(PartFailed(part, Fault.CHATTERING, table.now + at, since=table.now + since))


def test_what_a_broken_button_pressed_counts_only_if_people_say_so() -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=2.0)
    told = table.told(broken(table, S1, BLACK, since=2.0, at=2.5))
    assert told == [Sentence.PART_FAILED, Sentence.GRAB_TAKEN_BACK, Sentence.ASK_DOUBTED]
    table.grab(4, WHITE, after=3.0)
    assert not table.rulings
    table.send(QuestionAnswered(table.questions[-1].number, "none", table.now + 4.0))
    table.grab(1, RED, after=5.0)
    table.tick(5.1)
    assert table.took == [RED, WHITE]


def test_a_true_press_of_a_button_that_breaks_keeps_its_time() -> None:
    table = a_turn(1, 4)
    table.grab(1, RED, after=2.0)
    broken(table, S1, RED, since=2.0, at=2.5)
    table.send(QuestionAnswered(table.questions[-1].number, "red", table.now + 4.0))
    table.grab(4, WHITE, after=5.0)
    table.tick(5.1)
    assert table.took == [RED, WHITE]
    assert table.rulings[-1].results[0].after_ms == 2000.0


def test_no_answer_means_that_nobody_pressed() -> None:
    table = a_turn(1, 4, question_time_s=5.0)
    table.grab(1, RED, after=2.0)
    broken(table, S1, RED, since=2.0, at=2.5)
    table.grab(4, WHITE, after=5.0)
    table.tick(30.0)
    assert table.took == [None, WHITE]


def test_presses_before_it_broke_and_those_of_other_buttons_stand() -> None:
    table = a_turn(1, 4)
    table.grab(1, BLACK, after=1.0)
    assert table.told(broken(table, S1, BLACK, since=2.0, at=2.5)) == [Sentence.PART_FAILED]
    assert table.told(broken(table, S1, RED, since=0.5, at=3.0)) == [Sentence.PART_FAILED]
    table.grab(4, RED, after=4.0)
    table.tick(4.1)
    assert table.took == [BLACK, RED]


def test_a_ruling_that_a_broken_button_closed_is_not_passed_over_in_silence() -> None:
    table = a_turn(1, 4)
    table.grab(4, RED, after=1.0)
    table.grab(1, BLACK, after=2.0)
    table.tick(2.1)
    assert table.took == [BLACK, RED]
    assert table.told(broken(table, S1, BLACK, since=2.0, at=2.5)) == [
        Sentence.PART_FAILED,
        Sentence.BROKEN_BUTTON_COUNTED,
    ]
