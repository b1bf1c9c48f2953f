"""A chain of 74HC595 on SPI: data to SER, clock to SRCLK, select to RCLK; QH' may lead back."""

from typing import Any

from gpiozero import SPIDevice

from pi_diavolo.devices.spi import keep, let_go
from pi_diavolo.table.echo import announced, came_back
from pi_diavolo.table.pin_map import LampChain, spi_device


class ShiftRegisters(SPIDevice):  # type: ignore[misc]  # gpiozero has no types
    """Outputs that change together: the select line rises after the last bit and latches all of them.

    `port` and `device` choose the Pi's own SPI, `clock_pin`, `mosi_pin` and `select_pin` any other pins.
    `read_back`: the last register's QH' leads back to the bus.
    """

    def __init__(self, registers: int, *, read_back: bool = False, **spi: Any) -> None:
        self._registers, self._read_back = registers, read_back
        super().__init__(**spi)
        keep(self._spi)

    def write(self, outputs: bytes) -> bool:
        """Send the whole chain; the first byte ends up in the farthest register.

        False where the chain should have been heard and was not. All in one transfer: the outputs are latched
        at its end only, so no lamp ever shows the pattern.
        """
        if len(outputs) != self._registers:
            raise ValueError(f"{self._registers} registers take as many bytes, not {len(outputs)}")
        if not self._read_back:
            self._spi.transfer(list(outputs))
            return True
        return came_back(bytes(self._spi.transfer(list(announced(outputs)))), self._registers)

    def close(self) -> None:
        """Let go of the bus."""
        with let_go(getattr(self, "_spi", None)):
            super().close()


def chain_of(lamps: LampChain, pin_factory: Any) -> ShiftRegisters:
    """The lamps' chain where the pin map says it is."""
    return ShiftRegisters(
        lamps.chips,
        read_back=lamps.read_back,
        port=0,
        device=spi_device(lamps.select),
        pin_factory=pin_factory,
    )
