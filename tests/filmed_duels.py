"""A duel under a camera: painted frames go through the real eyes into a real table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from pi_diavolo.album import Album
from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.devices.camera import Frame, Picture
from pi_diavolo.duelling import DEVILISH_DUELS
from pi_diavolo.evening import open_evening, remember, seat_players, start
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels.card_file import box_of
from pi_diavolo.games.devilish_duels.stickers import by_marker
from pi_diavolo.live_sight import LiveSight
from pi_diavolo.painted_looks import Table as Look
from pi_diavolo.painted_table import table_file_of
from pi_diavolo.painted_tray import look_for_show
from pi_diavolo.simulator.painter import Hand as Reaching
from pi_diavolo.simulator.painter import PaintedDie, Painter, draw_clip, lying
from pi_diavolo.table.duel_views import DuelView, Hand
from pi_diavolo.table.duels import COLOURS, Choice, ChoiceKind, ChoiceMade, ElementDie
from pi_diavolo.table.effects import Effect, Say, ShowDuel, ShowHand
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.sentences import Saying, Sentence
from pi_diavolo.watching_duels import DuelSight

LOWER, UPPER = Seat(1), Seat(4)
FPS = 15
# Frames: of a throw the last ones, in which the dice still move well; of the rest, enough for two looks.
LAST_FRAMES, REST = 6, 6
A_HAND = Reaching((-60.0, 0.0), 180.0)


@cache
def a_painter() -> Painter:
    return Painter(*look_for_show())


@dataclass(frozen=True)
class Lies:
    """A die as it truly lies."""

    die: ElementDie
    value: int
    x: float
    y: float

    def painted(self, look: Look) -> PaintedDie:
        die_mm = look[0].dice.size_mm
        return lying(str(COLOURS[self.die.element]), self.value, self.x, self.y, 20.0, die_mm)


@dataclass
class FilmedDuel:
    """A table with a referee, a log and a camera; what the camera is shown is what people do."""

    log: EventLog
    settings: dict[str, object] = field(default_factory=dict)
    at: float = 100.0
    fps: float = FPS
    tray: tuple[Lies, ...] = ()
    heard: list[Event | PartFailed | PartRecovered] = field(default_factory=list)
    told: list[Saying] = field(default_factory=list)
    said: list[Saying] = field(default_factory=list)
    view: DuelView | None = None
    hands: dict[Seat, Hand] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.look = look_for_show()
        self.painter, self.rng = a_painter(), np.random.default_rng(2)
        self.sight = DuelSight(table_file_of(*self.look), lambda: by_marker(box_of("")), Album())
        self.eyes = LiveSight(self.sight, self._hears, self.told.append)
        self.clock = VirtualClock(self.at)
        referee = GAMES[DEVILISH_DUELS]()
        remember(referee, self.log)
        self.table = Table(referee, self.log, self.clock, self.eyes)
        self.table.add_outlet(self)
        if self.log.last_number() == 0:
            open_evening(self.table, DEVILISH_DUELS, self.settings, 1, 1, self.at)
            seat_players(self.table, [PlayerId("a"), PlayerId("b")], self.at)
        else:
            start(self.table, self.at)

    def _hears(self, told: Event | PartFailed | PartRecovered) -> None:
        self.heard.append(told)
        self.table.take(told)

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """What people are told and shown."""
        self.said += [effect.saying for effect in effects if isinstance(effect, Say)]
        self.hands |= {effect.hand.seat: effect.hand for effect in effects if isinstance(effect, ShowHand)}
        self.view = next(
            (effect.view for effect in reversed(effects) if isinstance(effect, ShowDuel)), self.view
        )

    # What people do

    def throw(self, *dice: Lies, then: int = REST) -> None:
        """Dice are picked up, if need be, roll in among those that lie there, and come to rest."""
        names = {each.die for each in dice}
        there = [each.painted(self.look) for each in self.tray if each.die not in names]
        clip = draw_clip(self.rng, [each.painted(self.look) for each in dice], (300, 300))
        moments = list(clip.moments(clip.rest_frame + 1))[-LAST_FRAMES:]
        self.film(self.painter.paint([*there, *moment.dice], self.rng).image for moment in moments)
        self.tray = (*(each for each in self.tray if each.die not in names), *dice)
        self.rest(then)

    def rest(self, frames: int = REST) -> None:
        """Nothing moves."""
        picture = self.picture()
        self.film(picture for _ in range(frames))

    def by_hand(self, *dice: Lies, out: Iterable[ElementDie] = (), then: int = REST) -> None:
        """A hand comes, lays dice down or takes them out, and goes."""
        hand = self.picture(A_HAND)
        self.film([hand] * 4)
        gone = {*out, *(each.die for each in dice)}
        self.tray = (*(each for each in self.tray if each.die not in gone), *dice)
        self.rest(then)

    def choose(self, seat: Seat, kind: ChoiceKind, *dice: ElementDie, imps: Sequence[str] = ()) -> None:
        """Somebody taps on the own page."""
        self.table.take(ChoiceMade(seat, Choice(kind, tuple(dice), tuple(imps)), self.at))

    def bring_imps(self) -> None:
        """Each brings the first imp of the own hand."""
        for seat in (LOWER, UPPER):
            self.choose(seat, ChoiceKind.PLAY, imps=self.hands[seat].options[0].imps[:1])

    # What the camera sees

    def picture(self, hand: Reaching | None = None) -> Picture:
        """The tray as it is."""
        return self.painter.paint([each.painted(self.look) for each in self.tray], self.rng, hand).image

    def film(self, pictures: Iterable[Picture]) -> None:
        for picture in pictures:
            self.eyes.see(Frame(picture, self.at))
            self.at += 1 / self.fps

    # What was heard

    def heard_of(self, kind: type) -> list[Event | PartFailed | PartRecovered]:
        return [one for one in self.heard if isinstance(one, kind)]

    def last_said(self, sentence: Sentence) -> Saying | None:
        return next((said for said in reversed(self.said) if said.sentence is sentence), None)


def turned(lies: Lies, value: int) -> Lies:
    """The same die, turned by hand where it lay."""
    return replace(lies, value=value, x=lies.x + 2)
