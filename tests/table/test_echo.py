"""A chain that is read back: what comes out at its end says whether it is there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.echo import BELIEVED, PATTERN, Hearing, announced, came_back

frames = st.integers(1, 5).flatmap(lambda registers: st.binary(min_size=registers, max_size=registers))


def through(sent: bytes, registers: int, before: bytes, ahead: int = 0) -> bytes:
    """What a chain that held something else gives back; `ahead`: the bus looks after the clock has risen."""
    stream = int.from_bytes(before[:registers] + sent, "big")
    return (stream >> 8 * registers - ahead & (1 << 8 * len(sent)) - 1).to_bytes(len(sent), "big")


@given(frames, st.binary(min_size=5, max_size=5), st.sampled_from([0, 1]))
def test_what_went_through_the_chain_is_known_again_whatever_it_held(
    outputs: bytes, before: bytes, ahead: int
) -> None:
    sent = announced(outputs)
    assert sent.endswith(outputs)
    assert came_back(through(sent, len(outputs), before, ahead), len(outputs))


@pytest.mark.parametrize("registers", range(1, 6))
@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_line_that_hangs_is_no_chain(registers: int, level: int) -> None:
    assert not came_back(bytes([level] * (registers + len(PATTERN))), registers)


@pytest.mark.parametrize("others", [-2, -1, 1, 2])
@pytest.mark.parametrize("lit", [0x00, 0x5A, 0xFF])
def test_a_chain_of_another_length_is_not_the_one_that_was_soldered(others: int, lit: int) -> None:
    sent = announced(bytes([lit] * 3))
    assert not came_back(through(sent, 3 + others, bytes(5)), 3)


def test_a_wire_from_one_end_to_the_other_is_no_chain() -> None:
    assert not came_back(announced(b"\x00\xff\x00\x12"), 4)


def test_too_few_bytes_are_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="too few"):
        came_back(b"\xb2\x4d", 1)


def test_one_spark_changes_nothing_and_a_silence_does_until_it_is_over() -> None:
    hearing = Hearing()
    for _ in range(5):
        hearing.hear(False)
        hearing.hear(True)
    assert hearing.answers
    for _ in range(BELIEVED):
        hearing.hear(False)
    assert not hearing.answers
    for _ in range(BELIEVED - 1):
        hearing.hear(True)
    assert not hearing.answers
    hearing.hear(True)
    assert hearing.answers
