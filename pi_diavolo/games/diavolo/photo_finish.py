"""Who reached for the last imp at the same time as others, in a turn long past."""

from collections.abc import Iterable
from itertools import combinations

from pi_diavolo.games.diavolo.hand_out import Outcome, Press, hand_out
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.rules import FEWEST_PLAYERS, imps_in_play
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling


def photo_finish(presses: Iterable[Press], ruling: Ruling, rules: HouseRules) -> frozenset[Seat]:
    """All whose grab was too near to another to tell them apart, when there was one imp too few."""
    took = {result.seat: result.took for result in ruling.results}
    of_these = [press for press in presses if press.grab.seat in took]
    if len(took) < FEWEST_PLAYERS or not any(_near(*pair, rules) for pair in combinations(of_these, 2)):
        return frozenset()
    hands = hand_out(of_these, imps_in_play(len(took)), rules)
    held = {seat: hands.held[seat].grab.colour if seat in hands.held else None for seat in took}
    if held != took:  # people decided, or an imp was put back: then nothing can be told from the grabs alone
        return frozenset()
    at_once = (Outcome.SHARED, Outcome.LOST)
    return frozenset(press.grab.seat for press, outcome in hands.outcomes.items() if outcome in at_once)


def _near(one: Press, other: Press, rules: HouseRules) -> bool:
    """May these two be a photo finish? Most turns have none, and then nobody need be handed anything."""
    a, b = one.grab, other.grab
    band = rules.resolution_ms / 1000 + a.error + b.error
    return a.colour is b.colour and a.seat != b.seat and (a.at == b.at or abs(a.at - b.at) < band)
