"""What a picture file tells before anybody decodes it: its size, and whether all of it is there."""

import struct
from dataclasses import dataclass

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"

# Sections of a JPEG file that come without a length, and those that tell the picture's size.
BARE = frozenset({0x01, *range(0xD0, 0xD9)})
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
END = 0xD9


@dataclass(frozen=True, slots=True)
class Inspected:
    """Width and height where the file tells them, and whether it has its end."""

    size: tuple[int, int] | None = None
    whole: bool = True


def inspect(raw: bytes) -> Inspected:
    """Look into the kinds of files that decoders half believe: a JPEG cut short becomes a gray field."""
    if raw.startswith(PNG):
        return _png(raw)
    return _jpeg(raw) if raw.startswith(JPEG) else Inspected()


def _png(raw: bytes) -> Inspected:
    size, at = None, len(PNG)
    while at + 12 <= len(raw):
        length, kind = struct.unpack_from(">I4s", raw, at)
        if kind == b"IHDR" and length >= 8:
            size = struct.unpack_from(">II", raw, at + 8)
        if kind == b"IEND":
            return Inspected(size)
        at += 12 + length
    return Inspected(size, whole=False)


def _jpeg(raw: bytes) -> Inspected:
    size, at = None, 2
    while at + 2 <= len(raw):
        at = raw.find(b"\xff", at)
        if at < 0 or at + 2 > len(raw):
            break
        kind = raw[at + 1]
        if kind == END:
            return Inspected(size)
        if kind in (0x00, 0xFF) or kind in BARE:  # a stuffed byte, a fill byte, a marker on its own
            at += 1 if kind == 0xFF else 2
            continue
        if at + 4 > len(raw):
            break
        if kind in FRAMES and at + 9 <= len(raw):
            height, width = struct.unpack_from(">HH", raw, at + 5)
            size = (width, height)
        at += 2 + struct.unpack_from(">H", raw, at + 2)[0]
    return Inspected(size, whole=False)
