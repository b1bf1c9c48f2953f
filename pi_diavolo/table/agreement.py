"""Do two views show the same dice? And what is doubtful where they do not."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import INVALID, Code, DieView, OrderDieView, TableView, Trouble

SAME_PLACE_MM = 1.5
DOUBT_MM = 16.0  # a die's width: one that is doubted is aimed at now at its top, now at its sides
SPOILING = frozenset({Code.DIE_COCKED, Code.DIE_STACKED})
ANY_VALUE = tuple(range(1, 7))


@dataclass(frozen=True, slots=True)
class Sighting:
    """A die once seen in peace: its colour, what it showed and where."""

    colour: Colour
    shows: int | str | None
    where: Point

    def is_same(self, other: "Sighting") -> bool:
        """Whether it has neither moved nor turned."""
        return self.shows == other.shows and self.is_there(other)

    def is_there(self, other: "Sighting") -> bool:
        """Whether it is the same die, whatever it shows."""
        return self.colour is other.colour and self.where.distance_to(other.where) <= SAME_PLACE_MM


def agree(one: TableView, other: TableView) -> bool:
    """Whether both show the same dice, in the same places, and find the same faults.

    What a die shows that leans, and where exactly, nobody can say.
    """
    if set(one.codes) != set(other.codes):
        return False
    ones, others = _sightings(one), _sightings(other)
    askew, askew_there = _spoilers(one), _spoilers(other)

    def is_there(die: Sighting) -> bool:
        leans_there = die in askew and any(_is_the_same_spoiler(die, there) for there in askew_there)
        return leans_there or any(die.is_same(there) for there in others)

    return len(ones) == len(others) and all(map(is_there, ones))


def confirm(one: TableView, other: TableView) -> bool:
    """Whether both say the same of the roll; a die that surely leans or stands on another spoils it alone."""
    ones, others = _spoilers(one), _spoilers(other)
    if one.valid is False and other.valid is False and ones and others:
        return any(_is_the_same_spoiler(a, b) for a in ones for b in others)
    return agree(one, other)


def _is_the_same_spoiler(one: Sighting, other: Sighting) -> bool:
    # A die that leans is aimed at as badly as one that is doubted.
    return one.colour is other.colour and one.where.distance_to(other.where) <= DOUBT_MM


def _spoilers(view: TableView) -> list[Sighting]:
    dice, faults = _sightings(view), [one for one in view.troubles if one.code in SPOILING]
    # The Order die is the last, and has no number.
    gray = [dice[-1] for fault in faults if fault.colour is Colour.GRAY and view.order_die]
    return gray + [dice[fault.die] for fault in faults if fault.die is not None]


def better(one: TableView, other: TableView) -> TableView:
    """The view whose least sure die is surer."""
    return one if _least_confidence(one) >= _least_confidence(other) else other


def sighted(views: Iterable[TableView]) -> tuple[Sighting, ...]:
    """Every die seen in these, as it was seen last."""
    latest: list[Sighting] = []
    for view in views:
        for die in _sightings(view):
            latest = [*(one for one in latest if not one.is_there(die)), die]
    return tuple(latest)


def marked(view: TableView, before: Sequence[Sighting]) -> TableView:
    """The view with a doubt about each die not seen before just as it lies now, and each that is gone."""
    now = _sightings(view)
    new = [index for index, die in enumerate(now) if not any(die.is_same(one) for one in before)]
    gone = Counter(one.colour for one in before if not any(one.is_same(die) for die in now))
    # A die that lies elsewhere now, or shows something else, accounts for one that is gone.
    gone.subtract(now[index].colour for index in new)
    lost = tuple(Trouble(Code.DIE_UNSURE, colour) for colour, count in gone.items() if count > 0)
    if not new and not lost:
        return view
    return _not_surely_invalid(_with_doubts(view, dict.fromkeys(new, ANY_VALUE), lost))


def doubted(views: Sequence[TableView]) -> TableView:
    """The view that most others agree with, doubtful wherever they do not."""
    best = max(views, key=lambda view: (sum(agree(view, one) for one in views), _least_confidence(view)))
    others = [_sightings(view) for view in views if view is not best]
    doubts: dict[int, tuple[int, ...]] = {}
    for index, die in enumerate(_sightings(best)):
        if 2 * sum(any(die.is_same(one) for one in seen) for seen in others) <= len(others):
            shown = {one.shows for seen in others for one in seen if one.is_there(die)} - {die.shows}
            doubts[index] = tuple(sorted(value for value in shown if isinstance(value, int))) or ANY_VALUE
    view = _with_doubts(best, doubts, ())
    return view if view.valid is None else _in_doubt_as_a_whole(view)


def lasting_doubt(views: Sequence[TableView]) -> TableView | None:
    """What these leave in doubt if they agree, or if one doubt runs through them all."""
    first, *others = views
    alike = all(agree(first, one) for one in others)
    shared = [all(_has_doubt(one, first, doubt) for one in others) for doubt in _doubts(first)]
    if not alike and not any(shared):
        return None
    if alike and all(shared) and all(len(_doubts(one)) == len(shared) for one in others):
        return better(views[-1], views[-2])
    view = doubted(views)
    # What only some of them saw, or doubted, may be so: no answer stands on the rest alone.
    return _in_doubt_as_a_whole(view)


def _not_surely_invalid(view: TableView) -> TableView:
    """A die that leans, or is one too many, may be what a hand has left: then it spoils nothing for sure."""
    return _in_doubt_as_a_whole(view) if INVALID.intersection(view.codes) else view


def _in_doubt_as_a_whole(view: TableView) -> TableView:
    return replace(view, troubles=tuple(dict.fromkeys((*view.troubles, Trouble(Code.DIE_UNSURE)))))


def _doubts(view: TableView) -> list[Trouble]:
    return [trouble for trouble in view.troubles if trouble.code not in INVALID]


def _has_doubt(view: TableView, other: TableView, doubt: Trouble) -> bool:
    """Whether this view has the other's doubt, too: about what lies there, or about the whole."""
    here = _place(other, doubt)
    for trouble in _doubts(view):
        there = _place(view, trouble)
        if here and there and here.distance_to(there) <= DOUBT_MM:
            return True
        if here is there is None and (trouble.code, trouble.colour) == (doubt.code, doubt.colour):
            return True
    return False


def _place(view: TableView, doubt: Trouble) -> Point | None:
    if doubt.die is not None:
        return view.dice[doubt.die].where
    return view.order_die.where if doubt.code is Code.ORDER_UNSURE and view.order_die else doubt.where


def _sightings(view: TableView) -> list[Sighting]:
    """The view's dice in their order, the Order die last."""
    dice = [Sighting(die.colour, die.value, die.where) for die in view.dice]
    order_die = view.order_die
    return [*dice, Sighting(Colour.GRAY, order_die.face, order_die.where)] if order_die else dice


def _with_doubts(
    view: TableView, doubts: Mapping[int, tuple[int, ...]], lost: tuple[Trouble, ...]
) -> TableView:
    """The view with these dice (counted as in _sightings) in doubt, and what else each may have shown."""
    dice, order_die, troubles = list(view.dice), view.order_die, list(view.troubles)
    if order_die and len(dice) in doubts:
        order_die = replace(order_die, maybe=())  # any face
        troubles.append(Trouble(Code.ORDER_UNSURE, Colour.GRAY, px=order_die.px))
    for index, values in doubts.items():
        if index == len(dice):
            continue
        die = dice[index]
        maybe = tuple(value for value in (*die.maybe, *values) if value != die.value)
        dice[index] = replace(die, maybe=tuple(dict.fromkeys(maybe)))
        troubles.append(Trouble(Code.DIE_UNSURE, die.colour, index, die.px))
    if doubts:  # a die that was touched may have lain nearer, or farther
        troubles.append(Trouble(Code.GAPS_TOO_CLOSE))
    unique = tuple(dict.fromkeys((*troubles, *lost)))
    return replace(view, dice=tuple(dice), order_die=order_die, troubles=unique)


def _least_confidence(view: TableView) -> float:
    shown: list[DieView | OrderDieView] = [*view.dice]
    if view.order_die:
        shown.append(view.order_die)
    return min((die.confidence for die in shown), default=0.0)
