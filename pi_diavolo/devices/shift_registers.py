"""A chain of 74HC595 on SPI: data to DS, clock to SHCP, select to STCP."""

from typing import Any

from gpiozero import SPIDevice

from pi_diavolo.devices.spi import keep, let_go
from pi_diavolo.table.pin_map import LampChain, spi_device


class ShiftRegisters(SPIDevice):  # type: ignore[misc]  # gpiozero has no types
    """Outputs that change together: the select line rises after the last bit and latches all of them.

    `port` and `device` choose the Pi's own SPI, `clock_pin`, `mosi_pin` and `select_pin` any other pins.
    """

    def __init__(self, registers: int, **spi: Any) -> None:
        self._registers = registers
        super().__init__(**spi)
        keep(self._spi)

    def write(self, outputs: bytes) -> None:
        """Send the whole chain; the first byte ends up in the farthest register."""
        if len(outputs) != self._registers:
            raise ValueError(f"{self._registers} registers take as many bytes, not {len(outputs)}")
        self._spi.transfer(list(outputs))

    def close(self) -> None:
        """Let go of the bus."""
        with let_go(getattr(self, "_spi", None)):
            super().close()


def chain_of(lamps: LampChain, pin_factory: Any) -> ShiftRegisters:
    """The lamps' chain where the pin map says it is."""
    return ShiftRegisters(lamps.chips, port=0, device=spi_device(lamps.select), pin_factory=pin_factory)
