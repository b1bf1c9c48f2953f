"""Numbers that are missing tell whose edges were lost, and whether they were lost at all."""

import pytest

from pi_diavolo.devices.numbering import Numbering

KEPT = 4


def batch(numbering: Numbering, *events: tuple[int, int, int]) -> tuple[list[int], bool]:
    """The lines that miss edges, and whether others may; events: line, number in line, number over all."""
    lines = [line for line, by_line, over_all in events if numbering.skips(line, by_line, over_all)]
    return lines, numbering.unexplained(len(events))


def test_numbers_in_a_row_miss_nothing() -> None:
    numbering = Numbering(KEPT)
    assert batch(numbering, (7, 1, 1), (8, 1, 2), (7, 2, 3)) == ([], False)
    assert batch(numbering, (8, 2, 4)) == ([], False)
    assert numbering.merged == 0


def test_a_line_that_skips_numbers_is_named() -> None:
    assert batch(Numbering(KEPT), (7, 3, 3), (8, 1, 4), (7, 4, 5), (7, 5, 6)) == ([7], False)


def test_edges_of_a_line_not_heard_of_since_may_be_anybodys() -> None:
    assert batch(Numbering(KEPT), (7, 1, 3), (7, 2, 4), (7, 3, 5), (7, 4, 6)) == ([], True)


def test_a_loss_is_told_once_over_all() -> None:
    numbering = Numbering(KEPT)
    batch(numbering, (7, 1, 3), (7, 2, 4), (7, 3, 5), (7, 4, 6))
    assert batch(numbering, (7, 5, 7), (7, 6, 8), (7, 7, 9), (7, 8, 10)) == ([], False)


def test_numbers_missing_while_there_was_room_are_edges_merged_by_the_kernel() -> None:
    numbering = Numbering(KEPT)
    assert batch(numbering, (7, 1, 2), (7, 2, 3)) == ([], False)
    assert numbering.merged == 1


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_lines_that_overtake_each_other_miss_nothing(cut: int) -> None:
    numbering = Numbering(KEPT)
    events = [(8, 1, 2), (7, 1, 1), (7, 2, 4), (8, 2, 3)]
    assert batch(numbering, *events[:cut]) == ([], False)
    assert batch(numbering, *events[cut:]) == ([], False)
    assert numbering.merged == 0
