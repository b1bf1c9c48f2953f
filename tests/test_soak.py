"""The soak itself: a short one comes to its end unharmed, and what it looks for it would find."""

import queue
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from benchmarks.soak import soak
from benchmarks.soak_faults import WEIGHTS, FaultPlan, Outside
from benchmarks.soak_files import KEYS, Files, eyes_at_a_start
from benchmarks.soak_fitting import read_back
from benchmarks.soak_following import Follower
from benchmarks.soak_machine import MachineTrouble, SoakMachine
from benchmarks.soak_process import Measured
from benchmarks.soak_report import Figures, memory, told
from benchmarks.soak_settings import damage_settings, is_whole, rules_at_a_start, write_settings
from benchmarks.soak_truth import Judge, is_wrong
from benchmarks.soak_wires import SoakWires, WireTrouble
from benchmarks.soak_witness import OnPage, Witness, Written, differences, lost_lines
from benchmarks.soak_world import Thrown, unpacked
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.machine_watch import WELL_S
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulation import Simulation, play, solver
from pi_diavolo.simulator.world import World, throw
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.facts import Edge, Fact, ImpDocked, ImpUndocked, LevelsRead, PartFailed, PartRecovered
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Reason, Ruling, SeatResult, Verdict
from pi_diavolo.table.sentences import Saying, Sentence
from pi_diavolo.vision.look import Eyes
from pi_diavolo.web.keys import keys_in_any_case

RULES = HouseRules()


@pytest.mark.timeout(180)
def test_a_short_soak_with_a_kill_in_it_rules_nothing_wrong_and_loses_nothing(tmp_path: Path) -> None:
    figures = soak(12.0, seed=4, folder=tmp_path)
    assert (figures.wrong, figures.lost, figures.hung) == ([], [], [])
    assert figures.counts["turns"] >= 1
    assert figures.faults[Outside.KILLED] >= 1
    assert len(figures.lives) >= 2
    assert told(figures)["rulings verified in the log"] >= 1
    assert differences(tmp_path / "games.db")[1] == []


# What it must find


def thrown_dice() -> Thrown:
    dice = throw(Random(5), 3, World(tuple(Order)))
    assert dice.true_roll.order_die is not None
    return Thrown(1, 1, dice.true_roll.order_die.face, alone=False, throw=dice)


def the_answer(thrown: Thrown) -> Colour:
    return solver(RULES)(thrown.roll, thrown.face or "")


def ruled(answer: Colour, *, corrected: bool = False) -> Ruling:
    reason = Reason("any", answer, {}, ())
    return Ruling(1, 1, Seat(1), reason, (), corrected=corrected)


def test_a_ruling_by_the_dice_as_they_lay_is_right_and_any_other_is_wrong() -> None:
    thrown = thrown_dice()
    right = the_answer(thrown)
    wrong = {colour for colour in IMPS if is_wrong(ruled(colour), thrown, RULES)}
    assert wrong == {*IMPS} - {right}


def test_a_ruling_on_dice_that_do_not_count_is_wrong_whatever_it_says() -> None:
    thrown = thrown_dice()
    cocked = replace(thrown, throw=replace(thrown.throw, faults=(RollFault("die_cocked"),)))
    assert is_wrong(ruled(the_answer(thrown)), cocked, RULES)


def test_what_people_corrected_is_their_own() -> None:
    thrown = thrown_dice()
    wrong = next(colour for colour in IMPS if colour is not the_answer(thrown))
    assert not is_wrong(ruled(wrong, corrected=True), thrown, RULES)


def test_the_judge_counts_a_falsified_ruling_and_one_without_a_throw() -> None:
    thrown, judge = thrown_dice(), Judge()
    judge.throw(unpacked(thrown.packed()))
    judge.rule(ruled(the_answer(thrown)))
    assert judge.wrong == []
    judge.rule(ruled(next(colour for colour in IMPS if colour is not the_answer(thrown))))
    assert len(judge.wrong) == 1
    judge.rule(replace(ruled(Colour.RED), turn=2))
    assert len(judge.wrong) == 2


def test_the_desk_answers_only_what_it_has_heard_the_table_ask(tmp_path: Path) -> None:
    follower = Follower(tmp_path / "games.db", Figures())
    lies = thrown_dice()
    shown = {"number": 7, "kind": "die", "die": 0, "options": [{"choice": str(n)} for n in range(1, 7)]}
    ask = {"kind": "Ask", "question": {"number": 7}}
    roll = {"kind": "ShowRoll", "roll": plain(lies.roll)}
    follower.hear({"soak": "throw", "thrown": lies.packed()})
    follower.hear({"seq": 1, "event": {"kind": "RollRead", "at": 1.0}, "effects": [roll]})
    assert follower.answer(shown) is None
    follower.hear({"seq": 2, "event": {"kind": "Tick", "at": 1.0}, "effects": [ask]})
    assert follower.answer(shown) == str(lies.roll.dice[0].value)


def test_a_ruling_that_gives_an_imp_to_another_hand_than_took_it_is_wrong() -> None:
    thrown, right = thrown_dice(), the_answer(thrown_dice())
    result = SeatResult(Seat(2), Verdict.RIGHT, right, 800.0, 0, 5)
    found = []
    for hand in ("2", "3"):
        judge = Judge()
        judge.throw(thrown)
        judge.took(1, 1, {hand: str(right)})
        judge.rule(replace(ruled(right), results=(result,)))
        found.append(len(judge.wrong))
    assert found == [0, 1]


def test_a_ruling_after_a_persons_answer_is_counted_apart() -> None:
    thrown, judge = thrown_dice(), Judge()
    judge.throw(thrown)
    judge.answered()
    judge.rule(ruled(the_answer(thrown)))
    assert judge.counts["rulings after a person's answer"] == 1


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with one game in it."""
    file = tmp_path / "games.db"
    with EventLog.open(file) as opened:
        list(play(Simulation(2, RULES), 1, opened))
    return file


def shown(file: Path) -> list[dict[str, Any]]:
    """What the table has shown of it, line by line."""
    with EventLog.read_only(file) as opened:
        return [
            {
                "seq": each.seq,
                "event": {"kind": type(each.event).__name__, **plain(each.event)},
                "effects": [
                    {"kind": "ShowRuling", "ruling": plain(beside.ruling)}
                    for beside in opened.rulings_beside(each.seq)
                ],
            }
            for each in opened.events()
        ]


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def compared(file: Path, lines: Sequence[Mapping[str, Any]], *pages: OnPage) -> list[str]:
    witness = Witness(file)
    witness.lines += lines
    witness.on_pages.update(pages)
    return witness.compare()[0]


def test_what_stands_in_the_log_as_it_was_shown_is_not_lost(log: Path) -> None:
    lines = shown(log)
    rulings = [effect["ruling"] for line in lines for effect in line["effects"]]
    pages = [OnPage(each["game"], each["turn"], each["reason"]["answer"]) for each in rulings]
    assert pages
    assert compared(log, lines, *pages) == []


def test_an_event_that_was_shown_and_dropped_is_lost(log: Path) -> None:
    lines = shown(log)
    dropped = {**lines[-1], "seq": lines[-1]["seq"] + 1}
    assert len(compared(log, [*lines, dropped])) == 1


def test_a_ruling_that_stands_otherwise_than_it_was_shown_is_lost(log: Path) -> None:
    lines = shown(log)
    line = next(line for line in lines if line["effects"])
    line["effects"][0]["ruling"]["gems"] = {"1": 0}
    assert len(compared(log, lines)) == 1


def test_a_ruling_on_a_page_that_is_in_no_log_is_lost(log: Path) -> None:
    assert len(compared(log, shown(log), OnPage(1, 999, "red"))) == 1


def test_a_ruling_that_was_written_and_cut_off_before_it_was_shown_is_judged_as_well(log: Path) -> None:
    lines = shown(log)
    witness = Witness(log)
    last = max(number for number, line in enumerate(lines) if line["effects"])
    witness.lines += lines[:last]
    lost, never_shown = witness.compare()
    assert lost == []
    assert [ruling.over for ruling in never_shown] == [True]


def test_what_was_shown_on_a_full_disk_must_be_written_when_there_is_room_again() -> None:
    def line(seq: int | None, at: float) -> dict[str, Any]:
        return {"seq": seq, "event": {"kind": "Tick", "at": at}, "effects": []}

    def written(*moments: float) -> dict[int, Written]:
        return {seq: Written(line(None, at)["event"], ()) for seq, at in enumerate(moments, 1)}

    lines = [line(1, 1.0), line(None, 2.0), line(None, 3.0), line(4, 4.0)]
    assert lost_lines(lines, written(1.0, 2.0, 3.0, 4.0)) == []
    assert len(lost_lines(lines, written(1.0, 2.0, 2.0, 4.0))) == 1
    # That the log works again may be told beside the last event, which has its number by then.
    again = [line(1, 1.0), line(None, 2.0), line(None, 3.0), line(3, 3.0)]
    assert lost_lines(again, written(1.0, 2.0, 3.0)) == []
    assert len(lost_lines(again, written(1.0, 1.5, 3.0))) == 1
    # Whoever is told that it is not saved cannot complain when the power goes.
    assert lost_lines(lines[:3], written(1.0)) == []


# Figures and plan


def test_memory_that_grows_after_the_warm_up_has_a_slope_and_a_warm_up_has_none() -> None:
    flat = [Measured(second, 200.0 if second < 60 else 300.0, 20, 5) for second in range(600)]
    grows = [Measured(second, 300.0 + second / 60, 20, 5) for second in range(600)]
    assert abs(memory(flat)["rss slope, MB an hour"]) < 1
    assert memory(grows)["rss slope, MB an hour"] == pytest.approx(60.0, rel=0.01)
    assert memory(grows)["the same of the last half"] == pytest.approx(60.0, rel=0.01)
    ends = [Measured(second, 300.0 + min(second, 250) / 60, 20, 5) for second in range(600)]
    assert memory(ends)["rss slope, MB an hour"] > 5
    assert abs(memory(ends)["the same of the last half"]) < 0.1


def test_the_same_seed_gives_the_same_faults_and_starts_and_another_seed_others() -> None:
    faults = [list(islice(FaultPlan(seed).faults(ends=True), 50)) for seed in (1, 1, 2)]
    assert faults[0] == faults[1] != faults[2]
    plans = [FaultPlan(seed) for seed in (1, 1, 2)]
    starts = [[plan.start(last=False) for _ in range(20)] for plan in plans]
    assert starts[0] == starts[1] != starts[2]


# What goes wrong


@pytest.mark.parametrize(
    "fault",
    [
        *("process killed", "camera gone", "camera stalled", "camera bumped", "dark", "glare"),
        *("switch stuck", "switch chattering", "switch dead", "dock dead", "GPIO chip gone"),
        *("MCP3008 gone", "MCP3008 unplugged", "74HC595 gone", "74HC595 unplugged"),
        *("disk full", "I/O errors", "heat", "too little voltage"),
        *("browser flood", "malformed HTTP and WebSocket"),
        *("settings damaged", "table file damaged", "PIN file damaged"),
    ],
)
def test_every_fault_that_a_table_must_survive_is_thrown_in(fault: str) -> None:
    assert WEIGHTS[fault] > 0


class Troubled:
    """Simulated wires in trouble, and all that the table is told of them."""

    def __init__(self, wiring: str) -> None:
        self.now, self.facts = 100.0, list[Fact]()
        self.wires = SimulatedWires(read_back(shipped(wiring, 2)), self.facts.append, seed=1)
        self.soak = SoakWires(self.wires, lambda: self.now, seed=1)

    def after(self, seconds: float) -> list[Fact]:
        self.now += seconds
        self.facts.clear()
        self.soak.take(self.now)
        return list(self.facts)

    def press(self, pin: int, down: bool) -> list[Fact]:
        self.facts.clear()
        self.soak._drive(pin, not down, self.now)
        return [fact for fact in self.facts if isinstance(fact, Edge)]


@pytest.fixture
def panels() -> Iterator[Troubled]:
    troubled = Troubled("panels")
    yield troubled
    troubled.wires.close()


@pytest.fixture
def bases() -> Iterator[Troubled]:
    troubled = Troubled("bases")
    yield troubled
    troubled.wires.close()


def test_a_chip_that_is_gone_is_silent_and_then_tells_how_its_switches_truly_are(panels: Troubled) -> None:
    pin = min(panels.wires.wiring.inputs)
    panels.after(1)
    panels.soak.trouble(WireTrouble.CHIP_GONE, panels.now + 5)
    (failed,) = panels.after(1)
    assert isinstance(failed, PartFailed)
    assert failed.part.kind is PartKind.SWITCHES
    assert panels.press(pin, down=True) == []
    panels.after(5)
    (levels,) = [fact for fact in panels.after(1) if isinstance(fact, LevelsRead)]
    assert levels.levels[pin] is False


def test_a_dead_switch_is_never_felt_and_is_as_it_truly_is_when_that_is_over(panels: Troubled) -> None:
    panels.soak.trouble(WireTrouble.DEAD, panels.now + 5)
    pin = panels.soak._where[WireTrouble.DEAD]
    assert panels.press(pin, down=True) == []
    assert not [fact for fact in panels.after(1) if isinstance(fact, Edge)]
    (edge,) = [fact for fact in panels.after(5) if isinstance(fact, Edge)]
    assert (edge.pin, edge.high) == (pin, False)


def test_a_dead_dock_is_empty_whatever_lies_there_until_that_is_over(bases: Troubled) -> None:
    bases.soak.trouble(WireTrouble.DOCK_DEAD, bases.now + 5)
    seat = Seat(bases.soak._where[WireTrouble.DOCK_DEAD])
    bases.after(1)
    bases.wires.hands._docked[seat] = 3
    bases.wires._lay(seat, 3)
    assert not [fact for fact in bases.after(1) if isinstance(fact, ImpDocked)]
    (docked,) = [fact for fact in bases.after(5) if isinstance(fact, ImpDocked | ImpUndocked)]
    assert isinstance(docked, ImpDocked)
    assert (docked.seat, docked.imp) == (seat, 3)


@pytest.mark.parametrize(
    ("what", "kind", "parts"),
    [
        (WireTrouble.LAMPS_UNPLUGGED, PartKind.LAMPS, 1),
        (WireTrouble.DOCKS_UNPLUGGED, PartKind.DOCK, 2),
        (WireTrouble.DOCKS_SILENT, PartKind.DOCK, 2),
    ],
)
def test_chips_that_are_unplugged_are_told_and_so_is_their_return(
    bases: Troubled, what: WireTrouble, kind: PartKind, parts: int
) -> None:
    bases.after(1)
    bases.soak.trouble(what, bases.now + 10)
    facts = [fact for _ in range(30) for fact in bases.after(1)]
    failed = {fact.part for fact in facts if isinstance(fact, PartFailed)}
    recovered = [fact.part for fact in facts if isinstance(fact, PartRecovered)]
    assert [part.kind for part in recovered] == parts * [kind]
    assert failed == set(recovered)
    assert not any(isinstance(fact, ImpDocked) for fact in facts)


@pytest.mark.parametrize("what", MachineTrouble)
def test_what_is_wrong_with_the_computer_is_told_once_and_so_is_its_end(what: MachineTrouble) -> None:
    now, told = 100.0, list[PartFailed | PartRecovered]()
    machine = SoakMachine(told.append, lambda: now)
    machine.trouble(what, now + 5)
    for _ in range(30):
        machine.take(now)
        now += WELL_S / 10
    assert [type(fact) for fact in told] == [PartFailed, PartRecovered]


def test_a_start_with_damaged_settings_plays_by_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    write_settings(tmp_path, {"grabs": "bases", "dice_per_colour": 2, "order_first": True})
    before, troubles, repair = rules_at_a_start(tmp_path)
    assert (before.grabs, before.dice_per_colour, before.order_first) == ("bases", 2, True)
    assert (troubles, repair) == ((), None)
    damage_settings(tmp_path)
    assert not is_whole(tmp_path)
    rules, troubles, repair = rules_at_a_start(tmp_path)
    assert (rules, len(troubles), repair is not None) == (before, 1, True)


def test_a_damaged_table_file_is_waited_for_and_taken_when_it_is_mended(tmp_path: Path) -> None:
    files, told = Files(tmp_path, seed=1), queue.Queue[Saying]()
    assert eyes_at_a_start(tmp_path, told.put)[1] is None
    files.damage_table()
    assert not files.table_is_whole
    _, awaited = eyes_at_a_start(tmp_path, told.put)
    assert awaited is not None
    taken = queue.Queue[Eyes]()
    with closing(awaited):
        awaited.start(taken.put)
        assert told.get(timeout=30).sentence is Sentence.TABLE_FILE_DAMAGED
        files.mend_table()
        assert taken.get(timeout=30).table.lens is not None
        assert told.get(timeout=30).sentence is Sentence.TABLE_FILE_TAKEN


@pytest.mark.parametrize("seed", range(4))
def test_damaged_keys_are_set_aside_and_people_learn_the_new_pin(tmp_path: Path, seed: int) -> None:
    files = Files(tmp_path, seed)
    assert files.keys_are_whole  # there are none yet
    assert keys_in_any_case(tmp_path / KEYS)[1] is None
    known = files.pin
    files.damage_keys()
    assert not files.keys_are_whole
    assert files.pin == known
    keys, told = keys_in_any_case(tmp_path / KEYS)
    assert told is not None
    assert (files.keys_are_whole, files.pin) == (True, keys.pin)
    assert keys.pin != known
