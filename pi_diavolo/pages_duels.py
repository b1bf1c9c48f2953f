"""Looks into Devilish Duels for the pages: what was protested and put right, the cards, and the rounds."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pi_diavolo.games.devilish_duels.card_file import box_of
from pi_diavolo.games.devilish_duels.cards import Card, Power, Task
from pi_diavolo.games.devilish_duels.choices import legal_choices
from pi_diavolo.games.devilish_duels.corrections import before_move
from pi_diavolo.games.devilish_duels.putting_right import standing
from pi_diavolo.games.devilish_duels.showing import moves_shown, step_of, view_of
from pi_diavolo.games.devilish_duels.state import Evening, Game
from pi_diavolo.pages_turns import ruled_turn
from pi_diavolo.table.duel_views import DuelStep
from pi_diavolo.table.duels import ChoiceKind, DuelCorrected, Element
from pi_diavolo.web.duel_shown import CardShown, DuelShown
from pi_diavolo.web.duel_telling import duel_shown, move_told
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.snapshot import Beyond
from pi_diavolo.web.tongue import Tongue


def beyond(moment: Moment) -> Beyond | None:
    """What only somebody who looks into the game knows; None where another game is played."""
    if not isinstance(moment.state, Evening):
        return None
    game = moment.state.game
    if game is None:
        return Beyond()
    cards = cards_shown(game.duel.rules.cards)
    return Beyond(protest=game.protest, corrections=len(standing(game)), cards=cards)


def rounds_played(moment: Moment, tongue: Tongue) -> list[dict[str, Any]] | None:
    """All rounds ruled, with what people put right about them; None where another game is played."""
    if not isinstance(moment.state, Evening):
        return None
    game = moment.state.game
    if game is None:
        return []
    elements = {element: tongue.element(element) for element in Element}
    return [
        ruled_turn(ruling, None, tongue)
        | {
            "corrections": _corrections(game, ruling.turn),
            "moves": [move_told(move, tongue) for move in moves_shown(game, ruling.turn)],
            "elements": elements,
        }
        for ruling in game.rulings
    ]


def duel_before(moment: Moment, move: int, tongue: Tongue) -> DuelShown | None:
    """The duel before a move, with what could have been chosen instead; None where nobody may know that.

    A team is a secret, and of the imps to be brought into play those that nobody has seen yet.
    """
    game = moment.state.game if isinstance(moment.state, Evening) else None
    before = before_move(game, move) if game else None
    if game is None or before is None or step_of(before) is DuelStep.TEAMS:
        return None
    seen = {imp for imp, at in game.duel.imps.items() if at.seen}
    offered = tuple(
        choice
        for choice in legal_choices(before)
        if choice.kind is not ChoiceKind.PLAY or seen.issuperset(choice.imps)
    )
    view = replace(view_of(replace(game, duel=before), ()), options=offered, moves=())
    return duel_shown(view, tongue, cards_shown(before.rules.cards))


@lru_cache(maxsize=4)
def cards_shown(cards: str) -> Mapping[str, CardShown]:
    """The whole box, as pages show cards."""
    return {name: _card(card) for name, card in box_of(cards).items()}


def _card(card: Card) -> CardShown:
    return CardShown(card.element, card.text, tuple(map(_power, card.powers)))


def _power(power: Power) -> dict[str, Any]:
    tasks = [_task(task) for task in power.tasks]
    return {"when": power.when, "trial": power.trial, "condition": power.condition, "effect": tasks}


def _task(task: Task) -> dict[str, Any]:
    return {
        "do": task.deed,
        "amount": task.amount,
        "count": task.count,
        "whose": task.whose,
        "elements": task.elements,
    }


def _corrections(game: Game, turn: int) -> list[int]:
    rounds = {move.number: move.place[0] for move in game.moves}
    return [
        each.number
        for each in standing(game)
        if turn
        == (
            rounds.get(each.correction.move)
            if isinstance(each.correction, DuelCorrected)
            else each.correction.turn
        )
    ]
