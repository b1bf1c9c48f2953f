"""`games backup`, `restore` and `erase`, as people type them."""

from pathlib import Path

import pytest

from pi_diavolo import log_care
from pi_diavolo.commands import games_care
from pi_diavolo.evening import open_evening
from pi_diavolo.eventlog.put_away import put_away_beside
from tests.commands.makers import CommandLine, tree
from tests.evenings import a_table_on

NAME = "Rumpelstilzchen"


@pytest.fixture
def table(pi_diavolo: CommandLine) -> CommandLine:
    """A game of two was played."""
    pi_diavolo.play("--names", f"{NAME},Ada", "--seed", "3")
    return pi_diavolo


def showing(folder: Path, name: str = NAME) -> list[str]:
    return [Path(file).name for file, content in tree(folder).items() if name.encode() in content]


def test_a_backup_leads_back_and_every_ruling_is_right(table: CommandLine) -> None:
    before = table.ask("export").out
    said = table.ask("backup", "stick.db").must_be_right()
    assert said.out.startswith("stick.db: 1 game, ")
    assert "pi-diavolo games restore stick.db" in said.out
    table.play("--names", "Blaise,Carl", "--new")
    (told,) = table.ask("restore", "stick.db", "--json").must_be_right().objects
    assert table.ask("export").out == before
    table.ask("verify").must_be_right()
    assert Path(told["kept"]).is_file()


def test_a_backup_is_made_and_refused_as_the_table_runs(table: CommandLine) -> None:
    with a_table_on(table.log):
        (told,) = table.ask("backup", "stick.db", "--json").must_be_right().objects
        assert (told["file"], told["games"]) == ("stick.db", 1)
        refused = table.ask("restore", "stick.db")
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert "stop that one" in refused.err
        again = table.ask("backup", "stick.db")
        assert (again.code, "there is a file already" in again.err) == (2, True)


def test_without_a_log_there_is_nothing_to_copy(pi_diavolo: CommandLine) -> None:
    said = pi_diavolo.ask("backup", "stick.db")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert not Path("stick.db").exists()


def test_an_erased_name_is_in_no_file_and_the_game_is_still_right(table: CommandLine) -> None:
    assert showing(table.folder) == ["games.db"]
    said = table.ask("erase", NAME.lower()).must_be_right()
    assert "no file of" in said.out
    assert "backups and other copies that were made of the games are not touched" in said.out
    assert showing(table.folder) == []
    assert [player["name"] for player in table.ask("list", "--json").objects[0]["players"]] == [None, "Ada"]
    table.ask("verify").must_be_right()
    assert NAME not in table.ask("export").out


def test_while_a_table_runs_it_is_erased_and_told_that_the_table_shows_it_on(table: CommandLine) -> None:
    with a_table_on(table.log):
        said = table.ask("erase", NAME).must_be_right()
        assert "A table is running on this log" in said.out
        assert showing(table.folder) == []
    assert showing(table.folder) == []


def test_what_would_bring_the_name_back_is_told(table: CommandLine) -> None:
    table.ask("backup", f"{table.log}.before").must_be_right()
    Path("diavolo.toml").write_text(f'[simulator]\nplayers = ["{NAME}", "Ada"]\n', encoding="utf-8")
    said = table.ask("erase", NAME).must_be_right()
    assert "diavolo.toml names the player under simulator.players" in said.out
    assert f"still show it: {table.log}.before" in said.out
    (told,) = table.ask("erase", "Ada", "--json").must_be_right().objects
    assert (told["settings"], told["copies"], told["left_in"]) == (
        "diavolo.toml",
        [f"{table.log}.before"],
        [],
    )


def test_a_name_that_nobody_has_is_the_users_mistake(table: CommandLine) -> None:
    said = table.ask("erase", "Nobody")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "is called 'Nobody'; `games list` shows the names" in said.err


def put_away(table: CommandLine) -> Path:
    """The evening that was played is put away, and another one has begun."""
    with a_table_on(table.log) as (started, log, clock):
        open_evening(started, "diavolo", {}, log.last_game() + 1, 0, clock.now())
        log.keep_within(1)
        assert log.put_away is not None
        return log.put_away.file


def test_what_was_put_away_is_read_like_any_log(table: CommandLine) -> None:
    before = table.ask("export").out
    file = str(put_away(table))
    assert table.ask("list", "--json").must_be_right().out == ""
    assert table("games", "export", "--log", file).must_be_right().out == before
    table("games", "verify", "--log", file).must_be_right()
    assert f"it was put away: give --log the file {Path(file).name} beside it" in table.ask("show", "1").err
    table.ask("erase", NAME).must_be_right()
    (game,) = table("games", "list", "--json", "--log", file).must_be_right().objects
    assert [player["name"] for player in game["players"]] == [None, "Ada"]


def test_what_was_put_away_comes_back_and_a_backup_tells_of_it(table: CommandLine) -> None:
    before, file = table.ask("export").out, put_away(table)
    assert f"put away: 1 file, {file.parent}/games.db" in table.ask("backup", "stick.db").must_be_right().out
    assert "stand in" in table.ask("restore", str(file)).must_be_right().out
    assert table.ask("export").out == before
    table.ask("verify").must_be_right()
    again = table.ask("restore", str(file))
    assert (again.code, again.err.count("\n")) == (2, 1)
    assert "is not what was put away last from this log" in again.err


@pytest.mark.parametrize("question", ["list", "statistics"])
def test_who_looks_at_all_games_is_told_which_were_put_away_and_where(
    table: CommandLine, question: str
) -> None:
    assert "put away" not in table.ask(question).must_be_right().out
    table.play("--names", "Ada,Blaise", "--new")
    file = put_away(table)
    told = f"To keep the log small, games 1 to 2 were put away; they lie in {file.name}."
    assert table.ask(question).must_be_right().lines[-1] == told
    assert "put away" not in table.ask(question, "--json").must_be_right().out
    assert "put away" not in table("games", question, "--log", str(file)).must_be_right().out


def test_a_new_card_takes_back_what_was_put_away_and_a_damaged_file_makes_no_log(table: CommandLine) -> None:
    before, file = table.ask("verify").out, put_away(table)
    bad = file.with_name(f"x{file.name}")
    bad.write_bytes(file.read_bytes()[:-100])
    there = set(tree(table.folder))
    refused = table("games", "restore", str(bad), "--log", "card/games.db")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert set(tree(table.folder)) == there
    assert not Path("card").exists()
    table("games", "restore", str(file), "--log", "card/games.db").must_be_right()
    assert table("games", "verify", "--log", "card/games.db").must_be_right().out == before


def test_only_what_is_in_the_file_is_counted(table: CommandLine) -> None:
    file = put_away(table)
    (told,) = table.ask("backup", "stick.db", "--json").must_be_right().objects
    assert (told["games"], told["events"], told["put_away"]) == (0, 2, [str(file)])
    assert ": 0 games, 2 events, " in table("check", "log", "--log", str(table.log)).out


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--new"),
        ("games", "backup", "stick.db"),
        ("games", "erase", NAME),
        ("simulate", "--games", "1"),
    ],
)
def test_nobody_plays_on_what_was_put_away_nor_copies_or_changes_it(
    table: CommandLine, command: tuple[str, ...]
) -> None:
    file = put_away(table)
    before = tree(table.folder)
    said = table(*command, "--log", str(file))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "holds games that were put away" in said.err
    assert "`games restore` brings them back" in said.err
    assert tree(table.folder) == before


def test_games_that_come_back_are_put_away_again_unless_there_is_room(
    table: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A whole megabyte takes two hundred games.
    monkeypatch.setattr(log_care, "MB", 100_000)
    monkeypatch.setattr(games_care, "MB", 100_000)
    for number in range(4):
        table.play("--names", "Ada,Blaise", "--games", "5", "--seed", str(number), "--new")
    Path("diavolo.toml").write_text("[log]\nmost_mb = 1\n")
    table.play("--new", "--seed", "1")
    (file,) = put_away_beside(table.log)
    assert "1 file, 0." in table("check", "log", "--log", str(table.log)).out
    assert "unless most_mb under [log] is more than 1" in table.ask("restore", str(file)).must_be_right().out
