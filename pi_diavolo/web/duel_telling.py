"""Tells a duel in the page's own language, and each seat its hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pi_diavolo.table.duel_views import Awaited, DuelView, Hand, ImpStanding, MoveShown, Side
from pi_diavolo.table.duels import Choice, ChoiceKind, DieShown, Element, ElementDie, TrialRuling, Zone
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.web.duel_shown import (
    Cards,
    CardShown,
    DieRolled,
    DuelAwaited,
    DuelDie,
    DuelImp,
    DuelMove,
    DuelOption,
    DuelShown,
    DuelSide,
    DuelTrial,
    HandShown,
    TrialState,
)
from pi_diavolo.web.tongue import Tongue

PLAIN = CardShown()
TEAM_SIZE = 4


@dataclass(frozen=True, slots=True)
class _Speaking:
    tongue: Tongue
    cards: Cards = field(default_factory=dict)

    def imp(self, standing: ImpStanding) -> DuelImp:
        card = self.cards.get(standing.imp, PLAIN)
        return DuelImp(standing.imp, standing.zone, standing.used, card)


def duel_shown(view: DuelView, tongue: Tongue, cards: Cards) -> DuelShown:
    """What everyone may see, in words and numbers."""
    speaking = _Speaking(tongue, cards)
    values = {die.die: die.value for die in view.dice}
    return DuelShown(
        view.game,
        view.round,
        view.lead,
        view.step,
        view.trial,
        {element: tongue.element(element) for element in Element},
        tuple(_side(side, view, speaking) for side in view.sides),
        tuple(_trial(element, view, tongue) for element in Element),
        _awaited(view.awaited, tongue) if view.awaited else None,
        options_shown(view.options, view.awaited, values, tongue),
        tuple(move_told(move, tongue) for move in view.moves),
        tongue.element_dice(view.to_turn) if view.to_turn else "",
        view.winner,
    )


def hand_shown(hand: Hand, view: DuelView, decisions: int, tongue: Tongue, cards: Cards) -> HandShown:
    """What one seat alone may see, in words and numbers."""
    speaking = _Speaking(tongue, cards)
    values = {die.die: die.value for die in view.dice}
    return HandShown(
        hand.seat,
        decisions,
        tuple(map(speaking.imp, hand.imps)),
        options_shown(hand.options, view.awaited, values, tongue),
        tuple(speaking.imp(ImpStanding(card, Zone.POOL)) for card in hand.cards),
        TEAM_SIZE if hand.cards else 0,
    )


def options_shown(
    options: Iterable[Choice],
    awaited: Awaited | None,
    values: Mapping[ElementDie, int | None],
    tongue: Tongue,
) -> tuple[DuelOption, ...]:
    """Each choice with its sentence."""
    seat = awaited.seat if awaited else Seat(0)
    return tuple(DuelOption(tongue.say(_option(choice, seat, values)), choice) for choice in options)


def trial_text(trial: TrialRuling, tongue: Tongue) -> str:
    """How a trial ended."""
    told = dict(sorted(trial.totals.items(), key=lambda each: -each[1]))
    if trial.winner is None:
        return tongue.say(saying(Sentence.DUEL_TRIAL_DRAWN, element=trial.element, totals=told))
    sentence = Sentence.DUEL_TRIAL_DOUBLY_WON if trial.double else Sentence.DUEL_TRIAL_WON
    return tongue.say(saying(sentence, element=trial.element, totals=told, player=trial.winner))


def _side(side: Side, view: DuelView, speaking: _Speaking) -> DuelSide:
    to_turn = {shown.die for shown in view.to_turn}
    dice = tuple(
        DuelDie(each.die.owner, each.die.element, each.die.number, each.zone, each.value, each.die in to_turn)
        for each in view.dice
        if each.die.owner == side.seat
    )
    name = speaking.tongue.player(side.seat)
    return DuelSide(side.seat, name, side.left, side.hidden, tuple(map(speaking.imp, side.imps)), dice)


def _trial(element: Element, view: DuelView, tongue: Tongue) -> DuelTrial:
    name = tongue.element(element)
    held = next((trial for trial in view.trials if trial.element is element), None)
    state = TrialState.NOW if view.trial is element else TrialState.HELD if held else TrialState.TO_COME
    if held is None:
        totals = view.totals.get(element, {})
        return DuelTrial(element, name, state, dict(totals), None, double=False, text="")
    text = trial_text(held, tongue)
    return DuelTrial(element, name, state, dict(held.totals), held.winner, held.double, text)


def _awaited(awaited: Awaited, tongue: Tongue) -> DuelAwaited:
    return DuelAwaited(
        awaited.seat,
        tongue.say(awaited.saying),
        awaited.roll,
        awaited.any_up_to,
        awaited.secret,
        awaited.deed,
        awaited.amount,
        awaited.count,
    )


def _option(choice: Choice, seat: Seat, values: Mapping[ElementDie, int | None]) -> Saying:
    dice = tuple(DieShown(die, values.get(die)) for die in choice.dice)
    match choice.kind:
        case ChoiceKind.ROLL:
            return saying(Sentence.DUEL_CAN_ROLL, dice=dice, player=seat)
        case ChoiceKind.TEAM | ChoiceKind.PLAY:
            return saying(Sentence.DUEL_CAN_PLAY, cards=choice.imps)
        case ChoiceKind.POWER:
            return saying(Sentence.DUEL_CAN_USE, cards=choice.imps, number=choice.power or 1)
        case ChoiceKind.PICK if choice.imps:
            return saying(Sentence.DUEL_CAN_PICK_IMPS, cards=choice.imps)
        case ChoiceKind.PICK:
            return saying(Sentence.DUEL_CAN_PICK_DICE, dice=dice, player=seat)
        case ChoiceKind.PASS:
            return saying(Sentence.DUEL_CAN_PASS)


def move_told(move: MoveShown, tongue: Tongue) -> DuelMove:
    """A move as a sentence, and as it can be put right."""
    return DuelMove(
        move.number,
        move.round,
        move.seat,
        tongue.say(_made(move)),
        move.choice,
        tuple(_rolled(shown) for shown in move.rolled),
        move.corrected,
    )


def _rolled(shown: DieShown) -> DieRolled:
    return DieRolled(shown.die.owner, shown.die.element, shown.die.number, shown.value)


def _made(move: MoveShown) -> Saying:
    choice, player = move.choice, move.seat
    if choice is None:
        return saying(Sentence.DUEL_ROLLED, player=player, dice=move.rolled)
    dice = tuple(map(DieShown, choice.dice))
    match choice.kind:
        case ChoiceKind.TEAM:
            return saying(Sentence.DUEL_TEAM_PICKED, player=player)
        case ChoiceKind.PLAY:
            return saying(Sentence.DUEL_PLAYS, player=player, cards=choice.imps)
        case ChoiceKind.ROLL:
            return saying(Sentence.DUEL_CHOSE_ROLL, player=player, dice=dice)
        case ChoiceKind.POWER:
            return saying(Sentence.DUEL_POWER_USED, player=player, cards=choice.imps)
        case ChoiceKind.PICK if choice.imps:
            return saying(Sentence.DUEL_CHOSE_IMPS, player=player, cards=choice.imps)
        case ChoiceKind.PICK:
            return saying(Sentence.DUEL_CHOSE_DICE, player=player, dice=dice)
        case ChoiceKind.PASS:
            return saying(Sentence.DUEL_PASSES, player=player)
