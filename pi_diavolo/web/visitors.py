"""Who a visitor is: a signed cookie names the session and says whether it may use the desk.

So a desk stays open when the table is started anew, for as long as its key and its PIN are the same, and one
that was closed stays closed. A cookie
is not marked `Secure`: the table speaks plain http in its own network, where no browser would send it back
then. It is HttpOnly and SameSite=Strict.
"""

import hmac
import secrets
from collections.abc import Mapping

from pi_diavolo.table.players import Seat
from pi_diavolo.web.closed_desks import ClosedDesks
from pi_diavolo.web.snapshot import Phones

COOKIE = "diavolo"
# For a device that once had the desk; it opens nothing by itself.
DEVICE_COOKIE = "diavolo-device"
NONCE_LENGTH = 22
# The first letter of a session; the signature keeps anybody from changing it.
VISITOR, DESK = "v", "d"


class Sessions:
    """Visitors cost nothing: only phones at seats and desks that were closed are remembered."""

    def __init__(
        self, signing: bytes, seats: Mapping[Seat, str], pin: str = "", closed: ClosedDesks | None = None
    ) -> None:
        self._signing, self._secrets, self._pin = signing, seats, pin
        self._closed = ClosedDesks() if closed is None else closed
        self._phones: dict[Seat, str] = {}
        self._taken_over: set[Seat] = set()

    # Cookies

    def fresh(self) -> str:
        """A session that nobody had before."""
        return VISITOR + secrets.token_urlsafe(16)

    def cookie(self, session: str) -> str:
        """The cookie for a session."""
        return f"{session}.{self._signed(self._purpose(session), session)}"

    def session(self, cookie: str | None) -> str | None:
        """The session in a cookie that we have signed ourselves."""
        session, _, signature = (cookie or "").partition(".")
        if len(session) != 1 + NONCE_LENGTH or not session.isascii():
            return None
        expected = self._signed(self._purpose(session), session)
        good = hmac.compare_digest(signature.encode(), expected.encode())
        return session if good else None

    def csrf(self, session: str) -> str:
        """What the pages of this session must send along with everything that changes something."""
        return self._signed("csrf", session)

    def is_own(self, session: str | None, token: str) -> bool:
        """Does the token come from one of our own pages in this session?"""
        return session is not None and hmac.compare_digest(token.encode(), self.csrf(session).encode())

    def device_cookie(self, device: str | None) -> str:
        """What tells a device that had the desk from a stranger's, for as long as the PIN stays the same."""
        device = device or secrets.token_urlsafe(16)
        return f"{device}.{self._signed(self._of_devices, device)}"

    def device(self, cookie: str | None) -> str | None:
        """The device in a cookie that we have signed ourselves."""
        device, _, signature = (cookie or "").partition(".")
        if len(device) != NONCE_LENGTH or not device.isascii():
            return None
        expected = self._signed(self._of_devices, device)
        return device if hmac.compare_digest(signature.encode(), expected.encode()) else None

    @property
    def _of_devices(self) -> str:
        return f"device {self._pin}"

    def _purpose(self, session: str) -> str:
        # With another PIN all desks are closed.
        return f"desk {self._pin}" if session.startswith(DESK) else "cookie"

    def _signed(self, purpose: str, session: str) -> str:
        return hmac.digest(self._signing, f"{purpose} {session}".encode(), "sha256").hex()

    # The desk

    def open_desk(self, old: str | None) -> str:
        """A new session that may use the desk; the old one's seat goes with it, its name does not."""
        return self._renamed(old, DESK + secrets.token_urlsafe(16))

    def close_desk(self, old: str) -> str:
        """A new session that may not; nobody can come back with the old one."""
        return self._renamed(old, self.fresh())

    def is_desk(self, session: str | None) -> bool:
        """May it use the desk?"""
        return session is not None and session.startswith(DESK) and session not in self._closed

    def _renamed(self, old: str | None, new: str) -> str:
        for seat, holder in self._phones.items():
            if holder == old:
                self._phones[seat] = new
        if old is not None and self.is_desk(old):
            self._closed.add(old)
        return new

    # The seats

    def secret(self, seat: Seat) -> str:
        """What the seat's QR code carries."""
        return self._secrets[seat]

    def knows(self, seat: Seat, secret: str) -> bool:
        """Is this the seat's secret?"""
        return hmac.compare_digest(secret.encode(), self._secrets[seat].encode())

    def seat(self, session: str | None) -> Seat | None:
        """The seat that this session's phone plays."""
        return next((seat for seat, holder in self._phones.items() if holder == session), None)

    def claim(self, seat: Seat, session: str) -> bool:
        """Give a phone the seat, and take any other seat from it; False if another phone has it."""
        if self._phones.get(seat, session) != session:
            return False
        self._phones = {other: holder for other, holder in self._phones.items() if holder != session}
        self._phones[seat] = session
        return True

    def free(self, seat: Seat) -> str | None:
        """Any phone may claim the seat again; the session that had it."""
        return self._phones.pop(seat, None)

    def take_over(self, seat: Seat) -> None:
        """No simulated player plays there any more."""
        self._taken_over.add(seat)

    def hand_back(self, seat: Seat) -> bool:
        """The simulated player plays on; False where it has never stopped."""
        taken_over = seat in self._taken_over
        self._taken_over.discard(seat)
        return taken_over

    @property
    def phones(self) -> Phones:
        """As the pages show it."""
        return Phones(frozenset(self._phones), frozenset(self._taken_over))
