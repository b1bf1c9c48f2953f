"""Everything flat: table top, plate, tray floor, markers, base discs, prints and dust."""

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32, unit
from pi_diavolo.simulator.painting.camera import CameraPlace
from pi_diavolo.simulator.painting.look import Finish, Geometry, Light, Material, Place, TableLook
from pi_diavolo.simulator.painting.materials import coloured, texture
from pi_diavolo.simulator.painting.prints import print_on, print_sheet
from pi_diavolo.simulator.painting.shading import shaded
from pi_diavolo.simulator.painting.sprites import part, window_round

TABLE_REACH_MM = 520.0


class Sight:
    """Which place on the table each pixel sees, at any height, and how many pixels a millimetre has."""

    def __init__(self, camera: CameraPlace) -> None:
        self.camera, self.eye = camera, camera.position
        self.x, self.y = camera.floor_seen()
        middle = camera.size[1] // 2, camera.size[0] // 2
        step = self.x[middle[0], middle[1] + 4] - self.x[middle[0], middle[1] - 4]
        rise = self.y[middle[0], middle[1] + 4] - self.y[middle[0], middle[1] - 4]
        self.px_per_mm = 8 / float(np.hypot(step, rise))

    def at(self, height: float, window: tuple[slice, slice] = np.s_[:, :]) -> tuple[Float, Float]:
        """Table x and y that pixels see at some height."""
        share = height / float(self.eye[2])
        x, y = self.x[window], self.y[window]
        if height == 0:
            return x, y
        return x + (self.eye[0] - x) * np.float32(share), y + (self.eye[1] - y) * np.float32(share)

    def fineness(self, most: float) -> float:
        """Texture px a millimetre: what the picture can show, and no more, or it would flicker."""
        return min(most, 1.25 * self.px_per_mm)

    def inside(self, away_mm: Float) -> Float:
        """Cover of a shape from the distance to its outline (negative inside), smooth over one pixel."""
        return f32(np.clip(0.5 - away_mm * np.float32(self.px_per_mm), 0, 1))


def from_rectangle(x: Float, y: Float, half: Place) -> Float:
    """Millimetres outside a rectangle round the middle; negative inside."""
    return np.maximum(np.abs(x) - np.float32(half[0]), np.abs(y) - np.float32(half[1]))


def from_plate(x: Float, y: Float, geometry: Geometry) -> Float:
    """Millimetres outside the plate; negative inside."""
    (left, low), (width, depth) = geometry.plate_at, geometry.plate_mm
    return from_rectangle(x - np.float32(left), y - np.float32(low), (width / 2, depth / 2))


def flat_colours(look: TableLook, sight: Sight) -> tuple[Float, Float]:
    """The colour of the flat things in every pixel as if no wall stood there, and their heights."""
    geometry = look.geometry
    low = -geometry.plate_thick_mm
    on_plate = sight.inside(from_plate(sight.x, sight.y, geometry))
    x, y = sight.at(low)
    on_side = sight.inside(from_plate(x, y, geometry)) * (1 - on_plate)
    colour = _sampled(look.table, (TABLE_REACH_MM * 2,) * 2, sight.fineness(1.0), x, y)
    plate = _plate(look, sight)
    mixed = cv2.blendLinear(plate, colour, on_plate, 1 - on_plate)
    rows, columns = np.nonzero(on_side > 0.002)
    share = on_side[rows, columns][:, None]
    mixed[rows, columns] = mixed[rows, columns] * (1 - share) + share * f32(look.plate.colour) * np.float32(
        0.35
    )
    height = np.where(on_plate > 0.5, np.float32(0), np.float32(low))
    return f32(mixed), f32(height)


def _sampled(material: Material, size_mm: Place, scale: float, x: Float, y: Float) -> Float:
    """A material in the pixels that see these places; `scale` px a millimetre, no finer than they."""
    layers = texture(material, size_mm, scale)
    columns = (x + np.float32(size_mm[0] / 2)) * np.float32(scale) - np.float32(0.5)
    rows = (np.float32(size_mm[1] / 2) - y) * np.float32(scale) - np.float32(0.5)
    return coloured(
        material, cv2.remap(layers, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    )


def _plate(look: TableLook, sight: Sight) -> Float:
    geometry = look.geometry
    plate = _sampled(look.plate, geometry.plate_mm, sight.fineness(1.6), sight.x, sight.y)
    if look.printed is not None:
        print_sheet(plate, look.printed, sight.fineness(4.0), sight.x, sight.y)
    for number, centre in enumerate(geometry.markers, geometry.first_marker):
        _stick_marker(plate, look, sight, number, centre)
    half = geometry.tray_mm[0] / 2 + 3, geometry.tray_mm[1] / 2 + 3
    corners = [(sx * half[0], sy * half[1], 0) for sx in (-1, 1) for sy in (-1, 1)]
    window = window_round(sight.camera.project(corners), sight.camera.size, 8)
    if window:
        here = part(window)
        size = (2 * half[0], 2 * half[1])
        floor = _sampled(look.floor, size, sight.fineness(3.0), sight.x[here], sight.y[here])
        print_on(floor, look, sight.x[here], sight.y[here])
        inside = sight.inside(from_rectangle(sight.x[here], sight.y[here], half))
        plate[here] = cv2.blendLinear(floor, plate[here], inside, 1 - inside)
    return plate


def _stick_marker(plate: Float, look: TableLook, sight: Sight, number: int, centre: Place) -> None:
    geometry = look.geometry
    reach = geometry.marker_mm / 2 + geometry.quiet_mm
    window = window_round(sight.camera.project(square(centre, reach)), sight.camera.size)
    if window is None:
        return
    here = part(window)
    x, y = sight.x[here] - np.float32(centre[0]), sight.y[here] - np.float32(centre[1])
    paper = sight.inside(from_rectangle(x, y, (reach, reach)))
    cells = _marker(number)
    cell = len(cells) / geometry.marker_mm
    ink = cv2.remap(
        cells,
        (x + np.float32(geometry.marker_mm / 2)) * np.float32(cell) - np.float32(0.5),
        (np.float32(geometry.marker_mm / 2) - y) * np.float32(cell) - np.float32(0.5),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(1.0,),
    )
    tone = np.float32(look.ink) + ink * np.float32(look.paper - look.ink)
    tint = f32(look.plate.colour) / max(look.plate.colour)
    sheet = tone[..., None] * (0.5 + 0.5 * tint)
    plate[here] = plate[here] * (1 - paper[..., None]) + sheet * paper[..., None]


def _marker(number: int) -> Float:
    """A marker as 6 × 6 cells, each finely divided so that interpolation keeps its edges sharp."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(dictionary, number, 6)
    return f32(np.kron(cells > 0, np.ones((16, 16))))


def square(centre: Place, reach: float, height: float = 0.0) -> Float:
    """Top left, top right, bottom right, bottom left of a square on the table, (4, 3)."""
    x, y = centre
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return f32([(x + reach * sx, y + reach * sy, height) for sx, sy in signs])


def lay_discs(colour: Float, height: Float, look: TableLook, sight: Sight) -> None:
    """The base discs, a little above the plate."""
    geometry = look.geometry
    radius, top = geometry.disc_mm / 2, geometry.disc_thick_mm
    for centre in geometry.bases:
        window = window_round(sight.camera.project(square(centre, radius + 1, top)), sight.camera.size)
        if window is None:
            continue
        here = part(window)
        foot_x, foot_y = sight.at(0.0, here)
        x, y = sight.at(top, here)
        side = sight.inside(
            np.hypot(foot_x - np.float32(centre[0]), foot_y - np.float32(centre[1])) - np.float32(radius)
        )
        away = np.hypot(x - np.float32(centre[0]), y - np.float32(centre[1])) - np.float32(radius)
        disc = sight.inside(away)
        tone = f32(look.disc.colour) * (1 + 0.25 * np.exp(-(((away + 0.8) / 0.5) ** 2)))[..., None]
        edge = np.maximum(side - disc, 0)[..., None]
        colour[here] = (
            colour[here] * (1 - edge - disc[..., None])
            + tone * disc[..., None]
            + edge * f32(look.disc.colour) * 0.5
        )
        height[here] = np.where(disc > 0.5, np.float32(top), height[here])


def add_sheen(picture: Float, look: TableLook, sight: Sight) -> None:
    """The lamps' mirror images in flat things that shine; soft, so that a coarse map will do."""
    tray = from_rectangle(sight.x, sight.y, (look.geometry.tray_mm[0] / 2, look.geometry.tray_mm[1] / 2)) < 0
    plate = from_plate(sight.x, sight.y, look.geometry) < 0
    for material, here in ((look.floor, tray), (look.plate, plate & ~tray), (look.table, ~plate)):
        if material.sheen > 0.004:
            shine = cv2.resize(_shine(material, look.light, sight), sight.camera.size)
            picture += shine * here[..., None]


def _shine(material: Material, light: Light, sight: Sight) -> Float:
    x, y = sight.x[::8, ::8], sight.y[::8, ::8]
    at = f32(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)]))
    level = np.zeros_like(at)
    level[2] = 1
    eye = unit(sight.eye[:, None] - at)
    finish = Finish(material.colour, material.colour, material.sheen, material.rough)
    seen = [np.ones(x.size, np.float32)] * len(light.lamps)
    lit = shaded(
        at, level, eye, np.zeros_like(at), finish, light, seen, seen[0] if seen else level[2], level[:, 0]
    )
    return f32(lit.T.reshape(*x.shape, 3))
