"""Which dice are there: what each is, what is one too many, and what is missing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from pi_diavolo.vision.certainty import SURE, THINKABLE
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.patches import distance
from pi_diavolo.vision.sight import SeenDie

Counts = Mapping[str, int]

# A colour that is likelier than this is taken for sure.
SURE_COLOUR = 0.97
# How often the dice on the table are just those expected.
USUALLY_ALL = 0.97
# And how often a die lies there whose colour this game does not have.
STRANGER = 0.01
MOST_ASSIGNMENTS = 600
# What has so little of a top face is a side face or a shadow, or a die that leans.
NO_FACE = 0.3
# Still it may be one: it is more likely something than not, surely shows pips, and lies so far, in die
# widths, from all dice whose side it could be. A die too many at a wall, aimed at badly, was overlooked when
# it had to be surely something; of 2,035 painted rolls rightly believed none is asked about for it.
MAY_BE_NOTHING, PIPPED, BY_ITSELF_DICE = 0.5, 0.9, 1.3


@dataclass(frozen=True, slots=True)
class Called:
    """A die with its colour settled: how sure that is, and which values it may show, the likeliest first."""

    seen: SeenDie
    colour: str
    colour_chance: float
    values: tuple[int, ...]
    value_chance: float


def call(dice: Sequence[SeenDie], expected: Counts) -> list[Called]:
    """Settle the colours of all dice together: the throw as a whole tells more than each die by itself."""
    chosen = _colours(dice, expected)
    return [_called(die, *each) for die, each in zip(dice, chosen, strict=True)]


def without_ghosts(dice: Sequence[Called], expected: Counts) -> list[Called]:
    """The dice without what is hardly one, if all that are expected lie there without it."""
    solid = [die for die in dice if not is_ghostly(die.seen)]
    if Counter(die.colour for die in solid) != Counter(expected):
        return list(dice)
    ghosts = [die for die in dice if is_ghostly(die.seen) and die.colour in expected]
    return solid + [ghost for ghost in ghosts if _may_be_die(ghost.seen, [die.seen for die in solid])]


def _may_be_die(ghost: SeenDie, solid: Sequence[SeenDie]) -> bool:
    """It leans, or was aimed at badly, and is no side, print or shadow that anybody knows of."""
    by_itself = all(
        distance(ghost.pose, die.pose) > BY_ITSELF_DICE * max(ghost.size_mm, die.size_mm) for die in solid
    )
    return ghost.ways[-1] < MAY_BE_NOTHING and max(ghost.values[1:]) > PIPPED and by_itself


def is_ghostly(die: SeenDie) -> bool:
    """What has hardly anything of a top face."""
    return die.face < NO_FACE


def _called(die: SeenDie, colour: str, chance: float) -> Called:
    if colour == "gray":
        return Called(die, colour, chance, (0,), 1.0)
    pips = {value: share for value, share in enumerate(die.values) if value}
    whole = sum(pips.values()) or 1.0
    ranked = sorted(pips, key=lambda value: -pips[value])
    best = pips[ranked[0]] / whole * (1 - die.values[0])
    maybe = [value for value in ranked[1:] if best < SURE and pips[value] / whole > THINKABLE]
    return Called(die, colour, chance, (ranked[0], *maybe), best)


def _colours(dice: Sequence[SeenDie], expected: Counts) -> list[tuple[str, float]]:
    """Each die's colour and its chance, given that the dice are usually just those expected."""
    thinkable = [_thinkable(die) for die in dice]
    if prod(len(each) for each in thinkable) > MOST_ASSIGNMENTS:
        return [(die.colour, max(die.colours)) for die in dice]
    weights = [Counter[str]() for _ in dice]
    for colours, weight in _assignments(dice, thinkable, expected):
        for tally, colour in zip(weights, colours, strict=True):
            tally[colour] += weight  # type: ignore[assignment]
    return [_best(tally) for tally in weights]


def _assignments(
    dice: Sequence[SeenDie], thinkable: Sequence[Sequence[str]], expected: Counts
) -> Iterator[tuple[tuple[str, ...], float]]:
    awaited = Counter(expected)
    for colours in product(*thinkable):
        weight = prod(die.colours[COLOURS.index(colour)] for die, colour in zip(dice, colours, strict=True))
        strangers = sum(colour not in expected for colour in colours) if expected else 0
        fits = Counter(colours) == awaited
        yield colours, weight * (USUALLY_ALL if fits else 1 - USUALLY_ALL) * STRANGER**strangers


def _thinkable(die: SeenDie) -> list[str]:
    return [colour for colour, chance in zip(COLOURS, die.colours, strict=True) if chance > THINKABLE]


def _best(tally: Mapping[str, float]) -> tuple[str, float]:
    colour = max(tally, key=lambda each: tally[each])
    return colour, tally[colour] / (sum(tally.values()) or 1.0)
