"""Where what was learned is kept, and what is never written over."""

import errno
from pathlib import Path

import numpy as np
import pytest

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.painted_bench import PaintedBench
from pi_diavolo.setting_up_file import SIMULATED, keeper_for, painted_keeper
from pi_diavolo.vision.picture import as_gray8
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.table_file import TableFile, TableFileError, load_table
from pi_diavolo.vision.table_writer import save

SHIPPED = Path(__file__).parents[2] / "calibration" / "tables" / "usual.toml"
RED = {"colours": {"red": [40.0, 60.0, 45.0]}}


def test_without_a_table_file_one_is_made_beside_the_log_and_the_next_start_takes_it(tmp_path: Path) -> None:
    keeper = keeper_for(None, tmp_path / "games.db")
    assert keeper.table() == TableFile()
    keeper.keep(RED)
    assert dict(load_table(tmp_path / "table.toml").colours)["red"] == (40.0, 60.0, 45.0)
    assert keeper.kept.taken_by_itself
    assert keeper.kept.there


def test_ones_own_file_is_written_itself_and_the_former_one_stays(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    save(own, {"dice": {"size_mm": 15.0}})
    former = own.read_bytes()
    keeper = keeper_for(own, tmp_path / "games.db")
    keeper.keep({})
    keeper.keep(RED)
    assert load_table(own).dice_mm == 15.0
    assert dict(load_table(own).colours)["red"] == (40.0, 60.0, 45.0)
    assert (tmp_path / "mine.toml.former").read_bytes() == former
    assert keeper.kept.taken_by_itself


def test_a_face_that_is_taken_again_leaves_those_that_the_files_beside_name(tmp_path: Path) -> None:
    faces = printed_faces()
    save(tmp_path / "mine.toml", {})
    keeper = keeper_for(tmp_path / "mine.toml", tmp_path / "games.db")
    keeper.keep_faces(faces)
    keeper.keep_faces({"closest": np.ascontiguousarray(np.rot90(faces["closest"]))})
    now = dict(load_table(tmp_path / "mine.toml").faces)["closest"]
    before = dict(load_table(tmp_path / "mine.toml.bak").faces)["closest"]
    assert np.array_equal(as_gray8(read_picture(now)), np.rot90(faces["closest"]))
    assert np.array_equal(as_gray8(read_picture(before)), faces["closest"])


def test_what_comes_with_the_program_is_left_alone(tmp_path: Path) -> None:
    before = SHIPPED.read_bytes()
    keeper = keeper_for(SHIPPED, tmp_path / "games.db")
    assert keeper.table() == load_table(SHIPPED)
    keeper.keep(RED)
    assert SHIPPED.read_bytes() == before
    assert keeper.file == tmp_path / "table.toml"
    assert not keeper.kept.taken_by_itself


def test_a_copy_of_a_shipped_table_takes_nobodys_own_place(tmp_path: Path) -> None:
    own = tmp_path / "table.toml"
    save(own, {})
    before = own.read_bytes()
    keeper_for(SHIPPED, tmp_path / "games.db").keep(RED)
    assert own.read_bytes() == before
    assert (tmp_path / "table-usual.toml").is_file()


def test_the_painted_table_has_a_file_that_no_real_camera_looks_by(
    tmp_path: Path, painted: PaintedBench
) -> None:
    keeper = painted_keeper(painted.measured, tmp_path / "games.db")
    table = keeper.keep(RED)
    assert keeper.file == tmp_path / SIMULATED
    assert (table.order_die_mm, table.lens) == (painted.measured.order_die_mm, painted.measured.lens)
    assert not (tmp_path / "table.toml").exists()
    again = painted_keeper(painted.measured, tmp_path / "games.db")
    assert dict(again.table().colours)["red"] == (40.0, 60.0, 45.0)


def test_a_damaged_file_of_the_painted_table_is_begun_anew(tmp_path: Path, painted: PaintedBench) -> None:
    (tmp_path / SIMULATED).write_text("[tray", encoding="utf-8")
    keeper = painted_keeper(painted.measured, tmp_path / "games.db")
    assert keeper.table() == painted.measured
    assert keeper.keep(RED).order_die_mm == painted.measured.order_die_mm
    assert (tmp_path / f"{SIMULATED}.former").read_text(encoding="utf-8") == "[tray"


def test_a_damaged_file_that_somebody_puts_right_by_hand_is_not_replaced(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[tray", encoding="utf-8")
    keeper = keeper_for(own, tmp_path / "games.db")
    assert keeper.table() == TableFile()
    assert not keeper.kept.there
    own.write_text("[dice]\nsize_mm = 15\n", encoding="utf-8")
    assert keeper.table().dice_mm == 15.0
    assert keeper.kept.there
    assert keeper.keep(RED).dice_mm == 15.0


def test_a_file_that_is_damaged_between_two_steps_is_begun_anew_and_kept_beside(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    save(own, {})
    former = own.read_bytes()
    keeper = keeper_for(own, tmp_path / "games.db")
    keeper.keep(RED)
    own.write_text("[tray", encoding="utf-8")
    assert keeper.table() == TableFile()
    assert dict(keeper.keep({"dice": {"size_mm": 15.0}}).colours) == {}
    assert (tmp_path / "mine.toml.replaced").read_text(encoding="utf-8") == "[tray"
    assert (tmp_path / "mine.toml.former").read_bytes() == former


def test_a_damaged_file_stays_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[tray", encoding="utf-8")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    keeper = keeper_for(own, tmp_path / "games.db")
    keeper.keep({})  # so that the copy beside it stands there already
    own.write_text("[markers", encoding="utf-8")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(TableFileError, match="no space left"):
        keeper.keep(RED)
    assert own.read_text(encoding="utf-8") == "[markers"


def test_where_nothing_can_be_written_it_says_so(painted: PaintedBench) -> None:
    keeper = painted_keeper(painted.measured, Path("/proc/nowhere/games.db"))
    with pytest.raises(TableFileError, match="cannot be written"):
        keeper.keep(RED)
