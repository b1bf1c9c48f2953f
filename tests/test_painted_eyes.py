"""What is painted is what is seen: no sure reading differs from the truth."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from pi_diavolo.album import Album
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.painted_eyes import InBackground, Looked, PaintedEyes, drawn_table, seen, table_for_show
from pi_diavolo.painted_looks import for_show
from pi_diavolo.simulation import Chances, Simulation, play
from pi_diavolo.simulator.sight import Seen, Through, WatchedTable, is_misread
from pi_diavolo.simulator.world import Throw, throw, throw_order_die
from pi_diavolo.table.pieces import Colour, Length
from pi_diavolo.table.view import Code, Trouble
from tests.views import BLACK, RED, a_view, with_doubt

SHOWN, SHOWN_SURE = 12, 9
DRAWN_TABLES, THROWS_EACH = 4, 4
INVALID = 0.25


def read(table: WatchedTable, seed: int, each: int = 3) -> tuple[Throw, Seen]:
    """One throw on this table, and what its eyes made of it."""
    rng, world = Random(seed), replace(table.world, invalid=INVALID)
    thrown = throw(rng, each, world) if each else throw_order_die(rng, world)
    return thrown, table.sight.look(thrown, each or 3, order_alone=not each)()


# From a picture to what a game hears


@pytest.mark.parametrize("seed", range(DRAWN_TABLES))
def test_on_drawn_tables_no_sure_reading_is_wrong(seed: int) -> None:
    table = drawn_table(seed)
    for number in range(THROWS_EACH):
        thrown, made_of_it = read(table, number, each=(3, 3, 2, 0)[number % 4])
        assert not is_misread(made_of_it, thrown), (seed, number, made_of_it, thrown.true_roll, thrown.faults)


def test_on_the_table_for_show_most_is_read_and_nothing_is_wrong() -> None:
    table, sure = table_for_show(0), 0
    for number in range(SHOWN):
        thrown, made_of_it = read(table, number)
        assert not is_misread(made_of_it, thrown), (number, made_of_it, thrown.true_roll, thrown.faults)
        sure += made_of_it != Seen()
    assert sure >= SHOWN_SURE


def test_imps_are_seen_where_they_stand() -> None:
    table = table_for_show(0)
    standing = (Colour.RED, None, Colour.BLACK, Colour.GRAY, None, Colour.WHITE, None, Colour.RED, None, None)
    assert table.sight.look_at_imps(standing)() == standing


def test_the_same_seed_draws_and_reads_the_same() -> None:
    assert read(drawn_table(5), 1) == read(drawn_table(5), 1)


def test_whole_games_go_through_pictures_and_are_ruled_right() -> None:
    rules = HouseRules(grabs=Grabs.BASES, dice_per_colour=2)
    simulation = Simulation(2, rules, ("child",), chances=Chances(0, 0.1), through=Through.VISION)
    (game,) = play(simulation, 1)
    assert game.wrong_rulings == game.read.misread == 0
    assert game.read.rolls >= game.turns
    assert game.read.imps >= game.turns


# From a view to what a game hears


def test_a_sure_view_is_a_roll() -> None:
    view = a_view()
    assert seen(view, 3) == Seen(view.roll())


def test_doubts_about_a_die_an_order_or_gaps_are_the_referees() -> None:
    unsure = with_doubt(a_view(troubles=[Trouble(Code.DIE_UNSURE, BLACK, 0)]), 0, 5)
    roll = seen(unsure, 3).roll
    assert roll is not None
    assert roll.dice[0].options == (2, 5)

    roll = seen(a_view(troubles=[Trouble(Code.ORDER_UNSURE)]), 3).roll
    assert roll is not None
    assert roll.order_die is not None
    assert set(roll.order_die.options) == set(Order)

    roll = seen(a_view(troubles=[Trouble(Code.GAPS_TOO_CLOSE)]), 3).roll
    assert roll is not None
    assert roll.gaps[RED] == Length(12.5, 1000)


def test_a_view_that_surely_does_not_count_says_why() -> None:
    (fault,) = seen(a_view(troubles=[Trouble(Code.DIE_COCKED, RED, 7)]), 3).faults
    assert (fault.code, fault.colour, fault.die) == ("die_cocked", RED, 7)


@pytest.mark.parametrize(
    "troubles",
    [
        [Trouble(Code.TRAY_HIDDEN)],
        [Trouble(Code.TOO_DARK)],
        [Trouble(Code.DIE_UNSURE, RED, 7)],  # with no other values to choose from
        [Trouble(Code.DIE_UNSURE)],
        [Trouble(Code.DIE_COCKED, RED, 7), Trouble(Code.TRAY_HIDDEN)],
    ],
    ids=lambda troubles: " ".join(trouble.code for trouble in troubles),
)
def test_a_view_of_too_little_is_nothing(troubles: list[Trouble]) -> None:
    assert seen(a_view(troubles=troubles), 3) == Seen()


def test_a_view_with_other_dice_than_expected_is_nothing() -> None:
    assert seen(a_view(), 2) == Seen()
    assert seen(replace(a_view(), order_die=None), 3) == Seen()


# In the background


class Counted(PaintedEyes):
    """They count how often they look."""

    def __init__(self) -> None:
        super().__init__(for_show(), 0)
        self.looks = Counter[str]()

    def looked(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Looked]:
        looked = super().looked(thrown, dice_per_colour, order_alone)
        return lambda: self.looks.update(["dice"]) or looked()


def test_eyes_in_the_background_have_looked_before_they_are_asked() -> None:
    eyes = Counted()
    behind = InBackground(eyes)
    thrown = throw(Random(1), 3, table_for_show(0).world)
    one, two = (behind.look(thrown, 3, order_alone=False) for _ in range(2))
    assert two() != Seen()
    assert one() == one()
    assert eyes.looks["dice"] == 2


def test_a_painted_picture_comes_into_the_album_when_it_is_read_and_not_before() -> None:
    album = Album()
    behind = InBackground(PaintedEyes(for_show(), 0), album, now=lambda: 7.0)
    asked = behind.look(throw(Random(1), 3, table_for_show(0).world), 3, order_alone=False)
    behind.look_at_imps((None,) * 10)()  # what was begun before is painted by now
    frame, camera = album.newest() or pytest.fail("the bases were not seen")
    assert (frame.at, camera is not None, album.held()) == (7.0, True, None)

    roll, held = asked().roll, album.held()
    assert roll is not None
    assert held is not None
    assert held.shows(roll)
    newest, _ = album.newest() or pytest.fail("the dice were not seen")
    assert held.frame is newest is not frame
