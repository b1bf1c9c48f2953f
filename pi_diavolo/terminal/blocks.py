"""Blocks of text lines, measured in terminal cells, set beside and above each other."""

import unicodedata
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, chop_cells
from rich.text import Text

# A block is a rectangle: every line as wide as the others.
Block = tuple[Text, ...]

JOINER, SELECTORS, SKINS = "\u200d", range(0xFE00, 0xFE10), range(0x1F3FB, 0x1F400)


def visible(text: str) -> str:
    """The text without control characters, which could steer the terminal."""
    return "".join(" " if c in "\n\t" else c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")


def steady(text: str) -> str:
    """The text in characters that all terminals agree are one or two cells wide.

    A family or a flag made of several emoji is one picture here and four there, and would break the columns.
    """
    kept: list[str] = []
    after_joiner = False
    for c in visible(text):
        if c != JOINER and not after_joiner and _stands_alone(c):
            kept.append(c)
        after_joiner = c == JOINER
    return "".join(kept)


def _stands_alone(c: str) -> bool:
    return ord(c) not in SELECTORS and ord(c) not in SKINS and unicodedata.category(c) not in ("Cf", "Cs")


def line(text: str | Text, width: int, style: str = "", justify: str = "left") -> Text:
    """One line of exactly this width, cut with an ellipsis where it is too long."""
    made = text.copy() if isinstance(text, Text) else Text(steady(text), style)
    made.no_wrap = True
    made.truncate(max(0, width), overflow="ellipsis")
    room = max(0, width - made.cell_len)
    before = {"left": 0, "centre": room // 2, "right": room}[justify]
    made.pad_left(before)
    made.pad_right(room - before)
    return made


def wrapped(text: str, width: int, style: str = "", most: int | None = None) -> Block:
    """The text in lines of this width, at most so many, the last cut short if it must be."""
    lines = _broken(steady(text), max(1, width))
    if most is not None and len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])] if most > 0 else []
    return tuple(line(each, width, style) for each in lines)


def _broken(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines += chop_cells(word, width)
    return [each for each in lines if each] or [""]


def tall(block: Sequence[Text], height: int, width: int) -> Block:
    """The block cut or filled up to a height."""
    missing = max(0, height - len(block))
    return (*block[:height], *[Text(" " * max(0, width), no_wrap=True)] * missing)


def beside(*blocks: Sequence[Text], gap: int = 2) -> Block:
    """Blocks from left to right, the shorter ones filled up below."""
    height = max((len(block) for block in blocks), default=0)
    filled = [tall(block, height, block[0].cell_len if block else 0) for block in blocks]
    return tuple(joined(row, " " * gap) for row in zip(*filled, strict=True))


def joined(texts: Iterable[Text], between: str = " ") -> Text:
    """Texts on one line."""
    made = Text(between).join(texts)
    made.no_wrap = True
    return made


def boxed(block: Sequence[Text], style: str, title: str = "") -> Block:
    """A block in a thin frame, with a title in its upper edge."""
    width = max((each.cell_len for each in block), default=0)
    edge = line(title.center(width, "─") if cell_len(title) <= width else "─" * width, width, style)
    inside = (Text.assemble(("│", style), line(each, width), ("│", style)) for each in block)
    return (
        Text.assemble(("╭", style), edge, ("╮", style)),
        *inside,
        Text(f"╰{'─' * width}╯", style),
    )


def solid(block: Sequence[Text], edge: str, ground: str, mark: str = "▄") -> Block:
    """A block on a ground with a thick rounded edge; `mark` stands in the middle of the upper one."""
    width = max((each.cell_len for each in block), default=0)
    half = (width - 1) // 2
    return (
        Text(f"▗{'▄' * half}{mark}{'▄' * (width - half - 1)}▖", edge),
        *(Text.assemble(("▐", edge), _grounded(line(each, width), ground), ("▌", edge)) for each in block),
        Text(f"▝{'▀' * width}▘", edge),
    )


def _grounded(text: Text, ground: str) -> Text:
    text.stylize_before(ground)
    return text
