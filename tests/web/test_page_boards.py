"""Devil's Dice in a real browser: the scoreboard, a player's own page to touch, and the desk."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pi_diavolo.table.boards import BoardSeen, CounterSeen
from pi_diavolo.table.events import RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from tests.web.accessibility import dress, findings, needs_axe
from tests.web.boarding import (
    EMIL,
    MIA,
    moves,
    named,
    roll_off,
    served_board,
    square,
    standing,
    throw,
    turn,
)
from tests.web.browsing import Visitors, expect_soon, key, needs_chromium
from tests.web.serving import Served

pytestmark = needs_chromium

PHONE, LAPTOP, PROJECTOR, UPRIGHT = (390, 844), (1280, 720), (1920, 1080), (1024, 1366)
PROJECTOR_4_3 = (1024, 768)
# Green begins on the left side, within reach of orange in the near left corner.
NEIGHBOURS = {"colours": "orange;green"}


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    everyone = Visitors(browser)
    yield everyone
    everyone.leave()


@pytest.fixture
def board() -> Iterator[Served]:
    """Mia has orange, Emil green, and Mia begins; nothing happens by itself."""
    with served_board(settings=NEIGHBOURS) as here:
        roll_off(here)
        yield here


@pytest.fixture
def eight() -> Iterator[Served]:
    """Eight players; Mia has rolled, and put a counter where it cannot go."""
    with served_board(players=8) as here:
        roll_off(here, 8)
        throw(here, 3, 4)
        here.happen(seen(here), seen(here, orange1="h8"))
        yield here


def own_page(visitors: Visitors, here: Served, seat: Seat, language: str = "en-GB") -> Page:
    url = f"{here.url}/seat/{seat}#{here.keys.seats[seat]}"
    page = visitors.page(url, language=language, size=PHONE)
    expect(page.locator("#board8 .board8-field")).to_be_visible()
    return page


def the_desk(visitors: Visitors, here: Served, language: str = "en-GB") -> Page:
    page = visitors.page(f"{here.url}/desk", language=language)
    page.locator("#pin-field").fill(here.keys.pin)
    page.locator("#pin-field").press("Enter")
    expect(page.locator(".desk-board8")).to_be_visible()
    return page


def to_the_capture(here: Served) -> None:
    """Mia can take a green counter on b6."""
    turn(here, MIA, (1, 1), "orange1", "d2")
    turn(here, EMIL, (1, 1), "green1", "b6")
    throw(here, 1, 3)


def seen(here: Served, **elsewhere: str) -> BoardSeen:
    """What the camera sees: all as it should be, but for these: `orange1="h8"`."""
    there = {counter: at for counter, at in here.referee.state.game.play.counters.items() if at.square}
    moved = {named(counter): square(to) for counter, to in elsewhere.items()}
    counters = (
        CounterSeen(moved.get(counter, at.square), counter.colour, at.shape) for counter, at in there.items()
    )
    return BoardSeen(tuple(counters), here.clock.now())


def said(page: Page) -> Locator:
    """What the own page says in large letters."""
    return page.locator("#board8 .seat-say")


def lit(page: Page) -> list[str]:
    """The squares that are shown as targets."""
    return sorted(str(target.get_attribute("data-target")) for target in page.locator(".target").all())


def counter(page: Page | Locator, name: str) -> Locator:
    """A counter as drawn on the board: `orange1`."""
    return page.locator(f".counter[data-counter='{name[:-1]}-{name[-1]}']")


def touch(page: Page, place: str) -> None:
    """A finger comes down in the middle of a square."""
    _tap(page, place, 0.0, 0.0)


def _tap(page: Page, place: str, right: float, down: float) -> None:
    where = square(place)
    at: dict[str, float] = page.locator(".board8-field").first.evaluate(
        """(field, [column, row]) => {
             const drawn = field.getScreenCTM(), side = 10 * drawn.a;
             const {x, y} = new DOMPoint(column * 10 + 5, (15 - row) * 10 + 5).matrixTransform(drawn);
             return {x, y, side};
           }""",
        [where.column, where.row],
    )
    page.mouse.click(at["x"] + right * at["side"], at["y"] + down * at["side"])


# The scoreboard


def test_the_scoreboard_shows_a_game_from_the_roll_off_to_a_capture(visitors: Visitors) -> None:
    with served_board(settings=NEIGHBOURS) as here:
        page = visitors.page(here.url, size=PROJECTOR)
        expect(page.locator("#headline")).to_have_text("Mia, roll one die: the highest number begins.")
        expect(page.locator(".board8-first li")).to_have_count(3)
        roll_off(here)
        expect(page.locator(".mover[data-seat='1']")).to_have_attribute("aria-current", "true")
        to_the_capture(here)
        expect(page.locator("#headline")).to_have_text("Mia rolls 1 and 3. Now move one of your counters!")
        expect(page.locator(".board8-roll")).to_have_attribute("aria-label", "The roll: 1 + 3")
        expect(counter(page, "green1")).to_have_attribute("data-square", "b6")
        expect(page.locator(".taken")).to_have_count(0)
        moves(here, MIA, "orange4", "b6")
        expect(page.locator(".last-text")).to_have_text("Mia rolls 1 and 3: orange a3 → b6, takes green")
        expect(page.locator(".way-line")).to_have_count(1)
        expect(page.locator(".taken")).to_have_count(1)
        expect(counter(page, "green1")).to_have_count(0)
        expect(counter(page, "orange4")).to_have_attribute("data-square", "b6")
        expect(page.locator(".mover[data-seat='5'] .mover-left")).to_have_text("3")
        expect(page.locator(".board8-hands li")).to_have_count(2)


def test_a_counter_that_was_put_wrong_is_told_with_the_reason(visitors: Visitors, eight: Served) -> None:
    page = visitors.page(eight.url, size=PROJECTOR)
    expect(page.locator(".board8-news")).to_contain_text("orange cannot go from c1 to h8")
    expect(page.locator(".board8-hands")).to_contain_text("Put orange back from h8 on c1.")
    expect(page.locator(".hand-square")).to_have_count(1)
    eight.happen(seen(eight))
    expect(page.locator(".board8-hands")).to_have_count(0)


def test_a_simulated_game_is_watched_to_the_winners_moment(visitors: Visitors) -> None:
    with served_board(play=True, speed=400.0, seed=3) as here:
        page = visitors.page(here.url)
        expect(page.locator(".board8-winner")).to_be_visible(timeout=30_000)
        winner = here.referee.state.game.play.winner
        told = {MIA: "Mia wins!", EMIL: "Emil wins!", None: "The victory is shared"}[winner]
        expect(page.locator("#headline")).to_have_text(told)
        # At this pace the next game may soon be won, too: the page itself notes that it has left the moment.
        page.evaluate(
            """() => {
                const note = () => { window.left ||= !document.querySelector(".board8-winner") };
                new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
            }"""
        )
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function("window.left")


def test_nothing_is_cut_off_on_any_screen(visitors: Visitors, eight: Served) -> None:
    page = visitors.page(eight.url, language="de-DE", size=PROJECTOR)
    page.emulate_media(reduced_motion="reduce")
    # So much is to be told at once that not all of it finds room: then the page says how much is left.
    eight.happen(seen(eight, orange1="h8", green1="c9", blue1="j9", red2="f5", black3="m7"))
    expect(page.locator(".board8-hands li").last).to_have_text("… und 2 weitere")
    for width, height in (PROJECTOR, LAPTOP, UPRIGHT, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert cut_off(page) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        field = page.locator(".board8-field").bounding_box()
        assert field is not None
        assert min(field["width"], field["height"]) >= 0.85 * min(width, height - 60), "as large as can be"


def test_eight_players_and_how_to_play_stand_apart(visitors: Visitors) -> None:
    with served_board(players=8) as here:
        page = visitors.page(here.url, language="fr-FR", size=PROJECTOR)
        expect(page.locator(".board8-first li")).to_have_count(3)
        for width, height in (PROJECTOR, LAPTOP, PROJECTOR_4_3):
            page.set_viewport_size({"width": width, "height": height})
            expect_soon(page, lambda: cut_off(page) == [])  # a browser tells of a new size a moment later
            last, how = (page.locator(name).last.bounding_box() for name in (".mover", ".board8-first"))
            assert last
            assert how
            assert last["y"] + last["height"] <= how["y"], width


def cut_off(page: Page) -> list[str]:
    """What does not show all of its content, nor says so by dots; and what lies below a slide."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#board8 *")].filter((node) => {
             if (node.closest("svg")) return false;
             const style = getComputedStyle(node), below = node.getBoundingClientRect().bottom - innerHeight;
             const more = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
             const hides = style.overflowX === "hidden" && !style.textOverflow.includes("ellipsis");
             const slide = getComputedStyle(document.body).overflowY === "hidden";
             return (hides && Math.max(...more) > 1) || (slide && below > 1);
           }).map((node) => node.className)"""
    )
    return found


# The own page


def test_a_touched_counter_shows_its_targets_and_a_touched_target_is_gone_to(
    visitors: Visitors, board: Served
) -> None:
    to_the_capture(board)
    page = own_page(visitors, board, MIA)
    expect(said(page)).to_have_text("Your turn! Mia rolls 1 and 3. Now move one of your counters!")
    expect(key(page, "go")).to_be_disabled()
    touch(page, "a2")
    expect(key(page, "piece-orange-3")).to_have_attribute("aria-pressed", "true")
    assert lit(page) == ["b5", "d3"]
    touch(page, "a3")
    expect(key(page, "piece-orange-4")).to_have_attribute("aria-pressed", "true")
    assert lit(page) == ["b6", "d4"]
    expect(page.locator(".target-takes")).to_have_attribute("data-target", "b6")
    touch(page, "b6")
    expect(key(page, "go")).to_have_text("a3 → b6, takes green")
    expect(page.locator(".way-chosen")).to_have_count(1)
    key(page, "go").click()
    expect(page.locator(".board8-told")).to_contain_text("takes green")
    expect(said(page)).to_have_text("Emil, roll both dice.")
    assert (standing(board, "orange4"), standing(board, "green1")) == ("b6", None)


def test_a_finger_beside_a_square_is_meant_for_the_nearest_and_a_second_touch_moves(
    visitors: Visitors, board: Served
) -> None:
    throw(board, 1, 3)
    page = own_page(visitors, board, MIA)
    _tap(page, "a3", 0.4, -0.7)
    expect(page.locator(".target")).to_have_count(2)
    _tap(page, "b6", -0.2, -0.9)
    expect(key(page, "go")).to_have_text("a3 → b6")
    _tap(page, "b6", 0.8, 0.1)
    expect(said(page)).to_have_text("Emil, roll both dice.")
    assert standing(board, "orange4") == "b6"


def test_a_move_is_made_without_a_mouse(visitors: Visitors, board: Served) -> None:
    throw(board, 1, 3)
    page = own_page(visitors, board, MIA)
    key(page, "counter-orange-1").focus()
    page.keyboard.press("ArrowLeft")
    expect(key(page, "counter-orange-2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(key(page, "counter-orange-3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".target")).to_have_count(2)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(key(page, "target-b5")).to_be_focused()
    assert key(page, "target-b5").get_attribute("aria-label") == "to b5"
    page.keyboard.press(" ")
    expect(key(page, "go")).to_have_text("a2 → b5")
    page.keyboard.press(" ")
    expect(said(page)).to_have_text("Emil, roll both dice.")
    assert standing(board, "orange3") == "b5"


def test_a_phone_tells_of_safe_squares_pawns_and_turns_that_pass(visitors: Visitors, board: Served) -> None:
    turn(board, MIA, (1, 3), "orange1", "d4")
    turn(board, EMIL, (1, 1), "green1", "b6")
    throw(board, 2, 2)
    page = own_page(visitors, board, MIA)
    key(page, "piece-orange-1").click()  # equal dice: there is but one way for it
    expect(key(page, "go")).to_have_text("d4 → f6, safe for one turn")
    key(page, "go").click()
    expect(said(page)).to_have_text("Emil, roll both dice.")
    turn(board, EMIL, (1, 1), "green2", "b9")
    throw(board, 3, 4)
    expect(page.locator(".board8-leave")).to_contain_text("f6")
    expect(page.locator(".must-leave")).to_have_count(1)
    key(page, "piece-orange-1").click()
    key(page, "to-i10").click()
    expect(key(page, "go")).to_have_text("f6 → i10, becomes a pawn")
    key(page, "go").click()
    expect(counter(page, "orange1")).to_have_class("counter counter-pawn")
    expect(said(page)).to_have_text("Emil, roll both dice.")


def test_whoever_plays_along_moves_on_the_own_page(visitors: Visitors) -> None:
    with served_board(play=True, speed=4.0) as here:
        page = visitors.page(here.url)
        page.get_by_role("button", name="Play along").click()
        page.locator(".choice[data-seat='5']").click()
        page.wait_for_url(f"{here.url}/seat/5")
        # The simulated Mia plays on, and Emil's are these hands now.
        expect(said(page)).to_contain_text("Your turn! Emil rolls", timeout=60_000)
        page.locator(".board8-piece").first.click()
        expect(page.locator(".board8-target").first).to_be_visible()
        if key(page, "go").is_disabled():  # there is more than one way
            page.locator(".board8-target").first.click()
        before = len(here.referee.state.game.turns)
        key(page, "go").click()
        expect(page.locator(".board8-told")).to_contain_text("Emil rolls")
        assert here.referee.state.game.turns[before].seat == EMIL


# The desk


def test_the_desk_puts_a_turn_right_with_other_dice_and_another_move(
    visitors: Visitors, board: Served
) -> None:
    turn(board, MIA, (1, 1), "orange1", "d2")
    turn(board, EMIL, (1, 1), "green1", "b6")
    desk = the_desk(visitors, board)
    sheet = desk.locator("#choose")
    key(desk, "board-turn-1").click()
    expect(counter(sheet, "orange1")).to_have_attribute("data-square", "c1")
    sheet.get_by_role("button", name="Die 2 shows 4").click()
    expect(key(desk, "die-1-4")).to_have_attribute("aria-pressed", "true")
    sheet.locator("[data-key='piece-orange-1']").click()
    sheet.locator("[data-key='to-d5']").click()
    sheet.locator("[data-key='go']").click()
    corrected = desk.locator(".board8-turns li[data-turn='1']")
    expect(corrected).to_contain_text("Mia rolls 1 and 4: orange c1 → d5")
    expect(corrected).to_contain_text("corrected")
    assert (standing(board, "orange1"), standing(board, "green1")) == ("d5", "b6")
    key(desk, "undo").click()
    expect(corrected).to_contain_text("Mia rolls 1 and 1: orange c1 → d2")


def test_the_desk_takes_a_turn_back_types_dice_in_moves_and_ends_by_agreement(
    visitors: Visitors, board: Served
) -> None:
    turn(board, MIA, (1, 1), "orange1", "d2")
    desk = the_desk(visitors, board)
    key(desk, "board-turn-1").click()
    key(desk, "take-back").click()
    desk.locator("#choose").get_by_role("button", name="Take the turn back").click()
    expect(desk.locator(".desk-board8 h2").first).to_contain_text("Mia, roll both dice.")
    assert standing(board, "orange1") == "c1"
    key(desk, "type-in").click()
    for field, value in zip(desk.locator("#choose select").all(), ("1", "3"), strict=True):
        field.select_option(value)
    key(desk, "typed").click()
    expect(desk.locator(".desk-board8 h2").first).to_contain_text("Mia rolls 1 and 3.")
    key(desk, "piece-orange-4").click()
    key(desk, "to-b6").click()
    key(desk, "go").click()
    expect(desk.locator(".board8-turns")).to_contain_text("orange a3 → b6")
    key(desk, "agree_end").click()
    desk.locator("#choose").get_by_role("button", name="Yes, end it").click()
    expect(key(desk, "play_again")).to_be_visible()


def test_a_doubtful_die_is_settled_at_the_desk_in_one_tap(visitors: Visitors, board: Served) -> None:
    desk = the_desk(visitors, board)
    doubtful = (Die(Colour.WHITE, 3), Die(Colour.WHITE, 5, maybe=(6,)))
    board.happen(RollRead(Roll(doubtful), board.clock.now()))
    desk.locator(".question").get_by_role("button", name="6").click()
    expect(desk.locator(".desk-board8 h2").first).to_contain_text("Mia rolls 3 and 6.")


def test_a_doubtful_move_is_settled_on_the_own_page_of_whoever_made_it(
    visitors: Visitors, board: Served
) -> None:
    room = visitors.page(board.url, size=LAPTOP)
    mia, emil = own_page(visitors, board, MIA), own_page(visitors, board, EMIL)
    throw(board, 3, 4)
    board.happen(seen(board))
    moved = seen(board, orange1="f5")
    board.happen(replace(moved, unsure=(square("f5"), square("g4"))))
    expect(said(mia)).to_contain_text("Your turn!")
    expect(room.locator(".board8-question")).to_contain_text("Mia answers on the own page")
    expect(key(mia, "answer-1-c1-f5")).to_be_visible()
    expect(mia.locator(".board8-news")).to_have_count(0)  # it is not said twice
    expect(emil.locator(".board8-target")).to_have_count(0)
    key(mia, "answer-1-c1-f5").click()
    expect(key(mia, "answer-1-c1-f5")).to_have_count(0)
    expect(counter(emil, "orange1")).to_have_attribute("data-square", "f5")


# Eight of them


def test_eight_find_a_seat_in_the_lobby_and_a_code_at_the_desk(visitors: Visitors) -> None:
    with served_board(players=8, sit_down=False) as here:
        page = visitors.page(here.url)
        expect(page.locator("#lobby .seat")).to_have_count(8)
        for seat in (1, 8):
            page.locator(f".seat[data-seat='{seat}'] input").fill(f"Player {seat}")
            page.locator(f".seat[data-seat='{seat}'] button").click()
            expect(page.locator(f".seat[data-seat='{seat}'] .player-name")).to_have_text(f"Player {seat}")
        seventh = visitors.page(f"{here.url}/seat/7#{here.keys.seats[Seat(7)]}", size=PHONE)
        key(seventh, "name").fill("Player 7")
        key(seventh, "sit").click()
        expect(page.locator(".seat[data-seat='7'] .player-name")).to_have_text("Player 7")
        key(seventh, "start").click()
        expect(page.locator(".mover")).to_have_count(3)
        expect(seventh.locator("#board8 .board8-field")).to_be_visible()
        desk = the_desk(visitors, here)
        desk.locator("#tab-phones").click()
        expect(desk.locator(".phone")).to_have_count(8)


def test_a_table_of_six_has_no_eighth_seat(visitors: Visitors, game: Served) -> None:
    page = visitors.page(f"{game.url}/seat/8", size=PHONE)
    expect(page.locator("#door-title")).to_contain_text("8")
    expect(page.locator("#secret")).to_be_hidden()


# Languages and accessibility


@pytest.mark.parametrize(
    ("language", "call", "hint"),
    [
        ("fr-FR", "Mia fait 1 et 3.", "Touche un jeton"),
        ("de-DE", "Mia würfelt 1 und 3.", "Berühre einen Stein"),
    ],
)
def test_all_pages_speak_the_visitors_language(
    visitors: Visitors, board: Served, language: str, call: str, hint: str
) -> None:
    to_the_capture(board)
    page = visitors.page(board.url, language=language)
    expect(page.locator("#headline")).to_contain_text(call)
    own, desk = own_page(visitors, board, MIA, language), the_desk(visitors, board, language)
    expect(said(own)).to_contain_text(call)
    expect(key(own, "go")).to_have_text(hint)
    for each in (page, own, desk):
        assert "board8_" not in each.locator("body").inner_text()
        assert "board8_" not in each.content().replace("board8_board", "")


@needs_axe
def test_the_board_is_accessible_in_the_dark_and_in_the_light(visitors: Visitors, board: Served) -> None:
    to_the_capture(board)
    pages = (visitors.page(board.url), own_page(visitors, board, MIA), the_desk(visitors, board))
    key(pages[1], "piece-orange-4").click()
    key(pages[2], "board-turn-1").click()
    expect(pages[2].locator("#choose .board8-field")).to_be_visible()
    for page in pages:
        for theme in ("dark", "light"):
            dress(page, theme)
            assert findings(page) == [], theme
