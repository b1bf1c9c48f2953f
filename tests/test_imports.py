"""Keeps the rooms apart: imports point one way, and each heavy library stays in its room (DESIGN.md)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pi_diavolo

HOUSE = Path(pi_diavolo.__file__).parent
MODULES = sorted(path.relative_to(HOUSE).as_posix() for path in HOUSE.rglob("*.py"))
GAMES = {path.name for path in (HOUSE / "games").iterdir() if path.is_dir()}

# What each room may know besides itself. Modules at the top of the package, and the commands of cli,
# see all rooms and may print.
COMMANDS = "commands"
KNOWS = {
    "table": set[str](),
    "games": {"table"},
    "eventlog": {"table", "errors", "games"},
    "web": {"table", "errors", "games"},
}
ANY_OTHER_ROOM_KNOWS = {"table", "errors"}
STANDARD_LIBRARY_ONLY = ("table", "games")
HOMES = {
    # The simulator's pins and chips are a second set of wires: MockFactory is gpiozero's own fake.
    "gpiozero": ("devices", "simulator.pins", "simulator.chips"),
    "gpiod": ("devices",),
    "picamera2": ("devices",),
    # The painter is too much for one module: painting/ is its workshop, and nobody else's.
    # A USB camera and a film speak through OpenCV, too.
    "cv2": ("vision", "simulator.painter", "simulator.painting", "devices.camera"),
    "sqlite3": ("eventlog",),
    "fpdf": ("sheets",),
    "starlette": ("web",),
    "uvicorn": ("web",),
    # The live ones hand the terminal to its view.
    "rich": ("terminal", "cli", COMMANDS, "live", "live_boards", "live_duels", "live_pages"),
}
IMPORTING_CALLS = ("__import__", "import_module", "importlib.import_module")
NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "manager", "managers"}


def faults(file: str, source: str) -> list[str]:
    """What a module, named by its file seen from the package's folder, does against the house rules."""
    *folders, module = Path(file).with_suffix("").parts
    tree = ast.parse(source)
    wrong = [name for name in imported(tree, folders) if not may_import(folders, module, name)]
    if not sees_all(folders) and any(called(node) == "print" for node in ast.walk(tree)):
        wrong.append("print")
    return wrong + sorted(NAMES_THAT_SAY_NOTHING & {*folders, module})


def imported(tree: ast.AST, folders: list[str]) -> Iterator[str]:
    """All imported names in full, also those imported late, relatively or by a string."""
    here = ["pi_diavolo", *folders]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) + 1 - node.level] if node.level else []
            origin = [*start, node.module] if node.module else start
            yield from (".".join([*origin, alias.name]) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in IMPORTING_CALLS:
            yield from (str(part.value) for part in node.args if isinstance(part, ast.Constant))


def called(node: ast.AST) -> str | None:
    """The function called, as it is written: `print` is not `console.print`."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else None


def sees_all(folders: list[str]) -> bool:
    return not folders or folders[0] == COMMANDS


def may_import(folders: list[str], module: str, name: str) -> bool:
    library, *inside = name.split(".")
    if library != "pi_diavolo":
        return may_use(folders, module, library)
    return sees_all(folders) or may_know(folders, inside)


def may_use(folders: list[str], module: str, library: str) -> bool:
    me = ".".join([*folders, module, ""])
    if library in HOMES and not any(me.startswith(f"{home}.") for home in HOMES[library]):
        return False
    return folders[:1] not in [[room] for room in STANDARD_LIBRARY_ONLY] or library in sys.stdlib_module_names


def may_know(folders: list[str], inside: list[str]) -> bool:
    room, target = folders[0], inside[0] if inside else ""
    if target == "games" and inside[1:2] and inside[1] in GAMES:
        # Nobody looks into a game but itself, and the top of its room, which lists the games.
        return folders in (["games"], ["games", inside[1]])
    return target == room or target in KNOWS.get(room, ANY_OTHER_ROOM_KNOWS)


@pytest.mark.parametrize("file", MODULES)
def test_each_module_keeps_to_its_room(file: str) -> None:
    assert faults(file, (HOUSE / file).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        pytest.param(
            "table/roll.py", "import numpy", "numpy", id="the table knows the standard library only"
        ),
        pytest.param(
            "table/roll.py", "import pi_diavolo.games", "pi_diavolo.games", id="the table knows no game"
        ),
        pytest.param(
            "table/roll.py",
            "from pi_diavolo.errors import E",
            "pi_diavolo.errors.E",
            id="the table knows no errors",
        ),
        pytest.param("games/__init__.py", "import msgspec", "msgspec", id="games are pure"),
        pytest.param(
            "games/devils_dice/rules.py",
            "from pi_diavolo.games.diavolo import odds",
            "pi_diavolo.games.diavolo.odds",
            id="a game does not look into another",
        ),
        pytest.param(
            "games/devils_dice/rules.py",
            "from ..diavolo import odds",
            "pi_diavolo.games.diavolo.odds",
            id="relative",
        ),
        pytest.param(
            "vision/look.py",
            "from pi_diavolo import web",
            "pi_diavolo.web",
            id="rooms do not know each other",
        ),
        pytest.param(
            "vision/look.py",
            "from pi_diavolo.games import X",
            "pi_diavolo.games.X",
            id="vision knows no games",
        ),
        pytest.param(
            "terminal/scene.py",
            "import pi_diavolo.web.server",
            "pi_diavolo.web.server",
            id="terminal is a room",
        ),
        pytest.param(
            "web/server.py",
            "from pi_diavolo.games.diavolo.rules import X",
            "pi_diavolo.games.diavolo.rules.X",
            id="web does not look into a game",
        ),
        pytest.param(
            "eventlog/log.py",
            "from pi_diavolo.config import load",
            "pi_diavolo.config.load",
            id="no room knows the settings file",
        ),
        pytest.param(
            "devices/camera.py", "from .. import app", "pi_diavolo.app", id="no room knows the shell"
        ),
        pytest.param(
            "web/server.py",
            "import pi_diavolo.commands",
            "pi_diavolo.commands",
            id="no room knows the commands",
        ),
        pytest.param("commands/games.py", "import sqlite3", "sqlite3", id="commands go through the rooms"),
        pytest.param("web/server.py", "def late():\n    import sqlite3", "sqlite3", id="late imports count"),
        pytest.param(
            "web/server.py", "if x:\n    from sqlite3 import connect", "sqlite3.connect", id="as do others"
        ),
        pytest.param(
            "web/server.py", "importlib.import_module('cv2')", "cv2", id="imports by a string count as well"
        ),
        pytest.param("simulator/world.py", "import gpiozero.pins.mock", "gpiozero.pins.mock", id="gpiozero"),
        pytest.param("simulator/pins.py", "import gpiod", "gpiod", id="gpiod"),
        pytest.param("app.py", "from picamera2 import Picamera2", "picamera2.Picamera2", id="picamera2"),
        pytest.param("simulator/world.py", "import cv2", "cv2", id="cv2"),
        pytest.param("app.py", "import sqlite3", "sqlite3", id="sqlite3"),
        pytest.param("language/speak.py", "from rich import print as show", "rich.print", id="rich"),
        pytest.param("terminal/scene.py", "def show():\n    print('x')", "print", id="only cli prints"),
        pytest.param("web/utils.py", "", "utils", id="utils says nothing"),
        pytest.param("devices/manager/edges.py", "", "manager", id="manager says nothing"),
    ],
)
def test_a_fault_is_found(file: str, source: str, fault: str) -> None:
    assert faults(file, source) == [fault]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("table/roll.py", "import math\nfrom . import pieces\nfrom pi_diavolo.table.pieces import Die"),
        ("games/__init__.py", "from pi_diavolo.games.diavolo import referee"),
        (
            "games/diavolo/rules.py",
            "from . import odds\nfrom .. import Referee\nfrom pi_diavolo.table import roll",
        ),
        (
            "eventlog/log.py",
            "import sqlite3\nfrom pi_diavolo.games import GAMES\nfrom pi_diavolo.errors import E",
        ),
        ("vision/dice.py", "import cv2\nimport numpy\nfrom ..table.pieces import Die"),
        ("simulator/painter.py", "import cv2"),
        ("simulator/pins.py", "import gpiozero"),
        ("devices/edges.py", "import gpiod, gpiozero"),
        ("cli.py", "import rich\nfrom pi_diavolo.web import server\nprint('x')"),
        ("terminal/scene.py", "from rich.console import Console\nConsole().print('x')"),
        ("commands/games.py", "import rich\nfrom pi_diavolo.eventlog import log\nprint('x')"),
        ("app.py", "from pi_diavolo.games.diavolo.rules import X\nfrom pi_diavolo.simulator import world"),
    ],
)
def test_what_is_right_is_left_alone(file: str, source: str) -> None:
    assert faults(file, source) == []
