import io
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from pi_diavolo.table.effects import (
    Ask,
    Effect,
    ShowGems,
    ShowGone,
    ShowGrab,
    ShowRoll,
    ShowRuling,
    ShowStatus,
    ShowWinner,
    Status,
)
from pi_diavolo.table.pieces import IMPS, Colour, Die, OrderDie, Point
from pi_diavolo.table.players import SEATS, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question, Reason
from pi_diavolo.table.scene import Scene, advance, told
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.terminal.paint import Screen, farewell, pace, paint
from pi_diavolo.terminal.tray import true_grid
from tests.lots import by_lot

from .makers import (
    ANNA,
    BEN,
    BLACK,
    CLEO,
    GRAY,
    INSTRUCTIONS,
    NAMES,
    RED,
    WHITE,
    English,
    a_roll,
    a_ruling,
    a_turn,
)

SIZES = [(80, 24), (120, 40), (120, 24), (100, 40), (60, 34), (40, 15)]
GEMS = ShowGems({ANNA: 5, BEN: 3, CLEO: 1})
GRABBING = (a_turn(), GEMS, ShowRoll(a_roll(), "greatest_sum"), ShowStatus(Status.GRAB))
RULED = (*GRABBING, ShowGrab(ANNA, RED, 741.0), ShowRuling(a_ruling(out=(CLEO,))))
CLOSEST = (a_turn(), GEMS, ShowRoll(a_roll(order="closest"), "closest"), ShowStatus(Status.GRAB))
MEASURED = Reason("closest", RED, {BLACK: 101.26, WHITE: 40.0, RED: 38.0}, (RED,))
CLOSEST_RULED = (*CLOSEST, ShowRuling(replace(a_ruling(), reason=MEASURED)))
TOKENS = ("b2", "b3", "b6", "w1", "w5", "w6", "r3", "r5", "◆◆")
HOSTILE = [
    "[bold red]x[/]",
    "[/]",
    "李小龍",
    "👨‍👩‍👧",
    "e\u0301\u0301\u0301",
    "\x1b[31mred",
    "a\nb\tc",
    "W" * 60,
    "🇫🇷",
    "❤️",
    "",
]


def scene_after(*effects: Effect, words: English | None = None) -> Scene:
    scene = Scene()
    for effect in effects:
        scene = told(advance(scene, effect), (words or English()).narrate(effect))
    return scene


def painted(
    scene: Scene,
    size: tuple[int, int] = (80, 24),
    human: Seat | None = None,
    words: English | None = None,
    moment: float = 0.0,
) -> str:
    return paint(scene, words or English(), Screen(*size, moment, human)).plain


@pytest.mark.parametrize("size", SIZES)
def test_everyone_finds_names_gems_dice_and_order(size: tuple[int, int]) -> None:
    picture = painted(scene_after(*GRABBING), size)
    for shown in (
        *NAMES.values(),
        "◆◆◆◆◆",
        "◆◆◆◇◇",
        "◆◇◇◇◇",
        "greatest sum",
        "Turn 1",
        "Anna rolls",
        "Grab now!",
    ):
        assert shown in picture


@pytest.mark.parametrize(
    ("grab", "shown"),
    [
        pytest.param(ShowGrab(BEN, WHITE, 812.0), " 812 ms", id="as it is"),
        pytest.param(ShowGrab(BEN, WHITE, 812.0, (812.0, 934.0)), "812/934 ms", id="one of two"),
        pytest.param(ShowGrab(BEN, WHITE, 812.0, (812.0, 1934.0)), " 812/1934 ", id="longer ones"),
        pytest.param(ShowGrab(BEN, WHITE, 812.0, (812.0, 1.0e3, 1934.0)), " 812–1934 ", id="one of three"),
        pytest.param(ShowGrab(BEN, WHITE, 934.0, docked=True), "≤934 ms", id="only the dock is known"),
    ],
)
def test_a_time_is_shown_as_surely_as_it_is_known(grab: ShowGrab, shown: str) -> None:
    assert shown in painted(scene_after(*GRABBING, grab))


@pytest.mark.parametrize("size", SIZES)
def test_the_answer_comes_only_with_the_ruling(size: tuple[int, int]) -> None:
    assert "→" not in painted(scene_after(*GRABBING), size)
    picture = painted(scene_after(*RULED), size)
    assert "→ red" in " ".join(picture.split())
    assert "✓" in picture
    assert "✗ −1" in picture


def test_large_dice_show_as_many_pips_as_they_are_worth() -> None:
    assert painted(scene_after(*GRABBING)).count("●") - 1 == sum(die.value for die in a_roll().dice)


def test_small_dice_show_their_figures() -> None:
    assert re.search(r"b +2 +3 +6 +w +1 +5 +6 +r +3 +5 +5", painted(scene_after(*GRABBING), (40, 15)))


def test_two_dice_a_colour_take_less_room() -> None:
    few = scene_after(a_turn(), ShowRoll(a_roll((1, 1), (1, 1), (1, 1)), None), ShowStatus(Status.GRAB))
    assert painted(few).count("▗▄▄▄▄▄▖") == 6


def test_scores_stand_beside_the_dice_and_a_star_beside_the_best() -> None:
    picture = painted(scene_after(*RULED))
    assert [re.search(rf"^ *{score} ", picture, re.M) is not None for score in (11, 12, 13)] == [True] * 3
    assert picture.count("★") == 1


def test_a_score_in_doubt_is_a_question_mark() -> None:
    reason = a_ruling().reason
    assert reason
    doubted = replace(a_ruling(), reason=replace(reason, unsure=(BLACK,)))
    picture = painted(scene_after(*GRABBING, ShowRuling(doubted)))
    assert [re.search(rf"^ *{score} ", picture, re.M) is not None for score in (11, 12, 13)] == [
        False,
        True,
        True,
    ]
    assert re.search(r"^ *\? ", picture, re.M)


def test_the_order_keeps_its_question_mark_where_nobody_said_which_it_is() -> None:
    reason = a_ruling().reason
    assert reason
    doubted = replace(a_ruling(), reason=replace(reason, instead=("most_odd",)))
    assert "greatest sum ?" in painted(scene_after(*GRABBING, ShowRuling(doubted)))
    assert "greatest sum ?" not in painted(scene_after(*RULED))


@pytest.mark.parametrize("order", INSTRUCTIONS)
def test_each_order_has_a_sign_and_says_what_it_asks_for(order: str) -> None:
    words = English()
    signs = {
        face: painted(scene_after(ShowRoll(a_roll(order=face), face), ShowStatus(Status.GRAB)))
        for face in INSTRUCTIONS
    }
    assert len(set(signs.values())) == len(INSTRUCTIONS)
    assert words.instruction(order).split()[-1] in signs[order]


def test_a_face_nobody_knows_shows_its_name() -> None:
    scene = scene_after(ShowRoll(a_roll(order="two_cats"), "two_cats"), ShowStatus(Status.GRAB))
    assert "two cats" in painted(scene)


def test_a_die_in_doubt_is_marked() -> None:
    roll = a_roll()
    doubtful = replace(roll, dice=(replace(roll.dice[0], maybe=(3,)), *roll.dice[1:]))
    assert "▄?▄" in painted(scene_after(ShowRoll(doubtful, "greatest_sum"), ShowStatus(Status.GRAB)))


@pytest.mark.parametrize("size", SIZES)
def test_a_question_is_put_to_everyone(size: tuple[int, int]) -> None:
    ask = Ask(Question(1, "die", ("2", "3")), saying(Sentence.ASK_DIE))
    assert "Ask die." in painted(scene_after(*GRABBING, ask), size)


@pytest.mark.parametrize("size", SIZES)
def test_the_winner_has_a_moment(size: tuple[int, int]) -> None:
    over = scene_after(*RULED, ShowStatus(Status.OVER), ShowWinner(ANNA))
    assert "Anna wins!" in painted(over, size)
    assert "5 gems" in painted(over, size)
    assert "NOBODY WINS" in painted(scene_after(*RULED, ShowWinner(None)), size)


def test_the_last_standing_is_left_behind() -> None:
    left = farewell(scene_after(*RULED, ShowWinner(ANNA)), English(), Screen(80, 24)).plain
    assert "◆◆◆◆◇" in left
    assert "Anna wins!" in left
    assert farewell(Scene(), English(), Screen(80, 24)).plain == ""


@pytest.mark.parametrize("size", SIZES)
def test_who_plays_along_sees_the_keys_and_finds_the_own_line(size: tuple[int, int]) -> None:
    picture = painted(scene_after(*GRABBING), size, human=BEN)
    assert all(key in picture for key in ("[b]", "[w]", "[r]", "[g]"))
    assert "Ben (you)" in picture
    assert "[b]" not in painted(scene_after(*GRABBING), size)


@pytest.mark.parametrize(
    "out",
    [
        pytest.param((ShowRuling(a_ruling(out=(CLEO,))),), id="the last gem was lost just now"),
        pytest.param((a_turn(number=2, players=(ANNA, BEN)),), id="the turn is the others'"),
        pytest.param((ShowGems({CLEO: 0}),), id="no gem is left"),
    ],
)
def test_who_is_out_is_asked_for_no_key(out: tuple[Effect, ...]) -> None:
    picture = painted(scene_after(*GRABBING, *out, ShowStatus(Status.GRAB)), human=CLEO)
    assert "Press" not in picture
    assert "[b]" not in picture
    assert "Imps" in picture
    assert pace(scene_after(*GRABBING, *out, ShowStatus(Status.GRAB)), CLEO) is None


def test_who_sits_at_no_place_of_the_turn_is_asked_for_no_key() -> None:
    assert "Press" not in painted(scene_after(*GRABBING), human=Seat(6))


def test_the_prompt_flashes_until_the_human_has_grabbed() -> None:
    grabbing = scene_after(*GRABBING)
    bright, dark = (paint(grabbing, English(), Screen(80, 24, moment, BEN)) for moment in (0.0, 0.25))
    assert bright.spans != dark.spans
    assert pace(grabbing, BEN) is not None
    assert pace(advance(grabbing, ShowGrab(BEN, RED, 500.0)), BEN) is None
    assert pace(grabbing, None) is None


def test_rolling_dice_tumble_and_show_no_answer() -> None:
    rolling = scene_after(a_turn(), ShowStatus(Status.ROLLING))
    assert painted(rolling, moment=0.0) != painted(rolling, moment=0.5)
    assert painted(rolling, moment=0.5) == painted(rolling, moment=0.5)
    assert pace(rolling, None) is not None


def test_imps_disappear_as_they_are_taken() -> None:
    grabbed = scene_after(*GRABBING, ShowGrab(ANNA, GRAY, 300.0))
    assert "gray  ·" in painted(grabbed)
    assert "gray  Ψ" in painted(scene_after(*GRABBING))


def test_an_imp_that_was_gone_is_told_beside_the_name() -> None:
    assert re.search(r"Ben .*red gone", painted(scene_after(*GRABBING, ShowGone(BEN, RED))))


class German(English):
    """English with the longest colour of the German table."""

    def colour(self, colour: Colour) -> str:
        return "Schwarz" if colour is BLACK else super().colour(colour)


@pytest.mark.parametrize("size", SIZES)
def test_an_imp_that_was_gone_never_looks_taken(size: tuple[int, int]) -> None:
    picture = painted(scene_after(*GRABBING, ShowGone(BEN, BLACK)), size, words=German())
    assert re.search(r"Ben .*✗ (Schwarz gone|b) ", picture)


@pytest.mark.parametrize("size", SIZES[:-2])
def test_a_grab_before_the_rest_is_early_with_or_without_a_time(size: tuple[int, int]) -> None:
    rolling = (a_turn(), GEMS, ShowStatus(Status.ROLLING))
    for grab in (ShowGrab(BEN, RED, -212.0), ShowGrab(BEN, RED)):
        assert re.search(r"Ben .*red +early", painted(scene_after(*rolling, grab), size))
    assert "early" not in painted(scene_after(*GRABBING, ShowGrab(BEN, RED, 0.0)), size)
    assert "early" not in painted(scene_after(*GRABBING, ShowGrab(BEN, RED)), size)


def test_a_sentence_said_again_at_once_is_counted() -> None:
    scene = told(Scene(), ["Too late.", "Roll!", "Too late.", "Too late.", "Too late."])
    picture = painted(scene)
    assert re.findall(r"› (.*?) *$", picture, re.M) == ["Too late.", "Roll!", "Too late. ×3"]


def test_the_count_is_seen_behind_a_sentence_that_is_cut() -> None:
    assert "… ×2" in painted(told(Scene(), ["Too late, my dear. " * 20] * 2))


def test_the_last_turn_keeps_its_number_while_the_next_is_called() -> None:
    picture = painted(scene_after(*RULED, a_turn(number=2), ShowStatus(Status.ROLL_NOW, BEN)))
    assert "Turn 2" in picture.splitlines()[0]
    assert "Answer · Turn 1" in picture


def test_a_high_or_wide_screen_has_a_map_with_every_die_on_it() -> None:
    for size in ((120, 40), (100, 40), (130, 24)):
        picture = painted(scene_after(*GRABBING), size)
        assert "◆◆ " in picture.replace("◆◆◆", "")
        assert all(token in picture for token in ("b2", "b3", "b6", "w1", "w5", "w6", "r3", "r5"))


@pytest.mark.parametrize("size", [(96, 30), (100, 32)])
def test_a_screen_just_high_enough_has_a_map_beside_the_story(size: tuple[int, int]) -> None:
    picture = painted(scene_after(*GRABBING), size)
    assert all(token in picture for token in TOKENS)
    assert picture.count("▗▄▄▄▄▄▖") == 9


@pytest.mark.parametrize("size", [*SIZES, (77, 22), (96, 30), (100, 32), (70, 20), (130, 24), (200, 60)])
@pytest.mark.parametrize("shown", [CLOSEST, (*CLOSEST, ShowStatus(Status.QUESTION)), CLOSEST_RULED])
def test_an_order_that_asks_where_has_a_map_on_every_screen(
    shown: tuple[Effect, ...], size: tuple[int, int]
) -> None:
    picture = painted(scene_after(*shown), size)
    assert picture.count(" tray ") == 1
    assert all(token in picture for token in TOKENS)


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (60, 34), (70, 20)])
def test_the_map_leaves_room_for_players_and_story(size: tuple[int, int]) -> None:
    picture = painted(told(scene_after(*CLOSEST_RULED), ["Well done."]), size)
    assert all(shown in picture for shown in (*NAMES.values(), "Well done.", "closest"))


def test_a_screen_too_small_for_the_map_keeps_its_players() -> None:
    assert all(name in painted(scene_after(*CLOSEST), (40, 10)) for name in NAMES.values())


def test_before_the_dice_are_read_the_map_gives_nothing_away() -> None:
    reading = scene_after(*CLOSEST[:3], ShowStatus(Status.READING))
    assert not any(token in painted(reading) for token in TOKENS[:-1])


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 34)])
def test_distances_have_one_decimal_each(size: tuple[int, int]) -> None:
    picture = painted(scene_after(*CLOSEST_RULED), size)
    assert all(distance in picture for distance in ("101.3", "40.0", "38.0"))


@pytest.mark.parametrize("tray_mm", [(300, 300), (400, 250), (200, 350)])
def test_near_and_far_look_the_same_in_every_direction(tray_mm: tuple[float, float]) -> None:
    grid = true_grid(38, 20, tray_mm)
    assert grid.columns <= 18
    assert grid.rows <= 18
    assert grid.columns / grid.rows == pytest.approx(tray_mm[0] / tray_mm[1], rel=0.06)


def test_dice_that_touch_are_all_on_the_map() -> None:
    heap = Roll(
        tuple(Die(RED, value, Point(0, 0)) for value in range(1, 7)), OrderDie("closest", Point(0, 0))
    )
    picture = painted(scene_after(ShowRoll(heap, "closest"), ShowStatus(Status.GRAB)), (120, 40))
    assert all(f"r{value}" in picture for value in range(1, 7))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_columns(name: str, size: tuple[int, int]) -> None:
    words = English({ANNA: name, BEN: "Ben"})
    rows = painted(scene_after(*RULED, words=words), size, words=words).split("\n")
    assert {cell_len(row) for row in rows} == {size[0]}
    assert len(rows) == size[1]
    assert "\x1b" not in "".join(rows)


def test_a_name_that_looks_like_markup_is_shown_as_it_is() -> None:
    assert "[bold red]x[/]" in painted(scene_after(*GRABBING), words=English({ANNA: "[bold red]x[/]"}))


def test_without_colours_every_sign_is_still_there() -> None:
    console = Console(
        file=io.StringIO(), width=80, height=24, force_terminal=True, no_color=True, record=True
    )
    console.print(paint(scene_after(*RULED), English(), Screen(80, 24)))
    assert isinstance(console.file, io.StringIO)
    assert not re.search(r"\x1b\[[0-9;]*(3[0-8]|4[0-8])[;m]", console.file.getvalue())
    shown = console.export_text()
    assert all(sign in shown for sign in ("✓", "✗ −1", "◆◆◆◆◇", "R E D", " red ", " white "))


seats, colours, faces = (
    st.sampled_from(SEATS),
    st.sampled_from(IMPS),
    st.sampled_from([*INSTRUCTIONS, "?", ""]),
)
players = st.lists(seats, min_size=1, max_size=6, unique=True)
rolls = st.builds(a_roll, st.lists(st.integers(1, 6), max_size=9), order=faces)
effects = st.one_of(
    st.builds(ShowStatus, st.sampled_from(Status), st.none() | seats),
    st.builds(a_turn, st.integers(1, 3), st.integers(1, 2), players),
    st.builds(ShowGems, st.dictionaries(seats, st.integers(0, 7))),
    st.builds(ShowGrab, seats, st.none() | colours, st.floats(-1e3, 1e6)),
    st.builds(ShowGone, seats, colours),
    st.builds(ShowRoll, rolls, st.none() | faces),
    st.builds(lambda turn: ShowRuling(a_ruling(turn)), st.integers(1, 3)),
    st.builds(ShowWinner, st.none() | seats),
)
names: st.SearchStrategy[Mapping[Seat, str]] = st.dictionaries(seats, st.text(max_size=40))


@settings(max_examples=by_lot(150, usually=40), deadline=None)
@given(st.lists(effects, max_size=12), st.integers(1, 160), st.integers(1, 60), names, st.none() | seats)
def test_any_scene_fits_any_screen(
    happened: list[Effect], width: int, height: int, called: Mapping[Seat, str], human: Seat | None
) -> None:
    words = English(called)
    picture = painted(scene_after(*happened, words=words), (width, height), human, words)
    rows = picture.split("\n")
    assert len(rows) == height
    assert {cell_len(row) for row in rows} == {width}
