"""Small makers: a table of two, what they choose and roll, and duels made of nothing but rules."""

from collections.abc import Mapping
from typing import Any

from pi_diavolo.games.devilish_duels.card_file import box_of
from pi_diavolo.games.devilish_duels.choices import decision
from pi_diavolo.games.devilish_duels.course import begin, choose, roll_awaited, rolled
from pi_diavolo.games.devilish_duels.duel import DieAt, Duel
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.referee import DevilishDuelsReferee
from pi_diavolo.games.devilish_duels.state import Evening, Game
from pi_diavolo.table.duel_views import DuelView, Hand
from pi_diavolo.table.duels import (
    COLOURS,
    Choice,
    ChoiceKind,
    ChoiceMade,
    Element,
    ElementDie,
    Zone,
)
from pi_diavolo.table.effects import Effect, Ignore, Say, ShowDuel, ShowHand, ShowRuling
from pi_diavolo.table.events import (
    EveningOpened,
    Event,
    GameStarted,
    RollRead,
    SeatTaken,
    Started,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Saying, Sentence

JENNY, DAVE = Seat(1), Seat(4)
EARTH, FIRE, WATER, AIR = Element
JENNYS_TEAM = ("Flicker", "Mulch", "Imp A", "Imp B")
DAVES_TEAM = ("Puck", "Zephyr", "Imp C", "Imp D")
PASS = Choice(ChoiceKind.PASS)


def die(seat: Seat, element: Element, number: int = 1) -> ElementDie:
    return ElementDie(seat, element, number)


def roll_of(*dice: ElementDie) -> Choice:
    return Choice(ChoiceKind.ROLL, dice)


def pick(*dice: ElementDie) -> Choice:
    return Choice(ChoiceKind.PICK, dice)


def banish(imp: str) -> Choice:
    return Choice(ChoiceKind.PICK, imps=(imp,))


def bring(*imps: str) -> Choice:
    return Choice(ChoiceKind.PLAY, imps=imps)


def power(imp: str, number: int = 1) -> Choice:
    return Choice(ChoiceKind.POWER, imps=(imp,), power=number)


def a_duel(rules: HouseRules | None = None, teams: Mapping[Seat, tuple[str, ...]] | None = None) -> Duel:
    """A duel in which Jenny leads and nothing has happened yet."""
    rules, held = rules or HouseRules(), teams or {JENNY: JENNYS_TEAM, DAVE: DAVES_TEAM}
    return begin((JENNY, DAVE), rules, box_of(rules.cards), held, JENNY)


def in_trials(
    jenny: Mapping[Element, tuple[int, ...]],
    dave: Mapping[Element, tuple[int, ...]],
    rules: HouseRules | None = None,
    brings: Mapping[Seat, tuple[str, ...]] | None = None,
    teams: Mapping[Seat, tuple[str, ...]] | None = None,
) -> Duel:
    """A duel just before its trials with these dice in play; without a word, plain imps are."""
    brings = brings or {JENNY: ("Imp A",), DAVE: ("Imp C",)}
    duel = a_duel(rules, teams)
    for choice in (PASS, PASS, bring(*brings[JENNY]), bring(*brings[DAVE])):
        duel = choose(duel, choice)
    shown = {
        die(seat, element, number): DieAt(Zone.IN_PLAY, value)
        for seat, dice in ((JENNY, jenny), (DAVE, dave))
        for element, values in dice.items()
        for number, value in enumerate(values, 1)
    }
    duel = duel.with_dice(shown)
    while not duel.over and duel.round == 1 and duel.agenda[0].place[1] < 9:
        assert decision(duel) is not None
        duel = choose(duel, PASS)
    return duel


def shown(duel: Duel, seat: Seat, element: Element, number: int = 1) -> int | None:
    return duel.dice[die(seat, element, number)].value


class TableOfTwo:
    """Jenny and Dave at a table; time passes by a second with every event."""

    def __init__(self, start: bool = True, seed: int = 1, **settings: Any) -> None:
        self.referee, self.at = DevilishDuelsReferee(), 0.0
        self.events: list[Event] = []
        self.effects: list[Effect] = []
        self.does(EveningOpened("devilish-duels", settings, 1, seed, 0.0))
        self.does(Started("boot", 0.0, "2026-01-01T20:00:00+00:00"))
        if start:
            self.does(SeatTaken(JENNY, PlayerId("jenny"), 0.0), SeatTaken(DAVE, PlayerId("dave"), 0.0))
            self.does(YoungestChosen(JENNY, 0.0), GameStarted(0.0))

    def does(self, *events: Event) -> list[Effect]:
        """Let these things happen; what they lead to is kept as well."""
        self.effects = [effect for event in events for effect in self.referee.receive(event)]
        self.events += events
        self.at += len(events)
        return self.effects

    def chooses(self, seat: Seat, choice: Choice) -> list[Effect]:
        """A choice that is allowed."""
        effects = self.does(ChoiceMade(seat, choice, self.at))
        assert not self.refusals(), self.refusals()
        return effects

    def rolls(self, *dice: tuple[Element, int], maybe: Mapping[int, tuple[int, ...]] | None = None) -> None:
        """The camera reads the dice that were thrown."""
        read = tuple(
            Die(COLOURS[element], value, maybe=(maybe or {}).get(index, ()))
            for index, (element, value) in enumerate(dice)
        )
        self.does(RollRead(Roll(read), self.at))
        assert not self.refusals(), self.refusals()

    def refusals(self) -> list[Saying]:
        return [effect.reason for effect in self.effects if isinstance(effect, Ignore)]

    def refused(self, event: Event) -> Sentence:
        """Why this is not allowed; nothing may change by it."""
        before = self.referee.state
        self.does(event)
        assert self.referee.state == before
        (reason,) = self.refusals()
        return reason.sentence

    @property
    def said(self) -> list[Sentence]:
        return [effect.saying.sentence for effect in self.effects if isinstance(effect, Say)]

    @property
    def rulings(self) -> list[Ruling]:
        return [effect.ruling for effect in self.effects if isinstance(effect, ShowRuling)]

    @property
    def view(self) -> DuelView:
        return next(effect.view for effect in reversed(self.effects) if isinstance(effect, ShowDuel))

    def hand(self, seat: Seat) -> Hand:
        hands = (effect.hand for effect in reversed(self.effects) if isinstance(effect, ShowHand))
        return next(hand for hand in hands if hand.seat == seat)

    @property
    def evening(self) -> Evening:
        return self.referee.state

    @property
    def game(self) -> Game:
        assert self.evening.game is not None
        return self.evening.game

    @property
    def duel(self) -> Duel:
        return self.game.duel


def passed_on(duel: Duel, value: int = 1) -> Duel:
    """Everybody passes, and dice that must be rolled show this, until the next choice is not a pass."""
    return rolled(duel, [value]) if roll_awaited(duel) else choose(duel, PASS)
