"""What is painted is what is seen: dice on tables that the networks have never met."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from pi_diavolo.vision.dice import PATCH_PX, SeenDie, find_dice
from pi_diavolo.vision.die_scale import COLOURS, DIE_PX
from pi_diavolo.vision.upright import Pose, upright
from training.examples import Example, examples_of_look

# The networks were trained on looks 0 to 429.
UNSEEN = range(1_000_000, 1_000_004)


@dataclass(frozen=True)
class Painted:
    """A die that lies flat and free, and what was seen of it."""

    x: float
    y: float
    yaw: float
    colour: str
    value: int
    seen: SeenDie | None


@cache
def painted() -> tuple[list[Painted], int]:
    """All good dice of some unseen tables, and how many dice were seen where none is."""
    dice: list[Painted] = []
    invented = 0
    for look in UNSEEN:
        for example in examples_of_look(look, count=3):
            found = find_dice(example.view)
            dice += [
                _beside(row, found) for row in example.dice if row[8] > 0.9 and not row[6] and not row[7]
            ]
            invented += sum(_is_invented(die, example) for die in found)
    return dice, invented


def _beside(row: np.ndarray, found: list[SeenDie]) -> Painted:
    x, y, yaw, _, colour, value, *_ = (float(number) for number in row)
    near = [die for die in found if np.hypot(die.pose.x - x, die.pose.y - y) < DIE_PX / 3]
    return Painted(x, y, yaw, COLOURS[int(colour)], int(value), near[0] if near else None)


def _is_invented(die: SeenDie, example: Example) -> bool:
    apart = np.hypot(example.dice[:, 0] - die.pose.x, example.dice[:, 1] - die.pose.y)
    return die.flat > 0.5 and float(apart.min()) > DIE_PX * 0.6


def test_nearly_every_die_is_found_and_hardly_any_is_invented() -> None:
    dice, invented = painted()
    missed = sum(die.seen is None for die in dice)
    assert len(dice) > 80
    assert missed <= 0.03 * len(dice)
    assert invented <= 0.02 * len(dice)


def test_colours_and_values_are_read() -> None:
    seen = [(die, die.seen) for die in painted()[0] if die.seen]
    assert sum(die.colour == found.colour for die, found in seen) >= 0.97 * len(seen)
    assert sum(die.value == found.value for die, found in seen) >= 0.93 * len(seen)


def test_a_very_sure_reading_is_right() -> None:
    sure = [(die, die.seen) for die in painted()[0] if die.seen and die.seen.confidence > 0.99]
    assert len(sure) > 20
    assert all((die.colour, die.value) == (found.colour, found.value) for die, found in sure)


def test_places_and_turns_are_exact() -> None:
    seen = [(die, die.seen.pose) for die in painted()[0] if die.seen]
    off = [np.hypot(die.x - pose.x, die.y - pose.y) / DIE_PX * 16 for die, pose in seen]
    turned = [abs((die.yaw - pose.yaw + np.pi / 4) % (np.pi / 2) - np.pi / 4) for die, pose in seen]
    assert np.median(off) < 0.3  # millimetres of a 16 mm die
    assert np.degrees(np.median(turned)) < 1.5


def test_an_empty_floor_has_no_dice() -> None:
    assert find_dice(np.full((600, 600, 3), (60, 120, 40), np.uint8)) == []


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.2])
def test_a_patch_shows_the_die_upright(turn: float) -> None:
    view = np.zeros((200, 200, 3), np.uint8)
    along = np.array([np.cos(turn), np.sin(turn)])
    for far in range(2, 16):
        x, y = (np.array([100, 90]) + far * along).round().astype(int)
        view[y, x] = 255
    cut = upright(view, Pose(100, 90, turn), PATCH_PX).max(axis=2)
    rows, columns = np.nonzero(cut > 100)
    middle = (PATCH_PX - 1) / 2
    assert abs(rows - middle).max() < 1.6
    assert columns.min() > middle
