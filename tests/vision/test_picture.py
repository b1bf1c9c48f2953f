import numpy as np
import pytest

from pi_diavolo.vision.picture import as_bgr8, as_gray8, is_colourless


@pytest.mark.parametrize("shape", [(4, 6), (4, 6, 1), (4, 6, 2), (4, 6, 3), (4, 6, 4)])
@pytest.mark.parametrize(("kind", "full"), [(np.uint8, 200), (np.uint16, 200 * 257)])
def test_every_kind_of_picture_becomes_eight_bits(
    shape: tuple[int, ...], kind: type[np.uint8 | np.uint16], full: int
) -> None:
    picture = np.full(shape, full, kind)
    assert as_bgr8(picture).shape == (4, 6, 3)
    assert as_gray8(picture).shape == (4, 6)
    assert (as_bgr8(picture) == 200).all()
    assert (as_gray8(picture) == 200).all()


def test_a_slice_of_a_picture_is_a_picture() -> None:
    assert as_gray8(np.zeros((8, 8, 3), np.uint8)[::2, ::-1]).flags.c_contiguous


@pytest.mark.parametrize(
    "what",
    [
        np.zeros((0, 5), np.uint8),
        np.zeros(5, np.uint8),
        np.zeros((2, 2, 5), np.uint8),
        np.zeros((2, 2), np.float32),
    ],
    ids=["empty", "a row", "five channels", "fractions"],
)
def test_what_is_no_picture_is_refused(what: np.ndarray) -> None:
    with pytest.raises(ValueError, match="a picture has"):
        as_bgr8(what)


def test_a_picture_in_black_and_white_is_known_as_such() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8)
    assert is_colourless(as_bgr8(as_gray8(noise)))
    assert not is_colourless(noise)
    assert not is_colourless(np.full((1, 1, 3), (0, 0, 200), np.uint8))
