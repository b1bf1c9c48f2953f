"""What is shown of a duel: one view for everyone, and for each seat what it alone may see."""

from collections.abc import Iterator
from dataclasses import replace

from pi_diavolo.games.devilish_duels.agenda import AwaitRoll, BringImps, DoTask, PickTeam, RollOff, Throw
from pi_diavolo.games.devilish_duels.choices import decision, free_cards, legal_choices, most_dice
from pi_diavolo.games.devilish_duels.course import roll_awaited
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.putting_right import is_left_behind, moves_in_force
from pi_diavolo.games.devilish_duels.state import Evening, Game
from pi_diavolo.games.devilish_duels.steps import the_game
from pi_diavolo.games.devilish_duels.wording import call
from pi_diavolo.table.duel_views import (
    Awaited,
    DieStanding,
    DuelStep,
    DuelView,
    Hand,
    ImpStanding,
    MoveShown,
    Side,
)
from pi_diavolo.table.duels import Choice, ChoiceKind, DieShown, DuelCorrected
from pi_diavolo.table.effects import Effect, ShowDuel, ShowHand, ShowStatus, ShowTurn, Status
from pi_diavolo.table.players import Seat

STEPS = {
    1: DuelStep.ROLL, 2: DuelStep.ROLL,
    3: DuelStep.IMPS, 4: DuelStep.IMPS, 5: DuelStep.IMPS, 6: DuelStep.IMPS,
    7: DuelStep.REROLL, 8: DuelStep.REROLL,
}  # fmt: skip


def show_duel(evening: Evening) -> list[Effect]:
    """The views of everyone and of each seat, and what the table waits for."""
    game = the_game(evening)
    offered = legal_choices(game.duel) if not _picks_team(game.duel) else ()
    hands = [ShowHand(hand_of(game.duel, seat, offered)) for seat in game.duel.seats]
    return [ShowDuel(view_of(game, offered)), *hands, show_status(evening)]


def show_round(game: Game) -> ShowTurn:
    """A round begins: who leads it."""
    duel = game.duel
    return ShowTurn(game.number, duel.round, duel.in_order()[0], duel.seats, {}, ())


def show_status(evening: Evening) -> ShowStatus:
    """What the table waits for, and of whom."""
    game = the_game(evening)
    if evening.paused:
        return ShowStatus(Status.PAUSED)
    if game.protest is not None:
        return ShowStatus(Status.PROTEST)
    if game.duel.over:
        return ShowStatus(Status.OVER)
    if game.doubt is not None:
        return ShowStatus(Status.QUESTION)
    item = roll_awaited(game.duel) or decision(game.duel)
    seat = item.seat if item else None
    # Whoever throws dice from the pool need not say which before.
    throws = isinstance(item, RollOff | AwaitRoll) or (isinstance(item, Throw) and not item.rerolls)
    return ShowStatus(Status.ROLL_NOW if throws else Status.CHOOSE, seat)


def view_of(game: Game, offered: tuple[Choice, ...]) -> DuelView:
    """The duel as everyone may see it."""
    duel = game.duel
    secret = _is_secret(duel)
    return DuelView(
        game.number,
        duel.round,
        duel.lead,
        step_of(duel),
        duel.trial,
        tuple(_side(duel, seat) for seat in duel.seats),
        tuple(DieStanding(die, at.zone, at.value) for die, at in duel.dice.items()),
        {element: dict(totals) for element, totals in duel.totals.items()},
        duel.ruling.trials,
        _awaited(duel, secret),
        () if secret else offered,
        tuple(moves_shown(game, duel.round)),
        tuple(DieShown(die, duel.dice[die].value) for die in duel.dice if die in duel.turned),
        duel.winner,
    )


def hand_of(duel: Duel, seat: Seat, offered: tuple[Choice, ...]) -> Hand:
    """What one seat alone may see."""
    item = decision(duel)
    mine = item is not None and item.seat == seat
    imps = tuple(
        ImpStanding(imp, at.zone, imp in duel.used) for imp, at in duel.imps.items() if at.owner == seat
    )
    cards = free_cards(duel) if mine and _picks_team(duel) else ()
    return Hand(seat, imps, offered if mine else (), cards)


def step_of(duel: Duel) -> DuelStep:
    """How far the round has come."""
    if duel.over:
        return DuelStep.OVER
    if duel.round == 0:
        return DuelStep.TEAMS if _picks_team(duel) else DuelStep.ROLL_OFF
    return STEPS.get(duel.agenda[0].place[1], DuelStep.TRIALS)


def _picks_team(duel: Duel) -> bool:
    return isinstance(decision(duel), PickTeam)


def _is_secret(duel: Duel) -> bool:
    # What may be brought into play are the imps that nobody has seen yet.
    return isinstance(decision(duel), PickTeam | BringImps)


def _side(duel: Duel, seat: Seat) -> Side:
    mine = {imp: at for imp, at in duel.imps.items() if at.owner == seat}
    seen = tuple(ImpStanding(imp, at.zone, imp in duel.used) for imp, at in mine.items() if at.seen)
    return Side(seat, duel.imps_left(seat), len(mine) - len(seen), seen)


def _awaited(duel: Duel, secret: bool) -> Awaited | None:
    item, told = roll_awaited(duel) or decision(duel), call(duel)
    if item is None or told is None:
        return None
    roll = item.dice if isinstance(item, AwaitRoll) else ()
    up_to = 1 if isinstance(item, RollOff) else most_dice(duel, item) if isinstance(item, Throw) else 0
    awaited = Awaited(item.seat, told, roll, up_to, secret)
    if not isinstance(item, DoTask):
        return awaited
    return replace(awaited, deed=str(item.task.deed), amount=item.task.amount, count=item.task.count)


def moves_shown(game: Game, number: int) -> Iterator[MoveShown]:
    """The moves of a round as they count now; one that was taken back stands as it was made.

    What was done before the round began anew is no move of it any more.
    """
    in_force = {move.number: move for move in moves_in_force(game)} if game.amendments else {}
    corrections = (each.correction for each in game.amendments if not each.undone)
    corrected = {each.move for each in corrections if isinstance(each, DuelCorrected)}
    for made in game.moves:
        move = in_force.get(made.number, made)
        if move.place[0] == number and not is_left_behind(game, move):
            secret = move.choice is not None and move.choice.kind is ChoiceKind.TEAM
            choice = Choice(ChoiceKind.TEAM) if secret else move.choice
            put_right = move.number in corrected
            yield MoveShown(move.number, move.place[0], move.seat, choice, move.dice, put_right)
