"""The steps in their order, and what is still to be done."""

from pi_diavolo.table.setting_up import (
    Finding,
    Found,
    Outcome,
    Progress,
    Step,
    Verdict,
    ended,
    next_step,
    skipped,
    worst,
)

GOOD = Outcome((Finding(Found.SHARP, Verdict.GOOD),))
POOR = Outcome((Finding(Found.SHARP, Verdict.GOOD), Finding(Found.TOO_DARK, Verdict.POOR)))


def test_it_begins_with_the_camera_and_ends_with_the_first_roll() -> None:
    progress: Progress = {}
    for step in Step:
        assert next_step(progress) is step
        progress = ended(progress, step, GOOD)
    assert next_step(progress) is Step.FIRST_ROLL


def test_a_step_that_went_badly_is_next_again() -> None:
    progress = ended(dict.fromkeys(Step, GOOD), Step.LIGHT, POOR)
    assert next_step(progress) is Step.LIGHT


def test_a_step_that_is_left_out_is_not_asked_for_again_and_keeps_what_it_found() -> None:
    progress = skipped({Step.CAMERA: POOR}, Step.CAMERA)
    assert next_step(progress) is Step.LIGHT
    assert progress[Step.CAMERA].findings == POOR.findings


def test_the_worst_line_decides_and_what_is_not_known_is_no_fault() -> None:
    unknown = Finding(Found.COLOURS_NOT_LEARNED, Verdict.UNKNOWN)
    assert worst((unknown,)) is Verdict.GOOD
    assert worst((unknown, Finding(Found.GLARE, Verdict.FAIR))) is Verdict.FAIR
    assert POOR.verdict is Verdict.POOR
