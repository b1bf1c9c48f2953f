"""One look at the table: from a picture to what lies there, and what stands against believing it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import INVALID, Code, DieView, OrderDieView, Pixel, TableView, Trouble
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.clarity import clarity, why_not_found
from pi_diavolo.vision.dice import FLAT, LEAST_APART_DICE, NOTHING, SeenDie, View, distance, search, survey
from pi_diavolo.vision.die_scale import FAR_MARGIN_DICE, WAYS
from pi_diavolo.vision.gaps import gaps_to
from pi_diavolo.vision.imps import see_imps
from pi_diavolo.vision.judging import (
    A_FACE,
    Throw,
    expected_dice,
    is_well_seen,
    likely_per_colour,
    troubles,
)
from pi_diavolo.vision.leaning import with_support
from pi_diavolo.vision.order_die import Faces, load_faces
from pi_diavolo.vision.patches import Pose, squares
from pi_diavolo.vision.picture import Picture, as_bgr8
from pi_diavolo.vision.roll_call import Called, call, without_ghosts
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.unexplained import has_unexplained

# Nearer to the wall than so many die widths no die's centre can be that is in the tray.
AT_THE_WALL = 0.3
MOST_A_COLOUR = 3
# When the dice are not those awaited, they are looked for in a larger view: there a die between two others
# stands out; and if one is still missing, farther round in a smaller view, for there it lies alone.
LARGER, FARTHER = View(26.0, 0.5, 0.06, 8), View(16.0, FAR_MARGIN_DICE, 0.12, 5)
# How sure colour and value must be for a die outside the tray to be taken for one.
STRAY = 0.8
# Larger dice tell no more.
LARGEST_DIE_PX = 80.0


# Pixels of a top face: its middle, then its four corners.
Shape = tuple[Pixel, Pixel, Pixel, Pixel, Pixel]


class Expect(StrEnum):
    """Which throw is awaited: three or two dice a colour, whichever is seen, or the Order die alone."""

    ANY = "any"
    THREE = "3"
    TWO = "2"
    ORDER = "order"


class Eyes:
    """Looks at one table again and again; remembers where the camera was, to find it faster."""

    def __init__(self, table: TableFile, faces: Faces | None = None) -> None:
        self.table = table
        self.camera: Camera | None = None  # as in the last picture in which the table was found
        self._faces = faces or (load_faces(dict(table.faces)) if table.faces else None)

    def look(self, image: npt.NDArray[Any], at: float = 0.0, expect: Expect = Expect.ANY) -> TableView:
        """What this picture, taken at this moment, shows."""
        picture = as_bgr8(image)
        found = find_table(picture, self.table, self.camera)
        if isinstance(found, NotFound):
            return TableView(at, troubles=(Trouble(why_not_found(picture)),))
        self.camera = found
        shrunk = _shrunk(picture, found, self.table)
        return _Scene(*shrunk, self.table, picture, found).view(at, expect, self._faces)


@dataclass(frozen=True, slots=True)
class _Scene:
    """A picture in which the table was found; one far larger than the networks need is looked at smaller.

    `whole` and `shown` are the picture and its camera in their own size.
    """

    picture: Picture
    camera: Camera
    table: TableFile
    whole: Picture
    shown: Camera

    def view(self, at: float, expect: Expect, faces: Faces | None) -> TableView:
        throw = self._throw(expect)
        shapes = self._shapes([die.seen for die in throw.dice])
        both = list(zip(throw.dice, shapes, strict=True))
        dice = tuple(_die(die, shape) for die, shape in both if die.colour != "gray")
        gray = [(die.seen, shape) for die, shape in both if die.colour == "gray"]
        # Of several, one at most is the Order die; the view is refused for the others.
        best = max(gray, key=lambda each: each[0].ways[FLAT] * each[0].face, default=None)
        order_die, unsure = self._order_die(*best, faces) if best else (None, ())
        wrong = [Trouble(code) for code in clarity(self.whole, self.shown, self.table)]
        wrong += troubles(throw, self._px)
        wrong += [] if any(trouble.code in INVALID for trouble in wrong) else unsure
        sizes = self.table.dice_mm, self.table.order_die_mm
        gaps, centres = gaps_to(order_die, dice, *sizes, self.camera.error_top_mm)
        return TableView(
            at, dice, order_die, see_imps(self.whole, self.shown, self.table), gaps, centres,
            tuple(wrong), throw.dice_per_colour, self.camera.error_top_mm,
        )  # fmt: skip

    def _throw(self, expect: Expect) -> Throw:
        found = survey(self.picture, self.camera, self.table)
        tray = self._in_tray(found.dice)
        strays: tuple[Called, ...] = ()
        each, wanted = self._wanted(tray, expect)
        if Counter(die.colour for die in tray) != Counter(wanted):
            tray = self._in_tray([*found.dice, *self._overlooked(found.dice)])
            each, wanted = self._wanted(tray, expect)
            if Counter(wanted) - Counter(die.colour for die in tray):
                strays = self._strays()
        called = without_ghosts(call(tray, wanted), wanted)
        # The Order die last, so that the others' numbers are those of the view's dice.
        called.sort(key=lambda die: die.colour == "gray")
        alone = expect is Expect.ORDER
        # Fewer dice than a throw may have: one of them may be hidden under something.
        fewer = len(called) < sum(wanted.values()) or (expect is Expect.ANY and each < MOST_A_COLOUR)
        hidden = fewer and has_unexplained(self.picture, self.camera, self.table, tray)
        return Throw(tuple(called), strays, each, alone, found.covered_mm2, hidden)

    def _wanted(self, tray: Sequence[SeenDie], expect: Expect) -> tuple[int, dict[str, int]]:
        each = likely_per_colour(tray) if expect in (Expect.ANY, Expect.ORDER) else int(expect)
        return each, expected_dice(each, expect is Expect.ORDER)

    def _in_tray(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        seen = with_support(dice, self.table.tray)
        return [die for die in seen if self._is_inside(die.pose) and _is_die(die)]

    def _overlooked(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        """Dice that only a second, harder look has found."""
        apart = LEAST_APART_DICE * self.table.dice_mm

        def is_new(pose: Pose) -> bool:
            return self._is_inside(pose) and all(distance(pose, die.pose) > apart for die in dice)

        found = search(self.picture, self.camera, self.table, LARGER, is_new)
        return [die for die in found if is_new(die.pose)]

    def _strays(self) -> tuple[Called, ...]:
        """Dice that lie outside the tray; looked for only when one is missing in it."""

        def is_outside(pose: Pose) -> bool:
            return not self._is_inside(pose) and not self._is_furniture(pose)

        found = search(self.picture, self.camera, self.table, FARTHER, is_outside)
        # Prints and cards lie there as well; only what is surely a die of some colour counts as one.
        return tuple(
            die
            for die in call([die for die in found if is_outside(die.pose)], {})
            if min(die.colour_chance, die.value_chance, die.seen.face, 1 - die.seen.ways[-1]) > STRAY
        )

    def _is_furniture(self, pose: Pose) -> bool:
        """It lies on a marker, or where an imp may stand, from its foot to where its top seems to be."""
        markers = self.table.markers
        here = Point(pose.x, pose.y)
        if any(here.distance_to(centre) < markers.size_mm for _, centre in markers.centres):
            return True
        imps, eye = self.table.imps, self.camera.position_mm
        heights = np.array([0.0, imps.height_mm / 2, imps.height_mm])
        share = (eye[2] - self.table.dice_mm) / (eye[2] - heights)
        for base in self.table.bases:
            seen = eye[:2] + np.outer(share, np.array([base.x, base.y]) - eye[:2])
            if np.hypot(*(seen - (pose.x, pose.y)).T).min() < imps.width_mm:
                return True
        return False

    def _is_inside(self, pose: Pose) -> bool:
        tray, edge = self.table.tray, AT_THE_WALL * self.table.dice_mm
        across, along = tray.width_mm / 2 - abs(pose.x), tray.height_mm / 2 - abs(pose.y)
        return across > edge and along > edge

    def _order_die(
        self, seen: SeenDie, shape: Shape, faces: Faces | None
    ) -> tuple[OrderDieView, tuple[Trouble, ...]]:
        where, px = Point(seen.pose.x, seen.pose.y), shape[0]
        unsure = (Trouble(Code.ORDER_UNSURE, Colour.GRAY, None, px),)
        if faces is None:
            return OrderDieView(None, where, seen.pose.yaw, px, shape[1:], 0.0), unsure
        read = faces.read(self.picture, self.camera, seen.pose, seen.size_mm)
        others = () if read.sure else read.others
        view = OrderDieView(read.face, where, seen.pose.yaw, px, shape[1:], read.confidence, others)
        return view, () if read.sure else unsure

    def _px(self, die: SeenDie) -> Pixel:
        ((x, y),) = self.shown.project([(die.pose.x, die.pose.y, die.size_mm)])
        return float(x), float(y)

    def _shapes(self, dice: Sequence[SeenDie]) -> list[Shape]:
        """Where each die's top face is seen in the whole picture."""
        if not dice:
            return []
        middles = np.array([(die.pose.x, die.pose.y) for die in dice])[:, None]
        sizes = np.array([die.size_mm for die in dice])[:, None, None]
        corners = middles + (squares([die.pose for die in dice], 1.0) - middles) * sizes
        flat = np.concatenate([middles, corners], axis=1)
        places = np.concatenate([flat, np.broadcast_to(sizes, (len(dice), 5, 1))], axis=2)
        seen = self.shown.project(places.reshape(-1, 3)).reshape(-1, 5, 2).tolist()
        return [((x, y), (a, b), (c, d), (e, f), (g, h)) for (x, y), (a, b), (c, d), (e, f), (g, h) in seen]


def _die(die: Called, shape: Shape) -> DieView:
    seen = die.seen
    sure = die.colour_chance * die.value_chance * seen.ways[FLAT]
    where = Point(seen.pose.x, seen.pose.y)
    maybe = die.values[1:] if is_well_seen(die) else ()  # else the doubt is not about its value alone
    yaw, px, outline = seen.pose.yaw, shape[0], shape[1:]
    return DieView(Colour(die.colour), die.values[0], where, yaw, px, outline, sure, maybe)


def _shrunk(picture: Picture, camera: Camera, table: TableFile) -> tuple[Picture, Camera]:
    scale = LARGEST_DIE_PX / (camera.px_per_mm * table.dice_mm)
    if scale >= 1:
        return picture, camera
    size = (round(camera.size[0] * scale), round(camera.size[1] * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), camera.scaled_to(size)


def _is_die(die: SeenDie) -> bool:
    # What one network takes for nothing and the other for a top face is a doubt, not a die less.
    return die.ways[WAYS.index("nothing")] < NOTHING or die.face > A_FACE
