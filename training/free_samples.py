"""Painted free scenes kept in files, and what the two networks are shown of them."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.free import cut
from pi_diavolo.vision.free_networks import COLOURS, SPOT_FIELDS, STRIDE, UNIT_PX
from training.free_scenes import draw_group, draw_scene

Float = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
# A JPEG, and its dice: top face's box, whole box (left, top, right, bottom), value, colour, visible share.
Stored = tuple[Bytes, Float]
SIDE_PX = 320
GROUPS, SCENES = 6, 60  # in one file
# The spotter finds dice of these sizes; those a little smaller or larger it may find or not.
SMALLEST_PX, LARGEST_PX = 20.0, 60.0
DOUBTFUL = 1.3
LEAST_VISIBLE, READABLE = 0.6, 0.72


def paint(folder: Path, seed: int) -> None:
    """One file of scenes."""
    path = folder / f"{seed:06d}.npz"
    if path.exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 5))
    groups = [draw_group(seed * GROUPS + n) for n in range(GROUPS)]
    kept: dict[str, npt.NDArray[np.generic]] = {}
    for n in range(SCENES):
        low, high = (20, 62) if rng.random() < 0.72 else (12, 120)
        picture, dice = draw_scene(
            rng, groups, SIDE_PX, float(np.exp(rng.uniform(np.log(low), np.log(high))))
        )
        rows = [[*d.top, *d.whole, d.value, COLOURS.index(d.colour), d.visible] for d in dice]
        kept[f"picture{n}"] = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
        kept[f"dice{n}"] = np.array(rows, np.float32).reshape(-1, 11)
    np.savez(path, **kept)  # type: ignore[arg-type]


def load(folder: Path) -> list[Stored]:
    """All scenes of a folder."""
    found: list[Stored] = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            found += [(file[f"picture{n}"], file[f"dice{n}"]) for n in range(SCENES)]
    return found


def boxes(dice: Float) -> Float:
    """The box of each die: between that of its top face and that of all that is seen of it."""
    return np.asarray((dice[:, :4] + dice[:, 4:8]) / 2, np.float32)


def opened(stored: Stored, rng: np.random.Generator) -> tuple[Bytes, Float]:
    """A scene, perhaps mirrored."""
    picture = np.asarray(cv2.imdecode(stored[0], cv2.IMREAD_COLOR), np.uint8)
    dice = stored[1].copy()
    if rng.random() < 0.5:
        picture = np.ascontiguousarray(picture[:, ::-1])
        dice[:, [0, 2, 4, 6]] = SIDE_PX - dice[:, [2, 0, 6, 4]]
    return picture, dice


def relit(image: Bytes, rng: np.random.Generator, glare: float) -> Float:
    """A little other light each time, sometimes with a veil of glare."""
    gains = rng.uniform(0.93, 1.07, 3) * rng.uniform(0.85, 1.15)
    out = np.clip(image.astype(np.float32) / 255 * gains, 0, 1)
    if rng.random() < glare:
        high, wide = image.shape[:2]
        rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
        x, y, reach = rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(3, 40)
        across = rng.uniform(0.3, 1)
        veil = np.exp(-((columns - x) ** 2 + ((rows - y) / across) ** 2) / (2 * reach**2)) * rng.uniform(
            0.1, 0.8
        )
        out = out + (1 - out) * veil[..., None]
    return out.astype(np.float32)


def spot_sample(stored: Stored, rng: np.random.Generator) -> tuple[Float, Float, Float]:
    """A scene, the wanted answer for each cell, and how much each cell counts."""
    picture, dice = opened(stored, rng)
    cells = SIDE_PX // STRIDE
    target = np.zeros((len(SPOT_FIELDS), cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    for die, box in zip(dice, boxes(dice), strict=True):
        size = float(np.sqrt((box[2] - box[0]) * (box[3] - box[1])))
        if size < SMALLEST_PX / DOUBTFUL or size > LARGEST_PX * DOUBTFUL:
            continue
        x, y = (die[0] + die[2]) / 2, (die[1] + die[3]) / 2
        sure = SMALLEST_PX <= size <= LARGEST_PX and die[10] > LEAST_VISIBLE
        _mark(target, weight, die, (x, y), sure)
    return relit(picture, rng, 0.15), target, weight


def _mark(target: Float, weight: Float, die: Float, at: tuple[float, float], sure: bool) -> None:
    column, row = at[0] / STRIDE - 0.5, at[1] / STRIDE - 0.5
    shape = (die[2] - die[0], die[3] - die[1], at[0] - die[4], at[1] - die[5], die[6] - at[0], die[7] - at[1])
    cells = target.shape[1]
    for r in range(max(0, int(row) - 1), min(cells, int(row) + 3)):
        for c in range(max(0, int(column) - 1), min(cells, int(column) + 3)):
            heat = np.exp(-((c - column) ** 2 + (r - row) ** 2) / (2 * 0.55**2))
            if not sure:
                weight[r, c] = 0
            elif heat > target[0, r, c]:
                target[:, r, c] = (heat, column - c, row - r, *(v / UNIT_PX for v in shape))


def read_samples(stored: Stored, rng: np.random.Generator) -> list[tuple[Bytes, int]]:
    """Patches with their values: round every die, and some beside them."""
    picture, dice = opened(stored, rng)
    made = []
    all_boxes = boxes(dice)
    for die, box in zip(dice, all_boxes, strict=True):
        side = float(max(box[2] - box[0], box[3] - box[1]))
        middle = (box[:2] + box[2:]) / 2
        inside = bool((middle > 0).all() and (middle < SIDE_PX).all())
        if die[10] < READABLE or side < 17 or not inside:
            continue
        aim = middle + rng.normal(0, 0.055, 2) * side
        made.append((patch(picture, aim, side * rng.uniform(0.86, 1.16)), int(die[8])))
        if rng.random() < 0.3:
            made.append((_miss(picture, die, side, all_boxes, rng), 0))
    if rng.random() < 0.5:
        at, side = rng.uniform(0, SIDE_PX, 2), rng.uniform(18, 60)
        if _clear(at, side, all_boxes):
            made.append((patch(picture, at, side), 0))
    return made


def _miss(picture: Bytes, die: Float, side: float, all_boxes: Float, rng: np.random.Generator) -> Bytes:
    """What a bad aim shows: side faces, gaps between dice, single pips, many dice at once."""
    middle = (die[:2] + die[2:4]) / 2
    if rng.random() < 0.4:
        scale = rng.uniform(0.25, 0.5) if rng.random() < 0.6 else rng.uniform(2.0, 3.0)
        return patch(picture, middle + rng.normal(0, 0.2, 2) * side, side * scale)
    for _ in range(8):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.9) * side
        at = middle + far * np.array([np.cos(angle), np.sin(angle)])
        if _clear(at, side, all_boxes, 0.38):
            return patch(picture, at, side * rng.uniform(0.5, 1.1))
    return patch(picture, middle, side * 0.3)


def _clear(at: npt.NDArray[np.floating], side: float, all_boxes: Float, share: float = 0.6) -> bool:
    middles = (all_boxes[:, :2] + all_boxes[:, 2:]) / 2
    sides = np.maximum(all_boxes[:, 2:] - all_boxes[:, :2], side).max(1, initial=0)
    return bool((np.hypot(*(middles - at).T) > share * sides).all())


def patch(picture: Bytes, middle: npt.NDArray[np.floating], side: float) -> Bytes:
    """A patch for the reader round a box of this side; as `vision.free` cuts it."""
    return cut(picture, (float(middle[0]), float(middle[1])), side)
