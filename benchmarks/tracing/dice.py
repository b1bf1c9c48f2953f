"""Dice as bodies: rounded cubes with pips hollowed out of them, and the Order die's six printed faces."""

import math
from collections.abc import Sequence
from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

from benchmarks.tracing.blocks import UNIT, box, placed, sheet, smoothed, surface
from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.dice import ORDER, PaintedDie
from pi_diavolo.simulator.painting.faces import LEFT_HANDED, OUT, RIGHT, RIGHT_HANDED, UP, pips_at
from pi_diavolo.simulator.painting.look import DiceLook, Finish, TableLook

# From here on the ball that cuts a die's corners is larger than the die.
NO_BALL = 1.73
# Printed pips are hollows, too, only so shallow that no light tells.
LEAST_DEPTH_MM = 0.08
# Ink lies so far above the die.
INK_MM = 0.02
# The part of the Order die's faces that is flat enough to be printed on.
SHOWN = 0.9


def as_blender_says(finish: Finish) -> tuple[float, float, float]:
    """Gloss, roughness and glow: the painter's roughness is how far a mirrored lamp spreads."""
    return finish.gloss, math.sqrt(min(1.0, finish.rough)), finish.glow


class DiceBox:
    """The bodies of one set of dice, made once and laid out again and again."""

    def __init__(self, look: TableLook) -> None:
        dice = look.dice
        self._pipped = _pipped(dice)
        self._order = box((dice.order_size_mm,) * 3, dice.order_radius_mm)
        self._materials = {
            colour: [surface(part, *as_blender_says(finish)) for part in (finish.body, finish.pips)]
            for colour, finish in dice.finishes.items()
        }
        self._faces = [_face(look, value) for value in RIGHT_HANDED]
        self._lying: list[Any] = []

    def lay(self, dice: Sequence[PaintedDie]) -> None:
        """These dice, and no others, on the table."""
        for body in self._lying:
            bpy.data.objects.remove(body)
        self._lying = []
        for die in dice:
            pose = Matrix.Translation(Vector(die.centre) * UNIT) @ Matrix(die.rotation.tolist()).to_4x4()
            if die.colour == ORDER:
                self._put(self._order, self._materials[ORDER][:1], pose)
                for face, material in enumerate(self._faces):
                    self._put(
                        sheet(die.size * 0.9, die.size * 0.9), [material], pose @ _on_face(face, die.size)
                    )
            else:
                self._put(self._pipped, self._materials[die.colour], pose)

    def _put(self, mesh: Any, materials: list[Any], pose: Any) -> None:
        body = placed(mesh, materials)
        body.matrix_world = pose
        self._lying.append(body)


def _on_face(face: int, size: float) -> Any:
    axes = np.eye(4)
    axes[:3, 0], axes[:3, 1], axes[:3, 2] = RIGHT[face], UP[face], OUT[face]
    axes[:3, 3] = OUT[face] * (size / 2 + INK_MM) * UNIT
    return Matrix(axes.tolist())


def _face(look: TableLook, value: int) -> Any:
    """One face of the Order die, nearly all of it: the body's colour with the sign's ink on it."""
    picture, finish = look.glyphs.pictures[value - 1], look.dice.finishes[ORDER]
    side = picture.shape[0]
    edge = round(side * (SHOWN / look.dice.glyph_share - 1) / 2)
    ink = np.pad(1 - f32(picture) / 255, max(0, edge))
    ink = np.rot90(ink, -look.dice.glyph_turns[value - 1])[..., None]
    colours: Float = f32(ink * f32(finish.pips) + (1 - ink) * f32(finish.body))
    return surface(colours, *as_blender_says(finish))


def _pipped(look: DiceLook) -> Any:
    """The cube without what the pips' balls cut out of it; where they did, the second material."""
    cube = placed(box((look.size_mm,) * 3, look.radius_mm), [None, None])
    cutters = [placed(_pips(look), [None, None])]
    _cut(cube, cutters[0], "DIFFERENCE")
    if look.ball < NO_BALL:
        cutters.append(placed(_ball(look.ball * look.size_mm / 2), [None, None]))
        _cut(cube, cutters[1], "INTERSECT")
    mesh = bpy.data.meshes.new_from_object(cube.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    for body in (cube, *cutters):
        bpy.data.objects.remove(body)
    return smoothed(mesh)


def _cut(body: Any, other: Any, how: str) -> None:
    change = body.modifiers.new("cut", "BOOLEAN")
    change.object, change.operation, change.solver, change.use_self = other, how, "EXACT", True
    change.material_mode = "INDEX"


def _ball(radius: float) -> Any:
    shape = bmesh.new()
    bmesh.ops.create_uvsphere(shape, u_segments=96, v_segments=64, radius=radius * UNIT)
    mesh = bpy.data.meshes.new("ball")
    shape.to_mesh(mesh)
    shape.free()
    return mesh


def _pips(look: DiceLook) -> Any:
    """One ball for each pip, as large and as far out as its hollow is wide and steep at its rim."""
    shape, half, radius = bmesh.new(), look.size_mm / 2, look.pip_mm / 2
    steep = math.atan(max(finish.dimple for finish in look.finishes.values()))
    depth = max(LEAST_DEPTH_MM, radius * math.tan(steep / 2))
    ball = (radius**2 + depth**2) / (2 * depth)
    for face, value in enumerate(LEFT_HANDED if look.left_handed else RIGHT_HANDED):
        for right, up in pips_at(value, look):
            at = OUT[face] * (half - depth + ball) + (RIGHT[face] * right + UP[face] * up) * half
            # The pole of its net looks into the die: there the net is finest.
            turn = Vector(OUT[face].tolist()).to_track_quat("Z", "Y").to_matrix().to_4x4()
            pose = Matrix.Translation(Vector(at.tolist()) * UNIT) @ turn
            bmesh.ops.create_uvsphere(
                shape, u_segments=32, v_segments=_rings(radius, ball), radius=ball * UNIT, matrix=pose
            )
    mesh = bpy.data.meshes.new("pips")
    shape.to_mesh(mesh)
    shape.free()
    mesh.polygons.foreach_set("material_index", [1] * len(mesh.polygons))
    return mesh


def _rings(radius: float, ball: float) -> int:
    """So many from pole to pole that some ten lie within the hollow, whatever share of the ball it is."""
    return min(400, math.ceil(10 * math.pi / math.asin(min(1.0, radius / ball))))
