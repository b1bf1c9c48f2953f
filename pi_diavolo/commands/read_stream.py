"""`pi-diavolo read --stream`: a video or a folder of frames, watched as the table would watch it."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from pi_diavolo.commands.common import settings, speaker, tell_json
from pi_diavolo.commands.read_json import read_told
from pi_diavolo.commands.read_overlay import captions_for
from pi_diavolo.commands.read_print import Printer
from pi_diavolo.commands.read_sources import Screen, Still, frames, watched
from pi_diavolo.commands.read_table import Read, Reader, a_reader
from pi_diavolo.errors import UsageError
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.effects import Status
from pi_diavolo.table.locking import State
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.banner import Banner, Tone
from pi_diavolo.vision.overlay import Captions, draw
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import SUFFIXES
from pi_diavolo.vision.videos import Film, FilmMaker
from pi_diavolo.vision.watch import Watcher


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame: what goes on, what stands read, and whether it was read just now."""

    still: Still
    state: State
    read: Read | None
    is_new: bool


def run(arguments: Namespace) -> int:
    """Say what goes on in every frame, and the whole reading once at each lock."""
    config = settings(arguments)
    says, reader = speaker(arguments, config), a_reader(arguments, config)
    source: Path = arguments.sources[0]
    film = Film(source)
    with ExitStack() as at_the_end:
        maker = None
        if arguments.overlay:
            maker = at_the_end.enter_context(closing(_maker(arguments.overlay, source, arguments.fps)))
        screen = at_the_end.enter_context(watched(film.frames, arguments.json))
        tell = _ToPrograms(says) if arguments.json else _ToPeople(says, screen)
        for moment in _moments(reader, screen.each(frames(source, film)), arguments.fps):
            tell(moment)
            if maker and moment.still.frame is not None:
                maker.add(moment.still.frame, _drawn(moment, reader, says))
    return 0


def _moments(reader: Reader, stills: Iterator[Still], fps: float) -> Iterator[Moment]:
    watcher, read = Watcher(reader.eyes, reader.expect), None
    for still in stills:
        assert still.picture is not None, "frames that cannot be read are left out"
        assert still.frame is not None, "frames are numbered"
        began = time.process_time()
        seen = watcher.see(still.picture, still.frame / fps)
        if seen.locked is None:
            read = None
        elif read is None or read.view is not seen.locked:
            read = reader.judged(seen.locked, began)
        yield Moment(still, seen.state, read, seen.is_new)


class _ToPrograms:
    def __init__(self, says: Speaker) -> None:
        self._says = says

    def __call__(self, moment: Moment) -> None:
        locked = moment.read is not None
        tell_json({"frame": moment.still.frame, "state": moment.state, "locked": locked})
        if moment.is_new and moment.read:
            tell_json(read_told(moment.still, moment.read, self._says))
        sys.stdout.flush()  # whoever reads along need not wait


class _ToPeople:
    """Says what changes, not every frame."""

    def __init__(self, says: Speaker, screen: Screen) -> None:
        self._says, self._printer = says, Printer(says, screen.show, many=True)
        self._state: State | None = None

    def __call__(self, moment: Moment) -> None:
        if moment.state is not self._state:
            self._state = moment.state
            self._printer.show(Text(f"[{moment.still.frame}] {_state(moment, self._says)}"))
        if moment.is_new and moment.read:
            self._printer.tell(moment.still, moment.read)


def _maker(out: Path, source: Path, fps: float) -> FilmMaker:
    if out.suffix.lower() in SUFFIXES and not out.is_dir():
        raise UsageError(f"--overlay {out}: a stream has many frames; give a folder or a video (.mp4, .avi)")
    if out.resolve() == source.resolve():
        raise UsageError(f"--overlay {out}: that would write over the frames themselves; give another place")
    return FilmMaker(out, fps)


def _drawn(moment: Moment, reader: Reader, says: Speaker) -> Picture:
    """The frame with what stands locked, or else only with what goes on."""
    assert moment.still.picture is not None
    if moment.read is None:
        view = TableView(0.0)
        captions = Captions(Banner("", _state(moment, says), Tone.PLAIN))
    else:
        view = moment.read.view
        captions = captions_for(moment.read.reading, view, says)
    return draw(moment.still.picture, view, captions, reader.table, reader.eyes.camera)


def _state(moment: Moment, says: Speaker) -> str:
    match moment.state:
        case State.ROLLING:
            return says.status(Status.ROLLING)
        case State.REST:
            return says.label(Label.AT_REST)
        case State.HAND:
            return says.label(Label.HAND)
