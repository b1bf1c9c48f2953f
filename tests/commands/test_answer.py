"""`answer` against the booklet's worked example, in words and in JSON."""

import json
from pathlib import Path

import pytest

from tests.commands.makers import BOOKLET_GAPS, WORKED_EXAMPLE, CommandLine, start

EXAMPLE = {
    "greatest_sum": ("red", {"black": 11, "white": 12, "red": 13}),
    "smallest_sum": ("black", {"black": 11, "white": 12, "red": 13}),
    "greatest_difference": ("white", {"black": 4, "white": 5, "red": 2}),
    "most_odd": ("red", {"black": 1, "white": 2, "red": 3}),
    "highest_value": ("gray", {"black": 6, "white": 6, "red": 5}),
    "closest": ("red", {"black": 31.0, "white": 40.0, "red": 12.5}),
}

SENTENCES = {
    "en": [
        "greatest sum: red 13, white 12, black 11 → red",
        "smallest sum: black 11, white 12, red 13 → black",
        "greatest difference: white 5, black 4, red 2 → white",
        "most odd: red 3, white 2, black 1 → red",
        "highest value: black 6, white 6, red 5 → tie, gray",
        "closest: red 12.5 mm, black 31.0 mm, white 40.0 mm → red",
    ],
    "fr": [
        "plus grande somme : rouge 13, blanc 12, noir 11 → rouge",
        "plus petite somme : noir 11, blanc 12, rouge 13 → noir",
        "plus grand écart : blanc 5, noir 4, rouge 2 → blanc",
        "plus grand nombre d’impairs : rouge 3, blanc 2, noir 1 → rouge",
        "plus haute valeur : noir 6, blanc 6, rouge 5 → égalité, gris",
        "plus proche du dé Ordre : rouge 12,5 mm, noir 31,0 mm, blanc 40,0 mm → rouge",
    ],
    "de": [
        "Größte Summe: Rot 13, Weiß 12, Schwarz 11 → Rot",
        "Kleinste Summe: Schwarz 11, Weiß 12, Rot 13 → Schwarz",
        "Größter Unterschied: Weiß 5, Schwarz 4, Rot 2 → Weiß",
        "Größte Anzahl ungerader Zahlen: Rot 3, Weiß 2, Schwarz 1 → Rot",
        "Höchster Wert: Schwarz 6, Weiß 6, Rot 5 → Gleichstand, Grau",
        "Position der Würfel: Rot 12,5 mm, Schwarz 31,0 mm, Weiß 40,0 mm → Rot",
    ],
}


def plain(text: str) -> str:
    """French sets narrow and no-break spaces before its signs: here any space will do."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("order", EXAMPLE)
def test_the_worked_example_comes_out_as_in_the_booklet(pi_diavolo: CommandLine, order: str) -> None:
    said = pi_diavolo.right("answer", "--order", order, *WORKED_EXAMPLE, *BOOKLET_GAPS, "--json")
    (found,) = said.objects
    answer, scores = EXAMPLE[order]
    assert list(found) == ["order", "answer", "scores", "reason"]
    assert (found["order"], found["answer"], found["scores"]) == (order, answer, scores)
    assert found["reason"] == SENTENCES["en"][list(EXAMPLE).index(order)]


@pytest.mark.parametrize("language", SENTENCES)
def test_without_an_order_all_six_are_answered_in_every_language(
    pi_diavolo: CommandLine, language: str
) -> None:
    told = ("answer", *WORKED_EXAMPLE, *BOOKLET_GAPS, "--language", language)
    assert plain(pi_diavolo.right(*told).out).splitlines() == SENTENCES[language]
    assert [plain(o["reason"]) for o in pi_diavolo.right(*told, "--json").objects] == SENTENCES[language]


def test_scores_that_are_whole_are_whole_in_the_json(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo.right("answer", *WORKED_EXAMPLE, "--order", "greatest_sum", "--json")
    assert '"scores":{"black":11,"white":12,"red":13}' in said.out


def test_closest_is_left_out_without_gaps(pi_diavolo: CommandLine) -> None:
    orders = [o["order"] for o in pi_diavolo.right("answer", *WORKED_EXAMPLE, "--json").objects]
    assert orders == [order for order in EXAMPLE if order != "closest"]


def test_closest_needs_no_dice(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo.right("answer", "--order", "closest", *BOOKLET_GAPS)
    assert said.out == "closest: red 12.5 mm, black 31.0 mm, white 40.0 mm → red\n"


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("greatest_sum", "black"),
        ("smallest_sum", "gray"),
        ("greatest_difference", "white"),
        ("most_odd", "gray"),
        ("highest_value", "gray"),
    ],
)
def test_two_dice_a_colour_do(pi_diavolo: CommandLine, order: str, answer: str) -> None:
    dice = ("--black", "6,5", "--white", "6,1", "--red", "3,4")
    (found,) = pi_diavolo.right("answer", *dice, "--order", order, "--json").objects
    assert found["answer"] == answer


@pytest.mark.parametrize(
    ("gaps", "options", "answer"),
    [
        pytest.param("black=10,white=10.9,red=40", (), "gray", id="nearer than a millimetre is a tie"),
        pytest.param("black=10,white=11,red=40", (), "black", id="a whole millimetre is none"),
        pytest.param("black=10,white=40,red=40.5", (), "black", id="nor is one for the second place"),
        pytest.param("black=10,white=10.9,red=40", ("--tie-within", "0.5"), "black", id="a finer table"),
        pytest.param("black=10,white=12.9,red=40", ("--tie-within", "3"), "gray", id="a coarser table"),
        pytest.param("black=10,white=10,red=10", ("--tie-within", "0"), "gray", id="equal is always a tie"),
        pytest.param("black=0,white=0.2,red=9", ("--tie-within", "0"), "black", id="not even a hair"),
        pytest.param(" red=1 , black=9,white=8 ", (), "red", id="spaces and order do not matter"),
    ],
)
def test_how_near_two_gaps_are_a_tie(
    pi_diavolo: CommandLine, gaps: str, options: tuple[str, ...], answer: str
) -> None:
    said = pi_diavolo.right("answer", "--order", "closest", "--gaps", gaps, *options, "--json")
    assert said.objects[0]["answer"] == answer


def test_the_settings_say_what_a_tie_is_and_the_option_wins(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "diavolo.toml").write_text("[diavolo]\ntie_within_mm = 5\n")
    near = ("answer", "--order", "closest", "--gaps", "black=10,white=14,red=40", "--json")
    assert pi_diavolo.right(*near).objects[0]["answer"] == "gray"
    assert pi_diavolo.right(*near, "--tie-within", "1").objects[0]["answer"] == "black"


def test_spaces_between_dice_do_not_matter(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo.right(
        "answer", "--black", " 2, 3 ,6", "--white", "1,5,6", "--red", "3,5,5", "--order", "most_odd"
    )
    assert said.out == "most odd: red 3, white 2, black 1 → red\n"


def test_the_program_itself_answers_in_one_json_line() -> None:
    said = start("answer", "--order", "greatest_sum", *WORKED_EXAMPLE, "--json").must_be_right()
    assert said.out.count("\n") == 1
    assert json.loads(said.out)["answer"] == "red"


@pytest.mark.parametrize(
    ("locale", "beginning"), [("fr_FR.UTF-8", "plus grande"), ("de_CH", "Größte"), ("it_IT", "greatest")]
)
def test_the_locale_chooses_the_language(locale: str, beginning: str) -> None:
    said = start("answer", "--order", "greatest_sum", *WORKED_EXAMPLE, environment={"LANG": locale})
    assert said.must_be_right().out.startswith(beginning)


def test_a_terminal_that_spells_no_arrows_gets_question_marks() -> None:
    said = start("answer", "--order", "most_odd", *WORKED_EXAMPLE, environment={"PYTHONIOENCODING": "ascii"})
    assert said.must_be_right().out == "most odd: red 3, white 2, black 1 ? red\n"
