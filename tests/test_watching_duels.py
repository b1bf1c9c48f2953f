"""Frames of a painted duel become what the table hears: whose dice were thrown, and what hands have done."""

from collections.abc import Iterator

import pytest

from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.devilish_duels.card_file import box_of
from pi_diavolo.games.devilish_duels.stickers import by_marker
from pi_diavolo.simulator.painter import Painter, spoiled
from pi_diavolo.simulator.painting.cards import PaintedCard, lay_cards
from pi_diavolo.table.duel_cards import SETTLED_S
from pi_diavolo.table.duel_following import LATE_S
from pi_diavolo.table.duel_views import DuelStep, DuelView
from pi_diavolo.table.duels import ChoiceKind, ChoiceMade, DuelDiceSeen, Element, ElementDie, Zone
from pi_diavolo.table.events import DiceAtRest, DiceRolling, RollInvalid, RollRead
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.resting import AGAIN_S
from pi_diavolo.table.sentences import Sentence
from tests.filmed_duels import FPS, LOWER, UPPER, FilmedDuel, Lies, turned

LATE = round((LATE_S + 0.5) * FPS)
EARTH, FIRE, WATER, AIR = Element


def hers(element: Element, value: int, x: float, y: float = -70.0, number: int = 1) -> Lies:
    return Lies(ElementDie(LOWER, element, number), value, x, y)


def his(element: Element, value: int, x: float, y: float = 70.0, number: int = 1) -> Lies:
    return Lies(ElementDie(UPPER, element, number), value, x, y)


HER_FOUR = (hers(EARTH, 6, -90), hers(FIRE, 2, -30), hers(WATER, 3, 30), hers(AIR, 4, 90))
HIS_FOUR = (his(EARTH, 2, -90), his(FIRE, 2, -30), his(WATER, 3, 30), his(AIR, 4, 90))


@pytest.fixture
def log() -> Iterator[EventLog]:
    with EventLog.in_memory() as log:
        yield log


@pytest.fixture
def duel(log: EventLog) -> FilmedDuel:
    """The lower seat leads, and nobody has rolled yet."""
    duel = FilmedDuel(log, {"first_lead": "youngest"})
    duel.rest()
    return duel


def shown(duel: FilmedDuel) -> DuelView:
    assert duel.view is not None
    return duel.view


def in_play(duel: FilmedDuel) -> dict[ElementDie, int | None]:
    return {each.die: each.value for each in shown(duel).dice if each.zone is Zone.IN_PLAY}


def test_the_lead_is_rolled_off_and_dice_are_whoevers_turn_it_was(log: EventLog) -> None:
    duel = FilmedDuel(log)
    duel.rest()
    duel.throw(hers(AIR, 2, -40))
    assert [type(each) for each in duel.heard] == [DiceRolling, DiceAtRest, RollRead]
    duel.throw(his(AIR, 6, 50))
    assert (shown(duel).step, shown(duel).lead) == (DuelStep.ROLL, UPPER)
    # The dice of the roll-off may lie there still: they are in nobody's way.
    duel.throw(*HIS_FOUR)
    duel.by_hand(out=[hers(AIR, 2, 0).die])
    duel.throw(*HER_FOUR)
    assert in_play(duel) == {each.die: each.value for each in (*HIS_FOUR, *HER_FOUR)}
    assert shown(duel).step is DuelStep.IMPS


def test_fewer_dice_than_may_be_count_once_somebody_has_said_which(duel: FilmedDuel) -> None:
    two = (hers(EARTH, 5, -40), hers(AIR, 3, 40))
    duel.throw(*two)
    assert duel.heard_of(RollInvalid) == []  # the others may follow
    duel.rest(LATE)
    (refused,) = duel.heard_of(RollInvalid)
    assert isinstance(refused, RollInvalid)
    assert [fault.code for fault in refused.faults] == ["dice_untold"]
    assert duel.last_said(Sentence.DUEL_SAY_WHICH_DICE) is not None
    duel.choose(LOWER, ChoiceKind.ROLL, *(each.die for each in two))
    duel.rest()
    assert in_play(duel) == {each.die: each.value for each in two}


def test_dice_are_rerolled_turned_and_put_back_before_the_camera(duel: FilmedDuel) -> None:
    duel.throw(*HER_FOUR)
    duel.throw(*HIS_FOUR)
    duel.bring_imps()
    # She rerolls her Fire; but his is picked up and thrown.
    duel.choose(LOWER, ChoiceKind.ROLL, HER_FOUR[1].die)
    duel.throw(his(FIRE, 5, 0, 20))
    (refused,) = duel.heard_of(RollInvalid)
    assert isinstance(refused, RollInvalid)
    assert [fault.code for fault in refused.faults] == ["other_die_thrown"]
    duel.by_hand(HIS_FOUR[1])
    duel.throw(hers(FIRE, 1, -20, -100))
    assert in_play(duel)[HER_FOUR[1].die] == 1
    duel.choose(UPPER, ChoiceKind.PASS)
    # Earth: 6 against 2, a double win: two of her dice go up by two.
    while (awaited := shown(duel).awaited) is not None and not awaited.deed:
        duel.choose(awaited.seat, ChoiceKind.PASS)
    water, air = HER_FOUR[2], HER_FOUR[3]
    duel.choose(LOWER, ChoiceKind.PICK, water.die, air.die)
    assert (in_play(duel)[water.die], in_play(duel)[air.die]) == (5, 6)
    duel.by_hand(turned(water, 4), turned(air, 6))
    wrong = duel.last_said(Sentence.DUEL_TURN_DICE)
    assert wrong is not None
    assert [(each.die, each.value) for each in wrong.values["dice"]] == [(water.die, 5)]
    duel.by_hand(turned(water, 5))
    assert duel.last_said(Sentence.DUEL_DICE_LIE_RIGHT) is not None


def test_dice_that_have_changed_places_are_asked_back(duel: FilmedDuel) -> None:
    duel.throw(*HER_FOUR)
    duel.throw(*HIS_FOUR)
    green, his_green = HER_FOUR[0], HIS_FOUR[0]
    duel.by_hand(hers(EARTH, 6, his_green.x, his_green.y), his(EARTH, 2, green.x, green.y))
    asked = duel.last_said(Sentence.DUEL_WHOSE_DICE)
    assert asked is not None
    assert {each.die for each in asked.values["dice"]} == {green.die, his_green.die}
    duel.by_hand(green, his_green)
    assert isinstance(duel.heard[-1], DuelDiceSeen)
    assert duel.heard[-1].exchanged == ()


def test_dice_laid_down_softly_count_but_dice_that_are_only_moved_do_not(duel: FilmedDuel) -> None:
    duel.by_hand(*HER_FOUR)
    assert in_play(duel) == {each.die: each.value for each in HER_FOUR}
    duel.throw(*HIS_FOUR)
    duel.bring_imps()
    duel.choose(LOWER, ChoiceKind.ROLL, HER_FOUR[1].die)
    rolls = len(duel.heard_of(RollRead))
    duel.by_hand(hers(FIRE, 2, -20, -100))
    assert len(duel.heard_of(RollRead)) == rolls


def test_a_throw_that_happened_while_the_camera_was_gone_is_read_when_it_is_back(duel: FilmedDuel) -> None:
    duel.at += 30.0
    duel.tray = HER_FOUR
    duel.rest(2 * FPS)
    assert in_play(duel) == {each.die: each.value for each in HER_FOUR}


def test_a_duel_goes_on_after_a_restart_with_the_dice_that_lie_there(duel: FilmedDuel, log: EventLog) -> None:
    duel.throw(*HER_FOUR)
    again = FilmedDuel(log, tray=duel.tray, at=duel.at + 60)
    again.rest(2 * FPS)
    assert again.heard == []
    again.throw(*HIS_FOUR)
    assert in_play(again) == {each.die: each.value for each in (*HER_FOUR, *HIS_FOUR)}


def test_an_imp_comes_into_play_when_its_card_is_laid_before_its_player(duel: FilmedDuel) -> None:
    duel.throw(*HER_FOUR)
    duel.throw(*HIS_FOUR)
    imp = next(each.imp for each in duel.hands[LOWER].imps)
    marker = next(number for number, name in by_marker(box_of("")).items() if name == imp)
    duel.painter = Painter(*duel.look)
    lay_cards(duel.painter.scene, [PaintedCard(marker, (-70.0, -176.0))])
    duel.painter.use_sensor(duel.look[0].sensor)
    duel.fps = 3.0  # cards are looked at now and then only
    duel.rest(round((SETTLED_S + 3) * duel.fps))
    (chosen,) = duel.heard_of(ChoiceMade)
    assert isinstance(chosen, ChoiceMade)
    assert (chosen.seat, chosen.choice.imps) == (LOWER, (imp,))
    awaited = shown(duel).awaited
    assert awaited is not None
    assert (shown(duel).step, awaited.seat) == (DuelStep.IMPS, UPPER)


# What cannot be seen


def test_a_tray_in_the_dark_is_said_and_read_in_the_light(duel: FilmedDuel) -> None:
    look, camera = duel.look
    lit, duel.painter = duel.painter, Painter(look, camera, sensor=spoiled(look.sensor, "dark"))
    duel.tray, duel.fps = HER_FOUR, 6.0
    duel.rest(round((AGAIN_S + 3) * duel.fps))
    (failed,) = duel.heard_of(PartFailed)
    assert isinstance(failed, PartFailed)
    assert failed.fault is Fault.TOO_DARK
    assert in_play(duel) == {}
    duel.painter = lit
    duel.rest(12)
    assert duel.heard_of(PartRecovered)
    assert in_play(duel) == {each.die: each.value for each in HER_FOUR}
