"""The table's own wires on a Pi: edges, levels, docks and lamps, each in its thread, all into one inbox."""

import time
from collections.abc import Callable
from contextlib import ExitStack

from pi_diavolo.devices.awaited_edges import AwaitedEdges
from pi_diavolo.devices.docks import docks_of
from pi_diavolo.devices.edges import Edges, EdgesError, open_edges
from pi_diavolo.devices.levels import LevelPoller
from pi_diavolo.devices.lights import Lights, lights_of
from pi_diavolo.nerves import nerves_for
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.table.sentences import Saying

Report = Callable[[Fact], None]


class RealWires:
    """Switches and docks that hands touch; `nerves` makes events of what they report, people hear `tell`.

    `patient` wires open whatever is wrong: lines that do not answer are told and looked for until they do.
    """

    def __init__(
        self,
        wiring: PinMap,
        report: Report,
        tell: Callable[[Saying], None] = lambda saying: None,
        open_: Callable[..., Edges] = open_edges,
        *,
        patient: bool = False,
    ) -> None:
        self._patient = patient
        self.nerves = nerves_for(wiring)
        with ExitStack() as opened:  # what fails half-way lets go of the lines
            edges: Edges = (
                AwaitedEdges(lambda: open_(wiring.inputs, report), report)
                if patient
                else open_(wiring.inputs, report)
            )
            opened.callback(edges.close)
            self._start(edges)
            levels = LevelPoller(edges, report)
            levels.start()
            opened.callback(levels.close)
            docks = docks_of(wiring, report, tell=tell)
            if docks is not None:
                docks.start()
                opened.callback(docks.close)
            self._opened = opened.pop_all()

    def _start(self, edges: Edges) -> None:
        try:
            levels = edges.levels()
        except OSError as error:
            if self._patient:
                return  # they are asked again ten times a second, and that they fail is told there
            raise EdgesError(
                f"the switches do not answer ({error}); look at their wires and the pin map, and start again"
            ) from error
        self.nerves.start(levels, time.monotonic())

    def close(self) -> None:
        """Let go of everything, the docks first, the lines last."""
        self._opened.close()


def real_lights(wiring: PinMap, report: Report) -> Lights | None:
    """The lamps of this wiring, lit by a thread of their own; None where the map has none."""
    lights = lights_of(wiring, report)
    if lights is not None:
        lights.start()
    return lights
