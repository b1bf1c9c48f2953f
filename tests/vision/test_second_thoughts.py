"""Dice that the networks doubt at first sight are looked at from other sides before anybody is asked."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from pi_diavolo.vision import networks
from pi_diavolo.vision.aiming import MOST_STRANGE, aimed_again, aimed_apart, found_again, is_side_of_any
from pi_diavolo.vision.dice import _lost
from pi_diavolo.vision.die_scale import COLOURS, STEP_DICE, WAYS
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.order_die_size import told_apart
from pi_diavolo.vision.patches import Pose, distance, facing
from pi_diavolo.vision.sight import FACE, OFF, VALUES, SeenDie, Sight
from pi_diavolo.vision.steadying import steadied
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Tray
from tests.vision.plates import a_camera

HERE = Pose(3.0, -4.0, 0.2)
# A tray with room all round, and one whose wall is at that die.
WIDE, AT_ITS_WALL = Tray(), Tray(height_mm=30.0)
THREE, FIVE = VALUES.start + 3, VALUES.start + 5


class ToldNetworks:
    """Networks that say one thing at first, another whenever they look again."""

    def __init__(self, first: dict[int, float], again: dict[int, float]) -> None:
        self.first, self.again, self.read_patches = first, again, 0
        self.lay: list[Bytes] = []
        self.flat, self.flat_closer, self.nothing = 1.5, 1.5, -20.0  # log-odds against cocked
        self.closer = 0  # looks of the arbiter
        self.expert: dict[int, float] = {}  # by values
        self.expert_read = 0

    def count_in_doubt(self, patches: Sequence[Bytes]) -> Numbers:
        answers = np.zeros((len(patches), 7), np.float32)
        for value, number in self.expert.items():
            answers[:, value] = number
        self.expert_read += len(patches)
        return answers

    def read(self, patches: Sequence[Bytes]) -> Numbers:
        answers = np.zeros((len(patches), OFF.start + 3), np.float32)
        for field, number in (self.again if self.read_patches else self.first).items():
            answers[:, field] = number
        self.read_patches += len(patches)
        return answers

    def lie(self, patches: Bytes, silhouettes: Bytes) -> Numbers:
        self.lay.append(patches)
        return self._ways(self.flat, len(patches))

    def lie_closer(self, patches: Bytes, silhouettes: Bytes) -> Numbers:
        self.closer += len(patches)
        return self._ways(self.flat_closer, len(patches))

    def _ways(self, flat: float, count: int) -> Numbers:
        return np.tile(np.array([flat, 0.0, -20.0, self.nothing], np.float32), (count, 1))


def a_sight() -> Sight:
    camera = a_camera()
    width, height = camera.size
    return Sight(np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8), camera, 16.0)


def told(monkeypatch: pytest.MonkeyPatch, first: dict[int, float], again: dict[int, float]) -> ToldNetworks:
    made = ToldNetworks(first, again)
    monkeypatch.setattr(networks, "read", made.read)
    monkeypatch.setattr(networks, "count_in_doubt", made.count_in_doubt)
    monkeypatch.setattr(networks, "lie", made.lie)
    monkeypatch.setattr(networks, "lie_closer", made.lie_closer)
    return made


def test_a_die_that_is_sure_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = {0: 9.0, THREE: 12.0, FACE: 6.0}
    made = told(monkeypatch, sure, {})
    (die,) = a_sight().read([HERE])
    assert (made.read_patches, die.value, die.colour) == (1, 3, COLOURS[0])


def test_pips_in_doubt_are_counted_by_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(monkeypatch, {THREE: 10.0, FIVE: 11.0, FACE: 6.0}, {})
    made.expert = {3: 20.0}
    (die,) = a_sight().read([HERE])
    assert (made.read_patches, made.expert_read) == (1, 1)
    assert die.value == 3


def test_pips_that_are_in_doubt_even_then_are_counted_from_all_four_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = told(monkeypatch, {THREE: 9.0, FIVE: 10.0, FACE: 6.0}, {})
    made.expert = {3: 10.0, 5: 9.0}
    (die,) = a_sight().read([HERE])
    assert (made.read_patches, made.expert_read) == (1, 4)
    assert die.value == 3
    assert max(die.values) < 0.9


def test_what_a_closer_look_settles_stays_in_doubt_if_the_first_was_as_sure_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = told(monkeypatch, {THREE: 6.0, FIVE: 12.0, FACE: 6.0}, {})
    made.expert = {3: 10.0, 5: 7.0}
    (die,) = a_sight().read([HERE])
    assert max(die.values) < 0.99


def test_a_face_in_doubt_is_looked_at_from_all_four_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(monkeypatch, {THREE: 12.0, FACE: -1.0}, {THREE: 12.0, FACE: 6.0})
    (die,) = a_sight().read([HERE])
    assert (made.read_patches, made.expert_read) == (4, 0)
    assert die.face > 0.9


def test_how_a_doubtful_die_lies_is_judged_by_its_mirror_image_too(monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(monkeypatch, {THREE: 12.0, FACE: 6.0}, {})
    sight = a_sight()
    seen = sight.read([HERE])
    made.lay.clear()
    (die,) = steadied(sight, WIDE, seen)
    (both,) = made.lay
    plain, mirrored = np.split(both, 2)
    assert np.array_equal(mirrored[0][-1, 0], plain[0][-1, 0])  # the lower left stays where it is
    assert np.array_equal(mirrored[0][0, 0], plain[0][-1, -1])  # the other two change places
    assert WAYS[int(np.argmax(die.ways))] == "flat"


GRAY = COLOURS.index("gray")


@pytest.mark.parametrize(
    ("colour", "flat", "closer", "looks", "sure"),
    [
        pytest.param(0, 12.0, -9.0, 0, True, id="surely flat: nobody else is asked"),
        pytest.param(0, 6.0, 9.0, 1, True, id="nearly sure, and so at a closer glance"),
        pytest.param(0, 6.0, -6.0, 6, False, id="nearly sure, but not at a closer glance"),
        pytest.param(0, 7.2, -6.0, 6, False, id="all but sure, and not so at a closer glance"),
        pytest.param(GRAY, 12.0, 9.0, 1, True, id="the Order die is always glanced at"),
        pytest.param(0, 3.2, 9.0, 1, True, id="in little doubt, and none at a closer glance"),
        pytest.param(0, 2.0, 9.0, 1, True, id="in doubt, and settled by who looks closer"),
        pytest.param(0, 2.0, -0.5, 6, False, id="in doubt, and no less at a closer glance"),
        pytest.param(GRAY, 3.2, 9.0, 6, True, id="the Order die in little doubt is looked at from all sides"),
        pytest.param(0, -6.0, -9.0, 1, False, id="leaning, and so at a closer glance"),
        pytest.param(0, -6.0, 9.0, 6, False, id="leaning, but not at a closer glance"),
    ],
)
def test_who_looks_closer_is_asked_where_a_die_may_lean(
    monkeypatch: pytest.MonkeyPatch, colour: int, flat: float, closer: float, looks: int, sure: bool
) -> None:
    made = told(monkeypatch, {colour: 20.0, THREE: 20.0, FACE: 9.0}, {})
    made.flat, made.flat_closer = flat, closer
    sight = a_sight()
    (die,) = steadied(sight, WIDE, sight.read([HERE]))
    assert (made.closer, die.ways[WAYS.index("flat")] > 0.98) == (looks, sure)


@pytest.mark.parametrize(
    ("closer", "looks", "sure"),
    [
        pytest.param(9.0, 1, True, id="flat at a closer glance, too"),
        pytest.param(-1.0, 6, False, id="not so at a closer glance"),
    ],
)
def test_a_die_at_a_wall_is_always_glanced_at_and_both_are_believed_alike(
    monkeypatch: pytest.MonkeyPatch, closer: float, looks: int, sure: bool
) -> None:
    made = told(monkeypatch, {0: 20.0, THREE: 20.0, FACE: 9.0}, {})
    made.flat, made.flat_closer = 12.0, closer
    sight = a_sight()
    (die,) = steadied(sight, AT_ITS_WALL, sight.read([HERE]))
    assert (made.closer, die.ways[WAYS.index("flat")] > 0.84) == (looks, sure)


def test_what_was_seen_at_a_glance_is_weighed_at_the_same_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arbiter finds at a glance that the second of two leans, and says the same of both from then on."""
    made = told(monkeypatch, {0: 20.0, THREE: 20.0, FACE: 9.0}, {})
    made.flat, glances = 2.0, iter([np.array([[1.0, 0, -20, -20], [-1.0, 0, -20, -20]], np.float32)])

    def lie_closer(patches: Bytes, silhouettes: Bytes) -> Numbers:
        return next(glances, made.lie_closer(patches, silhouettes))

    monkeypatch.setattr(networks, "lie_closer", lie_closer)
    sight = a_sight()
    first, second = steadied(sight, WIDE, sight.read([HERE, Pose(60.0, 40.0, 0.0)]))
    assert first.ways[WAYS.index("flat")] > second.ways[WAYS.index("flat")]


def test_a_spot_pulled_to_the_die_beside_it_is_aimed_at_from_farther_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, beside = Pose(0.0, 0.0, 0.0), Pose(10.0, 0.0, 0.0)
    pulled = -10.0 / (STEP_DICE * 16.0)
    answers = iter(([(0, 0, 0), (pulled, 0, 0)], [(0, 0, 0)], [(0, 0, 0)]))
    monkeypatch.setattr(networks, "aim", lambda _: np.array(next(answers), np.float32))
    one, other = aimed_apart(a_sight(), [here, beside])
    assert (one.x, other.x) == pytest.approx((0.0, 16.0))


def test_what_is_likely_nothing_is_not_read_from_other_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(monkeypatch, {THREE: 10.0, FIVE: 11.0, FACE: 1.0}, {})
    made.nothing = 9.0
    assert a_sight().read_faces([HERE], nothing=0.9, face=0.3) == []
    assert (made.read_patches, made.expert_read) == (1, 0)


def test_what_is_clearly_no_top_face_is_looked_at_once_more_and_then_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    far_off = {OFF.start: 2.0}
    made = told(monkeypatch, {FACE: -9.0, **far_off}, {FACE: -9.0, **far_off})
    assert a_sight().read_faces([HERE], nothing=0.9, face=0.3) == []
    assert (made.read_patches, made.lay) == (2, [])


def test_what_proves_to_be_a_top_face_when_it_is_looked_at_again_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told(monkeypatch, {FACE: -9.0, OFF.start: 2.0}, {FACE: 6.0, THREE: 12.0})
    (die,) = a_sight().read_faces([HERE], nothing=0.9, face=0.3)
    assert die.value == 3
    assert die.face > 0.9


@pytest.mark.parametrize(("face", "counted"), [(0.3, False), (0.2, True)])
def test_pips_are_counted_of_what_may_be_taken_for_a_top_face_alone(
    monkeypatch: pytest.MonkeyPatch, face: float, counted: bool
) -> None:
    hardly_a_face = {THREE: 10.0, FIVE: 11.0, FACE: -2.0}
    made = told(monkeypatch, hardly_a_face, hardly_a_face)
    assert bool(a_sight().read_faces([HERE], nothing=0.9, face=face)) is counted
    assert bool(made.expert_read) is counted


def test_a_glance_tells_what_is_surely_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(monkeypatch, {}, {})
    assert a_sight().solid([HERE], nothing=0.5) == [HERE]
    monkeypatch.setattr(networks, "lie", lambda *seen: np.array([[0.0, 0.0, 0.0, 9.0]], np.float32))
    assert a_sight().solid([HERE], nothing=0.5) == []
    assert a_sight().solid([], nothing=0.5) == []
    assert made.read_patches == 0


class Shown:
    """A die whose side was aimed at; its top face lies elsewhere, and may be found from near by."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        off_dice: tuple[float, float],
        flat: float,
        face: float = 0.9,
        read: float = 1.0,
        turned: float = 0.0,
    ) -> None:
        self.sight = a_sight()
        side = facing(self.sight.camera, HERE)
        self.top = side.moved(off_dice[0] * self.sight.die_mm, off_dice[1] * self.sight.die_mm, turned)
        self.flat, self.face, self.read = flat, face, read
        monkeypatch.setattr(Sight, "well_aimed", lambda _, poses: list(poses))
        monkeypatch.setattr(
            Sight, "read_faces", lambda _, poses, nothing, face: [self.seen(pose) for pose in poses]
        )

    def seen(self, pose: Pose) -> SeenDie:
        is_top = distance(pose, self.top) < 1.0 and abs(math.sin(2 * (pose.yaw - self.top.yaw))) < 0.1
        flat, face = (self.flat, self.face) if is_top else (0.0, 0.05)
        values = (0.0, 0.0, self.read, 1 - self.read, 0.0, 0.0, 0.0)
        return SeenDie(pose, 16.0, (1.0,) + (0.0,) * 8, values, (flat, 1 - flat, 0.0, 0.0), face)


@pytest.mark.parametrize("off", [(0.25, 0.0), (0.25, 0.25), (-0.25, 0.25), (0.25, -0.25), (0.65, 0.0)])
def test_the_top_face_is_found_wherever_it_lies_beside_its_side(
    monkeypatch: pytest.MonkeyPatch, off: tuple[float, float]
) -> None:
    shown = Shown(monkeypatch, off, flat=1.0)
    (die,) = aimed_again(shown.sight, [shown.seen(HERE)])
    assert distance(die.pose, shown.top) < 1.0


@pytest.mark.parametrize("off", [(0.0, 0.0), (0.25, 0.0), (0.0, -0.25)])
def test_the_top_face_is_found_though_its_corners_were_taken_for_sides(
    monkeypatch: pytest.MonkeyPatch, off: tuple[float, float]
) -> None:
    shown = Shown(monkeypatch, off, flat=1.0, turned=math.pi / 4)
    (die,) = aimed_again(shown.sight, [shown.seen(HERE)])
    assert die.face > 0.5


def read_none(read: list[Pose], poses: list[Pose]) -> list[SeenDie]:
    read += poses
    return []


def test_a_top_face_of_which_two_sides_were_aimed_at_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(monkeypatch, (0.25, 0.0), flat=1.0, turned=math.pi / 4)
    off = shown.top.moved(0.0, 0.25 * shown.sight.die_mm, 0.0)
    sides = [shown.seen(HERE), shown.seen(Pose(off.x, off.y, shown.top.yaw - math.pi / 4))]
    dice = aimed_again(shown.sight, sides)
    assert [die.face > 0.5 for die in dice] == [True]


def test_two_aims_at_one_place_are_at_two_faces_if_they_are_turned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What lies there a quarter turn further is the same square."""
    read = list[Pose]()
    shown = Shown(monkeypatch, (0.0, 0.0), flat=1.0)
    there = shown.top
    turns = [0.0, 0.1, math.pi / 4, math.pi / 2, math.pi / 4 + 0.1, math.pi - 0.1]
    aims = [Pose(there.x, there.y, there.yaw + turn) for turn in turns]
    monkeypatch.setattr(Sight, "well_aimed", lambda *_: aims)
    monkeypatch.setattr(Sight, "read_faces", lambda _, poses, nothing, face: read_none(read, poses))
    found_again(shown.sight, [HERE], [])
    assert read == [aims[0], aims[2]]


def test_where_a_known_die_lies_none_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(monkeypatch, (0.0, 0.0), flat=1.0)
    monkeypatch.setattr(Sight, "well_aimed", lambda *_: [shown.top, shown.top.moved(20.0, 0.0, 0.0)])
    read = list[Pose]()
    monkeypatch.setattr(Sight, "read_faces", lambda _, poses, nothing, face: read_none(read, poses))
    found_again(shown.sight, [HERE], [shown.seen(shown.top)])
    assert [distance(pose, shown.top) for pose in read] == [pytest.approx(20.0)]


@pytest.mark.parametrize("flat", [0.5, 0.0])
def test_how_a_die_lies_is_judged_at_its_top_face_not_at_its_side(
    monkeypatch: pytest.MonkeyPatch, flat: float
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat)
    (die,) = aimed_again(shown.sight, [shown.seen(HERE)])
    assert die.ways[WAYS.index("flat")] == flat
    assert die.face == 0.9


def test_the_top_face_of_the_die_beside_it_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat=0.7)
    side, neighbour = shown.seen(HERE), shown.seen(shown.top)
    first, *others = aimed_again(shown.sight, [neighbour, side])
    assert first is neighbour
    assert not any(die.face > side.face for die in others)


@pytest.mark.parametrize(
    ("flat", "face", "read", "taken"),
    [
        pytest.param(0.98, 0.9, 1.0, True, id="it likely lies flat"),
        pytest.param(1.0, 0.5, 1.0, True, id="it is hardly a face, but surely flat and read"),
        pytest.param(1.0, 0.5, 0.99, False, id="nor is it surely read"),
        pytest.param(1.0, 0.2, 1.0, False, id="it is a side"),
    ],
)
def test_what_seems_to_lean_lies_flat_if_another_aim_shows_it(
    monkeypatch: pytest.MonkeyPatch, flat: float, face: float, read: float, taken: bool
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat, face, read)
    leaning = replace(shown.seen(HERE), face=0.9)
    (die,) = aimed_again(shown.sight, [leaning])
    assert (die is not leaning) is taken


def test_what_is_clearly_a_top_face_is_not_aimed_at_again_however_it_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat=1.0)
    clear = replace(shown.seen(HERE), face=0.99)
    monkeypatch.setattr(Sight, "well_aimed", lambda *_: pytest.fail("it was aimed at again"))
    assert aimed_again(shown.sight, [clear]) == [clear]


def test_what_is_most_likely_something_is_aimed_at_again_before_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat=1.0)
    far = [shown.seen(Pose(100.0 * n, 200.0, 0.0)) for n in range(MOST_STRANGE)]
    prints = [replace(die, ways=(0.0, 0.3, 0.0, 0.7)) for die in far]
    seen = aimed_again(shown.sight, [*prints, shown.seen(HERE)])
    assert any(distance(die.pose, shown.top) < 1.0 for die in seen)


@pytest.mark.parametrize(
    ("off_dice", "face", "whole", "is_side"),
    [
        pytest.param(0.45, 0.05, 1.0, True, id="too near for another die"),
        pytest.param(0.8, 0.05, 1.0, False, id="so far that one may lean there"),
        pytest.param(0.45, 0.9, 1.0, False, id="a top face itself"),
        pytest.param(0.45, 0.05, 0.5, False, id="the die it is near may be hidden in part"),
    ],
)
def test_a_side_is_told_by_the_top_face_beside_it(
    monkeypatch: pytest.MonkeyPatch, off_dice: float, face: float, whole: float, is_side: bool
) -> None:
    shown = Shown(monkeypatch, (0.0, 0.0), flat=1.0)
    top = replace(shown.seen(shown.top), face=whole)
    beside = replace(shown.seen(shown.top.moved(off_dice * 16.0, 0.0, 0.0)), face=face)
    assert is_side_of_any(beside, [top]) is is_side


def test_a_die_that_was_surely_spotted_and_badly_aimed_at_is_found_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat=1.0)
    nothing = replace(shown.seen(HERE), ways=(0.0, 0.04, 0.0, 0.96))
    assert _lost([HERE], [nothing]) == [HERE]
    (found,) = found_again(shown.sight, [HERE], [nothing])
    assert distance(found.pose, shown.top) < 1.0
    assert _lost([HERE], [nothing, found]) == []


def test_a_die_that_was_surely_spotted_but_aimed_at_beside_is_found_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat=1.0)
    beside = replace(shown.seen(HERE), ways=(0.08, 0.56, 0.0, 0.36), face=0.0)
    assert _lost([HERE], [beside]) == [HERE]
    (found,) = found_again(shown.sight, [HERE], [beside])
    assert distance(found.pose, shown.top) < 1.0
    surely_leaning = replace(beside, ways=(0.01, 0.98, 0.0, 0.01))
    assert _lost([HERE], [surely_leaning]) == []


def test_what_is_found_again_is_neither_a_known_die_nor_one_that_may_be_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch, (0.25, 0.25), flat=1.0)
    assert found_again(shown.sight, [HERE], [shown.seen(shown.top)]) == []
    shown.flat = 0.7
    assert found_again(shown.sight, [HERE], []) == []


def test_a_large_order_die_that_looks_like_a_leaning_one_is_seen_in_its_own_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sight, table = a_sight(), TableFile(dice_mm=16.0, order_die_mm=22.0)
    told(monkeypatch, {GRAY: 20.0, VALUES.start: 20.0, FACE: 9.0}, {}).flat = 12.0
    monkeypatch.setattr(networks, "aim", lambda patches: np.zeros((len(patches), 3), np.float32))
    white = tuple(float(colour == "white") for colour in COLOURS)
    leaning = SeenDie(HERE, 16.0, white, (0.0, 1.0, *[0.0] * 5), (0.0, 1.0, 0.0, 0.0), 0.02)
    others, (order_die,) = told_apart(sight, table, [leaning])
    assert others == []
    assert (order_die.size_mm, order_die.is_order_die) == (22.0, True)
    flat = replace(leaning, ways=(1.0, 0.0, 0.0, 0.0), face=1.0)
    assert told_apart(sight, table, [flat]) == ([flat], [])


def test_a_leaning_die_is_no_order_die_for_being_grayish_in_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    sight, table = a_sight(), TableFile(dice_mm=16.0, order_die_mm=22.0)
    told(monkeypatch, {GRAY: 20.0, VALUES.start: 20.0, FACE: -3.0}, {}).flat = 12.0
    monkeypatch.setattr(networks, "aim", lambda patches: np.zeros((len(patches), 3), np.float32))
    red = tuple(float(colour == "red") for colour in COLOURS)
    leaning = SeenDie(HERE, 16.0, red, (0.0, 1.0, *[0.0] * 5), (0.0, 1.0, 0.0, 0.0), 0.02)
    assert told_apart(sight, table, [leaning]) == ([leaning], [])
