"""`run --game devilish-duels`: a live duel told in lines or JSON, interrupted and taken up again."""

import re
import signal
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from pi_diavolo.games.devilish_duels.card_file import box_of
from tests.commands.makers import PATIENCE, CommandLine, Heard, program

DUEL = ("run", "--game", "devilish-duels", "--speed", "max", "--through", "numbers")
TABLE = Path(__file__).parents[2] / "calibration/tables/usual.toml"
PICTURE = Path(__file__).parents[1] / "pictures" / "glare.jpg"
KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def duel(pi_diavolo: CommandLine, *options: str) -> Heard:
    return pi_diavolo.right(*DUEL, "--log", str(pi_diavolo.log), *options)


def interrupted(
    pi_diavolo: CommandLine, *options: str, through: str = "numbers", after: str = "ShowRuling"
) -> Heard:
    """A duel that somebody stops after its first round, or after something else was told."""
    command = ("run", "--game", "devilish-duels", "--speed", "400", "--json", "--through", through)
    with subprocess.Popen(
        program(*command, "--log", str(pi_diavolo.log), *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout
        said = ""
        while after not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        running.send_signal(signal.SIGINT)
        rest, complaints = running.communicate(timeout=PATIENCE)
    return Heard(running.returncode, said + rest, complaints)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_whole_duel_is_told_in_sentences(pi_diavolo: CommandLine, language: str) -> None:
    said = duel(pi_diavolo, "--seed", "4", "--language", language, "--names", "Ada,Blaise", "--games", "2")
    assert not re.search(r"[{}\x1b]", said.out)
    assert KEY.findall(said.out) == []
    assert "Ada" in said.out
    verified = pi_diavolo.ask("verify")
    assert (verified.code, verified.err) == (0, "")


def test_a_duel_goes_on_where_it_was_left(pi_diavolo: CommandLine) -> None:
    left = interrupted(pi_diavolo, "--seed", "1")
    assert left.code == 0
    assert "kept" in left.err
    goes_on = duel(pi_diavolo)
    assert "Game 1 goes on." in goes_on.out
    assert pi_diavolo.ask("verify").code == 0


def test_dice_are_painted_and_read_and_a_duel_goes_on_through_pictures(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo, "--seed", "1", through="numbers", after='"step":"imps"')
    left = interrupted(pi_diavolo, "--seed", "1", through="vision", after='"kind":"RollRead"')
    assert left.code == 0
    rolls = [line["event"]["roll"] for line in left.objects if line["event"]["kind"] == "RollRead"]
    assert rolls
    assert all(die["where"] is not None for roll in rolls for die in roll["dice"])
    assert pi_diavolo.ask("verify").code == 0


def test_a_duel_that_goes_on_is_not_ended_by_another_game(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo, "--seed", "1")
    refused = pi_diavolo("run", "--speed", "max", "--through", "numbers", "--log", str(pi_diavolo.log))
    assert refused.code == 2
    assert "--game devilish-duels" in refused.err
    other = pi_diavolo.play("--new", "--seed", "1")
    assert "goes on" not in other.out
    assert pi_diavolo.ask("verify").code == 0


def test_other_people_want_another_duel(pi_diavolo: CommandLine) -> None:
    interrupted(pi_diavolo, "--seed", "1", "--names", "Ada,Blaise")
    refused = pi_diavolo(*DUEL, "--log", str(pi_diavolo.log), "--names", "Uta,Anton")
    assert (refused.code, "--new" in refused.err) == (2, True)


@pytest.mark.parametrize("teams", ["dealt", "picked"])
def test_what_is_told_for_programs_keeps_the_secrets(pi_diavolo: CommandLine, teams: str) -> None:
    said = duel(pi_diavolo, "--json", "--seed", "2", "--house-rule", f"teams={teams}")
    kinds = Counter(line["event"]["kind"] for line in said.objects)
    assert kinds["EveningOpened"] == 1
    assert kinds["ChoiceMade"] > 10
    seen, named = set[str](), set[str]()
    for line, told in zip(said.lines, said.objects, strict=True):
        effects = [effect["kind"] for effect in told["effects"]]
        assert "ShowHand" not in effects
        if told["event"]["kind"] == "EveningOpened":
            assert told["event"]["seed"] == 0
        for effect in told["effects"]:
            if effect["kind"] == "ShowDuel":
                seen |= {imp["imp"] for side in effect["view"]["sides"] for imp in side["imps"]}
        # Nothing in the whole line names an imp that was not in play yet: neither event, effect nor sentence.
        here = {name for name in box_of("") if re.search(rf"\b{name}\b", line)}
        assert here <= seen, (here - seen, told["event"])
        named |= here
    assert named


@pytest.mark.parametrize(
    "options",
    [
        ("--young",),
        ("--camera", "0"),
        ("--play",),
        ("--names", "Ada,Blaise,Carl"),
        ("--players", "3"),
        ("--cards", "nowhere.toml"),
    ],
)
def test_what_means_nothing_in_a_duel_is_refused(pi_diavolo: CommandLine, options: tuple[str, ...]) -> None:
    refused = pi_diavolo(*DUEL, "--log", str(pi_diavolo.log), *options)
    assert (refused.code, refused.err.count("\n")) == (2, 1), refused


def test_what_means_something_in_duels_alone_is_refused_elsewhere(pi_diavolo: CommandLine) -> None:
    refused = pi_diavolo("run", "--opponents", "random")
    assert (refused.code, "devilish-duels" in refused.err) == (2, True)


def test_the_settings_say_what_is_played_when_nobody_does(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "diavolo.toml").write_text('game = "devilish-duels"', encoding="utf-8")
    options = ("--speed", "max", "--through", "numbers", "--log", str(pi_diavolo.log))
    said = pi_diavolo.right("run", "--config", str(tmp_path / "diavolo.toml"), *options, "--seed", "4")
    assert "roll one die" in said.out
    (tmp_path / "diavolo.toml").write_text('game = "chess"', encoding="utf-8")
    refused = pi_diavolo("run", "--config", str(tmp_path / "diavolo.toml"), *options)
    assert (refused.code, "game = 'chess'" in refused.err) == (2, True), refused


# Before a camera


@pytest.fixture
def film(tmp_path: Path) -> tuple[str, ...]:
    """A folder with a picture, in a camera's place."""
    (tmp_path / "film").mkdir()
    (tmp_path / "film" / "1.jpg").write_bytes(PICTURE.read_bytes())
    return ("--camera", str(tmp_path / "film"), "--table", str(TABLE), "--speed", "1")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--pins", "panels-4"), "buttons, imps and lamps mean nothing in a duel"),
        (("--opponents", "random", "--port", "8123"), "cannot throw dice before a camera"),
        ((), "give --port N"),
        (("--speed", "max"), "this table is real"),
    ],
)
def test_what_cannot_be_before_a_camera_is_told(
    pi_diavolo: CommandLine, film: tuple[str, ...], options: tuple[str, ...], complaint: str
) -> None:
    refused = pi_diavolo("run", "--game", "devilish-duels", "--log", str(pi_diavolo.log), *film, *options)
    assert (refused.code, refused.err.count("\n")) == (2, 1), refused
    assert complaint in refused.err


def test_a_camera_that_is_named_and_not_there_ends_it(pi_diavolo: CommandLine) -> None:
    asked = ("--camera", "/dev/video99", "--table", str(TABLE), "--port", "8123")
    refused = pi_diavolo("run", "--game", "devilish-duels", *asked)
    assert refused.code == 2
    assert "camera /dev/video99: there is none" in refused.err
