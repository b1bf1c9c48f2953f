"""How a turn is told, in three languages."""

import pytest

from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.boards import Counter, Ended, MoveRuling
from pi_diavolo.table.rulings import Question, Ruling
from pi_diavolo.table.sentences import Sentence, saying
from tests.games.devils_dice.makers import GREEN, MIA, NOAH, ORANGE, PURPLE, move, sq

MOVED = MoveRuling((3, 4), move(ORANGE, 1, "f11"), sq("c7"))
TAKEN = MoveRuling((3, 4), MOVED.move, MOVED.came_from, Counter(GREEN, 2))


def told(ruling: MoveRuling, pending: bool = False, played_on: bool = False) -> list[str]:
    """What is said about it in English, French and German."""
    whole = Ruling(1, 7, MIA, None, (), {}, move=ruling, pending=pending, played_on=played_on)
    return [Speaker(words, {MIA: "Mia", NOAH: "Noah"}).ruling(whole) for words in CATALOGUES.values()]


@pytest.mark.parametrize(
    ("ruling", "english", "french", "german"),
    [
        pytest.param(
            MOVED,
            "Mia rolls 3 and 4: orange c7 → f11",
            "Mia fait 3 et 4\u202f: orange c7 → f11",
            "Mia würfelt 3 und 4: Orange c7 → f11",
            id="a move",
        ),
        pytest.param(
            TAKEN,
            "Mia rolls 3 and 4: orange c7 → f11, takes green",
            "Mia fait 3 et 4\u202f: orange c7 → f11, prend vert",
            "Mia würfelt 3 und 4: Orange c7 → f11, schlägt Grün",
            id="a capture",
        ),
        pytest.param(
            MoveRuling((3, 4), MOVED.move, MOVED.came_from, Counter(GREEN, 2), True, (Counter(PURPLE, 1),)),
            "Mia rolls 3 and 4: orange c7 → f11, takes green, becomes a pawn, "
            "purple stayed on a safe square and goes off",
            "Mia fait 3 et 4\u202f: orange c7 → f11, prend vert, devient un pion, "
            "violet est resté sur une case sûre et sort du jeu",
            "Mia würfelt 3 und 4: Orange c7 → f11, schlägt Grün, wird zum Kegel, "
            "Lila blieb auf einem sicheren Feld und ist draußen",
            id="all at once",
        ),
        pytest.param(
            MoveRuling((6, 6), passed=True),
            "Mia rolls 6 and 6 → no counter can move",
            "Mia fait 6 et 6 → aucun jeton ne peut bouger",
            "Mia würfelt 6 und 6 → kein Stein kann ziehen",
            id="a pass",
        ),
        pytest.param(
            MoveRuling((), ended=Ended.AGREED),
            "You have agreed to end the game here.",
            "Vous êtes d’accord pour finir la partie ici.",
            "Ihr habt euch geeinigt, das Spiel hier zu beenden.",
            id="an end by agreement",
        ),
        pytest.param(
            MoveRuling((3, 4), struck=True),
            "Turn 7 is struck out: nothing comes of it.",
            "Le tour 7 est annulé\u202f: il ne change rien.",
            "Zug 7 ist gestrichen: Er ändert nichts.",
            id="a struck turn",
        ),
    ],
)
def test_a_turn_is_told_with_its_reason(ruling: MoveRuling, english: str, french: str, german: str) -> None:
    assert told(ruling) == [english, french, german]


def test_a_turn_in_doubt_or_after_the_end_is_told_so() -> None:
    assert told(MOVED, pending=True)[0] == "Turn 7 is open again."
    assert told(MOVED, played_on=True)[0] == "Turn 7 was played after the game had ended."


def test_why_a_move_is_none_names_squares_dice_and_rule() -> None:
    values = {"colour": ORANGE, "came_from": sq("c7"), "square": sq("f12"), "rolled": (3, 4)}
    speaker = Speaker(CATALOGUES["en"], {})
    assert speaker.say(saying(Sentence.BOARD_NOT_THESE_DICE, **values)) == (
        "With 3 and 4 orange cannot go from c7 to f12: one number goes straight on, "
        "the other at a right angle to it."
    )
    assert speaker.say(saying(Sentence.BOARD_PUT_BACK, **values)) == "Put orange back from c7 on f12."


def test_the_answers_to_a_question_about_a_move_are_the_moves() -> None:
    question = Question(1, "move", ("c7-f11", "c7-g10", "none"), MIA)
    answers = {
        code: [Speaker(words, {}).answer(question, choice) for choice in question.options]
        for code, words in CATALOGUES.items()
    }
    assert answers == {
        "en": ["c7 → f11", "c7 → g10", "none of these"],
        "fr": ["c7 → f11", "c7 → g10", "aucun de ceux-là"],
        "de": ["c7 → f11", "c7 → g10", "keiner davon"],
    }
