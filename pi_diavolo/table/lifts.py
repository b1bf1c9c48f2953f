"""Which lift belongs to which imp: one alone is certain, several alike are "one of these"."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def unresolved(
    lifts: Iterable[T], taken: Iterable[frozenset[T]]
) -> tuple[tuple[T, ...], tuple[frozenset[T], ...]]:
    """What is left when every lift that surely is somebody's is struck out.

    Each set in `taken` holds the lifts that one imp may have come from. So many sets within as many lifts
    leave none of these for anybody else, whichever is whose.
    """
    open_, sets = list(lifts), [frozenset(may) for may in taken]
    closed = True
    while closed:
        sets = [may & set(open_) for may in sets]
        sets = [may for may in sets if may]
        closed = False
        for may in sets:
            inside = [other for other in sets if other <= may]
            if len(inside) >= len(may):
                open_ = [lift for lift in open_ if lift not in may]
                closed = True
                break
    return tuple(open_), tuple(sets)
