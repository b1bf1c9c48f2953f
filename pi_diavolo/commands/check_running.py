"""`pi-diavolo check` while a table plays: what that table uses is left to it, and people are told."""

from pi_diavolo.doctor.finding import Finding, not_here

STOP = (
    "stop the table, check again, and start it: `sudo systemctl stop pi-diavolo`, afterwards `start`"
    " (or Ctrl-C where it was started by hand)"
)


def left_to_the_table(part: str) -> Finding:
    """A part that was not tried: two programs on one bus would light each other's lamps."""
    return not_here(part, STOP, "not tried: a table is running and uses it")


def explained(finding: Finding) -> Finding:
    """A part that cannot be had while a table is running is most likely held by it, and no fault."""
    return not_here(finding.part, STOP, f"{finding.found}: a table is running and uses it")
