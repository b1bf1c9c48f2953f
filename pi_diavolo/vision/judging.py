"""What stands against believing a throw: dice that lean or are missing, and what was not seen well."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pi_diavolo.table.pieces import RIVALS, Colour
from pi_diavolo.table.view import INVALID, Code, Pixel, Trouble
from pi_diavolo.vision.certainty import SURE
from pi_diavolo.vision.die_scale import WAYS
from pi_diavolo.vision.overlapping import overlapping
from pi_diavolo.vision.roll_call import SURE_COLOUR, Called, is_ghostly
from pi_diavolo.vision.sight import A_FACE, SeenDie

# How sure the way a die lies must be: flat, or leaning or standing on another. That the Order die leans is
# overlooked more often. Of 1,284 other painted dice that lean 55 pass so, and 67 of 9,706 flat ones are
# doubted; it is 54 and 70 by 0.88, 57 and 64 by 0.80.
FLAT, ORDER_DIE_FLAT, NOT_FLAT = 0.84, 0.88, 0.95
NO_DIE = 0.02
# A die whose lying flat and whose top face are both in some doubt is doubted: so sure both must be together.
# If its value is in doubt as well, surer: between two faces of a die that leaned on a wall all three were.
FLAT_FACE, FLAT_FACE_IN_DOUBT = 0.7, 0.9
# Less sure of its likeliest value, it may be a shadow or a side, and the doubt is not about its value alone.
SOME_VALUE = 0.5
# And likelier than this without any pips, as a printed square is, it may be no die.
NO_PIPS = 0.02
# So much of the tray, two fingertips, is seen to be hidden where a hand is; less may be print or glare.
HIDDEN_MM2 = 400.0
# Where all dice are seen and no arm reaches in, deep shadows at a wall look like sleeves: then only so much,
# most of a hand, is taken for one.
HAND_MM2 = 3000.0

# The colours that dice of Diavolo have.
OURS = frozenset({*RIVALS, Colour.GRAY})
To_px = Callable[[SeenDie], Pixel]


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice in the tray with their colours settled, the strays outside it, and what else was seen."""

    dice: tuple[Called, ...]
    strays: tuple[Called, ...]
    dice_per_colour: int
    order_alone: bool
    covered_mm2: float
    unexplained: bool = False  # something lies there that may hide a die
    counts: Mapping[str, int] | None = None  # how many dice of each colour another game awaits
    whole: bool = False  # all dice that a throw can have are seen, and no arm reaches in

    @property
    def expected(self) -> Mapping[str, int]:
        """How many dice of each colour should lie there."""
        return expected_dice(self.dice_per_colour, self.order_alone) if self.counts is None else self.counts


def troubles(throw: Throw, px: To_px) -> tuple[Trouble, ...]:
    """All that is wrong; what is surely wrong makes all doubts idle: the throw does not count anyway."""
    covered = throw.covered_mm2 > HIDDEN_MM2
    if throw.covered_mm2 > (HAND_MM2 if throw.whole else HIDDEN_MM2):  # a hand looks like anything
        return (Trouble(Code.TRAY_HIDDEN),)
    crowded = _crowded(throw)
    lying = [trouble for n, die in enumerate(throw.dice) for trouble in _lying(n, die, crowded, px)]
    surely = [trouble for trouble in lying if trouble.code in INVALID]
    doubts = [trouble for trouble in lying if trouble.code not in INVALID]
    if throw.unexplained:
        doubts.append(Trouble(Code.DIE_UNSURE))
    doubts += [
        Trouble(Code.DIE_UNSURE, None, None, px(die)) for die in overlapping([die.seen for die in throw.dice])
    ]
    if crowded and _short(throw):  # rather one die taken for another than two faults at once
        doubts.append(Trouble(Code.DIE_UNSURE))
    unsettled = [trouble for trouble in doubts if not _is_about_value(throw, trouble)]
    if not unsettled:
        surely += _counted(throw, px)
    if surely and covered:  # under what may be a finger nothing surely leans
        return (Trouble(Code.TRAY_HIDDEN),)
    return tuple(surely or doubts)


def _short(throw: Throw) -> bool:
    """Some colour has fewer dice in the tray than there are."""
    there = Counter(die.colour for die in throw.dice)
    return bool(Counter(throw.expected) - there)


def _crowded(throw: Throw) -> frozenset[str]:
    """The colours of which more dice seem to lie there than there are: one of them may be none."""
    there = Counter(die.colour for die in throw.dice)
    return frozenset(colour for colour, count in there.items() if count > throw.expected.get(colour, 0))


def _lying(number: int, die: Called, crowded: frozenset[str], px: To_px) -> Iterator[Trouble]:
    seen, colour = die.seen, Colour(die.colour)
    _, cocked, stacked, nothing = seen.ways
    where = None if die.colour == "gray" else number
    # Only what is surely a die can surely lean: prints and shadows look askew as well.
    is_die = die.colour_chance >= SURE_COLOUR and nothing < NO_DIE and die.colour not in crowded
    if stacked > NOT_FLAT and is_die:
        yield Trouble(Code.DIE_STACKED, colour, where, px(seen))
    elif cocked > NOT_FLAT and is_die:
        yield Trouble(Code.DIE_COCKED, colour, where, px(seen))
    elif not is_well_seen(die) or die.value_chance < SURE:
        yield Trouble(Code.DIE_UNSURE, colour, where, px(seen))


def is_well_seen(die: Called) -> bool:
    """It lies flat, free and of one colour, all surely; its value may still be in doubt."""
    flat, face = die.seen.ways[WAYS.index("flat")], die.seen.face
    some = len(die.values) > 1 and die.value_chance >= SOME_VALUE and die.seen.values[0] < NO_PIPS
    named = die.value_chance >= SURE or some
    return (
        flat >= (ORDER_DIE_FLAT if die.colour == "gray" else FLAT)
        and face >= A_FACE
        and flat * face >= (FLAT_FACE if die.value_chance >= SURE else FLAT_FACE_IN_DOUBT)
        and die.colour_chance >= SURE_COLOUR
        and named
    )


def is_surely_die(die: SeenDie) -> bool:
    """It has a top face, and there is no doubt that it is something, whatever colour and value it has."""
    return die.face > A_FACE and die.ways[WAYS.index("nothing")] < NO_DIE


def _is_about_value(throw: Throw, trouble: Trouble) -> bool:
    return trouble.die is not None and is_well_seen(throw.dice[trouble.die])


def _counted(throw: Throw, px: To_px) -> Iterator[Trouble]:
    there = Counter(die.colour for die in throw.dice)
    for colour, wanted in throw.expected.items():
        outside = [die for die in throw.strays if die.colour == colour]
        for stray in outside[: max(0, wanted - there[colour])]:
            yield Trouble(Code.DIE_OUTSIDE_TRAY, Colour(colour), None, px(stray.seen))
        if there[colour] + len(outside) < wanted:
            yield Trouble(Code.DIE_MISSING, Colour(colour))
        if there[colour] > wanted:
            yield Trouble(Code.TOO_MANY_DICE, Colour(colour))
    for colour in sorted(there.keys() - throw.expected.keys()):  # a set has another order in every run
        yield Trouble(Code.TOO_MANY_DICE, Colour(colour))


def expected_dice(dice_per_colour: int, order_alone: bool) -> dict[str, int]:
    """How many dice of each colour a throw has."""
    of_each = 0 if order_alone else dice_per_colour
    return {str(colour): of_each for colour in RIVALS} | {"gray": 1}


def likely_per_colour(dice: Sequence[SeenDie]) -> int:
    """Three or two dice a colour: whichever needs fewer dice to be missing or too many."""
    seen = Counter(die.colour for die in dice)
    there = [seen[colour] for colour in RIVALS]
    strangers = sum(die.colour not in OURS and not is_ghostly(die) for die in dice)

    def amiss(each: int) -> int:
        many, few = sum(max(0, count - each) for count in there), sum(max(0, each - count) for count in there)
        # A die of another colour, such as a red one in too much light, may be any that is missing.
        return many + max(few, strangers)

    return min((3, 2), key=amiss)
