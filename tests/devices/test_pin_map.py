"""The pin maps that are shipped, and those that people may write."""

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from pi_diavolo.devices import pin_map as module
from pi_diavolo.devices.pin_map import SHIPPED, load, shipped, shipped_file
from pi_diavolo.devices.pin_map_reading import pin_map
from pi_diavolo.errors import ConfigError
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.pin_map import MISO, MOSI, SCLK, SELECTS, MapKind, Need, spi_device
from pi_diavolo.table.players import Seat, seats_for

KINDS = ("panels", "bases")
EVERY_NUMBER = range(2, 7)


@pytest.mark.parametrize("seats", EVERY_NUMBER)
@pytest.mark.parametrize("kind", KINDS)
def test_a_map_is_shipped_for_every_table(kind: str, seats: int) -> None:
    pins = shipped(kind, seats)
    assert (pins.kind, pins.seats, pins.name) == (MapKind(kind), seats_for(seats), f"{kind}-{seats}")


@pytest.mark.parametrize("seats", EVERY_NUMBER)
def test_each_seat_of_a_panel_table_has_four_buttons(seats: int) -> None:
    pins = shipped("panels", seats)
    wanted = {(seat, colour) for seat in pins.seats for colour in IMPS}
    assert set(pins.buttons.values()) == wanted
    assert len(pins.buttons) == len(wanted)
    assert not pins.bases
    assert not pins.docks


@pytest.mark.parametrize("seats", EVERY_NUMBER)
def test_all_ten_bases_are_wired_and_each_seat_has_a_dock(seats: int) -> None:
    pins = shipped("bases", seats)
    assert sorted(pins.bases.values()) == list(range(10))
    assert sorted(pins.docks) == list(pins.seats)
    assert pins.adc_select == 7
    assert not pins.buttons


@pytest.mark.parametrize("name", SHIPPED)
def test_every_lamp_has_an_output_of_its_own_and_no_chip_is_overloaded(name: str) -> None:
    chain = load(shipped_file(name)).lamps
    assert chain is not None
    assert sorted(chain.leds) == list(range(5 + 5 * len(chain.gems)))
    assert 0 <= chain.bits - len(chain.leds) < 8
    assert chain.led_ma <= 5
    assert max(chain.chip_ma(chip) for chip in range(chain.chips)) <= 70


@pytest.mark.parametrize("name", SHIPPED)
def test_no_switch_sits_on_spi(name: str) -> None:
    pins = load(shipped_file(name))
    selects = {pins.adc_select, pins.lamps.select if pins.lamps else None}
    assert not pins.inputs.keys() & {MISO, MOSI, SCLK, 8, *selects}


def test_up_to_five_panels_leave_a_second_select_and_a_hat_alone() -> None:
    for seats in range(2, 6):
        assert not shipped("panels", seats).inputs.keys() & {0, 1, 7}


def test_up_to_four_panels_ask_for_no_change_on_the_pi() -> None:
    assert [len(shipped("panels", seats).needs) for seats in EVERY_NUMBER] == [0, 0, 0, 2, 4]


def test_six_panels_take_every_pin_there_is() -> None:
    pins = shipped("panels", 6)
    assert sorted(pins.inputs) == [*range(8), *range(12, 28)]
    assert pins.needs == frozenset(Need)


def test_a_panel_can_be_added_without_moving_a_wire() -> None:
    whole = shipped("panels", 6).buttons
    for seats in (2, 4, 5):
        assert shipped("panels", seats).buttons.items() <= whole.items()


def test_a_pin_names_the_part_that_fails() -> None:
    assert shipped("panels", 4).inputs[17] == Part(PartKind.BUTTON, number=1, colour=Colour.WHITE, pin=17)
    assert shipped("bases", 4).inputs[25] == Part(PartKind.BASE, number=5, pin=25)


def test_a_select_is_a_device_of_spi() -> None:
    assert [spi_device(select) for select in SELECTS] == [0, 1]


def test_five_volts_suit_a_74hct(tmp_path: Path) -> None:
    text = shipped_file("panels-4").read_text(encoding="utf-8")
    for found, instead in (
        ('"74HC595"', '"74HCT595"'),
        ("supply_v = 3.3", "supply_v = 5"),
        ("= 330", "= 680"),
    ):
        text = text.replace(found, instead, 1)
    (tmp_path / "five.toml").write_text(text, encoding="utf-8")
    chain = load(tmp_path / "five.toml").lamps
    assert chain is not None
    assert chain.led_ma == pytest.approx(4.4, abs=0.05)


def test_lamps_and_docks_can_be_left_out() -> None:
    document = tomllib.loads(shipped_file("bases-4").read_text(encoding="utf-8"))
    del document["lamps"], document["docks"]
    pins = pin_map(document)
    assert (pins.lamps, dict(pins.docks), pins.adc_select) == (None, {}, None)


def test_seats_may_stand_in_any_order() -> None:
    document = tomllib.loads(shipped_file("panels-4").read_text(encoding="utf-8"))
    document["seats"] = [4, 2, 1, 3]
    assert pin_map(document).seats == tuple(map(Seat, (1, 2, 3, 4)))


def test_windows_notepad_may_write_a_map(tmp_path: Path) -> None:
    raw = shipped_file("bases-2").read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "bases-2.toml").write_bytes(b"\xef\xbb\xbf" + raw)
    assert load(tmp_path / "bases-2.toml") == shipped("bases", 2)


class Installed:
    """A file in a package's list."""

    def __init__(self, place: Path) -> None:
        self.name, self._place = place.name, place

    def locate(self) -> Path:
        return self._place


def test_the_maps_are_found_where_pip_puts_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "__file__", str(tmp_path / "site-packages/pi_diavolo/devices/pin_map.py"))
    listed = [Installed(tmp_path / "share" / f"{name}.toml") for name in SHIPPED]
    monkeypatch.setattr(metadata, "files", lambda package: listed)
    assert shipped_file("panels-3") == (tmp_path / "share/panels-3.toml").resolve()


@pytest.mark.parametrize("listed", [None, []])
def test_maps_that_got_lost_are_missed_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: list[Installed] | None
) -> None:
    monkeypatch.setattr(module, "__file__", str(tmp_path / "site-packages/pi_diavolo/devices/pin_map.py"))
    monkeypatch.setattr(metadata, "files", lambda package: listed)
    with pytest.raises(ConfigError, match=r"panels-3\.toml: there is no such file"):
        shipped("panels", 3)


def test_an_imp_may_have_a_base_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = shipped_file("bases-4").read_text(encoding="utf-8")
    file.write_text(text + "\n[homes]\n4 = 7\n0 = 9\n", encoding="utf-8")
    assert load(file).homes == {4: 7, 0: 9}
    assert shipped("bases", 4).homes == {}
