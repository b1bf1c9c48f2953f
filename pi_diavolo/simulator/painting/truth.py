"""What truly lies in a painted picture, in millimetres and pixels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.camera import CameraPlace
from pi_diavolo.simulator.painting.clutter import Clutter
from pi_diavolo.simulator.painting.dice import ORDER, PaintedDie
from pi_diavolo.simulator.painting.faces import OUT, RIGHT
from pi_diavolo.simulator.painting.ground import square
from pi_diavolo.simulator.painting.look import TableLook
from pi_diavolo.simulator.painting.scene import Scene

COCKED_DEG = 5.0
# A die whose underside is higher than this above the floor of the tray stands on another.
RAISED_MM = 3.0


@dataclass(frozen=True, eq=False)
class DieTruth:
    """One die: what it shows, where (`mm`: table, `px`: picture), how much of its top face is to be seen."""

    colour: str
    value: int
    symbol: str | None
    size_mm: float
    centre_mm: Float
    top_mm: Float
    top_px: Float
    corners_px: Float
    yaw_deg: float
    glyph_yaw_deg: float
    tilt_deg: float
    visible: float
    cocked: bool
    stacked: bool
    outside: bool
    rotation: Float


@dataclass(frozen=True, eq=False)
class MarkerTruth:
    """One marker: its corners from its own top left clockwise, and how much of it is to be seen."""

    number: int
    corners_mm: Float
    corners_px: Float
    visible: float
    glared: bool


@dataclass(frozen=True, eq=False)
class Truth:
    """Everything that was painted; `cover` is a hand's share of each pixel."""

    dice: tuple[DieTruth, ...]
    imps: tuple[str | None, ...]
    imps_mm: tuple[tuple[float, float] | None, ...]
    markers: tuple[MarkerTruth, ...]
    hand: bool
    cover: Float | None = None


def die_truth(die: PaintedDie, visible: float, look: TableLook, camera: CameraPlace) -> DieTruth:
    """The truth about one die, from its pose alone."""
    face = die.top
    out, right = die.rotation @ OUT[face], die.rotation @ RIGHT[face]
    corners = die.face_corners(face)
    top = f32(die.centre) + out * np.float32(die.size / 2)
    pixels = camera.project(np.vstack([top, corners]))
    glyph_yaw = math.degrees(math.atan2(right[1], right[0])) % 360
    half = look.geometry.tray_mm[0] / 2, look.geometry.tray_mm[1] / 2
    outside = abs(die.centre[0]) > half[0] or abs(die.centre[1]) > half[1]
    cocked = die.tilt_deg > COCKED_DEG
    raised = die.centre[2] - die.size / 2 > RAISED_MM and not cocked and not outside
    return DieTruth(
        colour=str(die.colour),
        value=die.value,
        symbol=look.glyphs.names[die.value - 1] if die.colour == ORDER else None,
        size_mm=die.size,
        centre_mm=f32(die.centre),
        top_mm=f32(top),
        top_px=pixels[0],
        corners_px=pixels[1:],
        yaw_deg=glyph_yaw % 90,
        glyph_yaw_deg=glyph_yaw,
        tilt_deg=die.tilt_deg,
        visible=visible,
        cocked=cocked,
        stacked=die.stacked or raised,
        outside=outside,
        rotation=die.rotation,
    )


def table_truth(
    scene: Scene,
    dice: Sequence[PaintedDie],
    shown: Sequence[float],
    clutter: Clutter,
    hand: Float | None,
) -> Truth:
    """The truth about a picture; `hand` is its cover of each pixel, `shown` what is seen without it."""
    found = [die_truth(die, share, scene.look, scene.camera) for die, share in zip(dice, shown, strict=True)]
    if hand is not None:
        found = [replace(die, visible=die.visible * (1 - _covered(hand, die.corners_px))) for die in found]
    bases = range(len(scene.look.geometry.bases))
    return Truth(
        dice=tuple(found),
        imps=tuple(scene.imps[base][0] if base in scene.imps else None for base in bases),
        imps_mm=tuple(scene.imps[base][1] if base in scene.imps else None for base in bases),
        markers=tuple(_marker(scene, number, clutter, hand) for number in range(4)),
        hand=hand is not None and bool((hand > 0.5).any()),
        cover=hand,
    )


def _marker(scene: Scene, number: int, clutter: Clutter, hand: Float | None) -> MarkerTruth:
    geometry = scene.look.geometry
    corners = square(geometry.markers[number], geometry.marker_mm / 2)
    pixels = scene.camera.project(corners)
    visible = 0.0 if number in clutter.hidden else 1 - _covered(scene.standing, pixels)
    if hand is not None:
        visible *= 1 - _covered(hand, pixels)
    return MarkerTruth(number, corners, pixels, visible, number in clutter.glared)


def _covered(cover: Float, corners_px: Float) -> float:
    """The mean cover inside four corners in the picture; what lies outside the picture counts as covered."""
    steps = (np.arange(9) + 0.5) / 9
    u, v = (part.reshape(-1, 1) for part in np.meshgrid(steps, steps))
    top = corners_px[0] + u * (corners_px[1] - corners_px[0])
    bottom = corners_px[3] + u * (corners_px[2] - corners_px[3])
    spots = np.rint(top + v * (bottom - top)).astype(int)
    height, width = cover.shape
    inside = (spots >= 0).all(axis=1) & (spots < (width, height)).all(axis=1)
    spots = np.clip(spots, 0, (width - 1, height - 1))
    return float(np.where(inside, cover[spots[:, 1], spots[:, 0]], 1).mean())
