"""A chip that goes away is said, silences no other, and is watched again when it is back."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

gpio_bench = pytest.importorskip("gpio_bench")

from pi_diavolo.devices.awaited_edges import AwaitedEdges  # noqa: E402
from pi_diavolo.devices.gpiod_edges import GpiodEdges  # noqa: E402
from pi_diavolo.devices.levels import LevelPoller  # noqa: E402
from pi_diavolo.table.facts import Edge, LevelsRead, PartFailed  # noqa: E402
from pi_diavolo.table.parts import Fault, Part, PartKind  # noqa: E402
from tests.devices.edges_contract import PATIENCE_S, Inbox  # noqa: E402

SIMULATED = Path("/sys/kernel/config/gpio-sim/second")


@pytest.fixture
def second_chip() -> Iterator[Path]:
    """One more GPIO chip, as the kernel's documentation of gpio-sim describes."""
    bank = SIMULATED / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text("8")
    (SIMULATED / "live").write_text("1")
    yield Path("/dev") / (bank / "chip_name").read_text().strip()
    if (SIMULATED / "live").read_text().strip() == "1":
        (SIMULATED / "live").write_text("0")
    bank.rmdir()
    SIMULATED.rmdir()


def test_a_chip_that_goes_away_is_said_and_silences_no_other(second_chip: Path) -> None:
    facts, inbox = list[Any](), Inbox()
    doomed = GpiodEdges((1, 2), facts.append, chip=second_chip)
    other = GpiodEdges((17,), inbox.report)
    poller = LevelPoller(doomed, facts.append)
    poller.poll()
    assert isinstance(facts[0], LevelsRead)
    (SIMULATED / "live").write_text("0")
    poller.poll()
    poller.poll()
    failed = [(fact.part, fact.fault) for fact in facts if isinstance(fact, PartFailed)]
    assert failed == [(Part(PartKind.SWITCHES), Fault.SILENT)]
    gpio_bench.board.drive(17, 0)
    assert inbox.edges(1)[0].pin == 17
    doomed.close()
    gpio_bench.board.drive(17, 1)
    assert inbox.edges(1)[0].high
    other.close()


def test_a_chip_that_is_back_is_watched_again(second_chip: Path, tmp_path: Path) -> None:
    facts, chip = list[Any](), tmp_path / "chip"
    chip.symlink_to(second_chip)
    edges = GpiodEdges((1, 2), facts.append, chip=chip)
    poller = LevelPoller(edges, facts.append)
    (SIMULATED / "live").write_text("0")
    poller.poll()
    assert isinstance(facts[-1], PartFailed)
    (SIMULATED / "live").write_text("1")
    chip.unlink()  # it may have another number now; the Pi's header is found by its label
    chip.symlink_to(Path("/dev") / (SIMULATED / "bank0/chip_name").read_text().strip())
    wait_for(facts, LevelsRead, poller.poll)
    device = Path("/sys/devices/platform") / (SIMULATED / "dev_name").read_text().strip()
    next(device.glob("gpiochip*/sim_gpio1/pull")).write_text("pull-down")
    wait_for(facts, Edge)
    edges.close()
    assert [(fact.pin, fact.high) for fact in facts if isinstance(fact, Edge)] == [(1, False)]


def test_a_chip_that_comes_up_after_the_table_is_watched_as_soon_as_it_is_there(
    second_chip: Path, tmp_path: Path
) -> None:
    facts, chip = list[Any](), tmp_path / "chip"
    edges = AwaitedEdges(lambda: GpiodEdges((1, 2), facts.append, chip=chip), facts.append, retry_s=0.05)
    poller = LevelPoller(edges, facts.append)
    poller.poll()
    assert [(fact.part, fact.fault) for fact in facts] == [(Part(PartKind.SWITCHES), Fault.SILENT)]
    chip.symlink_to(second_chip)
    wait_for(facts, LevelsRead, poller.poll)
    device = Path("/sys/devices/platform") / (SIMULATED / "dev_name").read_text().strip()
    next(device.glob("gpiochip*/sim_gpio1/pull")).write_text("pull-down")
    wait_for(facts, Edge)
    edges.close()
    assert [(fact.pin, fact.high) for fact in facts if isinstance(fact, Edge)] == [(1, False)]


def wait_for(facts: list[Any], kind: type, meanwhile: Callable[[], object] = lambda: None) -> None:
    end = time.monotonic() + 4 * PATIENCE_S
    while not any(isinstance(fact, kind) for fact in facts) and time.monotonic() < end:
        time.sleep(0.05)
        meanwhile()
    assert any(isinstance(fact, kind) for fact in facts)
