"""`simulate --game devilish-duels`: duels to the end, told as JSON, kept in a log that is right."""

from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((*DUELS, "--players", "3"), "a duel has 2 players"),
        ((*DUELS, "--young"), "--young is for --game diavolo"),
        ((*DUELS, "--through", "vision"), "--through is for --game diavolo"),
        ((*DUELS, "--opponents", "genius"), "use one or two of random, looking-ahead"),
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
