"""The camera's pictures as the server knows them: handed in by the shell, and made outside its loop."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pi_diavolo.table.roll import Roll
from pi_diavolo.table.scene import Scene
from pi_diavolo.web.refusals import Why, refused

# Encoding takes a core for some milliseconds: more than these may not wait for it.
MOST_WAITING = 24

T = TypeVar("T")

# Shares of the picture's width and height, from its upper left corner.
Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Outlined:
    """Where the dice are in a picture so many times as wide as high; the dice as the roll counts them."""

    number: int
    aspect: float
    dice: tuple[Outline, ...]
    order_die: Outline | None


class Pictures(Protocol):
    """What the shell hands in; all but `number` take a moment and are asked in another thread."""

    def number(self, roll: Roll | None) -> int | None:
        """The number of the picture that shows this roll."""

    def outlined(self, number: int) -> Outlined | None:
        """Where the dice are in it; None where there is no such picture any more."""

    def table(self, number: int) -> bytes | None:
        """The table in it, as a JPEG."""

    def die(self, number: int, index: int | None) -> bytes | None:
        """One die in it, or the Order die."""


class Gallery:
    """The pictures of a table; `open_to_all` is the table's own setting."""

    def __init__(self, pictures: Pictures | None = None, open_to_all: bool = False) -> None:
        self.pictures, self.open_to_all = pictures, open_to_all
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    def number(self, scene: Scene) -> int | None:
        """The number of the picture of the dice that everyone sees."""
        number = self.pictures.number(scene.roll) if self.pictures else None
        return number if scene.seen else None

    async def ask(self, look: Callable[[Pictures], T | None]) -> T:
        """A picture, or what is known of it, made outside the server's loop."""
        if self.pictures is None:
            raise refused(Why.NOT_FOUND)
        if self._waiting >= MOST_WAITING:
            raise refused(Why.TOO_MANY)
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                found = await asyncio.to_thread(look, self.pictures)
        finally:
            self._waiting -= 1
        if found is None:
            raise refused(Why.NOT_FOUND)
        return found
