"""Stands between SQLite and the disk: notes every write and sync of Python's own SQLite, and lets one fail.

It is a VFS made with ctypes in the very library that `sqlite3` uses: the one of the system, only that its
files report what is done to them. Where that library cannot be reached, `watched` skips the test.
"""

import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

OK, FULL, IOERR_WRITE, IOERR_FSYNC = 0, 13, 778, 1034
CREATES = 0x4
BESIDE = ("-journal", "-wal")

File, Vfs = ctypes.c_void_p, ctypes.c_void_p
Name = ctypes.c_void_p  # not c_char_p, which is a copy: SQLite goes on to use the very one that it gives
Opening = ctypes.CFUNCTYPE(ctypes.c_int, Vfs, Name, File, ctypes.c_int, ctypes.POINTER(ctypes.c_int))
Deleting = ctypes.CFUNCTYPE(ctypes.c_int, Vfs, Name, ctypes.c_int)
Closing = ctypes.CFUNCTYPE(ctypes.c_int, File)
Writing = ctypes.CFUNCTYPE(ctypes.c_int, File, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
Cutting = ctypes.CFUNCTYPE(ctypes.c_int, File, ctypes.c_int64)
Syncing = ctypes.CFUNCTYPE(ctypes.c_int, File, ctypes.c_int)


class FileMethods(ctypes.Structure):
    """sqlite3_io_methods; what is passed on as it is stands there as a bare address."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("close", Closing),
        ("read", ctypes.c_void_p),
        ("write", Writing),
        ("truncate", Cutting),
        ("sync", Syncing),
        *((f"other_{count}", ctypes.c_void_p) for count in range(13)),
    )


class FileSystem(ctypes.Structure):
    """sqlite3_vfs."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("own", ctypes.c_void_p),
        ("open", Opening),
        ("delete", Deleting),
        *((f"other_{count}", ctypes.c_void_p) for count in range(14)),
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done to one file; `content` at `begin`, or cut off there. A sync may keep the names, too."""

    file: str
    kind: str  # made, write, truncate, sync, sync with folder, delete, delete with folder
    begin: int = 0
    content: bytes = b""


@dataclass(slots=True)
class Disk:
    """All that was done, in order; `fails` says of each next step whether it fails, and how."""

    steps: list[Step] = field(default_factory=list)
    fails: Callable[[int, Step], int] = lambda number, step: OK

    def takes(self, step: Step) -> int:
        """Note this step, or refuse it with SQLite's number for an error."""
        code = self.fails(len(self.steps), step)
        self.steps.append(step)
        return code


@contextmanager
def watched(folder: Path) -> Iterator[Disk]:
    """A disk that sees what SQLite does in this folder, for all connections opened in the block."""
    library, disk = _library(), Disk()
    usual = ctypes.cast(library.sqlite3_vfs_find(None), ctypes.POINTER(FileSystem)).contents
    ours, kept = _wrapped(usual, disk, str(folder.resolve()))
    if library.sqlite3_vfs_register(ctypes.byref(ours), 1):
        pytest.skip("this SQLite takes no other file system")
    try:
        yield disk
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(ours))
        kept.clear()


def _wrapped(usual: FileSystem, disk: Disk, folder: str) -> tuple[FileSystem, list[Any]]:
    ours = FileSystem.from_buffer_copy(usual)
    here = ctypes.addressof(usual)
    paths: dict[int, str] = {}
    fresh: set[int] = set()  # their first sync is the folder's, too, as SQLite does it
    methods: dict[int, FileMethods] = {}  # by the address of the usual ones
    usual_ones: dict[int, FileMethods] = {}  # by the file's own address

    def opens(_: int, name: int | None, file: int, flags: int, out: Any) -> int:
        path = ctypes.string_at(name).decode() if name else ""
        is_new = bool(flags & CREATES) and bool(path) and not Path(path).exists()
        code: int = usual.open(here, name, file, flags, out)
        slot = ctypes.c_void_p.from_address(file)
        if code == OK and path.startswith(folder) and slot.value:
            paths[file] = Path(path).name
            usual_ones[file] = FileMethods.from_address(slot.value)
            if slot.value not in methods:
                methods[slot.value] = watching(usual_ones[file])
            slot.value = ctypes.addressof(methods[slot.value])
            if flags & CREATES and path.endswith(BESIDE):
                fresh.add(file)
            if is_new:
                disk.takes(Step(paths[file], "made"))
        return code

    def deletes(_: int, name: int, synced: int) -> int:
        path = Path(ctypes.string_at(name).decode())
        kind = "delete with folder" if synced else "delete"
        if str(path).startswith(folder) and path.exists() and (code := disk.takes(Step(path.name, kind))):
            return code
        return int(usual.delete(here, name, synced))

    def watching(theirs: FileMethods) -> FileMethods:
        seen = FileMethods.from_buffer_copy(theirs)
        seen.close, seen.write = Closing(closes), Writing(writes)
        seen.truncate, seen.sync = Cutting(truncates), Syncing(syncs)
        return seen

    def closes(file: int) -> int:
        del paths[file]
        fresh.discard(file)
        return int(usual_ones.pop(file).close(file))

    def writes(file: int, content: int, size: int, begin: int) -> int:
        step = Step(paths[file], "write", begin, ctypes.string_at(content, size))
        return disk.takes(step) or int(usual_ones[file].write(file, content, size, begin))

    def truncates(file: int, size: int) -> int:
        step = Step(paths[file], "truncate", size)
        return disk.takes(step) or int(usual_ones[file].truncate(file, size))

    def syncs(file: int, flags: int) -> int:
        kind = "sync with folder" if file in fresh else "sync"
        fresh.discard(file)
        return disk.takes(Step(paths[file], kind))  # nobody needs to wait for a disk made of numbers

    ours.name = b"watched"
    ours.open, ours.delete = Opening(opens), Deleting(deletes)
    return ours, [ours, methods]


def _library() -> ctypes.CDLL:
    """The SQLite that Python itself uses: reached through Python's module, which knows where it is."""
    import _sqlite3

    module = getattr(_sqlite3, "__file__", None)  # None where it is part of the program itself
    try:
        library = ctypes.CDLL(module)
        library.sqlite3_vfs_find.restype = ctypes.c_void_p
        library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        library.sqlite3_libversion.restype = ctypes.c_char_p
        library.sqlite3_vfs_register.argtypes = [ctypes.c_void_p, ctypes.c_int]
        library.sqlite3_vfs_unregister.argtypes = [ctypes.c_void_p]
        version = library.sqlite3_libversion().decode()
    except (OSError, AttributeError) as error:
        pytest.skip(f"the SQLite inside this Python cannot be reached ({error})")
    if version != sqlite3.sqlite_version:
        pytest.skip(f"found SQLite {version}, but Python uses {sqlite3.sqlite_version}")
    return library
