"""Where the set-up keeps what it learned: the table file in use, or one of one's own beside the log."""

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pi_diavolo
from pi_diavolo.errors import DiavoloError
from pi_diavolo.furnishing import own_table_file
from pi_diavolo.table.setting_up import Kept
from pi_diavolo.vision.face_files import folder_of, write_faces
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.shipped_tables import shipped_tables
from pi_diavolo.vision.table_file import TableFile, TableFileError, load_table
from pi_diavolo.vision.table_writer import copy, keep_former, lens_section, save, seen_from

SIMULATED = "simulated_table.toml"
HOUSE = Path(pi_diavolo.__file__).resolve().parent
# What comes with the program is nobody's own table, whether it was installed or is run from its sources.
SHIPPED = (HOUSE, shipped_tables().parent)

Sections = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Begins:
    """What stands in the file before anything is learned: another file, or a table that was measured."""

    source: Path | None = None
    table: TableFile = field(default_factory=TableFile)


class TableKeeper:
    """Writes one table file, whole or not at all.

    Beside it stay the one before the last step (.bak) and the one before the first (.former). Unless it
    `is_ours` already, what stands in the file is another table's and is replaced; so is what is damaged, of
    which the last one stays, too (.replaced).
    """

    def __init__(self, file: Path, begins: Begins, *, taken_by_itself: bool, is_ours: bool) -> None:
        self.file, self._begins, self._by_itself = file, begins, taken_by_itself
        self._is_ours, self._is_former_kept = is_ours, False

    @property
    def kept(self) -> Kept:
        """Where it is."""
        return Kept(str(self.file), self._by_itself, self._is_begun)

    @property
    def _is_begun(self) -> bool:
        # Asked every time: a file that was damaged may have been put right by hand since.
        return self._is_ours and _read(self.file) is not None

    def table(self) -> TableFile:
        """The table as it is known by now; what cannot be read is set up from the beginning."""
        own = _read(self.file) if self._is_ours else None
        return own or _read(self._begins.source) or self._begins.table

    def keep(self, learned: Sections) -> TableFile:
        """Put what was learned into the file; DiavoloError where it cannot be written."""
        if not self._is_former_kept:
            keep_former(self.file)
            self._is_former_kept = True
        if not self._is_begun:
            self._begin()
        return save(self.file, learned)

    def keep_faces(self, faces: Mapping[str, Picture]) -> TableFile:
        """Write these faces of the Order die beside the file, and name them in it with those it has."""
        places = {**dict(self.table().faces), **write_faces(faces, folder_of(self.file))}
        named = {name: seen_from(self.file, path) for name, path in places.items()}
        return self.keep({"order_die": {"faces": named}})

    def _begin(self) -> None:
        if self._begins.source is not None and _read(self._begins.source) is not None:
            copy(self._begins.source, self.file)
        else:
            _replace(self.file, _sections(self._begins.table))
        self._is_ours = True


def _read(file: Path | None) -> TableFile | None:
    with suppress(DiavoloError):
        return load_table(file) if file is not None else None
    return None


def _replace(file: Path, sections: Sections) -> None:
    """A new table in place of whatever stands there: at no moment is there none."""
    real = file.resolve()
    spare = real.with_name(f".{real.name}.new")
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            spare.unlink()  # of a start that was cut off
        save(spare, sections)
        if real.is_file():
            shutil.copyfile(real, real.with_name(f"{real.name}.replaced"))
        spare.replace(real)
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise TableFileError(
            f"{file}: this file cannot be written ({reason}); choose another place"
        ) from None


def _sections(measured: TableFile) -> Sections:
    """What a table that was measured says beside the usual one's places."""
    if measured == TableFile():
        return {}
    sizes = {"dice": {"size_mm": measured.dice_mm}, "order_die": {"size_mm": measured.order_die_mm}}
    return {**sizes, **({"lens": lens_section(measured.lens)} if measured.lens else {})}


def keeper_for(table_file: Path | None, log_file: Path) -> TableKeeper:
    """The keeper of a real table; what may not be written is left alone, and a copy of it is kept."""
    own = own_table_file(log_file)
    if table_file is None:
        return TableKeeper(own, Begins(), taken_by_itself=True, is_ours=True)
    if _may_be_written(table_file):
        return TableKeeper(table_file, Begins(), taken_by_itself=True, is_ours=True)
    # Nobody's former table is lost to another one's copy.
    free = own.with_name(f"table-{table_file.stem}.toml") if own.exists() else own
    return TableKeeper(free, Begins(source=table_file), taken_by_itself=False, is_ours=False)


def painted_keeper(measured: TableFile, log_file: Path) -> TableKeeper:
    """The keeper of a painted table, in a file of its own: no real camera shall ever look by it."""
    file = log_file.parent / SIMULATED
    there = _read(file)
    is_ours = there is not None and there.lens == measured.lens
    return TableKeeper(file, Begins(table=measured), taken_by_itself=False, is_ours=is_ours)


def _may_be_written(file: Path) -> bool:
    real = file.resolve()
    if any(real.is_relative_to(folder) for folder in SHIPPED):
        return False
    return os.access(real, os.W_OK) and os.access(real.parent, os.W_OK)
