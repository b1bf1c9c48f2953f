"""Games of the past, read out of the log: who sat there, what was ruled, how each ended."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from pi_diavolo import history
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.history_following import Follower
from pi_diavolo.table.effects import ShowRuling
from pi_diavolo.table.events import (
    Correction,
    DiceAtRest,
    DiceRolling,
    EveningOpened,
    Event,
    GameAbandoned,
    GameStarted,
    Grab,
    ImpsConfirmed,
    PlayAgainAsked,
    RollRead,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    Started,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.rulings import Verdict
from tests.makers import GRAY, RED, a_roll

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
ADA, BLAISE = PlayerId("ada"), PlayerId("blaise")
WALL = "2026-11-16T20:00:00+01:00"


@pytest.fixture
def log() -> Iterator[EventLog]:
    with EventLog.in_memory() as log:
        yield log


class Evening:
    """Tells a referee and a log what happens, a second apart."""

    def __init__(self, log: EventLog, first_game: int = 1) -> None:
        self._log, self._referee, self.now = log, DiavoloReferee(), 0.0
        self.tell(EveningOpened("diavolo", {}, first_game, 7, self.now), Started("boot", self.now, WALL))

    def tell(self, *events: Event) -> None:
        for event in events:
            effects = self._referee.receive(event)
            rulings = [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]
            self._log.append(
                event, self._referee.game, rulings, self._referee.rules_version, self._referee.settings
            )
        self.now += 1

    def sit_down(self) -> None:
        self.tell(SeatTaken(ONE, ADA, self.now), SeatTaken(TWO, BLAISE, self.now))
        self.tell(YoungestChosen(ONE, self.now), GameStarted(self.now))

    def turn(self, *right: Seat) -> None:
        """A turn in which red is right, and these have it."""
        self.tell(DiceRolling(self.now), DiceAtRest(self.now), RollRead(a_roll(), self.now))
        self.tell(*(Grab(seat, RED, self.now) for seat in right))
        self.tell(TurnEnded(self.now))

    def to_the_end(self) -> None:
        """Seat 1 is right five times."""
        for _ in range(5):
            self.turn(ONE)


def records(log: EventLog) -> list[history.GameRecord]:
    return list(history.games(log))


def test_an_empty_log_has_no_games(log: EventLog) -> None:
    assert records(log) == []
    with pytest.raises(UsageError, match="no game has been played yet"):
        history.game(log, 1)


def test_an_evening_without_a_game_is_none(log: EventLog) -> None:
    Evening(log).tell(SeatTaken(ONE, ADA, 1.0))
    assert records(log) == []


def test_a_game_that_is_over_has_a_winner(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.to_the_end()
    (game,) = records(log)
    assert (game.number, game.name) == (1, "diavolo")
    assert game.began == "2026-11-16T20:00:02+01:00"  # two seconds after the table was switched on
    assert game.lasted_s == 15.0  # five turns of three seconds
    assert (game.over, game.abandoned, game.winner, len(game.rulings)) == (True, False, ONE, 5)
    assert game.seats == {ONE: ADA, TWO: BLAISE}
    assert game.settings is not None
    assert game.settings["dice_per_colour"] == 3


def test_a_game_that_goes_on_is_neither_over_nor_abandoned(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    assert [(game.over, game.abandoned, game.last) for game in records(log)] == [(False, False, None)]
    evening.turn(ONE)
    (game,) = records(log)
    assert (game.over, game.abandoned, game.winner) == (False, False, None)
    assert game.last is game.rulings[0]


def test_a_game_may_be_abandoned_before_its_first_turn(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.tell(GameAbandoned(evening.now))
    (game,) = records(log)
    assert (game.abandoned, game.rulings, game.settings) == (True, (), None)


def test_leaving_the_table_after_the_end_abandons_nothing(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.to_the_end()
    evening.tell(GameAbandoned(evening.now))
    assert [(game.over, game.abandoned) for game in records(log)] == [(True, False)]


def test_a_game_that_another_evening_follows_was_abandoned(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    Evening(log, first_game=2).sit_down()
    assert [(game.number, game.abandoned) for game in records(log)] == [(1, True), (2, False)]


def test_a_rematch_is_a_game_of_its_own_with_the_same_people(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.to_the_end()
    evening.tell(PlayAgainAsked(evening.now))
    evening.turn(TWO)
    first, second = records(log)
    assert (first.over, second.over) == (True, False)
    assert first.seats == second.seats
    assert [r.game for r in second.rulings] == [2]


def test_who_left_before_the_game_is_not_in_it(log: EventLog) -> None:
    evening = Evening(log)
    evening.tell(SeatTaken(THREE, PlayerId("carl"), 0.0), SeatLeft(THREE, 0.0))
    evening.sit_down()
    assert list(records(log)[0].seats) == [ONE, TWO]


def test_a_seat_keeps_whoever_sat_down_first(log: EventLog) -> None:
    evening = Evening(log)
    evening.tell(SeatTaken(ONE, ADA, 0.0), SeatTaken(ONE, PlayerId("carl"), 0.0))
    evening.sit_down()
    assert records(log)[0].seats[ONE] == ADA


def test_people_may_sit_down_by_a_press(log: EventLog) -> None:
    evening = Evening(log)
    evening.tell(Grab(ONE, RED, 1.0), Grab(TWO, RED, 1.0), Grab(ONE, GRAY, 1.0), Grab(TWO, RED, 1.0))
    evening.turn(ONE)
    (game,) = records(log)
    assert game.seats == {ONE: "seat-1", TWO: "seat-2"}
    assert game.names(log.names()) == {}


def test_a_correction_replaces_the_ruling_it_corrects(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    evening.turn(ONE)
    evening.tell(Correction(1, evening.now, order="highest_value"))
    (game,) = records(log)
    first, second = game.rulings
    assert (first.corrected, first.reason and first.reason.answer) == (True, GRAY)
    assert [result.verdict for result in first.results] == [Verdict.WRONG, Verdict.NONE]
    assert dict(second.gems) == {ONE: 4, TWO: 3}


def test_a_restart_in_the_middle_counts_by_the_clock_on_the_wall(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    evening.now = 500.0  # the monotonic clock begins anew, an hour later
    evening.tell(Started("another boot", evening.now, "2026-11-16T21:00:00+01:00"))
    evening.turn(ONE)
    (game,) = records(log)
    assert game.lasted_s == 3600 - 2 + 3


def test_a_wall_clock_that_makes_no_sense_is_told_as_it_stands(log: EventLog) -> None:
    evening = Evening(log)
    evening.tell(Started("boot", evening.now, "half past eight"))
    evening.sit_down()
    evening.turn(ONE)
    assert [(game.began, game.lasted_s) for game in records(log)] == [("half past eight", None)]


def test_following_a_log_as_it_grows_tells_the_same_as_reading_it_whole(log: EventLog) -> None:
    follower, followed = Follower(), dict[int, history.GameRecord]()

    def look() -> None:
        followed.update({game.number: game for game in follower.read(log)})
        assert list(followed.values()) == records(log)

    evening = Evening(log)
    look()
    evening.sit_down()
    look()
    for _ in range(5):
        evening.turn(ONE)
        look()
    evening.tell(Correction(1, evening.now, grabs=((TWO, GRAY),)))
    look()
    evening.tell(PlayAgainAsked(evening.now))
    evening.turn(TWO)
    look()
    Evening(log, first_game=3).sit_down()
    look()
    assert list(followed) == [1, 2, 3]


def test_what_was_read_once_is_not_read_again(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.to_the_end()
    evening.tell(PlayAgainAsked(evening.now))
    follower = Follower()
    assert [game.number for game in follower.read(log)] == [1, 2]
    assert [game.number for game in follower.read(log)] == [2]  # it may have changed


def test_a_game_is_found_by_its_number(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.to_the_end()
    evening.tell(PlayAgainAsked(evening.now))
    assert history.game(log, 2).number == 2
    for number in (0, 3, -1):
        with pytest.raises(UsageError, match="there are games 1 to 2"):
            history.game(log, number)


def test_the_events_of_a_game_are_its_own(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.to_the_end()
    evening.tell(PlayAgainAsked(evening.now))
    evening.turn(ONE)
    for game in records(log):
        numbers = [logged.seq for logged in history.events_of(game, log)]
        assert numbers == [logged.seq for logged in log.events() if logged.game == game.number]


def test_names_stand_beside_ids_and_may_be_forgotten(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    log.set_name(ADA, "Ada")
    (game,) = records(log)
    assert game.names(log.names()) == {ONE: "Ada"}
    players = history.summary(game, log.names())["players"]
    assert players == [
        {"seat": ONE, "player": ADA, "name": "Ada"}, {"seat": TWO, "player": BLAISE, "name": None},
    ]  # fmt: skip
    log.forget_name(ADA)
    assert "Ada" not in str(history.as_json(game, log))


def rows(lines: Iterable[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(lines))


def test_a_table_has_a_row_for_each_seat_in_each_turn(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    evening.turn(TWO)
    found = rows(history.as_csv(history.games(log), {ADA: "Ada"}))
    assert [(row["turn"], row["player"], row["took"], row["change"], row["gems"]) for row in found] == [
        ("1", "Ada", "red", "0", "5"), ("1", "blaise", "", "-1", "4"),
        ("2", "Ada", "", "-1", "4"), ("2", "blaise", "red", "0", "4"),
    ]  # fmt: skip
    assert tuple(found[0]) == history.COLUMNS
    assert (found[0]["order"], found[0]["answer"], found[0]["red"]) == ("greatest_sum", "red", "13")


def test_a_score_in_doubt_is_left_out(log: EventLog) -> None:
    evening, roll = Evening(log), a_roll()
    evening.sit_down()
    doubted = replace(roll, dice=(replace(roll.dice[0], maybe=(1,)), *roll.dice[1:]))
    evening.tell(DiceRolling(evening.now), DiceAtRest(evening.now), RollRead(doubted, evening.now))
    evening.tell(TurnEnded(evening.now))
    row = rows(history.as_csv(records(log), {}))[0]
    assert (row["black"], row["white"], row["red"]) == ("", "12", "13")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@here", "'@here"),
        ("Ada", "Ada"),
        ("Ada=Blaise", "Ada=Blaise"),
        ('the "great", one', 'the "great", one'),
    ],
)
def test_no_cell_is_a_formula(log: EventLog, name: str, cell: str) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    assert rows(history.as_csv(history.games(log), {ADA: name}))[0]["player"] == cell


def test_a_turn_that_was_struck_out_has_a_row_without_an_answer(log: EventLog) -> None:
    evening = Evening(log)
    evening.sit_down()
    evening.turn(ONE)
    evening.tell(Correction(1, evening.now, struck=True))
    found = rows(history.as_csv(history.games(log), {}))
    assert {(row["order"], row["answer"], row["change"]) for row in found} <= {("", "", "0")}


def test_a_time_that_is_one_of_several_stands_with_the_others(log: EventLog) -> None:
    evening = Evening(log)
    evening.tell(SettingsChosen({"grabs": "bases"}, evening.now))
    evening.sit_down()
    evening.tell(ImpsConfirmed(evening.now))
    evening.tell(DiceRolling(evening.now), DiceAtRest(evening.now), RollRead(a_roll(), evening.now))
    at = evening.now
    evening.tell(Grab(ONE, RED, at, imp=6, one_of=(at, at + 0.5), docked=at + 1))
    evening.tell(Grab(TWO, GRAY, at + 2, imp=9, docked=at + 2))
    evening.tell(TurnEnded(at + 30))
    one, two = rows(history.as_csv(history.games(log), {}))
    assert (one["after_ms"], one["one_of_ms"], one["docked"]) == ("1000.0", "1000 1500", "False")
    assert (two["after_ms"], two["one_of_ms"], two["docked"]) == ("3000.0", "", "True")
