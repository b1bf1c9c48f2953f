"""What the networks are shown."""

import numpy as np

from pi_diavolo.vision.networks import FOLD, folded


def test_folding_puts_the_pixels_of_a_block_behind_each_other() -> None:
    view = np.random.default_rng(1).integers(0, 256, (2 * FOLD, 3 * FOLD, 3), np.uint8)
    out = folded(view)
    assert out.shape == (1, 3 * FOLD**2, 2, 3)
    for channel, down, across in ((0, 0, 0), (2, 3, 1), (1, 0, 3)):
        behind = channel * FOLD**2 + down * FOLD + across
        assert np.isclose(out[0, behind, 1, 2], view[FOLD + down, 2 * FOLD + across, channel] / 255)
