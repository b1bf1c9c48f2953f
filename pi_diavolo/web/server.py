"""The web server in a thread of its own, with its own loop; it starts before the game and ends after it."""

import asyncio
import contextlib
import fcntl
import logging
import os
import socket
import sys
import termios
import threading
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn
from h11 import LocalProtocolError
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from pi_diavolo.errors import ConfigError
from pi_diavolo.web.lanes import RESERVED, Lane, LaneOf, cookie_in, everyone
from pi_diavolo.web.rate import Bucket, Pace
from pi_diavolo.web.visit import LARGEST_BODY

logger = logging.getLogger(__name__)

STARTS_WITHIN_S = 20.0
# A request must have come this long after its connection, or after the last one.
PATIENCE_S = 10.0
# An answer of which not one byte is fetched is given up after so many times that.
UNFETCHED_LOOKS = 3
# With those reserved, below the thousand open files that a process has by default; live lines among them.
MOST_CONNECTIONS = 740
# Where there is no room, so many may show within so long that the table knows them; the oldest goes first.
MOST_IN_ANTECHAMBER = 60
PROVES_ITSELF_WITHIN_S = 2.0
LARGEST_MESSAGE = 4096
KEEP_ALIVE_S = 5
# All strangers together; a page that opens asks for some fifteen files.
REQUESTS_PER_S, REQUESTS_AT_ONCE = 75.0, 300
# All desks together, and all phones that play.
KNOWN_PER_S, KNOWN_AT_ONCE = 25.0, 150
# New connections; a page opens half a dozen, and a whole class may open it at the same moment.
ARRIVALS_PER_S, ARRIVALS_AT_ONCE = 60.0, 600.0


class PatientProtocol(H11Protocol):
    """uvicorn's own, but nobody may hold a connection open by saying nothing, nor ask without end."""

    lanes: Mapping[Lane, Pace]
    arrivals: Bucket
    antechamber: dict[asyncio.Transport, None]  # the oldest first
    lane_of: LaneOf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is room and not too many come at once.

        Else it must cost nothing, and yet may be somebody whom the table knows: that the first bytes tell.
        """
        self._asked = self._fetched = self._looks = 0
        self._lane, self._waits, self._welcome = Lane.ANYONE, False, False
        self._watch: asyncio.TimerHandle | None = None
        if len(self.connections) < MOST_CONNECTIONS and self.arrivals.take(self.loop.time()):
            self._welcome_in(transport)
            return
        self._at_the_door = transport
        self.antechamber[transport] = None
        self._watch = self.loop.call_later(PROVES_ITSELF_WITHIN_S, transport.abort)
        if len(self.antechamber) > MOST_IN_ANTECHAMBER:
            next(iter(self.antechamber)).abort()

    def _welcome_in(self, transport: asyncio.Transport) -> None:
        self._welcome = True
        super().connection_made(transport)
        self._watch = self.loop.call_later(PATIENCE_S, self._check, self._reached())

    def data_received(self, data: bytes) -> None:
        """Take in what was sent, now or, in a flood, when it is its turn: who floods waits for itself."""
        cookie = cookie_in(data)
        if cookie is not None:  # what comes without one belongs to the request before it
            self._lane = self.lane_of(cookie)
        if not self._welcome:
            self._leave_antechamber()
            if self._lane is Lane.ANYONE or len(self.connections) >= MOST_CONNECTIONS + RESERVED[self._lane]:
                self._at_the_door.abort()
                return
            self._welcome_in(self._at_the_door)
        wait = self.lanes[self._lane].wait(self.loop.time())
        if wait <= 0:
            super().data_received(data)
        else:
            self._unset_keepalive_if_required()  # it has spoken in time, and only waits for its turn
            self.transport.pause_reading()
            self._waits = True
            self.loop.call_later(wait, self._take_in, data)

    def _take_in(self, data: bytes) -> None:
        self._waits = False
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().data_received(data)

    def _leave_antechamber(self) -> None:
        self._stop_watching()
        self.antechamber.pop(self._at_the_door, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop_watching()
        if self._welcome:
            super().connection_lost(exc)
        else:
            self._leave_antechamber()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on its own pings watch it."""
        self._stop_watching()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """One more request is answered; the next of several sent at once waits for its turn, too."""
        self._asked += 1
        sent_at_once = self.conn.trailing_data[0]
        wait = self.lanes[self._lane].wait(self.loop.time()) if sent_at_once else 0.0
        if wait <= 0:
            super().on_response_complete()
        else:
            self._waits = True
            self.loop.call_later(wait, self._take_in_the_next)

    def _take_in_the_next(self) -> None:
        self._waits = False
        super().on_response_complete()

    def resume_writing(self) -> None:
        """Much of an answer was fetched at once."""
        self._fetched += 1
        super().resume_writing()

    def _check(self, before: tuple[int, ...]) -> None:
        reached = self._reached()
        unfetched = self.transport.get_write_buffer_size() > 0
        at_work = self.cycle is not None and not self.cycle.response_complete and not unfetched
        # While it is not its turn, or we are at work, the visitor can do nothing but wait.
        excused = self._waits or at_work or reached != before
        self._looks = 0 if excused else self._looks + 1
        if self._looks >= (UNFETCHED_LOOKS if unfetched else 1):
            self.transport.abort()
        else:
            self._watch = self.loop.call_later(PATIENCE_S, self._check, reached)

    def _reached(self) -> tuple[int, ...]:
        """Differs from what it was if the visitor has asked for anything more or fetched a single byte."""
        return (
            self._asked,
            self._fetched,
            self.transport.get_write_buffer_size(),
            _in_the_kernel(self.transport),
        )

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


def _in_the_kernel(transport: asyncio.Transport) -> int:
    """What the kernel still holds for the other side: so much that it seldom asks for more."""
    with contextlib.suppress(OSError, AttributeError):
        handle = transport.get_extra_info("socket").fileno()
        return int.from_bytes(fcntl.ioctl(handle, termios.TIOCOUTQ, bytes(4)), sys.byteorder)
    return 0


def listening(port: int, host: str | None = None) -> socket.socket:
    """A socket on this port, for the whole network unless a host is named; 0 takes any free port."""
    try:
        sock = _bound(port, host)
        # asyncio sees to this only where the protocol is named; without it an answer in two pieces takes
        # 40 ms more, until the other side's kernel confirms the first. Connections inherit it.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", None)
        reason = (os.strerror(number) if number else str(error)).lower()
        raise ConfigError(
            f"port {port} cannot be used for the pages ({reason}); choose another with --port or web.port"
        ) from None


def _bound(port: int, host: str | None) -> socket.socket:
    if host is not None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=512)
    return socket.create_server(("", port), backlog=512)


class NoNews(logging.Filter):
    """Leaves out what uvicorn logs as an error and is only what strangers sent: they could fill the disk."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this is worth a line."""
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, LocalProtocolError) and "Invalid UTF-8" not in record.getMessage()


NO_NEWS = NoNews()


class PageServer:
    """Serves an application that is made inside its own loop."""

    def __init__(
        self, make: Callable[[], Starlette], sock: socket.socket, lane_of: LaneOf = everyone
    ) -> None:
        self._make, self._socket, self._lane_of = make, sock, lane_of
        self.port: int = sock.getsockname()[1]
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: uvicorn.Server | None = None
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    def start(self) -> None:
        """Start, and wait until pages are served."""
        self._thread.start()
        self._ready.wait(STARTS_WITHIN_S)
        if self._failed is not None:
            raise self._failed

    def close(self) -> None:
        """Say goodbye to all pages and stop."""
        if self._server is not None and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has stopped by itself
                self._loop.call_soon_threadsafe(setattr, self._server, "should_exit", True)
        self._thread.join(5.0)
        self._socket.close()

    def call(self, function: Callable[..., object], *values: object) -> None:
        """Have this called in the server's loop; nothing happens where there is none any more."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(function, *values)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            logger.exception("the pages are not served any more")
            self._failed = error
        finally:
            self._loop = None
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        logging.getLogger("uvicorn.error").addFilter(NO_NEWS)
        config = uvicorn.Config(
            self._make(),
            http=_paced(self._lane_of),
            ws="websockets-sansio",
            lifespan="off",
            log_config=None,
            access_log=False,
            log_level=logging.ERROR,  # what strangers send is no news for whoever reads the log
            proxy_headers=False,
            server_header=False,
            date_header=False,
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            h11_max_incomplete_event_size=LARGEST_BODY,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=1,
        )
        self._server = _InThread(config)
        self._server.started_at_last = self._ready.set
        await self._server.serve(sockets=[self._socket])


def _paced(lane_of: LaneOf) -> type[PatientProtocol]:
    """The protocol with what all connections of one server share."""
    known = {lane: Pace(KNOWN_PER_S, KNOWN_AT_ONCE) for lane in (Lane.SEAT, Lane.DESK)}
    shared = {
        "lanes": {Lane.ANYONE: Pace(REQUESTS_PER_S, REQUESTS_AT_ONCE), **known},
        "arrivals": Bucket(ARRIVALS_PER_S, ARRIVALS_AT_ONCE),
        "antechamber": {},
        "lane_of": staticmethod(lane_of),
    }
    return type("PacedProtocol", (PatientProtocol,), shared)


class _InThread(uvicorn.Server):
    """Leaves signals to the main thread, and tells when it serves."""

    started_at_last: Callable[[], None]

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.started_at_last()
