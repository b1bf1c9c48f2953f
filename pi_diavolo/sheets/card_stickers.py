"""The sheet with the stickers by which the camera knows the imps' cards, each beside its imp's name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from pi_diavolo.sheets.markers import Cells, printed
from pi_diavolo.sheets.pages import (
    DARK,
    FOOT_MM,
    HEAD_MM,
    MARGIN_MM,
    Mark,
    Page,
    Paper,
    Text,
    cut_along,
    page,
    sides,
)

COLUMNS = 3
GAP_MM = 4.0
LETTERS = 256  # of the font that needs no file: those of Latin-1
HINTS = (
    "Cut along the thin lines: the white round a marker belongs to it. Glue each sticker on the face of its",
    "imp's card, flat, near the edge that points to the tray, where it hides nothing that you want to read.",
    "The number belongs to the name. It stays the same as long as your card file keeps its order.",
)


@dataclass(frozen=True, slots=True)
class CardSticker:
    """One sticker: its number, its imp, its cells with the black border, and its sizes."""

    number: int
    imp: str
    cells: Cells
    marker_mm: float
    quiet_mm: float

    @property
    def side_mm(self) -> float:
        """How wide it is cut."""
        return self.marker_mm + 2 * self.quiet_mm


def card_sticker_pages(stickers: Sequence[CardSticker], paper: Paper) -> tuple[Page, ...]:
    """As many pages as the stickers need."""
    width, height = sides(paper)
    side = max(sticker.side_mm for sticker in stickers)
    rows = int((height - HEAD_MM - FOOT_MM) // (side + GAP_MM))
    column = (width - 2 * MARGIN_MM) / COLUMNS
    title = f"Card stickers, {stickers[0].marker_mm:g} mm"
    return tuple(
        page(paper, title, HINTS, _grid(stickers[first : first + COLUMNS * rows], column, side + GAP_MM))
        for first in range(0, len(stickers), COLUMNS * rows)
    )


def _grid(stickers: Sequence[CardSticker], column: float, row: float) -> Iterator[Mark]:
    for place, sticker in enumerate(stickers):
        down, across = divmod(place, COLUMNS)
        x, y = MARGIN_MM + across * column, HEAD_MM + down * row
        side, quiet = sticker.side_mm, sticker.quiet_mm
        yield from cut_along(x, y, side, side)
        yield from printed(sticker.cells, x + quiet, y + quiet, sticker.marker_mm)
        for line, words in enumerate(_lines(sticker.imp)):
            yield Text((x + side + 2.0, y + side / 2 - 1.0 + 4.0 * line), words, points=9, bold=True)
        yield Text((x + side + 2.0, y + side - 1.0), f"marker {sticker.number}", points=8, shade=DARK)


def _lines(name: str, longest: int = 18) -> tuple[str, ...]:
    """A name in one line or two, in letters that every printer's own font has."""
    plain = "".join(map(_printable, name))
    if len(plain) <= longest:
        return (plain,)
    cut = plain.rfind(" ", 0, longest + 1)
    cut = cut if cut > 0 else longest
    return (plain[:cut], plain[cut:].strip())


def _printable(letter: str) -> str:
    plain = letter if ord(letter) < LETTERS else normalize("NFKD", letter)[0]
    return plain if ord(plain) < LETTERS else "?"
