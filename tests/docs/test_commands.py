"""Every command in the docs is run as it stands where that can be done here, else checked as the ways say.

A command that nobody thought of fails: either it runs as it stands, or it gets a line with a reason.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from pi_diavolo.cli import _parser
from pi_diavolo.errors import UsageError
from tests.commands.makers import CommandLine, settle
from tests.docs.reading import PAGES, ROOT, Command, quoted, typed
from tests.docs.shelves import stock
from tests.docs.ways import WAYS, Here, Way, arguments, is_made_by_run, the_way


def once(commands: Iterable[Command]) -> list[Command]:
    """What stands on several pages is run for the first of them."""
    kept = dict[tuple[tuple[str, ...], ...], Command]()
    for command in commands:
        kept.setdefault((command.words, command.told), command)
    return list(kept.values())


TYPED = once(command for page in PAGES for command in typed(page))
QUOTED = once(command for page in PAGES for command in quoted(page))


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that commands read, made once."""
    folder = tmp_path_factory.mktemp("shelves")
    stock(folder)
    return folder


def _copied(source: str, place: str) -> None:
    # Nothing writes over these, and they are large.
    large = Path(source).suffix in (".jpg", ".mp4") or Path(source).parent.name == "boards"
    (os.link if large else shutil.copy2)(source, place)


@pytest.fixture
def here(
    shelves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Here:
    """An own copy of the shelves for each command, whatever it does to them."""
    settle(monkeypatch, tmp_path)
    shutil.copytree(shelves, tmp_path, copy_function=_copied, dirs_exist_ok=True)
    (tmp_path / "run").symlink_to(ROOT / "run")
    monkeypatch.setenv("PI_DIAVOLO_VENV", sys.prefix)
    return Here(tmp_path, CommandLine(capsys, tmp_path))


@pytest.mark.parametrize("command", TYPED, ids=str)
def test_every_command_that_is_shown_runs(command: Command, here: Here) -> None:
    way = the_way(command)
    assert way, f"nobody thought of this one: let it run as it stands, or give it a line in WAYS: {command}"
    way.run(command, here)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.looks)
def test_no_way_is_left_over(way: Way) -> None:
    assert any(the_way(command) is way for command in (*TYPED, *QUOTED)), (
        "no command looks like this any more"
    )


# Inside of sentences they need not be whole: a command may be named without all that it wants.


def is_ours(command: Command) -> bool:
    return next(word for word in command.words if word != "sudo") in ("./run", "pi-diavolo")


@pytest.mark.parametrize("command", [command for command in QUOTED if not is_ours(command)], ids=str)
def test_every_other_command_in_a_sentence_is_checked(command: Command, here: Here) -> None:
    way = the_way(command)
    assert way, f"nobody thought of this one: give it a line in WAYS: {command}"
    way.run(command, here)


@pytest.mark.parametrize("command", [command for command in QUOTED if is_ours(command)], ids=str)
def test_every_command_in_a_sentence_is_understood(command: Command) -> None:
    words = [word for word in command.words if not re.fullmatch(r"\[.*\]|…", word)]
    words = words[words.index("sudo") + 1 :] if "sudo" in words else words
    if words[1] in ("test", "setup", "help", "COMMAND"):
        return
    try:
        _parser().parse_args(arguments(Command(command.page, command.line, tuple(words))))
    except SystemExit:
        pass  # its help was asked for
    except UsageError as error:
        if not str(error).startswith("the following arguments are required"):
            raise


def test_an_environment_of_another_checkout_is_left_alone(tmp_path: Path) -> None:
    assert not is_made_by_run(tmp_path)
    for checkout, ours in ((ROOT, True), (ROOT.parent / "another", False)):
        (tmp_path / ".ready-plain").write_text(f"{checkout}\n{tmp_path}\n3 11\n1 2\n", encoding="utf-8")
        assert is_made_by_run(tmp_path) is ours


def test_a_command_that_nobody_thought_of_is_noticed() -> None:
    for unknown in ("make table", "./run dance", "curl http://10.42.0.1/", "sudo reboot now"):
        assert the_way(Command("new.md", 1, tuple(unknown.split()))) is None


@pytest.mark.parametrize(
    "wrong", ["systemctl frobnicate pi-diavolo", "journalctl -u ssh", "sudo timedatectl set-clock …"]
)
def test_a_command_of_the_system_that_is_wrong_is_noticed(wrong: str, here: Here) -> None:
    command = Command("new.md", 1, tuple(wrong.split()))
    way = the_way(command)
    assert way
    with pytest.raises(AssertionError):
        way.run(command, here)


def test_commands_in_sentences_are_found_wherever_a_line_ends(tmp_path: Path) -> None:
    page = tmp_path / "new.md"
    said = (
        "Say `./run check\nlight`, **`sudo ./install --name x`**,\n| `.venv/bin/ruff check` | `sudo reboot` |"
    )
    page.write_text(said, encoding="utf-8")
    assert [(command.line, *command.words) for command in quoted(page, tmp_path)] == [
        (1, "./run", "check", "light"),
        (2, "sudo", "./install", "--name", "x"),
        (3, ".venv/bin/ruff", "check"),
        (3, "sudo", "reboot"),
    ]


def test_the_pages_have_commands_at_all() -> None:
    pages = {command.page for page in PAGES for command in typed(page)}
    assert {"README.md", "CONTRIBUTING.md", "docs/build.md", "docs/install.md", "hardware/README.md"} <= pages
