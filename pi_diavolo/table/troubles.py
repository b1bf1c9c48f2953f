"""What is wrong with the table itself: sentences that hold until another one says that it is over."""

from collections.abc import Mapping, Sequence

from pi_diavolo.table.effects import Effect, Say
from pi_diavolo.table.sentences import Saying, Sentence

# Each with the sentence that ends it; None: it holds until the table is started again.
TROUBLES: Mapping[Sentence, Sentence | None] = {
    Sentence.LOG_NOT_WRITTEN: Sentence.LOG_WRITTEN_AGAIN,
    Sentence.TABLE_FILE_DAMAGED: Sentence.TABLE_FILE_TAKEN,
    Sentence.SETTINGS_AS_BEFORE: Sentence.FILES_WELL,
    Sentence.SETTINGS_AS_USUAL: Sentence.FILES_WELL,
    Sentence.PINS_NOT_TAKEN: Sentence.FILES_WELL,
    Sentence.SET_ASIDE: None,
    Sentence.PIN_NOT_KEPT: None,
}

Troubles = tuple[Saying, ...]


def troubles_after(troubles: Troubles, effects: Sequence[Effect]) -> Troubles:
    """What is wrong once this has been said."""
    for effect in effects:
        if isinstance(effect, Say):
            troubles = _after(troubles, effect.saying)
    return troubles


def stands_still(troubles: Troubles) -> bool:
    """Between turns the table waits for this to end, and takes in nothing."""
    return any(trouble.sentence is Sentence.LOG_NOT_WRITTEN for trouble in troubles)


def can_end(trouble: Saying) -> bool:
    """Something is wrong until it is put right; else it is only to be known, such as a file set aside."""
    return TROUBLES[trouble.sentence] is not None


def _after(troubles: Troubles, said: Saying) -> Troubles:
    over = {trouble for trouble, end in TROUBLES.items() if end is said.sentence}
    if TROUBLES.get(said.sentence) is not None:
        over.add(said.sentence)  # told anew, for another reason
    troubles = tuple(trouble for trouble in troubles if trouble.sentence not in over and trouble != said)
    return (*troubles, said) if said.sentence in TROUBLES else troubles
