"""What people build from agrees with the pin maps, and what is committed agrees with what is made."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from pi_diavolo.commands.wiring import all_pages
from pi_diavolo.devices.pin_map import SEATS_SHIPPED, SHIPPED, load, shipped, shipped_file
from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.pin_map import READ_BACK_OHM, MapKind, Need, PinMap
from pi_diavolo.vision.table_file import load_table
from pi_diavolo.wiring.base_picture import MARKERS, PLACES
from pi_diavolo.wiring.board_pictures import size
from pi_diavolo.wiring.boards import boards
from pi_diavolo.wiring.header import GROUNDS, PINS, label, place_of
from pi_diavolo.wiring.lamp_names import lamp_names, output_name, output_pin
from pi_diavolo.wiring.layout import layout, plans_height
from pi_diavolo.wiring.levels import levels_table
from pi_diavolo.wiring.parts import Item, build, merged
from pi_diavolo.wiring.picture import picture
from pi_diavolo.wiring.routing import Run, best_shift, in_lanes, overlaps, shifted
from pi_diavolo.wiring.tables import header_rows, page
from pi_diavolo.wiring.wires import WIRES

HARDWARE = Path(__file__).parents[1] / "hardware"
E24 = (10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91)


@pytest.fixture(params=SHIPPED)
def pins(request: pytest.FixtureRequest) -> PinMap:
    return load(shipped_file(request.param))


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return all_pages()


@pytest.mark.parametrize(
    "name", ["parts.md", *(f"{name}.{kind}" for name in SHIPPED for kind in ("md", "svg"))]
)
def test_what_is_committed_is_what_the_maps_make(made: dict[str, str], name: str) -> None:
    committed = (HARDWARE / "wiring" / name).read_text(encoding="utf-8")
    assert committed == made[name], "make it anew: ./run wiring all --out hardware/wiring"


def test_nothing_old_lies_among_the_wiring(made: dict[str, str]) -> None:
    assert {file.name for file in (HARDWARE / "wiring").iterdir()} == set(made)


def test_the_readme_tells_what_the_levels_cost_today() -> None:
    maps = {kind: {seats: shipped(kind, seats) for seats in SEATS_SHIPPED} for kind in MapKind}
    assert levels_table(maps) in (HARDWARE / "README.md").read_text(encoding="utf-8")


def test_the_readme_tells_how_to_prepare_the_pi_and_what_the_lamps_draw() -> None:
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{need}` |" in text for need in Need)
    chain = shipped("panels", 6).lamps
    assert chain is not None
    loads = [chain.chip_ma(chip) for chip in range(chain.chips)]
    assert max(loads) < 50
    assert f"{sum(loads):.0f} mA" in text
    assert f"{sum(loads):.0f} mA" in (HARDWARE / "unproven.md").read_text(encoding="utf-8")


def test_every_file_that_the_readme_names_is_there() -> None:
    linked = re.findall(r"\]\(([^)]+)\)", (HARDWARE / "README.md").read_text(encoding="utf-8"))
    assert linked
    assert [link for link in linked if not (HARDWARE / link).exists()] == []


def test_the_header_is_the_one_of_every_pi_with_forty_pins() -> None:
    assert len(PINS) == 40
    assert sorted(pin for pin in PINS if isinstance(pin, int)) == list(range(28))
    assert [place for place, pin in enumerate(PINS, 1) if pin == "5V"] == [2, 4]
    assert [place for place, pin in enumerate(PINS, 1) if pin == "3V3"] == [1, 17]
    assert GROUNDS == (6, 9, 14, 20, 25, 30, 34, 39)
    places = {2: 3, 4: 7, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 14: 8, 17: 11, 21: 40, 26: 37, 27: 13}
    assert {gpio: place_of(gpio) for gpio in places} == places
    assert (label(11), label(39)) == ("GPIO 17", "GND")


def test_every_switch_has_a_wire_to_its_own_pin(pins: PinMap) -> None:
    ends = {terminal.place for board in boards(pins) for terminal in board.terminals}
    assert {place_of(gpio) for gpio in pins.inputs} <= ends


def test_every_board_has_one_ground_wire_of_its_own(pins: PinMap) -> None:
    grounds = [
        terminal.place for board in boards(pins) for terminal in board.terminals if terminal.name == "GND"
    ]
    assert len(set(grounds)) == len(grounds) == len(boards(pins))
    assert set(grounds) <= set(GROUNDS)


def test_only_spi_is_shared_between_boards(pins: PinMap) -> None:
    ends = [terminal.place for board in boards(pins) for terminal in board.terminals]
    twice = {label(place) for place in ends if ends.count(place) > 1}
    assert twice == (set() if pins.kind is MapKind.PANELS else {"GPIO 9", "GPIO 10", "GPIO 11"})


def test_five_volts_reach_a_board_only_if_its_chips_want_them(pins: PinMap) -> None:
    assert "5V" not in {row[1] for row in header_rows(pins)}
    assert pins.lamps is not None
    hot = replace(pins, lamps=replace(pins.lamps, chip="74HCT595", supply_v=5.0, resistor_ohm=680))
    assert [row[3] for row in header_rows(hot) if row[1] == "5V"] == [
        f"Lamp board: {pins.lamps.chips} × 74HCT595"
    ]
    assert "5V" in picture(hot)


def test_no_wire_of_the_picture_lies_on_another(pins: PinMap) -> None:
    runs = layout(pins).runs
    assert len(runs) == sum(len(board.terminals) for board in boards(pins))
    assert overlaps(runs) == 0


def test_the_picture_is_well_formed_and_names_every_wire_and_lamp(pins: PinMap) -> None:
    words = [
        "".join(text.itertext())
        for text in ElementTree.fromstring(picture(pins)).iter("{http://www.w3.org/2000/svg}text")
    ]
    for board in boards(pins):
        assert board.name in words
        assert {terminal.name for terminal in board.terminals} <= set(words)
    assert pins.lamps is not None
    for bit, lamp in lamp_names(pins.lamps).items():
        assert any(word.startswith(lamp) for word in words), bit
    for seat in pins.docks:
        assert f"dock seat {seat}" in words


def test_the_bases_are_drawn_and_listed_where_the_usual_table_file_has_them() -> None:
    usual = load_table(HARDWARE.parent / "calibration/tables/usual.toml")
    assert usual.bases == PLACES
    assert dict(usual.markers.centres) == dict(enumerate(MARKERS))
    assert "bases (round), markers (square)," in picture(shipped("bases", 2))
    assert "bases (round)" not in picture(shipped("panels", 2))
    assert "| 3 | 183 | 60 | GPIO 19 |" in page(shipped("bases", 4))


def test_it_is_told_that_any_imp_may_stand_anywhere(pins: PinMap) -> None:
    feels = pins.kind is MapKind.BASES
    for text in (page(pins), picture(pins)):
        assert ("Any imp may stand on any base" in text) is feels


def test_the_small_plans_lie_on_no_board(pins: PinMap) -> None:
    for some in (pins, replace(pins, lamps=None), replace(pins, lamps=None, docks={}, adc_select=None)):
        plan = layout(some)
        edges = [
            plan.left + size(board, some)[0]
            for board, top in zip(plan.boards, plan.tops, strict=True)
            if top + size(board, some)[1] > plan.bottom - plans_height(some)
        ]
        assert max(edges, default=plan.left) < plan.plans < plan.width


def test_the_selects_are_told_by_their_pins() -> None:
    text = page(shipped("bases", 4))
    assert "| CS, pin 10 | GPIO 7, header pin 26 |" in text
    assert "| RCLK, pin 12 | GPIO 8, header pin 24, all chips together |" in text


def test_where_two_wires_meet_at_one_pin_it_is_told_how(pins: PinMap) -> None:
    counts = {item.name: item.count for item in build(pins).items}
    if pins.kind is MapKind.BASES:
        assert "Header pins 19 and 23 have two wires each" in page(pins)
        assert counts["lever clamp, 3 ways"] == 2
    else:
        assert "two wires" not in page(pins)
        assert "lever clamp, 3 ways" not in counts


def test_the_way_back_from_the_lamps_is_drawn_as_optional_until_the_map_has_it(pins: PinMap) -> None:
    assert pins.lamps is not None
    assert not pins.lamps.read_back  # tables that were soldered before there was such a wire
    with_it = replace(pins, lamps=replace(pins.lamps, read_back=True))
    shared = "Header pins 19, 21 and 23 have two wires each"
    for some, optional in ((pins, True), (with_it, False)):
        (row,) = (row for row in header_rows(some) if row[3].startswith("Lamp") and row[1] == "GPIO 9")
        assert row[4] == ("QH' (optional)" if optional else "QH'")
        assert ("stroke-dasharray" in picture(some)) is optional
        assert "QH', pin 9, of the last chip | " + "free; or" * optional in page(some)
        (resistor,) = (item for item in build(some).items if item.name == "resistor 4.7 kΩ")
        assert resistor.note.startswith("optional") is optional
        assert (shared in page(some)) is (pins.kind is MapKind.BASES and not optional)


def test_five_volts_never_lead_back_to_the_pi(pins: PinMap) -> None:
    assert pins.lamps is not None
    hot = replace(pins, lamps=replace(pins.lamps, chip="74HCT595", supply_v=5.0, resistor_ohm=680))
    assert not [row for row in header_rows(hot) if row[3].startswith("Lamp") and row[1] == "GPIO 9"]
    assert "4.7 kΩ" not in picture(hot)
    assert overlaps(layout(hot).runs) == 0


def test_the_outputs_are_those_of_the_chip() -> None:
    assert [(output_name(bit), output_pin(bit)) for bit in (0, 1, 7, 8)] == [
        ("QA", 15),
        ("QB", 1),
        ("QH", 7),
        ("QA", 15),
    ]


def test_wires_of_one_board_can_be_told_apart(pins: PinMap) -> None:
    for board in boards(pins):
        colours = [WIRES[terminal.wire].name for terminal in board.terminals]
        assert len(set(colours)) == len(colours)


def test_the_page_tells_what_to_change_on_the_pi() -> None:
    assert "dtoverlay=spi0-1cs" in page(shipped("panels", 6))
    assert "dtoverlay" not in page(shipped("panels", 5))
    assert "serial console off" in page(shipped("panels", 5))
    assert "raspi-config nonint do_spi 0" in page(shipped("bases", 2))


def test_there_is_a_resistor_for_each_led_and_each_imp(pins: PinMap) -> None:
    counts = {item.name: item.count for item in merged(build(pins).items)}
    leds = sum(count for name, count in counts.items() if name.startswith("LED"))
    assert pins.lamps is not None
    assert counts["resistor 330 Ω"] == leds == sum(pins.lamps.leds.values())
    assert counts["74HC595, DIP-16, and socket"] == pins.lamps.chips
    if pins.kind is MapKind.BASES:
        assert all(counts[f"resistor {ohm / 1000:g} kΩ, 1 %"] >= 1 for ohm in RESISTORS_OHM)
        assert counts["sprung contact pin, soft (30 g)"] == 2 * len(pins.docks)


def test_every_resistor_can_be_bought() -> None:
    values = [*RESISTORS_OHM, 330.0, READ_BACK_OHM, 10_000.0, 100_000.0]
    assert all(float(f"{ohm:.1e}".split("e")[0]) * 10 in E24 for ohm in values)


def test_more_seats_cost_more_and_take_longer() -> None:
    for kind in MapKind:
        builds = [build(shipped(kind, seats)) for seats in SEATS_SHIPPED]
        assert [each.cost for each in builds] == sorted(each.cost for each in builds)
        assert [each.hours for each in builds] == sorted(each.hours for each in builds)
        assert builds[0].cost > build(None).cost


def test_the_same_part_stands_once_in_the_list() -> None:
    items = (Item("magnet", 10, 0.3, "imps"), Item("reed", 1, 1), Item("magnet", 4, 0.3, "docks"))
    assert merged(items) == (Item("magnet", 14, 0.3, "imps; docks"), Item("reed", 1, 1))


def test_wires_that_keep_their_order_do_not_cross() -> None:
    falling = [Run(place, start=10.0 * place, end=10.0 * place + 55, colour="") for place in range(1, 9)]
    assert [run.place for run in in_lanes(falling)] == [8, 7, 6, 5, 4, 3, 2, 1]
    climbing = [Run(place, start=10.0 * place, end=10.0 * place - 55, colour="") for place in range(1, 9)]
    assert [run.place for run in in_lanes(climbing)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_header_moves_away_from_an_overlap() -> None:
    runs = [Run(1, start=100, end=50, colour=""), Run(2, start=52, end=300, colour="")]
    assert overlaps(runs) == 1
    assert overlaps(shifted(runs, best_shift(runs))) == 0
