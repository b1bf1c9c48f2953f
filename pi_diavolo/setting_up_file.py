"""Where the set-up keeps what it learned: the table file in use, or one of one's own beside the log."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pi_diavolo
from pi_diavolo.errors import DiavoloError
from pi_diavolo.furnishing import own_table_file
from pi_diavolo.table.setting_up import Kept
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.table_writer import copy, keep_former, lens_section, save, seen_from
from pi_diavolo.vision.videos import write_picture

SIMULATED = "simulated_table.toml"
HOUSE = Path(pi_diavolo.__file__).resolve().parent
# What comes with the program is nobody's own table, whether it was installed or is run from its sources.
SHIPPED = (HOUSE, HOUSE.parent / "calibration")

Sections = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Begins:
    """What stands in the file before anything is learned: another file, or a table that was measured."""

    source: Path | None = None
    table: TableFile | None = None


class TableKeeper:
    """Writes one table file, whole or not at all.

    Beside it stay the one before the last step (.bak) and the one before the first (.former).
    """

    def __init__(self, file: Path, begins: Begins, taken_by_itself: bool) -> None:
        self.file, self._begins, self._by_itself = file, begins, taken_by_itself
        self._is_former_kept = False

    @property
    def kept(self) -> Kept:
        """Where it is."""
        return Kept(str(self.file), self._by_itself, self._is_begun)

    @property
    def _is_begun(self) -> bool:
        return self._begins == Begins() and self.file.is_file()

    def table(self) -> TableFile:
        """The table as it is known by now."""
        if self._is_begun:
            return load_table(self.file)
        if self._begins.source is not None:
            return load_table(self._begins.source)
        return self._begins.table or TableFile()

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
        table = self.table()
        folder = self.file.absolute().parent / f"{self.file.stem}_faces"
        places = dict(table.faces)
        for name, picture in faces.items():
            spare = folder / f".{name}.png"
            write_picture(spare, picture)
            places[name] = spare.replace(folder / f"{name}.png")
        named = {name: seen_from(self.file, path) for name, path in places.items()}
        return self.keep({"order_die": {"faces": named}})

    def _begin(self) -> None:
        if self._begins.source is not None:
            copy(self._begins.source, self.file)
        else:
            if self._begins.table is not None:  # what stands there is another table's, or damaged
                with suppress(OSError):
                    self.file.unlink()
            save(self.file, _sections(self._begins.table))
        self._begins = Begins()


def _sections(measured: TableFile | None) -> Sections:
    """What a table that was measured says beside the usual one's places."""
    if measured is None:
        return {}
    sizes = {"dice": {"size_mm": measured.dice_mm}, "order_die": {"size_mm": measured.order_die_mm}}
    return {**sizes, **({"lens": lens_section(measured.lens)} if measured.lens else {})}


def keeper_for(table_file: Path | None, log_file: Path) -> TableKeeper:
    """The keeper of a real table; what may not be written is left alone, and a copy of it is kept."""
    own = own_table_file(log_file)
    if table_file is None:
        return TableKeeper(own, Begins(), taken_by_itself=True)
    if _may_be_written(table_file):
        return TableKeeper(table_file, Begins(), taken_by_itself=True)
    # Nobody's former table is lost to another one's copy.
    free = own.with_name(f"table-{table_file.stem}.toml") if own.exists() else own
    return TableKeeper(free, Begins(source=table_file), taken_by_itself=False)


def painted_keeper(measured: TableFile, log_file: Path) -> TableKeeper:
    """The keeper of a painted table, in a file of its own: no real camera shall ever look by it."""
    file = log_file.parent / SIMULATED
    begun = False
    with suppress(DiavoloError):
        begun = file.is_file() and load_table(file).lens == measured.lens
    return TableKeeper(file, Begins() if begun else Begins(table=measured), taken_by_itself=False)


def _may_be_written(file: Path) -> bool:
    real = file.resolve()
    if any(real.is_relative_to(folder) for folder in SHIPPED):
        return False
    return os.access(real, os.W_OK) and os.access(real.parent, os.W_OK)
