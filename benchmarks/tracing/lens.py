"""The camera of a path-traced table: rendered as through a pinhole, then bent as the lens bends it."""

import math
import tempfile
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from benchmarks.tracing.blocks import UNIT
from pi_diavolo.simulator.painting.arrays import Float, f32, f64
from pi_diavolo.simulator.painting.camera import CameraPlace

SENSOR_MM = 36.0
BOUNCES = 4
# Of the light that a ray brings, so much at most: a lamp seen in a tiny mirror would leave a lone bright dot.
BRIGHTEST = 30.0


class TracingCamera:
    """Renders what stands in Blender's scene as this camera sees it."""

    def __init__(self, camera: CameraPlace, rays: int) -> None:
        width, height = camera.size
        pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).reshape(-1, 1, 2)
        K, dist = f64(camera.K), f64(camera.dist)  # noqa: N806
        seen = cv2.undistortPoints(pixels.astype(np.float64), K, dist).reshape(-1, 2)
        focal = float(K[0, 0])
        self._size = [2 * math.ceil(reach * focal * 1.01) + 2 for reach in np.abs(seen).max(axis=0)]
        spots = seen * focal + (f64(self._size) / 2 - 0.5)
        self._bend = f32(spots.reshape(height, width, 2))
        _stand(camera, focal, self._size)
        _choose_renderer(self._size, rays)

    def light(self) -> Float:
        """The light of each pixel, blue first."""
        scene = bpy.context.scene
        with tempfile.TemporaryDirectory() as folder:
            scene.render.filepath = str(Path(folder) / "light.exr")
            bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(scene.render.filepath)
            pixels = np.empty(self._size[0] * self._size[1] * 4, np.float32)
            image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
        straight = np.ascontiguousarray(pixels.reshape(self._size[1], self._size[0], 4)[::-1, :, 2::-1])
        return f32(np.clip(cv2.remap(straight, self._bend, None, cv2.INTER_CUBIC), 0, BRIGHTEST))


def _stand(camera: CameraPlace, focal: float, size: list[int]) -> None:
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit, lens.sensor_width, lens.lens = "HORIZONTAL", SENSOR_MM, focal * SENSOR_MM / size[0]
    lens.clip_start, lens.clip_end = 0.01, 1000.0
    body = bpy.data.objects.new("camera", lens)
    bpy.context.scene.collection.objects.link(body)
    right, down, ahead = f64(camera.R)
    pose: Any = Matrix(np.column_stack([right, -down, -ahead]).tolist()).to_4x4()
    pose.translation = Vector(f64(camera.position).tolist()) * UNIT
    body.matrix_world = pose
    bpy.context.scene.camera = body


def _choose_renderer(size: list[int], rays: int) -> None:
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine, cycles.device, cycles.samples = "CYCLES", "CPU", rays
    render.threads_mode, render.threads = "FIXED", 1
    render.use_persistent_data = True
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = BOUNCES
    cycles.caustics_reflective = cycles.caustics_refractive = False
    render.resolution_x, render.resolution_y, render.resolution_percentage = *size, 100
    scene.view_settings.view_transform = "Raw"
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
