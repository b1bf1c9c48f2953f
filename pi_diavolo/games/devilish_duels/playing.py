"""Moves as they are made: the duel goes on, rounds are ruled, and everyone is shown the same."""

from collections.abc import Sequence
from dataclasses import replace

from pi_diavolo.games.devilish_duels.moves import Move, after, place_of, tell_again
from pi_diavolo.games.devilish_duels.putting_right import moves_in_force, struck_rounds, touched_rounds
from pi_diavolo.games.devilish_duels.showing import show_duel, show_round
from pi_diavolo.games.devilish_duels.state import Evening, Game
from pi_diavolo.games.devilish_duels.steps import Step, said, the_game, with_game
from pi_diavolo.games.devilish_duels.wording import call
from pi_diavolo.table.duels import Choice, DieShown
from pi_diavolo.table.effects import Effect, Say, ShowGems, ShowRuling, ShowWinner, Unask
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Sentence


def play_on(evening: Evening, seat: Seat, what: Choice | Sequence[DieShown], at: float) -> Step:
    """Make a move that is right at this place, and show what comes of it."""
    game = the_game(evening)
    choice, dice = (what, ()) if isinstance(what, Choice) else (None, tuple(what))
    move = Move(len(game.moves) + 1, place_of(game.duel), seat, choice, dice)
    duel = after(game.duel, move)
    assert duel is not None, "whoever makes a move has looked whether it can be made"
    if not game.waiting:
        made = replace(game, moves=(*game.moves, move), duel=duel)
    else:
        # It belongs before the moves that waited for it.
        index = game.moves.index(next(each for each in game.moves if each.number == game.waiting[0].number))
        made = worked_out(replace(game, moves=(*game.moves[:index], move, *game.moves[index:])))
    news: list[Effect] = [Say(told) for told in duel.news]
    return show_change(evening, made, news, at)


def worked_out(game: Game) -> Game:
    """The game told again from its start, with all that was put right."""
    told = tell_again(game.start, moves_in_force(game), struck_rounds(game))
    return replace(game, duel=told.duel, waiting=told.waiting)


def show_change(evening: Evening, game: Game, effects: list[Effect], at: float) -> Step:
    """Go on with the game as it is now; rule what is over, and tell what changed."""
    before = the_game(evening)
    same = (game.duel.rounds, game.duel.over, game.amendments) == (
        before.duel.rounds, before.duel.over, before.amendments,
    )  # fmt: skip
    rulings = before.rulings if same else rulings_of(game)
    effects += [
        ShowRuling(as_shown(game, ruling))
        for number, ruling in enumerate(rulings)
        if number >= len(before.rulings) or before.rulings[number] != ruling
    ]
    doubt = game.doubt if game.duel.agenda[:1] == before.duel.agenda[:1] else None
    if before.doubt is not None and doubt is None:
        effects.append(Unask(before.doubt.question.number))
    game = replace(game, rulings=rulings, doubt=doubt)
    if game.duel.round != before.duel.round and game.duel.round:
        effects.append(show_round(game))
    left = {seat: game.duel.imps_left(seat) for seat in game.duel.seats}
    if left != {seat: before.duel.imps_left(seat) for seat in before.duel.seats}:
        effects.append(ShowGems(left))
    evening = replace(evening, game=game)
    if game.duel.over:
        return end_game(evening, effects, at)
    asks = call(game.duel)
    halted = evening.paused or game.protest is not None or doubt is not None
    effects += [] if asks is None or halted else [Say(asks)]
    return with_game(evening, ended=None), [*effects, *show_duel(evening)]


def end_game(evening: Evening, effects: list[Effect], at: float) -> Step:
    """Tell who has won."""
    winner = the_game(evening).duel.winner
    told = said(Sentence.DUEL_NO_WINNER) if winner is None else said(Sentence.WINNER, player=winner)
    evening = with_game(evening, ended=(evening.starts, at))
    return evening, [*effects, ShowWinner(winner), told, *show_duel(evening), said(Sentence.PLAY_AGAIN)]


def rulings_of(game: Game) -> tuple[Ruling, ...]:
    """The ruling of every round; of those that the game has not come to again, what was ruled before."""
    duel, touched = game.duel, touched_rounds(game)
    left = dict.fromkeys(duel.seats, 0)
    for at in duel.imps.values():
        left[at.owner] += 1
    rulings = list[Ruling]()
    for number, held in enumerate(duel.rounds, 1):
        for imp in held.banished:
            left[duel.imps[imp].owner] -= 1
        last = duel.over and number == len(duel.rounds)
        rulings.append(
            Ruling(
                game.number, number, _lead(game, number), None, (), dict(left),
                out=tuple(seat for seat, count in left.items() if not count),
                over=last, winner=duel.winner if last else None,
                corrected=number in touched, duel=held,
            )
        )  # fmt: skip
    later = game.rulings[len(rulings) :]
    return (*rulings, *(_left_behind(ruling, duel.over) for ruling in later))


def as_shown(game: Game, ruling: Ruling) -> Ruling:
    """A ruling that somebody protests against is pending."""
    return replace(ruling, pending=True) if ruling.turn == game.protest else ruling


def _left_behind(ruling: Ruling, over: bool) -> Ruling:
    return replace(ruling, over=False, winner=None, played_on=over, pending=not over)


def _lead(game: Game, number: int) -> Seat:
    lead, second = game.duel.in_order()
    return lead if (game.duel.round - number) % 2 == 0 else second
