"""`run`: a live game told in lines or JSON, interrupted and taken up again."""

import re
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands.makers import FAST, PATIENCE, CommandLine, Heard, program, start, tree

KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def interrupted(pi_diavolo: CommandLine, *options: str, stop: int = signal.SIGINT) -> Heard:
    """A game that somebody stops after its first ruling."""
    log = ("--log", str(pi_diavolo.log))
    with subprocess.Popen(
        program("run", *FAST, "--speed", "40", "--json", *log, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout
        said = ""
        while "ShowRuling" not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        running.send_signal(stop)
        rest, complaints = running.communicate(timeout=PATIENCE)
    return Heard(running.returncode, said + rest, complaints)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize(
    "options",
    [("--games", "2"), ("--grabs", "bases", "--order-first", "--young")],
    ids=["", "variants"],
)
def test_a_piped_game_is_told_in_whole_sentences(
    pi_diavolo: CommandLine, language: str, options: tuple[str, ...]
) -> None:
    said = pi_diavolo.play("--language", language, "--seed", "1", *options)
    assert not re.search(r"[{}\x1b]", said.out)
    assert KEY.findall(said.out) == []
    assert all(name in said.out for name in ("Mia", "Emil", "Zoé", "Ben"))


def test_it_says_that_the_table_is_simulated_and_why(pi_diavolo: CommandLine) -> None:
    assert pi_diavolo.play().lines[:4] == [
        "No table hardware found: this is the simulated table.",
        "Camera: simulated, no table file is named in the settings.",
        "Sensors: simulated, this machine has no GPIO pins.",
        "Lamps: none, this machine has no SPI bus.",
    ]


def test_the_locale_decides_the_language_and_the_option_more(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "lance les dés" in pi_diavolo.play().out
    assert "würfle" in pi_diavolo.play("--language", "de").out


def test_the_settings_decide_language_players_and_log(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(
        'language = "de"\n[log]\nfile = "mine.db"\n[simulator]\nplayers = ["Uta", "Anton, der Dritte"]\n'
    )
    said = pi_diavolo.right("run", *FAST, "--config", str(other))
    assert "Viel Glück, Uta und Anton, der Dritte!" in said.out
    assert (tmp_path / "mine.db").exists()
    assert not pi_diavolo.log.exists()


def test_the_log_has_a_usual_place(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    pi_diavolo.right("run", *FAST)
    assert (tmp_path / "home/.local/share/pi-diavolo/games.db").exists()
    assert len(pi_diavolo.right("games", "list", "--json").objects) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_as_many_play_as_are_asked_for(pi_diavolo: CommandLine, players: int) -> None:
    pi_diavolo.play("--players", str(players))
    assert len(pi_diavolo.ask("list", "--json").objects[0]["players"]) == players


def test_the_first_named_is_the_youngest_and_rolls_first(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo.play("--names", "Ada, Blaise ,Élodie")
    assert "Ada is the youngest and rolls first." in said.lines
    assert "Game 1 begins. Good luck, Ada, Blaise and Élodie!" in said.lines


def test_whoever_played_before_keeps_their_id(pi_diavolo: CommandLine) -> None:
    pi_diavolo.play("--names", "Ada,Blaise")
    pi_diavolo.play("--names", "Carl,ADA")
    first, second = (game["players"] for game in pi_diavolo.ask("list", "--json").objects)
    assert first[0]["player"] == second[1]["player"]


def test_several_games_in_a_row(pi_diavolo: CommandLine) -> None:
    pi_diavolo.play("--games", "3", "--players", "2")
    assert [game["over"] for game in pi_diavolo.ask("list", "--json").objects] == [True] * 3
    assert pi_diavolo.ask("verify").code == 0


def test_every_json_line_is_an_event_with_its_effects(pi_diavolo: CommandLine) -> None:
    lines = pi_diavolo.play("--json").objects
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert {tuple(line) for line in lines} == {("seq", "event", "effects", "sentences")}
    assert [line["event"]["kind"] for line in lines[:2]] == ["EveningOpened", "Started"]
    exported = pi_diavolo.ask("export").objects[0]
    assert [line["event"] for line in lines[-len(exported["events"]) :]] == [
        {name: value for name, value in event.items() if name != "seq"} for event in exported["events"]
    ]


def test_the_same_seed_on_a_new_log_plays_the_same_game(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    told = [
        pi_diavolo.right("run", *FAST, "--seed", "8", "--log", str(tmp_path / name)).out
        for name in ("a.db", "b.db")
    ]
    assert told[0] == told[1]
    assert told[0] != pi_diavolo.play("--seed", "9").out


def lengths_off(said: Heard) -> set[float]:
    """How far off the eyes say that their lengths may be, in a game told as JSON."""
    events = [line["event"] for line in said.objects]
    rolls = [event["roll"] for event in events if event["kind"] == "RollRead"]
    return {gap["error"] for roll in rolls for gap in roll["gaps"].values()}


def test_the_dice_are_painted_and_read_unless_numbers_are_asked_for(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    quick = ("run", "--speed", "max", "--json", "--young", "--players", "2", "--skills", "child")
    assert len(lengths_off(pi_diavolo.right(*quick, "--seed", "1"))) > 1
    assert lengths_off(pi_diavolo.right(*quick, "--through", "numbers")) == {0.3}
    (tmp_path / "diavolo.toml").write_text('[simulator]\nthrough = "numbers"\n')
    assert lengths_off(pi_diavolo.right(*quick)) == {0.3}
    assert pi_diavolo.right("games", "verify").lines


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_a_game_of_pictures_is_kept_when_it_is_left(pi_diavolo: CommandLine, stop: int) -> None:
    interrupted(pi_diavolo, "--through", "vision", stop=stop)
    assert "Game 1 goes on." in pi_diavolo.play().lines
    assert pi_diavolo.ask("verify").code == 0


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_leaving_keeps_the_game_and_says_so(pi_diavolo: CommandLine, stop: int) -> None:
    said = interrupted(pi_diavolo, stop=stop)
    assert said.code == 0
    assert said.err == "The game is kept. Start the table again and it goes on where it stopped.\n"
    assert [o["over"] for o in pi_diavolo.ask("list", "--json").objects] == [False]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_game_goes_on_with_the_same_people(pi_diavolo: CommandLine, stop: int) -> None:
    before = interrupted(pi_diavolo, "--names", "Ada,Blaise,Carl", stop=stop).objects[-1]["seq"]
    after = pi_diavolo.play("--json", "--names", "blaise,carl,ada").objects
    assert after[0]["event"]["kind"] == "Started"
    assert after[0]["seq"] > before - 1
    (game,) = pi_diavolo.ask("list", "--json").objects
    assert (game["over"], [player["name"] for player in game["players"]]) == (True, ["Ada", "Blaise", "Carl"])
    assert pi_diavolo.ask("verify").code == 0


def test_going_on_is_said(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo)
    assert "Game 1 goes on." in pi_diavolo.play().lines


def test_a_game_goes_on_by_its_own_rules(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo, "--young")
    pi_diavolo.play()
    (game,) = pi_diavolo.ask("export").objects
    assert game["settings"]["dice_per_colour"] == 2
    assert pi_diavolo.ask("verify").code == 0


def test_a_new_game_abandons_the_old_one(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo)
    said = pi_diavolo.play("--new", "--names", "Ada,Blaise")
    assert "Game 1 stops here, without a winner." in said.lines
    assert "Game 2 begins. Good luck, Ada and Blaise!" in said.lines
    listed = pi_diavolo.ask("list", "--json").objects
    assert [(game["over"], game["abandoned"]) for game in listed] == [(False, True), (True, False)]
    assert pi_diavolo.ask("verify").code == 0


@pytest.mark.parametrize("options", [("--names", "Xaver,Yves"), ("--players", "2")])
def test_other_people_do_not_take_over_a_game(pi_diavolo: CommandLine, options: tuple[str, ...]) -> None:
    interrupted(pi_diavolo)
    before = pi_diavolo.log.read_bytes()
    said = pi_diavolo("run", "--speed", "max", "--log", str(pi_diavolo.log), *options)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("pi-diavolo: game 1 is not over, and Mia, Emil, Zoé, Ben play it; ")
    assert pi_diavolo.log.read_bytes() == before


def test_simulated_games_do_not_end_a_game_that_goes_on(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo)
    said = pi_diavolo("simulate", "--log", str(pi_diavolo.log))
    assert (said.code, said.out) == (2, "")
    assert "game 1 in this log is not over" in said.err
    assert "Game 1 goes on." in pi_diavolo.play().lines


def test_two_tables_do_not_share_a_log(pi_diavolo: CommandLine) -> None:
    with subprocess.Popen(
        program("run", "--speed", "1", "--log", str(pi_diavolo.log)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as first:
        assert first.stdout
        first.stdout.readline()
        second = pi_diavolo("run", "--speed", "max", "--log", str(pi_diavolo.log))
        first.terminate()
        first.communicate(timeout=PATIENCE)
    assert (second.code, second.out, second.err.count("\n")) == (2, "", 1)
    assert "another table is using this log" in second.err


@pytest.mark.parametrize("command", [("run", *FAST, "--json"), ("simulate", "--json")])
def test_a_file_of_another_kind_is_set_aside_and_told(
    pi_diavolo: CommandLine, command: tuple[str, ...]
) -> None:
    letter = b"Dear grandmother, " * 99
    pi_diavolo.log.write_bytes(letter)
    said = pi_diavolo(*command, "--log", str(pi_diavolo.log))
    assert said.code == 0
    assert said.objects
    assert said.err.count("\n") == 1
    assert "is not a log but some other file; it is kept as" in said.err
    assert letter in tree(pi_diavolo.folder).values()
    assert pi_diavolo.ask("verify").code == 0


def test_a_database_of_another_program_is_set_aside_and_told(pi_diavolo: CommandLine) -> None:
    with closing(sqlite3.connect(pi_diavolo.log)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.commit()
    recipes = pi_diavolo.log.read_bytes()
    said = pi_diavolo("run", *FAST, "--log", str(pi_diavolo.log))
    assert (said.code, said.err.count("\n")) == (0, 1)
    assert "belongs to another program" in said.err
    assert recipes in tree(pi_diavolo.folder).values()


@pytest.mark.parametrize("options", [("--json",), ()])
def test_who_has_heard_enough_may_leave(pi_diavolo: CommandLine, options: tuple[str, ...]) -> None:
    log = ("--log", str(pi_diavolo.log))
    with subprocess.Popen(
        program("run", *FAST, "--speed", "40", *log, *options), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        complaints = running.stderr.read()
        assert running.wait(PATIENCE) == 0
    assert b"Traceback" not in complaints
    assert complaints.count(b"\n") <= 1
    pi_diavolo.play()
    assert pi_diavolo.ask("verify").code == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"NO_COLOR": "1"},
        {"TERM": "dumb"},
        {"FORCE_COLOR": "1"},
        {"COLUMNS": "40"},
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_a_pipe_gets_plain_lines_whatever_the_terminal(environment: dict[str, str]) -> None:
    chosen = (*FAST, "--players", "2", "--seed", "5")
    said = start("run", *chosen, environment=environment).must_be_right()
    assert "\x1b" not in said.out
    assert said.lines[-1].endswith("wins the game! Hooray!")
