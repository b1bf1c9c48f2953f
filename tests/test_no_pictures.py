"""No picture is kept: games are played through painted pictures, and every file that is left is looked at."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import cv2
import pytest

from pi_diavolo.cli import main
from tests.commands.makers import PATIENCE, program, settle, tree

VISION = ("run", "--through", "vision", "--names", "Ada,Blaise", "--seed", "3")
# How PNG, JPEG, GIF, WebP and AVI, BMP, TIFF, NumPy's own and films begin.
PICTURES = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"RIFF",
    b"BM",
    b"II*\0",
    b"MM\0*",
    b"\x93NUMPY",
    b"\0\0\0 ftyp",
)
TURNS_WATCHED = 2


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settle(monkeypatch, tmp_path)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr(tempfile, "tempdir", None)


def pictures_in(folder: Path) -> list[str]:
    files = tree(folder).items()
    # A picture may lie within a file, too, as in a database.
    return [
        file
        for file, content in files
        if content.startswith(PICTURES) or any(mark in content for mark in PICTURES if len(mark) > 3)
    ]


class Written:
    """Every file that Python opens for writing, while it is listened to; an audit hook stays for ever."""

    def __init__(self) -> None:
        self.files: list[Path] = []
        self._listens = False
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._listens and event == "open" and isinstance(arguments[0], str):
            path, _, flags = arguments
            if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                self.files.append(Path(path).absolute())

    @contextmanager
    def listening(self) -> Iterator[None]:
        self._listens = True
        try:
            yield
        finally:
            self._listens = False


def test_a_game_read_from_pictures_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a picture is written")

    monkeypatch.setattr(cv2, "imwrite", never)
    monkeypatch.setattr(cv2, "VideoWriter", never)
    written = Written()
    with written.listening():
        assert main((*VISION, "--speed", "max", "--log", "games.db", "--json")) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert any(one["event"]["kind"] == "RollRead" for one in told)
    assert pictures_in(tmp_path) == []
    assert {Path(file).name for file in tree(tmp_path)} == {"games.db", "games.db.lock"}
    harmless = ("/dev/", "/proc/")
    outside = [file for file in written.files if not str(file).startswith((str(tmp_path), *harmless))]
    assert [file for file in outside if file.suffix != ".pyc" and "__pycache__" not in file.parts] == []


def the_picture_on_show(api: str) -> bytes:
    """As the scoreboard asks for it; nothing while no dice lie there, or when they are gone again."""
    state = json.loads(urlopen(f"{api}/state", timeout=PATIENCE).read())
    try:
        return bytes(urlopen(f"{api}/picture?picture={state['picture']}", timeout=PATIENCE).read())
    except HTTPError:
        return b""


def test_a_table_with_pages_that_somebody_watches_leaves_none(tmp_path: Path) -> None:
    Path("diavolo.toml").write_text("[web]\npictures = true\n")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = program(*VISION, "--speed", "20", "--port", str(port), "--log", "games.db", "--json")
    table = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert table.stdout is not None
        ruled, seen = 0, b""
        for line in table.stdout:
            ruled += '"kind":"ShowRuling"' in line
            seen = seen or the_picture_on_show(f"http://127.0.0.1:{port}/api")
            if ruled >= TURNS_WATCHED and seen:
                break
        table.terminate()
        table.communicate(timeout=PATIENCE)
    finally:
        table.kill()
    assert ruled >= TURNS_WATCHED
    assert seen.startswith(b"\xff\xd8\xff")  # there were pictures
    assert pictures_in(tmp_path) == []
    left = {Path(file).name for file in tree(tmp_path)}
    assert left <= {"games.db", "games.db-wal", "games.db-shm", "games.db.lock", "keys.json", "diavolo.toml"}
