"""Frames of a painted board become what the table hears: rolls in the field, and moves that hands made."""

import queue
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from benchmarks.boards import read_board
from pi_diavolo.album import Album
from pi_diavolo.app import Inbox, Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.devices.camera import Frame, Picture
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.live_sight import LiveSight
from pi_diavolo.painted_board import BoardTable, shown_board
from pi_diavolo.simulator.painter import Hand, PaintedDie, Painter, draw_clip, lying
from pi_diavolo.simulator.painting.board_positions import Position, Setter
from pi_diavolo.simulator.standing import Standing, after, as_it_should, misplaced, square_of
from pi_diavolo.table.board_views import BoardStep, BoardView, MoveOffered
from pi_diavolo.table.boards import BoardSeen, EndAgreed, Shape
from pi_diavolo.table.effects import Ask, Effect, ShowBoard
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    Event,
    PlayAgainAsked,
    QuestionAnswered,
    RollInvalid,
    RollRead,
)
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, board_seats_for
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.board_look import BoardEyes
from pi_diavolo.watching_awaited import Wanted
from pi_diavolo.watching_boards import BoardAwaited, BoardSight, FieldEyes

FPS, ROLLING_FPS = 8, 30  # a board that lies still need not be looked at thirty times a second
LAST_FRAMES = 6  # of a throw: the dice still move well in them
GAME = "devils-dice"
PAINTED: dict[object, Picture] = {}


@cache
def the_board() -> BoardTable:
    return shown_board(SHIPPED)


@cache
def a_painter() -> Painter:
    return Painter(the_board().look, the_board().camera)


def position(board: Standing) -> Position:
    setter = Setter(the_board().place, the_board().box, np.random.default_rng(3))
    for square, counter in board.items():
        setter.put(square, counter.colour, counter.shape or Shape.FLAT)
    return setter.position


def die(value: int, x: float, y: float) -> PaintedDie:
    look = the_board().look
    return lying(str(Colour.WHITE), value, x, y, 20.0, look.dice.size_mm, left_handed=look.dice.left_handed)


def dice_of(*colours: Colour) -> Picture:
    """Dice of these colours in their field, with 3, 4 and so on."""
    size = the_board().look.dice.size_mm
    dice = [
        lying(str(colour), 3 + number, 40.0 * number - 20, 10.0 * number, 31.0, size)
        for number, colour in enumerate(colours)
    ]
    return a_painter().paint(dice, np.random.default_rng(1)).image


@pytest.mark.parametrize("colour", [Colour.WHITE, Colour.RED, Colour.BLACK])
def test_two_dice_of_any_one_colour_are_read(colour: Colour) -> None:
    eyes = FieldEyes(BoardEyes(the_board().file(), SHIPPED))
    for count in (2, 1):
        eyes.dice = count
        view = eyes.look(dice_of(*[colour] * count))
        assert (view.valid, sorted(die.value for die in view.dice)) == (True, [3, 4][:count])


@pytest.mark.parametrize(
    "colours", [(Colour.WHITE, Colour.RED), (Colour.BLACK, Colour.WHITE), (Colour.RED, Colour.BLACK)]
)
def test_two_dice_of_different_colours_are_read(colours: tuple[Colour, Colour]) -> None:
    eyes = FieldEyes(BoardEyes(the_board().file(), SHIPPED))
    for _ in range(2):
        view = eyes.look(dice_of(*colours))
        assert view.valid
        assert {die.colour: die.value for die in view.dice} == dict(zip(colours, (3, 4), strict=True))
        assert eyes.look(dice_of(Colour.RED, Colour.RED)).valid


def test_three_dice_are_not_taken_for_two() -> None:
    eyes = FieldEyes(BoardEyes(the_board().file(), SHIPPED))
    assert not eyes.look(dice_of(Colour.WHITE, Colour.RED, Colour.BLACK)).valid


def test_dice_of_different_colours_count_only_if_they_show_the_same_looked_at_together() -> None:
    class Wavering(BoardEyes):
        def look_at_any_dice(self, image: Picture, colours: Sequence[Colour], at: float = 0.0) -> TableView:
            view = super().look_at_any_dice(image, colours, at)
            first, *others = view.dice
            return replace(view, dice=(replace(first, value=7 - first.value), *others))

    eyes = FieldEyes(Wavering(the_board().file(), SHIPPED))
    assert eyes.look(dice_of(Colour.WHITE, Colour.RED)).valid is None


@pytest.mark.parametrize(
    "colours", [(Colour.BLACK, Colour.BLACK), (Colour.WHITE, Colour.RED), (Colour.RED, Colour.BLACK)]
)
def test_which_dice_these_are_is_found_out_at_one_look_and_remembered(
    colours: tuple[Colour, Colour],
) -> None:
    looks: list[str] = []

    class Counting(BoardEyes):
        def look_at_dice(
            self, image: Picture, at: float = 0.0, dice: Sequence[Colour] = (Colour.WHITE, Colour.WHITE)
        ) -> TableView:
            looks.append("these")
            return super().look_at_dice(image, at, dice)

        def look_at_any_dice(self, image: Picture, colours: Sequence[Colour], at: float = 0.0) -> TableView:
            looks.append("any")
            return super().look_at_any_dice(image, colours, at)

    eyes, picture = FieldEyes(Counting(the_board().file(), SHIPPED)), dice_of(*colours)
    assert eyes.look(picture).valid
    assert looks == ["these", "any", "these"]
    assert eyes.look(picture).valid
    assert len(looks) == 4
    assert eyes.look(dice_of(Colour.WHITE, Colour.WHITE)).valid
    looks.clear()
    assert eyes.look(dice_of(Colour.WHITE, Colour.WHITE)).valid
    assert looks == ["these"]


@pytest.mark.parametrize("seed", [4_006_164, 4_006_184], ids=["one white, one black", "two black"])
def test_a_side_face_that_passes_for_a_leaning_die_of_the_last_colour_makes_no_roll_invalid(
    seed: int,
) -> None:
    tally = read_board((seed, None))
    assert (tally.sure_rolls, tally.wrong_rolls) == (1, [])


class Evening:
    """A real game under a camera: what hands do is painted, and what the table hears is in `heard`."""

    def __init__(self) -> None:
        self.rng, self.at, self.heard = np.random.default_rng(2), 100.0, list[Event]()
        self.effects, self.views = list[Effect](), list[BoardView]()
        self.board: Standing = {}
        self.dice: tuple[PaintedDie, ...] = ()
        self.inbox: Inbox = queue.Queue()
        sight = BoardSight(BoardEyes(the_board().file(), SHIPPED), Album())
        self.eyes = LiveSight(sight, self._happens, tell=self.inbox.put)
        seats, clock = board_seats_for(2), VirtualClock()
        self.table = Table(GAMES[GAME](), EventLog.in_memory(), clock, self.eyes, inbox=self.inbox)
        self.table.add_outlet(self)
        open_evening(self.table, GAME, {}, 1, 1, self.at)
        seat_players(self.table, [PlayerId("a"), PlayerId("b")], self.at, seats)
        self.board = as_it_should(self.view)

    def _happens(self, event: Event | PartFailed | PartRecovered) -> None:
        self.heard.append(event)
        self.table.take(event)

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.effects = list(effects)
        self.views += [effect.view for effect in effects if isinstance(effect, ShowBoard)]

    @property
    def view(self) -> BoardView:
        return self.views[-1]

    def rolled(self, *values: int) -> None:
        """A roll, as if the eyes had read it."""
        self.table.take(RollRead(Roll(tuple(Die(Colour.WHITE, value) for value in values)), self.at))

    def see(self, seconds: float, hand: Hand | None = None, light: float = 1.0) -> None:
        """So long nothing changes."""
        key = (frozenset(self.board.values()), len(self.dice), hand is None)
        if key not in PAINTED:  # which takes longest
            PAINTED[key] = self._picture(self.dice, hand)
        picture = np.asarray(PAINTED[key] * light, np.uint8)
        for _ in range(round(seconds * FPS)):
            self._frame(picture)

    def throw(self, *dice: PaintedDie) -> None:
        """The last frames of a throw, and some after it."""
        clip = draw_clip(self.rng, dice, the_board().look.geometry.tray_mm)
        for moment in list(clip.moments(clip.rest_frame + 1))[-LAST_FRAMES:]:
            self._frame(self._picture(moment.dice), ROLLING_FPS)
        self.dice = dice
        self.see(0.5)

    def must_have_moved(self, offered: MoveOffered) -> None:
        """The table made this move; it may have asked for one tap before."""
        asked = [effect.question for effect in self.effects if isinstance(effect, Ask)]
        if asked:
            way = f"{square_of(self.view, offered).name}-{offered.move.to.name}"
            self.table.take(QuestionAnswered(asked[0].number, way, self.at))
        assert self.view.turns[-1].ruling.move == offered.move
        assert as_it_should(self.view) == self.board

    def _picture(self, dice: Sequence[PaintedDie], hand: Hand | None = None) -> Picture:
        return a_painter().paint(dice, self.rng, hand, pieces=position(self.board).pieces).image

    def _frame(self, picture: Picture, fps: int = FPS) -> None:
        self.eyes.see(Frame(picture, self.at))
        self.at += 1 / fps

    def kinds(self) -> list[type]:
        return [type(event) for event in self.heard]


@pytest.fixture
def evening() -> Evening:
    """A game of two before the camera: seat 1 begins, and the board stands as it should."""
    evening = Evening()
    evening.rolled(6)
    evening.rolled(1)
    evening.see(1.0)
    assert evening.kinds() == [BoardSeen]
    assert not evening.view.to_put
    return evening


def test_a_roll_in_the_field_and_a_move_on_the_board_are_seen(evening: Evening) -> None:
    evening.throw(die(2, -30, 40), die(3, 20, -60))
    assert evening.kinds()[1:] == [DiceRolling, DiceAtRest, RollRead]
    assert (evening.view.step, sorted(evening.view.dice)) == (BoardStep.MOVE, [2, 3])
    offered = evening.view.moves[0]
    evening.board = after(evening.board, evening.view, offered)
    evening.see(1.0)
    assert evening.kinds()[4:] == [BoardSeen]
    evening.must_have_moved(offered)


def test_a_counter_on_a_wrong_square_goes_back_and_hands_that_only_pass_are_not_told(
    evening: Evening,
) -> None:
    evening.rolled(2, 3)
    hand = Hand(the_board().place.centre, 250.0)
    stood, offered = evening.board, evening.view.moves[0]
    evening.see(1.0, hand)
    evening.see(1.0)
    assert evening.kinds()[1:] == []
    evening.board = misplaced(stood, evening.view, offered, Random(1))
    evening.see(1.0)
    assert evening.kinds()[1:] == [BoardSeen]
    assert square_of(evening.view, offered) in [put.square for put in evening.view.to_put]
    evening.board = stood
    evening.see(1.0)
    assert not evening.view.to_put
    assert evening.view.step is BoardStep.MOVE


def test_that_the_board_lies_in_the_dark_is_told_while_a_move_is_awaited(evening: Evening) -> None:
    evening.rolled(2, 3)
    evening.see(3.0, light=0.02)
    failed = evening.heard[1]
    assert isinstance(failed, PartFailed)
    assert failed.part == CAMERA
    assert not evening.inbox.empty()  # a sentence for those who are there
    evening.see(3.0)
    assert PartRecovered in evening.kinds()


def test_a_counter_in_somebodys_hand_is_not_asked_for_at_once(evening: Evening) -> None:
    evening.rolled(2, 3)
    offered = evening.view.moves[0]
    made = after(evening.board, evening.view, offered)
    evening.board = {at: each for at, each in evening.board.items() if at != square_of(evening.view, offered)}
    evening.see(2.0)
    assert evening.kinds()[1:] == []
    lifted, evening.board = evening.board, made
    evening.see(1.0)
    assert evening.kinds()[1:] == [BoardSeen]
    evening.must_have_moved(offered)
    evening.rolled(2, 3)
    evening.board = lifted  # and nobody puts it down again
    evening.see(6.0)
    assert evening.kinds()[2:] == [BoardSeen]
    assert len(evening.view.to_put) == 1


def test_another_game_hears_of_the_board_again_though_nobody_touched_it(evening: Evening) -> None:
    evening.table.take(EndAgreed(evening.at))
    evening.see(1.0)
    assert evening.kinds()[1:] == []
    evening.table.take(PlayAgainAsked(evening.at))
    evening.see(1.0)
    assert evening.kinds()[1:] == [BoardSeen]


def test_a_turn_is_awaited_anew_after_each_roll_and_the_board_until_the_end() -> None:
    evening = Evening()
    awaited = [BoardAwaited()]

    def takes(event: Event) -> BoardAwaited:
        awaited.append(awaited[-1].after(event, evening.table.take(event)))
        return awaited[-1]

    def roll(*values: int) -> RollRead:
        return RollRead(Roll(tuple(Die(Colour.WHITE, value) for value in values)), evening.at)

    first = takes(roll(6))
    assert (first.game, first.dice, first.throw.wanted, first.is_played) == (1, 1, Wanted.DICE, True)
    begun = takes(roll(1))
    assert (begun.dice, begun.throw.wanted, begun.hands_move) == (2, Wanted.DICE, False)
    assert begun.throw.turn > first.throw.turn
    again = takes(RollInvalid((), evening.at))
    assert again.throw.turn > begun.throw.turn
    moving = takes(roll(2, 3))
    assert (moving.throw.wanted, moving.hands_move) == (Wanted.NOTHING, True)
    over = takes(EndAgreed(evening.at))
    assert (over.is_played, over.throw.wanted) == (False, Wanted.NOTHING)
