"""`pi-diavolo check --bundle`: what is in it, part by part."""

import platform
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from pi_diavolo import __version__
from pi_diavolo.commands.check_bundle_log import MOST_EVENTS, last_events, last_readings, log_condition
from pi_diavolo.commands.check_bundle_text import LeftOut, lines, pretty, text_of
from pi_diavolo.commands.check_privacy import Privacy
from pi_diavolo.config import Config
from pi_diavolo.doctor.finding import Finding
from pi_diavolo.eventlog.condition import SQLITE_VERSION

UNIT = "pi-diavolo"
JOURNAL = ("journalctl", "-u", UNIT, "-n", "1000", "--no-pager", "--no-hostname", "-o", "short-iso")
ASK_S = 20.0
# Besides our own: what the Pi's system brings, and what is taken where it is found.
LIBRARIES = ("picamera2", "libcamera", "gpiod", "lgpio", "spidev", "onnxruntime", "opencv-python")
VERDICTS = {True: "well", False: "WRONG", None: "–"}


@dataclass(frozen=True, slots=True)
class Case:
    """What the report is about: settings (or the usual ones), files in use, what the doctor found."""

    config: Config
    log_file: Path
    table_file: Path | None = None
    pins_file: Path | None = None
    findings: tuple[Finding, ...] = ()
    has_settings: bool = True  # what is wrong with them is a finding
    root: Path = Path("/")


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the bundle."""

    about: str
    make: Callable[[Case, Privacy], str]


def _findings_for_people(case: Case, privacy: Privacy) -> str:
    told = []
    for finding in case.findings:
        told.append(f"{VERDICTS[finding.ok]:7}{finding.part:20}{finding.found}")
        told += [f"{'':9}wanted: {finding.wanted}"] if finding.wanted and finding.ok is not True else []
        told += [f"{'':9}→ {finding.do}"] if finding.do else []
    return privacy.text("\n".join(told) + "\n")


def _findings(case: Case, privacy: Privacy) -> str:
    return lines(privacy.value(asdict(finding)) for finding in case.findings)


def _log(case: Case, privacy: Privacy) -> str:
    return pretty(privacy.value(log_condition(case.log_file)))


def _events(case: Case, privacy: Privacy) -> str:
    return lines(last_events(case.log_file))


def _readings(case: Case, privacy: Privacy) -> str:
    return lines(last_readings(case.log_file))


def _versions(case: Case, privacy: Privacy) -> str:
    told = {
        "pi-diavolo": __version__,
        "python": platform.python_version(),
        "system": _system(case.root),
        "kernel": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "model": _line_of(case.root / "proc/device-tree/model"),
        "sqlite": SQLITE_VERSION,
        "libraries": {name: _version(name) for name in sorted({*_required(), *LIBRARIES})},
    }
    return pretty(told)


def _system(root: Path) -> str | None:
    try:
        release = (root / "etc/os-release").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    told = dict(line.split("=", 1) for line in release if "=" in line)
    return told.get("PRETTY_NAME", "").strip('"') or None


def _line_of(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return None


def _required() -> Iterable[str]:
    try:
        wanted = metadata.requires(UNIT) or []
    except metadata.PackageNotFoundError:
        return []
    plain = (line for line in wanted if "extra ==" not in line)
    return [line.split(";")[0].split(">")[0].split("<")[0].split("=")[0].strip() for line in plain]


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def _settings(case: Case, privacy: Privacy) -> str:
    if not case.has_settings:
        raise LeftOut("they cannot be read; see findings.txt")
    told = asdict(case.config)
    # Who plays, and what the computers there are called, is nobody's business.
    told["simulator"]["players"] = f"{len(case.config.simulator.players)} names"
    told["web"]["hosts"] = f"{len(case.config.web.hosts)} names"
    return pretty(privacy.value(told))


# Files, and what the machine has written down


def _table(case: Case, privacy: Privacy) -> str:
    if case.table_file is None:
        raise LeftOut("no table file is in use")
    return privacy.text(text_of(case.table_file))


def _pins(case: Case, privacy: Privacy) -> str:
    if case.pins_file is None:
        raise LeftOut("no pin map is in use")
    return privacy.text(text_of(case.pins_file))


def _journal(case: Case, privacy: Privacy) -> str:
    by_hand = f"`sudo journalctl -u {UNIT} -n 1000` shows it"
    if shutil.which(JOURNAL[0]) is None:
        raise LeftOut("this machine keeps no journal")
    if not privacy.all_names_known:
        raise LeftOut(f"the log does not tell the players' names, so they cannot be taken out; {by_hand}")
    try:
        said = subprocess.run(JOURNAL, capture_output=True, timeout=ASK_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LeftOut(f"the journal does not answer ({type(error).__name__}); {by_hand}") from None
    heard = said.stdout.decode(errors="replace")
    if said.returncode or not any(not line.startswith("--") for line in heard.splitlines()):
        raise LeftOut(f"the journal has nothing of the service, or not for this user; {by_hand}")
    return privacy.text(heard)


PARTS: Mapping[str, Part] = {
    "findings.txt": Part("what the doctor found", _findings_for_people),
    "findings.jsonl": Part("the same for programs", _findings),
    "versions.json": Part("versions of program, libraries and system, the model of the Pi", _versions),
    "settings.json": Part("the settings", _settings),
    "log.json": Part("the log's size and condition", _log),
    "events.jsonl": Part(f"the last {MOST_EVENTS} events and their rulings, players by id", _events),
    "readings.jsonl": Part("the last readings of dice and imps", _readings),
    "table.toml": Part("the table file in use", _table),
    "pins.toml": Part("the pin map in use", _pins),
    "journal.txt": Part("what the service has said lately", _journal),
}
