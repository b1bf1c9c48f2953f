"""What `run` makes of the parts that settings and options name, before anything is played."""

from argparse import Namespace
from pathlib import Path

import pytest

from pi_diavolo.commands import run_parts
from pi_diavolo.config import Config
from pi_diavolo.errors import UsageError
from pi_diavolo.furnishing import Furniture
from pi_diavolo.games.diavolo.house_rules import HouseRules
from tests.commands.makers import CommandLine

TABLE = Path(__file__).parents[2] / "calibration/tables/usual.toml"


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ('[hardware]\npins = "nope.toml"', "nope.toml: there is no such file"),
        (
            '[hardware]\npins = "bases-4"',
            "bases-4.toml: this is a map of bases, but diavolo.grabs = 'panels'",
        ),
        ('[table]\nfile = "nope.toml"', "nope.toml: there is no such file"),
        ('[hardware]\nsensors = "real"', "diavolo.toml: hardware.sensors = 'real', but this machine has no"),
        ('[hardware]\ncamera = "pi"', "diavolo.toml: hardware.camera = 'pi', but no table file is named"),
    ],
)
def test_a_part_that_is_named_wrongly_is_told_before_anything_begins(
    pi_diavolo: CommandLine, tmp_path: Path, settings: str, complaint: str
) -> None:
    (tmp_path / "diavolo.toml").write_text(settings)
    heard = pi_diavolo("run", "--through", "numbers", "--config", str(tmp_path / "diavolo.toml"))
    assert heard.code == 2
    assert complaint in heard.err
    assert heard.out == ""


def test_a_camera_that_is_named_and_not_there_ends_it(pi_diavolo: CommandLine) -> None:
    heard = pi_diavolo("run", "--camera", "/dev/video99", "--table", str(TABLE))
    assert heard.code == 2
    assert "camera /dev/video99: there is none" in heard.err


def test_a_shipped_map_may_be_named(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "diavolo.toml").write_text('[hardware]\npins = "panels-4"')
    heard = pi_diavolo.play("--config", str(tmp_path / "diavolo.toml"), "--pins", "panels-6")
    assert heard.code == 0


def test_a_real_table_runs_at_the_speed_of_life(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    heard = pi_diavolo("run", "--camera", str(tmp_path), "--table", str(TABLE), "--speed", "2")
    assert heard.code == 2


def test_real_lamps_keep_their_own_time_and_know_no_other_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_parts, "furnish", lambda *_, **__: Furniture(lamps=True))
    config, asked = Config(log_file=Path("games.db")), Namespace(camera=None, table=None, pins=None, log=None)
    assert run_parts.furniture(asked, config, HouseRules(), 1.0).lamps
    for speed, shown in ((5.0, "5"), (None, "max")):
        with pytest.raises(UsageError, match=f"--speed {shown} is for the simulator"):
            run_parts.furniture(asked, config, HouseRules(), speed)
