"""The parts of the table, as people name them when one fails: a base, a dock, the camera, the computer."""

from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.pieces import Colour


class PartKind(StrEnum):
    """What can fail alone, while everything else goes on."""

    CAMERA = "camera"
    SWITCHES = "switches"  # all bases or all buttons: the GPIO chip itself
    BASE = "base"
    BUTTON = "button"
    DOCK = "dock"
    LAMPS = "lamps"
    SUPPLY = "supply"  # the computer's
    COMPUTER = "computer"
    DISK = "disk"


class Fault(StrEnum):
    """What is wrong with a part."""

    STUCK = "stuck"  # it does not move when it must
    FLOATING = "floating"  # it moves though nobody touches it
    CHATTERING = "chattering"  # it never comes to rest
    EDGES_LOST = "edges_lost"  # it moved and the edges did not all arrive: its times cannot be trusted
    SILENT = "silent"  # it does not answer
    STALLED = "stalled"  # it answered, and then no more
    UNREADABLE = "unreadable"  # it answers with what cannot be
    TOO_DARK = "too_dark"  # it sees nothing for want of light
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    TABLE_HIDDEN = "table_hidden"  # it sees, but not where the table is: bumped, or covered
    WEAK = "weak"  # its voltage is too low
    HOT = "hot"  # so that it is slowed down
    NEARLY_FULL = "nearly_full"


class Lacking(StrEnum):
    """Why a part is simulated."""

    SETTINGS = "settings"  # they say so
    NO_TABLE_FILE = "no_table_file"
    NO_CAMERA = "no_camera"
    NO_GPIO = "no_gpio"
    NO_SPI = "no_spi"
    NOT_ALLOWED = "not_allowed"  # it is there, and this user may not use it


@dataclass(frozen=True, slots=True)
class Part:
    """One part: `number` is a base (0 to 9) or a seat, `pin` its GPIO or its channel, where it has one."""

    kind: PartKind
    number: int | None = None
    colour: Colour | None = None
    pin: int | None = None
