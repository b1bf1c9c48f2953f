"""Every language has a word for everything, and sets it as its readers are used to."""

import re
from collections.abc import Iterator

import pytest

from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.language.catalogue import Catalogue, Label, placeholders
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.de import GERMAN
from pi_diavolo.language.en import ENGLISH
from pi_diavolo.language.fr import FRENCH
from pi_diavolo.table.complaints import TrayPart
from pi_diavolo.table.effects import Status
from pi_diavolo.table.parts import Fault, PartKind
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence

ORDERS = {"greatest_sum", "smallest_sum", "most_odd", "highest_value", "greatest_difference", "closest"}

# A terminal of 80 columns, with something to spare at its edges.
ONE_LINE = 76

every_language = pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=lambda c: c.code)


def all_texts(catalogue: Catalogue) -> Iterator[str]:
    yield from catalogue.sentences.values()
    yield from catalogue.labels.values()
    yield from catalogue.statuses.values()
    yield from catalogue.verdicts.values()
    yield from catalogue.tray_parts.values()
    yield from catalogue.troubles.values()
    yield from catalogue.counters.values()
    for part in catalogue.parts.values():
        yield from (part.name, part.remedy)
    for colour in catalogue.colours.values():
        yield from (colour.name, colour.imp, colour.imps.one, colour.imps.many, colour.letter)
    for order in catalogue.orders.values():
        yield from (order.name, order.title, order.instruction)


def test_the_table_speaks_english_french_and_german() -> None:
    assert list(CATALOGUES) == ["en", "fr", "de"]
    assert [catalogue.code for catalogue in CATALOGUES.values()] == ["en", "fr", "de"]


@every_language
def test_nothing_is_without_a_word_and_no_word_is_left_over(catalogue: Catalogue) -> None:
    assert set(catalogue.sentences) == set(Sentence)
    assert set(catalogue.labels) == set(Label)
    assert set(catalogue.statuses) == set(Status)
    assert set(catalogue.verdicts) == set(Verdict)
    assert set(catalogue.colours) == set(IMPS)
    assert set(catalogue.counters) == {home.colour for home in SHIPPED.homes}
    assert set(catalogue.orders) == ORDERS
    assert set(catalogue.tray_parts) == set(TrayPart)
    assert set(catalogue.parts) == set(PartKind)
    assert set(catalogue.troubles) == set(Fault)


@every_language
def test_no_text_is_empty_or_has_spaces_too_many(catalogue: Catalogue) -> None:
    for text in all_texts(catalogue):
        assert text
        assert text == text.strip()
        assert "  " not in text


@pytest.mark.parametrize(("code", "tie"), [("en", "Equal? Gray!"), ("fr", "Gris\u202f!"), ("de", "Grau!")])
def test_every_instruction_ends_with_the_tie_and_stays_short(code: str, tie: str) -> None:
    for words in CATALOGUES[code].orders.values():
        assert words.instruction.endswith(tie)
        assert len(words.instruction) <= ONE_LINE, words.instruction


@every_language
def test_no_two_sentences_sound_alike(catalogue: Catalogue) -> None:
    texts = list(catalogue.sentences.values())
    assert len(set(texts)) == len(texts)


@every_language
def test_only_sentences_have_gaps(catalogue: Catalogue) -> None:
    sentences = set(catalogue.sentences.values())
    assert not any(placeholders(text) for text in all_texts(catalogue) if text not in sentences)


@every_language
def test_sentences_end_with_a_mark_but_reasons_faults_advice_and_options_do_not(catalogue: Catalogue) -> None:
    for sentence, text in catalogue.sentences.items():
        clause = sentence.startswith(("fault_", "advice_", "duel_can_", "board_and_")) or ("→" in text)
        assert (text[-1] in ".!?") != clause, sentence


@every_language
def test_straight_quotes_and_apostrophes_stay_out(catalogue: Catalogue) -> None:
    assert not [text for text in all_texts(catalogue) if re.search("[\"'`]", text)]


def test_french_sets_a_narrow_space_that_does_not_break_before_its_high_marks() -> None:
    for text in all_texts(FRENCH):
        assert not re.search("[^\u202f][;:!?»]", text), text
        assert not re.search("«[^\u202f]", text), text


@pytest.mark.parametrize("catalogue", [ENGLISH, GERMAN], ids=["en", "de"])
def test_the_others_set_none(catalogue: Catalogue) -> None:
    assert not [text for text in all_texts(catalogue) if re.search(r"\s[;:!?]", text)]


def test_german_quotes_open_low_and_close_high() -> None:
    text = GERMAN.sentences[Sentence.NO_SUCH_ORDER]
    assert "„{order}“" in text


@pytest.mark.parametrize(("code", "letters"), [("en", "bwrg"), ("fr", "nbrg"), ("de", "swrg")])
def test_each_colour_has_its_letter(code: str, letters: str) -> None:
    assert "".join(CATALOGUES[code].colours[colour].letter for colour in IMPS) == letters


@pytest.mark.parametrize(
    ("code", "greetings"),
    [
        ("en", ["black, white or red", "press gray"]),
        ("fr", ["noir, blanc ou rouge", "appuyez sur gris"]),
        ("de", ["Schwarz, Weiß oder Rot", "drückt Grau"]),
    ],
)
def test_the_welcome_tells_which_buttons_to_press(code: str, greetings: list[str]) -> None:
    welcome = CATALOGUES[code].sentences[Sentence.WELCOME]
    assert all(greeting in welcome for greeting in greetings)
