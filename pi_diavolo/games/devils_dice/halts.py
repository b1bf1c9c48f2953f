"""When the course of the game is broken: pauses, restarts, and what is shown when it goes on."""

from dataclasses import replace

from pi_diavolo.games.devils_dice import lobby
from pi_diavolo.games.devils_dice.looking import ask_move, look_again
from pi_diavolo.games.devils_dice.playing import end_game
from pi_diavolo.games.devils_dice.rolls import ask_die
from pi_diavolo.games.devils_dice.showing import show_board, show_status, show_turn
from pi_diavolo.games.devils_dice.state import Evening
from pi_diavolo.games.devils_dice.steps import Step, ignored, said, the_game
from pi_diavolo.games.devils_dice.wording import call
from pi_diavolo.table.effects import Effect, Say, ShowGems, ShowSeats, ShowStatus, Status
from pi_diavolo.table.events import Paused, Resumed, Started
from pi_diavolo.table.sentences import Sentence


def start_again(evening: Evening, event: Started) -> Step:
    """After a power cut the same turn goes on; dice that were not read yet are rolled again."""
    evening = replace(evening, starts=evening.starts + 1)
    game = evening.game
    if game is None:
        return lobby.welcome(evening)
    shown: list[Effect] = [
        ShowSeats(dict(evening.seats), evening.youngest), show_turn(game), ShowGems(game.play.left()),
    ]  # fmt: skip
    if game.play.over:
        return end_game(evening, shown, event.at)
    asks = call(game.play)
    if game.doubt is not None:
        shown.append(ask_die(game.doubt) if game.doubt.dice else ask_move(game.doubt))
    elif asks is not None and not evening.paused and game.protest is None:
        shown.append(Say(asks))
    return evening, [*shown, *show_board(evening)]


def pause(evening: Evening, event: Paused) -> Step:
    """Nothing moves until somebody says so."""
    if evening.paused:
        return ignored(evening, event, Sentence.IS_PAUSED)
    return before_the_end(evening)


def before_the_end(evening: Evening) -> Step:
    """The power goes in a moment: who switches it on again finds the game paused."""
    if evening.paused:
        return evening, []
    return replace(evening, paused=True), [ShowStatus(Status.PAUSED), said(Sentence.PAUSED)]


def resume(evening: Evening, event: Resumed) -> Step:
    """Go on where it stood."""
    if not evening.paused:
        return ignored(evening, event, Sentence.NOT_PAUSED)
    evening = replace(evening, paused=False)
    asks = call(the_game(evening).play)
    told = [Say(asks)] if asks and the_game(evening).doubt is None else []
    evening, looked = look_again(evening)
    return evening, [said(Sentence.RESUMED), *told, *show_board(evening), *looked, show_status(evening)]
