"""`pi-diavolo check`: the computer under the table, and the log that it keeps."""

from collections.abc import Collection, Iterator
from pathlib import Path

from pi_diavolo.doctor import machine
from pi_diavolo.doctor.finding import Finding, not_here
from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.eventlog.put_away import put_away_beside

MACHINE = ("disk", "log", "clock", "supply", "temperature")


def check_machine(wanted: Collection[str], log_file: Path, root: Path = Path("/")) -> Iterator[Finding]:
    """The computer itself."""
    if "disk" in wanted:
        yield machine.judge_disk(machine.disk(log_file))
    if "log" in wanted:
        yield _log(log_file)
    if "clock" in wanted:
        yield machine.judge_clock(machine.clocks(root))
    if "supply" in wanted:
        yield machine.judge_supply(machine.throttled(root=root))
    if "temperature" in wanted:
        yield machine.judge_temperature(machine.temperature(root))


def _put_away(log_file: Path) -> str:
    sizes = [file.stat().st_size for file in put_away_beside(log_file)]
    files = f"{len(sizes)} file{'s' if len(sizes) > 1 else ''}"
    return f"; put away beside it: {files}, {sum(sizes) / machine.MB:,.1f} MB" if sizes else ""


def _log(log_file: Path) -> Finding:
    try:
        if not log_file.exists():
            return not_here("log", "", f"{log_file}: not yet made; the first game makes it")
        with EventLog.read_only(log_file) as log:
            size = f"{log_file.stat().st_size / machine.MB:,.1f} MB"
            counted = f"{log.games_there()} games, {log.events_there()} events, {size}"
            return Finding("log", True, f"{log_file}: {counted}{_put_away(log_file)}")
    except LogError as error:
        found, _, do = str(error).partition("; ")
        return Finding("log", False, found, "a log that can be read", do or "start the table once")
    except OSError as error:  # on an installed table the games are its own user's
        found = f"{log_file}: cannot be read ({(error.strerror or 'no reason given').lower()})"
        return Finding("log", False, found, "a log that can be read", "try `sudo pi-diavolo check`")
