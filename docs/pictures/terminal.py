"""A turn of a simulated game as the terminal shows it."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from io import StringIO

from playwright.sync_api import Browser
from rich.console import Console

from docs.pictures.browser import inline, shot_of
from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import seats_for
from pi_diavolo.table.scene import Scene, advance, told
from pi_diavolo.terminal.paint import Screen, paint

NAMES = ("Mia", "Emil", "Zoé", "Ben")
WIDTH, HEIGHT = 112, 36
RULINGS = 6


class Watcher:
    """Keeps the scene after each event."""

    def __init__(self, speaker: Speaker) -> None:
        self.scene, self.rulings, self.speaker = Scene(), 0, speaker

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        for effect in effects:
            self.scene = advance(self.scene, effect)
            self.rulings += type(effect).__name__ == "ShowRuling"
        self.scene = told(self.scene, [line for effect in effects for line in self.speaker.narrate(effect)])


def terminal(browser: Browser) -> bytes:
    """A ruling, as `./run` draws it."""
    log, clock = EventLog.in_memory(), VirtualClock()
    devices = simulated_table(seats_for(4), ("champion", "child", "regular"), HouseRules(), 12, Chances(0, 0))
    table = Table(GAMES["diavolo"](), log, clock, devices, people_wait=False)
    watcher = Watcher(Speaker(CATALOGUES["en"], table.names))
    table.add_outlet(watcher)
    open_evening(table, "diavolo", asdict(HouseRules()), 1, 12, 0.0)
    sit_down(table, log, NAMES, 0.0)
    table.run(until=lambda: watcher.rulings == RULINGS)
    console = Console(record=True, width=WIDTH, height=HEIGHT, force_terminal=True, file=StringIO())
    console.print(paint(watcher.scene, watcher.speaker, Screen(WIDTH, HEIGHT)))
    svg = console.export_svg(title="./run")
    # The picture needs no font from elsewhere: any fixed-width one will do.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S).replace("Fira Code, monospace", "monospace")
    image = f'<img src="{inline(svg.encode(), "svg+xml")}" style="width: 1100px; display: block">'
    return shot_of(browser, f"<style>body {{ margin: 0 }}</style>{image}", 1100)
