"""The log kept small: a start puts old evenings away; a table that is never switched off begins anew."""

import logging

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.table.sentences import Saying, Sentence, saying

logger = logging.getLogger(__name__)

MB = 1_000_000


def keep_small(log: EventLog, most_mb: int, *, all_over: bool = False) -> None:
    """Before anybody plays: put away what the log has no room for; 0 MB: there is no bound.

    Where all evenings are over, this start opens another: the last one may be put away, too.
    """
    try:
        if most_mb:
            log.keep_within(most_mb * MB, all_over=all_over)
    except LogError as error:  # a log that is too large is still better than no table
        logger.warning("%s; see `pi-diavolo check log`", error)


def told_of(log: EventLog) -> list[Saying]:
    """What people should know of the log since it was opened."""
    told = [saying(Sentence.SET_ASIDE, found=log.notice)] if log.notice else []
    if (away := log.put_away) is not None and away.first_game is not None and away.last_game is not None:
        file = away.file.name
        told.append(saying(Sentence.PUT_AWAY, first=away.first_game, last=away.last_game, file=file))
    return told


class Growth:
    """Whether the log has outgrown its bound since this start; then another one would help."""

    def __init__(self, log: EventLog, most_mb: int) -> None:
        self._log, self._most = log, most_mb * MB
        # Beyond it from the start: whatever the reason is, beginning anew would come to the same.
        self.is_watched = 0 < self._used() <= self._most
        self._is_too_much = False

    @property
    def is_too_much(self) -> bool:
        """Begin anew when nobody plays: what was played until then is an evening that can be put away."""
        # Once and for all: a log that is closed, or a card that fails, does not make it smaller.
        self._is_too_much = self._is_too_much or (self.is_watched and self._used() > self._most)
        return self._is_too_much

    def _used(self) -> int:
        try:
            return self._log.used_bytes()
        except LogError:  # a card that fails is told when it is written, and ends no game
            return 0
