"""What pages get to know: the state after a reload, pushed news, catching up, in three languages."""

import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from pi_diavolo.pages_turns import beyond
from pi_diavolo.table.events import Paused, Resumed
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import OrderDie
from pi_diavolo.table.rulings import Question
from pi_diavolo.web.moment import Moment
from tests.makers import BLACK, RED, WHITE, a_roll
from tests.web.client import Visitor, raw_line
from tests.web.serving import Served, served

CONTRACT = {
    "epoch", "version", "decisions", "now", "lang", "status", "status_text", "waiting_for", "game", "turn",
    "roller", "over", "winner", "looks_back", "players", "imps", "places", "order", "order_title",
    "order_hint", "tray_mm", "die_mm", "dice", "order_die", "ruling", "questions", "deadline", "grab_time_s",
    "question_until", "question_time_s", "corrections", "picture", "pictures_open",
    "story", "faults", "rules", "locked", "simulated", "protest", "letters", "speed", "kind", "duel",
    "board", "seats",
}  # fmt: skip


def test_the_state_is_whole_in_the_lobby_and_in_a_game(lobby: Served, game: Served) -> None:
    for here, status in ((lobby, "lobby"), (game, "roll_now")):
        state = Visitor(here).state()
        assert set(state) == CONTRACT
        assert state["status"] == status
        assert set(state["letters"]) == {"black", "white", "red", "gray"}


def test_a_reload_shows_the_true_state(game: Served) -> None:
    one = Visitor(game)
    game.turn(a_roll(), s1=RED, s2=RED, s3=BLACK)
    state = one.state()
    assert state["ruling"]["answer"] == "red"
    assert state["ruling"]["reason"] == "greatest sum: red 13, white 12, black 11 → red"
    assert [player["verdict"] for player in state["players"]] == ["right", "right", "wrong", "none"]
    assert [player["gems"] for player in state["players"]] == [5, 5, 4, 4]
    assert state["looks_back"]
    assert state["turn"] == 2
    # Not its version: the table's own clock may make news at any moment.
    assert one.state()["decisions"] == state["decisions"]


def test_the_deadline_is_there_while_people_grab(game: Served) -> None:
    one = Visitor(game)
    assert one.state()["deadline"] is None
    game.roll(a_roll())
    state = one.state()
    assert state["status"] == "grab"
    assert state["deadline"] == pytest.approx(state["now"] + state["grab_time_s"], abs=2)
    game.happen(Paused(game.clock.now()))
    assert one.state()["deadline"] is None
    game.happen(Resumed(game.clock.now()))
    assert one.state()["deadline"] is not None


def test_the_dice_are_hidden_until_they_are_read_and_carry_their_places(simulated: Served) -> None:
    with Visitor(simulated).live() as line:
        state = line.until(lambda news: news.get("status") == "grab")
    assert len(state["dice"]) == 9
    assert all(abs(die["x"]) < 150 and abs(die["y"]) < 150 for die in state["dice"])
    assert state["order_die"]["face"] == state["order"]
    assert state["order_title"]
    assert state["order_hint"]


def test_news_are_pushed_at_once(game: Served) -> None:
    with Visitor(game).live() as line:
        first = line.snapshot()
        began = time.monotonic()
        game.happen(Paused(game.clock.now()))
        news = line.until(lambda news: news.get("status") == "paused")
    assert news["version"] > first["version"]
    assert time.monotonic() - began < 2


def test_a_page_that_was_away_catches_up(game: Served) -> None:
    one = Visitor(game)
    with one.live() as line:
        before = line.snapshot()
    game.turn(a_roll(), s1=RED)
    game.turn(a_roll(), s1=WHITE)
    with one.live() as line:
        after = line.snapshot()
    assert after["epoch"] == before["epoch"]
    assert after["version"] > before["version"]
    assert after["ruling"]["turn"] == 2


def test_many_events_in_a_row_become_few_messages_and_the_last_one_is_true(game: Served) -> None:
    with Visitor(game).live() as line:
        line.snapshot()
        for _ in range(100):
            game.happen(Paused(game.clock.now()), Resumed(game.clock.now()))
        game.happen(Paused(game.clock.now()))
        messages = 0
        while (news := line.snapshot())["decisions"] < game.table.decisions:
            messages += 1
    assert news["status"] == "paused"
    assert messages < 150


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Mia, roll the dice"), ("fr", "Mia, "), ("de", "Mia, ")],
)
def test_each_page_has_its_own_language(game: Served, lang: str, words: str) -> None:
    one = Visitor(game)
    state = one.state(lang)
    assert state["lang"] == lang
    assert state["status_text"].startswith(words)
    with one.live(f"lang={lang}") as line:
        assert line.snapshot()["status_text"] == state["status_text"]
    assert len({one.state(each)["status_text"] for each in ("en", "fr", "de")}) == 3


def test_an_unknown_language_is_the_tables_own(game: Served) -> None:
    assert Visitor(game).state("xx")["lang"] == "en"


def test_broken_parts_are_named_until_they_work_again(game: Served) -> None:
    one, part = Visitor(game), Part(PartKind.BASE, 3, pin=17)
    game.happen(PartFailed(part, Fault.STUCK, game.clock.now()))
    (fault,) = one.state()["faults"]
    assert "3 (GPIO 17)" in fault
    game.happen(PartRecovered(part, game.clock.now()))
    assert one.state()["faults"] == []


def test_a_page_that_watches_has_nothing_to_say(game: Served) -> None:
    with Visitor(game).live() as line:
        line.say({"grab": "red"})
        line.say({"grab": "red"})
        assert line.is_closed_by_the_table()


def test_bytes_and_giants_on_the_line_close_it_and_nothing_else(game: Served) -> None:
    for message in (b"\x00\xff", "x" * 10_000):
        with Visitor(game).live() as line:
            line.connection.send(message)
            assert line.is_closed_by_the_table()
    assert Visitor(game).state()["status"] == "roll_now"


def test_who_does_not_read_holds_up_nobody(game: Served) -> None:
    slow = raw_line(game)
    slow.sendall(
        b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with Visitor(game).live() as line:
        for _ in range(50):
            game.happen(Paused(game.clock.now()), Resumed(game.clock.now()))
        line.until(lambda news: news.get("decisions") == game.table.decisions)
    slow.close()


def test_a_game_goes_on_behind_new_pages_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with served(play=False, log_file=file) as here:
        here.turn(a_roll(), s1=RED)
        before = Visitor(here).state()
    with served(play=False, log_file=file) as here:
        after = Visitor(here).state()
    assert after["epoch"] != before["epoch"]
    assert (after["game"], after["turn"]) == (before["game"], before["turn"])
    assert [p["gems"] for p in after["players"]] == [p["gems"] for p in before["players"]]
    assert [p["name"] for p in after["players"]] == [p["name"] for p in before["players"]]


def test_a_whole_simulated_game_is_told_to_its_end() -> None:
    with served(speed=200.0, seed=3) as here, Visitor(here).live() as line:
        end = line.until(lambda news: news.get("over"))
        told = Visitor(here).get("/api/turns")
    assert end["status"] == "over"
    assert sum(player["gems"] > 0 for player in end["players"]) <= 1
    assert len(told) == end["ruling"]["turn"]
    assert all(turn["reason"] for turn in told)


def test_turns_tell_dice_and_results(game: Served) -> None:
    game.turn(a_roll(), s1=RED, s2=BLACK)
    (turn,) = Visitor(game).get("/api/turns?game=1")
    assert (turn["order"], turn["answer"]) == ("greatest_sum", "red")
    assert [die["value"] for die in turn["dice"]] == [2, 3, 6, 1, 5, 6, 3, 5, 5]
    assert [result["took"] for result in turn["results"]] == ["red", "black", None, None]
    assert Visitor(game).ask("GET", "/api/turns?game=99").status == 404
    assert Visitor(game).ask("GET", "/api/turns?game=-1").status == 400


def test_turns_tell_what_is_in_doubt_though_their_answer_is_not(game: Served) -> None:
    roll = a_roll()
    dice = (replace(roll.dice[0], maybe=(1,)), *roll.dice[1:])
    game.turn(replace(roll, dice=dice, order_die=OrderDie("greatest_sum", maybe=("most_odd",))), s1=RED)
    game.turn(replace(roll, dice=dice), s1=RED)
    either_order, either_value = Visitor(game).get("/api/turns?game=1")
    assert either_order["reason"] == "greatest sum or most odd: either way → red"
    assert (either_order["order_title"], either_order["scores"]) == ("Greatest sum / Most odd", {})
    assert (either_value["scores"], either_value["unsure"]) == ({"white": 12, "red": 13}, ["black"])
    assert (either_value["best"], Visitor(game).state()["ruling"]["unsure"]) == (["red"], ["black"])


def test_a_server_that_stops_leaves_no_thread_behind() -> None:
    before = {thread.name for thread in threading.enumerate()}
    with served(play=False) as here:
        assert "pages" in {thread.name for thread in threading.enumerate()}
        assert json.loads(Visitor(here).ask("GET", "/health").body) == {"ok": True}
    assert {thread.name for thread in threading.enumerate()} <= before


# What people put right


def test_a_corrected_turn_shows_the_dice_as_they_were_put_right(game: Served) -> None:
    desk = Visitor(game)
    desk.sit_at_desk()
    game.turn(a_roll(), s1=RED, s2=WHITE)
    assert desk.state()["corrections"] == 0
    assert desk.command("correct", turn=1, dice=[[6, 1]], order="smallest_sum").status == 200
    state = desk.state()
    assert state["ruling"]["corrected"]
    assert [die["value"] for die in state["dice"] if die["colour"] == "red"] == [1, 5, 5]
    assert [die["index"] for die in state["dice"] if die["corrected"]] == [6]
    assert (state["order"], state["order_title"]) == ("smallest_sum", "Smallest sum")
    assert (state["order_die"]["face"], state["order_die"]["corrected"]) == ("smallest_sum", True)
    assert state["corrections"] == 1

    assert desk.command("undo").status == 200
    state = desk.state()
    assert [die["value"] for die in state["dice"] if die["colour"] == "red"] == [3, 5, 5]
    assert not any(die["corrected"] for die in state["dice"])
    assert (state["order"], state["order_die"]["corrected"]) == ("greatest_sum", False)
    assert state["corrections"] == 0


def test_a_turn_under_way_marks_what_was_put_right_and_not_what_was_answered(game: Served) -> None:
    desk = Visitor(game)
    desk.sit_at_desk()
    game.roll(a_roll())
    assert desk.command("correct", turn=1, dice=[[0, 6]]).status == 200
    state = desk.state()
    assert (state["dice"][0]["value"], state["dice"][0]["corrected"]) == (6, True)
    assert not any(die["corrected"] for die in state["dice"][1:])


def test_how_long_the_table_waits_for_an_answer(game: Served) -> None:
    state = Visitor(game).state()
    assert state["question_time_s"] == game.referee.settings["question_time_s"]
    assert state["question_until"] is None
    game.roll(a_roll())
    evening = game.referee.state
    asked = Question(1, "lifted", ("1", "2"))
    turn = replace(evening.game.turn, questions=(asked,), question_until=99.0)
    moment = Moment(state=replace(evening, game=replace(evening.game, turn=turn)))
    assert beyond(moment).question_until == 99.0
    paused = Moment(state=replace(moment.state, paused_at=98.0))
    assert beyond(paused).question_until is None
