"""A roll is locked from two views that agree; what hands may have touched is asked about."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.reading import judge
from pi_diavolo.table.locking import Locker, State
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import Code, DieView, OrderDieView, TableView, Trouble

ROLLING, REST, HAND = State.ROLLING, State.REST, State.HAND
CORNERS = ((0.0, 0.0),) * 4
VALUES = {Colour.BLACK: (2, 3, 6), Colour.WHITE: (1, 5, 6), Colour.RED: (3, 5, 5)}
FRAME_S = 1 / 30
Doubted = Callable[[Trouble, Trouble], tuple[TableView, ...]]


def a_die(colour: Colour, value: int, x: float, y: float, confidence: float = 0.999) -> DieView:
    return DieView(colour, value, Point(x, y), 0.0, (x, y), CORNERS, confidence)


def a_view(
    *troubles: Trouble, shift: float = 0.0, face: str = "closest", confidence: float = 0.999
) -> TableView:
    """Nine dice in three rows, the Order die below; all moved by the shift."""
    dice = tuple(
        a_die(colour, value, 40 * column + shift, 40 * row, confidence)
        for row, (colour, values) in enumerate(VALUES.items())
        for column, value in enumerate(values)
    )
    order_die = OrderDieView(face, Point(shift, -40.0), 0.0, (0, 0), CORNERS, confidence)
    return TableView(0.0, dice, order_die, troubles=troubles)


def with_die(view: TableView, index: int, **changes: object) -> TableView:
    dice = list(view.dice)
    dice[index] = replace(dice[index], **changes)  # type: ignore[arg-type]
    return replace(view, dice=tuple(dice))


def without(view: TableView, *indices: int) -> TableView:
    return replace(view, dice=tuple(die for index, die in enumerate(view.dice) if index not in indices))


class Stream:
    """Frames one thirtieth of a second apart; the views looked at while locked are not given."""

    def __init__(self) -> None:
        self.locker, self.frame = Locker(), 0

    def take(self, state: State, view: TableView | None = None, times: int = 1) -> TableView | None:
        roll = None
        for _ in range(times):
            at = self.frame * FRAME_S
            given = replace(view, at=at) if view and self.locker.wants(state) else None
            roll = self.locker.take(at, state, given) or roll
            self.frame += 1
        return roll

    def roll(self) -> None:
        self.take(ROLLING, times=20)


def a_throw() -> Stream:
    stream = Stream()
    stream.roll()
    return stream


def unsure(view: TableView | None) -> set[tuple[Code, Colour | None, int | None]]:
    assert view is not None
    return {(trouble.code, trouble.colour, trouble.die) for trouble in view.troubles}


def test_two_views_that_agree_make_a_roll() -> None:
    stream = a_throw()
    assert stream.take(REST, a_view()) is None
    roll = stream.take(REST, a_view(shift=1.0))
    assert roll is not None
    assert roll.valid is True
    assert stream.locker.locked == roll


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(with_die(a_view(), 4, value=4), id="another value"),
        pytest.param(with_die(a_view(), 4, colour=Colour.RED), id="another colour"),
        pytest.param(with_die(a_view(), 4, where=Point(41.7, 40.0)), id="farther than 1.5 mm"),
        pytest.param(without(a_view(), 4), id="a die fewer"),
        pytest.param(a_view(face="most_odd"), id="another order"),
        pytest.param(a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7)), id="a fault"),
    ],
)
def test_views_that_disagree_make_none(second: TableView) -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    assert stream.take(REST, second) is None
    assert stream.take(REST, a_view()) is None  # one against one, and one more is not enough
    assert stream.take(REST, a_view(), times=2) is not None


def test_the_better_of_the_two_is_taken() -> None:
    for first, second in ((0.9, 0.99), (0.99, 0.9)):
        stream = a_throw()
        stream.take(REST, a_view(confidence=first))
        roll = stream.take(REST, a_view(confidence=second))
        assert roll is not None
        assert roll.dice[0].confidence == 0.99


def test_nothing_is_locked_while_dice_roll() -> None:
    stream = a_throw()
    for _ in range(5):
        assert stream.take(REST, a_view()) is None
        assert stream.take(ROLLING) is None
    assert stream.locker.locked is None


def test_an_invalid_roll_needs_two_views_as_well() -> None:
    stream = a_throw()
    fault = a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    assert stream.take(REST, fault) is None
    roll = stream.take(REST, fault)
    assert roll is not None
    assert roll.valid is False


def test_gaps_that_are_too_close_are_not_waited_for() -> None:
    stream = a_throw()
    near = a_view(Trouble(Code.GAPS_TOO_CLOSE))
    stream.take(REST, near)
    assert stream.take(REST, near) is not None


def doubts(stream: Stream, times: int) -> TableView | None:
    """Now one die is doubtful, now another, now both."""
    one, two = Trouble(Code.DIE_UNSURE, Colour.RED, 7), Trouble(Code.ORDER_UNSURE, Colour.GRAY)
    views = (a_view(one), a_view(two), a_view(one, two))
    rolls = [stream.take(REST, views[number % 3]) for number in range(times)]
    return next((roll for roll in rolls if roll), None)


def test_doubts_that_come_and_go_may_clear_up() -> None:
    stream = a_throw()
    assert doubts(stream, 10) is None
    stream.take(REST, a_view())
    roll = stream.take(REST, a_view())
    assert roll is not None
    assert roll.valid is True


def test_doubts_that_never_clear_up_are_asked_about() -> None:
    stream = a_throw()
    assert doubts(stream, 18) is None
    roll = doubts(stream, 6)
    assert roll is not None
    assert roll.valid is None


def test_a_fault_seen_now_and_then_is_none() -> None:
    stream, fault = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    for _ in range(6):
        assert stream.take(REST, fault) is None
        assert doubts(stream, 2) is None


def test_a_doubt_that_stays_the_same_is_asked_about_soon() -> None:
    stream = a_throw()
    doubtful = a_view(Trouble(Code.DIE_UNSURE, Colour.RED, 7))
    assert stream.take(REST, doubtful, times=2) is None
    roll = stream.take(REST, doubtful)
    assert roll is not None
    assert roll.valid is None
    assert stream.locker.locked == roll


def with_ghost(view: TableView, x: float) -> TableView:
    """The view with one more black die, in doubt: a side face, or a shadow."""
    ghost = a_die(Colour.BLACK, 1, x, 120.0, 0.3)
    doubt = Trouble(Code.DIE_UNSURE, Colour.BLACK, len(view.dice))
    return replace(view, dice=(*view.dice, ghost), troubles=(*view.troubles, doubt))


def test_a_die_that_stays_in_doubt_is_asked_about_soon_whatever_else_comes_and_goes() -> None:
    stream = a_throw()
    doubtful = a_view(Trouble(Code.DIE_UNSURE, Colour.RED, 7))
    stream.take(REST, with_ghost(doubtful, 0.0))
    assert stream.take(REST, with_die(doubtful, 7, value=2, where=Point(50.0, 88.0))) is None
    roll = stream.take(REST, with_ghost(doubtful, 60.0))
    assert (Code.DIE_UNSURE, Colour.RED, 7) in unsure(roll)
    assert (Code.DIE_UNSURE, None, None) in unsure(roll)  # no answer stands while ghosts come and go


@pytest.mark.parametrize(
    "views",
    [
        pytest.param(lambda one, other: (a_view(one), a_view(other)), id="now this, now that"),
        pytest.param(lambda one, other: (a_view(one), a_view(one, other)), id="one for a moment only"),
    ],
)
def test_a_doubt_that_goes_from_die_to_die_lets_no_answer_stand(views: Doubted) -> None:
    stream = a_throw()
    one, other = (Trouble(Code.DIE_UNSURE, Colour.RED, die) for die in (6, 7))
    for view in views(one, other):
        assert stream.take(REST, view) is None
    roll = stream.take(REST, a_view(one))
    assert (Code.DIE_UNSURE, None, None) in unsure(roll)


def test_a_doubt_that_stays_is_asked_about_though_one_view_was_sure() -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    doubtful = a_view(Trouble(Code.DIE_UNSURE, Colour.RED, 7))
    assert stream.take(REST, doubtful, times=2) is None
    assert (Code.DIE_UNSURE, Colour.RED, 7) in unsure(stream.take(REST, doubtful))


def test_a_doubt_that_comes_back_between_sure_views_is_asked_about_soon() -> None:
    stream = a_throw()
    doubtful = a_view(Trouble(Code.DIE_UNSURE, Colour.RED, 7))
    for view in (doubtful, a_view(), doubtful, a_view()):
        assert stream.take(REST, view) is None
    assert (Code.DIE_UNSURE, Colour.RED, 7) in unsure(stream.take(REST, doubtful))


def test_a_die_that_leans_after_a_hand_has_left_may_seem_to_show_now_this_now_that() -> None:
    stream, leans = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    stream.take(REST, a_view())
    stream.take(HAND, times=10)
    assert stream.take(REST, with_die(leans, 7, value=2)) is None
    roll = stream.take(REST, with_die(leans, 7, value=3, where=Point(44.0, 82.0)))
    assert roll is not None
    assert Code.DIE_COCKED in roll.codes


def test_sure_views_that_contradict_each_other_are_asked_about_soon() -> None:
    stream, leans = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    for view in (a_view(), leans, a_view()):
        assert stream.take(REST, view) is None
    roll = stream.take(REST, leans)
    assert roll is not None
    assert roll.valid is None


def test_a_die_that_leans_is_the_same_one_though_it_is_aimed_at_elsewhere() -> None:
    stream, leans = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    stream.take(REST, leans)
    roll = stream.take(REST, with_die(leans, 7, where=Point(44.0, 82.0)))
    assert roll is not None
    assert roll.valid is False


def test_one_die_that_leans_spoils_the_roll_whatever_the_others_show() -> None:
    stream, leans = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    stream.take(REST, leans)
    roll = stream.take(REST, with_die(leans, 4, value=2))
    assert roll is not None
    assert roll.valid is False


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(a_view(Trouble(Code.DIE_COCKED, Colour.RED, 6)), id="another die"),
        pytest.param(a_view(Trouble(Code.DIE_MISSING, Colour.RED)), id="another fault"),
    ],
)
def test_views_that_find_another_fault_do_not_agree(second: TableView) -> None:
    stream = a_throw()
    stream.take(REST, a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7)))
    assert stream.take(REST, second) is None


def test_a_die_that_leaned_before_a_hand_came_must_be_seen_to_lean_twice_again() -> None:
    stream, leans = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    stream.take(REST, leans)
    stream.take(HAND, times=10)
    assert stream.take(REST, with_die(leans, 4, value=2)) is None


def test_a_die_read_now_so_now_so_is_asked_about_with_both_values() -> None:
    stream, roll = a_throw(), None
    for _ in range(15):
        roll = stream.take(REST, a_view()) or stream.take(REST, with_die(a_view(), 4, value=2)) or roll
    assert roll is not None
    assert roll.valid is None
    assert {roll.dice[4].value, *roll.dice[4].maybe} == {5, 2}
    assert [die.maybe for index, die in enumerate(roll.dice) if index != 4] == [()] * 8


def test_dice_that_lay_as_they_do_before_the_hand_came_are_sure() -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    roll = stream.take(REST, a_view(shift=0.5), times=2)
    assert roll is not None
    assert roll.valid is True


def test_a_die_moved_under_the_hand_is_asked_about() -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    roll = stream.take(REST, with_die(a_view(), 4, where=Point(43.0, 40.0)), times=2)
    assert unsure(roll) == {(Code.DIE_UNSURE, Colour.WHITE, 4), (Code.GAPS_TOO_CLOSE, None, None)}
    assert roll is not None
    assert roll.dice[4].maybe == (1, 2, 3, 4, 6)


def test_a_die_turned_under_the_hand_is_asked_about() -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    roll = stream.take(REST, with_die(a_view(), 0, value=6), times=2)
    assert (Code.DIE_UNSURE, Colour.BLACK, 0) in unsure(roll)


def test_an_order_die_turned_under_the_hand_is_asked_about() -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    roll = stream.take(REST, a_view(face="most_odd"), times=2)
    assert (Code.ORDER_UNSURE, Colour.GRAY, None) in unsure(roll)


def test_a_die_taken_away_is_asked_about_not_called_missing() -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    fewer = replace(without(a_view(), 4), troubles=(Trouble(Code.DIE_MISSING, Colour.WHITE),))
    roll = stream.take(REST, fewer, times=2)
    assert (Code.DIE_UNSURE, Colour.WHITE, None) in unsure(roll)
    assert roll is not None
    assert roll.valid is None


@pytest.mark.parametrize(
    "spoiled",
    [
        with_die(a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7)), 7, where=Point(48.0, 80.0)),
        replace(a_view(Trouble(Code.DIE_COCKED, Colour.GRAY)), order_die=a_view(shift=8.0).order_die),
    ],
)
def test_a_die_tipped_over_by_a_hand_does_not_surely_spoil_the_roll(spoiled: TableView) -> None:
    stream = a_throw()
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    roll = stream.take(REST, spoiled, times=2)
    assert roll is not None
    assert judge(roll, HouseRules()).valid is None


def test_a_roll_that_was_invalid_before_a_hand_came_still_is() -> None:
    stream, leans = a_throw(), a_view(Trouble(Code.DIE_COCKED, Colour.RED, 7))
    stream.take(REST, leans)
    stream.take(HAND, times=20)
    roll = stream.take(REST, leans, times=2)
    assert roll is not None
    assert judge(roll, HouseRules()).valid is False


def test_a_hand_before_rest_leaves_all_dice_in_doubt() -> None:
    stream = a_throw()
    stream.take(HAND, times=20)
    roll = stream.take(REST, a_view(), times=2)
    assert roll is not None
    assert roll.valid is None
    assert len([trouble for trouble in roll.troubles if trouble.code is Code.DIE_UNSURE]) == 9


def test_dice_seen_beside_the_hand_are_sure() -> None:
    stream = a_throw()
    stream.take(HAND, times=3)
    stream.take(HAND, without(a_view(), 2, 5))
    stream.take(HAND, times=10)
    roll = stream.take(REST, a_view(), times=2)
    assert {die for code, _, die in unsure(roll) if code is Code.DIE_UNSURE} == {2, 5}


def test_a_hand_that_was_there_from_the_start_threw_the_dice() -> None:
    stream = Stream()
    stream.take(HAND, times=10)
    roll = stream.take(REST, a_view(), times=2)
    assert roll is not None
    assert roll.valid is True


def test_what_seems_a_hand_from_the_start_is_looked_past_until_a_roll_is_known() -> None:
    stream = Stream()
    assert stream.locker.wants(HAND)
    stream.take(HAND)
    stream.take(REST, a_view(), times=2)
    stream.take(HAND)
    assert not stream.locker.wants(HAND)


def test_dice_that_lie_there_from_the_start_are_a_roll() -> None:
    assert Stream().take(REST, a_view(), times=2) is not None


def test_a_roll_is_given_once_and_stands_whatever_hands_do() -> None:
    stream = a_throw()
    roll = stream.take(REST, a_view(), times=2)
    moved = with_die(a_view(), 4, where=Point(100.0, 100.0))
    rest = [(REST, a_view()), (HAND, None), (REST, moved), (HAND, None), (REST, without(a_view(), 0, 1, 2))]
    assert not any(stream.take(state, view, times=10) for state, view in rest)
    assert stream.locker.locked == roll


def test_the_next_throw_is_a_new_roll() -> None:
    stream = a_throw()
    stream.take(REST, a_view(), times=2)
    stream.roll()
    assert stream.locker.locked is None
    assert stream.take(REST, a_view(shift=30.0), times=2) is not None


def test_dice_that_lie_just_as_before_are_the_same_roll() -> None:
    stream = a_throw()
    roll = stream.take(REST, a_view(), times=2)
    stream.roll()  # a lamp was switched on, or the table knocked
    assert stream.take(REST, a_view(), times=5) is None
    assert stream.locker.locked == roll


def test_a_hand_mistaken_for_rolling_dice_leaves_the_same_roll() -> None:
    stream = a_throw()
    roll = stream.take(REST, a_view(), times=2)
    stream.roll()
    stream.take(HAND, times=10)
    assert stream.take(REST, a_view(), times=5) is None
    assert stream.locker.locked == roll


def test_so_does_one_after_a_roll_that_a_hand_left_in_doubt() -> None:
    stream, moved = a_throw(), with_die(a_view(), 4, where=Point(43.0, 40.0))
    stream.take(REST, a_view())
    stream.take(HAND, times=20)
    roll = stream.take(REST, moved, times=2)
    assert unsure(roll)
    for _ in range(2):
        stream.roll()
        stream.take(HAND, times=10)
        assert stream.take(REST, moved, times=5) is None
        assert stream.locker.locked == roll


def test_a_flicker_does_not_unlock() -> None:
    stream = a_throw()
    stream.take(REST, a_view(), times=2)
    stream.take(ROLLING, times=2)
    assert stream.locker.locked is not None


def test_dice_gathered_up_and_put_back_by_a_hand_are_a_new_roll() -> None:
    stream = a_throw()
    stream.take(REST, a_view(), times=2)
    stream.take(HAND, times=10)
    stream.take(REST, TableView(0.0, troubles=(Trouble(Code.DIE_MISSING),)))
    assert stream.locker.locked is None
    stream.take(HAND, times=10)
    assert stream.take(REST, a_view(shift=30.0), times=2) is not None


def test_an_empty_tray_is_no_roll() -> None:
    empty = TableView(0.0, troubles=(Trouble(Code.DIE_MISSING, Colour.RED),))
    assert Stream().take(REST, empty, times=60) is None
    assert a_throw().take(REST, empty, times=60) is None


def test_a_table_in_the_dark_is_asked_about_only_after_a_throw() -> None:
    dark = TableView(0.0, troubles=(Trouble(Code.TOO_DARK),))
    assert Stream().take(REST, dark, times=60) is None
    assert a_throw().take(REST, dark, times=60) is not None


def test_of_two_throws_in_the_dark_each_is_asked_about() -> None:
    stream, dark = a_throw(), TableView(0.0, troubles=(Trouble(Code.TOO_DARK),))
    assert stream.take(REST, dark, times=60) is not None
    stream.roll()
    assert stream.take(REST, dark, times=60) is not None


def test_the_order_die_alone_is_locked_alike() -> None:
    alone = replace(a_view(), dice=())
    stream = a_throw()
    assert stream.take(REST, alone) is None
    assert stream.take(REST, alone) is not None


@pytest.mark.parametrize("fps", [5, 15, 60])
def test_patience_is_counted_in_seconds(fps: int) -> None:
    locker, dark = Locker(), a_view(Trouble(Code.TOO_DARK), Trouble(Code.DIE_UNSURE))
    times = (number / fps for number in range(10 * fps))
    assert 0.6 < next(at for at in times if locker.take(at, REST, replace(dark, at=at))) < 1.1
