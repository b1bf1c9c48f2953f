"""The table of a soak, in a process of its own: `pi-diavolo run` with painted pictures and simulated wires.

Its only argument is a JSON object, see `Order`. It tells events on standard output as `run --json` does,
beside lines of its own that begin with {"soak"; on standard input it takes what shall break.
"""

import faulthandler
import logging
import os
import signal
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from typing import Any, Self

import msgspec
from rich.console import Console

from benchmarks.soak_clock import PacedClock
from benchmarks.soak_files import KEYS, LOG
from benchmarks.soak_fitting import Room, SoakFitted
from benchmarks.soak_log import SoakLog, break_log
from benchmarks.soak_painter import PaintedElsewhere
from benchmarks.soak_settings import rules_at_a_start
from benchmarks.soak_world import Thrown, unpacked
from pi_diavolo import evening, live
from pi_diavolo.commands.common import left_once
from pi_diavolo.live import LiveGame, PagesWished, Wishes
from pi_diavolo.notifying import from_environment
from pi_diavolo.simulation import Chances
from pi_diavolo.simulator.sight import Through
from pi_diavolo.web.keys import keys_in_any_case

NAMES = ("Mia", "Emil", "Zoé", "Ben", "Clara", "Hugo")


class Order(msgspec.Struct, frozen=True):
    """How the table is started; `before` is the last throw before this start, `clock` its monotonic clock."""

    folder: str
    port: int
    seed: int
    speed: float
    players: int = 4
    wall_days: float = 0.0
    before: str | None = None
    new: bool = False
    clock: float = 0.0
    boot: str = "first"


class SoakGame(LiveGame):
    """One start of the table with other parts; all else is as in `pi-diavolo run`."""

    def __init__(self, order: Order, log: SoakLog) -> None:
        clock = PacedClock(order.speed, order.clock)
        room = Room(
            pictures=PaintedElsewhere(Path(order.folder)),
            now=clock.now,
            tell=_tell,
            before=_before(order),
            break_log=partial(break_log, log),
            time_up=self._time_up,
        )
        live.Fitted = partial(SoakFitted, room)  # type: ignore[attr-defined,assignment]  # the parts, and nothing else
        super().__init__(_wishes(order), log, Console(file=sys.stdout), clock, from_environment(os.environ))

    def _time_up(self) -> float | None:
        game = self._referee.state.game
        return game.turns[-1].time_up_at if game is not None and game.turns else None


def _wishes(order: Order) -> Wishes:
    folder = Path(order.folder)
    rules, troubles, repair = rules_at_a_start(folder)
    _, damage = keys_in_any_case(folder / KEYS)  # as the service does, before the pages take what is there
    return Wishes(
        names=NAMES[: order.players],
        skills=("regular",),
        rules=rules,
        language="en",
        speed=order.speed,
        chances=Chances(),
        seed=order.seed,
        new=order.new,
        json=True,
        through=Through.VISION,
        pages=PagesWished(order.port, folder / KEYS, log_file=folder / LOG),
        troubles=(*troubles, damage) if damage else troubles,
        repair=repair,
    )


def _before(order: Order) -> Thrown | None:
    return None if order.before is None else unpacked(order.before)


def _tell(line: Mapping[str, Any]) -> None:
    print(msgspec.json.encode(line).decode(), flush=True)


def _set_clocks(order: Order) -> None:
    """Only the table's own start looks at the wall clock; that of this machine is nobody's to change."""

    class Jumped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) + timedelta(days=order.wall_days)

    evening._boot = lambda: order.boot
    evening.datetime = Jumped  # type: ignore[attr-defined]


def main() -> None:
    """Play until somebody ends this process."""
    order = msgspec.json.decode(sys.argv[1], type=Order)
    faulthandler.register(signal.SIGUSR1)  # a table that hangs says where
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    _set_clocks(order)
    with SoakLog.open(Path(order.folder) / LOG) as log, left_once():
        if log.notice:
            logging.getLogger(__name__).error("%s", log.notice)
        game = SoakGame(order, log)
        try:
            game.play()
        except KeyboardInterrupt:
            _tell({"soak": "left", "unwritten": game.table.unwritten})


if __name__ == "__main__":
    main()
