"""What hands truly took in a turn of a soak, worked out a second time from what they touched and when."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.soak_wires import SoakWires
from pi_diavolo.simulator.wired import Touched, WiredHands
from pi_diavolo.table.effects import Effect, ShowRuling, ShowTurn
from pi_diavolo.table.events import Correction, Event, Paused, Protested, Started, TurnEnded
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat

# Wires that were in trouble so long before a throw may still not be believed.
TROUBLED_S = 15.0
# Whose hand was first is not the hands' to say where they were nearer in time than this.
NEAR_S = 0.005
# What people do that changes who has what.
MEDDLING = (TurnEnded, PartFailed, Paused, Protested, Started, Correction)

Took = Mapping[Seat, Colour]


@dataclass(slots=True)
class HandsTruth:
    """Follows the turns; of one in which hands were alone with sound wires it says who took what.

    `time_up` tells when the last turn ended, if it ended by the clock.
    """

    wires: SoakWires
    hands: WiredHands
    bases: bool
    time_up: Callable[[], float | None]
    resolution_s: float = 0.0  # a photo finish is the house rules' business
    _shown: ShowTurn | None = None
    _rest: float | None = None
    _alone: bool = False

    def thrown(self, at: float, rest: float, phones: bool) -> None:
        """The dice leave the hand; thrown a second time, the turn is nobody's business any more."""
        self._alone = self._alone and self._rest is None and not phones
        self._alone = self._alone and self.wires.well_since(at - TROUBLED_S)
        self._rest = rest

    def hear(self, event: Event, effects: Sequence[Effect], phones: bool) -> tuple[ShowTurn, Took] | None:
        """What was taken, when the turn is ruled and nothing has meddled with it."""
        if isinstance(event, MEDDLING) or phones:
            self._alone = False
        told = None
        for effect in effects:
            match effect:
                case ShowRuling(ruling=ruling) if self._shown is not None and not ruling.corrected:
                    this = (ruling.game, ruling.turn) == (self._shown.game, self._shown.turn)
                    told = (self._shown, self._took(self._shown)) if this and self._is_plain() else None
                case ShowTurn():
                    self._shown, self._rest, self._alone = effect, None, True
        return told

    def _is_plain(self) -> bool:
        if not self._alone or self._rest is None or not self.wires.well_since(self._rest - TROUBLED_S):
            return False
        moments = sorted(each.at for each in self.hands.touched)
        near = any(later - sooner < NEAR_S + self.resolution_s for sooner, later in pairwise(moments))
        # Whoever is early is judged by when the camera saw the dice roll, and lie.
        return not near and all(moment > self._rest for moment in moments)

    def _took(self, shown: ShowTurn) -> Took:
        end = math.inf if (up := self.time_up()) is None else up
        touched = [each for each in sorted(self.hands.touched, key=lambda each: each.at) if each.at <= end]
        return _lifted(touched, self.hands.first_docked) if self.bases else _pressed(touched, shown.imps)


def _pressed(touched: Sequence[Touched], imps: Mapping[Colour, int]) -> Took:
    """The first press of each seat that was not too late for its colour."""
    left, took = dict(imps), dict[Seat, Colour]()
    for press in touched:
        if press.seat not in took and left[press.colour] > 0:
            took[press.seat] = press.colour
            left[press.colour] -= 1
    return took


def _lifted(touched: Sequence[Touched], docked: Mapping[int, tuple[Seat, float]]) -> Took:
    """The first imp of each seat; one that lay on another's dock before is nobody else's any more."""
    took = dict[Seat, Colour]()
    for lift in touched:
        seat, at = docked.get(lift.imp or 0, (lift.seat, lift.at))
        if lift.seat not in took and (seat == lift.seat or at > lift.at):
            took[lift.seat] = lift.colour
    return took
