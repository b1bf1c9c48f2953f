"""Where the table files lie that come with the table: the usual one, and that of the printed board."""

import sys
from importlib import metadata
from pathlib import Path

PACKAGE = "pi-diavolo"
IN_THE_CHECKOUT = Path("calibration/tables")
DEVILS_DICE = "devils-dice.toml"


def shipped_tables() -> Path:
    """Their folder: in the project's folder, or where the package was installed."""
    ours = Path(__file__).parents[2] / IN_THE_CHECKOUT
    return ours if ours.is_dir() else _installed() or ours


def as_people_type_it(file: str = "") -> Path:
    """The folder, or a file in it: as the docs call it in a checkout, else in full."""
    folder = shipped_tables()
    is_ours = folder == Path(__file__).parents[2] / IN_THE_CHECKOUT
    return (IN_THE_CHECKOUT if is_ours else _lasting(folder)) / file


def _installed() -> Path | None:
    """Only the package's own list knows where pip has put its files: there are many schemes."""
    try:
        listed = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return None
    places = (Path(str(file.locate())).resolve() for file in listed if file.name == DEVILS_DICE)
    return next((place.parent for place in places), None)


def _lasting(folder: Path) -> Path:
    """The installer's two places take turns; `current` is always the one in use, so settings may name it."""
    prefix = Path(sys.prefix).resolve()
    current = prefix.with_name("current")
    if current.resolve() == prefix and folder.is_relative_to(prefix):
        return current / folder.relative_to(prefix)
    return folder
