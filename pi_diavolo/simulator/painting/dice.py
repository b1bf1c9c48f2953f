"""Dice as they lie, lean, stand on each other or fly, and how each looks through the lens."""

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.faces import OUT, RIGHT, UP, face_of

ORDER = "gray"


@dataclass(frozen=True, eq=False)
class PaintedDie:
    """One die: colour, the value (1 to 6) of the face that looks up most, its centre in mm, its rotation.

    The Order die has the colour gray; its value counts the faces of the look's glyph set from 1.
    `rotation` turns the die's own axes into the table's.
    """

    colour: str
    value: int
    centre: tuple[float, float, float]
    rotation: Float
    size: float
    left_handed: bool = False
    stacked: bool = False
    # Where it was while the shutter was open, for motion blur: more centres and rotations.
    trail: tuple[tuple[tuple[float, float, float], Float], ...] = field(default=(), repr=False)

    @property
    def top(self) -> int:
        """Which of its six faces looks up most."""
        return int(np.argmax(self.rotation[2] @ OUT.T))

    @property
    def tilt_deg(self) -> float:
        """How far that face is from level."""
        return math.degrees(math.acos(min(1.0, float(self.rotation[2] @ OUT[self.top]))))

    def corners(self) -> Float:
        """The eight sharp corners, (8, 3)."""
        signs = f32([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return f32(signs * (self.size / 2) @ self.rotation.T + f32(self.centre))

    def face_corners(self, face: int) -> Float:
        """Top left, top right, bottom right, bottom left of one face as it is printed, (4, 3)."""
        half = self.size / 2
        right, up, out = RIGHT[face] * half, UP[face] * half, OUT[face] * half
        corners = f32([out - right + up, out + right + up, out + right - up, out - right - up])
        return f32(corners @ self.rotation.T + f32(self.centre))


def lying(
    colour: str,
    value: int,
    x: float,
    y: float,
    yaw: float,
    size: float,
    *,
    z: float = 0.0,
    left_handed: bool = False,
    stacked: bool = False,
) -> PaintedDie:
    """A die flat on something of height z; `yaw` (degrees, 0 to 360) turns it, side faces and all."""
    left = left_handed and colour != ORDER
    rotation = turned_about(2, yaw) @ upright(face_of(value, left))
    return PaintedDie(colour, value, (x, y, z + size / 2), f32(rotation), size, left, stacked)


def leaning(die: PaintedDie, tilt_deg: float, towards_deg: float, floor: float = 0.0) -> PaintedDie:
    """The die tilted so that it stands on an edge or corner, its top looking towards a direction."""
    turn = turned_about(2, towards_deg)
    rotation = f32(turn @ turned_about(1, tilt_deg) @ turn.T @ die.rotation)
    tilted = replace(die, rotation=rotation)
    lowest = float(tilted.corners()[:, 2].min())
    # Rounded edges let a leaning die sink a little.
    z = die.centre[2] + floor - lowest - 0.02 * die.size
    return as_seen(replace(tilted, centre=(die.centre[0], die.centre[1], z)))


def against_wall(
    die: PaintedDie, tilt_deg: float, tray_mm: tuple[float, float], askew_deg: float = 0.0
) -> PaintedDie:
    """The die cocked: one lower edge on the floor, the side across from it up against the nearest wall.

    Without a tilt it lies flat there.
    """
    room = [side / 2 - abs(place) for side, place in zip(tray_mm, die.centre, strict=False)]
    axis = int(np.argmin(room))
    sign = 1.0 if die.centre[axis] > 0 else -1.0
    away_deg = 90.0 * axis + (180.0 if sign > 0 else 0.0)
    square = squared_up(die, askew_deg)
    tilted = leaning(square, tilt_deg, away_deg + askew_deg) if tilt_deg else square
    reach = float((tilted.corners()[:, axis] * sign).max())
    centre = list(tilted.centre)
    # A hair of room, as its rounded edges leave it.
    centre[axis] += sign * (tray_mm[axis] / 2 - 0.2 - reach)
    return replace(tilted, centre=(centre[0], centre[1], centre[2]))


def propped(die: PaintedDie, other: PaintedDie, tilt_deg: float, towards_deg: float) -> PaintedDie:
    """The die cocked on another: partly over it, its lowest corner somewhere between floor and its top."""
    away = math.radians(towards_deg)
    apart = 0.75 * (die.size + other.size) / 2
    x, y = other.centre[0] + apart * math.cos(away), other.centre[1] + apart * math.sin(away)
    over = replace(die, centre=(x, y, die.size / 2))
    return leaning(over, tilt_deg, towards_deg, floor=other.size * (0.3 + 0.6 * math.sin(away) ** 2))


def squared_up(die: PaintedDie, askew_deg: float = 0.0) -> PaintedDie:
    """The die that lies flat turned so that its sides are nearly those of the tray."""
    off = (die_yaw(die) + 45) % 90 - 45
    return replace(die, rotation=f32(turned_about(2, askew_deg - off) @ die.rotation))


def die_yaw(die: PaintedDie) -> float:
    """Which way (degrees) a side of a flat die points."""
    right = die.rotation @ RIGHT[die.top]
    return math.degrees(math.atan2(float(right[1]), float(right[0])))


def as_seen(die: PaintedDie) -> PaintedDie:
    """The die with the value that its rotation turns up."""
    values = [face_of(value, die.left_handed) for value in range(1, 7)]
    return replace(die, value=values.index(die.top) + 1)


def upright(face: int) -> Float:
    """The rotation that turns a face up, its picture upright."""
    return f32(np.stack([RIGHT[face], UP[face], OUT[face]]))


def turned_about(axis: int, degrees: float) -> Float:
    """A rotation about the table's x, y or z."""
    vector = np.zeros(3)
    vector[axis] = math.radians(degrees)
    return f32(cv2.Rodrigues(vector)[0])
