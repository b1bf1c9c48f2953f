"""An owner's layout file of Devil's Dice, read in the same way to be checked, printed and played on."""

from pathlib import Path

from pi_diavolo.errors import ConfigError
from pi_diavolo.games.devils_dice.layout_file import BadLayout, as_setting, layout_out_of

LARGEST_FILE = 100_000


def layout_text(file: Path) -> str:
    """What stands in the file; raises ConfigError with what is wrong."""
    if not file.is_file():  # opening a pipe or a device would wait for ever
        raise ConfigError(f"{file}: there is no such file; give the path of a layout file")
    try:
        with file.open("rb") as opened:
            found = opened.read(LARGEST_FILE + 1)
        if len(found) > LARGEST_FILE:
            raise ConfigError(f"{file}: this file is larger than 100 kB; a layout file has some 60 lines")
        return found.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: this is no UTF-8 text; save the file as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read ({error.strerror}); see to its permissions") from None


def read_layout(file: Path) -> str:
    """The board in the file, as it stands in the settings; raises ConfigError with what is wrong."""
    try:
        return as_setting(layout_out_of(layout_text(file)))
    except BadLayout as bad:
        raise ConfigError(f"{file}: {bad}") from None
