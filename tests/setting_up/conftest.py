"""A painted table for the tests of the set-up, as a camera would see it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pi_diavolo.painted_bench import PaintedBench
from pi_diavolo.setting_up import SettingUp
from pi_diavolo.setting_up_table import Around, workshop_for
from pi_diavolo.table.setting_up import Did, Do, Found, Step, Wish


@pytest.fixture
def painted() -> PaintedBench:
    """The table for show, its tray empty."""
    return PaintedBench(seed=1)


class Workshop:
    """A set-up and somebody who does its steps."""

    def __init__(self, set_up: SettingUp) -> None:
        self.set_up = set_up

    def do(self, step: Step, do: Do, face: str | None = None, part: str | None = None) -> Did:
        wish = Wish(step, do, face, part)
        self.set_up.check(wish)
        return self.set_up.act(wish)

    def lay_and_enrol(self, face: str) -> Did:
        assert self.do(Step.ORDER_DIE, Do.HAND, face).done
        return self.do(Step.ORDER_DIE, Do.ENROL, face)


@pytest.fixture
def simulated(tmp_path: Path) -> Callable[..., Workshop]:
    """Makes the set-up of a simulated table."""

    def made(log_file: Path = tmp_path / "games.db", busy: bool = False) -> Workshop:
        around = Around(log_file, lambda: busy, lambda fact: None, lambda: 0.0)
        return Workshop(workshop_for(around))

    return made


def found(did: Did) -> list[Found]:
    """What was found, without the numbers."""
    return [line.found for line in did.findings]
