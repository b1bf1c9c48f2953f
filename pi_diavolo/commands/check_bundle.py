"""`pi-diavolo check --bundle`: all that a bug report needs in one file, without names, secrets, pictures."""

import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from pi_diavolo.commands.check_bundle_parts import PARTS, Case, Part
from pi_diavolo.commands.check_bundle_text import LeftOut
from pi_diavolo.commands.check_privacy import Privacy
from pi_diavolo.errors import UsageError

PROMISE = (
    "Players' names, the PIN, passwords and pictures are not in it. Nothing was sent: look into it, and send"
    " it yourself if you wish."
)


@dataclass(frozen=True, slots=True)
class Packed:
    """One file in the bundle; `trouble` says why there is nothing in it."""

    name: str
    about: str
    content: str
    trouble: str = ""


def usual_name(now: datetime) -> Path:
    """A name that tells the day."""
    return Path(f"pi-diavolo-{now:%Y%m%d-%H%M%S}.zip")


@contextmanager
def new_file(*places: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A file that was not there before, at the first of these places that can be written.

    Made before anybody waits for the doctor; nothing half is left.
    """
    path, handle = _made(places)
    try:
        with os.fdopen(handle, "wb") as file:
            yield path, file
    except BaseException as error:
        with suppress(OSError):
            path.unlink()
        if isinstance(error, OSError):
            raise UsageError(f"{path}: cannot be written ({_reason(error)}); choose another place") from error
        raise


def _made(places: Sequence[Path]) -> tuple[Path, int]:
    complaint = None
    for path in places:
        try:
            return path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise UsageError(f"{path}: there is a file already; choose another name") from None
        except (OSError, ValueError) as error:
            why = f"{path}: cannot be written ({_reason(error)}); choose another place"
            complaint = complaint or UsageError(why)  # about the place that people would look at first
    raise complaint or ValueError("no place was named")


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def write(file: BinaryIO, case: Case, privacy: Privacy, now: datetime) -> tuple[Packed, ...]:
    """Pack all parts; one that cannot be had is replaced by a sentence why."""
    packed = tuple(_packed(name, part, case, privacy) for name, part in PARTS.items())
    whole = BytesIO()  # a zip file is written to and fro, which a full disk must not interrupt
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("README.txt", "\n".join(_contents(packed, now)) + "\n")
        for one in packed:
            bundle.writestr(one.name, one.content.encode(errors="replace"))  # damage may be no text
    file.write(whole.getvalue())
    file.flush()
    return packed


def _packed(name: str, part: Part, case: Case, privacy: Privacy) -> Packed:
    try:
        return Packed(name, part.about, part.make(case, privacy))
    except LeftOut as why:
        trouble = privacy.text(str(why))
    except Exception as error:  # whatever is broken is why the bundle is wanted
        trouble = privacy.text(f"it could not be made ({type(error).__name__}: {error})")
    return Packed(name, part.about, f"Not in here: {trouble}\n", trouble)


def _contents(packed: Sequence[Packed], now: datetime) -> Iterator[str]:
    yield f"Pi Diavolo: what the doctor knows of a table, {now:%Y-%m-%d %H:%M}."
    yield ""
    yield from listed(packed)
    yield ""
    yield PROMISE


def listed(packed: Sequence[Packed]) -> Iterator[str]:
    """What is in it, for people."""
    for one in packed:
        yield f"  {one.name:16}{one.about}{f'; left out: {one.trouble}' if one.trouble else ''}"


def told(path: Path, packed: Sequence[Packed]) -> Mapping[str, object]:
    """The same for programs."""
    return {"bundle": str(path), "parts": {one.name: one.trouble or None for one in packed}}
