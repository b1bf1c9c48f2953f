"""`pi-diavolo run --game devils-dice`: a game at the table, live, on its pages and in plain sentences."""

import queue
import secrets
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field

from rich.console import Console

from pi_diavolo import evening
from pi_diavolo.app import Devices, Inbox, Table
from pi_diavolo.board_playing import DEVILS_DICE, choosers, strengths_of
from pi_diavolo.clock import Clock
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import SIMULATED_TABLE, Furniture
from pi_diavolo.games import GAMES
from pi_diavolo.games.devils_dice.house_rules import HouseRules, layout_in
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker, ToWatchers
from pi_diavolo.live import PagesWished, the_clock
from pi_diavolo.live_pages import PagesFor, album_for, open_pages
from pi_diavolo.live_telling import JsonLines, Told, WhileHeard, camera_told, opening_words
from pi_diavolo.live_upkeep import Upkeep, UpkeepWished
from pi_diavolo.log_care import keep_small
from pi_diavolo.notifying import Notifier
from pi_diavolo.simulator.movers import Habits, SimulatedMovers
from pi_diavolo.simulator.sight import Through
from pi_diavolo.table.players import board_seats_for

# Simulated players think so long, in seconds of the table's clock: whoever watches must be able to follow.
PACE_S = 2.0


@dataclass(frozen=True, slots=True)
class BoardWishes:
    """What the person who starts a game of Devil's Dice asked for."""

    names: tuple[str, ...]
    opponents: tuple[str, ...]
    rules: HouseRules
    language: str
    speed: float | None  # None: as fast as it goes
    habits: Habits = field(default_factory=Habits)
    through: Through = Through.NUMBERS
    seed: int | None = None
    insists_on: tuple[str, ...] = ()
    players: int | None = None  # how many were asked for
    games: int = 1
    new: bool = False
    json: bool = False
    pages: PagesWished | None = None
    furniture: Furniture = SIMULATED_TABLE
    log_most_mb: int = 0  # old evenings are put away beyond it; 0: never


class LiveBoard:
    """One start of the table for Devil's Dice: it takes up the game in the log or begins a new one."""

    def __init__(
        self,
        wishes: BoardWishes,
        log: EventLog,
        console: Console,
        clock: Clock | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        self._wishes, self._log, self._console = wishes, log, console
        self._referee = referee = GAMES[DEVILS_DICE]()
        self._goes_on = not wishes.new and evening.taken_up(referee, log, DEVILS_DICE)
        self._seats = tuple(referee.state.seats) if self._goes_on else board_seats_for(len(wishes.names))
        self._rules = referee.state.game.play.rules if self._goes_on else wishes.rules
        if self._goes_on:
            self._check_people()
        keep_small(log, wishes.log_most_mb, all_over=not referee.in_progress)
        clock = clock or the_clock(wishes.speed)
        self._upkeep = Upkeep(UpkeepWished(), notifier or Notifier(), clock, wishes.speed or 1.0, log)
        self._clock = self._upkeep.clock
        self._seed = secrets.randbits(32) if wishes.seed is None else wishes.seed
        self._album = album_for(wishes.furniture, wishes.through, shown=wishes.pages is not None)
        self._inbox: Inbox = queue.Queue()
        self._parts = ExitStack()
        waits = wishes.pages is not None or self._is_real
        self.table = Table(referee, log, self._clock, self._devices(), people_wait=waits, inbox=self._inbox)
        speaks = Speaker if self._is_real else ToWatchers
        self.speaker = speaks(CATALOGUES[wishes.language], self.table.names)

    def play(self) -> None:
        """Play until the games are over; Ctrl-C leaves, and nothing is lost."""
        address, log_file = "", self._wishes.pages.log_file if self._wishes.pages else None
        with ExitStack() as at_the_end:
            at_the_end.callback(self._parts.close)
            if self._wishes.pages is not None:
                address = self._open_pages(self._wishes.pages, at_the_end)
            if self._wishes.json:
                self.table.add_outlet(WhileHeard(JsonLines(self._console.file, self.speaker, self.table)))
            else:
                self._tell_how_it_begins()
                self.table.add_outlet(WhileHeard(Told(self._console.file, self.speaker)))
            self._upkeep.begin(self.table, self.speaker, at_the_end, log_file, self._is_real)
            self._begin()
            self._upkeep.ready(self.table, at_the_end, address)
            self._play_games()

    @property
    def _is_real(self) -> bool:
        """A real camera looks at a real board: people play with their hands."""
        return self._wishes.furniture.camera is not None

    def _open_pages(self, wished: PagesWished, at_the_end: ExitStack) -> str:
        from pi_diavolo.pages import Surroundings

        around = Surroundings(
            port=wished.port,
            hosts=wished.hosts,
            language=self._wishes.language,
            speed=self._wishes.speed or 1.0,
            hands_simulated=not self._is_real,
            simulated=not self._is_real,
            played_by_itself=frozenset() if self._is_real else frozenset(self._seats),
            log_file=wished.log_file,
            known=self._log.names(),
            album=self._album,
            pictures_open=wished.pictures,
        )
        shown = PagesFor(self.table, self._referee, self._clock, self._upkeep.notifier)
        silent = self._wishes.json
        return open_pages(shown, around, wished.keys_file, self._console, at_the_end, silent=silent).address

    def _begin(self) -> None:
        now = self._clock.now()
        if self._goes_on:
            evening.start(self.table, now)
            return
        rules = asdict(self._wishes.rules)
        evening.open_another(self.table, self._log, DEVILS_DICE, rules, self._seed, now)
        if not self._is_real or self._wishes.insists_on:  # else people sit down themselves, at the pages
            evening.sit_down(self.table, self._log, self._wishes.names, now, self._seats)

    def _play_games(self) -> None:
        if self._wishes.pages is not None or self._is_real:  # people tap for another
            self.table.run(until=lambda: False)
            return
        evening.play_out(self.table, self._wishes.games, self._clock.now)

    def _devices(self) -> Devices:
        if self._is_real:
            # Late: OpenCV takes a moment to load.
            from pi_diavolo.live_sight import open_sight
            from pi_diavolo.watching_boards import board_sight

            sight = board_sight(layout_in(self._rules))
            return open_sight(self._wishes.furniture, sight, self._inbox, self._album, self._parts)
        # Another start throws other dice, even from the same seed.
        seed = self._seed * 1_000_003 + self._log.last_number()
        people = choosers(strengths_of(self._seats, self._wishes.opponents))
        if self._wishes.through is Through.VISION:
            from pi_diavolo.painted_board import board_for_show
            from pi_diavolo.painted_movers import PaintedMovers

            board = board_for_show(seed, layout_in(self._rules), self._album, self._clock.now)
            return PaintedMovers(seed, people, board, PACE_S, self._wishes.habits)
        return SimulatedMovers(seed, people, PACE_S, self._wishes.habits)

    def _check_people(self) -> None:
        """Whoever names other people than those of the game that goes on wants another game."""
        wanted = self._wishes.insists_on
        there = tuple(evening.names_by_seat(self._referee, self._log).values())
        others = wanted and not evening.are_the_same(wanted, there)
        if others or self._wishes.players not in (None, len(there)):
            raise UsageError(
                f"game {self._referee.game} is not over, and {', '.join(there)} play it; leave --names and"
                " --players away to go on with it, or give --new to begin another"
            )

    def _tell_how_it_begins(self) -> None:
        parts, goes_on = [camera_told(self._wishes.furniture)], self.table.game if self._goes_on else None
        self._console.print(opening_words(self.speaker, parts, goes_on), markup=False, highlight=False)
