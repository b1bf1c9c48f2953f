"""The scoreboard in a real browser: every state that a table can show, and what a visitor can do there."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.accessibility import findings, needs_axe
from tests.web.browsing import expect_soon, needs_chromium
from tests.web.fake_table import (
    PAGES,
    FakeTable,
    Snapshot,
    a_grab,
    a_lobby,
    a_player,
    a_question,
    a_ruling,
    a_ruling_in_doubt,
    a_snapshot,
    an_end,
    some_imps,
)
from tests.web.serving import served

pytestmark = needs_chromium

PROJECTOR, LAPTOP, TABLET, PHONE = (1920, 1080), (1280, 720), (820, 1180), (390, 844)
NOTEBOOK = (1280, 800)
LANGUAGES = ("en", "fr", "de")

STATES: dict[str, Snapshot] = {
    "lobby": a_lobby(a_player(1, None), a_player(3, None), a_player(6, None)),
    "imps": a_snapshot("imps", places=["black", "red", None, "gray", *["white"] * 6]),
    "roll_now": a_snapshot("roll_now", waiting_for=3),
    "rolling": a_snapshot("rolling"),
    "reading": a_snapshot("reading"),
    "grab": a_grab(),
    "question": a_question(),
    "ruling": a_ruling(),
    "ruling in doubt": a_ruling_in_doubt(),
    "protest": a_ruling("protest", protest=6),
    "paused": a_ruling("paused"),
    "over": an_end(),
    "nobody wins": an_end(None),
}
OF_SIX = [
    *a_ruling()["players"],
    a_player(5, 0),
    a_player(6, 2, took="gray", time_text="1203 ms", verdict="wrong"),
]
SIMULATED = [a_player(seat, 5, simulated=True) for seat in (1, 2, 3, 4)]


def by_places(**more: Any) -> Snapshot:
    """The longest answer there is: distances, in German, put right afterwards."""
    ruling = a_ruling()["ruling"] | {
        "answer": "black",
        "reason": "Position der Würfel: schwarz 97,9 mm, weiß 103,4 mm, rot 158,2 mm → schwarz",
        "scores": {"black": 97.85, "white": 103.4, "red": 158.2},
        "best": ["black"],
        "corrected": True,
    }
    players = [{**player, "simulated": True} for player in a_ruling()["players"]]
    return a_ruling(**{"order": "closest", "ruling": ruling, "players": players, "simulated": True} | more)


class Watched:
    """A page that remembers what went wrong in it and whom it called."""

    def __init__(self, page: Page, table: FakeTable) -> None:
        self.page, self.table = page, table
        self.complaints: list[str] = []
        self.calls: list[str] = []
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.calls.append(request.url))

    def open(self, snapshot: Snapshot, query: str = "?lang=en") -> Page:
        self.table.snapshot = snapshot
        self.page.goto(f"{self.table.address}/{query}")
        expect(self.page.locator(f'body[data-status="{snapshot["status"]}"]')).to_be_attached()
        return self.page


@pytest.fixture
def table() -> Iterator[FakeTable]:
    with FakeTable(a_grab()) as here:
        yield here


Opener = Callable[..., Watched]


@pytest.fixture
def visit(browser: Browser, table: FakeTable) -> Iterator[Opener]:
    contexts: list[BrowserContext] = []

    def opened(size: tuple[int, int] = LAPTOP, **more: Any) -> Watched:
        settings = {"locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "dark", **more}
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings))
        return Watched(contexts[-1].new_page(), table)

    yield opened
    for context in contexts:
        context.close()


# ── Texts ──


@pytest.mark.parametrize("room", ["common", "board"])
def test_the_texts_have_the_same_keys_and_blanks_in_every_language(room: str) -> None:
    english, *others = (
        json.loads((PAGES / "texts" / f"{room}.{lang}.json").read_text()) for lang in LANGUAGES
    )
    blanks = re.compile(r"\{\w+\}")
    for other in others:
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert sorted(blanks.findall(text)) == sorted(blanks.findall(english[key])), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_missing(visit: Opener, lang: str) -> None:
    watched = visit()
    for state, snapshot in STATES.items():
        page = watched.open(snapshot, f"?lang={lang}")
        missing = re.search(r"\b(board|common)_\w+|\{\w+\}", page.locator("body").inner_text())
        assert not missing, (state, missing)
        assert page.locator("html").get_attribute("lang") == lang


def test_markup_is_never_made_of_text() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|style=\"|\son\w+=\""
    )
    ours = ("index.html", "scoreboard.js", "common.js", "shapes.js", "tray.js", "celebrate.js")
    assert [name for name in ours if forbidden.search((PAGES / name).read_text())] == []


# ── What the room sees ──


@pytest.mark.parametrize(
    ("state", "headline"),
    [
        ("lobby", "Who is playing?"),
        ("imps", "Put the imps in place"),
        ("roll_now", "Zoé, roll the dice!"),
        ("rolling", "The dice are rolling …"),
        ("reading", "Reading the dice …"),
        ("grab", "Grab!"),
        ("question", "A question for you"),
        ("ruling", "Zoé, roll the dice!"),
        ("protest", "Protest!"),
        ("paused", "Break"),
        ("over", "Mia wins!"),
        ("nobody wins", "Nobody wins"),
    ],
)
def test_big_words_say_what_the_table_waits_for(visit: Opener, state: str, headline: str) -> None:
    watched = visit()
    expect(watched.open(STATES[state]).locator("h1")).to_have_text(headline)
    assert watched.complaints == []
    assert all(call.startswith(watched.table.address) for call in watched.calls)


@pytest.mark.parametrize("size", [PROJECTOR, LAPTOP, TABLET, PHONE])
def test_nothing_is_wider_than_the_screen_and_a_projector_never_scrolls(
    visit: Opener, size: tuple[int, int]
) -> None:
    watched = visit(size)
    for state, snapshot in STATES.items():
        page = watched.open(snapshot)
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth") <= size[0], state
        if size in (PROJECTOR, LAPTOP):
            assert page.evaluate(f"{root}.scrollHeight") <= size[1], state


@pytest.mark.parametrize("size", [PROJECTOR, LAPTOP])
def test_six_players_find_room_beside_the_table(visit: Opener, size: tuple[int, int]) -> None:
    page = visit(size).open(a_ruling(players=OF_SIX))
    cards = [card.bounding_box() for card in page.locator(".player").all()]
    main = page.locator("main").bounding_box()
    assert len(cards) == 6
    assert main
    for card in cards:
        assert card
        assert card["y"] >= main["y"] - 1
        assert card["y"] + card["height"] <= main["y"] + main["height"] + 1


def test_what_matters_is_large_enough_for_a_room(visit: Opener) -> None:
    page = visit(PROJECTOR).open(a_ruling())
    for place, pixels in {
        "h1": 70,
        ".player-name": 40,
        "#order-title": 34,
        ".answer-flag strong": 48,
    }.items():
        assert (
            page.locator(place).first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
            >= pixels
        )


def test_a_ruling_gives_its_answer_with_its_reason(visit: Opener) -> None:
    page = visit().open(a_ruling())
    expect(page.locator("#answer")).to_have_text("red")
    expect(page.locator("#order-title")).to_have_text("smallest sum: red 7, white 8, black 11 → red")
    expect(page.locator("#order-kicker")).to_have_text("Answer of turn 6")
    expect(page.locator(".row-best .row-score")).to_contain_text("7")


def test_what_is_in_doubt_though_the_answer_is_not_is_shown_as_such(visit: Opener) -> None:
    page = visit().open(a_ruling_in_doubt())
    black, white, _ = page.locator(".row").all()
    assert black.locator(".row-score").inner_text() == "?"
    expect(black).to_have_attribute("aria-label", re.compile(r"\d \(not sure\), .*→ \?$"))
    assert black.locator(".pen-sign").all_text_contents() == ["?"]
    assert white.locator(".pen-sign").count() == 0
    assert page.locator("#tray .die-unsure").count() == 1


# What lies outside its card, what overlaps another piece, and what is too small to be read.
CRAMPED = """() => {
  const faults = [], near = 1.5;
  const box = (node) => node.getBoundingClientRect();
  const inside = (node, card) => {
    const [a, b] = [box(node), box(card)];
    const across = a.left >= b.left - near && a.right <= b.right + near;
    if (!across || a.top < b.top - near || a.bottom > b.bottom + near)
      faults.push(`${node.className?.baseVal ?? node.className} "${node.textContent}" runs out of its card`);
  };
  const all = (wanted) => [...document.querySelectorAll(wanted)].filter((node) => node.checkVisibility());
  for (const node of all(".row > *, .row-dice > *, .row-score small")) inside(node, node.closest(".row"));
  for (const node of all("#order-title, #order-kicker, .order-sign, .answer-flag"))
    inside(node, node.closest(".order"));
  const main = document.querySelector("main");
  for (const node of all(".order, .rows, .imps, .tray-place, .tray")) inside(node, main);
  const apart = (nodes) => nodes.forEach((one, at) => nodes.slice(at + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    const across = a.left < b.right - near && b.left < a.right - near;
    if (across && a.top < b.bottom - near && b.top < a.bottom - near)
      faults.push(`${one.className} and ${other.className} overlap`);
  }));
  apart(all(".order, .rows, .imps, .tray-place"));
  apart(all(".order-sign, #order-kicker, #order-title, .answer-flag"));
  apart(all(".row-mark, .row-dice, .row-score"));
  for (const node of all(".row-score"))
    if (node.scrollWidth > node.clientWidth + near) faults.push(`${node.textContent} is too wide`);
  const title = document.querySelector("#order-title");
  const lines = title.clientHeight / parseFloat(getComputedStyle(title).lineHeight);
  if (lines > 2.5) faults.push(`the reason takes ${lines} lines`);
  for (const { width } of all(".single-die").map(box)) if (width < 28) faults.push(`a die of ${width}`);
  return faults;
}"""


@pytest.mark.parametrize("seat", [None, 3])
@pytest.mark.parametrize("size", [LAPTOP, NOTEBOOK, PROJECTOR])
def test_an_answer_by_places_finds_its_room(
    visit: Opener, table: FakeTable, size: tuple[int, int], seat: int | None
) -> None:
    table.seat = seat
    page = visit(size).open(by_places(), "?lang=de")
    expect(page.locator(".player-mine")).to_have_count(0 if seat is None else 1)
    assert page.evaluate(CRAMPED) == []
    assert page.locator(".row-score").last.inner_text().split() == ["158,2", "mm"]
    assert page.get_by_role("img", name="→ 158,2 mm").count() == 1


def test_right_and_wrong_have_a_sign_and_a_word(visit: Opener) -> None:
    page = visit().open(a_ruling())
    told = {
        card.locator(".player-name").inner_text(): card.locator(".verdict").inner_text()
        for card in page.locator(".player").all()
    }
    assert {name: text.split("\n") for name, text in told.items()} == {
        "Mia": ["✓", "right"],
        "Emil": ["✗", "no imp"],
        "Zoé": ["✓", "right"],
        "Ben": ["✗", "wrong"],
    }


def test_a_grab_is_shown_as_it_happens(visit: Opener, table: FakeTable) -> None:
    page = visit().open(a_grab(players=[a_player(1), a_player(2)]))
    expect(page.locator(".deed .chip")).to_have_count(0)
    table.show(a_grab(players=[a_player(1), a_player(2, took="gray", time_text="812 ms")]))
    expect(page.locator(".player", has_text="Emil").locator(".deed")).to_have_text("gray812 ms")


def test_imps_that_are_gone_are_told(visit: Opener) -> None:
    page = visit().open(a_grab(imps=some_imps(red=0, white=2)))
    names = [one.get_attribute("aria-label") for one in page.locator(".imps-left li").all()]
    assert names == ["black: 3 of 3 left", "white: 2 of 3 left", "red: 0 of 3 left", "gray: 1 of 1 left"]


def test_dice_lie_where_the_table_says(visit: Opener) -> None:
    page = visit().open(a_grab())
    assert page.locator("#tray .lies").count() == 10
    assert page.locator('#tray .lies[data-index="0"]').get_attribute("transform") == "translate(-30 -10)"
    assert page.locator('#tray .lies[data-index="0"] .pip').count() == 5


def test_the_whole_tray_is_drawn_wherever_the_dice_lie(visit: Opener) -> None:
    page = visit().open(a_grab(tray_mm=[400, 300]))
    assert page.locator("#tray svg.tray").get_attribute("viewBox") == "-209 -159 418 318"


def test_nobody_sees_the_dice_before_they_are_read(visit: Opener) -> None:
    page = visit().open(a_snapshot("rolling"))
    assert page.locator("#tray .lies").count() == 0
    assert page.locator("#tray .tumbles").count() == 10


def test_the_countdown_runs(visit: Opener) -> None:
    page = visit().open(a_grab(deadline=114.0))
    number = page.locator(".ring-number")
    expect(number).to_have_text(re.compile("^1[0-4]$"))
    fewer = "|".join(map(str, range(int(number.inner_text()))))
    expect(number).to_have_text(re.compile(f"^({fewer})$"), timeout=10_000)


def test_a_simulated_clock_that_runs_fast_counts_down_fast(visit: Opener) -> None:
    page = visit().open(a_grab(deadline=114.0, speed=10.0))
    expect(page.locator(".ring-number")).to_have_text("0", timeout=10_000)  # of fourteen seconds


COUNT_WHAT_FLIES = """() => {
  window.flown = {};
  new MutationObserver((changes) => {
    for (const piece of changes.flatMap((change) => [...change.addedNodes])) {
      if (!piece.matches?.(".splinter, .spark")) continue;
      const player = piece.closest(".player").querySelector(".player-name").textContent;
      const what = `${player} ${piece.matches(".spark") ? "spark" : "splinter"}`;
      flown[what] = (flown[what] ?? 0) + 1;
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_lost_gems_fall_and_won_gems_sparkle(visit: Opener, table: FakeTable) -> None:
    page = visit(reduced_motion="no-preference").open(a_grab(players=[a_player(1, 3), a_player(2, 3)]))
    assert page.locator(".splinter, .spark").count() == 0
    page.evaluate(COUNT_WHAT_FLIES)  # it is gone after a second, and who looks only then has missed it
    table.show(a_ruling(players=[a_player(1, 2), a_player(2, 4)]))
    expect_soon(page, lambda: sum(page.evaluate("flown").values()) >= 14)
    expect(page.locator(".player", has_text="Mia").get_by_role("img", name="2 of 5 gems")).to_be_visible()
    expect(page.locator(".splinter, .spark")).to_have_count(0)
    assert page.evaluate("flown") == {"Mia splinter": 6, "Emil spark": 8}


def test_who_wants_no_motion_gets_none(visit: Opener, table: FakeTable) -> None:
    page = visit().open(a_grab(players=[a_player(1, 3), a_player(2, 3)]))
    table.show(a_ruling(players=[a_player(1, 2), a_player(2, 4)]))
    expect(page.locator(".player", has_text="Mia").get_by_role("img", name="2 of 5 gems")).to_be_visible()
    assert page.locator(".splinter, .spark").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_question_names_the_die_and_the_answers(visit: Opener) -> None:
    page = visit().open(a_question())
    expect(page.locator(".question h2")).to_contain_text("What does the white die show: 2 or 3?")
    assert page.locator(".question li").all_inner_texts() == ["2", "3", "roll again"]
    expect(page.locator("#tray .die-asked")).to_have_attribute("data-index", "4")


@pytest.mark.parametrize("size", [LAPTOP, NOTEBOOK])
def test_a_question_is_read_here_and_answered_at_the_desk(
    visit: Opener, table: FakeTable, size: tuple[int, int]
) -> None:
    table.seat = 3
    (question,) = a_question()["questions"]
    text = "Welche Farbe liegt dem Diavolo-Würfel am nächsten: rot oder schwarz? Grau heißt Gleichstand."
    options = [{"choice": word, "text": word} for word in ("schwarz", "rot", "grau", "noch einmal würfeln")]
    asked = [{**question, "text": text, "options": options}]
    page = visit(size).open(
        a_question() | {"questions": asked, "players": SIMULATED, "simulated": True}, "?lang=de"
    )
    expect(page.locator("body.playing")).to_be_attached()
    expect(page.locator(".question-desk a")).to_be_in_viewport(ratio=1)
    link, dock = page.locator(".question-desk a").bounding_box(), page.locator("#along").bounding_box()
    assert link
    assert dock
    assert link["y"] + link["height"] <= dock["y"]
    look = "node => [getComputedStyle(node).borderStyle, getComputedStyle(node).backgroundColor]"
    assert page.locator(".question li").first.evaluate(look) == ["none", "rgba(0, 0, 0, 0)"]


def test_faults_are_told_in_plain_words(visit: Opener) -> None:
    fault = "Something is broken: base 3 (GPIO 17) is stuck."
    expect(visit().open(a_grab(faults=[fault])).locator("#faults")).to_contain_text(fault)


def test_names_are_text_everywhere(visit: Opener) -> None:
    trap = "<img src=x onerror=boo()>"
    watched = visit()
    states: tuple[Callable[..., Snapshot], ...] = (a_ruling, an_end, a_grab)
    for state in states:
        players = [
            a_player(1, 4, name=trap, simulated=True),
            a_player(2, 3, name="<b>Emil</b>", simulated=True),
        ]
        words = {"story": [trap], "faults": [trap], "order_title": trap, "order_hint": trap}
        page = watched.open(state(**{"players": players, **words, "simulated": True}))
        expect(page.locator(".player-name").first).to_have_text(trap)
    page.locator(".button-along").click()
    expect(page.locator(".choice").first).to_have_text(trap)
    assert page.locator('img[src="x"], #players b').count() == 0
    assert watched.complaints == []


# ── Before and after a game ──


def taken(page: Page) -> AbstractContextManager[object]:
    """Until the table has answered what is asked for here: a busy machine takes its time."""
    return page.expect_response("**/api/commands?*")


def test_people_sit_down_by_name_say_who_is_youngest_and_start(visit: Opener, table: FakeTable) -> None:
    page = visit().open(a_lobby(a_player(1, None, youngest=False), decisions=3))
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    page.get_by_label("Name for seat 2").fill("Emil")
    with taken(page):
        page.get_by_label("Name for seat 2").press("Enter")
    table.show(a_lobby(a_player(1, None, youngest=False), a_player(2, None), decisions=4))
    expect(page.locator(".seat-taken")).to_have_count(2)
    with taken(page):
        page.get_by_role("button", name="Youngest – Mia").click()
    table.show(a_lobby(a_player(1, None), a_player(2, None), decisions=5))
    with taken(page):
        page.get_by_role("button", name="Start the game").click()
    with taken(page):
        page.get_by_role("button", name="Get up – Emil").click()
    expect(page.locator("#toasts")).to_have_count(0)
    assert table.asked == [
        ("/api/commands", {"kind": "sit", "seen": 3, "seat": 2, "name": "Emil"}),
        ("/api/commands", {"kind": "youngest", "seen": 4, "seat": 1}),
        ("/api/commands", {"kind": "start", "seen": 5}),
        ("/api/commands", {"kind": "leave", "seen": 5, "seat": 2}),
    ]


def test_a_name_half_typed_survives_others_sitting_down(visit: Opener, table: FakeTable) -> None:
    page = visit().open(a_lobby())
    page.get_by_label("Name for seat 4").press_sequentially("Be")
    table.show(a_lobby(a_player(1, None)))
    expect(page.locator(".seat-taken")).to_have_count(1)
    page.keyboard.type("n")
    expect(page.get_by_label("Name for seat 4")).to_have_value("Ben")


def test_a_locked_table_leaves_starting_to_the_desk(visit: Opener) -> None:
    page = visit().open(a_lobby(a_player(1, None), a_player(2, None), locked=True))
    expect(page.locator(".lobby-hint")).to_contain_text("locked")
    assert page.locator("#lobby input, #lobby button").count() == 0
    assert visit().open(an_end(locked=True)).get_by_role("button", name="Play again").count() == 0


@pytest.mark.parametrize(
    ("status", "message", "told"),
    [
        (409, "", "Somebody was faster"),
        (422, "You need at least two players.", "You need at least two players."),
    ],
)
def test_what_the_table_refuses_is_told(
    visit: Opener, table: FakeTable, status: int, message: str, told: str
) -> None:
    table.answers["play_again"] = (status, {"error": "refused", "message": message})
    page = visit().open(an_end())
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".toast")).to_contain_text(told)
    assert table.asked == [("/api/commands", {"kind": "play_again", "seen": 7})]


def test_gems_rain_for_the_winner_until_the_next_game(visit: Opener, table: FakeTable) -> None:
    page = visit(reduced_motion="no-preference").open(a_grab())
    expect(page.locator("#rain")).to_be_hidden()
    table.show(an_end())
    expect(page.locator("#rain")).to_be_visible()
    expect(page.locator(".winner-name")).to_have_text("Mia")
    table.show(a_snapshot("roll_now", game=2, turn=1))
    expect(page.locator("#rain")).to_be_hidden()
    expect(page.locator("#winner")).to_be_hidden()


# ── Playing along ──


def test_a_visitor_takes_a_simulated_players_place_and_grabs(visit: Opener, table: FakeTable) -> None:
    watched = visit()
    page = watched.open(a_grab(simulated=True, players=SIMULATED))
    page.get_by_role("button", name="Play along").click()
    expect(page.locator(".how li")).to_have_count(3)
    expect(page.get_by_role("checkbox", name="Begin a new game")).not_to_be_checked()
    page.get_by_role("dialog").get_by_role("button", name="Zoé").click()
    expect(page.locator(".dock-who")).to_have_text("You play as Zoé")
    expect(page.locator(".player-mine .player-name")).to_have_text("Zoé")
    page.locator(".take-black").click()
    wait_for_grabs(page, table, 1)
    assert table.asked == [("/api/seat/3/join", {})]
    (grab,) = table.grabs
    assert grab["grab"] == "black"
    assert 99.0 <= grab["at"] <= 110.0
    assert 0 <= grab["error"] <= 0.25
    assert watched.complaints == []


@pytest.mark.parametrize("more", [{"turn": 1}, {"locked": True}, {"turn": 5}])
def test_who_chooses_a_place_reads_words_only(visit: Opener, more: dict[str, Any]) -> None:
    page = visit().open(a_grab(simulated=True, players=SIMULATED, **more))
    page.get_by_role("button", name="Play along").click()
    told = page.get_by_role("dialog").inner_text()
    assert not re.search(r"null|undefined|false|\[object", told), told


def wait_for_grabs(page: Page, table: FakeTable, count: int) -> None:
    """A busy machine takes its time; and one more than wanted would come right after."""
    for _ in range(100):
        if len(table.grabs) >= count:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(100)


def test_letters_and_digits_grab_as_well(visit: Opener, table: FakeTable) -> None:
    table.seat = 3
    german = {"black": "s", "white": "w", "red": "r", "gray": "g"}
    page = visit().open(a_grab(simulated=True, players=SIMULATED, letters=german), "?lang=de")
    expect(page.locator(".dock-open")).to_be_visible()
    for _ in range(100):  # the seat's own line may still be opening, and a key before that is told to be lost
        page.keyboard.press("s")
        page.wait_for_timeout(100)
        if table.grabs:
            break
    for key in ("4", "b"):
        page.keyboard.press(key)
    # Not one more than now: that may be an s that was late, or may have come already.
    expect_soon(page, lambda: any(grab["grab"] == "gray" for grab in table.grabs))
    page.wait_for_timeout(100)  # whatever else is a key would come right after
    assert list(dict.fromkeys(grab["grab"] for grab in table.grabs)) == ["black", "gray"]


def test_nobody_grabs_before_the_roll_or_twice(visit: Opener, table: FakeTable) -> None:
    table.seat = 3
    page = visit().open(a_snapshot("roll_now", simulated=True, players=SIMULATED))
    page.locator(".take-red").click(force=True)
    mine = [*SIMULATED[:2], a_player(3, 5, took="white", time_text="900 ms"), SIMULATED[3]]
    table.show(a_grab(simulated=True, players=mine))
    expect(page.locator(".take-white.taken")).to_be_visible()
    page.locator(".take-red").click(force=True)
    page.wait_for_timeout(100)
    assert table.grabs == []


def test_a_real_table_invites_nobody(visit: Opener) -> None:
    expect(visit().open(a_grab()).locator("#along")).to_be_hidden()


# ── Line, language, theme, keyboard ──


def test_a_page_that_lost_the_table_says_so_and_catches_up(visit: Opener, table: FakeTable) -> None:
    page = visit().open(a_grab())
    table.end()
    expect(page.locator(".lost")).to_have_text(re.compile("Connection lost"))
    table.snapshot = {**a_ruling(), "epoch": "second"}
    table.begin()
    expect(page.locator("h1")).to_have_text("Zoé, roll the dice!", timeout=20_000)
    expect(page.locator(".lost")).to_have_count(0)


def test_without_the_table_nothing_counts_down_and_no_imp_looks_live(visit: Opener, table: FakeTable) -> None:
    table.seat = 3
    page = visit().open(a_grab(simulated=True, players=SIMULATED))
    expect(page.locator(".dock-open")).to_be_visible()
    expect(page.locator("#ring")).to_be_visible()
    table.end()
    expect(page.locator("body.off .lost")).to_be_visible()
    expect(page.locator("#ring")).to_be_hidden()
    expect(page.locator(".dock-open")).to_have_count(0)
    expect(page.locator('.take-imp[aria-disabled="true"]')).to_have_count(4)
    expect(page.locator(".dock-hint")).to_have_text(re.compile("Connection lost"))
    assert page.locator("#along").evaluate("node => getComputedStyle(node).filter") == "grayscale(1)"
    table.begin()
    expect(page.locator("body:not(.off) .dock-open")).to_be_visible(timeout=20_000)
    expect(page.locator("#ring")).to_be_visible()


def test_the_language_is_switched_at_once_and_remembered(visit: Opener, table: FakeTable) -> None:
    page = visit().open(a_grab(), "")
    expect(page.locator("h1")).to_have_text("Grab!")
    page.get_by_role("button", name="FR").click()
    expect(page.locator("h1")).to_have_text("À vos diablotins !")
    page.goto(table.address)
    expect(page.locator("h1")).to_have_text("À vos diablotins !")
    page.goto(f"{table.address}/?lang=de")
    expect(page.locator("h1")).to_have_text("Greift zu!")


def test_the_browsers_language_is_the_first_guess(visit: Opener) -> None:
    expect(visit(locale="de-CH").open(a_grab(), "").locator("h1")).to_have_text("Greift zu!")


def test_dark_and_light_follow_the_device_until_somebody_chooses(visit: Opener) -> None:
    page = visit(color_scheme="light").open(a_grab())
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    page.locator(".switch-theme").click()
    expect(html).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")


def test_the_keyboard_is_enough(visit: Opener) -> None:
    page = visit().open(a_grab(simulated=True, players=SIMULATED))
    seen: list[str] = []
    while not seen or "Play along" not in seen[-1]:
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.textContent.trim()"))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", seen
    assert seen[0] == "Skip to the game"
    page.get_by_role("button", name="Play along").press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.seat") == "2"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


# What a checker of ours can tell: names of what can be used, and the contrast of every text on its ground.
CONTRAST = """() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none" && at !== document.body) return null;
      const colour = rgb(style.backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
      if (colour[3] > 0) return null;
    }
    return null;
  };
  const faults = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const owner = node.parentElement, style = getComputedStyle(owner);
    if (!node.textContent.trim() || !owner.checkVisibility({ visibilityProperty: true })) continue;
    if (owner.closest("svg, script, noscript, [aria-disabled=true], :disabled")) continue;
    const under = ground(owner);
    if (!under) continue;
    const [high, low] = [light(rgb(style.color)), light(under)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (high + .05) / (low + .05);
    if (ratio < (large ? 3 : 4.5)) faults.push(`${ratio.toFixed(1)}: ${node.textContent.trim()}`);
  }
  for (const node of document.querySelectorAll("button, a, input")) {
    const name = node.getAttribute("aria-label") || node.textContent.trim();
    if (!name && node.checkVisibility()) faults.push(`no name: ${node.outerHTML.slice(0, 80)}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_texts_stand_out_and_everything_has_a_name(visit: Opener, theme: str) -> None:
    watched = visit(color_scheme=theme)
    for state, snapshot in STATES.items():
        assert watched.open(snapshot).evaluate(CONTRAST) == [], state


def test_the_page_has_its_landmarks_and_speaks_up_politely(visit: Opener) -> None:
    page = visit().open(a_ruling())
    for role in ("banner", "main", "contentinfo", "navigation"):
        expect(page.get_by_role(role)).to_have_count(1)
    assert page.locator("h1").count() == 1
    assert page.locator(".status-words").get_attribute("aria-live") == "polite"
    assert page.locator(".order-words").get_attribute("aria-live") == "polite"


@needs_axe
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing(visit: Opener, table: FakeTable, theme: str, size: tuple[int, int]) -> None:
    table.seat = 3
    watched = visit(size, color_scheme=theme)
    for state, snapshot in {**STATES, "playing along": a_grab(simulated=True, players=SIMULATED)}.items():
        page = watched.open(snapshot)
        assert findings(page, ("minor", "moderate", "serious", "critical")) == [], state


# ── With the real server and simulated people ──


def test_a_whole_simulated_game_is_watched_to_its_winner(browser: Browser) -> None:
    with served(speed=40.0) as here:
        page = browser.new_page(reduced_motion="reduce")
        complaints: list[str] = []
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{here.url}/?lang=en")
        expect(page.locator('body[data-status="over"]')).to_be_attached(timeout=120_000)
        expect(page.locator("h1")).to_have_text(re.compile(r"wins(!|$)"))
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
        assert complaints == []
        page.close()


def test_a_visitor_plays_along_at_the_real_table(browser: Browser) -> None:
    with served(speed=3.0) as here:
        page = browser.new_page(reduced_motion="reduce")
        page.goto(f"{here.url}/?lang=en")
        page.get_by_role("button", name="Play along").click()
        page.get_by_role("dialog").get_by_role("button", name="Zoé").click()
        expect(page.locator('body.playing:is([data-status="grab"], [data-status="rolling"])')).to_be_attached(
            timeout=30_000
        )
        page.locator(".take-gray").click()
        mine = page.locator(".player", has_text="Zoé")
        expect(mine.locator(".chip-gray")).to_be_visible(timeout=10_000)
        expect(page.locator(".dock-good, .dock-bad")).to_be_visible(timeout=30_000)
        page.close()
