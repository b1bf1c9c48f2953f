"""The camera looks at the board: a legal move is made, a doubtful one asked about, any other put back."""

from dataclasses import replace

from pi_diavolo.games.devils_dice.differences import caught_up, expected, still_there
from pi_diavolo.games.devils_dice.playing import play_on
from pi_diavolo.games.devils_dice.showing import show_board, still_to_put
from pi_diavolo.games.devils_dice.sightings import broken_rule, explaining, stands, surely
from pi_diavolo.games.devils_dice.state import Doubt, Evening, Game
from pi_diavolo.games.devils_dice.steps import Step, said, the_game, with_game
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Move, Square
from pi_diavolo.table.effects import Ask, Effect, Ignore, Say, Unask
from pi_diavolo.table.events import QuestionAnswered
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Saying, Sentence, saying

NONE_OF_THESE = "none"
MOST_TOLD = 3  # at once, of what hands have to do; all of it is shown


def look(evening: Evening, event: BoardSeen) -> Step:
    """Take in a look at the whole board; one that shows the same as the last says nothing new."""
    before = the_game(evening)
    if before.seen is not None and _shown(before.seen) == _shown(event):
        return evening, []
    kept = still_there(before.leftovers, event)
    evening = replace(with_game(evening, seen=event, leftovers=kept), seen=event)
    if _halted(evening):
        return evening, []  # looked at when the game goes on
    game = the_game(evening)
    play = game.play
    if stands(play, event, kept):
        return _as_it_should(evening, before)
    shown, moves = _explained(game, event, before.seen)
    # A turn that a correction asks for again is long past on the board: then people say.
    sure = len(moves) == 1 and surely(play, moves[0], shown, kept) and not game.waiting
    if sure and play.mover is not None:
        return play_on(evening, play.mover, event.at, move=moves[0], seen=shown is event)
    if moves:
        return _ask(evening, moves)
    why = broken_rule(play, event, kept) if play.dice and game.settled and not play.over else None
    evening, told = _told(*_unasked(evening), before)
    return evening, [*([Ignore(event, why)] if why else []), *told]


def _explained(game: Game, event: BoardSeen, before: BoardSeen | None) -> tuple[BoardSeen, tuple[Move, ...]]:
    """The moves that explain a look, and the look as it was taken for that."""
    play = game.play
    if play.over or not play.dice:
        return event, ()
    moves = explaining(play, event, game.leftovers)
    if moves or game.settled:
        return event, moves
    # Where hands lag behind a move on the page, what they have not touched since is not held against them.
    shown = caught_up(event, before, expected(play))
    return shown, explaining(play, shown, game.leftovers)


def look_again(evening: Evening) -> Step:
    """After a roll, a break or a correction: what was seen before may be a move; people say whether it is."""
    game = the_game(evening)
    if game.seen is None or _halted(evening) or not game.play.dice or game.play.over:
        return evening, []
    if stands(game.play, game.seen, game.leftovers):
        return with_game(evening, settled=True), []
    moves = explaining(game.play, game.seen, game.leftovers)
    return _ask(evening, moves) if moves else (evening, [])


def answer_move(evening: Evening, doubt: Doubt, event: QuestionAnswered) -> Step:
    """Somebody says which move it was, or that it was none."""
    before = the_game(evening)
    evening = with_game(evening, doubt=None)
    settled: list[Effect] = [Unask(doubt.question.number), said(Sentence.QUESTION_SETTLED)]
    if event.choice == NONE_OF_THESE:
        evening, shown = _told(evening, [], before)
        return evening, [*settled, *shown]
    move = doubt.moves[doubt.question.options.index(event.choice)]
    seat = the_game(evening).play.mover
    assert seat is not None, "a move was asked about"
    evening, shown = play_on(evening, seat, event.at, move=move, seen=before.settled)
    return evening, [*settled, *shown]


def ask_move(doubt: Doubt) -> Ask:
    """The question which move was made."""
    ways = doubt.question.options[:-1]
    return Ask(doubt.question, saying(Sentence.BOARD_ASK_MOVE, player=doubt.question.seat, moves=ways))


def _shown(seen: BoardSeen) -> tuple[frozenset[CounterSeen], frozenset[Square], int, tuple[Colour, ...]]:
    return frozenset(seen.counters), frozenset(seen.unsure), seen.beside, seen.lost


def _halted(evening: Evening) -> bool:
    game = the_game(evening)
    dice_in_doubt = game.doubt is not None and bool(game.doubt.dice)
    return evening.paused or game.protest is not None or dice_in_doubt


def _as_it_should(evening: Evening, before: Game) -> Step:
    evening, unasked = _unasked(evening)
    return _told(with_game(evening, settled=True), unasked, before)


def _told(evening: Evening, effects: list[Effect], before: Game) -> Step:
    """Tell what hands have to do, where that is new."""
    known, now = still_to_put(before), still_to_put(the_game(evening))
    if known == now and the_game(evening).doubt == before.doubt:
        return evening, effects
    new = [Say(each.saying) for each in now if each not in known][:MOST_TOLD]
    right: list[Saying] = [saying(Sentence.BOARD_STANDS_RIGHT)] if known and not now else []
    return evening, [*effects, *new, *map(Say, right), *show_board(evening)]


def _unasked(evening: Evening) -> tuple[Evening, list[Effect]]:
    doubt = the_game(evening).doubt
    return (with_game(evening, doubt=None), [Unask(doubt.question.number)]) if doubt else (evening, [])


def _ask(evening: Evening, moves: tuple[Move, ...]) -> Step:
    game = the_game(evening)
    if game.doubt is not None and game.doubt.moves == moves:
        return evening, []
    evening, unasked = _unasked(evening)
    ways = (f"{_start(game, move)}-{move.to.name}" for move in moves)
    question = Question(evening.asked + 1, "move", (*ways, NONE_OF_THESE), game.play.mover)
    doubt = Doubt(question, moves=moves)
    evening = replace(with_game(evening, doubt=doubt), asked=question.number)
    return evening, [*unasked, ask_move(doubt), *show_board(evening)]


def _start(game: Game, move: Move) -> str:
    square = game.play.counters[move.counter].square
    return square.name if square else "?"
