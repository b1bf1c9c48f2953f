"""Dice thrown into the tray: what truly lies there, and beside it what the eyes make of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pi_diavolo.simulator.eyes import Eyes, as_read
from pi_diavolo.simulator.misthrows import AtRest, spoiled
from pi_diavolo.simulator.placing import Lying, Tray, nearest_gap
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.pieces import RIVALS, Colour, Die, Length, OrderDie, Point
from pi_diavolo.table.roll import Roll

# How often a coloured die knocks an Order die that lies already.
KNOCK = 0.1
# In a clumped throw, the share of dice that roll up to another.
HUDDLED = 0.5


@dataclass(frozen=True, slots=True)
class World:
    """The tray, the dice and the eyes above them; lengths in millimetres, the rest are chances."""

    faces: tuple[str, ...]
    tray_mm: tuple[float, float] = (300.0, 300.0)
    die_mm: float = 16.0
    order_die_mm: float = 22.0
    radius_mm: float = 1.5
    clumps: float = 0.3
    error_mm: float = 0.0
    doubt: float = 0.0
    invalid: float = 0.0
    order_radius_mm: float | None = None  # None: its edges are as round as those of the other dice

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError("an Order die has faces; name at least one")
        if not 16 <= self.order_die_mm <= 24:
            raise ValueError(f"an Order die is 16 to 24 mm wide, not {self.order_die_mm}")
        for name in ("clumps", "doubt", "invalid"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a chance from 0 to 1, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice at rest: the roll as read, as it truly is, where all lies, and why it does not count, if so."""

    roll: Roll
    true_roll: Roll
    dice: tuple[Lying, ...]
    order_die: Lying | None
    faults: tuple[RollFault, ...] = ()


def throw(rng: Random, dice_per_colour: int, world: World, first: Throw | None = None) -> Throw:
    """Throw all dice; `first` is the Order die thrown alone before, which may get knocked about."""
    colours = [colour for colour in RIVALS for _ in range(dice_per_colour)]
    tray, lying = _tray(rng, world), list[Lying]()
    if first and first.order_die and first.true_roll.order_die and rng.random() >= KNOCK:
        face, lying = first.true_roll.order_die.face, [first.order_die]
    else:
        face = _roll_order_die(rng, world, tray, lying)
    for _ in colours:
        tray.add(rng, lying, world.die_mm, world.radius_mm)
    return _read(rng, world, _at_rest(rng, face, colours, lying))


def throw_order_die(rng: Random, world: World) -> Throw:
    """The order-first variant: the Order die is thrown alone, and a roll without other dice is read."""
    lying = list[Lying]()
    face = _roll_order_die(rng, world, _tray(rng, world), lying)
    return _read(rng, world, _at_rest(rng, face, (), lying))


def _tray(rng: Random, world: World) -> Tray:
    return Tray(*world.tray_mm, clump=HUDDLED if rng.random() < world.clumps else 0.0)


def _roll_order_die(rng: Random, world: World, tray: Tray, lying: list[Lying]) -> str:
    radius = world.radius_mm if world.order_radius_mm is None else world.order_radius_mm
    tray.add(rng, lying, world.order_die_mm, radius)
    return world.faces[int(rng.random() * len(world.faces))]


def _at_rest(rng: Random, face: str, colours: Sequence[Colour], lying: Sequence[Lying]) -> AtRest:
    order_die, *dice = lying
    values = tuple(
        Die(colour, int(rng.random() * 6) + 1, Point(die.x, die.y))
        for colour, die in zip(colours, dice, strict=True)
    )
    own = _by_colour(colours, dice)
    gaps = {colour: Length(nearest_gap(order_die, own[colour])) for colour in own}
    centres = {colour: Length(min(map(order_die.centres_apart, own[colour]))) for colour in own}
    roll = Roll(values, OrderDie(face, Point(order_die.x, order_die.y)), gaps, centres)
    return AtRest(roll, tuple(dice), order_die)


def _by_colour(colours: Sequence[Colour], dice: Sequence[Lying]) -> Mapping[Colour, list[Lying]]:
    own: dict[Colour, list[Lying]] = {}
    for colour, die in zip(colours, dice, strict=True):
        own.setdefault(colour, []).append(die)
    return own


def _read(rng: Random, world: World, rest: AtRest) -> Throw:
    if world.invalid and rng.random() < world.invalid:
        rest = spoiled(rng, rest, Tray(*world.tray_mm))
    roll = as_read(rng, Eyes(world.faces, world.error_mm, world.doubt), rest.roll)
    return Throw(roll, rest.roll, rest.dice, rest.order_die, rest.faults)
