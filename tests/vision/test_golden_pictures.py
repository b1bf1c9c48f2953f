"""Pictures kept beside what lies in them: no sure reading may differ, whatever the eyes learn later."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_diavolo.table.pieces import Point
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import TableFile

PICTURES = sorted((Path(__file__).parents[1] / "pictures").glob("*.jpg"))
# The Order die's stickers in them are not enrolled.
UNREAD = {Code.ORDER_UNSURE}


@cache
def seen(path: Path) -> TableView:
    return Eyes(TableFile()).look(np.asarray(cv2.imread(str(path)), np.uint8))


def truth(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.with_suffix(".toml").read_text())


@pytest.fixture(params=PICTURES, ids=lambda path: path.stem)
def picture(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_there_are_pictures() -> None:
    assert len(PICTURES) >= 6


def test_every_die_is_found_in_its_place(picture: Path) -> None:
    view = seen(picture)
    for die in truth(picture)["dice"]:
        where = Point(*die["at_mm"])
        assert min(other.where.distance_to(where) for other in view.dice) < 1.5


def test_no_sure_die_is_misread(picture: Path) -> None:
    sure = [die for die in seen(picture).dice if not die.maybe and die.confidence > 0.9]
    assert len(sure) >= 5
    for die in sure:
        true = min(truth(picture)["dice"], key=lambda each: die.where.distance_to(Point(*each["at_mm"])))
        assert (str(die.colour), die.value) == (true["colour"], true["value"])


def test_what_is_wrong_with_a_throw_is_not_overlooked(picture: Path) -> None:
    faults, codes = set(truth(picture)["faults"]), set(seen(picture).codes) - UNREAD
    if faults:
        assert codes
    else:
        assert codes <= {Code.DIE_UNSURE}


def test_nearly_all_imps_are_seen(picture: Path) -> None:
    stands = [imp or None for imp in truth(picture)["imps"]]
    assert sum(imp.colour == stands[imp.base] for imp in seen(picture).imps) >= 9
