"""Pictures too dark, too bright or out of focus are refused for that reason; good ones never are."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.simulator.painter import Painter, Sensor, draw_camera, draw_look, spoiled
from pi_diavolo.table.view import Code
from pi_diavolo.vision.calibration import NotFound, Why, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.clarity import clarity, why_not_found, why_unreadable
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile, load_table
from tests.simulator.painted import a_camera, a_clean_look
from training.imp_examples import camera_of, table_of

ROOT = Path(__file__).parents[2]
SCENES = ROOT.parent / "shared/scenes"
USUAL = Sensor()


@cache
def a_painter() -> Painter:
    return Painter(a_clean_look(), a_camera(tilt_mm=60))


def a_picture(sensor: Sensor) -> Picture:
    painter = a_painter()
    painter.use_sensor(sensor)
    return painter.paint([], np.random.default_rng(0)).image


def reasons(sensor: Sensor) -> tuple[Code, ...]:
    return clarity(a_picture(sensor), camera_of(a_painter().camera), TableFile())


@pytest.mark.parametrize("exposure", [0.4, 0.85, 1.5])
@pytest.mark.parametrize("defocus", [0.3, 1.5])
def test_nothing_stands_against_a_usual_picture(exposure: float, defocus: float) -> None:
    assert reasons(replace(USUAL, exposure=exposure, defocus_px=defocus)) == ()


@pytest.mark.parametrize(
    ("sensor", "code"),
    [
        pytest.param(spoiled(USUAL, "dark"), Code.TOO_DARK, id="dark"),
        pytest.param(replace(USUAL, exposure=0.02), Code.TOO_DARK, id="darker"),
        pytest.param(replace(USUAL, exposure=12), Code.TOO_BRIGHT, id="bright"),
        pytest.param(spoiled(USUAL, "blurred"), Code.OUT_OF_FOCUS, id="blurred"),
        pytest.param(replace(USUAL, defocus_px=3.5), Code.OUT_OF_FOCUS, id="less blurred"),
    ],
)
def test_a_spoiled_picture_is_refused_for_its_own_reason(sensor: Sensor, code: Code) -> None:
    assert reasons(sensor) == (code,)


@pytest.mark.parametrize(("die_px", "codes"), [(15, ()), (12, (Code.OUT_OF_FOCUS,))])
def test_a_sharp_picture_is_refused_if_its_dice_are_too_few_pixels_wide(
    die_px: float, codes: tuple[Code, ...]
) -> None:
    table, camera = TableFile(), camera_of(a_painter().camera)
    scale = die_px / (camera.px_per_mm * table.dice_mm)
    size = (round(camera.size[0] * scale), round(camera.size[1] * scale))
    small = cv2.resize(a_picture(replace(USUAL, defocus_px=0.3)), size, interpolation=cv2.INTER_AREA)
    assert clarity(np.asarray(small, np.uint8), camera.scaled_to(size), table) == codes


@pytest.mark.parametrize(
    ("sensor", "code"),
    [
        pytest.param(replace(USUAL, exposure=0.005), Code.TOO_DARK, id="dark"),
        pytest.param(replace(USUAL, exposure=40), Code.TOO_BRIGHT, id="bright"),
        pytest.param(spoiled(USUAL, "blurred"), Code.OUT_OF_FOCUS, id="blurred"),
        pytest.param(USUAL, Code.MARKERS_HIDDEN, id="none of these"),
    ],
)
def test_where_no_table_is_found_the_picture_itself_says_why(sensor: Sensor, code: Code) -> None:
    assert why_not_found(a_picture(sensor)) is code


@pytest.mark.parametrize(
    ("level", "code"),
    [(0, Code.TOO_DARK), (255, Code.TOO_BRIGHT), (128, Code.MARKERS_HIDDEN)],
    ids=["black", "white", "gray"],
)
@pytest.mark.parametrize("shape", [(960, 1280, 3), (960, 1280), (1, 1, 3), (7, 2000, 3)], ids=str)
def test_an_empty_picture_is_too_dark_too_bright_or_shows_no_markers(
    level: int, code: Code, shape: tuple[int, ...]
) -> None:
    assert why_not_found(np.full(shape, level, np.uint8)) is code


@pytest.mark.parametrize("why", Why)
def test_the_light_is_to_blame_only_where_markers_are_wanting(why: Why) -> None:
    glare = np.full((600, 800), 255, np.uint8)
    wanting = why in (Why.NO_MARKERS, Why.TOO_FEW_MARKERS)
    assert why_unreadable(NotFound(why), glare) is (Code.TOO_BRIGHT if wanting else Code.MARKERS_HIDDEN)


def test_pure_noise_shows_no_markers() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (960, 1280, 3), np.uint8)
    assert why_not_found(noise) is Code.MARKERS_HIDDEN


@pytest.mark.parametrize("seed", range(1_600_000, 1_600_008))
def test_tables_by_lot_are_read_or_refused_for_the_right_reason(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = draw_look(rng)
    place = draw_camera(rng, look.geometry)
    painter, table = Painter(look, place), table_of(look, rng)
    sensor = replace(look.sensor, exposure=0.9)
    for how, code in [("blurred", Code.OUT_OF_FOCUS), ("dark", Code.TOO_DARK)]:
        painter.use_sensor(spoiled(sensor, how))
        image = painter.paint([], rng).image
        assert code in (why_not_found(image), *clarity(image, camera_of(place), table))
    painter.use_sensor(sensor)
    assert clarity(painter.paint([], rng).image, camera_of(place), table) == ()


@pytest.mark.skipif(not SCENES.is_dir(), reason="the rendered scenes are not at hand")
def test_no_rendered_scene_is_refused() -> None:
    table = load_table(ROOT / "calibration/tables/scenes.toml")
    for path in [*SCENES.glob("dev_*_0[05].jpg"), *SCENES.glob("empty/*.jpg")]:
        picture: Picture = np.asarray(cv2.imread(str(path)), np.uint8)
        camera = find_table(picture, table)
        assert isinstance(camera, Camera)
        assert clarity(picture, camera, table) == (), path.name
