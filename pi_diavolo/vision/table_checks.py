"""Which arrangements of markers, tray and bases cannot be."""

import math
from difflib import get_close_matches
from itertools import combinations

import cv2

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.table_geometry import BadValue, Imps, MarkerSheet, Tray

FEWEST_MARKERS = 3
MOST_BASES = 10
# Markers lie on one line when every triangle between them is lower than this share of its base: then the tilt
# of the plate about that line can hardly be seen.
FLATTEST_TRIANGLE = 0.1
# Three corners of a plate leave half a turn open as seen from its centre, crooked ones a little more.
WIDEST_GAP = 1.2 * math.pi


def check_markers(markers: MarkerSheet, tray: Tray) -> None:
    """Refuse markers that no camera could find, or that leave the place of the tray open."""
    _check_ids(markers)
    centres = [centre for _, centre in markers.centres]
    for number, centre in markers.centres:
        if tray.holds(centre, markers.size_mm / 2):
            name = f"markers.centres_mm.{number}"
            raise BadValue(name, [centre.x, centre.y], "a place on the border, clear of the tray's inside")
    for (first, one), (second, other) in combinations(markers.centres, 2):
        if max(abs(one.x - other.x), abs(one.y - other.y)) < markers.size_mm:
            wanted = f"places that leave markers {first} and {second} clear of each other"
            raise BadValue("markers.centres_mm", _list(centres), wanted)
    if _on_one_line(centres):
        raise BadValue("markers.centres_mm", _list(centres), "markers that do not lie on one line")
    if not _surround(centres, Point(0.0, 0.0)):
        raise BadValue("markers.centres_mm", _list(centres), "markers round the tray, whose centre is [0, 0]")


def _check_ids(markers: MarkerSheet) -> None:
    known = [name for name in dir(cv2.aruco) if name.startswith("DICT_")]
    found = markers.dictionary
    if found not in known:
        near = get_close_matches(str(found).upper(), known, 1)
        raise BadValue("markers.dictionary", found, near[0] if near else "an ArUco one such as DICT_4X4_50")
    if len(markers.centres) < FEWEST_MARKERS:
        found_ids = [number for number, _ in markers.centres]
        raise BadValue("markers.centres_mm", found_ids, f"at least {FEWEST_MARKERS} markers, better four")
    size = len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, found)).bytesList)
    for number, centre in markers.centres:
        if number >= size:
            name = f"markers.centres_mm.{number}"
            raise BadValue(name, [centre.x, centre.y], f"ids 0 to {size - 1}, {found} has no others")


def _on_one_line(places: list[Point]) -> bool:
    for a, b, c in combinations(places, 3):
        base = max(a.distance_to(b), b.distance_to(c), a.distance_to(c))
        if abs(_turn(a, b, c)) > FLATTEST_TRIANGLE * base**2:
            return False
    return True


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _surround(places: list[Point], centre: Point) -> bool:
    """Seen from the centre no two neighbouring places leave too wide a gap."""
    angles = sorted(math.atan2(place.y - centre.y, place.x - centre.x) for place in places)
    gaps = [b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)]
    return max(gaps) <= WIDEST_GAP


def check_bases(bases: tuple[Point, ...], tray: Tray, markers: MarkerSheet, imps: Imps) -> None:
    """Refuse bases on which no imp could stand."""
    if len(bases) > MOST_BASES:
        raise BadValue("bases", f"{len(bases)} of them", f"at most {MOST_BASES}")
    for number, base in enumerate(bases):
        name, found = f"bases[{number}].at_mm", [base.x, base.y]
        if tray.holds(base):
            raise BadValue(name, found, "a place outside the tray")
        for other, centre in markers.centres:
            if max(abs(base.x - centre.x), abs(base.y - centre.y)) < markers.size_mm / 2:
                raise BadValue(name, found, f"a place clear of marker {other}")
        for other, place in enumerate(bases[:number]):
            if base.distance_to(place) < imps.width_mm:
                raise BadValue(name, found, f"a place at least {imps.width_mm:g} mm from bases[{other}]")


def _list(places: list[Point]) -> list[list[float]]:
    return [[place.x, place.y] for place in places]
