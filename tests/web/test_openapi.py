"""The description of the API fits the API, and made-up requests never break the table."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from pi_diavolo.web.openapi import description
from pi_diavolo.web.refusals import STATUS, WORDS, Why
from pi_diavolo.web.routes import API, PAGES
from pi_diavolo.web.wishes import KINDS, AnyCommand, decoded
from tests.lots import by_lot
from tests.web.client import Visitor
from tests.web.serving import Served, served

DESCRIBED = description()


def test_every_route_is_described(lobby: Served) -> None:
    assert lobby.pages.application is not None
    undescribed = {*PAGES, "/static/{name:path}", "/api/openapi.json"}
    for route in lobby.pages.application.routes:
        if isinstance(route, Route) and route.path not in undescribed:
            path = route.path.replace(":int", "")
            for method in (route.methods or set()) - {"HEAD"}:
                assert method.lower() in DESCRIBED["paths"][path]


def test_the_description_is_served_and_leads_nowhere_wrong(lobby: Served) -> None:
    served_text = Visitor(lobby).get("/api/openapi.json")
    assert served_text == json.loads(json.dumps(DESCRIBED))
    text = json.dumps(DESCRIBED)
    names = DESCRIBED["components"]["schemas"]
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in names


def test_every_refusal_has_a_status_and_words_in_all_languages() -> None:
    assert set(STATUS) == set(Why)
    gaps = {lang: {why: text.count("{") for why, text in words.items()} for lang, words in WORDS.items()}
    assert set(WORDS) == {"en", "fr", "de"}
    assert gaps["en"] == gaps["fr"] == gaps["de"]
    assert set(gaps["en"]) == set(Why)


def test_every_kind_of_command_has_its_tag() -> None:
    tags = {kind.__struct_config__.tag for kind in KINDS}
    assert tags == {
        "sit", "leave", "youngest", "settings", "start", "play_again", "abandon", "pause", "resume",
        "end_turn", "imps_confirmed", "answer", "correct", "undo", "protest", "protest_decided",
        "order_seats", "typed_in", "choose", "correct_duel", "typed_duel", "move", "agree_end",
        "correct_board", "typed_board",
    }  # fmt: skip
    assert AnyCommand
    assert decoded(b'{"kind":"start","seen":3}').seen == 3


# Made-up requests


@pytest.fixture(scope="module")
def desk() -> Iterator[Visitor]:
    with served(play=False) as here:
        one = Visitor(here)
        one.sit_at_desk()
        yield one


words = st.text(max_size=12) | st.sampled_from(["red", "gray", "greatest_sum", "locked", "roll_again", "1"])
numbers = st.integers() | st.integers(0, 9) | st.floats(allow_nan=False)
leaves = st.none() | st.booleans() | numbers | words
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
)
FIELDS = sorted({name for kind in KINDS for name in kind.__struct_fields__})
bodies = st.fixed_dictionaries(
    {"kind": st.sampled_from([str(kind.__struct_config__.tag) for kind in KINDS]) | words},
    optional=dict.fromkeys(FIELDS, values),
)
quick = settings(max_examples=by_lot(150, usually=50), deadline=None, suppress_health_check=list(HealthCheck))


@quick
@given(body=bodies | values, seen=st.booleans())
def test_made_up_commands_are_answered_and_invalid_ones_change_nothing(
    desk: Visitor, body: Any, seen: bool
) -> None:
    before = desk.state()
    if seen and isinstance(body, dict):
        body["seen"] = before["decisions"]
    reply = desk.post("/api/commands", body)
    assert reply.status in (200, 400, 409, 422)
    if reply.status in (400, 409):
        after = desk.state()
        assert after["decisions"] == before["decisions"]
        assert after["players"] == before["players"]
        assert after["rules"] == before["rules"]


@quick
@given(
    raw=st.binary(max_size=60),
    address=st.sampled_from(API),
    query=st.text(max_size=10),
    seat=st.integers(-1, 8),
)
def test_made_up_requests_never_break_the_server(
    desk: Visitor, raw: bytes, address: Any, query: str, seat: int
) -> None:
    import urllib.parse

    path = (
        address.path.replace("{seat}", str(seat))
        + "?"
        + urllib.parse.urlencode({"turn": query, "game": query})
    )
    if address.path == "/api/pin":
        return  # it would log the desk out, or lock it
    reply = desk.ask(address.method, path, raw=raw)
    assert reply.status < 500
    allowed = DESCRIBED["paths"][address.path][address.method.lower()]["responses"]
    assert str(reply.status) in allowed or reply.status == 404
