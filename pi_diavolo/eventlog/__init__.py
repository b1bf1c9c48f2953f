"""Memory: all that happened at the table and how it was ruled, kept so that it can be told again."""

from pi_diavolo.eventlog.backup import back_up, restore
from pi_diavolo.eventlog.erasing import Erased, erase_name
from pi_diavolo.eventlog.log import EventLog, LogNotWritten
from pi_diavolo.eventlog.records import GameRulings, LoggedEvent, LoggedRuling
from pi_diavolo.eventlog.replay import Findings, replay, verify

__all__ = [
    "Erased",
    "EventLog",
    "Findings",
    "GameRulings",
    "LogNotWritten",
    "LoggedEvent",
    "LoggedRuling",
    "back_up",
    "erase_name",
    "replay",
    "restore",
    "verify",
]
