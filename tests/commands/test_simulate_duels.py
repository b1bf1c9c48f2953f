"""`simulate --game devilish-duels`: duels to the end, told as JSON, kept in a log that is right."""

from pathlib import Path

import pytest

from pi_diavolo.eventlog import EventLog
from pi_diavolo.table.events import EveningOpened
from tests.commands.makers import CommandLine

DUELS = ("simulate", "--game", "devilish-duels")


def test_duels_are_told_one_object_a_line(pi_diavolo: CommandLine) -> None:
    told = pi_diavolo.right(*DUELS, "--games", "2", "--players", "2", "--seed", "7", "--json")
    games = told.objects
    assert [game["game"] for game in games] == [1, 2]
    for game in games:
        assert len(game["rulings"]) == game["rounds"] == game["turns"]
        assert game["winner"] in (1, 4)
        assert game["rulings"][-1]["duel"]["banished"]
    assert told.out == pi_diavolo(*DUELS, "--games", "2", "--seed", "7", "--json").out


def test_duels_kept_in_a_log_are_verified_and_listed(pi_diavolo: CommandLine) -> None:
    log = str(pi_diavolo.log)
    summed = pi_diavolo.right(*DUELS, "--opponents", "looking-ahead,random", "--seed", "1", "--log", log).out
    assert "won by seat" in summed
    assert "every ruling is right" in pi_diavolo.ask("verify").out
    (game,) = pi_diavolo.ask("list", "--json").objects
    assert game["name"] == "devilish-duels"
    assert "Earth: " in pi_diavolo.ask("show", "1").must_be_right().out
    assert len(pi_diavolo.ask("export", "--format", "csv").must_be_right().lines) == 2 * game["turns"] + 1
    counted = pi_diavolo.ask("statistics", "--json").must_be_right().objects
    assert [one["statistics"]["devilish-duels"]["rounds"] for one in counted] == [game["turns"]] * 2
    for language in ("en", "fr", "de"):
        said = pi_diavolo.ask("statistics", "--language", language).must_be_right().out
        assert f"{game['turns']} " in said
        assert "{" not in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((*DUELS, "--players", "3"), "a duel has 2 players"),
        ((*DUELS, "--young"), "--young is for --game diavolo"),
        ((*DUELS, "--through", "vision"), "--through is for --game diavolo"),
        ((*DUELS, "--opponents", "genius"), "use one or more of random, looking-ahead"),
        ((*DUELS, "--house-rule", "teams=drawn"), "--house-rule teams = drawn cannot be; use 'dealt' or"),
        ((*DUELS, "--house-rule", "grace_s=1"), "--house-rule grace_s = 1 cannot be; use one of teams, "),
        ((*DUELS, "--house-rule", "teams"), "write a rule's name, an equals sign and its value"),
        (("simulate", "--house-rule", "grace_s=-1"), "--house-rule grace_s = -1.0 cannot be; use a number"),
        (("simulate", "--opponents", "random"), "--opponents is for --game devilish-duels"),
    ],
)
def test_what_does_not_go_together_is_told(
    pi_diavolo: CommandLine, arguments: tuple[str, ...], told: str
) -> None:
    done = pi_diavolo(*arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_a_wrong_card_is_told_with_its_file(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text('[[card]]\nname = "Gale"\nelement = "wind"\n', encoding="utf-8")
    told = pi_diavolo(*DUELS, "--cards", str(cards)).err
    assert f"{cards}: card 'Gale': element = 'wind' cannot be; use one of earth, fire, water, air" in told


def test_house_rules_come_from_the_settings_and_the_command_line(
    pi_diavolo: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "cards.toml").write_text('[[card]]\nname = "Gale"\n', encoding="utf-8")
    settings = tmp_path / "club.toml"
    rules = 'teams = "picked"\nmost_rounds = 2\nbanish = "either"\ncards = "cards.toml"\n'
    settings.write_text(f"[devilish_duels]\n{rules}", encoding="utf-8")
    pi_diavolo.right(
        *DUELS, "--config", str(settings), "--house-rule", "most_rounds=3", "--house-rule", "decline=false",
        "--seed", "1", "--log", str(pi_diavolo.log),
    )  # fmt: skip
    (game,) = pi_diavolo.ask("export", "--format", "json").objects
    played_by = [game["settings"][name] for name in ("teams", "most_rounds", "banish", "decline")]
    assert played_by == ["picked", 3, "either", False]
    assert game["turns"] <= 3
    assert pi_diavolo.ask("verify").code == 0
    with EventLog.read_only(pi_diavolo.log) as opened:
        begun = next(e.event for e in opened.events() if isinstance(e.event, EveningOpened))
    assert "Gale" in str(begun.settings["cards"])


def test_the_command_line_can_change_any_rule_of_diavolo_as_well(pi_diavolo: CommandLine) -> None:
    rules = ("--house-rule", "tie_within_mm=2.5", "--house-rule", "distance=centre")
    pi_diavolo.right("simulate", *rules, "--seed", "1", "--log", str(pi_diavolo.log))
    (game,) = pi_diavolo.ask("export", "--format", "json").objects
    assert (game["settings"]["tie_within_mm"], game["settings"]["distance"]) == (2.5, "centre")
