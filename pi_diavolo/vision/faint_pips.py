"""Dark pips that a mirrored lamp has washed out: where those that are seen are faint, others may be gone."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.networks import Numbers
from pi_diavolo.vision.patches import Bytes, Cut

# What of a top face is looked at: its rim is rounded and dark.
FACE = Cut(32, 0.8)
DARK_PIPPED = frozenset({"white", "yellow"})
# Ink that is lighter than this share of the body has the lamp's light upon it; plain ink is far darker. Where
# the body is burnt, that is asked of each pip: one of a three was so light, and its middle one gone. Of 4,667
# bright painted faces that were read rightly no more than 13 others are doubted for it.
FAINTEST = 0.7
# The body's shade and the ink's: so many percent of the face are darker.
BODY, INK = 85.0, 1.0
# The values that show all pips of another one and more: those a lamp may have hidden.
AND_MORE: Mapping[int, tuple[int, ...]] = {1: (3, 5), 2: (3, 4, 5, 6), 3: (5,), 4: (5, 6), 5: (), 6: ()}
# So likely at most is the value that is seen then.
MOST = 0.9
# Where pips may be, by rows: in all ways a die can lie that is seen along its sides.
CORNERS = {0, 2, 6, 8}
ARRANGED: Mapping[int, tuple[set[int], ...]] = {
    1: ({4},),
    2: ({0, 8}, {2, 6}),
    3: ({0, 4, 8}, {2, 4, 6}),
    4: (CORNERS,),
    5: (CORNERS | {4},),
    6: (CORNERS | {1, 7}, CORNERS | {3, 5}),
}
EVENLY = np.full((1, 3), 1 / 3, np.float32)  # the colours' shares of a shade
# How far from the middle they are, in pixels of the face, and how wide round such a place is looked.
AWAY, AROUND = 10.4, (5, 5)
# Brighter than this nothing is told apart; a body darker than this there is lit by the lamp only in places;
# darker than this share of the body's usual shade, it is a pip.
BURNT, UNLIT, PIP = 235.0, 215.0, 0.6


def may_hide(values: Sequence[float]) -> bool:
    """Whether there are doubts to be had: more pips than are seen, and no doubt enough as it is."""
    most = max(values)
    return most > MOST and bool(AND_MORE.get(values.index(most)))


def is_faint(face: Bytes, value: int) -> bool:
    """Whether even the darkest of this face (FACE) is washed out, or a pip of this value on a burnt one."""
    gray, ordered = _shades(face)
    body, ink = _darker(ordered, BODY), _darker(ordered, INK)
    if ink > FAINTEST * body:
        return True
    if _darker(ordered, 50.0) <= BURNT:
        return False
    shades = _at_places(cv2.erode(gray, np.ones(AROUND, np.uint8)))
    return bool(min(max(shades[place] for place in pips) for pips in ARRANGED[value]) > FAINTEST * body)


def burnt_away(face: Bytes, value: int) -> tuple[int, ...]:
    """The values this face (FACE) may show instead: all pips they have more lie where a lamp is mirrored."""
    if face.max() <= BURNT:  # as in most pictures
        return ()
    gray, ordered = _shades(face)
    usual = _darker(ordered, 50.0)
    body = ordered[np.searchsorted(ordered, PIP * usual, "right") :]
    if _darker(body, 15.0) > UNLIT:  # bright all over: there dark pips are still seen
        return ()
    darkest, mean = cv2.erode(gray, np.ones(AROUND, np.uint8)), cv2.blur(gray, AROUND)
    pips, burnt = _where(_at_places(darkest) < PIP * usual), _where(_at_places(mean) > BURNT)
    return tuple(
        more
        for more in AND_MORE.get(value, ())
        if any(pips <= all_ and all_ > pips and all_ - pips <= burnt for all_ in ARRANGED[more])
    )


def _shades(face: Bytes) -> tuple[Numbers, Numbers]:
    """The face in shades of gray, and all of these from the darkest to the brightest."""
    gray = np.asarray(cv2.transform(face.astype(np.float32), EVENLY), np.float32)
    return gray, np.sort(gray, axis=None)


def _darker(ordered: Numbers, percent: float) -> float:
    """The shade than which so many percent of these are darker; numpy takes eight times as long."""
    whole, part = divmod((len(ordered) - 1) * percent / 100, 1)
    low, high = ordered[int(whole)], ordered[min(int(whole) + 1, len(ordered) - 1)]
    return float(low + (high - low) * np.float32(part))


def _at_places(shades: Numbers) -> Numbers:
    """The shades at the places where pips may be."""
    rows = [round(FACE.px / 2 - 0.5 + away) for away in (-AWAY, 0.0, AWAY)]
    return np.asarray(shades[np.ix_(rows, rows)].ravel(), np.float32)


def _where(there: npt.NDArray[np.bool_]) -> set[int]:
    """At which of the places this is so."""
    return set(np.flatnonzero(there).tolist())


def doubted(values: Sequence[float], more: Sequence[int] | None = None) -> tuple[float, ...]:
    """The chances of each value, 0 for no pips, if more pips may be there than are seen: those of `more`."""
    seen = int(np.argmax(values))
    more = AND_MORE.get(seen, ()) if more is None else more
    if not more or values[seen] <= MOST:
        return tuple(values)
    chances = list(values)
    chances[seen] = MOST
    for value in more:
        chances[value] += (values[seen] - MOST) / len(more)
    return tuple(chances)
