"""The sections [simulator], [hardware] and [web] of the settings: what each may say, and what is usual."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_diavolo.config_values import a_choice, a_file, a_number, texts, yes_or_no
from pi_diavolo.devices.pin_map import SHIPPED, shipped_file
from pi_diavolo.games.diavolo.house_rules import BadSetting
from pi_diavolo.simulator.sight import Through
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.table.players import SEATS, proper_names

FEWEST_PLAYERS = 2
MOST_CAMERAS = 63
PRESENCE = ("auto", "real", "simulated")


@dataclass(frozen=True, slots=True)
class SimulatorSettings:
    """The simulated table: how fast it runs, who plays (empty: the built-in names), what goes wrong."""

    speed: float = 1.0
    players: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    doubtful_dice: float = 0.02
    invalid_rolls: float = 0.03
    through: str = Through.VISION
    misplaced_counters: float = 0.02

    def __post_init__(self) -> None:
        if self.skills and len(self.skills) not in (1, len(self.players)):
            raise BadSetting("skills", list(self.skills), "one skill for all, or one for each of the players")


@dataclass(frozen=True, slots=True)
class HardwareSettings:
    """Which parts of the table are real: each "auto" takes what is found, and the simulator does the rest."""

    camera: str = "auto"
    sensors: str = "auto"
    lamps: str = "auto"
    seats: int = 4
    pins: Path | None = None


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The pages: their port, where the PIN is kept (None: beside the log), other names of the table."""

    port: int = 8666
    pin_file: Path | None = None
    pictures: bool = False
    hosts: tuple[str, ...] = ()


def read_simulator(section: Mapping[str, Any]) -> SimulatorSettings:
    """Check the section's values; raises BadSetting."""
    checks: Mapping[str, Callable[[Any], Any]] = {
        "speed": lambda found: a_number("speed", found, 1000, above_zero=True),
        "players": _players,
        "skills": _skills,
        "doubtful_dice": lambda found: a_number("doubtful_dice", found, 1),
        "invalid_rolls": lambda found: a_number("invalid_rolls", found, 1),
        "misplaced_counters": lambda found: a_number("misplaced_counters", found, 1),
        "through": lambda found: a_choice("through", found, tuple(str(way) for way in Through)),
    }
    try:
        return SimulatorSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"simulator.{bad.name}", bad.found, bad.wanted) from None


def _players(found: Any) -> tuple[str, ...]:
    names = texts("players", found, "a list of names")
    if names and not FEWEST_PLAYERS <= len(names) <= len(SEATS):
        wanted = f"{FEWEST_PLAYERS} to {len(SEATS)} names, or [] for the built-in ones"
        raise BadSetting("players", found, wanted)
    try:
        return proper_names(names)
    except ValueError as error:
        raise BadSetting("players", found, f"other names: {error}") from None


def _skills(found: Any) -> tuple[str, ...]:
    return tuple(
        a_choice("skills", skill, tuple(SKILLS)) for skill in texts("skills", found, "a list of skills")
    )


def read_hardware(section: Mapping[str, Any], source: Path, home: Path) -> HardwareSettings:
    """Check the section's values; raises BadSetting."""
    checks: Mapping[str, Callable[[Any], Any]] = {
        "camera": _camera,
        "sensors": lambda found: a_choice("sensors", found, PRESENCE),
        "lamps": lambda found: a_choice("lamps", found, PRESENCE),
        "seats": _seats,
        "pins": lambda found: (
            shipped_file(found) if found in SHIPPED else a_file("pins", found, source, home)
        ),
    }
    try:
        return HardwareSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"hardware.{bad.name}", bad.found, bad.wanted) from None


def _camera(found: Any) -> str:
    # A camera's number may stand there with quotes or without.
    if type(found) is int and 0 <= found <= MOST_CAMERAS:
        return str(found)
    if not isinstance(found, str) or not found or "\0" in found:
        raise BadSetting("camera", found, "'auto', 'simulated', 'pi', a number, a device, a film or a folder")
    return found


def _seats(found: Any) -> int:
    if type(found) is not int or not FEWEST_PLAYERS <= found <= len(SEATS):
        raise BadSetting("seats", found, f"a whole number from {FEWEST_PLAYERS} to {len(SEATS)}")
    return found


def read_web(section: Mapping[str, Any], source: Path, home: Path) -> WebSettings:
    """Check the section's values; raises BadSetting."""
    checks: Mapping[str, Callable[[Any], Any]] = {
        "port": _port,
        "pin_file": lambda found: a_file("pin_file", found, source, home),
        "pictures": lambda found: yes_or_no("pictures", found),
        "hosts": lambda found: texts("hosts", found, "a list of names"),
    }
    try:
        return WebSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"web.{bad.name}", bad.found, bad.wanted) from None


def _port(found: Any) -> int:
    if type(found) is not int or not 1 <= found <= 65535:
        raise BadSetting("port", found, "a whole number from 1 to 65535")
    return found
