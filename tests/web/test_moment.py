"""The moment that pages show: what of a duel stays in it, and what does not."""

from pi_diavolo.table.events import Event, GameAbandoned
from pi_diavolo.web.moment import Board
from tests.games.devilish_duels.makers import DAVE, JENNY, TableOfTwo


def test_with_the_duel_the_hands_are_gone() -> None:
    """Nobody who sits down next may find the hand of whoever sat there before."""
    table = TableOfTwo(start=False)
    board = Board(table.referee, {}, lambda: 0)

    def does(event: Event) -> None:
        board.show(event, table.does(event), table.at)

    for event in TableOfTwo(teams="dealt").events[2:]:
        does(event)
    assert set(board.moment.hands) == {JENNY, DAVE}
    assert all(len(hand.imps) == 4 for hand in board.moment.hands.values())
    assert board.moment.duel is not None
    does(GameAbandoned(table.at))
    assert board.moment.hands == {}
    assert board.moment.duel is None
