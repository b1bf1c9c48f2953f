"""Events and rulings as text and back: what cannot be read back exactly is never written."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

import msgspec

from pi_diavolo.errors import LogError
from pi_diavolo.table.events import Event
from pi_diavolo.table.rulings import Ruling

T = TypeVar("T")

KINDS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):  # such as a read-only view of a dict
        return dict(value)
    raise TypeError(f"the log has no form for {type(value).__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
_EVENTS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
_RULINGS = msgspec.json.Decoder(Ruling)
_SETTINGS = msgspec.json.Decoder(dict[str, Any])


def encode_event(event: Event) -> tuple[str, str]:
    """The event's kind and its body as JSON."""
    kind = type(event).__name__
    if KINDS.get(kind) is not type(event):
        raise LogError(f"{kind} is no event of the table; the log takes {', '.join(KINDS)}")
    return kind, _written(event, _EVENTS[kind])


def decode_event(seq: int, kind: str, body: str) -> Event:
    """The event of one row; raises LogError with the row's number when it makes no sense."""
    if kind not in KINDS:
        raise LogError(
            f"event {seq} of the log is of the unknown kind {kind!r}; it is damaged or from another version"
        )
    return _read(f"event {seq} ({kind})", body, _EVENTS[kind])


def encode_ruling(ruling: Ruling) -> str:
    """The ruling as JSON."""
    return _written(ruling, _RULINGS)


def decode_ruling(seq: int, ruling: str) -> Ruling:
    """The ruling that was given beside event `seq`; raises LogError when it makes no sense."""
    return _read(f"the ruling beside event {seq}", ruling, _RULINGS)


def encode_settings(settings: Mapping[str, Any]) -> str:
    """The variants and house rules in force, as JSON."""
    return _ENCODER.encode(settings).decode()  # kept to be shown, so a tuple may come back as a list


def decode_settings(seq: int, settings: str) -> dict[str, Any]:
    """The settings beside event `seq`; raises LogError when they make no sense."""
    return _read(f"the settings beside event {seq}", settings, _SETTINGS)


def _written(value: T, decoder: msgspec.json.Decoder[T]) -> str:
    # JSON has no NaN and no infinity, and msgspec writes null instead: reading back at once, before
    # anything is committed, catches these and whatever else would not survive.
    try:
        text = _ENCODER.encode(value)
        same = decoder.decode(text) == value
    except (TypeError, ValueError, OverflowError) as error:
        raise LogError(f"{value!r} cannot be logged: {error}") from error
    if not same:
        raise LogError(f"{value!r} cannot be logged: it would not be read back as it is")
    return text.decode()


def _read(what: str, text: str, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(text)
    except ValueError as error:  # msgspec's errors and those of broken UTF-8
        raise LogError(f"{what} of the log cannot be read: {error}") from error
