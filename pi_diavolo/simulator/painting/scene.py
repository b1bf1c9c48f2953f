"""The table before the dice: drawn once for a look, a camera and the imps, and kept."""

from collections.abc import Mapping
from functools import cached_property

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.bodies import imp_sprite
from pi_diavolo.simulator.painting.camera import CameraPlace
from pi_diavolo.simulator.painting.clutter import Clutter, lay_clutter
from pi_diavolo.simulator.painting.dice import ORDER
from pi_diavolo.simulator.painting.faces import atlas, order_atlas
from pi_diavolo.simulator.painting.ground import Sight, add_sheen, flat_colours, lay_discs
from pi_diavolo.simulator.painting.light import Chart, Daylight, daylight, pillar, walls
from pi_diavolo.simulator.painting.look import Place, TableLook
from pi_diavolo.simulator.painting.sprites import hide_behind, hide_each_other, lay_over
from pi_diavolo.simulator.painting.tray import lay_walls

# Beyond the plate the chart of the light goes on this far.
CHART_MARGIN_MM = 60.0
# Shadows are softer than edges: they need no more px a millimetre.
CHART_SCALE = 1.8


class Scene:
    """Linear light of the empty table in every pixel, the height seen there, and the light on the table."""

    def __init__(
        self,
        look: TableLook,
        camera: CameraPlace,
        imps: Mapping[int, tuple[str, Place]],
        clutter: Clutter | None = None,
    ) -> None:
        self.look, self.camera, self.imps = look, camera, imps
        self.sight = Sight(camera)
        geometry = look.geometry
        scale = min(CHART_SCALE, 0.8 * self.sight.px_per_mm)
        reaches = [abs(at) + side / 2 for at, side in zip(geometry.plate_at, geometry.plate_mm, strict=True)]
        chart = Chart(max(reaches) + CHART_MARGIN_MM, scale)
        pillars = [pillar(*place, geometry.imp_mm / 2, 0, geometry.imp_high_mm) for _, place in imps.values()]
        self.daylight: Daylight = daylight(look.light, chart, walls(geometry) + pillars)
        self.chart_x, self.chart_y = chart.columns(self.sight.x), chart.rows(self.sight.y)
        self.linear, self.height = self._painted()
        if clutter:
            lay_clutter(self.linear, clutter, geometry, self.sight, self.daylight)
        self._atlases: dict[str, Float] = {}

    def _painted(self) -> tuple[Float, Float]:
        colour, height = flat_colours(self.look, self.sight)
        lay_discs(colour, height, self.look, self.sight)
        light = cv2.remap(
            self.daylight.total, self.chart_x, self.chart_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        picture = f32(cv2.multiply(colour, light))
        add_sheen(picture, self.look, self.sight)
        lay_walls(picture, height, self.look, self.sight)
        self._lay_imps(picture, height)
        return picture, height

    def _lay_imps(self, picture: Float, height: Float) -> None:
        found = (
            imp_sprite(place, self.look.imps[colour], self.look, self.sight)
            for colour, place in self.imps.values()
        )
        sprites = [sprite for sprite in found if sprite]
        for sprite in sprites:
            hide_behind(sprite, height)
        hide_each_other(sprites)
        lay_over(picture, sprites)

    @cached_property
    def standing(self) -> Float:
        """1 where a wall, an imp or a disc hides the plate, else 0."""
        return f32(self.height >= 1)

    def faces(self, colour: str) -> Float:
        """The atlas of the dice of one colour."""
        if colour not in self._atlases:
            dice, finish = self.look.dice, self.look.dice.finishes[colour]
            rng = np.random.default_rng([self.look.seed, *map(ord, colour)])
            if colour == ORDER:
                self._atlases[colour] = order_atlas(dice, self.look.glyphs, finish, rng)
            else:
                self._atlases[colour] = atlas(dice, finish, rng)
        return self._atlases[colour]
