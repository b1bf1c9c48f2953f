"""Single dice for free scenes, cast ray by ray under some light from some side, each with its shadow."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painting.arrays import f32, unit
from pi_diavolo.simulator.painting.bodies import past_die
from pi_diavolo.simulator.painting.dice import PaintedDie, lying
from pi_diavolo.simulator.painting.faces import LEFT_HANDED, RIGHT, RIGHT_HANDED, UP
from pi_diavolo.simulator.painting.light import lamp_points
from pi_diavolo.simulator.painting.look import Lamp, Light
from pi_diavolo.simulator.painting.raycast import rounded_cube
from pi_diavolo.simulator.painting.shading import shaded
from training.free_faces import FACE_PX, Make, draw_make

Float = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
SIDE_MM = 16.0
SPRITE_PX = 176
# The window is so many times as wide as a die: room for its corners and most of its shadow.
ROOM = 2.5
LAMP_SAMPLES = 6


@dataclass(frozen=True, slots=True)
class Sprite:
    """A die of one make: picture, cover and shadow in a window round it; its value (0: none), its colour.

    `corners` are those of the top face in the window, in pixels.
    """

    picture: Bytes
    cover: Bytes
    shade: Bytes
    corners: Float
    value: int
    colour: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What dice in one picture share: light, how slanting and from how far they are seen, how they differ."""

    light: Light
    tilt_deg: float
    spread_deg: float
    far_mm: float
    floor: Float
    bright: float


def draw_setting(rng: np.random.Generator) -> Setting:
    """Light and camera by lot: most look down steeply, some slantingly."""
    ambient = rng.uniform(0.15, 0.75) * rng.uniform(0.85, 1.1, 3)
    lamps = tuple(_lamp(rng) for _ in range(int(rng.choice([1, 1, 2]))))
    tilt = abs(rng.normal(0, 16)) if rng.random() < 0.65 else rng.uniform(10, 50)
    return Setting(
        Light((ambient[0], ambient[1], ambient[2]), lamps),
        float(min(tilt, 55)),
        float(rng.uniform(0, 18)),
        float(math.exp(rng.uniform(math.log(90), math.log(1200)))),
        (rng.uniform(0.05, 0.6) * rng.uniform(0.7, 1.2, 3)).astype(np.float32),
        float(rng.uniform(0.65, 1.25)),
    )


def _lamp(rng: np.random.Generator) -> Lamp:
    turn, low = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1.1)
    far = rng.uniform(250, 1500)
    place = (
        far * math.sin(low) * math.cos(turn),
        far * math.sin(low) * math.sin(turn),
        far * math.cos(low),
    )
    strength = rng.uniform(0.2, 0.9) * rng.uniform(0.85, 1.12, 3)
    return Lamp(place, far * rng.uniform(0.02, 0.35), (strength[0], strength[1], strength[2]))


def draw_makes(rng: np.random.Generator, count: int) -> list[Make]:
    """Makes for one picture: all alike, a few, or every die another."""
    values = LEFT_HANDED if rng.random() < 0.5 else RIGHT_HANDED
    kinds = int(rng.choice([1, 3, count]))
    makes = [draw_make(rng, values) for _ in range(kinds)]
    return [makes[i % kinds] for i in range(count)]


def cast(rng: np.random.Generator, setting: Setting, make: Make) -> Sprite:
    """One die lying there in any way."""
    die = lying("white", int(rng.integers(1, 7)), 0, 0, float(rng.uniform(0, 360)), SIDE_MM)
    eye, right, up = _view(rng, setting)
    rays = _rays(eye, right, up, SPRITE_PX)
    own = die.rotation.astype(np.float32)
    centre = np.array(die.centre, np.float32)
    half = SIDE_MM / 2
    hits = rounded_cube(own.T @ (eye - centre), own.T @ rays, half, make.round * SIDE_MM, make.ball)
    ink, bent = _surface(hits.at, hits.normal, make.faces, half)
    at = eye[:, None] + hits.far * rays[:, hits.which]
    albedo = _albedo(make, hits.at, ink)
    linear = _lit(setting, make, at, own @ bent, eye, albedo) * setting.bright
    picture, cover = _developed(hits.which, linear, make, ink)
    corners = _seen(die.face_corners(die.top), eye, right, up)
    return Sprite(
        picture,
        cover,
        _shadow(setting, die, eye, right, up, cover),
        corners,
        make.values[die.top],
        make.colour,
    )


def _view(rng: np.random.Generator, setting: Setting) -> tuple[Float, Float, Float]:
    """Where the eye is, and which ways are right and up in the picture."""
    lean = math.radians(setting.tilt_deg)
    toward = np.array([0, -math.sin(lean), math.cos(lean)])
    aside = rng.normal(0, math.radians(setting.spread_deg) / 1.5, 3)
    toward = toward + aside
    toward /= np.linalg.norm(toward)
    toward[2] = max(toward[2], 0.5)
    toward /= np.linalg.norm(toward)
    right = np.cross([0, 1, 0.0], toward) if setting.tilt_deg < 60 else np.array([1.0, 0, 0])
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    eye = np.array([0, 0, SIDE_MM / 2]) + toward * setting.far_mm
    return eye.astype(np.float32), right.astype(np.float32), up.astype(np.float32)


def _rays(eye: Float, right: Float, up: Float, side: int) -> Float:
    """Rays (3, n) through a square window that stands across the view at the die's middle."""
    along = ((np.arange(side) + 0.5) / side - 0.5) * ROOM * SIDE_MM
    x, y = np.meshgrid(along.astype(np.float32), -along.astype(np.float32))
    middle = np.array([0, 0, SIDE_MM / 2], np.float32) - eye
    return f32(middle[:, None] + right[:, None] * x.ravel() + up[:, None] * y.ravel())


def _seen(points: Float, eye: Float, right: Float, up: Float) -> Float:
    """Points (n, 3) in the window's pixels."""
    middle = np.array([0, 0, SIDE_MM / 2], np.float32) - eye
    out = middle / np.linalg.norm(middle)
    way = points - eye
    way = way * (np.linalg.norm(middle) / (way @ out))[:, None] - middle
    scale = SPRITE_PX / (ROOM * SIDE_MM)
    return np.stack([way @ right * scale, -(way @ up) * scale], 1).astype(np.float32) + SPRITE_PX / 2


def _surface(at: Float, normal: Float, faces: Float, half: float) -> tuple[Float, Float]:
    """How much pip each hit is, and the normal bent by dimples."""
    axis = np.argmax(np.abs(at), axis=0)
    face = axis * 2 + (at[axis, np.arange(len(axis))] < 0)
    right, up = RIGHT.T[:, face], UP.T[:, face]
    u, v = (at * right).sum(0) / half, (at * up).sum(0) / half
    columns = np.clip((u + 1) * (FACE_PX / 2) - 0.5, 0, FACE_PX - 1)
    rows = np.clip((1 - v) * (FACE_PX / 2) - 0.5, 0, FACE_PX - 1) + face * FACE_PX
    layers = cv2.remap(
        faces, columns.astype(np.float32)[None], rows.astype(np.float32)[None], cv2.INTER_LINEAR
    )[0].T
    return layers[0], unit(normal + right * layers[1] + up * layers[2])


def _albedo(make: Make, at: Float, ink: Float) -> Float:
    waves = np.sin(make.swirl[:2] @ at + make.swirl[2:] @ at[::-1] * 0.5 + make.swirl[2:, :1] * 40)
    share = np.clip(waves.sum(0) / make.swirl_edge * 0.5 + 0.5, 0, 1)
    first, second, pips = (
        np.array(c, np.float32)[:, None] for c in (make.finish.body, make.second, make.finish.pips)
    )
    body = first + (second - first) * share
    return np.asarray(body + (pips - body) * ink, np.float32)


def _lit(setting: Setting, make: Make, at: Float, normal: Float, eye: Float, albedo: Float) -> Float:
    seen = [np.ones(at.shape[1], np.float32) for _ in setting.light.lamps]
    sky = 1 - (1 - np.abs(normal[2])) * (0.55 - 0.55 * np.clip(at[2] / SIDE_MM, 0, 1))
    return shaded(
        at, normal, unit(eye[:, None] - at), albedo, make.finish, setting.light, seen, sky, setting.floor
    )


def _developed(which: npt.NDArray[np.intp], linear: Float, make: Make, ink: Float) -> tuple[Bytes, Bytes]:
    picture = np.zeros((SPRITE_PX**2, 3), np.uint8)
    picture[which] = (np.clip(linear.T, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    cover = np.zeros(SPRITE_PX**2, np.uint8)
    cover[which] = (255 * (1 - make.clear * (1 - ink))).astype(np.uint8)
    return picture.reshape(SPRITE_PX, SPRITE_PX, 3), cover.reshape(SPRITE_PX, SPRITE_PX)


def _shadow(setting: Setting, die: PaintedDie, eye: Float, right: Float, up: Float, cover: Bytes) -> Bytes:
    """How much of its light the floor keeps, 255 for all, as the eye sees it."""
    side = SPRITE_PX // 4
    rays = _rays(eye, right, up, side)
    floor = eye[:, None] + rays * (-eye[2] / rays[2])
    kept = np.full(side * side, float(np.mean(setting.light.ambient)), np.float32)
    whole = kept[0]
    for lamp in setting.light.lamps:
        strength = float(np.mean(lamp.colour))
        whole += strength
        for point in lamp_points(lamp, LAMP_SAMPLES):
            kept += strength / LAMP_SAMPLES * past_die(floor, point[:, None], die)
    shade = cv2.resize(
        (kept / whole).reshape(side, side), (SPRITE_PX, SPRITE_PX), interpolation=cv2.INTER_LINEAR
    )
    close = cv2.GaussianBlur((cover > 0).astype(np.float32), (0, 0), SPRITE_PX * 0.035)
    shade = cv2.GaussianBlur(shade, (0, 0), 1.5) * (1 - 0.45 * close)
    return np.asarray(np.clip(shade, 0, 1) ** (1 / 2.2) * 255, np.uint8)
