"""The settings file: where it is looked for, what it may say, and the one sentence when it cannot be."""

import os
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.config import Config, load
from pi_diavolo.config_camera import PictureSettings
from pi_diavolo.config_sections import HardwareSettings, SimulatorSettings, WebSettings
from pi_diavolo.errors import ConfigError
from pi_diavolo.games.devilish_duels import house_rules as duels
from pi_diavolo.games.devils_dice import house_rules as boards
from pi_diavolo.games.diavolo.house_rules import Distance, Grabs, HouseRules, PhotoFinish

EXAMPLE = Path(__file__).parents[1] / "diavolo.example.toml"
HOME = Path("/home/ada")
USUAL_LOG = HOME / ".local/share/pi-diavolo/games.db"

Write = Callable[[str | bytes], Path]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a diavolo.toml into an otherwise empty working directory."""
    monkeypatch.chdir(tmp_path)

    def write(content: str | bytes) -> Path:
        path = Path("diavolo.toml")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def complaint(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load(path, {}, HOME)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert len(message) < 300
    return message


# The example


def test_the_example_says_the_defaults() -> None:
    example = load(EXAMPLE, {}, HOME)

    assert example == Config(log_file=USUAL_LOG, source=EXAMPLE)


def test_the_example_shows_every_key() -> None:
    shown = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))

    assert set(shown) == {
        "language", "game", "diavolo", "devilish_duels", "devils_dice", "camera", "hardware", "log",
        "simulator", "table", "web",
    }  # fmt: skip
    assert list(shown["diavolo"]) == [rule.name for rule in fields(HouseRules)]
    assert list(shown["devilish_duels"]) == [rule.name for rule in fields(duels.HouseRules)]
    assert list(shown["devils_dice"]) == [rule.name for rule in fields(boards.HouseRules)]
    assert list(shown["simulator"]) == [setting.name for setting in fields(SimulatorSettings)]
    assert list(shown["hardware"]) == [setting.name for setting in fields(HardwareSettings)]
    assert list(shown["camera"]) == [setting.name for setting in fields(PictureSettings)]
    assert list(shown["web"]) == [setting.name for setting in fields(WebSettings)]
    assert list(shown["log"]) == ["file", "most_mb"]
    assert list(shown["table"]) == ["file"]


def test_the_example_explains_every_key() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    keys = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]

    assert [lines[number] for number in keys if not lines[number - 1].startswith("# ")] == []


# Where the file is looked for


def test_without_a_file_there_are_the_defaults(written: Write) -> None:
    assert load(None, {}, HOME) == Config(log_file=USUAL_LOG)


def test_the_working_directory_comes_before_the_home_folder(written: Write, tmp_path: Path) -> None:
    home = a_home(tmp_path / "home", 'language = "de"')
    assert load(None, {}, home).language == "de"

    here = written('language = "fr"')

    config = load(None, {}, home)
    assert (config.language, config.source) == ("fr", here)


def a_home(folder: Path, content: str, inside: str = ".config") -> Path:
    place = folder / inside / "pi-diavolo"
    place.mkdir(parents=True)
    (place / "diavolo.toml").write_text(content, encoding="utf-8")
    return folder


def test_xdg_config_home_replaces_the_one_at_home(written: Write, tmp_path: Path) -> None:
    home = a_home(tmp_path / "home", 'language = "de"')
    other = a_home(tmp_path / "other", 'language = "fr"', inside="")

    assert load(None, {"XDG_CONFIG_HOME": str(other)}, home).language == "fr"
    assert load(None, {"XDG_CONFIG_HOME": "relative"}, home).language == "de"


def test_a_named_file_is_read_and_no_other(written: Write, tmp_path: Path) -> None:
    written('language = "fr"')
    named = tmp_path / "club.toml"
    named.write_text('language = "de"', encoding="utf-8")

    config = load(named, {}, HOME)

    assert (config.language, config.source) == ("de", named)


def test_a_home_folder_that_may_not_be_entered_holds_no_file(written: Write) -> None:
    too_long = Path("/" + "x" * 5000)  # asking for it is an OSError for everyone, root too

    assert load(None, {}, too_long).source is None


# What it may say


def test_every_setting_arrives(written: Write) -> None:
    path = written("""
        language = "fr"
        [diavolo]
        dice_per_colour = 2
        order_first = true
        distance = "centre"
        tie_within_mm = 2
        photo_finish = "nobody"
        grabs = "bases"
        [devils_dice]
        passing = "forbidden"
        colours_each = 2
        layout = "board.toml"
        [log]
        file = "/var/games.db"
        [camera]
        size = [1280, 960]
        fps = 25
        crop = [0.1, 0, 0.8, 1]
        exposure_us = 8000
        gain = 2
        colour_gains = [1.9, 1.6]
        lens_position = 0
        [simulator]
        speed = 10
        players = ["Ada", "  Blaise   Pascal "]
        skills = ["child", "champion"]
        doubtful_dice = 0
        invalid_rolls = 1
        through = "numbers"
        misplaced_counters = 0.5
    """)

    assert load(path, {}, HOME) == Config(
        log_file=Path("/var/games.db"),
        language="fr",
        diavolo=HouseRules(
            dice_per_colour=2,
            order_first=True,
            distance=Distance.CENTRE,
            tie_within_mm=2.0,
            photo_finish=PhotoFinish.NOBODY,
            grabs=Grabs.BASES,
        ),
        simulator=SimulatorSettings(
            10.0, ("Ada", "Blaise Pascal"), ("child", "champion"), 0.0, 1.0, "numbers", 0.5
        ),
        devils_dice=boards.HouseRules(passing=boards.Passing.FORBIDDEN, colours_each=2),
        board_layout=path.absolute().parent / "board.toml",
        camera=PictureSettings((1280, 960), 25.0, (0.1, 0.0, 0.8, 1.0), 8000, 2.0, (1.9, 1.6), 0.0),
        source=path,
    )


@pytest.mark.parametrize(
    ("content", "place"),
    [
        pytest.param("", USUAL_LOG, id="nothing said"),
        pytest.param('[log]\nfile = ""', USUAL_LOG, id="empty"),
        pytest.param('[log]\nfile = "~/games.db"', HOME / "games.db", id="from the home folder"),
        pytest.param('[log]\nfile = "/srv/games.db"', Path("/srv/games.db"), id="absolute"),
    ],
)
def test_where_the_log_is_kept(written: Write, content: str, place: Path) -> None:
    assert load(written(content), {}, HOME).log_file == place


def test_a_relative_log_lies_beside_the_settings_file(
    written: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written('[log]\nfile = "logs/games.db"').absolute()
    monkeypatch.chdir("/")

    assert load(path, {}, HOME).log_file == tmp_path / "logs/games.db"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        pytest.param("", None, id="nothing said"),
        pytest.param('[table]\nfile = ""', None, id="empty"),
        pytest.param('[table]\nfile = "~/table.toml"', HOME / "table.toml", id="from the home folder"),
    ],
)
def test_where_the_table_file_is(written: Write, content: str, place: Path | None) -> None:
    assert load(written(content), {}, HOME).table_file == place


def test_xdg_data_home_is_the_usual_place_of_the_log(written: Write) -> None:
    def log_file(place: str) -> Path:
        return load(written(""), {"XDG_DATA_HOME": place}, HOME).log_file

    assert log_file("/data") == Path("/data/pi-diavolo/games.db")
    assert log_file("") == log_file("relative") == USUAL_LOG


def test_one_skill_serves_all_players(written: Write) -> None:
    path = written('[simulator]\nskills = ["champion"]\nplayers = ["Ada", "Bo", "Cy"]')

    assert load(path, {}, HOME).simulator.skills == ("champion",)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(written: Write) -> None:
    path = written(b'\xef\xbb\xbflanguage = "fr"\r\n')

    assert load(path, {}, HOME).language == "fr"


# What cannot be


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[diavolo]\ndice_per_colour = 4", "diavolo.dice_per_colour = 4 cannot be; use 2 or 3"),
        ("[diavolo]\ndice_per_colour = true", "diavolo.dice_per_colour = true cannot be; use a whole number"),
        ("[diavolo]\ndice_per_colour = 3.0", "diavolo.dice_per_colour = 3.0 cannot be; use a whole number"),
        ("[diavolo]\norder_first = 1", "diavolo.order_first = 1 cannot be; use true or false"),
        ("[diavolo]\ngrace_s = nan", "diavolo.grace_s = nan cannot be; use a number from 0 to 3600"),
        ("[diavolo]\ngrace_s = -1", "diavolo.grace_s = -1.0 cannot be; use a number from 0 to 3600"),
        ('[diavolo]\ndistance = "far"', "diavolo.distance = 'far' cannot be; use 'edge' or 'centre'"),
        ("[diavolo]\ndistance = []", "diavolo.distance = [] cannot be; use 'edge' or 'centre'"),
        ("[diavolo]\ngrace = 3", "diavolo.grace = 3 cannot be; use diavolo.grace_s instead"),
        ("diavolo = 3", "diavolo = 3 cannot be; use a section that opens with [diavolo]"),
        ("[simulater]", "simulater = {…} cannot be; use simulator instead"),
        (
            "x = 1",
            "x = 1 cannot be; use one of language, game, diavolo, devilish_duels, devils_dice, camera,"
            " hardware, log, simulator, table, web",
        ),
        (
            '"\\n" = 1',
            "'\\n' = 1 cannot be; use one of language, game, diavolo, devilish_duels, devils_dice, camera,"
            " hardware, log, simulator, table, web",
        ),
        ('language = "it"', "language = 'it' cannot be; use 'auto' or 'en' or 'fr' or 'de'"),
        ("language = true", "language = true cannot be; use 'auto' or 'en' or 'fr' or 'de'"),
        ("[log]\nfile = 3", "log.file = 3 cannot be; use a path in quotes"),
        ("[table]\nfile = 3", "table.file = 3 cannot be; use a path in quotes"),
        ("[table]\nplace = 3", "table.place = 3 cannot be; use one of file"),
        ('[log]\nfile = "a\\u0000b"', "log.file = 'a\\x00b' cannot be; use a path in quotes"),
        ('[log]\nfile = "~bo/x"', "log.file = '~bo/x' cannot be; use a path that starts with ~/ or /"),
        ("[simulator]\nsped = 2", "simulator.sped = 2 cannot be; use simulator.speed instead"),
        ("[simulator]\nspeed = 0", "simulator.speed = 0 cannot be; use a number above 0, at most 1000"),
        ("[simulator]\nspeed = inf", "simulator.speed = inf cannot be; use a number above 0, at most 1000"),
        ("[simulator]\nspeed = true", "simulator.speed = true cannot be; use a number above 0, at most 1000"),
        (
            "[simulator]\ndoubtful_dice = 1.1",
            "simulator.doubtful_dice = 1.1 cannot be; use a number from 0 to 1",
        ),
        (
            "[simulator]\ninvalid_rolls = nan",
            "simulator.invalid_rolls = nan cannot be; use a number from 0 to 1",
        ),
        ('[simulator]\nplayers = "Ada"', "simulator.players = 'Ada' cannot be; use a list of names"),
        ("[simulator]\nplayers = [1, 2]", "simulator.players = [1, 2] cannot be; use a list of names"),
        (
            '[simulator]\nplayers = ["Ada"]',
            "simulator.players = ['Ada'] cannot be; use 2 to 6 names, or [] for the built-in ones",
        ),
        (
            '[simulator]\nplayers = ["Ada", "ada"]',
            "simulator.players = ['Ada', 'ada'] cannot be; use other names: "
            "two players are called 'ada'; give each a name of their own",
        ),
        (
            '[simulator]\nskills = ["wizard"]',
            "simulator.skills = 'wizard' cannot be; use 'child' or 'beginner' or 'regular' or 'champion'",
        ),
        (
            "[devils_dice]\ncolours_each = 5",
            "devils_dice.colours_each = 5 cannot be; use a whole number from 1 to 4",
        ),
        (
            "[devils_dice]\npassing = 'sometimes'",
            "devils_dice.passing = 'sometimes' cannot be; use 'allowed' or 'forbidden'",
        ),
        ("[devils_dice]\nlayout = 3", "devils_dice.layout = 3 cannot be; use a path in quotes"),
        ("[hardware]\nseats = 7", "hardware.seats = 7 cannot be; use a whole number from 2 to 6"),
        ("[hardware]\nseats = true", "hardware.seats = true cannot be; use a whole number from 2 to 6"),
        (
            '[hardware]\nlamps = "off"',
            "hardware.lamps = 'off' cannot be; use 'auto' or 'real' or 'simulated'",
        ),
        (
            "[hardware]\ncamera = -1",
            "hardware.camera = -1 cannot be; "
            "use 'auto', 'simulated', 'pi', a number, a device, a film or a folder",
        ),
        *(
            (f"[camera]\n{line}", f"camera.{line} cannot be; use {wanted}")
            for line, wanted in (
                ("size = [1536]", "[width, height], even numbers from 64 to 8192"),
                ("size = [1537, 1152]", "[width, height], even numbers from 64 to 8192"),
                ("fps = 0", "a number from 1 to 240"),
                ("crop = [0, 0, 1]", "'auto' or [left, top, width, height], as shares from 0 to 1"),
                (
                    "crop = [0.5, 0, 0.6, 1]",
                    "a part of the picture: left + width and top + height at most 1",
                ),
                ("exposure_us = 0.5", "'auto' or a whole number from 1 to 1000000"),
                ("gain = true", "'auto' or a number from 1 to 64"),
                ("gain = 2.0", "'auto', or set exposure_us as well"),
                ("colour_gains = [0, 1]", "'auto' or [red, blue], above 0, at most 64"),
                ("lens_position = -1", "'auto' or a number from 0 to 32"),
            )
        ),
        (
            '[simulator]\nthrough = "glass"',
            "simulator.through = 'glass' cannot be; use 'numbers' or 'vision'",
        ),
        (
            '[simulator]\nplayers = ["A", "B", "C"]\nskills = ["child", "child"]',
            "simulator.skills = ['child', 'child'] cannot be; "
            "use one skill for all, or one for each of the players",
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(written: Write, content: str, sentence: str) -> None:
    assert complaint(written(content)) == f"diavolo.toml: {sentence}"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        pytest.param('language = "en"\nspeed 3', "line 2", id="not TOML"),
        pytest.param("language = 'en'\nlanguage = 'fr'\n", "line 2", id="twice"),
        pytest.param(b"# one\n# two\nlanguage = '\xff'", "line 3 is not UTF-8", id="not UTF-8"),
        pytest.param('language = "en"'.encode("utf-16"), "line 1 is not UTF-8", id="UTF-16"),
        pytest.param(b"#" * 1_000_001, "larger than 1 MB", id="too large"),
        pytest.param("[diavolo]\ngrace_s = 1" + "0" * 400, "too many digits", id="no float is so large"),
        pytest.param("x = " + "9" * 5000, "digits", id="no number is so long"),
        pytest.param("x = 0x" + "f" * 5000, "too many digits", id="nor in hex"),
        pytest.param("x = " + "[" * 100_000, "", id="deeper than any file"),
        pytest.param("a" + ".a" * 5000 + " = 1", "", id="deeper with dots"),
        pytest.param(f'language = "{"x" * 100_000}"', "language = 'xxx", id="a long value is cut short"),
        pytest.param(f"{'x' * 100_000} = 1", "xxx", id="as is a long key"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(written: Write, content: str | bytes, part: str) -> None:
    assert part in complaint(written(content))


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    assert "there is no such file" in complaint(tmp_path / "absent.toml")


def test_a_folder_is_no_settings_file(tmp_path: Path) -> None:
    assert "this is not a file" in complaint(tmp_path)


@pytest.mark.timeout(5)
def test_a_pipe_does_not_make_it_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert "this is not a file" in complaint(tmp_path / "pipe")
    assert "this is not a file" in complaint(Path("/dev/zero"))


def test_a_name_too_long_for_the_disk_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / ("x" * 300), {}, HOME)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(written: Write) -> None:
    path = written("")
    path.chmod(0)

    assert "cannot be read (permission denied)" in complaint(path)


toml_values = st.one_of(
    st.booleans().map(lambda value: str(value).lower()),
    st.integers().map(str),
    st.floats().map(str),
    st.sampled_from(["[]", "{}", '""', "[[]]", "{a = 1}", '["a", 1]', "1979-05-27", "07:32:00", '"edge"']),
)
keys = st.sampled_from(
    ["language", "log", "diavolo", "simulator", "log.file"]
    + [f"diavolo.{rule.name}" for rule in fields(HouseRules)]
    + [f"simulator.{setting.name}" for setting in fields(SimulatorSettings)]
)


@given(key=keys, value=toml_values)
def test_any_value_is_taken_or_told(tmp_path_factory: pytest.TempPathFactory, key: str, value: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(f"{key} = {value}", encoding="utf-8")
    try:
        assert replace(load(path, {}, HOME), source=path).source == path
    except ConfigError as error:
        assert str(error).startswith(f"{path}: ")  # noqa: PT017


# Devilish Duels


def test_a_duels_house_rules_and_cards_stand_there_too(written: Write, tmp_path: Path) -> None:
    rules = 'teams = "picked"\ndecline = false\nmost_rounds = 9\n'
    config = load(written(f'[devilish_duels]\n{rules}cards = "box/cards.toml"'), {}, HOME)
    assert config.devilish_duels == duels.HouseRules(duels.Teams.PICKED, decline=False, most_rounds=9)
    assert config.duel_cards == tmp_path / "box/cards.toml"
    at_home = load(written('[devilish_duels]\ncards = "~/cards.toml"'), {}, HOME)
    assert at_home.duel_cards == HOME / "cards.toml"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('teams = "drawn"', "devilish_duels.teams = 'drawn' cannot be; use 'dealt' or 'picked'"),
        ("decline = 1", "devilish_duels.decline = 1 cannot be; use true or false"),
        ("most_rounds = 0", "devilish_duels.most_rounds = 0 cannot be; use a whole number from 1 to 1000"),
        ("team = 1", "devilish_duels.team = 1 cannot be; use devilish_duels.teams instead"),
        ("cards = 3", "devilish_duels.cards = 3 cannot be; use a path in quotes"),
    ],
)
def test_a_duels_wrong_rule_is_told_with_its_name(written: Write, content: str, told: str) -> None:
    assert told in complaint(written(f"[devilish_duels]\n{content}"))
