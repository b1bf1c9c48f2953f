"""What people see of the turn in hand: status, dice, hands; the same after a roll, an answer or a restart."""

from pi_diavolo.games.diavolo.hand_out import Hands, Press
from pi_diavolo.games.diavolo.orders import possible_orders
from pi_diavolo.games.diavolo.scoring import Amended, after_rest, hands, put_right, standing
from pi_diavolo.games.diavolo.state import Evening, Stage, Turn
from pi_diavolo.games.diavolo.steps import said
from pi_diavolo.games.diavolo.turns import still_in, the_game, the_turn
from pi_diavolo.table.effects import Effect, ShowGrab, ShowOrder, ShowRoll, ShowStatus, Status
from pi_diavolo.table.pieces import Colour, OrderDie
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.sentences import Sentence


def view_now(evening: Evening) -> Amended:
    """The turn in hand with what people put right about it."""
    return put_right(the_turn(evening), standing(the_game(evening)))


def hands_now(evening: Evening) -> Hands:
    """Who holds what in the turn in hand."""
    return hands(view_now(evening), still_in(evening), the_game(evening).rules)


def show_status(evening: Evening) -> list[Effect]:
    """The status lamp: what the table waits for."""
    game, turn = the_game(evening), the_turn(evening)
    if game.protest is not None:
        return [ShowStatus(Status.PROTEST)]
    if evening.paused_at is not None:
        return [ShowStatus(Status.PAUSED)]
    if turn.questions:
        return [ShowStatus(Status.QUESTION)]
    match turn.stage:
        case Stage.IMPS:
            return [ShowStatus(Status.IMPS)]
        case Stage.READY:
            return [ShowStatus(Status.ROLL_NOW, turn.roller)]
        case Stage.ROLLING:
            return [ShowStatus(Status.ROLLING)]
        case Stage.READING:
            return [ShowStatus(Status.READING)]
        case Stage.GRABBING:
            return [ShowStatus(Status.GRAB)]


def show_order(order_die: OrderDie | None) -> list[Effect]:
    """The Order die thrown first and, if it is sure, the order."""
    if order_die is None:
        return []
    orders = possible_orders(order_die)
    sure = [said(Sentence.ORDER_IS, order=orders[0])] if len(orders) == 1 else []
    return [ShowOrder(order_die), *sure]


def show_roll(roll: Roll) -> list[Effect]:
    """The dice as read and, if it is sure, the order."""
    orders = possible_orders(roll.order_die)
    return [ShowRoll(roll, orders[0] if len(orders) == 1 else None)]


def call_to_grab(roll: Roll) -> list[Effect]:
    """Tell everyone what to look for, as far as the order is known."""
    orders = possible_orders(roll.order_die)
    if len(orders) == 1:
        return [said(Sentence.GRAB_NOW, order=orders[0])]
    return [said(Sentence.GRAB_NOW_ONE_OF, orders=orders)]


def show_turn_in_hand(evening: Evening) -> list[Effect]:
    """All that lies on the table and all that is held, whatever was shown before."""
    turn, view = the_turn(evening), view_now(evening)
    effects: list[Effect] = []
    if view.roll is not None:
        effects += show_roll(view.roll)
    elif turn.order_die is not None:
        effects.append(ShowOrder(turn.order_die))
    now = held_now(evening)
    return effects + [show_hold(turn, seat, now.get(seat)) for seat in turn.players]


def held_now(evening: Evening) -> dict[Seat, Press | Colour | None]:
    """What each seat holds: people's word, or the press that counts."""
    return {**hands_now(evening).held, **view_now(evening).grabs}


def show_hold(turn: Turn, seat: Seat, holds: Press | Colour | None) -> ShowGrab:
    """One seat's imp and, if it is known, how long after the dice's rest it was taken."""
    if isinstance(holds, Press):
        when = after_rest(turn, holds)
        return ShowGrab(seat, holds.grab.colour, when.after_ms, when.one_of_ms, when.docked)
    return ShowGrab(seat, holds)
