"""The acts of a game: made one by one, and told again from the start when people put one right.

Every act has its place in the course of the game. Told again, an act that no longer fits its place is left
out; where something is to be decided that nobody decided then, the game waits for it there, and the later
acts follow as far as they still fit. Who rolled in a turn stays as it was.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pi_diavolo.games.devils_dice.course import agreed_to_end, moved, rolled, rolled_off, skip_turn
from pi_diavolo.games.devils_dice.play import Dice, Play
from pi_diavolo.games.devils_dice.refusals import refusal
from pi_diavolo.table.boards import Move
from pi_diavolo.table.players import Seat

# Turn and step: in turn 0 the steps are the rolls for the beginning, later the dice and the move.
Place = tuple[int, int]
DICE, MOVE = 0, 1


@dataclass(frozen=True, slots=True)
class Act:
    """Dice as they were rolled, a move, or the end by agreement; numbered in the order they were made.

    `struck` stands for dice of a turn of which nothing comes.
    """

    number: int
    place: Place
    seat: Seat
    dice: Dice = ()
    move: Move | None = None
    agreed: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class ToldAgain:
    """The game after the acts that fit, which ones these were, and those that wait for a decision."""

    play: Play
    made: frozenset[int]
    waiting: tuple[Act, ...]


def place_of(play: Play) -> Place:
    """Where the game stands; after its end, behind everything."""
    if play.over:
        return play.turn + 1, DICE
    return (play.turn, MOVE if play.dice else DICE) if play.turn else (0, play.rolls)


def after(play: Play, act: Act) -> Play | None:
    """The game after this act, or None if it cannot be made now."""
    if act.agreed and act.place <= place_of(play):
        return agreed_to_end(play)
    if act.place != place_of(play):
        return None
    if not play.turn:
        return rolled_off(play, act.dice[0]) if act.seat == play.to_roll_off[0] else None
    if act.move is not None:
        return None if refusal(play, act.seat, act.move) else moved(play, act.move)
    if act.struck or act.seat not in play.still_in():
        return skip_turn(play, act.seat, act.dice)
    return rolled(play.having(mover=act.seat), act.dice)


def tell_again(start: Play, acts: Iterable[Act]) -> ToldAgain:
    """Make the acts from the start, as far as they lead on."""
    play, made, waiting = start, set[int](), list(acts)
    while waiting and not play.over and waiting[0].place <= place_of(play):
        act = waiting.pop(0)
        then = after(play, act)
        if then is not None:
            play = then
            made.add(act.number)
    return ToldAgain(play, frozenset(made), () if play.over else tuple(waiting))
