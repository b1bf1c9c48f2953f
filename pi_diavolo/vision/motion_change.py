"""What differs between two glances: movement, but not the light, the camera's noise or a soft shadow."""

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.motion_view import CELL_MM, Glance
from pi_diavolo.vision.picture import Picture

Cells = npt.NDArray[np.bool_]
Tones = npt.NDArray[np.uint8]

# An edge may seem to move by this share of its rise from frame to frame (compression, a trembling table).
SHIVER = 0.07
# How far above the noise of most cells one must be to have changed; more, with few nearby that have.
NOISES, NOISES_ALONE = 8.0, 14.0
LEAST_NOISE = 0.35  # levels: noise that rounding hides in most cells shows in some
SHADES, NOISIEST = 6, 2.5  # into which the cells are parted, and how many times noisier than most one may be
# Light that changes over more than this is a soft shadow, a lamp's flicker or glare, not a die.
WIDE_MM = 44
FAINT = 16  # levels: what changes by more does not count as light
STEP = 6  # of the grid on which the light is judged
BINS, FEWEST = 16, 12
NEW_LIGHT = 1.5  # levels by which most of the tray must change before another exposure is reckoned with
# A die that moves changes some cells within its own width.
NEARBY, SOME = (7, 7), 3


def moving_cells(before: Glance, now: Glance) -> Cells:
    """The cells that show something else than before."""
    then = _in_the_shade_of(now, before)
    shiver = cv2.convertScaleAbs(cv2.max(before.steep, now.steep), alpha=SHIVER)
    blue, green, red = cv2.split(cv2.subtract(cv2.absdiff(now.tray, then), shiver))
    most = cv2.max(cv2.max(blue, green), red)
    rows, columns = now.cells.shape[:2]
    # The mean of a cell tells a faint change of all of it from the noise of its pixels.
    change = cv2.resize(most.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    above = _above_noise(change, now.cells[..., 1])  # green is most of the light
    changed = above > NOISES
    still = cv2.BORDER_CONSTANT
    nearby = cv2.boxFilter(changed.astype(np.uint8), -1, NEARBY, normalize=False, borderType=still)
    return np.asarray(changed & ((nearby >= SOME) | (above > NOISES_ALONE)), np.bool_)


def _above_noise(cells: npt.NDArray[Any], bright: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Each cell's change as a multiple of the noise among those about as bright.

    Deep shadow is noisier than a lit floor; but what all cells say together bounds what a few may claim, for
    these may be a hand that moves.
    """
    above, change = np.empty_like(cells), cells.ravel()
    middle, noise = _noise(change)
    for part in np.array_split(np.argsort(bright.ravel(), kind="stable"), SHADES):
        level, spread = _noise(change[part])
        spread = min(max(spread, noise), NOISIEST * noise)
        level = min(max(level, middle), middle + NOISIEST * noise)
        above.ravel()[part] = (change[part] - level) / spread
    return above


def _noise(change: npt.NDArray[Any]) -> tuple[float, float]:
    """The usual change of these cells, and how far it varies.

    Compression makes some parts noisier than most; a hand makes them move: between these, the lesser counts.
    """
    half, most = change.size // 2, change.size * 85 // 100
    ordered = np.partition(change, (half, most))
    middle, high = float(ordered[half]), float(ordered[most])
    return middle, max(min((high - middle) / 1.04, 0.8 * middle + 0.2), LEAST_NOISE)


def _in_the_shade_of(now: Glance, before: Glance) -> Picture:
    """The earlier tray in the later one's light, with the changes that are spread wide taken over."""
    tones = _new_tones(before.tray[::STEP, ::STEP], now.tray[::STEP, ::STEP])
    tray, cells = _toned(before.tray, tones), _toned(before.cells, tones)
    faint = np.clip(cv2.subtract(now.cells, cells, dtype=cv2.CV_16S), -FAINT, FAINT)
    wide = cv2.blur(faint, (WIDE_MM // CELL_MM, WIDE_MM // CELL_MM))
    if np.any(wide):
        size = (tray.shape[1], tray.shape[0])
        tray = cv2.add(tray, cv2.resize(wide, size, interpolation=cv2.INTER_LINEAR), dtype=cv2.CV_8U)
    return np.asarray(tray, np.uint8)


def in_the_light_of(now: Picture, before: Picture) -> Picture:
    """The earlier view as it would look in the later one's light, exposure and white balance."""
    return _toned(before, _new_tones(before, now))


def _new_tones(before: Picture, now: Picture) -> Tones | None:
    """What became of each level of each channel (256, 3), if most have become another."""
    ones, others = before.reshape(-1, 3), now.reshape(-1, 3)
    shift = np.median(others.astype(np.int16) - ones, axis=0)
    if np.abs(shift).max() < NEW_LIGHT:
        return None
    return np.stack([_tones(ones[:, channel], others[:, channel]) for channel in range(3)], axis=-1)


def _toned(picture: Picture, tones: Tones | None) -> Picture:
    return picture if tones is None else np.asarray(cv2.LUT(picture, tones[None]), np.uint8)


def _tones(before: npt.NDArray[np.uint8], now: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """For each level of before the level that most of its pixels have now."""
    order = np.argsort(before, kind="stable")
    levels, bounds = before[order], np.linspace(0, 256, BINS + 1)
    parts = np.searchsorted(levels, bounds)
    known, become = [0.0], [0.0]
    for start, end in pairwise(parts):
        if end - start >= FEWEST:
            known.append(float(np.mean(levels[start:end])))
            become.append(float(np.median(now[order[start:end]])))
    last = become[-1] * 255 / max(1.0, known[-1])
    tones = np.interp(np.arange(256), [*known, 255.0], [*become, min(255.0, max(become[-1], last))])
    return np.asarray(np.rint(tones), np.uint8)
