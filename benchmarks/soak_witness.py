"""Who saw all that a table of a soak has shown, and looks into the log whether it is all there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pi_diavolo.eventlog import EventLog, LoggedEvent, verify
from pi_diavolo.games import GAMES
from pi_diavolo.table.effects import ShowRuling
from pi_diavolo.table.rulings import Ruling

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OnPage:
    """A ruling as a page has shown it; a struck turn has no answer."""

    game: int
    turn: int
    answer: str | None


@dataclass(frozen=True, slots=True)
class Written:
    """An event as it stands in the log, with the rulings beside it, both as they are shown."""

    event: Line
    rulings: tuple[Line, ...]


@dataclass(slots=True)
class Witness:
    """Keeps what one process has shown; afterwards all of it must stand in the log."""

    log: Path
    last: int = 0  # the number of the last event that was compared
    lines: list[Line] = field(default_factory=list)
    on_pages: set[OnPage] = field(default_factory=set)

    def compare(self) -> tuple[list[str], list[Ruling]]:
        """What was shown and is lost, and the rulings that were written and never shown; begins anew."""
        with EventLog.read_only(self.log) as log:
            events = list(log.events(since=self.last))
            written = {each.seq: _written(log, each) for each in events}
            games = {shown.game for shown in self.on_pages}
            ruled = {_on_page(each.ruling) for game in games for each in log.rulings(game).history}
            unheard = [each for each in events if each.seq > max(_numbers(self.lines), default=self.last)]
            beside = [each.ruling for late in unheard for each in log.rulings_beside(late.seq)]
        unsaved = {each for line in self.lines if line["seq"] is None for each in rulings_on_page(line)}
        lost = [*lost_lines(self.lines, written), *lost_pages(self.on_pages, ruled | unsaved)]
        shown = [each for line in self.lines for each in rulings_of(line)]
        self.last = max(written, default=self.last)
        self.lines.clear()
        self.on_pages.clear()
        return lost, [ruling for ruling in beside if ruling not in shown]


def _numbers(lines: Iterable[Line]) -> list[int]:
    return [line["seq"] for line in lines if line["seq"] is not None]


def lost_lines(lines: Sequence[Line], written: Mapping[int, Written]) -> list[str]:
    """What was told with its number in the log and does not stand there so.

    What was shown while the log could not be written, and told to be so, must be there as soon as it can.
    """
    lost, unsaved = list[str](), list[Line]()
    for line in lines:
        if line["seq"] is None:
            if not unsaved or line["event"] != unsaved[-1]["event"]:  # a sentence alone tells the event again
                unsaved.append(line)
            continue
        told = [late["event"] for late in unsaved]
        if told and told[-1] == line["event"]:  # that the log works again is told beside the last event
            told.pop()
        there = [written[seq].event for seq in sorted(written) if seq < line["seq"]]
        lost += [
            f"shown while the disk was full, and not written afterwards: {late}"
            for late in told
            if late not in there[-len(told) :]
        ]
        unsaved = []
        lost += _lost_line(line, written)
    return lost


def _lost_line(line: Line, written: Mapping[int, Written]) -> Iterable[str]:
    found = written.get(line["seq"])
    if found is None:
        yield f"event {line['seq']} was shown and is not in the log: {line['event']}"
    elif found.event != line["event"]:
        yield f"event {line['seq']} was shown as {line['event']} and stands as {found.event}"
    else:
        for ruling in _told(line):
            if ruling not in found.rulings:
                yield f"the ruling of event {line['seq']} was shown and is not in the log: {ruling}"


def lost_pages(shown: Iterable[OnPage], ruled: set[OnPage]) -> list[str]:
    """Rulings that stood on a page and are not in the log."""
    return [f"shown on a page and not in the log: {each}" for each in shown if each not in ruled]


def rulings_on_page(line: Line) -> list[OnPage]:
    """The rulings of a line, as pages show them."""
    return [_on_page(ruling) for ruling in rulings_of(line)]


def rulings_of(line: Line) -> list[Ruling]:
    """The rulings that a line tells of."""
    return [msgspec.convert(ruling, Ruling, strict=False) for ruling in _told(line)]


def _told(line: Line) -> list[Line]:
    return [effect["ruling"] for effect in line["effects"] if effect["kind"] == ShowRuling.__name__]


def differences(log: Path) -> tuple[int, list[str]]:
    """How many rulings `verify` has worked out again, and what it found."""
    with EventLog.read_only(log) as opened:
        found = verify(opened, GAMES["diavolo"])
    return found.rulings, [each.sentence for each in found.differences]


def _on_page(ruling: Ruling) -> OnPage:
    return OnPage(ruling.game, ruling.turn, str(ruling.reason.answer) if ruling.reason else None)


def _written(log: EventLog, logged: LoggedEvent) -> Written:
    event = {"kind": type(logged.event).__name__, **_plain(logged.event)}
    return Written(event, tuple(_plain(each.ruling) for each in log.rulings_beside(logged.seq)))


def _plain(value: Any) -> Any:
    # Through text, as everything that is shown: only then is it the same to the last digit.
    return msgspec.json.decode(msgspec.json.encode(value))
