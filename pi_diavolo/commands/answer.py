"""`pi-diavolo answer`: which imp is right, and why."""

from argparse import ArgumentParser, Namespace

from pi_diavolo.commands.arguments import millimetres, some_dice, some_gaps
from pi_diavolo.commands.common import add_json, add_language, settings, speaker, tell_json
from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.house_rules import amended
from pi_diavolo.games.diavolo.orders import PIP_ORDERS, Order
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.table.pieces import RIVALS, Die, Length
from pi_diavolo.table.roll import Roll


def add(parser: ArgumentParser) -> None:
    """The roll, as it lies on the table."""
    orders = tuple(str(order) for order in Order)
    parser.add_argument(
        "--order",
        choices=orders,
        metavar="ORDER",
        help=f"one of {', '.join(orders)} (default: all; closest only with --gaps)",
    )
    for colour in RIVALS:
        parser.add_argument(
            f"--{colour}", type=some_dice, metavar="2,3,6", help=f"the {colour} dice, 2 or 3 of them"
        )
    parser.add_argument(
        "--gaps",
        type=some_gaps,
        metavar="black=31.0,red=12.5,white=40",
        help="how far each colour's nearest die lies from the Order die, in millimetres",
    )
    parser.add_argument(
        "--tie-within",
        type=millimetres,
        metavar="MM",
        help="gaps that differ by less are a tie (default: from the settings, else 1.0)",
    )
    add_json(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Say the answer to one order, or to all."""
    config = settings(arguments)
    rules = config.diavolo
    if arguments.tie_within is not None:
        rules = amended(rules, {"tie_within_mm": arguments.tie_within})
    roll, says = _roll(arguments), speaker(arguments, config)
    for order in _orders(arguments):
        # The gaps given are the distances to go by, however this table measures them.
        reason = answer(order, roll, rules)
        if arguments.json:
            sentence = says.reason(reason)
            tell_json({"order": order, "answer": reason.answer, "scores": reason.scores, "reason": sentence})
        else:
            print(says.reason(reason))
    return 0


def _orders(arguments: Namespace) -> tuple[Order, ...]:
    if arguments.order is None:
        return (*PIP_ORDERS, Order.CLOSEST) if arguments.gaps else PIP_ORDERS
    order = Order(arguments.order)
    if order is Order.CLOSEST and arguments.gaps is None:
        raise UsageError("--order closest goes by distances; give --gaps black=31.0,red=12.5,white=40")
    return (order,)


def _roll(arguments: Namespace) -> Roll:
    dice = {colour: getattr(arguments, colour) for colour in RIVALS}
    lengths = {colour: Length(mm) for colour, mm in (arguments.gaps or {}).items()}
    if arguments.order == Order.CLOSEST and not any(dice.values()):
        return Roll((), None, lengths, lengths)
    if missing := [f"--{colour}" for colour in RIVALS if dice[colour] is None]:
        raise UsageError(f"{' and '.join(missing)} missing; give the dice of all three colours")
    counts = {len(values) for values in dice.values()}
    if len(counts) > 1:
        found = ", ".join(f"{colour} has {len(dice[colour])}" for colour in RIVALS)
        raise UsageError(f"each colour has as many dice as the others, 2 or 3, but {found}")
    thrown = tuple(Die(colour, value) for colour in RIVALS for value in dice[colour])
    return Roll(thrown, None, lengths, lengths)
