"""Follows the dice of a duel from rest to rest: what was thrown, what hands did, and what to tell of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pi_diavolo.table.duel_attribution import Attributed, DuelFault
from pi_diavolo.table.duel_comparing import lies_as
from pi_diavolo.table.duel_doubts import as_dice
from pi_diavolo.table.duel_sightings import dice_seen, throw_seen
from pi_diavolo.table.duel_tray import DiceAwaited, DuelTray, Halves, LyingDie
from pi_diavolo.table.duel_views import Awaited, DuelStep, DuelView, Hand
from pi_diavolo.table.duels import DieShown, DuelDiceSeen, Zone
from pi_diavolo.table.effects import Effect, ShowDuel, ShowHand, ShowStatus, Status
from pi_diavolo.table.events import DiceAtRest, DiceRolling, Event, RollInvalid, RollRead
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import Seat
from pi_diavolo.table.view import Code, TableView

# So long fewer dice than awaited, or a tray that seems covered, may lie there before people hear of it: the
# other dice may follow.
LATE_S = 1.5
MAY_CHANGE = {Code.DIE_MISSING, Code.TRAY_HIDDEN, DuelFault.DICE_UNTOLD}
LIE_WRONG = {Code.DIE_COCKED, Code.DIE_STACKED, Code.DIE_OUTSIDE_TRAY}
# While these are shown, nobody looks at the dice.
HALTED = (Status.LOBBY, Status.PAUSED, Status.PROTEST, Status.QUESTION, Status.OVER)

Look = Callable[[DiceAwaited], TableView]


@dataclass(frozen=True, slots=True)
class Showing:
    """What the table shows of the duel, and each seat's own hand."""

    view: DuelView | None = None
    status: Status = Status.LOBBY
    hands: Mapping[Seat, Hand] = field(default_factory=dict)

    def after(self, effects: Sequence[Effect]) -> "Showing":
        """The same once this was shown as well."""
        now = self
        for effect in effects:
            match effect:
                case ShowDuel(view=view):
                    now = replace(now, view=view)
                case ShowHand(hand=hand):
                    now = replace(now, hands={**now.hands, hand.seat: hand})
                case ShowStatus(status=status):
                    now = replace(now, status=status)
        return now

    @property
    def duel(self) -> DuelView | None:
        """The duel that goes on, if dice mean anything in it now."""
        view = self.view
        if view is None or self.status in HALTED or view.step in (DuelStep.TEAMS, DuelStep.OVER):
            return None
        return view


@dataclass(frozen=True, slots=True)
class Rest:
    """What lies in the tray at rest since `at`, and what has happened before: dice rolled, or hands came."""

    view: TableView
    at: float
    rolled: bool = False
    rolled_at: float = 0.0
    touched: bool = False


@dataclass(frozen=True, slots=True)
class _Late:
    event: RollInvalid
    rest: Rest


class DuelFollower:
    """Knows which die is whose; tells each throw once, and what dice show that hands have turned."""

    def __init__(self) -> None:
        self.tray = DuelTray()
        self._has_looked = False  # at the tray as it was when the watching began
        self._waits = False  # for what the referee says to a throw
        self._rolled_at: float | None = None  # of a throw that was not told yet
        self._late: _Late | None = None
        self._told_throw = False  # that still lies there: until it is gone, hands cannot have thrown another
        self._untold = False  # a throw lies there, and somebody has to say which dice it is
        self._was_wrong = False
        self._told_right: tuple[DieShown, ...] = ()

    def shows(self, view: DuelView) -> bool:
        """The table shows this now; whether what lies there should be looked at again."""
        self.tray, self._told_throw = self.tray.ruled(view), False
        return self._untold and view.awaited is not None and bool(view.awaited.roll)

    def heard(self) -> None:
        """The referee has taken in what was told."""
        self._waits = False

    def expects(self, duel: DuelView) -> DiceAwaited:
        """Which dice to look for; the first look is at what lay there before."""
        return self.tray.awaited(duel) if _throws(duel) and self._has_looked else self.tray.as_it_lies()

    def disturbed(self) -> None:
        """Something moves: what was seen may be past."""
        self._late = None

    def still(self, at: float, duel: DuelView) -> list[Event]:
        """Nothing moves: what was waited for did not come."""
        late = self._late
        if late is None or at - late.rest.at < LATE_S:
            return []
        return self._report(late.event, Attributed(self.tray), late.rest, duel)

    def rests(self, rest: Rest, duel: DuelView, look: Look) -> list[Event]:
        """What to tell of the tray at rest; `look` looks at the same picture for something else."""
        self._late = None
        if rest.touched or rest.rolled:
            self._untold = False
        if rest.rolled and self._rolled_at is None:
            self._rolled_at = rest.rolled_at
        if not self._has_looked:
            self._has_looked = True
            if self._rolled_at is None:
                self.tray = dice_seen(self.tray, rest.view, halves_of(duel)).tray
                return []
            rest = replace(rest, view=look(self.expects(duel)))
        told = self._throw(rest, duel) if _throws(duel) and not self._waits else None
        return self._dice(rest, duel, look) if told is None else told

    # Throws

    def _throw(self, rest: Rest, duel: DuelView) -> list[Event] | None:
        """The throw as the referee hears of it; None where nobody threw."""
        found = throw_seen(self.tray, duel, rest.view, halves_of(duel))
        event = found.roll(rest.at)
        thrown, new = self._rolled_at is not None or self._untold, self._is_new(rest.view)
        self._told_throw &= new
        match event:
            case RollRead() if thrown or not (self._told_throw or self._lie_there(duel)):
                return self._report(event, found, rest, duel)
            case RollInvalid() if thrown and new:
                if MAY_CHANGE.issuperset(fault.code for fault in event.faults):
                    self._late = _Late(event, rest)
                    return []
                return self._report(event, found, rest, duel)
        self._rolled_at = None
        return None

    def _lie_there(self, duel: DuelView) -> bool:
        """Dice that are to be rolled lay there a moment ago: where no die rolled, a hand has moved them."""
        return any(lay.where is not None for lay in self.tray.lying if lay.die in _awaited(duel).roll)

    def _is_new(self, view: TableView) -> bool:
        """Something lies there that did not before; else hands have only taken dice away."""
        before: list[LyingDie | Die] = [*self.tray.lying, *self.tray.left]
        new = [
            die
            for die in as_dice(view)
            if not any(lay.colour is die.colour and lies_as(lay, die) for lay in before)
        ]
        return bool(new) or bool(LIE_WRONG.intersection(view.codes))

    def _report(
        self, event: RollRead | RollInvalid, found: Attributed, rest: Rest, duel: DuelView
    ) -> list[Event]:
        told: list[Event] = [] if self._rolled_at is None else [DiceRolling(self._rolled_at)]
        self._waits, self._told_throw, self._rolled_at, self._late = True, True, None, None
        if isinstance(event, RollRead):
            self.tray, self._untold = found.tray, False
        else:
            self.tray = self.tray.without({lay.die for lay in self._in_hand(rest.view, duel)})
            self._untold = {fault.code for fault in event.faults} == {DuelFault.DICE_UNTOLD}
        return [*told, DiceAtRest(rest.at), event]

    # Dice that hands have turned, taken out or put back

    def _dice(self, rest: Rest, duel: DuelView, look: Look) -> list[Event]:
        in_hand = self._in_hand(rest.view, duel)
        tray = self.tray.without({lay.die for lay in in_hand})
        view = look(tray.as_it_lies()) if _throws(duel) else rest.view
        found = dice_seen(tray, view, halves_of(duel))
        lifted = (replace(lay, where=None) for lay in in_hand)
        self.tray = replace(found.tray, lying=(*found.tray.lying, *lifted))
        event = found.dice_seen(rest.at) if rest.touched else None
        if event is None or not (event.dice or event.exchanged):
            return []
        return [event] if self._is_news(event, duel) else []

    def _in_hand(self, view: TableView, duel: DuelView) -> list[LyingDie]:
        """The dice that were to be rolled and do not lie where they lay."""
        roll, now = duel.awaited.roll if duel.awaited else (), as_dice(view)
        return [
            lay
            for lay in self.tray.lying
            if lay.die in roll and not any(lay.colour is die.colour and lies_as(lay, die) for die in now)
        ]

    def _is_news(self, event: DuelDiceSeen, duel: DuelView) -> bool:
        """Something is wrong; or it was, or people have just turned dice, and all is well now."""
        should = {each.die: each.value for each in duel.dice if each.zone is Zone.IN_PLAY}
        wrong = any(each.value != should.get(each.die) for each in event.dice)
        if wrong or event.exchanged:
            self._was_wrong = True
            return True
        is_news = self._was_wrong or duel.to_turn not in ((), self._told_right)
        self._was_wrong, self._told_right = False, duel.to_turn
        return is_news


def halves_of(duel: DuelView) -> Halves:
    """The lower half is that of the lower seat."""
    return Halves(min(side.seat for side in duel.sides))


def _throws(duel: DuelView) -> bool:
    """Dice may be thrown now."""
    return duel.awaited is not None and (bool(duel.awaited.roll) or duel.awaited.any_up_to > 0)


def _awaited(duel: DuelView) -> Awaited:
    assert duel.awaited is not None, "whoever asks for a throw awaits one"
    return duel.awaited
