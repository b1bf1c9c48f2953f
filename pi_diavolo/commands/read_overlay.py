"""Overlays of `pi-diavolo read`: their words, and where they are written without harming a picture."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pi_diavolo.commands.read_json import sentence
from pi_diavolo.commands.read_sources import Still
from pi_diavolo.commands.read_table import Read
from pi_diavolo.errors import UsageError
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.reading import Reading
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision.banner import Banner, Tone
from pi_diavolo.vision.overlay import Captions, draw
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import SUFFIXES
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.videos import make_folder, write_picture

TONES = {True: Tone.SURE, False: Tone.INVALID, None: Tone.ASKING}
FAULTS: Mapping[Code, Label] = {
    Code.DIE_COCKED: Label.LEANS,
    Code.DIE_OUTSIDE_TRAY: Label.OUTSIDE,
    Code.DIE_STACKED: Label.STACKED,
    Code.TOO_MANY_DICE: Label.TOO_MANY,
}


class Overlays:
    """Draws each picture into a folder under its own name, or the only one into the file that was named."""

    def __init__(self, out: Path, inputs: Iterable[Path]) -> None:
        self._out, self._inputs = out, tuple(inputs)
        self._is_file = out.suffix.lower() in SUFFIXES and not out.is_dir()
        if self._is_file and len(self._inputs) > 1:
            raise UsageError(f"--overlay {out}: there are several pictures; give a folder for them")
        if out.is_file() and not self._is_file:
            raise UsageError(f"--overlay {out}: this is a file, and no picture; give a folder")
        make_folder(out.parent if self._is_file else out)  # better now than after an hour of reading
        self._sacred = {path.resolve() for path in self._inputs}
        self._taken: set[Path] = set()

    def draw(self, still: Still, read: Read, says: Speaker, table: TableFile) -> None:
        """What was read, over its picture."""
        assert still.picture is not None, "only what was read is drawn"
        captions = captions_for(read.reading, read.view, says)
        self.write(still, draw(still.picture, read.view, captions, table, read.camera))

    def write(self, still: Still, overlay: Picture) -> None:
        """An overlay in its place."""
        write_picture(self._place(still), overlay)

    def _place(self, still: Still) -> Path:
        place = self._out if self._is_file and still.frame is None else self._in_folder(still)
        if place.resolve() in self._sacred:
            raise UsageError(
                f"--overlay {self._out}: that would write over {place} itself; give another place"
            )
        return place

    def _in_folder(self, still: Still) -> Path:
        if self._is_file:
            raise UsageError(f"--overlay {self._out}: a video has many frames; give a folder for them")
        name = still.file.stem if still.frame is None else f"{still.file.stem}_{still.frame:06}"
        suffix = ".png" if still.file.suffix.lower() == ".png" else ".jpg"
        place, again = self._out / f"{name}{suffix}", 1
        while place in self._taken:  # pictures of one name from several folders
            again += 1
            place = self._out / f"{name}-{again}{suffix}"
        self._taken.add(place)
        return place


def captions_for(reading: Reading, view: TableView, says: Speaker) -> Captions:
    """The words for one reading, in the language spoken."""
    return Captions(
        banner=Banner(
            _headline(reading, says), sentence(reading, says), TONES[reading.valid], reading.answer
        ),
        face=_face(reading, view, says),
        letters={colour: says.letter(colour) for colour in IMPS},
        gaps={colour: says.millimetres(length.mm) for colour, length in view.gaps.items()},
        faults={code: says.label(label) for code, label in FAULTS.items()},
        asked=reading.contenders,
    )


def _face(reading: Reading, view: TableView, says: Speaker) -> str:
    """What the Order die shows, or may show; with many faces to choose from the question mark says enough."""
    seen = view.order_die
    faces = [says.order(face) for face in (seen.face, *seen.maybe) if face] if seen else []
    if reading.order is not None:
        return faces[0]
    return f"{' / '.join(faces[:2])} ?" if 0 < len(faces) <= 2 else "?"


def _headline(reading: Reading, says: Speaker) -> str:
    if reading.answer is not None:
        return says.colour(reading.answer)
    if reading.valid is None:
        return "?"
    return says.label(Label.INVALID) if reading.valid is False else says.title(reading.order or "")
