"""`pi-diavolo check --bundle`: how its parts are written, and how one is left out."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LARGEST_TEXT = 200_000


class LeftOut(Exception):
    """A part that cannot be had here, and why."""


def pretty(value: Any) -> str:
    """One JSON object that people may read, too."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n"


def lines(values: Iterable[Any]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(value, ensure_ascii=False, default=str) + "\n" for value in values)


def text_of(file: Path) -> str:
    """What stands in a file, as far as it is text."""
    if not file.is_file():
        raise LeftOut(f"{file}: there is no such file")
    try:
        with file.open("rb") as opened:
            raw = opened.read(LARGEST_TEXT)
    except OSError as error:
        raise LeftOut(f"{file}: cannot be read ({error.strerror})") from None
    if b"\0" in raw:
        raise LeftOut(f"{file}: this is no text, it may be a picture")
    return raw.decode(errors="replace")
