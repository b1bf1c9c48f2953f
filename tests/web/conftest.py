"""Tables for the tests of the server; each test module gets its own, and leaves others alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import chromium
from tests.web.client import Visitor
from tests.web.serving import Served, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser, without a window."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def lobby() -> Iterator[Served]:
    """An empty lobby; nothing happens by itself."""
    with served(sit_down=False, play=False) as here:
        yield here


@pytest.fixture
def game() -> Iterator[Served]:
    """Four players have begun; nothing happens by itself."""
    with served(play=False) as here:
        yield here


@pytest.fixture
def simulated() -> Iterator[Served]:
    """Simulated people play, ten times as fast as life."""
    with served(speed=10.0) as here:
        yield here


@pytest.fixture
def visitor(lobby: Served) -> Visitor:
    """Somebody who has just opened a page in the lobby."""
    one = Visitor(lobby)
    one.meet()
    return one
