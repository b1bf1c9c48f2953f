"""The settings file: where it lies, and what stands in it, right or wrong."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pi_diavolo.errors import ConfigError

FILE_NAME = "diavolo.toml"
LARGEST_FILE = 1_000_000


def first_found(environment: Mapping[str, str], home: Path) -> Path | None:
    """The settings file in the nearest of the usual places; None where there is none."""
    own = xdg_folder(environment, "XDG_CONFIG_HOME", home / ".config") / "pi-diavolo"
    places = (Path(FILE_NAME), own / FILE_NAME, Path("/etc/pi-diavolo") / FILE_NAME)
    return next((place for place in places if _exists(place)), None)


def _exists(place: Path) -> bool:
    try:
        return place.exists()
    except OSError:  # a service may not even look into the home folders: then nothing is there for it
        return False


def xdg_folder(environment: Mapping[str, str], name: str, otherwise: Path) -> Path:
    """The folder that the environment names for this, or the usual one."""
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
