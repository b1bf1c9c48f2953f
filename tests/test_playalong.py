"""Keys at the table: letters and digits take imps, but a question comes first."""

import pytest

from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.playalong import PlayAlong, keys
from pi_diavolo.table.effects import Ask, Unask
from pi_diavolo.table.events import Event, QuestionAnswered, Tick
from pi_diavolo.table.facts import Reached
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Sentence, saying
from tests.makers import BLACK, GRAY, RED, WHITE

ME = Seat(1)


def a_player(language: str = "en") -> tuple[PlayAlong, list[Event | Reached]]:
    done: list[Event | Reached] = []
    return PlayAlong(ME, Speaker(CATALOGUES[language], {}), done.append), done


def ask(player: PlayAlong, question: Question) -> None:
    player.show(Tick(0.0), [Ask(question, saying(Sentence.ASK_DIE, colour=RED, values=(3, 5)))], 0.0)


@pytest.mark.parametrize(
    ("language", "keys"), [("en", "bwrg"), ("fr", "nbrg"), ("de", "swrg"), ("en", "1234"), ("de", "SWRG")]
)
def test_letters_of_the_language_and_digits_take_imps(language: str, keys: str) -> None:
    player, done = a_player(language)
    for key in keys:
        player.press(key, 2.5)
    assert done == [Reached(ME, colour, 2.5) for colour in (BLACK, WHITE, RED, GRAY)]


def test_other_keys_do_nothing() -> None:
    player, done = a_player()
    for key in ("x", " ", "5", "\n", "é"):
        player.press(key, 1.0)
    assert done == []


def test_while_a_die_is_asked_about_its_value_is_the_answer_and_no_imp() -> None:
    player, done = a_player()
    ask(player, Question(7, "die", ("3", "5", "roll_again"), die=8, colour=RED))
    player.press("3", 1.0)
    player.press("1", 1.1)
    player.press("r", 1.2)
    assert done == [QuestionAnswered(7, "3", 1.0), Reached(ME, RED, 1.2)]


def test_while_something_else_is_asked_digits_take_no_imps() -> None:
    player, done = a_player()
    ask(player, Question(2, "closest", ("red", "gray", "roll_again")))
    player.press("1", 1.0)
    assert done == []


def test_once_it_is_settled_digits_take_imps_again() -> None:
    player, done = a_player()
    ask(player, Question(7, "die", ("3", "5", "roll_again"), die=8, colour=RED))
    player.show(Tick(0.0), [Unask(7)], 0.0)
    player.press("3", 1.0)
    assert done == [Reached(ME, RED, 1.0)]


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_colour_has_a_digit_and_a_letter_of_its_own(language: str) -> None:
    found = keys(Speaker(CATALOGUES[language], {}))
    assert {found[digit] for digit in "1234"} == set(IMPS)
    assert {colour for key, colour in found.items() if key.isalpha()} == set(IMPS)
    assert len(found) == 8
