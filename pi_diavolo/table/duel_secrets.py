"""Events and effects of a duel as everyone may know them: without what is still a secret of one player."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, DuelCorrected
from pi_diavolo.table.effects import Effect, Ignore, ShowHand
from pi_diavolo.table.events import EveningOpened, Event

# Which imps somebody has is told by these, also as tried in vain; who is in play, the views show.
SECRET = (ChoiceKind.TEAM, ChoiceKind.PLAY)
DUELS = "devilish-duels"


def without_secrets(event: Event) -> Event:
    """The same without imps that may be hidden still, and without the seed that dealt teams follow from."""
    match event:
        case ChoiceMade(choice=choice):
            return replace(event, choice=_veiled(choice))
        case DuelCorrected(choice=Choice() as choice):
            return replace(event, choice=_veiled(choice))
        case EveningOpened(game=game) if game == DUELS:
            return replace(event, seed=0)
    return event


def for_everyone(effects: Sequence[Effect]) -> Iterator[Effect]:
    """The effects without those for one seat alone."""
    for effect in effects:
        match effect:
            case ShowHand():
                continue
            case Ignore(event=event):
                yield replace(effect, event=without_secrets(event))
            case _:
                yield effect


def _veiled(choice: Choice) -> Choice:
    return replace(choice, imps=()) if choice.kind in SECRET else choice
