"""What pages may ask for: the referee decides, the log remembers, two desks cannot overwrite each other."""

from itertools import count
from typing import Any

import pytest

from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.events import Grab, TurnEnded
from pi_diavolo.table.pieces import Colour, Die, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.web.commands import MOST_GUESTS, Guests
from tests.makers import BLACK, GRAY, RED, WHITE, a_roll
from tests.web.client import Visitor
from tests.web.serving import Served, served


@pytest.fixture
def desk(game: Served) -> Visitor:
    one = Visitor(game)
    one.sit_at_desk()
    return one


def test_a_child_starts_a_game_without_a_pin(visitor: Visitor) -> None:
    for seat, name in ((1, "Ada"), (4, "Blaise")):
        assert visitor.command("sit", seat=seat, name=name).status == 200
    assert visitor.command("youngest", seat=4).status == 200
    done = visitor.command("start")
    assert done.json == {"done": True, "decisions": visitor.state()["decisions"]}
    state = visitor.state()
    assert (state["status"], state["roller"]) == ("roll_now", 4)
    assert [player["name"] for player in state["players"]] == ["Ada", "Blaise"]


def test_the_referees_reason_comes_in_the_pages_language(visitor: Visitor) -> None:
    said = {lang: visitor.command("start", lang=lang) for lang in ("en", "fr", "de")}
    assert {reply.status for reply in said.values()} == {422}
    assert len({reply.json["message"] for reply in said.values()}) == 3
    assert "two" in said["en"].json["message"].lower() or "2" in said["en"].json["message"]


def test_who_decides_on_an_old_view_is_told(visitor: Visitor) -> None:
    seen = visitor.state()["decisions"]
    assert visitor.command("sit", seat=1, name="Ada", seen=seen).status == 200
    late = visitor.command("sit", seat=2, name="Blaise", seen=seen)
    assert (late.status, late.json["error"]) == (409, "overtaken")
    assert [player["seat"] for player in visitor.state()["players"]] == [1]


def test_only_quick_start_is_free(game: Served) -> None:
    one = Visitor(game)
    one.meet()
    for kind in ("pause", "abandon", "end_turn", "imps_confirmed", "undo", "resume"):
        assert one.command(kind).json["error"] == "no_pin"
    assert one.command("settings", settings={"grab_time_s": 5}).status == 403
    assert one.command("correct", turn=1, struck=True).status == 403
    assert one.state()["status"] == "roll_now"


def test_a_locked_table_starts_nothing_without_the_pin(lobby: Served) -> None:
    desk, child = Visitor(lobby), Visitor(lobby)
    desk.sit_at_desk()
    child.meet()
    assert desk.command("settings", settings={"locked": True}).status == 200
    assert child.state()["locked"]
    assert child.command("sit", seat=1, name="Ada").json["error"] == "no_pin"
    assert desk.command("sit", seat=1, name="Ada").status == 200


def test_house_rules_that_cannot_be_are_refused_with_the_reason(lobby: Served) -> None:
    desk = Visitor(lobby)
    desk.sit_at_desk()
    reply = desk.command("settings", settings={"grab_time_s": -3})
    assert reply.status == 422
    assert "grab_time_s" in reply.json["message"]
    assert desk.command("settings", settings={"grab_time_s": 7, "photo_finish": "nobody"}).status == 200
    assert desk.state()["rules"]["grab_time_s"] == 7
    assert desk.state()["rules"]["photo_finish"] == "nobody"


def test_a_correction_changes_the_ruling_and_can_be_undone(game: Served, desk: Visitor) -> None:
    game.turn(a_roll(), s1=RED, s2=WHITE)
    # White's 1 was a 4: 15 beats red's 13.
    assert desk.command("correct", turn=1, dice=[[3, 4]]).status == 200
    state = desk.state()
    assert state["ruling"]["answer"] == "white"
    assert state["ruling"]["corrected"]
    assert [player["gems"] for player in state["players"][:2]] == [4, 5]
    assert desk.get("/api/turns")[0]["corrections"] == [1]
    assert desk.command("undo").status == 200
    assert desk.state()["ruling"]["answer"] == "red"
    assert desk.get("/api/turns")[0]["corrections"] == []


def test_a_grab_and_a_gem_can_be_put_right(game: Served, desk: Visitor) -> None:
    game.turn(a_roll(), s1=RED)
    done = desk.command("correct", turn=1, game=1, grabs=[[2, "red"], [1, None]], gems=[[3, -1]])
    assert done.status == 200
    assert [player["gems"] for player in desk.state()["players"]] == [4, 5, 3, 4]


def test_protest_pause_and_questions_are_decided_at_the_desk(game: Served, desk: Visitor) -> None:
    game.turn(a_roll(), s1=RED)
    assert desk.command("protest").status == 200
    assert (desk.state()["status"], desk.state()["protest"]) == ("protest", 1)
    assert desk.command("protest_decided", stands=False).status == 200
    assert desk.state()["protest"] is None
    assert [player["gems"] for player in desk.state()["players"]] == [5, 5, 5, 5]
    assert desk.command("pause").status == 200
    assert desk.command("pause").status == 422
    assert desk.command("resume").status == 200


def test_a_doubtful_die_is_asked_about_and_answered(game: Served, desk: Visitor) -> None:
    game.roll(a_doubtful_roll())
    for seat, colour in ((1, RED), (2, WHITE), (3, RED), (4, WHITE)):
        game.happen(Grab(Seat(seat), colour, game.clock.now()))
    (question,) = desk.state()["questions"]
    assert question["kind"] == "die"
    assert question["die"] == 3
    assert {option["choice"] for option in question["options"]} >= {"1", "4"}
    assert desk.command("answer", question=question["number"], choice="4").status == 200
    assert desk.state()["questions"] == []


def test_seats_are_ordered_anew_and_the_youngest_stays(visitor: Visitor) -> None:
    desk = Visitor(visitor.here)
    desk.sit_at_desk()
    for seat, name in ((1, "Ada"), (3, "Blaise"), (5, "Kurt")):
        assert desk.command("sit", seat=seat, name=name).status == 200
    assert desk.command("youngest", seat=3).status == 200
    assert desk.command("order_seats", seats=["Kurt", "Ada", "Blaise"]).status == 200
    players = desk.state()["players"]
    assert [(player["seat"], player["name"]) for player in players] == [
        (1, "Kurt"),
        (3, "Ada"),
        (5, "Blaise"),
    ]
    assert [player["youngest"] for player in players] == [False, False, True]


def test_play_again_needs_no_pin() -> None:
    with served(speed=500.0, seed=5) as here:
        one = Visitor(here)
        one.meet()
        with one.live() as line:
            line.until(lambda news: news.get("over"))
        assert one.command("play_again").status == 200
        assert one.state()["game"] == 2


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"1", b'"x"', b'{"kind":"start"}', b'{"kind":"nonsense","seen":1}',
        b'{"kind":"sit","seen":0,"seat":9,"name":"A"}', b'{"kind":"sit","seen":0,"seat":1,"name":5}',
        b'{"kind":"sit","seen":0,"seat":1.5,"name":"A"}', b'{"kind":"start","seen":-1}',
        b'{"kind":"start","seen":0,"more":1}', b'{"kind":"sit","seen":0,"seat":1,"name":""}',
        b'{"kind":"sit","seen":0,"seat":1,"name":"a\\u0000b"}', b'\xff\xfe', b"[" * 5000,
        b'{"kind":"sit","seen":0,"seat":1,"name":"\\ud800"}',
        b'{"kind":"sit","seen":99999999999999999999999999,"seat":1,"name":"A"}',
        '{"kind":"sit","seen":0,"seat":1,"name":"a\u202eb"}'.encode(),
    ],
)  # fmt: skip
def test_malformed_messages_change_nothing(visitor: Visitor, body: bytes) -> None:
    before = visitor.state()["decisions"]
    reply = visitor.ask("POST", "/api/commands", raw=body)
    assert reply.status == 400
    assert reply.json["error"] == "malformed"
    assert visitor.state()["decisions"] == before


@pytest.mark.parametrize("value", ["1e999", "-1e999", "1e308", "NaN", "9" * 400])
def test_monstrous_numbers_do_no_harm(lobby: Served, value: str) -> None:
    desk = Visitor(lobby)
    desk.sit_at_desk()
    seen = desk.state()["decisions"]
    raw = f'{{"kind":"settings","seen":{seen},"settings":{{"grab_time_s":{value}}}}}'.encode()
    assert desk.ask("POST", "/api/commands", raw=raw).status in (400, 422)
    assert desk.state()["rules"]["grab_time_s"] == 20


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</b>&amp;'`${7*7}", "{player}{0}%s"],
)
def test_names_come_back_as_plain_text(visitor: Visitor, name: str) -> None:
    assert visitor.command("sit", seat=1, name=name).status == 200
    reply = visitor.ask("GET", "/api/state")
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.json["players"][0]["name"] == name
    assert any(name in sentence for sentence in reply.json["story"])


def test_names_made_up_without_end_are_forgotten_but_nobody_who_played_before() -> None:
    numbers = count()
    guests = Guests({PlayerId("ada"): "Ada"}, lambda: PlayerId(f"new-{next(numbers)}"))
    first = guests.id_of("Bo")
    for number in range(MOST_GUESTS - 1):
        guests.id_of(f"x{number}")
    assert guests.id_of("bo") == first  # asked for again, and so kept longest
    for number in range(2 * MOST_GUESTS):
        guests.id_of(f"y{number}")
    assert guests.id_of("ADA") == "ada"
    assert guests.id_of("Bo") != first
    assert len(guests._new) == MOST_GUESTS


def test_suggestions_begin_with_doubts_that_change_the_verdict(game: Served, desk: Visitor) -> None:
    game.roll(a_doubtful_roll())
    game.happen(Grab(Seat(1), RED, game.clock.now()), TurnEnded(game.clock.now()))
    suggested: list[dict[str, Any]] = desk.get("/api/corrections/suggested?turn=1")
    assert suggested[0]["command"] == {"kind": "correct", "turn": 1, "game": 1, "dice": [[3, 4]]}
    assert suggested[0]["text"] == "white 1 → 4 ⇒ white"
    assert suggested[0]["changes_verdict"]
    assert 1 < len(suggested) <= 12


def test_suggestions_can_be_sent_as_they_are(game: Served, desk: Visitor) -> None:
    game.turn(a_roll(), s1=RED, s2=WHITE, s3=BLACK, s4=GRAY)
    suggested = desk.get("/api/corrections/suggested?turn=1&lang=de")
    assert suggested[0]["changes_verdict"]
    assert suggested[0]["text"]
    before = desk.state()["ruling"]
    wish = suggested[0]["command"]
    assert desk.command(wish.pop("kind"), **wish).status == 200
    after = desk.state()["ruling"]
    assert after["corrected"]
    assert after != before
    assert desk.ask("GET", "/api/corrections/suggested?turn=77").status == 404
    assert desk.ask("GET", "/api/corrections/suggested").status == 400
    assert Visitor(game).ask("GET", "/api/corrections/suggested?turn=1").status == 403


def test_nothing_is_suggested_while_hands_still_reach(game: Served, desk: Visitor) -> None:
    game.roll(a_roll())
    assert desk.state()["status"] == "grab"
    assert desk.ask("GET", "/api/corrections/suggested?turn=1").status == 404
    game.happen(TurnEnded(game.clock.now()))
    assert desk.get("/api/corrections/suggested?turn=1")


def a_doubtful_roll() -> Roll:
    """White's first die is a 1 that may be a 4: then white beats red."""
    roll = a_roll()
    dice = [*roll.dice]
    dice[3] = Die(Colour.WHITE, 1, maybe=(4,))
    return Roll(tuple(dice), OrderDie("greatest_sum"), roll.gaps, roll.centres)


def test_only_who_plays_with_simulated_people_begins_their_game_anew_without_the_pin(
    simulated: Served,
) -> None:
    one = Visitor(simulated)
    one.meet()
    assert one.command("abandon").status == 403
    assert one.post("/api/seat/1/join").status == 204
    assert one.command("abandon").status == 200
    assert one.command("start").status == 200
    assert one.state()["game"] == 2


def test_a_locked_table_is_begun_anew_at_the_desk_alone() -> None:
    with served(speed=5.0, rules=HouseRules(locked=True)) as here:
        phone = Visitor(here)
        phone.meet()
        assert phone.post("/api/seat/1/claim", {"secret": here.keys.seats[Seat(1)]}).status == 204
        assert phone.command("abandon").status == 403
