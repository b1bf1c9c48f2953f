"""Statistics by hand: the booklet's roll, some grabs, and what they must add up to."""

import pytest

from pi_diavolo.games.diavolo.chronicle import TurnPlayed
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.games.diavolo.tally import Reaction, Spread, Tally, is_early, spread, tally, together, told
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling, SeatResult, Verdict
from tests.makers import BLACK, GRAY, RED, WHITE, a_roll

ONE, TWO = Seat(1), Seat(2)
RULES = HouseRules()

# The booklet's roll: black 2 3 6 (sum 11), white 1 5 6 (12), red 3 5 5 (13); red lies closest.
RIGHT_ANSWERS = {
    "greatest_sum": RED,
    "smallest_sum": BLACK,
    "greatest_difference": WHITE,
    "most_odd": RED,
    "highest_value": GRAY,
    "closest": RED,
}


def took(
    colour: Colour | None, verdict: Verdict, ms: float | None = 800.0, seat: Seat = ONE, **more: object
) -> SeatResult:
    change = {Verdict.WRONG: -1, Verdict.NONE: -1, Verdict.GAINED: 1}.get(verdict, 0)
    return SeatResult(seat, verdict, colour, ms, change, 4, **more)  # type: ignore[arg-type]


def a_turn(
    *results: SeatResult, order: str = "greatest_sum", roll: Roll | None = None, corrected: bool = False
) -> TurnPlayed:
    lies = roll or a_roll(order=order)
    ruling = Ruling(1, 1, ONE, answer(Order(order), lies, RULES), results, corrected=corrected)
    return TurnPlayed(ruling, lies, RULES)


def of(*results: SeatResult, order: str = "greatest_sum") -> Tally:
    return tally([a_turn(*results, order=order)])[ONE]


def test_right_wrong_and_nothing_are_counted_with_their_gems() -> None:
    turns = [
        a_turn(took(RED, Verdict.RIGHT)),
        a_turn(took(BLACK, Verdict.WRONG)),
        a_turn(took(None, Verdict.NONE, None)),
        a_turn(took(GRAY, Verdict.GAINED), order="highest_value"),
        a_turn(took(GRAY, Verdict.GAINED_AT_MOST), order="highest_value"),
    ]
    counted = tally(turns)[ONE]
    assert (counted.turns, counted.right, counted.wrong, counted.none) == (5, 3, 1, 1)
    assert (counted.gems_won, counted.gems_lost) == (1, 2)
    assert counted.asked == {"greatest_sum": 3, "highest_value": 2}
    assert counted.right_in == {"greatest_sum": 1, "highest_value": 2}


@pytest.mark.parametrize("verdict", [Verdict.STRUCK, Verdict.SAT_OUT])
def test_who_was_not_asked_is_not_counted(verdict: Verdict) -> None:
    assert of(took(None, verdict, None)) == Tally()


def test_a_turn_that_was_struck_out_counts_for_nobody() -> None:
    struck = TurnPlayed(Ruling(1, 1, ONE, None, (), corrected=True), a_roll(), RULES)
    assert tally([struck]) == {}


@pytest.mark.parametrize(
    ("asked", "colour", "fits"),
    [
        ("greatest_sum", BLACK, {"smallest_sum"}),
        ("greatest_sum", WHITE, {"greatest_difference"}),
        ("greatest_sum", GRAY, {"highest_value"}),
        ("smallest_sum", RED, {"greatest_sum", "most_odd", "closest"}),
        ("closest", WHITE, {"greatest_difference"}),
    ],
)
def test_a_wrong_grab_is_compared_with_the_other_orders(asked: str, colour: Colour, fits: set[str]) -> None:
    counted = of(took(colour, Verdict.WRONG), order=asked)
    assert {other for order, other in counted.confused if order == asked} == fits
    assert (counted.known, counted.unlike) == ({asked: 1}, {})
    assert RIGHT_ANSWERS[asked] is not colour


def test_a_wrong_grab_may_fit_no_order_at_all() -> None:
    roll = a_roll(black=(2, 2, 2), white=(6, 5, 1), red=(6, 6, 6))
    counted = tally([a_turn(took(GRAY, Verdict.WRONG), roll=roll, order="greatest_sum")])[ONE]
    assert counted.confused == {("greatest_sum", "highest_value"): 1}  # white and red share the six
    alone = a_roll(black=(2, 2, 2), white=(4, 5, 1), red=(6, 6, 6))
    counted = tally([a_turn(took(GRAY, Verdict.WRONG), roll=alone, order="greatest_sum")])[ONE]
    assert (counted.confused, counted.unlike) == ({}, {"greatest_sum": 1})


def test_where_the_dice_are_not_known_nothing_is_compared() -> None:
    turn = a_turn(took(BLACK, Verdict.WRONG))
    unknown = TurnPlayed(turn.ruling, None, RULES)
    counted = tally([unknown])[ONE]
    assert (counted.wrong, counted.known, counted.confused) == (1, {}, {})


def test_only_times_that_are_exactly_known_are_reaction_times() -> None:
    results = [
        took(RED, Verdict.RIGHT, 812.5),
        took(BLACK, Verdict.WRONG, 420.0),
        took(RED, Verdict.RIGHT, -30.0),  # before the dice lay still
        took(RED, Verdict.RIGHT, 500.0, one_of_ms=(500.0, 700.0)),
        took(RED, Verdict.RIGHT, 900.0, docked=True),
        took(RED, Verdict.RIGHT, None),
        took(None, Verdict.NONE, None),
    ]
    counted = together(of(result) for result in results)
    assert counted.reactions == (
        Reaction(812.5, "greatest_sum", right=True),
        Reaction(420.0, "greatest_sum", right=False),
    )
    assert (counted.early, counted.unsure_times) == (1, 2)


def test_a_grab_is_early_only_if_it_surely_was() -> None:
    assert is_early(took(RED, Verdict.RIGHT, -5.0))
    assert not is_early(took(RED, Verdict.RIGHT, -5.0, one_of_ms=(-5.0, 3.0)))


@pytest.mark.parametrize(
    ("times", "found"),
    [
        ([], None),
        ([700.0], Spread(700, 700, 700, 700, 700)),
        ([400.0, 800.0], Spread(400, 500, 600, 700, 800)),
        ([5.0, 1.0, 4.0, 2.0, 3.0], Spread(1, 2, 3, 4, 5)),
        ([10.0, 20.0, 30.0, 40.0], Spread(10, 17.5, 25, 32.5, 40)),
    ],
)
def test_quartiles(times: list[float], found: Spread | None) -> None:
    assert spread(times) == found


def test_corrections_protests_and_photo_finishes_are_counted() -> None:
    turn = a_turn(took(RED, Verdict.RIGHT), took(BLACK, Verdict.WRONG, seat=TWO), corrected=True)
    turn = TurnPlayed(turn.ruling, turn.roll, RULES, frozenset({TWO}), protested=True)
    seats = tally([turn])
    assert [(seats[s].corrected, seats[s].protested) for s in (ONE, TWO)] == [(1, 1), (1, 1)]
    assert [seats[s].photo_finishes for s in (ONE, TWO)] == [0, 1]


def test_games_add_up() -> None:
    one, two = of(took(RED, Verdict.RIGHT)), of(took(BLACK, Verdict.WRONG, 300.0), order="greatest_sum")
    both = together([one, two])
    assert (both.turns, both.right, both.asked) == (2, 1, {"greatest_sum": 2})
    assert [reaction.ms for reaction in both.reactions] == [800.0, 300.0]
    assert together([]) == Tally()


def test_the_numbers_for_json_are_complete() -> None:
    counted = together([of(took(RED, Verdict.RIGHT)), of(took(BLACK, Verdict.WRONG, 300.0))])
    plain = told(counted, newest=1)
    assert (plain["turns"], plain["right"], plain["wrong"], plain["none"]) == (2, 1, 1, 0)
    assert plain["orders"][0] == {"order": "greatest_sum", "asked": 2, "right": 1}
    assert [row["order"] for row in plain["orders"]] == [str(order) for order in Order]
    assert plain["reactions"]["n"] == 2
    assert plain["reactions"]["median"] == 550.0
    assert plain["reactions"]["times"] == [{"ms": 300.0, "order": "greatest_sum", "right": False}]
    (row,) = [row for row in plain["confusion"] if row["asked"] == "greatest_sum"]
    assert (row["wrong"], row["unlike"], row["fits"]["smallest_sum"], len(row["fits"])) == (1, 0, 1, 5)
    assert told(Tally())["reactions"] == {"n": 0, "times": []}
