"""What dice may lie on in free scenes: materials, edges, prints, and things that are no dice."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painting.textures import PATTERNS, cut

Float = npt.NDArray[np.float32]
KINDS = tuple(PATTERNS)
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZabcdefghkmnprstuvwxyz0123456789&?!:."


def draw_ground(rng: np.random.Generator, side: int, die_px: float) -> Float:
    """A square ground, 0 to 255, for dice of this size: calm or full of things."""
    ground = _material(rng, side, die_px)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))):
        _other_part(rng, ground, die_px)
    busy = rng.random()
    if busy < 0.6:
        for _ in range(int(rng.integers(1, 6 if busy < 0.4 else 16))):
            THINGS[int(rng.integers(len(THINGS)))](rng, ground, die_px)
    return ground


def _colour(rng: np.random.Generator) -> Float:
    """Mostly grays, browns and the like, sometimes anything."""
    if rng.random() < 0.2:
        return rng.uniform(0, 255, 3).astype(np.float32)
    gray = rng.uniform(10, 250)
    return np.clip(gray + rng.normal(0, 14, 3) + np.array([-1, 0, 1]) * rng.uniform(-8, 30), 0, 255).astype(
        np.float32
    )


def _material(rng: np.random.Generator, side: int, die_px: float) -> Float:
    first = _colour(rng)
    second = np.clip(first + rng.normal(0, 30, 3), 0, 255).astype(np.float32)
    share = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        kind = KINDS[int(rng.integers(len(KINDS)))]
        share += rng.uniform(0, 0.5) * cut(
            rng, kind, (side, side), die_px / 40 * math.exp(rng.normal(0, 0.6)), float(rng.uniform(0, 180))
        )
    return first + (second - first) * share[..., None]


def _other_part(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    """Another material beyond a line or within an outline, perhaps with a rim: trays, boxes, sheets."""
    side = ground.shape[0]
    mask = np.zeros((side, side), np.float32)
    if rng.random() < 0.3:
        middle = tuple(int(v) for v in rng.uniform(0, side, 2))
        cv2.circle(mask, middle, int(rng.uniform(1, 6) * die_px), (1.0,), -1, cv2.LINE_AA)
    else:
        turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(-0.4, 0.45) * side
        out = np.array([math.cos(turn), math.sin(turn)])
        along = np.array([-out[1], out[0]])
        start = side / 2 + out * far
        wide = side * 2 if rng.random() < 0.6 else rng.uniform(0.1, 2.5) * die_px
        corners = [start - along * side * 2, start + along * side * 2]
        corners += [corners[1] + out * wide, corners[0] + out * wide]
        cv2.fillConvexPoly(mask, np.array(corners).round().astype(np.int32), (1.0,), cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 1.5))[..., None]
    rim = (
        1 - rng.uniform(0, 0.5) * cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 0.3 * die_px + 1))[..., None]
    )
    ground *= np.where(mask > 0.5, 1, rim) if rng.random() < 0.5 else 1
    ground += (_material(rng, side, die_px) - ground) * mask


def _dots(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    """Holes, nails, beads, in rows or anyhow."""
    side, radius = ground.shape[0], max(1.0, die_px * rng.uniform(0.04, 0.3))
    colour = tuple(float(v) for v in _colour(rng))
    start, step = rng.uniform(0, side, 2), rng.normal(0, radius * 4, (2, 2))
    in_rows = rng.random() < 0.5
    for i in range(int(rng.integers(1, 12))):
        at = start + step[0] * (i % 4) + step[1] * (i // 4) if in_rows else rng.uniform(0, side, 2)
        _disc(ground, at, radius, colour)


def _disc(ground: Float, at: npt.NDArray[np.float64], radius: float, colour: tuple[float, ...]) -> None:
    place = (round(float(at[0]) * 8), round(float(at[1]) * 8))
    cv2.circle(ground, place, max(8, round(radius * 8)), colour, -1, cv2.LINE_AA, 3)


def _coin(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    """A coin, a ring, a magnet, a counter."""
    at, radius = rng.uniform(0, ground.shape[0], 2), die_px * rng.uniform(0.25, 1.2)
    for share in (1.0, rng.uniform(0.6, 0.95), rng.uniform(0.1, 0.5))[: int(rng.integers(1, 4))]:
        _disc(ground, at, radius * share, tuple(float(v) for v in _colour(rng)))


def _tile(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    """Something square: a key, a card, a button, a bead; with a letter or without."""
    at, side = rng.uniform(0, ground.shape[0], 2), die_px * rng.uniform(0.4, 1.6)
    box = ((float(at[0]), float(at[1])), (side, side * rng.uniform(0.6, 1.1)), float(rng.uniform(0, 90)))
    colour = _colour(rng)
    for shrink, light in ((1.0, rng.uniform(0.5, 0.9)), (rng.uniform(0.75, 1.0), 1.0)):
        part = (box[0], (box[1][0] * shrink, box[1][1] * shrink), box[2])
        corners = cv2.boxPoints(part).round().astype(np.int32)
        cv2.fillConvexPoly(ground, corners, tuple(float(v * light) for v in colour), cv2.LINE_AA)
    if rng.random() < 0.4:
        _letters(rng, ground, at - side * 0.3, side / 30, int(rng.integers(1, 3)))


def _text(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    at = rng.uniform(-0.1, 0.9, 2) * ground.shape[0]
    _letters(rng, ground, at, die_px * rng.uniform(0.008, 0.05), int(rng.integers(2, 12)))


def _letters(
    rng: np.random.Generator, ground: Float, at: npt.NDArray[np.float64], scale: float, count: int
) -> None:
    words = "".join(rng.choice(list(LETTERS), count))
    font = int(rng.choice([0, 2, 3, 4, 5, 7]))
    thick = max(1, round(scale * rng.uniform(1, 4)))
    ink = np.zeros(ground.shape[:2], np.uint8)
    cv2.putText(ink, words, (round(at[0]), round(at[1])), font, scale, (255,), thick, cv2.LINE_AA)
    ground += (_colour(rng) - ground) * (ink[..., None] / np.float32(255))


def _stroke(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    """A cable, a scratch, a seam."""
    points = rng.uniform(-0.2, 1.2, (int(rng.integers(2, 6)), 2)) * ground.shape[0]
    thick = max(1, round(die_px * rng.uniform(0.01, 0.25)))
    colour = tuple(float(v) for v in _colour(rng))
    cv2.polylines(
        ground, [points.round().astype(np.int32)], bool(rng.random() < 0.3), colour, thick, cv2.LINE_AA
    )


def _stain(rng: np.random.Generator, ground: Float, die_px: float) -> None:
    """A soft patch of shadow or light."""
    side = ground.shape[0]
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    x, y = rng.uniform(0, side, 2)
    reach = die_px * rng.uniform(0.3, 5)
    ground *= (1 + rng.uniform(-0.6, 0.5) * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach**2)))[
        ..., None
    ]


THINGS = (_dots, _dots, _coin, _tile, _tile, _text, _stroke, _stain)
