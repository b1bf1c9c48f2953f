"""Dice laid on the empty table, in light, with their shadows: all but hand and sensor."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float
from pi_diavolo.simulator.painting.board_pieces import PaintedPiece, piece_sprite
from pi_diavolo.simulator.painting.bodies import die_sprite
from pi_diavolo.simulator.painting.dice import PaintedDie
from pi_diavolo.simulator.painting.light import Window
from pi_diavolo.simulator.painting.scene import Scene
from pi_diavolo.simulator.painting.shadows import darkened
from pi_diavolo.simulator.painting.sprites import (
    MOVING_RAYS,
    RAYS,
    Sprite,
    hide_behind,
    hide_each_other,
    lay_over,
)


@dataclass(frozen=True, eq=False)
class Laid:
    """The light of the table with dice, the windows that they changed, what is seen of each top face."""

    light: Float
    windows: list[Window]
    shown: tuple[float, ...]


def laid(scene: Scene, dice: Sequence[PaintedDie], pieces: Sequence[PaintedPiece] = ()) -> Laid:
    """Lay dice, and pieces of a board, on the table; dice that move are painted once for each place on their
    trail."""
    light = scene.linear.copy()
    windows = darkened(light, scene, [*dice, *pieces])
    standing = [piece_sprite(piece, list(pieces), scene.look, scene.sight) for piece in pieces]
    poses = max((1 + len(die.trail) for die in dice), default=1)
    fine = RAYS if poses == 1 else MOVING_RAYS
    still = {i: _cast(scene, die, dice, fine) for i, die in enumerate(dice) if not die.trail}
    before, shown = light.copy() if poses > 1 else light, np.zeros(len(dice))
    for pose in range(poses):
        sprites = [_pose(scene, dice, still, i, pose) for i in range(len(dice))]
        board = [replace(one, seen=np.isfinite(one.height)) for one in standing if one]
        _settle(scene, [*sprites, *board])
        lay_over(light, [sprite for sprite in [*sprites, *board] if sprite], 1 / poses, before)
        shown += [_shown(sprite) / poses for sprite in sprites]
    return Laid(light, windows, tuple(float(share) for share in shown))


def _pose(
    scene: Scene, dice: Sequence[PaintedDie], still: dict[int, Sprite | None], i: int, pose: int
) -> Sprite | None:
    if i in still:
        sprite = still[i]
        return replace(sprite, seen=np.isfinite(sprite.height)) if sprite else None
    die = dice[i]
    centre, rotation = (die.centre, die.rotation) if pose == 0 else die.trail[(pose - 1) % len(die.trail)]
    return _cast(scene, replace(die, centre=centre, rotation=rotation, trail=()), dice, MOVING_RAYS, skip=i)


def _cast(
    scene: Scene, die: PaintedDie, dice: Sequence[PaintedDie], fine: int, skip: int = -1
) -> Sprite | None:
    others = [other for i, other in enumerate(dice) if i != skip]
    return die_sprite(die, scene.faces(die.colour), others, scene.look, scene.sight, fine)


def _settle(scene: Scene, sprites: list[Sprite | None]) -> None:
    solid = [sprite for sprite in sprites if sprite]
    for sprite in solid:
        hide_behind(sprite, scene.height)
    hide_each_other(solid)


def _shown(sprite: Sprite | None) -> float:
    """The share of the top face's samples that nothing hides."""
    if sprite is None or not sprite.top.any():
        return 0.0
    return float((sprite.seen & sprite.top).sum() / sprite.top.sum())
