"""One table's eyes and the judgement of what they see, for what `pi-diavolo read` reads at a table."""

import time
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pi_diavolo.commands.common import warn
from pi_diavolo.config import Config
from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.reading import Reading, judge, unseen
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision.calibration import NotFound, Why, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.picture import Picture, is_colourless
from pi_diavolo.vision.shipped_tables import as_people_type_it
from pi_diavolo.vision.table_file import TableFile, load_table

# Why nothing was read, where the code alone would send people the wrong way.
NO_COLOURS = "no_colours"
TELLING = frozenset({Why.MIRRORED, Why.MARKERS_DISAGREE, Why.LENS_DOES_NOT_FIT})


@dataclass(frozen=True, slots=True)
class Read:
    """One picture read: what was seen, what it means, from where, and the CPU time it took (ms)."""

    view: TableView
    reading: Reading
    camera: Camera | None
    ms: float


class Reader:
    """Looks and judges; a doubt that comes from faces which are not enrolled is told to `note`, once."""

    def __init__(
        self, table: TableFile, rules: HouseRules, expect: Expect, note: Callable[[str], None] | None = None
    ) -> None:
        self.table, self.expect, self.eyes = table, expect, Eyes(table)
        self._rules, self._awake, self._note = rules, False, note

    def read(self, picture: Picture) -> Read:
        """Read a picture of its own: nothing is known from the one before."""
        self._wake(picture)
        began = time.process_time()
        self.eyes.forget()
        return self.told(picture, self.judged(self.eyes.look(picture, expect=self.expect), began))

    def _wake(self, picture: Picture) -> None:
        """The first look loads networks and other things that are kept: no part of the time a reading takes.

        Upside down it is another picture, so that nothing is known about this one beforehand.
        """
        if not self._awake:
            self.eyes.look(np.ascontiguousarray(picture[::-1, ::-1]), expect=self.expect)
            self._awake = self.eyes.camera is not None

    def judged(self, view: TableView, began: float) -> Read:
        """Judge what the eyes saw; the look at it began when the CPU's clock stood so."""
        reading = judge(view, self._rules, order_alone=self.expect is Expect.ORDER)
        read = Read(view, reading, self.eyes.camera, 1000 * (time.process_time() - began))
        if self._note and Code.ORDER_UNSURE in view.codes:
            self._tell_what_is_missing(self._note)
        return read

    def _tell_what_is_missing(self, note: Callable[[str], None]) -> None:
        """Once: people would look for the fault in the light, the focus or the die."""
        enrolled = dict(self.table.faces)
        missing = ", ".join(order for order in Order if order not in enrolled)
        if missing:
            note(
                f"{self.table.source}: these faces of the Order die are not enrolled: {missing};"
                " without all six none is read surely, run `pi-diavolo calibrate enrol`"
            )
        self._note = None

    def told(self, picture: Picture, read: Read) -> Read:
        """The same with a reason that helps more than the code alone, where nothing sure was read."""
        if read.reading.valid:
            return read
        if Code.DIE_UNSURE in read.view.codes and is_colourless(picture):
            return replace(read, reading=unseen(read.view, NO_COLOURS))
        if Code.MARKERS_HIDDEN in read.view.codes:
            found = find_table(picture, self.table)
            if isinstance(found, NotFound) and found.why in TELLING:
                return replace(read, reading=unseen(read.view, found.why))
        return read


def a_reader(arguments: Namespace, config: Config) -> Reader:
    """The reader for the table that the command line or the settings name."""
    path = arguments.table or config.table_file
    if path is None:
        raise UsageError(
            f"--table is missing; give your table file ({as_people_type_it()} shows how it looks),"
            " or name it in diavolo.toml under [table]"
        )
    return Reader(load_table(path), config.diavolo, Expect(arguments.expect), note=warn)
