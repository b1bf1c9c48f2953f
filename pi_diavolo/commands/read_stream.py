"""`pi-diavolo read --stream`: a video or a folder of frames, watched as the table would watch it."""

import sys
from argparse import Namespace
from contextlib import ExitStack, closing
from pathlib import Path

from rich.text import Text

from pi_diavolo.commands.common import settings, speaker, tell_json, warn
from pi_diavolo.commands.read_json import read_told, sentence
from pi_diavolo.commands.read_moments import Ending, Moment, moments
from pi_diavolo.commands.read_overlay import captions_for
from pi_diavolo.commands.read_print import Printer
from pi_diavolo.commands.read_sources import Screen, frames, watched
from pi_diavolo.commands.read_table import Reader, a_reader
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


def run(arguments: Namespace) -> int:
    """Say what goes on in every frame, the whole reading once at each lock, or at last why there is none."""
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
        ending = Ending()
        for moment in moments(reader, screen.each(frames(source, film)), arguments.fps):
            tell(moment)
            ending.see(moment)
            if maker and moment.still.frame is not None:
                maker.add(moment.still.frame, _drawn(moment, reader, says))
        if why := ending.why_unread:
            tell.end(says.say(why))
    return 2 if film.broken else 0


class _ToPrograms:
    def __init__(self, says: Speaker) -> None:
        self._says = says

    def __call__(self, moment: Moment) -> None:
        told = {"frame": moment.still.frame, "state": moment.state, "locked": moment.read is not None}
        tell_json({**told, "reasons": moment.unseen.codes} if moment.unseen else told)
        if moment.is_new and moment.read:
            tell_json(read_told(moment.still, moment.read, self._says))
        sys.stdout.flush()  # whoever reads along need not wait

    def end(self, why_unread: str) -> None:
        """Nothing was read: no object says so, hence it goes where errors go."""
        warn(why_unread)


class _ToPeople:
    """Says what changes, not every frame."""

    def __init__(self, says: Speaker, screen: Screen) -> None:
        self._says, self._printer = says, Printer(says, screen.show, many=True)
        self._said = ""

    def __call__(self, moment: Moment) -> None:
        goes_on = _goes_on(moment, self._says)
        if goes_on != self._said:
            self._said = goes_on
            self._printer.show(Text(f"[{moment.still.frame}] {goes_on}"))
        if moment.is_new and moment.read:
            self._printer.tell(moment.still, moment.read)

    def end(self, why_unread: str) -> None:
        """Nothing was read, and why."""
        self._printer.show(Text(why_unread))


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
        captions = Captions(Banner("", _goes_on(moment, says), Tone.PLAIN))
    else:
        view = moment.read.view
        captions = captions_for(moment.read.reading, view, says)
    return draw(moment.still.picture, view, captions, reader.table, reader.eyes.camera)


def _goes_on(moment: Moment, says: Speaker) -> str:
    """What people would say goes on; where the table is not seen, nobody can say that dice roll."""
    if moment.unseen:
        return sentence(moment.unseen, says)
    match moment.state:
        case State.ROLLING:
            return says.status(Status.ROLLING)
        case State.REST:
            return says.label(Label.AT_REST)
        case State.HAND:
            return says.label(Label.HAND)
