"""Which camera `pi-diavolo run --game devils-dice` looks through: one above a table file with a board."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pi_diavolo.config import Config
from pi_diavolo.errors import ConfigError, UsageError
from pi_diavolo.furnishing import AUTO, SIMULATED, SIMULATED_TABLE, Furniture, furnish
from pi_diavolo.games.devils_dice.house_rules import HouseRules, layout_in

if TYPE_CHECKING:
    from pi_diavolo.vision.table_board import GameBoard


def board_furniture(
    arguments: Namespace, config: Config, rules: HouseRules, speed: float | None
) -> Furniture:
    """A real camera or none; buttons and lamps have no part in this game. Raises ConfigError, UsageError."""
    camera, table = arguments.camera or config.hardware.camera, arguments.table or config.table_file
    board = _board(table) if table is not None and camera != SIMULATED else None
    if board is None and (arguments.table or arguments.camera not in (None, SIMULATED)):
        raise ConfigError(_without_board(table))
    if board is None:  # the table of the settings is another game's
        return SIMULATED_TABLE
    _check_size(board, rules, table)
    hardware = replace(config.hardware, camera=camera, sensors=SIMULATED, lamps=SIMULATED)
    chosen = furnish(hardware, table, pictures=config.camera, sets_up=False)
    if chosen.is_real and speed != 1:
        wanted = "max" if speed is None else f"{speed:g}"
        raise UsageError(
            f"--speed {wanted} is for the simulator, and this table is real; leave it out, or give"
            f" --camera {SIMULATED}"
        )
    if chosen.camera is not None and camera != AUTO:
        _try_camera(chosen.camera)
    return chosen


def _board(table: Path) -> "GameBoard | None":
    # Late: it brings the eyes' libraries with it.
    from pi_diavolo.vision.table_file import load_table

    return load_table(table).board


def _without_board(table: Path | None) -> str:
    from pi_diavolo.vision.shipped_tables import DEVILS_DICE, as_people_type_it

    printed = as_people_type_it(DEVILS_DICE)
    found = f"{table}: there is no [board] in it" if table else "no table file is named"
    return f"{found}; for this game use a table file with one, such as --table {printed}"


def _check_size(board: "GameBoard", rules: HouseRules, table: Path | None) -> None:
    layout = layout_in(rules)
    if (board.columns, board.rows) != (layout.columns, layout.rows):
        raise ConfigError(
            f"{table}: its board has {board.columns} × {board.rows} squares, and the layout"
            f" {layout.columns} × {layout.rows}; name a layout and a table file that belong together"
        )


def _try_camera(source: str) -> None:
    """A camera that was named and is not there is a mistake; one that fails later is opened again."""
    from pi_diavolo.devices.camera import open_camera

    open_camera(source).close()
