"""A chain that is read back: a pattern goes through it ahead of the lamps' bits and must come out again."""

from dataclasses import dataclass

# Neither byte is the other moved by some bits, and a line that hangs gives neither.
PATTERN = b"\xb2\x4d"
# So many answers in a row are believed; fewer may be a spark of static.
BELIEVED = 3


def announced(outputs: bytes) -> bytes:
    """What to send: the pattern has left the chain's far end when the outputs are in their places."""
    return PATTERN + outputs


def came_back(received: bytes, registers: int) -> bool:
    """Whether the pattern came out again after exactly so many registers.

    The Pi's own bus looks at the line while the clock rises, before the chip has moved on; one made by
    software looks a moment later, and is one bit ahead.
    """
    bits = 8 * len(PATTERN)
    heard, wanted = int.from_bytes(received, "big"), int.from_bytes(PATTERN, "big")
    behind = 8 * (len(received) - registers) - bits
    if behind < 0:
        raise ValueError(f"{len(received)} bytes are too few for {registers} registers and the pattern")
    return wanted in ((heard >> behind + ahead) & ((1 << bits) - 1) for ahead in (0, 1))


@dataclass(slots=True)
class Hearing:
    """Whether the chain is there; what was heard once or twice does not change it."""

    answers: bool = True
    _against: int = 0

    def hear(self, answered: bool) -> None:
        """Take in whether the last write came back."""
        self._against = 0 if answered is self.answers else self._against + 1
        if self._against >= BELIEVED:
            self.answers, self._against = answered, 0
