import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulator.painter import Geometry, draw_camera
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.lens_checks import can_be_a_lens
from pi_diavolo.vision.table_faces import ORDERS
from pi_diavolo.vision.table_file import TableFile, TableFileError, load_table

TABLES = Path(__file__).parents[2] / "calibration/tables"
# The Order die's faces in the tables of the rendered scenes lie beside these.
with_scenes = pytest.mark.skipif(
    not (TABLES.parents[2] / "shared/scenes").is_dir(), reason="the rendered scenes are not at hand"
)
K = "[[1372, 0, 645], [0, 1372, 474], [0, 0, 1]]"
FOLDING = (
    *([first, 0.012, 0.0004, -0.0003, 0] for first in (1e4, 1e5, 1e6, 1e11, -1, -100, -1e11)),
    *([0, 0, 1, 0], [0, 0, 0, -1], [0, 1e6, 0, 0], [0, 0, 0, 0, -50], [0, 0, 0, 0, 0, 1e9, 0, 0]),
)


def a_table(folder: Path, text: str) -> TableFile:
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return load_table(file)


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(TableFileError) as caught:
        a_table(folder, text)
    message = str(caught.value)
    assert message.startswith(f"{folder / 'table.toml'}: ")
    assert "\n" not in message
    assert len(message) < len(str(folder)) + 300
    return message


def test_an_empty_file_is_the_usual_table(tmp_path: Path) -> None:
    table = a_table(tmp_path, "")
    assert (table.tray.width_mm, table.markers.dictionary, len(table.bases)) == (300, "DICT_4X4_50", 10)
    assert table.lens is None
    assert table.faces == ()


@with_scenes
@pytest.mark.parametrize("name", ["scenes.toml", "scenes-no-lens.toml"])
def test_the_table_files_that_we_ship_load(name: str) -> None:
    table = load_table(TABLES / name)
    assert table.markers == TableFile().markers
    assert table.bases == TableFile().bases
    assert (table.lens is None) is ("no-lens" in name)


@pytest.mark.parametrize(
    "text",
    [
        "[dice]\nsize_mm = 0.5",
        "[dice]\nsize_mm = 1000",
        "[order_die]\nsize_mm = 1000",
        "[dice]\nsize_mm = 5\n[tray]\ninside_mm = [450, 300]\n[markers]\ncentres_mm = "
        "{ 0 = [-300, 182], 1 = [300, 182], 2 = [300, -182], 3 = [-300, -182] }",
    ],
)
def test_dice_that_cannot_be_are_refused(tmp_path: Path, text: str) -> None:
    assert "cannot be; use" in complaint(tmp_path, text)


def test_another_table_just_works(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces/magnet.png").write_bytes(b"")
    table = a_table(
        tmp_path,
        """
        tray = { inside_mm = [400, 250.5], wall_mm = 0 }
        [markers]
        dictionary = "DICT_6X6_250"
        size_mm = 40
        centres_mm = { 249 = [-240, 0], 5 = [240, 0], 17 = [0.5, 170] }
        [order_die]
        size_mm = 24
        faces = { closest = "faces/magnet.png" }
        [dice]
        size_mm = 14.5
        [[bases]]
        at_mm = [-100, 160]
        [[bases]]
        at_mm = [-100, -160]
        [lens]
        size_px = [2304, 1296]
        K = [[1500, 0, 1150], [0, 1500, 650], [0, 0, 1]]
        dist = [0.1, 0, 0, 0]
        """,
    )
    assert (table.tray.width_mm, table.tray.height_mm, table.tray.wall_mm) == (400, 250.5, 0)
    assert table.markers.centres[0] == (5, Point(240, 0))
    assert table.bases == (Point(-100, 160), Point(-100, -160))
    assert (table.dice_mm, table.order_die_mm) == (14.5, 24)
    assert table.faces == (("closest", tmp_path / "faces/magnet.png"),)
    assert table.lens is not None
    assert table.lens.dist == (0.1, 0, 0, 0)


def test_a_smaller_table_that_lists_no_bases_has_none(tmp_path: Path) -> None:
    assert a_table(tmp_path, "[tray]\ninside_mm = [200, 200]").bases == ()
    assert a_table(tmp_path, "bases = []").bases == ()


def test_what_others_keep_in_the_file_is_left_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = a_table(
        tmp_path,
        """
        made_by = "another table's maker"
        [markers]
        quiet_mm = 5
        [camera]
        exposure_ms = 8
        [colours]
        red = [50, 60.5, 40]
        beige = [80, 2, 15]
        [[bases]]
        at_mm = [-100, 180]
        pin = 17
        """,
    )
    assert table.markers == TableFile().markers
    assert table.bases == (Point(-100, 180),)
    assert table.colours == (("red", (50, 60.5, 40)),)
    for key in ("made_by", "markers.quiet_mm", "camera", "colours.beige", "bases[0].pin"):
        assert f"the table file's {key} is not known here and left alone" in caplog.messages


@pytest.mark.parametrize("length", [4, 5, 8, 12, 14])
def test_every_length_of_distortion_that_opencv_knows_will_do(tmp_path: Path, length: int) -> None:
    table = a_table(tmp_path, f"[lens]\nsize_px = [1280, 960]\nK = {K}\ndist = {[0] * length}")
    assert table.lens is not None
    assert len(table.lens.dist) == length


@pytest.mark.parametrize(
    ("focal", "dist"),
    [
        pytest.param(1372, [-0.035, 0.012, 0.0004, -0.0003, 0], id="the scenes' own"),
        pytest.param(1372, [-0.3, 0.1, 0.001, -0.002], id="barrel"),
        pytest.param(1372, [0.3, 0.1, 0.001, -0.002], id="pincushion"),
        pytest.param(800, [-0.32, 0.12, 0.001, -0.001, -0.02], id="wide"),
        pytest.param(500, [-0.25, 0.05, 0, 0, 0], id="wider"),
        pytest.param(150, [0, 0, 0, 0], id="very wide and straight"),
        pytest.param(9000, [-0.5, 2, 0.002, 0.002, 0], id="long"),
        pytest.param(700, [0.4, 0.05, 0, 0, 0.001, 0.6, 0.1, 0.003], id="a quotient"),
        pytest.param(1372, [-0.03, 0, 0, 0, 0, 0, 0, 0, 0.001, 0, 0.001, 0, 0.02, 0.01], id="tilted sensor"),
    ],
)
def test_lenses_that_people_have_are_taken(tmp_path: Path, focal: float, dist: list[float]) -> None:
    matrix = f"[[{focal}, 0, 640], [0, {focal}, 480], [0, 0, 1]]"
    table = a_table(tmp_path, f"[lens]\nsize_px = [1280, 960]\nK = {matrix}\ndist = {dist}")
    assert table.lens is not None
    assert table.lens.dist == tuple(dist)


@pytest.mark.parametrize("size", [(1280, 960), (1920, 1080), (640, 480)])
def test_all_lenses_that_are_painted_are_taken(size: tuple[int, int]) -> None:
    for seed in range(60):
        camera = draw_camera(np.random.default_rng(seed), Geometry(), size)
        assert can_be_a_lens(camera.size, camera.K, camera.dist), camera


@with_scenes
def test_the_lens_in_a_smaller_picture_keeps_its_corner() -> None:
    lens = load_table(TABLES / "scenes.toml").lens
    assert lens is not None
    small = lens.scaled_to((960, 720))
    assert small is not None
    assert small.K[0] == pytest.approx((1029, 0, 483.775))
    assert lens.scaled_to((960, 540)) is None


@pytest.mark.parametrize(
    "text",
    [
        "[imps]\nwidth_mm = 18\nheight_mm = 30\nweight_g = 3",
        "[imps]\nweight_g = 3",
        "[order_die]\nsize_mm = 22\nsize_px = 50",
        "[[bases]]\nat_mm = [0, 190]\nat = 'the top'",
        "[dice]\nsize_mm = 16\n[die]\nmaker = 'somebody'",
    ],
)
def test_a_key_of_somebody_elses_that_resembles_ours_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    load_table(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[trey]", "trey = {…} cannot be; use tray instead"),
        ("[tray]\ninside = [300, 300]", "tray.inside = [300, 300] cannot be; use tray.inside_mm instead"),
        ("tray = 3", "tray = 3 cannot be; use a section that opens with [tray]"),
        ("[tray]\ninside_mm = 300", "two numbers, [width, height]"),
        ("[tray]\ninside_mm = [300, -1]", "two numbers above 0"),
        ("[tray]\ninside_mm = [nan, 300]", "tray.inside_mm = [nan, 300]"),
        ("[tray]\ninside_mm = [inf, 300]", "two numbers above 0"),
        ("[tray]\ninside_mm = [340, 340]", "clear of the tray's inside"),
        (
            "[tray]\ninside_mm = [10, 10]",
            "tray.inside_mm = [10.0, 10.0] cannot be; use at least 20 mm a side, so that dice can lie in it",
        ),
        (
            "[tray]\ninside_mm = [10, 10]\n[dice]\nsize_mm = 5\n[order_die]\nsize_mm = 5",
            "at least 20 mm a side",
        ),
        ("[tray]\ninside_mm = [300, 29]\n[dice]\nsize_mm = 30", "at least 30 mm a side"),
        ("[tray]\ninside_mm = [29, 300]\n[order_die]\nsize_mm = 30", "at least 30 mm a side"),
        ("[tray]\nwall_mm = true", "tray.wall_mm = true cannot be"),
        ("[tray]\nwall_mm = -2", "a number from 0"),
        ("[markers]\nsize_mm = 0", "markers.size_mm = 0 cannot be; use a number above 0"),
        ("[markers]\nsize_mm = '30'", "markers.size_mm = '30'"),
        (f"[markers]\nsize_mm = 1{'0' * 400}", "a number of too many digits"),
        ("[markers]\ndictionary = 'DICT_4x4_5'", "use DICT_4X4_5"),
        ("[markers]\ndictionary = 4", "an ArUco one such as DICT_4X4_50"),
        ("[markers]\ndictionary = ['DICT_4X4_50']", "markers.dictionary = ['DICT_4X4_50']"),
        ("[markers]\ncentres_mm = { 0 = [-182, 182], 1 = [182, 182] }", "at least 3 markers"),
        ("[markers]\ncentres_mm = {}", "at least 3 markers"),
        ("[markers]\ncentres_mm = [[0, 1]]", "ids and places"),
        ("[markers]\ncentres_mm = { a = [0, 200] }", "markers.centres_mm.a = [0, 200]"),
        ("[markers]\ncentres_mm = { 0 = [0, 200], 00 = [0, -200] }", "each marker's id once"),
        ("[markers]\ncentres_mm = { 0 = [0], 1 = [1, 2], 2 = [3, 4] }", "a place [x, y]"),
        ("[markers]\ncentres_mm = { 0 = [-300, 200], 1 = [0, 201], 2 = [300, 200] }", "on one line"),
        ("[markers]\ncentres_mm = { 0 = [-300, 200], 1 = [0, 400], 2 = [300, 200] }", "round the tray"),
        (
            "[markers]\ncentres_mm = { 0 = [-182, 182], 1 = [182, 182], 2 = [190, 190], 3 = [0, -190] }",
            "1 and 2",
        ),
        ("[markers]\ncentres_mm = { 50 = [-182, 182], 1 = [182, 182], 2 = [182, -182] }", "ids 0 to 49"),
        (
            "[[bases]]\nat_mm = [10, 20]",
            "bases[0].at_mm = [10.0, 20.0] cannot be; use a place outside the tray",
        ),
        ("[[bases]]\nat_mm = [180, 180]", "clear of marker 1"),
        ("[[bases]]\nat_mm = [0, 190]\n[[bases]]\nat_mm = [5, 190]", "at least 18 mm from bases[0]"),
        ("[[bases]]\nat = [0, 190]", "bases[0].at = [0, 190] cannot be; use bases[0].at_mm instead"),
        ("[[bases]]\nwhere = 3", "at_mm = [x, y] in it"),
        ("[markers]\ncenters_mm = {}", "use markers.centres_mm instead"),
        ("[colors]\nred = [50, 60, 40]", "use colours instead"),
        ("[colours]\ngrey = [50, 0, 0]", "use colours.gray instead"),
        ("[colours]\nred = [50, 60]", "3 finite numbers"),
        ("[colours]\nred = [-50, 60, 40]", "L from 0 to 200"),
        ("[[bases]]", "at_mm = [x, y] in it"),
        ("[bases]\nat_mm = [0, 190]", "[[bases]] with at_mm"),
        ("\n".join(f"[[bases]]\nat_mm = [{200 + 30 * n}, 0]" for n in range(11)), "at most 10"),
        ("[imps]\nwidth_mm = nan", "imps.width_mm = nan"),
        ("[dice]\nsize_mm = []", "dice.size_mm = []"),
        ("[order_die]\nfaces = { closest = 'nowhere.png' }", "faces.closest = 'nowhere.png' cannot be; use"),
        ("[order_die]\nfaces = { closest = 3 }", "the path of a picture in quotes"),
        (f"[order_die]\nfaces = {{ closest = '{'x' * 5000}' }}", "a picture that exists"),
        ("[order_die]\nfaces = { closet = 'x.png' }", "use order_die.faces.closest instead"),
        ("[order_die]\nfaces = { most-odd = 'x.png' }", "use order_die.faces.most_odd instead"),
        ("[order_die]\nfaces = { star = 'x.png' }", "use one of greatest_sum, smallest_sum, "),
        ("[lens]", "size_px in it"),
        ("[lens]\nsize_px = [1280, 960]", "K in it"),
        (f"[lens]\nsize_px = [1280.5, 960]\nK = {K}", "whole numbers of pixels"),
        (f"[lens]\nsize_px = [320, 240]\nK = {K}", "cx and cy inside a picture of 320 × 240"),
        (f"[lens]\nsize_px = [9000, 9000]\nK = {K.replace('1372', '13')}", "fx and fy that fit"),
        ("[lens]\nsize_px = [1280, 960]\nK = [[1, 2], [3, 4]]", "three rows of three numbers"),
        ("[lens]\nsize_px = [1280, 960]\nK = [[1372, 0, 645], [0, 1372, 474], [0, 0, 2]]", "[[fx, 0, cx]"),
        ("[lens]\nsize_px = [1280, 960]\nK = [[nan, 0, 645], [0, 1372, 474], [0, 0, 1]]", "lens.K[0] = [nan"),
        (f"[lens]\nsize_px = [1280, 960]\nK = {K}\ndist = [1, 2, 3]", "4 or 5 or 8 or 12 or 14 finite"),
        (f"[lens]\nsize_px = [1280, 960]\nK = {K}\ndist = [1, 2, 3, inf]", "finite numbers"),
        *(
            (
                f"[lens]\nsize_px = [1280, 960]\nK = {K}\ndist = {dist}",
                "use what `pi-diavolo calibrate lens` finds; this one folds or tears the picture",
            )
            for dist in FOLDING
        ),
        ("tray = ", "put that right, calibration/tables shows how"),
        (f"tray = {'[' * 100_000}", "brackets stand too deep"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    assert says in complaint(tmp_path, text)


def test_two_faces_with_the_same_picture_are_refused(tmp_path: Path) -> None:
    (tmp_path / "magnet.png").write_bytes(b"")
    text = "[order_die]\nfaces = { most_odd = 'magnet.png', closest = './magnet.png' }"
    told = complaint(tmp_path, text)
    assert "order_die.faces.closest = './magnet.png' cannot be" in told
    assert "this one is order_die.faces.most_odd's" in told


def test_the_faces_are_named_as_the_orders_of_the_game() -> None:
    assert tuple(Order) == ORDERS


def test_a_file_that_cannot_be_read_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match="there is no such file"):
        load_table(tmp_path / "nowhere.toml")
    with pytest.raises(TableFileError, match="this is not a file"):
        load_table(tmp_path)
    with pytest.raises(TableFileError, match=r"there is no such file|cannot be read"):
        load_table(Path("a\0b"))
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(TableFileError, match="line 1 is not UTF-8"):
        load_table(tmp_path / "latin.toml")
    (tmp_path / "long.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(TableFileError, match="larger than 1 MB"):
        load_table(tmp_path / "long.toml")


values = st.recursive(
    st.one_of(st.booleans(), st.integers(-500, 500), st.floats(), st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)
KEYS = [
    *("tray.inside_mm", "tray.wall_mm", "markers.dictionary", "markers.size_mm", "markers.centres_mm.0"),
    *(
        "imps.width_mm",
        "bases",
        "dice.size_mm",
        "order_die.faces.closest",
        "lens.size_px",
        "lens.K",
        "lens.dist",
    ),
]


def as_toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(sign):08X}" for sign in value) + '"'
    return str(value).lower()


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), values, max_size=4))
def test_whatever_stands_in_the_file_is_taken_or_refused(
    tmp_path_factory: pytest.TempPathFactory, found: dict[str, object]
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    text = "\n".join(f"{key} = {as_toml(value)}" for key, value in found.items())
    file.write_text(text, encoding="utf-8", errors="replace")
    with contextlib.suppress(TableFileError):
        load_table(file)
