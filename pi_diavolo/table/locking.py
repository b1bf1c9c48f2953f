"""When do views in a row make a roll? After rest, as soon as two of them agree."""

from enum import StrEnum
from itertools import takewhile
from typing import Protocol

from pi_diavolo.table.agreement import agree, better, confirm, doubted, lasting_doubt, marked, sighted
from pi_diavolo.table.view import BLINDING, Code, TableView


class State(StrEnum):
    """What goes on in the tray."""

    ROLLING = "rolling"
    REST = "rest"
    HAND = "hand"


AGREEING_VIEWS = 2
# Views that have the same doubt, some sure ones between them or not: the next will have it, too, or the one
# after it, and people are asked.
STUBBORN_VIEWS = 3
# So long, and so many views, doubts that come and go may take to clear up.
PATIENCE_S, FEWEST_VIEWS = 0.65, 5
MOST_GLIMPSES = 60  # past a hand that stays and stays
# Shorter than this it was a shadow, a lamp or a knock at the table, no new throw.
ROLLS_S = 0.1


class Locks(Protocol):
    """Says which frames to look at, and when what was seen in them is sure enough."""

    locked: TableView | None

    def wants(self, state: State) -> bool:
        """Whether a look at a frame in this state would tell anything new."""

    def take(self, at: float, state: State, view: TableView | None = None) -> TableView | None:
        """Take in a frame and what was seen in it; gives what is sure once."""


class Locker:
    """Takes in one frame after the other; a roll, once locked, stands until dice roll again.

    A reading that hands interrupt is finished later: dice seen before must lie and show as they did.
    """

    def __init__(self) -> None:
        self.locked: TableView | None = None
        self._last: TableView | None = None  # the roll that stood before this one
        self._lay: TableView | None = None  # how the last roll was seen, without the doubts that hands left
        self._rolled = False  # since the last lock
        self._rolls_from: float | None = None
        self._hand = False  # since the last lock or the last clean view
        self._interrupted = False
        self._before: list[TableView] = []  # seen in peace before a hand came, whole or in part
        self._views: list[TableView] = []  # of this rest

    def wants(self, state: State) -> bool:
        """Whether a look at a frame in this state would tell anything new."""
        match state:
            case State.ROLLING:
                return False
            case State.HAND:
                # At the start nobody knows what lies there, nor whether what seems a hand is one.
                wanted = self._interrupted or self._under_way or self._last is None
                return self.locked is None and wanted and len(self._before) < MOST_GLIMPSES
            case State.REST:
                return self.locked is None or self._hand

    def take(self, at: float, state: State, view: TableView | None = None) -> TableView | None:
        """Take in a frame and what was seen in it, under a hand only what it left free; gives a roll once."""
        if state is not State.ROLLING:
            self._rolls_from = None
        match state:
            case State.ROLLING:
                self._roll(at)
            case State.HAND:
                self._reach(view)
            case State.REST if view is not None:
                return self._rest(view)
            case State.REST:
                pass
        return None

    @property
    def _under_way(self) -> bool:
        return self._rolled or bool(self._views)

    def _roll(self, at: float) -> None:
        self._rolls_from = at if self._rolls_from is None else self._rolls_from
        self._forget()
        if at - self._rolls_from >= ROLLS_S:
            self._last, self.locked, self._rolled = self.locked or self._last, None, True

    def _forget(self) -> None:
        self._views, self._before, self._interrupted, self._hand = [], [], False, False

    def _reach(self, view: TableView | None) -> None:
        self._hand = True
        if self.locked is not None:
            return
        self._interrupted |= self._under_way
        self._before += self._views
        self._views = []
        if view is not None:
            self._before.append(view)

    def _rest(self, view: TableView) -> TableView | None:
        if self.locked is not None:
            self._hand = False
            if _is_bare(view):  # gathered up: the next dice that lie there are a new roll
                self._last, self.locked = self.locked, None
            return None
        if _is_bare(view) or (_is_empty(view) and not self._rolled):
            return None
        self._views.append(view)
        roll = self._agreed(view) if _is_settled(view) else self._in_doubt()
        if roll is None and (self._is_late or self._is_contradicted):
            roll = doubted(self._views)
        return self._lock(roll) if roll is not None else None

    def _agreed(self, view: TableView) -> TableView | None:
        """The better of the last two if they agree: one more for each that was sure of something else."""
        row = list(takewhile(lambda one: self._is_same(one, view), reversed((*self._before, *self._views))))
        against = sum(_is_settled(one) and not self._is_same(one, view) for one in self._views)
        return better(row[0], row[1]) if len(row) >= AGREEING_VIEWS + against else None

    def _is_same(self, one: TableView, other: TableView) -> bool:
        # A hand makes dice seem to lean: what it came between must agree in all.
        return confirm(one, other) and (not self._before or agree(one, other))

    def _in_doubt(self) -> TableView | None:
        """What is left in doubt by as many views as settle that it will stay so, or come back."""
        row = [view for view in self._views if not _is_settled(view)][-STUBBORN_VIEWS:]
        if len(row) < STUBBORN_VIEWS or any(BLINDING.intersection(one.codes) for one in row):
            return None
        return lasting_doubt(row)

    @property
    def _is_contradicted(self) -> bool:
        """Two of the views were sure of one thing, and two of another: no further one could be believed."""
        sure = [view for view in self._views if _is_settled(view)]
        believed = [view for view in sure if sum(confirm(view, one) for one in sure) >= AGREEING_VIEWS]
        return any(not confirm(believed[0], one) for one in believed)

    @property
    def _is_late(self) -> bool:
        return len(self._views) >= FEWEST_VIEWS and self._views[-1].at - self._views[0].at >= PATIENCE_S

    def _lock(self, roll: TableView) -> TableView | None:
        # Before the doubts that a hand leaves: no throw puts all dice back where they lay. Of dice that are
        # not seen nobody knows.
        same = self._lay is not None and not _is_empty(roll) and agree(self._lay, roll)
        self._lay = roll
        if self._interrupted:
            roll = marked(roll, sighted(self._before))
        self.locked, self._rolled = (self._last if same else roll), False
        self._forget()
        return None if same else roll


def _is_settled(view: TableView) -> bool:
    """Whether another look is not needed: sure, or in doubt only for what another look cannot tell better."""
    return view.valid is not None or set(view.codes) == {Code.GAPS_TOO_CLOSE}


def _is_bare(view: TableView) -> bool:
    """Whether the tray was seen well, and nothing lies in it."""
    return _is_empty(view) and not BLINDING.intersection(view.codes)


def _is_empty(view: TableView) -> bool:
    return not view.dice and view.order_die is None
