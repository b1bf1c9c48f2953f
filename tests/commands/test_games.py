"""`games`: what the log remembers of games that are over, were abandoned, or still go on."""

import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES, Referee
from pi_diavolo.history_boards import COLUMNS as OF_BOARDS
from pi_diavolo.history_duels import COLUMNS as OF_DUELS
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.table.boards import EndAgreed
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import EveningOpened, Event, GameAbandoned, GameStarted, SeatTaken, Started
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying
from tests.commands.makers import CommandLine, start, tree
from tests.evenings import a_table_on, play_turns
from tests.eventlog.makers import tamper
from tests.games.devilish_duels.makers import TableOfTwo

PEOPLE = ("Ada", "Blaise", "Carl")


@pytest.fixture(scope="module")
def an_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Game 1 is over, game 2 was abandoned after two turns, game 3 goes on after one."""
    path = tmp_path_factory.mktemp("evening") / "games.db"
    with a_table_on(path) as (table, log, clock):
        open_evening(table, "diavolo", {}, 1, 0, clock.now())
        sit_down(table, log, PEOPLE, clock.now())
        table.run(until=lambda: table.status is Status.OVER)
    with a_table_on(path) as (table, log, clock):
        open_evening(table, "diavolo", {}, 2, 0, clock.now())
        sit_down(table, log, PEOPLE, clock.now())
        play_turns(table, 2)
        table.take(GameAbandoned(clock.now()))
        sit_down(table, log, PEOPLE[:2], clock.now())
        play_turns(table, 1)
    return path


@pytest.fixture
def three_games(pi_diavolo: CommandLine, an_evening: Path) -> CommandLine:
    """A log of its own for each test."""
    copy(an_evening, pi_diavolo.log)
    return pi_diavolo


def test_the_list_tells_how_each_game_ended(three_games: CommandLine) -> None:
    listed = three_games.ask("list", "--json").must_be_right().objects
    assert [(o["game"], o["over"], o["abandoned"]) for o in listed] == [
        (1, True, False), (2, False, True), (3, False, False),
    ]  # fmt: skip
    assert [o["turns"] for o in listed[1:]] == [2, 1]
    assert [player["name"] for player in listed[0]["players"]] == list(PEOPLE)
    assert listed[0]["winner"] in [player["seat"] for player in listed[0]["players"]]


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", "Game Time Players Turns Winner"),
        ("fr", "Partie Date Joueurs Tours Vainqueur"),
        ("de", "Spiel Zeit Spieler Runden Sieger"),
    ],
)
def test_people_read_a_list(three_games: CommandLine, language: str, heads: str) -> None:
    lines = three_games.ask("list", "--language", language).must_be_right().lines
    rows = [line.split() for line in lines if line.strip()]
    assert rows[0] == heads.split()
    assert [row[-1] for row in rows[3:]] == ["–", "…"]
    assert rows[2][-1] in PEOPLE


@pytest.mark.parametrize(
    ("game", "language", "end"),
    [
        ("1", "en", "wins the game! Hooray!"),
        ("2", "en", "Game 2 stops here, without a winner."),
        ("3", "en", "Game 3 goes on."),
        ("3", "fr", "La partie 3 continue."),
        ("2", "de", "Spiel 2 endet hier, ohne Sieger."),
    ],
)
def test_a_game_is_shown_turn_by_turn(three_games: CommandLine, game: str, language: str, end: str) -> None:
    (told,) = three_games.ask("show", game, "--json").must_be_right().objects
    lines = three_games.ask("show", game, "--language", language).must_be_right().lines
    assert lines[-1].endswith(end)
    assert sum("→" in line for line in lines) == len(told["rulings"])
    assert max(map(len, lines)) <= 80


def a_log_of(referee: Referee, log: EventLog, events: Iterable[Event]) -> None:
    table = Table(referee, log, VirtualClock(), SimulatedDuellists(1, {}), people_wait=False)
    for event in events:
        table.take(event)


def last_words(pi_diavolo: CommandLine, language: str) -> str:
    """How the first game ended, in one line."""
    told = pi_diavolo.ask("show", "1", "--language", language).must_be_right()
    return " ".join(" ".join(told.lines[-2:]).split())


def in_words(told: Saying, language: str) -> str:
    return " ".join(Speaker(CATALOGUES[language], {}).say(told).split())


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_duel_without_a_winner_is_told_as_a_duel(pi_diavolo: CommandLine, language: str) -> None:
    people = TableOfTwo(teams="dealt", first_lead="youngest", most_rounds=1)
    while not people.duel.over:
        awaited = people.view.awaited
        assert awaited is not None
        people.chooses(awaited.seat, people.hand(awaited.seat).options[0])
    with EventLog.open(pi_diavolo.log) as log:
        a_log_of(GAMES["devilish-duels"](), log, people.events)
    assert last_words(pi_diavolo, language).endswith(in_words(saying(Sentence.DUEL_NO_WINNER), language))


@pytest.mark.parametrize("language", CATALOGUES)
def test_who_shares_the_victory_by_counters_is_told_so(pi_diavolo: CommandLine, language: str) -> None:
    opened = EveningOpened("devils-dice", {}, 1, 1, 0.0), Started("boot", 0.0, "2026-01-01T20:00:00+00:00")
    seats = (Seat(1), Seat(4))
    seated = [SeatTaken(seat, PlayerId(f"p{seat}"), 0.0) for seat in seats]
    with EventLog.open(pi_diavolo.log) as log:
        a_log_of(GAMES["devils-dice"](), log, [*opened, *seated, GameStarted(0.0), EndAgreed(1.0)])
    shared = in_words(saying(Sentence.BOARD_SHARED, players=seats), language)
    assert last_words(pi_diavolo, language).endswith(shared)


def test_a_game_that_goes_on_can_be_played_on_after_all_this(three_games: CommandLine) -> None:
    for question in (("list",), ("show", "3"), ("export",), ("verify",)):
        three_games.ask(*question).must_be_right()
    assert "Game 3 goes on." in three_games.play().out
    assert three_games.ask("list", "--json").objects[2]["over"]


def test_every_question_leaves_the_log_untouched(three_games: CommandLine) -> None:
    before = tree(three_games.folder)
    for question in (("list",), ("show", "1"), ("statistics",), ("export", "--format", "csv"), ("verify",)):
        three_games.ask(*question).must_be_right()
    assert tree(three_games.folder) == before


def test_an_export_holds_all_events_and_rulings_of_every_game(three_games: CommandLine) -> None:
    games = three_games.ask("export").must_be_right().objects
    assert [game["game"] for game in games] == [1, 2, 3]
    for game in games:
        assert game == three_games.ask("show", str(game["game"]), "--json").objects[0]
        assert game == three_games.ask("export", str(game["game"]), "--json").objects[0]
        assert game["events"][0]["kind"] == "GameStarted"
        numbers = [event["seq"] for event in game["events"]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert game["settings"]["dice_per_colour"] == 3


def cells(game: dict[str, Any], ruling: dict[str, Any], result: dict[str, Any]) -> dict[str, str]:
    """What must stand in the row of a seat in a turn."""
    names = {player["seat"]: player["name"] for player in game["players"]}
    reason = ruling["reason"]
    scores = {c: int(s) if s == int(s) else s for c, s in reason["scores"].items()}
    found = {
        "game": game["game"], "began": game["began"], "turn": ruling["turn"], "order": reason["order"],
        "answer": reason["answer"], **{c: scores.get(c) for c in ("black", "white", "red")},
        "seat": result["seat"], "player": names[result["seat"]], "took": result["took"],
        "after_ms": result["after_ms"], "verdict": result["verdict"], "change": result["change"],
        "gems": result["gems"], "corrected": ruling["corrected"],
        "one_of_ms": " ".join(f"{ms:g}" for ms in result["one_of_ms"]), "docked": result["docked"],
        **dict.fromkeys(OF_BOARDS), **dict.fromkeys(OF_DUELS),
    }  # fmt: skip
    return {name: "" if value is None else str(value) for name, value in found.items()}


def test_a_csv_export_reads_back_as_the_rulings(three_games: CommandLine) -> None:
    games = three_games.ask("export").objects
    table = three_games.ask("export", "--format", "csv").must_be_right().out
    wanted = [
        cells(game, ruling, result)
        for game in games
        for ruling in game["rulings"]
        for result in ruling["results"]
    ]
    assert list(csv.DictReader(io.StringIO(table))) == wanted
    one = list(csv.DictReader(io.StringIO(three_games.ask("export", "2", "--format", "csv").out)))
    assert one == [row for row in wanted if row["game"] == "2"]


def test_no_name_becomes_a_formula_in_a_spreadsheet(pi_diavolo: CommandLine) -> None:
    names = ["=SUM(A1:A9)", "+1", "-1", "@cmd", 'Quo"te', "Semi;colon"]
    pi_diavolo.play("--names", ",".join(names), "--seed", "3")
    rows = csv.DictReader(io.StringIO(pi_diavolo.ask("export", "--format", "csv").out))
    players = dict.fromkeys(row["player"] for row in rows)
    assert list(players) == [f"'{name}" for name in names[:4]] + names[4:]
    # JSON is for programs: there they are as they were typed.
    assert [player["name"] for player in pi_diavolo.ask("list", "--json").objects[0]["players"]] == names


def test_an_export_goes_to_a_new_file_and_never_over_another(
    three_games: CommandLine, tmp_path: Path
) -> None:
    target = tmp_path / "games.csv"
    said = three_games.ask("export", "--format", "csv", "--output", str(target)).must_be_right()
    assert said.out == ""
    assert target.read_text(encoding="utf-8") == three_games.ask("export", "--format", "csv").out
    before = target.read_bytes()
    refused = three_games.ask("export", "--output", str(target))
    assert refused.code == 2
    assert "there is a file already" in refused.err
    assert target.read_bytes() == before


def test_an_export_that_breaks_off_leaves_no_half_file(three_games: CommandLine, tmp_path: Path) -> None:
    tamper(three_games.log, "UPDATE events SET body = '{' WHERE seq = (SELECT MAX(seq) FROM events)")
    refused = three_games.ask("export", "--output", str(tmp_path / "half.json"))
    assert refused.code == 2
    assert not (tmp_path / "half.json").exists()


def test_a_right_log_is_found_right(three_games: CommandLine) -> None:
    said = three_games.ask("verify").must_be_right()
    assert said.out.startswith("2 evenings, ")
    assert said.out.endswith(" rulings: every ruling is right\n")


def test_a_short_log_is_counted_in_the_singular(pi_diavolo: CommandLine) -> None:
    pi_diavolo.right("simulate", "--log", str(pi_diavolo.log))
    assert pi_diavolo.ask("verify").out.startswith("1 evening, ")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        pytest.param(
            """UPDATE rulings SET ruling = replace(ruling, '"change":-1', '"change":0')
               WHERE game = 1 AND turn = (SELECT MIN(turn) FROM rulings WHERE ruling LIKE '%"change":-1%')""",
            "change is 0 in the log, but -1 when worked out again",
            id="a gem given back",
        ),
        pytest.param(
            """UPDATE rulings SET ruling = json_set(ruling, '$.reason.answer', 'gray') WHERE turn = 1
               AND game = 1 AND json_extract(ruling, '$.reason.answer') <> 'gray'""",
            "reason.answer is gray in the log",
            id="another answer",
        ),
        pytest.param(
            "DELETE FROM rulings WHERE turn = 2", "turn 2: the ruling is not in the log", id="no ruling"
        ),
        pytest.param("DELETE FROM events WHERE seq = 9", "event 9 is missing", id="an event taken out"),
        pytest.param(
            "UPDATE events SET body = 'x' WHERE seq = 9", "event 9", id="an event that says nothing"
        ),
    ],
)
def test_a_forged_log_is_found_out(three_games: CommandLine, change: str, named: str) -> None:
    tamper(three_games.log, change)
    said = three_games.ask("verify")
    assert (said.code, said.err) == (1, "")
    assert said.out.count("\n") == 1
    assert named in said.out
    (found,) = (told := three_games.ask("verify", "--json")).objects
    assert told.code == 1
    assert found["right"] is False
    assert named in found["first_difference"]


def test_the_program_itself_ends_with_one_for_a_forged_log(three_games: CommandLine) -> None:
    assert start("games", "verify", "--log", str(three_games.log)).must_be_right()
    tamper(three_games.log, "DELETE FROM events WHERE seq = 9")
    assert start("games", "verify", "--log", str(three_games.log), "--json").code == 1


@pytest.mark.parametrize("question", [("list",), ("show", "1"), ("export",), ("verify",)])
def test_without_a_log_no_game_has_been_played(pi_diavolo: CommandLine, question: tuple[str, ...]) -> None:
    said = pi_diavolo.ask(*question)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("pi-diavolo: no game has been played yet")
    assert not pi_diavolo.log.exists()


@pytest.mark.parametrize("question", [("list",), ("show", "1"), ("export",), ("verify",)])
@pytest.mark.parametrize(
    "content", [b"a letter to grandmother", b"\0" * 5000, b"SQLite format 3\0" + b"x" * 900]
)
def test_a_file_of_another_kind_is_left_alone(
    pi_diavolo: CommandLine, question: tuple[str, ...], content: bytes
) -> None:
    pi_diavolo.log.write_bytes(content)
    before = tree(pi_diavolo.folder)
    said = pi_diavolo.ask(*question)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert tree(pi_diavolo.folder) == before


@pytest.mark.parametrize("question", ["show", "export"])
def test_a_game_that_is_not_there_is_named_with_those_that_are(
    three_games: CommandLine, question: str
) -> None:
    said = three_games.ask(question, "4")
    assert (said.code, said.out) == (2, "")
    assert said.err == "pi-diavolo: there is no game 4 in this log; there are games 1 to 3\n"


def test_statistics_agree_with_the_rulings(three_games: CommandLine) -> None:
    games = three_games.ask("export").objects
    told = three_games.ask("statistics", "--json").must_be_right().objects
    assert [one["name"] for one in told] == list(PEOPLE)
    for one in told:
        results = [
            result
            for game in games
            for player in game["players"]
            if player["player"] == one["player"]
            for ruling in game["rulings"]
            for result in ruling["results"]
            if result["seat"] == player["seat"]
        ]
        counted = one["statistics"]["diavolo"]
        assert counted["turns"] == len(results)
        assert counted["wrong"] == sum(result["verdict"] == "wrong" for result in results)
        assert counted["gems_lost"] == sum(result["change"] < 0 for result in results)
        times = [result["after_ms"] for result in results if result["after_ms"] and result["after_ms"] >= 0]
        assert [time["ms"] for time in counted["reactions"]["times"]] == times


@pytest.mark.parametrize(("language", "head"), [("en", "median"), ("fr", "médiane"), ("de", "Median")])
def test_people_read_statistics(three_games: CommandLine, language: str, head: str) -> None:
    said = three_games.ask("statistics", "--language", language).must_be_right()
    assert head in said.out
    assert all(name in said.out for name in PEOPLE)
    assert max(map(len, said.lines)) <= 80
    one = three_games.ask("statistics", "3", "--json").must_be_right().objects
    assert {player["game"] for player in one} == {3}
    assert three_games.ask("statistics", "4").code == 2


def test_csv_and_json_at_once_are_refused(three_games: CommandLine) -> None:
    said = three_games.ask("export", "--json", "--format", "csv")
    assert (said.code, said.out) == (2, "")


def test_the_log_may_be_read_while_a_table_writes_it(three_games: CommandLine) -> None:
    with a_table_on(three_games.log):
        assert len(three_games.ask("list", "--json").must_be_right().objects) == 3
        assert three_games.ask("verify").code == 0


def test_json_lines_hold_nothing_but_objects(three_games: CommandLine) -> None:
    for question in (("list",), ("show", "1"), ("export",), ("verify",)):
        for line in three_games.ask(*question, "--json").must_be_right().lines:
            assert isinstance(json.loads(line), dict)


@pytest.mark.parametrize("columns", ["40", "10"])
def test_a_narrow_window_still_shows_everything(
    three_games: CommandLine, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    three_games.ask("list").must_be_right()
    three_games.ask("show", "1").must_be_right()
