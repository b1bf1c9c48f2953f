"""Who saw all that was shown, and after every kill looks into the log whether it is all there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pi_diavolo.eventlog import EventLog, LoggedEvent
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event

Shown = Mapping[str, Any]


class Broken(AssertionError):
    """The table did not keep what it had shown."""


@dataclass(slots=True)
class Picture:
    """What a person at the table has before their eyes, made of nothing but what was shown."""

    game: int | None = None
    turn: int | None = None
    over: bool = False
    gems: Shown = field(default_factory=dict)
    roll: Shown | None = None
    grabs: dict[int, tuple[str, float | None]] = field(default_factory=dict)

    def see(self, effects: Sequence[Shown]) -> None:
        """Follow what is shown."""
        for effect in effects:
            match effect["kind"]:
                case "ShowTurn" if (self.game, self.turn) != (effect["game"], effect["turn"]):
                    self.game, self.turn, self.over = effect["game"], effect["turn"], False
                    self.roll, self.grabs = None, {}
                case "ClearRoll":
                    self.roll, self.grabs = None, {}
                case "ShowRoll":
                    self.roll = effect["roll"]
                case "ShowGrab" if effect["colour"]:
                    self.grabs[effect["seat"]] = effect["colour"], effect["after_ms"]
                case "ShowGrab":
                    self.grabs.pop(effect["seat"], None)
                case "ShowGems":
                    self.gems = effect["gems"]
                case "ShowWinner":
                    self.over = True

    def grabs_that_count(self, later: "Picture") -> dict[int, tuple[str, float | None]]:
        """The grabs of the roll that was read; the time of an early one is known only after the rest."""
        grabs = self.grabs.items() if self.roll else ()
        times = {seat: after_ms for seat, (_, after_ms) in later.grabs.items()}
        return {
            seat: (colour, times.get(seat) if after_ms is None else after_ms)
            for seat, (colour, after_ms) in grabs
        }

    @property
    def going_on(self) -> bool:
        """A game is under way."""
        return self.game is not None and not self.over


@dataclass(slots=True)
class Figures:
    """How often what was killed, and how much was looked at."""

    kills: int = 0
    kills_while_starting: int = 0
    starts_of_the_clock_at_0: int = 0
    starts_by_the_command: int = 0
    torn_lines: int = 0
    written_but_not_shown: int = 0
    events: int = 0
    rulings: int = 0
    games_finished: int = 0
    turns_gone_on_with: int = 0
    turns_void: int = 0
    games_gone_on_with: int = 0
    fewest_events_between_kills: int = 1_000_000
    killed_in: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


class Witness:
    """Compares, start by start, what was shown with what stands in the log and with what it leads to."""

    def __init__(self, log: Path) -> None:
        self.figures = Figures()
        self.referee = DiavoloReferee()
        self._path, self._last, self._picture = log, 0, Picture()

    def compare(self, shown: bytes) -> None:
        """After a kill: raises Broken unless all that was shown is written, and as it was shown."""
        *lines, torn = shown.split(b"\n")
        with EventLog.read_only(self._path) as log:
            written = list(log.events(since=self._last))
            rulings = {logged.seq: log.rulings_beside(logged.seq) for logged in written}
        self._in_order(written)
        if (lost := len(lines) + bool(torn) - len(written)) > 0:
            last = (torn or lines[-1])[:100].decode(errors="replace")
            raise Broken(f"shown, but not in the log: {lost} of {len(lines)} events, at the end {last}")
        if len(written) > len(lines) + 1:
            raise Broken(f"{len(written) - len(lines)} events were written and not shown")
        for count, logged in enumerate(written):
            line = msgspec.json.decode(lines[count]) if count < len(lines) else None
            given = [_plain(beside.ruling) for beside in rulings[logged.seq]]
            self._compare(logged, given, line, first=count == 0)
        self._compare_torn(torn, written)
        self.figures.torn_lines += bool(torn)
        self.figures.written_but_not_shown += len(written) - len(lines)

    def phase(self) -> str:
        """Where in its course the game was cut off."""
        evening = self.referee.state
        if evening.game is None:
            return "lobby"
        if evening.game.over or evening.game.turn is None:
            return "over"
        return "question" if evening.game.turn.questions else str(evening.game.turn.stage)

    def _in_order(self, written: Sequence[LoggedEvent]) -> None:
        numbers = [logged.seq for logged in written]
        if numbers != list(range(self._last + 1, self._last + 1 + len(written))):
            raise Broken(f"after event {self._last} the log has a hole: {numbers}")

    def _compare(
        self, logged: LoggedEvent, given: Sequence[Shown], line: Shown | None, *, first: bool
    ) -> None:
        self._last = logged.seq
        effects = [tagged(effect) for effect in self.referee.receive(logged.event)]
        told = tagged(logged.event)
        if line is not None:
            _same("the number of the event", logged.seq, line["seq"])
            _same(f"event {logged.seq}", told, line["event"])
            _same(f"what event {logged.seq} led to", effects, line["effects"])
        _same(f"the rulings beside event {logged.seq}", given, _rulings(effects))
        if first:
            self._went_on(told, effects)
        self._came_to_no_stop(told, effects)
        self._picture.see(effects)
        self.figures.events += 1
        self.figures.rulings += len(given)
        self.figures.games_finished += sum(ruling["over"] for ruling in given)

    def _compare_torn(self, torn: bytes, written: Sequence[LoggedEvent]) -> None:
        if not torn:
            return
        last = written[-1]
        whole = msgspec.json.encode({"seq": last.seq, "event": tagged(last.event)})[:-1]
        length = min(len(torn), len(whole))
        if torn[:length] != whole[:length]:
            raise Broken(f"the torn line {torn[:100]!r} is not event {last.seq} of the log: {whole!r}")

    def _went_on(self, event: Shown, effects: Sequence[Shown]) -> None:
        """After a kill the same game goes on in the same turn; what was read and grabbed still counts."""
        before, after = self._picture, Picture()
        after.see(effects)
        if not before.going_on:
            if event["kind"] != "EveningOpened":
                raise Broken(f"no game was under way, and the table began with {event}")
            return
        if event["kind"] != "Started":
            raise Broken(f"game {before.game} was under way, and the table began with {event}")
        _same("the game after the start", before.game, after.game)
        _same("the turn after the start", before.turn, after.turn)
        _same("the gems after the start", before.gems, after.gems)
        _same("the roll after the start", before.roll, after.roll)
        _same("the grabs after the start", before.grabs_that_count(after), after.grabs)
        self._time_runs_anew(event, effects, after)
        void = any(effect["kind"] == "ClearRoll" for effect in effects)
        if void and before.roll:
            raise Broken(f"the roll of turn {before.turn} had been read, and is void now")
        self.figures.games_gone_on_with += 1
        self.figures.turns_gone_on_with += before.roll is not None
        self.figures.turns_void += void

    def _time_runs_anew(self, event: Shown, effects: Sequence[Shown], after: Picture) -> None:
        wakes = [effect["at"] for effect in effects if effect["kind"] == "Wake"]
        if after.roll is not None and not any(event["at"] < at < event["at"] + 60 for at in wakes):
            raise Broken(f"the turn has no end on the clock that began at {event['at']}: {wakes}")

    def _came_to_no_stop(self, event: Shown, effects: Sequence[Shown]) -> None:
        if event["kind"] == "PlayAgainAsked" and effects[0]["kind"] == "Ignore":
            raise Broken(f"the game came to a stop before its end: {effects[0]}")


def _same(what: str, wanted: Any, found: Any) -> None:
    if wanted != found:
        raise Broken(f"{what}: {wanted} is right, {found} was found")


def _rulings(effects: Sequence[Shown]) -> list[Shown]:
    return [effect["ruling"] for effect in effects if effect["kind"] == "ShowRuling"]


def tagged(value: Event | Effect) -> dict[str, Any]:
    """An event or effect as a line of the table shows it."""
    return {"kind": type(value).__name__, **_plain(value)}


def _plain(value: Any) -> Any:
    # Through text, as everything that is shown: only then is it the same to the last digit.
    return msgspec.json.decode(msgspec.json.encode(value))
