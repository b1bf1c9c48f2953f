"""Looks into Devil's Dice for the pages: what was put right, its turns, and the board before one of them."""

from typing import Any

from pi_diavolo.games.devils_dice.acts import DICE, tell_again
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.games.devils_dice.putting_right import acts_in_force, standing
from pi_diavolo.games.devils_dice.showing import offered
from pi_diavolo.games.devils_dice.state import Evening, Game
from pi_diavolo.pages_turns import ruled_turn
from pi_diavolo.table.board_views import CounterStanding
from pi_diavolo.table.boards import Move
from pi_diavolo.table.players import BOARD_SEATS, SEATS
from pi_diavolo.web.board_shown import BoardBefore, CounterShown
from pi_diavolo.web.board_telling import counter_shown, move_shown
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.snapshot import Beyond
from pi_diavolo.web.tongue import Tongue

DEVILS_DICE = "devils-dice"


def seats_at(kind: str) -> int:
    """How many seats a table has for this game."""
    return len(BOARD_SEATS if kind == DEVILS_DICE else SEATS)


def beyond(moment: Moment) -> Beyond | None:
    """What only somebody who looks into the game knows; None where another game is played."""
    if not isinstance(moment.state, Evening):
        return None
    game = moment.state.game
    return Beyond() if game is None else Beyond(protest=game.protest, corrections=len(standing(game)))


def turns_played(moment: Moment, tongue: Tongue) -> list[dict[str, Any]] | None:
    """All turns ruled, with what people put right about them; None where another game is played."""
    if not isinstance(moment.state, Evening):
        return None
    game = moment.state.game
    if game is None:
        return []
    corrections = standing(game)
    return [
        ruled_turn(ruling, None, tongue)
        | {"corrections": [each.number for each in corrections if each.correction.turn == ruling.turn]}
        for ruling in game.rulings
    ]


def board_before(moment: Moment, turn: int, dice: tuple[int, ...]) -> BoardBefore | None:
    """The board before the dice of a turn did anything; with other dice, what could be done with those."""
    game = moment.state.game if isinstance(moment.state, Evening) else None
    rolled = None if game is None else _rolled_in(game, turn)
    if game is None or rolled is None:
        return None
    play = rolled.having(dice=dice if len(dice) == len(rolled.dice) else rolled.dice)
    assert play.mover is not None, "whoever rolled in a turn is known"
    return BoardBefore(
        game.number,
        turn,
        play.mover,
        play.dice,
        _counters(play),
        tuple(map(move_shown, offered(play))),
        _played_in(game, turn),
    )


def _rolled_in(game: Game, turn: int) -> Play | None:
    """The game with a turn's dice on the table; None if nobody has rolled in it, or it counts no more."""
    acts = acts_in_force(game)
    rolled = next((act for act in reversed(acts) if turn and act.place == (turn, DICE) and act.dice), None)
    if rolled is None:
        return None
    before = tell_again(game.start, [act for act in acts if act.place < rolled.place]).play
    # Dice with which nothing could move are off the table at once, so they are put there by hand.
    return None if before.turn != turn or before.over else before.having(mover=rolled.seat, dice=rolled.dice)


def _played_in(game: Game, turn: int) -> Move | None:
    held = game.play.held[turn - 1 : turn]
    return held[0].ruling.move if held else None


def _counters(play: Play) -> tuple[CounterShown, ...]:
    leaving = play.on_safe_squares(play.mover) if play.mover is not None else ()
    standing_there = (
        CounterStanding(counter, at.shape, at.square, counter in leaving)
        for counter, at in play.counters.items()
    )
    return tuple(map(counter_shown, standing_there))
