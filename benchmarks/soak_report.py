"""The figures of a soak, for people and as JSON."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.soak_process import Complaints, Measured

# What a process learns and caches at first is no leak.
WARM_UP_S, WARM_UP_SHARE = 90.0, 0.25


@dataclass(slots=True)
class Figures:
    """All that a soak counts."""

    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    clients: Counter[str] = field(default_factory=Counter)
    lives: list[Sequence[Measured]] = field(default_factory=list)
    complaints: Complaints = field(default_factory=Complaints)
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    hung: list[str] = field(default_factory=list)
    verified: int = 0
    log_bytes: int = 0

    @property
    def fails(self) -> bool:
        """Whether anything happened that must not."""
        return bool(self.wrong or self.lost or self.hung)


def memory(life: Sequence[Measured]) -> Mapping[str, float]:
    """One life in figures; a slope is that of a straight line through all that came after the warm-up."""
    if not life:
        return {}
    warm_up = min(WARM_UP_S, WARM_UP_SHARE * life[-1].at)
    warm = [each for each in life if each.at >= warm_up]
    return {
        "seconds": round(life[-1].at),
        "rss at start, MB": round(life[0].rss_mb, 1),
        "rss after warm-up, MB": round(warm[0].rss_mb, 1),
        "rss at end, MB": round(life[-1].rss_mb, 1),
        "rss slope, MB an hour": _slope(warm),
        "the same of the last half": _slope(warm[len(warm) // 2 :]),
        "files after warm-up": warm[0].files,
        "files at end": life[-1].files,
        "most files": max(each.files for each in life),
        "threads after warm-up": warm[0].threads,
        "threads at end": life[-1].threads,
    }


def _slope(life: Sequence[Measured]) -> float:
    """How steeply it grows; what comes to an end grows less in the last half."""
    if len(life) < 3:
        return 0.0
    steepness, _ = np.polyfit([each.at for each in life], [each.rss_mb for each in life], 1)
    return round(3600 * float(steepness), 1)


def told(figures: Figures) -> dict[str, Any]:
    """Everything as JSON has it."""
    turns = figures.counts["turns"]
    return {
        "seconds": round(figures.seconds),
        **{name: figures.counts[name] for name in COUNTED},
        "wrong rulings": len(figures.wrong),
        "lost rulings": len(figures.lost),
        "hung": figures.hung,
        "rulings verified in the log": figures.verified,
        "faults": dict(figures.faults.most_common()),
        "log, bytes a turn": round(figures.log_bytes / turns) if turns else None,
        "lives": len(figures.lives),
        "longest life": memory(max(figures.lives, key=len, default=())),
        "logged": dict(figures.complaints.levels),
        "pages": dict(figures.clients.most_common()),
    }


COUNTED = (
    "evenings",
    "games",
    "turns",
    "rulings",
    "rulings after a person's answer",
    "rulings corrected or struck by people",
    "rulings compared with the hands, too",
    "rulings without a throw",
    "rulings shown as not yet saved",
    "questions asked",
    "questions on a page before their line was heard",
    "throws",
    "throws read",
    "throws invalid",
)


def printed(figures: Figures) -> str:
    """Everything as a table."""
    lines = []
    for name, value in told(figures).items():
        if isinstance(value, dict):
            lines += [f"{name}:", *(f"    {what:<44}{number:>12,}" for what, number in value.items())]
        else:
            lines.append(f"{name:<48}{_number(value):>12}")
    common = figures.complaints.texts.most_common(12)
    lines += ["most often logged:", *(f"    {count:>6}  {text}" for text, count in common)]
    for what in ("wrong", "lost", "hung"):
        lines += [f"{what}: {each}" for each in getattr(figures, what)[:10]]
    return "\n".join(lines)


def _number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int | float) else str(value)
