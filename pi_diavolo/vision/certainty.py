"""How sure is sure, wherever values and colours of dice are weighed."""

import math

# A value that is likelier than this is believed.
SURE = 0.99
# Colours and values less likely than this are not thought of.
THINKABLE = 0.004
# What may be a top face or not.
AS_WELL_AS_NOT = 0.5


def log_odds(chance: float) -> float:
    """What a network says of something that is so likely."""
    return math.log(chance / (1 - chance))
