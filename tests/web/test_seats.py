"""Phones as seats: one phone a seat, its secret, its clock, and how far it is believed."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.table.events import PhoneJoined, PhoneLeft, Tick
from pi_diavolo.table.players import Seat
from pi_diavolo.web.believing import LARGEST_ERROR_S, TOUCH_S, RoundTrips, believed
from pi_diavolo.web.lines import Lines
from pi_diavolo.web.live import FREED, MEASURED_AT_FIRST
from tests.makers import a_roll
from tests.web.client import Line, Visitor
from tests.web.serving import Served, served


def a_phone(here: Served, seat: int) -> Visitor:
    phone = Visitor(here)
    phone.meet()
    assert phone.post(f"/api/seat/{seat}/claim", {"secret": here.keys.seats[Seat(seat)]}).status == 204
    return phone


def test_the_desk_shows_a_code_for_each_seat(game: Served) -> None:
    desk = Visitor(game)
    desk.sit_at_desk()
    codes = desk.get("/api/seats")
    assert [code["seat"] for code in codes] == [1, 2, 3, 4, 5, 6]
    assert all(
        code["secret_url"].endswith(f"/seat/{code['seat']}#{game.keys.seats[code['seat']]}") for code in codes
    )
    assert all(code["qr_svg"].startswith("<svg") for code in codes)
    assert not any(code["claimed"] for code in codes)
    assert Visitor(game).ask("GET", "/api/seats").status == 403


def test_one_phone_a_seat_until_the_desk_frees_it(game: Served) -> None:
    a_phone(game, 2)
    second = Visitor(game)
    second.meet()
    claim = ("/api/seat/2/claim", {"secret": game.keys.seats[Seat(2)]})
    assert second.post(*claim).json["error"] == "seat_claimed"
    assert second.state()["players"][1]["phone"]
    desk = Visitor(game)
    desk.sit_at_desk()
    assert second.post("/api/seats/2/free").status == 403
    assert desk.post("/api/seats/2/free").status == 204
    assert not desk.state()["players"][1]["phone"]
    assert second.post(*claim).status == 204
    assert second.meet()["seat"] == 2


def test_a_phone_that_claims_again_keeps_its_seat_and_changes_to_another(game: Served) -> None:
    phone = a_phone(game, 2)
    assert phone.post("/api/seat/2/claim", {"secret": game.keys.seats[Seat(2)]}).status == 204
    assert phone.post("/api/seat/3/claim", {"secret": game.keys.seats[Seat(3)]}).status == 204
    assert phone.meet()["seat"] == 3
    assert [player["phone"] for player in phone.state()["players"]] == [False, False, True, False]


@pytest.mark.parametrize("secret", ["", "wrong", "é"])
def test_a_wrong_secret_gives_no_seat(game: Served, secret: str) -> None:
    phone = Visitor(game)
    phone.meet()
    assert phone.post("/api/seat/2/claim", {"secret": secret}).json["error"] == "wrong_secret"
    assert phone.post("/api/seat/9/claim", {"secret": secret}).status == 404
    with pytest.raises(InvalidStatus, match="403"), phone.live("role=seat"):
        pass


def measured(line: Line) -> None:
    """Wait until the table knows how far away the phone is."""
    for _ in range(MEASURED_AT_FIRST):
        line.until(lambda message: "nonce" in message)
    line.say({"clock": 0})  # answered after the last pong
    line.until(lambda message: "clock" in message)


def test_a_tap_is_a_grab_with_its_error(game: Served) -> None:
    phone = a_phone(game, 1)
    with phone.live("lang=en&role=seat") as line:
        line.snapshot()
        measured(line)
        line.say({"clock": 12.5})
        clock = line.until(lambda message: "clock" in message)
        assert clock["clock"] == 12.5
        assert clock["table"] == pytest.approx(game.clock.now(), abs=2)
        game.roll(a_roll())
        at = game.clock.now()
        line.say({"grab": "red", "at": at, "error": 0.02})
        took = line.until(lambda message: "took" in message)
        assert took == {"took": "red", "ok": True, "message": ""}
        (mine,) = [player for player in phone.state()["players"] if player["seat"] == 1]
        assert mine["took"] == "red"
    (press,) = game.referee.state.game.turn.presses
    assert press.grab.at - press.grab.error <= at <= press.grab.at + press.grab.error
    assert 0.02 <= press.grab.error <= LARGEST_ERROR_S


def test_a_tap_that_does_not_count_is_answered_with_the_reason(game: Served) -> None:
    phone = a_phone(game, 1)
    with phone.live("lang=fr&role=seat") as line:
        game.roll(a_roll())
        for colour in ("red", "black"):
            line.say({"grab": colour, "at": game.clock.now(), "error": 0.01})
        answers = [line.until(lambda message: "took" in message) for _ in range(2)]
    assert [answer["ok"] for answer in answers] == [True, False]
    assert answers[1]["message"]


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "{}", '{"grab":"pink","at":1}', '{"grab":"red"}', '{"grab":"red","at":"now"}',
     '{"grab":"red","at":1e999}', '{"clock":"x"}', '{"grab":"red","at":1,"error":-1}', '{"clock":1,"x":2}'],
)  # fmt: skip
def test_nonsense_from_a_phone_is_answered_and_changes_nothing(game: Served, message: str) -> None:
    phone = a_phone(game, 1)
    game.roll(a_roll())
    with phone.live("role=seat") as line:
        line.say(message)
        assert line.until(lambda answer: "error" in answer)["error"] == "malformed"
    assert game.referee.state.game.turn.presses == ()


def test_a_phone_that_hammers_is_cut_off(game: Served) -> None:
    with a_phone(game, 1).live("role=seat") as line:
        with suppress(ConnectionClosed):  # perhaps before the last of them
            for _ in range(100):
                line.say({"clock": 1})
        assert line.is_closed_by_the_table()


def test_a_freed_phone_plays_no_more(game: Served) -> None:
    phone, desk = a_phone(game, 1), Visitor(game)
    desk.sit_at_desk()
    game.roll(a_roll())
    with phone.live("role=seat") as line:
        assert desk.post("/api/seats/1/free").status == 204
        with suppress(ConnectionClosed):
            line.say({"grab": "red", "at": game.clock.now(), "error": 0.0})
        assert line.is_closed_by_the_table()
        assert line.connection.close_code == FREED
    assert game.referee.state.game.turn.presses == ()
    with pytest.raises(InvalidStatus, match="403"), phone.live("role=seat"):
        pass


def test_who_gives_the_pin_while_playing_plays_on_and_can_still_be_sent_away(game: Served) -> None:
    phone, desk = a_phone(game, 1), Visitor(game)
    desk.sit_at_desk()
    with phone.live("role=seat") as line:
        phone.sit_at_desk()  # in another tab of the same browser
        game.roll(a_roll())
        line.say({"grab": "red", "at": game.clock.now(), "error": 0.0})
        assert line.until(lambda message: "took" in message)["ok"]
        assert phone.ask("DELETE", "/api/pin").status == 204
        assert phone.meet()["seat"] == 1
        assert desk.post("/api/seats/1/free").status == 204
        assert line.is_closed_by_the_table()
        assert line.connection.close_code == FREED


def test_a_phone_leaves_its_own_seat_and_no_other(game: Served) -> None:
    phone, other = a_phone(game, 1), a_phone(game, 2)
    assert other.post("/api/seat/1/leave").status == 403
    assert phone.post("/api/seat/1/leave").status == 204
    assert phone.meet()["seat"] is None
    assert [player["phone"] for player in phone.state()["players"]] == [False, True, False, False]


# How far a phone is believed: a round trip of 40 ms was measured, and it is 100.0 now.


@pytest.mark.parametrize(
    ("at", "error", "kept", "doubt"),
    [
        pytest.param(99.98, 0.03, 99.98, 0.03, id="a good clock is believed"),
        pytest.param(99.98 - TOUCH_S + 1e-6, 0.03, 99.95, 0.03, id="so is a touch that took a while"),
        pytest.param(99.98, 0.001, 99.98, 0.02, id="no clock is better than half of the round trip"),
        pytest.param(99.98, None, 99.98, 0.04, id="who says nothing of an error has one all the same"),
        pytest.param(99.9, 0.02, 100.0, 0.12, id="what came too late is a doubt that reaches back"),
        pytest.param(100.02, 0.02, 100.0, 0.04, id="nothing is from the future"),
        pytest.param(0.0, 0.0, 100.0, LARGEST_ERROR_S, id="nor from long ago"),
        pytest.param(99.98, 1e6, 99.98, LARGEST_ERROR_S, id="nobody shares every photo finish"),
    ],
)  # fmt: skip
def test_how_far_a_phone_is_believed(at: float, error: float | None, kept: float, doubt: float) -> None:
    assert believed(at, error, 100.0, 0.04, 1.0) == pytest.approx((kept, doubt), abs=1e-5)


def test_a_fast_table_measures_the_way_in_its_own_seconds() -> None:
    assert believed(99.8, 0.0, 100.0, 0.04, 10.0) == pytest.approx((99.8, 0.2))
    assert believed(98.0, 0.0, 100.0, 0.04, 10.0) == pytest.approx((100.0, 2.2))


def test_a_line_that_was_never_measured_dates_nothing_back() -> None:
    assert believed(99.99, 0.0, 100.0, None, 1.0) == (100.0, LARGEST_ERROR_S)


@given(early=st.floats(0, 60), error=st.floats(0, 1), trip=st.floats(0, 3))
def test_whoever_claims_to_be_early_is_surely_earlier_by_no_more_than_a_touch(
    early: float, error: float, trip: float
) -> None:
    """Also who keeps all answers to pings back, so that the way seems long."""
    at, doubt = believed(100.0 - early, error, 100.0, trip, 1.0)
    assert at + doubt >= 100.0 - TOUCH_S - 1e-9


def test_the_shortest_way_of_late_counts_and_only_the_newest_question_is_answered() -> None:
    trips = RoundTrips()
    assert trips.best is None
    for asked, took in ((10.0, 0.3), (20.0, 0.02), (30.0, 0.4)):
        nonce = trips.ask(asked)
        assert not trips.answered("guessed", asked)
        assert trips.answered(nonce, asked + took)
        assert not trips.answered(nonce, asked + took)
    assert trips.best == pytest.approx(0.02)
    late = trips.ask(40.0)
    trips.ask(45.0)
    assert not trips.answered(late, 45.001)
    for asked in range(100, 108):
        assert trips.answered(trips.ask(asked), asked + 0.1)
    assert trips.best == pytest.approx(0.1)


def test_a_phone_that_answers_no_ping_cannot_say_when_it_was_tapped(game: Served) -> None:
    with a_phone(game, 1).live("role=seat") as line:
        line.answers_pings = False
        line.until(lambda message: "nonce" in message)
        game.roll(a_roll())
        said = game.clock.now() - 0.4
        line.say({"grab": "red", "at": said, "error": 0.0})
        line.until(lambda message: "took" in message)
    (press,) = game.referee.state.game.turn.presses
    assert press.grab.at >= said + 0.4
    assert press.grab.error == LARGEST_ERROR_S


def test_only_a_phone_that_plays_is_measured(game: Served) -> None:
    with Visitor(game).live() as line:
        line.snapshot()
        game.roll(a_roll())
        assert "nonce" not in line.next()


# The simulated table


def test_a_visitor_takes_over_from_a_simulated_player(simulated: Served) -> None:
    one, other = Visitor(simulated), Visitor(simulated)
    one.meet()
    other.meet()
    assert all(player["simulated"] for player in one.state()["players"])
    assert one.post("/api/seat/2/join").status == 204
    player = one.state()["players"][1]
    assert (player["phone"], player["simulated"]) == (True, False)
    assert other.post("/api/seat/2/join").status == 409
    assert other.post("/api/seat/6/join").json["error"] == "not_simulated"
    with one.live("role=seat") as line:
        state = line.until(lambda news: news.get("status") == "grab" and not news["players"][1]["took"])
        line.say({"grab": "gray", "at": state["now"], "error": 0.01})
        line.until(lambda news: "took" in news)


def takes(line: Line, seat: int, after: tuple[int, int] = (0, 0)) -> bool:
    """Whether the seat has an imp at the end of the next turn it is in, after this game and turn."""
    # Who takes nothing loses a gem each turn and is out after five of them, until the next game: the table
    # plays on however long a busy machine takes to hand a seat back.
    state = line.until(
        lambda news: (
            news.get("status") == "grab"
            and not news["looks_back"]
            and (news["game"], news["turn"]) > after
            and news["players"][seat - 1]["still_in"]
        )
    )
    ruled = line.until(lambda news: news.get("ruling") and news["ruling"]["turn"] == state["turn"])
    return ruled["players"][seat - 1]["took"] is not None


@pytest.mark.parametrize("how", ["leave", "desk", "stay away", "stay away from the desk", "sit elsewhere"])
def test_a_seat_taken_over_is_handed_back_and_played_by_itself_again(how: str) -> None:
    with served(speed=20.0, seed=3, rules=HouseRules(grab_time_s=5.0), again=True) as here:
        one, desk = Visitor(here), Visitor(here)
        one.meet()
        desk.sit_at_desk()
        assert one.post("/api/seat/2/join").status == 204
        with desk.live() as watch:
            with one.live("role=seat"):
                now = watch.until(lambda news: "players" in news and not news["players"][1]["simulated"])
                # In this very turn the hand before may have been faster.
                assert not takes(watch, 2, after=(now["game"], now["turn"]))
                match how:
                    case "leave":
                        assert one.post("/api/seat/2/leave").status == 204
                    case "desk":
                        assert desk.post("/api/seats/2/free").status == 204
                    case "stay away":
                        assert here.pages.house is not None
                        here.pages.house.lines = Lines(away_s=0.2)
                    case "stay away from the desk":
                        assert here.pages.house is not None
                        here.pages.house.lines._away_s = 0.2
                        one.sit_at_desk()
                    case "sit elsewhere":
                        assert one.post("/api/seat/3/join").status == 204
            watch.until(lambda news: "players" in news and news["players"][1]["simulated"])
            # It plays from the next roll on, and takes nothing where three others are faster.
            assert any(takes(watch, 2) for _ in range(8))
        assert one.meet()["seat"] in (None, 3)


def test_a_phone_with_the_code_of_a_simulated_players_seat_plays_instead_of_them(simulated: Served) -> None:
    phone = a_phone(simulated, 1)
    player = phone.state()["players"][0]
    assert (player["phone"], player["simulated"]) == (True, False)


@pytest.mark.parametrize("wired", [False, True])
def test_a_tap_lifts_a_simulated_imp(wired: bool) -> None:
    rules = HouseRules(grabs=Grabs.BASES)
    with served(rules=rules, speed=5.0, wired=wired, seed=2) as here:
        one = Visitor(here)
        one.meet()
        assert one.post("/api/seat/1/join").status == 204
        with one.live("role=seat") as line:
            state = line.until(lambda news: news.get("status") == "grab" and not news["looks_back"])
            colour = next(c for c, imps in state["imps"].items() if imps["left"])
            line.say({"grab": colour, "at": state["now"], "error": 0.01})
            assert line.until(lambda news: "took" in news)["ok"]
            line.until(lambda news: "players" in news and news["players"][0]["took"] == colour)


def phones_recorded(log_file: Path) -> list[tuple[str, int, bool]]:
    with EventLog.read_only(log_file) as log:
        events = [logged.event for logged in log.events()]
    return [
        ("joined", event.seat, event.stands_in)
        if isinstance(event, PhoneJoined)
        else ("left", event.seat, event.stood_in)
        for event in events
        if isinstance(event, PhoneJoined | PhoneLeft)
    ]


@pytest.mark.parametrize("simulated", [True, False])
def test_the_log_records_who_could_press_when(tmp_path: Path, simulated: bool) -> None:
    log = tmp_path / "games.db"
    with served(play=simulated, speed=5.0, log_file=log) as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        one = a_phone(here, 2)
        one.post("/api/seat/2/claim", {"secret": here.keys.seats[Seat(2)]})  # nothing new: no event
        one.post("/api/seat/3/claim", {"secret": here.keys.seats[Seat(3)]})
        one.post("/api/seat/3/leave")
        a_phone(here, 4)
        desk.post("/api/seats/4/free")
        desk.post("/api/seats/4/free")  # nobody was there
        here.happen(Tick(here.clock.now()))  # all before it is recorded by now
    assert phones_recorded(log) == [
        *[("joined", 2, simulated), ("left", 2, simulated), ("joined", 3, simulated)],
        *[("left", 3, simulated), ("joined", 4, simulated), ("left", 4, simulated)],
    ]


def test_strangers_cannot_fill_the_log_by_coming_and_going(simulated: Served) -> None:
    one = Visitor(simulated)
    one.meet()
    answers = {one.post(f"/api/seat/{seat}/join").status for seat in (1, 2) * 20}
    assert answers == {204, 429}


def test_nobody_joins_where_no_simulated_player_sits(game: Served) -> None:
    one = Visitor(game)
    one.meet()
    assert one.post("/api/seat/1/join").json["error"] == "not_simulated"


def test_a_phone_comes_back_after_a_restart_with_its_secret(game: Served) -> None:
    phone = a_phone(game, 1)
    with served(play=False, keys=game.keys) as again:
        back = Visitor(again)
        back.cookie, back.token = phone.cookie, phone.token
        assert back.meet()["seat"] is None
        assert back.post("/api/seat/1/claim", {"secret": game.keys.seats[Seat(1)]}).status == 204
        assert back.meet()["seat"] == 1
