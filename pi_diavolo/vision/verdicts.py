"""What was found out about a table, how good that is, and what to do where it could be better."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How good something is; `unknown` where nothing was there to judge it by."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report: `value` for programs, `said` for people."""

    what: str
    value: float | None
    said: str
    verdict: Verdict
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """From where on something is good, and from where on fair; `more` when more is better."""

    good: float
    fair: float
    more: bool = False

    def verdict(self, value: float) -> Verdict:
        """Where this value stands."""
        sign = 1 if self.more else -1
        if sign * value >= sign * self.good:
            return Verdict.GOOD
        return Verdict.FAIR if sign * value >= sign * self.fair else Verdict.POOR


def judged(what: str, value: float | None, unit: str, scale: Scale, advice: str) -> Finding:
    """A finding on a scale; the advice is given where it is not good."""
    if value is None:
        return Finding(what, None, "not known", Verdict.UNKNOWN, advice)
    verdict = scale.verdict(value)
    number = f"{value}" if isinstance(value, int) else f"{value:.0f}" if value >= 100 else f"{value:.2f}"
    said = f"{number} {unit}".strip()
    return Finding(what, round(value, 4), said, verdict, "" if verdict is Verdict.GOOD else advice)
