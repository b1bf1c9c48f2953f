"""How a speaker writes names, counts, numbers, faults and answers."""

from collections.abc import Mapping

import pytest

from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import GAPS, Speaker
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question, Verdict
from pi_diavolo.table.sentences import Sentence, saying

BLACK, WHITE, RED, GRAY = IMPS
ANNA, BEN, NOBODY = Seat(1), Seat(2), Seat(3)
NAMES = {ANNA: "Anna", BEN: "Ben"}


def a_speaker(code: str = "en", names: Mapping[Seat, str] = NAMES) -> Speaker:
    return Speaker(CATALOGUES[code], names)


def test_a_length_and_a_choice_fill_their_gaps() -> None:
    speaker = a_speaker("fr")
    assert GAPS["mm"](speaker, 12.25) == "12,2 mm"
    assert GAPS["value"](speaker, "red") == "rouge"
    assert GAPS["options"](speaker, ("5", "6", "roll_again")) == "5, 6 ou relancer"


# Names


@pytest.mark.parametrize(
    "name", ["{", "}", "{}", "{0}", "{player}", "{player.__class__}", "%s", "\\n", "anna", "Z" * 5000]
)
@pytest.mark.parametrize("code", CATALOGUES)
def test_a_name_is_shown_as_it_is(code: str, name: str) -> None:
    said = a_speaker(code, {ANNA: name}).say(saying(Sentence.ROLL_NOW, player=ANNA))
    assert said.startswith(f"{name}, ")


def test_typed_text_is_no_template() -> None:
    typed = saying(Sentence.BAD_SETTING, setting="{found}", found="{0}", wanted="{{}}")
    assert a_speaker().say(typed) == "The setting {found} cannot be {0}; use {{}}."


@pytest.mark.parametrize(("code", "called"), [("en", "seat 3"), ("fr", "place 3"), ("de", "Platz 3")])
def test_a_player_without_a_name_is_called_by_the_seat(code: str, called: str) -> None:
    speaker = a_speaker(code)
    assert speaker.player(NOBODY) == called
    taken_back = speaker.say(saying(Sentence.GRAB_TAKEN_BACK, player=NOBODY, imp=RED))
    assert called in taken_back


def test_a_sentence_never_begins_small() -> None:
    assert a_speaker().say(saying(Sentence.ROLL_NOW, player=NOBODY)) == "Seat 3, roll the dice!"


def test_a_name_given_later_is_used_at_once() -> None:
    names: dict[Seat, str] = {}
    speaker = a_speaker(names=names)
    names[ANNA] = "Anna"
    assert speaker.player(ANNA) == "Anna"


@pytest.mark.parametrize(
    ("seats", "listed"),
    [((ANNA,), "Anna"), ((ANNA, BEN), "Anna und Ben"), ((ANNA, BEN, NOBODY), "Anna, Ben und Platz 3")],
)
def test_several_players_are_listed(seats: tuple[Seat, ...], listed: str) -> None:
    assert a_speaker("de").players(seats) == listed


# Counts and numbers


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("en", ["0 gems", "1 gem", "2 gems"]),
        ("fr", ["0 gemme", "1 gemme", "2 gemmes"]),
        ("de", ["0 Rubine", "1 Rubin", "2 Rubine"]),
    ],
)
def test_gems_are_counted_in_singular_and_plural(code: str, counts: list[str]) -> None:
    assert [a_speaker(code).gems(count) for count in (0, 1, 2)] == counts


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("en", ["no gem left", "1 gem left", "2 gems left"]),
        ("fr", ["plus aucune gemme", "il reste 1 gemme", "il reste 2 gemmes"]),
        ("de", ["kein Rubin mehr", "noch 1 Rubin", "noch 2 Rubine"]),
    ],
)
def test_the_last_gem_leaves_no_nought(code: str, counts: list[str]) -> None:
    assert [a_speaker(code).gems_left(count) for count in (0, 1, 2)] == counts


@pytest.mark.parametrize(
    ("code", "listed"),
    [
        ("en", "3 black imps, 1 red imp and 1 gray imp"),
        ("fr", "3 diablotins noirs, 1 diablotin rouge et 1 diablotin gris"),
        ("de", "3 schwarze Teufelchen, 1 rotes Teufelchen und 1 graues Teufelchen"),
    ],
)
def test_imps_are_counted_by_colour_without_those_there_are_none_of(code: str, listed: str) -> None:
    assert a_speaker(code).imps({GRAY: 1, RED: 1, WHITE: 0, BLACK: 3}) == listed


def test_nothing_to_list_is_a_dash() -> None:
    assert a_speaker().imps({}) == "–"


@pytest.mark.parametrize(
    ("value", "decimals", "written"),
    [
        (13.0, None, "13"),
        (10_077_696, None, "10077696"),
        (2.5, None, "2,5"),
        (40, 1, "40,0"),
        (412.6, 0, "413"),
        (-3.5, None, "-3,5"),
    ],
)
def test_numbers_have_the_languages_sign(value: float, decimals: int | None, written: str) -> None:
    assert a_speaker("de").number(value, decimals) == written


def test_a_reaction_is_told_in_milliseconds() -> None:
    counted = saying(Sentence.GRAB_COUNTED, player=ANNA, imp=RED, ms=812.4)
    assert a_speaker("fr").say(counted) == "Anna prend le diablotin rouge en 812 ms."


# Faults, answers, screens


def test_faults_are_told_once_each_with_their_colours() -> None:
    faults = (
        RollFault("die_cocked", RED),
        RollFault("die_missing"),
        RollFault("die_cocked", WHITE),
        RollFault("die_cocked", RED),
        RollFault("die_eaten", GRAY),
    )
    assert a_speaker().faults(faults) == (
        "not all dice lie flat (2 × red, white), there are not enough dice, die_eaten (Order die)"
    )


def test_a_fault_said_alone_names_its_colour_where_it_is_known() -> None:
    speaker = a_speaker("de")
    assert speaker.say(saying(Sentence.FAULT_DIE_COCKED, colour=RED)) == "Würfel nicht flach (Rot)"
    assert speaker.say(saying(Sentence.FAULT_DIE_COCKED, colour=None)) == "Würfel nicht flach"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "there are not enough dice (Order die)"),
        ("fr", "il n’y a pas assez de dés (Dé Ordre)"),
        ("de", "zu wenige Würfel (Diavolo-Würfel)"),
    ],
)
def test_a_fault_of_the_order_die_calls_it_by_its_name(code: str, said: str) -> None:
    speaker = a_speaker(code)
    assert speaker.faults([RollFault("die_missing", GRAY)]) == said
    assert speaker.say(saying(Sentence.FAULT_DIE_MISSING, colour=GRAY)) == said


@pytest.mark.parametrize(
    ("choice", "shown"),
    [
        ("red", "rouge"),
        (GRAY, "gris"),
        ("most_odd", "plus grand nombre d’impairs"),
        ("5", "5"),
        (5, "5"),
        ("roll_again", "relancer"),
        ("none", "aucun des deux"),
        ("nobody", "personne"),
        ("{x}", "{x}"),
    ],
)
def test_an_answer_to_choose_has_its_word(choice: object, shown: str) -> None:
    assert a_speaker("fr").option(choice) == shown


@pytest.mark.parametrize(
    ("kind", "choice", "shown"),
    [
        ("who", "1", "Anna"),
        ("who", "1 red", "Anna (rouge)"),
        ("who", "nobody", "personne"),
        ("die", "1", "1"),
        ("closest", "red", "rouge"),
    ],
)
def test_who_it_was_is_answered_with_a_name(kind: str, choice: str, shown: str) -> None:
    assert a_speaker("fr").answer(Question(1, kind, (choice,)), choice) == shown


def test_a_part_is_named_with_what_it_has() -> None:
    speaker = a_speaker()
    assert speaker.part(Part(PartKind.BUTTON, 2, RED, 5)) == "button 2 red (GPIO 5)"
    assert speaker.part(Part(PartKind.DOCK, 4, pin=3)) == "dock 4 (channel 3)"
    assert speaker.part(Part(PartKind.CAMERA)) == "the camera"


def test_a_screen_finds_its_words() -> None:
    speaker = a_speaker("fr")
    assert speaker.label(Label.GEMS) == speaker.label("gems") == "Gemmes"
    assert speaker.title("closest") == "Plus proche du dé Ordre"
    assert speaker.verdict(Verdict.WRONG) == "faux"
    assert speaker.letter(BLACK) == "n"
    assert speaker.status(Status.ROLL_NOW) == "lance les dés"
    assert speaker.status(Status.ROLL_NOW, ANNA) == "Anna, lance les dés"
