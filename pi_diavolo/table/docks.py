"""Samples of a dock → which imp lies there, since when; a code counts after five equal samples in a row."""

from dataclasses import dataclass

from pi_diavolo.table.dock_codes import FULL_SCALE, Code, NoImp, code_of
from pi_diavolo.table.facts import ImpDocked, ImpUndocked, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.players import Seat

DockFact = ImpDocked | ImpUndocked | PartFailed | PartRecovered

# The capacitor is charged within 5 ms, so of samples 10 ms apart at most one falls into its curve.
SAMPLE_S = 0.01
EQUAL_SAMPLES = 5
# An imp pressed on slowly passes through the windows of others: what still moves is not yet read.
# The converter's own noise spans 4 steps.
STEADY_STEPS = 5.0
# An imp that is put down is there within a few samples. Where contact came bit by bit instead, the last bit
# may be slow: such a reading has to hold for longer.
AT_ONCE_S = 0.05
HELD_S = 0.25
# Between two imps a dock is empty. If it seems not to be, a finger or a bad contact is likelier than a
# juggler: the second imp counts only after lying there for so long.
SWAP_S = 1.0
# A first touch this long before the steady reading still belongs to it; an earlier one was something else.
PLACING_S = 0.25
# Half placed for a while is a slip of the hand; for longer, the dock is at fault.
UNREADABLE_S = 3.0
SILENT_S = 0.1
# A dock that failed must be well for a while before anybody relies on it again.
RECOVERY_S = 1.0


@dataclass(slots=True)
class _Run:
    """Samples of one code in a row, and since when they are steady."""

    code: Code
    at: float
    steady_at: float
    low: float
    high: float
    samples: int = 1
    steady: int = 1  # how many of them, the last ones

    def take(self, steps: float, at: float) -> None:
        """Take in one more sample of this code."""
        self.samples, self.steady = self.samples + 1, self.steady + 1
        self.low, self.high = min(self.low, steps), max(self.high, steps)
        if self.high - self.low > STEADY_STEPS:
            self.steady_at, self.low, self.high, self.steady = at, steps, steps, 1


class Dock:
    """One seat's dock: takes samples in, tells what came and what left; in doubt it tells nothing."""

    def __init__(self, seat: Seat, channel: int | None = None) -> None:
        self.lies: Code = NoImp.EMPTY  # what counts; never HALF_PLACED
        self._known = False  # before the first reading nobody can tell what was put down and what lay there
        self.fault: Fault | None = None
        self._seat, self._part = seat, Part(PartKind.DOCK, seat, pin=channel)
        self._run: _Run | None = None
        self._moved_at: float | None = None  # the first sample that was not what lies here
        self._unsettled_at: float | None = None
        self._silent_at: float | None = None

    @property
    def half_placed(self) -> bool:
        """Something is on the dock that is no imp: people should push or wipe."""
        run = self._run
        return run is not None and run.code is NoImp.HALF_PLACED and run.samples >= EQUAL_SAMPLES

    def feed(self, value: float, at: float) -> list[DockFact]:
        """Take in a sample, 0 to 1 of the converter's range."""
        steps = value * FULL_SCALE
        code = code_of(steps)
        self._silent_at = None
        if code != self.lies and self._moved_at is None:
            self._moved_at = at
        if self._run is not None and self._run.code == code:
            self._run.take(steps, at)
        else:
            # Something else was surely there before: whatever comes now was put down.
            self._known |= self._run is not None and self._run.samples >= EQUAL_SAMPLES
            self._run = _Run(code, at, at, steps, steps)
        return self._settle(self._run, at) if self._settled(self._run, at) else self._wait(at)

    def missed(self, at: float) -> list[DockFact]:
        """The converter did not answer."""
        self._run, self._unsettled_at = None, None
        self._silent_at = at if self._silent_at is None else self._silent_at
        return self._fail(Fault.SILENT, at) if at - self._silent_at >= SILENT_S else []

    def _settled(self, run: _Run, at: float) -> bool:
        if run.code is NoImp.HALF_PLACED:
            return False
        if run.code in (self.lies, NoImp.EMPTY):
            # Neither need be steady: a finger may come and go, on the imp or on the empty dock.
            return run.samples >= EQUAL_SAMPLES and (self.fault is None or at - run.at >= RECOVERY_S)
        return run.steady >= EQUAL_SAMPLES and at - run.steady_at >= self._needed_s(run)

    def _needed_s(self, run: _Run) -> float:
        """How long the reading of an imp that is new here has to hold."""
        if self.fault is not None:
            return RECOVERY_S
        if self.lies is not NoImp.EMPTY:
            return SWAP_S
        return 0.0 if run.at - self._touched(run) <= AT_ONCE_S else HELD_S

    def _touched(self, run: _Run) -> float:
        return run.at if self._moved_at is None else self._moved_at

    def _settle(self, run: _Run, at: float) -> list[DockFact]:
        facts: list[DockFact] = []
        if self.fault is not None:
            facts.append(PartRecovered(self._part, at))
        if run.code != self.lies:
            facts += self._exchange(run)
        self.lies, self.fault, self._moved_at, self._unsettled_at = run.code, None, None, None
        self._known = True
        return facts

    def _exchange(self, run: _Run) -> list[DockFact]:
        touched = self._touched(run)
        first = touched if run.at - touched <= PLACING_S else run.at
        left = [ImpUndocked(self._seat, self.lies, first)] if isinstance(self.lies, int) else []
        found = not self._known
        came = [ImpDocked(self._seat, run.code, first, found)] if isinstance(run.code, int) else []
        return [*left, *came]

    def _wait(self, at: float) -> list[DockFact]:
        self._unsettled_at = at if self._unsettled_at is None else self._unsettled_at
        return self._fail(Fault.UNREADABLE, at) if at - self._unsettled_at >= UNREADABLE_S else []

    def _fail(self, fault: Fault, at: float) -> list[DockFact]:
        if self.fault is fault:
            return []
        self.fault = fault
        return [PartFailed(self._part, fault, at)]
