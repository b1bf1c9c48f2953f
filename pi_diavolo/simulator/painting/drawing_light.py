"""Lamps, rooms and cameras' settings by lot."""

import math

import numpy as np

from pi_diavolo.simulator.painting.arrays import BGR, Float, f32
from pi_diavolo.simulator.painting.look import Lamp, Light, Sensor

# How often a lamp hangs beside the camera, where the dice's top faces mirror it.
OVERHEAD = 0.35


def draw_light(rng: np.random.Generator) -> Light:
    """One to three lamps and the room, in any mixture from overcast to a bare desk lamp."""
    count = int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))
    direct = rng.uniform(0.1, 0.85)
    parts = rng.dirichlet(np.full(count, 1.5)) * direct
    lamps = tuple(_lamp(rng, float(part)) for part in parts)
    if rng.random() < OVERHEAD:
        lamps = (_overhead(rng, lamps[0].colour), *lamps[1:])
    around, strength = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.45)
    ambient = _temperature(rng, 1 - direct)
    return Light(ambient, lamps, (strength * math.cos(around), strength * math.sin(around)))


def _lamp(rng: np.random.Generator, strength: float) -> Lamp:
    return _hung(rng, math.radians(rng.uniform(22, 88)), _temperature(rng, strength))


def _overhead(rng: np.random.Generator, colour: BGR) -> Lamp:
    return _hung(rng, math.radians(rng.uniform(64, 89)), colour)


def with_mirrored_lamp(rng: np.random.Generator, light: Light, camera: Float) -> Light:
    """The same light with one lamp so placed that dice round a place in the tray mirror it to the camera."""
    spot = f32([*rng.uniform(-110, 110, 2), 16.0])
    way = (spot - camera) * f32([1, 1, -1])
    far = rng.uniform(500, 2600)
    at = spot + way / np.linalg.norm(way) * far
    wide = float(np.exp(rng.uniform(math.log(0.03), math.log(0.25))))
    lamp = Lamp((float(at[0]), float(at[1]), float(at[2])), far * wide, light.lamps[0].colour)
    return Light(light.ambient, (lamp, *light.lamps[1:]), light.uneven)


def _hung(rng: np.random.Generator, high: float, colour: BGR) -> Lamp:
    around, far = rng.uniform(0, 2 * math.pi), rng.uniform(500, 2600)
    at = (
        far * math.cos(high) * math.cos(around),
        far * math.cos(high) * math.sin(around),
        far * math.sin(high),
    )
    wide = float(np.exp(rng.uniform(math.log(0.02), math.log(0.5))))
    return Lamp(at, far * wide, colour)


def _temperature(rng: np.random.Generator, strength: float) -> BGR:
    warm, tint = rng.normal(0, 0.16), rng.normal(0, 0.03)
    return (strength * math.exp(-warm), strength * math.exp(tint), strength * math.exp(warm))


def draw_sensor(rng: np.random.Generator, light: Light, hard: float = 1.0) -> Sensor:
    """What a camera does to the picture today; `hard` scales its faults.

    It takes most of the light's tint for white, as cameras do.
    """
    tint = f32(light.ambient) + sum((f32(lamp.colour) for lamp in light.lamps), np.zeros(3, np.float32))
    belief = (tint / tint[1]) ** -rng.uniform(0.5, 1.0)
    shake = rng.normal(0, 1.2, 2) * hard if rng.random() < 0.12 else np.zeros(2)
    blue, red = np.exp(rng.normal(0, 0.08, 2)) * belief[[0, 2]]
    return Sensor(
        exposure=float(np.exp(rng.normal(0.05, 0.33))),
        white_balance=(float(blue), 1.0, float(red)),
        gamma=rng.uniform(1.9, 2.5),
        contrast=rng.uniform(0, 0.45),
        saturation=rng.uniform(0.75, 1.35),
        vignette=rng.uniform(0, 0.7),
        defocus_px=float(hard * rng.choice([rng.uniform(0.2, 0.8), rng.uniform(0.5, 1.7)], p=[0.7, 0.3])),
        shake_px=(float(shake[0]), float(shake[1])),
        noise=float(hard * np.exp(rng.uniform(math.log(0.6), math.log(6)))),
        bayer=bool(rng.random() < 0.75),
        denoise=float(rng.choice([0.0, rng.uniform(0.2, 1.0)], p=[0.7, 0.3])),
        sharpen=float(rng.choice([0.0, rng.uniform(0.1, 1.4)], p=[0.2, 0.8])),
        jpeg=int(rng.integers(55, 97)),
    )
