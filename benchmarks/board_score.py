"""What came of painted boards that were read: right, unsure, or wrong and sure."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from benchmarks.board_baseline import nearest_colours
from pi_diavolo.simulator.painting.board_drawing import BoardPlace
from pi_diavolo.simulator.painting.board_positions import PieceTruth, Position
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.board_looking import BoardLook
from pi_diavolo.table.boards import CounterSeen, Square
from pi_diavolo.vision.board_patches import BoardPatches

AT_A_LINE_MM = 2.5  # so near a square a counter across a line lies partly on it


@dataclass(slots=True)
class Tally:
    """What came of some boards; a wrong one is sure of something that is not so."""

    boards: int = 0
    tidy: int = 0  # nothing across, stacked, strange or hidden
    placed: int = 0  # of the tidy ones: every square and colour sure and right
    fully_sure: int = 0  # and every shape
    pieces: int = 0
    sure_pieces: int = 0
    doubted: Counter[str] = field(default_factory=Counter)  # what was unsure about counters that stood well
    empty: int = 0
    sure_empty: int = 0
    across: int = 0
    told_across: int = 0
    stacks: int = 0
    as_upper: int = 0  # stacks read as the counter on top
    hands: int = 0
    hands_seen: int = 0
    too_bright: int = 0  # for white counters
    not_looked_at: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    rolls: int = 0
    sure_rolls: int = 0
    mixed_rolls: int = 0  # of these with dice of two colours
    sure_mixed_rolls: int = 0
    wrong_rolls: list[str] = field(default_factory=list)
    baseline_pieces: int = 0
    baseline_wrong: int = 0
    board_ms: list[float] = field(default_factory=list)
    dice_ms: list[float] = field(default_factory=list)

    @property
    def known(self) -> int:
        """Counters whose square and colour are sure and right, whether or not their shape is."""
        return self.sure_pieces + self.doubted["shape"]

    def add(self, other: "Tally") -> None:
        """Count another tally's boards, too."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Scorer:
    """Compares what was seen on one board with what truly stands there."""

    seed: int
    layout: Layout
    place: BoardPlace
    position: Position
    tally: Tally

    def score(self, look: BoardLook, strange: set[Square], tidy: bool) -> None:
        """Square by square; of `strange` ones nobody can say what is there."""
        tally = self.tally
        tally.too_bright += bool(look.lost)
        seen = {counter.square: counter for counter in look.counters}
        unsure = set(look.unsure)
        stands = {truth.square: truth for truth in self.position.truth if truth.square is not None}
        stacked = {self._square_of(t): t for t in self.position.truth if t.stacked}  # the upper comes last
        across = [t for t in self.position.truth if t.square is None and not t.stacked]
        lines = self.near([truth.where for truth in across], AT_A_LINE_MM)
        for square in self.layout.squares():
            told = seen.get(square)
            if square in stands:
                lost = told is None and stands[square].colour in look.lost
                self._score_piece(stands[square], told, lost or square in unsure)
            elif square in stacked:
                lost = told is None and stacked[square].colour in look.lost
                self._score_stack(stacked[square], told, lost or square in unsure)
            elif square in lines or square in strange:
                if told is not None and not told.maybe and told.shape is not None:
                    self._wrong(square, f"{told.colour} {told.shape} though none stands there well")
            else:
                tally.empty += 1
                tally.sure_empty += told is None and square not in unsure
                if told is not None:
                    self._wrong(square, f"{told.colour} {told.shape} on an empty square")
        for truth in across:
            if truth.colour not in look.lost:
                self._score_across(truth, seen, unsure)
        if tidy:
            tally.tidy += 1
            doubted = unsure or look.lost or any(counter.maybe for counter in look.counters)
            placed = not doubted and not tally.wrong
            tally.placed += placed
            tally.fully_sure += placed and all(counter.shape for counter in look.counters)

    def _score_piece(self, truth: PieceTruth, told: CounterSeen | None, unsure: bool) -> None:
        tally = self.tally
        tally.pieces += 1
        if unsure:
            tally.doubted["square"] += 1
        elif told is None:
            self._wrong(truth.square, f"empty, but {truth.colour} {truth.shape} stands there")
        elif truth.colour not in (told.colour, *told.maybe) or told.shape not in (None, truth.shape):
            self._wrong(truth.square, f"{told.colour} {told.shape}, but it is {truth.colour} {truth.shape}")
        elif told.maybe or told.shape is None:
            tally.doubted["colour" if told.maybe else "shape"] += 1
        elif told.colour is truth.colour:
            tally.sure_pieces += 1
        else:
            self._wrong(truth.square, f"{told.colour}, but it is {truth.colour}")

    def _score_stack(self, truth: PieceTruth, told: CounterSeen | None, unsure: bool) -> None:
        self.tally.stacks += 1
        if unsure:
            return
        if told is not None and (told.colour, told.shape) == (truth.colour, truth.shape):
            self.tally.as_upper += 1
        elif told is None or not (told.maybe or told.shape is None):
            self._wrong(self._square_of(truth), f"a stack read as {told}")

    def _score_across(self, truth: PieceTruth, seen: dict[Square, CounterSeen], unsure: set[Square]) -> None:
        square = self._square_of(truth)
        if square is None:  # it lies beside the board
            return
        self.tally.across += 1
        if square in unsure:
            self.tally.told_across += 1
        elif square not in seen and not self.near([truth.where], AT_A_LINE_MM) & unsure:
            self._wrong(square, f"empty, but {truth.colour} {truth.shape} lies across its line")

    def score_baseline(self, patches: BoardPatches, strange: set[Square]) -> None:
        """The same for the nearest colour of each square's middle."""
        found = dict(zip(self.layout.squares(), nearest_colours(patches), strict=True))
        stands = {truth.square: truth.colour for truth in self.position.truth if truth.square is not None}
        others = strange | self.near(
            [truth.where for truth in self.position.truth if truth.square is None], 3
        )
        for square, colour in found.items():
            if square in stands:
                self.tally.baseline_pieces += colour is stands[square]
            if square not in others or square in stands:
                self.tally.baseline_wrong += colour is not stands.get(square)

    def near(self, places: list[tuple[float, float]], reach: float) -> set[Square]:
        """The squares that come so near (mm) to one of these places."""
        place, half = self.place, self.place.square_mm / 2
        near = set()
        for square in self.layout.squares():
            x, y = place.middle(square)
            if any(max(abs(x - u), abs(y - v)) < half + reach for u, v in places):
                near.add(square)
        return near

    def _square_of(self, truth: PieceTruth) -> Square | None:
        near = self.near([truth.where], 0.0)
        return next(iter(near), None)

    def _wrong(self, square: Square | None, what: str) -> None:
        self.tally.wrong.append(f"board {self.seed}, {square.name if square else '-'}: {what}")


def report(tally: Tally) -> str:
    """The figures for people."""
    wrong_squares = tally.baseline_wrong
    lines = [
        f"{tally.boards} boards; {sum(tally.not_looked_at.values())} could not be looked at"
        f" {dict(tally.not_looked_at)}, on {tally.too_bright} white ones may be lost;"
        f" hands over the board: {tally.hands_seen} of {tally.hands} noticed",
        f"counters that stand well: {tally.pieces}; square and colour sure and right {tally.known}"
        f" ({_share(tally.known, tally.pieces)}), the shape, too {tally.sure_pieces}"
        f" ({_share(tally.sure_pieces, tally.pieces)}); unsure {dict(tally.doubted)}",
        f"empty squares: {tally.empty}, surely empty {tally.sure_empty}"
        f" ({_share(tally.sure_empty, tally.empty)})",
        f"across a line: {tally.across}, said so {tally.told_across}; stacks: {tally.stacks},"
        f" read as the one on top {tally.as_upper}",
        f"boards with nothing wrong on them: {tally.tidy}, every square and colour sure {tally.placed}"
        f" ({_share(tally.placed, tally.tidy)}), every shape, too {tally.fully_sure}"
        f" ({_share(tally.fully_sure, tally.tidy)})",
        f"two dice: {tally.rolls} rolls, sure and right {tally.sure_rolls}"
        f" ({_share(tally.sure_rolls, tally.rolls)}), wrong {len(tally.wrong_rolls)}; of two colours"
        f" {tally.mixed_rolls}, sure and right {tally.sure_mixed_rolls}"
        f" ({_share(tally.sure_mixed_rolls, tally.mixed_rolls)})",
        f"CPU: board {_middle(tally.board_ms)} ms, dice {_middle(tally.dice_ms)} ms (median)",
        f"nearest colour, for comparison: {tally.baseline_pieces} of {tally.pieces} counters' colours right,"
        f" {wrong_squares} squares wrong, and all of it sure",
        f"WRONG AND SURE: {len(tally.wrong)} squares",
        *tally.wrong,
        *tally.wrong_rolls,
    ]
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%}" if whole else "-"


def _middle(times: list[float]) -> str:
    return f"{np.median(times):.0f}" if times else "-"
