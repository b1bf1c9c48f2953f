"""`pi-diavolo run --game devilish-duels`: a duel at the table, live, on its pages and in plain sentences."""

import os
import queue
import secrets
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console

from pi_diavolo import evening
from pi_diavolo.app import Devices, Inbox, Table
from pi_diavolo.clock import Clock
from pi_diavolo.duelling import DEVILISH_DUELS, PLAYERS, chooser
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import SIMULATED_TABLE, Furniture
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker, ToWatchers
from pi_diavolo.live import PagesWished, the_clock
from pi_diavolo.live_pages import PagesFor, album_for, open_pages
from pi_diavolo.live_telling import JsonLines, Told, WhileHeard, camera_told, opening_words
from pi_diavolo.live_upkeep import Upkeep, UpkeepWished
from pi_diavolo.log_care import keep_small
from pi_diavolo.notifying import Notifier
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.simulator.sight import Through
from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.players import seats_for

if TYPE_CHECKING:
    from pi_diavolo.album import Album
    from pi_diavolo.live_sight import LiveSight
    from pi_diavolo.setting_up import SettingUp

# Simulated duellists think so long, in seconds of the table's clock: whoever watches must be able to follow.
PACE_S = 2.0


@dataclass(frozen=True, slots=True)
class DuelWishes:
    """What the person who starts a duel asked for."""

    names: tuple[str, ...]
    opponents: tuple[str, ...]
    rules: HouseRules
    language: str
    speed: float | None  # None: as fast as it goes
    doubtful_dice: float = 0.0
    invalid_rolls: float = 0.0
    through: Through = Through.NUMBERS
    seed: int | None = None
    insists_on: tuple[str, ...] = ()
    games: int = 1
    new: bool = False
    json: bool = False
    pages: PagesWished | None = None
    furniture: Furniture = SIMULATED_TABLE
    upkeep: UpkeepWished = field(default_factory=UpkeepWished)


class LiveDuel:
    """One start of the table for a duel: it takes up the one in the log or begins a new one."""

    def __init__(
        self,
        wishes: DuelWishes,
        log: EventLog,
        console: Console,
        clock: Clock | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        self._wishes, self._log, self._console = wishes, log, console
        self._referee = referee = GAMES[DEVILISH_DUELS]()
        self._goes_on = not wishes.new and evening.taken_up(referee, log, DEVILISH_DUELS)
        self._seats = tuple(referee.state.seats) if self._goes_on else seats_for(PLAYERS)
        if self._goes_on:
            self._check_people()
        keep_small(log, wishes.upkeep.log_most_mb, all_over=not referee.in_progress)
        clock = clock or the_clock(wishes.speed)
        self._upkeep = Upkeep(wishes.upkeep, notifier or Notifier(), clock, wishes.speed or 1.0, log)
        self._clock = self._upkeep.clock
        self._seed = secrets.randbits(32) if wishes.seed is None else wishes.seed
        self._album = album_for(wishes.furniture, wishes.through, shown=wishes.pages is not None)
        self._inbox: Inbox = queue.Queue()
        self._parts = ExitStack()
        self._eyes: LiveSight | None = None
        waits = wishes.pages is not None or self._is_real
        self.table = Table(referee, log, self._clock, self._devices(), people_wait=waits, inbox=self._inbox)
        speaks = Speaker if self._is_real else ToWatchers
        self.speaker = speaks(CATALOGUES[wishes.language], self.table.names)

    def play(self) -> None:
        """Play until the duels are over; Ctrl-C leaves, and nothing is lost."""
        wishes, address = self._wishes, ""
        with ExitStack() as at_the_end:
            at_the_end.callback(self._parts.close)
            if wishes.pages is not None:
                address = self._open_pages(wishes.pages, at_the_end)
            if wishes.json:
                self.table.add_outlet(WhileHeard(JsonLines(self._console.file, self.speaker, self.table)))
            else:
                self._tell_how_it_begins()
            if not (wishes.json or wishes.upkeep.service):
                self.table.add_outlet(WhileHeard(Told(self._console.file, self.speaker)))
            log_file = wishes.pages.log_file if wishes.pages else None
            self._upkeep.begin(self.table, self.speaker, at_the_end, log_file, self._is_real)
            self._begin()
            self._upkeep.ready(self.table, at_the_end, address)
            self._play_games()

    @property
    def begins_anew(self) -> bool:
        """The table wants another start."""
        return self._upkeep.begins_anew

    @property
    def _is_real(self) -> bool:
        """A real camera looks at a real tray: people throw the dice and choose on their pages."""
        return self._wishes.furniture.camera is not None

    def _open_pages(self, wished: PagesWished, at_the_end: ExitStack) -> str:
        from pi_diavolo.own_machine import own_machine
        from pi_diavolo.pages import Surroundings

        service = self._wishes.upkeep.service
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
            set_up=self._setting_up if self._is_real and wished.log_file else None,
            appliance=own_machine(os.environ) if service else None,
        )
        shown = PagesFor(self.table, self._referee, self._clock, self._upkeep.notifier)
        keys_file, silent = wished.keys_file, self._wishes.json
        announced = open_pages(
            shown, around, keys_file, self._console, at_the_end, service=service, silent=silent
        )
        return announced.address

    def _setting_up(self) -> "SettingUp":
        # Late: nobody waits for the eyes' libraries who does not set the table up.
        from pi_diavolo.setting_up_table import Around, workshop_for

        assert self._wishes.pages is not None, "only its pages ask for it"
        assert self._wishes.pages.log_file is not None, "what is learned is kept beside the log"
        around = Around(
            log_file=self._wishes.pages.log_file,
            busy=lambda: self.table.game_in_progress,
            report=self._inbox.put,
            now=self._clock.now,
            album=self._album,
            eyes=self._eyes,
            table_file=self._wishes.furniture.table_file,
        )
        return workshop_for(around)

    def _begin(self) -> None:
        now = self._clock.now()
        if self._goes_on:
            evening.start(self.table, now)
            return
        rules = asdict(self._wishes.rules)
        evening.open_another(self.table, self._log, DEVILISH_DUELS, rules, self._seed, now)
        if not self._is_real or self._wishes.insists_on:  # else people sit down themselves, at the pages
            evening.sit_down(self.table, self._log, self._wishes.names, now)

    def _play_games(self) -> None:
        if self._wishes.pages is not None or self._is_real:  # people tap for another
            waits = self._is_real
            self.table.run(until=lambda: self._upkeep.may_begin_anew(self.table, waits))
            return
        evening.play_out(self.table, self._wishes.games, self._clock.now)

    def _devices(self) -> Devices:
        if not self._is_real:
            return self._people()
        # Late: OpenCV takes a moment to load.
        from pi_diavolo.games.devilish_duels.card_file import box_of
        from pi_diavolo.games.devilish_duels.stickers import by_marker
        from pi_diavolo.live_sight import open_sight
        from pi_diavolo.vision.look import Eyes
        from pi_diavolo.watching_duels import DuelSight

        def sight(eyes: Eyes, album: "Album") -> DuelSight:
            return DuelSight(eyes.table, lambda: by_marker(box_of(self._cards)), album)

        self._eyes = open_sight(self._wishes.furniture, sight, self._inbox, self._album, self._parts)
        return self._eyes

    @property
    def _cards(self) -> str:
        """The cards of the duel on the table, else those that were asked for."""
        game = self._referee.state.game
        return game.duel.rules.cards if game else self._wishes.rules.cards

    def _people(self) -> SimulatedDuellists:
        strengths = [self._wishes.opponents[place % len(self._wishes.opponents)] for place in range(PLAYERS)]
        choosers = {
            seat: chooser(OPPONENTS[strength], lambda: self._cards)
            for seat, strength in zip(self._seats, strengths, strict=True)
        }
        # Another start throws other dice, even from the same seed.
        seed = self._seed * 1_000_003 + self._log.last_number()
        doubtful, invalid = self._wishes.doubtful_dice, self._wishes.invalid_rolls
        if self._wishes.through is Through.VISION:
            # Late: OpenCV takes a moment to load.
            from pi_diavolo.painted_duels import PaintedDuellists
            from pi_diavolo.painted_tray import duel_for_show

            halves = Halves(self._seats[0])
            tray = duel_for_show(seed, halves, self._album, self._clock.now, spoils=invalid)
            return PaintedDuellists(seed, choosers, tray, PACE_S)
        return SimulatedDuellists(seed, choosers, PACE_S, doubtful=doubtful, invalid=invalid)

    def _check_people(self) -> None:
        """Whoever names other people than those of the duel that goes on wants another duel."""
        wanted = self._wishes.insists_on
        there = tuple(evening.names_by_seat(self._referee, self._log).values())
        if wanted and not evening.are_the_same(wanted, there):
            raise UsageError(
                f"game {self._referee.game} is not over, and {' and '.join(there)} play it; leave"
                " --names away to go on with it, or give --new to begin another"
            )

    def _tell_how_it_begins(self) -> None:
        parts, goes_on = [camera_told(self._wishes.furniture)], self.table.game if self._goes_on else None
        self._console.print(opening_words(self.speaker, parts, goes_on), markup=False, highlight=False)
