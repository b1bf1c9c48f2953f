"""Finds pin maps, those that are shipped and those that people write, and loads them."""

import tomllib
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pi_diavolo.devices.pin_map_reading import pin_map
from pi_diavolo.devices.pin_map_values import BadMap
from pi_diavolo.errors import ConfigError
from pi_diavolo.table.pin_map import MapKind, PinMap

SEATS_SHIPPED = range(2, 7)
SHIPPED = tuple(f"{kind}-{seats}" for kind in MapKind for seats in SEATS_SHIPPED)
PACKAGE = "pi-diavolo"
LARGEST_FILE = 100_000
LARGEST_NUMBER = 63  # bits; tomllib's numbers have no end, and then they cannot even be printed


def load(path: Path) -> PinMap:
    """Read and check a pin map; raises ConfigError, always one sentence that says what to change."""
    try:
        return replace(pin_map(_document(path)), name=path.stem)
    except BadMap as bad:
        raise ConfigError(f"{path}: {bad}") from None


def shipped(kind: MapKind | str, seats: int) -> PinMap:
    """One of the maps that come with the table, for 2 to 6 seats."""
    return load(shipped_file(f"{kind}-{seats}"))


def shipped_file(name: str) -> Path:
    """Where the map of this name lies: in the project's folder, or where the package was installed."""
    if name not in SHIPPED:
        raise ConfigError(f"{name}: no pin map of this name is shipped; use one of {', '.join(SHIPPED)}")
    ours = Path(__file__).parents[2] / "hardware" / f"{name}.toml"
    return ours if ours.exists() else _installed(f"{name}.toml") or ours


def _installed(file_name: str) -> Path | None:
    """Only the package's own list knows where pip has put its files: there are many schemes."""
    try:
        listed = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())).resolve() for file in listed if file.name == file_name), None)


def _document(path: Path) -> dict[str, Any]:
    text = _text(path)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadMap(f"{_not_toml(str(error))}; put that right, hardware/panels-4.toml shows how") from None
    except RecursionError:
        raise BadMap("brackets stand too deep in brackets; take some away") from None
    except ValueError:  # a number of thousands of digits
        raise BadMap("a number has too many digits; use small whole numbers") from None
    _refuse_giants(document)
    return document


def _not_toml(said: str) -> str:
    """The parser's words, the place first: `Expected … (at line 1, column 6)`."""
    what, _, where = said.rstrip(")").rpartition(" (at ")
    return f"this is not TOML: {where}: {what[:1].lower()}{what[1:]}" if what else f"this is not TOML: {said}"


def _text(path: Path) -> str:
    try:
        if not path.exists():
            raise BadMap("there is no such file; give the path of a pin map or a name such as panels-4")
        if not path.is_file():  # opening a pipe or a device would wait for ever
            raise BadMap("this is not a file; give the path of a pin map or a name such as panels-4")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, UnicodeEncodeError) as error:
        reason = (getattr(error, "strerror", None) or "its name cannot be").lower()
        raise BadMap(f"this file cannot be read ({reason}); choose another") from None
    if len(raw) > LARGEST_FILE:
        raise BadMap("this file is larger than 100 kB; a pin map has a few lines")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadMap(f"line {line} is not UTF-8 text; save the file as UTF-8") from None


def _refuse_giants(value: Any) -> None:
    if isinstance(value, int) and value.bit_length() > LARGEST_NUMBER:
        raise BadMap("a number has too many digits; use small whole numbers")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            _refuse_giants(part)
