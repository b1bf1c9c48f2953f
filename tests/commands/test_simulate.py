"""`simulate`: the same seed plays the same games, and every ruling adds up."""

import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.commands.makers import PATIENCE, CommandLine, program, start

MOST_GEMS = 5
VARIANTS = [
    (),
    ("--young",),
    ("--order-first",),
    ("--grabs", "bases"),
    ("--grabs", "phones"),
    ("--photo-finish", "both"),
    ("--photo-finish", "earlier"),
    ("--photo-finish", "nobody"),
    ("--distance", "centre"),
    ("--distance", "edge"),
    ("--skills", "child,champion"),
    ("--young", "--order-first", "--grabs", "bases", "--distance", "centre", "--photo-finish", "nobody"),
    ("--doubtful-dice", "0.3", "--invalid-rolls", "0.3"),
]


def must_add_up(game: dict[str, Any], players: int) -> None:
    """Gems stay within bounds and follow from the changes; whoever is left at the end has won."""
    gems = {result["seat"]: MOST_GEMS for result in game["rulings"][0]["results"]}
    assert len(gems) == players
    for ruling in game["rulings"]:
        assert [result["seat"] for result in ruling["results"]] == [s for s, left in gems.items() if left]
        for result in ruling["results"]:
            gems[result["seat"]] += result["change"]
            assert result["gems"] == gems[result["seat"]]
            assert 0 <= result["gems"] <= MOST_GEMS
            assert result["change"] in (-1, 0, 1)
        assert {int(seat): count for seat, count in ruling["gems"].items()} == gems
        assert ruling["over"] is (ruling is game["rulings"][-1])
    left = [seat for seat, count in gems.items() if count]
    assert left == ([] if game["winner"] is None else [game["winner"]])


def must_follow_the_rules(ruling: dict[str, Any]) -> None:
    """Who took the answer loses nothing, only gray on a tie gains, everyone else loses one."""
    answer = ruling["reason"]["answer"]
    for result in ruling["results"]:
        if result["took"] != answer:
            assert result["change"] == -1
        elif answer == "gray":
            assert result["change"] == (1 if result["verdict"] == "gained" else 0)
        else:
            assert result["change"] == 0


@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_players_plays_to_the_end(pi_diavolo: CommandLine, players: int) -> None:
    games = pi_diavolo.right("simulate", "--games", "4", "--players", str(players), "--json").objects
    assert [game["game"] for game in games] == [1, 2, 3, 4]
    for game in games:
        must_add_up(game, players)


@pytest.mark.parametrize("options", VARIANTS, ids=" ".join)
def test_every_variant_is_ruled_right(pi_diavolo: CommandLine, options: tuple[str, ...]) -> None:
    games = pi_diavolo.right("simulate", "--games", "3", "--players", "5", "--json", *options).objects
    assert len(games) == 3
    for game in games:
        assert list(game)[:4] == ["game", "turns", "winner", "rulings"]
        assert game["wrong_rulings"] == 0
        assert game["turns"] == len(game["rulings"]) == game["rulings"][-1]["turn"]
        must_add_up(game, 5)
        for ruling in game["rulings"]:
            must_follow_the_rules(ruling)


def test_young_players_throw_two_dice_of_each_colour(pi_diavolo: CommandLine) -> None:
    games = pi_diavolo.right("simulate", "--games", "5", "--young", "--json").objects
    sums = [
        ruling["reason"]["scores"]
        for game in games
        for ruling in game["rulings"]
        if ruling["reason"]["order"] == "greatest_sum"
    ]
    assert sums
    assert max(max(scores.values()) for scores in sums) <= 12


def test_the_same_seed_gives_the_same_bytes() -> None:
    wanted = ("simulate", "--games", "3", "--players", "6", "--seed", "42", "--json")
    first, second = (
        start(*wanted),
        start(*wanted, environment={"PYTHONHASHSEED": "123", "LANG": "fr_FR.UTF-8"}),
    )
    assert first.must_be_right().out == second.must_be_right().out


@pytest.mark.parametrize("other", [("--seed", "43"), ("--seed", "-42"), ("--players", "3"), ("--young",)])
def test_anything_else_gives_other_games(pi_diavolo: CommandLine, other: tuple[str, ...]) -> None:
    wanted = ("simulate", "--games", "2", "--seed", "42", "--json")
    assert pi_diavolo.right(*wanted).out != pi_diavolo.right(*wanted, *other).out


def test_the_games_of_a_longer_run_begin_with_those_of_a_shorter(pi_diavolo: CommandLine) -> None:
    short, long = (pi_diavolo.right("simulate", "--games", n, "--json").lines for n in ("2", "5"))
    assert long[:2] == short


def test_people_read_a_summary(pi_diavolo: CommandLine) -> None:
    counted = dict(line.rsplit(maxsplit=1) for line in pi_diavolo.right("simulate", "--games", "3").lines)
    assert counted["games"] == "3"
    assert counted["wrong rulings"] == "0"
    assert counted["turns"] == counted["rulings"]
    assert float(counted["games per second"].replace(",", "")) > 0


def test_through_vision_the_readings_are_counted_beside_the_rulings(pi_diavolo: CommandLine) -> None:
    wanted = ("simulate", "--players", "2", "--young", "--skills", "child", "--through", "vision")
    (game,) = pi_diavolo.right(*wanted, "--json").objects
    must_add_up(game, 2)
    assert list(game)[-1] == "read"
    assert list(game["read"])[:4] == ["rolls", "misread", "asked", "refused"]
    assert game["wrong_rulings"] == game["read"]["misread"] == 0
    assert game["read"]["rolls"] >= game["turns"]
    counted = dict(line.rsplit(maxsplit=1) for line in pi_diavolo.right(*wanted).lines)
    assert counted["rolls painted and read"] == str(game["read"]["rolls"])
    assert counted["people were asked"] == str(game["read"]["asked"])


def test_through_numbers_there_is_nothing_to_misread(pi_diavolo: CommandLine) -> None:
    (game,) = pi_diavolo.right("simulate", "--through", "numbers", "--json").objects
    assert [game] == pi_diavolo.right("simulate", "--json").objects
    assert "read" not in game


def test_a_log_of_simulated_games_is_found_right_and_lists_them(pi_diavolo: CommandLine) -> None:
    log = ("--log", str(pi_diavolo.log))
    told = pi_diavolo.right("simulate", "--games", "3", "--seed", "1", "--json", *log).objects
    told += pi_diavolo.right("simulate", "--games", "2", "--seed", "2", "--json", *log).objects
    assert [game["game"] for game in told] == [1, 2, 3, 4, 5]

    (found,) = pi_diavolo.ask("verify", "--json").must_be_right().objects
    assert (found["right"], found["evenings"], found["first_difference"]) == (True, 5, None)
    assert found["rulings"] == sum(len(game["rulings"]) for game in told)
    listed = pi_diavolo.ask("list", "--json").must_be_right().objects
    assert [(o["game"], o["turns"], o["winner"], o["over"]) for o in listed] == [
        (game["game"], game["turns"], game["winner"], True) for game in told
    ]
    exported = pi_diavolo.ask("export").must_be_right().objects
    assert [game["rulings"] for game in exported] == [game["rulings"] for game in told]


def test_the_log_does_not_change_the_games(pi_diavolo: CommandLine) -> None:
    wanted = ("simulate", "--games", "2", "--seed", "9", "--json")
    assert pi_diavolo.right(*wanted).out == pi_diavolo.right(*wanted, "--log", str(pi_diavolo.log)).out


def test_the_settings_count_and_the_command_line_counts_more(pi_diavolo: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "diavolo.toml").write_text(
        "[diavolo]\ndice_per_colour = 2\n[simulator]\nskills = ['child']\n"
    )
    by_settings = pi_diavolo.right("simulate", "--games", "2", "--json").out
    (tmp_path / "diavolo.toml").unlink()
    assert (
        by_settings
        == pi_diavolo.right("simulate", "--games", "2", "--json", "--young", "--skills", "child").out
    )


def test_ctrl_c_ends_a_long_run_without_a_word_and_keeps_whole_games(pi_diavolo: CommandLine) -> None:
    with subprocess.Popen(
        program("simulate", "--games", "1000000", "--json", "--log", str(pi_diavolo.log)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout
        assert running.stdout.readline().startswith(b'{"game":1,')
        running.send_signal(signal.SIGINT)
        _, complaints = running.communicate(timeout=PATIENCE)
    assert (running.returncode, complaints) == (130, b"")
    listed = pi_diavolo.ask("list", "--json").must_be_right().objects
    assert listed
    assert all(game["over"] for game in listed)
    assert pi_diavolo.ask("verify").code == 0
