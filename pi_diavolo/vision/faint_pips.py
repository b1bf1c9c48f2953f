"""Dark pips that a mirrored lamp has washed out: where those that are seen are faint, others may be gone."""

from collections.abc import Mapping, Sequence

import numpy as np

from pi_diavolo.vision.patches import Bytes, Cut

# What of a top face is looked at: its rim is rounded and dark.
FACE = Cut(32, 0.8)
DARK_PIPPED = frozenset({"white", "yellow"})
# Ink that is lighter than this share of the body has the lamp's light upon it; plain ink is far darker.
FAINTEST = 0.7
# The body's shade and the ink's: so many percent of the face are darker.
BODY, INK = 85.0, 1.0
# The values that show all pips of another one and more: those a lamp may have hidden.
AND_MORE: Mapping[int, tuple[int, ...]] = {1: (3, 5), 2: (3, 4, 5, 6), 3: (5,), 4: (5, 6), 5: (), 6: ()}
# So likely at most is the value that is seen then.
MOST = 0.9


def is_faint(face: Bytes) -> bool:
    """Whether even the darkest of this face (FACE) is washed out."""
    body, ink = np.percentile(face.mean(axis=2), (BODY, INK))
    return bool(ink > FAINTEST * body)


def doubted(values: Sequence[float]) -> tuple[float, ...]:
    """The chances of each value, 0 for no pips, if more pips may be there than are seen."""
    seen = int(np.argmax(values))
    more = AND_MORE.get(seen, ())
    if not more or values[seen] <= MOST:
        return tuple(values)
    chances = list(values)
    chances[seen] = MOST
    for value in more:
        chances[value] += (values[seen] - MOST) / len(more)
    return tuple(chances)
