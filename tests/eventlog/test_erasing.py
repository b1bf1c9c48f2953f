"""An erased name is looked for where it matters: in the raw bytes of every file of the log."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog, erase_name
from pi_diavolo.table.players import PlayerId
from tests.eventlog.makers import evening, files_in, play, scramble

NAME = "Rumpelstilzchen"
ANNA = PlayerId("p-anna")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def shown_in(folder: Path, name: str = NAME) -> list[str]:
    return [file for file, content in files_in(folder).items() if name.encode() in content]


def a_log(path: Path, **names: str) -> None:
    with EventLog.open(path) as log:
        play(log, evening())
        for player, name in names.items():
            log.set_name(PlayerId(player), name)


def names_in(path: Path) -> dict[PlayerId, str]:
    with EventLog.read_only(path) as log:
        return log.names()


@pytest.mark.parametrize("typed", [NAME, NAME.upper(), f"  {NAME} "])
def test_the_name_is_gone_from_the_bytes_and_the_games_stay(path: Path, typed: str) -> None:
    a_log(path, p1=NAME, p2="Ada")
    assert shown_in(path.parent) == ["games.db"]
    erased = erase_name(path, typed)
    assert erased.players == ("p1",)
    assert (erased.left_in, erased.copies, erased.in_use) == ((), (), False)
    assert shown_in(path.parent) == []
    assert names_in(path) == {"p2": "Ada"}
    with EventLog.read_only(path) as log:
        assert [logged.event for logged in log.events()] == evening()


def test_everybody_of_that_name_is_erased_whatever_the_spelling(path: Path) -> None:
    a_log(path, p1="Émile", p2="E\u0301MILE", p3="Emil")
    assert erase_name(path, "émile").players == ("p1", "p2")
    assert names_in(path) == {"p3": "Emil"}


def test_nobody_of_that_name_is_no_error_and_changes_nothing(path: Path) -> None:
    a_log(path, p1="Ada")
    assert erase_name(path, NAME).players == ()
    assert names_in(path) == {"p1": "Ada"}


def test_it_leaves_the_files_of_a_table_that_is_running(path: Path) -> None:
    with EventLog.open(path) as log:
        log.set_name(ANNA, NAME)
        log.set_name(PlayerId("p2"), "Ada")
        play(log, evening())
        assert path.with_name("games.db-wal").exists()
        erased = erase_name(path, NAME)
        assert (erased.players, erased.left_in, erased.in_use) == ((ANNA,), (), True)
        assert shown_in(path.parent) == []
        assert log.names() == {"p2": "Ada"}
        play(log, evening(first_game=2))
        assert shown_in(path.parent) == []
    assert shown_in(path.parent) == []
    with EventLog.read_only(path) as log:
        assert log.last_number() == 2 * len(evening())


def test_a_table_that_was_killed_leaves_nothing_behind_either(path: Path, tmp_path: Path) -> None:
    log = EventLog.open(path)
    log._db.execute("PRAGMA wal_autocheckpoint = 0")
    with log.batch():
        log.set_name(ANNA, NAME)
    (tmp_path / "cut short").mkdir()
    for file in ("games.db", "games.db-wal", "games.db-shm"):
        (tmp_path / "cut short" / file).write_bytes((tmp_path / file).read_bytes())
    log.close()
    left = tmp_path / "cut short" / "games.db"
    assert shown_in(left.parent) == ["games.db-wal"]
    assert erase_name(left, NAME).left_in == ()
    assert shown_in(left.parent) == []


def test_somebody_who_reads_holds_it_up_and_is_told_and_the_next_start_clears_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_diavolo.eventlog.erasing.TRIES", 1)
    log = EventLog.open(path)
    play(log, evening())
    with log.batch():
        log.set_name(ANNA, NAME)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM names").fetchall()
        erased = erase_name(path, NAME)
        assert erased.players == (ANNA,)
        assert path.with_name("games.db-wal") in erased.left_in
    log.close()
    EventLog.open(path).close()
    assert shown_in(path.parent) == []


def test_of_many_names_that_came_and_went_none_is_left(path: Path) -> None:
    chance, letters = random.Random(7), "abcdefghijklmnopqrstuvwxyz"
    with EventLog.open(path) as log:
        for number in range(400):
            name = f"{NAME}-{''.join(chance.choices(letters, k=chance.randint(1, 15)))}"
            log._db.execute("INSERT INTO names VALUES (?, ?)", (f"p{number}", name))
        for number in chance.sample(range(400), 250):
            log._db.execute("UPDATE names SET name = ? WHERE player = ?", (NAME, f"p{number}"))
        for player in chance.sample([*log.names()], 100):
            log._db.execute("DELETE FROM names WHERE player = ?", (player,))
        left = sorted(set(log.names().values()))
    for name in left:
        assert erase_name(path, name).left_in == ()
    assert names_in(path) == {}
    assert shown_in(path.parent) == []


def test_at_the_table_itself_none_of_many_names_is_left_either(path: Path) -> None:
    chance, letters = random.Random(8), "abcdefghijklmnopqrstuvwxyz"
    with EventLog.open(path) as log:
        with log.batch():
            for number in chance.sample(range(400), 400):
                name = f"{NAME}-{''.join(chance.choices(letters, k=chance.randint(1, 15)))}"
                log.set_name(PlayerId(f"p{number}"), name)
        with log.batch():
            for number in range(0, 400, 2):
                log.set_name(PlayerId(f"p{number}"), f"Anna {number}")
            for number in range(1, 400, 2):
                log.forget_name(PlayerId(f"p{number}"))
        assert len(log.names()) == 200
    assert shown_in(path.parent) == []


def test_a_name_that_is_a_word_of_the_log_is_not_mistaken_for_what_is_left(path: Path) -> None:
    a_log(path, p1="red", p2="Grab", p3="Ann", p4="Anna")
    for name in ("red", "Grab", "Ann"):
        assert erase_name(path, name).left_in == ()
    assert names_in(path) == {"p4": "Anna"}


def test_copies_beside_the_log_are_named_and_not_touched(path: Path) -> None:
    a_log(path, p1=NAME)
    copy = path.with_name("games.db.damaged-20260101-120000")
    copy.write_bytes(path.read_bytes())
    path.with_name("games.db.v1").write_bytes(b"nobody")
    erased = erase_name(path, NAME)
    assert (erased.left_in, erased.copies) == ((), (copy,))
    assert shown_in(path.parent) == [copy.name]


def test_a_damaged_log_is_told_and_left_alone(path: Path) -> None:
    a_log(path, p1=NAME)
    scramble(path, 4096, 4096)
    before = files_in(path.parent)
    with pytest.raises(LogError, match=r"is damaged.*no name can be taken out"):
        erase_name(path, NAME)
    assert files_in(path.parent)["games.db"] == before["games.db"]


def test_without_a_log_none_is_made(path: Path) -> None:
    with pytest.raises(LogError, match="no game has been played yet"):
        erase_name(path, NAME)
    assert list(path.parent.iterdir()) == []
