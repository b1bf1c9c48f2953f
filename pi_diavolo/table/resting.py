"""What lies in the tray after each time that dice rolled or a hand was there: as soon as views agree."""

from pi_diavolo.table.agreement import agree, better, doubted
from pi_diavolo.table.locking import FEWEST_VIEWS, PATIENCE_S, ROLLS_S, STUBBORN_VIEWS, State
from pi_diavolo.table.view import OUT_OF_SIGHT, TableView

# Under a hand that stays so long it is looked so often whether it is one: dice at the wall look like it.
STAYS_S, GLIMPSE_S = 1.0, 0.5
SETTLED_VIEWS = 2
# What lies there is looked at again so often though nothing was seen to move: lamps go out, and a soft throw
# may be overlooked.
AGAIN_S = 4.0


class RestLock:
    """Takes in one frame after the other; what was seen at rest stands for a while, or until something moves.

    `rolled` and `touched` say what has happened since they were last forgotten. What moves before anything
    was seen at rest is nobody's doing: a camera that begins knows no rest yet.
    """

    def __init__(self) -> None:
        self.locked: TableView | None = None
        self.is_wanted = True
        self.rolled = self.touched = False
        self.rolled_at = 0.0
        self.rests_from: float | None = None
        self._known = False  # something was seen at rest: what moves now, moves
        self._views: list[TableView] = []
        self._moves_from: float | None = None
        self._hand_from: float | None = None
        self._at = self._glimpsed_at = self._locked_at = 0.0

    def forget(self) -> None:
        """All that happened was told."""
        self.rolled = self.touched = False

    def open(self) -> None:
        """Look again, though nothing has moved."""
        self.locked, self._views = None, []

    def wants(self, state: State) -> bool:
        """Whether a look at a frame in this state would tell anything new."""
        match state:
            case State.ROLLING:
                return False
            case State.HAND:
                stays = self._hand_from is not None and self._at - self._hand_from >= STAYS_S
                return self.is_wanted and stays and self._at - self._glimpsed_at >= GLIMPSE_S
            case State.REST:
                return self.is_wanted and self.locked is None

    def take(self, at: float, state: State, view: TableView | None = None) -> TableView | None:
        """Take in a frame and what was seen in it; gives what lies there once after each disturbance."""
        self._at = at
        if state is not State.ROLLING:
            self._moves_from = None
        if state is not State.HAND:
            self._hand_from = None
        match state:
            case State.ROLLING:
                self._roll(at)
            case State.HAND:
                self._reach(at, view)
            case State.REST:
                self._known = True
                if self.locked is not None and at - self._locked_at >= AGAIN_S:
                    self.open()
                self.rests_from = at if self.rests_from is None else self.rests_from
                return self._rest(view) if view is not None else None
        return None

    def _roll(self, at: float) -> None:
        self._moves_from = at if self._moves_from is None else self._moves_from
        self._views = []
        # Shorter than this it was a shadow, a lamp or a knock at the table.
        if not self._known or at - self._moves_from < ROLLS_S:
            return
        self.rolled_at = self.rolled_at if self.rolled else self._moves_from
        self.locked, self.rests_from, self.rolled = None, None, True

    def _reach(self, at: float, view: TableView | None) -> None:
        self._hand_from = at if self._hand_from is None else self._hand_from
        self.locked, self.rests_from, self.touched, self._views = None, None, True, []
        if view is not None:
            self._glimpsed_at = at

    def _rest(self, view: TableView) -> TableView | None:
        if OUT_OF_SIGHT.intersection(view.codes):
            self._views = []  # and look again when there is something to see
            return None
        self._views.append(view)
        found = self._agreed(view)
        if found is None and self._is_late:
            found = doubted(self._views)
        if found is not None:
            self.locked, self._locked_at, self._views = found, self._at, []
        return found

    def _agreed(self, view: TableView) -> TableView | None:
        needed = SETTLED_VIEWS if view.valid is not None else STUBBORN_VIEWS
        row = self._views[-needed:]
        if len(row) < needed or not all(agree(one, view) for one in row):
            return None
        return better(row[-1], row[-2])

    @property
    def _is_late(self) -> bool:
        return len(self._views) >= FEWEST_VIEWS and self._views[-1].at - self._views[0].at >= PATIENCE_S
