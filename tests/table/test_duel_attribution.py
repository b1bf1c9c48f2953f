"""Whose die is which: what lay there, what was thrown, what was turned, and when nobody can tell."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.duel_attribution import read_throw
from pi_diavolo.table.duel_comparing import SAME_PLACE_MM
from pi_diavolo.table.duel_looking import look_again
from pi_diavolo.table.duel_sightings import dice_seen, throw_seen
from pi_diavolo.table.duel_tray import DuelTray, LyingDie
from pi_diavolo.table.duel_views import Awaited, DieStanding, DuelStep, DuelView
from pi_diavolo.table.duels import COLOURS, DieShown, DuelDiceSeen, Element, ElementDie, Zone
from pi_diavolo.table.events import RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die, Point
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.table.view import Code, DieView, TableView, Trouble

JENNY, ROB = Seat(1), Seat(4)  # Jenny's half is the lower one
ALL = tuple(
    ElementDie(seat, element, number) for seat in (JENNY, ROB) for element in Element for number in (1, 2)
)
GREEN, RED = Colour.GREEN, Colour.RED
HERS, HIS = ElementDie(JENNY, Element.EARTH, 1), ElementDie(ROB, Element.EARTH, 1)
# Places in both halves, far from each other and from the line.
LOWER = tuple(Point(40.0 * column - 140, -40.0 * row - 20) for column in range(8) for row in range(3))
UPPER = tuple(Point(place.x, -place.y) for place in LOWER)


def a_duel(
    lying: Sequence[LyingDie], seat: Seat = ROB, roll: Sequence[ElementDie] = (), up_to: int = 0
) -> DuelView:
    """A duel in which these dice are in play and this player is to throw."""
    values = {each.die: each.value for each in lying}
    standing = tuple(
        DieStanding(die, Zone.IN_PLAY if die in values else Zone.POOL, values.get(die)) for die in ALL
    )
    told = saying(Sentence.DUEL_ROLL_THESE, player=seat, dice=())
    awaited = Awaited(seat, told, tuple(roll), up_to)
    return DuelView(1, 1, JENNY, DuelStep.ROLL, None, (), standing, {}, (), awaited, (), ())


def a_tray(*lying: LyingDie) -> DuelTray:
    return DuelTray(tuple(replace(die, should=die.value) for die in lying))


def as_seen(lying: LyingDie, dx: float = 0.0, value: int | None = None) -> Die:
    assert lying.where
    return Die(lying.colour, value or lying.value, Point(lying.where.x + dx, lying.where.y))


def values(dice: Sequence[Die]) -> list[tuple[Colour, tuple[int, ...]]]:
    return sorted((die.colour, die.options) for die in dice)


@st.composite
def throws(draw: st.DrawFn) -> tuple[DuelTray, DuelView, list[Die], list[Die]]:
    """Dice that lie in the tray, some rerolled, some from the pool thrown: all seen, and the thrown."""
    luck = draw(st.randoms(use_true_random=False))
    places = luck.sample([*LOWER, *UPPER], len(LOWER))
    lying = luck.sample(ALL, draw(st.integers(0, 10)))
    before = [LyingDie(die, luck.randint(1, 6), places.pop()) for die in lying]
    seat, silent = draw(st.sampled_from((JENNY, ROB))), draw(st.booleans())
    pool = [die for die in ALL if die.owner == seat and die not in lying]
    mine = pool if silent else [*pool, *lying]
    roll = luck.sample(mine, min(len(mine), draw(st.integers(1, 4))))
    thrown = [Die(COLOURS[die.element], luck.randint(1, 6), places.pop()) for die in roll]
    off = SAME_PLACE_MM * 0.9
    stay = [as_seen(die, luck.uniform(-off, off)) for die in before if die.die not in roll]
    seen = [*stay, *thrown]
    luck.shuffle(seen)
    duel = a_duel(before, seat, () if silent else roll, len(roll) if silent else 0)
    return a_tray(*before), duel, seen, thrown


@given(throws())
def test_dice_that_lie_as_they_lay_are_not_thrown_and_all_others_are(
    thrown: tuple[DuelTray, DuelView, list[Die], list[Die]],
) -> None:
    tray, duel, seen, truth = thrown
    told = read_throw(tray, duel, seen)
    assert not told.faults
    assert Counter(told.thrown) == Counter(truth)
    assert (told.roll(1.0) is None) == (not truth)
    kept = {die.die for die in told.tray.lying}
    assert kept == {die.die for die in tray.lying if duel.awaited and die.die not in duel.awaited.roll}


@given(throws(), st.data())
def test_a_die_less_or_more_than_was_awaited_is_refused_and_changes_nothing(
    thrown: tuple[DuelTray, DuelView, list[Die], list[Die]], data: st.DataObject
) -> None:
    tray, duel, seen, truth = thrown
    if not truth or duel.awaited is None or not duel.awaited.roll:
        return
    lost = data.draw(st.sampled_from(truth))
    less = [die for die in seen if die is not lost]
    extra = Die(data.draw(st.sampled_from(list(COLOURS.values()))), 3, Point(0.0, 145.0))
    for dice, code in ((less, "die_missing"), ([*seen, extra], "too_many_dice")):
        told = read_throw(tray, duel, dice)
        event = told.roll(1.0)
        assert isinstance(event, RollInvalid)
        assert {fault.code for fault in event.faults} == {code}
        assert told.tray == tray


@given(throws(), st.data())
def test_whatever_moves_the_truth_is_always_thought_of(
    thrown: tuple[DuelTray, DuelView, list[Die], list[Die]], data: st.DataObject
) -> None:
    """Dice in play are carried about: what is told for sure is true, else the truth is among the doubts."""
    tray, duel, seen, truth = thrown
    rest = [die for die in seen if die not in truth]
    free = [
        place
        for place in (*LOWER, *UPPER)
        if all(die.where and die.where.distance_to(place) > 20 for die in seen)
    ]
    for die in data.draw(st.lists(st.sampled_from(rest), unique=True, max_size=2)) if rest else ():
        place = free.pop(data.draw(st.integers(0, len(free) - 1)))
        if die.where and (place.y < 0) is (die.where.y < 0):  # nobody carries dice into the other half
            rest[rest.index(die)] = replace(die, where=place)
    told = read_throw(tray, duel, [*rest, *truth])
    if told.faults:
        return
    left = list(truth)
    for die in told.thrown:
        same = [true for true in left if true.colour is die.colour and true.value in die.options]
        assert same, (told, truth)
        left.remove(min(same, key=lambda true: true.value != die.value))
    assert not left


def test_a_die_that_is_to_be_rerolled_and_lies_as_it_lay_was_not_rolled() -> None:
    lay = LyingDie(HIS, 3, UPPER[0])
    told = read_throw(a_tray(lay), a_duel([lay], ROB, [HIS]), [as_seen(lay)])
    assert [fault.code for fault in told.faults] == ["die_missing"]


def test_of_two_dice_that_show_the_same_either_may_be_rerolled() -> None:
    one, two = LyingDie(HIS, 3, UPPER[0]), LyingDie(replace(HIS, number=2), 3, UPPER[9])
    thrown = Die(GREEN, 6, UPPER[4])
    for rolled, stays in ((one, two), (two, one)):
        told = read_throw(a_tray(one, two), a_duel([one, two], ROB, [HIS]), [as_seen(stays), thrown])
        assert (told.thrown, [die.die.number for die in told.tray.lying]) == ((thrown,), [2]), rolled
        assert told.tray.lying[0].where == stays.where


def test_a_moved_die_is_told_from_a_thrown_one_by_the_halves() -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    moved, thrown = Die(GREEN, 3, LOWER[9]), Die(GREEN, 5, UPPER[4])
    told = read_throw(a_tray(lay), a_duel([lay], ROB, [HIS]), [moved, thrown])
    assert told.thrown == (thrown,)
    assert told.tray.lying[0].where == LOWER[9]


@pytest.mark.parametrize("where", [UPPER[9], Point(0.0, -2.0)], ids=["other half", "on the line"])
def test_where_the_halves_do_not_tell_it_is_a_doubt(where: Point) -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    told = read_throw(a_tray(lay), a_duel([lay], ROB, [HIS]), [Die(GREEN, 3, where), Die(GREEN, 5, UPPER[4])])
    event = told.roll(1.0)
    assert isinstance(event, RollRead)
    assert sorted(event.roll.dice[0].options) == [3, 5]


def test_a_knocked_die_is_no_thrown_one_and_a_vanished_one_is_not_made_up_for() -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    duel, red = a_duel([lay], ROB, up_to=1), Die(RED, 2, UPPER[0])
    assert read_throw(a_tray(lay), duel, [as_seen(lay, 20.0), red]).thrown == (red,)
    far = read_throw(a_tray(lay), duel, [Die(GREEN, 3, UPPER[9]), red])
    assert [fault.code for fault in far.faults] == ["die_unsure"]
    gone = read_throw(a_tray(lay), duel, [red])
    assert [fault.code for fault in gone.faults] == ["die_missing"]


def test_fewer_dice_than_may_be_thrown_are_believed_only_if_their_number_was_said() -> None:
    """One that lies squarely on another hides it."""
    two, roll = [Die(GREEN, 1, UPPER[0]), Die(RED, 2, UPPER[9])], [HIS, ElementDie(ROB, Element.FIRE, 1)]
    silent = read_throw(DuelTray(), a_duel([], ROB, up_to=4), two)
    assert [fault.code for fault in silent.faults] == ["dice_untold"]
    assert not read_throw(DuelTray(), a_duel([], ROB, up_to=2), two).faults
    assert not read_throw(DuelTray(), a_duel([], ROB, roll), two).faults


def test_more_dice_than_may_be_thrown_and_strangers_are_refused() -> None:
    many = [Die(COLOURS[element], 1, UPPER[n]) for n, element in enumerate(Element)]
    assert read_throw(DuelTray(), a_duel([], ROB, up_to=3), many).faults
    assert read_throw(
        DuelTray(), a_duel([], ROB, up_to=4), [*many[1:], Die(Colour.BLACK, 1, UPPER[9])]
    ).faults


# From throw to throw


def test_thrown_dice_are_known_by_name_once_they_count() -> None:
    thrown = (Die(GREEN, 4, LOWER[0]), Die(GREEN, 2, LOWER[5]), Die(RED, 6, LOWER[7]))
    dice = (HERS, replace(HERS, number=2))
    after = a_duel([LyingDie(dice[0], 2), LyingDie(dice[1], 4)])
    tray = DuelTray(thrown=thrown).ruled(after)
    assert {die.die: die.where for die in tray.lying} == {dice[0]: LOWER[5], dice[1]: LOWER[0]}
    assert tray.left == (thrown[2],)


def test_dice_that_nobody_took_out_are_not_thrown_again() -> None:
    left = Die(RED, 6, UPPER[3])
    tray = DuelTray(left=(left,))
    told = read_throw(tray, a_duel([], ROB, up_to=1), [left, Die(GREEN, 1, UPPER[0])])
    assert [die.colour for die in told.thrown] == [GREEN]
    assert tray.awaited(a_duel([], ROB, up_to=4)).most[RED] == 3


def test_a_die_thrown_where_one_lay_that_is_not_seen_any_more_may_lie_on_it() -> None:
    tray, duel = DuelTray(left=(Die(RED, 6, UPPER[3]),)), a_duel([], ROB, up_to=1)
    on_it = Die(GREEN, 1, Point(UPPER[3].x + 4, UPPER[3].y))
    assert [fault.code for fault in read_throw(tray, duel, [on_it]).faults] == ["die_unsure"]
    assert not read_throw(look_again(tray, []).tray, duel, [on_it]).faults  # seen to be gone before


# Dice turned by hand


@given(throws(), st.data())
def test_dice_turned_where_they_lie_are_seen_turned(
    thrown: tuple[DuelTray, DuelView, list[Die], list[Die]], data: st.DataObject
) -> None:
    tray = thrown[0]
    should = [replace(die, should=min(6, die.value + data.draw(st.integers(0, 2)))) for die in tray.lying]
    told = look_again(DuelTray(tuple(should)), [as_seen(die, 1.0, die.should) for die in should])
    event = told.dice_seen(2.0)
    assert event is not None
    wanted = Counter((die.die.owner, die.die.element, die.should) for die in should)
    assert Counter((each.die.owner, each.die.element, each.value) for each in event.dice) == wanted


def test_of_two_dice_that_show_the_same_either_may_be_turned() -> None:
    one, two = LyingDie(HIS, 4, UPPER[0], 5), LyingDie(replace(HIS, number=2), 4, UPPER[9], 4)
    told = look_again(DuelTray((one, two)), [as_seen(one), as_seen(two, 0.0, 5)])
    seen = told.dice_seen(0.0)
    assert seen is not None
    assert set(seen.dice) == {DieShown(one.die, 5), DieShown(two.die, 4)}


def test_a_die_turned_wrongly_is_told() -> None:
    lay = replace(LyingDie(HERS, 3, LOWER[0]), should=4)
    seen = look_again(DuelTray((lay,)), [as_seen(lay, 12.0, 6)]).dice_seen(0.0)
    assert seen is not None
    assert seen.dice == (DieShown(HERS, 6),)


@pytest.mark.parametrize(
    "places", [(LOWER[0], UPPER[0]), (LOWER[11], UPPER[11])], ids=["in place", "elsewhere"]
)
def test_two_players_dice_that_were_exchanged_are_a_doubt_and_stay_one(places: tuple[Point, Point]) -> None:
    tray = a_tray(LyingDie(HERS, 3, LOWER[0]), LyingDie(HIS, 5, UPPER[0]))
    exchanged = [Die(GREEN, 5, places[0]), Die(GREEN, 3, places[1])]
    for _ in range(2):
        told = look_again(tray, exchanged)
        assert set(told.doubtful) == set(told.exchanged) == {HERS, HIS}
        assert told.dice_seen(0.0) == DuelDiceSeen((), 0.0, told.exchanged)
        tray = told.tray


def test_missing_and_additional_dice_are_told() -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    assert [fault.code for fault in look_again(a_tray(lay), []).faults] == ["die_missing"]
    more = [as_seen(lay), Die(GREEN, 1, UPPER[0]), Die(Colour.YELLOW, 1, UPPER[5])]
    told = look_again(a_tray(lay), more)
    assert [fault.code for fault in told.faults] == ["too_many_dice"] * 2
    assert told.tray.left == (more[1],)  # and not thrown, as long as it stays there


# From a look to what it means


def a_view(*dice: Die, troubles: tuple[Trouble, ...] = ()) -> TableView:
    px = (0.0, 0.0)
    seen = (
        DieView(die.colour, die.value, die.where or Point(0, 0), 0.0, px, (px,) * 4, 1.0, die.maybe)
        for die in dice
    )
    return TableView(0.0, tuple(seen), troubles=troubles)


def test_what_was_not_seen_well_is_refused_with_its_reason() -> None:
    dice = (Die(GREEN, 4, UPPER[0]),)
    for code in (Code.DIE_COCKED, Code.TRAY_HIDDEN, Code.TOO_DARK, Code.DIE_UNSURE):
        view = a_view(*dice, troubles=(Trouble(code, GREEN, 0),))
        told = throw_seen(DuelTray(), a_duel([], ROB, up_to=1), view)
        assert [fault.code for fault in told.faults] == [str(code)]
        assert dice_seen(DuelTray(), view).faults == told.faults


def test_a_doubtful_value_is_asked_about() -> None:
    view = a_view(Die(GREEN, 4, UPPER[0], (6,)), troubles=(Trouble(Code.DIE_UNSURE, GREEN, 0),))
    event = throw_seen(DuelTray(), a_duel([], ROB, up_to=1), view).roll(0.0)
    assert isinstance(event, RollRead)
    assert event.roll.dice[0].options == (4, 6)


def test_a_die_that_lay_there_need_not_be_read_again_but_is_not_told_either() -> None:
    lay = LyingDie(HERS, 3, LOWER[0])
    unsure = (Trouble(Code.DIE_UNSURE, GREEN, 0),)
    view = a_view(as_seen(lay, 0.0, 6), Die(RED, 2, UPPER[0]), troubles=unsure)
    told = throw_seen(a_tray(lay), a_duel([lay], ROB, up_to=1), view)
    assert values(told.thrown) == [(RED, (2,))]
    assert dice_seen(a_tray(lay), a_view(as_seen(lay, 0.0, 6), troubles=unsure)).dice_seen(0.0) is None
