"""An overlay shows what was read, on pictures of any size, and leaves the picture itself alone."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import Code, DieView, TableView, Trouble
from pi_diavolo.vision.banner import TONES, Banner, Tone, with_banner
from pi_diavolo.vision.free import FreeDie
from pi_diavolo.vision.ink import ASKING, BAD, GOOD, INKS, Ink, Pen, contrast, spelt
from pi_diavolo.vision.labels import Label, Labels
from pi_diavolo.vision.overlay import Captions, draw
from pi_diavolo.vision.overlay_free import draw_free
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile
from tests.views import a_place, a_square, a_view, with_doubt
from tests.vision.plates import a_camera

FELT: Ink = (60, 110, 50)
WORDS = Captions(
    Banner("red", "greatest sum: red 13, white 12, black 11 → red", Tone.SURE, Colour.RED),
    face="greatest sum",
    faults={Code.DIE_COCKED: "leans"},
)
LAST_RED = 8


def a_picture(width: int = 640, height: int = 480) -> Picture:
    return np.full((height, width, 3), FELT, np.uint8)


def drawn(view: TableView, captions: Captions = WORDS) -> Picture:
    return draw(a_picture(), view, captions, TableFile())


def shows(picture: Picture, ink: Ink, box: Sequence[float] = (0, 0, 1280, 960)) -> int:
    """How many pixels of the upper part, or of a part of it, are of this ink."""
    left, top, right, bottom = (round(side) for side in box)
    part = picture[max(0, top) : bottom, max(0, left) : right].astype(int)
    return int((np.abs(part - np.array(ink)).max(axis=2) < 12).sum())


def about(x: float, y: float, reach: float = 60) -> tuple[float, float, float, float]:
    """Round a place in millimetres, in the overlay's pixels: the picture is enlarged to twice its size."""
    px, py = (2 * value for value in a_place(x, y))
    return (px - reach, py - reach, px + reach, py + reach)


def test_the_picture_itself_is_left_alone() -> None:
    picture = a_picture()
    draw(picture, a_view(), WORDS, TableFile())
    assert (picture == a_picture()).all()


def test_a_small_picture_is_enlarged_and_a_strip_added_for_the_words() -> None:
    overlay = drawn(a_view())
    assert overlay.shape[1] == 1280
    assert 960 < overlay.shape[0] < 1200


@pytest.mark.parametrize(
    "size", [(1, 1), (40, 30), (640, 480), (480, 640), (1280, 960), (4000, 3000), (3000, 20)]
)
def test_any_size_can_be_drawn_on_wherever_the_dice_are_said_to_be(size: tuple[int, int]) -> None:
    overlay = draw(a_picture(*size), a_view(), WORDS, TableFile())
    assert overlay.shape[0] > size[1]
    assert shows(overlay, TONES[Tone.SURE], (0, 0, 99, overlay.shape[0])) > 0


def test_a_sure_reading_shows_no_sign_of_doubt_or_fault() -> None:
    overlay = drawn(a_view())
    assert shows(overlay, ASKING) == shows(overlay, BAD) == 0
    assert shows(overlay, INKS[Colour.RED]) > 500


def test_a_doubtful_die_is_ringed_and_only_that_one() -> None:
    view = with_doubt(a_view(), LAST_RED, 6)
    overlay = drawn(view)
    place = view.dice[LAST_RED].where
    near = shows(overlay, ASKING, about(place.x, place.y, 190))
    assert near == shows(overlay, ASKING) > 300


def test_where_it_is_asked_which_die_is_closest_these_are_ringed() -> None:
    view = a_view()
    near = {die.colour: die for die in sorted(view.dice, key=lambda die: -_away(view, die))}
    overlay = drawn(view, replace(WORDS, asked={Colour.RED, Colour.WHITE}))
    rings = {colour: shows(overlay, ASKING, about(die.where.x, die.where.y)) for colour, die in near.items()}
    assert min(rings[Colour.RED], rings[Colour.WHITE]) > 100
    assert rings[Colour.BLACK] == 0


def _away(view: TableView, die: DieView) -> float:
    assert view.order_die is not None
    return die.where.distance_to(view.order_die.where)


def test_a_die_that_does_not_count_is_crossed_out() -> None:
    view = a_view(troubles=[Trouble(Code.DIE_COCKED, Colour.RED, LAST_RED)])
    place = view.dice[LAST_RED].where
    overlay = drawn(view)
    assert shows(overlay, BAD, about(place.x, place.y)) > 300
    assert shows(overlay, BAD, about(-60, 90)) == 0


def test_something_unread_is_ringed_where_it_lies() -> None:
    overlay = drawn(a_view(troubles=[Trouble(Code.DIE_UNSURE, px=a_place(110, -110))]))
    assert shows(overlay, ASKING, about(110, -110, 130)) > 300


def test_a_face_that_is_not_sure_is_ringed() -> None:
    assert shows(drawn(a_view(maybe_faces=["most_odd"])), ASKING, about(0, 0, 130)) > 300


def test_a_view_of_nothing_is_drawn_as_well() -> None:
    blind = Captions(Banner("?", "I cannot find the table’s markers", Tone.ASKING))
    overlay = drawn(TableView(0.0, troubles=(Trouble(Code.MARKERS_HIDDEN),)), blind)
    assert shows(overlay, FELT) == 1280 * 960


def test_all_colours_of_dice_can_be_drawn() -> None:
    view = a_view()
    for colour in Colour:
        assert drawn(replace(view, dice=(replace(view.dice[0], colour=colour),))).any()


def test_the_markers_used_are_framed_in_green_and_the_others_are_not() -> None:
    camera = replace(a_camera(), seen=(0, 1, 3))
    overlay = draw(a_picture(1280, 960), TableView(0.0), WORDS, TableFile(), camera)
    for number, centre in TableFile().markers.centres:
        ((x, y),) = camera.project([(centre.x, centre.y, 0)])
        near = (x - 60, y - 60, x + 60, y + 60)
        used = number in camera.seen
        assert (shows(overlay, GOOD, near) > 100) is used
        assert (shows(overlay, ASKING, near) > 100) is not used


# Labels


def boxes_of(labels: Labels) -> list[tuple[float, float, float, float]]:
    return [placed.box for placed in labels._placed]


def overlapping(one: Sequence[float], other: Sequence[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_labels_of_dice_side_by_side_cover_neither_each_other_nor_a_die() -> None:
    pen = Pen(a_picture(1280, 960), 1.0)
    outlines: list[npt.ArrayLike] = [
        [(x, y), (x + 38, y), (x + 38, y + 38), (x, y + 38)] for x in (500, 540) for y in (400, 440)
    ]
    labels = Labels(pen, outlines)
    for x, y in [(519, 419), (519, 459), (559, 419), (559, 459)]:
        labels.put(Label("6", (x, y), 24, INKS[Colour.RED], 15))
    boxes = boxes_of(labels)
    dice = [(x, y, x + 38, y + 38) for x in (500, 540) for y in (400, 440)]
    for number, box in enumerate(boxes):
        assert not any(overlapping(box, other) for other in boxes[:number])
        covered = [die for die in dice if overlapping(box, (die[0] + 4, die[1] + 4, die[2] - 4, die[3] - 4))]
        assert not covered


def test_a_label_at_the_rim_stays_in_the_picture() -> None:
    pen = Pen(a_picture(1280, 960), 1.0)
    labels = Labels(pen, [])
    for place in [(0.0, 0.0), (1279.0, 0.0), (1279.0, 959.0), (0.0, 959.0)]:
        labels.put(Label("greatest sum", place, 24, INKS[Colour.GRAY], 15))
    for left, top, right, bottom in boxes_of(labels):
        assert left >= 0
        assert top >= 0
        assert right <= 1280
        assert bottom <= 960


# Words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Größte Summe: Weiß 13 → Weiß", "Groesste Summe: Weiss 13 -> Weiss"),
        ("dé Ordre\u202f: à l’écart", "de Ordre : a l'ecart"),
        ("„“«» … 5 × 3", '"""" ... 5 x 3'),
        ("日本", ""),
    ],
)
def test_letters_that_a_font_lacks_are_spelt_in_others(text: str, plain: str) -> None:
    assert spelt(text, spells_all=False) == plain
    assert "\u202f" not in spelt(text, spells_all=True)


@pytest.mark.parametrize("words", [1, 20, 200])
@pytest.mark.parametrize("width", [480, 1280, 4000])
def test_the_strip_is_as_high_for_a_long_sentence_as_for_a_short_one(words: int, width: int) -> None:
    picture = a_picture(width, 900)
    short = with_banner(picture, Banner("", "", Tone.PLAIN), 1.0)
    assert with_banner(picture, Banner("gray", "word " * words, Tone.SURE), 1.0).shape == short.shape


def test_every_ink_has_a_contrast() -> None:
    for ink in (*INKS.values(), *TONES.values()):
        assert sum(abs(a - b) for a, b in zip(ink, contrast(ink), strict=True)) > 200


def test_dice_of_any_picture_are_boxed() -> None:
    dice = [FreeDie(5, "red", (100, 100, 60, 60), 0.99), FreeDie(2, "other", (300, 200, 60, 60), 0.4)]
    overlay = draw_free(a_picture(), dice, "Dice: 2")
    assert shows(overlay, INKS[Colour.RED], (180, 180, 420, 420)) > 500
    assert shows(overlay, ASKING, (580, 380, 820, 620)) > 300


def test_squares_are_where_places_are() -> None:
    (left, top), _, (right, bottom), _ = a_square(10, 20)
    assert ((left + right) / 2, (top + bottom) / 2) == a_place(10, 20)
