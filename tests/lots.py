"""How many cases are drawn by lot: a share of them in every run, all of them when somebody has the time."""

from hypothesis import settings

# What --hypothesis-profile thorough would draw (tests/conftest.py); it is chosen before any test is read.
THOROUGH = settings.get_profile("thorough").max_examples


def by_lot(most: int, *, usually: int) -> int:
    """So many cases: `most` of them in a thorough run."""
    return most if settings().max_examples >= THOROUGH else usually
