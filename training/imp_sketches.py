"""Bases sketched in a hurry, a thousand in the painter's time for one table: every colour on every other.

The painter knows better how light falls; this knows more tables. The network learns from both.
"""

import math
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painting.drawing_dice import BODIES
from pi_diavolo.simulator.painting.hand import SKINS
from pi_diavolo.simulator.painting.imp_shapes import draw_profile
from pi_diavolo.simulator.painting.palette import any_between, near
from pi_diavolo.vision.imps import HIDDEN
from pi_diavolo.vision.imps_patches import FINER, IMPS_WIDE, PATCH_PX
from training.imp_examples import COLOURS, FIGURES

Image = npt.NDArray[np.float32]
Mask = npt.NDArray[np.float32]

RADIUS = 6.0  # of an imp, px
SIDE = 88  # of the sheet that is drawn on; both patches are cut from it
FOOT = np.array([SIDE / 2, SIDE * 0.62])
GRAY = np.array([[0.114, 0.587, 0.299]], np.float32)
ROWS, COLUMNS = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)


def sketch(rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], int]:
    """One base: both patches, what paper would look like there, and what stands on it."""
    said = int(rng.choice(HIDDEN, p=[0.28, 0.18, 0.18, 0.18, 0.18]))
    lean = float(rng.beta(1.2, 1.8) * 3.3 * RADIUS)
    foot, top = FOOT + rng.normal(0, 0.8, 2), FOOT - (0, lean) + rng.normal(0, 0.7, 2)
    sky, lamp, towards = _light(rng)
    albedo = _ground(rng, foot)
    lit = np.broadcast_to(sky + lamp, albedo.shape) * _half_shade(rng, sky / (sky + lamp))
    if said:
        lit = lit * _shadow(rng, foot, towards, sky / (sky + lamp))
    sheet = (albedo * lit).astype(np.float32)
    if said:
        body = _colour(rng, COLOURS[said - 1])
        if rng.random() < FIGURES:
            _stand_figure(sheet, foot, top, body, sky, lamp, towards, rng)
        else:
            _stand(sheet, foot, top, body, sky, lamp, towards, rng)
    elif rng.random() < 0.3:
        _shine(sheet, _round(foot, RADIUS * 1.4), foot, sky + lamp, rng)
    if rng.random() < 0.12:
        cover = _cover(sheet, top if said else foot, sky + lamp, rng)
        said = HIDDEN if cover > 0.5 else said if cover < 0.1 else -1
    return *_taken(sheet, sky + lamp, lean, rng), said


def _light(rng: np.random.Generator) -> tuple[Image, Image, npt.NDArray[np.float64]]:
    """The room's light, the lamp's, and how far the lamp throws a shadow, in heights."""
    direct, turn = rng.uniform(0.05, 0.85), rng.uniform(0, 2 * math.pi)
    sky = (1 - direct) * np.exp(rng.normal(0, 0.1, 3))
    lamp = direct * np.exp(rng.normal(0, 0.12, 3))
    steep = rng.uniform(0.05, 1.6)
    return sky.astype(np.float32), lamp.astype(np.float32), np.array([math.cos(turn), math.sin(turn)]) * steep


def _colour(rng: np.random.Generator, colour: str) -> Image:
    bodies = BODIES[colour]
    spread = 0.07 if colour in ("white", "gray") else 0.14
    return np.array(near(rng, bodies[int(rng.integers(len(bodies)))], spread), np.float32)


def _any(rng: np.random.Generator) -> Image:
    if rng.random() < 0.4:
        return _colour(rng, str(rng.choice(COLOURS)))
    return np.array(near(rng, any_between(rng, 10, 245)), np.float32)


def _ground(rng: np.random.Generator, foot: npt.NDArray[np.float64]) -> Image:
    """Plate, disc, and beside the plate the tray's wall and the table; some of it with a grain."""
    plate = _colour(rng, "white") if rng.random() < 0.65 else _any(rng)
    albedo = np.broadcast_to(plate, (SIDE, SIDE, 3)).astype(np.float32)
    turn = rng.uniform(0, 2 * math.pi)
    away = _along(turn)
    for side in (-1, 1):
        near_by = rng.uniform(1.3, 4) * RADIUS
        for _ in range(int(rng.integers(0, 4))):
            edge = np.clip(side * away - near_by + 0.5, 0, 1).astype(np.float32)[..., None]
            albedo = albedo * (1 - edge) + _any(rng) * edge
            near_by += rng.uniform(1.5, 10)
    grain = cv2.resize(rng.standard_normal((12, 40)).astype(np.float32), (SIDE, SIDE))
    albedo = albedo * np.exp(grain * rng.uniform(0, 0.12) * (rng.random() < 0.4))[..., None]
    wide = RADIUS * rng.uniform(1.05, 1.9)
    disc = _round(foot + rng.normal(0, 0.4, 2), wide)[..., None]
    colour = plate if rng.random() < 0.08 else _any(rng)
    rim = _round(foot, wide + rng.uniform(0, 1))[..., None]
    albedo = albedo * (1 - 0.5 * rim) * (1 - disc) + colour * disc
    if rng.random() < 0.25:  # a recess, a magnet, a printed ring
        mark = _round(foot + rng.normal(0, 0.3, 2), wide * rng.uniform(0.15, 0.85))[..., None]
        if rng.random() < 0.5:
            mark = mark - np.minimum(mark, _round(foot, wide * rng.uniform(0.1, 0.8))[..., None])
        albedo = albedo * (1 - mark) + _any(rng) * mark
    return np.asarray(albedo, np.float32)


def _along(turn: float) -> Mask:
    """How far each pixel lies from the foot in this direction."""
    x, y = COLUMNS - np.float32(FOOT[0]), ROWS - np.float32(FOOT[1])
    return np.asarray(x * np.float32(math.cos(turn)) + y * np.float32(math.sin(turn)), np.float32)


def _round(centre: npt.NDArray[np.float64], radius: float) -> Mask:
    away = np.hypot(COLUMNS - np.float32(centre[0]), ROWS - np.float32(centre[1]))
    return np.asarray(np.clip(radius - away + 0.5, 0, 1), np.float32)


def _half_shade(rng: np.random.Generator, left: Image) -> Image:
    """A wall's or a person's shadow over a part of it."""
    if rng.random() < 0.6:
        return np.ones((1, 1, 3), np.float32)
    turn, where = rng.uniform(0, 2 * math.pi), rng.normal(0, 2 * RADIUS)
    away = _along(turn) - np.float32(where)
    dark = 1 / (1 + np.exp(np.clip(-away * math.exp(rng.uniform(-1.5, 1)), -30, 30)))[..., None]
    return np.asarray(1 - dark * (1 - left), np.float32)


def _shadow(
    rng: np.random.Generator, foot: npt.NDArray[np.float64], towards: npt.NDArray[np.float64], left: Image
) -> Image:
    end = foot - towards * rng.uniform(1, 3) * RADIUS * 1.5
    dark = cv2.GaussianBlur(_between(foot, RADIUS, end, RADIUS), (0, 0), rng.uniform(0.4, 3.5))
    contact = cv2.GaussianBlur(_round(foot, RADIUS * 1.1), (0, 0), 2) * rng.uniform(0, 0.5)
    return np.asarray((1 - dark[..., None] * (1 - left)) * (1 - contact[..., None]), np.float32)


def _between(
    one: npt.NDArray[np.float64], radius: float, other: npt.NDArray[np.float64], radius_there: float
) -> Mask:
    """Two discs and all between them."""
    turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    points = np.concatenate([one + ring * radius, other + ring * radius_there]).astype(np.float32)
    hull = np.rint(cv2.convexHull(points) * 16).astype(np.int32)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(mask, hull, (255,), cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255)


def _stand(
    sheet: Image, foot: npt.NDArray[np.float64], top: npt.NDArray[np.float64], body: Image, sky: Image,
    lamp: Image, towards: npt.NDArray[np.float64], rng: np.random.Generator,
) -> None:  # fmt: skip
    """An imp: its side, lit from where the lamp is, then its top."""
    larger = RADIUS * rng.uniform(1.0, 1.12)
    side = _between(foot, RADIUS, top, larger)[..., None]
    middle = foot[0] + (top[0] - foot[0]) * np.clip((foot[1] - ROWS) / max(foot[1] - top[1], 1), 0, 1)
    u = np.clip((COLUMNS - middle) / larger, -1, 1)
    facing = np.clip(u * towards[0] + np.sqrt(1 - u * u) * towards[1], 0, None)
    low = np.clip((ROWS - top[1]) / max(foot[1] - top[1] + RADIUS, 1), 0, 1)
    open_sky = (rng.uniform(0.5, 0.9) - rng.uniform(0, 0.4) * low)[..., None]
    light = sky * open_sky + lamp * np.minimum(facing, 1.5)[..., None]
    gloss = rng.uniform(0, 0.06) * (sky + lamp) + rng.uniform(0, 0.25) * np.exp(
        -((((u - rng.uniform(-1, 1)) / rng.uniform(0.1, 0.5)) ** 2)[..., None])
    ) * (rng.random() < 0.4)
    if rng.random() < 0.35:  # seen from nearly above, a side mirrors the plate
        gloss = gloss + (sky + lamp) * rng.uniform(0, 0.8) * np.exp(-low / rng.uniform(0.2, 2))[..., None]
    sheet[:] = sheet * (1 - side) + (body * light + gloss) * side
    cap = _round(top, larger)
    edge = cap[..., None] - _round(top, larger - rng.uniform(0.3, 1.3))[..., None]
    bright = (sky + lamp) * (1 + edge * rng.uniform(-0.4, 0.5))
    sheet[:] = sheet * (1 - cap[..., None]) + (body * bright + rng.uniform(0, 0.03)) * cap[..., None]
    _shine(sheet, cap, top, sky + lamp, rng)


def _stand_figure(
    sheet: Image, foot: npt.NDArray[np.float64], top: npt.NDArray[np.float64], body: Image, sky: Image,
    lamp: Image, towards: npt.NDArray[np.float64], rng: np.random.Generator,
) -> None:  # fmt: skip
    """An imp that is no cylinder, ring by ring from its foot: what faces up is lit as its top is."""
    profile, larger = draw_profile(rng), RADIUS * rng.uniform(1.0, 1.12)
    tall, steep = 2 * RADIUS * rng.uniform(0.8, 2.6), math.hypot(towards[0], towards[1])
    down = 1 / math.hypot(1.0, steep)  # how much of the lamp's light comes from above
    gloss, closed = rng.uniform(0, 0.06) * (sky + lamp), rng.uniform(0, 0.4)
    mirrors = rng.uniform(0, 0.8) * (rng.random() < 0.35)
    for (wide, low), (wide_above, high) in pairwise(profile):
        one, other = foot + (top - foot) * low, foot + (top - foot) * high
        radii = [share * (RADIUS + (larger - RADIUS) * up) for share, up in ((wide, low), (wide_above, high))]
        slope = (wide - wide_above) * RADIUS / ((high - low) * tall)
        up = slope / math.hypot(1.0, slope)
        part = _between(one, radii[0], other, radii[1])[..., None]
        x, y = COLUMNS - np.float32(other[0]), ROWS - np.float32(other[1])
        away = np.maximum(np.hypot(x, y), 1e-3)
        facing = (x * towards[0] + y * towards[1]) / (away * max(steep, 1e-3)) * (1 - down**2) ** 0.5
        lit = np.clip(facing * math.sqrt(1 - up * up) + up * down, 0, None)[..., None] / down
        light = sky * (0.55 + 0.45 * max(up, 0.0) - closed * (1 - low) * (1 - max(up, 0.0))) + lamp * lit
        low_light = (sky + lamp) * mirrors * (1 - max(up, 0.0)) * math.exp(-2 * low)
        sheet[:] = sheet * (1 - part) + (body * np.minimum(light, 1.6) + gloss + low_light) * part
    cap = _round(top, profile[-1][0] * larger)[..., None]
    sheet[:] = sheet * (1 - cap) + (body * (sky + lamp) + rng.uniform(0, 0.03)) * cap
    _shine(sheet, _round(top, max(profile[-3:])[0] * larger), top, sky + lamp, rng)


def _shine(
    sheet: Image, where: Mask, centre: npt.NDArray[np.float64], light: Image, rng: np.random.Generator
) -> None:
    """What a top mirrors: for some a veil over all of it, for some a lamp's spot."""
    if rng.random() < 0.45:
        sheet += (where * rng.choice([0.16, 0.16, 0.24]) * rng.random())[..., None] * light
    if rng.random() < 0.3:
        spot, wide = centre + rng.normal(0, 0.6 * RADIUS, 2), float(rng.uniform(0.15, 1.2))
        away = ((COLUMNS - spot[0]) ** 2 + (ROWS - spot[1]) ** 2) / (RADIUS * wide) ** 2
        strong = math.exp(rng.uniform(-2.5, 0.4)) / (0.5 + wide)  # a wide image of a lamp is a dim one
        sheet += (where * np.exp(-away) * strong)[..., None] * light


def _cover(sheet: Image, spot: npt.NDArray[np.float64], light: Image, rng: np.random.Generator) -> float:
    """Fingers, an arm or a card over it; how much of the spot that matters they hide."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    turn, wide = rng.uniform(0, 2 * math.pi), rng.uniform(4, 27)
    along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    start = spot + rng.normal(0, 1.3 * RADIUS, 2) - along * rng.uniform(-0.5, 2) * RADIUS
    for finger in range(int(rng.integers(1, 5))):
        tip = start + across * finger * (wide + 2) - along * rng.uniform(-3, 3)
        end = tip + along * 200
        cv2.line(mask, _whole(tip), _whole(end), (255,), int(wide), cv2.LINE_AA)
    skin = (
        np.array(near(rng, SKINS[int(rng.integers(len(SKINS)))]), np.float32)
        if rng.random() < 0.6
        else _any(rng)
    )
    round_it = cv2.GaussianBlur(mask, (0, 0), wide / 4).astype(np.float32)[..., None] / 255
    cover = mask.astype(np.float32)[..., None] / 255
    sheet[:] = sheet * (1 - cover) + skin * light * (0.4 + 0.6 * round_it) * cover
    inner = _round(spot, RADIUS)
    return float((cover[..., 0] * inner).sum() / inner.sum())


def _whole(point: npt.NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _taken(
    sheet: Image, light: Image, lean: float, rng: np.random.Generator
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """The patches through a camera, and paper as it would look under the same light."""
    gains = (
        np.exp(rng.normal(0.0, 0.35)) * np.exp(rng.normal(0, 0.07, 3)) * (1 / light) ** rng.uniform(0.3, 1)
    )
    power, saturation = 1 / rng.uniform(1.8, 2.6), rng.uniform(0.75, 1.35)
    sheet = cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.25, 1.1))
    paper = light * rng.uniform(0.7, 0.95) * np.exp(rng.normal(0, 0.12))
    seen = [_toned(part * gains, saturation, power) for part in (sheet, paper[None, None])]
    noisy = seen[0] + np.float32(math.exp(rng.uniform(-1, 2))) * rng.standard_normal(
        seen[0].shape, np.float32
    )
    whole = np.clip(np.rint(noisy), 0, 255).astype(np.uint8)
    views = [_patch(whole, FOOT - (0, up), rng) for up in (lean, 0.0)]
    return np.concatenate(views, axis=2), np.asarray(seen[1][0, 0], np.float64)


def _toned(light: npt.NDArray[Any], saturation: float, power: float) -> Image:
    light = light.astype(np.float32)
    gray = cv2.transform(light, GRAY)[..., None] * np.float32(1 - saturation)
    vivid = cv2.pow(np.clip(gray + np.float32(saturation) * light, 0, 1), power)
    return np.asarray(vivid * np.float32(255), np.float32)


def _patch(
    sheet: npt.NDArray[np.uint8], centre: npt.NDArray[np.float64], rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    size = PATCH_PX * FINER
    step = IMPS_WIDE * 2 * RADIUS / size * math.exp(rng.normal(0, 0.04))
    first = centre - step * (size - 1) / 2
    way = np.array([(step, 0, first[0]), (0, step, first[1])])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(sheet, way, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA), np.uint8)
