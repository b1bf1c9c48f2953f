"""A table for Devilish Duels behind its pages, for tests and for whoever works on the pages.

python -m tests.web.duelling --port 8766 --speed 1
"""

import argparse
import queue
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from pi_diavolo import evening
from pi_diavolo.app import Inbox, Table
from pi_diavolo.clock import LiveClock
from pi_diavolo.duelling import DEVILISH_DUELS, chooser
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS
from pi_diavolo.pages import Pages, Surroundings, print_address
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.table.duels import COLOURS, Choice, ChoiceKind, ChoiceMade, Element, ElementDie
from pi_diavolo.table.events import RollRead
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import Seat, seats_for
from pi_diavolo.table.requests import Answer, Request
from pi_diavolo.table.roll import Roll
from pi_diavolo.web.keys import Keys, fresh_keys
from tests.web.serving import PIN, Served, _nudge

NAMES = ("Mia", "Emil")
# Where the two of them sit.
LEFT, RIGHT = seats_for(2)


@contextmanager
def served_duel(
    *,
    names: Sequence[str] = NAMES,
    sit_down: bool = True,
    play: bool = True,
    throws: bool = True,
    speed: float = 1.0,
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    strength: str = "looking-ahead",
    doubtful: float = 0.0,
    pace_s: float = 2.0,
    port: int = 0,
    host: str | None = "127.0.0.1",
    log_file: Path | None = None,
    language: str = "en",
) -> Iterator[Served]:
    """Run a duel and its pages until the block ends.

    `play`: simulated duellists choose; without them only pages do. `throws`: simulated dice are thrown.
    """
    keys = Keys(PIN, fresh_keys().seats, fresh_keys().signing)
    ready, stop = threading.Event(), threading.Event()
    made: list[Served] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            with ExitStack() as stack:
                log = stack.enter_context(EventLog.open(log_file) if log_file else EventLog.in_memory())
                referee, clock = GAMES[DEVILISH_DUELS](), LiveClock(speed)
                inbox: Inbox = queue.Queue()
                rules = {"cards": "", **(settings or {})}
                choosers = {
                    seat: chooser(OPPONENTS[strength], lambda: rules["cards"]) for seat in (LEFT, RIGHT)
                }
                people = SimulatedDuellists(
                    seed, choosers if play else {}, pace_s, doubtful=doubtful, throws=throws
                )
                table = Table(referee, log, clock, people, inbox=inbox)
                around = Surroundings(
                    port=port,
                    host=host,
                    language=language,
                    speed=speed,
                    hands_simulated=True,
                    simulated=play,
                    played_by_itself=frozenset((LEFT, RIGHT)) if play else frozenset(),
                    log_file=log_file,
                    known=log.names(),
                )
                pages = stack.enter_context(Pages(table, referee, clock.now, keys, around))
                evening.open_evening(table, DEVILISH_DUELS, rules, log.last_game() + 1, seed, clock.now())
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


def throw(here: Served, *dice: tuple[Element, int]) -> None:
    """Whoever is to roll, rolls these."""
    fallen = tuple(Die(COLOURS[element], value) for element, value in dice)
    here.happen(RollRead(Roll(fallen), here.clock.now()))


def chooses(here: Served, seat: Seat, kind: ChoiceKind, **what: Any) -> None:
    """A duellist chooses, as if on the own page, as soon as it is this one's turn."""
    answers: queue.Queue[Answer] = queue.Queue()
    by = time.monotonic() + 10.0
    while True:
        chosen = ChoiceMade(seat, Choice(kind, **what), here.clock.now())
        here.table.inbox.put(Request(chosen, answers.put))
        if (answer := answers.get(timeout=10)).done:
            return
        assert time.monotonic() < by, answer.why
        time.sleep(0.02)


def roll_off(here: Served) -> None:
    """The left one leads."""
    throw(here, (Element.AIR, 5))
    throw(here, (Element.AIR, 2))


def die(seat: Seat, element: Element, number: int = 1) -> ElementDie:
    """One of a player's dice."""
    return ElementDie(seat, element, number)


def team(here: Served, seat: Seat) -> list[str]:
    """The secret: as the referee knows it."""
    return [imp for imp, at in here.referee.state.game.duel.imps.items() if at.owner == seat]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8766)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nobody", action="store_true", help="no simulated duellists")
    parser.add_argument("--teams", default="dealt", help="dealt or picked")
    options = parser.parse_args()
    with served_duel(
        port=options.port, speed=options.speed, seed=options.seed, host=None, play=not options.nobody,
        settings={"teams": options.teams},
    ) as served_here:  # fmt: skip
        print_address(served_here.pages, sys.stdout)
        print(f"PIN {served_here.keys.pin}", flush=True)
        threading.Event().wait()
