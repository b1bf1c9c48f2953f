"""A chain of 74HC595 on SPI: data to DS, clock to SHCP, select to STCP."""

from typing import Any

from gpiozero import SPIDevice

from pi_diavolo.devices.spi import keep


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
