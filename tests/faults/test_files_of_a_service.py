"""A service opens whatever stands in its files; people are told what is wrong, and never what is private."""

import io
import logging
import queue
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pi_diavolo.app import Inbox
from pi_diavolo.awaited_table import AwaitedTable
from pi_diavolo.commands import run_settings
from pi_diavolo.commands.run_parts import furniture
from pi_diavolo.commands.run_settings import INSTALLED_PORT, LAST_GOOD, settings_of_service
from pi_diavolo.config import Config, understood
from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.devices.pin_map import shipped_file
from pi_diavolo.errors import ConfigError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.fitting import Fitted
from pi_diavolo.furnishing import Furniture
from pi_diavolo.games.devilish_duels.house_rules import HouseRules as DuelRules
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.live import LiveGame, PagesWished, Wishes
from pi_diavolo.live_duels import DuelWishes, LiveDuel
from pi_diavolo.live_upkeep import UpkeepWished
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import Touch
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import Fault, PartKind
from pi_diavolo.table.sentences import Saying, Sentence
from pi_diavolo.vision.table_file import TableFileError, load_table
from pi_diavolo.web.keys import keys_in_any_case

from .service import SETTINGS, free_port, of_the_table, started, state

PROJECT = Path(__file__).parents[2]
DAMAGE = "[web\nport = ?"
PIN = "471122"
PAIR = ("Mia", "Emil")
SKILLS = "skills = ['child', 'champion']"


# The settings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def taken(home: Path, settings: str) -> tuple[Config, Saying | None]:
    file = home / "diavolo.toml"
    file.write_text(settings)
    config, troubles = settings_of_service(Namespace(config=file))
    return config, troubles[0] if troubles else None


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (f'[web]\npin = "{PIN}"\n', "diavolo.toml: … = … cannot be; use "),
        (f'"{PIN} opens it" = 1\n', "diavolo.toml: … = … cannot be; use "),
        (f'[simulator]\nplayers = ["{PIN}", "{PIN}"]\n', "simulator.players = … cannot be; use other names"),
    ],
)
def test_what_stands_in_damaged_settings_is_not_for_everybody(home: Path, settings: str, told: str) -> None:
    _, trouble = taken(home, settings)
    assert trouble is not None
    assert told in trouble.values["found"]
    assert PIN not in trouble.values["found"]


def test_the_settings_are_kept_for_a_bad_day_without_anybodys_name(home: Path) -> None:
    example = (PROJECT / "diavolo.example.toml").read_text()
    people = 'players = ["Zoé", "Amélie"]  # Zoé is the youngest\n'
    assert "players = []\n" in example
    good, _ = taken(home, example.replace("players = []\n", people).replace("skills = []", SKILLS))
    copy = (home / "state" / LAST_GOOD).read_text()
    assert good.simulator.players == ("Zoé", "Amélie")
    assert not any(name in copy for name in good.simulator.players), "`games erase` does not look in there"
    before, trouble = taken(home, DAMAGE)
    assert trouble is not None
    assert trouble.sentence is Sentence.SETTINGS_AS_BEFORE
    assert before == replace(good, simulator=replace(good.simulator, players=(), skills=()))


def test_settings_that_are_saved_as_they_are_read_are_kept_as_they_were_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def saved_meanwhile(document: Any, source: Path, environment: Any, user: Path) -> Config:
        source.write_text(DAMAGE)
        return understood(document, source, environment, user)

    with monkeypatch.context() as saving:
        saving.setattr(run_settings, "understood", saved_meanwhile)
        taken(home, "[web]\nport = 1234\n")
    assert taken(home, DAMAGE)[0].web.port == 1234


def test_an_installed_table_without_any_settings_is_where_people_look_for_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"port = {INSTALLED_PORT}" in (PROJECT / "systemd/install/program.sh").read_text()
    assert taken(home, DAMAGE)[0].web.port == INSTALLED_PORT
    monkeypatch.delenv("STATE_DIRECTORY")
    assert taken(home, DAMAGE)[0].web.port == 8666, "only root may have the other"


# The PIN


@pytest.mark.parametrize("damage", ['{"pin": ', "[" * 100_000, "null"])
def test_damaged_keys_are_set_aside_and_those_before_stay(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "keys.json"
    (tmp_path / "keys.json.damaged").write_text("the first")
    file.write_text(damage)
    keys, trouble = keys_in_any_case(file)
    assert trouble is not None
    assert trouble.sentence is Sentence.SET_ASIDE
    assert (tmp_path / "keys.json.damaged").read_text() == "the first"
    assert (tmp_path / "keys.json.damaged-2").read_text() == damage
    assert keys_in_any_case(file) == (keys, None)


def in_no_folder(place: Path) -> Path:
    (place / "state").write_text("a file")
    return place / "state" / "keys.json"


def damaged_for_good(place: Path) -> Path:
    file = place / ("k" * 250)  # one that is set aside has a longer name, and none can be
    file.write_text("{")
    return file


@pytest.mark.parametrize("where", [in_no_folder, damaged_for_good])
def test_where_no_pin_can_be_kept_there_is_one_until_the_next_start(
    tmp_path: Path, where: Callable[[Path], Path]
) -> None:
    file = where(tmp_path)
    keys, trouble = keys_in_any_case(file)
    assert trouble is not None
    assert trouble.sentence is Sentence.PIN_NOT_KEPT
    assert f"{file}: the PIN cannot be kept here" in trouble.values["found"]
    assert keys.pin not in trouble.values["found"]


def test_a_service_that_cannot_keep_its_pin_plays(tmp_path: Path) -> None:
    port = free_port(tmp_path, SETTINGS.replace("[web]\n", '[web]\npin_file = "no/keys.json"\n'))
    (tmp_path / "no").write_text("a file")
    with started(tmp_path) as table:
        state(port, lambda now: now["turn"] and any("PIN" in fault for fault in now["faults"]))
        assert "Nobody knows the table’s new PIN" in table.stop()


class StopsAtOnce(logging.Handler):
    """Reads the journal; at the first line it looks what the page says by then, and stops the table."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port
        self.lines, self.page = list[str](), list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
        self.page += of_the_table(state(self._port))
        raise KeyboardInterrupt


@pytest.mark.parametrize("duel", [False, True])
def test_what_the_page_tells_stands_in_the_journal_already(tmp_path: Path, duel: bool) -> None:
    pages = PagesWished(free_port(tmp_path), tmp_path / ("k" * 250))
    pages.keys_file.write_text("{")
    reader, journal = StopsAtOnce(pages.port), logging.getLogger("pi_diavolo.journal")
    with EventLog.in_memory() as log, ExitStack() as at_the_end:
        journal.addHandler(reader)
        at_the_end.callback(journal.removeHandler, reader)
        with pytest.raises(KeyboardInterrupt):
            a_service(log, pages, duel).play()
    assert [line[:31] for line in reader.lines] == ["Nobody knows the table’s new PI"]
    assert reader.page == [], "stopped in between, it would have told people what no journal knows"


def a_service(log: EventLog, pages: PagesWished, duel: bool) -> LiveGame | LiveDuel:
    console = Console(file=io.StringIO())
    if duel:
        rules = DuelRules()
        return LiveDuel(
            DuelWishes(PAIR, ("random",), rules, "en", 1.0, pages=pages, upkeep=UpkeepWished(service=True)),
            log,
            console,
        )
    return LiveGame(
        Wishes(PAIR, ("regular",), HouseRules(), "en", 1.0, Chances(0, 0), pages=pages, service=True),
        log,
        console,
    )


# The table file and the pin map


def test_what_stands_in_a_damaged_table_file_is_not_for_everybody(tmp_path: Path) -> None:
    file, told = tmp_path / "table.toml", list[Saying]()
    file.write_text(f'[dice]\nsize_mm = "{PIN}"\n')
    with pytest.raises(TableFileError) as damage:
        load_table(file)
    with closing(AwaitedTable(file, str(damage.value), told.append)) as awaited:
        awaited.start(lambda eyes: None)
    assert f"{file}: dice.size_mm = … cannot be; use " in told[0].values["found"]


def chosen(hardware: HardwareSettings, speed: float | None = 1.0) -> Furniture:
    asked = Namespace(camera=None, table=None, pins=None, log=None)
    return furniture(asked, Config(Path("games.db"), hardware=hardware), HouseRules(), speed, patient=True)


def test_what_stands_in_a_damaged_pin_map_is_not_for_everybody(tmp_path: Path) -> None:
    pins = tmp_path / "pins.toml"
    pins.write_text(f'Ada = "{PIN}"\n{shipped_file("panels-4").read_text()}')
    (trouble,) = chosen(HardwareSettings("simulated", "real", "simulated", pins=pins)).troubles
    assert f"{pins}: … = … means nothing here; use " in trouble.values["found"]


def throwing(*, touch: Touch, throw: bool, grab: bool) -> SimulatedTable:
    assert not grab, "real people sit here"
    return simulated_table((), ("regular",), HouseRules(), 1, Chances(), touch=touch, throws=throw)


def test_a_map_that_is_not_for_the_game_that_goes_on_is_told_and_the_table_opens() -> None:
    real = Furniture(sensors=True, lamps=True, settings=HardwareSettings(pins=shipped_file("panels-4")))
    rules, inbox = HouseRules(grabs=Grabs.BASES), Inbox()
    with closing(Fitted(replace(real, patient=True), rules, inbox, 1, throwing)) as fitted:
        assert (fitted.outlets, fitted.bench) == ([], None)
    told, failed = inbox.get_nowait(), inbox.get_nowait()
    assert isinstance(told, Saying)
    assert told.sentence is Sentence.PINS_NOT_TAKEN
    assert "this is a map of panels" in told.values["found"]
    assert isinstance(failed, PartFailed)
    assert (failed.part.kind, failed.fault) == (PartKind.SWITCHES, Fault.UNREADABLE)
    with pytest.raises(queue.Empty):
        inbox.get_nowait()
    with pytest.raises(ConfigError, match="this is a map of panels"):
        Fitted(real, rules, inbox, 1, throwing)


def test_even_the_greatest_speed_stops_no_real_table() -> None:
    (trouble,) = chosen(HardwareSettings("simulated", "real", "simulated"), None).troubles
    assert "simulator.speed = max" in trouble.values["found"]
