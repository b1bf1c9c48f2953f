"""Reports come later than what they report: how long a turn waits for them, and what was done in time."""

from collections.abc import Mapping
from enum import StrEnum

from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.games.diavolo.state import Evening, Turn
from pi_diavolo.games.diavolo.turns import the_game, the_turn
from pi_diavolo.table.events import Grab

# Evenings opened under these rules or later wait for what is on its way; those before closed by the clock.
WAITS_SINCE = 2

# A press whose edge was lost is known by the levels 0.3 s later; others come within a tenth of a second, on a
# loaded machine, too. A dock that was touched bit by bit is sure of its imp after 0.5 s, then waits 0.1 s for
# what was earlier. Whoever was slower than the time allows does not mind so short a wait.
REPORTED_WITHIN_S: Mapping[Grabs, float] = {Grabs.PANELS: 0.35, Grabs.PHONES: 0.35, Grabs.BASES: 0.75}

# When everyone has pressed, the last one's other button may be a moment behind; the ruling is not held up
# for longer than people notice.
TOGETHER_S = 0.005


class Arrival(StrEnum):
    """Whether an imp was taken before the time was up."""

    IN_TIME = "in_time"
    DOUBTFUL = "doubtful"
    TOO_LATE = "too_late"


def patience_s(evening: Evening) -> float:
    """How long after a moment all that was done before it has been reported."""
    return REPORTED_WITHIN_S[the_game(evening).rules.grabs] if evening.waits else 0.0


def together_s(evening: Evening) -> float:
    """How long after a press another of the same seat may be meant with it."""
    rules = the_game(evening).rules
    # Imps on docks are in the hand: there is nothing to press at once.
    waits = evening.waits and rules.grabs is not Grabs.BASES
    return TOGETHER_S + rules.resolution_ms / 1000 if waits else 0.0


def ends_at(turn: Turn) -> float | None:
    """The moment until which imps may be taken, as far as it is known."""
    return min(
        (end for end in (turn.deadline, turn.grace_until, turn.time_up_at) if end is not None), default=None
    )


def arrival(evening: Evening, grab: Grab) -> Arrival:
    """Judge a grab by its own times, whenever it was reported."""
    turn = the_turn(evening)
    end = ends_at(turn)
    if end is None:
        return Arrival.TOO_LATE if turn.time_up else Arrival.IN_TIME
    if grab.held_from <= end:
        return Arrival.IN_TIME
    if grab.docked is None:
        return Arrival.DOUBTFUL if grab.at - grab.error <= end else Arrival.TOO_LATE
    if grab.docked > end + the_game(evening).rules.arrival_s:
        return Arrival.TOO_LATE
    lifts = [] if grab.at == grab.docked else [at <= end for at in grab.one_of or (grab.at,)]
    if lifts and all(lifts):
        return Arrival.IN_TIME
    # From a base that does not feel, or one of several lifts, some of them too late: who knows?
    return Arrival.DOUBTFUL if not lifts or any(lifts) else Arrival.TOO_LATE
