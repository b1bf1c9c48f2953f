"""The moves as they count, with all corrections that stand."""

from collections.abc import Iterator
from dataclasses import replace

from pi_diavolo.games.devilish_duels.moves import Move
from pi_diavolo.games.devilish_duels.state import Amendment, Game
from pi_diavolo.table.duels import DieShown, DuelCorrected
from pi_diavolo.table.events import Correction


def standing(game: Game) -> tuple[Amendment, ...]:
    """The corrections that were not undone."""
    return tuple(each for each in game.amendments if not each.undone)


def moves_in_force(game: Game) -> tuple[Move, ...]:
    """All moves with the last that people said about each."""
    return tuple(_in_force(game))


def is_left_behind(game: Game, move: Move) -> bool:
    """Its round began anew after it: whatever people say about the move, it counts no more."""
    return any(
        isinstance(each.correction, Correction)
        and each.until is not None
        and each.correction.turn == move.place[0]
        and move.number <= each.until
        for each in standing(game)
    )


def struck_rounds(game: Game) -> frozenset[int]:
    """The rounds that nothing came of."""
    return frozenset(
        each.correction.turn
        for each in standing(game)
        if isinstance(each.correction, Correction) and each.until is None
    )


def touched_rounds(game: Game) -> frozenset[int]:
    """The rounds that people put something right in."""
    if not game.amendments:
        return frozenset()
    moved = {each.correction.move for each in standing(game) if isinstance(each.correction, DuelCorrected)}
    return struck_rounds(game) | {move.place[0] for move in game.moves if move.number in moved}


def _in_force(game: Game) -> Iterator[Move]:
    last_said = {
        each.correction.move: each.correction
        for each in standing(game)
        if isinstance(each.correction, DuelCorrected)
    }
    for move in game.moves:
        if not is_left_behind(game, move):
            correction = last_said.get(move.number)
            now = move if correction is None else _corrected(move, correction)
            if now is not None:
                yield now


def _corrected(move: Move, correction: DuelCorrected) -> Move | None:
    if correction.struck:
        return None
    if correction.choice is not None:
        return replace(move, choice=correction.choice)
    dice = zip(move.dice, correction.values, strict=True)
    return replace(move, dice=tuple(DieShown(shown.die, value) for shown, value in dice))
