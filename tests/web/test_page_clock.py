"""The table's clock as a phone knows it: what is measured, what is forgotten, and what a sleep does to it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo.table.players import Seat
from tests.makers import a_roll
from tests.web.browsing import Visitors, expect_soon, needs_chromium
from tests.web.serving import Served

pytestmark = needs_chromium
PHONE = (390, 844)
# A clock of its own with a time that we set: `sample(sent, trip, ahead)` is a question to a table that is so
# many seconds ahead of the phone, asked when the phone's clock says `sent`.
CLOCK = """
async () => {
  const { TableClock } = await import("/static/table_clock.js");
  window.clock = new TableClock();
  window.time = (seconds) => { performance.now = () => seconds * 1000; };
  window.sample = (sent, trip, ahead) => {
    time(sent);
    const asked = clock.ask();
    time(sent + trip);
    clock.measured(asked, sent + trip / 2 + ahead);
  };
}
"""


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()


@pytest.fixture
def page(visitors: Visitors, lobby: Served) -> Page:
    """A page with nothing on it but a clock."""
    page = visitors.page(f"{lobby.url}/static/icon.svg")
    page.evaluate(CLOCK)
    return page


def ask(page: Page, script: str) -> Any:
    return page.evaluate(f"() => {{ {script} }}")


def test_the_shortest_round_trip_sets_the_clock(page: Page) -> None:
    ask(page, "sample(10, 0.2, 1000.05); sample(11, 0.02, 1000); sample(12, 0.4, 1000.1);")
    assert ask(page, "return clock.at(13000)") == pytest.approx(1013)
    assert ask(page, "return clock.error") == pytest.approx(0.01, abs=1e-3)


def test_a_sample_that_cannot_be_true_beside_a_newer_one_is_dropped(page: Page) -> None:
    """The phone slept for five seconds: its clock stood still, the table's did not."""
    ask(page, "sample(10, 0.01, 1000); sample(11, 0.1, 1005);")
    assert ask(page, "return clock.at(12000)") == pytest.approx(1017)
    assert ask(page, "return clock.error") == pytest.approx(0.05, abs=1e-3)


def test_samples_get_worse_with_age(page: Page) -> None:
    ask(page, "sample(10, 0.01, 1000);")
    young = ask(page, "return clock.error")
    old = ask(page, "time(610); return clock.error")
    assert old == pytest.approx(young + 600 * 50e-6, abs=1e-4)
    ask(page, "sample(620, 0.02, 1000.001);")
    assert ask(page, "return clock.roundTrip") == pytest.approx(0.02)


def test_an_answer_to_a_question_from_before_the_sleep_is_no_measurement(page: Page) -> None:
    ask(
        page, "time(10); const asked = clock.ask(); clock.forget(); time(10.01); clock.measured(asked, 1010);"
    )
    assert ask(page, "return clock.roundTrip") is None


def asleep_for_a_while(page: Page) -> None:
    """The phone wakes, and its clock stood still meanwhile; no line was lost."""
    page.evaluate(
        """() => {
          const real = performance.now.bind(performance);
          performance.now = () => real() - 5000;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )


def test_a_phone_that_slept_knows_when_it_is_tapped(game: Served, visitors: Visitors) -> None:
    page = visitors.page(f"{game.url}/seat/1#{game.keys.seats[Seat(1)]}", size=PHONE)
    expect(page.locator("#exact")).to_contain_text("times ± ")
    asleep_for_a_while(page)
    game.roll(a_roll())
    expect(page.locator("#play")).to_have_attribute("data-calls", "true")
    expect(page.locator("#exact")).to_contain_text("times ± ")
    before = game.clock.now()
    page.locator(".of-red").tap()
    expect_soon(page, lambda: bool(game.referee.state.game.turn.presses))
    (press,) = game.referee.state.game.turn.presses
    assert before <= press.grab.at <= game.clock.now()
    assert press.grab.error < 0.2  # as wide as could be, had it claimed five seconds


def test_whatever_was_measured_is_measured_anew_on_a_new_line(game: Served, visitors: Visitors) -> None:
    page = visitors.page(f"{game.url}/seat/1#{game.keys.seats[Seat(1)]}", size=PHONE)
    expect(page.locator("#exact")).to_contain_text("times ± ")
    page.evaluate(
        """async () => {
          const { TableClock } = await import("/static/table_clock.js");
          const forget = TableClock.prototype.forget;
          window.forgotten = 0;
          TableClock.prototype.forget = function () { window.forgotten += 1; forget.call(this); };
          dispatchEvent(new Event("online"));
        }"""
    )
    expect_soon(page, lambda: page.evaluate("window.forgotten") > 0)
