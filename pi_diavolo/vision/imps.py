"""What stands on each base: an imp of one of four colours, or nothing."""

import numpy as np
import numpy.typing as npt

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import ImpView
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.imps_patches import cut, cuts
from pi_diavolo.vision.networks import run
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

# In the order of the network's answers; `training/imps.py` says how it was made. Last: something hides it.
STANDING = (None, Colour.BLACK, Colour.WHITE, Colour.RED, Colour.GRAY)
HIDDEN = len(STANDING)
IN_BLACK_AND_WHITE = 0.5  # red, gray and black imps are then much alike


def see_imps(picture: Picture, camera: Camera, table: TableFile) -> tuple[ImpView, ...]:
    """What stands on each base; where that is not to be seen, nothing with no confidence."""
    if not table.bases:
        return ()
    where = cuts(camera, table)
    patches = cut(picture, camera, table)
    answers = _read(patches.normal())
    if patches.colourless:
        answers[:, 1:] *= IN_BLACK_AND_WHITE
    answers[~where.inside] = 0
    best = answers[:, :HIDDEN].argmax(axis=1)
    # What hides a base may look like anything: then nothing is said of what it looks like.
    best[answers.argmax(axis=1) == HIDDEN] = 0
    pixels = np.where(best[:, None] > 0, where.tops, where.feet)
    return tuple(
        ImpView(base, STANDING[told], float(answers[base, told]), (float(x), float(y)))
        for base, (told, (x, y)) in enumerate(zip(best, pixels, strict=True))
    )


def _read(patches: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """For each base how likely each of STANDING is, and that something hides it."""
    return run("imps", patches)
