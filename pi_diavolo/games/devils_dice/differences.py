"""The board that was seen beside the board as it should be: what hands have still to do, in sentences."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.table.board_views import ToPut
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Sentence, saying

Expected = Mapping[Square, tuple[Colour, Shape]]
Leftovers = Collection[tuple[Square, Colour]]


def expected(play: Play) -> Expected:
    """What should stand on each square that is not empty."""
    return {
        square: (counter.colour, play.counters[counter].shape) for square, counter in play.standing.items()
    }


def may_be(each: CounterSeen, colour: Colour) -> bool:
    """The eyes saw this colour there, or do not exclude it."""
    return each.colour is colour or colour in each.maybe


def fits(wanted: Expected, seen: BoardSeen, leftovers: Leftovers = ()) -> bool:
    """Could this be the board that was seen? Which shape a counter has does not matter here."""
    return not any(True for _ in missing(wanted, seen)) and not any(
        (each.square, each.colour) not in leftovers for each in strangers(wanted, seen)
    )


def still_there(leftovers: Leftovers, seen: BoardSeen) -> frozenset[tuple[Square, Colour]]:
    """Which counters that are out may not have been taken off yet."""
    there = {(each.square, each.colour) for each in seen.counters}
    return frozenset(
        each for each in leftovers if each in there or each[0] in seen.unsure or each[1] in seen.lost
    )


def missing(wanted: Expected, seen: BoardSeen) -> Iterator[Square]:
    """Where surely not stands what should."""
    found = {each.square: each for each in seen.counters}
    for square, (colour, _) in sorted(wanted.items()):
        if square in seen.unsure or (square not in found and colour in seen.lost):
            continue
        if square not in found or not may_be(found[square], colour):
            yield square


def unseen(wanted: Expected, seen: BoardSeen) -> Iterator[Square]:
    """Where something should stand, and the eyes cannot tell."""
    found = {each.square for each in seen.counters}
    for square, (colour, _) in sorted(wanted.items()):
        if square in seen.unsure or (square not in found and colour in seen.lost):
            yield square


def strangers(wanted: Expected, seen: BoardSeen) -> Iterator[CounterSeen]:
    """What surely stands where it should not."""
    for each in sorted(seen.counters, key=lambda each: each.square):
        meant = wanted.get(each.square)
        if each.square not in seen.unsure and (meant is None or not may_be(each, meant[0])):
            yield each


def caught_up(seen: BoardSeen, before: BoardSeen | None, wanted: Expected) -> BoardSeen:
    """The board as if hands had done what was still to be done where nothing has changed since `before`."""
    if before is None:
        return seen
    was, now = ({each.square: each for each in look.counters} for look in (before, seen))
    wrong = {*missing(wanted, before), *(each.square for each in strangers(wanted, before))}
    left = {square for square in wrong if was.get(square) == now.get(square) and square not in seen.unsure}
    if not left:
        return seen
    done = (CounterSeen(square, *wanted[square]) for square in left if square in wanted)
    kept = (each for each in seen.counters if each.square not in left)
    return replace(seen, counters=(*kept, *done))


def to_put(wanted: Expected, seen: BoardSeen, back: bool) -> tuple[ToPut, ...]:
    """What hands have to do; `back` where a counter was moved that should not have been."""
    lost, off, moved = list(missing(wanted, seen)), list[ToPut](), list[ToPut]()
    free = [*lost, *unseen(wanted, seen)]
    for each in strangers(wanted, seen):
        home = next((square for square in free if wanted[square][0] is each.colour), None)
        if home is None:
            off.append(_told(Sentence.BOARD_TAKE_OFF, each.square, each.colour))
            continue
        free.remove(home)
        put = Sentence.BOARD_PUT_BACK if back else Sentence.BOARD_PUT
        told = saying(put, colour=each.colour, came_from=each.square, square=home)
        moved += [ToPut(told, home), *_exchanged(each, home, wanted[home])]
    if seen.beside:
        moved.append(ToPut(saying(Sentence.BOARD_STRAIGHTEN, number=seen.beside)))
    lost = [square for square in lost if square in free]
    if len(lost) > seen.beside:
        moved += [_back_on(square, *wanted[square]) for square in lost]
    right = [each for each in seen.counters if each.square in wanted and each.square not in seen.unsure]
    shapes = [put for each in right for put in _exchanged(each, each.square, wanted[each.square])]
    return (*off, *moved, *shapes)


def _exchanged(each: CounterSeen, square: Square, wanted: tuple[Colour, Shape]) -> Iterator[ToPut]:
    colour, shape = wanted
    if each.colour is colour and each.shape not in (None, shape):
        pawn = shape is Shape.PAWN
        yield _told(Sentence.BOARD_MAKE_PAWN if pawn else Sentence.BOARD_MAKE_FLAT, square, colour)


def _back_on(square: Square, colour: Colour, shape: Shape) -> ToPut:
    return _told(Sentence.BOARD_PUT_PAWN if shape is Shape.PAWN else Sentence.BOARD_PUT_FLAT, square, colour)


def _told(sentence: Sentence, square: Square, colour: Colour) -> ToPut:
    return ToPut(saying(sentence, colour=colour, square=square), square)
