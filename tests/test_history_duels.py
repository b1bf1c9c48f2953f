"""Duels of the past: rows to count with, and how everyone duelled, as the rulings tell it."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pi_diavolo import history
from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.duelling import DEVILISH_DUELS, Duelling, play_duels
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.history_statistics import counted, digest, players
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.table.duels import Element
from pi_diavolo.table.events import Correction
from tests.games.devilish_duels.makers import DAVE, JENNY, TableOfTwo
from tests.games.devilish_duels.test_corrections import two_rounds


def logged(people: TableOfTwo, path: Path) -> EventLog:
    log = EventLog.open(path)
    table = Table(GAMES[DEVILISH_DUELS](), log, VirtualClock(), SimulatedDuellists(1, {}), people_wait=False)
    for event in people.events:
        table.take(event)
    return log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[EventLog]:
    """Two rounds with one Air die each: Dave banishes Imp A by 5 to 4, then Jenny Imp C by 6 to 5."""
    with logged(two_rounds(), tmp_path / "games.db") as opened:
        yield opened


def rows(log: EventLog) -> list[dict[str, str]]:
    return list(csv.DictReader(history.as_csv(history.games(log), {})))


def test_there_is_a_row_for_each_seat_in_each_round(log: EventLog) -> None:
    found = rows(log)
    assert [(row["turn"], row["seat"]) for row in found] == [
        (turn, str(seat)) for turn in ("1", "2") for seat in (JENNY, DAVE)
    ]
    hers, his, *_ = found
    assert (hers["lead"], his["lead"]) == ("True", "False")
    assert (hers["earth"], hers["air"], his["air"], hers["won"], his["won"]) == ("0", "4", "5", "", "air")
    assert (hers["imps"], hers["banished"], hers["gems"]) == ("Imp A", "Imp A", "3")
    assert (his["banished"], his["won_doubly"], his["order"], his["verdict"]) == ("", "", "", "")


def test_everyones_trials_and_imps_are_counted(log: EventLog) -> None:
    (record,) = history.games(log)
    games = [replace(digest(record), counted=counted(record))]
    hers, his = (one["statistics"][DEVILISH_DUELS] for one in players(games, {}))
    for mine in (hers, his):
        assert (mine["rounds"], mine["trials"], mine["won"], mine["banished"], mine["lost"]) == (
            2,
            8,
            1,
            1,
            1,
        )
        air = next(row for row in mine["elements"] if row["element"] == Element.AIR)
        assert (air["held"], air["won"], air["drew"]) == (2, 1, 0)
        assert sum(row["drew"] for row in mine["elements"]) == 6
    assert (hers["led"], his["led"]) == (1, 1)
    gone = {row["imp"]: row["banished"] for mine in (hers, his) for row in mine["imps"]}
    assert (gone["Imp A"], gone["Imp C"]) == (1, 1)


def test_a_round_that_was_struck_counts_for_nobody(tmp_path: Path) -> None:
    people = two_rounds()
    people.does(Correction(1, people.at, struck=True))
    with logged(people, tmp_path / "games.db") as log:
        (record,) = history.games(log)
        assert {tally.counts["rounds"] for tally in counted(record).values()} == {1}


def test_what_is_counted_adds_up_over_whole_duels(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "games.db") as log:
        rounds = sum(played.rounds for played in play_duels(Duelling(seed=5), 3, log))
        found = rows(log)
        assert len(found) == 2 * rounds
        tallies = [tally for record in history.games(log) for tally in counted(record).values()]
    assert sum(tally.counts["rounds"] for tally in tallies) == 2 * rounds
    assert sum(tally.counts["banished"] for tally in tallies) == sum(
        tally.counts["lost"] for tally in tallies
    )
    assert sum(tally.counts["lost"] for tally in tallies) == sum(bool(row["banished"]) for row in found)
    for tally in tallies:
        assert sum(tally.played.values()) >= tally.counts["rounds"]
