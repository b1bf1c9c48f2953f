"""How often something may be done: so often and no more, or so often and then later."""

from dataclasses import dataclass


@dataclass(slots=True)
class Bucket:
    """Holds `most` goes at once and gets `per_second` new ones."""

    per_second: float
    most: float
    _left: float = -1.0
    _at: float = 0.0

    def has(self, now: float) -> bool:
        """Is there one to take?"""
        if self._left < 0:
            self._left = self.most
        else:
            self._left = min(self.most, self._left + (now - self._at) * self.per_second)
        self._at = now
        return self._left >= 1

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        if not self.has(now):
            return False
        self._left -= 1
        return True


@dataclass(frozen=True, slots=True)
class Buckets:
    """Such as so often a second and, however long it goes on, so often an hour."""

    each: tuple[Bucket, ...]

    def take(self, now: float) -> bool:
        """Take one out of each, or none at all."""
        return all(bucket.has(now) for bucket in self.each) and all(bucket.take(now) for bucket in self.each)


@dataclass(slots=True)
class Pace:
    """Lets `at_once` things happen at any time, and puts off what goes beyond `per_second`."""

    per_second: float
    at_once: int
    _next: float = 0.0

    def wait(self, now: float) -> float:
        """How long the next thing must wait; it takes its place in the queue."""
        earliest = now - self.at_once / self.per_second
        self._next = max(self._next, earliest) + 1 / self.per_second
        return max(0.0, self._next - now)
