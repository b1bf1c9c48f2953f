"""The strip under an overlay: the answer at the left, why it is so beside it."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.ink import ASKING, BAD, DARK, GOOD, INKS, LIGHT, Ink, Pen, contrast
from pi_diavolo.vision.picture import Picture

LINES = 3


class Tone(StrEnum):
    """How the table stands to what it read."""

    SURE = "sure"
    INVALID = "invalid"
    ASKING = "asking"
    PLAIN = "plain"


TONES: dict[Tone, Ink] = {
    Tone.SURE: GOOD,
    Tone.INVALID: BAD,
    Tone.ASKING: ASKING,
    Tone.PLAIN: (120, 112, 108),
}


@dataclass(frozen=True, slots=True)
class Banner:
    """A headline of a word or two, the colour it names if any, and a sentence."""

    headline: str
    text: str
    tone: Tone
    colour: Colour | None = None


def with_banner(picture: Picture, banner: Banner, unit: float) -> Picture:
    """The picture with a strip under it; its height goes by the picture alone: films keep one size."""
    letters = 16.0 * unit
    width, tall = picture.shape[1], round((LINES * 1.9 + 1.1) * letters)
    strip: Picture = np.full((tall, width, 3), DARK, np.uint8)
    pen = Pen(strip, unit)
    strip[:, : round(0.5 * letters)] = TONES[banner.tone]
    left = _headline(pen, banner, 1.2 * letters, tall, letters)
    lines, letters = _fitted(pen, banner.text, width - left - letters, letters)
    step = 1.9 * letters
    for number, line in enumerate(lines):
        middle = tall / 2 + (number - (len(lines) - 1) / 2) * step
        pen.write(line, left, middle, letters, LIGHT)
    return np.vstack([picture, strip])


def _headline(pen: Pen, banner: Banner, left: float, tall: int, letters: float) -> float:
    if not banner.headline:
        return left
    ground = INKS[banner.colour] if banner.colour else TONES[banner.tone]
    height = 1.5 * letters
    while (
        height > 0.6 * letters
        and pen.width_of(banner.headline, height, bold=True) > 0.3 * pen.picture.shape[1]
    ):
        height *= 0.9
    width = max(pen.width_of(banner.headline, height, bold=True), 2 * height)
    space = (width - pen.width_of(banner.headline, height, bold=True)) / 2
    box = (width + 2 * letters, 3.6 * letters)
    pen.box((left, (tall - box[1]) / 2), box, ground, LIGHT)
    pen.write(banner.headline, left + letters + space, tall / 2, height, contrast(ground), bold=True)
    return left + box[0] + 1.2 * letters


def _fitted(pen: Pen, text: str, room: float, letters: float) -> tuple[list[str], float]:
    """The text in lines that fit, in smaller letters where it must be; the rest of too long a text is cut."""
    for smaller in (1.0, 0.85, 0.72, 0.6):
        lines = _wrapped(pen, text, room, letters * smaller)
        if len(lines) <= LINES:
            return lines, letters * smaller
    return [*lines[: LINES - 1], f"{lines[LINES - 1]} …"], letters * smaller


def _wrapped(pen: Pen, text: str, room: float, letters: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and pen.width_of(longer, letters) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
