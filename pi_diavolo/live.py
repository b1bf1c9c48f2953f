"""`pi-diavolo run`: a game at the table, live, watched in a terminal or followed line by line as JSON."""

import os
import queue
import secrets
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from pi_diavolo import evening
from pi_diavolo.app import Inbox, Table
from pi_diavolo.clock import Clock, LiveClock, VirtualClock
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.fitting import Fitted, has_hands
from pi_diavolo.furnishing import SIMULATED_TABLE, Furniture
from pi_diavolo.games import DIAVOLO, GAMES, Referee
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules, amended
from pi_diavolo.games.diavolo.showing import hands_now
from pi_diavolo.games.diavolo.state import Stage
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker, ToWatchers
from pi_diavolo.live_pages import PagesFor, album_for, open_pages
from pi_diavolo.live_telling import JsonLines, WhileHeard, opening_words, parts_told
from pi_diavolo.live_upkeep import Upkeep, UpkeepWished
from pi_diavolo.log_care import keep_small
from pi_diavolo.notifying import Notifier
from pi_diavolo.playalong import PlayAlong
from pi_diavolo.repairs import Repair
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import Touch
from pi_diavolo.simulator.sight import Through, WatchedTable
from pi_diavolo.table.players import LONGEST_NAME, Seat, seats_for
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.table.troubles import Troubles
from pi_diavolo.terminal.keyboard import Keyboard
from pi_diavolo.terminal.view import TerminalView

if TYPE_CHECKING:
    from pi_diavolo.album import Album
    from pi_diavolo.live_boards import LiveBoard
    from pi_diavolo.live_duels import LiveDuel
    from pi_diavolo.setting_up import SettingUp
    from pi_diavolo.simulated_wires import Lying


@dataclass(frozen=True, slots=True)
class PagesWished:
    """Where the pages are served, and where their PIN is kept."""

    port: int
    keys_file: Path
    hosts: tuple[str, ...] = ()
    log_file: Path | None = None
    pictures: bool = False  # the camera's, on the scoreboard, too


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person who starts the table asked for."""

    names: tuple[str, ...]
    skills: tuple[str, ...]
    rules: HouseRules
    language: str
    speed: float | None  # None: as fast as it goes
    chances: Chances
    seed: int | None = None
    play: str | None = None  # the player whose imps are taken from the keyboard; empty: the first one
    insists_on: tuple[str, ...] = ()  # the players that were named for this very start
    players: int | None = None  # how many were asked for
    games: int = 1
    new: bool = False
    json: bool = False
    through: Through = Through.NUMBERS
    furniture: Furniture = SIMULATED_TABLE
    pages: PagesWished | None = None  # None: the table is seen in the terminal only
    service: bool = False  # nobody watches the output; it is kept in the machine's journal
    troubles: Troubles = ()  # what is wrong with the table's files, to be told at once
    log_most_mb: int = 0  # old evenings are put away beyond it, by another start if need be; 0: never
    repair: Repair | None = None  # of these; once done, the table wants to begin anew between games


class LiveGame:
    """One start of the table: it takes up the game in the log or begins a new one."""

    def __init__(
        self,
        wishes: Wishes,
        log: EventLog,
        console: Console,
        clock: Clock | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        self._wishes, self._log, self._console = wishes, log, console
        self._referee = referee = GAMES[DIAVOLO]()
        self._goes_on = evening.taken_up(referee, log, DIAVOLO) and not wishes.new
        self._seats = self._who_plays(referee)
        if self._goes_on:
            self._check_people(referee.game)
        self._human = self._find_human()
        keep_small(log, wishes.log_most_mb, all_over=not referee.in_progress)
        wished = UpkeepWished(wishes.service, wishes.troubles, wishes.repair, wishes.log_most_mb)
        clock = clock or the_clock(wishes.speed)
        self._upkeep = Upkeep(wished, notifier or Notifier(), clock, wishes.speed or 1.0, log)
        self._clock = self._upkeep.clock
        self._address = ""  # of the pages, once they are served
        self._served_at = ""  # the same without the PIN
        self._album = album_for(wishes.furniture, wishes.through, shown=wishes.pages is not None)
        self._inbox: Inbox = queue.Queue()
        self._fitted = self._fit(referee)
        self.table = self._set_up(referee)
        speaks = ToWatchers if self._human is None else Speaker
        self.speaker = speaks(CATALOGUES[wishes.language], self.table.names)

    def play(self) -> None:
        """Play until the games are over; Ctrl-C leaves, and nothing is lost."""
        with ExitStack() as at_the_end:
            at_the_end.callback(self._fitted.close)
            if self._wishes.pages is not None:
                self._open_pages(self._wishes.pages, at_the_end)
            for outlet in self._fitted.outlets:
                self.table.add_outlet(outlet)
            if self._wishes.json:
                self.table.add_outlet(WhileHeard(JsonLines(self._console.file, self.speaker, self.table)))
            else:
                self._tell_how_it_begins()
            if not (self._wishes.json or self._wishes.service):
                view = TerminalView(self._console, self.speaker, human=self._human, note=self._address)
                self.table.add_outlet(WhileHeard(at_the_end.enter_context(view)))
            if self._human is not None:
                person = PlayAlong(self._human, self.speaker, self.table.inbox.put)
                self.table.add_outlet(person)
                at_the_end.enter_context(Keyboard(person.press, clock=self._clock.now))
            log_file = self._wishes.pages.log_file if self._wishes.pages else None
            is_real = self._wishes.furniture.is_real
            self._upkeep.begin(self.table, self.speaker, at_the_end, log_file, is_real)
            self._begin()
            self._upkeep.ready(self.table, at_the_end, self._served_at)
            self._play_games()

    def _open_pages(self, wished: PagesWished, at_the_end: ExitStack) -> None:
        # Late: the web server takes a moment to load.
        from pi_diavolo.own_machine import own_machine
        from pi_diavolo.pages import Surroundings

        furniture, service = self._wishes.furniture, self._wishes.service
        around = Surroundings(
            port=wished.port,
            hosts=wished.hosts,
            language=self._wishes.language,
            speed=self._wishes.speed or 1.0,
            hands_simulated=not self._has_hands,
            simulated=furniture.camera is None and not self._has_hands,
            played_by_itself=frozenset(self._seats) - {self._human} if not self._has_hands else frozenset(),
            log_file=wished.log_file,
            known=self._log.names(),
            album=self._album,
            pictures_open=wished.pictures,
            set_up=self._setting_up if wished.log_file else None,
            appliance=own_machine(os.environ) if service else None,
        )
        shown = PagesFor(self.table, self._referee, self._clock, self._upkeep.notifier)
        announced = open_pages(
            shown,
            around,
            wished.keys_file,
            self._console,
            at_the_end,
            service=service,
            silent=self._wishes.json,
        )
        self._served_at, self._address = announced.address, announced.note

    def _setting_up(self) -> "SettingUp":
        # Late: nobody waits for the eyes' libraries who does not set the table up.
        from pi_diavolo.setting_up_table import Around, workshop_for

        assert self._wishes.pages is not None, "only its pages ask for it"
        assert self._wishes.pages.log_file is not None, "what is learned is kept beside the log"
        furniture = self._wishes.furniture
        around = Around(
            log_file=self._wishes.pages.log_file,
            busy=lambda: self.table.game_in_progress,
            report=self._inbox.put,
            now=self._clock.now,
            album=self._album if furniture.camera is not None else None,
            eyes=self._fitted.eyes,
            table_file=furniture.table_file,
            bench=self._fitted.bench,
        )
        return workshop_for(around)

    def _begin(self) -> None:
        now = self._clock.now()
        if self._goes_on:
            evening.start(self.table, now)
            return
        rules = asdict(self._wishes.rules)
        evening.open_another(self.table, self._log, DIAVOLO, rules, self._seed(), now)
        if not self._people_sit_down:
            evening.sit_down(self.table, self._log, self._wishes.names, now)

    @property
    def begins_anew(self) -> bool:
        """The table wants another start."""
        return self._upkeep.begins_anew

    def _may_begin_anew(self) -> bool:
        return self._upkeep.may_begin_anew(self.table, waits=bool(self._referee.state.seats))

    @property
    def _people_sit_down(self) -> bool:
        """Real hands claim their seats themselves, unless somebody has named the players."""
        return self._has_hands and not self._wishes.insists_on

    def _play_games(self) -> None:
        people = self._human is not None or self._has_hands
        if people or self._wishes.pages is not None:  # they press gray for another, or tap
            self.table.run(until=self._may_begin_anew)
            return
        evening.play_out(self.table, self._wishes.games, self._clock.now)

    def _who_plays(self, referee: Referee) -> Mapping[Seat, str]:
        if not self._goes_on:
            return dict(zip(seats_for(len(self._wishes.names)), self._wishes.names, strict=True))
        return evening.names_by_seat(referee, self._log)

    def _check_people(self, game: int | None) -> None:
        """Whoever names other people than those of the game that goes on wants another game."""
        wanted, there = self._wishes.insists_on, tuple(self._seats.values())
        others = wanted and not evening.are_the_same(wanted, there)
        if others or self._wishes.players not in (None, len(there)):
            raise UsageError(
                f"game {game} is not over, and {', '.join(there)} play it; leave --names and --players away"
                " to go on with it, or give --new to begin another"
            )

    def _find_human(self) -> Seat | None:
        if self._wishes.play is None:
            return None
        for seat, name in self._seats.items():
            if self._wishes.play.casefold() in ("", name.casefold(), str(seat)):
                return seat
        known = ", ".join(self._seats.values())
        name = self._wishes.play[:LONGEST_NAME]
        raise UsageError(f"--play {name}: no such player sits at the table; use one of {known}")

    def _set_up(self, referee: Referee) -> Table:
        waits = self._wishes.speed is not None
        devices = self._fitted.devices
        return Table(referee, self._log, self._clock, devices, people_wait=waits, inbox=self._inbox)

    def _fit(self, referee: Referee) -> Fitted:
        rules = amended(HouseRules(), referee.settings) if self._goes_on else self._wishes.rules
        self._has_hands = has_hands(self._wishes.furniture, rules)
        # Another start throws other dice, even from the same seed.
        seed = self._seed() * 1_000_003 + self._log.last_number()

        def people(*, touch: Touch, throw: bool, grab: bool) -> SimulatedTable:
            painted = throw and self._wishes.through is Through.VISION
            return simulated_table(
                tuple(self._seats) if grab else (),
                self._wishes.skills,
                rules,
                seed,
                self._wishes.chances,
                self._human,
                watched=_painted(seed, self._album, self._clock) if painted else None,
                touch=touch,
                throws=throw,
            )

        lying = self._lying(referee, rules) if self._goes_on else None
        return Fitted(self._wishes.furniture, rules, self._inbox, seed, people, lying, self._album)

    def _lying(self, referee: Referee, rules: HouseRules) -> "Lying | None":
        """Where the simulated imps are when a game goes on: a real table would still have them there."""
        from pi_diavolo.simulated_wires import Lying

        turn = referee.state.game.turn if referee.state.game else None
        if rules.grabs is not Grabs.BASES or turn is None or turn.stage is Stage.IMPS:
            return None
        held = {seat: press.grab.colour for seat, press in hands_now(referee.state).held.items()}
        return Lying(turn.places, held, self._clock.now())

    def _seed(self) -> int:
        return secrets.randbits(32) if self._wishes.seed is None else self._wishes.seed

    def _tell_how_it_begins(self) -> None:
        parts = parts_told(self._wishes.furniture, self._has_hands)
        told = opening_words(self.speaker, parts, self.table.game if self._goes_on else None)
        self._console.print(told, markup=False, highlight=False)


def _painted(seed: int, album: "Album | None", clock: Clock) -> WatchedTable:
    from pi_diavolo.painted_eyes import table_for_show

    return table_for_show(seed, album, clock.now)


def the_clock(speed: float | None) -> Clock:
    """Time as it passes, or so many times as fast; None: as fast as it goes."""
    return VirtualClock(time.monotonic()) if speed is None else LiveClock(speed)


def leaving(game: "LiveGame | LiveDuel | LiveBoard") -> str | None:
    """What to say to people who leave before the end."""
    if game.table.unwritten:
        return game.speaker.say(saying(Sentence.LOG_NOT_WRITTEN))
    return game.speaker.say(saying(Sentence.GAME_IS_KEPT)) if game.table.game_in_progress else None
