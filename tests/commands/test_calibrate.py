"""`pi-diavolo calibrate`: every step alone, and all in a row, from pictures of a painted table."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulator.painter import PaintedDie, Painter, lying
from pi_diavolo.simulator.painting.look import GlyphSet
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.table_file import load_table
from pi_diavolo.vision.table_writer import save
from tests.commands import tables
from tests.commands.makers import CommandLine, tree
from tests.simulator.painted import a_camera, a_clean_look
from tests.vision.boards import K, good_pictures

ROOT = Path(__file__).parents[2]
SCENES = ROOT.parent / "shared/scenes"
TIE_MM = HouseRules().tie_within_mm  # just at the edge of a tie nobody can tell
DICE = [(colour, value) for colour in ("black", "white", "red") for value in (2, 4, 5)]


@cache
def a_painter(size: tuple[int, int] = (1280, 960)) -> Painter:
    faces = printed_faces()
    glyphs = GlyphSet(tuple(faces), tuple(faces.values()))
    return Painter(replace(a_clean_look(), glyphs=glyphs), a_camera(size, tilt_mm=120))


@cache
def a_throw(face: int = 1, size: tuple[int, int] = (1280, 960)) -> Picture:
    """Nine dice and the Order die, well apart."""
    painter = a_painter(size)
    order_mm = painter.look.dice.order_size_mm
    dice = [lying("gray", face, 90, -80, 25, order_mm)]
    for number, (colour, value) in enumerate(DICE):
        x, y = 60.0 * (number % 3) - 80, 60.0 * (number // 3) - 40
        dice.append(
            lying(colour, value, x, y, 31.0 * number, 16.0, left_handed=painter.look.dice.left_handed)
        )
    return np.asarray(painter.paint(dice, np.random.default_rng(face)).image, np.uint8)


def a_file(path: Path, picture: Picture) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture)
    return str(path)


def a_table(folder: Path) -> Path:
    """The painted table's file, its Order die measured."""
    file = folder / "table.toml"
    save(file, {"order_die": {"size_mm": a_painter().look.dice.order_size_mm}})
    return file


def boards(folder: Path, count: int = 6) -> str:
    for picture in good_pictures()[:count]:
        a_file(folder / f"charuco_{picture.name}", picture.picture)
    return str(folder)


@pytest.mark.parametrize("step", ["sheets", "lens", "markers", "colours", "enrol", "certificate", "all"])
def test_every_step_has_help_for_a_newcomer(pi_diavolo: CommandLine, step: str) -> None:
    heard = pi_diavolo("calibrate", step, "--help")
    assert heard.code == 0
    assert "default" in heard.out
    assert "calibrate" in pi_diavolo("--help").out


def test_the_lens_is_kept_in_the_table_file(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    folder, table = boards(tmp_path / "boards"), tmp_path / "table.toml"
    a_file(tmp_path / "boards/wall.png", np.full((720, 960), 128, np.uint8))
    heard = pi_diavolo.right("calibrate", "lens", folder, "--table", str(table))
    assert "wall.png: left out, no board found" in heard.out
    assert "reprojection error" in heard.out
    lens = load_table(table).lens
    assert lens is not None
    assert lens.K[0][0] == pytest.approx(K[0, 0], rel=0.01)


def test_the_lens_is_told_to_programs(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    (told,) = pi_diavolo.right("calibrate", "lens", boards(tmp_path / "boards"), "--json").objects
    assert told["step"] == "lens"
    assert told["size_px"] == [960, 720]
    assert len(told["dist"]) == 5
    assert told["saved"] is None
    assert {"what", "value", "said", "verdict", "advice"} == set(told["findings"][0])


def test_too_few_boards_are_one_sentence(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    heard = pi_diavolo("calibrate", "lens", boards(tmp_path / "boards", count=2))
    assert (heard.code, heard.out) == (2, "")
    assert "found in 2 of 2 pictures" in heard.err
    assert heard.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["lens", "p.png", "--board", "7"], "such as 7x5"),
        (["lens", "p.png", "--dictionary", "DICT_5X5"], "OpenCV knows no such dictionary; use DICT_5X5_"),
        (["lens", "p.png", "--square-mm", "20"], "do not fit into squares of 20 mm"),
        (["lens", "nowhere"], "there is no such file"),
        (["lens", "871"], "camera 871: there is none"),
        (["markers", "nowhere.png"], "there is no such file"),
        (["colours", "nowhere.png"], "--table"),
        (["enrol", "--table", "t.toml"], "no pictures to enrol"),
        (["enrol", "x.png", "--printed", "--table", "t.toml"], "leave the pictures out"),
        (["enrol", "--face", "nearest=x.png", "--table", "t.toml"], "this names no face"),
        (["enrol", "--face", "greatest_sun=x.png", "--table", "t.toml"], "use greatest_sum=PICTURE"),
        (["certificate", "x.png", "--table", "nowhere.toml"], "there is no such file"),
        (["all", "nowhere", "--out", "t.toml"], "this is not a folder"),
        (["sheets", "--out", "s", "--die-mm", "60"], "no sticker is made for such a die"),
        (["sheets", "--out", "s", "--board", "12x9"], "does not fit on A4"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_leaves_no_file(
    pi_diavolo: CommandLine, tmp_path: Path, arguments: list[str], says: str
) -> None:
    heard = pi_diavolo("calibrate", *arguments)
    assert (heard.code, heard.out) == (2, "")
    assert says in heard.err
    assert heard.err.count("\n") == 1
    assert not (tmp_path / "t.toml").exists()


def test_the_markers_tell_how_well_the_table_is_seen(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    picture = a_file(tmp_path / "throw.png", a_throw())
    wall = a_file(tmp_path / "wall.png", np.full((600, 800), 128, np.uint8))
    heard = pi_diavolo.right("calibrate", "markers", picture, wall)
    assert "markers 0, 1, 2, 3" in heard.out
    assert "px/mm" in heard.out
    assert "mm up" in heard.out
    assert "no marker of this table can be seen" in heard.out
    first, second = pi_diavolo.right("calibrate", "markers", picture, wall, "--json").objects
    assert first["camera_height_mm"] == pytest.approx(700, abs=40)  # no lens is known
    assert first["px_per_mm"] == pytest.approx(1.58 * 960 / 700, rel=0.03)
    assert second["found"] is False


def test_a_marker_that_lies_elsewhere_is_named_with_how_far_it_is_off(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    picture, table = a_file(tmp_path / "throw.png", a_throw()), tmp_path / "table.toml"
    places = {"0": [-182, 182], "1": [192, 182], "2": [182, -182], "3": [-182, -182]}
    camera = a_painter().camera
    lens = {"size_px": list(camera.size), "K": camera.K.tolist(), "dist": camera.dist.tolist()}
    save(table, {"markers": {"centres_mm": places}, "lens": lens})
    heard = pi_diavolo.right("calibrate", "markers", picture, "--table", str(table))
    assert "markers 0, 2, 3;" in heard.lines[0]
    said = "marker 1 is seen, but 10 mm from where the table file has it: measure it again"
    assert heard.lines[1] == f"  → {said}"
    (told,) = pi_diavolo.right("calibrate", "markers", picture, "--table", str(table), "--json").objects
    assert told["astray_mm"] == {"1": pytest.approx(10, abs=1)}
    save(table, {"markers": {"centres_mm": {**places, "1": [182, 182]}}})
    (told,) = pi_diavolo.right("calibrate", "markers", picture, "--table", str(table), "--json").objects
    assert told["astray_mm"] == {}


def test_a_picture_that_is_too_coarse_is_refused(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    heard = pi_diavolo("calibrate", "markers", a_file(tmp_path / "small.png", a_throw(1, (800, 600))))
    assert heard.code == 2
    assert "at least 1.8 are wanted" in heard.err


def test_our_printed_stickers_need_no_pictures(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    heard = pi_diavolo.right("calibrate", "enrol", "--printed", "--table", str(table))
    assert "6 faces are kept" in heard.out
    assert [name for name, _ in load_table(table).faces] == list(Order)
    assert all((tmp_path / f"table_faces/{order}.png").is_file() for order in Order)


def test_faces_are_known_by_their_files_names_or_their_order(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    for number, (name, face) in enumerate(printed_faces().items()):
        a_file(tmp_path / f"named/{name.replace('_', '-')}.png", face)
        a_file(tmp_path / f"numbered/{number}.png", face)
    for folder in ("named", "numbered"):
        out = tmp_path / f"faces of {folder}"
        (told,) = pi_diavolo.right(
            *(
                "calibrate",
                "enrol",
                str(tmp_path / folder),
                "--table",
                str(table),
                "--out",
                str(out),
                "--json",
            )
        ).objects
        assert told["missing"] == []
        assert told["nearest"][2] < 0.8
        assert [path for _, path in load_table(table).faces] == [
            tmp_path / f"faces of {folder}/{order}.png" for order in Order
        ]
    stray = a_file(tmp_path / "named/photo.png", printed_faces()["closest"])
    heard = pi_diavolo("calibrate", "enrol", str(tmp_path / "named"), "--table", str(table))
    assert heard.code == 2
    assert f"{stray}: which face this is cannot be told" in heard.err


def test_one_face_can_be_enrolled_again(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = str(tmp_path / "table.toml")
    pi_diavolo.right("calibrate", "enrol", "--printed", "--table", table)
    good = a_file(tmp_path / "good.png", np.ascontiguousarray(np.rot90(printed_faces()["closest"])))
    pi_diavolo.right("calibrate", "enrol", "--face", f"closest={good}", "--table", table)
    twin = a_file(tmp_path / "twin.png", printed_faces()["most_odd"])
    heard = pi_diavolo("calibrate", "enrol", "--face", f"closest={twin}", "--table", table)
    assert heard.code == 2
    assert "cannot be told apart" in heard.err
    kept = as_gray8(read_picture(dict(load_table(Path(table)).faces)["closest"]))
    assert np.abs(kept.astype(int) - np.rot90(printed_faces()["closest"])).mean() < 1


def test_enrolling_spoils_no_face_of_another_table_nor_of_the_backup(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    mine, theirs = tmp_path / "mine.toml", tmp_path / "theirs.toml"
    turned = a_file(tmp_path / "closest.png", np.ascontiguousarray(np.rot90(printed_faces()["closest"])))
    for table in (mine, theirs):
        pi_diavolo.right("calibrate", "enrol", "--printed", "--table", str(table), "--out", "faces")
    before = tree(tmp_path / "faces")
    for table in (mine, theirs):
        pi_diavolo.right("calibrate", "enrol", turned, "--table", str(table), "--out", "faces")
        after = tree(tmp_path / "faces")
        assert {place: after[place] for place in before} == before
        assert len(after) == len(before) + 1  # the same picture is kept once
    (tmp_path / "mine.toml.bak").replace(mine)
    for table, face in ((mine, printed_faces()["closest"]), (theirs, np.rot90(printed_faces()["closest"]))):
        kept = as_gray8(read_picture(dict(load_table(table).faces)["closest"]))
        assert np.array_equal(kept, face)


def test_two_tables_in_one_folder_have_a_folder_of_faces_each(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    for table in ("mine", "theirs"):
        pi_diavolo.right("calibrate", "enrol", "--printed", "--table", f"{table}.toml")
        places = [path for _, path in load_table(tmp_path / f"{table}.toml").faces]
        assert places == [tmp_path / f"{table}_faces/{order}.png" for order in Order]


@pytest.mark.parametrize("side", [1, 300])
def test_a_picture_that_shows_nothing_is_not_enrolled(
    pi_diavolo: CommandLine, tmp_path: Path, side: int
) -> None:
    blank = a_file(tmp_path / "closest.png", np.full((side, side), 200, np.uint8))
    heard = pi_diavolo("calibrate", "enrol", blank, "--table", "table.toml")
    assert heard.code == 2
    assert "the picture for closest shows no face" in heard.err
    assert not (tmp_path / "table.toml").exists()


def test_photos_in_a_folder_named_faces_are_not_taken_for_what_was_enrolled(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    for name, face in printed_faces().items():
        a_file(tmp_path / f"faces/{name}.jpg", face)
    before = tree(tmp_path / "faces")
    for _ in range(2):
        pi_diavolo.right("calibrate", "enrol", "faces", "--table", "table.toml")
    assert tree(tmp_path / "faces") == before


def test_the_picture_that_is_named_for_a_face_beats_the_one_whose_file_is(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    table, closest = tmp_path / "table.toml", printed_faces()["closest"]
    for name, face in printed_faces().items():
        a_file(tmp_path / f"named/{name}.png", face)
    named = a_file(tmp_path / "another.png", np.ascontiguousarray(np.rot90(closest)))
    pi_diavolo.right(
        *("calibrate", "enrol", str(tmp_path / "named"), "--face", f"closest={named}", "--table", str(table))
    )
    kept = as_gray8(read_picture(dict(load_table(Path(table)).faces)["closest"]))
    assert np.abs(kept.astype(int) - np.rot90(closest)).mean() < 1


def test_a_key_that_nobody_knows_is_named_once_in_each_command(
    pi_diavolo: CommandLine, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "table.toml").write_text("mystuff = 1", encoding="utf-8")
    for _ in range(2):
        caplog.clear()
        pi_diavolo.right("calibrate", "enrol", "--printed", "--table", "table.toml")
        assert caplog.messages == ["the table file's mystuff is not known here and left alone"]


def test_the_order_die_is_enrolled_from_the_tray(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    for number, name in enumerate(printed_faces(), start=1):
        a_file(tmp_path / f"photos/{name}.png", a_throw(number))
    pi_diavolo.right("calibrate", "enrol", str(tmp_path / "photos"), "--table", str(table))
    heard = pi_diavolo("calibrate", "certificate", str(tmp_path / "photos"), "--table", str(table), "--json")
    (told,) = heard.objects
    assert [throw["valid"] for throw in told["throws"]] == [True] * 6


def test_the_colours_of_a_throw_are_kept(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    picture = a_file(tmp_path / "throw.png", a_throw())
    (told,) = pi_diavolo.right("calibrate", "colours", picture, "--table", str(table), "--json").objects
    assert told["missing"] == []
    assert {colour for colour, _ in load_table(table).colours} == {"black", "white", "red", "gray"}
    blank = a_file(tmp_path / "wall.png", np.full((600, 800), 128, np.uint8))
    heard = pi_diavolo("calibrate", "colours", blank, "--table", str(table))
    assert heard.code == 2
    assert "the table is not found" in heard.err


def test_a_picture_without_colours_teaches_none(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    before = table.read_bytes()
    gray = a_file(tmp_path / "gray.png", as_gray8(a_throw()))
    heard = pi_diavolo("calibrate", "colours", gray, "--table", str(table))
    assert (heard.code, heard.out) == (2, "")
    assert heard.err == f"pi-diavolo: {gray}: the picture has no colours; switch the camera to colour\n"
    assert table.read_bytes() == before


def test_all_steps_in_a_row_end_with_a_certificate(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    folder, out = tmp_path / "evening", tmp_path / "made/table.toml"
    for number, name in enumerate(printed_faces(), start=1):
        a_file(folder / f"faces/{name}.png", a_throw(number))
    a_file(folder / "throw.png", a_throw(2))
    base = str(a_table(tmp_path))
    heard = pi_diavolo("calibrate", "all", str(folder), "--table", base, "--out", str(out))
    assert (heard.code, heard.err) == (0, "")
    assert "lens: left out, there are no charuco*.jpg" in heard.out
    for line in ("markers: 1 picture", "Certificate", "pixels a millimetre", "nearest colours", "1 of 1"):
        assert line in heard.out
    table = load_table(out)
    assert len(table.faces) == 6
    assert len(table.colours) == 4
    steps = [
        told["step"]
        for told in pi_diavolo("calibrate", "all", str(folder), "--out", str(out), "--json").objects
    ]
    assert steps == ["lens", "markers", "colours", "enrol", "certificate"]


def test_all_steps_together_leave_one_backup_the_file_as_it_was(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    file, folder = a_table(tmp_path), tmp_path / "evening"
    before = file.read_text(encoding="utf-8").replace("[imps]", "[imps]  # keep me")
    file.write_text(before, encoding="utf-8")
    a_file(folder / "throw.png", a_throw(2))
    a_file(folder / "faces/closest.png", printed_faces()["closest"])
    pi_diavolo("calibrate", "all", str(folder), "--out", str(file))
    assert load_table(file).colours
    assert load_table(file).faces
    assert file.with_name("table.toml.bak").read_text(encoding="utf-8") == before
    new = tmp_path / "new.toml"
    pi_diavolo("calibrate", "all", str(folder), "--table", str(file), "--out", str(new))
    assert load_table(new).colours
    assert not new.with_name("new.toml.bak").exists()


@pytest.mark.parametrize("there", [True, False], ids=["over a table file", "anew"])
def test_a_folder_without_pictures_makes_no_table(
    pi_diavolo: CommandLine, tmp_path: Path, there: bool
) -> None:
    (tmp_path / "empty/throws").mkdir(parents=True)
    (tmp_path / "empty/notes.txt").write_text("Take pictures!", encoding="utf-8")
    base = a_table(tmp_path)
    if there:
        save(tmp_path / "out.toml", {})
    before = tree(tmp_path)
    heard = pi_diavolo("calibrate", "all", "empty", "--table", str(base), "--out", "out.toml")
    assert (heard.code, heard.out) == (2, "")
    assert "empty: there is no picture in this folder" in heard.err
    assert heard.err.count("\n") == 1
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("file", "picture", "code"),
    [
        ("closest.png", printed_faces()["closest"], 0),
        ("wall.png", np.full((600, 800), 128, np.uint8), 1),
    ],
    ids=["no throws", "no table in the throws"],
)
def test_a_table_of_which_no_throw_was_seen_is_not_called_good(
    pi_diavolo: CommandLine, tmp_path: Path, file: str, picture: Picture, code: int
) -> None:
    a_file(tmp_path / "evening" / file, picture)
    heard = pi_diavolo("calibrate", "all", "evening", "--out", "table.toml")
    assert (heard.code, heard.err) == (code, "")
    assert "This table is good" not in heard.out
    for told in pi_diavolo("calibrate", "all", "evening", "--out", "table.toml", "--json").objects:
        assert told.get("verdict") in (None, "poor")


def a_wreck(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"no picture at all")
    return path


@pytest.mark.parametrize("step", ["lens", "markers", "certificate"])
def test_a_picture_that_cannot_be_read_is_named_and_the_others_are_used(
    pi_diavolo: CommandLine, tmp_path: Path, step: str
) -> None:
    table, folder = a_table(tmp_path), tmp_path / "pictures"
    boards(folder) if step == "lens" else a_file(folder / "throw.png", a_throw())
    arguments = ["calibrate", step, str(folder), "--table", str(table)]
    good = pi_diavolo(*arguments, "--json")
    wreck = a_wreck(folder / "board_0.png")
    heard = pi_diavolo(*arguments, "--json")
    assert (heard.code, heard.objects) == (2, good.objects)
    assert f"{wreck}: this is not a picture" in heard.err
    assert heard.err.count("\n") == 1
    alone = pi_diavolo("calibrate", step, str(wreck), str(wreck), "--table", str(table))
    assert (alone.code, alone.out, alone.err.count("\n")) == (2, "", 2)


def test_a_face_that_cannot_be_read_is_named_and_the_others_are_enrolled(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    faces = tmp_path / "faces"
    for name in ("closest", "most_odd"):
        a_file(faces / f"{name}.png", printed_faces()[name])
    wrecks = [a_wreck(faces / "greatest_sum.png"), a_wreck(tmp_path / "broken.png")]
    arguments = [str(faces), "--face", f"smallest_sum={wrecks[1]}", "--table", "table.toml", "--json"]
    heard = pi_diavolo("calibrate", "enrol", *arguments)
    assert heard.code == 2
    assert [line.partition(": this is")[0] for line in heard.err.splitlines()] == [
        f"pi-diavolo: {wreck}" for wreck in wrecks
    ]
    assert [name for name, _ in load_table(tmp_path / "table.toml").faces] == ["most_odd", "closest"]


def test_where_no_face_can_be_read_no_table_file_is_made(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    wreck = a_wreck(tmp_path / "closest.png")
    heard = pi_diavolo("calibrate", "enrol", str(wreck), "--table", "table.toml")
    assert (heard.code, heard.out, heard.err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "table.toml").exists()


def test_a_picture_that_an_option_names_moves_none_of_the_others_up(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    for number, face in enumerate(printed_faces().values()):
        a_file(tmp_path / f"faces/{number}.png", face)
    wreck = a_wreck(tmp_path / "broken.png")
    heard = pi_diavolo("calibrate", "enrol", "faces", "--face", f"closest={wreck}", "--table", "table.toml")
    assert heard.code == 2
    assert [name for name, _ in load_table(tmp_path / "table.toml").faces] == list(Order)


@pytest.mark.parametrize("step", ["enrol", "all"])
def test_faces_in_the_fixed_order_do_not_move_up_for_one_that_cannot_be_read(
    pi_diavolo: CommandLine, tmp_path: Path, step: str
) -> None:
    for number, face in enumerate(printed_faces().values(), 2):
        a_file(tmp_path / f"evening/faces/{number}.png", face)
    a_wreck(tmp_path / "evening/faces/1.png")
    arguments = ("enrol", "evening/faces", "--table") if step == "enrol" else ("all", "evening", "--out")
    heard = pi_diavolo("calibrate", *arguments, "table.toml")
    assert heard.code == 2
    assert "2.png: which face this is cannot be told" in heard.err
    assert not (tmp_path / "table.toml").exists() or not load_table(tmp_path / "table.toml").faces


def test_colours_come_from_the_first_picture_that_can_be_read(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    table, folder = a_table(tmp_path), tmp_path / "throws"
    wreck, throw = a_wreck(folder / "1.png"), a_file(folder / "2.png", a_throw())
    heard = pi_diavolo("calibrate", "colours", str(folder), "--table", str(table), "--json")
    assert (heard.code, heard.objects[0]["file"]) == (2, throw)
    assert f"{wreck}: this is not a picture" in heard.err
    assert dict(load_table(table).colours).keys() == {"black", "white", "red", "gray"}
    alone = pi_diavolo("calibrate", "colours", str(wreck), "--table", str(table))
    assert (alone.code, alone.out, alone.err.count("\n")) == (2, "", 1)


def test_all_steps_leave_out_what_cannot_be_read(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    a_file(folder / "throw.png", a_throw(2))
    a_file(folder / "faces/closest.png", printed_faces()["closest"])
    wrecks = [a_wreck(folder / name) for name in ("charuco_1.jpg", "another.jpg", "faces/most_odd.jpg")]
    heard = pi_diavolo("calibrate", "all", str(folder), "--out", "table.toml", "--json")
    assert heard.code == 2
    assert [line.partition(": this is")[0] for line in heard.err.splitlines()] == [
        f"pi-diavolo: {wreck}" for wreck in wrecks
    ]
    assert heard.objects[-1]["step"] == "certificate"
    assert len(heard.objects[-1]["throws"]) == 1
    table = load_table(tmp_path / "table.toml")
    assert [name for name, _ in table.faces] == ["closest"]
    assert table.colours


def test_a_folder_in_which_nothing_can_be_read_makes_no_table(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    a_wreck(tmp_path / "evening/throw.jpg")
    heard = pi_diavolo("calibrate", "all", "evening", "--out", "table.toml")
    assert (heard.code, heard.out) == (2, "")
    assert "evening: no picture in this folder can be read" in heard.err
    assert not (tmp_path / "table.toml").exists()


@pytest.mark.parametrize("spelt", ["greatest_sum", "greatest-sum", "Greatest Sum"])
def test_among_the_throws_a_face_is_known_by_its_files_name_however_it_is_spelt(
    pi_diavolo: CommandLine, tmp_path: Path, spelt: str
) -> None:
    a_file(tmp_path / f"evening/{spelt}.png", printed_faces()["greatest_sum"])
    out = tmp_path / "table.toml"
    told = pi_diavolo("calibrate", "all", str(tmp_path / "evening"), "--out", str(out), "--json").objects
    skipped = {step["step"] for step in told if step.get("skipped")}
    assert skipped == {"lens", "markers", "colours", "certificate"}
    assert [name for name, _ in load_table(out).faces] == ["greatest_sum"]


def test_a_certificate_says_what_is_missing(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    wall = a_file(tmp_path / "wall.png", np.full((600, 800), 128, np.uint8))
    heard = pi_diavolo("calibrate", "certificate", wall, "--table", str(table))
    assert heard.code == 1
    assert "0 of 1" in heard.out
    assert "run `pi-diavolo calibrate colours`" in heard.out
    assert "This table is poor" in heard.out


def near_and_nearer(apart_mm: float) -> list[PaintedDie]:
    """A throw whose order is closest, red on one side of the Order die and white on the other."""
    dice = tables.a_throw(Order.CLOSEST)
    left = tables.a_painter().look.dice.left_handed
    dice[3] = lying("white", 1, -100 + 30, -20, 15, 16, left_handed=left)
    dice[6] = lying("red", 3, -100 - 30 - apart_mm, -20, 15, 16, left_handed=left)
    return dice


@pytest.mark.parametrize(("apart_mm", "valid"), [(TIE_MM, None), (8.0, True)])
def test_a_certificate_is_as_sure_of_a_throw_as_read_is(
    pi_diavolo: CommandLine, tmp_path: Path, apart_mm: float, valid: bool | None
) -> None:
    painted = tables.a_painter().paint(near_and_nearer(apart_mm), np.random.default_rng(1)).image
    throw, table = a_file(tmp_path / "throw.png", painted), tables.a_table_file(tmp_path)
    (read,) = pi_diavolo.right("read", throw, "--table", table, "--json").objects
    assert (read["order"], read["valid"]) == ("closest", valid)
    (told,) = pi_diavolo("calibrate", "certificate", throw, "--table", table, "--json").objects
    assert told["throws"] == [{"file": throw, "valid": read["valid"], "reasons": read["reasons"]}]


@pytest.mark.skipif(not SCENES.is_dir(), reason="the rendered scenes are not at hand")
def test_a_certificate_contradicts_read_in_no_rendered_scene(pi_diavolo: CommandLine) -> None:
    # In the first a die is in doubt that makes no difference, in the second red may be closest, or none.
    pictures = [str(SCENES / f"dev_00_{number}.jpg") for number in ("05", "09")]
    table = str(ROOT / "calibration/tables/scenes.toml")
    read = pi_diavolo.right("read", *pictures, "--table", table, "--json").objects
    (told,) = pi_diavolo("calibrate", "certificate", *pictures, "--table", table, "--json").objects
    assert [throw["valid"] for throw in told["throws"]] == [True, None] == [one["valid"] for one in read]
