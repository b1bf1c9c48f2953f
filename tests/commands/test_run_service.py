"""A table that is the machine's own service opens whatever is missing, and waits for its camera."""

import queue
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pi_diavolo import log_care, real_wires
from pi_diavolo.app import Inbox
from pi_diavolo.commands.run_parts import furniture
from pi_diavolo.config import Config
from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.devices import camera
from pi_diavolo.devices.camera import CameraError, open_camera
from pi_diavolo.devices.edges import EdgesError
from pi_diavolo.fitting import Fitted
from pi_diavolo.furnishing import AUTO, Furniture
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.live import LiveGame
from pi_diavolo.live_duels import LiveDuel
from pi_diavolo.live_telling import parts_told
from pi_diavolo.repairs import BEGINS_ANEW
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import Touch
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import Fault, PartKind
from pi_diavolo.table.players import PlayerId
from pi_diavolo.table.sentences import Sentence
from tests.commands.makers import CommandLine

TABLE = Path(__file__).parents[2] / "calibration/tables/usual.toml"


def chosen(named: str = AUTO, table: Path | None = None, *, patient: bool = True) -> Furniture:
    config = Config(
        Path("/no/such/folder/games.db"), hardware=HardwareSettings(camera=named), table_file=table
    )
    asked = Namespace(camera=None, table=None, pins=None, log=None)
    return furniture(asked, config, HouseRules(), 1.0, patient=patient)


def plugged_in(monkeypatch: pytest.MonkeyPatch, *cameras: str) -> None:
    monkeypatch.setattr(camera, "found_cameras", lambda: cameras)


def test_without_any_part_it_is_the_simulated_table_and_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugged_in(monkeypatch)
    found = chosen()
    assert found.patient
    assert found.camera is None
    assert PartKind.CAMERA in found.simulated


def test_a_camera_is_taken_before_the_table_is_set_up_so_that_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugged_in(monkeypatch, "pi", "/dev/video0")
    assert chosen().camera == "pi"
    assert chosen(patient=False).camera is None, "a laptop has one, too, and no table under it"


def test_a_table_that_was_set_up_waits_for_its_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch)
    found = chosen(table=TABLE)
    assert found.camera == AUTO
    assert PartKind.CAMERA not in found.simulated
    assert Sentence.CAMERA_FOUND not in {told.sentence for told in parts_told(found)}


def test_a_camera_that_is_named_and_not_there_is_waited_for() -> None:
    assert chosen("/dev/video99", TABLE).camera == "/dev/video99"
    with pytest.raises(CameraError):
        chosen("/dev/video99", TABLE, patient=False)


def test_the_camera_that_is_waited_for_is_whichever_is_found_then(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch)
    with pytest.raises(CameraError, match="no such camera"):
        open_camera(AUTO)
    plugged_in(monkeypatch, "/dev/video99")
    with pytest.raises(CameraError, match="/dev/video99"):
        open_camera(AUTO)


def no_lines(*_: object) -> NoReturn:
    raise EdgesError("GPIO4 is held by 'somebody'; end what holds it, or change the pin map")


def nobody(*, touch: Touch, throw: bool, grab: bool) -> SimulatedTable:
    raise AssertionError("real people sit here, and a real camera is above them")


@pytest.fixture
def inbox(monkeypatch: pytest.MonkeyPatch) -> Inbox:
    monkeypatch.setattr(real_wires, "RealWires", partial(real_wires.RealWires, open_=no_lines))
    monkeypatch.setattr(Fitted, "_camera", lambda self: None)
    return queue.Queue()


def test_switches_that_cannot_be_opened_are_told_and_the_table_opens_all_the_same(inbox: Inbox) -> None:
    fitted = Fitted(Furniture(camera="pi", sensors=True, patient=True), HouseRules(), inbox, 1, nobody)
    told = inbox.get(timeout=20)
    assert isinstance(told, PartFailed)
    assert (told.part.kind, told.fault) == (PartKind.SWITCHES, Fault.SILENT)
    fitted.close()


def test_people_at_a_terminal_are_told_before_it_begins(inbox: Inbox) -> None:
    with pytest.raises(EdgesError):
        Fitted(Furniture(camera="pi", sensors=True), HouseRules(), inbox, 1, nobody)


@pytest.mark.parametrize(("game", "live"), [("diavolo", LiveGame), ("devilish-duels", LiveDuel)])
@pytest.mark.parametrize(("grows_by", "code"), [(200_000, BEGINS_ANEW), (1, 0)])
def test_a_log_that_grew_too_large_ends_with_the_code_that_systemd_starts_anew_after(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch, game: str, live: type, grows_by: int, code: int
) -> None:
    def play(self: Any) -> None:
        self._log.set_name(PlayerId("p1"), "x" * grows_by)

    monkeypatch.setattr(log_care, "MB", 100_000)
    monkeypatch.setattr(live, "play", play)
    Path("diavolo.toml").write_text("[log]\nmost_mb = 1\n")
    assert pi_diavolo("run", "--service", "--game", game, "--log", str(pi_diavolo.log)).code == code
