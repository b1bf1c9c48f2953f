"""Words in plain English, a roll, a turn and a ruling to show."""

from collections.abc import Mapping, Sequence

from pi_diavolo.table.effects import (
    Ask,
    Effect,
    Ignore,
    Say,
    ShowGrab,
    ShowRuling,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
)
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour, Die, OrderDie, Point
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Reason, Ruling, SeatResult, Verdict
from pi_diavolo.terminal.words import Label

BLACK, WHITE, RED, GRAY = IMPS
ANNA, BEN, CLEO = Seat(1), Seat(2), Seat(3)
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo"}
INSTRUCTIONS = {
    "greatest_sum": "Take the colour whose dice add up to the most.",
    "smallest_sum": "Take the colour whose dice add up to the least.",
    "greatest_difference": "Take the colour whose highest and lowest dice lie furthest apart.",
    "most_odd": "Take the colour with the most dice that show 1, 3 or 5.",
    "highest_value": "Take the colour with the highest single die.",
    "closest": "Take the colour whose nearest die lies closest to the Order die.",
}
LABELS = {Label.TITLE: "Pi Diavolo", Label.WINS: "wins!", Label.STRUCK: "struck out"}
TITLED = (Label.GAME, Label.TURN, Label.ORDER, Label.ANSWER, Label.QUESTION, Label.IMPS, Label.PRESS)
STATUS = {
    Status.LOBBY: "take your seats",
    Status.IMPS: "put the imps back on their bases",
    Status.ROLL_NOW: "roll the dice!",
    Status.ROLLING: "the dice are rolling …",
    Status.READING: "reading the dice …",
    Status.GRAB: "GRAB NOW!",
    Status.CHOOSE: "choose",
    Status.QUESTION: "the table has a question",
    Status.PROTEST: "somebody protests",
    Status.PAUSED: "paused",
    Status.OVER: "the game is over",
}


class English:
    """The words of the tests: short, and easy to find on a screen."""

    def __init__(self, names: Mapping[Seat, str] = NAMES) -> None:
        self._names = names

    def narrate(self, effect: Effect) -> tuple[str, ...]:
        match effect:
            case Say(saying=saying) | Ignore(reason=saying) | Ask(saying=saying):
                return (str(saying.sentence).replace("_", " ").capitalize() + ".",)
            case ShowGrab(seat=seat, colour=Colour() as colour, after_ms=float() as ms):
                return (f"{self.player(seat)} takes {self.colour(colour)} after {self.milliseconds(ms)}.",)
            case ShowRuling(ruling=Ruling(reason=Reason() as reason)):
                return (f"{self.reason(reason).capitalize()}.",)
            case ShowWinner(winner=seat):
                return (f"{self.player(seat)} wins the game." if seat else "Nobody wins the game.",)
            case _:
                return ()

    def status(self, status: Status, seat: Seat | None) -> str:
        return f"{self.player(seat)}, {STATUS[status]}" if seat else STATUS[status].capitalize()

    def reason(self, reason: Reason) -> str:
        scores = ", ".join(f"{self.colour(c)} {s:g}" for c, s in reason.scores.items())
        return f"{self.order(reason.order)}: {scores} → {self.colour(reason.answer)}"

    def player(self, seat: Seat) -> str:
        return self._names.get(seat, f"seat {seat}")

    def colour(self, colour: Colour) -> str:
        return colour.value

    def letter(self, colour: Colour) -> str:
        return colour.value[0]

    def order(self, face: str) -> str:
        return face.replace("_", " ")

    def instruction(self, face: str) -> str:
        return INSTRUCTIONS.get(face, "Nobody knows this face.")

    def gems(self, count: int) -> str:
        return "1 gem" if count == 1 else f"{count} gems"

    def number(self, value: float, decimals: int | None = None) -> str:
        return f"{value:g}" if decimals is None else f"{value:.{decimals}f}"

    def milliseconds(self, ms: float) -> str:
        return f"{ms:.0f} ms"

    def label(self, label: Label) -> str:
        word = LABELS.get(label, label.value.replace("_", " "))
        return word.capitalize() if label in TITLED else word


def a_roll(
    black: Sequence[int] = (2, 3, 6),
    white: Sequence[int] = (1, 5, 6),
    red: Sequence[int] = (3, 5, 5),
    order: str = "greatest_sum",
) -> Roll:
    shown = zip(RIVALS, (black, white, red), strict=True)
    dice = [(colour, value) for colour, values in shown for value in values]
    placed = (Die(c, v, Point(-100 + 25 * i, 70 - 47 * (i % 4))) for i, (c, v) in enumerate(dice))
    return Roll(tuple(placed), OrderDie(order, Point(20, 10)))


def a_turn(number: int = 1, game: int = 1, players: Sequence[Seat] = tuple(NAMES)) -> ShowTurn:
    roller = players[(number - 1) % len(players)]
    each = {2: 1, 3: 2}.get(len(players), 3)
    imps = {BLACK: each, WHITE: each, RED: each, GRAY: 1}
    return ShowTurn(game, number, roller, tuple(players), imps, (None,) * 10)


def a_result(seat: Seat, took: Colour | None, verdict: Verdict, change: int = 0, gems: int = 5) -> SeatResult:
    return SeatResult(seat, verdict, took, None if took is None else 700.0 + 41 * seat, change, gems)


def a_ruling(turn: int = 1, game: int = 1, answer: Colour = RED, out: tuple[Seat, ...] = ()) -> Ruling:
    reason = Reason("greatest_sum", answer, {BLACK: 11, WHITE: 12, RED: 13}, (answer,))
    results = (
        a_result(ANNA, RED, Verdict.RIGHT),
        a_result(BEN, WHITE, Verdict.WRONG, -1, 4),
        a_result(CLEO, None, Verdict.NONE, -1, 3),
    )
    return Ruling(game, turn, ANNA, reason, results, out=out)


def status(which: Status, seat: Seat | None = None) -> ShowStatus:
    return ShowStatus(which, seat)
