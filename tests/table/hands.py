"""A table with bases and docks: facts go in as devices report them, the referee's word comes out."""

from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import count

from pi_diavolo.games.diavolo.rules import imps_in_play
from pi_diavolo.table.attribution import Attribution
from pi_diavolo.table.effects import Ask, Effect, Wake
from pi_diavolo.table.events import Event, ImpsSeen, QuestionAnswered, Setting, Tick
from pi_diavolo.table.facts import Claim, ImpDocked, ImpUndocked
from pi_diavolo.table.grabs import Sensed
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question, SeatResult
from pi_diavolo.table.switches import Moved
from tests.makers import ATable

PINS = {20 + base: base for base in range(10)}
# How long after the first contact a dock is sure of its imp.
DOCK_REPORTS_S = 0.05


def imps_standing(players: int) -> tuple[int | None, ...]:
    """Which imp stands on which base in these tests: black, white, red, gray, and then nothing."""
    in_play = imps_in_play(players)
    imps = [IMP_COLOURS.index(colour) + each for colour, number in in_play.items() for each in range(number)]
    return (*imps, *[None] * (10 - len(imps)))


class Hands(ATable):
    """A game with `bases`, whose loop turns as the real one does; moments count from the dice's rest."""

    def __init__(self, *seats: int, homes: bool = False, **settings: Setting) -> None:
        self.imps = imps_standing(len(seats))
        named = {base: imp for base, imp in enumerate(self.imps) if imp is not None}
        self.hands = Attribution(PINS, named if homes else None)
        self._todo: list[tuple[float, int, Sensed | Event]] = []
        self._wakes: list[float] = []
        self._arrivals = count()
        super().__init__(*seats, grabs="bases", **settings)

    def send(self, event: Event) -> list[Effect]:
        effects = super().send(event)
        self.hands.hear(event, effects)
        for effect in effects:
            if isinstance(effect, Wake):
                heappush(self._wakes, effect.at)
        return effects

    def stand_ready(self) -> None:
        """The camera sees all imps on their bases."""
        self.send(ImpsSeen(tuple(None if imp is None else IMP_COLOURS[imp] for imp in self.imps), self.now))

    def roll(self, roll: Roll | None = None) -> list[Effect]:
        return super().roll(roll)

    def happen(self, *facts: Sensed | Event, late: Mapping[int, float] | None = None) -> "Hands":
        """Devices report these, docks after their samples, some later still; then time goes on a little."""
        for index, fact in enumerate(facts):
            usual = DOCK_REPORTS_S if isinstance(fact, ImpDocked | ImpUndocked) else 0.0
            delay = (late or {}).get(index, usual)
            heappush(self._todo, (fact.at + delay, next(self._arrivals), fact))
        return self.wait(max(fact.at for fact in facts) + 0.2 - self.now if facts else 0.2)

    def wait(self, seconds: float) -> "Hands":
        """Let the loop turn for so long after the dice's rest; time itself stands still for the test."""
        until = self.now + seconds
        while True:
            moments = [m for m in (self.hands.due(), *self._wakes[:1], *self._next()) if m is not None]
            if not moments or min(moments) > until:
                return self
            self._turn(min(moments))

    def _next(self) -> list[float]:
        return [self._todo[0][0]] if self._todo else []

    def _turn(self, now: float) -> None:
        due = self.hands.due()
        if self._todo and self._todo[0][0] <= now:
            fact = heappop(self._todo)[2]
            events = (
                self.hands.sense(fact)
                if isinstance(fact, Moved | ImpDocked | ImpUndocked | Claim)
                else [fact]
            )
        elif due is not None and due <= now:
            events = self.hands.tick(now)
        else:
            events = [Tick(heappop(self._wakes))]
        for event in events:
            self.send(event)

    # Facts, so many seconds after the dice's rest

    def lift(self, base: int, after: float) -> Moved:
        return Moved(20 + base, closed=False, at=self.now + after)

    def stand(self, base: int, after: float) -> Moved:
        return Moved(20 + base, closed=True, at=self.now + after)

    def dock(self, seat: int, imp: int, after: float) -> ImpDocked:
        return ImpDocked(Seat(seat), imp, self.now + after)

    def undock(self, seat: int, imp: int, after: float) -> ImpUndocked:
        return ImpUndocked(Seat(seat), imp, self.now + after)

    def claim(self, seat: int, colour: Colour, after: float) -> Claim:
        return Claim(Seat(seat), colour, self.now + after)

    def answer(self, choice: str, after: float) -> QuestionAnswered:
        return QuestionAnswered(self.questions[-1].number, choice, self.now + after)

    # What came of it

    @property
    def questions(self) -> list[Question]:
        return [effect.question for effect in self.effects if isinstance(effect, Ask)]

    @property
    def took(self) -> dict[int, Colour | None]:
        return {int(result.seat): result.took for result in self.results.values()}

    @property
    def results(self) -> dict[int, SeatResult]:
        return {int(result.seat): result for result in self.rulings[-1].results}


def a_turn(*seats: int, homes: bool = False, **settings: Setting) -> Hands:
    """All imps stand, the dice lie: hands may move."""
    table = Hands(*(seats or (1, 3, 5)), homes=homes, **settings)
    table.stand_ready()
    table.roll()
    return table
