"""What the picture and the tables say about a map in words."""

from collections.abc import Mapping, Sequence

from pi_diavolo.table.pin_map import READ_BACK_OHM, LampChain, MapKind, Need, PinMap
from pi_diavolo.wiring.boards import shared_places

HOW: Mapping[Need, str] = {
    Need.ONE_SELECT: "line dtoverlay=spi0-1cs in /boot/firmware/config.txt (frees GPIO 7)",
    Need.SERIAL_OFF: "serial console off: sudo raspi-config nonint do_serial_cons 1 and do_serial_hw 1",
    Need.I2C_OFF: "I2C off: sudo raspi-config nonint do_i2c 1",
    Need.NO_HAT: "no HAT on the header, and line force_eeprom_read=0 in /boot/firmware/config.txt",
}
SPI_ON = "SPI on: sudo raspi-config nonint do_spi 0"
BASES_LIE = (
    "Bases 0 to 9 lie clockwise from the top left, where marker 0 is: 0, 1, 2 along the top, 3, 4 right,"
    " 5, 6, 7 along the foot, 8, 9 left."
)
ANY_IMP = "Any imp may stand on any base: the camera reads which colour stands where."


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
    return [*hints(pins), *(f"On the Pi: {setting}." for setting in settings(pins))]


def listed(places: Sequence[int]) -> str:
    """Places on the header, as people count them up."""
    *first, last = map(str, places) if places else ("",)
    return f"{', '.join(first)} and {last}" if first else last


def _read_back(chain: LampChain) -> str:
    ohm = f"{READ_BACK_OHM / 1000:g} kΩ"
    if chain.read_back:
        return f"QH' of the last lamp chip leads back through {ohm}: a lamp board that comes off is told."
    return (
        f"Dashed, if you like: QH' of the last lamp chip leads back through {ohm}. With read_back = true in"
        " the pin map, a lamp board that comes off is told."
    )


def hints(pins: PinMap) -> list[str]:
    """What to know while building."""
    lines = ["Every switch closes to ground; the pull-ups are inside the Pi. Never connect 5V to a GPIO pin."]
    if chain := pins.lamps:
        lines.append(
            f"Each LED has its own {chain.resistor_ohm:g} Ω: ({chain.supply_v:g} V − {chain.led_v:g} V) /"
            f" {chain.resistor_ohm:g} Ω = {chain.led_ma:.1f} mA. All cathodes go to GND."
            f" All lamps together: {sum(map(chain.chip_ma, range(chain.chips))):.0f} mA."
        )
    if pins.lamps and pins.lamps.can_be_read_back:
        lines.append(_read_back(pins.lamps))
    if shared := listed(shared_places(pins)):
        lines.append(
            f"Header pins {shared} have two wires each: solder both onto one crimp, or join them in a lever"
            " clamp of three ways."
        )
    return [*lines, BASES_LIE, ANY_IMP] if pins.kind is MapKind.BASES else lines
