"""Small makers of rolls and games for tests."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.table.effects import Ask, Effect, Ignore, Say, ShowGems, ShowRuling
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    EveningOpened,
    Event,
    GameStarted,
    Grab,
    RollRead,
    SeatTaken,
    Setting,
    Started,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour, Die, Length, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Sentence

T = TypeVar("T")

BLACK, WHITE, RED, GRAY = Colour.BLACK, Colour.WHITE, Colour.RED, Colour.GRAY


def a_roll(
    black: Sequence[int] = (2, 3, 6),
    white: Sequence[int] = (1, 5, 6),
    red: Sequence[int] = (3, 5, 5),
    order: str | None = "greatest_sum",
    gaps: Mapping[Colour, Length] | None = None,
    centres: Mapping[Colour, Length] | None = None,
) -> Roll:
    """The booklet's worked example, or other dice."""
    dice = [Die(colour, v) for colour, row in ((BLACK, black), (WHITE, white), (RED, red)) for v in row]
    near = {BLACK: Length(31.0), RED: Length(12.5), WHITE: Length(40.0)}
    face = None if order is None else OrderDie(order)
    return Roll(tuple(dice), face, near if gaps is None else gaps, centres or near)


class ATable:
    """A referee, the clock in its hands, and everything it ever said.

    By the first version of the rules it closes turns by the clock alone, which most tests want it to do.
    """

    rules = 1

    def __init__(self, *seats: int, **settings: Setting) -> None:
        self.referee = DiavoloReferee()
        self.now = 100.0
        self.events: list[Event] = []
        self.effects: list[Effect] = []
        self.send(EveningOpened("diavolo", settings, 1, 7, self.now, self.rules))
        self.send(Started("boot-1", self.now, "2026-11-16T20:00:00"))
        for seat in seats:
            self.send(SeatTaken(Seat(seat), PlayerId(f"p{seat}"), self.now))
        if seats:
            self.send(YoungestChosen(Seat(seats[0]), self.now))
            self.send(GameStarted(self.now))

    def send(self, event: Event) -> list[Effect]:
        """Hand an event to the referee."""
        effects = self.referee.receive(event)
        self.events.append(event)
        self.effects += effects
        return effects

    def roll(self, roll: Roll | None = None) -> list[Effect]:
        """Throw the dice; they come to rest one second later."""
        self.send(DiceRolling(self.now))
        self.now += 1
        self.send(DiceAtRest(self.now))
        return self.send(RollRead(roll or a_roll(), self.now))

    def grab(self, seat: int, colour: Colour, after: float = 1.0, imp: int | None = None) -> list[Effect]:
        """A seat takes an imp so many seconds after now (time itself stands still)."""
        return self.send(Grab(Seat(seat), colour, self.now + after, imp))

    def play(self, roll: Roll | None = None, **grabs: Colour | None) -> Ruling:
        """A whole turn: `s1=RED` is what seat 1 takes; who is not named takes nothing."""
        self.roll(roll)
        before = len(self.rulings)
        for count, (name, colour) in enumerate(grabs.items(), 1):
            if colour is not None:
                self.grab(int(name[1:]), colour, after=count)
        self.now += 10
        if len(self.rulings) == before:
            self.send(TurnEnded(self.now))
        return self.rulings[before]

    @property
    def rulings(self) -> list[Ruling]:
        """All rulings shown so far, corrected ones included."""
        return [effect.ruling for effect in self.effects if isinstance(effect, ShowRuling)]

    @property
    def gems(self) -> dict[int, int]:
        """Everyone's gems as last shown."""
        shown = [effect.gems for effect in self.effects if isinstance(effect, ShowGems)][-1]
        return {int(seat): gems for seat, gems in shown.items()}

    def told(self, effects: list[Effect]) -> list[Sentence]:
        """The sentences among some effects: said, asked, or given as a reason to ignore."""
        sentences = []
        for effect in effects:
            match effect:
                case Say(saying=said) | Ignore(reason=said) | Ask(saying=said):
                    sentences.append(said.sentence)
        return sentences

    def one(self, effects: list[Effect], kind: type[T]) -> T:
        """The only effect of its kind."""
        (found,) = [effect for effect in effects if isinstance(effect, kind)]
        return found
