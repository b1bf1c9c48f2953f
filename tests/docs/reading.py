"""Reads the pages: which commands stand in them, which files they lead to."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = tuple(
    page
    for pattern in ("*.md", "docs/*.md", "calibration/*.md", "hardware/*.md", "systemd/*.md", "training/*.md")
    for page in sorted(ROOT.glob(pattern))
    if page.name != "CHANGELOG.md"
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
# What is quoted in a sentence and begins like a command; in bold, in a table or over the end of a line, too.
QUOTED = re.compile(
    r"(?<!`)`((?:sudo\s|\./run\s|\./install\b|pi-diavolo\s|\.venv/bin/|\.ci/|systemctl\s|journalctl\s|pip\s|python\s)"
    r"[^`]+)`"
)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.M)


@dataclass(frozen=True, slots=True)
class Command:
    """A line that a reader may type, where it stands, and what the page says it prints."""

    page: str
    line: int
    words: tuple[str, ...]
    told: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it is typed."""
        return shlex.join(self.words)

    def __str__(self) -> str:
        return f"{self.page}:{self.line} {' '.join(self.words)}"


def typed(page: Path) -> Iterator[Command]:
    """The commands in the page's `sh` blocks, one by one; joined by && they are two."""
    text, name = page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix()
    for block in FENCE.finditer(text):
        if block[1] != "sh":
            continue
        first = text[: block.start(2)].count("\n") + 1
        lines = block[2].splitlines()
        for number, line in enumerate(lines):
            told = tuple(_printed(lines[number + 1 :]))
            for words in _split(shlex.split(line, comments=True)):
                yield Command(name, first + number, words, told)


def _split(words: list[str]) -> Iterator[tuple[str, ...]]:
    while words:
        end = words.index("&&") if "&&" in words else len(words)
        yield tuple(words[:end])
        words = words[end + 1 :]


def _printed(after: list[str]) -> Iterator[str]:
    """Remarks at the line's very beginning tell what the command before them prints."""
    for line in after:
        if not line.startswith("# "):
            return
        yield " ".join(line[1:].split())


def quoted(page: Path, root: Path = ROOT) -> Iterator[Command]:
    """The commands in the page's sentences."""
    text, name = page.read_text(encoding="utf-8"), page.relative_to(root).as_posix()
    plain = FENCE.sub(_blank, text)
    for found in QUOTED.finditer(plain):
        yield Command(name, plain[: found.start()].count("\n") + 1, tuple(shlex.split(found[1])))


def _blank(block: re.Match[str]) -> str:
    return "\n" * block[0].count("\n")


def links(page: Path) -> Iterator[str]:
    """Where the page leads, outside of code; addresses in the web are none of ours."""
    for found in LINK.finditer(FENCE.sub(_blank, page.read_text(encoding="utf-8"))):
        target = found[1] or found[2]
        if "://" not in target:
            yield target


def anchors(page: Path) -> set[str]:
    """The places in a page that a link may name, as GitHub names them."""
    headings = HEADING.findall(FENCE.sub(_blank, page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
