"""A command line at home in an empty folder."""

from pathlib import Path

import pytest

from tests.commands.makers import CommandLine, settle


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settle(monkeypatch, tmp_path)


@pytest.fixture
def pi_diavolo(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    return CommandLine(capsys, tmp_path)
