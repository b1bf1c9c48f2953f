"""What the newest picture says of camera, light and table, in pictures that were spoiled on purpose."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from pi_diavolo.painted_bench import PaintedBench
from pi_diavolo.setting_up_learning import RolledFirst, learn
from pi_diavolo.setting_up_sight import seen_in
from pi_diavolo.table.pieces import RIVALS, Length
from pi_diavolo.table.setting_up import Found, Sight, Verdict
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile
from tests.views import a_view, with_doubt

Spoil = Callable[[Picture], Picture]


def look(painted: PaintedBench, spoil: Spoil = lambda picture: picture) -> Sight:
    return seen_in(spoil(painted.newest().copy()), 1, painted.measured, None)[0]


def darkened(picture: Picture) -> Picture:
    return (picture * 0.12).astype(np.uint8)


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 4.5), np.uint8)


def burnt(picture: Picture) -> Picture:
    return np.clip(picture.astype(np.int32) * 8 + 90, 0, 255).astype(np.uint8)


def colourless(picture: Picture) -> Picture:
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)


def with_glare(picture: Picture) -> Picture:
    return np.asarray(cv2.circle(picture, (640, 480), 130, (255, 255, 255), -1), np.uint8)


def half_in_shadow(picture: Picture) -> Picture:
    shade = np.linspace(1.0, 0.35, picture.shape[1])[None, :, None]
    return (picture * shade).astype(np.uint8)


def covered(*corners: tuple[int, int]) -> Spoil:
    def cover(picture: Picture) -> Picture:
        for x, y in corners:
            cv2.rectangle(picture, (x - 60, y - 60), (x + 60, y + 60), (60, 90, 60), -1)
        return picture

    return cover


TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT = (245, 86), (1040, 80), (236, 885)


def codes(sight: Sight) -> dict[str, list[Found]]:
    return {name: [line.found for line in getattr(sight, name)] for name in ("camera", "light", "table")}


def test_a_good_table_is_good_in_every_line(painted: PaintedBench) -> None:
    sight = look(painted)
    assert codes(sight) == {
        "camera": [Found.MARKERS_ALL, Found.SHARP],
        "light": [Found.LIGHT_GOOD],
        "table": [Found.SCALE, Found.REPROJECTION, Found.PLACES],
    }
    assert {line.verdict for lines in (sight.camera, sight.light, sight.table) for line in lines} == {
        Verdict.GOOD
    }
    assert sight.focus is not None
    assert sight.focus > 1


def test_each_marker_is_named_and_lies_where_its_name_says(painted: PaintedBench) -> None:
    markers = {marker.where: marker for marker in look(painted).markers}
    assert markers.keys() == {"top_left", "top_right", "bottom_left", "bottom_right"}
    for where, marker in markers.items():
        assert marker.found
        x, y = (sum(axis) / 4 for axis in zip(*marker.corners, strict=True))
        assert where == f"{'top' if y < 0.5 else 'bottom'}_{'left' if x < 0.5 else 'right'}"


def test_one_marker_less_is_said_and_drawn_where_it_should_be(painted: PaintedBench) -> None:
    sight = look(painted, covered(TOP_LEFT))
    assert sight.camera[0].found is Found.MARKERS_SOME
    assert sight.camera[0].verdict is Verdict.FAIR
    (missing,) = [marker for marker in sight.markers if not marker.found]
    assert missing.where == "top_left"
    assert missing.corners
    assert sight.has_table


def test_with_two_markers_less_the_table_is_not_found_but_the_others_are_shown(painted: PaintedBench) -> None:
    sight = look(painted, covered(TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT))
    assert sight.camera[0].found is Found.MARKERS_TOO_FEW
    assert [marker.where for marker in sight.markers if marker.found] == ["bottom_right"]
    assert [line.found for line in sight.table] == [Found.TABLE_NOT_FOUND]
    assert not sight.has_table


@pytest.mark.parametrize(
    ("spoil", "light", "verdict"),
    [
        pytest.param(darkened, Found.TOO_DARK, Verdict.POOR, id="a lamp is out"),
        pytest.param(burnt, Found.TOO_BRIGHT, Verdict.POOR, id="far too much light"),
        pytest.param(colourless, Found.NO_COLOURS, Verdict.POOR, id="a night mode"),
        pytest.param(with_glare, Found.GLARE, Verdict.FAIR, id="a lamp mirrors in the tray"),
        pytest.param(half_in_shadow, Found.UNEVEN, Verdict.FAIR, id="one side in the shadow"),
    ],
)
def test_bad_light_is_told_in_its_own_word(
    painted: PaintedBench, spoil: Spoil, light: Found, verdict: Verdict
) -> None:
    found = look(painted, spoil).light
    assert [(line.found, line.verdict) for line in found] == [(light, verdict)]


def test_a_blurred_picture_is_below_what_dice_need(painted: PaintedBench) -> None:
    sight = look(painted, blurred)
    assert sight.focus is not None
    assert sight.focus < 1
    assert Found.BLURRED in [line.found for line in sight.camera]


def test_three_white_dice_are_no_glare(painted: PaintedBench) -> None:
    painted.throw()
    assert codes(look(painted))["light"] == [Found.LIGHT_GOOD]


def test_a_mirrored_picture_is_known_for_one(painted: PaintedBench) -> None:
    sight = look(painted, lambda picture: np.ascontiguousarray(picture[:, ::-1]))
    assert sight.camera[0].found is Found.MIRRORED


def test_a_picture_of_nothing_has_no_markers(painted: PaintedBench) -> None:
    sight = look(painted, lambda picture: np.full_like(picture, 90))
    assert sight.camera[0].found is Found.NO_MARKERS
    assert sight.focus is None


def test_a_camera_in_its_night_mode_teaches_no_colours(painted: PaintedBench) -> None:
    painted.throw()
    learned = learn(colourless(painted.newest().copy()), painted.measured)
    assert [line.found for line in learned.findings] == [Found.NO_COLOURS]
    assert not learned.colours


def test_the_first_roll_is_as_sure_as_a_game_is() -> None:
    nowhere = np.zeros((480, 640, 3), np.uint8)
    near = {colour: Length(20.0 + number, 0.8) for number, colour in enumerate(RIVALS)}
    for view, sure in ((a_view("closest", gaps=near), False), (with_doubt(a_view("closest"), 0, 5), True)):
        rolled = RolledFirst(nowhere, view, None)
        first, *_ = rolled.findings([rolled.is_sure], TableFile(), ())
        assert (rolled.is_sure, first.found is Found.READ_SURELY) == (sure, sure)
        assert first.values.get("reasons", ()) == (() if sure else ("gaps_too_close",))
