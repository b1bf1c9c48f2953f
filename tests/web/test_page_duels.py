"""A duel in a real browser: the scoreboard, a duellist's own page, the desk; and whose imps stay a secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo.table.duels import ChoiceKind, Element
from pi_diavolo.table.players import Seat
from tests.web.accessibility import dress, findings, needs_axe
from tests.web.browsing import Visitors, key, needs_chromium
from tests.web.duelling import LEFT, RIGHT, chooses, die, roll_off, served_duel, team, throw
from tests.web.serving import Served

pytestmark = needs_chromium

PHONE, PROJECTOR = (390, 844), (1920, 1080)
# What stands side by side in a trial: a total, the element, the other total.
BESIDE = ".trial-total, .element"


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    everyone = Visitors(browser)
    yield everyone
    everyone.leave()


@pytest.fixture
def duel() -> Iterator[Served]:
    """Mia and Emil duel; nothing happens by itself."""
    with served_duel(play=False, throws=False) as here:
        yield here


def own_page(visitors: Visitors, here: Served, seat: Seat, language: str = "en-GB") -> Page:
    return visitors.page(f"{here.url}/seat/{seat}#{here.keys.seats[seat]}", language=language, size=PHONE)


def the_desk(visitors: Visitors, here: Served) -> Page:
    page = visitors.page(f"{here.url}/desk")
    page.locator("#pin-field").fill(here.keys.pin)
    page.locator("#pin-field").press("Enter")
    expect(page.locator(".desk-duel")).to_be_visible()
    return page


def to_the_imps(here: Served) -> None:
    roll_off(here)
    throw(here, (Element.EARTH, 4), (Element.AIR, 3), (Element.FIRE, 2), (Element.AIR, 6))
    throw(here, (Element.EARTH, 2), (Element.AIR, 3), (Element.FIRE, 5), (Element.WATER, 6))


def to_the_trials(here: Served) -> None:
    """Plain imps only, so that nobody is asked about powers; Earth and Air are the left one's, doubly."""
    to_the_imps(here)
    for seat in (LEFT, RIGHT):
        chooses(here, seat, ChoiceKind.PLAY, imps=(plain(here, seat),))
    for seat in (LEFT, RIGHT):
        chooses(here, seat, ChoiceKind.PASS)


def plain(here: Served, seat: Seat) -> str:
    return next(imp for imp in team(here, seat) if imp == "Puck" or imp.startswith("Imp"))


def trial(page: Page, element: Element) -> list[str]:
    """What the scoreboard shows of a trial: the left total, how it ended, the right total."""
    row = page.locator(f".trial[data-element={element}]")
    left, right = row.locator(".trial-total").all()
    ended = row.locator(".trial-outcome").inner_text()
    return [left.inner_text(), ended, right.inner_text()]


# The scoreboard


def test_the_scoreboard_shows_a_duel_from_the_first_roll_to_a_ruling(
    visitors: Visitors, duel: Served
) -> None:
    page = visitors.page(duel.url, size=PROJECTOR)
    expect(page.locator("#headline")).to_have_text("Mia, roll one die: whoever rolls higher leads.")
    roll_off(duel)
    expect(page.locator(".side[data-seat='1'] .badge-lead")).to_be_visible()
    expect(page.locator(".duel-steps .here")).to_contain_text("Roll")
    under_way = page.locator(".trial-now")
    throw(duel, (Element.EARTH, 4), (Element.AIR, 3), (Element.FIRE, 2), (Element.AIR, 6))
    expect(page.locator(".trial[data-element=air] .trial-total").first).to_have_text("9")
    expect(page.locator(".side[data-seat='1'] .pool-die")).to_have_count(4)
    throw(duel, (Element.EARTH, 2), (Element.AIR, 3), (Element.FIRE, 5), (Element.WATER, 6))
    for seat in (LEFT, RIGHT):
        chooses(duel, seat, ChoiceKind.PLAY, imps=(plain(duel, seat),))
        expect(page.locator(f".side[data-seat='{seat}'] .imp-card")).to_contain_text(plain(duel, seat))
    for seat in (LEFT, RIGHT):
        chooses(duel, seat, ChoiceKind.PASS)
    expect(under_way).to_contain_text("Earth")
    assert trial(page, Element.EARTH) == ["4\n×2", "◀ Mia wins doubly", "2"]
    expect(page.locator("#headline")).to_have_text("Mia, choose the dice to turn by 2, 2 at most.")
    chooses(duel, LEFT, ChoiceKind.PASS)
    chooses(duel, RIGHT, ChoiceKind.PASS)
    chooses(duel, RIGHT, ChoiceKind.PASS)
    chooses(duel, RIGHT, ChoiceKind.PASS)
    expect(under_way).to_contain_text("Air")
    assert trial(page, Element.WATER) == ["0", "Emil wins doubly ▶", "6\n×2"]
    chooses(duel, LEFT, ChoiceKind.PICK, imps=(plain(duel, RIGHT),))
    expect(page.locator(".side[data-seat='4'] .side-left")).to_have_attribute("aria-label", "imps left: 3")
    chooses(duel, LEFT, ChoiceKind.PASS)
    expect(page.locator("#where")).to_contain_text("Round 2")
    expect(page.locator("#story")).to_contain_text("Round 1 is over. Imps left: Mia 4, Emil 3.")
    assert page.locator(".side[data-seat='4'] .zone-banished s").inner_text() == plain(duel, RIGHT)


def test_a_simulated_duel_is_watched_to_the_winners_moment(visitors: Visitors) -> None:
    with served_duel(speed=400.0, seed=3) as here:
        page = visitors.page(here.url)
        expect(page.locator(".duel-winner")).to_be_visible(timeout=20_000)
        winner = here.referee.state.game.duel.winner
        name = {LEFT: "Mia", RIGHT: "Emil"}[winner]
        expect(page.locator("#headline")).to_have_text(f"{name} wins!")
        page.get_by_role("button", name="Play again").click()
        expect(page.locator(".duel-winner")).to_be_hidden()


def test_nothing_is_cut_off_on_any_screen(visitors: Visitors, duel: Served) -> None:
    to_the_trials(duel)
    page = visitors.page(duel.url, language="de-DE", size=PROJECTOR)
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".trial-now")).to_be_visible()
    for width, height in (PROJECTOR, (1280, 720), (1024, 1366), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert cut_off(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_names_find_room_in_every_trial(visitors: Visitors) -> None:
    with served_duel(play=False, throws=False, names=("Friedrich-Wilhelm", "Maximiliane")) as here:
        to_the_trials(here)
        page = visitors.page(here.url, language="de-DE", size=PROJECTOR)
        expect(page.locator(".trial-now .trial-outcome")).to_contain_text("Friedrich-Wilhelm")
        assert cut_off(page) == []
        for row in page.locator(".trial").all():
            left, sign, right = (part.bounding_box() for part in row.locator(BESIDE).all())
            assert left
            assert sign
            assert right
            assert left["x"] + left["width"] <= sign["x"]
            assert sign["x"] + sign["width"] <= right["x"]


def cut_off(page: Page) -> list[str]:
    """What does not show all of its content, and does not say so by dots either."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".duel *")].filter((node) =>
             (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
               && getComputedStyle(node).overflowX === "hidden"
               && !getComputedStyle(node).textOverflow.includes("ellipsis")).map((node) => node.className)"""
    )
    return found


# The own page


def test_a_duellist_plays_a_round_on_the_own_page(visitors: Visitors, duel: Served) -> None:
    roll_off(duel)
    page = own_page(visitors, duel, LEFT)
    say = page.locator("#duel .seat-say")
    expect(say).to_have_text("Your turn! Mia, roll up to 4 dice from your pool.")
    expect(key(page, "send")).to_be_disabled()
    for tapped in ("die-1-earth-1", "die-1-air-2"):
        key(page, tapped).click()
    expect(key(page, "send")).to_have_text("Roll these (2)")
    key(page, "send").click()
    expect(say).to_have_text("Your turn! Mia, now roll Earth, Air!")
    throw(duel, (Element.EARTH, 4), (Element.AIR, 6))
    expect(say).to_have_text("Emil, roll up to 4 dice from your pool.")
    throw(duel, (Element.EARTH, 1), (Element.AIR, 1))
    mine = plain(duel, LEFT)
    key(page, f"imp-{mine}").click()
    key(page, "send").click()
    chooses(duel, RIGHT, ChoiceKind.PLAY, imps=(plain(duel, RIGHT),))
    expect(page.locator(".team-imp.in_play")).to_contain_text(mine)
    key(page, "pass").click()
    chooses(duel, RIGHT, ChoiceKind.PASS)
    expect(say).to_have_text("Your turn! Mia, choose the dice to turn by 2, 2 at most.")
    key(page, "die-1-earth-1").click()
    expect(key(page, "send")).to_have_text("Turn by +2")
    key(page, "send").click()
    expect(say).to_have_text("Your turn! Mia, choose the imp to banish.")
    key(page, f"imp-{plain(duel, RIGHT)}").click()
    key(page, "send").click()
    expect(say).to_have_text("Your turn! Mia, choose the dice to banish, 1 at most.")
    key(page, "pass").click()
    expect(page.locator(".duel-step")).to_contain_text("Round 2")
    assert duel.referee.state.game.duel.imps_left(RIGHT) == 3


def test_four_imps_are_picked_in_secret(visitors: Visitors) -> None:
    with served_duel(play=False, throws=False, settings={"teams": "picked"}) as here:
        page = own_page(visitors, here, LEFT, "fr-FR")
        cards = page.locator(".pick-imp")
        for place in range(4):
            expect(key(page, "send")).to_be_disabled()
            cards.nth(place).click()
        expect(cards.nth(4)).to_be_disabled()
        key(page, "send").click()
        expect(page.locator(".team-imp")).to_have_count(4)
        assert page.locator(".team-imp strong").all_inner_texts() == team(here, LEFT)


def test_whoever_plays_along_chooses_on_the_own_page(visitors: Visitors) -> None:
    with served_duel(speed=4.0) as here:
        board = visitors.page(here.url)
        board.get_by_role("button", name="Play along").click()
        board.locator(".choice[data-seat='4']").click()
        board.wait_for_url(f"{here.url}/seat/4")
        expect(board.locator(".team-imp, .pick-imp").first).to_be_visible()
        # The simulated Mia plays on, and Emil's are these hands now.
        expect(board.locator("#duel")).to_contain_text("Your turn! Emil,", timeout=60_000)
        expect(board.locator(".duel-choosing button").first).to_be_visible()


# Before the duel


def test_two_phones_sit_down_and_begin_without_any_coloured_button(visitors: Visitors) -> None:
    with served_duel(play=False, throws=False, sit_down=False) as here:
        first, second = own_page(visitors, here, LEFT), own_page(visitors, here, RIGHT, "de-DE")
        for page, name in ((first, "Bea"), (second, "Rob")):
            expect(page.locator("#buttons")).to_be_hidden()
            # A letter of a name is no press of a colour.
            page.locator(".seat-sit input").press_sequentially(name)
            key(page, "sit").click()
            expect(page.locator("#name")).to_have_text(name)
        expect(second.locator("#duel .seat-say")).to_have_text("Beide sind da.")
        key(first, "start").click()
        expect(second.locator("#duel .seat-say")).to_contain_text("Bea, würfle mit einem Würfel")
        assert list(here.referee.state.seats) == [LEFT, RIGHT]


def test_where_the_youngest_leads_somebody_says_who_that_is(visitors: Visitors) -> None:
    with served_duel(play=False, throws=False, sit_down=False, settings={"first_lead": "youngest"}) as here:
        first, second = own_page(visitors, here, LEFT), own_page(visitors, here, RIGHT)
        for page, name in ((first, "Bea"), (second, "Rob")):
            page.locator(".seat-sit input").fill(name)
            key(page, "sit").click()
        expect(second.locator("#duel .seat-say")).to_have_text("Who is the youngest?")
        expect(key(second, "start")).to_be_disabled()
        key(second, "youngest").click()
        key(second, "start").click()
        expect(second.locator("#duel .seat-say")).to_contain_text("Rob, roll up to 4 dice")


def test_the_desk_changes_a_duels_house_rules(visitors: Visitors) -> None:
    with served_duel(play=False, throws=False, sit_down=False) as here:
        desk = visitors.page(f"{here.url}/desk", language="fr-FR")
        desk.locator("#pin-field").fill(here.keys.pin)
        desk.locator("#pin-field").press("Enter")
        desk.locator("#tab-players").click()
        desk.locator("#rule-teams").select_option("picked")
        desk.locator("#rule-decline").uncheck()
        desk.locator("#rule-most_rounds").fill("9")
        desk.locator("#rule-most_rounds").press("Tab")
        key(desk, "rules-save").click()
        expect(key(desk, "rules-save")).to_be_disabled()
        rules = here.referee.state.rules
        assert (rules.teams, rules.decline, rules.most_rounds) == ("picked", False, 9)
        assert "desk_rule" not in desk.locator("body").inner_text()


# After the duel


def test_a_duel_of_the_past_is_told_in_rounds_and_trials(visitors: Visitors, tmp_path: Path) -> None:
    with served_duel(speed=400.0, seed=3, log_file=tmp_path / "games.db") as here:
        board = visitors.page(here.url)
        expect(board.locator(".duel-winner")).to_be_visible(timeout=20_000)
        rounds = len(here.referee.state.game.rulings)
        past = visitors.page(f"{here.url}/games", language="de-DE", size=PHONE)
        expect(past.locator(".game-card")).to_contain_text(f"Devilish Duels · 3 min · {rounds} Runden")
        past.locator(".game-link").click()
        expect(past.locator(".turn")).to_have_count(rounds)
        expect(past.locator("#view")).to_contain_text("Runde für Runde")
        expect(past.locator(".ranking tbody tr")).to_have_count(2)
        expect(past.locator(".duel-numbers").first).to_contain_text("Erde:")
        past.goto(f"{here.url}/games#players")
        expect(past.locator("#view")).to_contain_text("Imps: Devilish Duels")
        expect(past.locator(".duel-numbers")).to_have_count(2)
        assert past.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert "duel_" not in past.locator("body").inner_text()


# Secrets


def test_no_page_but_the_own_one_tells_a_team(visitors: Visitors, duel: Served) -> None:
    to_the_imps(duel)
    ours, theirs = team(duel, LEFT), team(duel, RIGHT)
    own = own_page(visitors, duel, LEFT)
    expect(key(own, f"imp-{ours[0]}")).to_be_visible()
    others = {visitors.page(duel.url): ours + theirs, the_desk(visitors, duel): ours + theirs, own: theirs}
    for page, secret in others.items():
        expect(page.locator("body")).to_contain_text("bring one or two imps into play")
        told = page.content() + page.evaluate("fetch('/api/state').then((answer) => answer.text())")
        assert [imp for imp in secret if imp in told] == []
    page = visitors.page(f"{duel.url}/seat/{RIGHT}", size=PHONE)
    expect(page.locator("#door")).to_be_visible()
    assert [imp for imp in ours + theirs if imp in page.content()] == []


def test_a_seat_that_was_freed_shows_its_team_no_more(visitors: Visitors, duel: Served) -> None:
    to_the_imps(duel)
    page, desk = own_page(visitors, duel, LEFT), the_desk(visitors, duel)
    ours = team(duel, LEFT)
    expect(key(page, f"imp-{ours[0]}")).to_be_visible()
    desk.locator("#tab-phones").click()
    key(desk, f"free-{LEFT}").click()
    expect(page.locator("#door")).to_be_visible()
    assert [imp for imp in ours if imp in page.content()] == []


# The desk


def test_the_desk_puts_a_die_right_in_two_taps_and_takes_it_back(visitors: Visitors, duel: Served) -> None:
    to_the_imps(duel)
    desk = the_desk(visitors, duel)
    move = desk.locator(".duel-moves li").filter(has_text="Mia rolls")
    move.get_by_role("button", name="Earth shows 4").click()
    desk.locator("#choose").get_by_role("button", name="1").click()
    expect(move).to_contain_text("Mia rolls Earth 1, Air 3, Fire 2, Air 6.")
    expect(desk.locator(".desk-duel")).to_contain_text("Earth: Mia 1, Emil 2")
    expect(desk.locator(".desk-duel")).to_contain_text("This is secret")
    key(desk, "undo").click()
    expect(desk.locator(".desk-duel")).to_contain_text("Earth: Mia 4, Emil 2")


def test_the_desk_puts_a_choice_right_also_one_of_an_older_round(visitors: Visitors, duel: Served) -> None:
    to_the_trials(duel)
    chooses(duel, LEFT, ChoiceKind.PICK, dice=(die(LEFT, Element.EARTH),))
    desk = the_desk(visitors, duel)
    turned = desk.locator(".duel-moves li").filter(has_text="Mia chooses").first
    turned.get_by_role("button").click()
    sheet = desk.locator("#choose")
    expect(sheet).to_contain_text("What was chosen instead?")
    expect(key(sheet, "die-1-earth-1")).to_have_attribute("aria-pressed", "true")
    key(sheet, "die-1-earth-1").click()
    key(sheet, "die-1-fire-1").click()
    key(sheet, "die-1-air-1").click()
    key(sheet, "send").click()
    expect(desk.locator(".duel-moves")).to_contain_text("Mia chooses Fire, Air.")
    # Emil still wins the Fire, but not doubly any more.
    expect(desk.locator(".desk-duel")).to_contain_text("Fire: Emil 5, Mia 4 → Emil wins")
    for _ in ("Fire", "Water", "and a roll"):
        chooses(duel, RIGHT, ChoiceKind.PASS)
    chooses(duel, LEFT, ChoiceKind.PICK, imps=(plain(duel, RIGHT),))
    chooses(duel, LEFT, ChoiceKind.PASS)
    desk.locator("#tab-turns").click()
    key(desk, "turn-1").click()
    banished = desk.locator(".duel-moves li").filter(has_text=f"Mia chooses {plain(duel, RIGHT)}.")
    banished.get_by_role("button").click()
    key(desk.locator("#choose"), "pass").click()
    expect(banished).to_have_count(0)
    assert duel.referee.state.game.duel.imps_left(RIGHT) == 4


def test_a_corrected_choice_tells_no_imp_that_nobody_has_seen(visitors: Visitors, duel: Served) -> None:
    to_the_trials(duel)
    desk = the_desk(visitors, duel)
    move = desk.locator(".duel-moves li").filter(has_text=f"Mia brings {plain(duel, LEFT)}").first
    move.get_by_role("button").click()
    # Nothing else can be told of: only taking it back is offered.
    expect(desk.locator("#choose")).to_contain_text("take this move back?")
    number = move.get_attribute("data-move")
    told = desk.evaluate(f"fetch('/api/duel?move={number}').then((answer) => answer.text())")
    hidden = [imp for seat in (LEFT, RIGHT) for imp in team(duel, seat) if imp != plain(duel, seat)]
    assert [imp for imp in hidden if imp in told] == []


def test_the_desk_types_dice_in_and_chooses_what_is_no_secret(visitors: Visitors, duel: Served) -> None:
    desk = the_desk(visitors, duel)
    for value in ("5", "2"):
        key(desk, "type-in").click()
        desk.locator("#choose select").select_option(value)
        key(desk, "typed").click()
    expect(desk.locator(".desk-duel h2").first).to_contain_text("Mia, roll up to 4 dice")
    desk.locator(".desk-offers summary").click()
    key(desk, "die-1-fire-1").click()
    key(desk, "send").click()
    expect(desk.locator(".desk-duel h2").first).to_contain_text("Mia, now roll Fire!")
    key(desk, "type-in").click()
    desk.locator("#choose select").select_option("6")
    key(desk, "typed").click()
    expect(desk.locator(".duel-moves")).to_contain_text("Mia rolls Fire 6.")
    assert duel.referee.state.game.duel.dice[die(LEFT, Element.FIRE)].value == 6


# Languages and accessibility


@pytest.mark.parametrize(
    ("language", "call", "step"),
    [
        ("fr-FR", "Mia, mets en jeu un ou deux diablotins.", "Diablotins"),
        ("de-DE", "Mia, bring ein oder zwei Teufelchen ins Spiel.", "Teufelchen"),
    ],
)
def test_the_scoreboard_and_the_own_page_speak_the_visitors_language(
    visitors: Visitors, duel: Served, language: str, call: str, step: str
) -> None:
    to_the_imps(duel)
    board = visitors.page(duel.url, language=language)
    expect(board.locator("#headline")).to_have_text(call)
    expect(board.locator(".duel-steps .here")).to_contain_text(step)
    own = own_page(visitors, duel, LEFT, language)
    expect(own.locator("#duel .seat-say")).to_contain_text(call)
    for page in (board, own):
        assert "duel_" not in page.locator("body").inner_text()


@needs_axe
def test_a_duel_is_accessible_in_the_dark_and_in_the_light(visitors: Visitors, duel: Served) -> None:
    to_the_trials(duel)
    pages = (visitors.page(duel.url), own_page(visitors, duel, LEFT), the_desk(visitors, duel))
    expect(key(pages[1], "send")).to_be_visible()
    for page in pages:
        for theme in ("dark", "light"):
            dress(page, theme)
            assert findings(page) == [], theme
