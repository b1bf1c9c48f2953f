"""What stands on each square of the board, and how sure that is: a network's answers, asked four times.

Which shape a counter has, a second network says, which looks closer (`board_shapes`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pi_diavolo.table.boards import CounterSeen, Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.board_kinds import COLOURS, Kind
from pi_diavolo.vision.board_patches import BoardPatches, Numbers
from pi_diavolo.vision.networks import run
from pi_diavolo.vision.table_board import GameBoard

QUARTERS = 4
KINDS = len(Kind)
# So likely, by all four together, a square is surely empty, or a counter surely stands there, and its colour
# is sure.
SURE_EMPTY, SURE_STANDS, SURE_COLOUR = 0.95, 0.98, 0.98
# And its shape, if the closer look finds the one that is likelier at first sight so likely. A shadow, a
# hollow top or a second counter below makes a flat look like a pawn more often than anything makes a pawn
# look flat; and most counters are flats.
SURE_SHAPE = {Kind.FLAT: 0.99, Kind.PAWN: 0.999}
# Where a pawn's head is seen less than this beside its foot (mm), a flat with a rim looks just like it.
LEAST_LEAN_MM = 1.5
# The tip of a pawn's shadow looks like a white counter that stands in a shadow: a white one that is darker
# than this share of the paper must be so likely.
SHADOW, SURE_IN_SHADOW = 0.85, 0.9995
# Colours that a lamp's own colour, glare or the dark brings together; a sure one leaves its like no more.
# What mirrors a lamp is nearly white, whatever its colour: to white they are all alike.
ALIKE = (
    (Colour.ORANGE, Colour.RED), (Colour.ORANGE, Colour.YELLOW), (Colour.YELLOW, Colour.WHITE),
    (Colour.RED, Colour.PURPLE), (Colour.PURPLE, Colour.BLUE), (Colour.BLUE, Colour.BLACK),
    (Colour.GREEN, Colour.BLACK), (Colour.PURPLE, Colour.BLACK),
)  # fmt: skip
MOST_ALIKE = 0.005
# A black one lighter than this share of the paper may be a white one's side that no lamp reaches.
PALE_BLACK = 0.3
# A square so surely empty at first sight is not looked at three times more.
PLAINLY_EMPTY = 0.9995
# A colour at least so likely in any of the four may be the right one.
THINKABLE = 0.02
LEAST_CHANCE = 1e-6
# More squares than this that look hidden: a hand is over the board.
MOST_HIDDEN = 1
SHAPES = {Kind.FLAT: Shape.FLAT, Kind.PAWN: Shape.PAWN}
UNKNOWN = 0.5  # how likely a pawn is what nobody looked closer at

# Looks again at the counters on the squares of these numbers: how likely is each a pawn?
Closer = Callable[[Sequence[int]], Numbers]


@dataclass(frozen=True, slots=True)
class _Tone:
    """A square's middle: how light it is beside paper, and whether it is too bright to have any colour, or
    to tell one from another."""

    light: float
    washed_out: bool
    hueless: bool = False


@dataclass(frozen=True, slots=True)
class SquareSeen:
    """One square: the likeliest Kind, whether that is sure, and the counter if one stands there."""

    square: Square
    kind: Kind
    is_sure: bool
    counter: CounterSeen | None = None


def see_squares(patches: BoardPatches, board: GameBoard, closer: Closer) -> tuple[SquareSeen, ...]:
    """Every square, row by row from the near left; `closer` looks again at what stands there."""
    answers = _asked(patches)
    standing = [n for n in range(answers.shape[1]) if _stands(_together(answers[:, n, :KINDS]))]
    pawns = dict(zip(standing, closer(standing).tolist(), strict=True))
    leans = np.hypot(*patches.lean.T) >= LEAST_LEAN_MM
    tones = [
        _Tone(float(light), bool(washed_out), bool(hueless))
        for light, washed_out, hueless in zip(
            patches.lightness(), patches.washed_out(), patches.hueless(), strict=True
        )
    ]
    squares = (Square(column, row) for row in range(board.rows) for column in range(board.columns))
    return tuple(
        _seen(square, answers[:, n], bool(leans[n]), tones[n], pawns.get(n, UNKNOWN))
        for n, square in enumerate(squares)
    )


def _asked(patches: BoardPatches) -> Numbers:
    """The network's answers (4, N, kinds and colours), one for each quarter turn of the board."""
    first = run("board", patches.normal())
    answers = np.repeat(first[None], QUARTERS, axis=0)
    again = np.flatnonzero(first[:, Kind.EMPTY] < PLAINLY_EMPTY)
    if len(again):
        some = patches.only(again)
        for quarters in range(1, QUARTERS):
            answers[quarters, again] = run("board", some.turned(quarters).normal())
    return answers


def _stands(kinds: Numbers) -> bool:
    """A counter surely stands there."""
    return Kind(int(kinds.argmax())) in SHAPES and kinds[Kind.FLAT] + kinds[Kind.PAWN] >= SURE_STANDS


def _seen(square: Square, answers: Numbers, leans: bool, tone: _Tone, pawn: float) -> SquareSeen:
    kinds, colours = _together(answers[:, :KINDS]), answers[:, KINDS:]
    kind = Kind(int(kinds.argmax()))
    if kind is Kind.EMPTY:
        return SquareSeen(square, kind, bool(kinds[kind] >= SURE_EMPTY))
    if not _stands(kinds):
        return SquareSeen(square, kind, False)
    stands = kinds[Kind.FLAT] + kinds[Kind.PAWN]
    closer = pawn if kind is Kind.PAWN else 1 - pawn
    shape = SHAPES[kind] if leans and closer >= SURE_SHAPE[kind] else None
    counter = _counter(square, shape, colours, tone)
    if tone.light < SHADOW and counter.colour is Colour.WHITE and stands < SURE_IN_SHADOW:
        return SquareSeen(square, kind, False)
    return SquareSeen(square, kind, True, counter)


def _counter(square: Square, shape: Shape | None, colours: Numbers, tone: _Tone) -> CounterSeen:
    """A counter surely stands there; its colour may still be in doubt."""
    chances = _together(colours)
    best = int(chances.argmax())
    like = (chances[COLOURS.index(other)] for other in COLOURS if _alike(COLOURS[best], other))
    is_pale = COLOURS[best] is Colour.BLACK and tone.light > PALE_BLACK
    most_alike = max(*like, chances[COLOURS.index(Colour.WHITE)] if is_pale else 0.0)
    # What looks white where it mirrors a lamp may be of any colour, and so may what is of no hue any more.
    mirrors = tone.washed_out if COLOURS[best] is Colour.WHITE else tone.hueless
    if chances[best] >= SURE_COLOUR and most_alike <= MOST_ALIKE and not mirrors:
        return CounterSeen(square, COLOURS[best], shape)
    most = colours.max(axis=0)
    # One other at least: what is not sure must be doubtful.
    likely = np.flatnonzero(most >= (0.0 if mirrors else min(THINKABLE, float(np.sort(most)[-2]))))
    order = sorted(likely.tolist(), key=lambda n: -float(chances[n]))
    return CounterSeen(square, COLOURS[best], shape, tuple(COLOURS[n] for n in order if n != best))


def _alike(one: Colour, other: Colour) -> bool:
    """The first may be the second in another light."""
    if one is Colour.WHITE:
        return other is not one
    return (one, other) in ALIKE or (other, one) in ALIKE


def _together(answers: Numbers) -> Numbers:
    """What four answers (4, n) say as one: what any of them finds unlikely is unlikely."""
    joined = np.exp(np.log(answers + LEAST_CHANCE).mean(axis=0))
    return np.asarray(joined / joined.sum(), np.float32)


def is_hidden(squares: Iterable[SquareSeen]) -> bool:
    """A hand, or something as large, is over the board."""
    return sum(seen.kind is Kind.HIDDEN for seen in squares) > MOST_HIDDEN


def beside(squares: Iterable[SquareSeen]) -> int:
    """How many counters stand on no square of their own: squares that share one are counted once."""
    odd = {seen.square for seen in squares if seen.kind in (Kind.ACROSS, Kind.STRANGE)}
    count = 0
    while odd:
        count += 1
        group = [odd.pop()]
        while group:
            near = [square for square in _round(group.pop()) if square in odd]
            odd.difference_update(near)
            group += near
    return count


def _round(square: Square) -> Iterator[Square]:
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            if right or up:
                yield Square(square.column + right, square.row + up)
