"""Who listens to the table of a soak: follows every line, judges every ruling, knows what the desk sees."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.soak_report import Figures
from benchmarks.soak_truth import Judge
from benchmarks.soak_witness import Witness, differences, rulings_of
from benchmarks.soak_world import Thrown, unpacked
from pi_diavolo.games.diavolo.house_rules import HouseRules, amended
from pi_diavolo.simulation import solver
from pi_diavolo.simulator.desk import Truth, answer
from pi_diavolo.simulator.devices import ABOUT_DICE
from pi_diavolo.simulator.sight import in_order_of
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question


class Follower:
    """Hears all lives of the table; `thrown` and `clock` are what the next one must know."""

    def __init__(self, log: Path, figures: Figures) -> None:
        self._log, self._figures, self._judge = log, figures, Judge()
        self.witness = Witness(log)
        self.thrown: Thrown | None = None
        self.clock = 0.0
        self._read: Roll | None = None
        self._asked = set[int]()

    @property
    def turns(self) -> int:
        """How many turns were ruled."""
        return self._judge.counts["turns"]

    def hear(self, line: Mapping[str, Any]) -> None:
        """One line of the table's standard output."""
        match line:
            case {"soak": "throw"}:
                self.thrown = unpacked(line["thrown"])
                self._figures.counts["throws"] += 1
                self._judge.throw(self.thrown)
            case {"soak": "hands"}:
                self._judge.took(line["game"], line["turn"], line["took"])
            case {"soak": "broken"}:
                self._figures.faults[line["break"]] += 1
            case {"event": event}:
                self.witness.lines.append(line)
                self._follow(event, line["effects"])
                for ruling in rulings_of(line):
                    self._judge.rule(ruling)

    def ended(self) -> None:
        """The process is gone: what it has shown must stand in the log."""
        self._asked.clear()
        unsaved = (line for line in self.witness.lines if line["seq"] is None)
        self._figures.counts["rulings shown as not yet saved"] += sum(
            len(rulings_of(line)) for line in unsaved
        )
        lost, never_shown = self.witness.compare()
        self._figures.lost += lost
        for ruling in never_shown:
            self._judge.rule(ruling)

    def sum_up(self) -> None:
        """At the very end, all rulings are worked out again."""
        self._figures.counts.update(self._judge.counts)
        self._figures.wrong += self._judge.wrong
        self._figures.verified, found = differences(self._log)
        self._figures.lost += found
        files = self._log.parent.glob(f"{self._log.name}*")
        self._figures.log_bytes = sum(each.stat().st_size for each in files)

    def answer(self, shown: Mapping[str, Any]) -> str | None:
        """What the desk sees on the tray with its own eyes; about hands it leaves the word to others.

        A page may be faster than the line that tells which dice the table counts how: then not yet.
        """
        if shown["kind"] not in ABOUT_DICE or self.thrown is None or self._read is None:
            return None
        if shown["number"] not in self._asked:
            self._figures.counts["questions on a page before their line was heard"] += 1
            return None
        options = tuple(option["choice"] for option in shown["options"])
        question = Question(shown["number"], shown["kind"], options, die=shown["die"])
        lies = in_order_of(self._read, self.thrown.roll)
        truth = Truth(lies, self.thrown.face, self.thrown.counts)
        return answer(question, truth, solver(self._judge.rules))

    def _follow(self, event: Mapping[str, Any], effects: Sequence[Mapping[str, Any]]) -> None:
        counts = self._figures.counts
        self.clock = max(self.clock, event["at"] + 1.0)
        match event["kind"]:
            case "EveningOpened":
                counts["evenings"] += 1
                self._judge.rules = amended(HouseRules(), event["settings"])
            case "QuestionAnswered":
                self._judge.answered()
            case "RollRead" | "OrderRead":
                counts["throws read"] += 1
            case "RollInvalid":
                counts["throws invalid"] += 1
        for effect in effects:
            match effect["kind"]:
                case "Ask":
                    counts["questions asked"] += 1
                    self._asked.add(effect["question"]["number"])
                case "ShowRoll":
                    self._read = msgspec.convert(effect["roll"], Roll, strict=False)
