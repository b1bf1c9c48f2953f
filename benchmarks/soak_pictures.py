"""Pictures of one painted table, quick enough for a soak: what is dear is painted once, at the start."""

import itertools
from collections import OrderedDict
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.devices.camera import Picture
from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import world_of
from pi_diavolo.simulator.painter import CameraPlace, Painter, TableLook, draw_clip, draw_hand, from_throw
from pi_diavolo.simulator.painting.sensor import exposed
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.simulator.world import Throw, throw, throw_order_die
from pi_diavolo.table.pieces import IMPS, Colour

Mask = npt.NDArray[np.bool_]
CutOut = tuple[tuple[slice, slice], Mask, dict[Colour, Picture]]

# So many pictures of flying dice there are; each throw shows them in another order.
FLYING, HANDS = 8, 2
# The moments of a clip, as shares of its way, that are painted.
MOMENTS = (0.1, 0.35, 0.6, 0.8)
# Where an imp changes the picture by more than this, the imp or its shadow is.
CHANGED = 2
# Exposures take turns, so that the noise is another each time.
GRAINS, GRAIN = 2, 1.5


class Pictures:
    """Paints dice as they lie, exactly; imps, hands and flying dice are cut out of earlier pictures."""

    def __init__(self) -> None:
        self._look, self._camera = for_show()
        self._painter = Painter(self._look, self._camera)
        self._luck = np.random.default_rng(7)
        self._bare = _before_noise(self._painter)
        self._imps = self._painted_imps()
        world, dice = world_of(self._look), Random(1)
        self._flying = self._films([throw(dice, 3, world) for _ in range(FLYING // len(MOMENTS))])
        self._alone = self._films([throw_order_die(dice, world)])
        self._hands = [self._hand(20.0 * number) for number in range(HANDS)]
        self._lying: tuple[Throw | None, Picture] = (None, self._bare)
        self._throws = 0
        self._shown: OrderedDict[object, list[Picture]] = OrderedDict()
        self._turns = itertools.count()
        grain = [np.abs(self._luck.normal(0, GRAIN, self._bare.shape)) for _ in range(GRAINS)]
        self._grain = [each.astype(np.uint8) for each in grain]

    def still(self, lying: Throw | None, standing: Standing, hand: bool = False) -> Picture:
        """The table with these dice at rest."""
        dice = self._with_dice(lying)
        key = (self._throws, standing, hand)
        if key not in self._shown:
            image = self._with_imps(dice.copy(), standing)
            images = [self._under_hand(image, each) for each in self._hands] if hand else [image]
            taken = [exposed(each, self._look.sensor, self._luck) for each in images]
            # One set before this one stays: a hand comes and goes.
            self._shown[key] = [*taken, np.asarray(cv2.add(taken[0], self._grain[0]))]
            while len(self._shown) > 2:
                self._shown.popitem(last=False)
        return self._shown[key][next(self._turns) % len(self._shown[key])]

    def flying(self, standing: Standing, alone: bool) -> Picture:
        """The table with dice in the air."""
        pool = self._alone if alone else self._flying
        number = next(self._turns)
        image = self._with_imps(pool[number % len(pool)].copy(), standing)
        return np.asarray(cv2.add(image, self._grain[number % GRAINS]))

    def _with_dice(self, lying: Throw | None) -> Picture:
        if self._lying[0] is not lying:
            dice = from_throw(lying, self._look, self._luck) if lying else ()
            self._lying, self._throws = (lying, self._painter._with(dice)[1]), self._throws + 1
        return self._lying[1]

    def _with_imps(self, image: Picture, standing: Standing) -> Picture:
        for (window, there, imps), colour in zip(self._imps, standing, strict=True):
            if colour is not None:
                np.copyto(image[window], imps[colour], where=there)
        return image

    def _under_hand(self, image: Picture, hand: Picture) -> Picture:
        covered = _changed(hand, self._bare)[..., None]
        return np.where(covered, hand, image)

    def _painted_imps(self) -> list[CutOut]:
        places, painted = self._look.geometry.bases, dict[Colour, Picture]()
        changed = np.zeros(self._bare.shape[:2], bool)
        for colour in IMPS:
            imps = {base: (str(colour), place) for base, place in enumerate(places)}
            painted[colour] = _before_noise(Painter(self._look, self._camera, imps))
            changed |= _changed(painted[colour], self._bare)
        nearest = _nearest_base(self._look, self._camera)
        return [_cut_out(changed & (nearest == base), painted) for base in range(len(places))]

    def _films(self, throws: list[Throw]) -> list[Picture]:
        found = []
        for thrown in throws:
            clip = draw_clip(
                self._luck, from_throw(thrown, self._look, self._luck), self._look.geometry.tray_mm
            )
            moments = list(clip.moments(clip.rest_frame + 1))
            shown = [moments[int(share * len(moments))] for share in MOMENTS]
            found += [self._painter._with(moment.dice)[1].copy() for moment in shown]
        return found

    def _hand(self, across_mm: float) -> Picture:
        hand = draw_hand(self._luck, (across_mm, 15.0), 90.0)
        return _without_noise(self._painter.paint((), self._luck, hand).image, self._bare)


def _cut_out(there: Mask, painted: dict[Colour, Picture]) -> CutOut:
    rows, columns = np.flatnonzero(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
    window = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    return window, there[window][..., None], {colour: image[window] for colour, image in painted.items()}


def _before_noise(painter: Painter) -> Picture:
    return painter._base.copy()


def _changed(image: Picture, bare: Picture) -> Mask:
    return np.asarray(cv2.absdiff(image, bare).max(axis=2) > CHANGED)


def _without_noise(image: Picture, bare: Picture) -> Picture:
    """Only the hand and its shadow; what noise alone has changed is as it was."""
    covered = cv2.morphologyEx(
        np.uint8(cv2.absdiff(image, bare).max(axis=2) > 12), cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)
    )
    covered = cv2.morphologyEx(covered, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    return np.where(covered[..., None] > 0, image, bare)


def _nearest_base(look: TableLook, camera: CameraPlace) -> npt.NDArray[np.intp]:
    high = look.geometry.imp_high_mm / 2
    centres = camera.project([(*place, high) for place in look.geometry.bases])
    width, height = camera.size
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    away = [(x - cx) ** 2 + (y - cy) ** 2 for cx, cy in centres]
    return np.asarray(np.argmin(np.stack(away), axis=0))
