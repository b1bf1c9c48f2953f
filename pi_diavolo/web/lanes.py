"""Who need not wait behind strangers when many ask at once: the desks, and the phones that play."""

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto

from pi_diavolo.web.visitors import COOKIE, Sessions

COOKIE_SENT = re.compile(
    rb"\r\ncookie:(?:[^\r\n]*;)? *" + COOKIE.encode() + rb"=([^\r\n; ]{1,200})", re.IGNORECASE
)


class Lane(Enum):
    """Each has a queue of its own."""

    ANYONE = auto()
    SEAT = auto()
    DESK = auto()


# Connections, and live lines among them, that are kept free; those of the seats leave some for the desks.
RESERVED: Mapping[Lane, int] = {Lane.ANYONE: 0, Lane.SEAT: 30, Lane.DESK: 60}

LaneOf = Callable[[str], Lane]


def everyone(cookie: str) -> Lane:
    """Where nobody is known yet."""
    return Lane.ANYONE


def lane_of(session: str | None, sessions: Sessions) -> Lane:
    """By what the table itself remembers or has signed: anybody can have the cookie of a mere visitor."""
    if sessions.is_desk(session):
        return Lane.DESK
    return Lane.ANYONE if sessions.seat(session) is None else Lane.SEAT


def cookie_in(data: bytes) -> str | None:
    """Our cookie in the head of a request, as it came over the line."""
    found = COOKIE_SENT.search(data)
    return found.group(1).decode("latin-1") if found else None
