"""Before anything else: are we meant, does our own page ask, and what may browsers do with the answer?"""

import ipaddress
from collections.abc import Iterable, MutableMapping
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pi_diavolo.web.refusals import STATUS, Refused, Why, refused

# Names by which every machine knows itself.
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE_METHODS = ("GET", "HEAD")


def known_names(hostname: str, more: Iterable[str] = ()) -> frozenset[str]:
    """All names of this table; its addresses are known by the connection itself."""
    own = hostname.casefold().rstrip(".")
    short = own.partition(".")[0]
    names = {own, short, f"{short}.local", *(name.casefold() for name in more)}
    return LOCAL | frozenset(name for name in names if name)


class Doors:
    """Lets in what is addressed to this table, and changes nothing for pages of other sites.

    A strange name that leads here is how a site outside reaches into a home network (DNS rebinding); what a
    request says about addresses (X-Forwarded-For and the like) is never looked at.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection in, or turn it away."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        guarded = _with_headers(send, host if self._is_ours(host, scope) else "")
        try:
            self._check(scope, headers, host)
        except Refused as stop:
            await _turn_away(scope, receive, guarded, stop)
            return
        await self._app(scope, receive, guarded)

    def _check(self, scope: Scope, headers: Headers, host: str) -> None:
        if len(headers.getlist("host")) != 1 or not self._is_ours(host, scope):
            raise refused(Why.WRONG_HOST)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        # Browsers always say where such a request comes from; programs that are no browsers need not.
        origins = headers.getlist("origin")
        if changes and origins and origins != [f"http://{host}"]:
            raise refused(Why.WRONG_ORIGIN)

    def _is_ours(self, host: str, scope: Scope) -> bool:
        name = _name_in(host)
        server = scope.get("server")
        return name in self._names or (server is not None and name == _plain(str(server[0])))


def _name_in(host: str) -> str:
    """The name without the port: `[::1]:80` is `::1`."""
    if host.startswith("["):
        return _plain(host[1:].partition("]")[0])
    return _plain(host.rpartition(":")[0] if ":" in host else host)


def _plain(name: str) -> str:
    """A name in small letters, an address in its shortest form."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name.casefold().removesuffix(".")
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def _with_headers(send: Send, host: str) -> Send:
    policy = (
        # Not every browser takes 'self' for the WebSocket of the same host.
        f"default-src 'self'; connect-src 'self' ws://{host}; img-src 'self' data: blob:; object-src 'none';"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    fixed: list[tuple[bytes, bytes]] = [
        (b"content-security-policy", policy.encode("latin-1")),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]

    async def guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            _add(message, fixed)
        await send(message)

    return guarded


def _add(message: MutableMapping[str, Any], fixed: list[tuple[bytes, bytes]]) -> None:
    headers = list(message.get("headers", ()))
    if not any(name.lower() == b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", b"no-store"))
    message["headers"] = [*headers, *fixed]


async def _turn_away(scope: Scope, receive: Receive, send: Send, stop: Refused) -> None:
    answer = JSONResponse({"error": stop.why, "message": stop.message("en")}, STATUS[stop.why])
    # Starlette turns the answer to a WebSocket into the refusal of its handshake by itself.
    await answer(scope, receive, send)
