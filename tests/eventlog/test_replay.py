"""The log told again gives the same rulings; where it does not, the first difference is named."""

from pathlib import Path

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog, Findings, replay, verify
from pi_diavolo.eventlog.difference import between
from pi_diavolo.table.effects import ShowRuling
from pi_diavolo.table.events import Started

from .makers import CountingReferee, a_played_log, a_referee, a_ruling, evening, play, tamper

LENGTH = len(evening())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return a_played_log(tmp_path / "log", evenings=3)


def found(path: Path, rules_version: int = 1, gems: int = 5) -> Findings:
    with EventLog.read_only(path) as log:
        return verify(log, lambda: CountingReferee(rules_version, gems))


def first_sentence(path: Path) -> str:
    first = found(path).first
    assert first is not None
    return first.sentence


def test_a_replayed_evening_brings_the_referee_to_the_same_state(path: Path) -> None:
    played, replayed = CountingReferee(), CountingReferee()
    for event in evening(first_game=3):
        played.receive(event)
    with EventLog.open(path) as log:
        effects = replay(log.evening(), replayed)
    assert replayed.state == played.state
    assert effects == [
        ShowRuling(a_ruling(1, 3, 4)),
        ShowRuling(a_ruling(2, 3, 3)),
        ShowRuling(a_ruling(1, 3, 3, corrected=True)),
        ShowRuling(a_ruling(2, 3, 3, corrected=True)),
    ]


def test_a_log_as_it_was_written_verifies(path: Path) -> None:
    assert found(path) == Findings(evenings=3, events=3 * LENGTH, rulings=12, differences=())
    assert found(path).first is None


def test_what_a_table_writes_meanwhile_is_not_missed(path: Path) -> None:
    with EventLog.open(path) as table, EventLog.read_only(path) as log:

        def a_referee_while_the_table_plays_on() -> CountingReferee:
            table.append(Started("boot", 1.0, "now"), None, (), 1, {})
            return CountingReferee()

        assert verify(log, a_referee_while_the_table_plays_on).first is None


def test_an_empty_log_verifies() -> None:
    assert verify(EventLog.in_memory(), a_referee) == Findings(0, 0, 0, ())


def test_events_before_the_first_evening_are_no_difference() -> None:
    log = EventLog.in_memory()
    play(log, [Started("boot", 0.5, "18:00"), *evening()])
    assert verify(log, a_referee).differences == ()


def test_a_changed_ruling_is_named_down_to_the_field(path: Path) -> None:
    tamper(path, """UPDATE rulings SET ruling = replace(ruling, '"gems":3', '"gems":4') WHERE seq = 6""")
    assert first_sentence(path) == (
        "event 6, game 1, turn 2: results[0].gems is 4 in the log, but 3 when worked out again"
    )
    first = found(path).first
    assert first is not None
    assert (first.seq, first.game, first.turn, first.field) == (6, 1, 2, "results[0].gems")
    assert (first.stored, first.worked_out) == (4, 3)


def test_a_changed_score_is_named_by_its_colour(path: Path) -> None:
    tamper(path, """UPDATE rulings SET ruling = replace(ruling, '"white":12.0', '"white":14.0')""")
    assert "reason.scores[white] is 14.0 in the log, but 12.0" in first_sentence(path)


def test_a_changed_event_shows_in_the_ruling_it_led_to(path: Path) -> None:
    tamper(path, """UPDATE events SET kind = 'Tick', body = '{"at":2.5}' WHERE seq = 3""")
    assert first_sentence(path) == (
        "event 4, game 1, turn 1: results[0].gems is 4 in the log, but 5 when worked out again"
    )


def test_another_version_of_the_rules_is_named_as_the_likely_reason(path: Path) -> None:
    findings = found(path, rules_version=2, gems=9)
    assert findings.first is not None
    assert findings.first.sentence.endswith(
        "the ruling was given under version 1 of the rules, worked out again under version 2"
    )


def test_another_version_that_rules_alike_is_no_difference(path: Path) -> None:
    assert found(path, rules_version=2).differences == ()


def test_a_ruling_that_was_taken_out_is_missed(path: Path) -> None:
    tamper(path, "DELETE FROM rulings WHERE seq = 6")
    assert first_sentence(path) == (
        "event 6, game 1, turn 2: the ruling is not in the log, but is given when worked out again"
    )


def test_a_ruling_that_nobody_gave_is_found(path: Path) -> None:
    tamper(
        path,
        "INSERT INTO rulings"
        " SELECT 2, game, turn, ruling, rules_version, settings FROM rulings WHERE seq = 4",
    )
    assert first_sentence(path) == (
        "event 2, game 1, turn 1: the ruling is in the log, but is not when worked out again"
    )


@pytest.mark.parametrize(
    ("taken_out", "sentence"),
    [
        pytest.param("seq = 5", "event 5 is missing", id="one in the middle"),
        pytest.param("seq IN (2, 3)", "events 2 to 3 are missing", id="two in the middle"),
        pytest.param("seq = 1", "event 1 is missing", id="the first"),
        pytest.param("seq = 21", "event 21 is missing", id="the last"),
        pytest.param("seq > 15", "events 16 to 21 are missing", id="the end"),
    ],
)
def test_deleted_events_are_missed(path: Path, taken_out: str, sentence: str) -> None:
    tamper(path, f"DELETE FROM events WHERE {taken_out}", f"DELETE FROM rulings WHERE {taken_out}")
    assert sentence in first_sentence(path)


def test_the_end_of_an_evening_that_was_taken_out_does_not_hide_the_next_evening(path: Path) -> None:
    tamper(
        path,
        "DELETE FROM events WHERE seq = 7",
        "DELETE FROM rulings WHERE seq = 7",
        """UPDATE rulings SET ruling = replace(ruling, '"gems":3', '"gems":4') WHERE seq = 13""",
    )
    assert [difference.seq for difference in found(path).differences] == [7, 13]


def test_a_ruling_without_its_event_is_found(path: Path) -> None:
    tamper(path, "DELETE FROM events WHERE seq = 21")
    assert "event 21 has a ruling in the log, but is not there itself" in [
        difference.sentence for difference in found(path).differences
    ]


def test_an_event_that_cannot_be_read_is_named_and_the_next_evening_still_looked_at(path: Path) -> None:
    tamper(path, "UPDATE events SET body = '{' WHERE seq IN (3, 17)")
    findings = found(path)
    assert [difference.seq for difference in findings.differences] == [3, 17]
    assert findings.first is not None
    assert "event 3 (Grab) of the log cannot be read" in findings.first.sentence


def test_a_ruling_that_cannot_be_read_is_named(path: Path) -> None:
    tamper(path, "UPDATE rulings SET ruling = '{' WHERE seq = 6")
    assert "the ruling beside event 6 of the log cannot be read" in first_sentence(path)


def test_a_result_too_few_is_a_difference() -> None:
    whole = a_ruling()
    less = type(whole)(whole.game, whole.turn, whole.roller, None, ())
    difference = between(9, whole, less)
    assert difference is not None
    assert (difference.field, difference.worked_out) == ("reason", None)
    assert between(9, whole, whole) is None


def test_an_evening_that_cannot_be_read_is_not_replayed_in_part(path: Path) -> None:
    tamper(path, "UPDATE events SET body = '{' WHERE seq = 16")
    with EventLog.read_only(path) as log, pytest.raises(LogError, match="event 16"):
        replay(log.evening(), a_referee())


def test_settings_that_were_changed_beside_a_ruling_are_named(path: Path) -> None:
    tamper(path, """UPDATE rulings SET settings = '{"dice_per_colour": 2}' WHERE seq = 4""")
    assert "dice_per_colour stands as 2, but 3 was played with" in first_sentence(path)


def test_a_log_older_than_a_setting_is_no_different_for_it(path: Path) -> None:
    tamper(path, "UPDATE rulings SET settings = '{}'")
    with EventLog.read_only(path) as log:
        assert verify(log, a_referee).first is None


def test_an_event_that_was_moved_to_another_game_is_named(path: Path) -> None:
    tamper(path, "UPDATE events SET game = 9 WHERE seq = 3")
    assert "event 3 stands in game 9, but happened in game 1" in first_sentence(path)
