"""On rendered pictures with exact truth, where they are at hand: places right to part of a millimetre."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import BUMPED_MM, Camera
from pi_diavolo.vision.table_file import TableFile, load_table
from tests.vision.plates import worst_place_error

ROOT = Path(__file__).parents[2]
SCENES = ROOT.parent / "shared/scenes"
SET_UPS = range(16)

pytestmark = pytest.mark.skipif(not SCENES.is_dir(), reason="the rendered scenes are not at hand")


def a_table(name: str) -> TableFile:
    return load_table(ROOT / "calibration/tables" / name)


@cache
def a_scene(name: str) -> tuple[Any, Camera]:
    picture = cv2.imread(str(SCENES / f"{name}.jpg"))
    truth = json.loads((SCENES / f"{name}.json").read_text())["camera"]
    values = {key: np.array(truth[key]) for key in ("K", "dist", "R", "t")}
    return picture, Camera(**values, size=(1280, 960))  # type: ignore[arg-type]


@pytest.mark.parametrize("z", [0, 16])
@pytest.mark.parametrize(
    ("table", "median", "most"),
    [("scenes.toml", 0.15, 0.6), ("scenes-no-lens.toml", 0.6, 1.5)],
    ids=["lens", "no lens"],
)
def test_places_are_right_in_every_set_up(table: str, median: float, most: float, z: float) -> None:
    errors = []
    for set_up in SET_UPS:
        picture, truth = a_scene(f"dev_{set_up:02}_00")
        camera = find_table(picture, a_table(table))
        assert isinstance(camera, Camera), (set_up, camera)
        errors.append(worst_place_error(camera, truth, z))
    assert float(np.median(errors)) <= median
    assert max(errors) <= most


def test_the_bump_between_the_halves_of_a_set_up_is_noticed_and_none_is_made_up() -> None:
    for set_up in SET_UPS:
        known = find_table(a_scene(f"dev_{set_up:02}_00")[0], a_table("scenes.toml"))
        assert isinstance(known, Camera)
        for roll, bumped in (("01", False), ("05", True)):
            picture, truth = a_scene(f"dev_{set_up:02}_{roll}")
            camera = find_table(picture, a_table("scenes.toml"), known)
            assert isinstance(camera, Camera)
            assert (camera.bumped_from(known) > BUMPED_MM) is bumped, (set_up, roll)
            assert worst_place_error(camera, truth) < 0.6
