"""The description of the API, made from the same tables as its routes, so that others can build on it."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from pi_diavolo.table.players import BOARD_SEATS
from pi_diavolo.table.setting_up import Step
from pi_diavolo.web.refusals import STATUS
from pi_diavolo.web.routes import API, Address
from pi_diavolo.web.visit import JSON

VERSION = "1"
QUERY: Mapping[str, Mapping[str, Any]] = {
    "turn": {"required": True, "description": "the turn's number in the game going on"},
    "move": {"required": True, "description": "the move's number in the duel going on"},
    "first": {"required": False, "description": "what the first die shows, if not what was rolled"},
    "second": {"required": False, "description": "what the second die shows, if not what was rolled"},
    "picture": {"required": True, "description": "the picture's number, as the state tells it"},
    "die": {"required": False, "description": "the die's index in the roll; without it, the Order die"},
    "game": {"required": False, "description": "the game's number; without it, the one going on, or all"},
    "trying": {"required": False, "description": "1 while somebody tries parts of the table, else 0"},
    "before": {"required": False, "description": "only games older than the one with this number"},
}
ABOUT = (
    "State comes by GET /api/state, or pushed over the WebSocket /api/live?lang=en (a whole Snapshot at once"
    ' and after every change, {"ping": now} every 5 s; with role=seat the phone of a claimed seat may send'
    ' {"clock": t}, answered by {"clock": t, "table": now, "speed": table seconds in one of yours}, and'
    ' {"grab": colour, "at": table seconds, "error": seconds}; a ping with a nonce, {"ping": now, "nonce":'
    ' text}, it answers at once by {"pong": text}: by this the table measures the way, and believes `at` as'
    " far back as half of the round trip and a touch, and no error below that half; a line that does not"
    " answer, or an `at` beyond that, counts from its arrival with an error as wide as the doubt, 0.25 s at"
    ' most; in a duel it is told after each state what this seat alone may see, {"hand": …} as in'
    " /api/seat/{seat}/hand). Whatever"
    " changes something needs the session cookie and its token from GET /api/me in the header X-Diavolo;"
    " giving the PIN begins a new session, whose token stands in that answer's X-Diavolo header. After wrong"
    " PINs everyone waits, but a device that had the desk before, which the cookie diavolo-device tells, only"
    " for its own."
)


def description() -> dict[str, Any]:
    """The OpenAPI document."""
    kinds = [kind for address in API for kind in (address.gives, address.takes) if kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    # One schema for each kind in the order asked for; unions and lists cannot be keys of a dict, so by place.
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for address in API:
        gives = next(found) if address.gives is not None else None
        takes = next(found) if address.takes is not None else None
        paths.setdefault(address.path, {})[address.method.lower()] = _operation(address, gives, takes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "pi-diavolo", "version": VERSION, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": {**components, "Error": ERROR},
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "diavolo"}},
        },
    }


ERROR = {
    "type": "object",
    "properties": {"error": {"type": "string"}, "message": {"type": "string"}},
    "required": ["error", "message"],
}


def _operation(address: Address, gives: Any, takes: Any) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": (address.handler.__doc__ or "").strip(),
        "operationId": address.handler.__name__,
        "parameters": _parameters(address),
        "responses": _responses(address, gives),
    }
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    if address.desk or address.method != "GET":
        operation["security"] = [{"session": []}]
    return operation


def _parameters(address: Address) -> list[dict[str, Any]]:
    seats = {"type": "integer", "minimum": 1, "maximum": len(BOARD_SEATS)}
    found = [{"name": "lang", "in": "query", "schema": {"enum": ["en", "fr", "de"]}, "required": False}]
    if "{seat}" in address.path:
        found.append({"name": "seat", "in": "path", "schema": seats, "required": True})
    if "{game}" in address.path:
        games = {"type": "integer", "minimum": 1, "maximum": 9_999_999}
        found.append({"name": "game", "in": "path", "schema": games, "required": True})
    if "{step}" in address.path:
        steps = {"enum": [str(step) for step in Step]}
        found.append({"name": "step", "in": "path", "schema": steps, "required": True})
    if "{face}" in address.path:
        found.append({"name": "face", "in": "path", "schema": {"type": "string"}, "required": True})
    for name in address.query:
        number = {"type": "integer", "minimum": 0, "maximum": 9_999_999}
        found.append({"name": name, "in": "query", "schema": number, **QUERY[name]})
    if address.method != "GET":
        token = {"name": "X-Diavolo", "in": "header", "schema": {"type": "string"}, "required": True}
        found.append(token)
    return found


def _responses(address: Address, gives: Any) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    # A picture is its bytes; JSON alone would need them written as text.
    schema = gives if address.media == JSON else {}
    good = {"200": {"description": "OK", "content": {address.media: {"schema": schema}}}}
    nothing = {"204": {"description": "No Content"}}
    statuses = sorted({STATUS[why] for why in address.refusals} | {421})
    refusals = {
        str(status): {"description": HTTPStatus(status).phrase, "content": error} for status in statuses
    }
    return {**(nothing if gives is None else good), **refusals}
