"""The players' table: gems, what everyone took and how fast, and what it came to."""

from collections.abc import Sequence

from rich.text import Text

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import SeatResult, Verdict
from pi_diavolo.table.scene import Row, Scene
from pi_diavolo.terminal.blocks import Block, joined, line, steady
from pi_diavolo.terminal.palette import BAD, GEM, GOLD, GOOD, LOUD, NO_GEM, QUIET, chip
from pi_diavolo.terminal.words import Label, Words

FULL_HAND = 5
RIGHT = (Verdict.RIGHT, Verdict.GAINED, Verdict.GAINED_AT_MOST)
WRONG = (Verdict.WRONG, Verdict.NONE)
MARK, GEMS, SIGN = 1, 6, 4
# Narrower than this, a letter stands for the colour and the milliseconds go.
ROOMY = 46


def players_block(scene: Scene, words: Words, width: int, human: Seat | None) -> Block:
    """One line a player, under a line of headings."""
    return (_headings(words, width), *(_player(scene, row, words, width, human) for row in scene.rows))


def player_lines(scene: Scene, words: Words, width: int, human: Seat | None) -> Block:
    """One line a player, without headings."""
    return tuple(_player(scene, row, words, width, human) for row in scene.rows)


def gem_row(count: int | None) -> Text:
    """Full and empty gems, five in all; nothing before the gems are dealt."""
    if count is None:
        return Text(" " * FULL_HAND)
    full = max(0, min(count, FULL_HAND))
    return Text.assemble(("◆" * full, GEM), ("◇" * (FULL_HAND - full), NO_GEM))


def _columns(width: int) -> tuple[int, int, int]:
    # The name, what was taken, and after how long.
    took, after = (10, 10) if width >= ROOMY else (3, 0)
    gaps = 5 if after else 4
    return max(1, width - MARK - GEMS - SIGN - took - after - gaps), took, after


def _headings(words: Words, width: int) -> Text:
    name, took, after = _columns(width)
    cells = [
        line("", MARK),
        line(words.label(Label.PLAYER), name, QUIET),
        line(words.label(Label.GEMS), GEMS, QUIET),
        line(words.label(Label.TOOK) if after else "", took, QUIET),
        *([line(words.label(Label.AFTER), after, QUIET, "right")] if after else []),
        line("", SIGN),
    ]
    return line(joined(cells), width)


def _player(scene: Scene, row: Row, words: Words, width: int, human: Seat | None) -> Text:
    name, took, after = _columns(width)
    cells = [
        line("▶" if row.seat == scene.roller else "", MARK, GOLD),
        _name(row, words, name, human),
        line(gem_row(row.gems) if row.still_in or row.gems else words.label(Label.OUT), GEMS),
        *_taken(row, words, took, after),
        line(_sign(row.result), SIGN),
    ]
    made = line(joined(cells), width)
    if not row.still_in:
        made.stylize("dim")
    return made


def _name(row: Row, words: Words, width: int, human: Seat | None) -> Text:
    name = steady(words.player(row.seat))
    if row.seat != human:
        return line(name, width)
    you = f" ({steady(words.label(Label.YOU))})"
    short = Text(name, LOUD)
    short.truncate(max(1, width - len(you)), overflow="ellipsis")
    return line(Text.assemble(short, (you, GOLD)), width)


def _taken(row: Row, words: Words, took: int, after: int) -> list[Text]:
    if row.took is None and row.gone is not None:
        # Nothing was taken, so there is no time either: the note has the room of both.
        return [line(_gone(row.gone, words, short=not after), took + after + (1 if after else 0))]
    return [
        line(_took(row, words, short=not after), took),
        *([line(_after(row, words, after), after, QUIET, "right")] if after else []),
    ]


def _took(row: Row, words: Words, short: bool) -> Text:
    if row.took is not None:
        return chip(row.took, words.letter(row.took) if short else steady(words.colour(row.took)))
    return Text("" if row.result is None else " –", QUIET)


def _gone(colour: Colour, words: Words, short: bool) -> Text:
    if short:
        return Text(f"✗ {words.letter(colour)}", QUIET)
    name, gone = steady(words.colour(colour)), steady(words.label(Label.GONE))
    return Text.assemble((" ✗ ", QUIET), (name, f"{QUIET} strike"), (f" {gone}", QUIET))


def _after(row: Row, words: Words, width: int) -> str:
    if row.early:
        return words.label(Label.EARLY)
    if row.after_ms is None or row.took is None:
        return ""
    if row.one_of_ms:
        return _one_of(row.one_of_ms, words, width)
    # The dock alone tells no more than that it was not later.
    return f"≤{words.milliseconds(row.after_ms)}" if row.docked else words.milliseconds(row.after_ms)


def _one_of(times: Sequence[float], words: Words, width: int) -> str:
    """Two as they are, more as a span; the unit goes first where room is short."""
    first, last = min(times), max(times)
    begun = words.number(first, 0) + ("/" if len(times) == 2 else "–")
    with_unit = begun + words.milliseconds(last)
    return with_unit if len(with_unit) <= width else begun + words.number(last, 0)


def _sign(result: SeatResult | None) -> Text:
    if result is None or result.verdict not in (*RIGHT, *WRONG):
        return Text("")
    change = f"{result.change:+d}".replace("-", "−") if result.change else ""
    right = result.verdict in RIGHT
    return Text(f"{'✓' if right else '✗'} {change}", GOOD if right else BAD)
