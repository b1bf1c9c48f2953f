"""How simulated people play: how fast they see each answer, how often wrongly, and their bad habits."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from types import MappingProxyType

from pi_diavolo.table.pieces import IMPS, Colour

# No hand is faster than this once the eye has seen the dice lie still.
FASTEST_S = 0.18
# An early hand dives in this long before the dice lie still.
EARLIEST_S, LATEST_EARLY_S = 0.5, 0.03


class Habit(StrEnum):
    """What a hand does beside taking one imp and holding it."""

    STEADY = "steady"
    EARLY = "early"
    SECOND = "second"
    TWO_AT_ONCE = "two_at_once"
    NOTHING = "nothing"
    PUT_BACK = "put_back"
    MASH = "mash"


@dataclass(frozen=True, slots=True)
class Reaction:
    """Seconds on average, their spread as a share of it, and the share of wrong answers."""

    seconds: float
    spread: float
    errors: float


@dataclass(frozen=True, slots=True)
class Skill:
    """One kind of player; orders without an entry of their own take `otherwise`."""

    otherwise: Reaction
    orders: Mapping[str, Reaction] = field(default_factory=dict)
    habits: Mapping[Habit, float] = field(default_factory=dict)

    def reaction(self, order_face: str) -> Reaction:
        """How this player answers one order."""
        return self.orders.get(order_face, self.otherwise)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a player is about to do: the colour (or none), seconds after the dice's rest (< 0: early).

    `other` is the colour of the second hand where the habit needs one.
    """

    colour: Colour | None
    after_s: float
    habit: Habit = Habit.STEADY
    other: Colour | None = None


def decide(rng: Random, skill: Skill, order_face: str, right: Colour) -> Intent:
    """What a player of this skill does when this colour is right."""
    habit, reaction = _habit(rng, skill), skill.reaction(order_face)
    after_s = max(FASTEST_S, _reaction_time(rng, reaction))
    if habit is Habit.NOTHING:
        return Intent(None, after_s, habit)
    if habit is Habit.EARLY:
        return Intent(rng.choice(IMPS), -rng.uniform(LATEST_EARLY_S, EARLIEST_S), habit)
    colour = another(rng, right) if rng.random() < reaction.errors else right
    if habit in (Habit.STEADY, Habit.MASH):
        return Intent(colour, after_s, habit)
    return Intent(colour, after_s, habit, other=another(rng, colour))


def another(rng: Random, *seen: Colour) -> Colour:
    """Any colour but these; there must be one."""
    return rng.choice([colour for colour in IMPS if colour not in seen])


def _habit(rng: Random, skill: Skill) -> Habit:
    draw = rng.random()
    for habit, chance in skill.habits.items():
        if draw < chance:
            return habit
        draw -= chance
    return Habit.STEADY


def _reaction_time(rng: Random, reaction: Reaction) -> float:
    # Log-normal: nobody is much faster than usual, but everybody is sometimes much slower.
    variance = math.log1p(reaction.spread**2)
    return rng.lognormvariate(math.log(reaction.seconds) - variance / 2, math.sqrt(variance))


def _habits(*chances: float) -> Mapping[Habit, float]:
    bad = (habit for habit in Habit if habit is not Habit.STEADY)
    return MappingProxyType(dict(zip(bad, chances, strict=True)))


# Sums take longest; the nearest die is seen at a glance, but near calls are misjudged.
SKILLS: Mapping[str, Skill] = MappingProxyType(
    {
        "child": Skill(
            Reaction(3.5, 0.45, 0.30),
            {
                "greatest_sum": Reaction(5.2, 0.50, 0.38),
                "smallest_sum": Reaction(5.4, 0.50, 0.40),
                "greatest_difference": Reaction(4.4, 0.50, 0.36),
                "most_odd": Reaction(3.4, 0.45, 0.30),
                "highest_value": Reaction(2.2, 0.45, 0.24),
                "closest": Reaction(1.7, 0.40, 0.18),
            },
            _habits(0.03, 0.02, 0.01, 0.03, 0.03, 0.04),
        ),
        "beginner": Skill(
            Reaction(2.8, 0.40, 0.20),
            {
                "greatest_sum": Reaction(3.9, 0.45, 0.24),
                "smallest_sum": Reaction(4.0, 0.45, 0.25),
                "greatest_difference": Reaction(3.4, 0.45, 0.24),
                "most_odd": Reaction(2.6, 0.40, 0.19),
                "highest_value": Reaction(1.8, 0.40, 0.15),
                "closest": Reaction(1.5, 0.35, 0.14),
            },
            _habits(0.015, 0.01, 0.006, 0.02, 0.015, 0.01),
        ),
        "regular": Skill(
            Reaction(2.1, 0.35, 0.11),
            {
                "greatest_sum": Reaction(2.9, 0.35, 0.13),
                "smallest_sum": Reaction(3.0, 0.35, 0.13),
                "greatest_difference": Reaction(2.5, 0.35, 0.13),
                "most_odd": Reaction(1.9, 0.35, 0.10),
                "highest_value": Reaction(1.4, 0.30, 0.08),
                "closest": Reaction(1.25, 0.30, 0.10),
            },
            _habits(0.008, 0.005, 0.003, 0.008, 0.005, 0.004),
        ),
        "champion": Skill(
            Reaction(1.5, 0.22, 0.05),
            {
                "greatest_sum": Reaction(2.0, 0.22, 0.06),
                "smallest_sum": Reaction(2.05, 0.22, 0.06),
                "greatest_difference": Reaction(1.8, 0.22, 0.06),
                "most_odd": Reaction(1.35, 0.22, 0.05),
                "highest_value": Reaction(1.0, 0.20, 0.04),
                "closest": Reaction(0.9, 0.20, 0.06),
            },
            _habits(0.004, 0.002, 0.001, 0.001, 0.001, 0.001),
        ),
    }
)
