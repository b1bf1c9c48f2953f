"""Cards with stickers, laid on the painted table: paper in the light that falls there, walls before it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.ground import from_rectangle, square
from pi_diavolo.simulator.painting.look import Place
from pi_diavolo.simulator.painting.scene import Scene
from pi_diavolo.simulator.painting.sprites import part, window_round

CARD_MM = (63.0, 88.0)
# The sticker's middle lies so far above the card's; a card is printed in patches of about this width.
STICKER_UP_MM, PATCH_MM = 31.0, 4.0
SHADOW_MM = 1.5


@dataclass(frozen=True, slots=True)
class PaintedCard:
    """A card by its sticker's number (None: face down), where the sticker's middle lies, and its turn.

    `gloss` brightens all of it, as a lamp in a glossy card does.
    """

    marker: int | None
    at: Place
    turn_deg: float = 0.0
    marker_mm: float = 15.0
    quiet_mm: float = 2.5
    gloss: float = 0.0
    seed: int = 0


def lay_cards(scene: Scene, cards: Iterable[PaintedCard]) -> None:
    """Lay cards on a table that is painted already, the later ones over the earlier."""
    for card in cards:
        _lay(scene, card)


def _lay(scene: Scene, card: PaintedCard) -> None:
    sight = scene.sight
    reach = math.hypot(*CARD_MM)
    window = window_round(sight.camera.project(square(card.at, reach)), sight.camera.size)
    if window is None:
        return
    here = part(window)
    turn = math.radians(card.turn_deg)
    dx, dy = sight.x[here] - np.float32(card.at[0]), sight.y[here] - np.float32(card.at[1])
    x = f32(dx * math.cos(turn) + dy * math.sin(turn))
    y = f32(dy * math.cos(turn) - dx * math.sin(turn))
    away = from_rectangle(x, f32(y + STICKER_UP_MM), (CARD_MM[0] / 2, CARD_MM[1] / 2))
    light = cv2.remap(
        scene.daylight.total,
        scene.chart_x[here],
        scene.chart_y[here],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    # Walls stand before it; base discs lie under it.
    open_to_it = (scene.height[here] < scene.look.geometry.disc_thick_mm + 1)[..., None]
    cover = sight.inside(away)[..., None] * open_to_it
    shadow = 1 - 0.35 * np.exp(-np.maximum(away, 0) / SHADOW_MM)[..., None] * open_to_it
    painted = f32(_face(card, scene, x, y) * light + np.float32(card.gloss))
    scene.linear[here] = scene.linear[here] * shadow * (1 - cover) + painted * cover


def _face(card: PaintedCard, scene: Scene, x: Float, y: Float) -> Float:
    """The card's own colours, and over them the sticker."""
    rng = np.random.default_rng((9, card.seed))
    patches = f32(rng.uniform(0.02, 0.8, (1, 1, 3)) * rng.uniform(0.4, 1.0, (32, 32, 3)))
    art = cv2.remap(
        patches,
        x / np.float32(PATCH_MM),
        y / np.float32(PATCH_MM),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )
    if card.marker is None:
        return f32(art)
    half = card.marker_mm / 2
    paper = scene.sight.inside(from_rectangle(x, y, (half + card.quiet_mm,) * 2))[..., None]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = f32(np.kron(cv2.aruco.generateImageMarker(dictionary, card.marker, 6) > 0, np.ones((16, 16))))
    scale = np.float32(len(cells) / card.marker_mm)
    ink = cv2.remap(
        cells,
        (x + np.float32(half)) * scale - np.float32(0.5),
        (np.float32(half) - y) * scale - np.float32(0.5),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(1.0,),
    )
    look = scene.look
    tone = np.float32(look.ink) + ink * np.float32(look.paper - look.ink)
    return f32(art * (1 - paper) + tone[..., None] * paper)
