"""Acts as they are made: the game goes on, turns are ruled, and everyone is shown the same."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import is_

from pi_diavolo.games.devils_dice.acts import Act, after, place_of, tell_again
from pi_diavolo.games.devils_dice.differences import still_there
from pi_diavolo.games.devils_dice.play import Dice, Play
from pi_diavolo.games.devils_dice.putting_right import acts_in_force, touched_turns
from pi_diavolo.games.devils_dice.showing import asked_of_hands, show_board, show_turn
from pi_diavolo.games.devils_dice.state import Evening, Game
from pi_diavolo.games.devils_dice.steps import Step, said, the_game, with_game
from pi_diavolo.games.devils_dice.wording import call, how_it_ended
from pi_diavolo.table.board_views import TurnShown
from pi_diavolo.table.boards import Move, MoveRuling, Square
from pi_diavolo.table.effects import Effect, Say, ShowGems, ShowRuling, ShowWinner, Unask
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Saying, Sentence


def play_on(
    evening: Evening,
    seat: Seat,
    at: float,
    *,
    dice: Dice = (),
    move: Move | None = None,
    agreed: bool = False,
    seen: bool = False,
) -> Step:
    """Do what is right at this place, and show what comes of it; `seen` if the camera saw it on the board."""
    game = the_game(evening)
    act = Act(len(game.acts) + 1, place_of(game.play), seat, dice, move, agreed)
    play = after(game.play, act)
    assert play is not None, "whoever acts has looked whether it can be done"
    leftovers = game.leftovers | _gone(game.play, play)
    if seen and game.seen is not None:
        leftovers = still_there(leftovers, game.seen)  # what went off with the move may be gone already
    settled = game.settled and (seen or play.counters == game.play.counters)
    game = replace(game, leftovers=leftovers, settled=settled or seen)
    if not game.waiting:
        made = replace(game, acts=(*game.acts, act), play=play)
    else:
        # It belongs before the acts that waited for it.
        index = game.acts.index(next(each for each in game.acts if each.number == game.waiting[0].number))
        made = worked_out(replace(game, acts=(*game.acts[:index], act, *game.acts[index:])))
    return show_change(evening, made, [], at, play.news)


def worked_out(game: Game) -> Game:
    """The game told again from its start, with all that was put right."""
    told = tell_again(game.start, acts_in_force(game))
    same = told.play.counters == game.play.counters
    return replace(game, play=told.play, waiting=told.waiting, settled=game.settled and same)


def show_change(
    evening: Evening, game: Game, effects: list[Effect], at: float, news: Sequence[Saying] = ()
) -> Step:
    """Go on with the game as it is now; rule what is over, and tell what changed."""
    before = the_game(evening)
    rulings = rulings_of(before, game)
    changed = [
        ruling
        for number, ruling in enumerate(rulings)
        if number >= len(before.rulings) or before.rulings[number] is not ruling
    ]
    game = replace(
        game,
        rulings=rulings,
        turns=_turns(before, rulings),
        asked_of_hands=asked_of_hands(before, game) if game.seen is None else (),
    )
    effects += [ShowRuling(as_shown(game, ruling)) for ruling in changed]
    effects += [Say(told) for told in news]
    doubt = game.doubt if place_of(game.play) == place_of(before.play) else None
    if before.doubt is not None and doubt is None:
        effects.append(Unask(before.doubt.question.number))
    game = replace(game, doubt=doubt)
    if game.play.turn != before.play.turn and not game.play.over:
        effects.append(show_turn(game))
    if game.play.left() != before.play.left():
        effects.append(ShowGems(game.play.left()))
    evening = replace(evening, game=game)
    if game.play.over:
        return end_game(evening, effects, at)
    asks = call(game.play)
    halted = evening.paused or game.protest is not None or doubt is not None
    effects += [] if asks is None or halted else [Say(asks)]
    return with_game(evening, ended=None), [*effects, *show_board(evening)]


def end_game(evening: Evening, effects: list[Effect], at: float) -> Step:
    """Tell why the game is over, and who has won."""
    play = the_game(evening).play
    told = [Say(each) for each in how_it_ended(play)]
    evening = with_game(evening, ended=(evening.starts, at))
    shown = [ShowWinner(play.winner), *told, *show_board(evening), said(Sentence.PLAY_AGAIN)]
    return evening, [*effects, *shown]


def rulings_of(before: Game, game: Game) -> tuple[Ruling, ...]:
    """The ruling of every turn; of those that the game has not come to again, what was ruled before."""
    play, touched = game.play, touched_turns(game)
    # Where nothing was put right, only what is new need be ruled: games are long.
    known = len(before.play.held) if play.held[: len(before.play.held)] == before.play.held else 0
    if game.amendments != before.amendments or before.waiting or game.waiting:
        known = 0
    rulings = list(before.rulings[:known])
    for number in range(known + 1, len(play.held) + 1):
        ruling = _ruling(game, number, number in touched)
        old = before.rulings[number - 1] if number <= len(before.rulings) else None
        rulings.append(old if old == ruling else ruling)
    return (*rulings, *_left_behind(before.rulings[len(rulings) :], play.over))


def as_shown(game: Game, ruling: Ruling) -> Ruling:
    """A ruling that somebody protests against is pending."""
    return replace(ruling, pending=True) if ruling.turn == game.protest else ruling


def _ruling(game: Game, number: int, corrected: bool) -> Ruling:
    play, held = game.play, game.play.held[number - 1]
    last = play.over and number == len(play.held)
    return Ruling(
        game.number, number, held.seat, None, (), held.left,
        out=tuple(seat for seat, count in held.left.items() if not count),
        over=last, winner=play.winner if last else None, corrected=corrected, move=held.ruling,
    )  # fmt: skip


def _left_behind(rulings: Iterable[Ruling], over: bool) -> tuple[Ruling, ...]:
    """What was ruled in turns that the game has not come to again, or that were played after its end."""
    return tuple(
        ruling
        if (ruling.over, ruling.winner, ruling.played_on, ruling.pending) == (False, None, over, not over)
        else replace(ruling, over=False, winner=None, played_on=over, pending=not over)
        for ruling in rulings
    )


def _turns(before: Game, rulings: tuple[Ruling, ...]) -> tuple[TurnShown, ...]:
    known = len(before.turns)
    if known == len(before.rulings) and all(map(is_, rulings, before.rulings)):
        return (*before.turns, *map(_turn, rulings[known:]))
    return tuple(_turn(each) for each in rulings if not each.pending and not each.played_on)


def _turn(ruling: Ruling) -> TurnShown:
    return TurnShown(ruling.turn, ruling.roller, ruling.move or MoveRuling(()), ruling.corrected)


def _gone(before: Play, play: Play) -> frozenset[tuple[Square, Colour]]:
    return frozenset(
        (at.square, counter.colour)
        for counter, at in before.counters.items()
        if at.square is not None and play.counters[counter].square is None
    )
