"""Paints the simulated table as a lens would see it, and says what truly lies in the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32
from pi_diavolo.simulator.painting.board_pieces import PaintedPiece
from pi_diavolo.simulator.painting.camera import CameraPlace, draw_camera, look_at
from pi_diavolo.simulator.painting.clip import Clip, Flight, draw_clip
from pi_diavolo.simulator.painting.clutter import Clutter
from pi_diavolo.simulator.painting.dice import PaintedDie, against_wall, as_seen, leaning, lying, propped
from pi_diavolo.simulator.painting.drawing import draw_geometry, draw_imps, draw_look
from pi_diavolo.simulator.painting.drawing_light import draw_sensor
from pi_diavolo.simulator.painting.glyphs import draw_glyph_set
from pi_diavolo.simulator.painting.hand import Hand, draw_hand
from pi_diavolo.simulator.painting.look import Geometry, GlyphSet, Imps, Sensor, TableLook
from pi_diavolo.simulator.painting.reaching import reach_in
from pi_diavolo.simulator.painting.scene import Scene
from pi_diavolo.simulator.painting.sensor import blurred, developed, exposed, margin, vignette
from pi_diavolo.simulator.painting.sprites import part
from pi_diavolo.simulator.painting.table import Laid, laid
from pi_diavolo.simulator.painting.throws import from_throw
from pi_diavolo.simulator.painting.truth import DieTruth, MarkerTruth, Truth, table_truth

__all__ = [
    "CameraPlace", "Clip", "Clutter", "DieTruth", "Flight", "Geometry", "GlyphSet", "Hand", "Imps",
    "MarkerTruth", "PaintedDie", "Painter", "Picture", "Sensor", "TableLook", "Truth", "against_wall",
    "as_seen", "draw_camera", "draw_clip", "draw_geometry", "draw_glyph_set", "draw_hand", "draw_imps",
    "draw_look", "draw_sensor", "from_throw", "leaning", "look_at", "lying", "paint", "propped", "spoiled",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Picture:
    """A painted picture (blue, green, red; 8 bit) and the truth about it."""

    image: Bytes
    truth: Truth


class Painter:
    """Keeps the empty table of one look, camera and set of imps, and paints dice on it again and again."""

    def __init__(
        self,
        look: TableLook,
        camera: CameraPlace,
        imps: Imps | None = None,
        sensor: Sensor | None = None,
        clutter: Clutter | None = None,
    ) -> None:
        self.look, self.camera, self.clutter = look, camera, clutter or Clutter()
        self.imps: Imps = imps or {}
        self.scene = Scene(look, camera, self.imps, clutter)
        self.use_sensor(sensor or look.sensor)

    def use_sensor(self, sensor: Sensor) -> None:
        """Take the next pictures with other settings; the table stays."""
        self.sensor = sensor
        self._vignette = np.repeat(vignette(self.camera.size, sensor.vignette), 3, axis=2)
        self._base = self._developed(self.scene.linear, (0, 0, *self.camera.size))
        self._last: tuple[list[object], Laid, Bytes] | None = None

    def paint(
        self,
        dice: Sequence[PaintedDie],
        rng: np.random.Generator,
        hand: Hand | None = None,
        pieces: Sequence[PaintedPiece] = (),
    ) -> Picture:
        """One picture of the table with these dice, pieces of a board, and a hand over it if there is one."""
        table, base = self._with(dice, pieces)
        cover = None
        if hand:
            light, base = table.light.copy(), base.copy()
            cover, changed = reach_in(light, self.scene, hand)
            for window in changed:
                base[part(window)] = self._developed(light, window)
        image = exposed(base, self.sensor, rng)
        return Picture(image, table_truth(self.scene, dice, table.shown, self.clutter, cover))

    def film(self, clip: Clip, frames: int, rng: np.random.Generator) -> Iterator[Picture]:
        """The frames of a throw, one after the other."""
        for moment in clip.moments(frames):
            yield self.paint(moment.dice, rng, moment.hand)

    def _with(self, dice: Sequence[PaintedDie], pieces: Sequence[PaintedPiece] = ()) -> tuple[Laid, Bytes]:
        """The table with dice before noise; what lies as in the last picture is not cast again."""
        poses: list[object] = [
            (die.colour, die.centre, die.size, die.rotation.tobytes(), len(die.trail)) for die in dice
        ]
        poses += pieces
        if self._last and self._last[0] == poses and not any(die.trail for die in dice):
            return self._last[1:]
        table, base = laid(self.scene, dice, pieces), self._base.copy()
        for window in table.windows:
            base[part(window)] = self._developed(table.light, window)
        self._last = poses, table, base
        return table, base

    def _developed(self, light: Float, window: tuple[int, int, int, int]) -> Bytes:
        """A part of the picture before noise."""
        edge = margin(self.sensor)
        x, y, width, height = window
        left, top = max(0, x - edge), max(0, y - edge)
        wide = light[top : y + height + edge, left : x + width + edge]
        soft = blurred(wide, self.sensor)[y - top : y - top + height, x - left : x - left + width]
        return developed(f32(cv2.multiply(soft, self._vignette[part(window)])), self.sensor)


def paint(
    look: TableLook,
    camera: CameraPlace,
    dice: Sequence[PaintedDie],
    rng: np.random.Generator,
    imps: Imps | None = None,
    hand: Hand | None = None,
) -> Picture:
    """One picture of a table that is not painted again."""
    return Painter(look, camera, imps).paint(dice, rng, hand)


def spoiled(sensor: Sensor, how: str) -> Sensor:
    """The same camera in a bad way: `dark`, `bright` or `blurred`."""
    match how:
        case "dark":
            return replace(sensor, exposure=sensor.exposure * 0.06, noise=max(sensor.noise, 3.0))
        case "bright":
            return replace(sensor, exposure=sensor.exposure * 6)
        case "blurred":
            return replace(sensor, defocus_px=6.0, sharpen=0.0)
    raise ValueError(f"a picture can be dark, bright or blurred, not {how}")
