"""A table file that cannot be used: looked at again and again, and taken as soon as it can be."""

import threading
from collections.abc import Callable
from pathlib import Path

from pi_diavolo.errors import DiavoloError, without_values
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import load_table

RETRY_S = 1.0

Tell = Callable[[Saying], None]


class AwaitedTable:
    """Tells people what is wrong with the file, and, from `start` on, that it is over."""

    def __init__(self, file: Path, damage: str, tell: Tell, retry_s: float = RETRY_S) -> None:
        self._file, self._tell, self._retry_s = file, tell, retry_s
        self._damage = without_values(damage)
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, use: Callable[[Eyes], None]) -> None:
        """Say so now, and hand over eyes for this table once its file is well."""
        self._tell_damage()
        self._thread = threading.Thread(target=self._look, args=(use,), name="table awaited", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self, use: Callable[[Eyes], None]) -> None:
        while not self._closing.wait(self._retry_s):
            try:
                eyes = Eyes(load_table(self._file))
            except (DiavoloError, OSError) as error:
                if (damage := without_values(str(error))) != self._damage:
                    self._damage = damage
                    self._tell_damage()
                continue
            use(eyes)
            self._tell(saying(Sentence.TABLE_FILE_TAKEN))
            return

    def _tell_damage(self) -> None:
        self._tell(saying(Sentence.TABLE_FILE_DAMAGED, found=self._damage))
