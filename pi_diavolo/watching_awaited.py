"""What the table waits for the camera to see, as it follows from what the table shows."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from pi_diavolo.games.diavolo.house_rules import BadSetting, HouseRules, amended
from pi_diavolo.table.effects import ClearRoll, Effect, Ignore, ShowOrder, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import EveningOpened, Event, SettingsChosen
from pi_diavolo.vision.look import Expect


class Wanted(StrEnum):
    """What the camera is asked for."""

    NOTHING = "nothing"
    IMPS = "imps"
    DICE = "dice"


WANTED = {Status.IMPS: Wanted.IMPS} | dict.fromkeys(
    (Status.ROLL_NOW, Status.ROLLING, Status.READING), Wanted.DICE
)


@dataclass(frozen=True, slots=True)
class Awaited:
    """The rules, what is wanted now, and whether the Order die of this turn was read before the others.

    `turn` changes with every turn and with every roll that does not count: what was seen before is past.
    """

    rules: HouseRules
    wanted: Wanted = Wanted.NOTHING
    order_known: bool = False
    turn: int = 0

    @property
    def order_alone(self) -> bool:
        """The Order die is thrown first, and was not yet."""
        return self.rules.order_first and not self.order_known

    @property
    def expect(self) -> Expect:
        """The throw that is awaited."""
        return Expect.ORDER if self.order_alone else Expect(str(self.rules.dice_per_colour))

    def after(self, event: Event, effects: Sequence[Effect]) -> "Awaited":
        """What is awaited now that this happened."""
        now = self
        if isinstance(event, EveningOpened | SettingsChosen) and not _refused(effects):
            with suppress(BadSetting):  # another game's settings
                now = replace(now, rules=amended(now.rules, event.settings))
        for effect in effects:
            match effect:
                case ShowTurn() | ClearRoll():
                    now = replace(now, order_known=False, turn=now.turn + 1)
                case ShowOrder():
                    now = replace(now, order_known=True)
                case ShowStatus(status=status):
                    now = replace(now, wanted=WANTED.get(status, Wanted.NOTHING))
        return now


def _refused(effects: Sequence[Effect]) -> bool:
    return any(isinstance(effect, Ignore) for effect in effects)
