"""What the spotter says of each cell, as places where dice may lie."""

import numpy as np
import pytest

from pi_diavolo.vision.die_scale import CELL_PX
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.networks import Numbers
from pi_diavolo.vision.patches import distance
from pi_diavolo.vision.spots import hints, spots, warm
from pi_diavolo.vision.table_file import TableFile
from tests.vision.plates import a_camera

FLAT = Flattener(a_camera(), TableFile(), 16.0)
ROW, COLUMN = 20, 30


def told(heat: float, across: float = 0.0, down: float = 0.0) -> Numbers:
    """One cell says with this chance that a die lies so many cells off its corner; the others say nothing."""
    out = np.zeros((6, 60, 60), np.float32)
    out[0] = -20.0
    out[:, ROW, COLUMN] = np.log(heat / (1 - heat)), across, down, 1.0, 0.0, 0.0
    return out


@pytest.mark.parametrize(
    ("heat", "is_spot", "is_hint"), [(0.5, True, True), (0.06, False, True), (0.04, False, False)]
)
def test_a_cell_that_is_hardly_sure_is_a_hint_and_no_spot(heat: float, is_spot: bool, is_hint: bool) -> None:
    assert (len(spots(told(heat), FLAT)), len(hints(told(heat), FLAT))) == (is_spot, is_hint)


def test_a_hint_is_where_its_cell_means_it_to_be() -> None:
    (here,) = hints(told(0.06), FLAT)
    (there,) = hints(told(0.06, across=1.0), FLAT)
    assert distance(here, there) == pytest.approx(CELL_PX / FLAT.px_per_mm)


def test_the_surest_hint_comes_first() -> None:
    both = told(0.06)
    both[:, ROW, COLUMN + 9] = 1.0, 0.0, 0.0, 1.0, 0.0, 0.0
    surest, _ = hints(both, FLAT)
    (alone,) = hints(told(0.06), FLAT)
    assert surest.x > alone.x


def test_the_warmest_place_comes_first() -> None:
    both = told(0.1)
    both[:, ROW + 5, COLUMN] = told(0.4)[:, ROW, COLUMN]
    (warmest, _), (alone,) = warm(both, FLAT), warm(both, FLAT, least=0.3)
    assert warmest.tolist() == alone.tolist()
