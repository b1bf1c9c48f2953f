"""What stands on the bases of tables that the network has never met."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.simulator.painter import (
    Hand,
    Painter,
    draw_camera,
    draw_geometry,
    draw_imps,
    draw_look,
)
from pi_diavolo.simulator.painting.imp_shapes import Profile, draw_profile
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import ImpView
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.imps import see_imps
from pi_diavolo.vision.picture import Picture, as_bgr8, as_gray8
from pi_diavolo.vision.table_file import TableFile, load_table
from tests.simulator.painted import a_camera, a_clean_look
from training.imp_examples import camera_of, table_of

ROOT = Path(__file__).parents[2]
SCENES = ROOT.parent / "shared/scenes"
UNSEEN = range(1_500_000, 1_500_016)
SURE = 0.99
A_PAWN = ((1.0, 0.0), (1.0, 0.1), (0.4, 0.6), (0.6, 0.7), (0.7, 0.8), (0.6, 0.9), (0.3, 1.0))


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen on a base, and what stands there."""

    view: ImpView
    truth: Colour | None

    @property
    def right(self) -> bool:
        return self.view.colour is self.truth


def beside_truth(views: tuple[ImpView, ...], truth: list[str | None]) -> Iterator[Seen]:
    for view, colour in zip(views, truth, strict=True):
        yield Seen(view, Colour(colour) if colour else None)


@cache
def painted(*, figures: bool = False) -> list[Seen]:
    seen: list[Seen] = []
    for seed in UNSEEN:
        rng = np.random.default_rng(seed)
        geometry = draw_geometry(rng)
        if figures:
            geometry = replace(geometry, imp_profile=draw_profile(np.random.default_rng(seed)))
        look = draw_look(rng, geometry)
        place = draw_camera(rng, look.geometry)
        picture = Painter(look, place, draw_imps(rng, look.geometry, 0.8)).paint([], rng)
        views = see_imps(picture.image, camera_of(place), table_of(look, rng))
        seen += beside_truth(views, list(picture.truth.imps))
    return seen


def a_table_with_one_imp(colour: str = "red", profile: Profile = ()) -> tuple[Painter, Camera, TableFile]:
    look = a_clean_look()
    look = replace(look, geometry=replace(look.geometry, imp_profile=profile))
    place = a_camera()
    imps = {3: (colour, look.geometry.bases[3])}
    return Painter(look, place, imps), camera_of(place), TableFile()


def test_nearly_every_imp_and_every_empty_base_of_unseen_tables_is_told() -> None:
    # White under a dim lamp and gray under a bright one are told apart less surely than all else.
    assert np.mean([seen.right for seen in painted()]) > 0.94


def test_imps_that_are_no_cylinders_are_told_on_nearly_every_base_of_unseen_tables() -> None:
    assert np.mean([seen.right for seen in painted(figures=True)]) > 0.93


@pytest.mark.parametrize("figures", [False, True])
def test_what_is_called_sure_is_right(figures: bool) -> None:
    seen = painted(figures=figures)
    sure = [one for one in seen if one.view.confidence >= SURE]
    assert len(sure) > 0.4 * len(seen)
    assert sum(not one.right for one in sure) <= 0.01 * len(sure)


@pytest.mark.parametrize("colour", ["black", "white", "red", "gray"])
def test_an_imp_is_seen_on_its_base_and_on_no_other(colour: str) -> None:
    painter, camera, table = a_table_with_one_imp(colour)
    views = see_imps(painter.paint([], np.random.default_rng(0)).image, camera, table)
    assert [view.base for view in views] == list(range(10))
    assert [view.colour for view in views] == [Colour(colour) if base == 3 else None for base in range(10)]


@pytest.mark.parametrize("colour", ["black", "white", "red", "gray"])
def test_a_pawn_is_seen_on_its_base_and_on_no_other(colour: str) -> None:
    painter, camera, table = a_table_with_one_imp(colour, A_PAWN)
    views = see_imps(painter.paint([], np.random.default_rng(0)).image, camera, table)
    assert [view.colour for view in views] == [Colour(colour) if base == 3 else None for base in range(10)]


def test_a_place_in_the_picture_is_the_imps_top_or_the_empty_base() -> None:
    painter, camera, table = a_table_with_one_imp()
    views = see_imps(painter.paint([], np.random.default_rng(0)).image, camera, table)
    imp, empty = table.bases[3], table.bases[4]
    expected = camera.project([(imp.x, imp.y, 32), (empty.x, empty.y, 2)])
    assert np.allclose([views[3].px, views[4].px], expected)


def test_a_base_under_a_hand_is_never_sure() -> None:
    painter, camera, table = a_table_with_one_imp()
    hand = Hand(tip=(110, 60), from_deg=0)
    views = see_imps(painter.paint([], np.random.default_rng(0), hand).image, camera, table)
    assert views[3].confidence < 0.9


def test_a_base_outside_the_picture_is_nothing_for_certain() -> None:
    painter, camera, table = a_table_with_one_imp()
    left = painter.paint([], np.random.default_rng(0)).image[:, :800]
    narrow = replace(camera, size=(800, 960))
    view = see_imps(np.ascontiguousarray(left), narrow, table)[3]
    assert (view.colour, view.confidence) == (None, 0.0)


def test_in_black_and_white_no_imp_is_sure_of_its_colour() -> None:
    painter, camera, table = a_table_with_one_imp()
    gray = as_bgr8(as_gray8(painter.paint([], np.random.default_rng(0)).image))
    assert see_imps(gray, camera, table)[3].confidence <= 0.5


def test_a_table_without_bases_has_no_imps() -> None:
    painter, camera, table = a_table_with_one_imp()
    picture = painter.paint([], np.random.default_rng(0)).image
    assert see_imps(picture, camera, replace(table, bases=())) == ()


@pytest.mark.skipif(not SCENES.is_dir(), reason="the rendered scenes are not at hand")
@pytest.mark.parametrize("table", ["scenes.toml", "scenes-no-lens.toml"])
def test_in_rendered_scenes_99_of_100_bases_are_right(table: str) -> None:
    seen = list(scenes(load_table(ROOT / "calibration/tables" / table)))
    assert np.mean([one.right for one in seen]) >= 0.99
    assert sum(not one.right for one in seen if one.view.confidence >= SURE) == 0


def scenes(table: TableFile) -> Iterator[Seen]:
    for path in sorted(SCENES.glob("dev_*_*[05].jpg")):
        picture: Picture = np.asarray(cv2.imread(str(path)), np.uint8)
        camera = find_table(picture, table)
        assert isinstance(camera, Camera)
        truth = json.loads(path.with_suffix(".json").read_text())["imps"]
        yield from beside_truth(see_imps(picture, camera, table), [imp["colour"] for imp in truth])
