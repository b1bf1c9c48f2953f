"""The dice as drawn boxes: pips, the Order die's signs, and the tumbling before they lie still."""

import random
from collections.abc import Sequence

from rich.text import Text

from pi_diavolo.table.effects import Status
from pi_diavolo.table.pieces import RIVALS, Colour, Die
from pi_diavolo.table.rulings import Reason
from pi_diavolo.table.scene import BY_PLACES, MOST_DICE, Scene
from pi_diavolo.terminal.blocks import Block, beside, boxed, joined, line, solid, tall, wrapped
from pi_diavolo.terminal.palette import EDGE, GHOST, GOLD, LOUD, PIPS, QUIET
from pi_diavolo.terminal.words import Words

LEFT, MIDDLE, RIGHT, BOTH, NONE = "●    ", "  ●  ", "    ●", "●   ●", "     "
PIP_ROWS = {
    1: (NONE, MIDDLE, NONE),
    2: (LEFT, NONE, RIGHT),
    3: (LEFT, MIDDLE, RIGHT),
    4: (BOTH, NONE, BOTH),
    5: (BOTH, MIDDLE, BOTH),
    6: (BOTH, BOTH, BOTH),
}
UNREAD = (NONE, "  ?  ", NONE)
GHOST_ROWS = (NONE, NONE, NONE)

# Signs of our own for the six orders, seven cells by three.
SIGNS = {
    "greatest_sum": ("   ┃   ", " ━━╋━━ ", "   ┃   "),
    "smallest_sum": ("       ", " ━━━━━ ", "       "),
    "greatest_difference": ("     █ ", " ◀─▶ █ ", " ▄   █ "),
    "most_odd": ("       ", " 1 3 5 ", " ‾ ‾ ‾ "),
    "highest_value": ("     █ ", "   ▄ █ ", " ▂ █ █ "),
    "closest": ("   ▼   ", " ▶ ◆ ◀ ", "   ▲   "),
}
NO_SIGN = ("       ", "   ?   ", "       ")
MARGIN_WIDTH, ORDER_WIDTH = 5, 17


def dice_block(scene: Scene, words: Words, frame: int) -> Block:
    """All coloured dice, one row a colour, with its letter and, once ruled, its score."""
    rows = [text for colour in RIVALS for text in _dice_row(scene, words, colour, frame)]
    width = max(row.cell_len for row in rows)
    return tuple(line(row, width) for row in rows)


def dice_line(scene: Scene, words: Words, frame: int) -> Text:
    """All coloured dice on one line, for small screens."""
    return joined(_short_row(scene, words, colour, frame) for colour in RIVALS)


def _short_row(scene: Scene, words: Words, colour: Colour, frame: int) -> Text:
    figures = (Text(f" {figure} ", PIPS[colour]) for figure in _figures(scene, colour, frame))
    return joined((Text(f" {words.letter(colour)} ", LOUD), *figures), "")


def scores_line(scene: Scene, words: Words) -> Text:
    """The colours' scores on one line, a star before the best; empty before the ruling."""
    reason = scene.ruling.reason if scene.ruling else None
    if reason is None:
        return Text()
    best = reason.sure_best
    return joined(
        Text(
            f"{'★' if colour in best else ' '}{words.letter(colour)} {_score(reason, colour, words)}",
            GOLD if colour in best else QUIET,
        )
        for colour in RIVALS
    )


def order_block(scene: Scene, words: Words) -> Block:
    """The gray die with the order's sign and name."""
    inside = ORDER_WIDTH - 2
    if scene.order is None:
        empty = (line("", inside), *(line(row, inside, justify="centre") for row in NO_SIGN))
        return boxed(tall(empty, 5, inside), GHOST)
    sign = (line(row, inside, justify="centre") for row in SIGNS.get(scene.order, NO_SIGN))
    name = wrapped(order_name(scene, words), inside, most=2)
    named = (line(each.plain.strip(), inside, justify="centre") for each in name)
    return solid(tall((*sign, *named), 5, inside), EDGE[Colour.GRAY], PIPS[Colour.GRAY])


def order_name(scene: Scene, words: Words) -> str:
    """The order in words, with a question mark while the table is not sure of it."""
    if scene.order is None:
        return "–"
    die = scene.roll.order_die if scene.roll else None
    doubtful = die is not None and die.face == scene.order and len(die.options) > 1
    if scene.ruling is not None:  # which knows what people said about it since
        doubtful = scene.ruling.reason is not None and bool(scene.ruling.reason.instead)
    return words.order(scene.order) + (" ?" if doubtful else "")


def _dice_row(scene: Scene, words: Words, colour: Colour, frame: int) -> Block:
    boxes = _boxes(scene, colour, frame)
    return beside(_margin(scene, words, colour), *boxes, gap=1)


def _margin(scene: Scene, words: Words, colour: Colour) -> Block:
    reason = scene.ruling.reason if scene.ruling else None
    score = "" if reason is None else _score(reason, colour, words)
    best = reason is not None and colour in reason.sure_best
    return (
        line("", MARGIN_WIDTH),
        line(words.letter(colour), MARGIN_WIDTH, GOLD if best else LOUD, "centre"),
        line(score, MARGIN_WIDTH, GOLD if best else QUIET, "centre"),
        line("★" if best else "", MARGIN_WIDTH, GOLD, "centre"),
        line("", MARGIN_WIDTH),
    )


def _score(reason: Reason, colour: Colour, words: Words) -> str:
    if colour in reason.unsure:
        return "?"
    if colour not in reason.sure_scores:
        return ""
    # Distances are measured: beside 40.5 a bare 38 would look like another kind of number.
    decimals = 1 if reason.order == BY_PLACES else None
    return words.number(round(reason.scores[colour], 1), decimals)


def _boxes(scene: Scene, colour: Colour, frame: int) -> list[Block]:
    if scene.seen:
        return [_die(die) for die in scene.seen.of(colour)[:MOST_DICE]]
    if scene.status in (Status.ROLLING, Status.LOBBY):
        return [_faced(colour, PIP_ROWS[_tumbling(colour, i, frame)]) for i in range(scene.dice_each)]
    if scene.status is Status.READING:
        return [_faced(colour, UNREAD)] * scene.dice_each
    return [boxed([Text(row) for row in GHOST_ROWS], GHOST)] * scene.dice_each


def _die(die: Die) -> Block:
    return _faced(die.colour, PIP_ROWS[die.value], mark="?" if len(die.options) > 1 else "▄")


def _faced(colour: Colour, rows: Sequence[str], mark: str = "▄") -> Block:
    return solid([Text(row) for row in rows], EDGE[colour], PIPS[colour], mark)


def _figures(scene: Scene, colour: Colour, frame: int) -> list[str]:
    if scene.seen:
        return [f"{die.value}{'?' if len(die.options) > 1 else ''}" for die in scene.seen.of(colour)]
    if scene.status is Status.ROLLING:
        return [str(_tumbling(colour, i, frame)) for i in range(scene.dice_each)]
    return ["?" if scene.status is Status.READING else "·"] * scene.dice_each


def _tumbling(colour: Colour, index: int, frame: int) -> int:
    # Any face will do, as long as the same frame always shows the same one.
    return random.Random(f"{colour}/{index}/{frame}").randint(1, 6)
