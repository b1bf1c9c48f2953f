"""The pages of a table: joins the table, the referee, the languages and the log with the web server."""

import io
import ipaddress
import secrets
import socket
import sys
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

import segno

from pi_diavolo import pages_boards, pages_duels
from pi_diavolo.app import Table
from pi_diavolo.games import GAMES, Referee
from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.history_archive import Archive
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.network import first_address
from pi_diavolo.pages_turns import beyond, suggested, turns_played
from pi_diavolo.table.events import Event, Grab
from pi_diavolo.table.facts import Claim, Fact, Reached
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.web.appliance import Appliance
from pi_diavolo.web.asking import Counter
from pi_diavolo.web.closed_desks import ClosedDesks
from pi_diavolo.web.commands import Guests
from pi_diavolo.web.doors import LOCAL, known_names
from pi_diavolo.web.files import Files
from pi_diavolo.web.gallery import Gallery
from pi_diavolo.web.gallery import Pictures as PicturesShown
from pi_diavolo.web.house import House
from pi_diavolo.web.hub import Hub
from pi_diavolo.web.keys import Keys
from pi_diavolo.web.lanes import Lane, lane_of
from pi_diavolo.web.moment import Board, Moment
from pi_diavolo.web.pin_lock import PinLock
from pi_diavolo.web.routes import Application, application
from pi_diavolo.web.server import PageServer, listening
from pi_diavolo.web.setting_up import SetUpRoom, Workshop
from pi_diavolo.web.snapshot import Beyond, TableFacts
from pi_diavolo.web.tongue import Tongue, Tongues
from pi_diavolo.web.visitors import Sessions

if TYPE_CHECKING:
    from pi_diavolo.album import Album

PORT = 8666
USUAL_PORT = 80  # browsers ask there by themselves
TONGUES: Tongues = {code: partial(Speaker, catalogue) for code, catalogue in CATALOGUES.items()}
# A thread that wants to rule must not wait for one that serves pages: by default it would for 5 ms, and every
# step of the log's commit anew (benchmarks/pages.py).
SWITCH_S = 0.0005


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How the table stands: where it serves, which part is simulated, and where its log is kept."""

    port: int = PORT
    host: str | None = None  # None: the whole network
    hosts: tuple[str, ...] = ()  # more names that it is known by
    language: str = "en"
    speed: float = 1.0
    hands_simulated: bool = False
    simulated: bool = False
    played_by_itself: frozenset[Seat] = frozenset()
    tray_mm: tuple[float, float] = (300.0, 300.0)
    die_mm: float = 16.0
    log_file: Path | None = None
    known: Mapping[PlayerId, str] = field(default_factory=dict)
    album: "Album | None" = None  # of the camera's pictures, or of those painted for it
    pictures_open: bool = False  # to those without the PIN, too
    set_up: Callable[[], Workshop] | None = None  # makes what the set-up page works with
    appliance: Appliance | None = None  # where the table is the machine's own service


class Pages:
    """Serves the table's pages from `with` on; everything they ask for goes through the table's inbox."""

    def __init__(
        self,
        table: Table,
        referee: Referee,
        now: Callable[[], float],
        keys: Keys,
        around: Surroundings,
        closed: ClosedDesks | None = None,
    ) -> None:
        self._table, self._now, self._keys, self._around = table, now, keys, around
        self._closed = closed
        self._kind = next((name for name, make in GAMES.items() if type(referee) is make), "")
        self._board = Board(referee, table.names, lambda: table.decisions)
        self._gallery = Gallery(_pictures(around.album), around.pictures_open)
        self._hub = Hub(self._facts(), TONGUES, self._beyond, now, self._board.moment)
        self._server = PageServer(self._application, listening(around.port, around.host), self._lane_of)
        self._switch_before = sys.getswitchinterval()
        self._came_round = True
        self.house: House | None = None  # both from the start on
        self.application: Application | None = None

    @property
    def port(self) -> int:
        """The port it serves on, also where any free one was asked for."""
        return self._server.port

    @property
    def address(self) -> str:
        """Where people in the same network find the table."""
        port = "" if self.port == USUAL_PORT else f":{self.port}"
        return f"http://{_written(self._around.host or own_address())}{port}/"

    def came_round(self) -> bool:
        """Whether the server has done anything since this was asked last; a dead or a hung one has not."""
        came, self._came_round = self._came_round, False
        self._server.call(self._comes_round)
        return came

    def _comes_round(self) -> None:
        self._came_round = True

    def __enter__(self) -> Self:
        sys.setswitchinterval(SWITCH_S)
        self._server.start()
        self._board.tell(lambda moment: self._server.call(self._hub.take, moment))
        self._table.add_outlet(self._board)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()
        sys.setswitchinterval(self._switch_before)

    def _facts(self) -> TableFacts:
        around = self._around
        return TableFacts(
            secrets.token_hex(8),
            around.tray_mm,
            around.die_mm,
            around.simulated,
            around.played_by_itself,
            around.speed,
            around.pictures_open,
            self._kind,
            pages_boards.seats_at(self._kind),
        )

    def _beyond(self, moment: Moment) -> Beyond:
        found = pages_duels.beyond(moment) or pages_boards.beyond(moment) or beyond(moment)
        return replace(found, picture=self._gallery.number(moment.scene))

    def _application(self) -> Application:
        around = self._around
        self.house = House(
            hub=self._hub,
            counter=Counter(self._table.inbox.put),
            sessions=Sessions(self._keys.signing, self._keys.seats, self._keys.pin, self._closed),
            lock=PinLock(self._keys.pin),
            guests=Guests(around.known, _new_player),
            files=Files(),
            lang=around.language,
            turns=_turns,
            suggested=suggested,
            tap=self._tap,
            seat_address=self._seat_address,
            set_up=SetUpRoom(around.set_up),
            board_before=pages_boards.board_before,
            duel_before=pages_duels.duel_before,
            past=Archive(around.log_file, TONGUES) if around.log_file else None,
            gallery=self._gallery,
            appliance=around.appliance,
        )
        names = known_names(socket.gethostname(), around.hosts)
        self.application = application(self.house, names)
        return self.application

    def _lane_of(self, cookie: str) -> Lane:
        if self.house is None:
            return Lane.ANYONE
        return lane_of(self.house.sessions.session(cookie), self.house.sessions)

    def _tap(self, moment: Moment, seat: Seat, colour: Colour, at: float, error: float) -> Event | Fact:
        if moment.settings.get("grabs") != Grabs.BASES:
            return Grab(seat, colour, at, error=error)
        # With bases a real imp must be off its base; a simulated one is lifted by the tap itself.
        return Reached(seat, colour, at) if self._around.hands_simulated else Claim(seat, colour, at)

    def _seat_address(self, host: str, seat: Seat, secret: str) -> str:
        # The secret stands behind a #: browsers do not send it, so that no log or neighbour sees it.
        name = host.rpartition(":")[0].strip("[]") or host
        base = self.address if name in LOCAL else f"http://{host}/"
        return f"{base}seat/{seat}#{secret}"


def _pictures(album: "Album | None") -> PicturesShown | None:
    if album is None:
        return None
    # Late: it brings the eyes' libraries with it, and a table of numbers has no pictures.
    from pi_diavolo.picturing import Pictures

    return Pictures(album)


def _turns(moment: Moment, tongue: Tongue) -> list[dict[str, Any]]:
    rounds = pages_duels.rounds_played(moment, tongue)
    if rounds is None:
        rounds = pages_boards.turns_played(moment, tongue)
    return turns_played(moment, tongue) if rounds is None else rounds


def _new_player() -> PlayerId:
    return PlayerId(uuid.uuid4().hex[:12])


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            # No router: the table may be one itself.
            return first_address() or "127.0.0.1"


def _written(address: str) -> str:
    try:
        return f"[{address}]" if ipaddress.ip_address(address).version == 6 else address
    except ValueError:
        return address


def print_address(pages: Pages, output: IO[str]) -> None:
    """The address as text and as a QR code that a phone can scan off the terminal."""
    drawn = io.StringIO()
    segno.make(pages.address, micro=False).terminal(drawn, compact=True)
    output.write(f"{drawn.getvalue()}{pages.address}\n")
