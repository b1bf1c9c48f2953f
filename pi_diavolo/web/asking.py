"""The way from the pages to the table: requests into its inbox, answers back into the server's loop."""

import asyncio
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
        overtaken by somebody else's decision, or none.
        """
        if self._queue >= LONGEST_QUEUE:
            raise refused(Why.TOO_MANY)
        self._queue += 1
        try:
            async with asyncio.timeout(ANSWERS_WITHIN_S), self._turnstile:
                expected = [None if seen is None else seen + place for place in range(len(steps))]
                asked = [self._ask(*each) for each in zip(steps, expected, strict=True)]
                answers = [await each for each in asked]
                return next((answer for answer in answers if not answer.done), answers[-1])
        except TimeoutError:
            raise refused(Why.TABLE_BUSY) from None
        finally:
            self._queue -= 1

    def _ask(self, step: Step, seen: int | None) -> asyncio.Future[Answer]:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answer] = loop.create_future()

        def set_answer(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        def in_the_tables_thread(answer: Answer) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(set_answer, answer)

        self._inbox(Request(step.event, in_the_tables_thread, seen, step.names))
        return answered
