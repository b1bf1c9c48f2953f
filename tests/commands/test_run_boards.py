"""`run --game devils-dice`: a live game told in lines or JSON, interrupted and taken up again."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from pi_diavolo import log_care
from pi_diavolo.eventlog.put_away import put_away_beside
from tests.commands.makers import PATIENCE, CommandLine, Heard, program

GAME = ("run", "--game", "devils-dice")
FAST = (*GAME, "--speed", "max", "--through", "numbers", "--house-rule", "end_without_captures=4")
PRINTED = Path(__file__).parents[2] / "calibration/tables/devils-dice.toml"
KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def play(pi_diavolo: CommandLine, *options: str) -> Heard:
    return pi_diavolo.right(*FAST, "--log", str(pi_diavolo.log), *options)


def interrupted(pi_diavolo: CommandLine, *options: str, after: str = "ShowRuling") -> Heard:
    """A game that somebody stops after its first turn, or after something else was told."""
    command = (*GAME, "--speed", "400", "--json", "--log", str(pi_diavolo.log), *options)
    with subprocess.Popen(
        program(*command), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout
        said = ""
        while after not in said:
            line = running.stdout.readline()
            assert line, (said, running.stderr and running.stderr.read())
            said += line
        running.send_signal(signal.SIGINT)
        rest, complaints = running.communicate(timeout=PATIENCE)
    return Heard(running.returncode, said + rest, complaints)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_whole_game_is_told_in_sentences(pi_diavolo: CommandLine, language: str) -> None:
    said = play(pi_diavolo, "--seed", "4", "--language", language, "--names", "Ada,Blaise", "--games", "2")
    assert not re.search(r"[{}\x1b]", said.out)
    assert KEY.findall(said.out) == []
    assert "Ada" in said.out
    verified = pi_diavolo.ask("verify")
    assert (verified.code, verified.err) == (0, "")


def test_eight_can_play(pi_diavolo: CommandLine) -> None:
    play(pi_diavolo, "--players", "8", "--seed", "1", "--house-rule", "end_without_captures=1")
    (game,) = pi_diavolo.ask("list", "--json").objects
    assert [player["seat"] for player in game["players"]] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_game_goes_on_where_it_was_left(pi_diavolo: CommandLine) -> None:
    options = ("--through", "numbers", "--seed", "1", "--names", "Ada,Blaise")
    left = interrupted(pi_diavolo, *options, "--house-rule", "end_without_captures=4")
    assert left.code == 0
    assert "kept" in left.err
    refused = pi_diavolo(*FAST, "--log", str(pi_diavolo.log), "--names", "Uta,Anton")
    assert (refused.code, "--new" in refused.err) == (2, True)
    refused = pi_diavolo("run", "--speed", "max", "--through", "numbers", "--log", str(pi_diavolo.log))
    assert (refused.code, "--game devils-dice" in refused.err) == (2, True)
    goes_on = play(pi_diavolo)
    assert "Game 1 goes on." in goes_on.out
    assert pi_diavolo.ask("verify").code == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--young",), "--young is for --game diavolo"),
        (("--play",), "--play is for --game diavolo"),
        (("--cards", "cards.toml"), "--cards is for --game devilish-duels"),
        (("--camera", "0"), "no table file is named"),
        (("--players", "3", "--names", "Ada,Blaise"), "let them agree"),
        (("--players", "8", "--colours-each", "2"), "use --colours-each 1"),
        (("--camera", "0", "--table", str(PRINTED)), "this table is real"),
    ],
)
def test_what_means_nothing_in_this_game_is_refused(
    pi_diavolo: CommandLine, options: tuple[str, ...], told: str
) -> None:
    refused = pi_diavolo(*FAST, "--log", str(pi_diavolo.log), *options)
    assert (refused.code, refused.err.count("\n")) == (2, 1), refused
    assert told in refused.err


@pytest.mark.parametrize(("option", "value"), [("--layout", "x.toml"), ("--colours-each", "2")])
def test_what_means_something_in_this_game_alone_is_refused_elsewhere(
    pi_diavolo: CommandLine, option: str, value: str
) -> None:
    for other in ("diavolo", "devilish-duels"):
        refused = pi_diavolo("run", "--game", other, option, value)
        assert (refused.code, "--game devils-dice" in refused.err) == (2, True)


def test_an_evening_that_is_over_is_put_away_though_it_is_the_only_one(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_care, "MB", 40_000)
    Path("diavolo.toml").write_text("[log]\nmost_mb = 1\n")
    play(pi_diavolo, "--seed", "1")
    assert put_away_beside(pi_diavolo.log) == []
    play(pi_diavolo, "--seed", "2")
    (file,) = put_away_beside(pi_diavolo.log)
    assert [
        game["game"] for game in pi_diavolo.right("games", "list", "--json", "--log", str(file)).objects
    ] == [1]
    pi_diavolo.ask("verify").must_be_right()
