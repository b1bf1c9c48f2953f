"""What a view of the table is worth to a game: a roll with its doubts, an invalid one, or nothing."""

from dataclasses import replace

from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.reading import is_against_all
from pi_diavolo.table.events import OrderRead, RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import RIVALS, Length, OrderDie
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.view import Code, TableView

# A gap that the eyes do not trust may be anything.
ANY_MM = 1000.0


def told(view: TableView, dice_per_colour: int, rest: float) -> OrderRead | RollRead | RollInvalid | None:
    """This view of dice at rest as an event; None where people must look. 0 dice: the Order die alone."""
    if view.valid is False:
        faults = tuple(RollFault(str(trouble.code), trouble.colour, trouble.die) for trouble in view.troubles)
        return RollInvalid(faults, rest, view.roll())
    roll = doubted(view)
    expected = dict.fromkeys(RIVALS, dice_per_colour) if dice_per_colour else {}
    if any(is_against_all(trouble, view) for trouble in view.troubles) or roll.order_die is None:
        return None
    if roll.counts() != expected:
        return None
    return RollRead(roll, rest) if dice_per_colour else OrderRead(roll.order_die, rest)


def doubted(view: TableView) -> Roll:
    """The roll with all that the view doubts, told so that the referee doubts it, too."""
    roll = view.roll()
    if Code.ORDER_UNSURE in view.codes and roll.order_die and not roll.order_die.maybe:
        others = tuple(str(order) for order in Order if order != roll.order_die.face)
        roll = replace(roll, order_die=OrderDie(roll.order_die.face, roll.order_die.where, others))
    if Code.GAPS_TOO_CLOSE in view.codes:
        gaps = {colour: Length(gap.mm, ANY_MM) for colour, gap in roll.gaps.items()}
        centres = {colour: Length(centre.mm, ANY_MM) for colour, centre in roll.centres.items()}
        roll = replace(roll, gaps=gaps, centres=centres)
    return roll
