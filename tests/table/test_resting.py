"""What lies in the tray is told after each disturbance, once, and as soon as looks agree."""

from collections.abc import Sequence

from pi_diavolo.table.locking import State
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.resting import AGAIN_S, GLIMPSE_S, STAYS_S, RestLock
from pi_diavolo.table.view import Code, DieView, TableView, Trouble

STEP = 1 / 15
PX = (0.0, 0.0)


def a_view(*values: int, code: Code | None = None) -> TableView:
    dice = tuple(
        DieView(Colour.RED, value, Point(40.0 * n, 0), 0.0, PX, (PX,) * 4, 1.0)
        for n, value in enumerate(values)
    )
    return TableView(0.0, dice, troubles=(Trouble(code),) if code else ())


class Film:
    """Frames one after the other; a look is taken where the lock wants one."""

    def __init__(self) -> None:
        self.lock, self.at, self.looks = RestLock(), 10.0, 0

    def shows(self, state: State, frames: int, *views: TableView) -> list[TableView]:
        """What was locked meanwhile; each look sees the next view, the last one again and again."""
        locked, left = [], list(views)
        for _ in range(frames):
            view = None
            if views and self.lock.wants(state):
                self.looks += 1
                view = left.pop(0) if len(left) > 1 else left[0]
                view = TableView(self.at, view.dice, troubles=view.troubles)
            if (found := self.lock.take(self.at, state, view)) is not None:
                locked.append(found)
            self.at += STEP
        return locked


def shown(views: Sequence[TableView]) -> list[tuple[int, ...]]:
    return [tuple(die.value for die in view.dice) for view in views]


def test_two_looks_that_agree_are_enough_and_then_nobody_looks_any_more() -> None:
    film = Film()
    assert shown(film.shows(State.REST, 10, a_view(3))) == [(3,)]
    assert film.looks == 2
    assert (film.lock.rolled, film.lock.touched) == (False, False)


def test_an_empty_tray_is_something_to_know_as_well() -> None:
    assert shown(Film().shows(State.REST, 4, a_view())) == [()]


def test_what_rolls_is_looked_at_again_when_it_lies() -> None:
    film = Film()
    film.shows(State.REST, 4, a_view())
    began = film.at
    film.shows(State.ROLLING, 6)
    assert shown(film.shows(State.REST, 6, a_view(5))) == [(5,)]
    assert (film.lock.rolled, film.lock.rolled_at) == (True, began)
    assert film.lock.rests_from is not None
    assert film.lock.rests_from > began


def test_a_hand_has_turned_what_lies_there_though_nothing_rolled() -> None:
    film = Film()
    film.shows(State.REST, 4, a_view(3))
    film.shows(State.HAND, 4)
    assert shown(film.shows(State.REST, 4, a_view(4))) == [(4,)]
    assert (film.lock.rolled, film.lock.touched) == (False, True)
    film.lock.forget()
    assert not film.lock.touched


def test_a_shadow_is_no_throw_and_neither_is_what_moves_before_anything_was_at_rest() -> None:
    film = Film()
    film.shows(State.ROLLING, 10)
    assert shown(film.shows(State.REST, 4, a_view(3))) == [(3,)]
    assert not film.lock.rolled
    film.shows(State.ROLLING, 1)
    assert film.shows(State.REST, 4, a_view(3)) == []
    assert not film.lock.rolled


def test_looks_that_do_not_agree_are_told_as_a_doubt_after_a_while() -> None:
    film = Film()
    (told,) = film.shows(State.REST, 15, *[a_view(3), a_view(4)] * 8)
    assert told.valid is None


def test_in_the_dark_it_is_looked_until_there_is_light() -> None:
    film = Film()
    assert film.shows(State.REST, 20, a_view(code=Code.TOO_DARK)) == []
    assert shown(film.shows(State.REST, 4, a_view(2))) == [(2,)]


def test_what_seems_to_be_a_hand_and_stays_is_looked_at_now_and_then() -> None:
    film = Film()
    film.shows(State.HAND, round(STAYS_S / STEP), a_view(2))
    assert film.looks == 0
    film.shows(State.HAND, round(2 * GLIMPSE_S / STEP) + 1, a_view(2))
    assert film.looks in (2, 3)


def test_nobody_looks_while_nobody_wants_to_know() -> None:
    film = Film()
    film.lock.is_wanted = False
    film.shows(State.REST, 5, a_view(1))
    assert film.looks == 0
    film.lock.is_wanted = True
    assert shown(film.shows(State.REST, 3, a_view(1))) == [(1,)]
    film.lock.open()
    assert shown(film.shows(State.REST, 3, a_view(1))) == [(1,)]


def test_what_lies_there_is_looked_at_again_after_a_while_though_nothing_moved() -> None:
    film = Film()
    film.shows(State.REST, 4, a_view(1))
    assert film.shows(State.REST, round(AGAIN_S / STEP) - 4, a_view(2)) == []
    assert shown(film.shows(State.REST, 6, a_view(2))) == [(2,)]
    assert not film.lock.touched
