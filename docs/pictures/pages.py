"""The table's own pages in a browser, in the turn whose dice the painted pictures show."""

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from docs.pictures.browser import PHONE, SCREEN, opened
from docs.pictures.painted import THROW, thrown
from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.seeing import doubted
from pi_diavolo.table.events import DiceAtRest, DiceRolling, Grab, ImpsConfirmed, RollRead, TurnEnded
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from tests.evenings import keep_evening
from tests.makers import a_roll
from tests.web.serving import PIN, Served, served

BLACK, WHITE, RED, GRAY = Colour.BLACK, Colour.WHITE, Colour.RED, Colour.GRAY
Taken = Mapping[int, tuple[Colour, int]]  # seat → which imp, how many ms after the dice lay still
BEFORE: tuple[tuple[Roll, Taken], ...] = (
    (a_roll(), {1: (RED, 1204), 2: (RED, 1630), 3: (WHITE, 1502), 4: (RED, 1811)}),
    (a_roll(order="smallest_sum"), {1: (BLACK, 1377), 2: (RED, 1290), 3: (BLACK, 2041), 4: (BLACK, 1105)}),
    (a_roll(order="most_odd"), {1: (RED, 1660), 2: (BLACK, 1333), 3: (RED, 1498), 4: (WHITE, 1940)}),
    (a_roll(order="highest_value"), {2: (RED, 1402), 3: (GRAY, 1220), 4: (BLACK, 1650)}),
)
NOW: Taken = {1: (RED, 1318), 2: (RED, 1461), 3: (BLACK, 927), 4: (RED, 1674)}
RULES = HouseRules(grabs=Grabs.PHONES, grab_time_s=600)
SPEED = 20.0
TURN_S = 6.0  # what a turn takes before it is told to the table
SETTLING_MS = 2000  # until all that a ruling moves on a page has come to rest


@contextmanager
def at_the_table() -> Iterator[Served]:
    """Four people whose fifth turn has just been ruled, its dice read from the painted picture."""
    album = Album()
    with served(play=False, album=album, rules=RULES, speed=SPEED) as table:
        for roll, taken in BEFORE:
            _turn(table, roll, taken)
        _turn(table, _painted(album), NOW)
        yield table


def _painted(album: Album) -> Roll:
    seen = thrown(THROW)
    camera = seen.looked.camera
    assert camera is not None, "the table for show is always found"
    frame = Frame(seen.looked.image, 7.0)
    album.shows(seen.table)
    album.saw(frame, camera)
    album.read(frame, camera, seen.looked.view)
    return doubted(seen.looked.view)


def _turn(table: Served, roll: Roll, taken: Taken) -> None:
    rest = table.clock.now() + 1.5
    time.sleep(TURN_S / SPEED)
    _thrown(table, roll, rest)
    for number, (imp, ms) in sorted(taken.items(), key=lambda one: one[1][1]):
        table.happen(Grab(Seat(number), imp, rest + ms / 1000))
    table.happen(TurnEnded(table.clock.now()))


def _thrown(table: Served, roll: Roll, rest: float) -> None:
    begin = rest - 1.5
    table.happen(ImpsConfirmed(begin), DiceRolling(begin), DiceAtRest(rest), RollRead(roll, rest))


def scoreboard(browser: Browser, size: tuple[int, int] = SCREEN) -> bytes:
    """What the room sees when a turn is ruled."""
    with at_the_table() as table, opened(browser, table.url, size) as page:
        return _settled(page, page.locator("main").first)


def desk(browser: Browser) -> bytes:
    """The referee's desk, with the camera's picture to tap at."""
    with at_the_table() as table, opened(browser, f"{table.url}/desk", (1280, 864), light=True) as page:
        _unlock(page, "#desk")
        return _settled(page, page.locator(".desk-answer").first)


def house_rules(browser: Browser) -> bytes:
    """Where the desk keeps players, variants and house rules."""
    with (
        served(sit_down=False, play=False) as table,
        opened(browser, f"{table.url}/desk", (1280, 100), light=True) as page,
    ):
        _unlock(page, "#desk")
        page.get_by_role("tab", name="Players and rules").click()
        return _settled(page, page.get_by_text("Save the rules"), whole=True)


def seat(browser: Browser) -> bytes:
    """A phone as four buttons, while everybody looks at the dice."""
    # At the speed of life: the phone tells how exact it is, and that grows with the table's speed.
    with served(play=False, rules=RULES) as table:
        _thrown(table, _painted(Album()), table.clock.now())
        address = f"{table.url}/seat/1#{table.keys.seats[Seat(1)]}"
        with opened(browser, address, PHONE) as page:
            return _settled(page, page.locator("#play"))


def history(browser: Browser) -> bytes:
    """How everybody played in the games of the past."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "games.db"
        keep_evening(log, ("Mia", "Emil", "Zoé", "Ben", "Ida"), over=5)
        with (
            served(play=False, log_file=log) as table,
            opened(browser, f"{table.url}/games#players", (1280, 860), light=True) as page,
        ):
            return _settled(page, page.locator("main svg").first)


def set_up(browser: Browser) -> bytes:
    """The first step of the set-up, on a phone: markers found, focus good."""
    with tempfile.TemporaryDirectory() as folder:
        beside = Path(folder) / "games.db"
        with (
            served(sit_down=False, play=False, wired=True, set_up_beside=beside) as table,
            opened(browser, f"{table.url}/setup", PHONE, light=True) as page,
        ):
            _unlock(page, "#step")
            expect(page.locator(".seen-found")).to_have_count(4)
            return _settled(page, page.locator(".setup-meter"))


def _unlock(page: Page, inside: str) -> None:
    page.locator("#pin-field").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator(inside)).to_be_visible(timeout=60_000)


def _settled(page: Page, shown: Locator, whole: bool = False) -> bytes:
    expect(shown).to_be_visible()
    page.wait_for_timeout(SETTLING_MS)
    return page.screenshot(full_page=whole)
