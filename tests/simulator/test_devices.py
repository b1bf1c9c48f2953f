"""The simulated table against scripted effects: what it reports, when, and what it calls off."""

from dataclasses import replace

import pytest

from pi_diavolo.simulator.hands import Grabs
from pi_diavolo.simulator.people import Pace
from pi_diavolo.simulator.skills import SKILLS, Habit
from pi_diavolo.table.effects import (
    ClearRoll,
    Ignore,
    ShowGone,
    ShowGrab,
    ShowRoll,
    ShowRuling,
    ShowStatus,
    ShowWinner,
    Status,
)
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    EveningOpened,
    Event,
    Grab,
    ImpPutBack,
    ImpsSeen,
    OrderRead,
    PhoneJoined,
    RollInvalid,
    RollRead,
    SettingsChosen,
)
from pi_diavolo.table.facts import Reached
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour, Die, OrderDie
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Sentence, saying

from .makers import PLACES, ROLL_NOW, a_roll_thrown, a_skill, a_table, a_turn, of_kind, run, shown


def test_a_roll_is_thrown_comes_to_rest_is_read_and_all_grab() -> None:
    rolling, resting, read, *grabs = a_roll_thrown(a_table())
    assert isinstance(rolling, DiceRolling)
    assert isinstance(resting, DiceAtRest)
    assert isinstance(read, RollRead)
    assert 0 < rolling.at < resting.at == read.at
    assert sorted((grab.seat, grab.colour, grab.imp) for grab in of_kind(grabs, Grab)) == [
        (1, Colour.RED, None),
        (4, Colour.RED, None),
    ]
    assert all(resting.at < grab.at < resting.at + 3 for grab in grabs)


def test_reading_takes_a_moment_but_the_roll_is_stamped_at_rest() -> None:
    table = a_table(pace=Pace(read_s=0.25))
    shown(table, a_turn(), ROLL_NOW)
    table.take(99.0)
    (resting,) = table.take(99.0)
    assert table.due() == pytest.approx(resting.at + 0.25)


def test_events_carry_their_moments_however_late_we_look() -> None:
    assert a_roll_thrown(a_table(), late=0.0) == a_roll_thrown(a_table(), late=7.5)


def test_nothing_comes_before_its_moment() -> None:
    table = a_table()
    shown(table, a_turn(), ROLL_NOW)
    due = table.due()
    assert due
    assert table.take(due - 0.001) == []
    assert table.take(due) == [DiceRolling(due)]


def test_the_same_seed_gives_the_same_evening() -> None:
    def evening(seed: int) -> list[Event]:
        world = {"error_mm": 0.3, "doubt": 0.2, "invalid": 0.2}
        table, happened = a_table({1: SKILLS["child"], 4: SKILLS["champion"]}, seed, world), []
        for number in range(1, 20):
            shown(table, a_turn(number), ROLL_NOW, at=number * 60.0)
            happened += run(table)
        return happened

    assert evening(3) == evening(3)
    assert evening(3) != evening(4)


def test_other_players_do_not_change_the_dice() -> None:
    one = a_roll_thrown(a_table({1: SKILLS["child"], 4: SKILLS["child"]}))
    other = a_roll_thrown(a_table({1: a_skill(), 4: SKILLS["champion"]}))
    assert of_kind(one, RollRead) == of_kind(other, RollRead)


def test_with_order_first_the_order_die_is_thrown_alone_and_then_the_others() -> None:
    happened = a_roll_thrown(a_table(order_first=True))
    kinds = [type(event) for event in happened if not isinstance(event, Grab)]
    assert kinds == [DiceRolling, DiceAtRest, OrderRead, DiceRolling, DiceAtRest, RollRead]
    assert of_kind(happened, RollRead)[0].roll.counts() == dict.fromkeys(RIVALS, 3)


def test_a_roll_that_was_cleared_begins_with_the_order_again() -> None:
    table = a_table(order_first=True)
    a_roll_thrown(table)
    shown(table, ClearRoll(), a_turn(), ROLL_NOW, at=50.0)
    assert of_kind(run(table)[:3], OrderRead)


def test_an_invalid_roll_is_reported_and_nobody_grabs() -> None:
    happened = a_roll_thrown(a_table(world={"invalid": 1.0}))
    (invalid,) = of_kind(happened, RollInvalid)
    assert invalid.faults
    assert not of_kind(happened, RollRead)
    assert not of_kind(happened, Grab)


def test_an_early_hand_grabs_while_the_dice_roll_even_an_invalid_throw() -> None:
    happened = a_roll_thrown(a_table({1: a_skill(habit=Habit.EARLY)}, world={"invalid": 1.0}))
    assert [type(event) for event in happened] == [DiceRolling, Grab, DiceAtRest, RollInvalid]


def test_a_human_s_seat_and_an_empty_one_produce_no_grabs() -> None:
    table = a_table({1: a_skill(), 4: a_skill()}, human=Seat(4))
    shown(table, a_turn(players=(1, 4, 6)), ROLL_NOW)
    assert [grab.seat for grab in of_kind(run(table), Grab)] == [1]


def test_players_who_are_out_do_not_grab() -> None:
    table = a_table({1: a_skill(), 2: a_skill(), 4: a_skill()})
    assert {grab.seat for grab in of_kind(a_roll_thrown(table), Grab)} == {1, 4}


def test_imps_are_put_where_the_table_wants_them() -> None:
    table = a_table(imp_missing=0.0)
    shown(table, a_turn(), ShowStatus(Status.IMPS))
    (seen,) = run(table)
    assert isinstance(seen, ImpsSeen)
    assert seen.bases == PLACES


def test_a_forgotten_imp_is_put_right() -> None:
    table = a_table(imp_missing=1.0)
    shown(table, a_turn(), ShowStatus(Status.IMPS))
    first, then = of_kind(run(table), ImpsSeen)
    assert len(first.bases) == len(PLACES)
    assert sum(had is not got for had, got in zip(PLACES, first.bases, strict=True)) == 1
    assert then.bases == PLACES


def test_the_ruling_is_read_before_the_next_roll() -> None:
    table = a_table(pace=Pace(think_s=1.0, ruling_s=4.0))
    ruling = Ruling(1, 1, Seat(1), None, ())
    shown(table, ShowRuling(ruling), a_turn(2), ROLL_NOW, at=100.0)
    due = table.due()
    assert due
    assert 104.8 <= due <= 105.2


def test_a_new_turn_calls_off_what_was_planned() -> None:
    table = a_table()
    shown(table, a_turn(1), ROLL_NOW)
    shown(table, a_turn(2))
    assert table.due() is None


def test_the_same_turn_shown_again_calls_nothing_off() -> None:
    table = a_table()
    shown(table, a_turn(1), ROLL_NOW)
    due = table.due()
    shown(table, a_turn(1))
    assert table.due() == due


@pytest.mark.parametrize(
    "end", [ShowWinner(Seat(1)), ShowStatus(Status.LOBBY), ShowStatus(Status.OVER)], ids=repr
)
def test_after_the_end_nothing_happens(end: ShowWinner | ShowStatus) -> None:
    table = a_table()
    shown(table, a_turn(), ROLL_NOW)
    shown(table, end)
    assert table.due() is None


@pytest.mark.parametrize("halt", [Status.PAUSED, Status.PROTEST])
def test_a_halt_stops_all_hands_and_they_go_on_as_much_later(halt: Status) -> None:
    table, other = a_table(), a_table()
    undisturbed = of_kind(a_roll_thrown(other), Grab)
    shown(table, a_turn(), ROLL_NOW)
    for event in (event for _ in range(3) for event in table.take(99.0)):
        table.hear(event, [])
    shown(table, ShowStatus(halt), at=5.0)
    assert (table.due(), table.take(1000.0)) == (None, [])
    shown(table, ShowStatus(Status.GRAB), at=65.0)
    assert [grab.at for grab in run(table)] == pytest.approx([grab.at + 60 for grab in undisturbed])


def test_a_hand_that_came_too_late_may_try_another_colour() -> None:
    tries = []
    for seed in range(40):
        table = a_table(seed=seed)
        a_roll_thrown(table)
        shown(table, ShowGone(Seat(4), Colour.RED), at=10.0)
        tries += run(table)
    assert 10 < len(tries) < 40
    assert all(
        grab.seat == 4 and grab.colour is not Colour.RED and grab.at > 10.2 for grab in of_kind(tries, Grab)
    )


def test_nobody_tries_for_ever() -> None:
    table = a_table()
    a_roll_thrown(table)
    for colour in IMPS:
        shown(table, ShowGone(Seat(4), colour), at=10.0)
    assert len(run(table)) <= 1


def test_a_human_is_not_helped() -> None:
    table = a_table(human=Seat(4))
    a_roll_thrown(table)
    for colour in RIVALS:
        shown(table, ShowGone(Seat(4), colour), at=10.0)
    assert table.due() is None


def test_from_bases_each_hand_lifts_an_imp_of_its_own() -> None:
    players = {seat: a_skill() for seat in (1, 2, 3)}
    for seed in range(20):
        table = a_table(players, seed, grabs=Grabs.BASES)
        shown(table, a_turn(players=(1, 2, 3)), ROLL_NOW)
        grabs = of_kind(run(table), Grab)
        assert [grab.imp for grab in grabs[:2]] == [6, 7]
        assert all(grab.colour is not Colour.RED for grab in grabs[2:])


def test_from_bases_a_second_imp_goes_back() -> None:
    happened = a_roll_thrown(a_table({1: a_skill(habit=Habit.SECOND)}, grabs=Grabs.BASES))
    first, second = of_kind(happened, Grab)
    (back,) = of_kind(happened, ImpPutBack)
    assert first.imp == 6
    assert (back.imp, back.colour) == (second.imp, second.colour)


def test_the_table_follows_the_settings_that_were_accepted() -> None:
    table = a_table()
    table.hear(EveningOpened("diavolo", {"dice_per_colour": 2}, 1, 1, 0.0), [])
    table.hear(SettingsChosen({"grabs": "bases", "tie_within_mm": 2.0}, 0.0), [])
    refused = SettingsChosen({"order_first": True}, 0.0)
    table.hear(refused, [Ignore(refused, saying(Sentence.ONLY_IN_LOBBY))])
    happened = a_roll_thrown(table)
    assert of_kind(happened, RollRead)[0].roll.counts() == dict.fromkeys(RIVALS, 2)
    assert all(grab.imp is not None for grab in of_kind(happened, Grab))


def test_after_a_restart_those_without_an_imp_go_for_the_roll_that_lies_there() -> None:
    roll = Roll(tuple(Die(colour, 3) for colour in RIVALS), OrderDie("closest"))
    table = a_table()
    grab_now = ShowStatus(Status.GRAB)
    shown(table, a_turn(), ShowRoll(roll, None), ShowGrab(Seat(1), Colour.RED), grab_now, at=20.0)
    (grab,) = run(table)
    assert isinstance(grab, Grab)
    assert replace(grab, at=0.0) == Grab(Seat(4), Colour.RED, 0.0)
    assert grab.at > 20.18


def test_a_seat_that_is_handed_over_is_played_by_somebody_else() -> None:
    table = a_table({1: a_skill(), 4: a_skill()})
    table.hear(PhoneJoined(Seat(4), 0.0, stands_in=True), [])
    grabs = of_kind(a_roll_thrown(table), Grab)
    assert [grab.seat for grab in grabs] == [1]


def test_somebody_real_who_reaches_comes_after_simulated_hands_that_were_faster() -> None:
    table = a_table({1: a_skill(), 4: a_skill()}, human=Seat(4))
    shown(table, a_turn(), ROLL_NOW)
    assert table.sense(Reached(Seat(4), Colour.RED, 60.0)) == []  # the loop is that late
    assert [grab.seat for grab in of_kind(run(table, late=60.0), Grab)] == [1, 4]


def test_somebody_real_who_reaches_while_the_game_is_paused_is_felt_at_once() -> None:
    table = a_table(human=Seat(4))
    shown(table, a_turn(), ROLL_NOW)
    shown(table, ShowStatus(Status.PAUSED), at=1.0)
    assert table.sense(Reached(Seat(4), Colour.RED, 2.0)) == [Grab(Seat(4), Colour.RED, 2.0)]


def test_somebody_real_who_reached_has_done_so_even_if_another_roll_is_wanted_before_it_is_felt() -> None:
    table = a_table({1: a_skill(), 4: a_skill()}, human=Seat(4))
    shown(table, a_turn(), ROLL_NOW)
    table.sense(Reached(Seat(4), Colour.RED, 60.0))
    shown(table, ClearRoll(), a_turn(), ROLL_NOW, at=59.0)
    assert Seat(4) in [grab.seat for grab in of_kind(run(table, late=60.0), Grab)]
