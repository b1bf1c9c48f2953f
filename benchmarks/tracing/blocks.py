"""What the traced table is built of: surfaces, boxes, sheets, turned bodies, and one unit for all of them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Vector

from pi_diavolo.simulator.painting.arrays import BGR, Float

# Blender's units a millimetre: its rays are exact for things about as large as this unit.
UNIT = 0.01
# How much light a surface of specular level 1 mirrors at right angles.
FULL_GLOSS = 0.08
SIDES = 64

Place = tuple[float, float, float]


def surface(colour: BGR | Float, gloss: float, rough: float, glow: float = 0.0) -> Any:
    """A material of one colour, or of a picture (height, width, 3) of colours; all linear, blue first."""
    material = bpy.data.materials.new("surface")
    material.use_nodes = True
    nodes = material.node_tree.nodes
    body = nodes["Principled BSDF"]
    body.inputs["Roughness"].default_value = rough
    body.inputs["Specular IOR Level"].default_value = min(1.0, gloss / FULL_GLOSS)
    body.inputs["Subsurface Weight"].default_value = glow
    body.inputs["Subsurface Scale"].default_value = UNIT
    if isinstance(colour, np.ndarray):
        picture = nodes.new("ShaderNodeTexImage")
        picture.image = _image(colour)
        material.node_tree.links.new(picture.outputs["Color"], body.inputs["Base Color"])
    else:
        body.inputs["Base Color"].default_value = (*colour[::-1], 1.0)
    return material


def _image(colours: Float) -> Any:
    height, width = colours.shape[:2]
    image = bpy.data.images.new("colours", width, height, float_buffer=True, is_data=True)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = colours[::-1, :, ::-1]
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    return image


def placed(mesh: Any, materials: Sequence[Any], at: Place = (0, 0, 0)) -> Any:
    """The mesh on the table; its materials are this object's own, the mesh may serve others."""
    body = bpy.data.objects.new("body", mesh)
    bpy.context.scene.collection.objects.link(body)
    while len(mesh.materials) < len(materials):
        mesh.materials.append(None)
    for slot, material in zip(body.material_slots, materials, strict=True):
        slot.link, slot.material = "OBJECT", material
    body.location = Vector(at) * UNIT
    return body


def box(size: Place, bevel: float) -> Any:
    """A box round the origin, all its edges rounded."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.scale(shape, vec=Vector(size) * UNIT, verts=shape.verts)
    if bevel > 0:
        edges = [*shape.edges, *shape.verts]
        bmesh.ops.bevel(shape, geom=edges, offset=bevel * UNIT, segments=8, affect="EDGES", profile=0.5)
    return _meshed(shape)


def sheet(width: float, depth: float) -> Any:
    """A flat rectangle that shows a picture upright."""
    mesh = bpy.data.meshes.new("sheet")
    x, y = width / 2 * UNIT, depth / 2 * UNIT
    mesh.from_pydata([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], [], [(0, 1, 2, 3)])
    corners = mesh.uv_layers.new()
    for number, corner in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        corners.data[number].uv = corner
    return mesh


def turned(rings: Sequence[tuple[float, float]]) -> Any:
    """A body turned on a lathe, given by radius and height of its rings, lowest first."""
    shape = bmesh.new()
    turns = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    circles = [
        [shape.verts.new(Vector((r * np.cos(t), r * np.sin(t), z)) * UNIT) for t in turns] for r, z in rings
    ]
    for low, high in pairwise(circles):
        for n in range(SIDES):
            shape.faces.new((low[n - 1], low[n], high[n], high[n - 1]))
    shape.faces.new(circles[-1])
    return _meshed(shape)


def _meshed(shape: Any) -> Any:
    mesh = bpy.data.meshes.new("body")
    shape.to_mesh(mesh)
    shape.free()
    return smoothed(mesh)


def smoothed(mesh: Any) -> Any:
    """The mesh with its small facets seen as one round surface, its true edges as edges."""
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.set_sharp_from_angle(angle=np.radians(25))
    return mesh
