"""The table as it stands in one moment, and the outlet that follows it from one moment to the next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pi_diavolo.games import Referee
from pi_diavolo.table.board_views import BoardView
from pi_diavolo.table.duel_views import DuelView, Hand
from pi_diavolo.table.effects import (
    Ask,
    Effect,
    Ignore,
    Say,
    ShowBoard,
    ShowDuel,
    ShowHand,
    ShowOrder,
    ShowRoll,
    ShowRuling,
    ShowSeats,
    ShowStatus,
    ShowTurn,
    Status,
)
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Part
from pi_diavolo.table.pieces import Colour, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.requests import DECISIONS
from pi_diavolo.table.scene import Scene, advance
from pi_diavolo.table.sentences import Sentence
from pi_diavolo.table.troubles import Troubles, troubles_after
from pi_diavolo.web.tongue import Names

# What is kept to be told: a page shows twelve sentences, and each of these makes at least one.
STORY_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Told:
    """An effect with the names people had when it came about: each page tells it in its own language."""

    effect: Effect
    names: Names


@dataclass(frozen=True, slots=True)
class Moment:
    """All that pages may show; `state` is the referee's own immutable value.

    `duel` is what everyone may see of a duel; each of the `hands` only the phone of that seat may.
    `board` is a game of Devil's Dice, which has no secrets.
    """

    scene: Scene = field(default_factory=Scene)
    decisions: int = 0
    names: Names = field(default_factory=dict)
    seats: Mapping[Seat, PlayerId] = field(default_factory=dict)
    youngest: Seat | None = None
    places: tuple[Colour | None, ...] = ()
    order_die: OrderDie | None = None
    story: tuple[Told, ...] = ()
    broken: Mapping[Part, tuple[Told, ...]] = field(default_factory=dict)
    troubles: Troubles = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    state: Any = None
    duel: DuelView | None = None
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    board: BoardView | None = None

    @property
    def locked(self) -> bool:
        """Only the desk may start a game."""
        return bool(self.settings.get("locked", False))


class Board:
    """One of the table's outlets: folds what is shown into a moment and calls whoever waits for news.

    It runs in the table's own thread, so it does no more than that; words and JSON are the server's work.
    """

    def __init__(self, referee: Referee, names: Names, decisions: Callable[[], int]) -> None:
        self._referee, self._names, self._decisions = referee, names, decisions
        self.moment = Moment(settings=dict(referee.settings), state=referee.state)
        self._news: Callable[[Moment], None] = lambda moment: None

    def tell(self, news: Callable[[Moment], None]) -> None:
        """Call this at every change, from the table's thread."""
        self._news = news

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Take in an event and its effects."""
        names = self.moment.names
        if names != self._names:
            names = dict(self._names)
        moment = replace(
            self.moment,
            names=names,
            decisions=self._decisions(),
            settings=dict(self._referee.settings),
            state=self._referee.state,
        )
        for effect in effects:
            moment = _shown(moment, effect)
        moment = replace(moment, troubles=troubles_after(moment.troubles, effects))
        self.moment = _mended(moment, event, effects)
        self._news(self.moment)


def _shown(moment: Moment, effect: Effect) -> Moment:
    moment = replace(moment, scene=advance(moment.scene, effect))
    match effect:
        case ShowSeats(seats=seats, youngest=youngest):
            moment = replace(moment, seats=dict(seats), youngest=youngest)
        case ShowTurn(places=places):
            moment = replace(moment, places=places)
        case ShowOrder(order_die=order_die):
            moment = replace(moment, order_die=order_die)
        case ShowRoll(roll=roll):
            moment = replace(moment, order_die=roll.order_die)
        case ShowDuel(view=view):
            moment = replace(moment, duel=view)
        case ShowHand(hand=hand):
            moment = replace(moment, hands={**moment.hands, hand.seat: hand})
        case ShowStatus(status=Status.LOBBY):
            moment = replace(moment, duel=None, hands={}, board=None)
        case ShowBoard(view=board):
            moment = replace(moment, board=board)
    if not _is_news(effect):
        return moment
    return replace(moment, story=(*moment.story, Told(effect, moment.names))[-STORY_LENGTH:])


def _is_news(effect: Effect) -> bool:
    # What a page asked for in vain, only that page is told; the room hears of hands that were too late.
    in_vain = isinstance(effect, Ignore) and isinstance(effect.event, DECISIONS)
    return isinstance(effect, Say | Ask | ShowRuling | Ignore) and not in_vain


def _names_a_fault(effect: Effect) -> bool:
    return isinstance(effect, Say) and effect.saying.sentence is Sentence.PART_FAILED


def _mended(moment: Moment, event: Event, effects: Sequence[Effect]) -> Moment:
    match event:
        case PartFailed(part=part):
            # Sentences that come between events are shown with the last event once more.
            told = tuple(Told(effect, moment.names) for effect in effects if _names_a_fault(effect))
            return replace(moment, broken={**moment.broken, part: told}) if told else moment
        case PartRecovered(part=part):
            broken = {other: told for other, told in moment.broken.items() if other != part}
            return replace(moment, broken=broken)
    return moment
