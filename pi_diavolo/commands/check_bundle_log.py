"""`pi-diavolo check --bundle`: the log's condition and the last that happened, as far as it can be read."""

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pi_diavolo.commands.check_bundle_text import LeftOut
from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.condition import condition, whatever_is_left
from pi_diavolo.eventlog.reading import LogReader
from pi_diavolo.eventlog.records import StoredEvent
from pi_diavolo.table.duel_secrets import without_secrets

# About a hundred turns.
MOST_EVENTS = 1000
READINGS = ("OrderRead", "RollRead", "RollInvalid", "ImpsSeen")
MOST_READINGS = 100


def log_condition(log_file: Path) -> Mapping[str, Any]:
    """Its files, their sizes, whether it is whole."""
    _must_be_there(log_file)
    return {"file": str(log_file), **condition(log_file)}


def last_events(log_file: Path) -> list[Mapping[str, Any]]:
    """The last events with their rulings; players stand in them by id."""
    _must_be_there(log_file)
    found: list[Mapping[str, Any]] = []
    try:
        with whatever_is_left(log_file) as log:
            for row in log.event_rows(since=max(0, log.last_number() - MOST_EVENTS)):
                found.append(_told(row, log))
    except LogError as error:
        if not found:
            raise LeftOut(str(error)) from None
        found.append({"trouble": "from here on nothing can be read"})
    return found


def last_readings(log_file: Path) -> list[Mapping[str, Any]]:
    """What the eyes read last."""
    events = last_events(log_file)
    return list(deque((told for told in events if told.get("kind") in READINGS), MOST_READINGS))


def _must_be_there(log_file: Path) -> None:
    if not log_file.exists():
        raise LeftOut("no game has been played yet, there is no log")


def _told(row: StoredEvent, log: LogReader) -> Mapping[str, Any]:
    try:
        event = msgspec.to_builtins(without_secrets(row.read().event), str_keys=True)
        rulings = [msgspec.to_builtins(given.ruling, str_keys=True) for given in log.rulings_beside(row.seq)]
    except (
        LogError,
        TypeError,
        ValueError,
    ):  # the message would quote what stands there, which may be anything
        return {"seq": row.seq, "trouble": "this event, or a ruling beside it, cannot be read"}
    told = {"seq": row.seq, "game": row.game, "kind": row.kind, "event": event}
    return {**told, "rulings": rulings} if rulings else told
