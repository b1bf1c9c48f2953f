"""How each command in the docs is run here: as it stands where it can be, else in a smaller form, and why."""

import contextlib
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import pytest

from pi_diavolo.cli import COMMANDS
from pi_diavolo.evening import open_evening
from pi_diavolo.eventlog.files import is_put_away
from pi_diavolo.web.keys import kept_keys
from tests.commands.makers import PATIENCE, CommandLine, program
from tests.commands.test_play_along import CTRL_C, in_a_terminal, screen
from tests.docs.reading import ROOT, Command
from tests.docs.shelves import BACKUP, LOG
from tests.evenings import a_table_on

NAMES = r"(?:sudo )?(?:\./run|pi-diavolo)"
# Lengths in a painted picture differ by a hair from one OpenCV to the next.
MEASURED = re.compile(r"[\d.]+ mm")


@dataclass(frozen=True, slots=True)
class Here:
    """The folder in which a reader types, and `pi-diavolo` in this very process."""

    folder: Path
    pi_diavolo: CommandLine

    def started(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A program of its own; it must end well."""
        done = subprocess.run(
            words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done
        return done


@dataclass(frozen=True, slots=True)
class Way:
    """How a command that looks like this is run here, and why not simply as it stands."""

    looks: str
    run: Callable[[Command, Here], None]
    why: str


# As it stands, or nearly


def as_it_stands(command: Command, here: Here) -> None:
    with_options()(command, here)


def with_options(*more: str) -> Callable[[Command, Here], None]:
    """In this process, with some options more: of those given twice the last one counts."""

    def run(command: Command, here: Here) -> None:
        words = arguments(command)
        _lay_out(words, here)
        heard = here.pi_diavolo(*words, *more)
        assert (heard.code, heard.err) == (0, ""), heard
        printed = [MEASURED.sub("mm", " ".join(line.split())) for line in heard.lines]
        for told in command.told:
            assert MEASURED.sub("mm", told) in printed, heard.out

    return run


def arguments(command: Command) -> list[str]:
    """What `pi-diavolo` is handed."""
    words = [word for word in command.words if word not in ("sudo", "./run", "pi-diavolo")]
    # What is the service's own on an installed table is a folder here.
    words = [word.removeprefix("/var/lib/pi-diavolo/") for word in words]
    return words if words and words[0] in COMMANDS else ["run", *words]


def _lay_out(words: Sequence[str], here: Here) -> None:
    if words[0] == "run":  # the games on the shelf are not these people's
        shutil.rmtree(here.folder / "home")
        (here.folder / "home").mkdir()
    away = next((word for word in words if is_put_away(Path(word))), None)
    if away is not None:
        _put_away(here.folder / LOG, here.folder / away)
    elif words[:2] == ["games", "restore"]:
        shutil.copy(here.folder / BACKUP, here.folder / words[2])


def _put_away(log_file: Path, file: Path) -> None:
    """The games on the shelf lie in this file, and another evening has begun."""
    with a_table_on(log_file) as (table, log, clock):
        open_evening(table, "diavolo", {}, log.last_game() + 1, 0, clock.now())
        log.keep_within(1)
        assert log.put_away is not None
        log.put_away.file.rename(file)


def until_it_is_served(command: Command, here: Here) -> None:
    """The table as a program of its own, left by Ctrl-C when its pages are there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [*arguments(command), "--port", str(port)]
    if "--camera" in words:  # a folder of pictures takes the camera's place
        words += ["--camera", "throws", *(() if "--table" in words else ("--table", "table.toml"))]
    _lay_out(words, here)
    script = command.words == ("./run",) and is_made_by_run(Path(sys.prefix))
    start = [str(here.folder / "run"), *words[1:]] if script else program(*words)
    with subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        lines = list[str]()
        while not any(f":{port}/" in line for line in lines):
            lines.append(running.stdout.readline())
            assert lines[-1], (lines, running.communicate())
        running.send_signal(signal.SIGINT)
        _, complaints = running.communicate(timeout=PATIENCE)
    assert (running.returncode, "Traceback" in complaints) == (0, False), complaints


def is_made_by_run(environment: Path) -> bool:
    """Whether this checkout's own script made it; another's, or a developer's, it would make anew."""
    note = environment / ".ready-plain"
    told = note.read_text(encoding="utf-8").splitlines() if note.exists() else []
    return told[:2] == [str(ROOT), str(environment)]


def in_a_window(command: Command, here: Here) -> None:
    """In a terminal, where keys can be pressed; left when the game is drawn."""
    words = [*arguments(command), "--through", "numbers"]
    _lay_out(words, here)
    with in_a_terminal(*words) as (terminal, running):
        terminal.read_until("Pi Diavolo")
        terminal.press(CTRL_C)
        assert running.wait(PATIENCE) == 0, screen(terminal)


def as_a_dry_run(command: Command, here: Here) -> None:
    options = [word for word in command.words if word not in ("sudo", "./install", "--dry-run")]
    said = here.started(str(ROOT / "install"), "--dry-run", *options).stdout
    assert "Nothing is changed; these are the steps:" in said


# What is only looked at

SYSTEMD = {
    "systemctl": ("status", "start", "stop", "restart", "enable", "disable", "--now"),
    "journalctl": ("-u", "-f", "-b", "-e"),
}
KEYS = "keys.json"
KNOWN = {
    tuple(line.split())
    for line in (
        "sudo reboot",
        "sudo poweroff",
        "sudo timedatectl set-time …",
        "sudo raspi-config nonint do_spi 0",  # 0 is on, as exit codes are
        "sudo raspi-config nonint do_i2c 1",
        "sudo raspi-config nonint do_serial_cons 1",
    )
}


def help_of_a_module(command: Command, here: Here) -> None:
    module = command.words[command.words.index("-m") + 1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [module, "--help"])
        for known in (module, f"{module}.__main__"):
            patch.delitem(sys.modules, known, raising=False)
        with contextlib.redirect_stdout(StringIO()) as told, pytest.raises(SystemExit, match=r"^0$"):
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    assert [word for word in command.words if word.startswith("--") and word not in told.getvalue()] == []


def module_is_there(command: Command, here: Here) -> None:
    module = command.words[command.words.index("-m") + 1].replace(".", "/")
    assert (ROOT / f"{module}.py").is_file() or (ROOT / module / "__main__.py").is_file()


def paths_are_there(command: Command, here: Here) -> None:
    paths = [word for word in command.words[1:] if "/" in word and not word.startswith("build")]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def tool_knows_it(command: Command, here: Here) -> None:
    tool, *words = command.words
    verbs = [word for word in words if word.isalpha()][:1]
    here.started(str(Path(sys.executable).parent / Path(tool).name), *verbs, "--help")


def script_is_sound(command: Command, here: Here) -> None:
    script = next(word for word in command.words if word != "sudo")
    here.started("bash", "-n", str(ROOT / script))


def help_of_run(command: Command, here: Here) -> None:
    assert command.text in here.started("sh", str(ROOT / "run"), "help").stdout


def unit_is_ours(command: Command, here: Here) -> None:
    assert (ROOT / "systemd/pi-diavolo.service").is_file()
    tool, *words = [word for word in command.words if word != "sudo"]
    assert "pi-diavolo" in words
    assert [word for word in words if word != "pi-diavolo" and word not in SYSTEMD[tool]] == []


def shows_the_pin(command: Command, here: Here) -> None:
    pattern, file = command.words[-2:]
    assert file == f"/var/lib/pi-diavolo/{KEYS}"
    kept_keys(here.folder / KEYS)
    assert here.started("grep", pattern, KEYS).stdout.count("\n") == 1


def sets_the_pin(command: Command, here: Here) -> None:
    """What an editor would do to it is done, and the next start takes it."""
    assert command.words[-1] == f"/var/lib/pi-diavolo/{KEYS}"
    file = here.folder / KEYS
    made = kept_keys(file)
    file.write_text(file.read_text(encoding="utf-8").replace(made.pin, "our own PIN"), encoding="utf-8")
    assert kept_keys(file) == replace(made, pin="our own PIN")


def is_known(command: Command, here: Here) -> None:
    """What only changes the machine is compared with what is known to be right."""
    assert command.words in KNOWN


def run_asks_for_it(command: Command, here: Here) -> None:
    asked = (ROOT / "run").read_text(encoding="utf-8")
    assert [word for word in command.words[3:] if word not in ("git",) and word not in asked] == []


WAYS = (
    Way(r"\./run", until_it_is_served, "it never ends; this one goes through the script itself"),
    Way(r"\./run --(port|camera) .*", until_it_is_served, "it never ends, and there is no camera"),
    Way(r"\./run --game .* --camera .*", until_it_is_served, "it never ends, and there is no camera"),
    Way(r"\./run --play.*", in_a_window, "it needs keys"),
    Way(r"\./run run --help", as_it_stands, "it ends by itself"),
    Way(r"\./run --.*", with_options("--speed", "max", "--through", "numbers"), "a game takes minutes"),
    Way(r"\./run setup", help_of_run, "it would change the environment that runs this test"),
    Way(r"\./run test", help_of_run, "this is one of them"),
    Way(r"\./run test .*", paths_are_there, "continuous integration runs them all"),
    Way(rf"{NAMES} replay .*", with_options("--speed", "max"), "a game takes minutes"),
    Way(
        rf"{NAMES} simulate .*vision",
        with_options("--players", "2", "--skills", "child"),
        "pictures take time",
    ),
    Way(rf"{NAMES} simulate --games 100.*", with_options("--games", "3"), "a few are enough"),
    Way(rf"{NAMES} ({'|'.join(COMMANDS)})( .*)?", as_it_stands, "it ends by itself"),
    Way(r"(sudo )?\./install.*", as_a_dry_run, "it would change this machine; tests/test_install.py goes on"),
    Way(r"sudo apt install .*", run_asks_for_it, "it would change this machine"),
    Way(r"(sudo )?(systemctl|journalctl) .*", unit_is_ours, "no table is installed here"),
    Way(r"(BENCH |\.venv/bin/)python -m pytest .*", paths_are_there, "this is one of them, or needs a bench"),
    Way(r"\.venv/bin/python -m benchmarks.painter", module_is_there, "it has no options, and takes a while"),
    Way(r"(BENCH python|\.venv/bin/python) -m (benchmarks|docs)\..*", help_of_a_module, "they take minutes"),
    Way(r"\.venv/bin/python -m training.*", module_is_there, "they take hours, and PyTorch"),
    Way(r"\.venv/bin/pip install .*", tool_knows_it, "it would change the environment that runs this test"),
    Way(r"\.venv/bin/(ruff|mypy) .*", tool_knows_it, "continuous integration runs it on everything"),
    Way(r"\.ci/run", script_is_sound, "this test is a part of it"),
    Way(r"sudo tests/appliance/\w+\.sh .*", script_is_sound, "it installs a whole system"),
    Way(r"sudo grep pin .*", shows_the_pin, "no table is installed here"),
    Way(r"sudo nano .*keys\.json", sets_the_pin, "it needs somebody who types"),
    Way(r"sudo (reboot|poweroff|timedatectl .*|raspi-config .*)", is_known, "it would change this machine"),
    Way(r"pip download .*", tool_knows_it, "it would take what the tests need from the network"),
    Way(r"cp .*", paths_are_there, "it would overwrite the networks in use"),
)


def the_way(command: Command) -> Way | None:
    return next((way for way in WAYS if re.fullmatch(way.looks, command.text)), None)
