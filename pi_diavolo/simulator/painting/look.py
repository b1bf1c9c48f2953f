"""How a table looks: its measures, materials, dice, light and sensor, all in plain numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_diavolo.simulator.painting.arrays import BGR, Bytes
from pi_diavolo.simulator.painting.imp_shapes import Profile

Place = tuple[float, float]
# Colour and place in mm of the imp on each base that has one.
Imps = Mapping[int, tuple[str, Place]]
# The places of the ten bases of the first table, clockwise from the top left.
BASES: tuple[Place, ...] = (
    (-90, 183), (0, 183), (90, 183), (183, 60), (183, -60),
    (90, -183), (0, -183), (-90, -183), (-183, -60), (-183, 60),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Geometry:
    """Lengths in mm from the centre of the tray's floor; floor and plate are at height 0."""

    tray_mm: Place = (300.0, 300.0)
    wall_mm: float = 25.0
    wall_thick_mm: float = 6.0
    plate_mm: Place = (410.0, 410.0)
    plate_thick_mm: float = 4.0
    plate_at: Place = (0.0, 0.0)  # its centre: a printed board lies beside its dice field
    marker_mm: float = 30.0
    quiet_mm: float = 5.0
    markers: tuple[Place, ...] = ((-182, 182), (182, 182), (182, -182), (-182, -182))
    first_marker: int = 0  # the number of the first of them; the others count on
    bases: tuple[Place, ...] = BASES
    disc_mm: float = 27.0
    disc_thick_mm: float = 2.0
    imp_mm: float = 18.0
    imp_high_mm: float = 30.0
    imp_profile: Profile = ()  # a plain cylinder


@dataclass(frozen=True, slots=True)
class Material:
    """A surface: two colours mixed by a texture, a grain over both, and how it shines."""

    kind: str
    colour: BGR
    second: BGR
    scale: float = 1.0
    angle: float = 0.0
    grain: float = 0.05
    sheen: float = 0.0
    rough: float = 0.3
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Print:
    """Lines or an emblem printed on the floor."""

    colour: BGR
    strength: float
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class PrintedSheet:
    """What is printed on the plate's paper: how much of the light it leaves, blue first, 255 where no ink is.

    `centre` is where the picture's middle lies, in mm.
    """

    picture: Bytes
    px_per_mm: float
    centre: Place


@dataclass(frozen=True, slots=True)
class GlyphSet:
    """Six faces of an Order die: their names and pictures, dark ink on white, upright."""

    names: tuple[str, ...]
    pictures: tuple[Bytes, ...]

    def __post_init__(self) -> None:
        if len(self.names) != 6 or len(self.pictures) != 6 or len(set(self.names)) != 6:
            raise ValueError("an Order die has six faces, each with a name of its own")


@dataclass(frozen=True, slots=True)
class Finish:
    """The surface of a die: body and pips or ink, gloss at right angles, roughness, depth of its dimples.

    `uneven` are its waves and `grain` its finest bumps, as slopes: a mirrored lamp breaks up on both.
    """

    body: BGR
    pips: BGR
    gloss: float = 0.04
    rough: float = 0.12
    dimple: float = 0.0
    uneven: float = 0.01
    glow: float = 0.0
    grain: float = 0.0


@dataclass(frozen=True, slots=True)
class DiceLook:
    """One set of dice; `ball` is the radius of a sphere that cuts the corners, in half sizes (1.74: none)."""

    finishes: Mapping[str, Finish]
    size_mm: float = 16.0
    radius_mm: float = 1.6
    ball: float = 1.74
    pip_mm: float = 3.2
    pip_spread: float = 0.5
    pip_inked: float = 1.0  # how far out the paint goes in a pip's hollow
    left_handed: bool = False
    turned: tuple[bool, bool, bool] = (False, False, False)
    order_size_mm: float = 16.0
    order_radius_mm: float = 1.6
    glyph_share: float = 0.8
    glyph_turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp or window: place and radius in mm, and the light it gives to the middle of the floor."""

    at: tuple[float, float, float]
    radius: float
    colour: BGR


@dataclass(frozen=True, slots=True)
class Light:
    """The room's light from all sides, and its lamps."""

    ambient: BGR
    lamps: tuple[Lamp, ...]
    # How much the light falls off towards one side of the table, and where to.
    uneven: Place = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera makes of the light: gains, tone, lens faults, noise, compression."""

    exposure: float = 0.85
    white_balance: BGR = (1.0, 1.0, 1.0)
    gamma: float = 2.2
    contrast: float = 0.15
    saturation: float = 1.1
    vignette: float = 0.3
    defocus_px: float = 0.5
    shake_px: tuple[float, float] = (0.0, 0.0)
    noise: float = 1.5
    bayer: bool = True
    denoise: float = 0.0
    sharpen: float = 0.5
    jpeg: int | None = 90


@dataclass(frozen=True, slots=True)
class TableLook:
    """Everything that stays when the dice are thrown again."""

    geometry: Geometry
    floor: Material
    wall: Material
    plate: Material
    table: Material
    disc: Material
    dice: DiceLook
    glyphs: GlyphSet
    light: Light
    imps: Mapping[str, Finish]
    sensor: Sensor = field(default_factory=Sensor)
    prints: tuple[Print, ...] = ()
    dust: int = 0
    paper: float = 0.9
    ink: float = 0.03
    bevel: float = 1.0
    seed: int = 0
    printed: PrintedSheet | None = None
