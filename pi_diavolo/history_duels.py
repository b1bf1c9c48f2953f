"""Duels of the past: a row for each seat in each round, and what each player did."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pi_diavolo.history_following import GameRecord
from pi_diavolo.table.duels import Element, ImpName, RoundRuling
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling

# Of each seat in a round; empty in other games.
COLUMNS = ("lead", "imps", *Element, "won", "won_doubly", "banished", "banished_dice")
BETWEEN = " + "  # names may have spaces in them


def cells(ruling: Ruling, seat: Seat) -> list[Any]:
    """What a round was for this seat, under these columns."""
    duel = ruling.duel
    if duel is None:
        return [None] * len(COLUMNS)
    totals = {trial.element: trial.totals.get(seat) for trial in duel.trials}
    won = [trial for trial in duel.trials if trial.winner == seat]
    return [
        ruling.roller == seat,
        BETWEEN.join(duel.played.get(seat, ())),
        *(totals.get(element) for element in Element),
        " ".join(trial.element for trial in won),
        " ".join(trial.element for trial in won if trial.double),
        BETWEEN.join(_lost(duel, seat)),
        " ".join(die.element for die in duel.banished_dice if die.owner == seat),
    ]


def _lost(duel: RoundRuling, seat: Seat) -> list[ImpName]:
    """The imps of this seat that were banished in the round; only who is in play can be."""
    return [imp for imp in duel.banished if imp in duel.played.get(seat, ())]


@dataclass(frozen=True, slots=True)
class DuelTally:
    """What somebody did in some duels; trials count by element, imps by name."""

    counts: Counter[str] = field(default_factory=Counter)
    held: Counter[Element] = field(default_factory=Counter)
    won: Counter[Element] = field(default_factory=Counter)
    doubly: Counter[Element] = field(default_factory=Counter)
    drew: Counter[Element] = field(default_factory=Counter)
    played: Counter[ImpName] = field(default_factory=Counter)
    gone: Counter[ImpName] = field(default_factory=Counter)


def count(record: GameRecord) -> Mapping[Seat, DuelTally]:
    """Every seat's part in one duel; rounds struck out, or played on after the end, count for nobody."""
    rounds = [each for each in record.rulings if each.duel and not each.duel.struck and not each.played_on]
    return {seat: together(_round(ruling, seat) for ruling in rounds) for seat in record.seats}


def together(tallies: Iterable[DuelTally]) -> DuelTally:
    """All of them as one."""
    whole = DuelTally()
    for tally in tallies:
        for name in DuelTally.__slots__:
            getattr(whole, name).update(getattr(tally, name))
    return whole


def told(tally: DuelTally, newest: int | None = None) -> dict[str, Any]:
    """The same in plain numbers."""
    numbers = ("rounds", "led", "trials", "won", "doubly", "banished", "lost", "dice_lost", "corrected")
    elements = [
        {
            "element": str(element),
            "held": tally.held[element],
            "won": tally.won[element],
            "doubly": tally.doubly[element],
            "drew": tally.drew[element],
        }
        for element in Element
    ]
    imps = [
        {"imp": imp, "played": times, "banished": tally.gone[imp]}
        for imp, times in sorted(tally.played.items(), key=lambda each: (-each[1], each[0]))
    ]
    return {**{name: tally.counts[name] for name in numbers}, "elements": elements, "imps": imps}


def _round(ruling: Ruling, seat: Seat) -> DuelTally:
    duel = ruling.duel
    assert duel is not None, "rounds of other games were left out"
    lost = _lost(duel, seat)
    mine = [trial for trial in duel.trials if trial.winner == seat]
    counts = Counter(
        rounds=1,
        led=int(ruling.roller == seat),
        trials=len(duel.trials),
        won=len(mine),
        doubly=sum(trial.double for trial in mine),
        banished=sum(len(_lost(duel, other)) for other in duel.played if other != seat),
        lost=len(lost),
        dice_lost=sum(die.owner == seat for die in duel.banished_dice),
        corrected=int(ruling.corrected),
    )
    return DuelTally(
        counts,
        Counter(trial.element for trial in duel.trials),
        Counter(trial.element for trial in mine),
        Counter(trial.element for trial in mine if trial.double),
        Counter(trial.element for trial in duel.trials if trial.winner is None),
        Counter(duel.played.get(seat, ())),
        Counter(lost),
    )
