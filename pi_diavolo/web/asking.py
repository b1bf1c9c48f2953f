"""The way from the pages to the table: requests into its inbox, answers back into the server's loop."""

import asyncio
import threading
from collections.abc import Callable, Sequence

from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.requests import Answer, Request
from pi_diavolo.web.commands import Step
from pi_diavolo.web.refusals import Why, refused

# The table has other things to do: so many wishes may wait in its inbox, each for so long.
MOST_WAITING = 4
LONGEST_QUEUE = 64
ANSWERS_WITHIN_S = 5.0


class Wish:
    """Begun by the table or withdrawn by whoever waits for it: what comes first holds for all its steps."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_begun = self._is_withdrawn = False

    def is_withdrawn(self) -> bool:
        """For the table, right before it grants a step: if not, it has begun."""
        with self._lock:
            self._is_begun = not self._is_withdrawn
            return self._is_withdrawn

    def withdraw(self) -> bool:
        """Whether that came in time."""
        with self._lock:
            self._is_withdrawn = not self._is_begun
            return self._is_withdrawn


class Counter:
    """Where pages ask; nothing else of the web server touches the game."""

    def __init__(self, inbox: Callable[[Event | Fact | Request], None]) -> None:
        self._inbox = inbox
        self._turnstile = asyncio.Semaphore(MOST_WAITING)
        self._queue = 0

    def report(self, found: Event | Fact) -> None:
        """A fact, or an event that the table never refuses: nobody waits for an answer."""
        self._inbox(found)

    async def ask(self, event: Event, seen: int | None = None) -> Answer:
        """One event, and what became of it."""
        return await self.ask_all([Step(event)], seen)

    async def ask_all(self, steps: Sequence[Step], seen: int | None) -> Answer:
        """Several events in a row, and the first refusal among the answers, if there is one.

        All are in the inbox before the first is looked at, each in view of the one before it: either all are
        overtaken by somebody else's decision, or none. In the same way either all are withdrawn, because the
        table was busy for too long, or none: once it has begun, the page waits for it.
        """
        if self._queue >= LONGEST_QUEUE:
            raise refused(Why.TOO_MANY)
        self._queue += 1
        wish, asked = Wish(), list[asyncio.Future[Answer]]()
        try:
            async with asyncio.timeout(ANSWERS_WITHIN_S), self._turnstile:
                expected = [None if seen is None else seen + place for place in range(len(steps))]
                for step, known in zip(steps, expected, strict=True):
                    asked.append(self._ask(step, known, wish.is_withdrawn))
                await asyncio.wait(asked)
        except TimeoutError:
            # While the log cannot be written the table stands still, perhaps for hours.
            if wish.withdraw():
                raise refused(Why.TABLE_BUSY) from None
            await _until_refused_or_done(asked)
        finally:
            self._queue -= 1
        answers = [each.result() for each in asked if each.done()]
        return next((answer for answer in answers if not answer.done), answers[-1])

    def _ask(self, step: Step, seen: int | None, withdrawn: Callable[[], bool]) -> asyncio.Future[Answer]:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answer] = loop.create_future()

        def set_answer(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        def in_the_tables_thread(answer: Answer) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(set_answer, answer)

        self._inbox(Request(step.event, in_the_tables_thread, seen, step.names, withdrawn))
        return answered


async def _until_refused_or_done(asked: Sequence[asyncio.Future[Answer]]) -> None:
    waiting = set(asked)
    while waiting:
        answered, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if not all(each.result().done for each in answered):
            return  # such as: it has happened, but could not be written
