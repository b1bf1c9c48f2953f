"""Tells a game of Devil's Dice in the page's own language."""

from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.board_views import BoardView, CounterStanding, MoveOffered, Mover, ToPut, TurnShown
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.web.board_shown import (
    BoardShown,
    BoardTurn,
    CounterShown,
    HomeShown,
    LayoutShown,
    MoverShown,
    MoveShown,
    ToPutShown,
)
from pi_diavolo.web.tongue import Tongue

# A page is told all of this after every change; whoever wants to know more asks for the turns.
TURNS_SHOWN = 24


def board_shown(view: BoardView, tongue: Tongue) -> BoardShown:
    """What everyone sees, in words and numbers."""
    return BoardShown(
        view.game,
        view.turn,
        view.step,
        _layout(view.layout),
        {home.colour: tongue.colour(home.colour) for home in view.layout.homes},
        tuple(_mover(mover, tongue) for mover in view.movers),
        tuple(map(counter_shown, view.counters)),
        view.awaited,
        tongue.say(view.saying) if view.saying else "",
        view.dice,
        tuple(map(move_shown, view.moves)),
        tuple(_to_put(task, tongue) for task in view.to_put),
        tuple(_turn(turn, view.game, tongue) for turn in view.turns[-TURNS_SHOWN:]),
        view.ended,
        view.winner,
    )


def counter_shown(standing: CounterStanding) -> CounterShown:
    """A counter where it stands."""
    counter = standing.counter
    return CounterShown(counter.colour, counter.number, standing.shape, standing.square, standing.must_leave)


def move_shown(offered: MoveOffered) -> MoveShown:
    """A legal move and what comes of it."""
    return MoveShown(offered.move.counter, offered.move.to, offered.takes, offered.promotes)


def _layout(layout: Layout) -> LayoutShown:
    homes = tuple(HomeShown(home.colour, home.squares) for home in layout.homes)
    return LayoutShown(layout.columns, layout.rows, homes, layout.lines, layout.safe)


def _mover(mover: Mover, tongue: Tongue) -> MoverShown:
    return MoverShown(mover.seat, tongue.player(mover.seat), mover.colours, mover.left, mover.rolled_off)


def _to_put(task: ToPut, tongue: Tongue) -> ToPutShown:
    return ToPutShown(tongue.say(task.saying), task.square)


def _turn(turn: TurnShown, game: int, tongue: Tongue) -> BoardTurn:
    ruling = turn.ruling
    told = Ruling(game, turn.number, turn.seat, None, (), move=ruling)
    return BoardTurn(
        turn.number,
        turn.seat,
        tongue.ruling(told),
        ruling.dice,
        ruling.move,
        ruling.came_from,
        ruling.taken,
        ruling.promoted,
        ruling.overdue,
        ruling.passed,
        ruling.struck,
        turn.corrected,
    )
