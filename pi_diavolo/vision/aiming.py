"""Where the top faces of spotted dice are: aimed at, and again where a side face or a bad aim misleads."""

import math
from collections.abc import Callable, Sequence

from pi_diavolo.vision.patches import Pose, distance, facing
from pi_diavolo.vision.sight import A_FACE, FLAT, SeenDie, Sight
from pi_diavolo.vision.spots import LEAST_APART_DICE, apart

# So many things that seem not to lie flat are looked at again: each takes as long as a whole throw.
MOST_STRANGE = 3
# Less likely flat than this, it may be a side face; so sure of being one, a top face beside it is taken.
STRANGE, A_TOP = 0.6, 0.8
# So clearly a top face, it was aimed at well, however it lies.
CLEARLY_A_FACE = 0.97
# More likely nothing than this, it is no die.
NOTHING = 0.9
# Less likely a top face than this, it may be a side.
A_SIDE = 0.3
# How far off a bad aim may be, and how far from a side face's middle the top face's is, in die widths.
NEAR_DICE, BESIDE_DICE = 0.25, 0.65
AN_EIGHTH = math.pi / 4
# Nothing lies or leans so near to a die, in die widths, without hiding some of its top face.
ROOM_DICE = 0.55
# So little of a chance to lie flat, or to be nothing, has what surely leans.
SURELY_ASKEW = 0.05
# What seemed to lean, and beside which another aim is so surely flat and its pips so surely read, lies flat:
# of 289 painted dice that lay, but seemed to lean, 238 had such an aim, of 601 that leaned or stood 2.
SURELY_FLAT, SURELY_READ = 0.99, 0.999
# Two aims so near, in die widths, and turned by so little are at the same face.
SAME_FACE_DICE, SAME_TURN = 0.08, 0.25


def aimed_apart(sight: Sight, spotted: Sequence[Pose]) -> list[Pose]:
    """All aimed at; one that was pulled to the die beside it is aimed at once more, from farther away."""
    least = LEAST_APART_DICE * sight.die_mm
    aimed = sight.well_aimed(spotted)
    kept = apart(aimed, least)
    farther = []
    for spot, aim in zip(spotted, aimed, strict=True):
        beside = min(kept, key=lambda pose: distance(pose, aim))
        far = distance(spot, beside)
        if far > least and not any(aim is pose for pose in kept):
            out = sight.die_mm / far
            x, y = beside.x + (spot.x - beside.x) * out, beside.y + (spot.y - beside.y) * out
            farther.append(Pose(x, y, spot.yaw))
    return apart([*kept, *sight.well_aimed(farther)], least) if farther else kept


def aimed_again(sight: Sight, dice: list[SeenDie]) -> list[SeenDie]:
    """What seems not to lie flat may be badly aimed at, or a side face: take its top face if there is one."""
    # Print seems strange as well: first what is most likely something.
    strange = sorted((die for die in dice if is_strange(die)), key=lambda die: die.ways[-1])[:MOST_STRANGE]
    if not strange:
        return dice
    kept, still = [die for die in dice if die not in strange], list[SeenDie]()
    tops = _tops_round(sight, strange, kept, _beside)
    for die in strange:
        top = _top_of(die, tops, kept)
        if top is die and die.face < A_SIDE:
            still.append(die)
        elif is_apart(top, kept):
            kept.append(top)
    # What shows no face may be turned otherwise than it seemed to be.
    tops = _tops_round(sight, still, kept, _turned) if still else []
    for die in still:
        top = _top_of(die, tops, kept)
        if is_apart(top, kept):
            kept.append(top)
    return kept


def _tops_round(
    sight: Sight,
    strange: Sequence[SeenDie],
    kept: Sequence[SeenDie],
    places: Callable[[Pose, float], list[Pose]],
) -> list[SeenDie]:
    """The top faces that are found in such places round these dice; some may be those of other dice."""
    poses = [pose for die in strange for pose in places(facing(sight.camera, die.pose), sight.die_mm)]
    # Most of these end at the same few faces: each is read once, and none of a die that is known.
    aims, same = _different(sight, poses), SAME_FACE_DICE * sight.die_mm
    tops = [
        die for die in kept if top_face(die) > A_TOP and any(distance(die.pose, aim) <= same for aim in aims)
    ]
    new = [aim for aim in aims if all(distance(top.pose, aim) > same for top in tops)]
    return tops + sight.read_faces(new, NOTHING, A_SIDE)


def _top_of(die: SeenDie, tops: Sequence[SeenDie], others: Sequence[SeenDie]) -> SeenDie:
    """The one of these top faces that is this die's, or of which it is a side; the die itself if none is."""
    # Only what is no top face itself may be the side of a die farther away.
    reach = (NEAR_DICE * 2 if die.face > A_SIDE else 1.0) * die.size_mm
    near = [top for top in tops if distance(top.pose, die.pose) < reach]
    its_own = [top for top in near if is_apart(top, others)]
    lying = [top for top in near if top_face(top) > A_TOP]
    lying += [top for top in its_own if _surely_lies(top)]
    return max(lying, key=top_face, default=_clearest_face(die, its_own))


def _surely_lies(top: SeenDie) -> bool:
    """Its pips and that it lies flat are so sure that hardly anything else need speak for a top face."""
    return top.ways[FLAT] > SURELY_FLAT and max(top.values[1:]) > SURELY_READ and top.face > A_SIDE


def found_again(sight: Sight, lost: Sequence[Pose], dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The top faces that are found there if they are aimed at from all sides."""
    facings = [facing(sight.camera, pose) for pose in lost]
    beside = [
        pose for each in facings for places in (_beside, _turned) for pose in places(each, sight.die_mm)
    ]
    solid, found = [die for die in dice if is_accounted_for(die)], list[SeenDie]()
    aims = [aim for aim in _different(sight, beside) if is_free(aim, solid, sight.die_mm)]
    tops = sorted(sight.read_faces(aims, NOTHING, A_SIDE), key=top_face, reverse=True)
    for top in tops:
        if top_face(top) > A_TOP and is_apart(top, [*solid, *found]):
            found.append(top)
    return found


def is_free(aim: Pose, dice: Sequence[SeenDie], die_mm: float) -> bool:
    """None of the dice is so near that another one cannot be there."""
    return all(distance(aim, die.pose) > LEAST_APART_DICE * max(die_mm, die.size_mm) for die in dice)


def _different(sight: Sight, poses: Sequence[Pose]) -> list[Pose]:
    """All aimed at; of those that end at the same face one."""
    kept, same = list[Pose](), SAME_FACE_DICE * sight.die_mm
    for aim in sight.well_aimed(poses):
        if all(distance(aim, other) > same or _turn_between(aim, other) > SAME_TURN for other in kept):
            kept.append(aim)
    return kept


def _turn_between(one: Pose, other: Pose) -> float:
    """By how much one square is turned against another: an eighth of a turn at most."""
    quarters = (one.yaw - other.yaw) / (math.pi / 2)
    return abs(quarters - round(quarters)) * math.pi / 2


def is_accounted_for(die: SeenDie) -> bool:
    """Something is there, and it is a top face, or surely a die that leans or stands on another."""
    return die.ways[-1] < NOTHING and (die.face > A_SIDE or die.ways[FLAT] + die.ways[-1] < SURELY_ASKEW)


def _clearest_face(side: SeenDie, tops: Sequence[SeenDie]) -> SeenDie:
    """How a die lies is judged at its top face, if one was found beside what is surely none."""
    faces = [top for top in tops if top.face > A_FACE] if side.face < A_SIDE else []
    return max(faces, key=lambda top: top.face, default=side)


def is_apart(die: SeenDie, others: Sequence[SeenDie]) -> bool:
    """None of the others is at the same place."""
    return all(
        distance(die.pose, other.pose) > LEAST_APART_DICE * max(die.size_mm, other.size_mm)
        for other in others
    )


def is_side_of_any(side: SeenDie, dice: Sequence[SeenDie]) -> bool:
    """It is no top face, and so near to one that is seen whole and flat that no other die finds room."""
    return side.face < A_SIDE and any(
        top_face(die) > A_TOP and distance(side.pose, die.pose) < ROOM_DICE * die.size_mm for die in dice
    )


def is_strange(die: SeenDie) -> bool:
    """Something is there that seems not to lie flat, and that may have been aimed at badly."""
    return seems_askew(die) and die.face < CLEARLY_A_FACE


def seems_askew(die: SeenDie) -> bool:
    """Something is there that seems not to lie flat."""
    return die.ways[FLAT] < STRANGE and die.ways[-1] < NOTHING


def _beside(pose: Pose, die_mm: float) -> list[Pose]:
    """Where the top face may be instead: a little off any way, or right of or above what is a side face."""
    near, far = NEAR_DICE * die_mm, BESIDE_DICE * die_mm
    around = [(right, up) for right in (0.0, near, -near) for up in (0.0, near, -near)]
    return [pose.moved(right, up, 0.0) for right, up in (*around, (far, 0.0), (0.0, far))]


def _turned(pose: Pose, die_mm: float) -> list[Pose]:
    """Where it may be if its corners were taken for its sides."""
    near = NEAR_DICE * die_mm
    off = ((0.0, 0.0), (near, 0.0), (-near, 0.0), (0.0, near), (0.0, -near))
    return [pose.moved(right, up, AN_EIGHTH) for right, up in off]


def top_face(die: SeenDie) -> float:
    """How likely it is a top face that lies flat."""
    return die.ways[FLAT] * die.face
