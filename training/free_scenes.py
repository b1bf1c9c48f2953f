"""Free scenes: dice cast beforehand, laid on grounds of all sorts and seen through cameras of all sorts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.free_dice import ROOM, SPRITE_PX, Sprite, cast, draw_makes, draw_setting
from training.free_grounds import draw_ground

Float = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
EDGE_PX = SPRITE_PX / ROOM
DICE_IN_GROUP = 10
# The corners of a top face are rounded off; so much of it is left.
LEFT_OF_CORNERS = 0.94


# A die laid: corners of its top face, whole box, colour, value, and its size in pixels were nothing over it.
Layer = tuple[Float, Float, str, int, int]


@dataclass(frozen=True, slots=True)
class SeenDie:
    """Boxes (left, top, right, bottom in px) of the top face and of all that is seen, and what share is."""

    top: Float
    whole: Float
    value: int
    colour: str
    visible: float


@dataclass(frozen=True, slots=True)
class Group:
    """Dice under one light, and how slanting they are seen."""

    sprites: tuple[Sprite, ...]
    tilt_deg: float


def draw_group(seed: int) -> Group:
    """Dice that may lie in one picture."""
    rng = np.random.default_rng((seed, 77))
    setting = draw_setting(rng)
    makes = draw_makes(rng, DICE_IN_GROUP)
    return Group(tuple(cast(rng, setting, make) for make in makes), setting.tilt_deg + setting.spread_deg)


def draw_scene(
    rng: np.random.Generator, groups: Sequence[Group], side: int, die_px: float
) -> tuple[Bytes, list[SeenDie]]:
    """A square picture with some dice, and what they are."""
    group = groups[int(rng.integers(len(groups)))]
    picture = draw_ground(rng, side, die_px)
    turn = rng.uniform(0, 360) if group.tilt_deg < 28 else rng.normal(0, 15)
    places = _places(rng, side, die_px)
    if group.tilt_deg >= 20:
        places.sort(key=lambda at: at[1])
    spread = rng.uniform(0, 0.22)
    layers: list[Layer | None] = []
    owner = np.zeros((side, side), np.int16)
    for at in places:
        sprite = group.sprites[int(rng.integers(len(group.sprites)))]
        size = die_px * math.exp(rng.normal(0, spread))
        layers.append(_lay(picture, owner, sprite, at, size, turn, len(layers) + 1))
    dice = [_seen(*layer, owner, number) for number, layer in enumerate(layers, 1) if layer is not None]
    return photographed(rng, picture), [die for die in dice if die is not None]


def _places(rng: np.random.Generator, side: int, die_px: float) -> list[tuple[float, float]]:
    """Anywhere, or close together, but never in each other."""
    room = (side / die_px) ** 2
    wanted = int(rng.integers(0, max(2, min(24, round(room * 0.3)))))
    apart = rng.uniform(1.0, 1.3)
    places: list[tuple[float, float]] = []
    for _ in range(wanted * 4):
        at = rng.uniform(-0.02, 1.02, 2) * side
        if places and rng.random() < 0.5:
            way, angle = rng.uniform(1.0, 1.4) * die_px, rng.uniform(0, 2 * math.pi)
            near = places[int(rng.integers(len(places)))]
            at = np.array([near[0] + way * math.cos(angle), near[1] + way * math.sin(angle)])
        if all(math.dist(at, other) > apart * die_px for other in places):
            places.append((float(at[0]), float(at[1])))
        if len(places) >= wanted:
            break
    return places


def _lay(
    picture: Float,
    owner: npt.NDArray[np.int16],
    sprite: Sprite,
    at: tuple[float, float],
    size: float,
    turn: float,
    number: int,
) -> Layer | None:
    """Put one die over the picture; tells its top face's corners, its whole box, its size in pixels."""
    scale = size / EDGE_PX
    reach = math.ceil(SPRITE_PX * scale * 0.72) + 1
    left, top = round(at[0]) - reach, round(at[1]) - reach
    matrix = cv2.getRotationMatrix2D((SPRITE_PX / 2 - 0.5, SPRITE_PX / 2 - 0.5), turn, scale)
    matrix[:, 2] += np.array([at[0] - left, at[1] - top]) - (SPRITE_PX / 2 - 0.5)
    window = (2 * reach, 2 * reach)
    colour, cover, shade = _warped(sprite, matrix, scale, window)
    high, wide = owner.shape
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + window[0], wide), min(top + window[1], high)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    inside = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    colour, cover, shade = colour[inside], cover[inside], shade[inside]
    spot = picture[y0:y1, x0:x1]
    spot *= (shade * (1 - cover))[..., None]
    spot += colour
    body = cover > 0.35
    owner[y0:y1, x0:x1][body] = number
    corners = sprite.corners @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    corners = (
        corners.mean(0) + (corners - corners.mean(0)) * LEFT_OF_CORNERS + np.array([left, top], np.float32)
    )
    rows, columns = np.flatnonzero(body.any(1)), np.flatnonzero(body.any(0))
    if not len(rows):
        return None
    whole = np.array([columns[0] + x0, rows[0] + y0, columns[-1] + x0 + 1, rows[-1] + y0 + 1], np.float32)
    full = max(1, int((sprite.cover > 90).sum() * scale**2))
    return corners, whole, sprite.colour, sprite.value, full


def _warped(
    sprite: Sprite, matrix: npt.NDArray[np.float64], scale: float, window: tuple[int, int]
) -> tuple[Float, Float, Float]:
    """The die's colour times its cover, its cover, and its shade, all turned and scaled."""
    cover = sprite.cover.astype(np.float32) / 255
    parts = [sprite.picture * cover[..., None], cover, sprite.shade.astype(np.float32) / 255]
    if scale < 0.55:  # twice as fine as needed would make pips sparkle
        blur = 0.35 / scale
        parts = [cv2.GaussianBlur(part, (0, 0), blur) for part in parts]
    edges = (0.0, 0.0, 1.0)
    out = [
        cv2.warpAffine(part, matrix, window, flags=cv2.INTER_LINEAR, borderValue=(edge,) * 3)
        for part, edge in zip(parts, edges, strict=True)
    ]
    return out[0], out[1], out[2]


def _seen(
    corners: Float,
    whole: Float,
    colour: str,
    value: int,
    full: int,
    owner: npt.NDArray[np.int16],
    number: int,
) -> SeenDie | None:
    high, wide = owner.shape
    top = np.concatenate([corners.min(0), corners.max(0)])
    middle = (top[:2] + top[2:]) / 2
    if not (-0.1 * wide < middle[0] < 1.1 * wide and -0.1 * high < middle[1] < 1.1 * high):
        return None
    visible = min(1.0, float((owner == number).sum()) / full)
    return SeenDie(top.astype(np.float32), whole, value, colour, visible)


def photographed(rng: np.random.Generator, picture: Float) -> Bytes:
    """What lens, sensor and file make of it: uneven light, tint, blur, noise, sharpening, compression."""
    side = picture.shape[0]
    ramp = np.linspace(-1, 1, side, dtype=np.float32)
    fall = 1 + rng.normal(0, 0.12) * ramp[:, None] + rng.normal(0, 0.12) * ramp[None]
    gains = rng.uniform(0.88, 1.12, 3) * rng.uniform(0.7, 1.25)
    lit = np.clip(picture * fall[..., None] * gains / 255, 0, 1) ** rng.uniform(0.75, 1.35)
    out = _softened(rng, lit.astype(np.float32) * 255)
    if rng.random() < 0.6:
        grain = rng.normal(0, 1, (*out.shape[:2], int(rng.choice([1, 3])))).astype(np.float32)
        grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.3, 1.0)).reshape(*out.shape[:2], -1)
        out = out + grain * rng.uniform(1, 12)
    kept = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 97))]
        kept = np.asarray(cv2.imdecode(cv2.imencode(".jpg", kept, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return kept


def _softened(rng: np.random.Generator, picture: Float) -> Float:
    kind = rng.random()
    if kind < 0.55:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.4))
    elif kind < 0.75:  # taken small and made larger
        side, small = picture.shape[0], round(picture.shape[0] * rng.uniform(0.45, 0.95))
        picture = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_LINEAR)
    elif kind < 0.82:  # shaken
        length, angle = rng.uniform(1, 5), rng.uniform(0, math.pi)
        kernel = np.zeros((9, 9), np.float32)
        ends = [
            (round(4 + s * length / 2 * math.cos(angle)), round(4 + s * length / 2 * math.sin(angle)))
            for s in (-1, 1)
        ]
        cv2.line(kernel, ends[0], ends[1], (1.0,), 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    if rng.random() < 0.4:
        picture = picture + rng.uniform(0.2, 1.2) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    return np.asarray(picture, np.float32)
