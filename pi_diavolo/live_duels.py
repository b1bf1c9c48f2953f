"""`pi-diavolo run --game devilish-duels`: a duel at the table, live, on its pages and in plain sentences."""

import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console

from pi_diavolo import evening
from pi_diavolo.app import Table
from pi_diavolo.clock import Clock
from pi_diavolo.duelling import DEVILISH_DUELS, PLAYERS, chooser
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import ToWatchers
from pi_diavolo.live import PagesWished, the_clock
from pi_diavolo.live_pages import PagesFor, open_pages
from pi_diavolo.live_telling import JsonLines, WhileHeard
from pi_diavolo.notifying import Notifier
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.simulator.sight import Through
from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.effects import Effect, Status
from pi_diavolo.table.events import Event, GameAbandoned, PlayAgainAsked
from pi_diavolo.table.players import Seat, seats_for
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.terminal.plain import PlainLines

if TYPE_CHECKING:
    from pi_diavolo.album import Album

# Simulated duellists think so long, in seconds of the table's clock: whoever watches must be able to follow.
PACE_S = 2.0


@dataclass(frozen=True, slots=True)
class DuelWishes:
    """What the person who starts a duel asked for."""

    names: tuple[str, ...]
    opponents: tuple[str, ...]
    cards: str
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


class LiveDuel:
    """One start of the table for a duel: it takes up the one in the log or begins a new one."""

    def __init__(
        self, wishes: DuelWishes, log: EventLog, console: Console, clock: Clock | None = None
    ) -> None:
        self._wishes, self._log, self._console = wishes, log, console
        self._referee = referee = GAMES[DEVILISH_DUELS]()
        self._goes_on = not wishes.new and evening.game_in(log) == DEVILISH_DUELS
        if self._goes_on:
            evening.remember(referee, log)
            self._goes_on = referee.in_progress
        self._seats = tuple(referee.state.seats) if self._goes_on else seats_for(PLAYERS)
        if self._goes_on:
            self._check_people()
        self._clock = clock or the_clock(wishes.speed)
        self._seed = secrets.randbits(32) if wishes.seed is None else wishes.seed
        self._album = _album() if wishes.pages is not None and wishes.through is Through.VISION else None
        people = self._people(referee.state.game.duel.rules.cards if self._goes_on else wishes.cards)
        self.table = Table(referee, log, self._clock, people, people_wait=wishes.pages is not None)
        self.speaker = ToWatchers(CATALOGUES[wishes.language], self.table.names)

    def play(self) -> None:
        """Play until the duels are over; Ctrl-C leaves, and nothing is lost."""
        with ExitStack() as at_the_end:
            if self._wishes.pages is not None:
                self._open_pages(self._wishes.pages, at_the_end)
            if self._wishes.json:
                self.table.add_outlet(WhileHeard(JsonLines(self._console.file, self.speaker, self.table)))
            else:
                self._tell_how_it_begins()
                self.table.add_outlet(WhileHeard(_Told(self._console, self.speaker)))
            self._begin()
            self._play_games()

    def _open_pages(self, wished: PagesWished, at_the_end: ExitStack) -> None:
        from pi_diavolo.pages import Surroundings

        around = Surroundings(
            port=wished.port,
            hosts=wished.hosts,
            language=self._wishes.language,
            speed=self._wishes.speed or 1.0,
            hands_simulated=True,
            simulated=True,
            played_by_itself=frozenset(self._seats),
            log_file=wished.log_file,
            known=self._log.names(),
            album=self._album,
        )
        shown = PagesFor(self.table, self._referee, self._clock, Notifier())
        open_pages(shown, around, wished.keys_file, self._console, at_the_end, silent=self._wishes.json)

    def _begin(self) -> None:
        now = self._clock.now()
        if self._goes_on:
            evening.start(self.table, now)
            return
        if self.table.game_in_progress:
            self.table.take(GameAbandoned(now))
        settings = {"cards": self._wishes.cards}
        evening.open_evening(self.table, DEVILISH_DUELS, settings, self._log.last_game() + 1, self._seed, now)
        evening.sit_down(self.table, self._log, self._wishes.names, now)

    def _play_games(self) -> None:
        if self._wishes.pages is not None:  # people tap for another
            self.table.run(until=lambda: False)
        for left in reversed(range(self._wishes.games)):
            self.table.run(until=lambda: self.table.status is Status.OVER)
            if left:
                self.table.take(PlayAgainAsked(self._clock.now()))

    def _people(self, cards: str) -> SimulatedDuellists:
        strengths = [self._wishes.opponents[place % len(self._wishes.opponents)] for place in range(PLAYERS)]
        choosers = {
            seat: chooser(OPPONENTS[strength], cards)
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
        there, wanted = self._names_there(), self._wishes.insists_on
        if wanted and sorted(map(str.casefold, wanted)) != sorted(map(str.casefold, there.values())):
            raise UsageError(
                f"game {self._referee.game} is not over, and {' and '.join(there.values())} play it; leave"
                " --names away to go on with it, or give --new to begin another"
            )

    def _names_there(self) -> dict[Seat, str]:
        names = self._log.names()
        return {seat: names.get(player, str(seat)) for seat, player in self._referee.state.seats.items()}

    def _tell_how_it_begins(self) -> None:
        told = [saying(Sentence.SIMULATED_TABLE)]
        if self._goes_on:
            told.append(saying(Sentence.GAME_GOES_ON, game=self.table.game))
        self._console.print("\n".join(map(self.speaker.say, told)), markup=False, highlight=False)


def _album() -> "Album":
    # Late: OpenCV takes a moment to load.
    from pi_diavolo.album import Album

    return Album()


class _Told:
    """Every sentence on a line of its own."""

    def __init__(self, console: Console, speaker: ToWatchers) -> None:
        self._lines, self._speaker = PlainLines(console.file), speaker

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Say what there is to say."""
        self._lines.tell(sentence for effect in effects for sentence in self._speaker.narrate(effect))
