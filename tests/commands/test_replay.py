"""`replay`: a game of the past is told as it was told then."""

import signal
import subprocess

import pytest

from tests.commands.makers import PATIENCE, CommandLine, program, tree


def told(lines: list[str], game: int) -> list[str]:
    """What was said of one game."""
    first = next(i for i, line in enumerate(lines) if line.startswith(f"Game {game} begins"))
    last = next((i for i, line in enumerate(lines) if line.startswith(f"Game {game + 1} begins")), len(lines))
    return lines[first:last]


def test_a_replay_says_what_was_said_then(pi_diavolo: CommandLine) -> None:
    lines = pi_diavolo.play("--seed", "5", "--names", "Ada,Blaise,Carl", "--games", "2").lines
    for game in (1, 2):
        again = pi_diavolo.right("replay", str(game), "--speed", "max", "--log", str(pi_diavolo.log))
        assert again.lines == told(lines, game)


@pytest.mark.parametrize(("language", "winner"), [("fr", "gagne la partie"), ("de", "gewinnt das Spiel")])
def test_a_replay_may_be_in_another_language(pi_diavolo: CommandLine, language: str, winner: str) -> None:
    pi_diavolo.play("--seed", "5")
    said = pi_diavolo.right(
        "replay", "1", "--speed", "max", "--log", str(pi_diavolo.log), "--language", language
    )
    assert winner in said.out


def test_a_replay_changes_nothing(pi_diavolo: CommandLine) -> None:
    pi_diavolo.play("--seed", "5")
    before = tree(pi_diavolo.folder)
    pi_diavolo.right("replay", "1", "--speed", "max", "--log", str(pi_diavolo.log))
    assert tree(pi_diavolo.folder) == before


def test_a_replay_takes_its_time_and_ctrl_c_leaves_it(pi_diavolo: CommandLine) -> None:
    pi_diavolo.play("--seed", "5")
    with subprocess.Popen(
        program("replay", "1", "--speed", "0.001", "--log", str(pi_diavolo.log)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout
        assert b"Game 1 begins" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, complaints = running.communicate(timeout=PATIENCE)
    assert (running.returncode, complaints) == (0, b"")
