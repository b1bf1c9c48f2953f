"""The script at the root: what it starts, when it sets up, and what it says when it cannot."""

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from pi_diavolo.cli import COMMANDS

ROOT = Path(__file__).parents[1]
TOOLS = (
    "cat",
    "chmod",
    "cksum",
    "dirname",
    "env",
    "flock",
    "grep",
    "ls",
    "mkdir",
    "printf",
    "readlink",
    "rm",
    "sh",
)

# A Python that makes environments of three shell scripts, so that nothing here needs the network.
PYTHON = f"""#!/bin/sh
case "$*" in
    "-m venv "*)
        for folder; do :; done
        echo "venv $*" >>"$NOTES"
        rm -rf "$folder" && mkdir -p "$folder/bin"
        echo home >"$folder/pyvenv.cfg"
        cat "$0" >"$folder/bin/python" && chmod +x "$folder/bin/python"
        ;;
    *"-m pip --version"*) ;;
    *"-m pip install"*)
        echo "pip $*" >>"$NOTES"
        echo "pip talks" && echo "pip warns" >&2
        [ -z "${{PIP_WAITS-}}" ] || read -r _ <"$PIP_WAITS"
        case "$*" in ${{PIP_FAILS-nothing}}) exit 1 ;; esac
        bin=$(dirname "$0")
        printf '#!/bin/sh\\nprintf "<%%s>" pi-diavolo "$@"\\nexit "${{PROGRAM_EXIT-0}}"\\n' >"$bin/pi-diavolo"
        chmod +x "$bin/pi-diavolo"
        ;;
    "-m pytest"*) printf '<%s>' "$@" "$PWD" ;;
    *version_info\\[:2\\]*) echo "${{VERSION-3 11}}" ;;
    *) exec '{sys.executable}' "$@" ;;
esac
"""
OLD_PYTHON = """#!/bin/sh
case "$*" in
    *platform*) echo 3.9.2 ;;
    *) exit 1 ;;
esac
"""
PYTHON_WITHOUT_VENV = """#!/bin/sh
case "$*" in
    *ensurepip*) exit 1 ;;
    *platform*) echo 3.11.2 ;;
esac
"""


@dataclass(frozen=True)
class Checkout:
    """A copy of the script with a pyproject.toml beside it, and a PATH that we know."""

    folder: Path
    tools: Path

    @property
    def notes(self) -> list[str]:
        """What was asked of venv and pip, in order."""
        path = self.tools / "notes"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    @property
    def pip_calls(self) -> int:
        return sum(note.startswith("pip") for note in self.notes)

    @property
    def venv_calls(self) -> int:
        return sum(note.startswith("venv") for note in self.notes)

    def environment(self, **more: str) -> dict[str, str]:
        return {"PATH": str(self.tools), "NOTES": str(self.tools / "notes"), **more}

    def run(self, *arguments: str, cwd: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.folder / "run"), *arguments],
            env=self.environment(**more),
            cwd=cwd or self.folder,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )

    def python(self, script: str, name: str = "python3") -> None:
        path = self.tools / name
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    folder, tools = tmp_path / "a folder", tmp_path / "tools"
    folder.mkdir()
    tools.mkdir()
    shutil.copy(ROOT / "run", folder)
    (folder / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool) or pytest.skip(f"{tool} is missing"))
    made = Checkout(folder, tools)
    made.python(PYTHON)
    return made


# What it starts


@pytest.mark.parametrize(
    ("arguments", "started"),
    [
        pytest.param([], "<pi-diavolo><run>", id="nothing is the table"),
        pytest.param(
            ["--names", "Ada,Bo"], "<pi-diavolo><run><--names><Ada,Bo>", id="options are the table's"
        ),
        pytest.param(["odds", "--json"], "<pi-diavolo><odds><--json>", id="commands pass"),
        pytest.param(["run", "-h"], "<pi-diavolo><run><-h>", id="a command's own help passes"),
        pytest.param(["read", "a b", "", "*", "$x"], "<pi-diavolo><read><a b><><*><$x>", id="as they are"),
        pytest.param([""], "<pi-diavolo><>", id="an empty argument is one"),
    ],
)
def test_arguments_pass_as_they_are(checkout: Checkout, arguments: list[str], started: str) -> None:
    done = checkout.run(*arguments)

    assert (done.returncode, done.stdout) == (0, started)


def test_test_runs_pytest_at_the_root_from_anywhere(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run("test", "-k", "a b", cwd=tmp_path)

    started = re.fullmatch(r"<-m><pytest><-n><([0-9]+)><--dist><worksteal><-k><a b><(.+)>", done.stdout)
    assert started, done
    assert int(started[1]) >= 2
    assert started[2] == str(checkout.folder)
    assert checkout.notes[-1].endswith("--editable .[fast,dev]")


@pytest.mark.parametrize("argument", ["help", "-h", "--help"])
def test_help_needs_no_environment(checkout: Checkout, argument: str) -> None:
    done = checkout.run(argument)

    assert done.returncode == 0
    assert "./run test" in done.stdout
    assert checkout.notes == []


def test_help_names_every_command(checkout: Checkout) -> None:
    told = {line.split()[1] for line in checkout.run("help").stdout.splitlines() if line.startswith("./run ")}

    assert set(COMMANDS) - {"run"} <= told


def test_setup_sets_up_and_starts_nothing(checkout: Checkout) -> None:
    done = checkout.run("setup")

    assert (done.returncode, done.stdout, checkout.pip_calls) == (0, "", 1)


def test_it_works_through_a_link_and_from_any_folder(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(checkout.folder / "run")

    done = subprocess.run(
        [tmp_path / "link"], env=checkout.environment(), cwd="/", capture_output=True, text=True, check=True
    )

    assert done.stdout == "<pi-diavolo><run>"
    assert (checkout.folder / ".venv").is_dir()


def test_the_programs_exit_code_is_ours(checkout: Checkout) -> None:
    assert checkout.run("odds", PROGRAM_EXIT="2").returncode == 2


def test_signals_reach_the_program(checkout: Checkout) -> None:
    checkout.run()
    program = checkout.folder / ".venv/bin/pi-diavolo"
    program.write_text("#!/bin/sh\necho $$\nread -r _\n", encoding="utf-8")

    with subprocess.Popen(
        [checkout.folder / "run"],
        env=checkout.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        assert started.stdout
        assert int(started.stdout.readline()) == started.pid
        started.send_signal(signal.SIGTERM)
        assert started.wait(timeout=60) == -signal.SIGTERM


# When it sets up


def test_it_says_on_standard_error_that_it_sets_up_and_keeps_pip_quiet(checkout: Checkout) -> None:
    first = checkout.run("odds", "--json")

    assert first.stdout == "<pi-diavolo><odds><--json>"
    assert first.stderr == "Setting up Pi Diavolo for the first time, this takes a minute…\n"


def test_the_second_start_sets_nothing_up(checkout: Checkout) -> None:
    checkout.run()
    again = checkout.run()

    assert (again.stdout, again.stderr, checkout.pip_calls) == ("<pi-diavolo><run>", "", 1)


def test_a_changed_pyproject_installs_again_in_the_same_environment(checkout: Checkout) -> None:
    checkout.run()
    (checkout.folder / "pyproject.toml").write_text("[project]\n# more\n", encoding="utf-8")

    checkout.run()
    checkout.run()

    assert (checkout.venv_calls, checkout.pip_calls) == (1, 2)


def test_the_tests_need_more_and_what_they_need_is_enough_for_the_table(checkout: Checkout) -> None:
    for command in ("run", "test", "run", "test"):
        checkout.run(command)

    assert (checkout.venv_calls, checkout.pip_calls) == (1, 2)


def test_another_python_makes_the_environment_anew(checkout: Checkout) -> None:
    checkout.run()

    upgraded = checkout.run(VERSION="3 13")

    assert "anew" in upgraded.stderr
    assert (upgraded.stdout, checkout.venv_calls, checkout.pip_calls) == ("<pi-diavolo><run>", 2, 2)


def test_a_moved_checkout_makes_the_environment_anew(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run()
    moved = Checkout(checkout.folder.rename(tmp_path / "elsewhere"), checkout.tools)

    assert moved.run().stdout == "<pi-diavolo><run>"
    assert (moved.venv_calls, moved.pip_calls) == (2, 2)


def test_a_removed_python_makes_the_environment_anew(checkout: Checkout) -> None:
    checkout.run()
    (checkout.folder / ".venv/bin/python").unlink()

    assert checkout.run().stdout == "<pi-diavolo><run>"
    assert checkout.venv_calls == 2


def test_an_interrupted_set_up_is_done_again(checkout: Checkout, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "never")
    with subprocess.Popen(
        [checkout.folder / "run"],
        env=checkout.environment(PIP_WAITS=str(tmp_path / "never")),
        start_new_session=True,
    ) as started:
        # Opening the other end waits until pip is under way.
        with (tmp_path / "never").open("w"):
            os.killpg(started.pid, signal.SIGINT)
        assert started.wait(timeout=60) != 0

    assert checkout.run().stdout == "<pi-diavolo><run>"
    assert checkout.pip_calls == 2


def test_two_started_at_once_set_up_once(checkout: Checkout, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [checkout.folder / "run"],
            env=checkout.environment(PIP_WAITS=str(gate)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    with start() as first, gate.open("w") as opened, start() as second:
        assert second.stderr
        assert second.stderr.readline() == "Waiting for another set-up of Pi Diavolo to finish…\n"
        opened.write("go\n")
        opened.flush()
        assert [one.communicate(timeout=60)[0] for one in (first, second)] == ["<pi-diavolo><run>"] * 2

    assert (checkout.venv_calls, checkout.pip_calls) == (1, 1)


def test_an_environment_made_by_hand_is_kept(checkout: Checkout) -> None:
    by_hand = checkout.folder / ".venv/bin"
    by_hand.mkdir(parents=True)
    shutil.copy(checkout.tools / "python3", by_hand / "python")

    assert checkout.run().stdout == "<pi-diavolo><run>"
    assert (checkout.venv_calls, checkout.pip_calls) == (0, 1)


def test_the_environment_may_be_elsewhere(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run(PI_DIAVOLO_VENV=str(tmp_path / "other place"))

    assert done.stdout == "<pi-diavolo><run>"
    assert (tmp_path / "other place/bin/pi-diavolo").exists()
    assert not (checkout.folder / ".venv").exists()


def test_a_folder_with_other_things_in_it_is_not_emptied(checkout: Checkout, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "letters").write_text("", encoding="utf-8")

    done = checkout.run(PI_DIAVOLO_VENV=str(precious))

    assert done.returncode == 2
    assert "move it away" in done.stderr
    assert [path.name for path in precious.iterdir()] == ["letters"]


# What it says when it cannot


def test_a_failed_install_shows_why_and_is_tried_again(checkout: Checkout) -> None:
    failed = checkout.run(PIP_FAILS="*")

    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.splitlines()[1:] == [
        "pip talks",
        "pip warns",
        "What Pi Diavolo needs could not be installed; see that the network works, then start again.",
    ]
    assert checkout.run().stdout == "<pi-diavolo><run>"


def test_what_only_makes_it_faster_need_not_be_had(checkout: Checkout) -> None:
    done = checkout.run(PIP_FAILS="*fast*")

    assert (done.returncode, done.stdout) == (0, "<pi-diavolo><run>")
    assert [note.split()[-1] for note in checkout.notes if note.startswith("pip")] == [".[fast]", "."]


def test_without_python_it_says_what_to_install(checkout: Checkout) -> None:
    (checkout.tools / "python3").unlink()

    assert refusal(checkout) == (
        "Pi Diavolo needs Python, and there is none; install it with: sudo apt install python3 python3-venv"
    )


def test_with_an_old_python_it_says_what_to_install(checkout: Checkout) -> None:
    checkout.python(OLD_PYTHON)

    assert "needs Python 3.11 or newer, and this is 3.9.2;" in refusal(checkout)


def test_without_venv_it_says_what_to_install(checkout: Checkout) -> None:
    checkout.python(PYTHON_WITHOUT_VENV)
    checkout.python(PYTHON_WITHOUT_VENV, name="python3.11")

    assert refusal(checkout).endswith("sudo apt install python3-venv")


def refusal(checkout: Checkout) -> str:
    done = checkout.run()
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr.strip()


def test_a_newer_python_beside_an_old_one_is_found(checkout: Checkout) -> None:
    checkout.python(OLD_PYTHON)
    checkout.python(PYTHON, name="python3.12")

    assert checkout.run().stdout == "<pi-diavolo><run>"
