"""How the steps of `pi-diavolo calibrate` say what they found: lines for people, JSON for programs."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from pi_diavolo.commands.common import tell_json, warn
from pi_diavolo.vision.pictures import PictureError
from pi_diavolo.vision.verdicts import Finding, Verdict

STYLES = {Verdict.GOOD: "green", Verdict.FAIR: "yellow", Verdict.POOR: "bold red", Verdict.UNKNOWN: "dim"}
WIDTH = 38


class Telling:
    """Tells people, or a program, as they asked."""

    def __init__(self, json: bool) -> None:
        self.json, self.left_out = json, 0
        self._screen = Console(highlight=False, soft_wrap=True)

    def say(self, sentence: str) -> None:
        """Something for people alone."""
        if not self.json:
            self._screen.print(Text(sentence))

    def leave_out(self, error: PictureError) -> None:
        """A picture that cannot be read: it is named, and the others are used."""
        warn(str(error))
        self.left_out += 1

    def code(self, otherwise: int) -> int:
        """The exit code, as of `read`: 2 if a picture was left out, though all else is done."""
        return 2 if self.left_out else otherwise

    def result(self, step: str, told: dict[str, Any], findings: Sequence[Finding] = ()) -> None:
        """What a step came to: one object for programs, and line by line for people."""
        if self.json:
            judged = [_object(finding) for finding in findings]
            tell_json({"step": step, **told, **({"findings": judged} if judged else {})})
            return
        for line in _lines(findings):
            self._screen.print(line)


def worst(findings: Iterable[Finding]) -> Verdict:
    """The verdict on the whole: that of its worst line."""
    order = (Verdict.POOR, Verdict.FAIR, Verdict.UNKNOWN)
    there = {finding.verdict for finding in findings}
    return next((verdict for verdict in order if verdict in there), Verdict.GOOD)


def _object(finding: Finding) -> dict[str, Any]:
    return {
        "what": finding.what,
        "value": finding.value,
        "said": finding.said,
        "verdict": str(finding.verdict),
        "advice": finding.advice or None,
    }


def _lines(findings: Sequence[Finding]) -> Iterable[Text]:
    said = max((len(finding.said) for finding in findings), default=0)
    for finding in findings:
        line = Text(f"  {finding.what:{WIDTH}}{finding.said:{said}}  ")
        line.append(str(finding.verdict), STYLES[finding.verdict])
        yield line
        if finding.advice:
            yield Text(f"    → {finding.advice}", "dim")
