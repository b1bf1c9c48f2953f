"""For all tests: an empty home, files in memory, no deadlines (how long a thing takes is for benchmarks)."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

with suppress(ModuleNotFoundError):  # the GPIO bench has only what its own tests need
    from hypothesis import settings

    # Every run draws other examples, so few are enough; all of them with --hypothesis-profile thorough.
    settings.register_profile("patient", deadline=None, max_examples=40)
    settings.register_profile("thorough", deadline=None, max_examples=200)
    settings.load_profile("patient")

MEMORY, ROOM = Path("/dev/shm"), 1 << 30


def memory_serves() -> bool:
    """Files may lie there, many of them, and programs may be started from there."""
    if not os.access(MEMORY, os.W_OK):
        return False
    there = os.statvfs(MEMORY)
    return there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC


# A log waits for the disk after every event, and the tests log a hundred thousand of them.
if "TMPDIR" not in os.environ and memory_serves():
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None  # as if nobody had asked yet


@pytest.fixture(scope="session", autouse=True)
def _empty_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever runs the tests may have played before: neither their games nor their settings shall matter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"):
            patch.delenv(name, raising=False)
        yield
