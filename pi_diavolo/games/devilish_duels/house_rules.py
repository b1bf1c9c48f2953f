"""Where the booklet is silent: named settings, each with the reading that this table takes by default."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from pi_diavolo.games.devilish_duels.card_file import BadCard, box_of
from pi_diavolo.games.setting_values import BadSetting, of_its_kind


class Teams(StrEnum):
    """How the players come by their four imps."""

    DEALT = "dealt"  # by lot
    PICKED = "picked"  # each picks, in secret; whoever picks second sees which cards are gone


class FirstLead(StrEnum):
    """Who leads in the first round."""

    ROLL_OFF = "roll_off"
    YOUNGEST = "youngest"


class AnyDie(StrEnum):
    """Whose dice the winner of the Water trial may choose."""

    EITHER = "either"
    OWN = "own"


class Banish(StrEnum):
    """Whose imp and die the winner of the Air trial may banish.

    The booklet says one in play, where it says of Fire that the die is the opponent's.
    """

    EITHER = "either"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How this table duels; `cards` are the owner's cards as JSON, empty for the shipped ones alone."""

    teams: Teams = Teams.DEALT
    first_lead: FirstLead = FirstLead.ROLL_OFF
    decline: bool = True  # a win's effect need not be used, or not wholly
    different_dice: bool = True  # "two dice" are two different ones
    any_die: AnyDie = AnyDie.EITHER
    banish: Banish = Banish.EITHER
    most_rounds: int = 50  # then the imps left are counted, and after them the dice
    locked: bool = False
    cards: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.most_rounds <= 1000:
            raise BadSetting("most_rounds", self.most_rounds, "a whole number from 1 to 1000")
        try:
            box_of(self.cards)
        except BadCard as bad:
            raise BadSetting(bad.where, bad.found, bad.wanted) from None


KINDS: Mapping[str, type] = {rule.name: type(rule.default) for rule in fields(HouseRules)}


def amended(rules: HouseRules, changes: Mapping[str, Any]) -> HouseRules:
    """The house rules with some of them changed; raises BadSetting for what cannot be."""
    return replace(rules, **{name: of_its_kind(name, found, KINDS) for name, found in changes.items()})


def in_few_words(rules: HouseRules) -> dict[str, Any]:
    """The rules to stand beside every ruling: of the cards only a fingerprint, since they are many."""
    told = {name: getattr(rules, name) for name in KINDS}
    return {
        **told,
        "cards": hashlib.sha256(rules.cards.encode(errors="replace")).hexdigest()[:12] if rules.cards else "",
    }
