"""The live part of the set-up: what the newest picture says of camera, light and table, as findings."""

from collections.abc import Iterable, Iterator

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.setting_up import Corners, Finding, Found, Marker, SeenDie, Sight, Verdict
from pi_diavolo.table.view import Code, Pixel, TableView
from pi_diavolo.vision.calibration import NotFound, Why
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.certificate import ERROR_MM, ERROR_PX, PX_A_MM
from pi_diavolo.vision.clarity import (
    Light,
    clarity,
    light,
    sharpness,
    sharpness_anywhere,
    why_not_found,
)
from pi_diavolo.vision.picture import Picture, as_bgr8
from pi_diavolo.vision.sighting import Sighting, sight
from pi_diavolo.vision.table_checks import FEWEST_MARKERS
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.verdicts import Scale

# From here on dice lie in a lamp's mirror image; three white dice alone make hardly one in a hundred.
GLARE_SHARE = 0.03
# The darkest marker against the lightest: below, one side of the tray lies in shadow.
UNEVEN_SHARE = 0.55

NOT_FOUND = {
    Why.NO_MARKERS: Found.NO_MARKERS,
    Why.TOO_FEW_MARKERS: Found.MARKERS_TOO_FEW,
    Why.MARKERS_DISAGREE: Found.MARKERS_DISAGREE,
    Why.MIRRORED: Found.MIRRORED,
    Why.LENS_DOES_NOT_FIT: Found.LENS_DOES_NOT_FIT,
}
BAD_LIGHT = {
    Code.TOO_DARK: Found.TOO_DARK,
    Code.TOO_BRIGHT: Found.TOO_BRIGHT,
    Code.DIE_UNSURE: Found.NO_COLOURS,
}


def seen_in(
    image: Picture, number: int, table: TableFile, known: Camera | None
) -> tuple[Sight, Camera | None]:
    """What a picture shows, and the camera's place if the table was found."""
    picture = as_bgr8(image)
    sighted = sight(picture, table, known)
    camera = sighted.table if isinstance(sighted.table, Camera) else None
    size = (picture.shape[1], picture.shape[0])
    focus = sharpness(picture, camera, table) if camera else sharpness_anywhere(picture)
    found = Sight(
        picture=number,
        size=size,
        markers=tuple(_markers(sighted, table, size)),
        focus=None if focus is None else round(focus, 2),
        camera=(_found(sighted, table), *_focus(focus)),
        light=tuple(_light(picture, camera, table)),
        table=tuple(measures(camera)) if camera else (Finding(Found.TABLE_NOT_FOUND, Verdict.POOR),),
    )
    return found, camera


def measures(camera: Camera) -> Iterator[Finding]:
    """How well places are known, by the scales of the certificate."""
    yield _on(PX_A_MM, Found.SCALE, camera.px_per_mm)
    yield _on(ERROR_PX, Found.REPROJECTION, camera.error_px)
    yield _on(ERROR_MM, Found.PLACES, camera.error_mm)


def _on(scale: Scale, found: Found, value: float) -> Finding:
    return Finding(found, Verdict(scale.verdict(value)), {"value": round(value, 2)})


def _markers(sighted: Sighting, table: TableFile, size: tuple[int, int]) -> Iterator[Marker]:
    for number, centre in table.markers.centres:
        across = "left" if centre.x < -1 else "right" if centre.x > 1 else "middle"
        down = "top" if centre.y > 1 else "bottom" if centre.y < -1 else "middle"
        at = sighted.corners.get(number)
        corners = () if at is None else shares([(float(x), float(y)) for x, y in at], size)
        yield Marker(number, f"{down}_{across}", number in sighted.seen, corners)


def _found(sighted: Sighting, table: TableFile) -> Finding:
    seen, of = len(sighted.seen), len(table.markers.centres)
    values = {"seen": seen, "of": of}
    if isinstance(sighted.table, NotFound):
        why = sighted.table.why
        few = why is Why.NO_MARKERS and 0 < seen < FEWEST_MARKERS
        return Finding(Found.MARKERS_TOO_FEW if few else NOT_FOUND[why], Verdict.POOR, values)
    if seen < of:
        return Finding(Found.MARKERS_SOME, Verdict.FAIR, values)
    return Finding(Found.MARKERS_ALL, Verdict.GOOD, values)


def _focus(focus: float | None) -> Iterator[Finding]:
    if focus is not None:
        sharp = focus >= 1
        found, verdict = (Found.SHARP, Verdict.GOOD) if sharp else (Found.BLURRED, Verdict.POOR)
        yield Finding(found, verdict, {"percent": min(999, round(100 * focus))})


def _light(picture: Picture, camera: Camera | None, table: TableFile) -> Iterable[Finding]:
    if camera is None:
        code = why_not_found(picture)
        return [Finding(BAD_LIGHT.get(code, Found.TABLE_NOT_FOUND), Verdict.POOR)]
    bad = [BAD_LIGHT[code] for code in clarity(picture, camera, table) if code in BAD_LIGHT]
    if bad:
        return [Finding(found, Verdict.POOR) for found in bad]
    lit = light(picture, camera, table)
    return [Finding(Found.TOO_BRIGHT, Verdict.POOR)] if lit is None else _falls(lit)


def _falls(lit: Light) -> list[Finding]:
    flaws = []
    if lit.burnt > GLARE_SHARE:
        flaws.append(Finding(Found.GLARE, Verdict.FAIR, {"percent": round(100 * lit.burnt)}))
    if lit.darkest < UNEVEN_SHARE * lit.lightest:
        percent = round(100 * lit.darkest / lit.lightest)
        flaws.append(Finding(Found.UNEVEN, Verdict.FAIR, {"percent": percent}))
    return flaws or [Finding(Found.LIGHT_GOOD, Verdict.GOOD, {"percent": round(lit.paper / 2.55)})]


def dice_in(view: TableView, size: tuple[int, int]) -> tuple[SeenDie, ...]:
    """The dice of a view, for a page to draw over its picture."""
    dice = [SeenDie(die.colour, str(die.value), shares(die.outline_px, size)) for die in view.dice]
    seen = view.order_die
    if seen is not None:
        dice.append(SeenDie(Colour.GRAY, seen.face or "", shares(seen.outline_px, size)))
    return tuple(dice)


def shares(pixels: Iterable[Pixel], size: tuple[int, int]) -> Corners:
    """Pixels as shares of the picture: a page may show it in any size."""
    return tuple((round((x + 0.5) / size[0], 4), round((y + 0.5) / size[1], 4)) for x, y in pixels)
