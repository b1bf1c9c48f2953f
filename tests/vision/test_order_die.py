"""The Order die by its enrolled faces: any set of six, any turn, and no guess under glare."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.simulator.painter import draw_glyph_set
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.order_die import FaceError, FaceRead, Faces, load_faces
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.picture import Picture

SIDE = 44.0
# From far above, a pixel is a millimetre at the height of the die's top face.
ABOVE = Camera(
    np.array([[1000 - SIDE, 0, 59.5], [0, 1000 - SIDE, 59.5], [0, 0, 1]]), np.zeros(5), np.diag([1, -1, -1]),
    np.array([0, 0, 1000]), (120, 120),
)  # fmt: skip


def read(faces: Faces, view: Picture, x: float, y: float, yaw: float) -> FaceRead:
    """Read the die at these pixels; `yaw` as in pictures, where y points down."""
    return faces.read(view, ABOVE, Pose(x - 59.5, 59.5 - y, -yaw), SIDE)


def a_set(seed: int) -> dict[str, Picture]:
    glyphs = draw_glyph_set(np.random.default_rng(seed))
    return dict(zip(glyphs.names, map(np.asarray, glyphs.pictures), strict=True))


def a_die(glyph: Picture, yaw: float, rng: np.random.Generator) -> Picture:
    """A gray face with its glyph printed on the middle four fifths, turned, soft and noisy."""
    gray = glyph if glyph.ndim == 2 else cv2.cvtColor(glyph, cv2.COLOR_BGR2GRAY)
    face = np.full((440, 440), 150, np.float32)
    printed = cv2.resize(gray, (352, 352), interpolation=cv2.INTER_AREA).astype(np.float32)
    face[44:396, 44:396] = 40 + 110 * printed / 255
    face = cv2.resize(face, None, fx=SIDE / 440, fy=SIDE / 440, interpolation=cv2.INTER_AREA)
    cos, sin, middle = np.cos(yaw), np.sin(yaw), (SIDE - 1) / 2
    matrix = np.array([[cos, -sin, 60 - (cos - sin) * middle], [sin, cos, 60 - (sin + cos) * middle]])
    there = cv2.warpAffine(np.ones_like(face), matrix, (120, 120))
    view = 90 * (1 - there) + cv2.warpAffine(face, matrix, (120, 120))
    view = cv2.GaussianBlur(view, (0, 0), 0.8) + rng.normal(0, 4, view.shape)
    return np.asarray(np.clip(view, 0, 255), np.uint8)


@pytest.mark.parametrize("seed", range(5))
def test_every_face_of_any_set_is_read_in_any_turn(seed: int) -> None:
    rng, glyphs = np.random.default_rng(seed), a_set(seed)
    faces = Faces(glyphs)
    for name, glyph in glyphs.items():
        yaw = float(rng.uniform(0, 2 * np.pi))
        aim = 60 + rng.normal(0, 0.7), 60 + rng.normal(0, 0.7), yaw + rng.normal(0, 0.03) + np.pi / 2
        found = read(faces, a_die(glyph, yaw, rng), *aim)
        assert found.face == name
        assert found.sure


def askew(glyph: Picture, degrees: float) -> Picture:
    """The picture turned about its middle, as somebody may have scanned it."""
    turn = cv2.getRotationMatrix2D((glyph.shape[1] / 2 - 0.5, glyph.shape[0] / 2 - 0.5), degrees, 1)
    turned = cv2.warpAffine(glyph, turn, glyph.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def inverse(glyph: Picture) -> Picture:
    return np.asarray(255 - glyph, np.uint8)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(inverse, id="white on black"),
        pytest.param(lambda glyph: askew(glyph, 20), id="turned by 20 degrees"),
        pytest.param(lambda glyph: askew(glyph, 45), id="turned by 45 degrees"),
    ],
)
def test_pictures_of_faces_may_be_white_on_black_or_lie_askew(
    drawn: Callable[[Picture], Picture], seed: int
) -> None:
    rng, glyphs = np.random.default_rng(seed), a_set(seed)
    faces = Faces({name: drawn(glyph) for name, glyph in glyphs.items()})
    found = {name: read(faces, a_die(glyph, 0.3, rng), 60, 60, 0.3) for name, glyph in glyphs.items()}
    assert all(one.face == name for name, one in found.items() if one.sure)
    assert sum(one.sure for one in found.values()) >= 5


def test_a_sign_and_its_reverse_are_told_apart() -> None:
    glyphs = a_set(2)
    first, second, *_ = glyphs
    glyphs[second] = inverse(glyphs[first])
    faces, rng = Faces(glyphs), np.random.default_rng(2)
    for name in (first, second):
        found = read(faces, a_die(glyphs[name], 0.3, rng), 60, 60, 0.3)
        assert (found.face, found.sure) == (name, True)


def test_a_face_that_glare_has_eaten_is_not_sure() -> None:
    faces = Faces(a_set(1))
    blank = np.asarray(np.clip(np.random.default_rng(1).normal(230, 6, (120, 120)), 0, 255), np.uint8)
    assert not read(faces, blank, 60, 60, 0.2).sure


@pytest.mark.parametrize("drawn", [np.asarray, inverse], ids=["black on white", "white on black"])
def test_a_washed_out_sticker_is_not_taken_for_a_face_that_is_all_of_one_shade(
    drawn: Callable[[Picture], Picture],
) -> None:
    glyphs = a_set(1)
    one_shade = np.full((100, 100), 255, np.uint8)
    one_shade[12:-12, 12:-12] = 0
    glyphs[next(iter(glyphs))] = one_shade
    faces, rng = Faces({name: drawn(glyph) for name, glyph in glyphs.items()}), np.random.default_rng(1)
    seen = a_die(one_shade, 0.3, rng)
    washed_out = read(faces, inverse(seen), 60, 60, 0.3)
    assert not washed_out.sure
    assert washed_out.confidence < 0.5
    assert read(faces, seen, 60, 60, 0.3).sure


@pytest.mark.parametrize(("blur_px", "sure"), [(0.5, True), (4.0, False)], ids=["sharp", "blurred"])
def test_bars_that_run_together_are_not_taken_for_a_square(blur_px: float, sure: bool) -> None:
    glyphs = a_set(1)
    square, bars, *_ = glyphs
    glyphs[square] = np.full((100, 100), 255, np.uint8)
    glyphs[square][15:-15, 15:-15] = 0
    glyphs[bars] = glyphs[square].copy()
    for left in (28, 49, 70):
        glyphs[bars][:, left : left + 4] = 255
    faces = Faces(glyphs)
    seen = cv2.GaussianBlur(a_die(glyphs[bars], 0.3, np.random.default_rng(1)), (0, 0), blur_px)
    found = read(faces, np.asarray(seen, np.uint8), 60, 60, 0.3)
    assert found.sure is sure
    assert found.face == bars or not sure


def test_a_face_that_was_not_enrolled_is_not_sure() -> None:
    glyphs = a_set(3)
    stranger = glyphs.pop(next(iter(glyphs)))
    found = read(Faces(glyphs), a_die(stranger, 0.3, np.random.default_rng(3)), 60, 60, 0.3)
    assert not found.sure


def test_faces_come_from_picture_files(tmp_path: Path) -> None:
    glyphs = a_set(2)
    paths = {name: tmp_path / f"{name}.png" for name in glyphs}
    for name, glyph in glyphs.items():
        cv2.imwrite(str(paths[name]), glyph)
    name = next(iter(glyphs))
    view = a_die(glyphs[name], 1.0, np.random.default_rng(2))
    assert read(load_faces(paths), view, 60, 60, 1.0).face == name


@pytest.mark.parametrize("ink", [0, 255], ids=["black", "white"])
@pytest.mark.parametrize("bits", [np.uint8, np.uint16])
def test_faces_may_be_drawn_on_a_transparent_ground(
    tmp_path: Path, ink: int, bits: type[np.uint8 | np.uint16]
) -> None:
    glyphs = a_set(2)
    paths = {name: tmp_path / f"{name}.png" for name in glyphs}
    for name, glyph in glyphs.items():
        gray = glyph if glyph.ndim == 2 else cv2.cvtColor(glyph, cv2.COLOR_BGR2GRAY)
        layers = [np.full_like(gray, ink)] * 3 + [255 - gray]
        scale = np.iinfo(bits).max // 255
        cv2.imwrite(str(paths[name]), (np.dstack(layers).astype(bits) * scale).astype(bits))
    name = next(iter(glyphs))
    found = read(load_faces(paths), a_die(glyphs[name], 1.0, np.random.default_rng(2)), 60, 60, 1.0)
    assert (found.face, found.sure) == (name, True)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "plus.png").write_text("plus")
    with pytest.raises(FaceError, match=r"plus\.png: this is not a picture"):
        load_faces({"greatest_sum": tmp_path / "plus.png"})


@pytest.mark.parametrize("side", [1, 300])
def test_a_picture_that_shows_nothing_is_named(tmp_path: Path, side: int) -> None:
    paths = {name: tmp_path / f"{name}.png" for name in ("most_odd", "closest")}
    cv2.imwrite(str(paths["most_odd"]), next(iter(a_set(2).values())))
    cv2.imwrite(str(paths["closest"]), np.full((side, side), 200, np.uint8))
    with pytest.raises(FaceError, match=r"closest\.png: this shows no face.*enrol the face closest again"):
        load_faces(paths)


def test_without_faces_there_is_nothing_to_read_by() -> None:
    with pytest.raises(ValueError, match="enrol at least one"):
        Faces({})


@pytest.mark.parametrize(
    ("best", "second", "sure"),
    [
        pytest.param(0.95, 0.85, True, id="it fits well and leads"),
        pytest.param(0.90, 0.85, False, id="another fits nearly as well"),
        pytest.param(0.78, 0.40, True, id="it fits less well and leads far"),
        pytest.param(0.78, 0.60, False, id="it fits less well and does not lead far enough"),
        pytest.param(0.70, 0.10, False, id="it fits badly, however far it leads"),
    ],
)
def test_the_less_well_a_face_fits_the_farther_it_must_lead(best: float, second: float, sure: bool) -> None:
    scores = (("plus", best), ("minus", second), *((f"other {n}", 0.0) for n in range(4)))
    assert FaceRead(scores).sure is sure


def test_a_doubtful_face_may_only_be_one_that_the_best_does_not_lead_far() -> None:
    far = tuple((f"other {n}", 0.1) for n in range(4))
    assert FaceRead((("plus", 0.8), ("minus", 0.7), *far)).others == ("minus",)


def test_what_fits_no_face_may_be_any_of_them() -> None:
    far = tuple((f"other {n}", 0.0) for n in range(5))
    assert len(FaceRead((("plus", 0.7), *far)).others) == 5


@pytest.mark.parametrize(
    ("likeliest", "sure", "others"),
    [
        pytest.param(0.999, True, 0, id="surely matched"),
        pytest.param(0.9, False, 5, id="in doubt, it may be any of them"),
    ],
)
def test_what_fits_no_face_well_may_still_be_matched(likeliest: float, sure: bool, others: int) -> None:
    scores = (("plus", 0.5), *((f"other {n}", 0.4) for n in range(5)))
    chances = (("other 3", likeliest), ("plus", 0.001), *((f"other {n}", 0.0) for n in (0, 1, 2, 4)))
    read = FaceRead(scores, chances)
    assert (read.face, read.sure, len(read.others)) == ("other 3", sure, others)
    assert read.confidence == likeliest


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_face_half_under_a_lamp_which_comparing_does_not_tell_is_matched(seed: int) -> None:
    rng, glyphs = np.random.default_rng(seed), a_set(seed)
    faces = Faces(glyphs)
    found = {
        name: read(faces, half_under_a_lamp(a_die(glyph, 0.4, rng)), 60, 60, 0.4)
        for name, glyph in glyphs.items()
    }
    assert all(each.chances for each in found.values())
    assert [each.face for each in found.values()] == list(glyphs)
    assert sum(each.sure for each in found.values()) >= 4


def half_under_a_lamp(view: Picture) -> Picture:
    """The same where the edge of a mirrored lamp runs across the face: beyond it all is nearly white."""
    rows, columns = np.mgrid[0 : view.shape[0], 0 : view.shape[1]]
    lamp = 200 / (1 + np.exp(-(columns + 0.6 * rows - 92) / 1.5))
    return np.asarray(np.clip(view * 0.8 + lamp, 0, 255), np.uint8)
