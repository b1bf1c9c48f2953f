"""`diavolo.toml` becomes one frozen Config, read once; nobody else reads the environment for settings."""

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pi_diavolo.config_camera import PictureSettings, read_pictures
from pi_diavolo.devices.pin_map import SHIPPED, shipped_file
from pi_diavolo.errors import ConfigError
from pi_diavolo.games import DIAVOLO, GAMES, setting_values
from pi_diavolo.games.devilish_duels import house_rules as duels
from pi_diavolo.games.devils_dice import house_rules as boards
from pi_diavolo.games.diavolo.house_rules import BadSetting, HouseRules, amended
from pi_diavolo.simulator.sight import Through
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.table.players import SEATS, proper_names

FILE_NAME = "diavolo.toml"
LANGUAGES = ("auto", "en", "fr", "de")
FEWEST_PLAYERS = 2
LOG_MB, MOST_LOG_MB = 100, 1_000_000
MOST_CAMERAS = 63
PRESENCE = ("auto", "real", "simulated")
LARGEST_FILE = 1_000_000
LONGEST_SHOWN = 60
SECTIONS = (
    "language", "game", "diavolo", "devilish_duels", "devils_dice", "camera", "hardware", "log", "simulator",
    "table", "web",
)  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of one start, and the file they came from; None means there is no file."""

    log_file: Path
    log_most_mb: int = LOG_MB  # 0: no bound
    language: str = "auto"
    game: str = DIAVOLO
    diavolo: HouseRules = field(default_factory=HouseRules)
    devilish_duels: duels.HouseRules = field(default_factory=duels.HouseRules)  # without the owner's cards
    duel_cards: Path | None = None  # read only by who duels
    devils_dice: boards.HouseRules = field(default_factory=boards.HouseRules)  # without the owner's board
    board_layout: Path | None = None  # read only by who plays on it
    simulator: SimulatorSettings = field(default_factory=SimulatorSettings)
    hardware: HardwareSettings = field(default_factory=HardwareSettings)
    camera: PictureSettings = field(default_factory=PictureSettings)
    web: WebSettings = field(default_factory=WebSettings)
    table_file: Path | None = None
    source: Path | None = None


def usual(environment: Mapping[str, str], home: Path) -> Config:
    """The settings of whoever has written none."""
    data = _folder(environment, "XDG_DATA_HOME", home / ".local/share")
    return Config(log_file=data / "pi-diavolo/games.db")


def load(path: Path | None, environment: Mapping[str, str], home: Path) -> Config:
    """Read this file, or the first one found in the usual places; raises ConfigError, always one sentence."""
    source = path or first_found(environment, home)
    if source is None:
        return usual(environment, home)
    return understood(document_in(source), source, environment, home)


def understood(
    document: Mapping[str, Any], source: Path, environment: Mapping[str, str], home: Path
) -> Config:
    """The settings that this document makes, as if it stood in `source`; raises ConfigError as well."""
    try:
        return _config(document, source, home, usual(environment, home).log_file)
    except BadSetting as bad:
        found = f"{bad.name} = {_shown(bad.found)}"
        raise ConfigError(f"{source}: {found} cannot be; use {bad.wanted}") from None


def first_found(environment: Mapping[str, str], home: Path) -> Path | None:
    """The settings file in the nearest of the usual places; None where there is none."""
    own = _folder(environment, "XDG_CONFIG_HOME", home / ".config") / "pi-diavolo"
    places = (Path(FILE_NAME), own / FILE_NAME, Path("/etc/pi-diavolo") / FILE_NAME)
    return next((place for place in places if _exists(place)), None)


def _exists(place: Path) -> bool:
    try:
        return place.exists()
    except OSError:  # a service may not even look into the home folders: then nothing is there for it
        return False


def _folder(environment: Mapping[str, str], name: str, otherwise: Path) -> Path:
    # The XDG rules ask to ignore a relative path here.
    folder = Path(environment.get(name, ""))
    return folder if folder.is_absolute() else otherwise


def document_in(path: Path) -> dict[str, Any]:
    """What stands in this file, right or wrong; ConfigError where that is no TOML."""
    text = _text(path)
    try:
        document = tomllib.loads(text)
        _refuse_giants(document)
    except ValueError as error:
        raise ConfigError(f"{path}: {error}; put that right, diavolo.example.toml shows how") from None
    except RecursionError:
        raise ConfigError(f"{path}: brackets stand too deep in brackets; take some away") from None
    return document


def _text(path: Path) -> str:
    raw = _bytes(path)
    if len(raw) > LARGEST_FILE:
        raise ConfigError(f"{path}: this file is larger than 1 MB; use a settings file of a few lines")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}: line {line} is not UTF-8 text; save the file as UTF-8") from None


def _bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            raise ConfigError(f"{path}: there is no such file; give the path of a settings file")
        if not path.is_file():  # opening a pipe or a device would wait for ever
            raise ConfigError(f"{path}: this is not a file; give the path of a settings file")
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or "it cannot be opened").lower()
        raise ConfigError(
            f"{path}: this file cannot be read ({reason}); choose another or see to its permissions"
        ) from None


def _refuse_giants(value: Any) -> None:
    """TOML's integers have 64 bits; tomllib's have no end, and then neither print nor become a float."""
    if isinstance(value, int) and value.bit_length() > 63:
        raise ValueError("a whole number has too many digits")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            _refuse_giants(part)


def _config(document: Mapping[str, Any], source: Path, home: Path, usual_log: Path) -> Config:
    _check_keys("", document, SECTIONS)
    log = _section(document, "log", ("file", "most_mb"))
    table = _section(document, "table", ("file",))
    house_rules = _section(document, "diavolo", _names(HouseRules))
    duel_rules = dict(_section(document, "devilish_duels", tuple(duels.KINDS)))
    duel_cards = duel_rules.pop("cards", "")
    board_rules = dict(_section(document, "devils_dice", tuple(boards.KINDS)))
    board_layout = board_rules.pop("layout", "")
    simulator = _section(document, "simulator", _names(SimulatorSettings))
    hardware = _section(document, "hardware", _names(HardwareSettings))
    camera = _section(document, "camera", _names(PictureSettings))
    web = _section(document, "web", _names(WebSettings))
    return Config(
        log_file=_file("log.file", log.get("file", ""), source, home) or usual_log,
        log_most_mb=_whole("log.most_mb", log.get("most_mb", LOG_MB), MOST_LOG_MB),
        language=_choice("language", document.get("language", "auto"), LANGUAGES),
        game=_choice("game", document.get("game", DIAVOLO), tuple(GAMES)),
        diavolo=_house_rules(house_rules),
        devilish_duels=_duel_rules(duel_rules),
        duel_cards=_file("devilish_duels.cards", duel_cards, source, home),
        devils_dice=_board_rules(board_rules),
        board_layout=_file("devils_dice.layout", board_layout, source, home),
        simulator=_simulator(simulator),
        hardware=_hardware(hardware, source, home),
        camera=read_pictures(camera),
        web=_web(web, source, home),
        table_file=_file("table.file", table.get("file", ""), source, home),
        source=source,
    )


def _names(
    settings: type[HouseRules]
    | type[SimulatorSettings]
    | type[HardwareSettings]
    | type[PictureSettings]
    | type[WebSettings],
) -> tuple[str, ...]:
    return tuple(setting.name for setting in fields(settings))


def _section(document: Mapping[str, Any], name: str, keys: tuple[str, ...]) -> dict[str, Any]:
    section = document.get(name, {})
    if not isinstance(section, dict):
        raise BadSetting(name, section, f"a section that opens with [{name}]")
    _check_keys(f"{name}.", section, keys)
    return section


def _check_keys(prefix: str, found: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in (key for key in found if key not in known):
        near = get_close_matches(key, known, 1)
        wanted = f"{prefix}{near[0]} instead" if near else f"one of {', '.join(known)}"
        name = _shortened(key) if key.isidentifier() else _shown(key)
        raise BadSetting(prefix + name, found[key], wanted)


def _house_rules(section: Mapping[str, Any]) -> HouseRules:
    try:
        return amended(HouseRules(), section)
    except BadSetting as bad:
        raise BadSetting(f"diavolo.{bad.name}", bad.found, bad.wanted) from None


def _duel_rules(section: Mapping[str, Any]) -> duels.HouseRules:
    try:
        return duels.amended(duels.HouseRules(), section)
    except setting_values.BadSetting as bad:
        raise BadSetting(f"devilish_duels.{bad.name}", section.get(bad.name), bad.wanted) from None


def _board_rules(section: Mapping[str, Any]) -> boards.HouseRules:
    try:
        return boards.amended(boards.HouseRules(), section)
    except setting_values.BadSetting as bad:
        raise BadSetting(f"devils_dice.{bad.name}", section.get(bad.name), bad.wanted) from None


def _simulator(section: Mapping[str, Any]) -> SimulatorSettings:
    checks: Mapping[str, Callable[[Any], Any]] = {
        "speed": lambda found: _number("speed", found, 1000, above_zero=True),
        "players": _players,
        "skills": _skills,
        "doubtful_dice": lambda found: _number("doubtful_dice", found, 1),
        "invalid_rolls": lambda found: _number("invalid_rolls", found, 1),
        "misplaced_counters": lambda found: _number("misplaced_counters", found, 1),
        "through": lambda found: _choice("through", found, tuple(str(way) for way in Through)),
    }
    try:
        return SimulatorSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"simulator.{bad.name}", bad.found, bad.wanted) from None


def _hardware(section: Mapping[str, Any], source: Path, home: Path) -> HardwareSettings:
    checks: Mapping[str, Callable[[Any], Any]] = {
        "camera": _camera,
        "sensors": lambda found: _choice("sensors", found, PRESENCE),
        "lamps": lambda found: _choice("lamps", found, PRESENCE),
        "seats": _seats,
        "pins": lambda found: shipped_file(found) if found in SHIPPED else _file("pins", found, source, home),
    }
    try:
        return HardwareSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"hardware.{bad.name}", bad.found, bad.wanted) from None


def _web(section: Mapping[str, Any], source: Path, home: Path) -> WebSettings:
    checks: Mapping[str, Callable[[Any], Any]] = {
        "port": _port,
        "pin_file": lambda found: _file("pin_file", found, source, home),
        "pictures": lambda found: _yes_or_no("pictures", found),
        "hosts": lambda found: _texts("hosts", found, "a list of names"),
    }
    try:
        return WebSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"web.{bad.name}", bad.found, bad.wanted) from None


def _port(found: Any) -> int:
    if type(found) is not int or not 1 <= found <= 65535:
        raise BadSetting("port", found, "a whole number from 1 to 65535")
    return found


def _yes_or_no(name: str, found: Any) -> bool:
    if type(found) is not bool:
        raise BadSetting(name, found, "true or false")
    return found


def _camera(found: Any) -> str:
    # A camera's number may stand there with quotes or without.
    if type(found) is int and 0 <= found <= MOST_CAMERAS:
        return str(found)
    if not isinstance(found, str) or not found or "\0" in found:
        raise BadSetting("camera", found, "'auto', 'simulated', 'pi', a number, a device, a film or a folder")
    return found


def _whole(name: str, found: Any, most: int) -> int:
    if type(found) is not int or not 0 <= found <= most:
        raise BadSetting(name, found, f"a whole number from 0 to {most}")
    return found


def _seats(found: Any) -> int:
    if type(found) is not int or not FEWEST_PLAYERS <= found <= len(SEATS):
        raise BadSetting("seats", found, f"a whole number from {FEWEST_PLAYERS} to {len(SEATS)}")
    return found


def _number(name: str, found: Any, most: int, *, above_zero: bool = False) -> float:
    # type(), not isinstance(): Python counts true as 1.
    fits = type(found) in (int, float) and math.isfinite(found) and 0 <= found <= most
    if not fits or (above_zero and found == 0):
        raise BadSetting(name, found, f"a number {'above 0, at most' if above_zero else 'from 0 to'} {most}")
    return float(found)


def _players(found: Any) -> tuple[str, ...]:
    names = _texts("players", found, "a list of names")
    if names and not FEWEST_PLAYERS <= len(names) <= len(SEATS):
        wanted = f"{FEWEST_PLAYERS} to {len(SEATS)} names, or [] for the built-in ones"
        raise BadSetting("players", found, wanted)
    try:
        return proper_names(names)
    except ValueError as error:
        raise BadSetting("players", found, f"other names: {error}") from None


def _skills(found: Any) -> tuple[str, ...]:
    return tuple(
        _choice("skills", skill, tuple(SKILLS)) for skill in _texts("skills", found, "a list of skills")
    )


def _texts(name: str, found: Any, wanted: str) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise BadSetting(name, found, wanted)
    return tuple(found)


def _choice(name: str, found: Any, choices: tuple[str, ...]) -> str:
    for choice in choices:
        if found == choice:
            return choice
    raise BadSetting(name, found, " or ".join(repr(choice) for choice in choices))


def _file(name: str, found: Any, source: Path, home: Path) -> Path | None:
    """A file's place, seen from the settings file's folder; None where it is left empty."""
    if not isinstance(found, str) or "\0" in found:
        raise BadSetting(name, found, "a path in quotes")
    if found.startswith("~") and not found.startswith("~/"):
        raise BadSetting(name, found, "a path that starts with ~/ or /")
    place = home / found[2:] if found.startswith("~/") else source.absolute().parent / found
    return place if found else None


def _shown(found: Any) -> str:
    """What stands in the file, near enough for a person to find it, never more than part of a line."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "{…}"
    return _shortened(repr(found))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
