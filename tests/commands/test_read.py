"""`pi-diavolo read`: what a picture shows, as the design promises it to other programs."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import read_picture
from tests.commands.makers import CommandLine, start, tree
from tests.commands.tables import (
    a_film,
    a_hidden_throw,
    a_painted,
    a_table_file,
    an_empty_tray,
    written,
)
from tests.terminal.pseudo import PseudoTerminal
from tests.vision.picture_bytes import encoded, with_exif
from tests.vision.plates import a_camera, a_picture

KEYS = [
    "file", "valid", "reasons", "reason", "order", "order_die", "dice", "imps", "gaps_mm", "answers",
    "answer", "ms",
]  # fmt: skip
EMPTY = np.full((480, 640, 3), 90, np.uint8)


@pytest.fixture
def table(tmp_path: Path) -> str:
    return a_table_file(tmp_path)


def read_right(pi_diavolo: CommandLine, *arguments: str) -> dict[str, object]:
    (told,) = pi_diavolo.right("read", *arguments, "--json").objects
    return told


def test_json_goes_where_it_is_sent_also_while_a_bar_shows_how_far_it_is(tmp_path: Path, table: str) -> None:
    pictures = [written(tmp_path, f"{name}.png", a_painted()) for name in ("one", "two")]
    with PseudoTerminal() as terminal:
        asked = [sys.executable, "-m", "pi_diavolo", "read", *pictures, "--table", table, "--json"]
        done = subprocess.run(asked, stdout=subprocess.PIPE, stderr=terminal.inside, check=True, timeout=300)
        bar = terminal.read_until("2/2")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == pictures
    assert "valid" not in bar


# What is read


def test_a_painted_throw_is_read_with_all_that_the_design_promises(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    told = read_right(pi_diavolo, written(tmp_path, "throw.png", a_painted()), "--table", table)
    assert list(told)[: len(KEYS)] == KEYS
    assert told["file"] == str(tmp_path / "throw.png")
    assert (told["valid"], told["reasons"]) == (True, [])
    assert told["reason"] == "greatest sum: red 13, white 12, black 11 → red"
    assert (told["order"], told["answer"]) == ("greatest_sum", "red")
    answers = {
        "greatest_sum": "red", "smallest_sum": "black", "greatest_difference": "white", "most_odd": "red",
        "highest_value": "gray", "closest": "red",
    }  # fmt: skip
    assert told["answers"] == answers


def test_every_die_comes_with_its_place_in_millimetres_and_pixels(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    told = read_right(pi_diavolo, written(tmp_path, "throw.png", a_painted()), "--table", table)
    dice = told["dice"]
    assert isinstance(dice, list)
    seen = [(die["colour"], die["value"], die["x_mm"], die["y_mm"]) for die in dice]
    truth = [
        (colour, value, 55 * place - 60, y)
        for colour, values, y in (("black", (2, 3, 6), 90), ("white", (1, 5, 6), 35), ("red", (3, 5, 5), -60))
        for place, value in enumerate(values)
    ]
    for colour, value, x, y in seen:
        nearest = min(truth, key=lambda die: abs(die[2] - x) + abs(die[3] - y))
        truth.remove(nearest)
        assert (colour, value) == nearest[:2]
        assert (x, y) == pytest.approx(nearest[2:], abs=1.0)
    assert not truth
    assert all(len(die["px"]) == 2 and 0 < die["confidence"] <= 1 for die in dice)
    assert {"x_mm", "y_mm", "px", "confidence"} <= set(told["order_die"])  # type: ignore[call-overload]
    assert list(told["gaps_mm"]) == ["black", "white", "red"]  # type: ignore[call-overload]


def test_upside_down_it_is_the_same_throw(pi_diavolo: CommandLine, tmp_path: Path, table: str) -> None:
    turned = np.ascontiguousarray(a_painted()[::-1, ::-1])
    told = read_right(pi_diavolo, written(tmp_path, "turned.png", turned), "--table", table)
    assert (told["valid"], told["answer"]) == (True, "red")


def test_as_turned_by_exif_it_is_the_same_throw(pi_diavolo: CommandLine, tmp_path: Path, table: str) -> None:
    (tmp_path / "turned.jpg").write_bytes(with_exif(encoded(np.rot90(a_painted()), ".jpg"), 6))
    told = read_right(pi_diavolo, str(tmp_path / "turned.jpg"), "--table", table)
    assert (told["valid"], told["answer"]) == (True, "red")


def test_a_mirrored_picture_is_refused_by_its_name(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    mirrored = written(tmp_path, "mirrored.png", np.ascontiguousarray(a_painted()[:, ::-1]))
    told = read_right(pi_diavolo, mirrored, "--table", table)
    assert (told["valid"], told["reasons"], told["answer"]) == (None, ["markers_hidden"], None)
    assert told["reason"] == "the picture is mirrored: switch that off in the camera’s settings."


def test_a_picture_in_black_and_white_is_refused_for_red_and_black_look_alike(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    gray = cv2.cvtColor(a_painted(), cv2.COLOR_BGR2GRAY)
    told = read_right(pi_diavolo, written(tmp_path, "gray.png", gray), "--table", table)
    assert (told["valid"], told["answer"]) == (None, None)
    assert "die_unsure" in told["reasons"]  # type: ignore[operator]
    assert told["reason"] == "the picture has no colours: switch the camera to colour."


def test_a_die_on_its_edge_makes_no_roll(pi_diavolo: CommandLine, tmp_path: Path, table: str) -> None:
    told = read_right(pi_diavolo, written(tmp_path, "cocked.png", a_painted(cocked=True)), "--table", table)
    assert told["valid"] is not True
    assert told["answer"] is None
    assert told["reasons"]


def test_the_order_die_thrown_first_is_read_alone(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    told = read_right(
        pi_diavolo, written(tmp_path, "throw.png", a_painted()), "--table", table, "--expect", "order"
    )
    assert told["answer"] is None
    assert set(told["answers"].values()) == {None}  # type: ignore[attr-defined]


@pytest.mark.parametrize("enrolled", [0, 4])
def test_where_faces_are_not_enrolled_it_is_said_once_beside_the_doubt(
    pi_diavolo: CommandLine, tmp_path: Path, table: str, enrolled: int
) -> None:
    faces = ", ".join(f'{order} = "faces/{order}.png"' for order in tuple(Order)[:enrolled])
    Path(table).write_text(f"[order_die]\nfaces = {{ {faces} }}", encoding="utf-8")
    names = [written(tmp_path, f"{number}.png", a_painted()) for number in range(2)]
    heard = pi_diavolo("read", *names, "--table", table, "--json")
    assert (heard.code, [told["reasons"] for told in heard.objects]) == (0, [["order_unsure"]] * 2)
    missing = ", ".join(tuple(Order)[enrolled:])
    assert f"table.toml: these faces of the Order die are not enrolled: {missing};" in heard.err
    assert heard.err.count("\n") == 1
    written(tmp_path, "empty.png", EMPTY)
    assert pi_diavolo.right("read", "empty.png", "--table", table).err == ""


def test_people_get_the_same_in_words_in_their_language(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    picture = written(tmp_path, "throw.png", a_painted())
    heard = pi_diavolo.right("read", picture, "--table", table, "--language", "de")
    assert "Schwarz 2 3 6" in heard.out
    assert "Größte Summe: Rot 13, Weiß 12, Schwarz 11 → Rot" in heard.lines[-1]


def test_the_table_file_may_stand_in_the_settings(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    (tmp_path / "diavolo.toml").write_text('[table]\nfile = "table.toml"\n')
    assert read_right(pi_diavolo, written(tmp_path, "throw.png", a_painted()))["answer"] == "red"


def test_the_house_rules_count(pi_diavolo: CommandLine, tmp_path: Path, table: str) -> None:
    (tmp_path / "diavolo.toml").write_text("[diavolo]\ntie_within_mm = 50\n")
    told = read_right(pi_diavolo, written(tmp_path, "throw.png", a_painted()), "--table", table)
    assert told["answers"]["closest"] in ("gray", None)  # type: ignore[index]


# Where nothing can be read


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(EMPTY, id="no table"),
        pytest.param(EMPTY[:1, :1], id="1 × 1"),
        pytest.param(np.zeros((480, 640), np.uint8), id="black, gray-scale"),
        pytest.param(np.full((480, 640, 4), 65535, np.uint16), id="white, 16 bit, alpha"),
        pytest.param(np.zeros((5000, 8000), np.uint8), id="40 megapixels"),
    ],
)
def test_a_picture_without_the_table_is_refused_honestly(
    pi_diavolo: CommandLine, tmp_path: Path, table: str, picture: np.ndarray
) -> None:
    told = read_right(pi_diavolo, written(tmp_path, "empty.png", picture), "--table", table)
    assert told["valid"] is None
    assert told["reasons"]
    assert (told["order"], told["order_die"], told["dice"], told["answer"]) == (None, None, [], None)
    assert told["gaps_mm"] == {"black": None, "white": None, "red": None}
    assert told["answers"] == dict.fromkeys(str(order) for order in Order)


@pytest.mark.parametrize(
    ("light", "blur"),
    [
        pytest.param(1.0, 0.8, id="a good picture"),
        pytest.param(4.0, 0.8, id="in glare"),
        pytest.param(1.0, 8.0, id="out of focus"),
    ],
)
def test_a_lens_for_pictures_of_another_shape_is_told_whatever_the_light(
    pi_diavolo: CommandLine, tmp_path: Path, light: float, blur: float
) -> None:
    table = tmp_path / "lens.toml"
    table.write_text("[lens]\nsize_px = [1280, 720]\nK = [[900, 0, 640], [0, 900, 360], [0, 0, 1]]\n")
    plate = np.dstack([a_picture(a_camera(), light=light, blur=blur)] * 3)
    told = read_right(pi_diavolo, written(tmp_path, "plate.png", plate), "--table", str(table))
    assert (told["valid"], told["reasons"]) == (None, ["markers_hidden"])
    said = "the lens in the table file is for pictures of another shape: calibrate for this one."
    assert told["reason"] == said
    film = a_film(tmp_path / "film", *[plate] * 3)
    heard = pi_diavolo("read", "--stream", film, "--table", str(table), "--json")
    assert [told["reasons"] for told in heard.objects] == [["markers_hidden"]] * 3


# Many pictures, and bad ones among them


def test_bad_pictures_do_not_keep_good_ones_from_being_read(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    written(folder, "10.png", EMPTY)
    written(folder, "9.jpg", EMPTY)
    (folder / "11.jpg").write_bytes((folder / "9.jpg").read_bytes()[:-400])
    (folder / "12.png").write_text("hello")
    heard = pi_diavolo("read", str(folder), "nowhere.png", "--table", table, "--json")
    assert heard.code == 2
    assert [Path(told["file"]).name for told in heard.objects] == [
        "9.jpg",
        "10.png",
        "11.jpg",
        "12.png",
        "nowhere.png",
    ]
    assert ["error" in told for told in heard.objects] == [False, False, True, True, True]
    for told in heard.objects:
        assert list(told)[: len(KEYS)] == KEYS
        assert told["valid"] is None
    errors = heard.err.splitlines()
    assert len(errors) == 3
    assert all(line.startswith("pi-diavolo: ") for line in errors)


def test_many_pictures_are_a_line_each_and_a_summary(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    names = [written(tmp_path, f"{number}.png", EMPTY) for number in range(3)]
    heard = pi_diavolo.right("read", *names, "--table", table)
    assert [name in line for name, line in zip(names, heard.lines, strict=False)] == [True] * 3
    assert heard.lines[-1] == "Pictures: 3 · not sure 3"


def test_a_video_is_read_frame_by_frame(pi_diavolo: CommandLine, tmp_path: Path, table: str) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "clip.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 30, (640, 480))
    for _ in range(3):
        writer.write(EMPTY)
    writer.release()
    told = pi_diavolo.right("read", str(tmp_path / "clip.avi"), "--table", table, "--json").objects
    assert [frame["frame"] for frame in told] == [0, 1, 2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("x.png",), "--table is missing", id="no table"),
        pytest.param(("x.png", "--table", "none.toml"), "no such file", id="no such table"),
        pytest.param((), "required: PICTURE|FOLDER|VIDEO", id="no picture"),
        pytest.param(("x.png", "--expect", "4"), "invalid choice: '4'", id="four dice"),
        pytest.param(("x.png", "--fps", "0"), "use frames a second from 1 to 1000", id="no frames"),
        pytest.param(("x.png", "--fps", "nan"), "use frames a second from 1 to 1000", id="nan"),
        pytest.param(("x.png", "--free", "--stream"), "not allowed with", id="two ways at once"),
        pytest.param(("a", "b", "--stream"), "one by one", id="two streams"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    pi_diavolo: CommandLine, arguments: tuple[str, ...], said: str
) -> None:
    heard = pi_diavolo("read", *arguments)
    assert (heard.code, heard.out) == (2, "")
    assert said in heard.err
    assert len(heard.err.splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["tray = 3", "[tray]\ninside_mm = [nan, 300]", "\xff", "[markers]\nsize_mm = -1"]
)
def test_a_table_file_that_cannot_be_is_told(pi_diavolo: CommandLine, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.toml").write_text(text, encoding="latin-1")
    heard = pi_diavolo("read", written(tmp_path, "x.png", EMPTY), "--table", str(tmp_path / "bad.toml"))
    assert (heard.code, heard.out) == (2, "")
    assert len(heard.err.splitlines()) == 1


def test_the_real_program_says_nothing_but_json_and_one_sentence(tmp_path: Path, table: str) -> None:
    (tmp_path / "cut.png").write_bytes(encoded(EMPTY)[:-20])
    heard = start("read", str(tmp_path / "cut.png"), "--table", table, "--json")
    assert heard.code == 2
    assert len(heard.objects) == 1
    assert heard.err == f"pi-diavolo: {tmp_path}/cut.png: this picture is cut short; copy or take it again\n"


# Overlays


def test_overlays_of_many_go_into_a_folder_under_their_names(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        written(tmp_path / folder, "x.png", EMPTY)
        written(tmp_path / folder, "y.jpg", EMPTY)
    pi_diavolo.right("read", "a", "b", "--table", table, "--overlay", "out/deep")
    made = sorted(path.name for path in (tmp_path / "out/deep").iterdir())
    assert made == ["x-2.png", "x.png", "y-2.jpg", "y.jpg"]
    assert read_picture(tmp_path / "out/deep/x.png").shape[0] > 480


def test_the_overlay_of_one_picture_may_be_a_file(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    picture = written(tmp_path, "x.png", EMPTY)
    pi_diavolo.right("read", picture, "--table", table, "--overlay", "seen.jpg", "--json")
    assert cv2.imread(str(tmp_path / "seen.jpg")) is not None


@pytest.mark.parametrize("out", [".", "x.png", "link.png", "table.toml", "x.png/deep"])
def test_no_overlay_is_written_over_a_picture_or_any_other_file(
    pi_diavolo: CommandLine, tmp_path: Path, table: str, out: str
) -> None:
    written(tmp_path, "x.png", EMPTY)
    (tmp_path / "link.png").symlink_to("x.png")
    before = tree(tmp_path)
    heard = pi_diavolo("read", "x.png", "--table", table, "--overlay", out)
    assert heard.code == 2
    assert len(heard.err.splitlines()) == 1
    assert tree(tmp_path) == before


@pytest.mark.parametrize("out", ["", " "])
def test_an_overlay_without_a_name_is_not_written_where_one_happens_to_be(
    pi_diavolo: CommandLine, tmp_path: Path, table: str, out: str
) -> None:
    (tmp_path / "pictures").mkdir()
    written(tmp_path / "pictures", "x.png", EMPTY)
    before = tree(tmp_path)
    heard = pi_diavolo("read", "pictures", "--table", table, "--overlay", out)
    assert (heard.code, "no place is named" in heard.err) == (2, True)
    assert tree(tmp_path) == before


def test_several_pictures_need_a_folder(pi_diavolo: CommandLine, tmp_path: Path, table: str) -> None:
    heard = pi_diavolo("read", "a.png", "b.png", "--table", table, "--overlay", "out.png")
    assert (heard.code, "give a folder" in heard.err) == (2, True)


# Streams


def test_a_stream_tells_of_every_frame_and_of_broken_ones(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    (tmp_path / "frames").mkdir()
    for number in range(4):
        written(tmp_path / "frames", f"{number}.png", EMPTY)
    (tmp_path / "frames/2.png").write_text("hello")
    heard = pi_diavolo("read", "--stream", "frames", "--fps", "30", "--table", table, "--json")
    assert heard.code == 2
    unseen = {"state": "rolling", "locked": False, "reasons": ["markers_hidden"]}
    assert heard.objects == [{"frame": n, **unseen} for n in (0, 1, 3)]
    broken, unread = heard.err.splitlines()
    assert "2.png" in broken
    assert unread == "pi-diavolo: No roll was read: I cannot find the table’s markers."


def dark(picture: Picture) -> Picture:
    return (picture * 0.04).astype(np.uint8)


def mirrored(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[:, ::-1])


@pytest.mark.parametrize(
    ("spoil", "code", "begins", "ends"),
    [
        pytest.param(
            dark,
            "too_dark",
            "[0] it is too dark to read the dice: switch on a lamp.",
            "No roll was read: it is too dark to read the dice.",
            id="dark",
        ),
        pytest.param(
            mirrored,
            "markers_hidden",
            "[0] the picture is mirrored: switch that off in the camera’s settings.",
            "No roll was read: the picture is mirrored.",
            id="mirrored",
        ),
    ],
)
def test_a_film_in_which_the_table_is_not_seen_says_why_as_it_begins_and_as_it_ends(
    pi_diavolo: CommandLine,
    tmp_path: Path,
    table: str,
    spoil: Callable[[Picture], Picture],
    code: str,
    begins: str,
    ends: str,
) -> None:
    film = a_film(tmp_path / "film", *[spoil(a_painted())] * 10)
    assert pi_diavolo.right("read", "--stream", film, "--table", table).lines == [begins, ends]
    heard = pi_diavolo("read", "--stream", film, "--table", table, "--json")
    assert [told["reasons"] for told in heard.objects] == [[code]] * 10
    assert (heard.code, heard.err) == (0, f"pi-diavolo: {ends}\n")


@pytest.mark.parametrize(
    ("frames", "why"),
    [
        pytest.param([a_painted] * 2, "the film ends before the dice lie still.", id="too short"),
        pytest.param([an_empty_tray] * 12, "no dice lie in the tray.", id="nobody throws"),
        pytest.param(
            [an_empty_tray] * 9 + [a_hidden_throw] * 12,
            "something covers the tray until the end, such as a hand.",
            id="a hand stays",
        ),
    ],
)
def test_a_film_in_which_nothing_is_read_ends_with_one_sentence_that_says_why(
    pi_diavolo: CommandLine, tmp_path: Path, table: str, frames: list[Callable[[], Picture]], why: str
) -> None:
    film = a_film(tmp_path / "film", *(frame() for frame in frames))
    heard = pi_diavolo.right("read", "--stream", film, "--table", table)
    assert heard.lines[-1] == f"No roll was read: {why}"
    heard = pi_diavolo("read", "--stream", film, "--table", table, "--json")
    assert heard.err == f"pi-diavolo: No roll was read: {why}\n"
    assert all(list(told) == ["frame", "state", "locked"] for told in heard.objects)


def test_a_film_in_which_a_lamp_is_lit_is_read_from_then_on(
    pi_diavolo: CommandLine, tmp_path: Path, table: str
) -> None:
    film = a_film(tmp_path / "film", *[dark(a_painted())] * 4, *[a_painted()] * 16)
    heard = pi_diavolo.right("read", "--stream", film, "--table", table)
    assert heard.lines[0] == "[0] it is too dark to read the dice: switch on a lamp."
    assert heard.lines[-1].endswith("greatest sum: red 13, white 12, black 11 → red")


@pytest.mark.parametrize("out", ["frames", "one.png"])
def test_the_overlay_of_a_stream_is_a_video_or_another_folder(
    pi_diavolo: CommandLine, tmp_path: Path, table: str, out: str
) -> None:
    (tmp_path / "frames").mkdir()
    written(tmp_path / "frames", "0.png", EMPTY)
    heard = pi_diavolo("read", "--stream", "frames", "--table", table, "--overlay", out)
    assert heard.code == 2
    pi_diavolo.right("read", "--stream", "frames", "--table", table, "--overlay", "out.avi")
    assert cv2.VideoCapture(str(tmp_path / "out.avi")).read()[0]


# Any dice in any picture


def test_free_dice_need_no_table(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    picture = written(tmp_path, "dice.png", a_painted())
    told = read_right(pi_diavolo, "--free", picture, "--overlay", "out.png")
    assert list(told) == ["file", "dice", "ms"]
    dice = told["dice"]
    assert isinstance(dice, list)
    for die in dice:
        assert list(die) == ["value", "colour", "box", "confidence"]
        assert len(die["box"]) == 4
    assert (tmp_path / "out.png").exists()
