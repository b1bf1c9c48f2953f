"""The Order die may be of another size than the others: then it is looked at in its own size and height."""

from collections.abc import Sequence

from pi_diavolo.vision.aiming import A_TOP, MOST_STRANGE, is_apart, seems_askew, top_face
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.placing import placed
from pi_diavolo.vision.sight import SeenDie, Sight
from pi_diavolo.vision.steadying import steadied
from pi_diavolo.vision.table_file import TableFile

GRAY = COLOURS.index("gray")
# If it differs by more than this from the others, it is looked at otherwise.
ANOTHER_SIZE_MM = 0.3
# So likely gray, a die may be the Order die; so likely, it is, whatever it looks like in that size.
PERHAPS_GRAY, SURELY_GRAY = 0.05, 0.9


def settled(sight: Sight, table: TableFile, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice: how each lies is no more in doubt than need be, and an Order die is exactly placed."""
    if is_alike(table):
        return steadied(sight, table.tray, placed(sight, dice))
    others, order_dice = told_apart(sight, table, dice)
    return steadied(sight, table.tray, others) + order_dice


def is_alike(table: TableFile) -> bool:
    """The Order die is as large as the others."""
    return abs(table.order_die_mm - table.dice_mm) <= ANOTHER_SIZE_MM


def has_its_size(die: SeenDie, table: TableFile) -> bool:
    """It was looked at in the Order die's own size and height."""
    return is_alike(table) or die.size_mm == table.order_die_mm


def told_apart(
    sight: Sight, table: TableFile, seen: Sequence[SeenDie]
) -> tuple[list[SeenDie], list[SeenDie]]:
    """All other dice, and what may be an Order die of another size, settled in that size and height.

    Seen at the others' size and height, it may look like one of them; where none is gray, like a leaning one;
    and a much larger one like several.
    """
    maybe = [die for die in seen if _may_be_gray(die)]
    maybe = maybe or [die for die in seen if seems_askew(die)][:MOST_STRANGE]
    own, poses = sight.of(table.order_die_mm, [die.pose for die in maybe])
    closer = steadied(own, table.tray, placed(own, own.read(own.well_aimed(poses))))
    order_dice = [(die, other) for die, other in zip(maybe, closer, strict=True) if proves_gray(die, other)]
    others = [die for die in seen if all(die is not taken for taken, _ in order_dice)]
    each = each_once([die for _, die in order_dice])
    whole = [die for die in each if top_face(die) > A_TOP]
    return [die for die in others if is_apart(die, whole)], each


def each_once(dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The best look at each of these dice, some of which may have been spotted more than once."""
    kept: list[SeenDie] = []
    for die in sorted(dice, key=top_face, reverse=True):
        if is_apart(die, kept):
            kept.append(die)
    return kept


def _may_be_gray(die: SeenDie) -> bool:
    return die.colours[GRAY] > PERHAPS_GRAY


def proves_gray(die: SeenDie, other: SeenDie) -> bool:
    """Whether it is the Order die, by how it looks as one of the others and in the Order die's own size."""
    # What leans has no top face to compare with: it must prove to be a good one.
    least = top_face(die) if _may_be_gray(die) else A_TOP
    if die.is_order_die:  # a white one that a lamp has burnt may look gray, too, until its size is tried
        return other.is_order_die or die.colours[GRAY] > SURELY_GRAY
    return other.is_order_die and top_face(other) > least
