"""The painter's table built for a path tracer: plate and floor as one sheet, and what stands on it."""

import math
from collections.abc import Sequence
from typing import Any

import bpy
from mathutils import Vector

from benchmarks.tracing.blocks import UNIT, box, placed, sheet, surface, turned
from benchmarks.tracing.dice import DiceBox, as_blender_says
from benchmarks.tracing.lens import TracingCamera
from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.camera import CameraPlace, look_at
from pi_diavolo.simulator.painting.dice import PaintedDie
from pi_diavolo.simulator.painting.ground import Sight, flat_colours
from pi_diavolo.simulator.painting.look import Geometry, Imps, Lamp, Light, Material, TableLook

# What lies flat is drawn in so many pixels a millimetre, as seen from so far above that nothing leans.
FLAT_PX_PER_MM, FAR_ABOVE_MM = 5, 20_000.0
TABLE_TOP_MM = 4000.0
CYLINDER = ((1.0, 0.0), (1.0, 0.97), (0.95, 1.0))


class TracedTable:
    """One look, camera and set of imps; Blender knows one scene at a time, and so one of these."""

    def __init__(self, look: TableLook, camera: CameraPlace, imps: Imps, rays: int) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._camera = TracingCamera(camera, rays)
        _light_up(look.light)
        self._dice = DiceBox(look)
        _lay_ground(look)
        _build_walls(look)
        _stand_imps(look, imps)

    def light(self, dice: Sequence[PaintedDie]) -> Float:
        """The light of each pixel, (height, width, 3), as the painter counts it: white in full light is 1."""
        self._dice.lay(dice)
        return self._camera.light()


def _light_up(light: Light) -> None:
    """The room from all sides, and lamps as discs that light the middle of the floor as they should."""
    room = bpy.data.worlds.new("room")
    bpy.context.scene.world = room
    room.use_nodes = True
    room.node_tree.nodes["Background"].inputs[0].default_value = (*light.ambient[::-1], 1.0)
    for lamp in light.lamps:
        _hang(lamp)


def _hang(lamp: Lamp) -> None:
    disc = bpy.data.lights.new("lamp", "AREA")
    disc.shape, disc.size = "DISK", 2 * lamp.radius * UNIT
    at = Vector(lamp.at) * UNIT
    most = max(lamp.colour)
    disc.color = [part / most for part in lamp.colour[::-1]]
    # A disc of P watts gives P cos / (π d²) at a distance d; a white floor in the light π sends out 1.
    disc.energy = most * math.pi**2 * at.length_squared * (at.length / at.z)
    body = bpy.data.objects.new("lamp", disc)
    bpy.context.scene.collection.objects.link(body)
    body.location, body.rotation_euler = at, at.to_track_quat("Z", "Y").to_euler()
    body.visible_camera = False


def _surface_of(material: Material, colour: Float | None = None) -> Any:
    own = material.colour if colour is None else colour
    return surface(own, 0.04 * material.sheen, max(0.2, material.rough))


def _lay_ground(look: TableLook) -> None:
    geometry = look.geometry
    width, depth = geometry.plate_mm
    size = round(width * FLAT_PX_PER_MM), round(depth * FLAT_PX_PER_MM)
    rotation, shift = look_at([*geometry.plate_at, FAR_ABOVE_MM], [*geometry.plate_at, 0], 0)
    focal = FLAT_PX_PER_MM * FAR_ABOVE_MM
    pinhole = f32([[focal, 0, size[0] / 2 - 0.5], [0, focal, size[1] / 2 - 0.5], [0, 0, 1]])
    colours, _ = flat_colours(look, Sight(CameraPlace(pinhole, f32([0, 0, 0, 0, 0]), rotation, shift, size)))
    placed(sheet(width, depth), [_surface_of(look.plate, colours)], (*geometry.plate_at, 0))
    under = geometry.plate_thick_mm
    edge = placed(box((width, depth, under), 0.0), [_surface_of(look.plate)])
    edge.location = Vector((*geometry.plate_at, -under / 2 - 0.02)) * UNIT
    placed(sheet(TABLE_TOP_MM, TABLE_TOP_MM), [_surface_of(look.table)], (0, 0, -under - 0.04))


def _build_walls(look: TableLook) -> None:
    geometry = look.geometry
    (width, depth), high, thick = geometry.tray_mm, geometry.wall_mm, geometry.wall_thick_mm
    wood = [_surface_of(look.wall)]
    bevel = min(look.bevel, thick / 3)
    for side in (-1, 1):
        placed(box((width + 2 * thick, thick, high), bevel), wood, (0, side * (depth + thick) / 2, high / 2))
        placed(box((thick, depth, high), bevel), wood, (side * (width + thick) / 2, 0, high / 2))


def _stand_imps(look: TableLook, imps: Imps) -> None:
    geometry = look.geometry
    thick, radius = geometry.disc_thick_mm, geometry.disc_mm / 2
    disc, disc_surface = turned([(radius, 0.0), (radius, thick)]), [_surface_of(look.disc)]
    for x, y in geometry.bases:
        placed(disc, disc_surface, (x, y, 0))
    figure = turned(_rings(geometry))
    for colour, (x, y) in imps.values():
        finish = look.imps[colour]
        placed(figure, [surface(finish.body, *as_blender_says(finish))], (x, y, thick))


def _rings(geometry: Geometry) -> list[tuple[float, float]]:
    profile = geometry.imp_profile or CYLINDER
    return [(wide * geometry.imp_mm / 2, up * geometry.imp_high_mm) for wide, up in profile]
