"""What is painted is what is seen; and what is wrong with a throw is said."""

import math
from dataclasses import replace

import numpy as np
import pytest

from pi_diavolo.simulator.painter import (
    Clutter,
    Hand,
    PaintedDie,
    against_wall,
    leaning,
    lying,
    spoiled,
)
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.networks import Numbers
from pi_diavolo.vision.sight import FACE, VALUES
from tests.vision.tables import Painted, a_table


def look_at(table: Painted, dice: list[PaintedDie], expect: Expect = Expect.ANY) -> TableView:
    table.eyes.forget()
    return table.eyes.look(table.picture(dice).image, expect=expect)


def summary(dice: list[PaintedDie]) -> list[tuple[str, int]]:
    return sorted((str(die.colour), die.value) for die in dice if die.colour != "gray")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lens", [True, False], ids=["with its lens", "without"])
def test_what_is_painted_is_what_is_seen(seed: int, lens: bool) -> None:
    table = a_table(seed, lens)
    dice = table.dice(seed)
    picture = table.picture(dice)
    table.eyes.forget()
    view = table.eyes.look(picture.image)
    assert view.codes == ()
    assert sorted((str(die.colour), die.value) for die in view.dice) == summary(dice)
    assert view.order_die is not None
    assert view.order_die.face == picture.truth.dice[-1].symbol
    for seen in view.dice:
        truth = min(picture.truth.dice, key=lambda die: math.dist(die.top_px, seen.px))
        assert seen.where.distance_to(Point(float(truth.top_mm[0]), float(truth.top_mm[1]))) < 0.8
        assert (str(seen.colour), seen.value) == (truth.colour, truth.value)
    assert all(imp.colour == picture.truth.imps[imp.base] for imp in view.imps if imp.confidence > 0.9)


def test_two_dice_a_colour_are_a_throw_too() -> None:
    table = a_table()
    dice = table.dice(3, dice_per_colour=2)
    assert look_at(table, dice).valid is True
    assert look_at(table, dice).dice_per_colour == 2
    assert look_at(table, dice, Expect.TWO).valid is True
    assert look_at(table, dice, Expect.THREE).codes == (Code.DIE_MISSING,)


def test_a_missing_die_is_named_by_its_colour() -> None:
    table = a_table()
    dice = table.dice(1)
    lost = next(die for die in dice if die.colour == "red")
    view = look_at(table, [die for die in dice if die is not lost])
    assert [(trouble.code, trouble.colour) for trouble in view.troubles] == [(Code.DIE_MISSING, Colour.RED)]
    assert view.valid is False


def test_the_order_die_can_be_missing() -> None:
    table = a_table()
    view = look_at(table, table.dice(1)[:-1])
    assert [(trouble.code, trouble.colour) for trouble in view.troubles] == [(Code.DIE_MISSING, Colour.GRAY)]


def test_one_die_too_many_is_named() -> None:
    table = a_table()
    dice = table.dice(2)
    extra = _in_free_place(dice)
    view = look_at(table, [*dice, extra])
    assert [(trouble.code, trouble.colour) for trouble in view.troubles] == [
        (Code.TOO_MANY_DICE, Colour.WHITE)
    ]


def _in_free_place(dice: list[PaintedDie]) -> PaintedDie:
    places = [(x, y) for x in range(-120, 121, 20) for y in range(-120, 121, 20)]
    x, y = max(places, key=lambda place: min(math.dist(place, die.centre[:2]) for die in dice))
    return lying("white", 3, x, y, 20, dice[0].size)


@pytest.mark.parametrize("tilt", [22, 33, 42])
def test_a_die_that_leans_at_the_wall_is_cocked(tilt: float) -> None:
    table = a_table()
    dice = table.dice(1)
    size = dice[0].size
    for n, die in enumerate(dice[:-1]):
        at_wall = replace(die, centre=(140.0, die.centre[1], size / 2))
        if all(math.dist(at_wall.centre, other.centre) > 40 for other in dice if other is not die):
            dice[n] = against_wall(at_wall, tilt, table.painter.look.geometry.tray_mm)
            break
    view = look_at(table, dice)
    assert view.valid is not True
    assert set(view.codes) <= {Code.DIE_COCKED, Code.DIE_UNSURE}


def test_a_die_on_another_is_not_a_roll() -> None:
    table = a_table()
    dice = table.dice(5)
    x, y, _ = dice[0].centre
    top = lying(dice[1].colour, 4, x + 2, y - 2, 35, dice[1].size, z=dice[0].size, stacked=True)
    assert look_at(table, [dice[0], top, *dice[2:]]).valid is not True


def test_a_die_outside_the_tray_is_found_there() -> None:
    table = a_table()
    dice = table.dice(1)
    number = next(n for n, die in enumerate(dice) if die.colour == "black")
    dice[number] = lying("black", 2, -45, 182, 30, dice[number].size)
    view = look_at(table, dice)
    assert [(trouble.code, trouble.colour) for trouble in view.troubles] == [
        (Code.DIE_OUTSIDE_TRAY, Colour.BLACK)
    ]


def test_the_order_die_thrown_alone_is_read() -> None:
    table = a_table()
    order_die = table.dice(1)[-1]
    view = look_at(table, [order_die], Expect.ORDER)
    assert view.codes == ()
    assert view.order_die is not None
    assert view.order_die.face == table.painter.look.glyphs.names[order_die.value - 1]
    assert look_at(table, table.dice(1), Expect.ORDER).codes == (Code.TOO_MANY_DICE,)


def test_an_empty_tray_has_no_roll() -> None:
    table = a_table()
    view = look_at(table, [])
    assert view.valid is False
    assert view.codes == (Code.DIE_MISSING,)


def test_a_hand_over_the_tray_hides_it() -> None:
    table = a_table()
    view = table.eyes.look(table.picture(table.dice(1), Hand((20, 10), 250)).image)
    assert view.valid is None
    assert Code.TRAY_HIDDEN in view.codes


def test_one_hidden_marker_does_not_matter() -> None:
    table = a_table(clutter=Clutter(hidden=(2,)))
    dice = table.dice(4)
    view = look_at(table, dice)
    assert sorted((str(die.colour), die.value) for die in view.dice) == summary(dice)


def test_two_hidden_markers_are_said() -> None:
    table = a_table(clutter=Clutter(hidden=(1, 2)))
    table.eyes.forget()
    assert look_at(table, table.dice(4)).codes == (Code.MARKERS_HIDDEN,)


@pytest.mark.parametrize(
    ("how", "code"),
    [("dark", Code.TOO_DARK), ("bright", Code.TOO_BRIGHT), ("blurred", Code.OUT_OF_FOCUS)],
)
def test_a_bad_picture_is_refused_with_its_reason(how: str, code: Code) -> None:
    table = a_table(7)
    sensor = table.painter.sensor
    table.painter.use_sensor(spoiled(sensor, how))
    picture = table.picture(table.dice(2))
    table.painter.use_sensor(sensor)
    table.eyes.forget()
    view = table.eyes.look(picture.image)
    assert view.valid is None
    assert code in view.codes


def test_the_nearest_die_of_each_colour_is_measured() -> None:
    table = a_table()
    size, order_size = 16.0, table.painter.look.dice.order_size_mm
    half = (size + order_size) / 2
    dice = [
        lying("black", 1, half + 10, 0, 0, size),
        lying("black", 2, 120, 100, 0, size),
        lying("white", 3, 0, half + 25, 0, size),
        lying("white", 3, -100, 100, 0, size),
        lying("red", 3, -half - 40, 0, 0, size),
        lying("red", 3, -100, -100, 30, size),
        lying("gray", 1, 0, 0, 0, order_size),
    ]
    view = look_at(table, dice)
    expected = {Colour.BLACK: 10.0, Colour.WHITE: 25.0, Colour.RED: 40.0}
    for colour, mm in expected.items():
        assert view.gaps[colour].mm == pytest.approx(mm, abs=0.5)
        assert view.gaps[colour].least <= mm <= view.gaps[colour].most


def test_a_leaning_order_die_is_not_read_as_if_it_lay() -> None:
    table = a_table()
    dice = table.dice(8)
    assert look_at(table, [*dice[:-1], leaning(dice[-1], 38, 70)]).valid is not True


@pytest.mark.parametrize(
    ("flat", "enrolled", "at_wall", "doubted"),
    [
        pytest.param(9.0, True, False, False, id="its face is recognised: it is aimed at well"),
        pytest.param(3.0, True, False, True, id="it may lean, and shows a face that way, too"),
        pytest.param(9.0, False, False, True, id="nobody knows its faces"),
        pytest.param(9.0, True, True, True, id="at a wall it may lean a little"),
    ],
)
def test_a_doubtful_top_face_of_an_order_die_that_lies_flat_is_believed_if_it_is_recognised(
    monkeypatch: pytest.MonkeyPatch, flat: float, enrolled: bool, at_wall: bool, doubted: bool
) -> None:
    def no_clear_face(outputs: Numbers) -> Numbers:
        gray = outputs[:, : len(COLOURS)].argmax(axis=1) == COLOURS.index("gray")
        outputs[gray, FACE] = -1.5
        return outputs

    read = networks.read
    monkeypatch.setattr(networks, "read", lambda patches: no_clear_face(read(patches)))
    told = np.array([[flat, 0.0, -9.0, -9.0]], np.float32)
    for lie in ("lie", "lie_closer"):
        monkeypatch.setattr(networks, lie, lambda *seen: np.repeat(told, len(seen[0]), axis=0))
    table = a_table()
    eyes = table.eyes if enrolled else Eyes(table.eyes.table)
    eyes.forget()
    dice = table.dice(3)
    if at_wall:
        beside = table.eyes.table.tray.width_mm / 2 - 0.6 * dice[-1].size
        dice[-1] = lying("gray", dice[-1].value, beside, 0, 0, dice[-1].size)
    seen = eyes.look(table.picture(dice).image)
    unsure = [trouble.colour for trouble in seen.troubles if trouble.code is Code.DIE_UNSURE]
    assert (Colour.GRAY in unsure) is doubted


@pytest.mark.parametrize(
    ("looks", "enrolled", "doubted"),
    [
        pytest.param("gray", False, False, id="nobody knows its faces, but it looks like an Order die"),
        pytest.param("yellowish", False, True, id="nobody knows its faces, and it may be yellow"),
        pytest.param("pipped", False, True, id="nobody knows its faces, and it may have pips"),
        pytest.param("hidden", False, True, id="nobody knows its faces, and it may be no top face"),
        pytest.param("pipped", True, False, id="it shows a face that is known"),
    ],
)
def test_what_shows_no_known_face_is_not_taken_for_an_order_die_because_one_is_awaited(
    monkeypatch: pytest.MonkeyPatch, looks: str, enrolled: bool, doubted: bool
) -> None:
    def misled(outputs: Numbers) -> Numbers:
        gray, yellow = COLOURS.index("gray"), COLOURS.index("yellow")
        order_dice = outputs[:, : len(COLOURS)].argmax(axis=1) == gray
        if looks == "yellowish":
            outputs[order_dice, yellow] = outputs[order_dice, gray] - 1.5
        if looks == "pipped":
            outputs[order_dice, VALUES.start + 3] = outputs[order_dice, VALUES.start] + 9
        if looks == "hidden":
            outputs[order_dice, FACE] = 1.0
        return outputs

    read = networks.read
    monkeypatch.setattr(networks, "read", lambda patches: misled(read(patches)))
    table = a_table()
    eyes = table.eyes if enrolled else Eyes(table.eyes.table)
    eyes.forget()
    seen = eyes.look(table.picture(table.dice(3)).image)
    unsure = [trouble.colour for trouble in seen.troubles if trouble.code is Code.DIE_UNSURE]
    assert (Colour.GRAY in unsure) is doubted


def test_noise_is_no_table() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    eyes = a_table().eyes
    eyes.forget()
    assert eyes.look(noise).valid is None


def test_imps_are_seen_if_they_are_asked_for() -> None:
    table = a_table()
    picture = table.picture(table.dice()).image
    table.eyes.forget()
    with_imps, without = table.eyes.look(picture), table.eyes.look(picture, imps=False)
    assert len(with_imps.imps) == len(table.eyes.table.bases)
    assert without.imps == ()
    assert without.roll() == with_imps.roll()
