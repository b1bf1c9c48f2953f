"""What the networks are shown, and by what they are run."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.vision import networks
from pi_diavolo.vision.certainty import SURE
from pi_diavolo.vision.die_scale import COLOURS, READ
from pi_diavolo.vision.networks import FOLD, Bytes, Numbers, folded
from pi_diavolo.vision.patches import Pose, patches
from pi_diavolo.vision.sight import VALUES
from training.examples import COCKED, CORNERS, OUTSIDE, STACKED, VISIBLE, Chances, examples_of_look
from training.light import burnt

MODELS = Path(networks.__file__).parent / "models"
LIGHT_PIPPED = ("black", "red", "blue", "green", "purple")
# Of each network, the size of what it takes in.
SIZES = {
    "spotter": (1, 3 * FOLD**2, 100, 104),
    "coverer": (1, 3 * FOLD**2, 52, 48),
    "aimer": (7, 3, 24, 24),
    "reader": (7, 3, 48, 48),
    "expert": (7, 3, 48, 48),
    "placer": (3, 4, 56, 56),
    "arbiter": (3, 4, 64, 64),
    "lier": (7, 4, 48, 48),
    "matcher": (7, 5, 32, 32),
    "board": (7, 14, 33, 33),
    "board_shapes": (7, 8, 67, 43),
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


def test_one_network_answers_each_thread_for_what_that_thread_has_shown_it() -> None:
    network = networks.through_opencv((MODELS / "aimer.onnx").read_bytes())
    shown = np.random.default_rng(1).random((200, *SIZES["aimer"]), np.float32)
    alone = [network(blob) for blob in shown]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(network, shown))
    assert np.array_equal(together, alone)


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


def test_a_glint_in_the_middle_of_a_face_is_hardly_ever_taken_for_a_pip() -> None:
    """Of faces without a middle pip few are surely misread when a lamp breaks up there."""
    rng, faces = np.random.default_rng(1), list(faces_without_a_middle_pip(range(1_000_000, 1_000_008)))
    glinting = [with_a_glint(patch, rng) for patch, _ in faces]
    values = np.array([value for _, value in faces])
    chances = chances_of(networks.read(glinting)[:, VALUES])
    misread = (chances.argmax(axis=1) != values) & (chances.max(axis=1) > SURE)
    assert len(faces) > 30
    assert misread.sum() <= 0.1 * len(faces)


def test_the_expert_reads_more_faces_that_lamps_have_burnt_white_and_none_surely_wrong() -> None:
    rng, faces = np.random.default_rng(1), list(plain_faces(range(1_000_000, 1_000_008)))
    white = [burnt(patch, rng) for patch, _ in faces]
    values = np.array([value for _, value in faces])
    reader, expert = chances_of(networks.read(white)[:, VALUES]), chances_of(networks.count_in_doubt(white))
    assert len(faces) > 60
    assert (expert.argmax(axis=1) == values).sum() > (reader.argmax(axis=1) == values).sum()
    assert ((expert.argmax(axis=1) != values) & (expert.max(axis=1) > SURE)).sum() == 0


def chances_of(scores: Numbers) -> Numbers:
    """How likely each value is."""
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def faces_without_a_middle_pip(looks: Iterable[int]) -> Iterator[tuple[Bytes, int]]:
    """Those of the plain faces that have none."""
    return ((patch, value) for patch, value in plain_faces(looks) if value in (2, 4, 6))


def plain_faces(looks: Iterable[int]) -> Iterator[tuple[Bytes, int]]:
    """Patches of dice with light pips that lie flat and free, and what they show."""
    still = Chances(hands=0, leans=0)
    for example in (example for look in looks for example in examples_of_look(look, 2, still)):
        picture, camera, size = example.picture(), example.camera, example.die_mm
        for row in example.dice:
            plain = row[VISIBLE] > 0.9 and not row[[COCKED, STACKED, OUTSIDE]].any()
            if plain and COLOURS[int(row[0])] in LIGHT_PIPPED:
                corners = camera.to_plane(row[CORNERS].reshape(4, 2), size)
                (x, y), (along, up) = corners.mean(axis=0), corners[1] - corners[0]
                pose = Pose(float(x), float(y), float(np.arctan2(up, along)))
                yield patches(picture, camera, [pose], size, size, READ)[0], int(row[1])


def with_a_glint(patch: Bytes, rng: np.random.Generator) -> Bytes:
    """The patch with a torn, longish spot of light in its middle."""
    y, x = np.mgrid[0 : READ.px, 0 : READ.px].astype(np.float32) - (READ.px - 1) / 2
    turn = rng.uniform(0, np.pi)
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    torn = cv2.GaussianBlur(rng.normal(1, 1.2, x.shape).astype(np.float32), (0, 0), 1)
    light = 0.6 * np.exp(-((along / 4) ** 2 + (across / 2.4) ** 2) / 2) * np.clip(torn, 0, 1.5)
    return np.asarray(np.clip(patch + 255 * light[..., None], 0, 255), np.uint8)
