"""The benchmark of filmed throws counts what people at the table would: frames in which a lock could come."""

import pytest

from benchmarks.streams import _longest_wait


@pytest.mark.parametrize(
    ("hidden", "wait"),
    [
        pytest.param([0.0] * 5, 4, id="the fifth frame since rest was locked: four were waited for"),
        pytest.param([0.0, 0.0, 0.2, 0.3, 0.1, 0.0, 0.0, 0.0, 0.0], 3, id="a hand stops the clock"),
        pytest.param([0.0] * 9 + [0.2, 0.0, 0.0], 9, id="a later hand excuses no lock that was due"),
        pytest.param([0.2, 0.2], 0, id="dice beside a hand may be locked at once"),
        pytest.param([None, None, None], 2, id="a hand that may not be over the tray stops nothing"),
        pytest.param([], 0, id="before rest"),
    ],
)
def test_only_frames_in_a_row_without_a_hand_count_as_waiting(hidden: list[float | None], wait: int) -> None:
    assert _longest_wait(hidden) == wait
