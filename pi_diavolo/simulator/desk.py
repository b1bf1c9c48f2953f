"""The simulated person at the desk, who sees what truly lies there and answers the table's questions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pi_diavolo.simulator.hands import Undocked
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question

# The right colour for a true roll and an order's face; only the games know it.
Solve = Callable[[Roll, str], Colour]

CLOSEST = "closest"
ROLL_AGAIN = "roll_again"
NOBODY = "nobody"


@dataclass(slots=True)
class Truth:
    """What people see with their own eyes in one turn: the dice, the order, and what each hand meant.

    `undocked` is who took which colour off a base and never laid it on the dock. Where the roll does not
    count, nobody answers anything about its dice.
    """

    roll: Roll | None = None
    face: str | None = None
    counts: bool = True
    meant: dict[Seat, Colour] = field(default_factory=dict)
    undocked: Sequence[Undocked] = ()


def answer(question: Question, truth: Truth, solve: Solve) -> str:
    """The true one of the question's options; where it is not among them, another roll if that is offered."""
    wanted = TRUE_ANSWERS[question.kind](question, truth, solve) if question.kind in TRUE_ANSWERS else None
    for choice in (wanted, ROLL_AGAIN):
        if choice in question.options:
            return str(choice)
    return question.options[0]


def _die(question: Question, truth: Truth, solve: Solve) -> str | None:
    if truth.roll is None or question.die is None or question.die >= len(truth.roll.dice) or not truth.counts:
        return None
    return str(truth.roll.dice[question.die].value)


def _order(question: Question, truth: Truth, solve: Solve) -> str | None:
    return truth.face


def _closest(question: Question, truth: Truth, solve: Solve) -> str | None:
    return str(solve(truth.roll, CLOSEST)) if truth.roll and truth.counts else None


def _two_at_once(question: Question, truth: Truth, solve: Solve) -> str | None:
    meant = truth.meant.get(question.seat) if question.seat else None
    return str(meant) if meant else None


def _who(question: Question, truth: Truth, solve: Solve) -> str | None:
    asked = list(zip(question.bases, question.colours, strict=True))
    for imp in truth.undocked:
        for option in (f"{imp.seat}", f"{imp.seat} {imp.colour}"):
            if (imp.base, imp.colour) in asked and option in question.options:
                return option
    return NOBODY


TRUE_ANSWERS: Mapping[str, Callable[[Question, Truth, Solve], str | None]] = {
    "die": _die,
    "order": _order,
    "closest": _closest,
    "two_at_once": _two_at_once,
    "who": _who,
}
