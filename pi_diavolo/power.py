"""Asks the machine to switch itself off safely; the table itself may not, and need not be allowed to.

A file in the service's own folder is all it takes: a unit of root's waits for it (systemd/), ends
everything in order and cuts the power.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pi_diavolo.errors import DiavoloError

ASKED = "poweroff"


class PowerError(DiavoloError):
    """The machine cannot be asked to switch itself off."""


@dataclass(frozen=True, slots=True)
class PowerSwitch:
    """The service's folder in which the wish is laid down."""

    folder: Path

    def press(self) -> None:
        """Ask once; the power goes some seconds later, after everything has been told to end."""
        try:
            (self.folder / ASKED).touch()
        except OSError as error:
            reason = (error.strerror or "it cannot be written").lower()
            raise PowerError(
                f"{self.folder / ASKED}: the power cannot be switched off from here ({reason});"
                " use `sudo poweroff`"
            ) from None


def power_switch(environment: Mapping[str, str]) -> PowerSwitch | None:
    """The switch of a table that is the machine's own service; None where people started it themselves."""
    # systemd names the service's folders, separated by colons; nobody else does.
    folder = Path(environment.get("RUNTIME_DIRECTORY", "").partition(":")[0])
    return PowerSwitch(folder) if folder.is_absolute() and folder.is_dir() else None
