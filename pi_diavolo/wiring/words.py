"""What the picture and the tables say about a map in words."""

from collections.abc import Mapping

from pi_diavolo.table.pin_map import MapKind, Need, PinMap

HOW: Mapping[Need, str] = {
    Need.ONE_SELECT: "line dtoverlay=spi0-1cs in /boot/firmware/config.txt (frees GPIO 7)",
    Need.SERIAL_OFF: "serial console off: sudo raspi-config nonint do_serial_cons 1 and do_serial_hw 1",
    Need.I2C_OFF: "I2C off: sudo raspi-config nonint do_i2c 1",
    Need.NO_HAT: "no HAT on the header, and line force_eeprom_read=0 in /boot/firmware/config.txt",
}
SPI_ON = "SPI on: sudo raspi-config nonint do_spi 0"


def title(pins: PinMap) -> str:
    """The map's name for people."""
    what = "Button panels" if pins.kind is MapKind.PANELS else "Bases and docks"
    seats = ", ".join(str(seat) for seat in pins.seats)
    return f"{what} for {len(pins.seats)} seats ({seats})"


def settings(pins: PinMap) -> list[str]:
    """What to change on the Pi before its first start with this wiring."""
    spi = [SPI_ON] if pins.lamps or pins.docks else []
    return spi + [HOW[need] for need in Need if need in pins.needs]


def notes(pins: PinMap) -> list[str]:
    """What stands below the picture."""
    lines = ["Every switch closes to ground; the pull-ups are inside the Pi. Never connect 5V to a GPIO pin."]
    if chain := pins.lamps:
        lines.append(
            f"Each LED has its own {chain.resistor_ohm:g} Ω: ({chain.supply_v:g} V − {chain.led_v:g} V) /"
            f" {chain.resistor_ohm:g} Ω = {chain.led_ma:.1f} mA. All cathodes go to GND."
            f" All lamps together: {sum(map(chain.chip_ma, range(chain.chips))):.0f} mA."
        )
    lines += [f"On the Pi: {setting}." for setting in settings(pins)]
    return lines
