"""`simulate --game devils-dice`: games to the end, told as JSON, kept in a log that is right."""

import os
from argparse import Namespace
from pathlib import Path

import pytest

from pi_diavolo.commands.board_options import board_rules
from pi_diavolo.config import Config
from pi_diavolo.games.devils_dice.layout_writing import as_text
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from tests.commands.makers import CommandLine

BOARDS = ("simulate", "--game", "devils-dice")
CALM = "[devils_dice]\nend_without_captures = 4\n"


@pytest.fixture(autouse=True)
def _short_games(tmp_path: Path) -> None:
    """Games that end soon after the last capture."""
    (tmp_path / "diavolo.toml").write_text(CALM, encoding="utf-8")


def test_games_are_told_one_object_a_line(pi_diavolo: CommandLine) -> None:
    told = pi_diavolo.right(*BOARDS, "--games", "2", "--players", "3", "--seed", "7", "--json")
    games = told.objects
    assert [game["game"] for game in games] == [1, 2]
    for game in games:
        assert len(game["rulings"]) == game["turns"]
        assert game["ended"] in ("last_standing", "all_passed", "no_captures")
        assert list(game["opponents"]) == ["1", "4", "6"]
        assert game["rulings"][-1]["move"]["ended"] == game["ended"]
    assert told.out == pi_diavolo(*BOARDS, "--games", "2", "--players", "3", "--seed", "7", "--json").out


def test_games_kept_in_a_log_are_verified_listed_shown_and_counted(pi_diavolo: CommandLine) -> None:
    log = ("--log", str(pi_diavolo.log))
    options = ("--opponents", "looking-ahead,random", "--players", "2", "--seed", "1")
    summed = pi_diavolo.right(*BOARDS, *options, *log).out
    assert "no captures" in summed
    assert "every ruling is right" in pi_diavolo.ask("verify").out
    (game,) = pi_diavolo.ask("list", "--json").objects
    assert (game["name"], game["over"]) == ("devils-dice", True)
    shown = pi_diavolo.ask("show", "1").must_be_right().out
    assert " → " in shown
    rows = pi_diavolo.ask("export", "--format", "csv").must_be_right().lines
    assert len(rows) == game["turns"] + 1
    counted = pi_diavolo.ask("statistics", "--json").must_be_right().objects
    assert sum(one["statistics"]["devils-dice"]["turns"] for one in counted) == game["turns"]
    assert "Devil's Dice" in pi_diavolo.ask("statistics").must_be_right().out
    assert pi_diavolo.right("replay", "1", "--speed", "max", *log).lines


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((*BOARDS, "--young"), "--young is for --game diavolo"),
        ((*BOARDS, "--cards", "x.toml"), "--cards is for --game devilish-duels"),
        ((*BOARDS, "--players", "9"), "use a whole number from 2 to 6 (in devils-dice to 8)"),
        ((*BOARDS, "--players", "3", "--colours-each", "3"), "use --colours-each 2"),
        ((*BOARDS, "--players", "2", "--opponents", "random,random,random"), "2 play; name fewer"),
        ((*BOARDS, "--opponents", "genius"), "random, looking-ahead"),
        ((*BOARDS, "--house-rule", "passing=maybe"), "use 'allowed' or 'forbidden'"),
        ((*BOARDS, "--house-rule", "colours=orange;blue"), "is for 2 players, but 4 play"),
        ((*BOARDS, "--layout", "nowhere.toml"), "nowhere.toml: there is no such file"),
        ((*BOARDS, "--through", "vision", "--doubtful-dice", "0.1"), "drop one of them"),
        (("simulate", "--layout", "x.toml"), "--layout is for --game devils-dice"),
        (("simulate", "--players", "7"), "use a whole number from 2 to 6"),
        (
            ("simulate", "--game", "devilish-duels", "--colours-each", "2"),
            "--colours-each is for --game devils-dice",
        ),
        (("simulate", "--game", "devilish-duels", "--opponents", "random,random,random"), "a duel has 2"),
    ],
)
def test_what_does_not_go_together_is_told(
    pi_diavolo: CommandLine, arguments: tuple[str, ...], told: str
) -> None:
    done = pi_diavolo(*arguments)
    assert (done.code, done.out) == (2, ""), done
    assert told in done.err


def test_a_wrong_board_is_told_with_its_file(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text("columns = 3\nrows = 3\n", encoding="utf-8")
    told = pi_diavolo(*BOARDS, "--layout", str(board)).err
    assert told.startswith(f"pi-diavolo: {board}: ")


@pytest.fixture
def own_board(tmp_path: Path) -> Path:
    """Another safe square than on the shipped board; saved by an editor that puts a mark at the beginning."""
    board = tmp_path / "board.toml"
    board.write_text(as_text(SHIPPED).replace('"c7"', '"d7"'), encoding="utf-8-sig")
    return board


def test_a_board_that_is_told_to_fit_can_be_played_on(pi_diavolo: CommandLine, own_board: Path) -> None:
    pi_diavolo.right("calibrate", "game-board", "--check", "--layout", str(own_board))
    for number, named in enumerate((("--layout", str(own_board)), ("--house-rule", f"layout={own_board}"))):
        log = str(pi_diavolo.log.with_name(f"{number}.db"))
        pi_diavolo.right(*BOARDS, "--players", "2", *named, "--log", log)
        (game,) = pi_diavolo.right("games", "export", "--log", log).objects
        assert game["settings"]["layout"] != ""


def test_the_shipped_board_can_be_named_against_the_settings() -> None:
    there = Config(Path("games.db"), board_layout=Path("nowhere.toml"))
    asked = Namespace(layout=None, colours_each=None, house_rule=[("layout", "")])
    assert board_rules(asked, there).layout == ""


@pytest.mark.parametrize(
    "command", [BOARDS, ("calibrate", "game-board", "--check")], ids=["to be played on", "to be checked"]
)
def test_nobody_waits_for_a_pipe(pi_diavolo: CommandLine, tmp_path: Path, command: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "there is no such file" in pi_diavolo(*command, "--layout", str(pipe)).err


def test_house_rules_of_the_command_line_stand_beside_every_ruling(pi_diavolo: CommandLine) -> None:
    log, rule = str(pi_diavolo.log), ("--house-rule", "passing=forbidden")
    pi_diavolo.right(*BOARDS, "--players", "2", "--colours-each", "2", *rule, "--log", log)
    (game,) = pi_diavolo.ask("export").objects
    assert (game["settings"]["passing"], game["settings"]["colours_each"]) == ("forbidden", 2)
    assert game["settings"]["end_without_captures"] == 4  # from the settings file
