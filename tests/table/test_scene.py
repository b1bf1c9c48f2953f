from dataclasses import replace

import pytest

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
    ShowWinner,
    Status,
    Unask,
    Wake,
)
from pi_diavolo.table.events import Tick
from pi_diavolo.table.pieces import OrderDie
from pi_diavolo.table.players import PlayerId
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.scene import STORY_LENGTH, Scene, advance, told
from pi_diavolo.table.sentences import Sentence, saying
from tests.terminal.makers import ANNA, BEN, BLACK, CLEO, RED, WHITE, a_roll, a_ruling, a_turn

ROLLED = (a_turn(), ShowStatus(Status.ROLLING), ShowRoll(a_roll(), "greatest_sum"), ShowStatus(Status.GRAB))
RULED = (*ROLLED, ShowGrab(ANNA, RED, 741.0), ShowRuling(a_ruling()))


def after(*effects: Effect, start: Scene | None = None) -> Scene:
    scene = start or Scene()
    for effect in effects:
        scene = advance(scene, effect)
    return scene


def test_the_status_says_what_is_waited_for_and_of_whom() -> None:
    scene = after(ShowStatus(Status.ROLL_NOW, BEN))
    assert (scene.status, scene.waiting_for) == (Status.ROLL_NOW, BEN)


def test_who_sits_down_gets_a_line_and_who_stands_up_loses_it() -> None:
    scene = after(ShowSeats({BEN: PlayerId("b"), ANNA: PlayerId("a")}, ANNA))
    assert [row.seat for row in scene.rows] == [ANNA, BEN]
    assert [row.seat for row in after(ShowSeats({BEN: PlayerId("b")}, None), start=scene).rows] == [BEN]


def test_a_turn_names_game_turn_roller_and_imps() -> None:
    scene = after(a_turn(number=2))
    assert (scene.game, scene.turn, scene.roller, scene.left(RED)) == (1, 2, BEN, 2)


def test_who_is_not_in_the_turn_is_out() -> None:
    scene = after(a_turn(), a_turn(number=2, players=(ANNA, BEN)))
    assert [row.still_in for row in scene.rows] == [True, True, False]


def test_a_grab_is_seen_at_once_and_leaves_one_imp_less() -> None:
    scene = after(*ROLLED, ShowGrab(BEN, WHITE, 812.0))
    assert (scene.row(BEN).took, scene.row(BEN).after_ms, scene.left(WHITE)) == (WHITE, 812.0, 1)


def test_a_grab_that_may_have_been_early_or_not_is_not_called_early() -> None:
    both = after(*ROLLED, ShowGrab(BEN, WHITE, -30.0, (-30.0, 120.0)))
    assert (both.row(BEN).early, both.row(BEN).one_of_ms) == (False, (-30.0, 120.0))
    assert after(*ROLLED, ShowGrab(BEN, WHITE, -30.0, (-30.0, -12.0))).row(BEN).early


def test_an_early_grab_without_a_time_stays_early_until_it_is_given_one() -> None:
    early = after(a_turn(), ShowStatus(Status.ROLLING), ShowGrab(BEN, WHITE), *ROLLED[2:])
    assert early.row(BEN).early
    assert not after(ShowGrab(BEN, WHITE, 12.0), start=early).row(BEN).early
    assert not after(ShowGrab(BEN, None), start=early).row(BEN).early


def test_a_ruling_tells_who_was_early() -> None:
    results = tuple(replace(result, after_ms=-30.0) for result in a_ruling().results[:1])
    scene = after(*ROLLED, ShowRuling(replace(a_ruling(), results=results)))
    assert [row.early for row in scene.rows] == [True, False, False]


def test_a_grab_taken_back_gives_the_imp_back() -> None:
    scene = after(*ROLLED, ShowGrab(BEN, WHITE, 812.0), ShowGrab(BEN, None))
    assert (scene.row(BEN).took, scene.left(WHITE)) == (None, 2)


def test_an_imp_that_was_gone_is_forgotten_with_the_next_grab() -> None:
    gone = after(*ROLLED, ShowGone(BEN, RED))
    assert (gone.row(BEN).gone, gone.row(BEN).took) == (RED, None)
    assert after(ShowGrab(BEN, BLACK, 900.0), start=gone).row(BEN).gone is None


def test_gems_are_counted_even_before_anybody_is_seated() -> None:
    assert after(ShowGems({ANNA: 5, BEN: 3})).row(BEN).gems == 3


@pytest.mark.parametrize("status", [Status.ROLLING, Status.READING])
def test_dice_are_not_seen_before_they_are_read(status: Status) -> None:
    scene = after(a_turn(), ShowStatus(status), ShowRoll(a_roll(), "greatest_sum"))
    assert scene.seen is None
    assert after(ShowStatus(Status.GRAB), start=scene).seen == a_roll()


def test_an_order_thrown_first_stays_while_the_colours_roll() -> None:
    scene = after(a_turn(), ShowOrder(OrderDie("closest")), ShowStatus(Status.ROLLING))
    assert scene.order == "closest"


def test_the_order_that_counts_beats_the_face_that_lies_there() -> None:
    assert after(a_turn(), ShowRoll(a_roll(order="closest"), "most_odd")).order == "most_odd"


def test_a_roll_that_does_not_count_goes_with_all_that_was_taken() -> None:
    scene = after(*ROLLED, ShowGrab(ANNA, RED, 300.0), ClearRoll())
    assert (scene.roll, scene.order, scene.row(ANNA).took) == (None, None, None)


def test_a_ruling_gives_every_line_its_result() -> None:
    scene = after(*RULED)
    assert [(row.gems, row.result and row.result.change) for row in scene.rows] == [(5, 0), (4, -1), (3, -1)]


def test_who_lost_the_last_gem_is_out_at_once() -> None:
    assert not after(*ROLLED, ShowRuling(a_ruling(out=(CLEO,)))).row(CLEO).still_in


def test_a_ruling_stays_to_be_read_until_the_next_roll_begins() -> None:
    called = after(*RULED, a_turn(number=2), ShowStatus(Status.ROLL_NOW, BEN))
    assert called.looks_back
    assert called.ruling == a_ruling()
    assert called.left(RED) == 2
    rolling = after(ShowStatus(Status.ROLLING), start=called)
    assert (rolling.ruling, rolling.roll, rolling.row(ANNA).took) == (None, None, None)


@pytest.mark.parametrize(
    "news",
    [
        ShowRoll(a_roll(), None),
        ShowOrder(OrderDie("closest")),
        ShowGrab(BEN, RED, -40.0),
        ShowGone(BEN, RED),
        ShowStatus(Status.GRAB),
    ],
)
def test_whatever_comes_first_of_the_next_roll_clears_the_last(news: Effect) -> None:
    assert after(*RULED, a_turn(number=2), news).ruling is None


def test_a_turn_told_again_keeps_its_roll_and_grabs() -> None:
    scene = after(*ROLLED, ShowGrab(ANNA, RED, 300.0), a_turn())
    assert (scene.roll, scene.row(ANNA).took) == (a_roll(), RED)


def test_an_older_turn_put_right_does_not_stand_beside_other_dice() -> None:
    scene = after(*RULED, a_turn(number=2), ShowStatus(Status.ROLLING), ShowRoll(a_roll(), None))
    assert after(ShowRuling(a_ruling(turn=1, answer=WHITE)), start=scene).ruling is None


def test_the_last_turn_put_right_is_shown_while_it_is_still_to_be_read() -> None:
    corrected = replace(a_ruling(answer=WHITE), corrected=True)
    assert after(*RULED, a_turn(number=2), ShowRuling(corrected)).ruling == corrected


def test_a_new_game_begins_with_a_clean_table() -> None:
    scene = after(*RULED, ShowStatus(Status.OVER), ShowWinner(ANNA), a_turn(number=1, game=2))
    assert (scene.over, scene.winner, scene.ruling, scene.roll) == (False, None, None, None)


def test_nobody_may_win() -> None:
    scene = after(*RULED, ShowWinner(None))
    assert (scene.over, scene.winner) == (True, None)


def test_back_in_the_lobby_the_game_is_gone_and_the_players_stay() -> None:
    scene = after(*RULED, ShowStatus(Status.LOBBY))
    assert (scene.game, scene.turn, scene.roll, len(scene.rows)) == (None, None, None, 3)


def test_a_question_stands_until_it_is_settled() -> None:
    ask = Ask(Question(7, "die", ("1", "2")), saying(Sentence.ASK_DIE))
    assert after(ask, ask).questions == (ask,)
    assert after(ask, Unask(7)).questions == ()


@pytest.mark.parametrize(
    "effect",
    [Say(saying(Sentence.WELCOME)), Ignore(Tick(1.0), saying(Sentence.NO_ROLL)), Wake(3.0)],
)
def test_what_is_only_said_changes_no_scene(effect: Effect) -> None:
    assert after(effect) == Scene()


def test_the_story_forgets_its_oldest_sentences() -> None:
    scene = told(told(Scene(), ["first"]), [str(n) for n in range(STORY_LENGTH)])
    assert len(scene.story) == STORY_LENGTH
    assert "first" not in scene.story
