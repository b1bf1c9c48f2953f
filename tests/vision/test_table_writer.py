"""What is learned goes into the table file; all else in it stays, and the old file is kept."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.vision.table_file import TableFile, TableFileError, load_table
from pi_diavolo.vision.table_geometry import Lens
from pi_diavolo.vision.table_writer import as_toml, copy, lens_section, one_backup, save

LENS = Lens(
    (1280, 960), ((1372.5, 0.0, 645.25), (0.0, 1371.0, 474.0), (0.0, 0.0, 1.0)), (-0.1, 0.02, 0.0, 0.0, 0.0)
)
OTHERS = """# My table.
# Mind the glare.
made_by = "Ada"  # in May

[tray]
inside_mm = [280, 260.5]

[markers]
size_mm = 28
centres_mm = { 0 = [-182, 182], 1 = [182, 182], 2 = [182, -182] }

[camera]
started = 2024-05-01T10:00:00
modes = [{ name = "day", gain = 1.5 }, { name = 'night "deep"', gain = inf }]

[[bases]]
at_mm = [-90, 183]
pin = 17

[[bases]]
at_mm = [0, 183]
"""


def test_a_new_file_is_the_usual_table_and_what_was_learned(tmp_path: Path) -> None:
    file = tmp_path / "deep/table.toml"
    table = save(file, {"lens": lens_section(LENS)})
    assert table == load_table(file)
    assert table.lens == LENS
    usual = TableFile()
    assert (table.tray, table.markers, table.imps, table.bases) == (
        *(usual.tray, usual.markers, usual.imps, usual.bases),
    )
    assert [path.name for path in file.parent.iterdir()] == ["table.toml"]


def test_what_others_wrote_stays_and_the_old_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(OTHERS, encoding="utf-8")
    save(file, {"lens": lens_section(LENS)})
    save(file, {"colours": {"red": [50.5, 60.0, 40.0]}})
    before, after = tomllib.loads(OTHERS), tomllib.loads(file.read_text(encoding="utf-8"))
    assert {key: after[key] for key in before} == before
    assert set(after) - set(before) == {"lens", "colours"}
    assert file.read_text(encoding="utf-8").startswith("# My table.\n# Mind the glare.\n")
    assert "colours" not in tomllib.loads((tmp_path / "table.toml.bak").read_text(encoding="utf-8"))
    assert load_table(file).colours == (("red", (50.5, 60.0, 40.0)),)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.toml", "table.toml.bak"]


def test_of_several_steps_together_the_file_before_the_first_is_kept(tmp_path: Path) -> None:
    file, backup = tmp_path / "table.toml", tmp_path / "table.toml.bak"
    file.write_text(OTHERS, encoding="utf-8")
    with one_backup():
        save(file, {"lens": lens_section(LENS)})
        save(file, {"colours": {"red": [50.5, 60.0, 40.0]}})
    assert backup.read_text(encoding="utf-8") == OTHERS
    before = file.read_text(encoding="utf-8")
    with one_backup():
        save(file, {})
    assert backup.read_text(encoding="utf-8") == before


def test_keys_of_a_section_that_were_not_learned_stay(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    (tmp_path / "star.png").write_bytes(b"")
    file.write_text("[order_die]\nsize_mm = 20\nglued = true", encoding="utf-8")
    table = save(file, {"order_die": {"faces": {"closest": "star.png"}}})
    assert table.order_die_mm == 20
    assert table.faces == (("closest", tmp_path / "star.png"),)
    assert tomllib.loads(file.read_text(encoding="utf-8"))["order_die"]["glued"] is True


def test_a_file_that_cannot_be_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[tray]\ninside_mm = 3", encoding="utf-8")
    with pytest.raises(TableFileError, match="two numbers"):
        save(file, {"lens": lens_section(LENS)})
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


@pytest.mark.parametrize("there", [True, False], ids=["a file", "no file"])
def test_what_would_not_load_is_never_written(tmp_path: Path, there: bool) -> None:
    file = tmp_path / "table.toml"
    if there:
        file.write_text(OTHERS, encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(TableFileError, match="cannot be; use"):
        save(file, {"markers": {"size_mm": -1}})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(TableFileError, match="cannot be written"):
        save(tmp_path / "table.toml", {})


def test_a_place_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableFileError, match=r"file.* cannot be written .*choose another place"):
        save(tmp_path / "file/table.toml", {})


def test_a_copy_elsewhere_names_the_same_faces(tmp_path: Path) -> None:
    (tmp_path / "a/faces").mkdir(parents=True)
    (tmp_path / "a/faces/closest.png").write_bytes(b"")
    (tmp_path / "a/table.toml").write_text("[order_die]\nfaces = { closest = 'faces/closest.png' }")
    table = copy(tmp_path / "a/table.toml", tmp_path / "b/table.toml")
    assert [path.resolve() for _, path in table.faces] == [tmp_path / "a/faces/closest.png"]


def test_a_table_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("", encoding="utf-8")
    (tmp_path / "table.toml").symlink_to("real.toml")
    save(tmp_path / "table.toml", {"colours": {"red": [50.0, 60.0, 40.0]}})
    assert (tmp_path / "table.toml").is_symlink()
    assert "red" in (tmp_path / "real.toml").read_text(encoding="utf-8")


words = st.text(max_size=8)
plain = st.one_of(st.booleans(), st.integers(-(2**60), 2**60), st.floats(allow_nan=False), words)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(words, anything, max_size=5))
def test_what_is_written_reads_back(document: dict[str, object]) -> None:
    assert tomllib.loads(as_toml(document)) == document
