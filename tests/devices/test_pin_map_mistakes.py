"""Every way in which a pin map can be wrong, and what is said about it."""

import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.devices.pin_claims import Claims
from pi_diavolo.devices.pin_map import SHIPPED, load, shipped_file
from pi_diavolo.devices.pin_map_reading import pin_map
from pi_diavolo.devices.pin_map_values import BadMap
from pi_diavolo.errors import ConfigError


def changed(folder: Path, name: str, found: str, instead: str) -> Path:
    """A shipped map with one thing changed."""
    text = shipped_file(name).read_text(encoding="utf-8")
    assert found in text
    file = folder / "mine.toml"
    file.write_text(text.replace(found, instead, 1), encoding="utf-8")
    return file


# What is wrong: the map, what stands there, what is put there instead, and words of what is then said.
WRONG: dict[str, tuple[str, ...]] = {
    "a pin used twice": (
        "panels-4",
        "white = 17",
        "white = 4",
        "buttons.1.white = 4",
        "taken by buttons.1.black",
        "such as 17, 26",
    ),
    "a GPIO that does not exist": (
        "panels-4",
        "white = 17",
        "white = 99",
        "buttons.1.white = 99 is not a GPIO pin",
        "use 0 to 27",
    ),
    "a pin below zero": ("panels-4", "white = 17", "white = -1", "not a GPIO pin"),
    "a pin that is true": (
        "panels-4",
        "white = 17",
        "white = true",
        "buttons.1.white = true is not a GPIO pin",
    ),
    "a text": ("panels-4", "white = 17", 'white = "17"', "buttons.1.white = '17' is not"),
    "an imp with two homes": (
        "bases-4",
        "[docks]",
        "[homes]\n0 = 3\n1 = 3\n[docks]",
        "homes.1 = 3 is taken by homes.0",
    ),
    "an imp that does not exist": ("bases-4", "[docks]", "[homes]\n0 = 10\n[docks]", "not an imp", "0 to 9"),
    "homes of imps at panels": ("panels-4", "[lamps]", "[homes]\n0 = 3\n[lamps]", "homes"),
    "nan": ("panels-4", "white = 17", "white = nan", "buttons.1.white = nan is not"),
    "the select": ("panels-4", "white = 17", "white = 8", "taken by the select of SPI0"),
    "the second select": (
        "panels-4",
        "white = 17",
        "white = 7",
        "the second select of SPI0",
        '"spi0-1cs" into needs',
    ),
    "SPI's own pins": ("panels-4", "white = 17", "white = 9", "taken by SPI0"),
    "a HAT's pin": ("panels-4", "white = 17", "white = 0", "the memory of a HAT", '"no-hat" into needs'),
    "serial": ("panels-4", "white = 17", "white = 14", "the serial console", '"serial-off"'),
    "I2C": ("panels-4", "white = 17", "white = 2", "the I2C bus", '"i2c-off" into needs'),
    "a button missing": ("panels-4", "white = 17\n", "", "buttons.1.white is missing"),
    "a button twice": ("panels-4", "white = 17", "white = 17\nwhite = 26", "not TOML: line 11", "overwrite"),
    "a colour misspelt": (
        "panels-4",
        "white = 17",
        "wihte = 17",
        "buttons.1.wihte",
        "use buttons.1.white instead",
    ),
    "an unknown colour": (
        "panels-4",
        "white = 17",
        "mauve = 17",
        "use buttons.1.white instead, which is missing",
    ),
    "two unknown colours": (
        "panels-4",
        "white = 17\nred = 27",
        "mauve = 17\nblue = 27",
        "buttons.1.mauve = 17 means nothing here; use one of white, red",
    ),
    "a colour too many": (
        "panels-4",
        "white = 17",
        "white = 17\nwhit = 26",
        "take it out, black, white, red, gray are all there",
    ),
    "a panel for a seat that is not there": (
        "panels-4",
        "[buttons.4]",
        "[buttons.5]",
        "buttons.5",
        "add 5 to seats",
    ),
    "a seat without a panel": (
        "panels-4",
        "seats = [1, 2, 3, 4]",
        "seats = [1, 2, 3, 4, 5]",
        "lamps.gems.5 is missing",
    ),
    "too many seats": (
        "panels-4",
        "seats = [1, 2, 3, 4]",
        "seats = [1, 2, 3, 4, 5, 6, 7]",
        "7 is no seat",
        "2 to 6",
    ),
    "seat 0": ("panels-4", "seats = [1, 2, 3, 4]", "seats = [0, 1]", "0 is no seat"),
    "one seat": ("panels-4", "seats = [1, 2, 3, 4]", "seats = [1]", "2 to 6 different seats"),
    "a seat twice": ("panels-4", "seats = [1, 2, 3, 4]", "seats = [1, 1]", "different seats"),
    "no list of seats": ("panels-4", "seats = [1, 2, 3, 4]", "seats = 4", "seats = 4 cannot be"),
    "no seats": ("panels-4", "seats = [1, 2, 3, 4]\n", "", "seats is missing"),
    "a key misspelt": ("panels-4", "seats = [1, 2, 3, 4]", "seat = [1, 2, 3, 4]", "use seats instead"),
    "an unknown kind": (
        "panels-4",
        'kind = "panels"',
        'kind = "phones"',
        "kind = 'phones'",
        'kind = "bases"',
    ),
    "no kind": ("panels-4", 'kind = "panels"\n', "", "kind is missing"),
    "kind misspelt": ("panels-4", 'kind = "panels"', 'knid = "panels"', "use kind instead"),
    "kind is a list": ("panels-4", 'kind = "panels"', "kind = [1]", "kind = [1] cannot be"),
    "six panels without their overlay": (
        "panels-6",
        '"spi0-1cs", ',
        "",
        'lacks "spi0-1cs"',
        "dtoverlay=spi0-1cs",
    ),
    "six panels under a HAT": ("panels-6", '"no-hat"', "", 'lacks "no-hat"'),
    "unknown need": ("panels-6", '"no-hat"', '"no hat"', "'no hat' is not known", '"no-hat"'),
    "needs is a number": ("panels-6", "needs = [", "needs = 5 #", "needs = 5 cannot be"),
    "a base missing": ("bases-4", "3 = 19\n", "", "bases.3 is missing", "each base from 0 to 9"),
    "an eleventh base": (
        "bases-4",
        "9 = 21",
        "9 = 21\n10 = 4",
        "bases.10 = 4 means nothing here; take it out",
    ),
    "a base mistyped": (
        "bases-4",
        "3 = 19\n",
        "19 = 19\n",
        "bases.19 = 19 means nothing here; use bases.3 instead, which is missing",
    ),
    "the docks' select": ("bases-4", "9 = 21", "9 = 7", "bases.9 = 7 is taken by the second select of SPI0"),
    "buttons among bases": ("bases-4", "[bases]", "[buttons]", "buttons", "use one of kind"),
    "a channel twice": ("bases-4", "2 = 1\n", "2 = 0\n", "docks.2 = 0 is taken by docks.1"),
    "a channel that does not exist": (
        "bases-4",
        "2 = 1\n",
        "2 = 8\n",
        "not a channel of the MCP3008; use 0 to 7",
    ),
    "a dock missing": ("bases-4", "2 = 1\n", "", "docks.2 is missing"),
    "a dock for nobody": ("bases-4", "2 = 1\n", "5 = 1\n", "docks.5 is for a seat"),
    "both selects on one pin": ("bases-4", "select = 7", "select = 8"),
    "no select": (
        "bases-4",
        "select = 7",
        "select = 25",
        "docks.select = 25 is not a select of SPI0",
        "use 8 or 7",
    ),
    "the select missing": ("bases-4", "select = 7 ", "", "docks.select is missing"),
    "one select for two chips": (
        "bases-4",
        "seats = [1, 2, 3, 4]",
        'seats = [1, 2, 3, 4]\nneeds = ["spi0-1cs"]',
        "docks.select = 7 is not a select of SPI0; use 8",
    ),
    "a lamp bit twice": ("panels-4", "status = 0", "status = 1", "taken by lamps.status"),
    "a lamp behind the chain": (
        "panels-4",
        "status = 0",
        "status = 32",
        "not an output of 4 chips; use 0 to 31, or raise lamps.chips (5 at most, for 0 to 39)",
    ),
    "a gem behind the chain": (
        "panels-4",
        "chips = 4",
        "chips = 1",
        "gem 4 of seat 1 (lamps.gems.1) = 8 is not an output of 1 chip; use 0 to 7, or raise lamps.chips",
    ),
    "a lamp behind the longest chain": (
        "panels-6",
        "status = 0",
        "status = 40",
        "lamps.status = 40 is not an output of 5 chips; use 0 to 39",
    ),
    "a gem's bit twice": (
        "panels-4",
        "1 = [5, 6, 7, 8, 9]",
        "1 = [5, 6, 5, 8, 9]",
        "gem 3 of seat 1 (lamps.gems.1) = 5 is taken by gem 1 of seat 1 (lamps.gems.1)",
    ),
    "a gem missing": ("panels-4", "1 = [5, 6, 7, 8, 9]", "1 = [5, 6, 7, 8]", "lamps.gems.1", "list of 5"),
    "a row missing": ("panels-4", "1 = [5, 6, 7, 8, 9]\n", "", "lamps.gems.1 is missing"),
    "a row for nobody": (
        "panels-4",
        "1 = [5, 6, 7, 8, 9]",
        "6 = [5, 6, 7, 8, 9]",
        "lamps.gems.6 is for a seat",
    ),
    "grey": ("panels-4", "gray = 4 }", "grey = 4 }", "use lamps.answers.gray instead"),
    "too long a chain": ("panels-4", "chips = 4", "chips = 6", "lamps.chips = 6", "1 to 5"),
    "a lamp key misspelt": ("panels-4", "select = 8", "sellect = 8", "use lamps.select instead"),
    "too much current through an LED": (
        "panels-4",
        "resistor_ohm = 330",
        "resistor_ohm = 100",
        "13.0 mA",
        "use 260 ohm or more",
    ),
    "a resistor of nan": ("panels-4", "resistor_ohm = 330", "resistor_ohm = nan", "lamps.resistor_ohm = nan"),
    "no resistor": ("panels-4", "resistor_ohm = 330", "resistor_ohm = 0", "lamps.resistor_ohm = 0"),
    "blue LEDs": ("panels-4", "led_v = 2.0", "led_v = 3.2", "2.2 V or less"),
    "too much current on a chip": (
        "panels-4",
        "answer_leds = 2",
        "answer_leds = 4",
        "chip 1 would carry 79 mA",
        "70 mA",
    ),
    "74HC at 5 V": ("panels-4", "supply_v = 3.3", "supply_v = 5", "74HCT595 at 5 V"),
    "another chip": ("panels-4", '"74HC595"', '"74LS595"', "lamps.chip = '74LS595'"),
    "read back by a word": (
        "panels-4",
        "read_back = false",
        'read_back = "yes"',
        "read_back = 'yes'",
        "true",
    ),
    "lamps is a number": ("panels-4", "[lamps]", "lamps = 3\n[lights]"),
    "a section misspelt": ("panels-4", "[lamps]", "[lamp]", "use lamps instead"),
    "not TOML": (
        "panels-4",
        "seats =",
        "seats",
        "not TOML: line 5, column 7",
        ": expected",
        "panels-4.toml shows how",
    ),
    "a list that never ends": ("panels-4", "seats = [1, 2, 3, 4]", "seats = [1, 2", "not TOML: line "),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path, mistake: str) -> None:
    name, found, instead, *said = WRONG[mistake]
    file = changed(tmp_path, name, found, instead)
    with pytest.raises(ConfigError) as caught:
        load(file)
    sentence = str(caught.value)
    assert sentence.startswith(f"{file}: ")
    assert "\n" not in sentence
    assert ";" in sentence, "it also says what to do"
    for words in said:
        assert words in sentence


@pytest.mark.parametrize("name", ["panels-1", "panels-7", "phones-4", "", "../panels-4"])
def test_a_map_that_is_not_shipped_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(ConfigError, match=re.escape("panels-2, panels-3")):
        shipped_file(name)


def test_no_file_and_no_map_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="this is not a file"):
        load(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(Path("x" * 5000))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfe", "line 1 is not UTF-8"),
        (b"#" * 200_000, "larger than 100 kB"),
        (b"x = " + b"9" * 30, "too many digits"),
        (b"x = " + b"9" * 9000, "too many digits"),
        (b"x = " + b"[" * 9000, "brackets"),
        (b"", "kind is missing"),
    ],
)
def test_a_file_that_is_no_map_is_refused(tmp_path: Path, raw: bytes, said: str) -> None:
    (tmp_path / "odd.toml").write_bytes(raw)
    with pytest.raises(ConfigError, match=said):
        load(tmp_path / "odd.toml")


@given(st.lists(st.integers(-2, 30), max_size=40))
def test_no_two_ever_share_a_place(asked: list[int]) -> None:
    pins = Claims("a GPIO pin", range(28))
    taken: list[int] = []
    for number, pin in enumerate(asked):
        with suppress(BadMap):
            taken.append(pins.take(f"wire {number}", pin))
    assert sorted(taken) == sorted({pin for pin in asked if 0 <= pin <= 27})


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.data())
def test_any_value_anywhere_is_taken_or_refused_but_never_a_crash(data: st.DataObject) -> None:
    document = tomllib.loads(shipped_file(data.draw(st.sampled_from(SHIPPED))).read_text(encoding="utf-8"))
    section = document
    while True:
        key = data.draw(st.sampled_from(sorted(section)))
        if not isinstance(section[key], dict) or data.draw(st.booleans()):
            break
        section = section[key]
    section[key] = data.draw(values)
    with suppress(BadMap):
        pin_map(document)


def test_five_volts_are_not_led_back_to_the_pi() -> None:
    document = tomllib.loads(shipped_file("panels-4").read_text(encoding="utf-8"))
    document["lamps"] |= {"chip": "74HCT595", "supply_v": 5, "resistor_ohm": 680, "read_back": True}
    with pytest.raises(BadMap, match=r"read_back = true would lead 5 V to the Pi.* use false"):
        pin_map(document)
    document["lamps"]["read_back"] = False
    assert pin_map(document).lamps is not None


@pytest.mark.parametrize("name", SHIPPED)
def test_a_map_from_before_there_was_reading_back_is_as_it_was(name: str) -> None:
    document = tomllib.loads(shipped_file(name).read_text(encoding="utf-8"))
    shipped_today = pin_map(document).lamps
    del document["lamps"]["read_back"]
    assert pin_map(document).lamps == shipped_today
