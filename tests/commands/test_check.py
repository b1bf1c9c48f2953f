"""The doctor walks through the table: alone, or with somebody who lifts, presses and looks."""

import json
import re
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from gpiozero.pins.mock import MockFactory

from pi_diavolo.clock import VirtualClock
from pi_diavolo.commands.check import PARTS, add, run
from pi_diavolo.commands.check_asking import Bench
from pi_diavolo.commands.check_machine import check_machine
from pi_diavolo.commands.check_sight import SIGHT
from pi_diavolo.commands.check_wires import Hardware, check_wires
from pi_diavolo.devices.camera import CameraError, CameraSettings
from pi_diavolo.devices.edges import Edges, EdgesError
from pi_diavolo.devices.pin_edges import PinEdges
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.doctor.finding import Finding
from pi_diavolo.doctor.header import SIGNS
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.table.facts import Edge, Fact, ImpDocked
from pi_diavolo.table.lamps import layout_of
from pi_diavolo.table.pin_map import LampChain, PinMap
from pi_diavolo.table.players import Seat
from tests.commands.tables import a_painted, a_table_file, written

BASES, PANELS = shipped("bases", 2), shipped("panels", 2)
LIFT = re.compile(r"(lift|put|press) .*GPIO(\d+)\)")
DOCK = re.compile(r"dock of seat (\d)")


# Somebody at the table


class Wires:
    """Switches, docks and lamps that remember and report; nothing is wired to anything."""

    def __init__(self, wired: PinMap, standing: bool = True) -> None:
        self.levels_now = {pin: not (standing and pin in wired.bases) for pin in wired.inputs}
        self.report: Callable[[Fact], None] = lambda fact: None
        self.docks: dict[Seat, int | None] = dict.fromkeys(wired.docks, 1023)
        self.written: list[bytes] = []
        self.lamps_fail = self.edges_fail = False
        self.lamps_heard = True
        self.closed = 0

    def hardware(self) -> Hardware:
        return Hardware(self.open_edges, self.open_docks, self.open_lamps)

    def open_edges(self, pins: Collection[int], report: Callable[[Fact], None]) -> Edges:
        if self.edges_fail:
            raise EdgesError("GPIO5 is held by 'lamp'; end what holds it")
        self.report = report
        return self

    def levels(self) -> dict[int, bool]:
        return dict(self.levels_now)

    def open_docks(self, wired: PinMap, report: Callable[[Fact], None]) -> "Wires":
        self.report = report
        return self

    def readings(self) -> dict[Seat, int | None]:
        return self.docks

    def poll(self) -> None:
        pass

    def open_lamps(self, chain: LampChain) -> "Wires":
        if self.lamps_fail:
            raise OSError("no SPI")
        return self

    def write(self, outputs: bytes) -> bool:
        self.written.append(outputs)
        return self.lamps_heard

    def close(self) -> None:
        self.closed += 1


class Person:
    """Hears what is asked and does it, or does what the test says instead."""

    def __init__(self, wires: Wires, does: dict[str, str] | None = None) -> None:
        self.wires, self.does, self.heard = wires, does or {}, list[str]()
        self.bench = Bench(VirtualClock(500.0), self.hear, asks=True)

    def hear(self, asked: str) -> None:
        self.heard.append(asked)
        key = next((key for start, key in self.does.items() if start in asked), None)
        if key is not None:
            for one in key:
                self.bench.press(one)
        elif found := LIFT.match(asked):
            self.move(int(found[2]), high=found[1] == "lift")
        elif found := DOCK.search(asked):
            self.wires.report(ImpDocked(Seat(int(found[1])), 4, self.bench.clock.now()))
        elif "does it shine" in asked:
            self.bench.press("y")

    def move(self, pin: int, high: bool) -> None:
        """The level changes, and bounces."""
        at = self.bench.clock.now()
        for number, level in enumerate((high, not high, high)):
            self.wires.report(Edge(pin, level, at + number / 1000))

    def walk(self, wired: PinMap, *parts: str) -> list[Finding]:
        return list(check_wires(parts, wired, self.wires.hardware(), self.bench))


def test_every_base_is_lifted_and_seen() -> None:
    person = Person(Wires(BASES))
    findings = person.walk(BASES, "bases")
    assert [finding.part for finding in findings] == [f"base {number}" for number in range(10)]
    assert all(finding.ok and "seen after" in finding.found for finding in findings)
    assert person.heard[0] == "lift the imp from base 0 (GPIO5) …"
    assert person.heard[1] == "lift the imp from base 1 (GPIO6) …"
    assert person.wires.closed == 1


def test_an_imp_is_asked_for_where_none_stands() -> None:
    person = Person(Wires(BASES, standing=False))
    assert all(finding.ok for finding in person.walk(BASES, "bases"))
    assert person.heard[0] == "put an imp on base 0 (GPIO5) …"


def test_every_button_is_pressed_and_seen() -> None:
    findings = Person(Wires(PANELS)).walk(PANELS, "buttons")
    assert len(findings) == 8
    assert all(finding.ok for finding in findings)


def test_what_nobody_moves_is_wrong_after_a_while_and_what_is_skipped_is_open() -> None:
    person = Person(Wires(BASES), {"base 0": "x", "base 1": "s", "base 2": "\n"})
    nothing, *skipped = person.walk(BASES, "bases")[:3]
    assert (nothing.ok, nothing.found) == (False, "GPIO5: nothing in 30 s")
    assert [(one.ok, one.found) for one in skipped] == [(None, "skipped")] * 2


def test_another_switch_that_moves_instead_is_named() -> None:
    person = Person(Wires(BASES))
    hear = person.hear

    def exchanged(asked: str) -> None:
        if "base 0" in asked:
            person.move(6, high=True)
        else:
            hear(asked)

    person.bench.say = exchanged
    assert person.walk(BASES, "bases")[0].found == "base 1 moved instead"


def test_quitting_ends_the_asking_and_nothing_else_is_asked() -> None:
    person = Person(Wires(BASES), {"base 3": "q"})
    findings = person.walk(BASES, "bases", "docks", "lamps")
    assert [finding.ok for finding in findings] == [True, True, True, None, None, None]
    assert [finding.part for finding in findings[3:]] == ["bases", "docks", "lamps"]


def test_a_dock_is_given_an_imp_and_a_silent_one_is_told_at_once() -> None:
    wires = Wires(BASES)
    silent, *_ = wires.docks
    wires.docks[silent] = None
    first, second = Person(wires).walk(BASES, "docks")
    assert (first.ok, "does not answer" in first.found) == (False, True)
    assert (second.ok, "knows imp 4 (white) after" in second.found) == (True, True)


def test_a_dock_that_knows_no_imp_is_told_after_a_while() -> None:
    person = Person(Wires(BASES), {"dock of seat": "x"})
    person.bench.patience_s = 1.0
    assert [finding.ok for finding in person.walk(BASES, "docks")] == [False, False]


@pytest.mark.parametrize("heard", [True, False])
def test_a_chain_that_is_read_back_is_heard_or_told_without_anybody_looking(heard: bool) -> None:
    assert BASES.lamps is not None
    wires, wired = Wires(BASES), replace(BASES, lamps=replace(BASES.lamps, read_back=True))
    wires.lamps_heard = heard
    chain, lamps = alone(wires, wired, "lamps")
    assert (chain.part, chain.ok, lamps.ok) == ("lamp chain", heard, None)
    assert ("4.7 kΩ from pin 9 of the last chip" in chain.do) is not heard


def test_every_lamp_is_lit_alone_and_asked_about() -> None:
    person = Person(Wires(BASES), {"gem 2 of seat 1": "n", "answer red": "s"})
    findings = person.walk(BASES, "lamps")
    assert BASES.lamps is not None
    layout = layout_of(BASES.lamps)
    shown = [layout.lit(outputs) for outputs in person.wires.written]
    assert len(findings) == len(layout.bits) == 15
    assert all(len(lit) == 1 for lit in shown[1:-1])
    assert shown[0] == shown[-1] == frozenset()
    assert [finding.part for finding in findings if finding.ok is False] == ["lamp gem 2 of seat 1"]
    assert [finding.part for finding in findings if finding.ok is None] == ["lamp answer red"]


# Nobody at the table


def alone(wires: Wires, wired: PinMap, *parts: str) -> list[Finding]:
    return list(check_wires(parts, wired, wires.hardware(), Bench(VirtualClock(500.0))))


def test_alone_the_doctor_listens_and_nothing_moves() -> None:
    findings = alone(Wires(BASES), BASES, "bases", "docks", "lamps")
    assert len(findings) == 10 + 2 + 1
    assert {finding.ok for finding in findings[:-1]} == {True}
    assert findings[-1].ok is None  # nobody saw whether lamps shine


def test_a_button_that_is_stuck_is_found_without_anybody() -> None:
    wires = Wires(PANELS)
    wires.levels_now[next(iter(PANELS.buttons))] = False
    assert [finding.ok for finding in alone(wires, PANELS, "buttons")].count(False) == 1


def test_a_switch_that_chatters_is_found_without_anybody() -> None:
    wires = Wires(BASES)
    bench = Bench(VirtualClock(500.0))

    def chattering(pins: Collection[int], report: Callable[[Fact], None]) -> Edges:
        for number in range(700):
            report(Edge(6, number % 2 == 0, 500.0 + 0.002 * number))
        return wires

    hardware = Hardware(chattering, wires.open_docks, wires.open_lamps)
    findings = list(check_wires(["bases"], BASES, hardware, bench))
    assert [finding.part for finding in findings if not finding.ok] == ["base 1"]


def test_what_cannot_be_reached_is_told_and_the_rest_is_checked() -> None:
    wires = Wires(BASES)
    wires.edges_fail = wires.lamps_fail = True
    bases, *docks, lamps = alone(wires, BASES, "bases", "docks", "lamps")
    assert (bases.ok, bases.do) == (False, "end what holds it")
    assert all(dock.ok for dock in docks)
    assert (lamps.ok, "no SPI" in lamps.found) == (False, True)


def test_switches_that_were_opened_and_do_not_answer_are_a_finding() -> None:
    wires = Wires(BASES)

    def silent() -> dict[int, bool]:
        raise OSError("no answer")

    wires.levels = silent  # type: ignore[method-assign]
    bases, *docks = alone(wires, BASES, "bases", "docks")
    assert (bases.part, bases.ok) == ("bases", False)
    assert bases.do
    assert all(dock.ok for dock in docks)
    assert wires.closed == 2


@pytest.mark.parametrize("fails_from", [1, 2, 5])
def test_lamps_that_fail_in_the_midst_of_the_walk_are_a_finding(fails_from: int) -> None:
    person = Person(Wires(BASES))
    wires, write = person.wires, person.wires.write

    def breaking(outputs: bytes) -> bool:
        heard = write(outputs)
        if len(wires.written) >= fails_from:
            raise OSError(121, "Remote I/O error")
        return heard

    wires.write = breaking  # type: ignore[method-assign]
    *shone, last = person.walk(BASES, "lamps")
    assert len(shone) == max(0, fails_from - 2)
    assert (last.part, last.ok, "Remote I/O error" in last.found) == ("lamps", False, True)
    assert wires.closed == 1


def test_the_header_must_be_set_up_as_the_pin_map_needs_it(tmp_path: Path) -> None:
    six, wires = shipped("panels", 6), Wires(PANELS)
    hardware = replace(wires.hardware(), root=tmp_path)
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/spidev0.0").touch()
    bench = Bench(VirtualClock())
    (well,) = check_wires(["pins"], six, hardware, bench)
    for sign, _, _ in SIGNS.values():
        (tmp_path / sign).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / sign).touch()
    (tmp_path / "dev/spidev0.0").unlink()
    wrong = list(check_wires(["pins"], six, hardware, bench))
    assert well.ok
    assert len(wrong) == len(six.needs) + 1
    assert all(finding.ok is False and finding.do for finding in wrong)


def test_parts_that_the_pin_map_does_not_have_are_not_here() -> None:
    assert [finding.ok for finding in alone(Wires(PANELS), PANELS, "bases", "docks")] == [None, None]


def test_without_a_header_or_a_pin_map_it_is_said_what_is_missing() -> None:
    bench = Bench(VirtualClock())
    (no_pins,) = check_wires(["bases"], BASES, None, bench)
    (no_map,) = check_wires(["bases"], None, Wires(BASES).hardware(), bench)
    assert "no GPIO header" in no_pins.found
    assert "--pins" in no_map.do


def test_a_lift_is_seen_through_gpiozeros_pins() -> None:
    factory = MockFactory()
    bench = Bench(VirtualClock(time.monotonic()), asks=True)

    def open_edges(pins: Collection[int], report: Callable[[Fact], None]) -> Edges:
        edges = PinEdges(pins, report, factory)
        for pin in pins:
            factory.pin(pin).drive_low()
        return edges

    def lift(asked: str) -> None:
        if found := LIFT.match(asked):
            factory.pin(int(found[2])).drive_high()

    bench.say = lift
    wires = Wires(BASES)
    hardware = Hardware(open_edges, wires.open_docks, wires.open_lamps)
    findings = list(check_wires(["bases"], BASES, hardware, bench))
    assert [finding.ok for finding in findings] == [True] * 10


# The command


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    from argparse import ArgumentParser

    parser = ArgumentParser()
    add(parser)
    code = run(parser.parse_args(arguments))
    return code, capsys.readouterr().out


def test_on_a_laptop_it_says_what_is_not_there_and_checks_the_rest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out = checked(capsys, "--json", "--log", str(tmp_path / "games.db"))
    findings = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [finding["part"] for finding in findings] == list(PARTS)
    assert all(finding.keys() == {"part", "ok", "found", "wanted", "do"} for finding in findings)
    told = {finding["part"]: finding["ok"] for finding in findings}
    assert told["disk"] is told["clock"] is True


def test_a_good_picture_of_the_table_passes_and_a_far_camera_does_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import cv2

    table, folder, small = a_table_file(tmp_path), tmp_path / "frames", tmp_path / "small"
    for place, picture in ((folder, a_painted()), (small, cv2.resize(a_painted(), (880, 660)))):
        place.mkdir()
        written(place, "1.png", picture)
    code, out = checked(capsys, "--table", table, "--camera", str(folder), *SIGHT)
    assert code == 0
    assert "All is well." in out
    code, out = checked(capsys, "--table", table, "--camera", str(small), "scale", "markers")
    assert code == 1
    assert "never below 1.8" in out
    assert "1 thing is wrong" in out


def test_pictures_are_taken_as_in_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_camera(source: str, settings: CameraSettings) -> NoReturn:
        raise CameraError(f"{settings.size} {settings.exposure_us} {settings.speed}; do")

    monkeypatch.setattr("pi_diavolo.commands.check_sight.open_camera", open_camera)
    (tmp_path / "diavolo.toml").write_text("[camera]\nsize = [640, 480]\nexposure_us = 7000\n")
    config = ("--config", str(tmp_path / "diavolo.toml"))
    _, out = checked(capsys, "--json", *config, "--camera", "0", "camera")
    assert json.loads(out)["found"] == "(640, 480) 7000 1.0"


def test_what_a_running_table_holds_is_left_to_it_and_told_with_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(source: str, settings: CameraSettings) -> NoReturn:
        raise CameraError("camera pi: it does not start (device or resource busy); close what else uses it")

    wires, log = Wires(BASES), tmp_path / "games.db"
    monkeypatch.setattr("pi_diavolo.commands.check_sight.open_camera", held)
    monkeypatch.setattr("pi_diavolo.commands.check.real_hardware", wires.hardware)
    asked = ("--json", "--log", str(log), "--camera", "pi", "--pins", "bases-2")
    parts = ("camera", "bases", "docks", "lamps")
    with EventLog.open(log):  # as the service has it
        code, out = checked(capsys, *asked, *parts)
    told = [json.loads(line) for line in out.splitlines()]
    assert (code, [finding["part"] for finding in told]) == (0, list(parts))
    for finding in told:
        assert finding["ok"] is None
        assert "a table is running and uses it" in finding["found"]
        assert "sudo systemctl stop pi-diavolo" in finding["do"]
    assert wires.written == []

    code, out = checked(capsys, *asked, *parts)
    assert (code, json.loads(out.splitlines()[0])["ok"]) == (1, False)
    assert wires.written != []


def test_where_this_user_may_not_look_it_says_so_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stat = Path.stat

    def refused(path: Path, *, follow_symlinks: bool = True) -> object:
        if path.parent == tmp_path / "state":
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refused)  # the tests may be root's, who may look everywhere
    code, out = checked(capsys, "--json", "--log", str(tmp_path / "state/games.db"), "camera", "log")
    assert code == 1
    log = json.loads(out.splitlines()[-1])
    assert (log["ok"], "permission denied" in log["found"], log["do"]) == (
        *(False, True),
        "try `sudo pi-diavolo check`",
    )


def test_a_camera_that_is_named_and_not_there_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(capsys, "--json", "--camera", "nowhere.mp4", "camera", "focus")
    camera, focus = map(json.loads, out.splitlines())
    assert (code, camera["ok"], focus["ok"]) == (1, False, None)


def test_a_part_that_does_not_exist_is_the_users_mistake() -> None:
    with pytest.raises(UsageError, match="wheels: the doctor knows no such part; use camera"):
        checked(None, "wheels")  # type: ignore[arg-type]


def test_a_broken_log_is_told(tmp_path: Path) -> None:
    log = tmp_path / "games.db"
    log.write_bytes(b"no database" * 100)
    (finding,) = check_machine(["log"], log)
    assert finding.ok is False
    assert finding.do


@pytest.mark.parametrize("content", [b"[tray", b"\xff\xfe", b"[tray]\nwall_mm = 'high'\n", None])
def test_a_bad_table_file_is_a_finding_and_the_rest_is_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    import cv2

    table, folder = tmp_path / "table.toml", tmp_path / "frames"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), a_painted())
    if content is not None:
        table.write_bytes(content)
    asked = ("--table", str(table), "--camera", str(folder), "--log", str(tmp_path / "games.db"))
    code, out = checked(capsys, "--json", *asked, *SIGHT, "disk")
    found = {finding["part"]: finding for finding in map(json.loads, out.splitlines())}
    assert code == 1
    assert [(part, found[part]["ok"]) for part in (*SIGHT, "disk")] == [
        ("camera", True), ("markers", False), ("scale", None), ("light", None), ("focus", None),
        ("disk", True),
    ]  # fmt: skip
    assert found["markers"]["found"].startswith(str(table))
    assert found["markers"]["do"]
    code, out = checked(capsys, "--json", *asked, "scale")
    assert (code, [json.loads(line)["part"] for line in out.splitlines()]) == (1, ["markers", "scale"])


@pytest.mark.parametrize("content", [b"[buttons", b"\xff\xfe", b"", None])
def test_a_bad_pin_map_is_a_finding_and_the_rest_is_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    pins = tmp_path / "pins.toml"
    if content is not None:
        pins.write_bytes(content)
    asked = ("--pins", str(pins), "--log", str(tmp_path / "games.db"))
    code, out = checked(capsys, "--json", *asked, "pins", "bases", "lamps", "disk")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [(finding["part"], finding["ok"]) for finding in found] == [
        ("pins", False), ("bases", None), ("lamps", None), ("disk", True),
    ]  # fmt: skip
    assert found[0]["found"].startswith(str(pins))
    assert found[0]["do"]
    code, out = checked(capsys, "--json", *asked, "lamps")
    assert (code, [json.loads(line)["part"] for line in out.splitlines()]) == (1, ["pins", "lamps"])


def test_where_nothing_could_be_checked_nothing_is_called_well(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(capsys, "bases", "docks")
    assert code == 0
    assert "well" not in out
    assert out.endswith("Nothing could be checked: see to the arrows above.\n")


def test_the_log_tells_its_size(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "games.db"):
        pass
    (finding,) = check_machine(["log"], tmp_path / "games.db")
    assert finding.found.endswith("0 games, 0 events, 0.0 MB")
