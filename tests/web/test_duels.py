"""A duel in the API: what everyone sees, what one seat alone may see, choosing, refusing, putting right."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_diavolo import history, web
from pi_diavolo.eventlog import EventLog
from pi_diavolo.table.duels import ChoiceKind, Element
from pi_diavolo.table.events import GameAbandoned
from pi_diavolo.table.players import Seat
from tests.web.client import Line, Visitor
from tests.web.duelling import LEFT, RIGHT, chooses, die, roll_off, served_duel, team, throw
from tests.web.serving import Served

PAGES = Path(web.__file__).parent / "pages"
LANGUAGES = ("en", "fr", "de")
FIRST_ROLL = ((Element.EARTH, 4), (Element.AIR, 3), (Element.FIRE, 2), (Element.AIR, 6))
SECOND_ROLL = ((Element.EARTH, 2), (Element.AIR, 3), (Element.FIRE, 5), (Element.WATER, 6))


@pytest.fixture
def duel() -> Iterator[Served]:
    """Mia and Emil duel; nothing happens by itself."""
    with served_duel(play=False, throws=False) as here:
        yield here


def a_visitor(here: Served) -> Visitor:
    one = Visitor(here)
    one.meet()
    return one


def a_desk(here: Served) -> Visitor:
    one = Visitor(here)
    one.sit_at_desk()
    return one


def a_phone(here: Served, seat: Seat) -> Visitor:
    """A phone that knows the seat's secret and plays it."""
    one = a_visitor(here)
    assert one.post(f"/api/seat/{seat}/claim", {"secret": here.keys.seats[seat]}).status == 204
    return one


def to_the_imps(here: Served) -> None:
    """Both have rolled; the left one is to bring imps into play."""
    roll_off(here)
    throw(here, *FIRST_ROLL)
    throw(here, *SECOND_ROLL)


def play(kind: str, **what: Any) -> dict[str, Any]:
    return {"kind": kind, **what}


def heard_until(line: Line, wanted: Callable[[Any], bool]) -> Iterator[Any]:
    """All that is told up to the first state of this kind."""
    while True:
        told = line.next()
        yield told
        if "duel" in told and told["duel"]["awaited"] and wanted(told):
            return


def to_bring_imps(told: Any) -> bool:
    """The right one is to bring imps into play; a hand sent with an earlier state would have come before."""
    duel = told["duel"]
    return bool(duel["step"] == "imps" and duel["awaited"]["seat"] == RIGHT)


def brings_imps(hand: dict[str, Any]) -> bool:
    return any(option["choice"]["kind"] == "play" for option in hand["options"])


def told_everywhere(visitor: Visitor, game: int = 1) -> str:
    """All that somebody can find out without playing a seat."""
    paths = [f"/api/state?lang={lang}" for lang in ("en", "fr", "de")]
    paths += ["/api/turns", f"/api/turns?game={game}", "/api/games", f"/api/games/{game}", "/api/players"]
    paths += ["/api/games/export.json", "/api/games/export.csv", "/api/seats", "/api/openapi.json"]
    paths += [f"/api/seat/{seat}/hand" for seat in (LEFT, RIGHT)]
    paths += [f"/api/duel?move={move}" for move in range(20)]
    found = [visitor.ask("GET", path).body.decode() for path in paths]
    with visitor.live() as line:
        found.append(json.dumps(line.next()))
    return "\n".join(found)


def names_in(text: str, imps: list[str]) -> list[str]:
    return [imp for imp in imps if imp in text]


# What everyone sees


def test_the_state_tells_the_duel_in_the_pages_language(duel: Served) -> None:
    visitor = a_visitor(duel)
    to_the_imps(duel)
    state = visitor.state("de")
    shown = state["duel"]
    assert (state["kind"], shown["round"], shown["step"], shown["lead"]) == (
        "devilish-duels",
        1,
        "imps",
        LEFT,
    )
    assert shown["elements"] == {"earth": "Erde", "fire": "Feuer", "water": "Wasser", "air": "Luft"}
    assert [trial["totals"] for trial in shown["trials"]] == [
        {"1": 4, "4": 2},
        {"1": 2, "4": 5},
        {"1": 0, "4": 6},
        {"1": 9, "4": 3},
    ]
    assert shown["moves"][-1]["text"] == "Emil würfelt Erde 2, Luft 3, Feuer 5, Wasser 6."
    assert shown["awaited"]["text"] == "Mia, bring ein oder zwei Teufelchen ins Spiel."
    assert [(side["name"], side["left"], side["hidden"]) for side in shown["sides"]] == [
        ("Mia", 4, 4),
        ("Emil", 4, 4),
    ]


def test_what_may_be_chosen_openly_is_told_as_a_sentence_and_as_a_command(duel: Served) -> None:
    visitor = a_visitor(duel)
    roll_off(duel)
    options = {option["text"]: option["choice"] for option in visitor.state()["duel"]["options"]}
    assert options["Pass"] == {"kind": "pass", "dice": [], "imps": [], "power": None}
    assert options["Roll Earth, Fire"]["dice"] == [
        {"owner": 1, "element": "earth", "number": 1},
        {"owner": 1, "element": "fire", "number": 1},
    ]


def test_a_lobby_has_no_duel_but_says_which_game_is_played() -> None:
    with served_duel(play=False, sit_down=False) as here:
        state = a_visitor(here).state()
        assert (state["kind"], state["duel"], state["status"]) == ("devilish-duels", None, "lobby")


def test_every_text_of_a_duel_stands_there_in_all_three_languages() -> None:
    texts = {lang: json.loads((PAGES / "texts" / f"duel.{lang}.json").read_text()) for lang in LANGUAGES}
    for text in texts["en"]:
        gaps = {lang: sorted(re.findall(r"{(\w+)}", texts[lang][text])) for lang in LANGUAGES}
        assert gaps["en"] == gaps["fr"] == gaps["de"], text
    assert set(texts["en"]) == set(texts["fr"]) == set(texts["de"])
    written = "".join(file.read_text() for file in PAGES.glob("*.js"))
    assert set(re.findall(r't\("(duel_\w+)"', written)) <= set(texts["en"])


# Secrets


@pytest.mark.parametrize("teams", ["dealt", "picked"])
def test_nobody_but_the_seat_learns_of_a_team_before_it_is_played(tmp_path: Path, teams: str) -> None:
    settings = {"teams": teams}
    with served_duel(play=False, throws=False, settings=settings, log_file=tmp_path / "log.sqlite") as here:
        left, right = a_phone(here, LEFT), a_phone(here, RIGHT)
        if teams == "picked":
            for phone, seat in ((left, LEFT), (right, RIGHT)):
                cards = phone.get(f"/api/seat/{seat}/hand")["hand"]["cards"]
                picked = [card["name"] for card in cards[:4]]
                assert phone.command("choose", seat=seat, choice=play("team", imps=picked)).status == 200
        to_the_imps(here)
        ours, theirs = team(here, LEFT), team(here, RIGHT)
        # In vain, but logged: three are too many.
        assert left.command("choose", seat=LEFT, choice=play("play", imps=ours[:3])).status == 422
        for watcher in (a_visitor(here), a_desk(here)):
            assert names_in(told_everywhere(watcher), ours + theirs) == []
        assert names_in(told_everywhere(left), theirs) == []
        with EventLog.read_only(tmp_path / "log.sqlite") as log:
            told = json.dumps(history.as_json(history.game(log, 1), log))
        assert names_in(told, ours + theirs) == []
        left.command("choose", seat=LEFT, choice=play("play", imps=[ours[0]]))
        told = told_everywhere(a_desk(here))
        assert names_in(told, ours) == ours[:1]
        assert names_in(told, theirs) == []


def test_when_the_duel_is_over_the_log_may_tell_the_teams(tmp_path: Path) -> None:
    settings = {"teams": "picked"}
    with served_duel(play=False, throws=False, settings=settings, log_file=tmp_path / "log.sqlite") as here:
        cards = a_phone(here, LEFT).get(f"/api/seat/{LEFT}/hand")["hand"]["cards"]
        picked = [card["name"] for card in cards[:4]]
        chooses(here, LEFT, ChoiceKind.TEAM, imps=tuple(picked))
        here.happen(GameAbandoned(here.clock.now()))
        told = a_desk(here).ask("GET", "/api/games/export.json?game=1").body.decode()
        assert names_in(told, picked) == picked


def test_a_seats_own_line_gets_its_hand_after_each_state_and_no_other_line_does(duel: Served) -> None:
    phone = a_phone(duel, LEFT)
    with phone.live("lang=en&role=seat") as own, phone.live() as watching, a_desk(duel).live() as desk:
        assert "players" in own.next()
        hand = own.next()["hand"]
        assert (hand["seat"], [imp["name"] for imp in hand["imps"]]) == (LEFT, team(duel, LEFT))
        to_the_imps(duel)
        told = own.until(lambda told: "hand" in told and brings_imps(told["hand"]))
        first = team(duel, LEFT)[0]
        assert told["hand"]["options"][0]["text"] == f"Bring {first} into play"
        chooses(duel, LEFT, ChoiceKind.PLAY, imps=(first,))
        for line in (watching, desk):
            heard = list(heard_until(line, to_bring_imps))
            assert not any("hand" in told for told in heard)
            assert heard[-1]["duel"]["options"] == []


def test_a_hand_is_told_only_to_whoever_plays_the_seat(duel: Served) -> None:
    phone, desk = a_phone(duel, LEFT), a_desk(duel)
    assert phone.ask("GET", f"/api/seat/{LEFT}/hand").status == 200
    for who, seat in ((phone, RIGHT), (desk, LEFT), (a_visitor(duel), LEFT), (Visitor(duel), LEFT)):
        reply = who.ask("GET", f"/api/seat/{seat}/hand")
        assert (reply.status, reply.json["error"]) == (403, "not_your_seat")
    assert desk.post(f"/api/seats/{LEFT}/free").status == 204
    assert phone.ask("GET", f"/api/seat/{LEFT}/hand").status == 403


# Choosing


def test_a_seat_chooses_on_its_own_phone(duel: Served) -> None:
    phone = a_phone(duel, LEFT)
    to_the_imps(duel)
    ours = team(duel, LEFT)
    assert phone.command("choose", seat=LEFT, choice=play("play", imps=ours[:2])).status == 200
    shown = phone.state()["duel"]
    assert sorted(imp["name"] for imp in shown["sides"][0]["imps"]) == sorted(ours[:2])
    assert shown["awaited"]["seat"] == RIGHT


def test_what_cannot_be_chosen_is_refused_with_the_reason(duel: Served) -> None:
    phone = a_phone(duel, LEFT)
    roll_off(duel)
    taken = [("earth", 1), ("earth", 2), ("fire", 1), ("fire", 2), ("air", 1)]
    five = [{"owner": LEFT, "element": element, "number": number} for element, number in taken]
    reply = phone.command("choose", seat=LEFT, choice=play("roll", dice=five), lang="de")
    assert (reply.status, reply.json["error"]) == (422, "refused")
    assert reply.json["message"] == "Wähle mindestens einen deiner Würfel und höchstens 4, oder verzichte."
    assert phone.command("choose", seat=RIGHT, choice=play("pass")).json["error"] == "not_your_seat"
    assert a_visitor(duel).command("choose", seat=LEFT, choice=play("pass")).json["error"] == "not_your_seat"


def test_the_desk_chooses_for_either_seat_but_never_what_is_secret(duel: Served) -> None:
    desk = a_desk(duel)
    roll_off(duel)
    assert desk.command("choose", seat=LEFT, choice=play("pass")).status == 200
    assert desk.command("choose", seat=RIGHT, choice=play("pass")).status == 200
    for imps in (team(duel, LEFT)[:1], team(duel, RIGHT)[:1]):
        reply = desk.command("choose", seat=LEFT, choice=play("play", imps=imps))
        # Whether that seat has this imp, nobody finds out by trying.
        assert (reply.status, reply.json["error"]) == (422, "secret")


def test_of_two_desks_the_one_that_has_not_looked_again_is_told_so(duel: Served) -> None:
    one, other = a_desk(duel), a_desk(duel)
    roll_off(duel)
    seen = one.state()["decisions"]
    assert one.command("choose", seat=LEFT, choice=play("pass"), seen=seen).status == 200
    reply = other.command("choose", seat=RIGHT, choice=play("pass"), seen=seen)
    assert (reply.status, reply.json["error"]) == (409, "overtaken")


@pytest.mark.parametrize(
    "choice",
    [
        pytest.param(play("wish"), id="an unknown kind"),
        pytest.param(play("roll", dice=[{"owner": 9, "element": "air", "number": 1}]), id="no such seat"),
        pytest.param(play("roll", dice=[{"owner": 1, "element": "wood", "number": 1}]), id="no such element"),
        pytest.param({"kind": "play", "imps": ["x"] * 9}, id="too many imps"),
        pytest.param({"kind": "pass", "more": 1}, id="an unknown field"),
    ],
)
def test_what_makes_no_sense_is_not_even_asked(duel: Served, choice: dict[str, Any]) -> None:
    reply = a_desk(duel).command("choose", seat=LEFT, choice=choice)
    assert (reply.status, reply.json["error"]) == (400, "malformed")


# Putting right


def test_the_desk_types_in_what_the_camera_cannot_read(duel: Served) -> None:
    desk = a_desk(duel)
    for value in (5, 2):
        assert desk.command("typed_duel", dice=[["air", value]]).status == 200
    assert desk.command("typed_duel", dice=[["earth", 4], ["fire", 2]]).status == 200
    assert desk.state()["duel"]["moves"][-1]["text"] == "Mia rolls Earth 4, Fire 2."
    assert a_visitor(duel).command("typed_duel", dice=[["earth", 4]]).json["error"] == "no_pin"


def test_a_roll_is_put_right_and_the_correction_undone(duel: Served) -> None:
    desk = a_desk(duel)
    to_the_imps(duel)
    rolled = next(move for move in desk.state()["duel"]["moves"] if move["rolled"])
    assert desk.command("correct_duel", move=rolled["number"], values=[1, 3, 2, 6]).status == 200
    state = desk.state()
    assert (state["duel"]["trials"][0]["totals"], state["corrections"]) == ({"1": 1, "4": 2}, 1)
    assert next(move["corrected"] for move in state["duel"]["moves"] if move["number"] == rolled["number"])
    assert desk.command("undo").status == 200
    assert desk.state()["duel"]["trials"][0]["totals"] == {"1": 4, "4": 2}
    assert (
        a_visitor(duel).command("correct_duel", move=rolled["number"], struck=True).json["error"] == "no_pin"
    )


def test_the_desk_learns_what_could_have_been_chosen_instead_and_chooses_that(duel: Served) -> None:
    desk = a_desk(duel)
    roll_off(duel)
    chooses(duel, LEFT, ChoiceKind.ROLL, dice=(die(LEFT, Element.EARTH), die(LEFT, Element.FIRE)))
    throw(duel, (Element.EARTH, 4), (Element.FIRE, 2))
    chosen, rolled = desk.state()["duel"]["moves"][-2:]
    then = desk.get(f"/api/duel?lang=de&move={chosen['number']}")
    assert then["awaited"]["text"] == "Mia, würfle mit bis zu 4 Würfeln aus deinem Vorrat."
    assert {each["zone"] for side in then["sides"] for each in side["dice"]} == {"pool"}
    instead = next(option for option in then["options"] if option["text"] == "Erde, Feuer, Luft würfeln")
    reply = desk.command("correct_duel", move=chosen["number"], choice=instead["choice"])
    assert reply.status == 200
    # Those two dice are not these three: they are to be thrown again.
    assert len(desk.state()["duel"]["awaited"]["roll"]) == 3
    # What is no choice, is not there, or is asked for by somebody else, is not told.
    for path in (f"/api/duel?move={rolled['number']}", "/api/duel?move=99"):
        assert desk.ask("GET", path).status == 404
    assert desk.ask("GET", "/api/duel").status == 400
    assert a_visitor(duel).ask("GET", f"/api/duel?move={chosen['number']}").json["error"] == "no_pin"


def test_the_moves_of_an_older_round_can_be_put_right_too(duel: Served) -> None:
    desk = a_desk(duel)
    to_the_imps(duel)
    for seat in (LEFT, RIGHT):
        chooses(duel, seat, ChoiceKind.PLAY, imps=(team(duel, seat)[0],))
    while duel.referee.state.game.duel.round == 1:
        chooses(duel, duel.referee.state.game.duel.agenda[0].seat, ChoiceKind.PASS)
    (turn,) = desk.get("/api/turns")
    assert turn["elements"]["earth"] == "Earth"
    moves = {move["number"]: move for move in turn["moves"]}
    assert {move["round"] for move in moves.values()} == {1}
    passed = next(number for number, move in moves.items() if move["text"] == "Mia passes.")
    then = desk.get(f"/api/duel?move={passed}")
    assert then["round"] == 1
    assert "Pass" in [option["text"] for option in then["options"]]


def test_a_correction_does_not_tell_who_has_which_imp(duel: Served) -> None:
    desk = a_desk(duel)
    to_the_imps(duel)
    ours = team(duel, LEFT)
    chooses(duel, LEFT, ChoiceKind.PLAY, imps=(ours[0],))
    played = desk.state()["duel"]["moves"][-1]["number"]
    for kind, imps in (("play", [ours[1]]), ("play", team(duel, RIGHT)[:1]), ("team", ours)):
        reply = desk.command("correct_duel", move=played, choice=play(kind, imps=imps))
        assert (reply.status, reply.json["error"]) == (422, "secret")
    assert desk.command("correct_duel", move=played, struck=True).status == 200
    assert desk.state()["duel"]["awaited"]["seat"] == LEFT


# The past


def test_a_duel_is_listed_with_its_rounds_and_its_winner(tmp_path: Path) -> None:
    with served_duel(speed=2000.0, pace_s=1.0, log_file=tmp_path / "log.sqlite", strength="random") as here:
        visitor = a_visitor(here)
        with visitor.live() as line:
            ended = line.until(lambda told: told.get("over") is True)
        [game] = visitor.get("/api/games")["games"]
        assert (game["name"], game["over"], game["winner"]) == ("devilish-duels", True, ended["winner"])
        assert (game["turns"], [one["name"] for one in game["players"]]) == (
            ended["duel"]["round"],
            ["Mia", "Emil"],
        )
        rounds, just_now = visitor.get("/api/games/1")["turn_list"], visitor.get("/api/turns")
        assert [one["duel"] for one in rounds] == [one["duel"] for one in just_now]
        assert visitor.get("/api/players")["total"] == 2
        assert not any(one["struck"] for one in rounds)
