"""Each finding says what was found, what is wanted and, where it could be better, what to do."""

import pytest

from pi_diavolo.doctor.finding import Finding, skipped
from pi_diavolo.doctor.sight import Seen, Taken, judge_camera, judge_sight, no_camera, not_found
from pi_diavolo.doctor.wires import (
    FAULTS,
    another_moved,
    at_rest,
    dock_reads,
    failed,
    lamp_shone,
    moved,
    nothing_moved,
)
from pi_diavolo.table.dock_codes import FULL_SCALE, RESISTORS_OHM, share
from pi_diavolo.table.lamps import STATUS, AnswerLamp, GemLamp
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.view import Code

BASE = Part(PartKind.BASE, 3, pin=19)
BUTTON = Part(PartKind.BUTTON, 2, Colour.RED, pin=5)
OF_SIGHT_AND_MACHINE = {
    *(Fault.TOO_DARK, Fault.TOO_BRIGHT, Fault.BLURRED, Fault.TABLE_HIDDEN),
    *(Fault.WEAK, Fault.HOT, Fault.NEARLY_FULL),
}


def test_a_finding_that_is_wrong_always_says_what_to_do() -> None:
    wrong = [
        *(failed(BASE, fault) for fault in FAULTS),
        no_camera("camera 0: there is none; plug it in"),
        judge_camera(Taken("0", (640, 480), 5.0, 0.1)),
        *(finding for finding in not_found("no marker; look at the light", Code.TOO_DARK)),
        *(f for f in judge_sight(Seen((0, 1), 1.2, 3.0, 20.0, (Code.TOO_DARK, Code.OUT_OF_FOCUS)))),
        dock_reads(Seat(1), 0, 500),
        lamp_shone(STATUS, 0, False),
        nothing_moved(BASE, 30),
        at_rest(BUTTON, closed=True),
    ]
    assert all(finding.ok is False and finding.do for finding in wrong), wrong
    assert FAULTS.keys() == set(Fault) - OF_SIGHT_AND_MACHINE


# Sight


@pytest.mark.parametrize(
    ("px_a_mm", "ok", "advised"), [(2.4, True, False), (2.0, True, True), (1.79, False, True)]
)
def test_a_scale_below_two_is_warned_of_and_one_below_1_8_refused(
    px_a_mm: float, ok: bool, advised: bool
) -> None:
    scale = judge_sight(Seen((0, 1, 2, 3), px_a_mm, 0.2, 180.0))[1]
    assert (scale.part, scale.ok, bool(scale.do)) == ("scale", ok, advised)


def test_a_good_picture_gives_four_good_findings() -> None:
    findings = judge_sight(Seen((0, 1, 2, 3), 2.3, 0.2, 180.0))
    assert [finding.part for finding in findings] == ["markers", "scale", "light", "focus"]
    assert all(finding.ok and not finding.do for finding in findings)


@pytest.mark.parametrize(
    ("code", "part"),
    [
        (Code.TOO_DARK, "light"),
        (Code.TOO_BRIGHT, "light"),
        (Code.DIE_UNSURE, "light"),
        (Code.OUT_OF_FOCUS, "focus"),
    ],
)
def test_a_spoiled_picture_is_blamed_on_its_part(code: Code, part: str) -> None:
    findings = judge_sight(Seen((0, 1, 2, 3), 2.3, 0.2, 180.0, (code,)))
    assert [finding.part for finding in findings if not finding.ok] == [part]


def test_where_no_table_is_found_the_likely_reason_is_named() -> None:
    dark = not_found("no marker can be seen; look at the camera", Code.TOO_DARK)
    hidden = not_found("no marker can be seen; look at the camera", Code.MARKERS_HIDDEN)
    assert [finding.part for finding in dark] == ["markers", "light"]
    assert hidden == (Finding("markers", False, "no marker can be seen", "4 markers", "look at the camera"),)


@pytest.mark.parametrize(
    ("fps", "age", "ok"), [(30.0, 0.05, True), (15.0, 0.05, True), (5.0, 0.05, False), (30.0, 2.0, False)]
)
def test_pictures_come_often_and_fresh(fps: float, age: float, ok: bool) -> None:
    assert judge_camera(Taken("pi", (1536, 1152), fps, age)).ok is ok


# Wires


def test_a_base_may_be_open_or_closed_and_a_button_only_open() -> None:
    assert at_rest(BASE, closed=True).ok is at_rest(BASE, closed=False).ok is True
    assert at_rest(BUTTON, closed=False).ok is True
    assert at_rest(BUTTON, closed=True).ok is False
    assert "GPIO19" in at_rest(BASE, closed=True).found
    assert at_rest(BASE, closed=None).ok is False
    assert at_rest(BASE, True, Fault.CHATTERING).found == "GPIO19 never comes to rest"


def test_a_switch_that_moved_says_how_soon_it_was_seen() -> None:
    assert moved(BASE, 4.2).found == "GPIO19 seen after 4 ms"
    assert moved(BASE, 400).ok is False


def test_exchanged_wires_are_named() -> None:
    finding = another_moved(BASE, Part(PartKind.BASE, 5, pin=25))
    assert finding.found == "base 5 moved instead"
    assert "GPIO19 and GPIO25" in finding.do


@pytest.mark.parametrize("imp", range(10))
def test_a_dock_knows_every_imp(imp: int) -> None:
    reading = round(FULL_SCALE * share(RESISTORS_OHM[imp]))
    finding = dock_reads(Seat(2), 1, reading)
    assert finding.ok
    assert f"imp {imp} (" in finding.found


def test_a_dock_is_empty_silent_or_half_placed() -> None:
    assert "empty" in dock_reads(Seat(2), 1, FULL_SCALE).found
    assert dock_reads(Seat(2), 1, None).found == "channel 1 does not answer"
    assert dock_reads(Seat(2), 1, 500).ok is False


def test_a_lamp_is_named_with_its_chip_and_output() -> None:
    assert lamp_shone(GemLamp(Seat(1), 2), 9, False).do.startswith("look at chip 2, output QB")
    assert lamp_shone(AnswerLamp(Colour.RED), 3, True).part == "lamp answer red"


def test_what_was_skipped_says_how_to_come_back_to_it() -> None:
    assert skipped("button 1 red").do == "try it again with `pi-diavolo check buttons`"
