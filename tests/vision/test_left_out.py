"""Numbers that are judged on a set-up are chosen by the others alone."""

import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.left_out import AS_SHIPPED, CHOICES, Choice, Outcome, best_without, left_out, outcomes
from benchmarks.score import Score, Share
from benchmarks.truth import TrueTable
from pi_diavolo.vision.table_file import TableFile


def an_outcome(wrong: int, unasked: int) -> Outcome:
    return Outcome(Share(wrong, 60), Share(unasked, 10))


def test_a_number_is_not_chosen_by_the_set_up_that_judges_it() -> None:
    variants = {
        AS_SHIPPED: {"00": an_outcome(0, 8), "01": an_outcome(0, 9), "02": an_outcome(0, 9)},
        "bolder": {"00": an_outcome(0, 10), "01": an_outcome(0, 8), "02": an_outcome(0, 9)},
    }
    assert best_without("00", variants) == [AS_SHIPPED]
    assert best_without("01", variants) == ["bolder"]
    assert [told.unasked for told in left_out(variants)] == [Share(8 + 8 + 9, 30)] * 2


def test_no_number_that_rules_wrongly_is_chosen_for_its_fewer_questions() -> None:
    variants = {
        AS_SHIPPED: {"00": an_outcome(0, 5), "01": an_outcome(0, 5)},
        "bold": {"00": an_outcome(0, 10), "01": an_outcome(1, 10)},
    }
    assert best_without("00", variants) == [AS_SHIPPED]


def test_of_numbers_that_are_equally_good_on_all_others_the_worst_is_told_as_well() -> None:
    variants = {
        AS_SHIPPED: {"00": an_outcome(0, 10), "01": an_outcome(0, 9)},
        "stricter": {"00": an_outcome(0, 7), "01": an_outcome(0, 9)},
    }
    usual, worst = left_out(variants)
    assert (usual.unasked.hits, worst.unasked.hits) == (19, 16)


def test_a_picture_with_several_wrong_answers_is_one_that_is_ruled_wrongly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whichever order they are answers to, the rolled one among them, whose face may be misread alone."""

    def misread(score: Score, truth: TrueTable, *_: object) -> None:
        score.wrong += ["greatest_sum", "the rolled order"] if truth.name == "misread" else []

    monkeypatch.setattr(Score, "count", misread)
    picture = np.zeros((40, 40, 3), np.uint8)
    scenes = [(picture, TrueTable(name, "00", (), (), None, {}, ())) for name in ("misread", "well read")]
    told = outcomes(scenes, TableFile())
    assert told["00"].wrong == Share(1, 2)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: str(choice.name))
def test_a_number_is_tried_wherever_it_is_known_and_then_put_back(choice: Choice) -> None:
    shipped = getattr(choice.modules[0], choice.name)
    assert shipped not in choice.instead
    with choice.made(0.123):
        assert {getattr(module, choice.name) for module in choice.modules} == {0.123}
    assert {getattr(module, choice.name) for module in choice.modules} == {shipped}


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: str(choice.name))
def test_no_module_of_the_eyes_knows_a_number_that_is_tried_without_its_being_changed(choice: Choice) -> None:
    """A name that a module imports is its own copy of the number."""
    home, *_ = choice.modules
    importing = re.compile(rf"from {re.escape(home.__name__)} import (\([^)]*|[^(\n]*)\b{choice.name}\b")
    known = {home.__file__} | {module.__file__ for module in choice.modules}
    sources = Path(str(home.__file__)).parent.parent.rglob("*.py")
    assert {str(path) for path in sources if importing.search(path.read_text())} <= known
