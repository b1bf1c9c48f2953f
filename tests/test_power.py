"""The wish to switch the machine off, as the service lays it down."""

from pathlib import Path

import pytest

from pi_diavolo.devices.pin_map import SHIPPED, load, shipped_file
from pi_diavolo.power import PowerError, PowerSwitch, power_switch

# Which pin docs/install.md gives a power button; with panels for six seats none is left.
BUTTONS = dict.fromkeys(SHIPPED, 3) | {"panels-5": 26, "panels-6": None}
SPI = range(7, 12)
UNIT = Path(__file__).parents[1] / "systemd/pi-diavolo-poweroff.path"


def test_a_press_lays_the_wish_into_the_services_folder(tmp_path: Path) -> None:
    switch = power_switch({"RUNTIME_DIRECTORY": f"{tmp_path}:/run/more"})
    assert switch is not None
    switch.press()
    switch.press()
    assert [file.name for file in tmp_path.iterdir()] == ["poweroff"]


def test_the_unit_waits_for_that_very_file() -> None:
    assert "PathExists=/run/pi-diavolo/poweroff\n" in UNIT.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["", "run", "/no/such/folder"])
def test_a_table_that_people_started_has_no_switch(folder: str) -> None:
    assert power_switch({"RUNTIME_DIRECTORY": folder}) is None
    assert power_switch({}) is None


def test_a_wish_that_cannot_be_laid_down_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PowerError, match="use `sudo poweroff`"):
        PowerSwitch(tmp_path / "gone").press()


@pytest.mark.parametrize(("name", "pin"), BUTTONS.items())
def test_a_power_button_takes_a_pin_that_the_table_does_not(name: str, pin: int | None) -> None:
    taken = {*load(shipped_file(name)).inputs, *SPI}
    if pin is None:
        assert taken == set(range(28))
    else:
        assert pin not in taken
