"""In a flood: strangers wait their turn, and those whom the table knows do not wait behind them."""

import socket
import time
from contextlib import ExitStack
from http.client import HTTPException

import pytest
from websockets.exceptions import InvalidStatus

from pi_diavolo.table.players import Seat
from pi_diavolo.web.lanes import cookie_in
from pi_diavolo.web.rate import Bucket, Buckets
from tests.web.client import Visitor, raw_line
from tests.web.serving import Served, served


def asks(here: Served) -> socket.socket:
    """A stranger who asks for something, and does not wait for it."""
    line = raw_line(here)
    line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return line


def test_who_waits_for_the_own_turn_is_not_taken_for_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.server.PATIENCE_S", 0.2)
    monkeypatch.setattr("pi_diavolo.web.server.REQUESTS_PER_S", 2.0)
    monkeypatch.setattr("pi_diavolo.web.server.REQUESTS_AT_ONCE", 1)
    with served(sit_down=False, play=False) as here, ExitStack() as lines:
        waiting = [lines.enter_context(asks(here)) for _ in range(4)]
        assert all(line.recv(4096).startswith(b"HTTP/1.1 200") for line in waiting)


def test_desk_and_phones_do_not_queue_behind_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.server.REQUESTS_PER_S", 0.1)
    monkeypatch.setattr("pi_diavolo.web.server.REQUESTS_AT_ONCE", 30)
    with served(play=False) as here, ExitStack() as lines:
        desk, phone = Visitor(here), Visitor(here)
        desk.sit_at_desk()
        phone.meet()
        assert phone.post("/api/seat/1/claim", {"secret": here.keys.seats[Seat(1)]}).status == 204
        flood = [lines.enter_context(asks(here)) for _ in range(40)]
        began = time.monotonic()
        assert desk.command("pause").status == 200
        with phone.live("role=seat") as line:
            assert line.snapshot()["status"] == "paused"
        assert time.monotonic() - began < 10  # the strangers behind them wait for a minute and more
        flood[-1].settimeout(0.1)
        with pytest.raises(TimeoutError):
            flood[-1].recv(10)


def test_desk_and_phones_get_in_where_no_stranger_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(play=False) as here:
        desk, phone, stranger = Visitor(here), Visitor(here), Visitor(here)
        desk.sit_at_desk()
        phone.meet()
        assert phone.post("/api/seat/1/claim", {"secret": here.keys.seats[Seat(1)]}).status == 204
        monkeypatch.setattr("pi_diavolo.web.server.MOST_CONNECTIONS", 0)
        assert desk.command("pause").status == 200
        with phone.live("role=seat") as line:
            assert line.snapshot()["status"] == "paused"
        stranger.cookie = f"diavolo=d{'A' * 22}.{'0' * 64}"  # not signed by the table
        with pytest.raises((ConnectionError, HTTPException)):
            stranger.ask("GET", "/health")


def test_whoever_waits_at_the_door_and_says_nothing_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.server.MOST_IN_ANTECHAMBER", 3)
    with served(play=False) as here, ExitStack() as lines:
        desk = Visitor(here)
        desk.sit_at_desk()
        monkeypatch.setattr("pi_diavolo.web.server.MOST_CONNECTIONS", 0)
        silent = [lines.enter_context(raw_line(here)) for _ in range(5)]
        assert desk.command("pause").status == 200
        assert all(line.recv(10) == b"" for line in silent)  # the first at once, the last after a while


def test_sockets_are_kept_free_for_desk_and_phones(game: Served) -> None:
    desk, phone, stranger = Visitor(game), Visitor(game), Visitor(game)
    desk.sit_at_desk()
    phone.meet()
    assert phone.post("/api/seat/1/claim", {"secret": game.keys.seats[Seat(1)]}).status == 204
    house = game.pages.house
    assert house is not None
    house.most_sockets = 0
    with pytest.raises(InvalidStatus, match="429"), stranger.live():
        pass
    with desk.live() as at_desk, phone.live("role=seat") as playing:
        assert at_desk.snapshot()["players"]
        assert playing.snapshot()["players"]


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        pytest.param(b"GET / HTTP/1.1\r\nCookie: diavolo=dA.b; x=1\r\n\r\n", "dA.b", id="alone"),
        pytest.param(b"GET / HTTP/1.1\r\ncookie: x=1; diavolo=dA.b\r\n\r\n", "dA.b", id="among others"),
        pytest.param(b"GET / HTTP/1.1\r\nCookie: mydiavolo=dA.b\r\n\r\n", None, id="another one"),
        pytest.param(b"GET /?Cookie: diavolo=dA.b HTTP/1.1\r\n\r\n", None, id="not in the head"),
        pytest.param(b"\xff" * 5000, None, id="nonsense"),
    ],
)
def test_the_cookie_is_found_in_what_comes_over_the_line(sent: bytes, found: str | None) -> None:
    assert cookie_in(sent) == found


# What is written down


def days_of(allowed: Buckets, days: int) -> int:
    """How often something happens if it is tried every second."""
    return sum(allowed.take(1000.0 + second) for second in range(days * 24 * 3600))


def test_what_one_bucket_refuses_costs_the_other_nothing() -> None:
    often, seldom = Bucket(1.0, 1.0), Bucket(0.001, 3.0)
    both = Buckets((often, seldom))
    assert [both.take(now) for now in (10.0, 10.0, 10.0, 11.0, 12.0, 13.0)] == [
        *[True, False, False, True, True, False]
    ]


def sits_and_leaves(visitor: Visitor, seat: int) -> list[int]:
    return [
        visitor.command("sit", seat=seat, name=f"N{visitor.state()['decisions']}").status,
        visitor.command("leave", seat=seat).status,
    ]


def test_when_strangers_have_written_enough_the_desk_and_whoever_plays_still_can(lobby: Served) -> None:
    desk, phone, stranger = Visitor(lobby), Visitor(lobby), Visitor(lobby)
    desk.sit_at_desk()
    for visitor in (phone, stranger):
        visitor.meet()
    assert phone.post("/api/seat/1/claim", {"secret": lobby.keys.seats[Seat(1)]}).status == 204
    house = lobby.pages.house
    assert house is not None
    house.quick = Buckets((Bucket(5.0, 20.0), Bucket(1e-9, 3.0)))
    assert sits_and_leaves(stranger, 3) == [200, 200]
    assert sits_and_leaves(stranger, 3) == [200, 429]
    assert sits_and_leaves(phone, 1) == [200, 200]
    assert sits_and_leaves(desk, 2) == [200, 200]
    assert sits_and_leaves(stranger, 4) == [429, 429]


def test_strangers_write_little_however_long_they_go_on(lobby: Served) -> None:
    house = lobby.pages.house
    assert house is not None
    assert (
        days_of(house.quick, days=1) == days_of(house.quick_of_players, days=1) == pytest.approx(5000, abs=2)
    )
