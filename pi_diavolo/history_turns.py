"""The turns of a past game in words, for the pages."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import DIAVOLO
from pi_diavolo.games.diavolo.tally import is_early
from pi_diavolo.history_following import GameRecord
from pi_diavolo.history_statistics import turns_of, who
from pi_diavolo.pages_turns import ruled_turn
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.web.tongue import Tongue

ERASED = {"en": "somebody (name erased)", "fr": "quelqu’un (nom effacé)", "de": "jemand (Name gelöscht)"}


def whole(record: GameRecord, log: EventLog) -> GameRecord:
    """A game that was kept without them, with its events and rulings."""
    rows = takewhile(lambda row: row.game == record.number, log.event_rows(record.first_event - 1))
    given = log.rulings(record.number)
    rulings = tuple(logged.ruling for logged in given.latest.values())
    return replace(record, stored=tuple(rows), given=given.history, rulings=rulings)


def shown_names(record: GameRecord, names: Mapping[PlayerId, str], lang: str) -> dict[Seat, str]:
    """What to call everyone in sentences, also those whose name was erased."""
    told = {seat: who(player, names) for seat, player in record.seats.items()}
    return {seat: one["name"] or ERASED[lang] for seat, one in told.items() if one["name"] or one["erased"]}


def told_turns(record: GameRecord, tongue: Tongue) -> Iterator[dict[str, Any]]:
    """Every turn as /api/turns tells it, with times, photo finishes and what a wrong imp would fit."""
    if record.name != DIAVOLO:
        for ruling in record.rulings:
            yield {**ruled_turn(ruling, None, tongue), "protested": False, "out": ruling.out}
        return
    for turn in turns_of(record):
        told = ruled_turn(turn.ruling, turn.roll, tongue)
        for shown, result in zip(told["results"], turn.ruling.results, strict=True):
            shown |= {
                "after_ms": result.after_ms,
                "one_of_ms": result.one_of_ms,
                "docked": result.docked,
                "early": is_early(result),
                "photo_finish": result.seat in turn.photo_finish,
                "fits": [tongue.title(order) for order, right in turn.other_answers if right is result.took]
                if result.verdict is Verdict.WRONG
                else [],
            }
        yield {**told, "protested": turn.protested, "out": turn.ruling.out}
