"""From a rough guess to the camera: the guess moves until the markers' outlines lie where they are seen."""

from dataclasses import dataclass

import numpy as np

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.outlines import (
    LEAST_LIKENESS,
    LINES_AN_EDGE,
    Expected,
    Prints,
    likeness,
    measure,
)
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pose import SWELL, UNKNOWNS, Guess
from pi_diavolo.vision.table_checks import FEWEST_MARKERS
from pi_diavolo.vision.table_file import TableFile

# How far to look for an edge in each round, in cells of the marker: beyond half a cell the next edge begins.
REACHES = (0.45, 0.4, 0.35, 0.3, 0.3)
# A step that moves the outlines by less than this is the last.
SETTLED_PX = 0.05
# What no averaging over the lines of one edge takes away: ink, blur, a plate not quite flat.
EDGE_PX, EDGE_MM = 0.1, 0.05
# Lines further off than this many usual errors (or, if all are good, of the above) count for nothing.
BELIEVED, BELIEVED_OF_EDGE = 4.0, 8.0
AGREES = 0.2
LEAST_SHARE = 0.5
# So little beside what the lines of a marker tell that it changes nothing, but for one of which two sides
# alone are seen, exactly straight: what these leave open is nothing then. Bowed, they may tell anything.
HARDLY = 1e-6
WELL_ALIGNED = 0.9
# From here on one marker may have been moved: is all well, and much better, without it?
SUSPICIOUS, MUCH_BETTER = 1.8, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """A guess that fits the picture, and how well."""

    guess: Guess
    covariance: Array
    rms_px: float
    worse: float  # so many times worse than a good print on a flat plate; at least 1
    seen: tuple[int, ...]
    agreeing: float  # the share of all lines across all markers' edges that find the edge in its place
    is_well: bool  # nearly all lines across the edges of the markers seen do


def align(gray: Picture, guess: Guess, markers: Prints) -> Alignment | None:
    """Let the markers pull the guess into place; one that pulls against all others is left out.

    None when fewer than three are seen in their places.
    """
    found = pulled(gray, guess, markers, None)
    if found is None or found.worse < SUSPICIOUS or len(found.seen) <= FEWEST_MARKERS:
        return found
    without = [pulled(gray, found.guess, markers, place) for place in range(len(markers.numbers))]
    best = min((rest for rest in without if rest is not None), key=lambda rest: rest.rms_px, default=found)
    return best if best.rms_px < MUCH_BETTER * found.rms_px else found


def pulled(gray: Picture, guess: Guess, markers: Prints, left_out: int | None) -> Alignment | None:
    """Let all markers but this one pull the guess into place, whatever they then say of each other."""
    for reach in REACHES:
        shown = likeness(gray, guess, markers) >= LEAST_LIKENESS
        if left_out is not None:
            shown[left_out] = False
        if shown.sum() < FEWEST_MARKERS:
            return None
        outlines = measure(gray, guess, markers, reach)
        missing = np.where(shown[:, None], outlines.off + guess.values[SWELL], np.nan)
        slopes = outlines.slopes.reshape(-1, UNKNOWNS)
        slopes[:, SWELL] = -1  # the more the paper swells, the further inwards the edge is seen
        edge_px = float(np.hypot(EDGE_PX, EDGE_MM * guess.K[0, 0] / guess.height_mm))
        trust = _trust(missing, edge_px)
        weights = trust.ravel() / (edge_px**2 * LINES_AN_EDGE)
        before = guess
        guess, covariance = guess.improved(slopes, np.nan_to_num(missing.ravel()), weights)
        if not guess.is_sound:
            return None
        moved = slopes @ (guess.values - before.values)
        if reach < REACHES[0] and np.abs(moved).max() < SETTLED_PX:
            break
    return _judged(guess, covariance, markers, np.where(trust > AGREES, missing, np.nan), edge_px)


def _trust(missing: Array, edge_px: float) -> Array:
    """One for a line that agrees with the others, falling to nothing for those far off (Tukey's biweight)."""
    size = np.abs(np.nan_to_num(missing, nan=np.inf))
    seen = size[size < np.inf]
    usual = 1.4826 * float(np.median(seen)) if len(seen) else 0.0
    ratio = np.minimum(size / max(BELIEVED_OF_EDGE * edge_px, BELIEVED * usual), 1)
    return np.asarray((1 - ratio**2) ** 2)


def _judged(
    guess: Guess, covariance: Array, markers: Prints, agreeing: Array, edge_px: float
) -> Alignment | None:
    good = ~np.isnan(agreeing)
    shares = good.mean(axis=1)
    seen = tuple(n for n, share in zip(markers.numbers, shares, strict=True) if share >= LEAST_SHARE)
    if len(seen) < FEWEST_MARKERS:
        return None
    rms = float(np.sqrt((agreeing[good] ** 2).mean()))
    # Outlines that fit worse than they should make all that is drawn from them less certain.
    worse = max(1.0, rms / edge_px)
    is_well = bool(shares.sum() >= WELL_ALIGNED * len(seen))
    return Alignment(guess, covariance * worse**2, rms, worse, seen, float(shares.mean()), is_well)


def still_in_place(gray: Picture, there: Expected, tolerance_px: float) -> tuple[int, ...]:
    """The markers that are where they are expected; none if more of those seen have moved.

    A hand over the edge of a marker moves that marker, a bump moves them all.
    """
    shown = there.likeness(gray) >= LEAST_LIKENESS
    stayed = shown & (shifts(there.off(gray), there.outwards) <= tolerance_px)
    if 2 * stayed.sum() < shown.sum():
        return ()
    return tuple(number for number, one in zip(there.markers.numbers, stayed, strict=True) if one)


def shifts(off: Array, outwards: Array) -> Array:
    """How far (px) each marker is from its place, apart from its swell, which moves all four edges inwards.

    Infinitely far if too little of its outline is seen.
    """
    seen = ~np.isnan(off)
    ways = np.concatenate([outwards, np.ones((*off.shape, 1))], axis=2) * seen[..., None]
    # By least squares, all markers at once.
    squares = np.einsum("mli,mlj->mij", ways, ways) + HARDLY * np.eye(3)
    moved = np.linalg.solve(squares, np.einsum("mli,ml->mi", ways, np.nan_to_num(off))[..., None])[:, :2, 0]
    return np.where(seen.mean(axis=1) >= LEAST_SHARE, np.hypot(*moved.T), np.inf)


def camera_of(found: Alignment, table: TableFile) -> Camera:
    """The camera that this alignment tells of."""
    guess = found.guess
    return Camera(
        K=guess.K,
        dist=guess.dist,
        R=guess.R,
        t=guess.t,
        size=guess.size,
        error_px=found.rms_px,
        error_mm=_place_error(found, table, 0.0),
        error_top_mm=_place_error(found, table, table.dice_mm),
        seen=found.seen,
        rests_on=found.seen,
    )


def _place_error(found: Alignment, table: TableFile, z: float) -> float:
    """How far off (rms, mm) a place in the worst corner of the tray may be, as far as the fit can know."""
    corners = np.array([(corner.x, corner.y, z) for corner in table.tray.corners])
    here, slopes = found.guess.project(corners)
    steps = [found.guess.project(corners + step)[0] - here for step in np.eye(3)[:2]]
    mm_by_unknown = np.linalg.solve(np.stack(steps, axis=2), slopes)
    spread = np.einsum("ndk,kl,ndl->n", mm_by_unknown, found.covariance, mm_by_unknown)
    return float(np.sqrt(spread.max()))
