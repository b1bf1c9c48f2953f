"""The small files in which a kernel tells how its machine is."""

from pathlib import Path


def text_in(file: Path) -> str | None:
    """What stands there; None where there is no such file, or nobody may read it."""
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
