"""Floors, walls, plates and table tops by lot."""

from collections.abc import Mapping

import numpy as np

from pi_diavolo.simulator.painting.arrays import BGR
from pi_diavolo.simulator.painting.look import Material, Print
from pi_diavolo.simulator.painting.palette import RGB, any_between, near, seed_from, times

FLOORS: Mapping[str, tuple[tuple[str, RGB], ...]] = {
    "green": (
        ("felt", (20, 120, 50)), ("felt", (10, 90, 40)), ("felt", (30, 150, 60)), ("felt", (0, 95, 75)),
    ),
    "blue": (
        ("felt", (20, 45, 140)), ("felt", (30, 80, 170)), ("felt", (25, 30, 90)), ("felt", (50, 120, 190)),
    ),
    "gray": (
        ("cloth", (165, 165, 168)), ("plain", (180, 182, 180)), ("felt", (140, 142, 146)),
        ("leather", (125, 120, 118)),
    ),
    "wood": (
        ("wood", (190, 135, 75)), ("wood", (130, 70, 42)), ("wood", (165, 105, 60)),
        ("wood", (210, 170, 115)),
    ),
    "other": (
        ("felt", (90, 55, 120)), ("felt", (120, 95, 60)), ("felt", (70, 110, 105)),
        ("cloth", (185, 165, 135)), ("felt", (150, 110, 20)), ("leather", (95, 60, 40)),
        ("felt", (110, 130, 60)),
    ),
}  # fmt: skip
INKS: tuple[RGB, ...] = (
    (230, 230, 225), (210, 180, 60), (20, 20, 20), (170, 30, 30), (120, 160, 210),
)  # fmt: skip
WOODS: tuple[RGB, ...] = (
    (200, 150, 90),
    (150, 90, 55),
    (110, 60, 38),
    (220, 185, 135),
    (90, 60, 45),
    (170, 120, 75),
)


def draw_floor(rng: np.random.Generator, kind: str) -> Material:
    """The tray's floor, of a kind: green, blue, gray, wood or other."""
    choices = FLOORS[kind]
    texture, rgb = choices[int(rng.integers(len(choices)))]
    if texture == "wood":
        return draw_wood(rng, rgb)
    colour, contrast = near(rng, rgb, 0.16), rng.uniform(0.2, 1.0)
    return Material(
        texture,
        times(colour, 1 - 0.45 * contrast),
        times(colour, 1 + 0.45 * contrast),
        scale=float(np.exp(rng.normal(0, 0.35))),
        angle=rng.uniform(0, 180),
        grain=rng.uniform(0.02, 0.2) if texture != "plain" else rng.uniform(0, 0.05),
        sheen=0.0 if texture == "felt" else rng.uniform(0, 0.02),
        rough=rng.uniform(0.5, 1.2),
        seed=seed_from(rng),
    )


def draw_wood(rng: np.random.Generator, rgb: RGB | None = None) -> Material:
    """Any wood, or one of about this colour."""
    colour = near(rng, rgb or WOODS[int(rng.integers(len(WOODS)))], 0.15)
    dark = rng.uniform(0.35, 0.75)
    second: BGR = (colour[0] * dark * 0.8, colour[1] * dark * 0.9, colour[2] * dark)
    angle = rng.normal(0, 4) + rng.choice([0, 0, 90])
    scale = float(np.exp(rng.normal(0, 0.35)))
    return Material(
        "wood",
        colour,
        second,
        scale,
        float(angle),
        0.04,
        rng.uniform(0, 0.05),
        rng.uniform(0.4, 1.2),
        seed_from(rng),
    )


def draw_plain(rng: np.random.Generator, rgb: RGB) -> Material:
    """Paint or plastic of about this colour."""
    colour = near(rng, rgb)
    return Material(
        "plain",
        times(colour, 0.85),
        times(colour, 1.1),
        1.0,
        0.0,
        rng.uniform(0, 0.06),
        rng.uniform(0, 0.04),
        rng.uniform(0.3, 1.0),
        seed_from(rng),
    )


def draw_plate(rng: np.random.Generator) -> Material:
    """The plate round the tray: nearly always some white."""
    if rng.random() < 0.12:
        return draw_wood(rng, (225, 195, 150))
    whites: tuple[RGB, ...] = (
        (238, 238, 236),
        (225, 220, 212),
        (205, 205, 208),
        (240, 236, 225),
        (190, 192, 188),
    )
    return draw_plain(rng, whites[int(rng.integers(len(whites)))])


def draw_table(rng: np.random.Generator) -> Material:
    """The table top beneath everything."""
    if rng.random() < 0.5:
        return draw_wood(rng)
    gray = int(rng.integers(29, 230))
    rgb = any_between(rng, gray - 14, gray + 15)
    kind = str(rng.choice(["plain", "cloth", "stone", "brushed", "leather"]))
    colour = near(rng, rgb, 0.2)
    return Material(
        kind,
        times(colour, 0.75),
        times(colour, 1.2),
        float(np.exp(rng.normal(0, 0.4))),
        rng.uniform(0, 180),
        rng.uniform(0, 0.1),
        rng.uniform(0, 0.04),
        rng.uniform(0.3, 1.0),
        seed_from(rng),
    )


def draw_print(rng: np.random.Generator) -> Print:
    """Something printed on the floor."""
    rgb = INKS[int(rng.integers(len(INKS)))]
    return Print(near(rng, rgb), rng.uniform(0.25, 0.95), seed_from(rng))
