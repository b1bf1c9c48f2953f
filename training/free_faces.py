"""Dice of any make for free scenes: bodies, pips, emblems and how they mix, all by lot."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painting.drawing_dice import BODIES
from pi_diavolo.simulator.painting.faces import PIPS
from pi_diavolo.simulator.painting.glyphs import draw_glyph_set
from pi_diavolo.simulator.painting.look import Finish
from pi_diavolo.simulator.painting.palette import RGB, near
from pi_diavolo.vision.free_networks import COLOURS

Float = npt.NDArray[np.float32]
FACE_PX = 96
# The painter's colours and more of what shops sell; what has no name of its own is "other".
MORE: Mapping[str, tuple[RGB, ...]] = {
    "green": ((20, 150, 60), (0, 120, 80), (90, 170, 60)),
    "blue": ((20, 50, 200), (40, 120, 190), (25, 30, 110), (110, 160, 220)),
    "red": ((220, 40, 40), (170, 40, 60)),
    "yellow": ((240, 225, 40), (215, 190, 20), (250, 235, 110)),
    "orange": ((225, 150, 30), (200, 120, 30)),
    "other": (
        (120, 80, 40), (150, 105, 45), (70, 50, 40), (230, 150, 170), (200, 90, 120), (40, 130, 130),
        (120, 190, 190), (110, 40, 60), (180, 160, 120), (90, 90, 40), (150, 90, 90), (60, 70, 90),
    ),
}  # fmt: skip
BRIGHT: tuple[RGB, ...] = ((245, 245, 240), (245, 220, 60), (240, 200, 90), (230, 170, 170), (180, 220, 240))
DARK: tuple[RGB, ...] = ((15, 15, 18), (15, 15, 18), (20, 30, 90), (110, 15, 20), (20, 70, 30), (70, 40, 20))
STRONG: tuple[RGB, ...] = ((200, 25, 30), (215, 60, 60), (220, 190, 40), (30, 90, 200), (200, 160, 60))
LEAST_CONTRAST = 0.13


@dataclass(frozen=True, slots=True)
class Make:
    """One make of dice: finish, second body colour and where it swirls, shape, clearness, faces."""

    colour: str
    finish: Finish
    second: tuple[float, float, float]
    swirl: Float
    swirl_edge: float
    round: float
    ball: float
    clear: float
    faces: Float
    values: tuple[int, ...]


def draw_make(rng: np.random.Generator, values: tuple[int, ...]) -> Make:
    """A make by lot; `values` says which value each face has, and what it becomes where it bears none."""
    colour, body = _body(rng)
    second = body
    if rng.random() < 0.45:
        other, second = _body(rng)
        near_enough = np.abs(np.subtract(body, second)).max() < 0.12 or other == colour
        colour = colour if near_enough else "other"
        share = rng.uniform(0.4, 1)
        blue, green, red = (float(b + (s - b) * share) for b, s in zip(body, second, strict=True))
        second = (blue, green, red)
    rounded = float(rng.choice([rng.uniform(0.05, 0.16), rng.uniform(0.12, 0.3)]))
    finish = Finish(
        body,
        _pips(rng, np.mean([body, second], axis=0)),
        gloss=float(rng.uniform(0.01, 0.07)),
        rough=float(rng.choice([rng.uniform(0.03, 0.25), rng.uniform(0.2, 1.0)])),
        dimple=float(rng.choice([0.0, rng.uniform(0.2, 1.1)], p=[0.35, 0.65])),
        glow=float(rng.choice([0.0, rng.uniform(0, 0.4)])),
    )
    faces, borne = _faces(rng, finish, rounded, values)
    return Make(
        colour,
        finish,
        second,
        (rng.uniform(0.06, 0.35) * rng.normal(0, 1, (4, 3))).astype(np.float32),
        float(rng.uniform(0.15, 1.2)),
        rounded,
        float(rng.choice([1.74, rng.uniform(1.28, 1.6)])),
        float(rng.choice([0.0, rng.uniform(0.1, 0.45)], p=[0.75, 0.25])),
        faces,
        borne,
    )


def _body(rng: np.random.Generator) -> tuple[str, tuple[float, float, float]]:
    weights = np.array([3.0 if name in ("white", "black", "other") else 1.5 for name in COLOURS])
    name = str(rng.choice(COLOURS, p=weights / weights.sum()))
    choices = (*BODIES.get(name, ()), *MORE.get(name, ()))
    return name, near(rng, choices[int(rng.integers(len(choices)))], 0.12)


def _pips(rng: np.random.Generator, body: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Nearly always well told from the body, sometimes hardly."""
    light = body.mean() ** (1 / 2.2)
    for _ in range(30):
        plain = BRIGHT[:1] if light < 0.62 else DARK[:1]
        rich = (*STRONG, *STRONG[:2], *BRIGHT[1:]) if light < 0.5 else (*DARK, *STRONG[:2])
        choices = plain if rng.random() < 0.45 else rich
        pips = near(rng, choices[int(rng.integers(len(choices)))], 0.12)
        if np.abs(np.power(pips, 1 / 2.2) - body ** (1 / 2.2)).max() > LEAST_CONTRAST * rng.uniform(1, 2):
            return pips
    return (0.85, 0.85, 0.85) if light < 0.6 else (0.01, 0.01, 0.01)


def _faces(
    rng: np.random.Generator, finish: Finish, rounded: float, values: tuple[int, ...]
) -> tuple[Float, tuple[int, ...]]:
    """All faces below each other: share of pip, slope to the right, slope up; and what each counts."""
    radius = rng.uniform(0.14, 0.27) * (1 - 0.4 * rounded)
    spread = rng.uniform(0.4, min(0.62, 0.97 - rounded * 0.8 - radius))
    one = radius * float(rng.choice([1, rng.uniform(1.1, 2.0)], p=[0.7, 0.3]))
    turned = {value: bool(rng.random() < 0.5) for value in (2, 3, 6)}
    narrow = float(rng.choice([1.0, rng.uniform(0.7, 1.0)]))
    emblems = draw_glyph_set(rng).pictures if rng.random() < 0.22 else ()
    borne = [int(rng.choice([1, 6]))] if emblems else []
    drawn = []
    for value in values:
        if value in borne:
            drawn.append(_emblem(rng, emblems[int(rng.integers(6))]))
            continue
        spots = [(u * spread * (narrow if value == 6 else 1), v * spread) for u, v in PIPS[value]]
        if turned.get(value):
            spots = [(v, -u) for u, v in spots]
        drawn.append(_pipped(spots, one if value == 1 else radius, finish.dimple))
    return np.ascontiguousarray(np.vstack(drawn)), tuple(0 if value in borne else value for value in values)


def _pipped(spots: list[tuple[float, float]], radius: float, dimple: float) -> Float:
    along = ((np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1).astype(np.float32)
    u, v = np.meshgrid(along, -along)
    face = np.zeros((FACE_PX, FACE_PX, 3), np.float32)
    for at_u, at_v in spots:
        ink = np.clip((radius - np.hypot(u - at_u, v - at_v)) * FACE_PX / 2 + 0.5, 0, 1)
        face[..., 0] = np.maximum(face[..., 0], ink)
        face[..., 1] -= ink * dimple * (u - at_u) / radius
        face[..., 2] -= ink * dimple * (v - at_v) / radius
    return face


def _emblem(rng: np.random.Generator, picture: npt.NDArray[np.uint8]) -> Float:
    """A sign, or something like a skull, in place of pips; or nothing at all."""
    side = round(FACE_PX * rng.uniform(0.55, 0.85))
    kind = rng.random()
    ink = 1 - cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    if kind < 0.35:
        ink = _skull(rng, side)
    face = np.zeros((FACE_PX, FACE_PX, 3), np.float32)
    start = (FACE_PX - side) // 2
    if kind < 0.92:
        face[start : start + side, start : start + side, 0] = ink
    return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))))


def _skull(rng: np.random.Generator, side: int) -> Float:
    ink = np.zeros((side, side), np.float32)
    middle, wide = side // 2, int(side * rng.uniform(0.3, 0.42))
    cv2.ellipse(ink, (middle, int(side * 0.42)), (wide, int(side * 0.36)), 0, 0, 360, (1.0,), -1)
    jaw = int(wide * rng.uniform(0.5, 0.8))
    cv2.rectangle(ink, (middle - jaw, middle), (middle + jaw, int(side * rng.uniform(0.8, 0.95))), (1.0,), -1)
    for hole in (-1, 1):
        eye = (middle + hole * int(wide * 0.45), int(side * rng.uniform(0.4, 0.52)))
        cv2.circle(ink, eye, max(1, int(side * rng.uniform(0.06, 0.13))), (0.0,), -1)
    cv2.circle(ink, (middle, int(side * 0.66)), max(1, int(side * 0.05)), (0.0,), -1)
    return ink
