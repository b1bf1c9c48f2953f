"""The six faces of a die: where they are, which value each bears, and their pictures in one atlas."""

from collections.abc import Mapping

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32
from pi_diavolo.simulator.painting.look import DiceLook, Finish, GlyphSet
from pi_diavolo.simulator.painting.textures import cut

FACE_PX = 112
GRAIN_SCALE = 1.5
# Outward, right and up of each face as somebody sees it who looks at it: +x, -x, +y, -y, +z, -z.
OUT = f32([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]])
RIGHT = f32([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]])
UP = f32([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, -1, 0]])
# Opposite faces sum to 7; in the left-handed die 3 and 4 have changed places.
RIGHT_HANDED, LEFT_HANDED = (2, 5, 3, 4, 1, 6), (2, 5, 4, 3, 1, 6)
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}


def face_of(value: int, left_handed: bool = False) -> int:
    """Which of the six faces bears a value; Order dice count theirs like a right-handed die."""
    return (LEFT_HANDED if left_handed else RIGHT_HANDED).index(value)


def atlas(look: DiceLook, finish: Finish, rng: np.random.Generator) -> Float:
    """All faces of a pipped die below each other: share of pip, slope to the right, slope up."""
    values = LEFT_HANDED if look.left_handed else RIGHT_HANDED
    spots = [pips_at(value, look) for value in values]
    return _with_wear(np.vstack([_pipped(one, look, finish) for one in spots]), finish, rng)


def order_atlas(look: DiceLook, glyphs: GlyphSet, finish: Finish, rng: np.random.Generator) -> Float:
    """All faces of the Order die below each other, in the same layers."""
    faces = [
        _printed(glyphs.pictures[value - 1], look.glyph_share, look.glyph_turns[value - 1])
        for value in RIGHT_HANDED
    ]
    return _with_wear(np.vstack(faces), finish, rng)


def pips_at(value: int, look: DiceLook) -> list[tuple[float, float]]:
    """Where the pips of a value lie on its face, right and up of its middle, in half sizes."""
    spots, spread = PIPS[value], look.pip_spread
    turned = dict(zip((2, 3, 6), look.turned, strict=True)).get(value, False)
    placed = [(u * spread, v * spread) for u, v in spots]
    return [(v, -u) for u, v in placed] if turned else placed


def _pipped(spots: list[tuple[float, float]], look: DiceLook, finish: Finish) -> Float:
    along = (np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1
    u, v = np.meshgrid(f32(along), f32(-along))
    face, radius = np.zeros((FACE_PX, FACE_PX, 3), np.float32), look.pip_mm / look.size_mm
    for at_u, at_v in spots:
        away = np.hypot(u - at_u, v - at_v)
        ink = np.clip((radius * look.pip_inked - away) * FACE_PX / 2 + 0.5, 0, 1)
        face[..., 0] = np.maximum(face[..., 0], ink)
        # The hollow is steepest at its rim, which paint may not reach: in glare that is all one sees of it.
        steep = np.clip((radius - away) * FACE_PX / 2 + 0.5, 0, 1) * finish.dimple * (away / radius) / radius
        face[..., 1] -= steep * (u - at_u)
        face[..., 2] -= steep * (v - at_v)
    return face


def _printed(picture: Bytes, share: float, turns: int) -> Float:
    side = round(FACE_PX * share)
    ink = 1 - f32(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)) / 255
    face = np.zeros((FACE_PX, FACE_PX, 3), np.float32)
    start = (FACE_PX - side) // 2
    face[start : start + side, start : start + side, 0] = ink
    return f32(np.rot90(face, -turns))


def _with_wear(faces: Float, finish: Finish, rng: np.random.Generator) -> Float:
    """Nothing is quite flat: glare breaks up on it."""
    size = (FACE_PX, FACE_PX * 6)
    for layer in (1, 2):
        faces[..., layer] += finish.uneven * cut(rng, "clouds", size, rng.uniform(0.3, 1.0))
        if finish.grain:
            faces[..., layer] += finish.grain * cut(rng, "grain", size, GRAIN_SCALE)
    return np.ascontiguousarray(faces)
