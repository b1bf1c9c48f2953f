"""Games of Devil's Dice of the past: a row for each turn, and what each player did."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from pi_diavolo.history_following import GameRecord
from pi_diavolo.table.boards import Counter, MoveRuling
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling

# Of each turn; empty in other games.
COLUMNS = ("dice", "counter", "from", "to", "takes", "pawn", "off", "passed", "ended")


def cells(move: MoveRuling | None) -> list[Any]:
    """What a turn was, under these columns."""
    if move is None:
        return [None] * len(COLUMNS)
    return [
        " ".join(map(str, move.dice)),
        _named(move.move.counter) if move.move else None,
        move.came_from.name if move.came_from else None,
        move.move.to.name if move.move else None,
        _named(move.taken) if move.taken else None,
        move.promoted,
        " ".join(map(_named, move.overdue)),
        move.passed,
        move.ended,
    ]


def _named(counter: Counter) -> str:
    return f"{counter.colour}-{counter.number}"


@dataclass(frozen=True, slots=True)
class MovesTally:
    """What somebody did in some games: counters taken and lost, pawns made, own ones left on safe squares."""

    turns: int = 0
    moves: int = 0
    passed: int = 0
    took: int = 0
    lost: int = 0
    pawns: int = 0
    overdue: int = 0
    corrected: int = 0


def count(record: GameRecord) -> Mapping[Seat, MovesTally]:
    """Every seat's part in one game; turns that were struck, or played on after the end, count for nobody."""
    turns = [each for each in record.rulings if each.move and not each.move.struck and not each.played_on]
    before: list[Mapping[Seat, int]] = [turns[0].gems, *(turn.gems for turn in turns)] if turns else []
    return {
        seat: together(_turn(turn, had.get(seat, 0), seat) for turn, had in zip(turns, before, strict=False))
        for seat in record.seats
    }


def together(tallies: Iterable[MovesTally]) -> MovesTally:
    """All of them as one."""
    found = list(tallies)
    return MovesTally(*(sum(getattr(each, name.name) for each in found) for name in fields(MovesTally)))


def told(tally: MovesTally, newest: int | None = None) -> dict[str, Any]:
    """The same in plain numbers."""
    return asdict(tally)


def _turn(ruling: Ruling, had: int, seat: Seat) -> MovesTally:
    """What one turn was for one seat, which had so many counters before it."""
    move = ruling.move
    assert move is not None, "turns of other games were left out"
    if ruling.roller != seat:
        return MovesTally(lost=had - ruling.gems.get(seat, had))
    return MovesTally(
        turns=1,
        moves=int(move.move is not None),
        passed=int(move.passed),
        took=int(move.taken is not None),
        pawns=int(move.promoted),
        overdue=len(move.overdue),
        corrected=int(ruling.corrected),
    )
