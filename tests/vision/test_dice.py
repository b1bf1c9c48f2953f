"""Dice on tables that the networks have never met: found, read, and no sure reading wrong."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from pi_diavolo.vision import dice as dice_room
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.dice import survey
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.patches import Pose, distance
from pi_diavolo.vision.sight import A_FACE, SeenDie, Sight
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Tray
from tests.vision.plates import a_camera
from training.examples import COCKED, CORNERS, OUTSIDE, STACKED, VISIBLE, Chances, Example, examples_of_look

# The networks were trained on lower looks.
UNSEEN = range(1_000_000, 1_000_004)
SPOILT = [COCKED, STACKED, OUTSIDE]


@dataclass(frozen=True)
class Painted:
    """A die that lies flat and free, how wide it is, and what was seen of it."""

    pose: Pose
    size_mm: float
    colour: str
    value: int
    seen: SeenDie | None


@cache
def painted() -> tuple[list[Painted], int]:
    """All good dice of some unseen tables, and how many dice were seen where none is."""
    dice: list[Painted] = []
    invented = 0
    for look in UNSEEN:
        for example in examples_of_look(look, 3, Chances(hands=0)):
            found = survey(example.picture(), example.camera, _table(example)).dice
            spoilt = example.dice[:, [COCKED, STACKED, OUTSIDE]].any(axis=1) | (
                example.dice[:, VISIBLE] < 0.9
            )
            dice += [_beside(row, example.camera, found) for row in example.dice[~spoilt]]
            invented += sum(_is_invented(die, example) for die in found)
    return dice, invented


def _table(example: Example) -> TableFile:
    (order_die,) = example.dice[example.dice[:, 0] == COLOURS.index("gray")]
    return TableFile(
        tray=Tray(*example.tray_mm, 25.0), dice_mm=example.die_mm, order_die_mm=float(order_die[2])
    )


def _beside(row: np.ndarray, camera: Camera, found: list[SeenDie]) -> Painted:
    size, pose = float(row[2]), _pose(row, camera)
    near = [die for die in found if np.hypot(die.pose.x - pose.x, die.pose.y - pose.y) < size / 3]
    return Painted(pose, size, COLOURS[int(row[0])], int(row[1]), near[0] if near else None)


def _pose(row: np.ndarray, camera: Camera) -> Pose:
    corners = camera.to_plane(row[CORNERS].reshape(4, 2), float(row[2]))
    (x, y), side = corners.mean(axis=0), corners[1] - corners[0]
    return Pose(float(x), float(y), float(np.arctan2(side[1], side[0])))


def _is_invented(die: SeenDie, example: Example) -> bool:
    poses = [_pose(row, example.camera) for row in example.dice]
    apart = min(np.hypot(die.pose.x - pose.x, die.pose.y - pose.y) for pose in poses)
    # What has no top face is left to the roll call, which knows how many dice there are.
    return die.way != "nothing" and die.face > 0.5 and float(apart) > 0.6 * example.die_mm


def test_nearly_every_die_is_found_and_hardly_any_is_invented() -> None:
    dice, invented = painted()
    missed = sum(die.seen is None for die in dice)
    assert len(dice) > 70
    assert missed <= 0.03 * len(dice)
    assert invented <= 0.02 * len(dice)


def test_colours_and_values_are_read() -> None:
    seen = [(die, die.seen) for die in painted()[0] if die.seen]
    assert sum(die.colour == found.colour for die, found in seen) >= 0.97 * len(seen)
    assert sum(die.value == found.value for die, found in seen) >= 0.93 * len(seen)


def test_a_very_sure_reading_is_right() -> None:
    seen = [(die, die.seen) for die in painted()[0] if die.seen]
    sure = [(die, found) for die, found in seen if max(found.colours) * max(found.values) > 0.99]
    assert len(sure) > 20
    assert all((die.colour, die.value) == (found.colour, found.value) for die, found in sure)


def test_dice_that_lie_flat_are_seen_to() -> None:
    seen = [die.seen for die in painted()[0] if die.seen]
    assert sum(found.way == "flat" for found in seen) >= 0.97 * len(seen)


def test_places_and_turns_are_exact() -> None:
    seen = [(die, die.seen.pose) for die in painted()[0] if die.seen]
    off = [np.hypot(die.pose.x - pose.x, die.pose.y - pose.y) for die, pose in seen]
    turned = [abs((die.pose.yaw - pose.yaw + np.pi / 4) % (np.pi / 2) - np.pi / 4) for die, pose in seen]
    assert np.median(off) < 0.3  # millimetres
    assert np.degrees(np.median(turned)) < 1.5


def test_an_empty_floor_has_no_dice() -> None:
    camera = a_camera()
    picture = np.full((camera.size[1], camera.size[0], 3), (60, 120, 40), np.uint8)
    assert [die for die in survey(picture, camera, TableFile()).dice if die.way != "nothing"] == []


def test_a_die_that_was_aimed_at_badly_is_looked_at_until_it_is_aimed_at_well() -> None:
    (example,) = examples_of_look(UNSEEN[0], 1, Chances(hands=0, leans=0))
    level = example.dice[~example.dice[:, SPOILT].any(axis=1) & (example.dice[:, VISIBLE] > 0.9)]
    pipped = level[level[:, 0] != COLOURS.index("gray")]
    poses = [_pose(row, example.camera) for row in pipped]
    off = 0.2 * example.die_mm
    seen = Sight(example.picture(), example.camera, example.die_mm).read(
        [Pose(pose.x + off, pose.y - off / 2, pose.yaw + 0.1) for pose in poses]
    )
    off = max(distance(die.pose, pose) for die, pose in zip(seen, poses, strict=True))
    assert off < 0.02 * example.die_mm


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "when looked at again"])
@pytest.mark.parametrize(
    ("away_dice", "sure", "is_face"),
    [
        pytest.param(0.45, 0.82, False, id="far away, and its pips are in doubt"),
        pytest.param(0.45, 1.0, True, id="far away, but its pips are sure"),
        pytest.param(0.3, 0.82, True, id="near"),
    ],
)
def test_a_die_aimed_at_far_from_where_it_was_spotted_may_be_no_top_face(
    monkeypatch: pytest.MonkeyPatch, away_dice: float, sure: float, is_face: bool, at_once: bool
) -> None:
    """Between the top face and a side of a leaning die it looks as if one lay flat there."""
    table = TableFile()
    black = tuple(float(colour == "black") for colour in COLOURS)
    values = (0.0, 0.0, 0.0, 0.0, sure, 0.0, 1 - sure)
    pose = Pose(0.0, away_dice * table.dice_mm, 0.0)
    seen = SeenDie(pose, table.dice_mm, black, values, (1.0, 0.0, 0.0, 0.0), 0.95)
    monkeypatch.setattr(dice_room, "spots", lambda *_: [Pose(0.0, 0.0, 0.0)])
    monkeypatch.setattr(dice_room, "_aimed_at", lambda *_: [seen] if at_once else [])
    monkeypatch.setattr(dice_room, "found_again", lambda *_: [seen])
    monkeypatch.setattr(dice_room, "settled", lambda *told: told[-1])
    (die,) = survey(np.full((960, 1280, 3), 120, np.uint8), a_camera(), table).dice
    assert (die.face > A_FACE) is is_face
