"""`diavolo.toml` becomes one frozen Config, read once; nobody else reads the environment for settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pi_diavolo.config_camera import PictureSettings, read_pictures
from pi_diavolo.config_file import document_in, first_found, xdg_folder
from pi_diavolo.config_sections import (
    HardwareSettings,
    SimulatorSettings,
    WebSettings,
    read_hardware,
    read_simulator,
    read_web,
)
from pi_diavolo.config_values import a_choice, a_file, a_whole_number, shortened, shown
from pi_diavolo.errors import ConfigError
from pi_diavolo.games import DIAVOLO, GAMES, setting_values
from pi_diavolo.games.devilish_duels import house_rules as duels
from pi_diavolo.games.devils_dice import house_rules as boards
from pi_diavolo.games.diavolo.house_rules import BadSetting, HouseRules, amended

LANGUAGES = ("auto", "en", "fr", "de")
LOG_MB, MOST_LOG_MB = 100, 1_000_000
SECTIONS = (
    "language", "game", "diavolo", "devilish_duels", "devils_dice", "camera", "hardware", "log", "simulator",
    "table", "web",
)  # fmt: skip


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
    data = xdg_folder(environment, "XDG_DATA_HOME", home / ".local/share")
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
        found = f"{bad.name} = {shown(bad.found)}"
        raise ConfigError(f"{source}: {found} cannot be; use {bad.wanted}") from None


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
        log_file=a_file("log.file", log.get("file", ""), source, home) or usual_log,
        log_most_mb=a_whole_number("log.most_mb", log.get("most_mb", LOG_MB), MOST_LOG_MB),
        language=a_choice("language", document.get("language", "auto"), LANGUAGES),
        game=a_choice("game", document.get("game", DIAVOLO), tuple(GAMES)),
        diavolo=_house_rules(house_rules),
        devilish_duels=_duel_rules(duel_rules),
        duel_cards=a_file("devilish_duels.cards", duel_cards, source, home),
        devils_dice=_board_rules(board_rules),
        board_layout=a_file("devils_dice.layout", board_layout, source, home),
        simulator=read_simulator(simulator),
        hardware=read_hardware(hardware, source, home),
        camera=read_pictures(camera),
        web=read_web(web, source, home),
        table_file=a_file("table.file", table.get("file", ""), source, home),
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
        name = shortened(key) if key.isidentifier() else shown(key)
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
