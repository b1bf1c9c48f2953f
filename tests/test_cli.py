"""The command line as a whole: its help, its exit codes, and what it does when nobody listens."""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from pi_diavolo import __main__, __version__, cli
from pi_diavolo.errors import DiavoloError
from tests.commands.makers import FAST, PATIENCE, CommandLine, program, settle, start

COMMANDS = ["run", "answer", "odds", "read", "calibrate", "check", "wiring", "simulate", "games", "replay"]
QUESTIONS = ["list", "show", "export", "verify"]
EVERY_HELP = [(), *((name,) for name in COMMANDS), *(("games", question) for question in QUESTIONS)]


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settle(monkeypatch, tmp_path)


@pytest.fixture
def pi_diavolo(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    return CommandLine(capsys, tmp_path)


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser with those of its commands and their questions."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


def options() -> list[tuple[str, argparse.Action]]:
    return [
        (parser.prog, action)
        for parser in parsers(cli._parser())
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction | argparse._VersionAction)
    ]


@pytest.mark.parametrize("command", EVERY_HELP, ids=" ".join)
def test_every_command_has_a_help_that_fits_eighty_columns(
    pi_diavolo: CommandLine, command: tuple[str, ...]
) -> None:
    said = pi_diavolo.right(*command, "--help")
    assert said.out.startswith(f"usage: {' '.join(('pi-diavolo', *command))} ")
    assert max(map(len, said.lines)) <= 80
    about = said.out.split("\n\n")[1]
    assert about[0].isupper()
    assert about.endswith(".")


def test_the_help_names_all_commands(pi_diavolo: CommandLine) -> None:
    named = re.findall(r"^    (\w+)(?: |$)", pi_diavolo.right("--help").out, re.MULTILINE)
    assert named == COMMANDS


@pytest.mark.parametrize(
    ("prog", "option"), options(), ids=[f"{prog} {option.dest}" for prog, option in options()]
)
def test_every_option_says_what_it_does_and_what_is_so_without_it(prog: str, option: argparse.Action) -> None:
    assert option.help
    plain = option.required or option.dest in ("json", "black", "white", "red", "gaps")
    assert plain or "(default: " in option.help


def test_no_option_may_be_shortened() -> None:
    assert not any(parser.allow_abbrev for parser in parsers(cli._parser()))


def test_the_version_is_told(pi_diavolo: CommandLine) -> None:
    assert pi_diavolo.right("--version").out == f"pi-diavolo {__version__}\n"


def test_the_installed_command_is_this_one() -> None:
    (command,) = entry_points(group="console_scripts", name="pi-diavolo")
    assert command.load() is __main__.start


def test_a_hint_names_the_command_that_people_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PI_DIAVOLO_NAME", "./run")
    assert start("odds", "--dice", "7").err.strip().endswith("see `./run odds --help`")


def test_the_package_can_be_started_by_its_name() -> None:
    assert start("--version").must_be_right().out == f"pi-diavolo {__version__}\n"


def test_an_error_of_ours_is_one_clean_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise DiavoloError(f"first\nsecond\x1b[31m\u202e {'x' * 10_000}\tend")

    monkeypatch.setattr("pi_diavolo.commands.odds.run", fail)
    assert cli.main(["odds"]) == 2
    said = capsys.readouterr().err
    assert said == f"pi-diavolo: first second [31m {'x' * cli.LONGEST_WORD}… end\n"


def test_a_bug_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("pi_diavolo.commands.odds.run", fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["odds"])


def test_ctrl_c_is_told_by_the_exit_code_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("pi_diavolo.commands.odds.run", stop)
    assert cli.main(["odds"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "arguments", [("odds",), ("odds", "--json"), ("simulate", "--games", "50", "--json")]
)
def test_a_reader_who_leaves_early_hears_no_complaint(arguments: tuple[str, ...]) -> None:
    with subprocess.Popen(program(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(PATIENCE) in (0, 1)


@pytest.mark.parametrize("arguments", [("odds",), ("--version",), ("run", *FAST), ("simulate",)])
def test_what_needs_no_pictures_does_not_wait_for_opencv(arguments: tuple[str, ...]) -> None:
    program = f"""
import sys
from pi_diavolo.cli import main
try:
    main({list(arguments)})
finally:
    assert not {{"cv2", "numpy"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_command_does_not_wait_for_the_others_to_be_loaded() -> None:
    program = """
import sys
from pi_diavolo.cli import COMMANDS, main
main(["odds"])
assert [name for name in COMMANDS if f"pi_diavolo.commands.{name}" in sys.modules] == ["odds"]
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", ["odds", "games list"])
def test_a_shell_pipe_into_head_is_quiet(pi_diavolo: CommandLine, arguments: str) -> None:
    pi_diavolo.right("run", *FAST, "--players", "2")
    command = f"'{sys.executable}' -m pi_diavolo {arguments} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("arguments", [("odds", "--json"), ("run", *FAST, "--json"), ("run", *FAST)])
def test_a_full_disk_under_standard_output_is_told(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            program(*arguments), stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert b"standard output: there is no room left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", ["odds", "answer --order closest --gaps black=1,white=2,red=3", f"run {' '.join(FAST)}"]
)
def test_a_closed_standard_output_is_no_reason_to_fail(arguments: str) -> None:
    command = f"'{sys.executable}' -m pi_diavolo {arguments} >&-"
    done = subprocess.run(
        command, shell=True, stderr=subprocess.PIPE, timeout=PATIENCE, check=False, env=dict(os.environ)
    )
    assert (done.returncode, done.stderr) == (0, b"")
