"""The certificate: how well a table sees, line by line, with what to do where it could see better."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pi_diavolo.vision.calibrate import GOOD_PX_A_MM, LEAST_PX_A_MM
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.enrol import ALIKE, likest
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.table_colours import nearest
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.verdicts import Finding, Scale, Verdict, judged

PX_A_MM = Scale(GOOD_PX_A_MM, LEAST_PX_A_MM, more=True)
ERROR_PX, ERROR_MM = Scale(0.5, 1.0), Scale(0.4, 1.0)
SURE, COLOURS_APART = Scale(0.95, 0.8, more=True), Scale(20.0, 12.0, more=True)


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """One test throw: the camera if the table was found, and how the throw would be judged in a game."""

    name: str
    camera: Camera | None
    valid: bool | None
    reasons: tuple[str, ...]


def certificate(throws: Iterable[Throw], table: TableFile) -> tuple[Finding, ...]:
    """How good the table is, by these throws and what its file holds."""
    seen = list(throws)
    cameras = [throw.camera for throw in seen if throw.camera is not None]
    return (*_sight(cameras, len(seen)), _sure(seen), _colours(table), _faces(table))


def _sight(cameras: list[Camera], pictures: int) -> Iterable[Finding]:
    def middle(values: list[float]) -> float | None:
        return float(np.median(values)) if values else None

    if len(cameras) < pictures:
        advice = "clear the markers, mind glare, see `pi-diavolo calibrate markers`"
        share = len(cameras) / pictures
        yield judged(
            "pictures in which the table was found", share, "of all", Scale(1.0, 0.9, more=True), advice
        )
    scale = min((camera.px_per_mm for camera in cameras), default=None)
    yield judged(
        "pixels a millimetre",
        scale,
        "px/mm",
        PX_A_MM,
        "use larger pictures, hang the camera lower or zoom in",
    )
    errors = [camera.error_px for camera in cameras]
    yield judged(
        "reprojection error", middle(errors), "px", ERROR_PX, "calibrate the lens, glue the markers flat"
    )
    places = [camera.error_mm for camera in cameras]
    advice = "calibrate the lens and measure the markers' places again"
    yield judged("place error at the tray's corners", middle(places), "mm", ERROR_MM, advice)


def _sure(throws: list[Throw]) -> Finding:
    what, advice = (
        "test throws read surely",
        "look at the light, the focus and the pictures it was not sure of",
    )
    if not throws:
        return Finding(what, None, "not known", Verdict.UNKNOWN, "give some pictures of throws")
    sure = sum(throw.valid is True for throw in throws)
    found = judged(what, sure / len(throws), "", SURE, advice)
    return Finding(what, found.value, f"{sure} of {len(throws)}", found.verdict, found.advice)


def _colours(table: TableFile) -> Finding:
    what, pair = "nearest colours", nearest(dict(table.colours))
    if pair is None:
        return Finding(what, None, "not learned", Verdict.UNKNOWN, "run `pi-diavolo calibrate colours`")
    found = judged(what, pair[2], "", COLOURS_APART, "use more or whiter light, or dice of clearer colours")
    return Finding(
        what, found.value, f"{pair[0]} and {pair[1]}, ΔE {pair[2]:.0f}", found.verdict, found.advice
    )


def _faces(table: TableFile) -> Finding:
    what = "nearest faces of the Order die"
    pair = likest({name: read_picture(path) for name, path in table.faces}) if table.faces else None
    if pair is None:
        return Finding(what, None, "not enrolled", Verdict.UNKNOWN, "run `pi-diavolo calibrate enrol`")
    found = judged(what, pair.score, "", ALIKE, "enrol sharper pictures, or print our own stickers")
    said = f"{pair.one} and {pair.other}, {pair.score:.2f} alike"
    return Finding(what, found.value, said, found.verdict, found.advice)
