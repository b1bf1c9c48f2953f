"""How `pi-diavolo check` says what it found: a line for people, a JSON object for programs."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pi_diavolo.commands.check_bundle import PROMISE, Packed, listed
from pi_diavolo.commands.check_bundle import told as as_told
from pi_diavolo.commands.common import tell_json
from pi_diavolo.doctor.finding import Finding

VERDICTS = {True: ("well", "green"), False: ("wrong", "bold red"), None: ("–", "dim")}
WIDTH = 20


class Telling:
    """Tells people, or a program, finding by finding."""

    def __init__(self, json: bool) -> None:
        self._json = json
        self._screen = Console(highlight=False, soft_wrap=True)
        self._advised = ""

    def say(self, sentence: str) -> None:
        """Something for people alone."""
        if not self._json:
            self._screen.print(Text(sentence))

    def tell(self, finding: Finding) -> None:
        """One finding."""
        if self._json:
            told = asdict(finding)
            tell_json({**told, "wanted": finding.wanted or None, "do": finding.do or None})
            sys.stdout.flush()  # whoever reads along need not wait
            return
        word, style = VERDICTS[finding.ok]
        line = Text("  ")
        line.append(f"{word:6}", style)
        line.append(f"{finding.part:{WIDTH}}{finding.found}")
        if finding.wanted and (finding.ok is False or finding.do):
            line.append(f" (wanted: {finding.wanted})", "dim")
        self._screen.print(line)
        advised, self._advised = self._advised, finding.do
        if finding.do and finding.do != advised:  # four lines that ask for the same are one request
            self._screen.print(Text(f"          → {finding.do}", "yellow" if finding.ok is False else "dim"))

    def tell_all(self, findings: Iterable[Finding]) -> list[Finding]:
        """Each as it comes, and the last line."""
        told = []
        for finding in findings:
            told.append(finding)
            self.tell(finding)
        self.sum_up(told)
        return told

    def bundled(self, path: Path, packed: Sequence[Packed], elsewhere: bool = False) -> None:
        """What was written for a bug report; `elsewhere` than where people would look for it."""
        if self._json:
            tell_json(as_told(path, packed))
            return
        size = path.stat().st_size / 1000
        self.say(f"\n{path} ({size:,.0f} kB) is written, for a bug report:")
        if elsewhere:
            self.say(f"It is not in this folder, which cannot be written; fetch it: sudo cp {path} .")
        for line in listed(packed):
            self.say(line)
        self.say(PROMISE)

    def sum_up(self, findings: Sequence[Finding]) -> None:
        """The last line."""
        wrong = sum(finding.ok is False for finding in findings)
        unknown = sum(finding.ok is None for finding in findings)
        well = sum(finding.ok is True for finding in findings)
        if wrong:
            things = "1 thing is" if wrong == 1 else f"{wrong} things are"
            self.say(f"{things} wrong: see to the arrows above.")
        elif not well:
            self.say("Nothing could be checked: see to the arrows above.")
        elif unknown:
            self.say("All that could be checked is well.")
        else:
            self.say("All is well.")
