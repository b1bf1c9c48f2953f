"""The imps' powers: which may be used now. One power an imp a round, and nobody must."""

from collections.abc import Iterator

from pi_diavolo.games.devilish_duels.agenda import PowerChance
from pi_diavolo.games.devilish_duels.cards import Power, When
from pi_diavolo.games.devilish_duels.deeds import possible
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.trials import holds, judged
from pi_diavolo.table.duels import ImpName, TrialRuling, Zone
from pi_diavolo.table.players import Seat


def usable(duel: Duel, chance: PowerChance) -> Iterator[tuple[ImpName, int]]:
    """The player's imps with the number of a power that would do something now."""
    trial = trial_of(duel, chance)
    for imp in duel.imps_of(chance.seat, Zone.IN_PLAY):
        for number, power in enumerate(duel.cards[imp].powers, 1):
            if (
                imp not in duel.used
                and fits(power, chance, trial)
                and does_something(duel, chance.seat, power)
            ):
                yield imp, number


def fits(power: Power, chance: PowerChance, trial: TrialRuling | None) -> bool:
    """Is this the moment for the power?"""
    # What lasts the whole round may still be begun before the trials.
    late = power.when is When.WHOLE_TURN and chance.when is When.BEFORE_TRIALS
    if power.when is not chance.when and not late:
        return False
    if trial is None:
        return True
    return power.trial in (None, trial.element) and holds(power.condition, trial, chance.seat)


def does_something(duel: Duel, seat: Seat, power: Power) -> bool:
    """Would at least one of its effects change anything?"""
    return any(possible(duel, seat, task) for task in power.tasks)


def trial_of(duel: Duel, chance: PowerChance) -> TrialRuling | None:
    """The trial that the chance is about, as it stands or as it ended."""
    if chance.trial is None:
        return None
    return judged(duel, chance.trial) if chance.when is When.IN_TRIAL else duel.ruling.trials[-1]
