"""The course of a game: a roll-off, then turns clockwise; what needs nobody's word happens by itself."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from pi_diavolo.games.devils_dice.endings import end_of, most_counters
from pi_diavolo.games.devils_dice.ground import ground_of
from pi_diavolo.games.devils_dice.house_rules import HouseRules, NoMove, layout_in
from pi_diavolo.games.devils_dice.legal_moves import legal_moves, promotes
from pi_diavolo.games.devils_dice.play import CounterAt, Dice, Play, TurnHeld
from pi_diavolo.table.boards import COUNTERS_EACH, Counter, Ended, Move, MoveRuling, Shape
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat, next_to_the_left
from pi_diavolo.table.sentences import Sentence, saying

ALL_ROLLS: Sequence[Dice] = tuple(combinations_with_replacement(range(1, 7), 2))


def begin(seats: Sequence[Seat], rules: HouseRules, colours: Mapping[Seat, Sequence[Colour]]) -> Play:
    """A new game: all flats at home, and who begins is rolled for."""
    layout = layout_in(rules)
    owners = {colour: seat for seat in seats for colour in colours[seat]}
    counters = {
        Counter(home.colour, number): CounterAt(home.squares[number - 1])
        for home in layout.homes
        if home.colour in owners
        for number in range(1, COUNTERS_EACH + 1)
    }
    order = tuple(sorted(seats))
    return Play(order, rules, ground_of(layout), owners, counters, contenders=order, to_roll_off=order)


def rolled_off(play: Play, value: int) -> Play:
    """The next player has rolled a die for the beginning."""
    seat, *others = play.to_roll_off
    rolled = {**play.rolled_off, seat: value}
    play = play.having(
        news=(saying(Sentence.BOARD_ROLLED_OFF, player=seat, number=value),),
        rolled_off=rolled,
        to_roll_off=tuple(others),
        rolls=play.rolls + 1,
    )
    if others:
        return play
    best = max(rolled[each] for each in play.contenders)
    winners = tuple(each for each in play.contenders if rolled[each] == best)
    if len(winners) > 1:
        play = play.having(contenders=winners, to_roll_off=winners)
        return play.telling(saying(Sentence.BOARD_ROLL_OFF_AGAIN, players=winners))
    play = play.having(turn=1, mover=winners[0])
    return play.telling(saying(Sentence.BOARD_BEGINS, player=winners[0]))


def rolled(play: Play, dice: Dice) -> Play:
    """Two dice lie there; where nothing can move with them, the turn is over, or they are rolled again."""
    play = play.having(dice=dice, news=())
    if legal_moves(play, dice):
        return play
    if play.rules.no_move is NoMove.ROLL_AGAIN and any(legal_moves(play, roll) for roll in ALL_ROLLS):
        told = saying(Sentence.BOARD_NO_MOVE_ROLL_AGAIN, player=play.mover, rolled=dice)
        return play.having(dice=()).telling(told)
    return _end_turn(play, MoveRuling(dice, passed=True))


def moved(play: Play, move: Move) -> Play:
    """A counter goes where it may go with these dice, takes what stands there, and may become a pawn."""
    before = play.counters[move.counter]
    taken, promoted = play.standing.get(move.to), promotes(play, move)
    ruling = MoveRuling(play.dice, move, before.square, taken, promoted)
    changes = {move.counter: CounterAt(move.to, Shape.PAWN if promoted else before.shape)}
    if taken is not None:
        changes[taken] = _out(play, taken)
    return _end_turn(play.having(news=()).with_counters(changes), ruling)


def skip_turn(play: Play, seat: Seat, dice: Dice = ()) -> Play:
    """Pass over a turn of which nothing comes: people struck it out, or the player was out before."""
    return _next_turn(play.having(news=()), seat, MoveRuling(dice, struck=True))


def agreed_to_end(play: Play) -> Play:
    """The players leave it as it stands: the most counters win."""
    mover = play.mover or play.seats[0]
    held = TurnHeld(mover, MoveRuling(play.dice, ended=Ended.AGREED), play.left())
    winner = most_counters(play)
    # An end before the first turn stands in its place.
    return play.having(
        turn=max(play.turn, 1), dice=(), news=(), held=(*play.held, held), ended=Ended.AGREED, winner=winner
    )


def _end_turn(play: Play, ruling: MoveRuling) -> Play:
    """The player's other counters on safe squares go off, and it is the next one's turn, or the end."""
    mover = play.mover
    assert mover is not None, "a turn is somebody's"
    went = ruling.move.counter if ruling.move else None
    overdue = tuple(counter for counter in play.on_safe_squares(mover) if counter != went)
    play = play.with_counters({counter: _out(play, counter) for counter in overdue}).having(
        quiet=0 if ruling.taken else play.quiet + 1, passes=play.passes + 1 if ruling.passed else 0
    )
    ended, winner = end_of(play)
    told = MoveRuling(
        ruling.dice, ruling.move, ruling.came_from, ruling.taken, ruling.promoted, overdue, ruling.passed,
        ended=ended,
    )  # fmt: skip
    had = play.held[-1].left if play.held else {}
    play = _next_turn(play.having(ended=ended, winner=winner), mover, told)
    left = play.held[-1].left
    gone = [seat for seat in play.seats if not left[seat] and had.get(seat, 1)]
    return play.telling(*(saying(Sentence.BOARD_PLAYER_OUT, player=seat) for seat in gone))


def _next_turn(play: Play, seat: Seat, ruling: MoveRuling) -> Play:
    left = play.left()
    play = play.having(dice=(), held=(*play.held, TurnHeld(seat, ruling, left)))
    if play.over:
        return play
    return play.having(turn=play.turn + 1, mover=next_to_the_left(seat, play.still_in()))


def _out(play: Play, counter: Counter) -> CounterAt:
    return CounterAt(None, play.counters[counter].shape)
