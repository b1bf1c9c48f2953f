"""Whatever people type: one sentence on standard error, exit code 2, and nothing is lost."""

from pathlib import Path
from shutil import copy

import pytest

from pi_diavolo.cli import LONGEST_WORD
from tests.commands.makers import BOOKLET_GAPS, WORKED_EXAMPLE, CommandLine, start, tree
from tests.eventlog.makers import a_played_log

WHITE_AND_RED = ("--white", "1,5,6", "--red", "3,5,5")
CLOSEST = ("answer", "--order", "closest")
ANSWER = ("answer", *WORKED_EXAMPLE)
LONG = "x" * 10_000

Mistake = tuple[tuple[str, ...], str]


def each(command: tuple[str, ...], option: str, values: tuple[str, ...], part: str) -> list[Mistake]:
    """The same option with many wrong values, all answered alike."""
    return [((*command, f"{option}={value}"), part) for value in values]


COUNTS = ("1", "7", "-1", "0", "x", "", "2.5", "٣", "1e0", "9" * 99)
SEEDS = ("x", "1e5", str(10**30), "", "1.0", "٣", "0x10", "-", "--5")
SPEEDS = ("0", "-1", "nan", "inf", "1e9", "1001", "MAX", "", "fast", "0.0000", "٣")
SKILLS = ("wizard", "", "child,", "child;champion", "Child", LONG)
EVERY_COMMAND = (
    ANSWER, (*ANSWER, "--json"), ("odds",), ("odds", "--json"), ("run",), ("simulate",), ("replay", "1"),
    ("games", "list"), ("games", "show", "1"), ("games", "export"), ("games", "verify"),
)  # fmt: skip
NO_DICE = (
    "0,1,2", "7,1,2", "-1,2,3", "3.5,1,2", "a", "", " ", ",", "1,2,3,4", "1", "1,,2", "1,2,", "1;2;3",
    "1 2 3", "١,٢,٣", "１,２,３", "²,1,2", "1,2,3\0", "nan,1,2", "1e0,2,3", "+1,2,3", "01,2,3", "0x1,2,3",
    "True,1,2", LONG,
)  # fmt: skip
NO_GAPS = (
    "black=nan,white=1,red=2", "black=inf,white=1,red=2", "black=-1,white=1,red=2", "black=1,white=2",
    "black=1,white=2,red=3,red=4", "black=1,white=2,blue=3", "black=1,white=2,gray=3", "black=1,white=2,red=",
    "black,white,red", "1,2,3", "", "Black=1,white=2,red=3", "black=1e3,white=2,red=3",
    "black=١,white=2,red=3", "black=99999,white=2,red=3", "black=1;white=2;red=3", "black=1.,white=2,red=3",
    f"black={LONG},white=1,red=1",
)  # fmt: skip

# What is typed, and a part of the sentence that answers it.
MISTAKES: list[Mistake] = [
    # No command, or none of ours
    ((), "required: COMMAND"),
    (("",), "invalid choice: ''"),
    (("dance",), "invalid choice: 'dance'"),
    (("RUN",), "invalid choice"),
    (("--json",), "required: COMMAND"),
    (("--nonsense",), "required: COMMAND"),
    (("odds", "--nonsense"), "unrecognized arguments: --nonsense"),
    (("odds", "--js"), "unrecognized arguments: --js"),
    (("odds", "more"), "unrecognized arguments: more"),
    (("games",), "required: list|show|statistics|export|verify"),
    (("games", "burn"), "invalid choice: 'burn'"),
    (("games", "list", "--js"), "unrecognized arguments: --js"),
    ((LONG,), "invalid choice"),
    (("run", "--seed=--"), "--seed=--: two dashes are no value"),
    (("odds", "--dice=--"), "--dice=--: two dashes are no value"),
    # Orders
    *each(ANSWER, "--order", ("biggest", "Greatest_Sum", "greatest sum", "", LONG), "invalid choice"),
    ((*ANSWER, "--order"), "expected one argument"),
    # Dice
    *each(("answer", *WHITE_AND_RED), "--black", NO_DICE, "is not 2 or 3 dice; give values from 1 to 6"),
    (("answer", *WHITE_AND_RED), "--black missing"),
    (("answer", "--order", "most_odd"), "--black and --white and --red missing"),
    (("answer", "--black", "1,2", *WHITE_AND_RED), "black has 2, white has 3, red has 3"),
    ((*ANSWER, "--gray", "1,2,3"), "unrecognized arguments: --gray"),
    ((*ANSWER, "--blue", "1,2,3"), "unrecognized arguments: --blue"),
    # Gaps
    (CLOSEST, "give --gaps"),
    ((*ANSWER, "--order", "closest"), "give --gaps"),
    *each(CLOSEST, "--gaps", NO_GAPS, "give all three in millimetres"),
    *each((*CLOSEST, *BOOKLET_GAPS), "--tie-within", ("-1", "nan", "51", "x", "", "1e1"), "use millimetres"),
    # How many dice, games, players
    *each(("odds",), "--dice", ("1", "4", "0", "x", "", "٣", " 3", "0_3", "3.0"), "invalid choice"),
    *each(("run",), "--players", COUNTS, "use a whole number from 2 to 6"),
    *each(("simulate",), "--players", COUNTS, "use a whole number from 2 to 6"),
    *each(
        ("simulate",), "--games", ("0", "-1", "x", "", "1e3", "10000001", "9" * 5000), "whole number from 1"
    ),
    *each(("run",), "--games", ("0", "-3", "two"), "whole number from 1 to"),
    # Games of the past
    *((("replay", number), "whole number from 1") for number in ("0", "one", "1.5", "", "-1")),
    *((("games", "show", number), "whole number from 1") for number in ("0", "one", "٣")),
    (("replay",), "required: number"),
    (("games", "show"), "required: number"),
    (("replay", "99"), "there is no game 99 in this log"),
    (("games", "show", "99"), "there is no game 99 in this log"),
    (("games", "export", "99"), "there is no game 99 in this log"),
    (("games", "export", "--format", "xml"), "invalid choice"),
    (("games", "export", "--output", "nowhere/at/all.json"), "cannot be written"),
    (("games", "export", "--output", "."), "choose another"),
    (("games", "export", "--output", "home"), "choose another"),
    # Names
    *each(("run",), "--names", ("", "Ada,,Blaise", "Ada,   ,Blaise", "Ada,\u200d\u200b"), "a name is empty"),
    *each(("run",), "--names", ("Ada,Bla\nise", "Ada,\x1b[31mred", "Ada,Bla\0ise"), "control character"),
    *each(("run",), "--names", ("Ada,\u202eesialB", "Ada,\udcff\udcfe"), "control character"),
    *each(
        ("run",),
        "--names",
        ("Ada,Ada", "Ada,ADA", "Straße,STRASSE", "Zoe\u0301,Zoé"),
        "two players are called",
    ),
    (("run", "--names", "Ada"), "only 1 name given"),
    (("run", "--names", "A,B,C,D,E,F,G"), "7 names given"),
    (("run", "--names", f"Ada,{LONG}"), "has 10000 characters; use 30 at most"),
    (("run", "--names", "Ada,Blaise", "--players", "3"), "--players 3, but 2 names are given"),
    # Seeds, speeds, chances, skills
    *each(("run",), "--seed", SEEDS, "is not a seed"),
    *each(("simulate",), "--seed", SEEDS, "is not a seed"),
    *each(("run",), "--speed", SPEEDS, "is no speed"),
    *each(("replay", "1"), "--speed", SPEEDS, "is no speed"),
    *each(("simulate",), "--doubtful-dice", ("2", "-0.1", "nan", "50%", "", "1.1"), "is no chance"),
    *each(("simulate",), "--invalid-rolls", ("often", "1.01"), "is no chance"),
    *each(("run",), "--skills", SKILLS, "is no skill"),
    *each(("simulate",), "--skills", SKILLS, "is no skill"),
    # Variants and house rules
    (("run", "--game", "chess"), "invalid choice: 'chess'"),
    (("simulate", "--distance", "far"), "invalid choice"),
    (("simulate", "--photo-finish", "me"), "invalid choice"),
    (("simulate", "--grabs", "hands"), "invalid choice"),
    (("run", "--language", "it"), "invalid choice"),
    *each(("run",), "--through", ("", "glass", "VISION"), "invalid choice"),
    *each(("simulate",), "--through", ("", "glass", "VISION"), "invalid choice"),
    (("simulate", "--through", "vision", "--doubtful-dice", "0.1"), "drop one of them"),
    (("simulate", "--young", "yes"), "unrecognized arguments: yes"),
    # Playing along
    (("run", "--play"), "needs a terminal"),
    (("run", "--play", "Zorro"), "needs a terminal"),
    (("run", "--play", "Mia", "--speed", "max"), "--speed max"),
    # Logs
    *each(("run",), "--log", ("home", "/dev/null", ""), "is not a file"),
    *each(("run",), "--log", ("/proc/nobody/games.db", "/dev/null/games.db"), "cannot be made there"),
    *each(("simulate",), "--log", ("/proc/nobody/games.db", "/dev/null/games.db"), "cannot be made there"),
    (("simulate", "--log", "home"), "is not a file"),
    (("replay", "1", "--log", "home"), "no game has been played yet"),
    (("games", "list", "--log", "home"), "no game has been played yet"),
    (("run", "--log", LONG), "cannot be made there"),
    (("games", "list", "--log", LONG), "cannot be read"),
    (("games", "list", "--log", "letter.txt"), "is not a log but some other file"),
    (("replay", "1", "--log", "letter.txt"), "is not a log but some other file"),
    # Settings
    *(((*command, "--config", "missing.toml"), "toml: there is no such file") for command in EVERY_COMMAND),
    *each(("odds",), "--config", ("home", "/dev/zero"), "this is not a file"),
    (("odds", "--config", LONG), "cannot be read"),
    (("odds", "--config", "latin1.toml"), "line 2 is not UTF-8 text"),
    (("odds", "--config", "broken.toml"), "broken.toml: "),
    (("odds", "--config", "unknown.toml"), "order_fist = true cannot be; use diavolo.order_first instead"),
    (("run", "--config", "wrong.toml"), "simulator.speed = 'fast' cannot be; use a number"),
    (("simulate", "--config", "people.toml"), "simulator.players"),
]


@pytest.fixture(scope="module")
def a_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_played_log(tmp_path_factory.mktemp("log") / "games.db")


@pytest.fixture
def full_house(pi_diavolo: CommandLine, tmp_path: Path, a_log: Path) -> CommandLine:
    """A log in its usual place, a letter, and settings of all bad kinds."""
    usual = tmp_path / "home/.local/share/pi-diavolo"
    usual.mkdir(parents=True)
    copy(a_log, usual / "games.db")
    (tmp_path / "letter.txt").write_text("Dear grandmother, " * 99)
    (tmp_path / "latin1.toml").write_bytes(b"[simulator]\nplayers = ['Zo\xe9', 'Ada']\n")
    (tmp_path / "broken.toml").write_text("[diavolo\n")
    (tmp_path / "unknown.toml").write_text("[diavolo]\norder_fist = true\n")
    (tmp_path / "wrong.toml").write_text("[simulator]\nspeed = 'fast'\n")
    (tmp_path / "people.toml").write_text("[simulator]\nplayers = ['Ada', 'ada']\n")
    return pi_diavolo


def short(value: object) -> str | None:
    return " ".join(value)[:60] or "nothing" if isinstance(value, tuple) else None


@pytest.mark.parametrize(("arguments", "part"), MISTAKES, ids=short)
def test_a_mistake_is_answered_in_one_sentence(
    full_house: CommandLine, arguments: tuple[str, ...], part: str
) -> None:
    before = tree(full_house.folder)
    said = full_house(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("pi-diavolo: ")
    assert (said.err.count("\n"), said.err[-1]) == (1, "\n")
    assert part in said.err
    assert len(said.err) < 3 * LONGEST_WORD + 300
    assert said.err[:-1].isprintable()
    assert tree(full_house.folder) == before


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("answer", "--order", "greatest_sum", "--black", "7,1,2"),
        ("run", "--names", b"Ada,\xff\xfe"),
        (b"\xff",),
        ("run", "--config", b"\xff.toml"),
        ("run", "--log", "/proc/nobody/games.db"),
        ("games", "list"),
    ],
)
def test_the_program_itself_does_the_same(arguments: tuple[str | bytes, ...]) -> None:
    said = start(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("pi-diavolo: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


def test_a_mistake_leaves_an_existing_log_as_it_is(pi_diavolo: CommandLine) -> None:
    a_played_log(pi_diavolo.log)
    before = pi_diavolo.log.read_bytes()
    for mistake in (("--speed", "0"), ("--names", "Ada"), ("--config", "missing.toml"), ("--play",)):
        assert pi_diavolo("run", "--log", str(pi_diavolo.log), *mistake).code == 2
    assert pi_diavolo.log.read_bytes() == before
