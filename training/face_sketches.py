"""Top faces of Order dice as a camera may see them, sketched without a table, for the matcher to learn."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from pi_diavolo.simulator.painting.glyphs import SIGNS
from pi_diavolo.vision.face_fitting import CUT_PX, FACE_PX
from training.light import LAMP, Bytes, Image, as_kept, mirrored_part, pressed, sharpened

# A sketch is drawn so fine, then made as small as the eyes cut faces out.
SKETCH_PX = 96
LAMP_PX = 48
# How far off a cut may be: in shares of it, in degrees, and in size, mostly and now and then.
OFF, OFF_DEG, OFF_SIZE, FAR_OFF_SIZE = 0.025, 3.0, 0.06, 0.25
# How much of a face its print fills.
PRINT_WIDE = (0.62, 1.0)
# Each sign is drawn so often, every time a little otherwise.
EACH_SIGN = 60
FACES = 6
# So often a die shows none of the faces that are enrolled.
STRANGERS = 0.08


@dataclass(frozen=True, slots=True)
class Signs:
    """Many signs: the print of each from 0 to 255, and which of them are of one kind and may look alike."""

    prints: Bytes
    kinds: tuple[str, ...]

    def picked(self, rng: np.random.Generator) -> Bytes:
        """Six of different kinds, as one die bears them, and a stranger."""
        start = rng.permutation(len(self.kinds))
        chosen = dict[str, int]()
        for number in start.tolist():
            chosen.setdefault(self.kinds[number], number)
            if len(chosen) > FACES:
                break
        return np.asarray(self.prints[list(chosen.values())])


def drawn_signs(rng: np.random.Generator) -> Signs:
    """The painter's signs, bent and stretched, and blots that look like nothing."""
    made = [(kind, sign(rng)) for kind, sign in sorted(SIGNS.items()) for _ in range(EACH_SIGN)]
    prints = [_bent(255 - cv2.resize(picture, (SKETCH_PX, SKETCH_PX)), rng) for _, picture in made]
    blots = [_blot(rng) for _ in range(len(prints) // 3)]
    kinds = [kind for kind, _ in made] + [f"blot{number}" for number in range(len(blots))]
    return Signs(np.stack(prints + blots), tuple(kinds))


def _bent(print_: Bytes, rng: np.random.Generator) -> Bytes:
    """A little askew and wavy."""
    along = np.arange(SKETCH_PX, dtype=np.float32)
    columns, rows = np.meshgrid(along, along)
    waves = rng.normal(0, 1, (2, 4, 4)).astype(np.float32) * rng.uniform(0, 4)
    askew = (np.eye(2) + rng.normal(0, 0.08, (2, 2))).astype(np.float32)
    half = (SKETCH_PX - 1) / 2
    x, y = columns - half, rows - half
    to_x = askew[0, 0] * x + askew[0, 1] * y + cv2.resize(waves[0], (SKETCH_PX, SKETCH_PX)) + half
    to_y = askew[1, 0] * x + askew[1, 1] * y + cv2.resize(waves[1], (SKETCH_PX, SKETCH_PX)) + half
    return np.asarray(cv2.remap(print_, to_x, to_y, cv2.INTER_LINEAR), np.uint8)


def _blot(rng: np.random.Generator) -> Bytes:
    noise = rng.normal(0, 1, (SKETCH_PX, SKETCH_PX)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), rng.uniform(5, 14))
    inked = soft > np.quantile(soft, rng.uniform(0.45, 0.8))
    edge = round(SKETCH_PX * 0.04)
    inside = np.zeros_like(noise)
    inside[edge:-edge, edge:-edge] = 255
    return np.asarray(cv2.GaussianBlur(np.where(inked, inside, 0), (0, 0), 1.0), np.uint8)


def enrolled(print_: Bytes, rng: np.random.Generator) -> Bytes:
    """The picture of a sign in a table file: as printed, or a photograph of it."""
    small = cv2.resize(print_, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    if rng.random() < 0.5:
        return np.asarray(255 - small, np.uint8)
    paper, ink = rng.uniform(110, 250), rng.uniform(10, 80)
    seen = paper + (ink - paper) * small / 255 + rng.normal(0, rng.uniform(0, 6), small.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 0.9)), 0, 255), np.uint8)


def seen_face(print_: Bytes, rng: np.random.Generator) -> Bytes:
    """The sign on a die, upright, as the eyes cut it out: a little off, under any light, never sharp."""
    ink = _laid(print_, rng) / np.float32(255)
    body = rng.uniform(0.15, 0.75)
    dark = body * rng.uniform(0.1, 0.75)
    shade = body + (dark - body) * ink
    if rng.random() < 0.65:
        lamp = 2 ** rng.uniform(*LAMP) * cv2.resize(mirrored_part(LAMP_PX, rng), (SKETCH_PX, SKETCH_PX))
        shade = shade * rng.uniform(0.6, 1.0) + lamp * (1 - rng.uniform(0.0, 1.0) * ink)
    else:
        shade = shade * rng.uniform(0.5, 1.3)
    shade = _with_edges(pressed(shade, rng), rng)
    small = cv2.resize(shade, (CUT_PX, CUT_PX), interpolation=cv2.INTER_AREA)
    soft = np.clip(cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 1.3)), 0, 1)
    sharp = sharpened(soft, rng) + rng.normal(0, rng.uniform(0, 0.04), soft.shape)
    return as_kept(np.asarray(np.clip(sharp, 0, 1) * 255, np.uint8), rng)


def _with_edges(shade: Image, rng: np.random.Generator) -> Image:
    """Beyond the face's edge there are its sides and the floor."""
    half = (SKETCH_PX - 1) / 2
    off = np.abs(np.arange(SKETCH_PX, dtype=np.float32) - half)
    wide = half * FACE_PX / CUT_PX / rng.uniform(*PRINT_WIDE)
    inside = 1 / (1 + np.exp((off - wide) / rng.uniform(0.5, 3)))
    face = np.outer(inside, inside).astype(np.float32)
    return np.asarray(shade * face + rng.uniform(0.05, 0.8) * (1 - face), np.float32)


def _laid(print_: Bytes, rng: np.random.Generator) -> Image:
    """The print where it is in a cut that was aimed at it, but for what aims are off."""
    whole = SKETCH_PX * CUT_PX / FACE_PX
    off = OFF_SIZE if rng.random() < 0.7 else FAR_OFF_SIZE
    size = 1 + rng.uniform(-off, off)
    half = (SKETCH_PX - 1) / 2
    turn = cv2.getRotationMatrix2D((half, half), rng.normal(0, OFF_DEG), size * SKETCH_PX / whole)
    turn[:, 2] += rng.normal(0, OFF * SKETCH_PX, 2)
    laid = cv2.warpAffine(print_, turn, (SKETCH_PX, SKETCH_PX), flags=cv2.INTER_LINEAR)
    return np.asarray(laid, np.float32)


def lessons(signs: Signs, rng: np.random.Generator) -> Iterator[tuple[Bytes, Bytes, int]]:
    """A cut, the six enrolled faces, and which of them lies up, or FACES for none; turned by any quarter."""
    while True:
        prints, shown = signs.picked(rng), int(rng.integers(FACES))
        shown = FACES if rng.random() < STRANGERS else shown
        cut = np.rot90(seen_face(prints[shown], rng), int(rng.integers(4)))
        yield np.ascontiguousarray(cut), np.stack([enrolled(print_, rng) for print_ in prints[:FACES]]), shown
