"""One person at the keyboard among simulated players: keys take imps and answer what a die shows."""

from collections.abc import Callable, Mapping, Sequence

from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.effects import Ask, Effect, Unask
from pi_diavolo.table.events import Event, QuestionAnswered
from pi_diavolo.table.facts import Reached
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question

# The same keys in every language, beside the letters of the colours' names.
DIGITS = {"1": Colour.BLACK, "2": Colour.WHITE, "3": Colour.RED, "4": Colour.GRAY}


def keys(speaker: Speaker) -> Mapping[str, Colour]:
    """Which key takes which imp."""
    return DIGITS | {speaker.letter(colour).lower(): colour for colour in IMPS}


class PlayAlong:
    """Turns keys into a simulated hand's moves and into answers.

    An outlet, too, because what a digit means depends on what is asked.
    """

    def __init__(self, seat: Seat, speaker: Speaker, report: Callable[[Event | Reached], None]) -> None:
        self._seat, self._speaker, self._report = seat, speaker, report
        self._asked: dict[int, Question] = {}

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Remember which questions are open."""
        for effect in effects:
            match effect:
                case Ask(question=question):
                    self._asked[question.number] = question
                case Unask(question=number):
                    self._asked.pop(number, None)

    def press(self, key: str, at: float) -> None:
        """Take an imp; but while the table asks something, a digit is an answer or nothing."""
        asked = dict(self._asked)  # the table's loop may change it meanwhile
        if asked and key.isdigit():
            for number, question in asked.items():
                if question.die is not None and key in question.options:
                    self._report(QuestionAnswered(number, key, at))
        elif colour := keys(self._speaker).get(key.lower()):
            self._report(Reached(self._seat, colour, at))
