"""The table files that come with the table are found in a checkout and where pip puts them."""

import sys
from importlib import metadata
from pathlib import Path

import pytest

from pi_diavolo.vision import shipped_tables as module
from pi_diavolo.vision.shipped_tables import DEVILS_DICE, as_people_type_it, shipped_tables
from pi_diavolo.vision.table_file import TableFileError, load_table
from tests.commands.makers import CommandLine

SHARE = "share/pi-diavolo/calibration/tables"


class Listed:
    """A file in a package's list."""

    def __init__(self, place: Path) -> None:
        self.name, self._place = place.name, place

    def locate(self) -> Path:
        return self._place


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As the installer leaves it: two places that take turns, and a name for the one in use."""
    (tmp_path / "a" / SHARE).mkdir(parents=True)
    (tmp_path / "current").symlink_to("a")
    file = "lib/python3/site-packages/pi_diavolo/vision/shipped_tables.py"
    monkeypatch.setattr(module, "__file__", str(tmp_path / "a" / file))
    listed = [Listed(tmp_path / "a" / SHARE / name) for name in ("usual.toml", DEVILS_DICE)]
    monkeypatch.setattr(metadata, "files", lambda package: listed)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "a"))
    return tmp_path


def test_in_a_checkout_they_are_called_as_in_the_docs() -> None:
    assert as_people_type_it(DEVILS_DICE) == Path("calibration/tables/devils-dice.toml")
    assert load_table(shipped_tables() / DEVILS_DICE).board is not None


def test_installed_they_have_a_path_that_an_upgrade_leaves_as_it_is(installed: Path) -> None:
    assert shipped_tables() == installed / "a" / SHARE
    assert as_people_type_it(DEVILS_DICE) == installed / "current" / SHARE / DEVILS_DICE


def test_in_an_environment_of_ones_own_they_have_their_plain_path(installed: Path) -> None:
    (installed / "current").unlink()
    assert as_people_type_it() == installed / "a" / SHARE


@pytest.mark.parametrize("listed", [None, []])
def test_where_they_got_lost_they_are_named_all_the_same(
    installed: Path, monkeypatch: pytest.MonkeyPatch, listed: list[Listed] | None
) -> None:
    monkeypatch.setattr(metadata, "files", lambda package: listed)
    assert as_people_type_it() == Path("calibration/tables")


def test_a_table_file_that_is_no_toml_and_a_table_without_board_name_the_installed_files(
    installed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text("tray = ")
    with pytest.raises(TableFileError, match=f"{installed}/current/{SHARE} shows how"):
        load_table(tmp_path / "mine.toml")
    (tmp_path / "mine.toml").write_text("")
    refused = CommandLine(capsys, tmp_path)(
        "run", "--game", "devils-dice", "--camera", "0", "--table", str(tmp_path / "mine.toml")
    )
    assert refused.code == 2
    assert f"--table {installed}/current/{SHARE}/{DEVILS_DICE}" in refused.err
