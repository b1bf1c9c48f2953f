"""What people put right: a move, a whole round, the undoing of it, and protests."""

from dataclasses import replace

from pi_diavolo.games.devilish_duels.choices import decision
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.moves import place_of, tell_again
from pi_diavolo.games.devilish_duels.playing import as_shown, show_change, worked_out
from pi_diavolo.games.devilish_duels.putting_right import (
    is_left_behind,
    moves_in_force,
    standing,
    struck_rounds,
)
from pi_diavolo.games.devilish_duels.refusals import refusal
from pi_diavolo.games.devilish_duels.showing import show_status
from pi_diavolo.games.devilish_duels.state import Amendment, Evening, Game
from pi_diavolo.games.devilish_duels.steps import Step, ignored, refused, said, the_game, with_game
from pi_diavolo.table.duels import DuelCorrected
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import Correction, CorrectionUndone, ProtestDecided, Protested
from pi_diavolo.table.sentences import Saying, Sentence, saying


def correct_move(evening: Evening, event: DuelCorrected) -> Step:
    """Put one move right and tell the duel again."""
    game = the_game(evening)
    if not _fits_the_move(game, event):
        return ignored(evening, event, Sentence.DUEL_NO_SUCH_MOVE, move=event.move)
    amended = worked_out(_amended(game, event))
    if why := _cannot_be(amended, event):
        return refused(evening, event, why)
    told = said(Sentence.DUEL_MOVE_CORRECTED, move=event.move, number=len(amended.amendments))
    return _go_on(evening, amended, [told], event.at)


def strike_round(evening: Evening, event: Correction) -> Step:
    """Strike a round out; one that is not over yet begins anew."""
    game = the_game(evening)
    if event != Correction(event.turn, event.at, event.game, struck=True):
        return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
    if not 1 <= event.turn <= max(game.duel.round, len(game.rulings)) or event.turn in struck_rounds(game):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=event.turn)
    unfinished = event.turn == game.duel.round and not game.duel.over
    amended = worked_out(_amended(game, event, until=len(game.moves) if unfinished else None))
    sentence = Sentence.DUEL_ROUND_ANEW if unfinished else Sentence.DUEL_ROUND_STRUCK
    if game.protest == event.turn:
        amended = replace(amended, protest=None)
    return _go_on(evening, amended, [said(sentence, turn=event.turn)], event.at)


def undo(evening: Evening, event: CorrectionUndone) -> Step:
    """Take a correction back; it stays in the log, and counts no more."""
    game = the_game(evening)
    found = [each for each in standing(game) if event.correction in (None, each.number)]
    if not found:
        return ignored(evening, event, Sentence.NO_SUCH_CORRECTION)
    undone = found[-1]
    amendments = tuple(replace(each, undone=True) if each is undone else each for each in game.amendments)
    told = said(Sentence.DUEL_CORRECTION_UNDONE, number=undone.number)
    return _go_on(evening, worked_out(replace(game, amendments=amendments)), [told], event.at)


def protest(evening: Evening, event: Protested) -> Step:
    """A round's ruling is pending until someone decides; nobody moves meanwhile."""
    game = the_game(evening)
    number = len(game.duel.rounds) if event.turn is None else event.turn
    if game.protest is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=game.protest)
    if not 1 <= number <= len(game.duel.rounds):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=number)
    evening = with_game(evening, protest=number)
    shown = ShowRuling(as_shown(the_game(evening), game.rulings[number - 1]))
    return evening, [shown, said(Sentence.PROTEST, turn=number), show_status(evening)]


def decide_protest(evening: Evening, event: ProtestDecided) -> Step:
    """The ruling stands, or the whole round is struck out."""
    game = the_game(evening)
    if game.protest is None:
        return ignored(evening, event, Sentence.NO_PROTEST)
    turn = game.protest
    if event.stands:
        told: list[Effect] = [said(Sentence.PROTEST_STANDS, turn=turn), ShowRuling(game.rulings[turn - 1])]
        return show_change(evening, replace(game, protest=None), told, event.at)
    evening = with_game(evening, protest=None)
    struck = worked_out(_amended(the_game(evening), Correction(turn, event.at, struck=True)))
    return _go_on(evening, struck, [said(Sentence.DUEL_ROUND_STRUCK, turn=turn)], event.at)


def before_move(game: Game, number: int) -> Duel | None:
    """The duel as it stood when this choice was made; None where it was no choice, or counts no more.

    Nor where it is somebody else's now: other dice in the roll-off change who leads, and then who is asked.
    """
    moves = moves_in_force(game)
    index = next((place for place, move in enumerate(moves) if move.number == number), None)
    if index is None or moves[index].choice is None:
        return None
    before = tell_again(game.start, moves[:index], struck_rounds(game)).duel
    asked = decision(before)
    mine = asked is not None and asked.seat == moves[index].seat
    return before if mine and moves[index].place == place_of(before) else None


def _fits_the_move(game: Game, event: DuelCorrected) -> bool:
    move = next((each for each in game.moves if each.number == event.move), None)
    said_something = (event.choice is not None) + bool(event.values) + event.struck
    if move is None or said_something != 1 or is_left_behind(game, move):
        return False
    if event.choice is not None:
        return move.choice is not None
    right_values = len(event.values) == len(move.dice) and all(1 <= value <= 6 for value in event.values)
    return event.struck or right_values


def _amended(game: Game, event: DuelCorrected | Correction, until: int | None = None) -> Game:
    amendment = Amendment(len(game.amendments) + 1, event, until=until)
    return replace(game, amendments=(*game.amendments, amendment))


def _cannot_be(game: Game, event: DuelCorrected) -> Saying | None:
    """Why the move cannot have been so; None if it can, or is taken back."""
    moves = moves_in_force(game)
    told = tell_again(game.start, moves, struck_rounds(game))
    waits = event.move in {move.number for move in told.waiting}
    if event.struck or event.move in told.made or waits:
        return None
    index = next((number for number, move in enumerate(moves) if move.number == event.move), None)
    if index is None:
        return saying(Sentence.DUEL_NO_SUCH_MOVE, move=event.move)
    before = tell_again(game.start, moves[:index], struck_rounds(game)).duel
    why = refusal(before, moves[index].seat, event.choice) if event.choice else None
    return why or saying(Sentence.DUEL_NO_SUCH_MOVE, move=event.move)


def _go_on(evening: Evening, game: Game, effects: list[Effect], at: float) -> Step:
    if game.waiting:
        effects.append(said(Sentence.DUEL_CORRECTION_ASKS, turn=game.duel.round))
    return show_change(evening, game, effects, at)
