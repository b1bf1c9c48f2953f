"""Every event and ruling that can happen is read back as it was written."""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.eventlog.codec import (
    KINDS,
    decode_event,
    decode_ruling,
    decode_settings,
    encode_event,
    encode_ruling,
    encode_settings,
)
from pi_diavolo.table.events import DiceRolling, Event, Grab, RollFault, SeatTaken, SettingsChosen, Tick
from pi_diavolo.table.pieces import Colour, Die, Length, Point
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Ruling

FINITE = st.floats(allow_nan=False, allow_infinity=False)
LENGTHS = st.floats(0, allow_nan=False, allow_infinity=False)
PIPS = st.integers(1, 6)
POINTS = st.builds(Point, FINITE, FINITE)

SIMPLE: Mapping[Any, st.SearchStrategy[Any]] = {
    float: FINITE,
    int: st.integers(),
    str: st.text(),
    bool: st.booleans(),
    NoneType: st.none(),
    Point: POINTS,
    Length: st.builds(Length, LENGTHS, LENGTHS),
    Die: st.builds(
        Die, st.sampled_from(Colour), PIPS, st.none() | POINTS, st.lists(PIPS, max_size=3).map(tuple)
    ),
}


def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, however nested; a new event class is covered without another word."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    if isinstance(kind, NewType):
        return anything(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(kind, **{field.name: anything(hints[field.name]) for field in fields(kind)})
    return container(get_origin(kind), get_args(kind))


def container(origin: Any, inner: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(anything(inner[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(anything, inner))
    if origin is Mapping:
        return st.dictionaries(anything(inner[0]), anything(inner[1]), max_size=4)
    assert origin in (Union, UnionType), f"no strategy for {origin} of {inner}"
    return st.one_of(*map(anything, inner))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_event_is_read_back_as_it_was_written(kind: type[Event], data: st.DataObject) -> None:
    event: Event = data.draw(anything(kind))
    again = decode_event(1, *encode_event(event))
    assert again == event
    assert type(again) is kind


@given(anything(Ruling))
def test_a_ruling_is_read_back_as_it_was_written(ruling: Ruling) -> None:
    assert decode_ruling(1, encode_ruling(ruling)) == ruling


def test_every_event_of_the_table_has_a_kind() -> None:
    assert set(KINDS.values()) == set(get_args(Event))


def test_colours_and_settings_come_back_with_their_types() -> None:
    grab = decode_event(1, *encode_event(Grab(Seat(1), Colour.RED, 1.0)))
    chosen = decode_event(1, *encode_event(SettingsChosen({"a": True, "b": 1, "c": 1.0, "d": "x"}, 1.0)))
    assert isinstance(grab, Grab)
    assert grab.colour is Colour.RED
    assert isinstance(chosen, SettingsChosen)
    assert [type(value) for value in chosen.settings.values()] == [bool, int, float, str]


def test_a_read_only_mapping_may_be_logged() -> None:
    chosen = SettingsChosen(MappingProxyType({"order_first": True}), 1.0)
    assert decode_event(1, *encode_event(chosen)) == chosen
    assert decode_settings(1, encode_settings(MappingProxyType({"a": (1, 2)}))) == {"a": [1, 2]}


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(Tick(math.nan), id="no time"),
        pytest.param(Tick(math.inf), id="the end of time"),
        pytest.param(Tick(-math.inf), id="before all time"),
        pytest.param(Grab(Seat(1), Colour.RED, 1.0, error=math.nan), id="an unknown error"),
        pytest.param(SettingsChosen({"grace_s": math.nan}, 1.0), id="a setting that is no number"),
        pytest.param(SeatTaken(Seat(1), PlayerId("\ud800"), 1.0), id="half a letter"),
        pytest.param(Grab("one", Colour.RED, 1.0), id="a seat that is no number"),  # type: ignore[arg-type]
        pytest.param(Tick(object()), id="what JSON does not know"),  # type: ignore[arg-type]
    ],
)
def test_what_could_not_be_read_back_is_refused_and_leaves_the_log_as_it_was(event: Event) -> None:
    log = EventLog.in_memory()
    with pytest.raises(LogError, match="cannot be logged"):
        log.append(event, None, (), 1, {})
    assert list(log.events()) == []


def test_only_events_are_logged_as_events() -> None:
    with pytest.raises(LogError, match="RollFault is no event"):
        encode_event(RollFault("die_cocked"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        pytest.param("Sneezed", "{}", id="an unknown kind"),
        pytest.param("Tick", "{}", id="a missing field"),
        pytest.param("Tick", '{"at": "noon"}', id="a field of another type"),
        pytest.param("Tick", '{"at": 1.0', id="half a body"),
        pytest.param("Tick", "", id="no body"),
        pytest.param("SeatTaken", '{"seat":1,"player":"\udcff","at":1.0}', id="broken UTF-8"),
        pytest.param("Grab", '{"seat":1,"colour":"pink","at":1.0}', id="an unknown colour"),
        pytest.param("RollRead", '{"roll":{"dice":[{"colour":"red","value":7}]},"at":1}', id="a seven"),
    ],
)
def test_a_row_that_makes_no_sense_is_named_by_its_number(kind: str, body: str) -> None:
    with pytest.raises(LogError, match="event 17"):
        decode_event(17, kind, body)


def test_a_ruling_that_makes_no_sense_is_named_by_its_event() -> None:
    with pytest.raises(LogError, match="event 17"):
        decode_ruling(17, "{}")


def test_a_body_is_legible() -> None:
    assert encode_event(DiceRolling(1.5)) == ("DiceRolling", '{"at":1.5}')
