"""The kernel numbers its edges, by line and over all: which numbers are missing, and why?"""


class Numbering:
    """Follows the numbers of one request, read in batches of at most as many as the kernel keeps."""

    def __init__(self, kept: int) -> None:
        self.merged = 0
        self._kept = kept
        self._by_line: dict[int, int] = {}
        self._over_all = self._accounted_for = self._known_missing = 0

    def skips(self, line: int, by_line: int, over_all: int) -> bool:
        """Take in the numbers of an event; whether edges of its line are missing just before it."""
        ahead = by_line - self._by_line.get(line, 0)
        self._by_line[line] = by_line
        self._over_all = max(self._over_all, over_all)  # lines overtake each other
        self._accounted_for += ahead
        return ahead > 1

    def unexplained(self, batch: int) -> bool:
        """Whether a batch of this size lacks edges of lines that were not heard of since.

        The kernel drops edges only when its buffer is full, and then the batch is full as well. What is
        missing elsewhere it counted twice and told once: the next edge came before it had taken in the first.
        """
        missing = self._over_all - self._accounted_for
        news, self._known_missing = missing - self._known_missing, missing
        if batch >= self._kept:
            return news > 0
        self.merged = max(self.merged + news, 0)
        return False
