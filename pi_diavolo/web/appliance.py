"""What only a table that is the machine's own service has: a switch for the power, and a Wi-Fi of its own."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import segno
from starlette.responses import Response

from pi_diavolo.errors import DiavoloError
from pi_diavolo.table.events import PowerOffAsked
from pi_diavolo.web.refusals import Refused, Why, refused
from pi_diavolo.web.visit import Visit, answered

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WifiShown:
    """The table's own network while it is open; `code` is what a phone's camera understands."""

    name: str
    password: str
    code: str


@dataclass(frozen=True, slots=True)
class Appliance:
    """What the shell hands in; a table that people started themselves has neither."""

    power_off: Callable[[], None] | None = None
    wifi: Callable[[], WifiShown | None] = lambda: None


@dataclass(frozen=True, slots=True)
class WifiTold:
    """Name, password, and both as a QR code."""

    name: str
    password: str
    qr_svg: str


@dataclass(frozen=True, slots=True)
class ApplianceTold:
    """Can the power be switched off from the desk, and how do phones get into the table's own network?"""

    power_off: bool
    wifi: WifiTold | None


async def appliance(visit: Visit) -> Response:
    """For everyone: whoever reads this is in the network already."""
    ours = visit.house.appliance or Appliance()
    return answered(ApplianceTold(ours.power_off is not None, _told(ours.wifi())))


async def power_off(visit: Visit) -> Response:
    """Have the log record it, which pauses the game, and have the machine switched off."""
    visit.own_page()
    visit.needs_desk()
    ours = visit.house.appliance
    if ours is None or ours.power_off is None:
        raise refused(Why.NOT_FOUND)
    try:
        await visit.house.counter.ask(PowerOffAsked(visit.house.hub.now()))
    except Refused:
        # A table that waits for a full disk answers nobody; the plug would be worse than a clean end.
        logger.warning("switched off without an answer of the table")
    try:
        ours.power_off()
    except DiavoloError:
        raise refused(Why.REFUSED) from None
    return Response(status_code=204)


@lru_cache(maxsize=1)  # anybody may ask, and drawing a code takes a while
def _told(wifi: WifiShown | None) -> WifiTold | None:
    if wifi is None:
        return None
    picture = segno.make(wifi.code, micro=False).svg_inline(scale=4, border=2, omitsize=True)
    return WifiTold(wifi.name, wifi.password, picture)
