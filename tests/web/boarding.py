"""A table for Devil's Dice behind its pages, for tests and for whoever works on the pages.

python -m tests.web.boarding --port 8767 --players 4
"""

import argparse
import queue
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from pi_diavolo import evening
from pi_diavolo.app import Inbox, Table
from pi_diavolo.clock import LiveClock
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.pages import Pages, Surroundings, print_address
from pi_diavolo.simulator.movers import Habits, SimulatedMovers
from pi_diavolo.table.board_views import BoardView
from pi_diavolo.table.boards import Counter, CounterMoved, Move, Square
from pi_diavolo.table.events import RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import Seat, board_seats_for
from pi_diavolo.table.requests import Answer, Request
from pi_diavolo.table.roll import Roll
from pi_diavolo.web.keys import Keys, fresh_keys
from tests.web.serving import PIN, Served, _nudge

DEVILS_DICE = "devils-dice"
NAMES = ("Mia", "Emil", "Zoé", "Ben", "Leïla", "Friedrich-Wilhelm", "Ada", "Jo")
# Where the first two of two, and of four, sit.
MIA, EMIL = board_seats_for(2)
WITHIN_S = 10.0


@contextmanager
def served_board(
    *,
    players: int = 2,
    sit_down: bool = True,
    play: bool = False,
    speed: float = 1.0,
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    habits: Habits | None = None,
    pace_s: float = 2.0,
    port: int = 0,
    host: str | None = "127.0.0.1",
    log_file: Path | None = None,
    language: str = "en",
) -> Iterator[Served]:
    """Run a game and its pages until the block ends; without `play` nothing happens by itself."""
    keys = Keys(PIN, fresh_keys().seats, fresh_keys().signing)
    ready, stop = threading.Event(), threading.Event()
    made: list[Served] = []
    failed: list[BaseException] = []
    seats = board_seats_for(players)

    def run() -> None:
        try:
            with ExitStack() as stack:
                log = stack.enter_context(EventLog.open(log_file) if log_file else EventLog.in_memory())
                referee, clock = GAMES[DEVILS_DICE](), LiveClock(speed)
                inbox: Inbox = queue.Queue()
                choosers = dict.fromkeys(seats, at_random) if play else {}
                people = SimulatedMovers(seed, choosers, pace_s, habits or Habits(by_hand=0.0), throws=play)
                table = Table(referee, log, clock, people, inbox=inbox)
                around = Surroundings(
                    port=port,
                    host=host,
                    language=language,
                    speed=speed,
                    hands_simulated=True,
                    simulated=play,
                    played_by_itself=frozenset(seats) if play else frozenset(),
                    log_file=log_file,
                    known=log.names(),
                )
                pages = stack.enter_context(Pages(table, referee, clock.now, keys, around))
                first = log.last_game() + 1
                evening.open_evening(table, DEVILS_DICE, settings or {}, first, seed, clock.now())
                if sit_down:
                    evening.sit_down(table, log, NAMES[:players], clock.now(), seats)
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


def at_random(view: BoardView, luck: Random) -> Move:
    """Any move; what takes something, if there is such a one."""
    takes = [offered for offered in view.moves if offered.takes]
    return luck.choice(takes or list(view.moves)).move


def throw(here: Served, *values: int) -> None:
    """Whoever is to roll, rolls these."""
    here.happen(RollRead(Roll(tuple(Die(Colour.WHITE, value) for value in values)), here.clock.now()))


def roll_off(here: Served, players: int = 2) -> None:
    """The first one begins."""
    for value in (6, *[1] * (players - 1)):
        throw(here, value)


def moves(here: Served, seat: Seat, counter: str, to: str) -> None:
    """A player moves, as if on the own page, as soon as it is this one's turn: `orange1` to `d5`."""
    answers: queue.Queue[Answer] = queue.Queue()
    by = time.monotonic() + WITHIN_S
    while True:
        made = CounterMoved(seat, Move(named(counter), square(to)), here.clock.now())
        here.table.inbox.put(Request(made, answers.put))
        if (answer := answers.get(timeout=WITHIN_S)).done:
            return
        assert time.monotonic() < by, answer.why
        time.sleep(0.02)


def turn(here: Served, seat: Seat, dice: Sequence[int], counter: str, to: str) -> None:
    """A whole turn: the roll, and the move."""
    throw(here, *dice)
    moves(here, seat, counter, to)


def named(counter: str) -> Counter:
    """`orange1` is the first of the orange ones."""
    return Counter(Colour(counter[:-1]), int(counter[-1]))


def square(name: str) -> Square:
    """`c5` is the third column and the fifth row."""
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def standing(here: Served, counter: str) -> str | None:
    """Where a counter stands, as the referee knows it."""
    found = here.referee.state.game.play.counters[named(counter)].square
    return found.name if found else None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8767)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--colours-each", type=int, default=1)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nobody", action="store_true", help="no simulated players")
    parser.add_argument("--lobby", action="store_true", help="begin with an empty lobby")
    options = parser.parse_args()
    with served_board(
        players=options.players, port=options.port, speed=options.speed, seed=options.seed, host=None,
        play=not options.nobody, sit_down=not options.lobby, settings={"colours_each": options.colours_each},
    ) as served_here:  # fmt: skip
        print_address(served_here.pages, sys.stdout)
        print(f"PIN {served_here.keys.pin}", flush=True)
        threading.Event().wait()
