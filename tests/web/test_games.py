"""The history over HTTP: lists, games, statistics, files, who may have them, how often the log is read."""

import csv
import io
import json
import socket
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from shutil import copy

import pytest

from pi_diavolo import history_archive
from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.history_archive import Archive
from pi_diavolo.history_following import GameRecord
from pi_diavolo.history_statistics import Digest, digest
from pi_diavolo.table.events import Correction, GameAbandoned
from tests.evenings import keep_evening
from tests.makers import GRAY, RED, a_roll
from tests.web.client import Visitor, raw_line
from tests.web.serving import NAMES, Served, served

PEOPLE = ("Ada", "<b>Blaise</b>", "=Carl")


@pytest.fixture(scope="module")
def an_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games 1 and 2 are over; game 3 was left after two turns; Carl is erased."""
    path = tmp_path_factory.mktemp("evening") / "games.db"
    keep_evening(path, PEOPLE, over=2)
    return path


@pytest.fixture
def log_file(an_evening: Path, tmp_path: Path) -> Path:
    copy(an_evening, tmp_path / "games.db")
    return tmp_path / "games.db"


@pytest.fixture
def here(log_file: Path) -> Iterator[Served]:
    """The same table after a restart, the third game going on; nothing happens by itself."""
    with served(play=False, log_file=log_file) as here:
        yield here


@pytest.fixture
def visitor(here: Served) -> Visitor:
    return Visitor(here)


def test_the_list_tells_the_newest_game_first(visitor: Visitor) -> None:
    told = visitor.get("/api/games")
    assert (told["total"], told["more"]) == (3, False)
    assert [(game["game"], game["over"]) for game in told["games"]] == [(3, False), (2, True), (1, True)]
    first = told["games"][-1]
    assert [player["name"] for player in first["players"]] == ["Ada", "<b>Blaise</b>", None]
    assert [player["erased"] for player in first["players"]] == [False, False, True]
    assert first["winner"] in [player["seat"] for player in first["players"]]
    assert first["began"].startswith("20")
    assert first["lasted_s"] > 0


def test_older_games_come_page_by_page(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_archive, "PAGE", 2)
    newest = visitor.get("/api/games")
    assert ([game["game"] for game in newest["games"]], newest["more"]) == ([3, 2], True)
    older = visitor.get("/api/games?before=2")
    assert ([game["game"] for game in older["games"]], older["more"]) == ([1], False)


def test_a_game_is_told_turn_by_turn_with_its_dice(visitor: Visitor) -> None:
    told = visitor.get("/api/games/1?lang=fr")
    assert len(told["turn_list"]) == told["turns"] > 3
    for turn in told["turn_list"]:
        assert len(turn["dice"]) == 9
        assert {die["colour"] for die in turn["dice"]} == {"black", "white", "red"}
        assert turn["reason"]
        for result in turn["results"]:
            assert {"took", "after_ms", "one_of_ms", "docked", "early", "photo_finish", "fits"} <= set(result)
            assert not result["fits"] or result["verdict"] == "wrong"
    text = json.dumps(told, ensure_ascii=False)
    assert "quelqu’un (nom effacé)" in text
    assert "=Carl" not in text
    assert told["turn_list"][-1]["over"]


@pytest.mark.parametrize("path", ["/api/games/4", "/api/games/0", "/api/games/x", "/api/players?game=9"])
def test_a_game_that_is_not_there_is_not_found(visitor: Visitor, path: str) -> None:
    assert visitor.ask("GET", path).status == 404


def test_a_number_without_end_is_no_game(visitor: Visitor) -> None:
    assert visitor.ask("GET", "/api/games/" + "9" * 5000).status == 404
    assert visitor.ask("GET", "/api/games?before=" + "9" * 5000).status == 400


def test_statistics_add_up_over_games(visitor: Visitor) -> None:
    whole = {one["player"]: one for one in visitor.get("/api/players")["players"]}
    each = [visitor.get(f"/api/players?game={game}")["players"] for game in (1, 2, 3)]
    for player, told in whole.items():
        parts = [one for game in each for one in game if one["player"] == player]
        assert (told["games"], told["won"]) == (3, sum(part["won"] for part in parts))
        for name in ("turns", "right", "wrong", "none", "gems_lost", "early"):
            counted = [part["statistics"]["diavolo"][name] for part in parts]
            assert told["statistics"]["diavolo"][name] == sum(counted)
    rulings = visitor.get("/api/games/1")["turn_list"]
    right = sum(r["verdict"] in ("right", "gained", "gained_at_most") for t in rulings for r in t["results"])
    assert sum(one["statistics"]["diavolo"]["right"] for one in each[0]) == right


def test_a_turn_that_is_played_now_is_found_at_once(here: Served, visitor: Visitor) -> None:
    before = visitor.get("/api/games")["games"][0]["turns"]
    here.turn(a_roll(), s1=RED, s3=GRAY)
    assert visitor.get("/api/games")["games"][0]["turns"] == before + 1
    turn = visitor.get("/api/games/3")["turn_list"][-1]
    assert {result["seat"]: result["took"] for result in turn["results"]}[1] == "red"


def test_a_correction_changes_the_past(here: Served, visitor: Visitor) -> None:
    here.turn(a_roll(), s1=RED)
    (number,) = [turn["turn"] for turn in visitor.get("/api/games/3")["turn_list"][-1:]]
    here.happen(Correction(number, here.clock.now(), order="smallest_sum"))
    turn = visitor.get("/api/games/3")["turn_list"][-1]
    assert (turn["corrected"], turn["order"], turn["answer"]) == (True, "smallest_sum", "black")
    assert turn["results"][0]["verdict"] == "wrong"
    assert "Greatest sum" in turn["results"][0]["fits"]
    assert visitor.get("/api/games")["games"][0]["corrected"] == 1


def test_a_flood_of_questions_reads_the_log_once(here: Served, visitor: Visitor) -> None:
    assert here.pages.house is not None
    past = here.pages.house.past
    assert isinstance(past, Archive)
    visitor.get("/api/games")
    before = past.readings
    with ThreadPoolExecutor(8) as many:
        asked = [many.submit(Visitor(here).get, f"/api/{what}") for what in ("games", "players") * 20]
        assert len({json.dumps(one.result()) for one in asked}) == 2
    assert past.readings - before <= 2  # a quiet log is looked at again after a while


def test_a_flood_while_the_table_plays_reads_once_a_second(here: Served, visitor: Visitor) -> None:
    assert here.pages.house is not None
    past = here.pages.house.past
    assert isinstance(past, Archive)
    visitor.get("/api/games")
    before = past.readings
    with ThreadPoolExecutor(4) as many:
        asked = [many.submit(Visitor(here).get, "/api/games") for _ in range(12)]
        here.roll(a_roll())
        asked += [many.submit(Visitor(here).get, "/api/games") for _ in range(12)]
        assert all(one.result()["total"] == 3 for one in asked)
    assert past.readings - before <= 3


def test_what_a_failure_cut_short_is_read_again(log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [True]

    def fails_once(record: GameRecord) -> Digest:
        if record.number == 2 and left:
            left.pop()
            raise LogError("the disk hiccups")
        return digest(record)

    monkeypatch.setattr(history_archive, "digest", fails_once)
    with served(play=False, log_file=log_file) as here:
        visitor = Visitor(here)
        assert visitor.ask("GET", "/api/games").json["error"] == "table_busy"
        assert [game["game"] for game in visitor.get("/api/games")["games"]] == [3, 2, 1]
        assert visitor.get("/api/games/2")["turns"] == len(visitor.get("/api/turns?game=2"))


def test_an_older_game_is_told_with_the_names_of_those_who_played_it(tmp_path: Path) -> None:
    with served(play=False, log_file=tmp_path / "log.db") as here:
        visitor = Visitor(here)
        visitor.meet()
        here.turn(a_roll(), s1=RED)
        here.happen(GameAbandoned(here.clock.now()))
        assert visitor.command("leave", seat=1).status == 200
        assert visitor.command("sit", seat=1, name="Newcomer").status == 200
        (turn,) = visitor.get("/api/turns?game=1")
        assert [result["name"] for result in turn["results"]] == [*NAMES]
        assert len(turn["dice"]) == 9
        (listed,) = visitor.get("/api/games")["games"]
        assert (listed["abandoned"], listed["over"]) == (True, False)


# Who may see it


def test_a_locked_table_keeps_its_past_to_the_desk(here: Served, visitor: Visitor) -> None:
    desk = Visitor(here)
    desk.sit_at_desk()
    desk.command("abandon")
    assert desk.command("settings", settings={"locked": True}).status == 200
    for path in ("/api/games", "/api/games/1", "/api/players", "/api/turns?game=1"):
        assert visitor.ask("GET", path).status == 403
        assert visitor.ask("GET", path).json["error"] == "no_pin"
        assert desk.ask("GET", path).status == 200
    assert visitor.ask("GET", "/games").status == 200  # the page itself says what is the matter


def test_files_are_for_the_desk(here: Served, visitor: Visitor) -> None:
    for form in ("csv", "json"):
        assert visitor.ask("GET", f"/api/games/export.{form}").status == 403
    desk = Visitor(here)
    desk.sit_at_desk()
    reply = desk.ask("GET", "/api/games/export.csv")
    assert reply.headers["content-disposition"] == 'attachment; filename="diavolo-games.csv"'
    assert reply.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(reply.body.decode())))
    assert {row["game"] for row in rows} == {"1", "2", "3"}
    assert "<b>Blaise</b>" in {row["player"] for row in rows}
    assert not any("Carl" in row["player"] for row in rows)
    games = desk.ask("GET", "/api/games/export.json?game=2").json
    assert [game["game"] for game in games] == [2]
    assert games[0]["events"][0]["kind"] == "PlayAgainAsked"
    for number in (0, 77, 78, 79):  # and none of them keeps the next waiting
        assert desk.ask("GET", f"/api/games/export.json?game={number}").status == 404


def gone_amid_a_file(desk: Visitor) -> None:
    """Ask for all games, and break off when the first of them is there."""
    with raw_line(desk.here) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # no goodbye
        asked = f"GET /api/games/export.json HTTP/1.1\r\nHost: localhost\r\nCookie: {desk.cookie}\r\n\r\n"
        line.sendall(asked.encode())
        got = b""
        while b"PlayAgainAsked" not in got:
            piece = line.recv(4096)
            assert piece, got
            got += piece


def open_files(log_file: Path) -> int:
    """How often this process holds the log open."""
    found = [handle.readlink() for handle in Path("/proc/self/fd").iterdir() if handle.is_symlink()]
    return sum(str(path).startswith(str(log_file)) for path in found)


def test_a_file_that_nobody_waits_for_leaves_nothing_open(
    here: Served, log_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_archive, "CHUNK", 1)  # each game goes on its way by itself,
    monkeypatch.setattr(history_archive, "BREATH_S", 0.2)  # and the next is being read when they leave
    desk = Visitor(here)
    desk.sit_at_desk()
    desk.get("/api/games")
    before = open_files(log_file)
    for _ in range(4):
        gone_amid_a_file(desk)
        # As soon as the one before is closed there may be another.
        assert comes_true(lambda: desk.ask("GET", "/api/games/export.csv?game=1").status == 200)
    assert comes_true(lambda: open_files(log_file) == before)
    with closing(sqlite3.connect(log_file)) as other:
        (busy, _, _) = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert not busy
    assert {game["game"] for game in desk.get("/api/games/export.json")} == {1, 2, 3}


@pytest.fixture
def impatient(here: Served, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """A desk at a table that waits for nobody, and of whose answers little fits into the network."""
    monkeypatch.setattr("pi_diavolo.web.server.PATIENCE_S", 0.2)
    here.pages._server._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    desk = Visitor(here)
    desk.sit_at_desk()
    return desk


def asks_for_a_file(desk: Visitor) -> socket.socket:
    line = socket.socket()
    line.settimeout(20)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", desk.here.pages.port))
    asked = f"GET /api/games/export.json HTTP/1.0\r\nHost: localhost\r\nCookie: {desk.cookie}\r\n\r\n"
    line.sendall(asked.encode())
    return line


def test_a_file_that_is_fetched_slowly_is_fetched_to_its_end(impatient: Visitor) -> None:
    began, got = time.monotonic(), b""
    with asks_for_a_file(impatient) as line:
        while piece := line.recv(2048):
            got += piece
            time.sleep(0.06)
    assert time.monotonic() - began > 3 * 0.2 * 2  # twice as long as one may read nothing
    assert [game["game"] for game in json.loads(got.partition(b"\r\n\r\n")[2])] == [1, 2, 3]


def test_a_file_that_nobody_fetches_is_given_up(impatient: Visitor) -> None:
    server, got = impatient.here.pages._server._server, b""
    assert server is not None
    with asks_for_a_file(impatient) as line:
        assert comes_true(lambda: len(server.server_state.connections) > 0)
        assert comes_true(lambda: not server.server_state.connections)
        with suppress(ConnectionError):
            while piece := line.recv(2048):
                got += piece
    assert not got.endswith(b"]\n")


def comes_true(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()


def test_an_empty_log_has_an_empty_list(tmp_path: Path) -> None:
    with served(sit_down=False, play=False, log_file=tmp_path / "new.db") as here:
        desk = Visitor(here)
        assert desk.get("/api/games") == {"total": 0, "games": [], "more": False}
        assert desk.get("/api/players")["players"] == []
        desk.sit_at_desk()
        assert desk.ask("GET", "/api/games/export.json").json == []
        assert desk.ask("GET", "/api/games/export.csv").body.count(b"\n") == 1


def test_a_table_without_a_log_has_no_past(lobby: Served) -> None:
    assert Visitor(lobby).ask("GET", "/api/games").status == 404


def test_a_name_erased_meanwhile_is_soon_gone(log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_archive, "LONGEST_KEPT_S", 0.0)
    with served(play=False, log_file=log_file) as here:
        visitor = Visitor(here)
        assert "Ada" in json.dumps(visitor.get("/api/games"))
    with EventLog.open(log_file) as log:
        for player in log.names():
            log.forget_name(player)
    with served(play=False, log_file=log_file) as here:
        for path in ("/api/games", "/api/games/1", "/api/players"):
            assert "Ada" not in json.dumps(Visitor(here).get(path))
