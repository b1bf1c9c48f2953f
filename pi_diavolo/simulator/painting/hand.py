"""A hand with its arm over the table: rounded limbs, lit by the lamps, and the shadow beneath."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import BGR, Float, f32, linear
from pi_diavolo.simulator.painting.light import Chart
from pi_diavolo.simulator.painting.look import Lamp, Light
from pi_diavolo.simulator.painting.textures import cut

SKINS = ((236, 196, 168), (214, 160, 124), (180, 124, 88), (140, 92, 64), (98, 62, 44), (70, 45, 34))
# The hand's own map: 1 px a mm, from before the fingertips to behind the elbow, the arm along x.
LONG, WIDE, AHEAD = 640, 200, 20
# Limbs: from (x, y) and radius to (x, y) and radius, in mm behind and beside the fingertips.
Limb = tuple[float, float, float, float, float, float]
PALM: tuple[Limb, ...] = (
    (78, -22, 17, 140, -16, 18), (78, 0, 18, 140, 0, 20), (80, 20, 16, 140, 15, 18), (135, 0, 26, 195, 0, 27),
    (185, 0, 27, 300, 0, 34), (300, 0, 34, 640, 0, 46),
)  # fmt: skip
SLEEVE: Limb = (0, 0, 40, 640, 0, 58)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingertips are at `tip` (mm); its arm comes from the side that `from_deg` points to."""

    tip: tuple[float, float]
    from_deg: float
    height_mm: float = 45.0
    size: float = 1.0
    skin: BGR = (0.20, 0.36, 0.68)
    sleeve: BGR | None = None
    sleeve_from_mm: float = 260.0
    curl: float = 0.2
    spread: float = 0.5
    seed: int = 0


def draw_hand(rng: np.random.Generator, tip: tuple[float, float], from_deg: float | None = None) -> Hand:
    """Anybody's hand that reaches for a place."""
    skin = f32(linear(SKINS[int(rng.integers(len(SKINS)))])) * float(np.exp(rng.normal(0, 0.12)))
    cloth = tuple(float(v) for v in rng.uniform(0.01, 0.6) * rng.uniform(0.3, 1, 3))
    b, g, r = (float(v) for v in skin)
    return Hand(
        tip=tip,
        from_deg=float(rng.uniform(0, 360) if from_deg is None else from_deg),
        height_mm=float(rng.uniform(28, 70)),
        size=float(rng.uniform(0.75, 1.1)),
        skin=(b, g, r),
        sleeve=(cloth[0], cloth[1], cloth[2]) if rng.random() < 0.6 else None,
        sleeve_from_mm=float(rng.uniform(170, 420)),
        curl=float(rng.uniform(0, 0.6)),
        spread=float(rng.uniform(0.1, 1.0)),
        seed=int(rng.integers(2**31)),
    )


@lru_cache(maxsize=8)
def _shape(
    curl: float, spread: float, sleeve_from: float | None, seed: int
) -> tuple[Float, Float, Float, Float]:
    """Cover, slopes along x and y, and how much of it is sleeve, each (WIDE, LONG)."""
    x, y = np.meshgrid(f32(np.arange(LONG)) - AHEAD, f32(np.arange(WIDE)) - WIDE / 2)
    skin = np.zeros_like(x)
    for limb in (*_fingers(curl, spread), *PALM):
        np.maximum(skin, _bulge(x, y, limb), out=skin)
    cloth = np.zeros_like(x)
    rng = np.random.default_rng(seed)
    if sleeve_from is not None:
        edge = sleeve_from + 3 * cut(rng, "clouds", (1, WIDE), 0.5)
        round_arm = _bulge(x, y, SLEEVE)
        folds = 4 + 1.2 * np.clip(cut(rng, "clouds", (LONG, WIDE), 0.6), -2, 2)
        cloth = np.where((x > edge) & (round_arm > 0), round_arm + folds, 0)
    high = np.maximum(skin, cloth)
    soft = cv2.GaussianBlur(f32(high), (0, 0), 2.0)
    soft += cut(rng, "mottle", (LONG, WIDE), 0.7) * np.float32(0.15)
    cover = np.clip(cv2.GaussianBlur(f32(high > 0.5), (0, 0), 0.7), 0, 1)
    slope_x, slope_y = cv2.Sobel(soft, -1, 1, 0) / 8, cv2.Sobel(soft, -1, 0, 1) / 8
    return f32(cover), f32(slope_x), f32(slope_y), f32(cloth > skin)


def _fingers(curl: float, spread: float) -> list[Limb]:
    limbs: list[Limb] = []
    for number, reach in enumerate((16, 4, 0, 14)):
        base = -24 + 16 * number
        tip = (reach + curl * 34, base * (1 + 0.5 * spread))
        joint = ((tip[0] + 84) / 2, (tip[1] + base) / 2)
        limbs += [(tip[0] + 8, tip[1], 7.5, *joint, 8.5), (*joint, 8.5, 84.0, float(base), 9.5)]
    thumb = (62 - 20 * spread, 40 + 24 * spread)
    return [*limbs, (*thumb, 9, 100, 38, 11), (100, 38, 11, 140, 14, 16)]


def _bulge(x: Float, y: Float, limb: Limb) -> Float:
    """The height of a tapering round limb above its middle plane."""
    x0, y0, r0, x1, y1, r1 = limb
    along = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
    square = (x - x0 - along * (x1 - x0)) ** 2 + (y - y0 - along * (y1 - y0)) ** 2
    return f32(np.sqrt(np.maximum((r0 + along * (r1 - r0)) ** 2 - square, 0)))


@lru_cache(maxsize=4)
def lit_hand(hand: Hand, light: Light) -> Float:
    """The hand's own map (WIDE, LONG, 4): colour times cover, and cover."""
    sleeve_from = hand.sleeve_from_mm if hand.sleeve else None
    cover, slope_x, slope_y, cloth = _shape(hand.curl, hand.spread, sleeve_from, hand.seed)
    turn = math.radians(hand.from_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    # The map's y goes down; on the table the hand's own left is up when its arm comes from the right.
    normal = np.stack(
        [-(slope_x * cos + slope_y * sin), -(slope_x * sin - slope_y * cos), np.ones_like(cover)]
    )
    normal /= np.sqrt((normal * normal).sum(axis=0))
    bright = (0.5 + 0.5 * normal[2])[..., None] * f32(light.ambient)
    for lamp in light.lamps:
        bright = bright + _from(lamp, normal)[..., None] * f32(lamp.colour)
    albedo = f32(hand.skin) * (1 - cloth[..., None])
    if hand.sleeve:
        albedo = albedo + f32(hand.sleeve) * cloth[..., None]
    colour = np.minimum(albedo * bright, 3.0) * cover[..., None]
    return f32(np.dstack([colour, cover]))


def _from(lamp: Lamp, normal: Float) -> Float:
    way = f32(lamp.at) / np.linalg.norm(lamp.at)
    return f32(np.maximum(way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2], 0) / way[2])


def on_map(hand: Hand, x: Float, y: Float) -> tuple[Float, Float]:
    """Columns and rows of the hand's own map for places on the table at the hand's height."""
    turn = math.radians(hand.from_deg)
    dx, dy = x - np.float32(hand.tip[0]), y - np.float32(hand.tip[1])
    along = (dx * math.cos(turn) + dy * math.sin(turn)) / hand.size
    across = (dx * math.sin(turn) - dy * math.cos(turn)) / hand.size
    return f32(along + AHEAD), f32(across + WIDE / 2)


def outline(hand: Hand) -> Float:
    """The corners (4, 3) of a rectangle that holds all of the hand and its arm."""
    turn = math.radians(hand.from_deg)
    along, across = f32([math.cos(turn), math.sin(turn), 0]), f32([math.sin(turn), -math.cos(turn), 0])
    ends = [(x, y) for x in (-AHEAD, LONG - AHEAD) for y in (-WIDE / 2, WIDE / 2)]
    middle = f32([*hand.tip, hand.height_mm])
    return f32([middle + (along * x + across * y) * hand.size for x, y in ends])


def laid_over(picture: Float, hand: Hand, light: Light, x: Float, y: Float) -> Float:
    """Paint the hand over a picture whose pixels see these places at its height; gives its cover."""
    painted = cv2.remap(lit_hand(replace(hand, tip=(0.0, 0.0)), light), *on_map(hand, x, y), cv2.INTER_LINEAR)
    cover = painted[..., 3]
    rows, columns = np.nonzero(cover > 0)
    seen = painted[rows, columns]
    picture[rows, columns] = picture[rows, columns] * (1 - seen[:, 3:]) + seen[:, :3]
    return f32(cover)


def hand_shades(hand: Hand, light: Light, chart: Chart, step: int) -> list[Float]:
    """What each step-th place of the chart sees of the sky and of each lamp past the hand."""
    sleeve_from = hand.sleeve_from_mm if hand.sleeve else None
    cover = _shape(hand.curl, hand.spread, sleeve_from, hand.seed)[0]
    x, y = chart.places(step)
    per_px = chart.scale / step
    straight = cv2.remap(cover, *on_map(hand, x, y), cv2.INTER_LINEAR)
    shades = [1 - 0.85 * cv2.GaussianBlur(straight, (0, 0), hand.height_mm * 0.5 * per_px)]
    for lamp in light.lamps:
        lx, ly, lz = lamp.at
        share = hand.height_mm / lz
        places = on_map(hand, f32(x + (lx - x) * share), f32(y + (ly - y) * share))
        blur = max(0.6, hand.height_mm * 0.6 * lamp.radius / math.hypot(lx, ly, lz) * per_px)
        shades.append(1 - cv2.GaussianBlur(cv2.remap(cover, *places, cv2.INTER_LINEAR), (0, 0), blur))
    return [f32(one) for one in shades]
