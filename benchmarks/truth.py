"""What truly lies on a table, from wherever it is known, in one shape that all benchmarks compare with."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.table.pieces import RIVALS, Colour, Die, Length, Point
from pi_diavolo.table.roll import Roll


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die; `level` if it lies flat in the tray, to be read."""

    colour: str
    value: int
    where: Point
    level: bool


@dataclass(frozen=True, slots=True)
class TrueTable:
    """One picture's truth; `gaps` only where all three colours have one."""

    name: str
    group: str
    faults: tuple[str, ...]
    dice: tuple[TrueDie, ...]
    order: str | None
    gaps: Mapping[Colour, float]
    imps: tuple[str | None, ...]

    @property
    def valid(self) -> bool:
        return not self.faults

    def answers(self, rules: HouseRules) -> dict[Order, Colour]:
        """The right answer to each order; none for a throw that does not count."""
        if not self.valid:
            return {}
        dice = tuple(Die(Colour(d.colour), d.value, d.where) for d in self.dice if d.colour != "gray")
        roll = Roll(dice, None, {colour: Length(mm) for colour, mm in self.gaps.items()})
        orders = [order for order in Order if order is not Order.CLOSEST or len(self.gaps) == len(RIVALS)]
        return {order: answer(order, roll, rules).answer for order in orders}


def scenes(folder: Path, setups: str = "") -> Iterator[tuple[Path, TrueTable]]:
    """The stills of a folder of rendered scenes, those of one set-up if it is named."""
    for path in sorted(folder.glob(f"*_{setups or '*'}_*.json")):
        truth = json.loads(path.read_text())
        yield path.with_suffix(".jpg"), scene_truth(path.stem, truth)


def scene_truth(name: str, truth: dict[str, Any]) -> TrueTable:
    """What a scene's file of truth says."""
    dice = [_scene_die(die) for die in truth["dice"]]
    gaps = (truth.get("numbers") or {}).get("closest_gap_mm") or {}
    return TrueTable(
        name=name,
        group=name.rsplit("_", 1)[0],
        faults=tuple(truth["invalid_reasons"]),
        dice=tuple(dice),
        order=next((die["symbol"] for die in truth["dice"] if die["colour"] == "gray"), None),
        gaps={Colour(colour): float(mm) for colour, mm in gaps.items() if mm is not None},
        imps=tuple(imp["colour"] for imp in truth["imps"]),
    )


def _scene_die(die: dict[str, Any]) -> TrueDie:
    x, y, _ = die["top_centre_mm"]
    level = bool(die["in_tray"]) and not die["cocked"]
    return TrueDie(str(die["colour"]), int(die.get("value") or 0), Point(x, y), level)
