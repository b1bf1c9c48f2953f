"""Draws the dice found in any picture: boxes with their values."""

from collections.abc import Sequence

from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.banner import Banner, Tone, with_banner
from pi_diavolo.vision.free import FreeDie
from pi_diavolo.vision.ink import ASKING, INKS, Ink
from pi_diavolo.vision.labels import Label
from pi_diavolo.vision.overlay_sheet import Sheet
from pi_diavolo.vision.picture import Picture

SURE = 0.8


def draw_free(picture: Picture, dice: Sequence[FreeDie], text: str) -> Picture:
    """The picture with a box round each die, and how many there are under it."""
    sheet = Sheet(picture, [_corners(die) for die in dice])
    for die, outline in zip(dice, sheet.dice, strict=True):
        sheet.pen.outline(outline, _ink(die), 2.4)
        middle, reach = outline.mean(axis=0), (outline[2] - outline[0]) / 2
        letters = max(11 * sheet.unit, min(0.7 * float(reach.min()), 26 * sheet.unit))
        shown, ground = (f"{die.value}", _ink(die)) if die.confidence >= SURE else (f"{die.value} ?", ASKING)
        about = (float(middle[0]), float(middle[1]))
        sheet.labels.put(Label(shown, about, float(reach.max()), ground, letters))
    sheet.labels.draw()
    return with_banner(sheet.canvas, Banner(str(len(dice)), text, Tone.PLAIN), sheet.unit)


def _corners(die: FreeDie) -> list[tuple[float, float]]:
    x, y, width, height = die.box
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _ink(die: FreeDie) -> Ink:
    return INKS[Colour(die.colour)] if die.colour in list(Colour) else ASKING
