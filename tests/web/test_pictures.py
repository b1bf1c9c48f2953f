"""The camera's picture on the pages: for whom it is, what it shows, and when it is gone."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_diavolo import picturing
from pi_diavolo.album import Album
from pi_diavolo.picturing import Pictures
from pi_diavolo.table.events import DiceAtRest, DiceRolling, ImpsConfirmed, RollRead, TurnEnded
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.picture import Picture
from tests.makers import RED, WHITE, a_roll
from tests.web.client import Reply, Visitor
from tests.web.painted import MAGENTA, in_album, index_of, with_strangers_beside_the_table
from tests.web.serving import Served, served

LARGEST_BYTES = 250_000


@pytest.fixture
def album() -> Album:
    return Album()


@pytest.fixture
def table(album: Album) -> Iterator[Served]:
    with served(play=False, album=album) as here:
        yield here


@pytest.fixture
def open_table(album: Album) -> Iterator[Served]:
    with served(play=False, album=album, pictures_open=True) as here:
        yield here


def at_the_desk(here: Served) -> Visitor:
    desk = Visitor(here)
    desk.sit_at_desk()
    return desk


def decoded(reply: Reply) -> Picture:
    assert reply.status == 200, reply
    assert reply.headers["content-type"] == "image/jpeg"
    picture = cv2.imdecode(np.frombuffer(reply.body, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


# For whom


def test_the_picture_of_the_roll_is_for_the_desk_and_for_nobody_else(table: Served, album: Album) -> None:
    table.roll(in_album(album))
    desk, anyone = at_the_desk(table), Visitor(table)
    anyone.meet()
    state = anyone.state()
    assert (state["picture"], state["pictures_open"]) == (1, False)
    for path in ("/api/picture?picture=1", "/api/picture/die?picture=1", "/api/picture/outlines?picture=1"):
        assert anyone.ask("GET", path).status == 403
        assert desk.ask("GET", path).status == 200


def test_where_the_table_allows_it_everyone_sees_the_picture_but_only_the_desk_its_dice(
    open_table: Served, album: Album
) -> None:
    open_table.roll(in_album(album))
    anyone = Visitor(open_table)
    anyone.meet()
    assert anyone.state()["pictures_open"]
    assert anyone.ask("GET", "/api/picture?picture=1").status == 200
    assert anyone.ask("GET", "/api/picture/die?picture=1&die=0").status == 403
    assert anyone.ask("GET", "/api/picture/outlines?picture=1").status == 403


def test_no_browser_keeps_it_and_it_is_small(table: Served, album: Album) -> None:
    table.roll(in_album(album))
    desk = at_the_desk(table)
    for path in ("/api/picture?picture=1", "/api/picture/die?picture=1&die=3"):
        reply = desk.ask("GET", path)
        assert reply.headers["cache-control"] == "no-store"
        assert max(decoded(reply).shape) <= 840
        assert len(reply.body) < LARGEST_BYTES


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/picture", 400),
        ("/api/picture?picture=../../keys.json", 400),
        ("/api/picture?picture=-1", 400),
        ("/api/picture?picture=1e3", 400),
        ("/api/picture?picture=99999999999", 400),
        ("/api/picture?picture=2", 404),
        ("/api/picture/die?picture=1&die=31", 404),
        ("/api/picture/die?picture=1&die=..", 400),
        ("/api/picture/outlines?picture=0", 404),
        ("/api/picture/1.jpg", 404),
        ("/api/picture/../picture?picture=1", 404),
        ("/api/picture/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/static/../album.py", 404),
    ],
)
def test_tricks_with_the_address_lead_nowhere(table: Served, album: Album, path: str, status: int) -> None:
    table.roll(in_album(album))
    desk = at_the_desk(table)
    assert desk.state()["picture"] == 1
    assert desk.ask("GET", path).status == status


# When


def test_before_the_dice_are_read_there_is_no_picture(table: Served, album: Album) -> None:
    roll, desk, now = in_album(album), at_the_desk(table), table.clock.now()
    table.happen(ImpsConfirmed(now), DiceRolling(now), DiceAtRest(now))
    assert desk.state()["picture"] is None
    assert desk.ask("GET", "/api/picture?picture=1").status == 404
    table.happen(RollRead(roll, now))
    assert desk.state()["picture"] == 1
    assert desk.ask("GET", "/api/picture?picture=1").status == 200


def test_it_stays_beside_the_ruling_and_is_gone_when_the_next_dice_roll(table: Served, album: Album) -> None:
    desk = at_the_desk(table)
    table.roll(in_album(album))
    table.happen(TurnEnded(table.clock.now()))
    assert desk.state()["looks_back"]
    assert desk.state()["picture"] == 1

    now = table.clock.now()
    table.happen(ImpsConfirmed(now), DiceRolling(now))
    assert desk.state()["picture"] is None
    assert desk.ask("GET", "/api/picture?picture=1").status == 404
    assert album.held() is None

    table.happen(DiceAtRest(now), RollRead(in_album(album, seed=2), now))
    assert desk.state()["picture"] == 2
    assert desk.ask("GET", "/api/picture?picture=1").status == 404


def test_a_roll_that_was_not_read_in_a_picture_has_none(table: Served, album: Album) -> None:
    in_album(album)
    table.roll(a_roll())  # typed in by people
    desk = at_the_desk(table)
    assert desk.state()["picture"] is None
    assert desk.ask("GET", "/api/picture?picture=1").status == 404


def test_a_corrected_die_lies_in_the_same_picture(table: Served, album: Album) -> None:
    roll = in_album(album)
    table.roll(roll)
    desk = at_the_desk(table)
    other = roll.dice[0].value % 6 + 1
    assert desk.command("correct", turn=1, dice=[[0, other]]).status == 200
    assert desk.state()["picture"] == 1


# What


def test_nothing_beside_the_table_is_seen(table: Served, album: Album) -> None:
    table.roll(in_album(album, image=with_strangers_beside_the_table()))
    desk = at_the_desk(table)
    for path in ("", *(f"/die?die={index}" for index in range(9))):
        query = f"{path}&picture=1" if "?" in path else f"{path}?picture=1"
        picture = decoded(desk.ask("GET", f"/api/picture{query}")).astype(int)
        strange = np.abs(picture - MAGENTA).max(axis=2) < 60
        # The last row of pixels may be mixed with what is beyond the edge.
        assert not strange[3:-3, 3:-3].any(), path


def test_the_outlines_lie_on_the_dice(table: Served, album: Album) -> None:
    roll = in_album(album)
    table.roll(roll)
    desk = at_the_desk(table)
    picture = decoded(desk.ask("GET", "/api/picture?picture=1")).astype(int)
    outlined = desk.get("/api/picture/outlines?picture=1")
    assert len(outlined["dice"]) == len(roll.dice)
    assert len(outlined["order_die"]) == 4
    height, width = picture.shape[:2]
    found = {}
    for colour in (RED, WHITE):
        mask = np.zeros((height, width), np.uint8)
        corners = np.array(outlined["dice"][index_of(roll, colour)]) * (width, height)
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 255)
        found[colour] = np.median(picture[mask > 0], axis=0)  # blue, green, red
    assert found[RED][2] > 2 * found[RED][1]
    assert found[WHITE].min() > 120


def test_a_die_alone_fills_its_own_picture(table: Served, album: Album) -> None:
    roll = in_album(album)
    table.roll(roll)
    desk = at_the_desk(table)
    picture = decoded(desk.ask("GET", f"/api/picture/die?picture=1&die={index_of(roll, RED)}")).astype(int)
    middle = picture[110:150, 110:150].reshape(-1, 3)
    assert np.median(middle[:, 2]) > 2 * np.median(middle[:, 1])
    assert decoded(desk.ask("GET", "/api/picture/die?picture=1")).shape == picture.shape


# Out of the album


def test_a_picture_never_shown_is_kept_for_the_roll_that_comes(album: Album) -> None:
    roll, pictures = in_album(album), Pictures(album)
    assert pictures.number(None) is None
    assert pictures.number(a_roll()) is None
    assert pictures.number(roll) == 1


def test_a_picture_that_comes_while_another_is_forgotten_stays(album: Album) -> None:
    in_album(album)
    past = album.held()
    in_album(album, seed=2)
    assert past is not None
    album.forget(past)
    assert album.held() is not None


def test_a_picture_forgotten_while_it_is_encoded_is_kept_nowhere(
    album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll, pictures = in_album(album), Pictures(album)
    assert pictures.number(roll) == 1

    def rolls_on(*_: object) -> bytes:
        assert pictures.number(None) is None
        return b"JPEG"

    monkeypatch.setattr(picturing, "table_jpeg", rolls_on)
    assert pictures.table(1) == b"JPEG"
    assert pictures._encoded is None


def test_dice_that_lie_elsewhere_are_another_roll(album: Album) -> None:
    roll, pictures = in_album(album), Pictures(album)
    moved = replace(roll.dice[0], where=Point(1.0, 2.0))
    assert pictures.number(replace(roll, dice=(moved, *roll.dice[1:]))) is None


def test_without_a_camera_there_are_no_pictures() -> None:
    with served(play=False) as here:
        here.roll(a_roll())
        desk = at_the_desk(here)
        assert desk.state()["picture"] is None
        assert desk.ask("GET", "/api/picture?picture=1").status == 404
