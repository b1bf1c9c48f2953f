"""The outlet that shows a game in a terminal: a live picture, or plain sentences where there is no screen."""

import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import Seat
from pi_diavolo.table.scene import Scene, advance, told
from pi_diavolo.terminal.canvas import Canvas
from pi_diavolo.terminal.paint import Screen, farewell, pace, paint
from pi_diavolo.terminal.plain import PlainLines
from pi_diavolo.terminal.words import Words


class TerminalView:
    """Shows every effect as it comes; `human` is the seat that plays along, `note` stands at the top."""

    def __init__(
        self,
        console: Console,
        words: Words,
        *,
        human: Seat | None = None,
        tray_mm: tuple[float, float] = (300, 300),
        live: bool | None = None,
        note: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console, self._words, self._clock = console, words, clock
        self._human, self._tray_mm, self._scene = human, tray_mm, Scene()
        self._note = note
        self._plain = PlainLines(console.file)
        live = has_screen(console) if live is None else live
        self._canvas = Canvas(console, self._picture, self._pace) if live else None

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Take in what shall happen; the screen follows at once, without holding up the game."""
        sentences = [sentence for effect in effects for sentence in self._words.narrate(effect)]
        scene = self._scene
        for effect in effects:
            scene = advance(scene, effect)
        self._scene = told(scene, sentences)
        if self._canvas:
            self._canvas.changed()
        else:
            self._plain.tell(sentences)

    def close(self) -> None:
        """Give the terminal back, with the last standing left on it; a second time does nothing."""
        canvas, self._canvas = self._canvas, None
        if canvas and canvas.close():
            self._console.print(farewell(self._scene, self._words, self._screen()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _picture(self) -> Text:
        return paint(self._scene, self._words, self._screen())

    def _screen(self) -> Screen:
        width, height = self._console.size
        return Screen(width, height, self._clock(), self._human, self._tray_mm, self._note)

    def _pace(self) -> float | None:
        return pace(self._scene, self._human)


def has_screen(console: Console) -> bool:
    """Can the console show a picture, or only lines? A pipe cannot, even where colours are forced on it."""
    return console.file.isatty() and not console.is_dumb_terminal and console.encoding.startswith("utf")
