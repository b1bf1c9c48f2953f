"""The pictures that `pi-diavolo read` was given: files, folders and videos, and how far it is with them."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from pi_diavolo.commands.common import warn
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import PictureError, pictures_in, read_picture
from pi_diavolo.vision.videos import SUFFIXES as VIDEOS
from pi_diavolo.vision.videos import Film


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """One picture to read, or why there is none; `frame` counts from 0 where it is out of a video."""

    file: Path
    picture: Picture | None = None
    frame: int | None = None
    error: str = ""


def expanded(sources: Iterable[Path]) -> tuple[Path, ...]:
    """The sources with each folder's pictures in its place; a folder without any stays, to be told of."""
    paths: list[Path] = []
    for source in sources:
        try:
            paths += pictures_in(source) if source.is_dir() else [source]
        except PictureError:
            paths.append(source)
    return tuple(paths)


def stills(paths: Iterable[Path]) -> Iterator[Still]:
    """Every picture, decoded when its turn comes."""
    for path in paths:
        try:
            if path.suffix.lower() in VIDEOS and path.is_file():
                yield from frames(path, Film(path))
            elif path.is_dir():
                pictures_in(path)  # tells why there is none in it
            else:
                yield Still(path, read_picture(path))
        except PictureError as error:
            yield Still(path, error=str(error))


def frames(path: Path, film: Film) -> Iterator[Still]:
    """A film's frames; what is wrong with it is told when it is over, and what was read stands."""
    for number, picture in film:
        yield Still(path, picture, number)
    for sentence in film.broken:
        warn(sentence)
    if film.ended_early:
        warn(f"{path}: ends after {film.seen} of {film.frames} frames; what was read until there stands")
    if not film.seen:
        raise PictureError(f"{path}: no frame of it can be read; record or copy it again")


def counted(paths: Iterable[Path]) -> int:
    """How many pictures there will be, as far as videos know."""
    return sum(_frames_in(path) for path in paths)


def _frames_in(path: Path) -> int:
    try:
        return max(1, Film(path).frames) if path.suffix.lower() in VIDEOS and path.is_file() else 1
    except PictureError:
        return 1


class Screen:
    """Shows how far it is, where somebody watches."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total = progress, total

    def show(self, text: Text) -> None:
        """A line on standard output; on a terminal with a bar, above the bar."""
        above = self._progress is not None and sys.stdout.isatty()
        console = self._progress.console if self._progress and above else Console()
        # A terminal breaks long lines by itself; a file or a pipe shall get them whole.
        console.print(text, soft_wrap=True, highlight=False)

    def each(self, all_stills: Iterable[Still]) -> Iterator[Still]:
        """The stills as they come, counted."""
        if self._progress is None:
            yield from all_stills
            return
        task = self._progress.add_task("", total=self._total)
        for still in all_stills:
            yield still
            self._progress.advance(task)


@contextmanager
def watched(total: int, json: bool) -> Iterator[Screen]:
    """A progress bar for many pictures, on a terminal; never among JSON."""
    talks = json and sys.stdout.isatty()
    if total < 2 or talks or not sys.stderr.isatty():
        yield Screen(None, 0)
        return
    # A door of its own: standard error itself is closed to decoders while they work.
    with os.fdopen(os.dup(sys.stderr.fileno()), "w") as door:
        bar = Progress(
            TextColumn("  "), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(file=door), transient=True,
            redirect_stdout=False,  # or what goes into a file or a pipe would end on the terminal
        )  # fmt: skip
        with bar:
            yield Screen(bar, total)
