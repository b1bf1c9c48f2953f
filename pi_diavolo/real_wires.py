"""The table's own wires on a Pi: edges, levels, docks and lamps, each in its thread, all into one inbox."""

import time
from collections.abc import Callable
from functools import partial

from pi_diavolo.devices.docks import Docks
from pi_diavolo.devices.edges import Edges, open_edges
from pi_diavolo.devices.levels import LevelPoller
from pi_diavolo.devices.lights import Lights
from pi_diavolo.devices.shift_registers import ShiftRegisters
from pi_diavolo.nerves import nerves_for
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.lamps import layout_of
from pi_diavolo.table.pin_map import PinMap, spi_device

Report = Callable[[Fact], None]


class RealWires:
    """Switches and docks that hands touch; `nerves` makes events of what they report."""

    def __init__(self, wiring: PinMap, report: Report, open_: Callable[..., Edges] = open_edges) -> None:
        self.nerves = nerves_for(wiring)
        self._edges = open_(wiring.inputs, report)
        self.nerves.start(self._edges.levels(), time.monotonic())
        self._levels = LevelPoller(self._edges, report)
        self._levels.start()
        self._docks = _docks(wiring, report)

    def close(self) -> None:
        """Let go of everything."""
        self._levels.close()
        self._edges.close()
        if self._docks is not None:
            self._docks.close()


def _docks(wiring: PinMap, report: Report) -> Docks | None:
    if wiring.adc_select is None or not wiring.docks:
        return None
    docks = Docks(wiring.docks, report, spi_device(wiring.adc_select))
    docks.start()
    return docks


def real_lights(wiring: PinMap, report: Report) -> Lights | None:
    """The lamps of this wiring, lit by a thread of their own; None where the map has none."""
    lamps = wiring.lamps
    if lamps is None:
        return None
    chain = partial(ShiftRegisters, lamps.chips, port=0, device=spi_device(lamps.select))
    lights = Lights(chain, layout_of(lamps), report)
    lights.start()
    return lights
