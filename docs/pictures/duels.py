"""A duel in a browser, and the cards that the camera knows by their stickers."""

import numpy as np
from playwright.sync_api import Browser, expect

from docs.pictures.browser import PHONE, SCREEN, opened
from docs.pictures.small import png
from pi_diavolo.painted_looks import for_show
from pi_diavolo.simulator.painter import Painter
from pi_diavolo.simulator.painting.cards import PaintedCard, lay_cards
from pi_diavolo.table.duels import ChoiceKind, Element
from tests.web.duelling import LEFT, RIGHT, chooses, die, roll_off, served_duel, team, throw
from tests.web.serving import Served

EARTH, FIRE, WATER, AIR = Element
SETTLING_MS = 1500
# What is cut out of the painted picture: the plate before one player, in rows and columns.
BEFORE_HER = np.s_[770:950, 300:980]


def duel(browser: Browser) -> bytes:
    """The scoreboard in the middle of the trials."""
    with served_duel(play=False, throws=False) as table:
        _to_the_trials(table)
        chooses(table, LEFT, ChoiceKind.PICK, dice=(die(LEFT, EARTH), die(LEFT, FIRE)))
        with opened(browser, table.url, SCREEN) as page:
            expect(page.locator(".trial-now")).to_be_visible()
            page.wait_for_timeout(SETTLING_MS)
            return page.screenshot()


def own_page(browser: Browser) -> bytes:
    """A duellist's phone: the secret team, and whom to bring into play."""
    with served_duel(play=False, throws=False) as table:
        _to_the_imps(table)
        with opened(browser, f"{table.url}/seat/{LEFT}#{table.keys.seats[LEFT]}", PHONE) as page:
            page.locator(".pick-imp").first.click()
            page.wait_for_timeout(SETTLING_MS)
            return page.screenshot()


def cards(browser: Browser) -> bytes:
    """Two imps laid on the plate, as the camera sees them."""
    look, camera = for_show()
    painter = Painter(look, camera)
    laid = (PaintedCard(10, (-48.0, -178.0), 4.0, seed=4), PaintedCard(12, (32.0, -176.0), -7.0, seed=7))
    lay_cards(painter.scene, laid)
    painter.use_sensor(painter.sensor)
    return png(painter.paint([], np.random.default_rng(1)).image[BEFORE_HER])


def _to_the_imps(table: Served) -> None:
    roll_off(table)
    throw(table, (EARTH, 4), (AIR, 3), (FIRE, 2), (AIR, 6))
    throw(table, (EARTH, 2), (AIR, 3), (FIRE, 5), (WATER, 6))


def _to_the_trials(table: Served) -> None:
    """With imps that nobody is asked about on the way."""
    _to_the_imps(table)
    for seat in (LEFT, RIGHT):
        plain = [imp for imp in team(table, seat) if imp == "Puck" or imp.startswith("Imp")]
        chooses(table, seat, ChoiceKind.PLAY, imps=tuple(plain[:2]))
    for seat in (LEFT, RIGHT):
        chooses(table, seat, ChoiceKind.PASS)
