"""What is wrong with the table, and that it is over, in the machine's journal: in the words people hear."""

import logging
from collections.abc import Mapping, Sequence

from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.effects import Effect, Say
from pi_diavolo.table.events import Event
from pi_diavolo.table.sentences import Sentence
from pi_diavolo.table.troubles import TROUBLES

logger = logging.getLogger(__name__)
# Good news, too: who reads of a fault asks whether it is over.
logger.setLevel(logging.INFO)

# That the log cannot be written, the table itself says there, and why.
LEVELS: Mapping[Sentence, int] = {
    Sentence.PART_FAILED: logging.WARNING,
    Sentence.BROKEN_BUTTON_COUNTED: logging.WARNING,
    Sentence.PART_RECOVERED: logging.INFO,
    Sentence.LOG_WRITTEN_AGAIN: logging.INFO,
    Sentence.PUT_AWAY: logging.INFO,
    **{trouble: logging.WARNING for trouble in TROUBLES if trouble is not Sentence.LOG_NOT_WRITTEN},
    Sentence.TABLE_FILE_TAKEN: logging.INFO,
    Sentence.FILES_WELL: logging.INFO,
}


class Journal:
    """An outlet for a table whose terminal nobody watches."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Write down what was said of parts and files that fail, and of nothing else."""
        for effect in effects:
            if isinstance(effect, Say) and effect.saying.sentence in LEVELS:
                logger.log(LEVELS[effect.saying.sentence], "%s", self._speaker.say(effect.saying))
