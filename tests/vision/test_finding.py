"""Harder looks are for dice that may have been overlooked, and only where one can be."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_diavolo.painted_table import faces_of, table_file_of
from pi_diavolo.simulator.painter import PaintedDie, Painter, lying
from pi_diavolo.simulator.painter import look_at as look_from
from pi_diavolo.simulator.painting.arrays import BGR
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision import dice as dice_room
from pi_diavolo.vision import finding
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.covering import Covered
from pi_diavolo.vision.dice import Survey, View, search
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.finding import ELSEWHERE, FARTHER, LARGER, Finder
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.patches import Pose, distance
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.sight import SeenDie
from pi_diavolo.vision.table_file import TableFile
from tests.simulator.painted import a_camera as painted_camera
from tests.simulator.painted import a_clean_look
from tests.vision.plates import a_camera
from tests.vision.tables import a_table

DICE = [("black", -60, 60), ("black", 60, 60), ("black", 0, 100), ("white", -60, -60), ("white", 60, -60)]
DICE += [("white", 0, -100), ("red", 0, 50), ("red", -90, 0), ("red", 90, 0), ("gray", 0, -30)]
NOWHERE, FREE = np.zeros((0, 2)), (-30.0, 0.0)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[View, int]]:
    """In which views was looked harder, and round how many places (-1: everywhere)."""
    views = list[tuple[View, int]]()

    def noted(*told: object) -> list[SeenDie]:
        _, _, _, view, _, *places = told
        assert isinstance(view, View)
        views.append((view, len(places[0]) if places else -1))  # type: ignore[arg-type]
        return search(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(finding, "search", noted)
    return views


def dice() -> list[PaintedDie]:
    look = a_table().painter.look.dice
    return [
        lying(colour, 2, x, y, 10, look.order_size_mm if colour == "gray" else look.size_mm)
        for colour, x, y in DICE
    ]


def look_at(lie: Sequence[PaintedDie], expect: Expect = Expect.ANY) -> TableView:
    table = a_table()
    table.eyes.forget()
    return table.eyes.look(table.picture(list(lie)).image, expect=expect)


def test_a_throw_that_is_all_there_is_not_searched_again(searched: list[tuple[View, int]]) -> None:
    assert look_at(dice()).valid
    assert searched == []


def test_one_die_too_many_starts_no_search_for_more(searched: list[tuple[View, int]]) -> None:
    size = a_table().painter.look.dice.size_mm
    view = look_at([*dice(), lying("red", 4, 100, -100, 10, size)])
    assert Code.TOO_MANY_DICE in view.codes
    assert searched == []


def test_too_many_for_two_a_colour_may_be_too_few_for_three(searched: list[tuple[View, int]]) -> None:
    black, white = dice()[2], dice()[5]
    lie = [die for die in dice() if die.centre not in (black.centre, white.centre)]
    look_at(lie)
    assert [view for view, _ in searched][:1] == [LARGER]
    searched.clear()
    look_at(lie, Expect.TWO)
    assert searched == []


def test_where_a_die_is_missing_bare_floor_is_not_searched(searched: list[tuple[View, int]]) -> None:
    view = look_at(dice()[1:])
    assert view.codes == (Code.DIE_MISSING,)
    assert [view for view, _ in searched] == [LARGER, ELSEWHERE, FARTHER]
    assert all(places <= 6 for _, places in searched)
    assert searched[-1] == (FARTHER, -1)  # outside the tray anything may lie anywhere


def test_a_die_outside_the_tray_of_which_a_side_was_aimed_at_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def beside(
        picture: Picture, camera: Camera, table: TableFile, view: View, *told: object
    ) -> list[SeenDie]:
        found = search(picture, camera, table, view, *told)  # type: ignore[arg-type]
        if view is not FARTHER:
            return found
        askew = (0.02, 0.93, 0.05, 0.0)
        return [replace(die, pose=die.pose.moved(4.0, 0.0, 0.0), ways=askew, face=0.5) for die in found]

    monkeypatch.setattr(finding, "search", beside)
    size = a_table().painter.look.dice.size_mm
    view = look_at([lying("black", 2, 215, 0, 10, size), *dice()[1:]])
    assert view.codes == (Code.DIE_OUTSIDE_TRAY,)


@pytest.mark.parametrize("shadow", [False, True])
def test_a_shadow_completes_no_throw(monkeypatch: pytest.MonkeyPatch, shadow: bool) -> None:
    seen = [seen_die(colour, x, y) for colour, x, y in DICE]
    if shadow:  # of the colour that would be missing else
        seen[0] = replace(seen[0], ways=(0.1, 0.05, 0.0, 0.85), face=0.05)
    bare = np.zeros((8, 8, 3), np.uint8)
    monkeypatch.setattr(
        finding, "survey", lambda *_: Survey(seen, Covered(0.0, 0.0), NOWHERE, NOWHERE, bare, [])
    )
    found = Finder(bare, a_camera(), a_table().eyes.table).find(Expect.ANY)
    assert (len(found.tray), found.complete) == (10, not shadow)


@pytest.mark.parametrize("spotted", [True, False])
def test_a_die_too_many_half_under_a_finger_is_asked_about_though_it_looks_like_nothing(
    monkeypatch: pytest.MonkeyPatch, spotted: bool
) -> None:
    """It seems to lean, with nothing near to lean on, and shows no top face; but there should be a die."""
    askew = replace(seen_die("red", *FREE), ways=(0.0, 0.81, 0.0, 0.19), face=0.02)
    seen = [*(seen_die(colour, x, y) for colour, x, y in DICE), askew]
    bare, hot = np.zeros((8, 8, 3), np.uint8), np.array([FREE]) if spotted else NOWHERE
    monkeypatch.setattr(finding, "survey", lambda *_: Survey(seen, Covered(0.0, 0.0), NOWHERE, hot, bare, []))
    monkeypatch.setattr(finding, "search", lambda *_: [])
    found = Finder(bare, a_camera(), a_table().eyes.table).find(Expect.ANY)
    assert (len(found.tray), found.unexplained) == (10, spotted)


def seen_die(colour: str, x: float, y: float) -> SeenDie:
    colours = tuple(float(colour == each) for each in COLOURS)
    values = (1.0, *(0.0,) * 6) if colour == "gray" else (0.0, 0.0, 1.0, *(0.0,) * 4)
    return SeenDie(Pose(x, y, 0.0), 16.0, colours, values, (1.0, 0.0, 0.0, 0.0), 1.0)


def test_print_that_is_hardly_a_die_does_not_account_for_what_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All dice of two a colour are seen; but a white one more could lie unseen on a white print."""
    two = [die for number, die in enumerate(dice()) if number not in (2, 5, 8)]
    table = a_table()
    picture = table.picture(two)
    x, y = table.painter.camera.project(np.array([(-10.0, 10.0, 0.0)]))[0]
    printed = cv2.rectangle(
        picture.image.copy(), (int(x) - 36, int(y) - 36), (int(x) + 36, int(y) + 36), (240,) * 3, -1
    )

    def survey(*seen: object) -> Survey:
        first = dice_room.survey(*seen)  # type: ignore[arg-type]
        (size,) = {die.size_mm for die in first.dice if die.colour == "red"}
        ghost = replace(
            first.dice[0], pose=Pose(-10.0, 10.0, 0.0), size_mm=size, face=0.0, ways=(0.0, 1.0, 0.0, 0.0)
        )
        return replace(first, dice=[*first.dice, ghost])

    monkeypatch.setattr(finding, "survey", survey)
    table.eyes.forget()
    assert table.eyes.look(np.asarray(printed, np.uint8)).codes == (Code.DIE_UNSURE,)
    table.eyes.forget()
    assert table.eyes.look(picture.image).valid


@pytest.mark.parametrize("aimed_badly", [False, True], ids=["not seen", "taken for nothing"])
@pytest.mark.parametrize("spotted", ["well", "hardly"])
def test_a_die_too_many_is_looked_for_though_the_throw_is_complete(
    monkeypatch: pytest.MonkeyPatch, spotted: str, aimed_badly: bool
) -> None:
    """Two dice beside each other may look like one; and a white one is hardly seen on a floor burnt white."""
    size = a_table().painter.look.dice.size_mm
    extra, there = lying("black", 5, 100, 100, 10, size), Pose(100.0, 100.0, 0.0)

    def survey(*seen: object) -> Survey:
        first = dice_room.survey(*seen)  # type: ignore[arg-type]
        known = [die for die in first.dice if distance(die.pose, there) > size]
        assert len(known) == len(first.dice) - 1
        nothing = replace(known[0], pose=there.moved(5.0, 0.0, 0.0), ways=(0.0, 0.05, 0.0, 0.95), face=0.0)
        known += [nothing] if aimed_badly else []
        if spotted == "well":
            return replace(first, dice=known, hints=())
        return replace(first, dice=known, warm=NOWHERE, hot=NOWHERE)

    monkeypatch.setattr(finding, "survey", survey)
    assert look_at([*dice(), extra]).codes == (Code.TOO_MANY_DICE,)


def test_a_die_too_many_that_was_hardly_spotted_may_tell_that_another_lies_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With two white and two red dice seen it seems to be a throw of two a colour with a black too many."""
    size = a_table().painter.look.dice.size_mm
    white = dice()[3]
    lie = [*dice()[:-2], lying("red", 2, 215, 0, 10, size), dice()[-1]]

    def survey(*seen: object) -> Survey:
        first = dice_room.survey(*seen)  # type: ignore[arg-type]
        x, y, _ = white.centre
        known = [die for die in first.dice if distance(die.pose, Pose(x, y, 0.0)) > size]
        assert len(known) == len(first.dice) - 1
        return replace(first, dice=known, warm=NOWHERE, hot=NOWHERE)

    assert look_at(lie).codes == (Code.DIE_OUTSIDE_TRAY,)
    monkeypatch.setattr(finding, "survey", survey)
    assert look_at(lie).codes == (Code.DIE_OUTSIDE_TRAY,)


@pytest.mark.parametrize("spotted", ["well", "hardly"])
def test_a_die_is_not_missing_where_one_was_spotted_and_nothing_was_found(
    monkeypatch: pytest.MonkeyPatch, spotted: str
) -> None:
    """What leads the aim astray does so in each view; from all sides, or where a cell meant, it is found."""
    lost, size = dice()[0], a_table().painter.look.dice.size_mm
    there = Pose(lost.centre[0], lost.centre[1], 0.0)

    def survey(*seen: object) -> Survey:
        first = dice_room.survey(*seen)  # type: ignore[arg-type]
        known = [die for die in first.dice if distance(die.pose, there) > size]
        assert len(known) == len(first.dice) - 1
        if spotted == "well":
            return replace(first, dice=known, hints=())
        return replace(first, dice=known, warm=NOWHERE, hot=NOWHERE)

    monkeypatch.setattr(finding, "survey", survey)
    monkeypatch.setattr(finding, "search", lambda *_: [])
    seen = look_at(dice())
    assert seen.codes == ()
    assert len(seen.dice) == len(DICE) - 1


def test_what_may_be_no_top_face_is_searched_for_anew_in_the_next_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A die aimed at badly would be read there again, and taken for one that lies flat."""
    table, anew = a_table(), list[Pose]()

    def look_anew(*told: object) -> list[SeenDie]:
        anew.extend(told[3])  # type: ignore[arg-type]
        return dice_room.look_anew(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(finding, "look_anew", look_anew)
    picture = table.picture(dice()).image
    camera = find_table(picture, table.eyes.table)
    assert isinstance(camera, Camera)
    finder = Finder(picture, camera, table.eyes.table)
    found = finder.find(Expect.ANY)
    assert finder.find_again(found) is not None
    assert anew == []
    doubted = replace(found.tray[0], face=0.5)
    finder.find_again(replace(found, tray=(doubted, *found.tray[1:])))
    assert anew == [doubted.pose]


@pytest.mark.parametrize(
    ("value", "colour", "away", "asked"),
    [
        pytest.param(3, "black", 5.0, True, id="a black die with pips"),
        pytest.param(0, "black", 5.0, False, id="print has no pips"),
        pytest.param(3, "blue", 5.0, False, id="no die of this game is blue"),
        pytest.param(3, "gray", 5.0, False, id="the Order die has no pips"),
        pytest.param(3, "black", 40.0, False, id="no die should be there"),
    ],
)
def test_where_a_die_should_be_what_was_badly_aimed_at_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, value: int, colour: str, away: float, asked: bool
) -> None:
    """A die too many between two others was taken for nothing, and the throw for complete."""
    seen, bare = [seen_die(colour, x, y) for colour, x, y in DICE], np.zeros((8, 8, 3), np.uint8)
    ghost = replace(seen_die(colour, -42.0, 60.0), ways=(0.0, 0.23, 0.0, 0.77), face=0.0)
    ghost = replace(ghost, values=tuple(float(each == value) for each in range(7)))
    hot = np.array([(-42.0 + away, 60.0)])
    told = Survey([*seen, ghost], Covered(0.0, 0.0), NOWHERE, hot, bare, [])
    monkeypatch.setattr(finding, "survey", lambda *_: told)
    monkeypatch.setattr(finding, "search", lambda *_: [])
    found = Finder(bare, a_camera(), a_table().eyes.table).find(Expect.ANY)
    assert found.unexplained is asked


@pytest.mark.parametrize("expect", [Expect.ANY, Expect.TWO])
@pytest.mark.parametrize("perhaps_mm2", [5_000.0, 15_000.0])
def test_two_dice_a_colour_may_be_all_that_a_hand_like_the_floor_leaves_to_be_seen(
    monkeypatch: pytest.MonkeyPatch, perhaps_mm2: float, expect: Expect
) -> None:
    def survey(*seen: object) -> Survey:
        return replace(dice_room.survey(*seen), covered=Covered(0.0, 0.0, perhaps_mm2))  # type: ignore[arg-type]

    monkeypatch.setattr(finding, "survey", survey)
    two = [die for number, die in enumerate(dice()) if number not in (0, 3, 6)]
    asked = perhaps_mm2 > 10_000 and expect is Expect.ANY
    assert look_at(two, expect).codes == ((Code.DIE_UNSURE,) if asked else ())
    assert look_at(dice()).codes == ()


def cut_off_at(dice: list[PaintedDie], floor: BGR | None = None) -> TableView:
    """A picture in which three markers are seen, but not the upper right corner of the tray."""
    turned, shift = look_from([0, 0, 700], [-38, -38, 0], 45)
    place = replace(painted_camera(), R=turned, t=shift)
    look = a_clean_look()
    if floor:
        look = replace(look, floor=replace(look.floor, colour=floor, second=floor))
    eyes = Eyes(table_file_of(look, place), faces_of(look))
    return eyes.look(Painter(look, place).paint(dice, np.random.default_rng(1)).image)


def test_dice_are_read_though_some_of_the_tray_is_out_of_the_picture() -> None:
    assert cut_off_at(dice()).valid


@pytest.mark.parametrize("away", [108, 112, 120])
def test_a_die_at_the_edge_of_the_picture_is_not_surely_read(away: float) -> None:
    half_seen = replace(dice()[0], centre=(away, away, 8.0))
    assert cut_off_at([half_seen, *dice()[1:]]).valid is None


@pytest.mark.parametrize("away", [108, 112])
def test_an_order_die_at_the_edge_of_the_picture_is_not_surely_read(away: float) -> None:
    half_seen = replace(dice()[-1], centre=(away, away, dice()[-1].size / 2))
    assert cut_off_at([*dice()[:-1], half_seen]).valid is None


@pytest.mark.parametrize("colour", ["black", "red"])
def test_a_die_too_many_at_the_edge_of_the_picture_is_not_overlooked(colour: str) -> None:
    size = a_table().painter.look.dice.size_mm
    beside = replace(dice()[1], centre=(90.0, 106.0, 8.0))
    too_many = lying(colour, 2, 106, 106, 10, size)
    assert not cut_off_at([dice()[0], beside, *dice()[2:], too_many]).valid


@pytest.mark.parametrize("floor", [None, (0.08, 0.05, 0.02), (0.05, 0.06, 0.02), (0.02, 0.04, 0.15)])
def test_a_die_that_may_lie_out_of_the_picture_is_not_surely_missing(floor: BGR | None) -> None:
    view = cut_off_at(dice()[1:], floor)
    assert view.valid is None
    assert Code.DIE_MISSING not in view.codes
