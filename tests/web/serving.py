"""A whole simulated table behind its pages, for tests and for whoever works on the pages.

python -m tests.web.serving --port 8765 --speed 1
"""

import argparse
import logging
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pi_diavolo import evening
from pi_diavolo.album import Album
from pi_diavolo.app import Inbox, Table, Together
from pi_diavolo.clock import LiveClock
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES, Referee
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules, amended
from pi_diavolo.pages import Pages, Surroundings, print_address
from pi_diavolo.painted_eyes import table_for_show
from pi_diavolo.setting_up import SettingUp
from pi_diavolo.setting_up_parts import Bench
from pi_diavolo.setting_up_table import Around, workshop_for
from pi_diavolo.simulation import Chances, simulated_table, wires_for
from pi_diavolo.table.effects import Effect, ShowWinner
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    Event,
    Grab,
    ImpsConfirmed,
    PlayAgainAsked,
    RollRead,
    Tick,
    TurnEnded,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat, seats_for
from pi_diavolo.table.requests import Request
from pi_diavolo.table.roll import Roll
from pi_diavolo.web.closed_desks import ClosedDesks
from pi_diavolo.web.keys import Keys, fresh_keys, kept_keys

NAMES = ("Mia", "Emil", "Zoé", "Ben")
PIN = "271828"


@dataclass(frozen=True, slots=True)
class Served:
    """A table that is being played at, and where its pages are."""

    table: Table
    referee: Referee
    clock: LiveClock
    pages: Pages
    keys: Keys

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.pages.port}"

    def happen(self, *events: Event) -> None:
        """Let these happen at the table, and wait until they have."""
        for event in events:
            answered = threading.Event()
            self.table.inbox.put(Request(event, lambda answer, done=answered: done.set()))  # type: ignore[misc]
            assert answered.wait(30), "the table does not answer"

    def roll(self, roll: Roll) -> None:
        """Throw these dice, whoever's turn it is; they come to rest at once."""
        now = self.clock.now()
        self.happen(ImpsConfirmed(now), DiceRolling(now), DiceAtRest(now), RollRead(roll, now))

    def turn(self, roll: Roll, **grabs: Colour) -> None:
        """A whole turn: `s1=RED` is what seat 1 takes; who is not named takes nothing."""
        self.roll(roll)
        for name, colour in grabs.items():
            self.happen(Grab(Seat(int(name[1:])), colour, self.clock.now()))
        self.happen(TurnEnded(self.clock.now()))


@contextmanager
def served(
    *,
    names: Sequence[str] = NAMES,
    sit_down: bool = True,
    play: bool = True,
    speed: float = 1.0,
    rules: HouseRules | None = None,
    seed: int = 1,
    wired: bool = False,
    doubtful_dice: float = 0.02,
    again: bool = False,
    port: int = 0,
    host: str | None = "127.0.0.1",
    keys: Keys | None = None,
    keys_file: Path | None = None,
    log_file: Path | None = None,
    language: str = "en",
    hosts: tuple[str, ...] = (),
    album: Album | None = None,
    pictures_open: bool = False,
    painted: bool = False,
    set_up_beside: Path | None = None,
) -> Iterator[Served]:
    """Run a table and its pages, each in its own thread, until the block ends.

    `sit_down`: the named players sit down and begin at once, else the lobby is empty. `play`: simulated
    people throw and grab; without them only pages and phones do anything (and nobody throws dice). `again`: a
    new game begins by itself when one is over. With a `log_file` a game in it goes on (a restart). `painted`:
    the throws of the simulated people are painted, and the pictures read. `set_up_beside` is where a log
    would be, beside which the set-up keeps what it learned; without a path there is no set-up.
    """
    closed = ClosedDesks.beside(keys_file) if keys_file else None
    keys = (
        keys
        or (kept_keys(keys_file) if keys_file else None)
        or Keys(PIN, fresh_keys().seats, fresh_keys().signing)
    )
    ready, stop = threading.Event(), threading.Event()
    made: list[Served] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            with ExitStack() as stack:
                log = stack.enter_context(EventLog.open(log_file) if log_file else EventLog.in_memory())
                referee, clock = GAMES["diavolo"](), LiveClock(speed)
                inbox: Inbox = queue.Queue()
                pictures = album or Album()
                evening.remember(referee, log)
                goes_on = referee.in_progress
                house_rules = amended(HouseRules(), referee.settings) if goes_on else rules or HouseRules()
                seats = tuple(referee.state.seats) if goes_on else seats_for(len(names))
                wires = wires_for(house_rules, 6, inbox, seed) if wired else None
                if wires:
                    stack.callback(wires.close)
                people = simulated_table(
                    seats if play else (),
                    ("regular", "regular", "beginner"),
                    house_rules,
                    seed * 1_000_003 + log.last_number(),
                    Chances(doubtful_dice=doubtful_dice),
                    touch=wires.hands if wires else None,
                    throws=play,
                    watched=table_for_show(seed, pictures, clock.now) if painted else None,
                )
                bench = wires.bench() if wires else None
                devices = Together(people, wires.hands, bench) if wires and bench else people
                table = Table(referee, log, clock, devices, inbox=inbox)
                around = Surroundings(
                    port=port,
                    host=host,
                    hosts=hosts,
                    language=language,
                    speed=speed,
                    hands_simulated=True,
                    simulated=True,
                    played_by_itself=frozenset(seats) if play else frozenset(),
                    log_file=log_file,
                    known=log.names(),
                    album=pictures,
                    pictures_open=pictures_open,
                    set_up=_set_up(set_up_beside, table, bench, clock),
                )
                if again:
                    table.add_outlet(_Again(inbox, clock, speed))
                pages = stack.enter_context(Pages(table, referee, clock.now, keys, around, closed))
                if goes_on:
                    evening.start(table, clock.now())
                else:
                    evening.open_evening(
                        table, "diavolo", asdict(house_rules), log.last_game() + 1, seed, clock.now()
                    )
                    if sit_down:
                        evening.sit_down(table, log, names, clock.now())
                made.append(Served(table, referee, clock, pages, keys))
                ready.set()
                table.run(until=stop.is_set)
        except BaseException as error:
            failed.append(error)
            raise
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="table", daemon=True)
    thread.start()
    ready.wait(30)
    if not made:
        raise failed[0]
    try:
        yield made[0]
    finally:
        stop.set()
        _nudge(made[0].table)
        thread.join(10)


def _set_up(
    beside: Path | None, table: Table, bench: Bench | None, clock: LiveClock
) -> Callable[[], SettingUp] | None:
    if beside is None:
        return None
    around = Around(beside, lambda: table.game_in_progress, table.inbox.put, clock.now, bench=bench)
    return lambda: workshop_for(around)


class _Again:
    """Asks for another game, a while after each on the table's clock."""

    def __init__(self, inbox: Inbox, clock: LiveClock, speed: float, after_s: float = 12.0) -> None:
        self._inbox, self._clock, self._after_s = inbox, clock, after_s / speed

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        if any(isinstance(effect, ShowWinner) for effect in effects):
            timer = threading.Timer(self._after_s, self._ask)
            timer.daemon = True
            timer.start()

    def _ask(self) -> None:
        self._inbox.put(PlayAgainAsked(self._clock.now()))


def _nudge(table: Table) -> None:
    """Makes the loop look up once; a request that was overtaken changes nothing."""
    table.inbox.put(Request(Tick(0.0), lambda answer: None, seen=-1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--lobby", action="store_true", help="begin with an empty lobby")
    parser.add_argument("--nobody", action="store_true", help="no simulated people at all")
    parser.add_argument("--wired", action="store_true", help="simulated hands move mock pins and docks")
    parser.add_argument("--bases", action="store_true", help="imps are lifted from bases")
    parser.add_argument("--doubt", type=float, default=0.02, help="how often a die is doubtful")
    parser.add_argument("--painted", action="store_true", help="with pictures of all throws")
    parser.add_argument("--open", action="store_true", help="pictures on the scoreboard, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set-up", type=Path, metavar="LOG", help="with a set-up, kept beside this log")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--keys", type=Path, help=f"a file with PIN and secrets (default: the PIN {PIN})")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with served(
        port=options.port,
        speed=options.speed,
        sit_down=not options.lobby,
        play=not options.nobody,
        wired=options.wired,
        rules=HouseRules(grabs=Grabs.BASES if options.bases else Grabs.PANELS),
        doubtful_dice=options.doubt,
        painted=options.painted,
        pictures_open=options.open,
        set_up_beside=options.set_up,
        seed=options.seed,
        again=True,
        host=None,
        log_file=options.log,
        keys=kept_keys(options.keys) if options.keys else None,
    ) as here:
        print_address(here.pages, sys.stdout)
        print(f"PIN {here.keys.pin}", flush=True)
        threading.Event().wait()
