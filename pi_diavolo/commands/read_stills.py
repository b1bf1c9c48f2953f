"""`pi-diavolo read` for pictures that have nothing to do with each other."""

from argparse import Namespace
from collections import Counter

from pi_diavolo.commands.common import settings, speaker, tell_json, warn
from pi_diavolo.commands.read_json import read_failed, read_told
from pi_diavolo.commands.read_overlay import Overlays
from pi_diavolo.commands.read_print import Printer
from pi_diavolo.commands.read_sources import Still, counted, expanded, stills, watched
from pi_diavolo.commands.read_table import Read, Reader, a_reader

KINDS = {True: "sure", False: "invalid", None: "not_sure"}


def run(arguments: Namespace) -> int:
    """Read them one by one; 2 if one could not be opened."""
    config = settings(arguments)
    says, reader = speaker(arguments, config), a_reader(arguments, config)
    paths, counts = expanded(arguments.sources), Counter[str]()
    overlays = Overlays(arguments.overlay, paths) if arguments.overlay else None
    with watched(counted(paths), arguments.json) as screen:
        printer = Printer(says, screen.show, many=len(paths) > 1)
        for still in screen.each(stills(paths)):
            read = _read(still, reader, counts)
            _tell(still, read, printer, arguments.json)
            if overlays and read:
                overlays.draw(still, read, says, reader.table)
        if not arguments.json:
            printer.sum_up(counts)
    return 2 if counts["unreadable"] else 0


def _read(still: Still, reader: Reader, counts: Counter[str]) -> Read | None:
    if still.picture is None:
        counts["unreadable"] += 1
        return None
    read = reader.read(still.picture)
    counts[KINDS[read.reading.valid]] += 1
    return read


def _tell(still: Still, read: Read | None, printer: Printer, json: bool) -> None:
    if read is None:
        warn(still.error)
        if json:
            tell_json(read_failed(still))
    elif json:
        tell_json(read_told(still, read, printer.says))
    else:
        printer.tell(still, read)
