"""A view spotted in parts says of them what the whole would, and costs only what they do."""

import numpy as np
import pytest

from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.dice import spotting_view
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.parts import NOTHING, spot_round
from pi_diavolo.vision.spots import in_whole_cells
from pi_diavolo.vision.table_file import TableFile
from tests.vision.plates import a_camera

CAMERA = a_camera()
FLAT = spotting_view(CAMERA, TableFile())
PICTURE = np.random.default_rng(5).integers(0, 256, (CAMERA.size[1], CAMERA.size[0], 3), np.uint8)
CORNER = (-150.0, 150.0)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pixels each view had that the spotter was given."""
    sizes, spot = list[int](), networks.spot

    def counted(view: Bytes) -> Numbers:
        sizes.append(view.shape[0] * view.shape[1])
        return spot(view)

    monkeypatch.setattr(networks, "spot", counted)
    return sizes


def whole() -> Numbers:
    return networks.spot(in_whole_cells(FLAT.flatten(PICTURE)))


def cell_of(place: tuple[float, float]) -> tuple[int, int]:
    ((x, y),) = FLAT.to_flat([place]) // 8
    return int(y), int(x)


@pytest.mark.parametrize("place", [(0.0, 0.0), (60.0, -35.0), CORNER])
def test_a_part_is_told_as_in_the_whole_view(place: tuple[float, float]) -> None:
    row, column = cell_of(place)
    near = np.s_[:, max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
    told = spot_round(PICTURE, FLAT, np.array([place]))
    assert told.shape == whole().shape
    assert told[near] == pytest.approx(whole()[near], abs=1e-4)


def test_elsewhere_nothing_is_said_to_lie() -> None:
    told = spot_round(PICTURE, FLAT, np.array([(0.0, 0.0)]))
    row, column = cell_of((60.0, 60.0))
    assert told[0, row, column] == NOTHING


def test_few_places_cost_little(given: list[int]) -> None:
    spot_round(PICTURE, FLAT, np.array([(0.0, 0.0), (4.0, 3.0), (100.0, 100.0)]))
    assert len(given) == 2  # two of them are near each other
    assert sum(given) < 0.25 * FLAT.size[0] * FLAT.size[1]


def test_no_places_cost_nothing(given: list[int]) -> None:
    told = spot_round(PICTURE, FLAT, np.zeros((0, 2)))
    assert (told[0] == NOTHING).all()
    assert given == []


def test_places_everywhere_cost_no_more_than_the_whole_view(given: list[int]) -> None:
    steps = np.linspace(-150, 150, 7)
    places: Array = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    assert np.array_equal(spot_round(PICTURE, FLAT, places), whole())
    assert len(given) == 2  # the other one is the comparison's
