"""Painted boards of Devil's Dice before the real eyes: what is read for sure is what truly stands there."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from benchmarks.board_score import Tally
from benchmarks.boards import read_board
from pi_diavolo.errors import UsageError
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.painted_board import BoardTable, shown_board
from pi_diavolo.simulator.painter import Hand, Painter, draw_camera, lying
from pi_diavolo.simulator.painting.board_positions import Position, Setter
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.board_looking import BoardLook, roll_seen
from pi_diavolo.table.boards import CounterSeen, Shape, Square
from pi_diavolo.table.events import RollRead
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import Code
from pi_diavolo.vision.board_kinds import COLOURS, Kind
from pi_diavolo.vision.board_look import BoardEyes
from pi_diavolo.vision.board_overlay import draw_board
from pi_diavolo.vision.board_patches import cut_board
from pi_diavolo.vision.board_reading import SquareSeen, _seen, _Tone, beside
from pi_diavolo.vision.calibration import NotFound, Why, find_table
from pi_diavolo.vision.picture import Picture

E5, E6 = Square(4, 4), Square(4, 5)


@cache
def the_table() -> BoardTable:
    return shown_board(SHIPPED)


@cache
def the_painter() -> Painter:
    return Painter(the_table().look, the_table().camera)


def a_setter(seed: int = 1, table: BoardTable | None = None) -> Setter:
    table = table or the_table()
    return Setter(table.place, table.box, np.random.default_rng(seed))


def a_picture(position: Position, hand: Hand | None = None, dice: Iterable[int] = ()) -> Picture:
    white = [lying("white", value, 40.0 * n - 20, 10.0 * n, 31.0, 16.0) for n, value in enumerate(dice)]
    return the_painter().paint(white, np.random.default_rng(1), hand, position.pieces).image


def eyes(layout: Layout = SHIPPED) -> BoardEyes:
    return BoardEyes(the_table().file(), layout)


def of_every_kind() -> Position:
    """Each colour as a flat on its own home and as a pawn on another colour's; some on safe squares."""
    setter, homes = a_setter(), SHIPPED.homes
    for home, other in zip(homes, (*homes[1:], homes[0]), strict=True):
        setter.put(home.squares[0], home.colour, Shape.FLAT)
        setter.put(other.squares[2], home.colour, Shape.PAWN)
    for colour, square in zip(COLOURS, SHIPPED.safe, strict=False):
        setter.put(square, colour, Shape.FLAT)
        setter.put(Square(square.column, square.row + 1), colour, Shape.PAWN)
    return setter.position


def standing(position: Position) -> set[CounterSeen]:
    return {CounterSeen(t.square, t.colour, t.shape) for t in position.truth if t.square is not None}


def sure(look: BoardLook) -> set[CounterSeen]:
    return {counter for counter in look.counters if counter.shape and not counter.maybe}


def is_right(look: BoardLook, position: Position) -> bool:
    """Every counter's square and colour is sure and right; a shape may be in doubt, but is never wrong."""
    truth = {counter.square: counter for counter in standing(position)}
    told = {replace(counter, shape=counter.shape or truth[counter.square].shape) for counter in look.counters}
    return told == set(truth.values())


def test_flats_and_pawns_of_all_colours_are_read_on_plain_home_and_safe_squares() -> None:
    position = of_every_kind()
    look = eyes().look(a_picture(position), at=3.0)
    assert is_right(look, position)
    assert look == BoardLook(3.0, look.counters)
    assert len(sure(look)) > len(position.truth) / 2


def test_an_empty_board_is_surely_empty() -> None:
    assert eyes().look(a_picture(Position((), ()))) == BoardLook(0.0)


def test_a_pawn_stands_where_its_foot_is_not_where_its_head_is_seen() -> None:
    table = the_table()
    askew = draw_camera(np.random.default_rng(23), table.look.geometry, table.camera.size)
    table = replace(table, camera=askew)
    setter = a_setter(table=table)
    for n, colour in enumerate(COLOURS):
        setter.put(Square(2 * n, 15 - n), colour, Shape.PAWN)
    picture = Painter(table.look, askew).paint([], np.random.default_rng(1), None, setter.position.pieces)
    look = BoardEyes(table.file(), SHIPPED).look(picture.image)
    assert askew.tilt_deg > 10
    assert is_right(look, setter.position)


@pytest.mark.parametrize("shape", Shape)
def test_a_counter_across_a_line_stands_on_no_square(shape: Shape) -> None:
    table, setter = the_table(), a_setter()
    x, y = table.place.middle(E5)
    setter.put_at((x, y + table.place.square_mm / 2), E5, Colour.BLUE, shape)
    look = eyes().look(a_picture(setter.position))
    assert not sure(look)
    assert {E5, E6} & set(look.unsure)
    assert look.beside == 1


def test_on_paper_that_is_too_bright_white_counters_may_be_lost_and_darker_ones_are_read() -> None:
    setter = a_setter()
    darker = [colour for colour in COLOURS if colour not in (Colour.WHITE, Colour.YELLOW)]
    for number, colour in enumerate(darker):
        setter.put(Square(2 * number + 1, 4), colour, Shape.FLAT)
    look = the_table().look
    bright = replace(look, sensor=replace(look.sensor, exposure=2.2 * look.sensor.exposure))
    painter = Painter(bright, the_table().camera)
    picture = painter.paint([], np.random.default_rng(1), None, setter.position.pieces).image
    seen = eyes().look(picture)
    assert (seen.codes, seen.lost) == ((), (Colour.WHITE,))
    assert is_right(seen, setter.position)
    assert eyes().look(a_picture(setter.position)).lost == ()


def test_a_hand_over_the_board_is_not_looked_past() -> None:
    x, y = the_table().place.centre
    look = eyes().look(a_picture(of_every_kind(), Hand((x, y), 250.0)))
    assert look.hand
    assert not look.is_clear


def test_markers_of_another_sheet_are_not_this_boards() -> None:
    picture, table = a_picture(Position((), ())), the_table().file()
    centres = tuple((number + 20, centre) for number, centre in table.markers.centres)
    other = replace(table, markers=replace(table.markers, centres=centres))
    found = find_table(picture, other)
    assert isinstance(found, NotFound)
    assert found.why is Why.NO_MARKERS
    assert BoardEyes(other, SHIPPED).look(picture).codes == (Code.MARKERS_HIDDEN,)


def test_without_colours_every_counter_may_be_anybodys() -> None:
    picture = a_picture(of_every_kind())
    gray = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    look = eyes().look(gray)
    assert look.counters or look.unsure
    assert not sure(look)
    assert all({counter.colour, *counter.maybe} == set(COLOURS) for counter in look.counters)


def test_boards_by_lot_are_read_without_a_wrong_word() -> None:
    whole = Tally()
    for seed in (4_100_000, 4_100_001, 4_100_003, 4_100_004, 4_100_005):
        whole.add(read_board((seed, None)))
    assert whole.wrong == whole.wrong_rolls == []
    # Of all boards together: one alone has so few counters that a single doubt is a tenth of them.
    assert whole.known >= 0.85 * whole.pieces > 0


@pytest.mark.parametrize("seed", [4_006_115, 4_006_164, 4_006_294])
def test_what_mirrors_a_warm_lamp_is_not_surely_white(seed: int) -> None:
    assert read_board((seed, None)).wrong == []


def test_a_hand_over_a_board_by_lot_is_noticed() -> None:
    tally = read_board((4_100_002, None))
    assert tally.hands == tally.hands_seen == 1
    assert tally.wrong == []


@pytest.mark.parametrize("values", [(3, 5), (6,)])
def test_the_dice_in_their_field_are_read(values: tuple[int, ...]) -> None:
    looking = eyes()
    view = looking.look_at_dice(a_picture(Position((), ()), dice=values), 2.0, [Colour.WHITE] * len(values))
    roll = roll_seen(view, len(values), 2.0)
    assert isinstance(roll, RollRead)
    assert sorted(roll.roll.values(Colour.WHITE)) == sorted(values)


def test_what_was_seen_is_drawn_over_the_picture() -> None:
    looking, picture = eyes(), a_picture(of_every_kind())
    looking.look(picture)
    assert looking.camera is not None
    drawn = draw_board(picture, looking.squares, looking.table, looking.camera)
    assert drawn.shape == picture.shape
    changed = np.abs(drawn.astype(int) - picture).max(axis=2) > 60
    assert 0.01 < changed.mean() < 0.2


# The table file and the layout


def test_a_table_without_a_board_is_refused() -> None:
    with pytest.raises(UsageError, match=r"no \[board\]"):
        BoardEyes(replace(the_table().file(), board=None), SHIPPED)


def test_a_board_of_another_size_than_the_layouts_is_refused() -> None:
    with pytest.raises(UsageError, match="16 × 16 squares, the layout 12 × 12"):
        eyes(replace(SHIPPED, columns=12, rows=12))


# Squares


def test_patches_turned_four_times_are_as_they_were() -> None:
    looking, picture = eyes(), a_picture(of_every_kind())
    looking.look(picture)
    assert looking.camera is not None
    patches = cut_board(picture, looking.camera, looking.board, SHIPPED)
    assert np.allclose(patches.turned(4).normal(), patches.normal())
    assert np.array_equal(patches.turned(1).turned(3).views, patches.views)


def test_the_paper_beside_a_home_has_not_the_tint_of_the_home() -> None:
    looking, picture = eyes(), a_picture(Position((), ()))
    looking.look(picture)
    assert looking.camera is not None
    paper = cut_board(picture, looking.camera, looking.board, SHIPPED).paper.reshape(16, 16, 3)
    for home in SHIPPED.homes:
        for square in home.squares:
            blue, green, red = paper[square.row, square.column]
            assert max(blue, green, red) < 1.05 * min(blue, green, red)


def told(
    kinds: dict[Kind, float],
    colours: dict[Colour, float],
    pawn: float | None = None,
    leans: bool = True,
    light: float = 1.0,
    washed_out: bool = False,
    hueless: bool = False,
) -> SquareSeen:
    """What four equal answers of the network tell of a square; the closer look says the same, or `pawn`."""
    chances = [*(kinds.get(kind, 0.0) for kind in Kind), *(colours.get(colour, 0.0) for colour in COLOURS)]
    answers = np.repeat(np.array([chances], np.float32), 4, axis=0)
    likely = kinds.get(Kind.PAWN, 0.0) if pawn is None else pawn
    return _seen(E5, answers, leans, _Tone(light, washed_out, hueless), likely)


def test_right_below_the_camera_a_pawn_may_be_a_flat_with_a_rim() -> None:
    pawn, red = {Kind.PAWN: 0.9995, Kind.FLAT: 0.0005}, {Colour.RED: 1.0}
    assert told(pawn, red).counter == CounterSeen(E5, Colour.RED, Shape.PAWN)
    assert told(pawn, red, leans=False).counter == CounterSeen(E5, Colour.RED, None)


def test_a_pawn_must_be_plainer_than_a_flat_to_be_sure() -> None:
    # A pawn's shadow on a flat one, or a second flat one below it, has been taken for a pawn by so much.
    for kind, other, shape in ((Kind.PAWN, Kind.FLAT, None), (Kind.FLAT, Kind.PAWN, Shape.FLAT)):
        assert told({kind: 0.9985, other: 0.0015}, {Colour.RED: 1.0}).counter == CounterSeen(
            E5, Colour.RED, shape
        )


def test_a_shape_is_sure_only_if_the_closer_look_says_the_same() -> None:
    pawn, flat, red = {Kind.PAWN: 0.9999, Kind.FLAT: 0.0001}, {Kind.FLAT: 1.0}, {Colour.RED: 1.0}
    for kinds, closer, shape in (
        (pawn, 0.9995, Shape.PAWN), (pawn, 0.99, None), (pawn, 0.001, None),
        (flat, 0.005, Shape.FLAT), (flat, 0.02, None), (flat, 0.9995, None),
    ):  # fmt: skip
        assert told(kinds, red, pawn=closer).counter == CounterSeen(E5, Colour.RED, shape)


def test_what_is_likelier_at_first_sight_may_be_far_from_sure_if_the_closer_look_is() -> None:
    assert told({Kind.PAWN: 0.7, Kind.FLAT: 0.3}, {Colour.RED: 1.0}, pawn=0.9999).counter == CounterSeen(
        E5, Colour.RED, Shape.PAWN
    )


def test_colours_that_a_lamp_brings_together_are_told_apart_with_more_care() -> None:
    yellow = Colour.YELLOW
    assert told({Kind.FLAT: 1.0}, {yellow: 0.991, Colour.BLUE: 0.009}).counter == CounterSeen(
        E5, yellow, Shape.FLAT
    )
    doubtful = told({Kind.FLAT: 1.0}, {yellow: 0.991, Colour.ORANGE: 0.009}).counter
    assert doubtful is not None
    assert Colour.ORANGE in doubtful.maybe


@pytest.mark.parametrize(("light", "is_sure"), [(0.95, True), (0.8, False)])
def test_what_is_white_and_dark_may_be_the_tip_of_a_shadow(light: float, is_sure: bool) -> None:
    seen = told({Kind.PAWN: 0.998, Kind.EMPTY: 0.002}, {Colour.WHITE: 1.0}, light=light)
    assert seen.is_sure is is_sure


@pytest.mark.parametrize(("light", "maybe"), [(0.15, ()), (0.35, (Colour.WHITE,))])
def test_what_is_black_and_not_dark_may_be_the_shady_side_of_a_white_one(
    light: float, maybe: tuple[Colour, ...]
) -> None:
    counter = told({Kind.PAWN: 1.0}, {Colour.BLACK: 0.99, Colour.WHITE: 0.01}, light=light).counter
    assert counter == CounterSeen(E5, Colour.BLACK, Shape.PAWN, maybe)


def test_what_looks_white_where_it_mirrors_a_lamp_may_be_of_any_colour() -> None:
    counter = told({Kind.FLAT: 1.0}, {Colour.WHITE: 1.0}, washed_out=True).counter
    assert counter is not None
    assert {counter.colour, *counter.maybe} == set(COLOURS)
    assert told({Kind.FLAT: 1.0}, {Colour.WHITE: 1.0}).counter == CounterSeen(E5, Colour.WHITE, Shape.FLAT)


@pytest.mark.parametrize(("purple", "maybe"), [(0.002, ()), (0.015, (Colour.PURPLE,))])
def test_what_is_nearly_white_may_mirror_a_lamp(purple: float, maybe: tuple[Colour, ...]) -> None:
    counter = told({Kind.FLAT: 1.0}, {Colour.WHITE: 1 - purple, Colour.PURPLE: purple}).counter
    assert counter == CounterSeen(E5, Colour.WHITE, Shape.FLAT, maybe)


def test_what_has_no_hue_left_in_too_much_light_may_be_of_any_colour() -> None:
    counter = told({Kind.FLAT: 1.0}, {Colour.YELLOW: 1.0}, hueless=True).counter
    assert counter is not None
    assert {counter.colour, *counter.maybe} == set(COLOURS)
    plain = told({Kind.FLAT: 1.0}, {Colour.YELLOW: 1.0}).counter
    assert plain == CounterSeen(E5, Colour.YELLOW, Shape.FLAT)


def test_a_hue_is_lost_where_two_channels_are_at_their_end() -> None:
    looking, picture = eyes(), a_picture(Position((), ()))
    looking.look(picture)
    assert looking.camera is not None
    patches = cut_board(picture, looking.camera, looking.board, SHIPPED)
    for colour, is_lost in (((170, 252, 254), True), ((40, 205, 254), False)):
        views = np.broadcast_to(np.array((*colour, *colour), np.uint8), patches.views.shape)
        assert replace(patches, views=views).hueless().all() == is_lost


def test_a_middle_is_washed_out_where_no_channel_is_left() -> None:
    looking, picture = eyes(), a_picture(Position((), ()))
    looking.look(picture)
    assert looking.camera is not None
    patches = cut_board(picture, looking.camera, looking.board, SHIPPED)
    assert not patches.washed_out().any()
    assert replace(patches, views=np.full_like(patches.views, 250)).washed_out().all()


@pytest.mark.parametrize(
    ("middle", "is_lost"),
    [
        pytest.param((236, 246, 253), True, id="a black one that mirrors the lamp"),
        pytest.param((230, 239, 250), True, id="not quite as bright"),
        pytest.param((215, 238, 253), True, id="an orange one"),
        pytest.param((218, 228, 240), False, id="a white one"),
        pytest.param((150, 239, 250), False, id="a yellow one"),
    ],
)
def test_in_warm_light_a_middle_is_washed_out_where_one_channel_ends_and_none_is_darker_than_paper(
    middle: tuple[int, int, int], is_lost: bool
) -> None:
    looking, picture = eyes(), a_picture(Position((), ()))
    looking.look(picture)
    assert looking.camera is not None
    patches = cut_board(picture, looking.camera, looking.board, SHIPPED)
    paper = np.tile((237.0, 249.0, 254.0), (len(patches.paper), 1))
    views = np.broadcast_to(np.array((*middle, *middle), np.uint8), patches.views.shape)
    assert replace(patches, views=views, paper=paper).washed_out().all() == is_lost


def test_squares_that_share_a_counter_are_counted_once() -> None:
    kinds = {E5: Kind.ACROSS, E6: Kind.ACROSS, Square(9, 9): Kind.STRANGE, Square(12, 1): Kind.EMPTY}
    assert beside(SquareSeen(square, kind, False) for square, kind in kinds.items()) == 2
