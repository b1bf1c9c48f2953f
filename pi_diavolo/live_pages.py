"""The pages of a live table: opened before the game, announced where people look for them."""

import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console

from pi_diavolo.app import Table
from pi_diavolo.clock import Clock
from pi_diavolo.furnishing import Furniture
from pi_diavolo.games import Referee
from pi_diavolo.notifying import Notifier
from pi_diavolo.simulator.sight import Through

if TYPE_CHECKING:
    from pathlib import Path

    from pi_diavolo.album import Album
    from pi_diavolo.pages import Surroundings

# So long the QR code stands in the terminal before the game is drawn over it: phones must be taken out first.
SCAN_S = 5.0


@dataclass(frozen=True, slots=True)
class PagesFor:
    """Who plays what, and by which clock: what the pages show and ask."""

    table: Table
    referee: Referee
    clock: Clock
    notifier: Notifier


@dataclass(frozen=True, slots=True)
class Announced:
    """Where the pages are; `note` has the PIN as well."""

    address: str
    note: str


def album_for(furniture: Furniture, through: Through, *, shown: bool) -> "Album | None":
    """Where pages find the pictures of a real or painted camera; None without one, or if none are shown."""
    if not shown or (furniture.camera is None and through is not Through.VISION):
        return None
    # Late: OpenCV takes a moment to load, and the commands without pictures shall not wait for it.
    from pi_diavolo.album import Album

    return Album()


def open_pages(
    shown: PagesFor,
    around: "Surroundings",
    keys_file: "Path",
    console: Console,
    at_the_end: ExitStack,
    *,
    service: bool = False,
    silent: bool = False,
) -> Announced:
    """Serve the pages until the end, and print their address unless all output is a program's."""
    # Late: the web server takes a moment to load.
    from pi_diavolo.pages import Pages, print_address
    from pi_diavolo.web.closed_desks import ClosedDesks
    from pi_diavolo.web.keys import kept_keys, keys_in_any_case

    keys, trouble = keys_in_any_case(keys_file) if service else (kept_keys(keys_file), None)
    if trouble is not None:
        shown.table.inbox.put(trouble)
    closed = ClosedDesks.beside(keys_file)
    pages = Pages(shown.table, shown.referee, shown.clock.now, keys, around, closed)
    at_the_end.enter_context(pages)
    shown.notifier.depends_on(pages.came_round)
    if service:
        # Others may read the journal: the PIN does not stand there.
        console.print(pages.address, markup=False, highlight=False)
    elif not silent:
        print_address(pages, console.file)
        console.print(f"PIN {keys.pin}", markup=False, highlight=False)
        if console.is_terminal:
            time.sleep(SCAN_S)
    return Announced(pages.address, f"{pages.address}  PIN {keys.pin}")
