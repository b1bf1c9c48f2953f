"""Which parts of the table are real, by what is found and what the settings say."""

from dataclasses import replace
from pathlib import Path

import pytest

from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.devices.edges import EdgesError
from pi_diavolo.errors import ConfigError
from pi_diavolo.furnishing import Found, Furniture, furnish, look_round, own_table_file, table_in_use
from pi_diavolo.table.parts import Lacking, PartKind

AUTO = HardwareSettings()
TABLE = Path("table.toml")
ALL = Found(("pi", "/dev/video0"), gpio=True, spi=True)


def furnished(settings: HardwareSettings, found: Found, table: Path | None = TABLE) -> Furniture:
    return furnish(settings, table, lambda: found)


def test_what_is_found_is_taken() -> None:
    furniture = furnished(AUTO, ALL)
    assert (furniture.camera, furniture.sensors, furniture.lamps) == ("pi", True, True)
    assert furniture.simulated == {}


def test_what_is_not_there_is_simulated_and_said() -> None:
    furniture = furnished(AUTO, Found())
    assert (furniture.camera, furniture.sensors, furniture.lamps) == (None, False, False)
    assert furniture.simulated == {
        PartKind.CAMERA: Lacking.NO_CAMERA,
        PartKind.SWITCHES: Lacking.NO_GPIO,
        PartKind.LAMPS: Lacking.NO_SPI,
    }


def test_a_laptop_has_a_camera_but_no_table_under_it() -> None:
    furniture = furnished(AUTO, Found(("/dev/video0",)), table=None)
    assert furniture.camera is None
    assert furniture.simulated[PartKind.CAMERA] is Lacking.NO_TABLE_FILE


def test_who_names_a_camera_may_set_its_table_up() -> None:
    furniture = furnished(replace(AUTO, camera="pi"), ALL, table=None)
    assert (furniture.camera, furniture.table_file) == ("pi", None)


def test_without_pages_to_set_it_up_a_camera_needs_a_table_file() -> None:
    with pytest.raises(ConfigError, match=r"hardware\.camera = 'pi', but no table file is named"):
        furnish(replace(AUTO, camera="pi"), None, lambda: ALL, sets_up=False)


def test_the_table_that_was_set_up_is_taken_unless_another_is_named(tmp_path: Path) -> None:
    log = tmp_path / "games.db"
    assert table_in_use(None, log) is None
    own_table_file(log).touch()
    assert table_in_use(None, log) == tmp_path / "table.toml"
    assert table_in_use(TABLE, log) == TABLE


def test_a_real_camera_goes_with_simulated_sensors() -> None:
    furniture = furnished(replace(AUTO, camera="film.mp4", sensors="simulated"), ALL)
    assert (furniture.camera, furniture.sensors, furniture.lamps) == ("film.mp4", False, True)
    assert furniture.simulated == {PartKind.SWITCHES: Lacking.SETTINGS}


@pytest.mark.parametrize(
    ("settings", "table", "sentence"),
    [
        (
            replace(AUTO, sensors="real"),
            TABLE,
            "hardware.sensors = 'real', but this machine has no GPIO pins; run it on a Raspberry Pi,"
            " or use 'auto'",
        ),
        (
            replace(AUTO, lamps="real"),
            TABLE,
            "hardware.lamps = 'real', but there is no SPI bus; on a Raspberry Pi,"
            " switch it on with `sudo raspi-config nonint do_spi 0`, elsewhere use 'auto'",
        ),
    ],
)
def test_a_part_that_is_wanted_and_not_there_is_an_error(
    settings: HardwareSettings, table: Path | None, sentence: str
) -> None:
    with pytest.raises(ConfigError) as error:
        furnished(settings, Found(), table)
    assert str(error.value) == sentence


REFUSED = "/dev/gpiochip0: this user may not use GPIO; add it to the group gpio"


def test_pins_that_may_not_be_used_cost_neither_camera_nor_lamps() -> None:
    found = replace(ALL, gpio=False, refused={PartKind.SWITCHES: REFUSED})
    furniture = furnished(AUTO, found)
    assert (furniture.camera, furniture.sensors, furniture.lamps) == ("pi", False, True)
    assert furniture.simulated == {PartKind.SWITCHES: Lacking.NOT_ALLOWED}
    with pytest.raises(
        ConfigError, match=r"hardware\.sensors = 'real', but /dev/gpiochip0: this user may not"
    ):
        furnished(replace(AUTO, sensors="real"), found)


def test_a_refusal_is_found_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_devices: Path) -> None:
        raise EdgesError(REFUSED)

    monkeypatch.setattr("pi_diavolo.devices.gpio_chip.find_chip", refuse)
    monkeypatch.setattr("pi_diavolo.devices.camera.found_cameras", lambda: ("pi",))
    (tmp_path / "spidev0.0").touch()
    found = look_round(tmp_path)
    assert found == Found(("pi",), gpio=False, spi=True, refused={PartKind.SWITCHES: REFUSED})
    monkeypatch.setattr("os.access", lambda *_: False)
    assert look_round(tmp_path).refused.keys() == {PartKind.SWITCHES, PartKind.LAMPS}


def test_where_all_is_simulated_nobody_looks_round() -> None:
    def look() -> Found:
        raise AssertionError

    nothing = HardwareSettings(camera="simulated", sensors="simulated", lamps="simulated")
    assert furnish(nothing, TABLE, look).simulated[PartKind.CAMERA] is Lacking.SETTINGS


def test_an_empty_machine_has_nothing(tmp_path: Path) -> None:
    found = look_round(tmp_path)
    assert (found.gpio, found.spi) == (False, False)
    (tmp_path / "spidev0.0").touch()
    assert look_round(tmp_path).spi
