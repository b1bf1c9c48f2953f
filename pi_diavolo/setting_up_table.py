"""Puts the set-up of one table together: its camera or a painted table, its wires, and its table file."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pi_diavolo.devices.camera import Frame
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.painted_bench import PaintedBench
from pi_diavolo.setting_up import SettingUp
from pi_diavolo.setting_up_file import keeper_for, painted_keeper
from pi_diavolo.setting_up_looking import Shot
from pi_diavolo.setting_up_wishes import Table
from pi_diavolo.table.facts import Fact
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import TableFile

if TYPE_CHECKING:
    from pi_diavolo.album import Album
    from pi_diavolo.live_sight import LiveSight
    from pi_diavolo.setting_up_parts import Bench

ORDERS = tuple(map(str, Order))


@dataclass(frozen=True, slots=True)
class Around:
    """What a set-up needs of the running table; without an album of a real camera its table is painted."""

    log_file: Path
    busy: Callable[[], bool]
    report: Callable[[Fact], None]
    now: Callable[[], float]
    album: "Album | None" = None
    eyes: "LiveSight | None" = None
    table_file: Path | None = None
    bench: "Bench | None" = None


def workshop_for(around: Around) -> SettingUp:
    """The set-up of this table."""
    return SettingUp(_painted(around) if around.album is None else _real(around, around.album))


def _real(around: Around, album: "Album") -> Table:
    def use(table: TableFile) -> None:
        if around.eyes is not None:
            around.eyes.look_through(Eyes(table))

    return Table(
        source=FromAlbum(album),
        keeper=keeper_for(around.table_file, around.log_file),
        orders=ORDERS,
        bench=around.bench,
        busy=around.busy,
        report=around.report,
        now=around.now,
        use=use,
    )


def _painted(around: Around) -> Table:
    painted = PaintedBench()
    return Table(
        source=FromPainter(painted),
        keeper=painted_keeper(painted.measured, around.log_file),
        orders=ORDERS,
        bench=around.bench,
        hand=painted,
        busy=around.busy,
        report=around.report,
        now=around.now,
    )


class FromAlbum:
    """The camera's newest picture."""

    def __init__(self, album: "Album", clock: Callable[[], float] = time.monotonic) -> None:
        self._album, self._clock = album, clock
        self._last: Frame | None = None

    def newest(self) -> Shot | None:
        """What the watching thread saw last; while others follow each other, even a late one is not old."""
        found = self._album.newest()
        if found is None:
            return None
        frame, camera = found
        follows = self._last is not None and frame is not self._last
        self._last = frame
        return Shot(frame.image, camera, 0.0 if follows else self._clock() - frame.at)


class FromPainter:
    """The painted table as it lies there; it is never old."""

    def __init__(self, painted: PaintedBench) -> None:
        self._painted = painted

    def newest(self) -> Shot | None:
        """The table as it is now."""
        return Shot(self._painted.newest())
