"""The set-up over the API: behind the PIN, recorded in the log, and no game is disturbed."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_diavolo.eventlog import EventLog
from pi_diavolo.table.events import TableSetUp
from pi_diavolo.table.setting_up import Do, Found, Step, Verdict
from pi_diavolo.vision.table_file import load_table
from tests.web.client import Reply, Visitor
from tests.web.serving import Served, served

JPEG = b"\xff\xd8\xff"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    """A wired lobby with a log."""
    log = tmp_path / "games.db"
    with served(sit_down=False, play=False, wired=True, log_file=log, set_up_beside=log) as here:
        yield here


@pytest.fixture
def desk(table: Served) -> Visitor:
    one = Visitor(table)
    one.sit_at_desk()
    one.get("/api/setup")  # the eyes are awake
    return one


def do(desk: Visitor, step: str, **wish: object) -> Reply:
    """Somebody who has just looked asks for this."""
    seen = wish.pop("seen", None)
    return desk.post(f"/api/setup/{step}", {"seen": version(desk) if seen is None else seen, **wish})


def version(desk: Visitor) -> int:
    reply = desk.ask("GET", "/api/setup")
    return int(reply.json["version"]) if reply.status == 200 else 0


def did(desk: Visitor, step: str, **wish: object) -> Any:
    reply = do(desk, step, **wish)
    assert reply.status == 200, reply
    return reply.json


def recorded(log_file: Path) -> list[tuple[Step, Do | None]]:
    with EventLog.read_only(log_file) as log:
        events = [logged.event for logged in log.events()]
    return [(event.step, event.do) for event in events if isinstance(event, TableSetUp)]


def test_without_the_pin_nothing_is_shown_and_nothing_done(table: Served, tmp_path: Path) -> None:
    stranger = Visitor(table)
    stranger.meet()
    for path in ("", "/picture.jpg?picture=1", "/roll.jpg", "/faces/closest"):
        assert stranger.ask("GET", f"/api/setup{path}").status == 403
    assert do(stranger, "table", do="save").status == 403
    assert stranger.ask("GET", "/setup").status == 200  # the page itself asks for the PIN
    assert recorded(tmp_path / "games.db") == []


def test_a_page_of_another_site_does_nothing(desk: Visitor, tmp_path: Path) -> None:
    desk.token = "forged"
    assert do(desk, "table", do="save").status == 403
    assert recorded(tmp_path / "games.db") == []
    assert not (tmp_path / "simulated_table.toml").exists()


def test_the_whole_set_up_of_a_simulated_table(desk: Visitor, tmp_path: Path) -> None:
    for step in ("camera", "light"):
        assert did(desk, step, do="accept")["done"]
    assert did(desk, "table", do="save")["done"]
    assert did(desk, "colours", do="hand")["done"]
    assert did(desk, "colours", do="learn")["done"]
    state = desk.get("/api/setup")
    assert len(state["throw"]["dice"]) == 10
    for face in state["faces"]:
        did(desk, "order_die", do="hand", face=face["order"])
        assert did(desk, "order_die", do="enrol", face=face["order"])["done"]
    assert did(desk, "parts", do="begin")["done"]
    for part in desk.get("/api/setup?trying=1")["parts"]:
        did(desk, "parts", do="hand", part=part["name"])
    for lamp in desk.get("/api/setup?trying=1")["lamps"]:
        did(desk, "parts", do="light", part=lamp["name"])
        wait_until(lambda name=lamp["name"]: shines(desk, name))
    tried = desk.get("/api/setup?trying=1")
    assert all(part["felt"] for part in tried["parts"])
    assert did(desk, "parts", do="end")["done"]
    assert did(desk, "first_roll", do="hand")["done"]
    rolled = did(desk, "first_roll", do="read")
    assert rolled["findings"][0]["found"] == Found.READ_SURELY
    state = desk.get("/api/setup")
    assert state["next"] == Step.FIRST_ROLL
    assert state["kept"]["file"] == str(tmp_path / "simulated_table.toml")
    written = recorded(tmp_path / "games.db")
    assert written[:3] == [(Step.CAMERA, Do.ACCEPT), (Step.LIGHT, Do.ACCEPT), (Step.TABLE, Do.SAVE)]
    assert {step for step, _ in written} == set(Step)
    assert desk.state()["players"] == []  # no press made anybody sit down
    for path in ("roll.jpg?lang=de", "faces/closest", f"picture.jpg?picture={state['throw']['picture']}"):
        assert desk.ask("GET", f"/api/setup/{path}").body.startswith(JPEG)


def shines(desk: Visitor, name: str) -> bool:
    """Has the simulated hand's owner seen it shine?"""
    did(desk, "parts", do="hand", part=name)
    lamps = {lamp["name"]: lamp["shone"] for lamp in desk.get("/api/setup?trying=1")["lamps"]}
    if not lamps[name]:
        did(desk, "parts", do="light", part=name)
    return bool(lamps[name])


def wait_until(true: Any) -> None:
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_picture_and_what_is_drawn_over_it_belong_together(desk: Visitor) -> None:
    sight = desk.get("/api/setup")["sight"]
    assert [marker["where"] for marker in sight["markers"] if marker["found"]] == [
        "top_left",
        "top_right",
        "bottom_right",
        "bottom_left",
    ]
    reply = desk.ask("GET", f"/api/setup/picture.jpg?picture={sight['picture']}")
    assert reply.headers["content-type"] == "image/jpeg"
    assert reply.headers["cache-control"] == "no-store"
    assert desk.ask("GET", "/api/setup/picture.jpg?picture=999").status == 404
    assert desk.ask("GET", "/api/setup/picture.jpg").status == 400
    assert desk.ask("GET", "/api/setup/roll.jpg").status == 404
    assert desk.ask("GET", "/api/setup/faces/closest").status == 404


def test_what_makes_no_sense_is_refused_and_not_recorded(desk: Visitor, tmp_path: Path) -> None:
    for step, wish in (
        ("camera", {"do": "learn"}),
        ("order_die", {"do": "enrol", "face": "<b>"}),
        ("parts", {"do": "light", "part": "../lamp"}),
        ("parts", {"do": "shone", "part": "status"}),
        ("table", {"do": "save", "file": "/etc/passwd"}),
        ("table", {"do": "explode"}),
    ):
        assert do(desk, step, **wish).status == 400
    assert do(desk, "nowhere", do="save").status == 404
    assert recorded(tmp_path / "games.db") == []


def test_while_a_game_goes_on_it_only_looks(tmp_path: Path) -> None:
    log = tmp_path / "games.db"
    with served(play=False, wired=True, log_file=log, set_up_beside=log) as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        state = desk.get("/api/setup")
        assert state["busy"]
        assert state["sight"]["picture"]
        decisions = desk.state()["decisions"]
        for step, wish in (("table", "save"), ("colours", "learn"), ("parts", "begin"), ("camera", "accept")):
            reply = do(desk, step, do=wish)
            assert reply.status == 422
            assert reply.json["message"]
        assert desk.state()["decisions"] == decisions  # nobody at another desk is overtaken by it
        assert recorded(log) == []
        assert not (tmp_path / "simulated_table.toml").exists()
        assert desk.get("/api/setup")["progress"] == {}
        desk.command("abandon")
        assert did(desk, "table", do="save")["done"]


def test_the_second_of_two_desks_is_told_and_nothing_is_overwritten(
    table: Served, desk: Visitor, tmp_path: Path
) -> None:
    other = Visitor(table)
    other.sit_at_desk()
    looked = version(other)
    assert did(desk, "table", do="save", dice_mm=14.5)["done"]

    reply = do(other, "table", do="save", dice_mm=16, seen=looked)

    assert (reply.status, reply.json["error"]) == (409, "overtaken")
    assert load_table(tmp_path / "simulated_table.toml").dice_mm == 14.5
    assert recorded(tmp_path / "games.db") == [(Step.TABLE, Do.SAVE)]
    assert did(other, "table", do="save", dice_mm=15)["done"], "having looked again, they may"


def test_a_step_that_was_asked_for_without_looking_is_refused(desk: Visitor) -> None:
    assert desk.post("/api/setup/table", {"do": "save"}).status == 400


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    nowhere = Path("/proc/nowhere/games.db")
    with served(sit_down=False, play=False, set_up_beside=nowhere) as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        answer = did(desk, "table", do="save")
        assert not answer["done"]
        (line,) = answer["findings"]
        assert (line["found"], line["verdict"]) == (Found.CANNOT_WRITE, Verdict.POOR)
        assert desk.get("/api/setup")["progress"] == {}


def test_a_table_without_wires_says_so(tmp_path: Path) -> None:
    with served(sit_down=False, play=False, set_up_beside=tmp_path / "games.db") as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        assert desk.get("/api/setup")["parts"] == []
        (line,) = did(desk, "parts", do="begin")["findings"]
        assert line["found"] == Found.NOTHING_WIRED


def test_without_a_log_there_is_no_set_up(lobby: Served) -> None:
    desk = Visitor(lobby)
    desk.sit_at_desk()
    assert desk.ask("GET", "/api/setup").status == 404


def test_a_face_whose_picture_is_gone_is_said(desk: Visitor, tmp_path: Path) -> None:
    for order in ("closest", "most_odd"):
        did(desk, "order_die", do="hand", face=order)
        assert did(desk, "order_die", do="enrol", face=order)["done"]
    (tmp_path / "simulated_table_faces" / "closest.png").unlink()
    reply = do(desk, "order_die", do="enrol", face="most_odd")
    assert (reply.status, reply.json["error"]) == (422, "refused")
    assert "closest.png" in reply.json["message"]
    assert desk.ask("GET", "/api/setup/faces/closest").status == 404
    assert desk.get("/api/setup")["sight"]["picture"]


def test_whoever_still_tries_when_a_game_begins_is_told_so(desk: Visitor) -> None:
    assert not desk.get("/api/setup?trying=1")["trying"]
    assert did(desk, "parts", do="begin")["done"]
    assert desk.get("/api/setup?trying=1")["trying"]
    for seat, name in enumerate(("Ada", "Bo"), 1):
        assert desk.command("sit", seat=seat, name=name).status == 200
    assert desk.command("youngest", seat=1).status == 200
    assert desk.command("start").status == 200
    state = desk.get("/api/setup?trying=1")
    assert (state["busy"], state["trying"]) == (True, False)


def test_a_step_can_be_left_out(desk: Visitor) -> None:
    assert did(desk, "camera", do="skip")["done"]
    state = desk.get("/api/setup")
    assert state["progress"]["camera"]["skipped"]
    assert state["next"] == Step.LIGHT


def test_the_dice_are_as_wide_as_somebody_measured(desk: Visitor, tmp_path: Path) -> None:
    assert desk.get("/api/setup")["dice_mm"] == 16
    assert did(desk, "table", do="save", dice_mm=14.5, order_die_mm=18)["done"]
    kept = load_table(tmp_path / "simulated_table.toml")
    assert (kept.dice_mm, kept.order_die_mm) == (14.5, 18)
    for wide in (0, -16, 1000, "wide"):
        assert do(desk, "table", do="save", dice_mm=wide).status == 400
    assert desk.get("/api/setup")["dice_mm"] == 14.5


def test_no_wish_makes_the_table_stumble(desk: Visitor) -> None:
    for step in Step:
        for act in Do:
            for more in ({}, {"face": "closest"}, {"part": "status", "well": True}, {"part": "button-1-red"}):
                assert do(desk, step, do=act, **more).status in (200, 400), (step, act, more)
    assert desk.get("/api/setup")["sight"]["picture"]
