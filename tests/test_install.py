"""The installer: what it says before it does anything, what it writes, what it keeps and what it leaves."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest

from pi_diavolo.config import load
from pi_diavolo.vision.table_file import load_table

ROOT = Path(__file__).parents[1]
TOOLS = (
    *(
        "awk",
        "cat",
        "chmod",
        "cp",
        "df",
        "dirname",
        "env",
        "grep",
        "head",
        "ln",
        "ls",
        "mkdir",
        "mv",
        "printf",
    ),
    *("readlink", "rm", "sed", "sh", "sync", "tr", "uname"),
)
OS_RELEASE = "VERSION_CODENAME=trixie\n"
BOOT = "# the Pi's own\ndtparam=audio=on\n[pi4]\ndtparam=spi=on\n"

# All that belongs to the system which is installed into goes through chroot. This one knows the packages that
# a fresh system has, makes the folders that pip would, and does nothing else.
CHROOT = """#!/bin/sh
root=$1 && shift
case "$1" in
    dpkg) echo arm64 ;;
    dpkg-query) exit 1 ;;
    apt-cache) case "$*" in *"${NOT_KNOWN-nothing}"*) exit 1 ;; esac ;;
    getent) case "$*" in *"${IS_THERE-nothing}"*) ;; *) exit 2 ;; esac ;;
    id) echo pi-diavolo ;;
    sh) exit 1 ;;
    *)
        echo "$*" >>"$NOTES"
        case "$*" in ${FAILS-nothing}) exit 1 ;; esac
        case "$*" in "python3 -m venv "*) for folder; do :; done; mkdir -p "$root$folder/bin" ;; esac
        ;;
esac
"""
AS_ROOT = "#!/bin/sh\necho 0\n"
AS_SOMEBODY = "#!/bin/sh\necho 1000\n"


@dataclass(frozen=True)
class Machine:
    """A folder that looks like a Pi's system, and a PATH on which nothing can touch the real one."""

    root: Path
    tools: Path

    def install(self, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ROOT / "install", "--root", self.root, *options],
            env={"PATH": str(self.tools), "NOTES": str(self.tools / "notes"), **more},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )

    def tool(self, name: str, script: str) -> None:
        (self.tools / name).write_text(script, encoding="utf-8")
        (self.tools / name).chmod(0o755)

    def has(self, place: str) -> bool:
        return os.path.lexists(self.root / place)

    def text(self, place: str) -> str:
        return (self.root / place).read_text(encoding="utf-8")

    @property
    def commands(self) -> list[str]:
        """What was done in the system itself, in order."""
        notes = self.tools / "notes"
        return notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []

    def files(self) -> Mapping[str, bytes]:
        """Everything that lies there."""
        found = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return {str(path.relative_to(self.root)): path.read_bytes() for path in found}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    root, tools = tmp_path / "a system", tmp_path / "tools"
    for folder in (root / "etc", root / "boot/firmware", tools):
        folder.mkdir(parents=True)
    (root / "etc/os-release").write_text(OS_RELEASE, encoding="utf-8")
    (root / "etc/hostname").write_text("raspberrypi\n", encoding="utf-8")
    (root / "boot/firmware/config.txt").write_text(BOOT, encoding="utf-8")
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool) or pytest.skip(f"{tool} is missing"))
    made = Machine(root, tools)
    made.tool("chroot", CHROOT)
    made.tool("id", AS_ROOT)
    return made


def steps(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]


# Before anything is done


def test_a_dry_run_says_every_step_and_changes_nothing(machine: Machine) -> None:
    machine.tool("id", AS_SOMEBODY)
    before = machine.files()

    said = steps(machine.install("--dry-run", "--wifi", "Pi Diavolo", "--name", "diavolo"))

    assert machine.files() == before
    assert machine.commands == []
    for wanted in ("apt-get install", "useradd", "-m venv", "-m pip install", "systemctl enable"):
        assert any(wanted in step for step in said), wanted


def test_a_dry_run_says_what_is_then_done(machine: Machine) -> None:
    said = steps(machine.install("--dry-run", "--wifi", "Pi Diavolo", "--name", "diavolo"))
    assert steps(machine.install("--wifi", "Pi Diavolo", "--name", "diavolo")) == said


def test_without_root_nothing_is_done_and_it_says_what_to_type(machine: Machine) -> None:
    machine.tool("id", AS_SOMEBODY)
    done = machine.install()
    assert (done.returncode, machine.commands) == (2, [])
    assert "sudo ./install" in done.stderr


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--wifi",), "--wifi wants a word after it"),
        (("--wifi", "a;b"), "--wifi a;b cannot be"),
        (("--wifi", "x" * 33), "cannot be; use up to 32"),
        (("--name", "My Table"), "My Table cannot be; use small letters"),
        (("--country", "Germany"), "two capital letters"),
        (("--language", "it"), "en, fr or de"),
        (("--wheels", "/no/such/folder"), "/no/such/folder: there is no such folder"),
        (("--root", "/no/such/folder"), "/no/such/folder: there is no such folder"),
        (("--purge",), "--purge goes with --uninstall only"),
        (("--sing",), "--sing: there is no such option"),
    ],
)
def test_a_wrong_option_is_told_before_anything_is_done(
    machine: Machine, options: tuple[str, ...], complaint: str
) -> None:
    before = machine.files()
    done = machine.install(*options)
    assert (done.returncode, machine.commands) == (2, [])
    assert complaint in done.stderr
    assert machine.files() == before


def test_a_system_of_32_bit_is_refused(machine: Machine) -> None:
    machine.tool("chroot", CHROOT.replace("echo arm64", "echo armhf"))
    done = machine.install()
    assert (done.returncode, machine.commands) == (2, [])
    assert "take the 64-bit Raspberry Pi OS" in done.stderr


def test_too_little_room_is_told_before_anything_is_done(machine: Machine) -> None:
    (machine.tools / "df").unlink()
    machine.tool("df", "#!/bin/sh\nprintf 'Filesystem M Used Free\\n/dev/x 9 9 80\\n'\n")
    done = machine.install()
    assert (done.returncode, machine.commands) == (2, [])
    assert "There are 80 MB left here" in done.stderr


# What it does


def test_the_settings_are_the_tables_and_can_be_read(machine: Machine) -> None:
    (machine.root / "etc/default").mkdir()
    (machine.root / "etc/default/locale").write_text("LANG=de_DE.UTF-8\n", encoding="utf-8")
    machine.install()

    config = load(machine.root / "etc/pi-diavolo/diavolo.toml", {}, Path("/root"))

    assert (config.web.port, config.language) == (80, "de")
    assert config.log_file == Path("/var/lib/pi-diavolo/games.db")
    assert config.table_file is None, "the set-up page makes it, beside the log"


def test_packages_that_the_release_has_not_are_left_out(machine: Machine) -> None:
    said = steps(machine.install(NOT_KNOWN="python3-picamera2"))
    (taken,) = [command for command in machine.commands if "apt-get install" in command]
    assert "python3-lgpio" in taken
    assert "python3-picamera2" not in taken
    assert "not in this release, left out: python3-picamera2" in said


def test_the_environment_sees_the_pis_own_packages_and_needs_no_checkout(machine: Machine) -> None:
    machine.install()
    assert "python3 -m venv --system-site-packages /opt/pi-diavolo/a" in machine.commands
    (pip,) = [command for command in machine.commands if "pip install" in command]
    assert pip.endswith("/opt/pi-diavolo/source[pi,fast]")
    assert "--editable" not in pip
    assert str(ROOT) not in " ".join(machine.commands)
    assert not machine.has("opt/pi-diavolo/source")


def test_all_files_that_the_package_brings_along_are_handed_to_pip(machine: Machine) -> None:
    keep = 'case "$*" in *"pip install"*) cp -R "$root/opt/pi-diavolo/source" "$NOTES.source" ;; esac'
    machine.tool("chroot", CHROOT.replace('echo "$*" >>"$NOTES"', f'echo "$*" >>"$NOTES"\n        {keep}'))
    machine.install()

    handed = machine.tools / "notes.source"
    brought = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["data-files"]
    for pattern in chain.from_iterable(brought.values()):
        wanted = {file.name for file in ROOT.glob(pattern)}
        assert wanted, pattern
        assert {file.name for file in handed.glob(pattern)} == wanted


def test_the_tables_that_are_installed_find_their_faces(tmp_path: Path) -> None:
    brought = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["data-files"]
    for folder, patterns in brought.items():
        (tmp_path / folder).mkdir(parents=True)
        for file in chain.from_iterable(ROOT.glob(pattern) for pattern in patterns):
            shutil.copy(file, tmp_path / folder)
    tables = tmp_path / "share/pi-diavolo/calibration/tables"
    assert len(load_table(tables / "usual.toml").faces) == 6
    assert load_table(tables / "devils-dice.toml").board is not None


def test_on_bookworm_numpy_stays_what_its_camera_was_built_for(machine: Machine) -> None:
    (machine.root / "etc/os-release").write_text("VERSION_CODENAME=bookworm\n", encoding="utf-8")
    machine.install()
    (pip,) = [command for command in machine.commands if "pip install" in command]
    assert "numpy<2 opencv-python-headless<4.12" in pip


def test_what_makes_the_eyes_fast_may_be_missing(machine: Machine) -> None:
    done = machine.install(FAILS="*fast]")
    assert done.returncode == 0
    assert machine.commands[-2].endswith("--version") or "systemctl" in machine.commands[-1]
    assert any(command.endswith("/opt/pi-diavolo/source[pi]") for command in machine.commands)


def test_spi_is_switched_on_for_every_pi_with_a_copy_of_what_was_there(machine: Machine) -> None:
    done = machine.install()

    added = machine.text("boot/firmware/config.txt").removeprefix(BOOT)
    assert added == "\n[all]\n# Pi Diavolo\ndtparam=spi=on\ncamera_auto_detect=1\n"
    assert machine.text("boot/firmware/config.txt.before-pi-diavolo") == BOOT
    assert "REBOOT NEEDED" in done.stdout


@pytest.mark.parametrize(
    "boot",
    [
        "dtparam=spi=on\ncamera_auto_detect=1\n",
        "[pi4]\narm_boost=1\n[all]\ndtparam=spi=on\r\ncamera_auto_detect=0\ndtoverlay=imx708\n",
    ],
)
def test_what_is_on_already_is_left_alone(machine: Machine, boot: str) -> None:
    (machine.root / "boot/firmware/config.txt").write_bytes(boot.encode())
    done = machine.install()
    assert (machine.root / "boot/firmware/config.txt").read_bytes() == boot.encode()
    assert "REBOOT NEEDED" not in done.stdout


def test_a_machine_that_is_no_pi_gets_a_table_without_a_pis_parts(machine: Machine) -> None:
    (machine.root / "boot/firmware/config.txt").unlink()
    machine.install()
    assert "python3 -m venv /opt/pi-diavolo/a" in machine.commands
    assert not any("picamera2" in command for command in machine.commands)


def test_the_units_and_the_command_are_in_their_places(machine: Machine) -> None:
    machine.install()
    for unit in ("pi-diavolo.service", "pi-diavolo-poweroff.path", "pi-diavolo-poweroff.service"):
        assert machine.text(f"etc/systemd/system/{unit}") == (ROOT / "systemd" / unit).read_text("utf-8")
    assert os.access(machine.root / "usr/local/bin/pi-diavolo", os.X_OK)
    assert machine.commands[-1] == "systemctl enable pi-diavolo.service pi-diavolo-poweroff.path"


def test_the_tables_user_may_use_its_parts_and_read_the_journal_for_a_bug_report(machine: Machine) -> None:
    machine.install()
    joined = [command for command in machine.commands if command.startswith("usermod")]
    assert joined == [
        f"usermod -aG {group} pi-diavolo" for group in ("gpio", "spi", "video", "systemd-journal")
    ]


def test_the_name_is_the_machines(machine: Machine) -> None:
    (machine.root / "etc/hosts").write_text(
        "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n", encoding="utf-8"
    )
    done = machine.install("--name", "diavolo")
    assert machine.text("etc/hostname") == "diavolo\n"
    assert machine.text("etc/hosts") == "127.0.0.1\tlocalhost\n127.0.1.1\tdiavolo\n"
    assert "http://diavolo.local/" in done.stdout


# Its own Wi-Fi


def test_the_wifi_has_a_password_that_only_root_can_read_and_the_table_is_handed(machine: Machine) -> None:
    done = machine.install("--wifi", "Pi Diavolo")

    name, password = machine.text("etc/pi-diavolo/wifi").splitlines()
    connection = "etc/NetworkManager/system-connections/pi-diavolo.nmconnection"
    assert name == "Pi Diavolo"
    assert re.fullmatch("[a-z2-9]{12}", password)
    for place in ("etc/pi-diavolo/wifi", connection):
        assert (machine.root / place).stat().st_mode & 0o777 == 0o600
    assert "ssid=Pi Diavolo\n\n[wifi-security]\nkey-mgmt=wpa-psk\n" in machine.text(connection)
    assert f"psk={password}\n" in machine.text(connection)
    assert "LoadCredential=wifi:" in machine.text("etc/systemd/system/pi-diavolo.service.d/wifi.conf")
    assert f"Pi Diavolo, password {password}" in done.stdout


def test_without_being_asked_for_there_is_no_wifi(machine: Machine) -> None:
    machine.install()
    assert not machine.has("etc/NetworkManager")
    assert not any("network-manager" in command for command in machine.commands)


# Again


def test_run_again_it_is_an_upgrade_that_keeps_what_people_have_made(machine: Machine) -> None:
    machine.install("--wifi", "Pi Diavolo")
    (machine.root / "etc/pi-diavolo/diavolo.toml").write_text("language = 'fr'\n", encoding="utf-8")
    kept = ("etc/pi-diavolo/diavolo.toml", "etc/pi-diavolo/wifi", "boot/firmware/config.txt")
    before = {place: machine.text(place) for place in kept}

    done = machine.install()

    assert {place: machine.text(place) for place in kept} == before
    assert "REBOOT NEEDED" not in done.stdout
    assert (machine.root / "opt/pi-diavolo/current").readlink() == Path("b")
    assert not machine.has("opt/pi-diavolo/a")


def test_an_upgrade_that_fails_leaves_the_old_table_in_its_place(machine: Machine) -> None:
    machine.install()

    done = machine.install(FAILS="*pip*")

    assert done.returncode == 2
    assert "the old table, if there is one, is as it was" in done.stderr
    assert (machine.root / "opt/pi-diavolo/current").readlink() == Path("a")
    assert machine.has("opt/pi-diavolo/a/bin")


# And away


def test_taken_away_it_leaves_games_and_settings(machine: Machine) -> None:
    machine.install("--wifi", "Pi Diavolo")
    (machine.root / "var/lib/pi-diavolo").mkdir(parents=True)
    (machine.root / "var/lib/pi-diavolo/games.db").write_text("games")

    done = machine.install("--uninstall")

    assert machine.has("var/lib/pi-diavolo/games.db")
    assert machine.has("etc/pi-diavolo/diavolo.toml")
    for gone in ("opt/pi-diavolo", "usr/local/bin/pi-diavolo", "etc/systemd/system/pi-diavolo.service"):
        assert not machine.has(gone)
    assert not list((machine.root / "etc/NetworkManager/system-connections").iterdir())
    assert "--purge removes them" in done.stdout


def test_purged_nothing_of_it_stays(machine: Machine) -> None:
    before = set(machine.files())
    machine.install("--wifi", "Pi Diavolo")
    (machine.root / "var/lib/pi-diavolo").mkdir(parents=True)

    machine.install("--uninstall", "--purge", IS_THERE="pi-diavolo")

    # What was set for the Pi itself stays, with the copy of what it was.
    assert set(machine.files()) - before == {"boot/firmware/config.txt.before-pi-diavolo"}
    assert machine.commands[-1] == "userdel pi-diavolo"


# As if the folder were the machine itself, with its services running.
AS_RUNNING = """
    here=$1 root=$2 dry=false purge=$3 action=uninstall
    for part in doing system program boot wifi removal; do . "$here/systemd/install/$part.sh"; done
    is_running() { :; }
    uninstall
"""


@pytest.mark.parametrize("purge", ["false", "true"])
def test_taken_away_from_a_running_machine_it_leaves_no_wifi_on_the_air(machine: Machine, purge: str) -> None:
    machine.install("--wifi", "Pi Diavolo")
    before = len(machine.commands)
    environment = {"PATH": str(machine.tools), "NOTES": str(machine.tools / "notes")}
    subprocess.run(["sh", "-c", AS_RUNNING, "sh", ROOT, machine.root, purge], env=environment, check=True)

    done = machine.commands[before:]
    assert "udevadm control --reload" in done
    assert done[-1] == "nmcli connection delete pi-diavolo", "whoever uninstalls through it is cut off last"
    assert not list((machine.root / "etc/NetworkManager/system-connections").iterdir())


def test_where_there_is_no_wifi_of_its_own_none_is_closed(machine: Machine) -> None:
    machine.install()
    machine.tool("chroot", CHROOT.replace("    sh) exit 1 ;;", "    sh | nmcli) exit 1 ;;"))
    environment = {"PATH": str(machine.tools), "NOTES": str(machine.tools / "notes")}
    done = subprocess.run(
        ["sh", "-c", AS_RUNNING, "sh", ROOT, machine.root, "false"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "nmcli" not in done.stdout


def test_the_shell_has_no_known_mistakes() -> None:
    tool = shutil.which("shellcheck") or pytest.skip("shellcheck is missing")
    scripts = [ROOT / "install", ROOT / "systemd/pi-diavolo.sh", ROOT / "tests/appliance/in_a_fresh_root.sh"]
    scripts += sorted((ROOT / "systemd/install").glob("*.sh"))
    found = subprocess.run(
        [tool, "-s", "sh", "-S", "warning", "-e", "SC2034,SC2154,SC1090,SC1091", *scripts],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.stdout == ""
