"""The table's PIN, the seats' secrets and the key that signs cookies: made once, kept in one private file.

The PIN stands there in plain text: six digits are guessed from any hash in a second, and the table must be
able to show it to whoever stands before it. The file's mode keeps others out (0600).
"""

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path

from pi_diavolo.errors import ConfigError
from pi_diavolo.table.players import BOARD_SEATS, SEATS, Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying

PIN_DIGITS = 6
LONGEST_PIN = 32


class DamagedKeys(ConfigError):
    """The file is there and can be read, but these are no keys."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What only the table and those it trusts know."""

    pin: str
    seats: Mapping[Seat, str]
    signing: bytes


def fresh_keys() -> Keys:
    """Keys that nobody has seen."""
    pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
    return Keys(pin, {seat: _secret() for seat in BOARD_SEATS}, secrets.token_bytes(32))


def _secret() -> str:
    return secrets.token_urlsafe(12)


def kept_keys(file: Path) -> Keys:
    """The keys in this file; made at the first start. Edit `pin` there to choose another."""
    try:
        return _with_all_seats(file, _read(file)) if file.exists() else _written(file, fresh_keys())
    except OSError as error:
        raise _cannot_be_kept(file, error) from None


def keys_in_any_case(file: Path) -> tuple[Keys, Saying | None]:
    """The same for a service, which must open: with new keys if need be, and what people must know then."""
    try:
        return _kept_or_made_anew(file)
    except ConfigError as error:
        return fresh_keys(), saying(Sentence.PIN_NOT_KEPT, found=str(error))


def _kept_or_made_anew(file: Path) -> tuple[Keys, Saying | None]:
    try:
        return kept_keys(file), None
    except DamagedKeys:
        aside = _set_aside(file)
    told = f"{file} is kept as {aside.name}, and a new PIN stands in its place"
    return kept_keys(file), saying(Sentence.SET_ASIDE, found=told)


def _set_aside(file: Path) -> Path:
    damaged = f"{file.name}.damaged"
    names = chain([damaged], (f"{damaged}-{number}" for number in count(2)))  # nothing is overwritten
    try:
        return file.rename(next(free for free in map(file.with_name, names) if not free.exists()))
    except OSError as error:
        raise _cannot_be_kept(file, error) from None


def _cannot_be_kept(file: Path, error: OSError) -> ConfigError:
    reason = (error.strerror or "it cannot be opened").lower()
    return ConfigError(
        f"{file}: the PIN cannot be kept here ({reason}); name another file under web.pin_file"
    )


def _with_all_seats(file: Path, keys: Keys) -> Keys:
    # A file of the days when every game had six seats knows no secrets of the other two.
    missing = {seat: _secret() for seat in BOARD_SEATS if seat not in keys.seats}
    return _written(file, replace(keys, seats={**keys.seats, **missing})) if missing else keys


def _written(file: Path, keys: Keys) -> Keys:
    file.parent.mkdir(parents=True, exist_ok=True)
    written = {
        "pin": keys.pin,
        "seats": {str(seat): secret for seat, secret in keys.seats.items()},
        "signing": keys.signing.hex(),
    }
    write_privately(file, written)
    return keys


def write_privately(file: Path, written: object) -> None:
    """As JSON: never readable for others, not even for a moment, and never half written."""
    new = file.with_name(file.name + ".new")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as output:
        json.dump(written, output, indent=2)
        output.flush()
        os.fsync(output.fileno())
    new.replace(file)


def _read(file: Path) -> Keys:
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        pin, signing = found["pin"], bytes.fromhex(found["signing"])
        known = [seat for seat in BOARD_SEATS if seat in SEATS or str(seat) in found["seats"]]
        seats = {seat: str(found["seats"][str(seat)]) for seat in known}
        proper = isinstance(pin, str) and 4 <= len(pin) <= LONGEST_PIN and pin.isprintable()
        if not proper or len(signing) < 32 or any(len(secret) < 12 for secret in seats.values()):
            raise ValueError(pin)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DamagedKeys(
            f"{file}: this is no list of keys with a PIN of 4 to {LONGEST_PIN} characters; put it right, or"
            " delete the file and a new PIN is made"
        ) from None
    return Keys(pin, seats, signing)
