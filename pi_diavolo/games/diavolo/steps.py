"""The small words that all parts of the referee use: a step, a sentence, a refusal."""

from typing import Any

from pi_diavolo.games.diavolo.state import Evening
from pi_diavolo.table.effects import Effect, Ignore, Say
from pi_diavolo.table.events import Event
from pi_diavolo.table.sentences import Sentence, saying

# What an event leads to: the evening as it is now, and what shall happen.
Step = tuple[Evening, list[Effect]]


def said(sentence: Sentence, **values: Any) -> Say:
    """An effect that tells everyone a sentence."""
    return Say(saying(sentence, **values))


def ignored(evening: Evening, event: Event, sentence: Sentence, **values: Any) -> Step:
    """Nothing changes, and this is why."""
    return evening, [Ignore(event, saying(sentence, **values))]
