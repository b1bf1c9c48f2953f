import contextlib
import io
from collections.abc import Sequence

from rich.console import Console, ConsoleDimensions

from pi_diavolo.table.effects import (
    Effect,
    Say,
    ShowGrab,
    ShowRoll,
    ShowRuling,
    ShowStatus,
    ShowWinner,
    Status,
)
from pi_diavolo.table.events import Tick
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.terminal.view import TerminalView, has_screen

from .makers import ANNA, BEN, RED, English, a_roll, a_ruling, a_turn
from .pseudo import PseudoTerminal

GAME: Sequence[Effect] = (
    a_turn(),
    ShowStatus(Status.ROLLING),
    Say(saying(Sentence.DICE_ROLLING)),
    ShowRoll(a_roll(), "greatest_sum"),
    ShowStatus(Status.GRAB),
    ShowGrab(ANNA, RED, 741.0),
    ShowRuling(a_ruling()),
    ShowWinner(ANNA),
)
LEAVE_SCREEN, SHOW_CURSOR = "\x1b[?1049l", "\x1b[?25h"
SENTENCES = [
    "Dice rolling.",
    "Anna takes red after 741 ms.",
    "Greatest sum: black 11, white 12, red 13 → red.",
    "Anna wins the game.",
]


class Lines(io.StringIO):
    """A file that remembers how often it was flushed."""

    flushed = 0

    def flush(self) -> None:
        self.flushed += 1
        super().flush()


def show(view: TerminalView, *effects: Effect) -> None:
    view.show(Tick(1.0), effects, now=1.0)


def a_console(terminal: PseudoTerminal, term: str = "xterm-256color") -> Console:
    return Console(file=terminal.file, width=80, height=24, _environ={"TERM": term})


def test_a_pipe_gets_plain_sentences_one_a_line() -> None:
    file = Lines()
    with TerminalView(Console(file=file), English()) as view:
        show(view, *GAME)
    assert file.getvalue().splitlines() == SENTENCES
    assert file.flushed >= len(SENTENCES)


def test_a_pipe_gets_a_sentence_as_often_as_it_is_said() -> None:
    file = Lines()
    with TerminalView(Console(file=file), English()) as view:
        show(view, *[Say(saying(Sentence.DICE_ROLLING))] * 3)
    assert file.getvalue().splitlines() == ["Dice rolling."] * 3


def test_a_pipe_gets_no_control_codes_even_where_colours_are_forced() -> None:
    file = Lines()
    console = Console(file=file, _environ={"FORCE_COLOR": "1", "TERM": "xterm"})
    with TerminalView(console, English({ANNA: "\x1b[31mAn\nna[bold]"})) as view:
        show(view, *GAME)
    assert "\x1b" not in file.getvalue()
    assert "An na[bold] wins the game." in file.getvalue().splitlines()[-1]


def test_what_a_file_cannot_spell_is_no_reason_to_stop() -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii")
    with TerminalView(Console(file=file), English({ANNA: "Zoë"})) as view:
        show(view, ShowWinner(ANNA))
    assert raw.getvalue() == b"Zo? wins the game.\n"


def test_a_dumb_terminal_gets_plain_sentences() -> None:
    with PseudoTerminal() as terminal:
        assert not has_screen(a_console(terminal, term="dumb"))
        with TerminalView(a_console(terminal, term="dumb"), English()) as view:
            show(view, *GAME)
        assert "\x1b" not in terminal.read_until("Anna wins the game.")


def test_a_terminal_gets_a_picture_and_each_grab_at_once() -> None:
    with PseudoTerminal() as terminal, TerminalView(a_console(terminal), English()) as view:
        terminal.read_until("Pi Diavolo")
        show(view, *GAME[:5])
        terminal.read_until("greatest sum")
        show(view, ShowGrab(BEN, RED, 512.0))
        terminal.read_until("512 ms")


def test_the_terminal_is_given_back_with_the_standing_on_it() -> None:
    with PseudoTerminal() as terminal:
        view = TerminalView(a_console(terminal), English())
        show(view, *GAME)
        view.close()
        assert "Anna" in terminal.read_until("5 gems", after=LEAVE_SCREEN)
        assert SHOW_CURSOR in terminal.seen


def test_an_exception_gives_the_terminal_back_too() -> None:
    with PseudoTerminal() as terminal:
        with contextlib.suppress(KeyboardInterrupt), TerminalView(a_console(terminal), English()):
            raise KeyboardInterrupt
        terminal.read_until(LEAVE_SCREEN)


def test_closing_twice_does_no_harm() -> None:
    with PseudoTerminal() as terminal:
        view = TerminalView(a_console(terminal), English())
        view.close()
        view.close()
        assert terminal.read_until(LEAVE_SCREEN).count(LEAVE_SCREEN) == 1


def test_a_resized_window_gets_a_picture_that_fits() -> None:
    with PseudoTerminal() as terminal:
        console = a_console(terminal)
        with TerminalView(console, English()) as view:
            show(view, *GAME[:5])
            terminal.read_until("▗▄▄▄▄▄▖")
            console.size = ConsoleDimensions(40, 15)
            terminal.read_until(" 2 ")


def test_no_colour_is_used_where_none_is_wanted() -> None:
    with PseudoTerminal() as terminal:
        console = Console(
            file=terminal.file, width=80, height=24, _environ={"TERM": "xterm", "NO_COLOR": "1"}
        )
        with TerminalView(console, English()) as view:
            show(view, *GAME)
            seen = terminal.read_until("Anna wins!")
        assert "38;2" not in seen
        assert "[31m" not in seen
