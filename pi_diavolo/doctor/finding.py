"""One finding of the doctor's: which part, how it is, how it should be, and what to do."""

from dataclasses import dataclass

NOT_HERE = "not here"


@dataclass(frozen=True, slots=True)
class Finding:
    """`ok` is None where there is nothing to judge: the part is not here, or nobody could say."""

    part: str
    ok: bool | None
    found: str
    wanted: str = ""
    do: str = ""


def not_here(part: str, do: str, found: str = NOT_HERE) -> Finding:
    """A part that this machine does not have."""
    return Finding(part, None, found, do=do)


def skipped(part: str) -> Finding:
    """Somebody wished to go on."""
    return Finding(part, None, "skipped", do=f"try it again with `pi-diavolo check {part.split()[0]}s`")
