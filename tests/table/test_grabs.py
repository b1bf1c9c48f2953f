"""Panels: presses become grabs at their first edge."""

import pytest

from pi_diavolo.table.events import Grab
from pi_diavolo.table.grabs import Panels
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.switches import Moved
from tests.makers import BLACK, GRAY, RED, WHITE, ATable

BUTTONS = {
    pin: (Seat(1 + pin // 4), (BLACK, WHITE, RED, GRAY)[pin % 4]) for pin in range(24)
}  # four a seat, six seats


@pytest.mark.parametrize("pin", BUTTONS)
def test_every_button_is_a_grab_of_its_seat_and_colour_at_the_first_edge(pin: int) -> None:
    seat, colour = BUTTONS[pin]
    assert Panels(BUTTONS).sense(Moved(pin, closed=True, at=4.321)) == [Grab(seat, colour, 4.321)]


def test_letting_go_and_pins_of_something_else_say_nothing() -> None:
    panels = Panels(BUTTONS)
    assert panels.sense(Moved(3, closed=False, at=5.0)) == []
    assert panels.sense(Moved(27, closed=True, at=5.0)) == []


def at_the_table(presses: list[tuple[int, Colour, float]], *seats: int) -> ATable:
    """A turn in which buttons are pressed so many seconds after the rest, whatever came of it."""
    pins = {name: pin for pin, name in BUTTONS.items()}
    panels, table = Panels(BUTTONS), ATable(*seats, photo_finish="earlier")
    table.roll()
    for seat, colour, after in presses:
        pin = pins[Seat(seat), colour]
        for moved in (Moved(pin, True, table.now + after), Moved(pin, False, table.now + after + 0.05)):
            for grab in panels.sense(moved):
                table.send(grab)
    return table


def test_mashing_changes_nothing() -> None:
    table = at_the_table([(1, RED, 0.5), (1, RED, 0.6), (1, RED, 0.7), (4, WHITE, 0.9)], 1, 4)
    assert [(r.took, r.after_ms, r.verdict) for r in table.rulings[-1].results] == [
        (RED, 500.0, Verdict.RIGHT),
        (WHITE, 900.0, Verdict.WRONG),
    ]


def test_imps_are_counted_out_in_the_order_of_the_presses_not_of_their_arrival() -> None:
    table = at_the_table([(4, RED, 0.8), (1, RED, 0.6), (4, WHITE, 1.0)], 1, 4)
    assert [(r.took, r.after_ms) for r in table.rulings[-1].results] == [(RED, 600.0), (WHITE, 1000.0)]


def test_a_seat_is_taken_by_a_press() -> None:
    table = ATable()
    (grab,) = Panels(BUTTONS).sense(Moved(2, True, table.now))
    table.send(grab)
    assert table.referee.state.seats == {Seat(1): "seat-1"}
