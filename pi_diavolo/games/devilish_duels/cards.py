"""The imps' cards and their powers as values: when, on what condition, which tasks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.duels import Element, ImpName

EVERY_ELEMENT = tuple(Element)


class Deed(StrEnum):
    """What a trial's winner or an imp's power can do."""

    ADD = "add"  # turn dice in play up, or down by less than nothing
    SET = "set"  # turn dice in play to a number
    REROLL = "reroll"  # dice in play
    ROLL = "roll"  # dice from the pool
    ROLL_OR_REROLL = "roll_or_reroll"
    SEND_BACK = "send_back"  # dice in play go back to their pool
    BANISH_DIE = "banish_die"
    BANISH_IMP = "banish_imp"
    # These last until the round is over.
    TOTAL = "total"  # adds to the totals of the trials
    WIN_DRAWS = "win_draws"
    SHIELD_DICE = "shield_dice"  # the opponent's wins and powers do not touch them
    SHIELD_IMPS = "shield_imps"
    MORE_DICE = "more_dice"  # so many more in step 3


LASTING = frozenset({Deed.TOTAL, Deed.WIN_DRAWS, Deed.SHIELD_DICE, Deed.SHIELD_IMPS, Deed.MORE_DICE})
ROLLING = frozenset({Deed.REROLL, Deed.ROLL, Deed.ROLL_OR_REROLL})
WITH_AMOUNT = frozenset({Deed.ADD, Deed.SET, Deed.TOTAL, Deed.MORE_DICE})


class Whose(StrEnum):
    """Whose dice or imps, seen from the player who acts."""

    OWN = "own"
    OPPONENT = "opponent"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do; with `count` None it befalls every die or imp that it can."""

    deed: Deed
    amount: int = 0
    count: int | None = 1
    whose: Whose = Whose.OWN
    elements: tuple[Element, ...] = EVERY_ELEMENT


class When(StrEnum):
    """When a power may be used."""

    WHOLE_TURN = "whole_turn"
    BEFORE_TRIALS = "before_trials"
    IN_TRIAL = "in_trial"
    AFTER_TRIAL = "after_trial"


class Condition(StrEnum):
    """How the trial must have ended for the imp's owner, or in the trial how it would end as it stands."""

    ALWAYS = "always"
    WON = "won"
    DOUBLE_WON = "double_won"
    LOST = "lost"
    DOUBLE_LOST = "double_lost"
    DREW = "drew"


@dataclass(frozen=True, slots=True)
class Power:
    """What an imp may do once a round; `trial` None means any of the four."""

    when: When
    tasks: tuple[Task, ...]
    trial: Element | None = None
    condition: Condition = Condition.ALWAYS


@dataclass(frozen=True, slots=True)
class Card:
    """An imp; without powers it is a plain one. `text` is for people, in their own words.

    `marker` is the number of its sticker where the owner's file gives one.
    """

    name: ImpName
    powers: tuple[Power, ...] = ()
    element: Element | None = None
    text: str = ""
    marker: int | None = None


Cards = Mapping[ImpName, Card]

# Two teams of four.
FEWEST_CARDS = 8


def whole_box(own: Iterable[Card], known: Iterable[Card], plain: Iterable[Card]) -> Cards:
    """The owner's cards, the known ones they did not enter, and plain imps until two teams can be made.

    Names are told apart by ear: an owner's `zephyr` takes the place of Zephyr.
    """
    own = tuple(own)
    entered = {card.name.casefold() for card in own}
    missing = (card for card in known if card.name.casefold() not in entered)
    box = {card.name: card for card in (*missing, *own)}
    for card in plain:
        if len(box) >= FEWEST_CARDS:
            break
        if card.name.casefold() not in entered:
            box[card.name] = card
    return box
