"""All distances are measured from the Order die: it is placed more exactly than it was aimed at."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pi_diavolo.painted_looks import drawn
from pi_diavolo.painted_table import world_of
from pi_diavolo.simulator.painter import Painter, draw_sensor, from_throw, lying
from pi_diavolo.simulator.world import throw
from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.die_scale import COLOURS, ROUND_STEP, STEP_DICE, USUALLY_ROUND, WAYS
from pi_diavolo.vision.patches import Pose, distance, facing
from pi_diavolo.vision.placing import placed, scatter_mm
from pi_diavolo.vision.sight import SeenDie, Sight
from tests.vision.plates import a_camera
from tests.vision.tables import a_table


def a_die(colour: str, pose: Pose, size_mm: float = 16.0) -> SeenDie:
    colours = tuple(float(other == colour) for other in COLOURS)
    ways = tuple(float(way == "flat") for way in WAYS)
    return SeenDie(pose, size_mm, colours, (1.0, *[0.0] * 6), ways, 1.0)


def test_only_the_order_die_is_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "place", lambda *_: np.array([[1.0, -0.5, 0.0, 1.0, 0.0]], np.float32))
    sight = Sight(np.zeros((960, 1280, 3), np.uint8), a_camera(), 16.0)
    red, gray = a_die("red", Pose(10.0, 0.0, 0.3)), a_die("gray", Pose(-20.0, 5.0, 0.3))
    same, moved = placed(sight, [red, gray])
    assert same == red
    there = facing(sight.camera, gray.pose).moved(STEP_DICE * 16.0, -STEP_DICE * 8.0, 0.0)
    assert distance(moved.pose, there) < 1e-6
    assert same.edges is None
    assert moved.edges == pytest.approx(USUALLY_ROUND + ROUND_STEP)
    assert placed(sight, [red]) == [red]


def test_what_seems_to_lie_far_off_stays_where_it_was_aimed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "place", lambda *_: np.array([[2.6, 0.0, 0.0, 1.0, 0.0]], np.float32))
    sight = Sight(np.zeros((960, 1280, 3), np.uint8), a_camera(), 16.0)
    gray = a_die("gray", Pose(-20.0, 5.0, 0.3))
    assert placed(sight, [gray]) == [gray]


@pytest.mark.parametrize("agreed", [True, False], ids=["always at the same place", "where it was cut out"])
def test_how_well_a_place_is_known_shows_when_it_is_cut_out_in_several_ways(
    monkeypatch: pytest.MonkeyPatch, agreed: bool
) -> None:
    sight = Sight(np.zeros((960, 1280, 3), np.uint8), a_camera(), 16.0)
    gray, asked = a_die("gray", Pose(-20.0, 5.0, 0.3)), list[int]()

    def as_cut_out(patches: np.ndarray, _: np.ndarray) -> np.ndarray:
        asked.append(len(patches))
        return np.zeros((len(patches), 5), np.float32)

    monkeypatch.setattr(networks, "place", as_cut_out)
    if agreed:
        monkeypatch.setattr(Sight, "moved", lambda *_: gray.pose)
    scatter = scatter_mm(sight, gray)
    assert scatter == pytest.approx(0.0 if agreed else math.hypot(0.06, 0.06) * 16.0, abs=1e-6)
    assert asked == ([4] if agreed else [4, 4])


def test_a_painted_order_die_is_found_within_a_tenth_of_a_millimetre() -> None:
    off, aimed_off = list[float](), list[float]()
    for seed in range(3_300_000, 3_300_012):
        rng = np.random.default_rng(seed)
        look, place = drawn(rng)
        painter = Painter(look, place)
        painter.use_sensor(draw_sensor(rng, look.light))
        thrown = throw(Random(seed), 2, replace(world_of(look), invalid=0.0))
        picture = painter.paint(from_throw(thrown, look, rng), rng)
        (truth,) = (die for die in picture.truth.dice if die.colour == "gray")
        K, dist, R, t = (np.asarray(part, np.float64) for part in (place.K, place.dist, place.R, place.t))  # noqa: N806
        camera = Camera(K, dist, R, t.ravel(), place.size)
        sight = Sight(picture.image, camera, look.dice.order_size_mm)
        there = Pose(float(truth.top_mm[0]), float(truth.top_mm[1]), math.radians(truth.yaw_deg))
        (seen,) = sight.read(sight.well_aimed([there.moved(0.5, -0.5, 0.0)]))
        (die,) = placed(sight, [replace(seen, colours=a_die("gray", there).colours)])
        off.append(distance(die.pose, there))
        aimed_off.append(distance(seen.pose, there))
    assert np.median(off) < 1 / 8
    assert np.mean(off) < 1 / 10
    assert np.mean(off) < 0.8 * np.mean(aimed_off)


OTHERS = [("black", 60, 60), ("black", 0, 100), ("white", 60, -60), ("white", 0, -100)]
OTHERS += [("red", 0, 80), ("red", -90, 0), ("red", 90, 0), ("gray", 0, 0)]


@pytest.mark.parametrize(
    ("black_mm", "white_mm", "measured"),
    [
        pytest.param(28.0, 29.0, True, id="a near thing"),
        pytest.param(28.0, 45.0, False, id="no near thing: only the Order die is placed"),
    ],
)
def test_dice_are_measured_where_a_tenth_of_a_millimetre_may_count(
    monkeypatch: pytest.MonkeyPatch, black_mm: float, white_mm: float, measured: bool
) -> None:
    table, asked = a_table(), list[int]()
    look = table.painter.look.dice
    near = [("black", -black_mm, 0), ("white", white_mm, 0), *OTHERS]
    dice = [
        lying(colour, 2, x, y, 10, look.order_size_mm if colour == "gray" else look.size_mm)
        for colour, x, y in near
    ]
    place = networks.place

    def counted(patches: np.ndarray, silhouettes: np.ndarray) -> np.ndarray:
        asked.append(len(patches))
        return place(patches, silhouettes)

    monkeypatch.setattr(networks, "place", counted)
    table.eyes.forget()
    view = table.eyes.look(table.picture(dice).image)
    assert view.valid
    # First the Order die is placed, then the dice near it are, and it once more in several ways.
    assert asked == ([1, 3, 4] if measured else [1])
    for colour, away in ((Colour.BLACK, black_mm), (Colour.WHITE, white_mm)):
        assert abs(view.centres[colour].mm - away) < view.centres[colour].error
