"""Writes what was learned into a table file: whole or not at all, the rest of the file kept."""

import json
import os
import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from pi_diavolo.vision.table_file import TableFile, TableFileError, load_table, table_out_of
from pi_diavolo.vision.table_geometry import Lens

Document = dict[str, Any]
# The files that were written since somebody asked for one .bak of all that is saved.
_written_before: ContextVar[set[Path] | None] = ContextVar("_written_before", default=None)


@contextmanager
def one_backup() -> Iterator[None]:
    """However often a file is saved meanwhile, its .bak is the file as it was before the first time."""
    asked = _written_before.set(set())
    try:
        yield
    finally:
        _written_before.reset(asked)


def usual_document() -> Document:
    """What stands in the file of a table that nobody has measured: ours."""
    usual = TableFile()
    return {
        "tray": {"inside_mm": [usual.tray.width_mm, usual.tray.height_mm], "wall_mm": usual.tray.wall_mm},
        "markers": {
            "dictionary": usual.markers.dictionary,
            "size_mm": usual.markers.size_mm,
            "centres_mm": {str(number): [at.x, at.y] for number, at in usual.markers.centres},
        },
        "imps": {"width_mm": usual.imps.width_mm, "height_mm": usual.imps.height_mm},
        "dice": {"size_mm": usual.dice_mm},
        "order_die": {"size_mm": usual.order_die_mm},
        "bases": [{"at_mm": [base.x, base.y]} for base in usual.bases],
    }


def lens_section(lens: Lens) -> Document:
    """A lens by the names of DESIGN.md."""
    return {"size_px": list(lens.size_px), "K": [list(row) for row in lens.K], "dist": list(lens.dist)}


def save(
    path: Path, learned: Mapping[str, Mapping[str, Any]], new: Mapping[str, Any] | None = None
) -> TableFile:
    """Put these sections' keys into the file, or make one; the file as it was stays beside it as .bak.

    A file that is made begins with what is `new`, or as the usual table.
    """
    real = path.resolve()
    if real.exists():
        load_table(path)  # what cannot be read is refused before anything is written
    before = real.read_bytes() if real.is_file() else None
    made = usual_document() if new is None else dict(new)
    document: Document = tomllib.loads(before.decode("utf-8-sig")) if before else made
    for name, keys in learned.items():
        document[name] = {**document.get(name, {}), **keys}
    return _written(path, real, before, _opening(before) + as_toml(document))


def copy(source: Path, target: Path) -> TableFile:
    """The same table in another file; the faces stay where they are and are named from there."""
    table = load_table(source)
    document: Document = tomllib.loads(source.read_text(encoding="utf-8-sig"))
    if table.faces:
        document["order_die"]["faces"] = {name: seen_from(target, path) for name, path in table.faces}
    before = target.read_bytes() if target.is_file() else None
    return _written(target, target, before, _opening(source.read_bytes()) + as_toml(document))


def _written(path: Path, real: Path, before: bytes | None, text: str) -> TableFile:
    """The table of this text, once it is known to be one and written; what stood there is kept."""
    with _writing(real):  # the faces are looked for from there
        real.parent.mkdir(parents=True, exist_ok=True)
    # What was learned may not go together with what people wrote, such as a base where a marker is now.
    table = table_out_of(text.encode(), path)
    files = _written_before.get()
    if before is not None and (files is None or real.resolve() not in files):
        _replace(real.with_name(real.name + ".bak"), before)
    _replace(real, text.encode())
    if files is not None:
        files.add(real.resolve())
    return table


def keep_former(path: Path) -> None:
    """A copy of the file as it is, ending in .former; whoever saves several times keeps the first one so."""
    real = path.resolve()
    if real.is_file():
        _replace(real.with_name(real.name + ".former"), real.read_bytes())


def seen_from(table: Path, picture: Path) -> str:
    """The path of a picture as the table file names it."""
    return Path(os.path.relpath(picture.absolute(), table.absolute().parent)).as_posix()


def _opening(before: bytes | None) -> str:
    """The comment with which the file opens; those farther down are only in the .bak."""
    lines = before.decode("utf-8-sig").splitlines() if before else ["# Made by `pi-diavolo calibrate`."]
    kept = []
    for line in lines:
        if not line.startswith("#"):
            break
        kept.append(line)
    return "\n".join([*kept, "", ""]) if kept else ""


def _replace(path: Path, content: bytes) -> None:
    spare = ""
    with _writing(path):
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
                spare = file.name
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(spare).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
            Path(spare).replace(path)
        except OSError:
            if spare:
                with suppress(OSError):
                    Path(spare).unlink()
            raise


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise TableFileError(
            f"{path}: this file cannot be written ({reason}); choose another place"
        ) from None


def as_toml(document: Mapping[str, Any]) -> str:
    """The document as people would write it: plain values first, then a section each."""
    plain = [f"{_key(name)} = {_value(found)}" for name, found in document.items() if not _opens(found)]
    parts = ["\n".join(plain)] if plain else []
    for name, found in document.items():
        if isinstance(found, dict):
            parts.append(_section(f"[{_key(name)}]", found))
        elif _opens(found):
            parts += [_section(f"[[{_key(name)}]]", each) for each in found]
    return "\n\n".join(parts) + "\n"


def _opens(found: Any) -> bool:
    """It is written as a section of its own, or as several."""
    sections = isinstance(found, list) and bool(found) and all(isinstance(each, dict) for each in found)
    return isinstance(found, dict) or sections


def _section(opening: str, found: Mapping[str, Any]) -> str:
    return "\n".join([opening, *(f"{_key(name)} = {_value(each)}" for name, each in found.items())])


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(words: str) -> str:
    # JSON escapes what TOML wants escaped, except for DEL.
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(found: Any) -> str:
    match found:
        case bool():
            return str(found).lower()
        case int():
            return str(found)
        case float():
            return f"{found:.0f}" if found.is_integer() and abs(found) < 1e9 else repr(found)
        case str():
            return _text(found)
        case list():
            return f"[{', '.join(map(_value, found))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(name)} = {_value(each)}' for name, each in found.items())} }}"
        case date() | datetime() | time():
            return found.isoformat()
        case _:
            raise TypeError(f"a table file holds no {type(found).__name__}")
