"""The levels are asked for now and then; lines that do not answer are said once."""

import queue
from collections.abc import Mapping

from pi_diavolo.devices.levels import LevelPoller
from pi_diavolo.table.facts import Fact, LevelsRead, PartFailed
from pi_diavolo.table.parts import Fault, Part, PartKind

SWITCHES = Part(PartKind.SWITCHES)


class Lines:
    """Lines whose wires can be cut."""

    def __init__(self) -> None:
        self.cut = False

    def levels(self) -> Mapping[int, bool]:
        if self.cut:
            raise OSError("no such device")
        return {17: True}

    def close(self) -> None:
        self.cut = True


def test_the_levels_are_reported_with_their_time() -> None:
    facts = list[Fact]()
    LevelPoller(Lines(), facts.append, clock=lambda: 5.0).poll()
    assert facts == [LevelsRead({17: True}, 5.0)]


def test_lines_that_do_not_answer_are_said_once_and_heard_when_they_are_back() -> None:
    facts, lines = list[Fact](), Lines()
    poller = LevelPoller(lines, facts.append, clock=lambda: 5.0)
    lines.cut = True
    poller.poll()
    poller.poll()
    lines.cut = False
    poller.poll()
    assert facts == [
        PartFailed(SWITCHES, Fault.SILENT, 5.0),
        LevelsRead({17: True}, 5.0),
    ]


def test_a_report_that_fails_does_not_end_the_thread() -> None:
    reads: queue.Queue[Fact] = queue.Queue()

    def report(fact: Fact) -> None:
        reads.put(fact)
        raise RuntimeError("nobody reads this")

    poller = LevelPoller(Lines(), report, every_s=0.001)
    poller.start()
    assert [reads.get(timeout=30) for _ in range(2)]
    poller.close()
