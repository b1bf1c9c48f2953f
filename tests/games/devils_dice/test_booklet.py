"""The booklet sentence by sentence, each as the referee holds it."""

import pytest

from pi_diavolo.games.devils_dice.course import moved, rolled, rolled_off
from pi_diavolo.games.devils_dice.legal_moves import legal_moves, promotes
from pi_diavolo.games.devils_dice.refusals import refusal
from pi_diavolo.table.boards import COUNTERS_EACH, Counter, Ended, Shape
from pi_diavolo.table.pieces import Colour
from tests.games.devils_dice.makers import (
    BLACK,
    BLUE,
    GREEN,
    MIA,
    NOAH,
    ORANGE,
    PAWN,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    TableOfMovers,
    a_board,
    a_start,
    begun,
    move,
    sq,
    targets,
)


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_can_play(players: int) -> None:
    table = TableOfMovers(players)
    assert len(table.play.seats) == players
    assert all(count == COUNTERS_EACH for count in table.play.left().values())


@pytest.mark.parametrize(("players", "each"), [(2, 2), (2, 4), (3, 2), (4, 2)])
def test_with_few_players_each_may_use_more_than_one_set(players: int, each: int) -> None:
    play = a_start(players, colours_each=each)
    assert len(play.owners) == players * each
    assert set(play.left().values()) == {each * COUNTERS_EACH}


def test_the_flats_stand_on_the_home_squares_of_their_colour_and_the_pawns_beside_the_board() -> None:
    play = a_start(8)
    for home in play.ground.layout.homes:
        assert {play.standing[square].colour for square in home.squares} == {home.colour}
    assert {at.shape for at in play.counters.values()} == {Shape.FLAT}


def test_the_highest_roll_begins_and_it_goes_on_clockwise() -> None:
    table = TableOfMovers(4)
    table.rolls_off(2, 6, 3, 5)
    order = []
    for _ in range(5):
        order.append(table.play.mover)
        table.rolls(1, 2)
        counter = legal_moves(table.play, (1, 2))[0]
        table.moves(counter.counter.colour, counter.counter.number, counter.to.name)
    assert order == [3, 5, 7, 1, 3]


def test_equal_highest_rolls_are_rolled_again_by_those_alone() -> None:
    play = a_start(4)
    for value in (4, 6, 6, 1):
        play = rolled_off(play, value)
    assert play.to_roll_off == (3, 5)
    play = rolled_off(rolled_off(play, 2), 2)
    assert play.to_roll_off == (3, 5)
    assert rolled_off(rolled_off(play, 1), 2).mover == 5


def test_both_dice_are_rolled_in_a_turn() -> None:
    table = TableOfMovers()
    table.rolls_off(6, 1)
    assert table.rolls(3, 4)
    assert table.play.dice == (3, 4)


def test_only_one_counter_is_moved_in_a_roll() -> None:
    table = TableOfMovers()
    table.rolls_off(6, 1)
    table.rolls(3, 4)
    table.moves(ORANGE, 1, "f5")
    assert (table.play.mover, table.play.dice) == (NOAH, ())


def test_the_possible_moves_of_3_and_4_are_those_of_the_booklets_pictures() -> None:
    """Three along and four up, or four up and three along; four along and three up, and the other way."""
    play = a_board({ORANGE: ["b2"], BLUE: ["o15"]}, (3, 4))
    assert targets(play) == {"e6", "f5"}
    assert len(legal_moves(play, (3, 4))) == 2


def test_equal_dice_lead_to_one_square_once() -> None:
    assert targets(a_board({ORANGE: ["b2"], BLUE: ["o15"]}, (3, 3))) == {"e5"}


def test_a_flat_of_a_corner_moves_only_away_from_its_corner() -> None:
    for colour, start, ends in (
        (ORANGE, "h8", {"j9", "i10"}),
        (RED, "h9", {"j8", "i7"}),
        (BLUE, "i9", {"g8", "h7"}),
        (PURPLE, "i8", {"g9", "h10"}),
    ):
        assert targets(a_board({colour: [start], GREEN: ["a7"]}, (1, 2)), 1, colour) == ends


def test_a_flat_of_a_middle_moves_away_from_its_edge_and_to_either_side() -> None:
    for colour, ends in (
        (GREEN, {"h12", "h8", "i11", "i9"}),
        (BLACK, {"f8", "h8", "e9", "i9"}),
        (WHITE, {"f12", "f8", "e11", "e9"}),
        (YELLOW, {"f12", "h12", "e11", "i11"}),
    ):
        play = a_board({colour: ["g10"], ORANGE: ["b1"]}, (1, 2))
        assert targets(play, 1, colour) == ends, colour


def test_a_pawn_moves_forwards_or_backwards_but_not_both_in_one_roll() -> None:
    play = a_board({ORANGE: ["pj10"], BLUE: ["o15"]}, (1, 2))
    assert targets(play) == {"k12", "l11", "i8", "h9"}


def test_a_pawn_of_a_middle_goes_anywhere_at_a_right_angle() -> None:
    play = a_board({GREEN: ["pj10"], BLUE: ["o15"]}, (1, 2))
    assert targets(play, 1, GREEN) == {"k12", "l11", "i8", "h9", "i12", "h11", "k8", "l9"}


@pytest.mark.parametrize(
    ("colour", "start", "to", "dice", "becomes"),
    [
        pytest.param(ORANGE, "h3", "j4", (1, 2), True, id="a corner over the line on its right"),
        pytest.param(ORANGE, "c8", "d10", (1, 2), True, id="a corner over the line before it"),
        pytest.param(ORANGE, "g7", "i9", (2, 2), True, id="a corner over both"),
        pytest.param(ORANGE, "c3", "d5", (1, 2), False, id="a corner within its quarter"),
        pytest.param(RED, "c9", "d7", (1, 2), True, id="red downwards"),
        pytest.param(BLUE, "i14", "g13", (1, 2), True, id="blue to the left"),
        pytest.param(PURPLE, "n8", "m10", (1, 2), True, id="purple upwards"),
        pytest.param(GREEN, "h8", "i10", (1, 2), True, id="green over the line opposite"),
        pytest.param(GREEN, "c8", "d10", (1, 2), False, id="green over the other line"),
        pytest.param(WHITE, "i3", "h5", (1, 2), True, id="white over the line opposite"),
        pytest.param(BLACK, "f9", "g7", (1, 2), True, id="black over the line opposite"),
        pytest.param(BLACK, "h12", "j11", (1, 2), False, id="black over the other line"),
        pytest.param(YELLOW, "f8", "g10", (1, 2), True, id="yellow over the line opposite"),
    ],
)
def test_a_flat_that_crosses_its_line_is_exchanged_for_a_pawn(
    colour: Colour, start: str, to: str, dice: tuple[int, int], becomes: bool
) -> None:
    other = WHITE if colour is not WHITE else ORANGE
    play = a_board({colour: [start], other: ["k1"]}, dice)
    step = move(colour, 1, to)
    assert step in legal_moves(play, dice)
    after = moved(play, step)
    assert (after.counters[step.counter].shape is PAWN, after.held[-1].ruling.promoted) == (becomes, becomes)
    assert promotes(play, step) is becomes


@pytest.mark.parametrize("mine", ["b2", "pb2"])
@pytest.mark.parametrize("other", ["c4", "pc4"])
def test_any_counter_takes_any_counter_of_another_player(mine: str, other: str) -> None:
    play = a_board({ORANGE: [mine], BLUE: [other, "o15"]}, (1, 2))
    assert "c4" in targets(play)
    after = moved(play, move(ORANGE, 1, "c4"))
    assert after.counters[Counter(BLUE, 1)].square is None
    assert after.held[-1].ruling.taken == Counter(BLUE, 1)


def test_once_out_a_counter_stays_out() -> None:
    play = a_board({ORANGE: ["b2"], BLUE: ["c4", "o15"]}, (1, 2))
    play = moved(play, move(ORANGE, 1, "c4"))
    assert play.left() == {MIA: 1, NOAH: 1}
    for dice in ((1, 2), (6, 6), (3, 4)):
        assert all(each.counter != Counter(BLUE, 1) for each in legal_moves(play, dice))


def test_all_counters_may_be_in_play_at_once() -> None:
    play = a_board({ORANGE: ["b2", "c2", "d2", "e2"], BLUE: ["o15"]}, (1, 2))
    assert {each.counter.number for each in legal_moves(play, (1, 2))} == {1, 2, 3, 4}


def test_on_a_safe_square_nobody_can_land() -> None:
    play = a_board({ORANGE: ["e5"], BLUE: ["f7", "o15"]}, (1, 2))
    assert "f7" in targets(play)
    safe = play.ground.layout.safe[0]
    assert safe == sq("c7")
    play = a_board({ORANGE: ["b5"], BLUE: ["c7", "o15"]}, (1, 2))
    assert targets(play) == {"d6"}


def test_an_empty_safe_square_can_be_landed_on() -> None:
    assert "c7" in targets(a_board({ORANGE: ["b5"], BLUE: ["o15"]}, (1, 2)))


def test_a_counter_that_does_not_leave_its_safe_square_on_the_next_turn_is_removed() -> None:
    play = a_board({ORANGE: ["b5", "d2"], BLUE: ["pm8", "o15"]}, (1, 2))
    play = moved(play, move(ORANGE, 1, "c7"))
    assert play.held[-1].ruling.overdue == ()
    play = moved(rolled(play, (1, 1)), move(BLUE, 1, "l7"))
    play = moved(rolled(play, (1, 3)), move(ORANGE, 2, "e5"))
    assert play.held[-1].ruling.overdue == (Counter(ORANGE, 1),)
    assert play.counters[Counter(ORANGE, 1)].square is None


def test_a_counter_that_leaves_its_safe_square_stays_in_the_game() -> None:
    play = a_board({ORANGE: ["c7", "d2"], BLUE: ["pm8", "o15"]}, (1, 2))
    play = moved(play, move(ORANGE, 1, "d9"))
    assert play.held[-1].ruling.overdue == ()
    assert play.left() == {MIA: 2, NOAH: 2}


def test_a_counter_that_cannot_leave_its_safe_square_is_removed_as_well() -> None:
    # With two sixes red cannot go on from n10, and back only onto a home square of black's.
    play = rolled(a_board({RED: ["pn10", "pp16"], BLUE: ["o15"]}), (6, 6))
    assert play.held[-1].ruling.passed
    assert play.held[-1].ruling.overdue == (Counter(RED, 1),)
    assert play.left() == {MIA: 1, NOAH: 1}


def test_nobody_moves_back_onto_a_home_square_nor_onto_anothers() -> None:
    play = begun(a_start(8))
    homes = {square for home in play.ground.layout.homes for square in home.squares}
    for first in range(1, 7):
        for second in range(1, 7):
            assert not homes & {each.to for each in legal_moves(play, (first, second))}
    pawn = a_board({ORANGE: ["pd2"], BLUE: ["o15"]}, (1, 2))
    assert "b1" not in targets(pawn)  # its own
    near_green = a_board({ORANGE: ["pc9"], GREEN: ["a7"]}, (2, 1))
    assert targets(near_green) == {"d11", "e10", "b7"}  # not a8, though nobody stands there


@pytest.mark.parametrize(("own_counters", "taken"), [("closed", False), ("second_colour_open", True)])
def test_a_counter_of_the_own_second_colour_is_taken_only_by_house_rule(
    own_counters: str, taken: bool
) -> None:
    play = a_board(
        {ORANGE: ["b2", "d3"], GREEN: ["c4"], BLUE: ["o15"]},
        (1, 2),
        colours="orange,green;blue",
        own_counters=own_counters,
    )
    assert "d3" not in targets(play)  # the same colour never
    assert ("c4" in targets(play)) is taken
    assert (refusal(play, MIA, move(ORANGE, 1, "c4")) is None) is taken
    if taken:
        assert moved(play, move(ORANGE, 1, "c4")).left() == {MIA: 2, NOAH: 1}


def test_the_last_player_standing_wins() -> None:
    play = a_board({ORANGE: ["b2"], BLUE: ["c4"]}, (1, 2))
    play = moved(play, move(ORANGE, 1, "c4"))
    assert (play.ended, play.winner) == (Ended.LAST_STANDING, MIA)
