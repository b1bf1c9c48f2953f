"""A simulated table and one with a camera, set up step by step; and what stands in the way."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.painted_bench import PaintedBench
from pi_diavolo.setting_up import SettingUp
from pi_diavolo.setting_up_file import painted_keeper
from pi_diavolo.setting_up_looking import Shot
from pi_diavolo.setting_up_table import ORDERS, Around, workshop_for
from pi_diavolo.setting_up_wishes import Table
from pi_diavolo.table.setting_up import Do, Found, SetUpRefused, Step, Verdict, Wish
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import load_table
from pi_diavolo.watching import CameraEyes
from tests.setting_up.conftest import Workshop, found

Simulated = Callable[..., Workshop]


def test_a_simulated_table_is_set_up_from_start_to_end(simulated: Simulated, tmp_path: Path) -> None:
    here = simulated()
    assert here.do(Step.CAMERA, Do.ACCEPT).done
    assert here.do(Step.LIGHT, Do.ACCEPT).done
    assert here.do(Step.TABLE, Do.SAVE).done
    assert here.do(Step.COLOURS, Do.HAND).done
    learned = here.do(Step.COLOURS, Do.LEARN)
    assert found(learned) == [Found.COLOURS_SEEN, Found.COLOURS_APART]
    for order in ORDERS:
        assert here.lay_and_enrol(order).done
    assert here.do(Step.PARTS, Do.BEGIN).done
    assert here.do(Step.FIRST_ROLL, Do.HAND).done
    rolled = here.do(Step.FIRST_ROLL, Do.READ)
    assert found(rolled)[:2] == [Found.READ_SURELY, Found.THROWS_SURE]
    assert all(line.verdict is not Verdict.POOR for line in rolled.findings)
    state = here.set_up.state()
    assert state.next is Step.FIRST_ROLL
    assert state.colours.keys() == {"black", "white", "red", "gray"}
    assert all(face.picture is not None for face in state.faces)
    table = load_table(tmp_path / "simulated_table.toml")
    assert {name for name, _ in table.faces} == set(ORDERS)
    assert state.roll is not None
    assert here.set_up.picture(state.roll)
    assert here.set_up.roll("de") != here.set_up.roll("fr")
    assert here.set_up.face("closest")


def test_nothing_wired_is_said_and_is_no_fault(simulated: Simulated) -> None:
    here = simulated()
    did = here.do(Step.PARTS, Do.BEGIN)
    assert [(line.found, line.verdict) for line in did.findings] == [(Found.NOTHING_WIRED, Verdict.GOOD)]
    with pytest.raises(SetUpRefused, match="nothing is wired"):
        here.do(Step.PARTS, Do.END)


def test_an_empty_tray_teaches_no_colours_and_no_face(simulated: Simulated, tmp_path: Path) -> None:
    here = simulated()
    assert found(here.do(Step.COLOURS, Do.LEARN)) == [Found.NO_DICE]
    assert found(here.do(Step.ORDER_DIE, Do.ENROL, "closest")) == [Found.NO_ORDER_DIE]
    assert not (tmp_path / "simulated_table.toml").exists()
    assert Step.COLOURS not in here.set_up.state().progress


def test_the_same_face_for_two_orders_is_said_and_not_kept(simulated: Simulated) -> None:
    here = simulated()
    assert here.lay_and_enrol("closest").done
    again = here.do(Step.ORDER_DIE, Do.ENROL, "most_odd")
    assert not again.done
    assert found(again) == [Found.FACES_ALIKE]
    assert set(again.findings[0].values["orders"]) == {"closest", "most_odd"}  # type: ignore[arg-type]
    faces = {face.order: face.picture for face in here.set_up.state().faces}
    assert faces["closest"] is not None
    assert faces["most_odd"] is None


def test_a_face_can_be_taken_again(simulated: Simulated) -> None:
    here = simulated()
    assert here.lay_and_enrol("closest").done
    before, picture = here.set_up.state().faces, here.set_up.face("closest")
    assert here.lay_and_enrol("closest").done
    assert here.set_up.state().faces != before
    assert here.set_up.face("closest") != picture


def test_what_is_not_written_is_not_said_to_be_kept(simulated: Simulated) -> None:
    here = simulated(log_file=Path("/proc/nowhere/games.db"))
    did = here.do(Step.TABLE, Do.SAVE)
    assert not did.done
    assert found(did) == [Found.CANNOT_WRITE]
    assert here.set_up.state().next is Step.CAMERA
    assert found(here.lay_and_enrol("closest")) == [Found.CANNOT_WRITE]
    assert here.set_up.state().faces[-1].picture is None


def test_a_wish_that_makes_no_sense_is_refused_before_anything_is_done(simulated: Simulated) -> None:
    check = simulated().set_up.check
    for wish in (
        Wish(Step.CAMERA, Do.LEARN),
        Wish(Step.ORDER_DIE, Do.ENROL),
        Wish(Step.ORDER_DIE, Do.HAND, face="nobody's"),
        Wish(Step.PARTS, Do.LIGHT, part="status"),
        Wish(Step.PARTS, Do.HAND, part="button-1-red"),
    ):
        with pytest.raises(SetUpRefused):
            check(wish)


# A table with a camera


class Filmed:
    """An album into which somebody puts pictures."""

    def __init__(self, log_file: Path, painted: PaintedBench) -> None:
        self.album, self.painted = Album(), painted
        eyes = CameraEyes(Eyes(painted.measured), HouseRules(), lambda fact: None, album=self.album)
        self.eyes = eyes
        around = Around(log_file, lambda: False, lambda fact: None, time.monotonic, self.album, eyes)
        self.workshop = Workshop(workshop_for(around))

    def film(self, age_s: float = 0.0) -> None:
        self.album.saw(Frame(self.painted.newest(), time.monotonic() - age_s), None)

    def camera_says(self) -> list[Found]:
        return found(self.workshop.do(Step.CAMERA, Do.ACCEPT))


@pytest.fixture
def filmed(tmp_path: Path, painted: PaintedBench) -> Filmed:
    return Filmed(tmp_path / "games.db", painted)


def test_no_picture_and_an_old_one_are_told_apart(filmed: Filmed) -> None:
    assert filmed.camera_says() == [Found.NO_PICTURE]
    filmed.film(age_s=60.0)
    assert filmed.camera_says() == [Found.PICTURE_OLD]
    assert found(filmed.workshop.do(Step.COLOURS, Do.LEARN)) == [Found.PICTURE_OLD]
    filmed.film()
    assert Found.MARKERS_ALL in filmed.camera_says()


def test_a_picture_that_cannot_be_looked_at_is_said_and_the_next_one_is_fine(filmed: Filmed) -> None:
    filmed.album.saw(Frame(np.zeros((0, 0, 3), np.uint8), time.monotonic()), None)
    assert filmed.camera_says() == [Found.PICTURE_UNREADABLE]
    assert found(filmed.workshop.do(Step.FIRST_ROLL, Do.READ)) == [Found.PICTURE_UNREADABLE]
    filmed.film()
    assert Found.MARKERS_ALL in filmed.camera_says()


def test_a_real_table_has_no_simulated_hand(filmed: Filmed) -> None:
    assert not filmed.workshop.set_up.state().simulated
    with pytest.raises(SetUpRefused, match="no hand is simulated"):
        filmed.workshop.do(Step.COLOURS, Do.HAND)


def test_the_running_game_looks_by_what_was_learned(filmed: Filmed, tmp_path: Path) -> None:
    filmed.film()
    assert filmed.workshop.do(Step.TABLE, Do.SAVE).done
    filmed.painted.throw()
    filmed.film()
    assert filmed.workshop.do(Step.COLOURS, Do.LEARN).done
    filmed.eyes.see(Frame(filmed.painted.newest(), time.monotonic()))
    learned = load_table(tmp_path / "table.toml")
    assert learned.colours
    assert filmed.eyes._sight.table == learned


def test_our_own_stickers_need_no_pictures(filmed: Filmed) -> None:
    filmed.film()
    assert filmed.workshop.do(Step.ORDER_DIE, Do.PRINTED).done
    assert all(face.picture is not None for face in filmed.workshop.set_up.state().faces)


# How often it looks


class Counting:
    """Counts the pictures that are asked for, and how many at once."""

    def __init__(self, painted: PaintedBench) -> None:
        self._painted, self.asked, self.at_once, self._now = painted, 0, 0, 0

    def newest(self) -> Shot | None:
        self._now += 1
        self.asked, self.at_once = self.asked + 1, max(self.at_once, self._now)
        time.sleep(0.01)
        self._now -= 1
        return Shot(self._painted.newest().copy())


@pytest.mark.parametrize(("busy", "looks"), [(False, 3), (True, 1)])
def test_many_pages_cost_one_look_now_and_then_and_less_in_a_game(
    painted: PaintedBench, tmp_path: Path, busy: bool, looks: int
) -> None:
    source, now = Counting(painted), [0.0]
    keeper = painted_keeper(painted.measured, tmp_path / "games.db")
    set_up = SettingUp(Table(source, keeper, ORDERS, busy=lambda: busy), clock=lambda: now[0])
    for moment in (0.0, 0.5, 1.0):
        now[0] = moment
        pages = [threading.Thread(target=set_up.state) for _ in range(8)]
        for page in pages:
            page.start()
        for page in pages:
            page.join()
    assert (source.asked, source.at_once) == (looks, 1)


def test_pictures_that_were_shown_are_ready_for_a_while_and_then_forgotten(
    painted: PaintedBench, tmp_path: Path
) -> None:
    now = [0.0]
    keeper = painted_keeper(painted.measured, tmp_path / "games.db")
    set_up = SettingUp(Table(Counting(painted), keeper, ORDERS), clock=lambda: now[0])
    first = set_up.state().sight.picture
    assert first is not None
    assert set_up.picture(first)
    for second in range(1, 12):
        now[0] = float(second)
        set_up.state()
    assert set_up.picture(first) is None
