"""The person at the desk answers with the truth, if it is on offer."""

import pytest

from pi_diavolo.simulator.desk import Truth, answer
from pi_diavolo.simulator.hands import Undocked
from pi_diavolo.simulator.skills import Habit
from pi_diavolo.table.effects import Ask, Unask
from pi_diavolo.table.events import QuestionAnswered, RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Sentence, saying

from .makers import ROLL_NOW, a_roll_thrown, a_skill, a_table, a_turn, red_is_right, run, shown

AGAIN = "roll_again"
TRUTH = Truth(
    Roll((Die(Colour.BLACK, 2), Die(Colour.WHITE, 5))),
    face="most_odd",
    meant={Seat(4): Colour.WHITE},
    undocked=[Undocked(3, Seat(4), Colour.RED, 6), Undocked(5, Seat(4), Colour.WHITE, 3)],
)


def asked(question: Question) -> Ask:
    return Ask(question, saying(Sentence.ASK_DIE))


@pytest.mark.parametrize(
    ("question", "choice"),
    [
        pytest.param(Question(1, "die", ("5", "6", AGAIN), die=1), "5", id="a die's value"),
        pytest.param(Question(1, "die", ("3", "4", AGAIN), die=1), AGAIN, id="the truth is not on offer"),
        pytest.param(Question(1, "die", ("3", AGAIN), die=9), AGAIN, id="no such die"),
        pytest.param(Question(1, "order", ("closest", "most_odd", AGAIN)), "most_odd", id="the order"),
        pytest.param(Question(1, "closest", ("black", "red", "gray", AGAIN)), "red", id="the nearest"),
        pytest.param(Question(1, "two_at_once", ("red", "white", "none"), Seat(4)), "white", id="as meant"),
        pytest.param(
            Question(1, "two_at_once", ("red", "none"), Seat(1)), "red", id="nobody knows: one of them"
        ),
        pytest.param(
            Question(1, "who", ("1", "4", "nobody"), colours=(Colour.RED,), bases=(3,)),
            "4",
            id="who lifted it",
        ),
        pytest.param(
            Question(
                1,
                "who",
                ("1 red", "4 red", "4 white", "nobody"),
                colours=(Colour.RED, Colour.WHITE),
                bases=(7, 5),
            ),
            "4 white",
            id="who lifted one of them",
        ),
        pytest.param(
            Question(1, "who", ("1", "nobody"), colours=(Colour.RED,), bases=(7,)), "nobody", id="nobody did"
        ),
        pytest.param(
            Question(1, "who", ("4", "nobody"), colours=(Colour.BLACK,), bases=(5,)),
            "nobody",
            id="another imp stood there by then",
        ),
        pytest.param(Question(1, "something new", ("a", "b")), "a", id="a kind nobody knows"),
    ],
)
def test_answer(question: Question, choice: str) -> None:
    assert answer(question, TRUTH, red_is_right) == choice


def test_with_nothing_seen_another_roll_is_asked_for() -> None:
    for kind in ("die", "order", "closest"):
        assert answer(Question(1, kind, ("red", AGAIN), die=0), Truth(), red_is_right) == AGAIN


def test_a_question_is_answered_after_a_while() -> None:
    table = a_table(world={"doubt": 1.0})
    (read,) = (event for event in a_roll_thrown(table) if isinstance(event, RollRead))
    options = tuple(str(value) for value in read.roll.dice[4].options)
    shown(table, asked(Question(7, "die", (*options, AGAIN), die=4)), at=30.0)
    (answered,) = run(table)
    assert isinstance(answered, QuestionAnswered)
    assert (answered.question, answered.choice in options) == (7, True)
    assert 32 < answered.at < 34


def test_two_at_once_is_answered_with_the_colour_that_was_meant() -> None:
    table = a_table({1: a_skill(habit=Habit.TWO_AT_ONCE)})
    a_roll_thrown(table)
    shown(table, asked(Question(1, "two_at_once", ("black", "white", "red", "none"), Seat(1))), at=30.0)
    assert [event.choice for event in run(table) if isinstance(event, QuestionAnswered)] == ["red"]


def test_a_question_taken_back_is_not_answered() -> None:
    table = a_table()
    shown(
        table,
        asked(Question(1, "order", ("closest", AGAIN))),
        asked(Question(2, "order", ("closest", AGAIN))),
    )
    shown(table, Unask(1))
    assert [event.question for event in run(table) if isinstance(event, QuestionAnswered)] == [2]


def test_an_answer_outlives_the_turn() -> None:
    table = a_table()
    shown(table, a_turn(1), ROLL_NOW, asked(Question(1, "order", ("closest", AGAIN))))
    shown(table, a_turn(2))
    assert [type(event) for event in run(table)] == [QuestionAnswered]


def test_a_desk_of_real_people_is_left_to_them() -> None:
    table = a_table(answers=False)
    shown(table, asked(Question(1, "order", ("closest", AGAIN))))
    assert table.due() is None
