"""Devil's Dice in the API: the whole board for everyone, moving, refusing, typing dice in, putting right."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pi_diavolo import web
from pi_diavolo.table.events import RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import BOARD_SEATS, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.web.board_shown import BoardBefore
from pi_diavolo.web.board_telling import TURNS_SHOWN
from pi_diavolo.web.keys import kept_keys
from pi_diavolo.web.snapshot import Snapshot
from tests.web.boarding import EMIL, MIA, NAMES, moves, roll_off, served_board, square, standing, throw, turn
from tests.web.client import Reply, Visitor
from tests.web.serving import Served

PAGES = Path(web.__file__).parent / "pages"
LANGUAGES = ("en", "fr", "de")
# Green begins on the left side, within reach of orange in the near left corner.
NEIGHBOURS = {"colours": "orange;green"}


@pytest.fixture
def board() -> Iterator[Served]:
    """Mia has orange, Emil green, and Mia begins; nothing happens by itself."""
    with served_board(settings=NEIGHBOURS) as here:
        roll_off(here)
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


def a_move(counter: str, to: str) -> dict[str, Any]:
    """As the command has it: `orange1` to `d5`."""
    where = square(to)
    return {
        "counter": {"colour": counter[:-1], "number": int(counter[-1])},
        "to": {"column": where.column, "row": where.row},
    }


def to_the_capture(here: Served) -> None:
    """Mia can take a green counter on b6."""
    turn(here, MIA, (1, 1), "orange1", "d2")
    turn(here, EMIL, (1, 1), "green1", "b6")
    throw(here, 1, 3)


def moved_by(visitor: Visitor, seat: Seat, counter: str, to: str, **more: Any) -> Reply:
    return visitor.command("move", seat=seat, move=a_move(counter, to), **more)


def refused_as(reply: Reply) -> tuple[int, str]:
    return reply.status, reply.json["error"]


# What everyone sees


def test_the_state_tells_the_whole_board_in_the_pages_language(board: Served) -> None:
    visitor = a_visitor(board)
    to_the_capture(board)
    state = visitor.state("de")
    shown = state["board"]
    assert (state["kind"], state["status"], state["seats"], shown["step"]) == (
        "devils-dice",
        "choose",
        8,
        "move",
    )
    assert shown["text"] == "Mia würfelt 1 und 3. Zieh jetzt einen deiner Steine!"
    assert (shown["dice"], shown["awaited"], shown["turn"]) == ([1, 3], MIA, 3)
    assert [(one["name"], one["colours"], one["left"]) for one in shown["movers"]] == [
        ("Mia", ["orange"], 4),
        ("Emil", ["green"], 4),
    ]
    assert shown["colours"]["green"] == "Grün"
    taking = [move for move in shown["moves"] if move["takes"]]
    assert taking == [
        {**a_move("orange4", "b6"), "takes": {"colour": "green", "number": 1}, "promotes": False}
    ]
    layout = shown["layout"]
    assert (layout["columns"], layout["rows"], len(layout["homes"]), len(layout["safe"])) == (16, 16, 8, 12)


def test_the_state_is_as_its_description_says(board: Served) -> None:
    to_the_capture(board)
    moves(board, MIA, "orange4", "b6")
    desk = a_desk(board)
    msgspec.json.decode(desk.ask("GET", "/api/state").body, type=Snapshot)
    msgspec.json.decode(desk.ask("GET", "/api/board?turn=3").body, type=BoardBefore)


def test_a_lobby_has_no_board_but_eight_seats(board: Served) -> None:
    with served_board(sit_down=False) as here:
        state = a_visitor(here).state()
        assert (state["kind"], state["board"], state["status"], state["seats"]) == (
            "devils-dice",
            None,
            "lobby",
            8,
        )


def test_other_games_keep_their_six_seats(game: Served, lobby: Served) -> None:
    desk = a_desk(game)
    assert refused_as(a_desk(lobby).command("sit", seat=7, name="Ada")) == (422, "refused")
    assert (desk.state()["seats"], desk.state()["board"]) == (6, None)
    assert len(desk.get("/api/seats")) == 6
    assert desk.post("/api/seats/7/free").status == 404
    names = [f"Somebody {number}" for number in range(7)]
    assert refused_as(desk.command("order_seats", seats=names)) == (400, "malformed")
    assert desk.ask("GET", "/api/board?turn=1").status == 404


def test_of_a_long_game_the_state_tells_the_latest_turns_and_the_list_tells_all(board: Served) -> None:
    visitor = a_visitor(board)
    for number in range(TURNS_SHOWN + 2):
        throw(board, 1, 1)
        offered = visitor.state()["board"]
        first = offered["moves"][0]
        reply = a_desk(board).command(
            "move", seat=offered["awaited"], move={"counter": first["counter"], "to": first["to"]}
        )
        assert reply.status == 200, number
    told = visitor.state()["board"]["turns"]
    assert [one["number"] for one in told] == list(range(3, TURNS_SHOWN + 3))
    assert len(visitor.get("/api/turns")) == TURNS_SHOWN + 2


def test_every_text_of_the_board_stands_there_in_all_three_languages() -> None:
    texts = {lang: json.loads((PAGES / "texts" / f"board8.{lang}.json").read_text()) for lang in LANGUAGES}
    for text in texts["en"]:
        gaps = {lang: sorted(re.findall(r"{(\w+)}", texts[lang][text])) for lang in LANGUAGES}
        assert gaps["en"] == gaps["fr"] == gaps["de"], text
    assert set(texts["en"]) == set(texts["fr"]) == set(texts["de"])
    written = "".join(file.read_text() for file in PAGES.glob("*.js"))
    used = set(re.findall(r'"(board8_\w+)"', written))
    made = [*re.findall(r"`(board8_\w+)\$", written), "board8_lobby_"]
    assert used <= set(texts["en"])
    spare = {text for text in texts["en"] if text not in used and not text.startswith((*made, "desk_rule_"))}
    assert spare == set()


# Moving


def test_a_seat_moves_on_its_own_phone_and_everyone_is_told_what_it_took(board: Served) -> None:
    phone, visitor = a_phone(board, MIA), a_visitor(board)
    to_the_capture(board)
    assert moved_by(phone, MIA, "orange4", "b6").status == 200
    shown = visitor.state("fr")["board"]
    last = shown["turns"][-1]
    assert last["text"] == "Mia fait 1 et 3\u202f: orange a3 → b6, prend vert"
    assert (last["taken"], last["came_from"]) == (
        {"colour": "green", "number": 1},
        {"column": 0, "row": 2},
    )
    out = next(one for one in shown["counters"] if (one["colour"], one["number"]) == ("green", 1))
    assert (out["square"], [one["left"] for one in shown["movers"]]) == (None, [4, 3])
    assert shown["awaited"] == EMIL
    assert [("vert" in task["text"], task["square"]) for task in shown["to_put"]] == [
        (True, {"column": 1, "row": 5}),
        (False, {"column": 1, "row": 5}),
    ]


def test_what_cannot_be_is_refused_with_the_reason(board: Served) -> None:
    phone = a_phone(board, MIA)
    throw(board, 1, 3)
    reply = moved_by(phone, MIA, "orange4", "a2", lang="de")
    assert refused_as(reply) == (422, "refused")
    assert "kann Orange nicht von a3 nach a2" in reply.json["message"]
    assert standing(board, "orange4") == "a3"


def test_only_the_own_phone_and_the_desk_move_for_a_seat(board: Served) -> None:
    throw(board, 1, 3)
    for who in (a_visitor(board), a_phone(board, EMIL)):
        assert refused_as(moved_by(who, MIA, "orange4", "b6")) == (403, "not_your_seat")
    assert moved_by(a_desk(board), MIA, "orange4", "b6").status == 200
    throw(board, 1, 1)
    assert moved_by(a_desk(board), EMIL, "green1", "b8").status == 200


def test_of_two_who_move_at_once_the_second_is_told_so(board: Served) -> None:
    one, other = a_phone(board, MIA), a_desk(board)
    throw(board, 1, 3)
    seen = one.state()["decisions"]
    assert moved_by(one, MIA, "orange4", "b6", seen=seen).status == 200
    assert refused_as(moved_by(other, MIA, "orange4", "d4", seen=seen)) == (409, "overtaken")


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"seat": 9}, id="no such seat"),
        pytest.param({"move": {"counter": {"colour": "pink", "number": 1}, "to": {}}}, id="no such colour"),
        pytest.param({"move": {**a_move("orange1", "c4"), "by": 3}}, id="an unknown field"),
        pytest.param({"move": {**a_move("orange1", "c4"), "to": {"column": 26, "row": 0}}}, id="far off"),
        pytest.param({"move": {**a_move("orange5", "c4")}}, id="a fifth counter"),
    ],
)
def test_what_makes_no_sense_is_not_even_asked(board: Served, wrong: dict[str, Any]) -> None:
    fields = {"seat": MIA, "move": a_move("orange1", "d4"), **wrong}
    assert refused_as(a_desk(board).command("move", **fields)) == (400, "malformed")


def test_whoever_plays_a_seat_cannot_flood_the_table(board: Served) -> None:
    phone = a_phone(board, MIA)
    statuses = [moved_by(phone, MIA, "orange1", "p16", seen=0).status for _ in range(40)]
    assert set(statuses) == {409, 429}


# Dice by people's own eyes, and the end


def test_the_desk_types_in_what_the_camera_cannot_read() -> None:
    with served_board(settings=NEIGHBOURS) as here:
        desk = a_desk(here)
        for value in (6, 2):
            assert desk.command("typed_board", dice=[value]).status == 200
        reply = desk.command("typed_board", dice=[4], lang="fr")
        assert refused_as(reply) == (422, "refused")
        assert desk.command("typed_board", dice=[3, 4]).status == 200
        assert desk.state()["board"]["dice"] == [3, 4]
        for dice in ([], [0, 4], [1, 2, 3]):
            assert refused_as(desk.command("typed_board", dice=dice)) == (400, "malformed")
        assert refused_as(a_visitor(here).command("typed_board", dice=[3, 4])) == (403, "no_pin")


def doubtful_dice(here: Served) -> None:
    """Mia rolls a 3 and what may be a 5 or a 6."""
    dice = (Die(Colour.WHITE, 3), Die(Colour.WHITE, 5, maybe=(6,)))
    here.happen(RollRead(Roll(dice), here.clock.now()))


def test_a_question_is_answered_by_the_seat_that_is_asked_or_at_the_desk_and_by_nobody_else(
    board: Served,
) -> None:
    doubtful_dice(board)
    mia, emil, desk = a_phone(board, MIA), a_phone(board, EMIL), a_desk(board)
    (question,) = mia.state()["questions"]
    answer = {"question": question["number"], "choice": "6"}
    for other in (emil, a_visitor(board)):
        assert refused_as(other.command("answer", **answer)) == (403, "no_pin")
    assert refused_as(mia.command("answer", question=question["number"] + 1, choice="6")) == (403, "no_pin")
    assert refused_as(mia.command("answer", question=question["number"], choice="9")) == (422, "refused")
    assert mia.command("answer", **answer).status == 200
    assert mia.state()["board"]["dice"] == [3, 6]
    moves(board, MIA, "orange1", "f7")
    doubtful_dice(board)
    (question,) = emil.state()["questions"]
    assert refused_as(mia.command("answer", question=question["number"], choice="5")) == (403, "no_pin")
    assert desk.command("answer", question=question["number"], choice="5").status == 200


def test_the_desk_ends_the_game_as_the_players_agree(board: Served) -> None:
    to_the_capture(board)
    moves(board, MIA, "orange4", "b6")
    assert refused_as(a_phone(board, EMIL).command("agree_end")) == (403, "no_pin")
    desk = a_desk(board)
    assert desk.command("agree_end").status == 200
    state = desk.state()
    assert (state["status"], state["winner"], state["board"]["ended"]) == ("over", MIA, "agreed")


# Putting right


def test_another_move_and_other_dice_put_a_turn_right_and_are_undone(board: Served) -> None:
    desk = a_desk(board)
    turn(board, MIA, (1, 1), "orange1", "d2")
    turn(board, EMIL, (1, 1), "green1", "b6")
    assert desk.command("correct_board", turn=1, move=a_move("orange2", "c2")).status == 200
    assert (standing(board, "orange1"), standing(board, "orange2")) == ("c1", "c2")
    assert desk.command("correct_board", turn=2, dice=[1, 2], move=a_move("green1", "c8")).status == 200
    assert standing(board, "green1") == "c8"
    state = desk.state()
    assert ([one["corrected"] for one in state["board"]["turns"]], state["corrections"]) == ([True, True], 2)
    assert [one["corrections"] for one in desk.get("/api/turns")] == [[1], [2]]
    for _ in range(2):
        assert desk.command("undo").status == 200
    assert (standing(board, "orange1"), standing(board, "green1")) == ("d2", "b6")


def test_a_move_that_was_not_possible_is_no_correction(board: Served) -> None:
    desk = a_desk(board)
    turn(board, MIA, (1, 1), "orange1", "d2")
    reply = desk.command("correct_board", turn=1, move=a_move("orange1", "e5"))
    assert refused_as(reply) == (422, "refused")
    assert standing(board, "orange1") == "d2"
    visitor = a_visitor(board)
    assert refused_as(visitor.command("correct_board", turn=1, struck=True)) == (403, "no_pin")


def test_a_turn_is_taken_back_with_all_that_followed(board: Served) -> None:
    desk = a_desk(board)
    to_the_capture(board)
    moves(board, MIA, "orange4", "b6")
    assert desk.command("correct_board", turn=2, struck=True).status == 200
    shown = desk.state()["board"]
    assert (shown["turn"], shown["awaited"], shown["step"]) == (2, EMIL, "roll")
    assert (standing(board, "green1"), standing(board, "orange4")) == ("a7", "a3")


def test_the_desk_sees_the_board_before_a_turn_and_what_other_dice_would_allow(board: Served) -> None:
    desk = a_desk(board)
    to_the_capture(board)
    moves(board, MIA, "orange4", "b6")
    before = desk.get("/api/board?turn=3")
    where = {(one["colour"], one["number"]): one["square"] for one in before["counters"]}
    assert where["green", 1] == {"column": 1, "row": 5}
    assert (before["seat"], before["dice"], before["played"]) == (MIA, [1, 3], a_move("orange4", "b6"))
    assert any(move["takes"] for move in before["moves"])
    other = desk.get("/api/board?turn=3&first=6&second=6")
    assert (other["dice"], any(move["takes"] for move in other["moves"])) == ([6, 6], False)
    assert a_move("orange1", "j8") in [{"counter": m["counter"], "to": m["to"]} for m in other["moves"]]


def test_the_board_before_a_turn_that_was_not_played_is_nowhere(board: Served) -> None:
    desk = a_desk(board)
    turn(board, MIA, (1, 1), "orange1", "d2")
    for path, status in (("turn=0", 404), ("turn=2", 404), ("turn=1&first=7&second=1", 400), ("", 400)):
        assert desk.ask("GET", f"/api/board?{path}").status == status
    assert refused_as(a_visitor(board).ask("GET", "/api/board?turn=1")) == (403, "no_pin")


def test_a_protest_stops_the_game_until_the_desk_decides(board: Served) -> None:
    desk, visitor = a_desk(board), a_visitor(board)
    turn(board, MIA, (1, 1), "orange1", "d2")
    assert visitor.command("protest").status == 200
    assert (desk.state()["status"], desk.state()["protest"]) == ("protest", 1)
    assert desk.command("protest_decided", stands=False).status == 200
    shown = desk.state()["board"]
    assert (shown["turns"][-1]["struck"], standing(board, "orange1")) == (True, "c1")


# The past


def test_a_game_is_listed_with_its_turns_and_its_winner(tmp_path: Path) -> None:
    with served_board(settings=NEIGHBOURS, log_file=tmp_path / "log.sqlite") as here:
        roll_off(here)
        to_the_capture(here)
        moves(here, MIA, "orange4", "b6")
        desk = a_desk(here)
        assert desk.command("agree_end").status == 200
        [game] = desk.get("/api/games")["games"]
        assert (game["name"], game["over"], game["winner"]) == ("devils-dice", True, MIA)
        listed, just_now = desk.get("/api/games/1")["turn_list"], desk.get("/api/turns")
        assert [one["board"] for one in listed] == [one["board"] for one in just_now]
        assert just_now[2]["board"]["taken"] == {"colour": "green", "number": 1}


# Eight of them


def test_eight_sit_down_and_each_has_a_code_and_a_phone() -> None:
    with served_board(players=8, sit_down=False) as here:
        desk = a_desk(here)
        assert desk.command("order_seats", seats=list(NAMES)).status == 200
        assert [one["seat"] for one in desk.get("/api/seats")] == list(BOARD_SEATS)
        assert desk.command("start").status == 200
        phone = a_phone(here, Seat(8))
        roll_off(here, 8)
        for place, (colour, to) in enumerate(
            [("orange", "d2"), ("green", "b6"), ("red", "b13"), ("black", "f15"), ("blue", "m15"),
             ("white", "o11"), ("purple", "o4")], 1,
        ):  # fmt: skip
            turn(here, Seat(place), (1, 1), f"{colour}1", to)
        throw(here, 1, 1)
        assert moved_by(phone, Seat(8), "yellow1", "k2").status == 200
        shown = phone.state()["board"]
        assert [one["name"] for one in shown["movers"]] == list(NAMES)
        assert len(shown["turns"]) == 8


def test_a_key_file_of_six_seats_gets_two_more_and_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    first = kept_keys(file)
    written = json.loads(file.read_text())
    written["seats"] = {seat: secret for seat, secret in written["seats"].items() if int(seat) <= 6}
    file.write_text(json.dumps(written))
    again = kept_keys(file)
    assert (again.pin, again.signing, tuple(again.seats)) == (first.pin, first.signing, BOARD_SEATS)
    assert all(again.seats[seat] == first.seats[seat] for seat in BOARD_SEATS[:6])
    assert kept_keys(file) == again
    assert file.stat().st_mode & 0o077 == 0
