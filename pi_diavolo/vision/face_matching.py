"""Which enrolled face the Order die shows where comparing does not tell: little print is left under a lamp.

A network is shown a cut of the die beside each face in each turn, and says how likely these are the same: it
knows that where all is white there may have been print, and that a shade or an edge may be all that is left.
"""

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.networks import Bytes, Numbers

# What the network is shown: the cut, the same so that only what is nearly white differs, the cut as if lit
# evenly, and the enrolled face, as it is and as if lit evenly.
MATCH_FIELDS = ("cut", "highlights", "cut_level", "face", "face_level")
TURNS = 4
LEVELS = 2.0  # what is lit evenly ranges so far


def seen_cuts(cuts: Bytes, level: Numbers) -> Numbers:
    """The first three of MATCH_FIELDS for cuts (n, px, px), given as if lit evenly as well."""
    bright = cuts.astype(np.float32) / 255
    return np.stack([bright, bright**8, level / LEVELS], axis=1)


def seen_faces(faces: Bytes, level: Numbers, margin: int) -> Numbers:
    """The others for enrolled faces, which get a margin of so many pixels."""
    plain = faces.astype(np.float32)
    low, high = plain.min(axis=(1, 2), keepdims=True), plain.max(axis=(1, 2), keepdims=True)
    shown = np.stack([(plain - low) / np.maximum(high - low, 1), level / LEVELS], axis=1)
    return np.pad(shown, ((0, 0), (0, 0), (margin, margin), (margin, margin)), mode="edge")


def in_all_turns(faces: Numbers) -> Numbers:
    """What is seen of faces, each in its four quarter turns (n, 4, fields, px, px)."""
    return np.stack([np.rot90(faces, turn, axes=(2, 3)) for turn in range(TURNS)], axis=1)


def matched(cuts: Numbers, faces: Numbers) -> Numbers:
    """How likely each face is what some cuts of one die show; what is missing to one is that it shows none.

    Both as seen above, the faces in all turns.
    """
    each = faces.reshape(-1, *faces.shape[2:])
    beside = np.repeat(cuts, len(each), axis=0), np.tile(each, (len(cuts), 1, 1, 1))
    said = networks.match(np.concatenate(beside, axis=1)).reshape(len(cuts), len(faces), TURNS)
    odds = np.exp(said.astype(np.float64)).sum(axis=2).max(axis=0)
    return np.asarray(odds / (1 + odds.sum()), np.float32)
