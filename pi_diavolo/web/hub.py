"""News for the pages: the latest moment, put into JSON once for each language, at most every 30 ms."""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from pi_diavolo.table.players import Seat
from pi_diavolo.web.duel_shown import HandTold
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.snapshot import Beyond, Phones, TableFacts, seat_hand, snapshot
from pi_diavolo.web.tongue import Tongues

# More often than this nobody sees it.
SOONEST_S = 0.03
# Telling one page costs about a quarter of this: so much of the time at most goes into telling all.
EACH_PAGE_S = 0.0005
GROUP = 16
BETWEEN_GROUPS_S = 0.005


class Hub:
    """Lives in the server's loop; pages wait here for a version they have not seen."""

    def __init__(
        self,
        table: TableFacts,
        tongues: Tongues,
        beyond: Callable[[Moment], Beyond],
        now: Callable[[], float],
        moment: Moment,
    ) -> None:
        self.table, self.tongues, self._beyond, self.now = table, tongues, beyond, now
        self.moment, self.phones, self.version = moment, Phones(), 1
        self.pages = 0  # how many listen
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._fresh = False  # somebody has asked since the last news, and has them
        self._written: dict[str, bytes] = {}
        self._hands: dict[tuple[Seat, str], bytes | None] = {}
        self._published = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def take(self, moment: Moment) -> None:
        """The table has moved on."""
        self.moment, self._fresh = moment, False
        self._soon()

    def set_phones(self, phones: Phones) -> None:
        """A phone came or went."""
        self.phones, self._fresh = phones, False
        self._soon()

    def state(self, lang: str) -> bytes:
        """The whole table as JSON; `now` is put in each time, since it alone grows old by itself."""
        return b'{"now":%.4f,' % self.now() + self._body(lang)[1:]

    def fresh_state(self, lang: str) -> bytes:
        """The same with the very latest news, which the others are told of in their time."""
        self._freshen()
        return self.state(lang)

    def hand(self, seat: Seat, lang: str) -> bytes | None:
        """What only the phone of this seat may be told; None where nobody duels there."""
        if (seat, lang) not in self._hands:
            shown = seat_hand(self.moment, self._beyond(self.moment), seat, self.tongues[lang])
            self._hands[seat, lang] = None if shown is None else msgspec.json.encode(HandTold(shown))
        return self._hands[seat, lang]

    def fresh_hand(self, seat: Seat, lang: str) -> bytes | None:
        """The same with the very latest news."""
        self._freshen()
        return self.hand(seat, lang)

    def _freshen(self) -> None:
        if self._timer is not None and not self._fresh:
            self._renew()
            self._fresh = True

    async def newer(self, seen: int) -> int:
        """Wait for a version that is not this one."""
        while self.version == seen:
            told = asyncio.get_running_loop().create_future()
            self._waiting.append(told)
            await told
        return self.version

    def _body(self, lang: str) -> bytes:
        if lang not in self._written:
            beyond, speak = self._beyond(self.moment), self.tongues[lang]
            shown = snapshot(self.moment, beyond, self.phones, self.table, self.version, lang, speak)
            self._written[lang] = msgspec.json.encode(shown)
        return self._written[lang]

    def _soon(self) -> None:
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        pause = max(SOONEST_S, self.pages * EACH_PAGE_S)
        wait = self._published + pause - loop.time()
        if wait <= 0:
            self._publish()
        else:
            self._timer = loop.call_later(wait, self._publish)

    def _publish(self) -> None:
        self._timer = None
        self._published = asyncio.get_running_loop().time()
        self._renew()
        self._wake(len(self._waiting))

    def _renew(self) -> None:
        self.version += 1
        self._written.clear()
        self._hands.clear()

    def _wake(self, left: int) -> None:
        """Wake the pages group by group: between two of them whoever rules has the interpreter for itself."""
        # An earlier round may still be under way, and take some of these along.
        for _ in range(min(left, GROUP, len(self._waiting))):
            told = self._waiting.popleft()
            if not told.done():
                told.set_result(None)
        if left > GROUP:
            asyncio.get_running_loop().call_later(BETWEEN_GROUPS_S, self._wake, left - GROUP)
