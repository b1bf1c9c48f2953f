"""Plain sentences, one a line, for pipes, files and terminals that can do no more."""

from collections.abc import Iterable
from typing import IO

from pi_diavolo.terminal.blocks import visible


class PlainLines:
    """Writes sentences as they come, each at once."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def tell(self, sentences: Iterable[str]) -> None:
        """Write each sentence on a line of its own; what the file cannot spell becomes a question mark."""
        encoding = getattr(self._file, "encoding", None) or "utf-8"
        for sentence in sentences:
            line = visible(sentence).encode(encoding, "replace").decode(encoding)
            self._file.write(line + "\n")
            self._file.flush()
