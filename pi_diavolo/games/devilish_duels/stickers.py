"""Which printed sticker stands for which card: the same one as long as the owner's file keeps its order."""

from collections.abc import Mapping

from pi_diavolo.games.devilish_duels.cards import Cards
from pi_diavolo.games.devilish_duels.shipped_cards import MARKERS, shipped_marker
from pi_diavolo.table.duel_cards import FIRST_MARKER, LAST_MARKER
from pi_diavolo.table.duels import ImpName


def by_marker(box: Cards) -> Mapping[int, ImpName]:
    """The imp of each sticker, by its number: as the file says, as a built-in name always had, else the next.

    Cards beyond the last sticker have none, and are chosen on the page alone.
    """
    given = {card.name: card.marker or shipped_marker(card.name) for card in box.values()}
    taken = {*MARKERS.values(), *given.values()}
    free = (number for number in range(FIRST_MARKER, LAST_MARKER + 1) if number not in taken)
    numbers = {name: number or next(free, None) for name, number in given.items()}
    return {number: name for name, number in sorted(numbers.items(), key=_place) if number is not None}


def _place(numbered: tuple[ImpName, int | None]) -> int:
    return numbered[1] or 0
