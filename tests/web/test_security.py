"""Who may not: other sites' pages, strange names, wrong PINs, giants, slow talkers."""

import json
import socket
import stat
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from pi_diavolo.errors import ConfigError
from pi_diavolo.web.closed_desks import MOST_CLOSED, ClosedDesks
from pi_diavolo.web.doors import known_names
from pi_diavolo.web.keys import fresh_keys, kept_keys
from pi_diavolo.web.pin_lock import FREE_TRIES, LONGEST_WAIT_S, PinLock
from pi_diavolo.web.rate import Pace
from pi_diavolo.web.server import listening
from pi_diavolo.web.visitors import Sessions
from tests.web.client import Visitor, raw_line
from tests.web.serving import Served, served

# Names


@pytest.mark.parametrize("host", ["localhost", "localhost:80", "127.0.0.1:9", "LOCALHOST.", "[::1]:8666"])
def test_the_table_knows_its_own_names(lobby: Served, host: str) -> None:
    assert Visitor(lobby).ask("GET", "/api/state", Host=host).status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.7", "[::2]", "a b", ":"],
)
def test_a_strange_name_is_turned_away(lobby: Served, host: str) -> None:
    reply = Visitor(lobby).ask("GET", "/api/state", Host=host)
    assert (reply.status, reply.json["error"]) == (421, "wrong_host")


def test_a_strange_name_gets_no_live_line(lobby: Served) -> None:
    with pytest.raises(InvalidStatus, match="421"), Visitor(lobby).live(host="evil.example"):
        pass


def test_names_are_the_machines_and_those_in_the_settings() -> None:
    names = known_names("Diavolo.example.org", ["game.home"])
    assert {"diavolo.example.org", "diavolo", "diavolo.local", "game.home", "localhost"} <= names


def test_a_name_in_the_settings_is_known() -> None:
    with served(play=False, hosts=("spiel.test",)) as here:
        assert Visitor(here).ask("GET", "/", Host="spiel.test").status == 200


def test_forwarded_addresses_are_not_believed(visitor: Visitor) -> None:
    reply = visitor.ask("GET", "/api/state", X_Forwarded_Host="localhost", Host="evil.example")
    assert reply.status == 421


# Other sites


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost", "http://localhost.evil"]
)
def test_another_sites_page_can_do_nothing(visitor: Visitor, origin: str) -> None:
    before = visitor.state()["decisions"]
    body = {"kind": "sit", "seen": before, "seat": 1, "name": "Eve"}
    reply = visitor.ask("POST", "/api/commands", body, Origin=origin)
    assert (reply.status, reply.json["error"]) == (403, "wrong_origin")
    assert visitor.state()["decisions"] == before
    with pytest.raises(InvalidStatus, match="403"), visitor.live(Origin=origin):
        pass


def test_our_own_pages_origin_is_welcome(visitor: Visitor) -> None:
    origin = visitor.here.url
    body = {"kind": "sit", "seen": visitor.state()["decisions"], "seat": 1, "name": "Ada"}
    assert visitor.ask("POST", "/api/commands", body, Origin=origin).status == 200
    with visitor.live(Origin=origin) as line:
        assert line.snapshot()["players"][0]["name"] == "Ada"


@pytest.mark.parametrize("token", ["", "x", "0" * 64, "é"])
def test_without_the_token_nothing_is_changed(visitor: Visitor, token: str) -> None:
    visitor.token = token
    for method, path in (("POST", "/api/commands"), ("POST", "/api/pin"), ("DELETE", "/api/pin")):
        reply = visitor.ask(method, path, {"kind": "start", "seen": 0})
        assert (reply.status, reply.json["error"]) == (403, "csrf")


def test_a_token_belongs_to_one_session(lobby: Served) -> None:
    one, other = Visitor(lobby), Visitor(lobby)
    one.meet()
    other.meet()
    other.token = one.token
    assert other.command("start").json["error"] == "csrf"


def test_a_forged_cookie_is_no_session(lobby: Served) -> None:
    one = Visitor(lobby)
    one.sit_at_desk()
    name, _, signature = one.cookie.partition(".")
    forger = Visitor(lobby)
    for cookie in (name, f"{name}.", f"{name}.{'0' * 64}", f"diavolo={'A' * 22}.{signature}", "diavolo=\xff"):
        forger.cookie, forger.token = cookie, one.token
        assert forger.ask("GET", "/api/seats").status == 403


def test_cookies_stay_away_from_scripts_and_other_sites(lobby: Served) -> None:
    cookie = Visitor(lobby).ask("GET", "/api/me").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize("path", ["/", "/api/state", "/api/nothing", "/static/common.js", "/health"])
def test_every_answer_tells_browsers_what_not_to_do(lobby: Served, path: str) -> None:
    headers = Visitor(lobby).ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "cache-control" in headers
    assert "server" not in headers


# The PIN


def test_the_right_pin_opens_the_desk_and_leaving_closes_it(lobby: Served) -> None:
    one = Visitor(lobby)
    assert one.meet()["desk"] is False
    before = one.cookie
    assert one.post("/api/pin", {"pin": lobby.keys.pin}).status == 204
    assert one.cookie != before
    assert one.meet()["desk"] is True
    assert one.ask("DELETE", "/api/pin").status == 204
    assert one.meet()["desk"] is False


def test_who_knew_the_session_before_the_pin_has_gained_nothing(lobby: Served) -> None:
    one = Visitor(lobby)
    one.meet()
    thief = Visitor(lobby)
    thief.cookie, thief.token = one.cookie, one.token
    one.post("/api/pin", {"pin": lobby.keys.pin})
    assert thief.meet()["desk"] is False


def test_wrong_pins_make_everyone_wait(lobby: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.pin_lock.FIRST_WAIT_S", 3.0)  # time enough for two more to ask
    one, other = Visitor(lobby), Visitor(lobby)
    one.meet()
    replies = [one.post("/api/pin?lang=de", {"pin": f"{n:06}"}) for n in range(FREE_TRIES + 2)]
    assert [reply.status for reply in replies] == [403] * (FREE_TRIES + 1) + [429]
    assert int(replies[-1].headers["retry-after"]) >= 1
    assert "warten" in replies[-1].json["message"]
    other.meet()
    assert other.post("/api/pin", {"pin": lobby.keys.pin}).status == 429
    time.sleep(3.1)
    assert other.post("/api/pin", {"pin": lobby.keys.pin}).status == 204


def test_the_wait_grows_ends_and_is_forgotten() -> None:
    lock, now, waits = PinLock("123456"), 100.0, []
    for count in range(14):
        assert not lock.opens("000000", f"session {count}", now)
        waits.append(lock.wait("another session", now))
        now += waits[-1]
    assert waits[:FREE_TRIES] == [0.0] * FREE_TRIES
    assert waits[FREE_TRIES:] == sorted(waits[FREE_TRIES:])
    assert waits[-1] == LONGEST_WAIT_S
    assert lock.wait("another session", now + 1000) == 0
    assert lock.opens("123456", "another session", now)
    assert lock.wait("session 1", now) == 0


def test_who_hammers_wrong_pins_does_not_keep_out_a_device_that_had_the_desk(lobby: Served) -> None:
    owner, stranger = Visitor(lobby), Visitor(lobby)
    owner.sit_at_desk()
    assert owner.ask("DELETE", "/api/pin").status == 204
    stranger.meet()
    while stranger.post("/api/pin", {"pin": "000000"}).status != 429:
        pass
    owner.cookie = ""  # another day
    owner.meet()
    assert owner.post("/api/pin", {"pin": lobby.keys.pin}).status == 204


def test_a_device_that_had_the_desk_waits_for_its_own_mistakes(lobby: Served) -> None:
    owner, stranger = Visitor(lobby), Visitor(lobby)
    owner.sit_at_desk()
    replies = [owner.post("/api/pin", {"pin": f"{n:06}"}).status for n in range(FREE_TRIES + 2)]
    assert replies == [403] * (FREE_TRIES + 1) + [429]
    stranger.sit_at_desk()  # nobody else has to wait for that
    owner.cookie = ""
    owner.meet()  # another session helps nobody
    assert owner.post("/api/pin", {"pin": lobby.keys.pin}).status == 429


@pytest.mark.parametrize("how", ["forged", "signed by another PIN"])
def test_nobody_makes_up_a_device_that_had_the_desk(lobby: Served, how: str) -> None:
    stranger = Visitor(lobby)
    stranger.meet()
    while stranger.post("/api/pin", {"pin": "000000"}).status != 429:
        pass
    before = Sessions(lobby.keys.signing, lobby.keys.seats, "314159").device_cookie(None)
    stranger.device = f"diavolo-device={before if how != 'forged' else 'A' * 22 + '.' + '0' * 64}"
    assert stranger.post("/api/pin", {"pin": lobby.keys.pin}).status == 429


def test_that_a_device_had_the_desk_is_told_where_the_pin_is_given_and_nowhere_else(lobby: Served) -> None:
    one = Visitor(lobby)
    one.meet()
    given = one.post("/api/pin", {"pin": lobby.keys.pin})
    (cookie,) = [cookie.lower() for cookie in given.cookies if cookie.startswith("diavolo-device=")]
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/api/pin", "max-age="))


@pytest.mark.parametrize("pin", [None, 123456, "", "x" * 65, ["1"], {"pin": "1"}])
def test_what_is_no_pin_is_malformed_or_wrong(visitor: Visitor, pin: object) -> None:
    assert visitor.post("/api/pin", {"pin": pin}).status in (400, 403)


def test_the_pin_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    file = tmp_path / "state" / "keys.json"
    keys = kept_keys(file)
    assert len(keys.pin) == 6
    assert keys.pin.isdigit()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert kept_keys(file) == keys
    assert fresh_keys().seats != fresh_keys().seats


def test_a_pin_can_be_chosen_and_an_open_file_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    kept_keys(file)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"pin": "tausend"}))
    file.chmod(0o644)
    assert kept_keys(file).pin == "tausend"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"pin": 1}', '{"pin": "", "seats": {}, "signing": ""}'])
def test_a_damaged_key_file_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"keys\.json"):
        kept_keys(file)


# Sizes and times


def test_a_giant_message_is_refused(visitor: Visitor) -> None:
    body = {"kind": "sit", "seen": 0, "seat": 1, "name": "x" * 20_000}
    assert visitor.post("/api/commands", body).status == 413
    assert visitor.ask("POST", "/api/pin", raw=b" " * 100_000).status == 413


def test_only_json_is_read(visitor: Visitor) -> None:
    reply = visitor.ask("POST", "/api/commands", {"kind": "start", "seen": 0}, Content_Type="text/plain")
    assert (reply.status, reply.json["error"]) == (400, "malformed")


def test_giant_headers_and_nonsense_end_the_connection(lobby: Served) -> None:
    for sent in (b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000, b"\x16\x03\x01 nonsense\r\n\r\n"):
        with raw_line(lobby) as line:
            try:
                line.sendall(sent)
                got = line.recv(4096)
            except ConnectionError:
                got = b""
            assert got == b"" or got.startswith(b"HTTP/1.1 4")
    assert Visitor(lobby).ask("GET", "/health").status == 200


def test_who_says_nothing_is_cut_off(lobby: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.server.PATIENCE_S", 1.0)
    with raw_line(lobby) as silent, raw_line(lobby) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: local")
        assert silent.recv(10) == b""
        assert slow.recv(10) == b""
    with Visitor(lobby).live() as line:
        line.snapshot()
        time.sleep(1.6)
        assert line.connection.ping().wait(20)


def test_so_many_sockets_and_no_more(lobby: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Visitor(lobby)
    house = lobby.pages.house
    assert house is not None
    house.most_sockets = 2
    with one.live() as first, one.live():
        first.snapshot()
        with pytest.raises(InvalidStatus, match="429"), one.live():
            pass
    deadline = time.monotonic() + 20
    while house.hub.pages and time.monotonic() < deadline:
        time.sleep(0.02)
    with one.live() as line:
        line.snapshot()


def test_visitors_without_a_pin_cannot_fill_the_log(visitor: Visitor) -> None:
    sent = 1
    while visitor.command("start", seen=0).status != 429:
        sent += 1
        assert sent <= 100
    assert visitor.state()["decisions"] < sent


def test_a_flood_is_put_off_and_nobody_is_refused() -> None:
    pace = Pace(per_second=10.0, at_once=5)
    assert [pace.wait(100.0) for _ in range(5)] == [0.0] * 5
    assert [round(pace.wait(100.0), 3) for _ in range(3)] == [0.1, 0.2, 0.3]
    assert pace.wait(200.0) == 0


def test_questions_sent_all_at_once_wait_for_their_turn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.server.REQUESTS_PER_S", 10.0)
    monkeypatch.setattr("pi_diavolo.web.server.REQUESTS_AT_ONCE", 2)
    with served(sit_down=False, play=False) as here, raw_line(here) as line:
        began = time.monotonic()
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 6)
        got = b""
        while got.count(b"HTTP/1.1 200") < 6:
            got += line.recv(4096)
        assert time.monotonic() - began >= 0.35


def test_too_many_new_connections_are_turned_away_and_pages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.server.ARRIVALS_PER_S", 0.001)
    monkeypatch.setattr("pi_diavolo.web.server.ARRIVALS_AT_ONCE", 4.0)
    with served() as here, Visitor(here).live() as watching:
        watching.snapshot()
        answered = 0
        for _ in range(8):
            with raw_line(here) as line, suppress(ConnectionError):
                line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answered += line.recv(4096).startswith(b"HTTP/1.1 200")
        assert answered == 3
        turn = watching.until(lambda news: "turn" in news)["turn"]
        watching.until(lambda news: news.get("turn", turn) != turn or news.get("status") == "grab")


def test_an_answer_is_not_held_back_by_the_network() -> None:
    with listening(0, "127.0.0.1") as sock, socket.create_connection(sock.getsockname()):
        connection, _ = sock.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    "path",
    ["/static/../routes.py", "/static/%2e%2e/routes.py", "/static/..%2froutes.py", "/static//etc/passwd",
     "/static/index.html", "/static/", "/static/.hidden.js", "/static/a%00.js", "/static/texts"],
)  # fmt: skip
def test_only_the_pages_files_are_served(lobby: Served, path: str) -> None:
    assert Visitor(lobby).ask("GET", path).status == 404


def test_pages_are_sent_once_and_then_confirmed(lobby: Served) -> None:
    one = Visitor(lobby)
    first = one.ask("GET", "/static/common.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = one.ask("GET", "/static/common.js", If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(("method", "path"), [("PUT", "/api/state"), ("POST", "/"), ("TRACE", "/health")])
def test_other_methods_are_refused(visitor: Visitor, method: str, path: str) -> None:
    assert visitor.ask(method, path).status == 405


def test_a_taken_port_is_said_in_a_sentence(lobby: Served) -> None:
    with pytest.raises(ConfigError, match="--port"):
        listening(lobby.pages.port, "127.0.0.1")


# A table that is started anew


def test_a_desk_stays_open_when_the_table_is_started_anew_with_its_keys(lobby: Served) -> None:
    desk = Visitor(lobby)
    desk.sit_at_desk()
    with served(sit_down=False, play=False, keys=lobby.keys) as again:
        back = Visitor(again)
        back.cookie, back.token = desk.cookie, desk.token
        assert back.command("sit", seat=1, name="Ada").status == 200
        assert back.get("/api/seats")
        assert back.meet()["desk"]


def test_with_another_pin_or_key_every_desk_is_closed(lobby: Served) -> None:
    desk = Visitor(lobby)
    desk.sit_at_desk()
    for keys in (replace(lobby.keys, pin="314159"), replace(lobby.keys, signing=b"x" * 32)):
        with served(sit_down=False, play=False, keys=keys) as again:
            back = Visitor(again)
            back.cookie, back.token = desk.cookie, desk.token
            assert not back.meet()["desk"]
            assert back.ask("GET", "/api/seats").status == 403


def test_a_desk_that_was_closed_stays_closed_for_whoever_kept_its_cookie(lobby: Served) -> None:
    desk = Visitor(lobby)
    desk.sit_at_desk()
    kept = desk.cookie
    assert desk.ask("DELETE", "/api/pin").status == 204
    assert desk.cookie != kept
    assert not desk.meet()["desk"]
    thief = Visitor(lobby)
    thief.cookie = kept
    assert not thief.meet()["desk"]


def test_a_desk_that_was_closed_stays_closed_when_the_table_is_started_anew(tmp_path: Path) -> None:
    keys_file = tmp_path / "keys.json"
    with served(sit_down=False, play=False, keys_file=keys_file) as here:
        desk, other = Visitor(here), Visitor(here)
        desk.sit_at_desk()
        other.sit_at_desk()
        kept = desk.cookie
        assert desk.ask("DELETE", "/api/pin").status == 204
    with served(sit_down=False, play=False, keys_file=keys_file) as again:
        thief, back = Visitor(again), Visitor(again)
        thief.cookie, back.cookie = kept, other.cookie
        assert not thief.meet()["desk"]
        assert thief.ask("GET", "/api/seats").status == 403
        assert back.meet()["desk"]


def test_closed_desks_are_kept_from_others_and_do_not_grow_without_end(tmp_path: Path) -> None:
    full = json.dumps([f"d{number}" for number in range(MOST_CLOSED)])
    (tmp_path / "keys.json.closed").write_text(full)
    ClosedDesks.beside(tmp_path / "keys.json").add("the latest")
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = ClosedDesks.beside(tmp_path / "keys.json")
    assert len(again) == MOST_CLOSED
    assert [session in again for session in ("d0", "d1", "the latest")] == [False, True, True]


@pytest.mark.parametrize("text", ["", "{", "{}", "7", '[1, "d1"]', "\xff"])
def test_a_damaged_list_of_closed_desks_stops_no_table(tmp_path: Path, text: str) -> None:
    (tmp_path / "keys.json.closed").write_bytes(text.encode("latin-1"))
    closed = ClosedDesks.beside(tmp_path / "keys.json")
    closed.add("d2")
    assert "d2" in ClosedDesks.beside(tmp_path / "keys.json")


def test_where_nothing_can_be_written_a_desk_is_closed_all_the_same(tmp_path: Path) -> None:
    closed = ClosedDesks.beside(tmp_path / "gone" / "keys.json")
    closed.add("d1")
    assert "d1" in closed


def test_nobody_makes_a_desk_of_a_visitor_by_its_first_letter(lobby: Served) -> None:
    one = Visitor(lobby)
    one.meet()
    name, _, session = one.cookie.partition("=")
    assert session[0] == "v"
    one.cookie = f"{name}=d{session[1:]}"
    assert not one.get("/api/me")["desk"]
