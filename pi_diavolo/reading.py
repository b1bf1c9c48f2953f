"""What a look at the table means for Diavolo: whether it is a roll, the answer to each order, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pi_diavolo.games.diavolo.closing import wording
from pi_diavolo.games.diavolo.doubts import ROLL_AGAIN, Asked, question_about_die, question_about_order
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order, possible_orders
from pi_diavolo.games.diavolo.rules import answer, measured, possible_answers, with_doubts
from pi_diavolo.table.complaints import Complaint, TrayPart, part_of_tray
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour
from pi_diavolo.table.rulings import Question, Reason
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.view import BLINDING, INVALID, Code, TableView, Trouble

Answers = Mapping[Order, Colour | None]
Possible = Mapping[Order, frozenset[Colour]]
NO_ANSWERS: Answers = dict.fromkeys(Order)


@dataclass(frozen=True, slots=True)
class Reading:
    """A view judged: `valid` as there, but a doubt that cannot change the rolled order's answer is none.

    `codes` is what stands against it, `order` the face where that is sure, `answers` one for each order, None
    where that order alone is not sure, `answer` the rolled order's. `contenders` are the two nearest
    colours if it is asked which of them is closest.
    """

    valid: bool | None
    codes: tuple[Code, ...]
    order: Order | None
    answers: Answers
    answer: Colour | None
    why: Reason | Saying
    contenders: frozenset[Colour] = frozenset()


def judge(view: TableView, rules: HouseRules, *, order_alone: bool = False) -> Reading:
    """Judge what was seen; `order_alone` for the Order die that is thrown and read first."""
    if against := tuple(trouble for trouble in view.troubles if is_against_all(trouble, view)):
        # Whatever a doubtful die or face may show, a die that surely leans makes no roll.
        return _refused(view, against, False if all(t.code in INVALID for t in against) else None)
    if order_alone:
        return _order_alone(view)
    if view.roll().counts() != dict.fromkeys(RIVALS, view.dice_per_colour):
        return _refused(view, (Trouble(Code.DIE_UNSURE),), None)
    return _judged(view, rules)


def unseen(view: TableView, code: str) -> Reading:
    """The same view with a reason that the code alone does not tell, such as a mirrored picture."""
    why = saying(Sentence.READING_COMPLAINT, complaints=(Complaint(code),), advice=(code,))
    return Reading(view.valid, view.codes, None, NO_ANSWERS, None, why)


def is_against_all(trouble: Trouble, view: TableView) -> bool:
    """Whether nothing about the roll can be believed, whatever else was seen."""
    if trouble.code is Code.DIE_UNSURE:
        # With other values to choose from the doubt is about these alone.
        return trouble.die is None or not view.dice[trouble.die].maybe
    return trouble.code in INVALID or trouble.code in BLINDING


def _refused(view: TableView, troubles: tuple[Trouble, ...], valid: bool | None) -> Reading:
    codes = tuple(dict.fromkeys(trouble.code for trouble in troubles))
    complaints = tuple(_complaints(view, troubles))
    why = saying(Sentence.READING_COMPLAINT, complaints=complaints, advice=codes)
    # Where something is wrong with the Order die, or there seem to be two, nobody knows what it shows.
    orders = tuple(Order) if any(one.colour is Colour.GRAY for one in troubles) else _orders(view)
    return Reading(valid, codes, _sure(orders), NO_ANSWERS, None, why)


def _complaints(view: TableView, troubles: tuple[Trouble, ...]) -> Iterator[Complaint]:
    for trouble in troubles:
        colour = view.dice[trouble.die].colour if trouble.die is not None else trouble.colour
        yield Complaint(trouble.code, colour, _part(view, trouble))


def _part(view: TableView, trouble: Trouble) -> TrayPart | None:
    if trouble.die is not None:
        return part_of_tray(view.dice[trouble.die].where)
    if trouble.colour is Colour.GRAY and view.order_die is not None:
        return part_of_tray(view.order_die.where)
    return None


def _orders(view: TableView) -> tuple[Order, ...]:
    """The orders that the die may show; all six where nothing says which of them it may be."""
    seen = view.roll().order_die
    doubtful = Code.ORDER_UNSURE in view.codes and (seen is None or not seen.maybe)
    return tuple(Order) if doubtful else possible_orders(seen)


def _sure(orders: tuple[Order, ...]) -> Order | None:
    return orders[0] if len(orders) == 1 else None


def _order_alone(view: TableView) -> Reading:
    orders = _orders(view)
    if order := _sure(orders):
        return Reading(True, (), order, NO_ANSWERS, None, saying(Sentence.ORDER_IS, order=order))
    why = wording(question_about_order(orders))
    return Reading(None, (Code.ORDER_UNSURE,), None, NO_ANSWERS, None, why)


def _judged(view: TableView, rules: HouseRules) -> Reading:
    roll, orders = view.roll(), _orders(view)
    possible = {order: possible_answers(order, roll, rules) for order in Order}
    if Code.GAPS_TOO_CLOSE in view.codes:
        possible[Order.CLOSEST] |= frozenset(IMPS)
    answers = {order: _only(colours) for order, colours in possible.items()}
    found = _only(frozenset[Colour]().union(*(possible[order] for order in orders)))
    if found is None:
        why = wording(_question(view, orders, possible, rules))
        doubts = _doubts(orders, possible)
        distances = measured(roll, rules) if doubts == (Code.GAPS_TOO_CLOSE,) else {}
        nearest = frozenset(sorted(distances, key=lambda colour: distances[colour].mm)[:2])
        return Reading(None, doubts, _sure(orders), answers, None, why, nearest)
    reason = with_doubts(answer(orders[0], roll, rules), orders, roll)
    return Reading(True, (), _sure(orders), answers, found, reason)


def _only(colours: frozenset[Colour]) -> Colour | None:
    return next(iter(colours)) if len(colours) == 1 else None


def _doubts(orders: tuple[Order, ...], possible: Possible) -> tuple[Code, ...]:
    open_orders = [order for order in orders if len(possible[order]) > 1]
    doubts = {
        Code.ORDER_UNSURE: len(orders) > 1,
        Code.DIE_UNSURE: any(order is not Order.CLOSEST for order in open_orders),
        Code.GAPS_TOO_CLOSE: Order.CLOSEST in open_orders and len(orders) < len(Order),
    }
    return tuple(code for code, stands in doubts.items() if stands)


def _question(view: TableView, orders: tuple[Order, ...], possible: Possible, rules: HouseRules) -> Question:
    if len(orders) > 1:
        return question_about_order(orders)
    if orders[0] is Order.CLOSEST:
        options = [str(colour) for colour in IMPS if colour in possible[Order.CLOSEST]]
        return Question(0, Asked.CLOSEST, (*options, ROLL_AGAIN))
    return question_about_die(orders[0], view.roll(), rules)
