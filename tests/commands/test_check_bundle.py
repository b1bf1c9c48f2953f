"""The bundle for a bug report: what helps is in it, no name, secret or picture; and it comes in any case."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.commands.check_bundle_parts import PARTS
from pi_diavolo.errors import without_values
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, DuelCorrected
from pi_diavolo.web.keys import kept_keys
from tests.commands.makers import CommandLine, Heard, tree
from tests.eventlog.makers import scramble, tamper
from tests.games.devilish_duels.makers import DAVE, DAVES_TEAM, JENNY, JENNYS_TEAM, TableOfTwo, banish, bring
from tests.games.devilish_duels.test_corrections import a_round

NAMES = ("Rumpelstilzchen", "Ζωή")
FORBIDDEN_HOST = "grandmothers-laptop"
WIFI_PASSWORD = "hunter2hunter2"
QUICK = ("check", "disk", "log", "clock")
SEED = 987654321  # that teams would be dealt from
MAGIC = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")


@pytest.fixture
def table(pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A table with a game, keys, settings, a table file, a Wi-Fi and a journal that tells too much."""
    pi_diavolo.play("--names", ",".join(NAMES), "--seed", "3")
    pin = kept_keys(pi_diavolo.folder / "keys.json").pin
    settings = f"""
        [simulator]
        players = ["{NAMES[0]}", "{NAMES[1]}"]  # the password is {WIFI_PASSWORD}
        [web]
        hosts = ["{FORBIDDEN_HOST}"]
        [table]
        file = "table.toml"
    """
    (pi_diavolo.folder / "diavolo.toml").write_text(settings, encoding="utf-8")
    (pi_diavolo.folder / "table.toml").write_text(
        f"# {NAMES[0]} made it, the PIN is {pin}\n[tray]\nwall_mm = 25\n", encoding="utf-8"
    )
    secrets = pi_diavolo.folder / "credentials"
    secrets.mkdir()
    (secrets / "wifi").write_text(f"Pi Diavolo\n{WIFI_PASSWORD}\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(secrets))
    said = (
        f"2026-05-01 {NAMES[0]} and {NAMES[1].upper()} play, PIN {pin}, {WIFI_PASSWORD},"
        f" http://{FORBIDDEN_HOST}:80/, {pi_diavolo.folder}/home/x; something failed"
    )
    a_journal(pi_diavolo.folder, monkeypatch, said)
    return pi_diavolo


def a_journal(folder: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    programs = folder / "programs"
    programs.mkdir()
    (programs / "said").write_text(said, encoding="utf-8")
    journal = programs / "journalctl"
    journal.write_text(f'#!/bin/sh\ncat "{programs}/said"\n')
    journal.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")


def bundle(table: CommandLine, *arguments: str) -> Heard:
    return table(*QUICK, "--log", str(table.log), "--bundle", "report.zip", *arguments)


def contents(file: str = "report.zip") -> dict[str, str]:
    with zipfile.ZipFile(file) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name).decode() for name in opened.namelist()}


def secrets_of(table: CommandLine) -> list[str]:
    keys = kept_keys(table.folder / "keys.json")
    return [keys.pin, *keys.seats.values(), keys.signing.hex(), WIFI_PASSWORD, FORBIDDEN_HOST]


def assert_private(table: CommandLine) -> None:
    """Every byte of every member, and the list of members itself."""
    raw = Path("report.zip").read_bytes()
    with zipfile.ZipFile("report.zip") as opened:
        members = [raw, *(opened.read(name) for name in opened.namelist())]
    for content in members:
        told = content.decode(errors="replace").casefold()
        assert [name for name in NAMES if name.casefold() in told] == []
        assert [secret for secret in secrets_of(table) if secret.casefold() in told] == []
        assert not content.startswith(MAGIC)


def test_all_that_helps_is_in_it_and_nothing_else(table: CommandLine) -> None:
    said = bundle(table).must_be_right()
    found = contents()
    assert found.keys() == {"README.txt", *PARTS}
    assert not [name for name, content in found.items() if content.startswith("Not in here")]
    assert_private(table)
    assert "Nothing was sent" in said.out
    assert "Nothing was sent" in found["README.txt"]
    assert all(name in said.out and name in found["README.txt"] for name in PARTS)
    assert json.loads(found["versions.json"])["libraries"]["numpy"]
    settings = json.loads(found["settings.json"])
    assert (settings["simulator"]["players"], settings["web"]["hosts"]) == ("2 names", "1 names")
    log = json.loads(found["log.json"])
    assert (log["integrity"], log["version"], log["games"], log["in_use"]) == (["ok"], 1, 1, False)
    events = [json.loads(line) for line in found["events.jsonl"].splitlines()]
    assert len(events) == log["last_event"] == sum(log["events"].values())
    assert any("rulings" in event for event in events)
    assert "[buttons.1]" in found["pins.toml"]
    readings = [json.loads(line) for line in found["readings.jsonl"].splitlines()]
    assert {"RollRead"} <= {reading["kind"] for reading in readings}
    assert "wall_mm = 25" in found["table.toml"]
    assert "something failed" in found["journal.txt"]
    told = [json.loads(line)["part"] for line in found["findings.jsonl"].splitlines()]
    assert told == ["disk", "log", "clock"]
    assert all(part in found["findings.txt"] for part in told)


def test_of_a_duel_that_goes_on_no_imp_is_in_it_that_nobody_has_seen(pi_diavolo: CommandLine) -> None:
    people = TableOfTwo(seed=SEED, teams="picked", first_lead="youngest")
    for seat, team in ((JENNY, JENNYS_TEAM), (DAVE, DAVES_TEAM)):
        people.chooses(seat, Choice(ChoiceKind.TEAM, imps=team))
    a_round(people, 4, 5, (1, banish("Imp A")))
    with EventLog.open(pi_diavolo.log) as log:
        duel = Table(GAMES["devilish-duels"](), log, VirtualClock(), SimulatedDuellists(1, {}))
        for event in people.events:
            duel.take(event)
        # Somebody tries what is not theirs, and a team is put right.
        duel.take(ChoiceMade(DAVE, bring("Mulch"), people.at))
        duel.take(DuelCorrected(1, people.at, choice=Choice(ChoiceKind.TEAM, imps=JENNYS_TEAM[::-1])))
    bundle(pi_diavolo).must_be_right()
    events = [json.loads(line) for line in contents()["events.jsonl"].splitlines()]
    opened = [e["event"] for e in events if e["kind"] == "EveningOpened"]
    assert [each["seed"] for each in opened] == [0]
    kinds = [event["kind"] for event in events]
    assert (kinds.count("ChoiceMade"), kinds.count("DuelCorrected")) == (8, 1)
    unseen = {*JENNYS_TEAM, *DAVES_TEAM} - {"Imp A", "Imp C"}
    for name, content in contents().items():
        assert [imp for imp in unseen if imp in content] == [], name
        assert str(SEED) not in content, name
    assert '"Imp C"' in contents()["events.jsonl"]  # who was in play stands in the ruling


def test_the_file_has_a_usual_name_and_is_for_its_owner(table: CommandLine) -> None:
    table(*QUICK, "--log", str(table.log), "--bundle").must_be_right()
    (file,) = Path().glob("pi-diavolo-*.zip")
    assert file.stat().st_mode & 0o777 == 0o600
    assert contents(str(file)).keys() == {"README.txt", *PARTS}


def test_where_this_folder_cannot_be_written_it_lies_beside_the_log_and_that_is_said(
    table: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on an installed table, whose user may write into nobody's home; /proc refuses even root.
    monkeypatch.chdir("/proc")
    said = table(*QUICK, "--log", str(table.log), "--bundle").must_be_right()
    (file,) = table.folder.glob("pi-diavolo-*.zip")
    assert contents(str(file)).keys() == {"README.txt", *PARTS}
    assert f"sudo cp {file} ." in said.out
    file.unlink()  # the next one may be of the same second
    *_, told = table(*QUICK, "--log", str(table.log), "--bundle", "--json").must_be_right().objects
    assert Path(told["bundle"]).parent == table.folder


def test_with_damaged_settings_it_lies_at_home_where_no_other_folder_can_be_written(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = pi_diavolo.folder / "diavolo.toml"
    settings.write_text("[log", encoding="utf-8")
    monkeypatch.chdir("/proc")
    assert pi_diavolo(*QUICK, "--config", str(settings), "--bundle").code == 1
    assert len(list(Path.home().glob("pi-diavolo-*.zip"))) == 1


def test_where_nothing_can_be_written_the_first_place_is_named(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/proc")
    monkeypatch.setenv("HOME", "/proc")
    said = pi_diavolo(*QUICK, "--bundle", "--log", "/proc/games.db")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith("pi-diavolo: pi-diavolo-")


def test_programs_are_told_the_file_and_what_was_left_out(table: CommandLine) -> None:
    Path("table.toml").unlink()
    *findings, told = bundle(table, "--json").must_be_right().objects
    assert [finding["part"] for finding in findings] == ["disk", "log", "clock"]
    assert told["bundle"] == "report.zip"
    assert [name for name, trouble in told["parts"].items() if trouble] == ["table.toml"]


def test_before_the_first_game_it_says_so(pi_diavolo: CommandLine) -> None:
    bundle(pi_diavolo).must_be_right()
    assert contents()["events.jsonl"] == "Not in here: no game has been played yet, there is no log\n"


@pytest.mark.parametrize("start", [0, 100, 4096, 8192])
def test_a_damaged_log_still_gives_a_bundle_and_nothing_of_it_leaks(table: CommandLine, start: int) -> None:
    scramble(table.log, start, 4000)
    before = tree(table.folder)
    said = bundle(table)
    assert said.code in (0, 1)
    found = contents()
    assert found.keys() == {"README.txt", *PARTS}
    assert_private(table)
    told = {file: content for file, content in tree(table.folder).items() if not file.endswith("report.zip")}
    assert told == before


def test_an_event_that_cannot_be_read_is_left_out_with_its_number(table: CommandLine) -> None:
    tamper(table.log, f"UPDATE events SET body = '{{\"{NAMES[0]}\": 1' WHERE seq = 9")
    assert bundle(table).code == 0
    events = [json.loads(line) for line in contents()["events.jsonl"].splitlines()]
    assert events[8] == {"seq": 9, "trouble": "this event, or a ruling beside it, cannot be read"}
    assert "kind" in events[9]
    assert_private(table)


@pytest.mark.parametrize(
    "settings",
    [
        f'password = "{WIFI_PASSWORD}"',
        f'[simulator]\nplayers = ["{NAMES[0]}", "{NAMES[0]}"]',
        f'[simulator]\nplayers = ["{NAMES[0]}"]',
        f'[simulator]\n{NAMES[0]} = "child"',
        f'[simulator]\nplayers = ["{NAMES[0]}\nx"]',
        f"[{NAMES[0]}]\n[{NAMES[0]}]",
        "\0\1",
    ],
)
def test_damaged_settings_still_give_a_bundle_without_what_stands_there(
    pi_diavolo: CommandLine, settings: str
) -> None:
    kept_keys(pi_diavolo.folder / "keys.json")
    Path("diavolo.toml").write_text(settings, encoding="utf-8")
    said = bundle(pi_diavolo)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "diavolo.toml: " in said.err
    found = contents()
    assert "Not in here: they cannot be read" in found["settings.json"]
    assert json.loads(found["findings.jsonl"].splitlines()[0])["part"] == "settings"
    assert_private(pi_diavolo)


@pytest.mark.parametrize("content", [b"[tray", b"\xff\xfe\0", b"\x89PNG\r\n\x1a\n\0\0"])
def test_a_damaged_table_file_or_pin_map_is_a_finding_in_the_bundle(
    table: CommandLine, content: bytes
) -> None:
    Path("table.toml").write_bytes(content)
    Path("pins.toml").write_bytes(content)
    said = table("check", "--quick", "--pins", "pins.toml", "--bundle", "report.zip", "--log", str(table.log))
    assert said.code == 1
    found = [json.loads(line) for line in contents()["findings.jsonl"].splitlines()]
    assert {"markers", "pins"} <= {finding["part"] for finding in found if finding["ok"] is False}
    assert_private(table)


@pytest.mark.parametrize("target", ["nowhere/report.zip", "/proc/report.zip", "home", "x\0y"])
def test_a_place_that_cannot_be_written_is_one_sentence_before_anything_is_checked(
    table: CommandLine, target: str
) -> None:
    said = table(*QUICK, "--log", str(table.log), "--bundle", target)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "choose another" in said.err


def test_nothing_is_overwritten(table: CommandLine) -> None:
    Path("report.zip").write_text("a letter")
    said = bundle(table)
    assert (said.code, "there is a file already" in said.err) == (2, True)
    assert Path("report.zip").read_text() == "a letter"


def test_a_full_disk_leaves_no_half_bundle(table: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pi_diavolo.commands.check_bundle.write", full)
    said = bundle(table)
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "no space left on device" in said.err
    assert not Path("report.zip").exists()


def test_a_doctor_who_falls_ill_is_in_the_bundle(table: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def ill(*_: object) -> None:
        raise RuntimeError(f"ill because of {NAMES[0]}")

    monkeypatch.setattr("pi_diavolo.commands.check.check_machine", ill)
    assert bundle(table).code == 1
    (finding,) = map(json.loads, contents()["findings.jsonl"].splitlines())
    assert (finding["part"], "RuntimeError: ill because of (a name)" in finding["found"]) == ("doctor", True)
    assert_private(table)


def test_where_the_names_cannot_be_known_the_journal_stays_at_home(table: CommandLine) -> None:
    table.log.write_bytes(b"no log at all" * 400)
    assert bundle(table).code == 1
    assert contents()["journal.txt"].startswith("Not in here: the log does not tell the players' names")
    assert_private(table)


def test_a_part_that_breaks_is_replaced_by_a_sentence(
    table: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError(f"by {NAMES[0]}")

    monkeypatch.setattr("pi_diavolo.commands.check_bundle_parts.metadata.requires", broken)
    bundle(table).must_be_right()
    assert contents()["versions.json"] == (
        "Not in here: it could not be made (ZeroDivisionError: by (a name))\n"
    )


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("a.toml: web.port = 'x' cannot be; use 1 to 9", "a.toml: web.port = … cannot be; use 1 to 9"),
        ("a.toml: Ada = {…} cannot be; use one of b, c", "a.toml: … = … cannot be; use one of b, c"),
        (
            "a.toml: simulator.Ada = 'x' cannot be; use simulator.skills instead",
            "a.toml: … = … cannot be; use simulator.skills instead",
        ),
        (
            "a.toml: simulator.players = ['A', 'a'] cannot be; use other names: two are called 'a'",
            "a.toml: simulator.players = … cannot be; use other names",
        ),
        (
            "a.toml: Cannot declare ('Ada',) twice (at line 2)",
            "a.toml: Cannot declare (…,) twice (at line 2)",
        ),
        ("a.toml: 'Ada L' = 1 cannot be; use one of b, c", "a.toml: … = … cannot be; use one of b, c"),
        ("pins.toml: Ada = 'x' means nothing here; use b", "pins.toml: … = … means nothing here; use b"),
        ("pins.toml: seats: 'Ada of… is no seat; use 1 to 6", "pins.toml: seats: … is no seat; use 1 to 6"),
    ],
)
def test_a_complaint_about_settings_does_not_quote_them(sentence: str, told: str) -> None:
    assert without_values(sentence) == told
