"""The stickers on the imps' cards: which of them lie face up in the picture, and where."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.duel_cards import DICTIONARY, FIRST_MARKER, LAST_MARKER, MARKER_MM, CardSeen
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.printing import marker_cells

# Smaller stickers are made so wide, in pixels, before they are looked for; larger than twice tells no more.
WIDE_PX, MOST_LARGER = 48.0, 2.0
# A side may be so much off, as a share: printers, thick cards and a slanting look.
SIZE_OFF = 0.2
# Each cell is looked at in so many pixels, of which the outer ones are left out: their colour runs.
CELL_PX, RIM_PX = 8, 3
# The darkest white and the lightest black must be so far apart, as a share of white's distance from black.
CLEARLY = 0.1
# Fainter than this many gray levels, nothing is read.
LEAST_CONTRAST = 30.0


def cards_seen(image: npt.NDArray[Any], camera: Camera) -> tuple[CardSeen, ...]:
    """The stickers that are read for sure, whole and with their white rim; `camera` took this picture."""
    gray = as_gray8(image)
    scale = min(MOST_LARGER, max(1.0, WIDE_PX / (MARKER_MM * camera.px_per_mm)))
    large = gray
    if scale > 1:
        large = np.asarray(
            cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8
        )
    corners, ids, _ = _detector().detectMarkers(large)
    found = zip([] if ids is None else np.ravel(ids).tolist(), corners, strict=True)
    cards = (_card(large, number, np.reshape(at, (4, 2)), scale, camera) for number, at in found)
    return tuple(sorted((card for card in cards if card), key=lambda card: card.marker))


def _card(large: Picture, number: int, at: Array, scale: float, camera: Camera) -> CardSeen | None:
    if not FIRST_MARKER <= number <= LAST_MARKER:
        return None
    places = camera.to_plane((at.astype(np.float64) + 0.5) / scale - 0.5)
    sides = np.linalg.norm(np.roll(places, -1, axis=0) - places, axis=1) / MARKER_MM
    if not (np.abs(sides - 1) <= SIZE_OFF).all() or not _is_clear(large, number, at):
        return None
    x, y = places.mean(axis=0)
    return CardSeen(number, Point(float(x), float(y)))


def _is_clear(large: Picture, number: int, at: Array) -> bool:
    """Every cell, and the rim round them, is plainly black or white as it should be."""
    black = _cells(number)
    count = len(black)
    inner = float(CELL_PX)  # where the marker begins within the rim
    outer = CELL_PX * (count - 1.0)
    square = np.array([(inner, inner), (outer, inner), (outer, outer), (inner, outer)], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(at.astype(np.float32), square)
    flat = cv2.warpPerspective(large, turn, (CELL_PX * count, CELL_PX * count), flags=cv2.INTER_LINEAR)
    cut = flat.reshape(count, CELL_PX, count, CELL_PX)[:, RIM_PX:-RIM_PX, :, RIM_PX:-RIM_PX]
    tones = cut.mean(axis=(1, 3))
    contrast = float(np.median(tones[~black]) - np.median(tones[black]))
    gap = float(tones[~black].min() - tones[black].max())
    return contrast >= LEAST_CONTRAST and gap >= CLEARLY * contrast


@lru_cache(maxsize=64)
def _cells(number: int) -> npt.NDArray[np.bool_]:
    """The sticker's cells with one ring of white paper round them, True where they are black."""
    return np.pad(np.array(marker_cells(DICTIONARY, number)), 1)


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 11, 43
    settings.adaptiveThreshWinSizeStep = 16
    settings.minMarkerPerimeterRate = 0.02
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    # Only the middle of a cell counts: round a single black one, white runs in.
    settings.perspectiveRemovePixelPerCell, settings.perspectiveRemoveIgnoredMarginPerCell = 8, 0.3
    # What is not read to the last cell is not read.
    settings.errorCorrectionRate = 0.0
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)), settings
    )
