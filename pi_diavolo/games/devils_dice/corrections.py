"""What people put right: the dice or the move of a turn, a whole turn, the undoing of it, and protests."""

from dataclasses import replace

from pi_diavolo.games.devils_dice.acts import DICE, MOVE, Act, place_of, tell_again
from pi_diavolo.games.devils_dice.looking import look_again
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.games.devils_dice.playing import as_shown, show_change, worked_out
from pi_diavolo.games.devils_dice.putting_right import acts_in_force, standing, struck_turns
from pi_diavolo.games.devils_dice.refusals import refusal
from pi_diavolo.games.devils_dice.rolls import DICE_IN_A_TURN
from pi_diavolo.games.devils_dice.showing import show_status
from pi_diavolo.games.devils_dice.state import Amendment, Evening, Game
from pi_diavolo.games.devils_dice.steps import Step, ignored, refused, said, the_game, with_game
from pi_diavolo.table.boards import MoveCorrected
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import Correction, CorrectionUndone, ProtestDecided, Protested
from pi_diavolo.table.sentences import Saying, Sentence, saying


def correct_turn(evening: Evening, event: MoveCorrected) -> Step:
    """Put the dice or the move of a turn right, or take it back, and tell the game again."""
    game = the_game(evening)
    if event.struck:
        return _take_back(evening, event)
    if not 1 <= event.turn <= max(game.play.turn, len(game.rulings)):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=event.turn)
    if not _says_something(event) or _dice_of(game, event.turn) is None or event.turn in struck_turns(game):
        return ignored(evening, event, Sentence.BOARD_NOT_LIKE_THIS, turn=event.turn)
    amended = worked_out(_amended(game, event))
    if why := _cannot_be(amended, event):
        return refused(evening, event, why)
    told = said(Sentence.CORRECTED, turn=event.turn, number=len(amended.amendments))
    return _go_on(evening, amended, [told], event.at)


def strike_turn(evening: Evening, event: Correction) -> Step:
    """Strike a turn out: it keeps its place, and nothing comes of it; one not over yet begins anew."""
    game = the_game(evening)
    if event != Correction(event.turn, event.at, event.game, struck=True):
        return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
    if _dice_of(game, event.turn) is None or event.turn in struck_turns(game):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=event.turn)
    anew = event.turn == game.play.turn and not game.play.over and not game.waiting
    amended = worked_out(_amended(game, event, anew))
    sentence = Sentence.BOARD_TURN_ANEW if anew else Sentence.BOARD_TURN_STRUCK
    return _go_on(evening, amended, [said(sentence, turn=event.turn)], event.at)


def undo(evening: Evening, event: CorrectionUndone) -> Step:
    """Take a correction back; it stays in the log, and counts no more."""
    game = the_game(evening)
    found = [each for each in standing(game) if event.correction in (None, each.number)]
    if not found:
        return ignored(evening, event, Sentence.NO_SUCH_CORRECTION)
    undone = found[-1]
    amendments = tuple(replace(each, undone=True) if each is undone else each for each in game.amendments)
    told = said(Sentence.CORRECTION_UNDONE, turn=undone.correction.turn, number=undone.number)
    return _go_on(evening, worked_out(replace(game, amendments=amendments)), [told], event.at)


def protest(evening: Evening, event: Protested) -> Step:
    """A turn's ruling is pending until someone decides; nobody moves meanwhile."""
    game = the_game(evening)
    number = len(game.play.held) if event.turn is None else event.turn
    if game.protest is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=game.protest)
    if not 1 <= number <= len(game.play.held):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=number)
    evening = with_game(evening, protest=number)
    shown = ShowRuling(as_shown(the_game(evening), game.rulings[number - 1]))
    return evening, [shown, said(Sentence.PROTEST, turn=number), show_status(evening)]


def decide_protest(evening: Evening, event: ProtestDecided) -> Step:
    """The ruling stands, or the whole turn is struck out."""
    game = the_game(evening)
    if game.protest is None:
        return ignored(evening, event, Sentence.NO_PROTEST)
    turn = game.protest
    if event.stands:
        told: list[Effect] = [said(Sentence.PROTEST_STANDS, turn=turn), ShowRuling(game.rulings[turn - 1])]
        return _show_and_look(evening, replace(game, protest=None), told, event.at)
    evening = with_game(evening, protest=None)
    struck = worked_out(_amended(the_game(evening), Correction(turn, event.at, struck=True)))
    return _go_on(evening, struck, [said(Sentence.BOARD_TURN_STRUCK, turn=turn)], event.at)


def _take_back(evening: Evening, event: MoveCorrected) -> Step:
    game = the_game(evening)
    if event.dice or event.move is not None:
        return ignored(evening, event, Sentence.BOARD_NOT_LIKE_THIS, turn=event.turn)
    if event.turn < 0 or not any(act.place[0] >= event.turn for act in acts_in_force(game)):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=event.turn)
    amended = worked_out(_amended(game, event))
    told = said(Sentence.BOARD_TAKEN_BACK, turn=event.turn, number=len(amended.amendments))
    return _go_on(evening, amended, [told], event.at)


def _says_something(event: MoveCorrected) -> bool:
    right_dice = len(event.dice) == DICE_IN_A_TURN and all(1 <= value <= 6 for value in event.dice)
    return right_dice or (not event.dice and event.move is not None)


def _dice_of(game: Game, turn: int) -> Act | None:
    """The dice of a turn, as they count now."""
    places = (act for act in acts_in_force(game) if turn and act.place == (turn, DICE) and not act.agreed)
    return next(places, None)


def _amended(game: Game, event: MoveCorrected | Correction, anew: bool = False) -> Game:
    amendment = Amendment(len(game.amendments) + 1, event, len(game.acts), anew)
    return replace(game, amendments=(*game.amendments, amendment))


def _cannot_be(game: Game, event: MoveCorrected) -> Saying | None:
    """Why the move cannot have been so; None if it can, or is asked for anew."""
    if event.move is None or event.turn > game.play.turn:
        return None
    held = game.play.held
    if event.turn <= len(held) and held[event.turn - 1].ruling.move == event.move:
        return None
    before = _at_the_move(game, event.turn)
    why = refusal(before, before.mover, event.move) if before.dice and before.mover is not None else None
    return why or saying(Sentence.BOARD_NOT_LIKE_THIS, turn=event.turn)


def _at_the_move(game: Game, turn: int) -> Play:
    acts = [act for act in acts_in_force(game) if act.place < (turn, MOVE)]
    return tell_again(game.start, acts).play


def _go_on(evening: Evening, game: Game, effects: list[Effect], at: float) -> Step:
    if game.doubt is not None and (
        game.doubt.moves or place_of(game.play) != place_of(the_game(evening).play)
    ):
        game = replace(game, doubt=None)
    if game.protest is not None and (
        game.protest > len(game.play.held) or game.protest in struck_turns(game)
    ):
        game = replace(game, protest=None)
    if game.waiting and game.play.mover is not None:
        told = said(Sentence.BOARD_CORRECTION_ASKS, turn=game.play.turn, player=game.play.mover)
        effects.append(told)
    return _show_and_look(evening, game, effects, at)


def _show_and_look(evening: Evening, game: Game, effects: list[Effect], at: float) -> Step:
    """What stands on the board may be a legal move by now, and no new look at it would tell more."""
    evening, shown = show_change(evening, game, effects, at)
    evening, looked = look_again(evening)
    return evening, [*shown, *looked]
