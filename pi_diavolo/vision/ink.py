"""Lines, words and labels drawn over a picture, seen on any ground: their edges contrast with them."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.picture import Picture

Ink = tuple[int, int, int]  # blue, green, red

DARK: Ink = (24, 22, 22)
LIGHT: Ink = (250, 250, 250)
GOOD: Ink = (96, 190, 70)
BAD: Ink = (75, 22, 240)
ASKING: Ink = (36, 176, 255)

INKS: dict[Colour, Ink] = {
    Colour.BLACK: (40, 36, 36),
    Colour.WHITE: (246, 246, 246),
    Colour.RED: (52, 40, 214),
    Colour.GRAY: (158, 150, 146),
    Colour.GREEN: (80, 160, 50),
    Colour.BLUE: (205, 110, 40),
    Colour.YELLOW: (50, 215, 245),
    Colour.PURPLE: (165, 60, 135),
    Colour.ORANGE: (30, 130, 250),
}

# OpenCV 4 draws ASCII only; OpenCV 5 has a font with accents and arrows.
SPELLS_ALL = int(cv2.__version__.split(".")[0]) >= 5
SPELT = {
    "→": "->", "–": "-", "—": "-", "×": "x", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "…": "...",
    "«": '"', "»": '"', "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
    "œ": "oe", "Œ": "Oe", "æ": "ae", "·": "-", "±": "+/-",
}  # fmt: skip
CAPITAL = 21.0  # pixels that a capital letter is high at scale 1


def contrast(ink: Ink) -> Ink:
    """Black or white, whichever stands out from it."""
    blue, green, red = ink
    return DARK if 0.11 * blue + 0.59 * green + 0.3 * red > 120 else LIGHT


def spelt(text: str, spells_all: bool = SPELLS_ALL) -> str:
    """The text in letters that the font has."""
    text = " ".join(text.split())  # narrow spaces and others of their kind
    if spells_all:
        return text
    plain = "".join(SPELT.get(letter, letter) for letter in text)
    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on one picture; `unit` is a hair's width there, about a thousandth of the shorter side."""

    picture: Picture
    unit: float

    def outline(self, points: npt.ArrayLike, ink: Ink, width: float = 2.0, closed: bool = True) -> None:
        """A line through these points in its ink, with a contrasting edge on both sides."""
        path = [_fixed(points)]
        for colour, thickness in ((contrast(ink), width + 2.2), (ink, width)):
            cv2.polylines(self.picture, path, closed, colour, self._px(thickness), cv2.LINE_AA, SHIFT)

    def thread(self, points: npt.ArrayLike, ink: Ink, width: float = 1.0, closed: bool = False) -> None:
        """A thin line without an edge, for what should not shout."""
        cv2.polylines(self.picture, [_fixed(points)], closed, ink, self._px(width), cv2.LINE_AA, SHIFT)

    def ring(self, centre: Sequence[float], radius: float, ink: Ink, width: float = 3.0) -> None:
        """A circle round what is doubtful."""
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        circle = np.column_stack([np.cos(turn), np.sin(turn)]) * radius + np.asarray(centre, np.float64)
        self.outline(circle, ink, width)

    def cross(self, centre: Sequence[float], radius: float, ink: Ink = BAD) -> None:
        """What does not count is crossed out."""
        x, y = centre
        for dy in (radius, -radius):
            self.outline([(x - radius, y - dy), (x + radius, y + dy)], ink, 3.0, closed=False)

    def disc(self, centre: Sequence[float], radius: float, ink: Ink) -> None:
        """A filled spot with an edge."""
        middle = _fixed([centre])[0]
        for colour, reach in ((contrast(ink), radius + 1.1 * self.unit), (ink, radius)):
            size = round(reach * 2**SHIFT)
            cv2.circle(self.picture, middle.tolist(), size, colour, -1, cv2.LINE_AA, SHIFT)

    def box(self, corner: Sequence[float], size: Sequence[float], ink: Ink, edge: Ink | None = None) -> None:
        """A filled rectangle with round corners."""
        (x, y), (width, height) = corner, size
        if edge is not None:
            grown = 1.3 * self.unit
            self.box((x - grown, y - grown), (width + 2 * grown, height + 2 * grown), edge)
        cv2.fillPoly(self.picture, [_fixed(_rounded(x, y, width, height))], ink, cv2.LINE_AA, SHIFT)

    def write(
        self, text: str, left: float, middle: float, height: float, ink: Ink, bold: bool = False
    ) -> None:
        """Words whose capitals are so high, the middle of these at this line."""
        font, scale, thickness = self._font(height, bold)
        at = (round(left), round(middle + height / 2))
        cv2.putText(self.picture, spelt(text), at, font, scale, ink, thickness, cv2.LINE_AA)

    def width_of(self, text: str, height: float, bold: bool = False) -> float:
        """How wide words of this height are."""
        font, scale, thickness = self._font(height, bold)
        return float(cv2.getTextSize(spelt(text), font, scale, thickness)[0][0])

    def _font(self, height: float, bold: bool) -> tuple[int, float, int]:
        scale = height / CAPITAL
        font = cv2.FONT_HERSHEY_DUPLEX if bold else cv2.FONT_HERSHEY_SIMPLEX
        return font, scale, 1 if SPELLS_ALL else max(1, round(2 * scale))

    def _px(self, width: float) -> int:
        return max(1, round(width * self.unit))


SHIFT = 4  # points are given to OpenCV in sixteenths of a pixel


def _fixed(points: npt.ArrayLike | Iterable[Sequence[float]]) -> npt.NDArray[np.int32]:
    scaled = np.asarray(points, np.float64).reshape(-1, 2) * 2**SHIFT
    # What lies far outside must not overflow; it is not seen anyway.
    return np.asarray(np.rint(np.clip(scaled, -(2**24), 2**24)), np.int32)


def _rounded(x: float, y: float, width: float, height: float) -> npt.NDArray[np.float64]:
    radius = 0.28 * min(width, height)
    quarter = np.linspace(0, np.pi / 2, 6)
    corner = np.column_stack([np.cos(quarter), np.sin(quarter)]) * radius
    parts = []
    for turn, (cx, cy) in enumerate(((1, 1), (0, 1), (0, 0), (1, 0))):
        middle = (x + (width - radius if cx else radius), y + (height - radius if cy else radius))
        cos, sin = np.cos(turn * np.pi / 2), np.sin(turn * np.pi / 2)
        parts.append(corner @ np.array([[cos, sin], [-sin, cos]]) + middle)
    return np.concatenate(parts)
