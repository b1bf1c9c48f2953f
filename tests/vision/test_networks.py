"""What the networks are shown, and by what they are run."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pi_diavolo.vision import networks
from pi_diavolo.vision.networks import FOLD, folded

MODELS = Path(networks.__file__).parent / "models"
# Of each network, the size of what it takes in.
SIZES = {
    "spotter": (1, 3 * FOLD**2, 100, 104),
    "coverer": (1, 3 * FOLD**2, 52, 48),
    "aimer": (7, 3, 24, 24),
    "reader": (7, 3, 48, 48),
    "lier": (7, 4, 48, 48),
    "board": (7, 14, 33, 33),
}


def test_folding_puts_the_pixels_of_a_block_behind_each_other() -> None:
    view = np.random.default_rng(1).integers(0, 256, (2 * FOLD, 3 * FOLD, 3), np.uint8)
    out = folded(view)
    assert out.shape == (1, 3 * FOLD**2, 2, 3)
    for channel, down, across in ((0, 0, 0), (2, 3, 1), (1, 0, 3)):
        behind = channel * FOLD**2 + down * FOLD + across
        assert np.isclose(out[0, behind, 1, 2], view[FOLD + down, 2 * FOLD + across, channel] / 255)


@pytest.mark.parametrize("name", SIZES)
def test_a_network_answers_the_same_whatever_runs_it(name: str) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `fast`)")
    model, seen = (
        (MODELS / f"{name}.onnx").read_bytes(),
        np.random.default_rng(1).random(SIZES[name], np.float32),
    )
    one, other = networks.through_onnxruntime(model)(seen), networks.through_opencv(model)(seen)
    assert one.shape == other.shape
    assert np.abs(one - other).max() < 1e-3


def test_without_onnxruntime_networks_run_through_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    networks._network.cache_clear()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    patch = np.zeros((24, 24, 3), np.uint8)
    assert networks.aim([patch]).shape == (1, 3)
    networks._network.cache_clear()


def test_what_runs_the_networks_keeps_nothing_of_this_machine(tmp_path: Path) -> None:
    look = (
        "import numpy; from pi_diavolo.vision import networks; networks.aim([numpy.zeros((24, 24, 3), 'u1')])"
    )
    at_home = {name: value for name, value in os.environ.items() if name not in ("CI", "XDG_CACHE_HOME")}
    subprocess.run([sys.executable, "-c", look], env={**at_home, "HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.rglob("*")) == []


def test_numpy_starts_no_threads_that_would_spin_beside_the_one_that_works() -> None:
    look = (
        "import os, pi_diavolo, numpy; a = numpy.ones((600, 600)); a @ a; numpy.linalg.lstsq(a, a, None);"
        "print(len(os.listdir('/proc/self/task')))"
    )
    at_home = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    seen = subprocess.run(
        [sys.executable, "-c", look], env=at_home, check=True, capture_output=True, text=True
    )
    assert seen.stdout.strip() == "1"
