"""The steps of a calibration that look through the lens: the lens itself, and the markers it sees."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pi_diavolo.errors import UsageError
from pi_diavolo.vision.astray import astray
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.charuco import BoardSeen, BoardSize, find_board
from pi_diavolo.vision.lens_calibration import LensFit, Size, fit_lens
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.sighting import markers_in
from pi_diavolo.vision.sources import Named
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import BadValue
from pi_diavolo.vision.verdicts import Finding, Scale, judged

FEWEST_PICTURES = 4
# Boards that all lie alike leave the focal length open: farther away or longer, nobody can tell.
LEAST_LEAN_DEG = 12.0
WORST_FOCAL = 0.02
LEAST_PX_A_MM, GOOD_PX_A_MM = 1.8, 2.2
# The picture is looked at in so many parts across and down: how many of them a board's corner reached.
PARTS = (8, 6)
HOW_TO_TAKE = "take 10 to 20 of the board near, in every corner of the picture and leaning 30° to each side"

ENOUGH_PICTURES, ENOUGH_PARTS = Scale(8, 5, more=True), Scale(70, 50, more=True)
LENS_ERROR_PX, FOCAL = Scale(0.4, 1.0), Scale(0.5, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class LensFound:
    """The lens, how good it is, and which pictures were of no use and why."""

    fit: LensFit
    covered: float  # the share of the picture's parts that a board reached
    left_out: tuple[tuple[str, str], ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The report, line by line."""
        fit, covered, focal = self.fit, 100 * self.covered, 100 * self.fit.focal_deviation
        flat, corners = "a flat, stiff board and sharp pictures help", "bring the board into the corners, too"
        return (
            judged("pictures used", len(fit.used), "", ENOUGH_PICTURES, HOW_TO_TAKE),
            judged("reprojection error", fit.error_px, "px", LENS_ERROR_PX, flat),
            judged("picture covered by boards", covered, "%", ENOUGH_PARTS, corners),
            judged(
                "focal length known within", focal, "%", FOCAL, "lean the board more, and bring it nearer"
            ),
        )


def calibrate_lens(pictures: Iterable[Named], board: BoardSize) -> LensFound:
    """The lens from these pictures; raises UsageError where they are too few or too much alike."""
    seen: dict[str, tuple[BoardSeen, Size]] = {}
    left_out = []
    for named in pictures:
        gray = as_gray8(named.picture)
        found = find_board(gray, board)
        if found is None:
            left_out.append((named.name, "no board found"))
        else:
            seen[named.name] = (found, (gray.shape[1], gray.shape[0]))
    sizes = [size for _, size in seen.values()]
    usual = max(set(sizes), key=sizes.count) if sizes else (0, 0)
    left_out += [(name, "another picture size") for name, (_, size) in seen.items() if size != usual]
    names = [name for name, (_, size) in seen.items() if size == usual]
    views = [seen[name][0] for name in names]
    _enough(len(views), len(left_out), board)
    fit = _fitted(views, board, usual)
    left_out += [
        (name, "fits far worse than the others") for place, name in enumerate(names) if place not in fit.used
    ]
    return LensFound(fit, _covered(views, usual), tuple(left_out))


def _enough(usable: int, left_out: int, board: BoardSize) -> None:
    if usable >= FEWEST_PICTURES:
        return
    size = f"{board.columns} × {board.rows} squares of {board.square_mm:g} mm, {board.dictionary}"
    raise UsageError(
        f"the board ({size}) was found in {usable} of {usable + left_out} pictures and at least"
        f" {FEWEST_PICTURES} are wanted; {HOW_TO_TAKE}, or name the board you have with --board"
    )


def _fitted(views: Sequence[BoardSeen], board: BoardSize, size: Size) -> LensFit:
    fit = fit_lens(views, board, size)
    if not fit.lean_deg >= LEAST_LEAN_DEG:
        raise UsageError(
            f"the board lies nearly the same way in all {len(views)} pictures (it leans by"
            f" {fit.lean_deg:.0f}°, wanted are {LEAST_LEAN_DEG:.0f}° and more); {HOW_TO_TAKE}"
        )
    try:
        fit.lens.checked()
    except BadValue:
        raise UsageError(f"these pictures fit no lens that can be; {HOW_TO_TAKE}") from None
    if not fit.focal_deviation <= WORST_FOCAL:
        raise UsageError(
            f"the pictures tell the focal length only to {100 * fit.focal_deviation:.1f} %, wanted are"
            f" {100 * WORST_FOCAL:.0f} % or less; {HOW_TO_TAKE}"
        )
    return fit


def _covered(views: Sequence[BoardSeen], size: Size) -> float:
    corners = np.concatenate([view.corners_px for view in views])
    parts = np.clip((corners + 0.5) / size * PARTS, 0, np.array(PARTS) - 1).astype(int)
    return len({(int(across), int(down)) for across, down in parts}) / (PARTS[0] * PARTS[1])


@dataclass(frozen=True, slots=True, eq=False)
class TableFound:
    """The table in one picture, or why it is not to be seen.

    `astray` has the marker that does not lie where the table file says, and by how many millimetres.
    """

    name: str
    found: Camera | NotFound
    size: Size
    astray: Mapping[int, float] = field(default_factory=dict)

    def telling(self) -> dict[str, object]:
        """The same for programs."""
        seen: dict[str, object] = {"file": self.name, "found": isinstance(self.found, Camera)}
        if isinstance(self.found, NotFound):
            return {**seen, "markers": list(self.found.seen), "reason": str(self.found)}
        return {
            **seen,
            "markers": list(self.found.seen),
            "px_per_mm": round(self.found.px_per_mm, 3),
            "reprojection_error_px": round(self.found.error_px, 3),
            "place_error_mm": round(self.found.error_mm, 3),
            "camera_height_mm": round(float(self.found.position_mm[2]), 1),
            "camera_tilt_deg": round(self.found.tilt_deg, 2),
            "astray_mm": {str(number): round(off, 1) for number, off in self.astray.items()},
        }


def find_tables(pictures: Iterable[Named], table: TableFile) -> Iterable[TableFound]:
    """The table in each picture, as if it were the first."""
    for named in pictures:
        height, width = named.picture.shape[:2]
        found = find_table(named.picture, table)
        yield TableFound(named.name, found, (width, height), _astray(named.picture, table, found))


def _astray(picture: Picture, table: TableFile, found: Camera | NotFound) -> dict[int, float]:
    if isinstance(found, NotFound):
        return {}
    return astray(picture, table, found, markers_in(picture, table))


def refuse_coarse(name: str, camera: Camera) -> None:
    """A picture too coarse to read dice by is refused; what to do stands in the sentence."""
    scale = camera.px_per_mm
    if scale < LEAST_PX_A_MM:
        raise UsageError(
            f"{name}: {scale:.2f} pixels a millimetre are too few to read dice by; at least"
            f" {LEAST_PX_A_MM} are wanted, better {GOOD_PX_A_MM}: use larger pictures, hang the camera lower"
            " or zoom in"
        )
