"""How a round begins and ends, and the game with it."""

from dataclasses import replace

from pi_diavolo.games.devilish_duels.agenda import (
    BringImps,
    EndRound,
    HoldTrial,
    Item,
    PowerChance,
    RollOff,
    Throw,
)
from pi_diavolo.games.devilish_duels.cards import When
from pi_diavolo.games.devilish_duels.duel import DieAt, Duel, dice_of
from pi_diavolo.table.duels import (
    Element,
    RoundRuling,
    Zone,
)
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence, saying

FIRST_THROW, SECOND_THROW = 4, 2


def first_round(duel: Duel) -> Duel:
    """The lead is known, or is rolled for first."""
    return roll_off(duel, 2) if duel.lead is None else begin_round(duel, 1, duel.lead)


def roll_off(duel: Duel, step: int) -> Duel:
    """Each rolls one die for the lead."""
    rolls = tuple(RollOff((0, step + number, 0), seat) for number, seat in enumerate(duel.seats))
    return duel.having(agenda=rolls, rolled_off={})


def begin_round(duel: Duel, number: int, lead: Seat) -> Duel:
    """All that a round consists of, the lead first in everything."""
    second = duel.other(lead)
    chances = [PowerChance((number, step, 0), seat, when) for step, seat, when in (
        (5, lead, When.WHOLE_TURN), (6, second, When.WHOLE_TURN),
        (9, lead, When.BEFORE_TRIALS), (10, second, When.BEFORE_TRIALS),
    )]  # fmt: skip
    agenda: list[Item] = [
        Throw((number, 1, 0), lead, FIRST_THROW, rerolls=False),
        Throw((number, 2, 0), second, FIRST_THROW, rerolls=False),
        BringImps((number, 3, 0), lead),
        BringImps((number, 4, 0), second),
        *chances[:2],
        Throw((number, 7, 0), lead, SECOND_THROW, rerolls=True),
        Throw((number, 8, 0), second, SECOND_THROW, rerolls=True),
        *chances[2:],
        *(HoldTrial((number, 11 + index, 0), element) for index, element in enumerate(Element)),
        EndRound((number, 15, 0)),
    ]
    duel = duel.having(lead=lead, round=number, agenda=tuple(agenda), ruling=RoundRuling())
    return duel.telling(saying(Sentence.DUEL_LEADS, turn=number, player=lead))


def end_round(duel: Duel) -> Duel:
    """The round is ruled; the next one begins with the other player, unless it was the last."""
    duel = _tidied(duel.having(rounds=(*duel.rounds, duel.ruling)))
    if duel.round >= duel.rules.most_rounds:
        duel = duel.having(over=True, winner=_ahead(duel), ruling=RoundRuling())
        return duel.telling(saying(Sentence.DUEL_ROUNDS_ARE_UP, number=duel.rules.most_rounds))
    return begin_round(duel, duel.round + 1, duel.in_order()[1])


def _tidied(duel: Duel) -> Duel:
    """Everything that is not banished is back in the pools, and no power lasts any longer."""
    dice = {die: at if at.zone is Zone.BANISHED else DieAt() for die, at in duel.dice.items()}
    imps = {
        imp: at if at.zone is not Zone.IN_PLAY else replace(at, zone=Zone.POOL)
        for imp, at in duel.imps.items()
    }
    return duel.having(dice=dice, imps=imps, used=frozenset(), lasting=(), trial=None, turned=frozenset())


def end(duel: Duel) -> Duel:
    """The game is over; a round that it ended in is ruled as far as it came."""
    if len(duel.rounds) < duel.round:
        duel = duel.having(rounds=(*duel.rounds, duel.ruling))
    return duel.having(agenda=())


def _ahead(duel: Duel) -> Seat | None:
    """Who has more imps left, or else more dice."""
    first, second = (
        (duel.imps_left(seat), sum(duel.dice[die].zone is not Zone.BANISHED for die in dice_of(seat)))
        for seat in duel.seats
    )
    if first == second:
        return None
    return duel.seats[0] if first > second else duel.seats[1]
