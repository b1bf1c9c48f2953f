"""What is shown of a game: the board, the roll, what can be done with it, and what hands have still to do."""

from pi_diavolo.games.devils_dice.course import moved
from pi_diavolo.games.devils_dice.differences import expected, to_put
from pi_diavolo.games.devils_dice.legal_moves import legal_moves, promotes
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.games.devils_dice.state import Evening, Game
from pi_diavolo.games.devils_dice.steps import the_game
from pi_diavolo.games.devils_dice.wording import call
from pi_diavolo.table.board_views import (
    BoardStep,
    BoardView,
    CounterStanding,
    MoveOffered,
    Mover,
    ToPut,
)
from pi_diavolo.table.boards import BoardSeen, CounterSeen
from pi_diavolo.table.effects import Effect, ShowBoard, ShowStatus, ShowTurn, Status
from pi_diavolo.table.players import Seat


def show_board(evening: Evening) -> list[Effect]:
    """The view of everyone, and what the table waits for."""
    return [ShowBoard(view_of(the_game(evening))), show_status(evening)]


def show_turn(game: Game) -> ShowTurn:
    """A turn begins: whose it is."""
    play = game.play
    roller = awaited(play) or play.mover or play.seats[0]
    return ShowTurn(game.number, play.turn, roller, play.still_in(), {}, ())


def show_status(evening: Evening) -> ShowStatus:
    """What the table waits for, and of whom."""
    game = the_game(evening)
    if evening.paused:
        return ShowStatus(Status.PAUSED)
    if game.protest is not None:
        return ShowStatus(Status.PROTEST)
    if game.play.over:
        return ShowStatus(Status.OVER)
    if game.doubt is not None:
        return ShowStatus(Status.QUESTION)
    return ShowStatus(Status.CHOOSE if game.play.dice else Status.ROLL_NOW, awaited(game.play))


def awaited(play: Play) -> Seat | None:
    """Who has to roll or to move."""
    if play.over:
        return None
    return play.to_roll_off[0] if play.mover is None else play.mover


def step_of(play: Play) -> BoardStep:
    """What the game waits for."""
    if play.over:
        return BoardStep.OVER
    if play.mover is None:
        return BoardStep.ROLL_OFF
    return BoardStep.MOVE if play.dice else BoardStep.ROLL


def view_of(game: Game) -> BoardView:
    """The game as everyone may see it."""
    play = game.play
    return BoardView(
        game.number,
        play.turn,
        step_of(play),
        play.ground.layout,
        _movers(play),
        _counters(play),
        awaited(play),
        call(play),
        play.dice,
        offered(play),
        still_to_put(game),
        game.turns,
        play.ended,
        play.winner,
    )


def offered(play: Play) -> tuple[MoveOffered, ...]:
    """Every legal move, with what it takes and whether it makes a pawn."""
    if not play.dice or play.over:
        return ()
    return tuple(
        MoveOffered(move, play.standing.get(move.to), promotes(play, move))
        for move in legal_moves(play, play.dice)
    )


def still_to_put(game: Game) -> tuple[ToPut, ...]:
    """What hands have to do on the real board; where no camera looks, what was asked of them last."""
    if game.seen is None:
        return game.asked_of_hands
    tasks = to_put(expected(game.play), game.seen, back=game.settled)
    # While people are asked which move it was, nothing of it is ordered back.
    for move in game.doubt.moves if game.doubt else ():
        after = to_put(expected(moved(game.play, move)), game.seen, back=game.settled)
        tasks = tuple(task for task in tasks if task in after)
    return tasks


def asked_of_hands(before: Game, game: Game) -> tuple[ToPut, ...]:
    """What a change asks of hands that nobody sees: whoever rolls or moves has done what was asked before.

    Of a correction nobody knows that: then what was asked before and is still right is asked again.
    """
    was, now = expected(before.play), expected(game.play)
    goes_on = len(game.acts) > len(before.acts)
    asked = () if goes_on else before.asked_of_hands
    kept = (task for task in asked if task.square and was.get(task.square) == now.get(task.square))
    stood = BoardSeen(tuple(CounterSeen(square, *kind) for square, kind in was.items()), 0.0)
    return (*kept, *to_put(now, stood, back=False))


def _movers(play: Play) -> tuple[Mover, ...]:
    first = play.held[0].seat if play.held else play.mover or play.seats[0]
    place = play.seats.index(first)
    left = play.left()
    return tuple(
        Mover(
            seat,
            tuple(colour for colour, owner in play.owners.items() if owner == seat),
            left[seat],
            play.rolled_off.get(seat),
        )
        for seat in (*play.seats[place:], *play.seats[:place])
    )


def _counters(play: Play) -> tuple[CounterStanding, ...]:
    leaving = play.on_safe_squares(play.mover) if play.mover is not None and not play.over else ()
    return tuple(
        CounterStanding(counter, at.shape, at.square, counter in leaving)
        for counter, at in play.counters.items()
    )
