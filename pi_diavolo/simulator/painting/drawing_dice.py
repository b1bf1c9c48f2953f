"""Sets of dice and imps by lot."""

from collections.abc import Mapping

import numpy as np

from pi_diavolo.simulator.painting.look import DiceLook, Finish
from pi_diavolo.simulator.painting.palette import RGB, near

BODIES: Mapping[str, tuple[RGB, ...]] = {
    "black": ((22, 22, 24), (35, 36, 40), (48, 48, 50), (28, 24, 22), (30, 34, 46)),
    "white": ((238, 238, 235), (228, 220, 200), (240, 235, 215), (215, 215, 218), (245, 245, 245)),
    "red": ((200, 25, 25), (150, 15, 22), (120, 14, 28), (215, 45, 30), (175, 20, 40)),
    "gray": ((130, 132, 136), (150, 150, 150), (112, 112, 116), (165, 166, 170), (140, 135, 128)),
    "green": ((20, 130, 50), (40, 160, 70), (10, 95, 55)),
    "blue": ((25, 60, 170), (50, 110, 200), (20, 40, 120)),
    "yellow": ((235, 200, 40), (225, 180, 30), (240, 215, 90)),
    "purple": ((95, 40, 130), (120, 60, 160), (75, 25, 95)),
    "orange": ((235, 115, 25), (220, 95, 20), (245, 140, 50)),
}
DARK_PIPS = ("white", "yellow", "gray")


def draw_dice(rng: np.random.Generator) -> DiceLook:
    """A set of dice: sizes, roundness, pips, finish, arrangement."""
    size = rng.choice([16.0, rng.uniform(14, 17)])
    order = rng.choice([size if size >= 16 else 16.0, 16.0, rng.uniform(16, 24)])
    roundness, gloss = rng.uniform(0.05, 0.2), rng.uniform(0.015, 0.06)
    shared = {
        "gloss": gloss,
        "rough": float(rng.choice([rng.uniform(0.03, 0.25), rng.uniform(0.25, 1.0)])),
        "dimple": float(rng.choice([0.0, rng.uniform(0.3, 2.2)], p=[0.3, 0.7])),
        "uneven": rng.uniform(0.0, 0.03),
        "glow": float(rng.choice([0.0, rng.uniform(0, 0.35)])),
    }
    finishes = {colour: _finish(rng, colour, shared) for colour in BODIES}
    turned = (bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5))
    pip = size * rng.uniform(0.155, 0.25)
    return DiceLook(
        finishes=finishes,
        size_mm=float(size),
        radius_mm=float(size * roundness),
        ball=float(rng.choice([1.74, rng.uniform(1.38, 1.62)])),
        pip_mm=float(pip),
        pip_inked=float(rng.choice([1.0, rng.uniform(0.62, 1.0)])),
        pip_spread=float(rng.uniform(0.46, min(0.62, 0.95 - roundness * 0.7 - pip / size))),
        left_handed=bool(rng.random() < 0.5),
        turned=turned,
        order_size_mm=float(order),
        order_radius_mm=float(order * rng.uniform(0.05, 0.18)),
        glyph_share=float(rng.uniform(0.62, 0.88)),
        glyph_turns=tuple(int(v) for v in rng.integers(0, 4, 6)),
    )


def _finish(rng: np.random.Generator, colour: str, shared: Mapping[str, float]) -> Finish:
    body = near(rng, BODIES[colour][int(rng.integers(len(BODIES[colour])))], 0.1)
    dark = colour in DARK_PIPS
    pips = near(rng, (20, 20, 22) if dark else (235, 235, 230), 0.12 if dark else 0.05)
    if colour == "gray":
        return Finish(
            body, near(rng, (30, 30, 32), 0.2), shared["gloss"], shared["rough"], 0.0, shared["uneven"]
        )
    return Finish(body, pips, **shared)


def draw_imp(rng: np.random.Generator, colour: str) -> Finish:
    """The paint of the imps of one colour."""
    body = near(rng, BODIES[colour][int(rng.integers(len(BODIES[colour])))], 0.12)
    return Finish(body, body, rng.uniform(0.01, 0.06), rng.uniform(0.1, 1.0))
