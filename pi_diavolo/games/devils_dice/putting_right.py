"""The acts as they count, with all corrections that stand."""

from collections.abc import Iterator
from dataclasses import replace

from pi_diavolo.games.devils_dice.acts import DICE, MOVE, Act
from pi_diavolo.games.devils_dice.state import Amendment, Game
from pi_diavolo.table.boards import Move, MoveCorrected


def standing(game: Game) -> tuple[Amendment, ...]:
    """The corrections that were not undone."""
    return tuple(each for each in game.amendments if not each.undone)


def acts_in_force(game: Game) -> tuple[Act, ...]:
    """All acts with the last that people said about each."""
    return tuple(_in_force(game))


def touched_turns(game: Game) -> frozenset[int]:
    """The turns that people put something right in."""
    return frozenset(each.correction.turn for each in _still_about_a_turn(game))


def struck_turns(game: Game) -> frozenset[int]:
    """The turns that stay in their place, but of which nothing comes."""
    return frozenset(each.correction.turn for each in _still_about_a_turn(game) if _strikes_out(each))


def _still_about_a_turn(game: Game) -> Iterator[Amendment]:
    """A turn that was taken back and played anew has nothing to do with what was said about it before."""
    amendments = standing(game)
    acts = acts_in_force(game) if amendments else ()
    for each in amendments:
        if any(act.place[0] == each.correction.turn and act.number <= each.until for act in acts):
            yield each


def _in_force(game: Game) -> Iterator[Act]:
    for act in game.acts:
        about = [each for each in standing(game) if act.number <= each.until]
        turn = act.place[0]
        if any(_takes_back(each, turn) for each in about):
            continue
        said = [each.correction for each in about if each.correction.turn == turn]
        corrections = [each for each in said if isinstance(each, MoveCorrected)]
        moves = [each.move for each in corrections if each.move is not None]
        if act.place[1] == MOVE and act.move is not None:
            # What people said instead came right after the dice.
            if not moves:
                yield act
        elif turn and act.place[1] == DICE and not act.agreed:
            yield from _dice(act, corrections, moves, any(map(_strikes_out, _of(about, turn))))
        else:
            yield act


def _dice(act: Act, corrections: list[MoveCorrected], moves: list[Move], struck: bool) -> Iterator[Act]:
    dice = [each.dice for each in corrections if each.dice]
    yield replace(act, dice=dice[-1] if dice else act.dice, struck=struck)
    if moves:
        yield Act(act.number, (act.place[0], MOVE), act.seat, move=moves[-1])


def _of(amendments: list[Amendment], turn: int) -> list[Amendment]:
    return [each for each in amendments if each.correction.turn == turn]


def _takes_back(each: Amendment, turn: int) -> bool:
    if isinstance(each.correction, MoveCorrected):
        return each.correction.struck and turn >= each.correction.turn
    return each.anew and turn == each.correction.turn


def _strikes_out(each: Amendment) -> bool:
    return not isinstance(each.correction, MoveCorrected) and not each.anew
