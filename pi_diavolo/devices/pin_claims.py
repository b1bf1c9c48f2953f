"""Every pin, select, channel and lamp bit has one owner; who comes second is told who was there before."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pi_diavolo.devices.pin_map_values import BadMap, shown

MOST_OFFERED = 6


class Claims:
    """Numbered places of one kind, such as GPIO pins, and who has taken which."""

    def __init__(
        self, place: str, places: Sequence[int], spoken_for: Collection[int] = (), more: str = ""
    ) -> None:
        """`more` says how there would be more of these places."""
        self._place, self._places, self._more = place, places, more
        # What the rest of the map asks for is no good advice, even if nobody has taken it yet.
        self._spoken_for = spoken_for
        self._owners: dict[int, tuple[str, str]] = {}

    def reserve(self, places: Iterable[int], owner: str, unless: str = "") -> None:
        """Nobody may have these; `unless` says what would free them."""
        self._owners |= dict.fromkeys(places, (owner, unless))

    def take(self, name: str, found: Any) -> int:
        """Claim a place for whatever has this name in the map."""
        # type(), not isinstance(): Python counts true as 1.
        if type(found) is not int or found not in self._places:
            raise BadMap(f"{name} = {shown(found)} is not {self._place}; use {self._bounds()}{self._more}")
        if found in self._owners:
            owner, unless = self._owners[found]
            raise BadMap(f"{name} = {found} is taken by {owner}; use {self._free()}{unless}")
        self._owners[found] = (name, "")
        return found

    def _bounds(self) -> str:
        if isinstance(self._places, range):
            return f"{self._places[0]} to {self._places[-1]}"
        return " or ".join(str(number) for number in self._places)

    def _free(self) -> str:
        gone = {*self._owners, *self._spoken_for}
        free = [str(number) for number in self._places if number not in gone]
        if not free:
            return f"fewer, none is left{self._more}"
        return f"a free one, such as {', '.join(free[:MOST_OFFERED])}"
