"""The camera and what it sees of the table: markers, scale, light and focus."""

from collections.abc import Sequence
from dataclasses import dataclass

from pi_diavolo.doctor.finding import Finding
from pi_diavolo.table.view import Code

GOOD_PX_A_MM, LEAST_PX_A_MM = 2.2, 1.8
GOOD_FPS, LEAST_FPS = 20.0, 8.0
STALEST_S = 0.5
WORST_ERROR_MM = 1.0
ALL_MARKERS = 4
GOOD_LIGHT = "colours, and paper neither below 65 nor burnt out"


@dataclass(frozen=True, slots=True)
class Taken:
    """What a camera gave: how large, how often, how old; of a film nobody asks how often."""

    source: str
    size: tuple[int, int]
    fps: float | None = None
    age_s: float | None = None


def judge_camera(found: Taken) -> Finding:
    """Do pictures come, often and fresh?"""
    said = f"{found.source}: {found.size[0]} × {found.size[1]} pixels"
    wanted = f"{GOOD_FPS:.0f} fresh pictures a second"
    if found.fps is None:
        return Finding("camera", True, said)
    said += f", {found.fps:.0f} a second"
    if found.fps < LEAST_FPS:
        return Finding("camera", False, said, wanted, "give it more light, smaller pictures or a faster port")
    if found.age_s is not None and found.age_s > STALEST_S:
        said += f", {1000 * found.age_s:.0f} ms old"
        return Finding("camera", False, said, wanted, "close other programs: the computer cannot keep up")
    do = "" if found.fps >= GOOD_FPS else "more light or a faster port shows rolling dice better"
    return Finding("camera", True, said, wanted, do)


def no_camera(why: str) -> Finding:
    """A camera that was named and gives nothing; `why` is a sentence that says what to do after its `;`."""
    found, _, do = why.partition("; ")
    return Finding("camera", False, found, "pictures", do)


@dataclass(frozen=True, slots=True)
class Seen:
    """The table in one picture: which markers, how large, how exact, how light the paper (0 to 255)."""

    markers: tuple[int, ...]
    px_a_mm: float
    error_mm: float
    paper: float | None
    spoiled: tuple[Code, ...] = ()


def judge_sight(seen: Seen) -> tuple[Finding, ...]:
    """All that a picture says of a table that was found in it."""
    return (_markers(seen), _scale(seen), *_clarity(seen.spoiled, seen.paper))


def not_found(why: str, code: Code) -> tuple[Finding, ...]:
    """The table is not in the picture; `code` is what most likely hides it."""
    found, _, do = why.partition("; ")
    markers = Finding("markers", False, found, f"{ALL_MARKERS} markers", do)
    spoiled = () if code is Code.MARKERS_HIDDEN else (code,)
    return (markers, *(finding for finding in _clarity(spoiled, None) if finding.ok is False))


def _markers(seen: Seen) -> Finding:
    said = f"{', '.join(map(str, seen.markers))}; places known within {seen.error_mm:.2f} mm"
    wanted = f"{ALL_MARKERS} markers, places within {WORST_ERROR_MM:.0f} mm"
    if seen.error_mm > WORST_ERROR_MM:
        do = "calibrate the lens, glue the markers flat, measure their places again"
        return Finding("markers", False, said, wanted, do)
    do = "" if len(seen.markers) >= ALL_MARKERS else "clear all of the plate's corners, mind glare"
    return Finding("markers", True, said, wanted, do)


def _scale(seen: Seen) -> Finding:
    said, wanted = f"{seen.px_a_mm:.2f} px/mm", f"{GOOD_PX_A_MM} px/mm, never below {LEAST_PX_A_MM}"
    do = "hang the camera lower, take larger pictures, or crop them on the sensor"
    well = seen.px_a_mm >= LEAST_PX_A_MM
    return Finding("scale", well, said, wanted, "" if seen.px_a_mm >= GOOD_PX_A_MM else do)


def _clarity(spoiled: Sequence[Code], paper: float | None) -> tuple[Finding, Finding]:
    shade = "" if paper is None else f"the markers' paper is {paper:.0f} of 255"
    light = Finding("light", True, shade or "neither dark nor glaring", GOOD_LIGHT)
    if Code.TOO_DARK in spoiled:
        light = _bad_light(
            shade or "too dark", "put a lamp over the table, or let the picture be exposed longer"
        )
    elif Code.TOO_BRIGHT in spoiled:
        light = _bad_light(
            shade or "too bright", "turn lamps away from the tray, or expose the picture shorter"
        )
    elif Code.DIE_UNSURE in spoiled:
        light = _bad_light("no colours", "switch the camera's black-and-white or night mode off")
    sharp = Code.OUT_OF_FOCUS not in spoiled
    focus = Finding(
        "focus",
        sharp,
        "sharp" if sharp else "not sharp enough",
        "edges of markers sharper than 0.15 of a die, dice wider than 14 px",
        "" if sharp else "focus on the tray's floor, wipe the lens, fix the camera, take larger pictures",
    )
    return light, focus


def _bad_light(found: str, do: str) -> Finding:
    return Finding("light", False, found, GOOD_LIGHT, do)
