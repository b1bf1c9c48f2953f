"""A wish of several steps is granted or withdrawn as a whole, however long the table stands still."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from pi_diavolo.table.events import Event, SeatLeft
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.players import Seat
from pi_diavolo.table.requests import Answer, Request
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.web.asking import Counter
from pi_diavolo.web.commands import Step
from pi_diavolo.web.refusals import Refused, Why

STEPS = [Step(SeatLeft(Seat(seat), 1.0)) for seat in (1, 2, 3)]
LONG_S = 0.05


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_diavolo.web.asking.ANSWERS_WITHIN_S", LONG_S)


def asked(
    plays: Callable[[list[Request], "asyncio.Task[Answer]"], Awaitable[None]],
) -> tuple[list[Request], "asyncio.Task[Answer]"]:
    """Somebody asks for three steps; the test is the table that has them in its inbox."""
    inbox = list[Request]()

    def put(found: Event | Fact | Request) -> None:
        assert isinstance(found, Request)
        inbox.append(found)

    async def run() -> "asyncio.Task[Answer]":
        asking = asyncio.create_task(Counter(put).ask_all(STEPS, seen=0))
        while len(inbox) < len(STEPS):
            await asyncio.sleep(0)
        await plays(inbox, asking)
        await asyncio.wait([asking], timeout=20)
        return asking

    return inbox, asyncio.run(run())


def granted(request: Request, answer: Answer) -> bool:
    if request.withdrawn():
        return False
    request.answer(answer)
    return True


def test_what_has_begun_is_waited_for_to_its_end() -> None:
    async def table(inbox: list[Request], asking: "asyncio.Task[Answer]") -> None:
        assert granted(inbox[0], Answer(True, 1))
        await asyncio.wait([asking], timeout=4 * LONG_S)
        assert not asking.done(), "half of it is done: that is not nothing"
        assert granted(inbox[1], Answer(True, 2))
        assert granted(inbox[2], Answer(True, 3))

    _, asking = asked(table)
    assert asking.result() == Answer(True, 3)


def test_what_has_not_begun_is_withdrawn_as_a_whole() -> None:
    async def table(inbox: list[Request], asking: "asyncio.Task[Answer]") -> None:
        await asyncio.wait([asking], timeout=20)

    inbox, asking = asked(table)
    refusal = asking.exception()
    assert isinstance(refusal, Refused)
    assert refusal.why is Why.TABLE_BUSY
    assert not any(granted(request, Answer(True, 1)) for request in inbox)


def test_a_step_that_could_not_be_written_is_told_though_the_others_wait_for_the_log() -> None:
    unwritten = Answer(False, 1, saying(Sentence.LOG_NOT_WRITTEN))

    async def table(inbox: list[Request], asking: "asyncio.Task[Answer]") -> None:
        assert granted(inbox[0], unwritten)

    inbox, asking = asked(table)
    assert asking.result() == unwritten
    assert granted(inbox[1], Answer(True, 2)), "what has begun goes on when the log is well"
