"""Imps between base and dock: which may still arrive, which nobody docked, and who had those."""

from collections.abc import Iterable
from dataclasses import replace

from pi_diavolo.games.diavolo.doubts import NOBODY, Asked
from pi_diavolo.games.diavolo.hand_out import Hands, Press
from pi_diavolo.games.diavolo.showing import hands_now, view_now
from pi_diavolo.games.diavolo.state import Evening, Stage, Turn, Unclaimed
from pi_diavolo.games.diavolo.turns import still_in, the_turn, with_turn
from pi_diavolo.table.events import Grab, ImpLifted, ImpUnclaimed
from pi_diavolo.table.lifts import unresolved
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question

# The version of the rules since which an imp that somebody put back undocked may count for them and for
# whoever took it from there.
RETURNS_SINCE = 6


def lift(evening: Evening, event: ImpLifted) -> Turn:
    """The turn with an imp that left its base in time: it may still arrive on a dock."""
    turn = the_turn(evening)
    grace = turn.grace_until if evening.waits else None
    ends = [end for end in (turn.deadline, turn.time_up_at, grace) if end is not None]
    in_time = (evening.starts, event.at) >= turn.began and all(event.at <= end for end in ends)
    over = turn.stage is Stage.IMPS or (turn.time_up and turn.time_up_at is None)
    if over or not in_time or event.colour is None or event in turn.lifts:
        return turn
    return replace(turn, lifts=(*turn.lifts, event))


def stand(evening: Evening, event: ImpUnclaimed) -> Turn:
    """The turn with an imp that was put back undocked; who had it is asked when the turn could close."""
    turn = the_turn(evening)
    lifts = _named(turn, event.colour, event.one_of or (event.lifted,))
    if event.colour is None or not lifts:
        return turn  # lifted when it did not count
    nothing_thrown = turn.stage is Stage.READY and turn.order_die is None
    if not event.ask or nothing_thrown:  # somebody set it straight; there was nothing to grab for
        return replace(turn, lifts=tuple(one for one in turn.lifts if one not in lifts))
    # People remember where it was taken from; it may stand on another base by now.
    bases = tuple(sorted(one.base for one in lifts))
    back = Unclaimed(event.colour, event.lifted, evening.starts, bases, event.one_of, evening.knows_returns)
    return replace(turn, landed=(*turn.landed, lifts), unclaimed=(*turn.unclaimed, back))


def land(turn: Turn, grab: Grab) -> Turn:
    """The turn with the imp of one of these lifts on a dock."""
    lifts = _named(turn, grab.colour, grab.one_of or (grab.at,))
    return replace(turn, landed=(*turn.landed, lifts)) if lifts else turn


def may_still_arrive(turn: Turn, grab: Grab) -> bool:
    """Lifted before the time was up, and docked within the grace for that."""
    if turn.arrival_until is None or grab.docked is None or grab.docked > turn.arrival_until:
        return False
    return bool(_named(turn, grab.colour, (grab.at,)))


def in_the_air(turn: Turn) -> bool:
    """Some imp that was lifted in time is neither on a dock nor back."""
    return bool(_missing(turn, start=0))


def forget_lifts(turn: Turn, start: int) -> Turn:
    """The program came back. What was in the air is docked by now, or asked about if the time was up."""
    missing = _missing(turn, start) if turn.time_up else ()
    return replace(turn, lifts=(), landed=(), unclaimed=(*turn.unclaimed, *missing))


def _named(turn: Turn, colour: Colour | None, times: Iterable[float]) -> frozenset[ImpLifted]:
    moments = set(times)
    return frozenset(lift for lift in turn.lifts if lift.colour is colour and lift.at in moments)


def _missing(turn: Turn, start: int) -> tuple[Unclaimed, ...]:
    """The imps of the lifts that nothing accounts for, colour by colour."""
    missing: list[Unclaimed] = []
    for colour in IMPS if turn.lifts else ():
        own = [lift for lift in turn.lifts if lift.colour is colour]
        lifts, taken = unresolved(own, (may for may in turn.landed if may & set(own)))
        if not taken:
            missing += [Unclaimed(colour, lift.at, start, (lift.base,)) for lift in lifts]
            continue
        times, bases = tuple(sorted(lift.at for lift in lifts)), tuple(sorted(lift.base for lift in lifts))
        one_of_these = Unclaimed(colour, times[0], start, bases, times)
        missing += [one_of_these] * (len(lifts) - len(taken))
    return tuple(missing)


# Who had it?


def question_who(evening: Evening, now: Hands) -> Question | None:
    """Who had the imps that lay on no dock? One question for all; only what would count is on offer."""
    offers = _offers(evening, now)
    if not offers:
        return None
    named = {colour for _, colour in offers}
    asked = dict.fromkeys((i.colour, base) for i in _unclaimed(evening) for base in i.bases)
    lifted = [(colour, base) for colour, base in asked if colour in named]
    return Question(
        0,
        Asked.WHO,
        (*(str(seat) if len(named) == 1 else f"{seat} {colour}" for seat, colour in offers), NOBODY),
        colours=tuple(colour for colour, _ in lifted),
        bases=tuple(base for _, base in lifted),
    )


def named(evening: Evening, question: Question, choice: str, now: Hands) -> Turn:
    """The turn with people's word: the imp is that seat's first one, or all of them are nobody's."""
    turn = the_turn(evening)
    if choice == NOBODY:
        return replace(turn, lifts=(), landed=(), unclaimed=())
    seat, _, colour = choice.partition(" ")
    key = Seat(int(seat)), Colour(colour) if colour else question.colours[0]
    imp = _offers(evening, now)[key]
    turn = replace(turn, presses=(*turn.presses, _press(key[0], imp)))
    if imp not in turn.unclaimed:  # missing, not put back
        return replace(turn, landed=(*turn.landed, _named(turn, imp.colour, imp.one_of or (imp.at,))))
    index = turn.unclaimed.index(imp)
    return replace(turn, unclaimed=(*turn.unclaimed[:index], *turn.unclaimed[index + 1 :]))


def _unclaimed(evening: Evening) -> list[Unclaimed]:
    turn = the_turn(evening)
    every = (*turn.unclaimed, *_missing(turn, evening.starts))
    return sorted(every, key=lambda imp: (imp.start, imp.at, IMPS.index(imp.colour)))


def _offers(evening: Evening, now: Hands) -> dict[tuple[Seat, Colour], Unclaimed]:
    """Which seat may have had which colour, and the earliest such imp."""
    if not (unclaimed := _unclaimed(evening)):
        return {}
    said = view_now(evening).grabs
    offers: dict[tuple[Seat, Colour], Unclaimed] = {}
    for seat in still_in(evening):
        for imp in unclaimed:
            if seat not in said and _would_count(evening, now, seat, imp):
                offers.setdefault((seat, imp.colour), imp)
    return offers


def _would_count(evening: Evening, now: Hands, seat: Seat, imp: Unclaimed) -> bool:
    """Whether the seat's first imp would be this one, with nothing taken from anybody else."""
    held = now.held.get(seat)
    if seat in now.undecided or (held and not _before(imp, held)):
        return False
    turn, press = the_turn(evening), _press(seat, imp)
    after = hands_now(with_turn(evening, replace(turn, presses=(*turn.presses, press)))).held
    others_keep_theirs = all(after.get(other) == now.held[other] for other in now.held if other != seat)
    return after.get(seat) == press and others_keep_theirs


def _before(imp: Unclaimed, held: Press) -> bool:
    # An imp on the dock gives way only to another colour that was surely lifted before it.
    latest = max((imp.at, *imp.one_of))
    return imp.colour is not held.grab.colour and (imp.start, latest) < (held.start, held.grab.at)


def _press(seat: Seat, imp: Unclaimed) -> Press:
    return Press(Grab(seat, imp.colour, imp.at, one_of=imp.one_of), imp.start, imp.back)
