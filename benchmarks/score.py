"""Readings held against the truth: what was right, wrong, asked and refused, with 95% bounds."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from benchmarks.truth import TrueDie, TrueTable
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.rules import likely_lead
from pi_diavolo.reading import Reading
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import Code, TableView

# A die is the one that was meant when its place is off by less than this.
SAME_DIE_MM = 7.0
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999, 1.0001)


@dataclass(slots=True)
class Share:
    """So many of so many, and where the rate lies with 95% (Wilson)."""

    hits: int = 0
    n: int = 0

    def add(self, hit: bool) -> None:
        self.hits += hit
        self.n += 1

    def __str__(self) -> str:
        if not self.n:
            return "none"
        low, high = wilson(self.hits, self.n)
        return f"{self.hits:>6}/{self.n:<6} {self.hits / self.n:8.3%}  [{low:.2%}, {high:.2%}]"


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    share = hits / n
    middle, spread = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


@dataclass(slots=True)
class Score:
    """All that is counted; `wrong` names each wrong ruling, `misses` everything else that went wrong."""

    shares: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    places: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    reliability: dict[int, Share] = field(default_factory=lambda: defaultdict(Share))
    asked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def count(self, truth: TrueTable, view: TableView, reading: Reading, rules: HouseRules) -> None:
        """Hold one reading against the truth."""
        self._rulings(truth, reading, rules)
        self._dice(truth, view)
        self._order(truth, view)
        self._gaps(truth, view)
        for imp in view.imps:
            right = truth.imps[imp.base] == imp.colour
            self.shares["imps right"].add(right)
            if not right:
                self.misses.append(
                    f"{truth.name}: base {imp.base} has {truth.imps[imp.base]}, not {imp.colour}"
                )

    def _rulings(self, truth: TrueTable, reading: Reading, rules: HouseRules) -> None:
        right = truth.answers(rules)
        for order, colour in reading.answers.items():
            if colour is None or (truth.valid and order not in right):
                continue
            wrong = right.get(order) is not colour
            self.shares["wrong rulings of the sure ones"].add(wrong)
            if wrong:
                self.wrong.append(f"{truth.name}: {order} is {right.get(order, 'nothing')}, not {colour}")
        self._rolled(truth, reading, right)
        if truth.valid:
            self.shares["valid rolls read without a question"].add(reading.valid is True)
            self.shares["valid rolls called invalid"].add(reading.valid is False)
            for code in reading.codes if reading.valid is not True else ():
                self.asked[f"{'asked' if reading.valid is None else 'refused'}: {code}"] += 1
            if reading.valid is False:
                self.misses.append(f"{truth.name}: valid, but refused for {', '.join(reading.codes)}")
        else:
            self.shares["invalid rolls not called valid"].add(reading.valid is not True)
            self.shares["invalid rolls called so"].add(reading.valid is False)
            same = reading.valid is False and set(truth.faults) <= {str(code) for code in reading.codes}
            self.shares["invalid rolls with the right reason"].add(same)
            if not same:
                said = f"{reading.valid} {[str(code) for code in reading.codes]}"
                self.misses.append(f"{truth.name}: {', '.join(truth.faults)}, read as {said}")

    def _rolled(self, truth: TrueTable, reading: Reading, right: Mapping[Order, Colour]) -> None:
        """What people would be told: the answer to the order that was read, which may be misread, too."""
        if reading.valid is not True or (truth.valid and truth.order not in right):
            return
        wanted = right[Order(truth.order)] if truth.valid and truth.order else None
        self.shares["wrong answers to the rolled order"].add(reading.answer is not wanted)
        if reading.answer is not wanted:
            said = f"{reading.order} {reading.answer}"
            self.wrong.append(f"{truth.name}: the roll calls for {truth.order} {wanted}, not for {said}")

    def _dice(self, truth: TrueTable, view: TableView) -> None:
        seen = [(die.where, str(die.colour), die.value, die.confidence) for die in view.dice]
        if view.order_die:
            seen.append((view.order_die.where, "gray", 0, 1.0))
        for die in truth.dice:
            if not die.level:
                continue
            near = min(seen, key=lambda each: each[0].distance_to(die.where), default=None)
            found = near is not None and near[0].distance_to(die.where) < SAME_DIE_MM
            self.shares["dice found"].add(found)
            if near is None or not found:
                self.misses.append(f"{truth.name}: {_named(die)} not found")
                continue
            seen.remove(near)
            self.places.append(near[0].distance_to(die.where))
            self._die(truth, die, near[1], near[2], near[3])
        strange = [
            each for each in seen if all(each[0].distance_to(die.where) > SAME_DIE_MM for die in truth.dice)
        ]
        self.shares["pictures with dice seen that are none"].add(bool(strange))
        self.misses += [f"{truth.name}: no {each[1]} {each[2]} at {each[0]}" for each in strange]

    def _die(self, truth: TrueTable, die: TrueDie, colour: str, value: int, confidence: float) -> None:
        right = (colour, value) == (die.colour, die.value)
        self.shares["colour and value right"].add(right)
        if die.colour != "gray":
            bin_ = next(n for n in range(len(BINS) - 1) if BINS[n] <= confidence < BINS[n + 1])
            self.reliability[bin_].add(right)
        if not right:
            self.misses.append(f"{truth.name}: {_named(die)} read as {colour} {value} at {confidence:.3f}")

    def _order(self, truth: TrueTable, view: TableView) -> None:
        if view.order_die is None or not any(die.colour == "gray" and die.level for die in truth.dice):
            return
        right = view.order_die.face == truth.order
        self.shares["Order face right"].add(right)
        # Beside a die that surely leans the doubt about the face is not told, but it is there.
        if Code.ORDER_UNSURE not in view.codes and not view.order_die.maybe:
            self.shares["Order face right where sure"].add(right)
        if not right:
            sure = "sure" if not view.order_die.maybe else "not sure"
            self.misses.append(f"{truth.name}: {truth.order} read as {view.order_die.face}, {sure}")

    def _gaps(self, truth: TrueTable, view: TableView) -> None:
        for colour, mm in truth.gaps.items() if truth.valid else ():
            if colour in view.gaps:
                length = view.gaps[colour]
                self.gaps.append(abs(length.mm - mm))
                self.shares["gaps within their error"].add(length.least - 1e-6 <= mm <= length.most + 1e-6)
        self._differences(truth, view)

    def _differences(self, truth: TrueTable, view: TableView) -> None:
        """What `closest` goes by: how much nearer one colour is than another, by its rules' own lead."""
        both = [colour for colour in truth.gaps if truth.valid and colour in view.gaps]
        for near, far in permutations(both, 2):
            most = likely_lead(view.gaps[near], view.gaps[far])
            within = truth.gaps[far] - truth.gaps[near] <= most + 1e-6
            self.shares["differences of gaps within their errors"].add(within)

    def print(self, title: str, misses: int = 40) -> None:
        """The table."""
        print(f"\n{title}")
        for name, share in self.shares.items():
            if share.n:
                print(f"  {name:42}{share}")
        for name, values, unit in (("place error", self.places, "mm"), ("gap error", self.gaps, "mm"),
                                   ("CPU time of a reading", self.ms, "ms")):  # fmt: skip
            if values:
                median, high = np.percentile(values, [50, 95])
                print(f"  {name:42}median {median:.3f} {unit}, p95 {high:.3f} {unit}, n {len(values)}")
        for what, times in self.asked.most_common():
            print(f"  {what:42}{times:>6}")
        print("  reliability: confidence, readings, right")
        for bin_ in sorted(self.reliability, reverse=True):
            print(f"    {BINS[bin_]:5.3f} to {min(1.0, BINS[bin_ + 1]):5.3f}  {self.reliability[bin_]}")
        for ruling in self.wrong:
            print(f"  ! {ruling}")
        for miss in self.misses[:misses]:
            print(f"  - {miss}")
        if len(self.misses) > misses:
            print(f"  … and {len(self.misses) - misses} more")


def _named(die: TrueDie) -> str:
    return f"{die.colour} {die.value or ''}".strip()
