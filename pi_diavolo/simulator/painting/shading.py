"""What colour a lit surface sends to the camera: matt light, gloss of the lamps, reflection of the room."""

import math
from collections.abc import Callable

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, dot, f32
from pi_diavolo.simulator.painting.look import Finish, Lamp, Light


def shaded(
    at: Float,
    normal: Float,
    eye: Float,
    albedo: Float,
    finish: Finish,
    light: Light,
    seen: list[Float],
    open_sky: Float,
    floor: Float,
    ground: Callable[[Float], Float] | None = None,
) -> Float:
    """Linear light (3, n) from points, normals and unit vectors to the camera, all (3, n).

    `seen` tells per lamp how much of it each point sees, `open_sky` the same of the room, `floor` the
    colour of the light that the floor throws back; `ground`, for each direction in which a point is a mirror,
    the light that comes from there if it is below. Without it, what mirrors the ground mirrors nothing.
    """
    level = normal[2]
    ambient = f32(light.ambient)[:, None]
    matt = ambient * (0.5 + 0.5 * level) * open_sky + floor[:, None] * (0.5 - 0.5 * level) * 0.6
    facing = np.maximum(dot(normal, eye), 0.02)
    gloss = finish.gloss + (1 - finish.gloss) * (1 - facing) ** 5 * (1 - finish.rough)
    bounce = 2 * facing * normal - eye
    sky = np.clip(0.3 + bounce[2], 0, 1)
    shine = ambient * (sky * open_sky)
    if ground is not None:
        shine = shine + ground(bounce) * (1 - sky)
    for lamp, share in zip(light.lamps, seen, strict=True):
        lit, lobe = _from_lamp(at, normal, bounce, lamp, finish)
        colour = f32(lamp.colour)[:, None]
        matt = matt + colour * (lit * share)
        shine = shine + colour * (lobe * share)
    if finish.glow:
        matt = matt * (1 - finish.glow) + finish.glow * matt.mean(axis=1, keepdims=True)
    return f32(albedo * matt + gloss * shine)


def _from_lamp(at: Float, normal: Float, bounce: Float, lamp: Lamp, finish: Finish) -> tuple[Float, Float]:
    """A lamp's matt light, and how brightly the surface mirrors its disc."""
    middle = f32(lamp.at)
    way = middle[:, None] - at
    square = dot(way, way)
    way = way / np.sqrt(square)
    whole = float(middle @ middle)
    strength = (whole / square) * float(math.sqrt(whole) / lamp.at[2])
    lit = np.maximum(dot(normal, way), 0) * strength
    # A lamp that gives the light E from a disc of angular radius w has the brightness E / w²; a rough
    # surface spreads its mirror image.
    width = lamp.radius**2 / whole
    spread = width + (0.25 * finish.rough) ** 2
    off = 2 * (1 - dot(bounce, way)) / spread
    return f32(lit), f32(np.minimum(strength / spread, 60.0) * np.exp(-np.minimum(off * off, 30)))
