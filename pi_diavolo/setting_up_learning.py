"""What the set-up learns from a throw: the dice's colours, the Order die's faces, how well a roll is read.

The eyes' own steps do the work, as for `pi-diavolo calibrate`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.commands.calibrate_steps import DICE_OF_A_THROW
from pi_diavolo.commands.read_overlay import captions_for
from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.reading import Reading, judge
from pi_diavolo.setting_up_sight import dice_in, measures
from pi_diavolo.table.setting_up import Finding, Found, SeenDie, Verdict
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.certificate import COLOURS_APART, SURE
from pi_diavolo.vision.enrol import ALIKE, TOO_ALIKE, Likeness, face_in, likest
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.order_die import is_plain
from pi_diavolo.vision.overlay import draw
from pi_diavolo.vision.picture import Picture, as_bgr8, is_colourless
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.sources import Named
from pi_diavolo.vision.table_colours import Lab, nearest, throw_in
from pi_diavolo.vision.table_file import TableFile

NAME = "camera"


@dataclass(frozen=True, slots=True)
class Learned:
    """The colours of one throw, none where no dice were seen, and the dice themselves."""

    findings: tuple[Finding, ...]
    colours: Mapping[str, Lab]
    dice: tuple[SeenDie, ...] = ()


def learn(image: Picture, table: TableFile) -> Learned:
    """The colours under this light."""
    if is_colourless(as_bgr8(image)):
        return Learned((Finding(Found.NO_COLOURS, Verdict.POOR),), {})
    try:
        colours, view = throw_in(Named(NAME, image, taken=True), table)
    except UsageError:
        return Learned((Finding(Found.NO_DICE, Verdict.POOR),), {})
    missing = tuple(colour for colour in DICE_OF_A_THROW if colour not in colours)
    findings = [Finding(Found.COLOURS_SEEN, Verdict.GOOD, {"colours": tuple(colours)})]
    if missing:
        findings.append(Finding(Found.COLOURS_MISSING, Verdict.FAIR, {"colours": missing}))
    findings += _apart(colours)
    return Learned(tuple(findings), colours, dice_in(view, (image.shape[1], image.shape[0])))


def _apart(colours: Mapping[str, Lab]) -> Iterator[Finding]:
    pair = nearest(colours)
    if pair is not None:
        verdict = Verdict(COLOURS_APART.verdict(pair[2]))
        yield Finding(Found.COLOURS_APART, verdict, {"colours": pair[:2], "value": round(pair[2])})


@dataclass(frozen=True, slots=True, eq=False)
class Enrolled:
    """Faces of the Order die to keep; none where they cannot be kept."""

    findings: tuple[Finding, ...]
    faces: Mapping[str, Picture]


def enrol(image: Picture, order: str, table: TableFile, orders: Sequence[str]) -> Enrolled:
    """The face that lies on top, as this order's, if it can be told from all others."""
    try:
        face = face_in(Named(NAME, image, taken=True), table)
    except UsageError:
        return Enrolled((Finding(Found.NO_ORDER_DIE, Verdict.POOR),), {})
    if is_plain(face):
        return Enrolled((Finding(Found.FACE_BLANK, Verdict.POOR),), {})
    kept = {name: read_picture(path) for name, path in table.faces if name != order}
    findings = faces_found({**kept, order: face}, orders)
    alike = any(finding.found is Found.FACES_ALIKE for finding in findings)
    return Enrolled(findings, {} if alike else {order: face})


def enrol_printed(orders: Sequence[str]) -> Enrolled:
    """The faces of our own stickers."""
    faces = printed_faces()
    return Enrolled(faces_found(faces, orders), faces)


def faces_found(faces: Mapping[str, Picture], orders: Sequence[str]) -> tuple[Finding, ...]:
    """How well these faces can be told apart, and which are missing."""
    pair = likest(faces) if len(faces) > 1 else None
    if pair is not None and pair.score > TOO_ALIKE:
        return (_pair(Found.FACES_ALIKE, Verdict.POOR, pair),)
    missing = tuple(order for order in orders if order not in faces)
    found = (
        [Finding(Found.FACES_KEPT, Verdict.GOOD, {"count": len(faces), "of": len(orders)})] if faces else []
    )
    if missing:
        found.append(Finding(Found.FACES_MISSING, Verdict.FAIR, {"orders": missing}))
    if pair is not None:
        found.append(_pair(Found.FACES_APART, Verdict(ALIKE.verdict(pair.score)), pair))
    return tuple(found)


def _pair(found: Found, verdict: Verdict, pair: Likeness) -> Finding:
    return Finding(found, verdict, {"orders": (pair.one, pair.other), "percent": round(100 * pair.score)})


@dataclass(frozen=True, slots=True, eq=False)
class RolledFirst:
    """A throw as the table read it."""

    image: Picture
    view: TableView
    camera: Camera | None

    @property
    def reading(self) -> Reading:
        """What a game would make of it."""
        return judge(self.view, HouseRules())

    @property
    def is_sure(self) -> bool:
        """It was read surely."""
        return self.reading.valid is True

    def drawn(self, table: TableFile, lang: str) -> Picture:
        """What was read, over its picture, in this language."""
        captions = captions_for(self.reading, self.view, Speaker(CATALOGUES[lang], {}))
        return draw(self.image, self.view, captions, table, self.camera)

    def findings(self, rolls: Sequence[bool], table: TableFile, orders: Sequence[str]) -> tuple[Finding, ...]:
        """The certificate: this roll, how many of all were sure, and what is known of the table."""
        sure = sum(rolls)
        all_rolls = Finding(
            Found.THROWS_SURE, Verdict(SURE.verdict(sure / len(rolls))), {"sure": sure, "of": len(rolls)}
        )
        colours = dict(table.colours)
        unlearned = Finding(Found.COLOURS_NOT_LEARNED, Verdict.UNKNOWN)
        faces = {name: read_picture(path) for name, path in table.faces}
        return (
            self._roll(),
            all_rolls,
            *(measures(self.camera) if self.camera else ()),
            *(_apart(colours) if len(colours) > 1 else (unlearned,)),
            *faces_found(faces, orders),
        )

    def _roll(self) -> Finding:
        if self.is_sure:
            return Finding(Found.READ_SURELY, Verdict.GOOD)
        reading = self.reading
        reasons = tuple(str(code) for code in reading.codes)
        found = Found.READ_INVALID if reading.valid is False else Found.READ_UNSURE
        return Finding(found, Verdict.POOR, {"reasons": reasons})


def read(image: Picture, table: TableFile) -> RolledFirst:
    """Look as in a game."""
    eyes = Eyes(table)
    view = eyes.look(image)
    return RolledFirst(image, view, eyes.camera)
