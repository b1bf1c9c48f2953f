"""When looks at the board make a BoardSeen, and what a look at the two dice is worth."""

import pytest

from pi_diavolo.table.board_looking import PATIENCE, BoardLook, BoardLooker, roll_seen
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Shape, Square
from pi_diavolo.table.events import RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import Code, DieView, TableView, Trouble

A1, B2 = Square(0, 0), Square(1, 1)
RED = CounterSeen(A1, Colour.RED, Shape.FLAT)
MOVED = CounterSeen(B2, Colour.RED, Shape.FLAT)
HAND = BoardLook(0.5, hand=True)
BLIND = BoardLook(0.5, codes=(Code.TOO_DARK,))


def a_look(
    *counters: CounterSeen, at: float = 0.0, unsure: tuple[Square, ...] = (), beside: int = 0
) -> BoardLook:
    return BoardLook(at, counters, unsure, beside)


def told(*looks: BoardLook) -> list[BoardSeen]:
    looker = BoardLooker()
    return [seen for look in looks if (seen := looker.take(look)) is not None]


def test_two_looks_that_agree_are_told_once() -> None:
    looks = [a_look(RED, at=at) for at in (1.0, 2.0, 3.0, 4.0)]
    assert told(*looks) == [BoardSeen((RED,), 2.0)]


def test_one_look_alone_tells_nothing() -> None:
    assert told(a_look(RED)) == told(a_look(RED), a_look(MOVED)) == []


def test_what_was_moved_is_told_anew() -> None:
    seen = told(a_look(RED), a_look(RED), a_look(MOVED), a_look(MOVED, at=9.0))
    assert seen == [BoardSeen((RED,), 0.0), BoardSeen((MOVED,), 9.0)]


def test_a_single_odd_look_is_forgotten() -> None:
    assert len(told(a_look(RED), a_look(RED), a_look(MOVED), a_look(RED), a_look(MOVED))) == 1


@pytest.mark.parametrize("between", [HAND, BLIND])
def test_nothing_is_agreed_on_across_a_hand_or_a_picture_that_cannot_be_read(between: BoardLook) -> None:
    assert told(a_look(RED), between, a_look(RED)) == []


def test_after_a_hand_the_board_is_told_even_if_nothing_has_changed() -> None:
    assert len(told(a_look(RED), a_look(RED), HAND, a_look(RED), a_look(RED))) == 2


def test_a_picture_that_cannot_be_read_has_moved_nothing() -> None:
    assert len(told(a_look(RED), a_look(RED), BLIND, a_look(RED), a_look(RED))) == 1


def test_the_looker_wants_to_look_until_it_has_told() -> None:
    looker = BoardLooker()
    assert looker.wants
    for look in (a_look(RED), a_look(RED)):
        looker.take(look)
    assert not looker.wants
    looker.take(HAND)
    assert looker.wants


def test_looks_that_never_agree_are_told_with_what_they_disagree_about_unsure() -> None:
    blue = CounterSeen(B2, Colour.BLUE, Shape.PAWN)
    looks = [a_look(RED, *((blue,) if n % 2 else ()), at=float(n)) for n in range(PATIENCE)]
    assert told(*looks) == [BoardSeen((RED,), float(PATIENCE - 1), (B2,))]


def test_a_shape_that_wavers_keeps_no_board_waiting_and_is_told_as_open() -> None:
    unclear = CounterSeen(A1, Colour.RED, None)
    assert told(a_look(RED), a_look(unclear, at=1.0)) == [BoardSeen((unclear,), 1.0)]
    pawn = CounterSeen(A1, Colour.RED, Shape.PAWN)
    assert told(a_look(RED), a_look(pawn, at=1.0)) == [BoardSeen((unclear,), 1.0)]


def test_a_shape_is_told_once_two_looks_are_sure_of_it_and_not_again_when_they_waver() -> None:
    unclear = CounterSeen(A1, Colour.RED, None)
    looks = [a_look(each) for each in (unclear, unclear, RED, RED, unclear, unclear)]
    assert told(*looks) == [BoardSeen((unclear,), 0.0), BoardSeen((RED,), 0.0)]


def test_an_exchanged_counter_is_told_even_if_no_hand_was_seen() -> None:
    pawn = CounterSeen(A1, Colour.RED, Shape.PAWN)
    assert told(a_look(RED), a_look(RED), a_look(pawn), a_look(pawn))[1:] == [BoardSeen((pawn,), 0.0)]


def test_a_colour_that_wavers_is_told_as_doubtful_and_its_square_as_taken() -> None:
    red, orange = CounterSeen(A1, Colour.RED, None), CounterSeen(A1, Colour.ORANGE, None, (Colour.YELLOW,))
    looks = [a_look(orange if n % 2 else red) for n in range(PATIENCE)]
    doubted = CounterSeen(A1, Colour.ORANGE, None, (Colour.YELLOW, Colour.RED))
    assert told(*looks) == [BoardSeen((doubted,), 0.0)]


def test_what_may_be_lost_in_one_look_may_be_lost() -> None:
    bright = BoardLook(1.0, (RED,), lost=(Colour.WHITE,))
    assert told(bright, a_look(RED, at=2.0)) == [BoardSeen((RED,), 2.0, lost=(Colour.WHITE,))]


def test_a_doubt_is_told_as_it_was_seen() -> None:
    doubted = a_look(RED, unsure=(B2,), beside=1)
    assert told(doubted, doubted) == [BoardSeen((RED,), 0.0, (B2,), 1)]


# The dice


def a_die(value: int, maybe: tuple[int, ...] = (), colour: Colour = Colour.WHITE) -> DieView:
    outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return DieView(colour, value, Point(0.0, 0.0), 0.0, (0.0, 0.0), outline, 0.99, maybe)


def test_two_dice_are_a_roll() -> None:
    roll = roll_seen(TableView(0.0, (a_die(3), a_die(5))), 2, 7.0)
    assert isinstance(roll, RollRead)
    assert roll.at == 7.0
    assert roll.roll.values(Colour.WHITE) == (3, 5)


def test_a_die_that_leans_makes_the_roll_invalid() -> None:
    trouble = Trouble(Code.DIE_COCKED, Colour.WHITE, 1)
    roll = roll_seen(TableView(0.0, (a_die(3), a_die(5)), troubles=(trouble,)), 2, 7.0)
    assert isinstance(roll, RollInvalid)
    assert [fault.code for fault in roll.faults] == ["die_cocked"]


@pytest.mark.parametrize(
    ("maybe", "others"),
    [
        pytest.param((6,), (6,), id="one other value"),
        pytest.param((), (1, 2, 3, 4, 6), id="nothing is known of it"),
    ],
)
def test_a_doubtful_die_may_show_something_else(maybe: tuple[int, ...], others: tuple[int, ...]) -> None:
    trouble = Trouble(Code.DIE_UNSURE, Colour.WHITE, 1)
    roll = roll_seen(TableView(0.0, (a_die(3), a_die(5, maybe)), troubles=(trouble,)), 2, 7.0)
    assert isinstance(roll, RollRead)
    assert [die.maybe for die in roll.roll.dice] == [(), others]


@pytest.mark.parametrize(
    "view",
    [
        pytest.param(TableView(0.0, (a_die(3),)), id="one die too few"),
        pytest.param(
            TableView(0.0, (a_die(3), a_die(5)), troubles=(Trouble(Code.TRAY_HIDDEN),)), id="hidden"
        ),
        pytest.param(TableView(0.0, (a_die(3), a_die(5)), troubles=(Trouble(Code.DIE_UNSURE),)), id="unread"),
    ],
)
def test_where_people_must_look_no_roll_is_told(view: TableView) -> None:
    assert roll_seen(view, 2, 7.0) is None
