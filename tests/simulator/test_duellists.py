"""Simulated duellists move when it is their turn, roll what is wanted, and leave a seat to somebody real."""

from random import Random

from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.table.duel_views import Awaited, DuelStep, DuelView, Hand
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, Element, ElementDie
from pi_diavolo.table.effects import Ask, Effect, ShowDuel, ShowHand, ShowStatus, Status
from pi_diavolo.table.events import (
    Event,
    PhoneJoined,
    PhoneLeft,
    QuestionAnswered,
    RollInvalid,
    RollRead,
    Tick,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Sentence, saying

ONE, TWO = Seat(1), Seat(4)
PASS = Choice(ChoiceKind.PASS)
CALL = saying(Sentence.DUEL_POWER_NOW, player=ONE)


def passes(view: DuelView, hand: Hand, lot: Random) -> Choice:
    return PASS


def shown(awaited: Awaited, step: DuelStep = DuelStep.TRIALS) -> list[Effect]:
    view = DuelView(1, 1, ONE, step, None, (), (), {}, (), awaited, (), ())
    hands = [ShowHand(Hand(seat, (), (PASS,))) for seat in (ONE, TWO)]
    return [ShowDuel(view), *hands, ShowStatus(Status.CHOOSE, awaited.seat)]


def duellists(**how: float) -> SimulatedDuellists:
    return SimulatedDuellists(1, {ONE: passes, TWO: passes}, **how)  # type: ignore[arg-type]


def moves(people: SimulatedDuellists, after: float = 2.0) -> list[Event]:
    return people.take(after)


def test_whoever_is_awaited_chooses_after_a_while() -> None:
    people = duellists()
    people.hear(Tick(0.0), shown(Awaited(TWO, CALL)))
    assert people.due() == 2.0
    assert moves(people, 1.9) == []
    assert moves(people) == [ChoiceMade(TWO, PASS, 2.0)]
    assert people.due() is None


def test_the_dice_that_are_wanted_are_rolled() -> None:
    people = duellists()
    dice = (ElementDie(ONE, Element.EARTH, 1), ElementDie(ONE, Element.WATER, 2))
    people.hear(Tick(0.0), shown(Awaited(ONE, CALL, dice)))
    (event,) = moves(people)
    assert isinstance(event, RollRead)
    assert [die.colour for die in event.roll.dice] == [Colour.GREEN, Colour.BLUE]


def test_a_doubtful_die_is_told_as_it_truly_lies() -> None:
    people = duellists(doubtful=1.0)
    people.hear(Tick(0.0), shown(Awaited(ONE, CALL), DuelStep.ROLL_OFF))
    (rolled,) = moves(people)
    assert isinstance(rolled, RollRead)
    (die,) = rolled.roll.dice
    assert die.maybe
    question = Question(7, "die", tuple(map(str, die.options)), ONE, 0, die.colour)
    people.hear(rolled, [Ask(question, CALL), ShowStatus(Status.QUESTION)])
    assert moves(people, 9.0) == [QuestionAnswered(7, str(die.value), 4.0)]


def test_a_roll_may_go_wrong_and_nobody_throws_on_a_real_table() -> None:
    people = duellists(invalid=1.0)
    people.hear(Tick(0.0), shown(Awaited(ONE, CALL), DuelStep.ROLL_OFF))
    assert [type(event) for event in moves(people)] == [RollInvalid]
    watching = SimulatedDuellists(1, {ONE: passes}, throws=False)
    watching.hear(Tick(0.0), shown(Awaited(ONE, CALL), DuelStep.ROLL_OFF))
    assert moves(watching) == []


def test_a_seat_is_left_to_somebody_real_and_taken_back() -> None:
    people = duellists()
    people.hear(PhoneJoined(ONE, 0.0, stands_in=True), shown(Awaited(ONE, CALL)))
    assert moves(people) == []
    people.hear(PhoneLeft(ONE, 3.0, stood_in=True), [])
    assert moves(people, 5.0) == [ChoiceMade(ONE, PASS, 5.0)]


def test_nothing_moves_in_a_break() -> None:
    people = duellists()
    people.hear(Tick(0.0), [*shown(Awaited(ONE, CALL)), ShowStatus(Status.PAUSED)])
    assert people.due() is None
    people.hear(Tick(5.0), [ShowStatus(Status.CHOOSE, ONE)])
    assert moves(people, 7.0) == [ChoiceMade(ONE, PASS, 7.0)]
