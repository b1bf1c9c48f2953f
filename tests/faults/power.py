"""What a disk holds after a power cut: all that was synced, and of the rest nothing, all, or torn pieces."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from random import Random

from .sqlite_files import Step

SECTOR = 512


class Left(StrEnum):
    """What becomes of the writes that no sync had made safe."""

    NOTHING = "nothing of them is there"
    ALL = "all of them are there"
    TORN = "some are there, out of order, and the last one in part"


class _Content:
    """One file's bytes: those that are safe, and what was done to them since the last sync."""

    def __init__(self) -> None:
        self.safe, self.pending = b"", list[Step]()

    def sync(self) -> None:
        self.safe, self.pending = self.after(self.pending), []

    def after(self, steps: Iterable[Step]) -> bytes:
        there = bytearray(self.safe)
        for step in steps:
            if step.kind == "truncate":
                del there[step.begin :]
            else:
                there.extend(bytes(max(0, step.begin - len(there))))
                there[step.begin : step.begin + len(step.content)] = step.content
        return bytes(there)


def files_after(steps: Iterable[Step], left: Left, seed: int) -> Mapping[str, bytes]:
    """The folder's files, by their names, if the power goes after the last of these steps."""
    names, safe_names = dict[str, _Content](), dict[str, _Content]()
    for step in steps:
        match step.kind:
            case "made":
                names[step.file] = _Content()
            case "write" | "truncate":
                names[step.file].pending.append(step)
            case "sync" | "sync with folder":
                names[step.file].sync()
            case "delete" | "delete with folder":
                del names[step.file]
        if step.kind.endswith("with folder"):
            safe_names = dict(names)
    luck = Random(seed)
    if left is Left.NOTHING:
        return {name: content.safe for name, content in safe_names.items()}
    if left is Left.ALL:
        return {name: content.after(content.pending) for name, content in names.items()}
    found = luck.choice((names, safe_names))
    return {name: content.after(_torn(content.pending, luck)) for name, content in found.items()}


def _torn(pending: list[Step], luck: Random) -> list[Step]:
    kept = [step for step in pending[:-1] if luck.random() < 0.5]
    luck.shuffle(kept)
    for last in pending[-1:]:
        whole = len(last.content)
        kept.append(Step(last.file, last.kind, last.begin, last.content[: luck.randrange(0, whole + 1)]))
    return kept


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Lay them there; what SQLite keeps in memory (-shm) is gone with the power."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
