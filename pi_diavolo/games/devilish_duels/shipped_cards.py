"""The cards that every table knows: three of which the booklet tells something, and plain imps beside them.

Zephyr has a second power that the booklet does not tell, Puck one that it does not tell either.
"""

KNOWN = """
[[card]]
name = "Zephyr"
element = "air"

[[card.power]]
when = "before_trials"
effect = { do = "add", amount = 1, count = "each", whose = "own", element = "air" }

[[card]]
name = "Mulch"
element = "earth"

[[card.power]]
when = "in_trial"
trial = "earth"
effect = { do = "reroll", count = 1, whose = "own", element = "earth" }

[[card]]
name = "Flicker"
element = "fire"

[[card.power]]
when = "after_trial"
trial = "fire"
condition = "won"
effect = { do = "add", amount = 1, count = "each", whose = "own", element = "air" }
"""

PLAIN = """
[[card]]
name = "Puck"

[[card]]
name = "Imp A"

[[card]]
name = "Imp B"

[[card]]
name = "Imp C"

[[card]]
name = "Imp D"
"""

# Their stickers. These numbers stay with these names for good: somebody has them glued on.
MARKERS = {
    "Zephyr": 10, "Mulch": 11, "Flicker": 12, "Puck": 13, "Imp A": 14, "Imp B": 15, "Imp C": 16, "Imp D": 17,
}  # fmt: skip


def shipped_marker(name: str) -> int | None:
    """The sticker of a built-in card, however its name is written; None for another card."""
    return next((marker for known, marker in MARKERS.items() if known.casefold() == name.casefold()), None)
