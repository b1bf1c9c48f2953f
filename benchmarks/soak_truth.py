"""Who knows what truly lay there and who took what: counts the rulings that are wrong."""

from collections import Counter
from collections.abc import Mapping

from benchmarks.soak_world import Thrown
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulation import solver
from pi_diavolo.table.rulings import Ruling


def is_wrong(ruling: Ruling, thrown: Thrown, rules: HouseRules) -> bool:
    """Whether a ruling differs from what the dice truly said; a roll that does not count has none."""
    if ruling.reason is None or ruling.corrected:
        return False  # struck out, or what people made of it afterwards
    if not thrown.counts or thrown.face is None:
        return True
    return solver(rules)(thrown.roll, thrown.face) is not ruling.reason.answer


class Judge:
    """Hears of every throw and of every ruling, in their order."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.rules = HouseRules()
        self._thrown: dict[tuple[int, int], Thrown] = {}
        self._answered = False
        self._turns: set[tuple[int, int]] = set()
        self._took: dict[tuple[int, int], Mapping[int, str]] = {}

    def throw(self, thrown: Thrown) -> None:
        """The dice leave the hand."""
        self._answered = False
        if not thrown.alone:
            self._thrown[thrown.game, thrown.turn] = thrown

    def took(self, game: int, turn: int, took: Mapping[str, str]) -> None:
        """What hands truly took, where that is beyond doubt; told before the ruling is."""
        self._took[game, turn] = {int(seat): colour for seat, colour in took.items()}

    def answered(self) -> None:
        """Somebody answered a question of this turn."""
        self._answered = True

    def rule(self, ruling: Ruling) -> None:
        """A ruling was given."""
        turn = (ruling.game, ruling.turn)
        self.counts["rulings"] += 1
        self.counts["games"] += ruling.over and not ruling.corrected
        if ruling.corrected or ruling.reason is None:
            self.counts["rulings corrected or struck by people"] += 1
            return
        self._turns.add(turn)
        self.counts["turns"] = len(self._turns)
        by_people = self._answered or ruling.reason.decided_by_people
        self.counts["rulings after a person's answer"] += by_people
        self._answered = False
        thrown = self._thrown.get(turn)
        if thrown is None:
            self.counts["rulings without a throw"] += 1
        if thrown is None or is_wrong(ruling, thrown, self.rules):
            self.counts["wrong rulings after a person's answer" if by_people else "wrong rulings"] += 1
            scores = ", ".join(f"{colour} {score:g}" for colour, score in ruling.reason.scores.items())
            asked = ", after a person's answer" if by_people else ""
            ruled = f"{ruling.reason.order}, {ruling.reason.answer} ({scores}{asked})"
            self.wrong.append(f"game {turn[0]}, turn {turn[1]}: ruled {ruled}, but {_lay(thrown)}")
        if (took := self._took.pop(turn, None)) is not None:
            self.counts["rulings compared with the hands, too"] += 1
            if took != (given := _taken(ruling)):
                self.wrong.append(f"game {turn[0]}, turn {turn[1]}: took {took}, but ruled {given}")


def _lay(thrown: Thrown | None) -> str:
    if thrown is None:
        return "nobody threw"
    dice = ", ".join(f"{die.colour} {die.value}" for die in thrown.roll.dice)
    return f"there lay {thrown.face}: {dice}" + ("" if thrown.counts else ", which does not count")


def _taken(ruling: Ruling) -> dict[int, str]:
    return {int(result.seat): str(result.took) for result in ruling.results if result.took is not None}
