"""The small words that all parts of the referee use: a step, a sentence, a refusal."""

from dataclasses import replace
from typing import Any

from pi_diavolo.games.devils_dice.state import Evening, Game
from pi_diavolo.table.effects import Effect, Ignore, Say
from pi_diavolo.table.events import Event
from pi_diavolo.table.sentences import Saying, Sentence, saying

# What an event leads to: the evening as it is now, and what shall happen.
Step = tuple[Evening, list[Effect]]


def said(sentence: Sentence, **values: Any) -> Say:
    """An effect that tells everyone a sentence."""
    return Say(saying(sentence, **values))


def ignored(evening: Evening, event: Event, sentence: Sentence, **values: Any) -> Step:
    """Nothing changes, and this is why."""
    return refused(evening, event, saying(sentence, **values))


def refused(evening: Evening, event: Event, why: Saying) -> Step:
    """The same for a sentence that is made already."""
    return evening, [Ignore(event, why)]


def the_game(evening: Evening) -> Game:
    """The game that goes on or is just over."""
    assert evening.game is not None, "whoever asks has looked before"
    return evening.game


def with_game(evening: Evening, **changes: Any) -> Evening:
    """The evening with something changed in its game."""
    return replace(evening, game=replace(the_game(evening), **changes))
