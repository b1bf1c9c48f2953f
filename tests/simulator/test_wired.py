"""Hands at wires: what moves, when, and how often; and the pins they move."""

from gpiozero import InputDevice

from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.simulator.plan import GiveBack, Reach
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.simulator.wired import (
    CARRIED_S,
    HELD_S,
    LIFTED_S,
    RINGS_S,
    SAMPLES,
    Touched,
    WiredHands,
    Wiring,
)
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat

S1, S2 = Seat(1), Seat(2)
BLACK, WHITE, RED, GRAY = Colour.BLACK, Colour.WHITE, Colour.RED, Colour.GRAY
BUTTON = 5
BASES = tuple(range(12, 22))
STANDING: Standing = (RED, None, BLACK, RED, None, None, GRAY, None, None, None)


class Room:
    """Wires and docks that remember what was done to them."""

    def __init__(self) -> None:
        self.driven: list[tuple[int, bool, float]] = []
        self.docks: dict[Seat, int | None] = {}
        self.samples: list[float] = []
        wiring = Wiring({(S1, RED): BUTTON}, BASES, frozenset({S1, S2}))
        self.hands = WiredHands(wiring, self._drive, self.docks.__setitem__, self.samples.append, seed=3)

    def _drive(self, pin: int, high: bool, at: float) -> None:
        self.driven.append((pin, high, at))

    def moves_of(self, pin: int) -> list[tuple[bool, float]]:
        return [(high, at) for moved, high, at in self.driven if moved == pin]

    def level(self, pin: int) -> bool:
        return self.moves_of(pin)[-1][0]


def test_a_button_goes_down_rings_and_comes_up_again() -> None:
    room = Room()
    assert room.hands.press(Reach(S1, RED, 10.0)) == []
    down = room.moves_of(BUTTON)
    assert down[0] == (False, 10.0)
    assert down[-1][0] is False
    assert down[-1][1] <= 10.0 + RINGS_S
    due = room.hands.due()
    assert due is not None
    assert HELD_S[0] <= due - 10.0 <= HELD_S[1]
    room.hands.take(11.0)
    assert room.level(BUTTON) is True
    assert room.hands.due() is None


def test_a_button_that_is_mashed_is_let_go_before_it_is_pressed_again() -> None:
    room = Room()
    for press in range(6):
        room.hands.take(10.0 + 0.08 * press)
        room.hands.press(Reach(S1, RED, 10.0 + 0.08 * press))
    room.hands.take(11.0)
    moves = room.moves_of(BUTTON)
    assert [high for high, _ in moves] == [count % 2 == 1 for count in range(len(moves))]
    downs = [press.at for press in room.hands.touched]
    assert downs[0] == 10.0
    assert len(downs) > 1
    for down in downs[1:]:
        high, let_go = max(move for move in moves if move[1] < down)
        assert high
        assert down - let_go >= LIFTED_S - RINGS_S


def test_imps_that_are_put_on_bases_close_their_switches_and_no_others() -> None:
    room = Room()
    room.hands.stand(STANDING, 1.0)
    assert {pin for pin, _, _ in room.driven} == {BASES[0], BASES[2], BASES[3], BASES[6]}
    assert not any(room.level(pin) for pin in {pin for pin, _, _ in room.driven})


def test_a_lifted_imp_opens_its_switch_and_lies_on_the_dock_a_moment_later() -> None:
    room = Room()
    room.hands.stand(STANDING, 1.0)
    assert room.hands.lift(Reach(S1, BLACK, 2.0)) == []
    assert room.level(BASES[2]) is True
    assert room.docks == {}
    due = room.hands.due()
    assert due is not None
    assert CARRIED_S[0] <= due - 2.0 <= CARRIED_S[1]
    room.hands.take(4.0)
    assert room.docks == {S1: IMP_COLOURS.index(BLACK)}
    assert len(room.samples) == SAMPLES
    assert room.hands.touched == [Touched(S1, BLACK, 2.0, IMP_COLOURS.index(BLACK))]


def test_a_colour_that_is_gone_cannot_be_lifted() -> None:
    room = Room()
    room.hands.stand(STANDING, 1.0)
    assert room.hands.lift(Reach(S1, WHITE, 2.0)) is None
    assert room.hands.touched == []


def test_a_dock_has_one_place_and_the_second_imp_goes_back_from_the_hand() -> None:
    room = Room()
    room.hands.stand(STANDING, 1.0)
    room.hands.lift(Reach(S1, BLACK, 2.0))
    room.hands.lift(Reach(S1, GRAY, 2.1))
    room.hands.take(4.0)
    held = room.docks[S1]
    room.hands.give_back(GiveBack(S1, 5.0))
    room.hands.take(6.0)
    assert held in (IMP_COLOURS.index(BLACK), IMP_COLOURS.index(GRAY))
    assert [reach.colour for reach in room.hands.touched] == [BLACK, GRAY]


def test_what_lies_on_docks_is_gone_when_the_imps_are_put_back() -> None:
    room = Room()
    room.hands.stand(STANDING, 1.0)
    room.hands.lift(Reach(S2, RED, 2.0))
    room.hands.take(4.0)
    room.hands.stand(STANDING, 5.0)
    assert room.docks == {S2: None}
    assert all(not room.level(BASES[base]) for base, colour in enumerate(STANDING) if colour)


def test_a_simulated_pin_tells_the_simulated_time() -> None:
    pins, heard = SimulatedPins(), list[tuple[float, int]]()

    class Listener:
        def moved(self, ticks: float, state: int) -> None:
            heard.append((ticks, state))

    listener = Listener()
    device = InputDevice(BUTTON, pull_up=True, pin_factory=pins.factory)
    device.pin.edges = "both"
    device.pin.when_changed = listener.moved
    pins.drive(BUTTON, False, at=12.5)
    pins.drive(BUTTON, False, at=12.6)
    pins.drive(BUTTON, True, at=13.25)
    assert heard == [(12.5, 0), (13.25, 1)]
    device.close()


def test_after_a_start_imps_lie_where_the_game_left_them() -> None:
    room = Room()
    room.hands.put_down(STANDING, {S2: RED}, 1.0)
    assert room.docks == {S2: IMP_COLOURS.index(RED)}
    closed = {pin for pin, high, _ in room.driven if not high}
    assert closed in ({BASES[2], BASES[3], BASES[6]}, {BASES[0], BASES[2], BASES[6]})
    assert room.hands.lift(Reach(S1, RED, 2.0)) == []
    assert room.hands.lift(Reach(S1, RED, 2.1)) is None
