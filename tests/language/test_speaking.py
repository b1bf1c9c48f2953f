"""What a speaker makes of values, reasons, rulings and effects."""

import pytest

from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import RESULTS, Speaker
from pi_diavolo.table.effects import (
    Ask,
    ClearRoll,
    Effect,
    Ignore,
    Say,
    ShowGems,
    ShowGone,
    ShowGrab,
    ShowOrder,
    ShowRoll,
    ShowRuling,
    ShowSeats,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
    Unask,
    Wake,
)
from pi_diavolo.table.events import GameStarted
from pi_diavolo.table.pieces import IMPS, Colour, OrderDie
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question, Reason, Ruling, SeatResult, Verdict
from pi_diavolo.table.sentences import Sentence, saying

BLACK, WHITE, RED, GRAY = IMPS
ANNA, BEN, NOBODY = Seat(1), Seat(2), Seat(3)


def a_speaker(code: str = "en") -> Speaker:
    return Speaker(CATALOGUES[code], {ANNA: "Anna", BEN: "Ben"})


def a_reason(order: str, black: float, white: float, red: float, *best: Colour) -> Reason:
    answer = best[0] if len(best) == 1 else GRAY
    return Reason(order, answer, {RED: red, WHITE: white, BLACK: black}, best)


def a_ruling(reason: Reason | None, *results: SeatResult) -> Ruling:
    return Ruling(game=1, turn=4, roller=ANNA, reason=reason, results=results)


# Reasons


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (a_reason("greatest_sum", 11, 12, 13, RED), "greatest sum: red 13, white 12, black 11 → red"),
        (a_reason("smallest_sum", 11, 12, 13, BLACK), "smallest sum: black 11, white 12, red 13 → black"),
        (
            a_reason("greatest_difference", 4, 5, 2, WHITE),
            "greatest difference: white 5, black 4, red 2 → white",
        ),
        (a_reason("most_odd", 1, 2, 3, RED), "most odd: red 3, white 2, black 1 → red"),
        (
            a_reason("highest_value", 6, 6, 5, BLACK, WHITE),
            "highest value: black 6, white 6, red 5 → tie, gray",
        ),
        (
            a_reason("closest", 31.0, 40.0, 12.5, RED),
            "closest: red 12.5 mm, black 31.0 mm, white 40.0 mm → red",
        ),
    ],
    ids=lambda value: value.order if isinstance(value, Reason) else "",
)
def test_the_worked_example_gives_its_reason(reason: Reason, sentence: str) -> None:
    assert a_speaker().reason(reason) == sentence


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "fr",
            "plus proche du dé Ordre\u202f: rouge 12,5 mm, noir 31,0 mm, blanc 40,0 mm → rouge",
        ),
        ("de", "Position der Würfel: Rot 12,5 mm, Schwarz 31,0 mm, Weiß 40,0 mm → Rot"),
    ],
)
def test_other_languages_set_a_comma_in_numbers(code: str, sentence: str) -> None:
    assert a_speaker(code).reason(a_reason("closest", 31.0, 40.0, 12.5, RED)) == sentence


def test_equal_scores_keep_black_white_red_whichever_way_they_are_ranked() -> None:
    speaker = a_speaker()
    all_equal = {RED: 9.0, WHITE: 9.0, BLACK: 9.0}
    assert speaker.scores(all_equal, "greatest_sum") == "black 9, white 9, red 9"
    assert speaker.scores(all_equal, "smallest_sum") == "black 9, white 9, red 9"


def test_a_tie_within_the_tolerance_shows_the_lengths_as_measured() -> None:
    reason = a_reason("closest", 12.8, 40.0, 12.5, BLACK, RED)
    assert a_speaker().reason(reason) == "closest: red 12.5 mm, black 12.8 mm, white 40.0 mm → tie, gray"


def test_what_people_decided_is_told_as_their_decision() -> None:
    reason = Reason("closest", RED, {}, (RED,), decided_by_people=True)
    assert a_speaker().reason(reason) == "closest: your decision → red"


def test_an_unknown_order_says_itself() -> None:
    speaker = a_speaker("fr")
    assert speaker.order("my {sticker}") == speaker.title("my {sticker}") == "my {sticker}"
    assert speaker.instruction("my {sticker}") == ""
    assert speaker.reason(a_reason("my {sticker}", 1, 2, 3, RED)).startswith("my {sticker}\u202f: rouge 3")


# Effects


def test_a_ruling_is_told_with_its_reason_and_every_seats_result() -> None:
    ruling = a_ruling(
        a_reason("greatest_sum", 11, 12, 13, RED),
        SeatResult(ANNA, Verdict.RIGHT, RED, 812.0, 0, 5),
        SeatResult(BEN, Verdict.WRONG, WHITE, 640.0, -1, 1),
        SeatResult(NOBODY, Verdict.NONE, None, None, -1, 0),
    )
    assert a_speaker().narrate(ShowRuling(ruling)) == (
        "greatest sum: red 13, white 12, black 11 → red",
        "Anna has the red imp: right! Still 5 gems.",
        "Ben has the white imp: wrong. One gem less, 1 gem left.",
        "Seat 3 has no imp. One gem less, no gem left.",
    )


def test_a_struck_turn_is_told_as_struck() -> None:
    struck = ShowRuling(a_ruling(None))
    assert a_speaker().narrate(struck) == ("Turn 4 is struck out: nobody gains or loses a gem.",)


def test_every_verdict_has_its_sentence() -> None:
    assert {verdict: f"result_{verdict}" for verdict in Verdict} == RESULTS


@pytest.mark.parametrize(
    "effect",
    [
        Say(saying(Sentence.NO_GAME)),
        Ignore(GameStarted(at=1.0), saying(Sentence.NO_GAME)),
        Ask(Question(1, "die", ("5", "6")), saying(Sentence.NO_GAME)),
    ],
    ids=lambda effect: type(effect).__name__,
)
def test_what_carries_a_saying_says_it(effect: Effect) -> None:
    assert a_speaker().narrate(effect) == ("No game is being played.",)


@pytest.mark.parametrize(
    "effect",
    [
        ShowStatus(Status.GRAB),
        ShowSeats({}, None),
        ShowTurn(1, 1, ANNA, (ANNA, BEN), {}, ()),
        ShowOrder(OrderDie("closest")),
        ShowRoll(Roll(()), None),
        ClearRoll(),
        ShowGrab(ANNA, RED),
        ShowGone(ANNA, RED),
        ShowGems({}),
        ShowWinner(None),
        Unask(1),
        Wake(2.0),
    ],
    ids=lambda effect: type(effect).__name__,
)
def test_what_is_only_shown_is_silent(effect: Effect) -> None:
    assert a_speaker().narrate(effect) == ()
