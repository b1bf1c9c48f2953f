"""Handing out imps: a matter of stamps, never of arrival."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.games.diavolo.hand_out import Hands, Outcome, Press, hand_out
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules, PhotoFinish
from pi_diavolo.games.diavolo.rules import imps_in_play
from pi_diavolo.table.events import Grab
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from tests.makers import GRAY, RED, WHITE

BOTH, EARLIER, NOBODY = (HouseRules(photo_finish=finish) for finish in PhotoFinish)


def a_press(seat: int, colour: Colour, at: float, error: float = 0.0) -> Press:
    return Press(Grab(Seat(seat), colour, at, error=error), start=1)


presses = st.lists(
    st.builds(
        a_press,
        st.integers(1, 4),
        st.sampled_from([GRAY, GRAY, RED, WHITE]),
        st.sampled_from([1.0, 1.0003, 1.0006, 1.002, 1.5]),
        st.sampled_from([0.0, 0.0, 0.001]),
    ),
    max_size=7,
    unique=True,
)


@given(presses, st.sampled_from(PhotoFinish), st.integers(2, 4), st.randoms(use_true_random=False))
@settings(max_examples=400, deadline=None)
def test_the_order_of_arrival_changes_nothing(
    pressed: list[Press], finish: PhotoFinish, players: int, chance: Random
) -> None:
    rules, imps = HouseRules(photo_finish=finish), imps_in_play(players)
    shuffled = list(pressed)
    chance.shuffle(shuffled)
    assert hand_out(shuffled, imps, rules) == hand_out(pressed, imps, rules)


@given(presses, st.sampled_from(PhotoFinish), st.integers(2, 4))
@settings(max_examples=400, deadline=None)
def test_no_more_imps_are_held_than_are_in_play_but_for_one_that_is_shared(
    pressed: list[Press], finish: PhotoFinish, players: int
) -> None:
    imps = imps_in_play(players)
    now = hand_out(pressed, imps, HouseRules(photo_finish=finish))
    shared = {press.grab.colour for press, outcome in now.outcomes.items() if outcome is Outcome.SHARED}
    for colour, count in Counter(press.grab.colour for press in now.held.values()).items():
        assert count <= imps[colour] + (colour in shared)
    assert finish is PhotoFinish.BOTH or not shared
    assert set(now.outcomes) == set(pressed)
    assert not set(now.held) & set(now.undecided)


def held(now: Hands) -> dict[int, Colour]:
    return {int(seat): press.grab.colour for seat, press in sorted(now.held.items())}


@pytest.mark.parametrize("rules", [BOTH, EARLIER, NOBODY])
def test_of_three_in_one_moment_for_one_imp_nobody_is_chosen(rules: HouseRules) -> None:
    claims = [a_press(seat, GRAY, 1.0) for seat in (1, 2, 4)]
    for order in permutations(claims):
        assert held(hand_out(order, {GRAY: 1}, rules)) == {}


def test_two_in_one_moment_for_one_imp_both_have_it_where_the_house_says_so() -> None:
    claims = [a_press(seat, GRAY, 1.0) for seat in (1, 4)]
    assert held(hand_out(claims, {GRAY: 1}, BOTH)) == {1: GRAY, 4: GRAY}
    assert held(hand_out(claims, {GRAY: 1}, EARLIER)) == {}


def test_a_third_within_the_resolution_does_not_share_as_well() -> None:
    claims = [a_press(1, GRAY, 1.0), a_press(2, GRAY, 1.0004), a_press(4, GRAY, 1.0008)]
    assert held(hand_out(claims, {GRAY: 1}, BOTH)) == {1: GRAY, 2: GRAY}


def test_an_undecided_seat_keeps_no_imp_from_the_others() -> None:
    claims = [a_press(1, RED, 1.0), a_press(1, WHITE, 1.0003), a_press(4, RED, 2.0)]
    now = hand_out(claims, {RED: 1, WHITE: 1}, EARLIER)
    assert held(now) == {4: RED}
    assert set(now.undecided) == {1}


def test_a_button_whose_imps_are_long_gone_leaves_no_doubt_about_the_other() -> None:
    claims = [a_press(4, RED, 1.0), a_press(1, RED, 2.0), a_press(1, WHITE, 2.0003)]
    now = hand_out(claims, {RED: 1, WHITE: 1}, EARLIER)
    assert held(now) == {1: WHITE, 4: RED}
    assert not now.undecided


def test_stamps_of_two_starts_are_never_near() -> None:
    before, after = a_press(1, RED, 5.0), Press(Grab(Seat(4), RED, 5.0), start=2)
    assert held(hand_out([after, before], {RED: 1}, BOTH)) == {1: RED}


DOCKS = HouseRules(grabs=Grabs.BASES)


def a_dock(seat: int, imp: int | None, lifted: float, docked: float, colour: Colour = RED) -> Press:
    return Press(Grab(Seat(seat), colour, lifted, imp, docked=docked), start=1)


def test_the_first_imp_on_the_dock_counts_whichever_was_lifted_first() -> None:
    red, white = a_dock(1, 6, lifted=1.0, docked=3.0), a_dock(1, 3, lifted=1.5, docked=2.0, colour=WHITE)
    for order in permutations([red, white]):
        now = hand_out(order, {RED: 2, WHITE: 2}, DOCKS)
        assert held(now) == {1: WHITE}
        assert now.outcomes[red] is Outcome.SECOND


def test_an_imp_on_two_docks_is_its_first_seats() -> None:
    first, then = a_dock(1, 6, lifted=1.0, docked=2.0), a_dock(4, 6, lifted=3.0, docked=3.0)
    for order in permutations([first, then]):
        now = hand_out(order, {RED: 2}, DOCKS)
        assert held(now) == {1: RED}
        assert now.outcomes[then] is Outcome.COUNTED_ALREADY


def test_a_word_for_a_dock_counts_against_the_imps_in_play() -> None:
    said, docked = a_dock(1, None, lifted=1.0, docked=2.0), a_dock(4, 6, lifted=1.1, docked=2.5)
    late = a_dock(2, None, lifted=1.2, docked=3.0)
    now = hand_out([said, docked, late], {RED: 2}, DOCKS)
    assert held(now) == {1: RED, 4: RED}
    assert now.outcomes[late] is Outcome.GONE


def test_a_word_and_a_dock_of_one_colour_are_no_foul() -> None:
    said, docked = a_dock(1, None, lifted=1.0, docked=2.0), a_dock(1, 6, lifted=1.0, docked=2.5)
    assert hand_out([said, docked], {RED: 2}, DOCKS).outcomes[docked] is Outcome.REPEATED
