"""What the referee makes of lifts, words and broken parts by themselves."""

import pytest

from pi_diavolo.games.diavolo.house_rules import BadSetting, HouseRules
from pi_diavolo.table.effects import Say, ShowTurn
from pi_diavolo.table.events import ImpLifted, ImpsConfirmed, ImpsSeen, ImpUnclaimed, Paused, Started, Tick
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.sentences import Sentence, saying
from tests.makers import BLACK, GRAY, RED, WHITE, ATable

BASE = Part(PartKind.BASE, 3, pin=17)


def a_turn(*seats: int) -> ATable:
    table = ATable(*seats, grabs="bases")
    table.send(ImpsConfirmed(table.now))
    table.roll()
    return table


@pytest.mark.parametrize("table", [ATable(), ATable(1, 4), a_turn(1, 4)], ids=["lobby", "ready", "grabbing"])
def test_a_broken_part_is_named_at_any_time_and_nothing_stops(table: ATable) -> None:
    before = table.referee.state
    said = table.send(PartFailed(BASE, Fault.STUCK, table.now))
    values = {"part": BASE, "trouble": Fault.STUCK, "remedy": PartKind.BASE}
    assert said == [Say(saying(Sentence.PART_FAILED, **values))]
    assert table.told(table.send(PartRecovered(BASE, table.now))) == [Sentence.PART_RECOVERED]
    assert table.referee.state == before


def test_evidence_that_means_nothing_now_is_not_talked_about() -> None:
    lobby, paused = ATable(), a_turn(1, 4)
    paused.send(Paused(paused.now + 1))
    for table in (lobby, paused):
        assert table.send(ImpLifted(4, RED, table.now + 2)) == []
        assert table.send(ImpUnclaimed(4, RED, table.now + 2, table.now + 3)) == []


def test_a_word_alone_counts_as_an_imp_of_its_colour() -> None:
    table = a_turn(1, 4)
    table.grab(1, RED, after=1.0)
    table.grab(4, WHITE, after=2.0)
    assert [result.took for result in table.rulings[-1].results] == [RED, WHITE]


def test_a_turn_waits_for_imps_in_the_air_no_longer_than_the_house_says() -> None:
    table = ATable(1, 4, grabs="bases", arrival_s=5.0)
    table.send(ImpsConfirmed(table.now))
    table.roll()
    table.send(ImpLifted(2, RED, table.now + 19.0))
    table.send(Tick(table.now + 20.0))
    table.send(Tick(table.now + 24.9))
    assert not table.rulings
    assert table.told(table.send(Tick(table.now + 25.0))) == [Sentence.ASK_WHO]
    table.send(Tick(table.now + 55.0))
    assert [result.took for result in table.rulings[-1].results] == [None, None]


def test_the_grace_to_arrive_has_its_limits() -> None:
    assert HouseRules().arrival_s == 2.0
    for seconds in (-0.1, 60.1):
        with pytest.raises(BadSetting, match="arrival_s"):
            HouseRules(arrival_s=seconds)


def test_a_table_that_comes_back_shows_the_imps_where_they_were_seen() -> None:
    table = ATable(1, 4, grabs="bases")
    seen = (None, RED, None, GRAY, WHITE, None, None, None, BLACK, None)
    table.send(ImpsSeen(seen, table.now))
    shown = table.one(table.send(Started("boot-2", 0.0, "")), ShowTurn)
    assert shown.places == seen
