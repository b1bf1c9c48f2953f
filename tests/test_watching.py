"""Frames of a painted table become what the table hears: throws, rolls, imps, and why nothing is seen."""

import queue
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from pi_diavolo.album import Album, Held
from pi_diavolo.app import Devices, Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.devices.camera import CameraError, Frame, Picture
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.simulator.painter import Hand, PaintedDie, Painter, draw_clip, from_throw, leaning, spoiled
from pi_diavolo.simulator.sight import Seen, is_misread
from pi_diavolo.simulator.world import Throw, throw, throw_order_die
from pi_diavolo.table.effects import ClearRoll, Effect, ShowOrder, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    Event,
    ImpsSeen,
    OrderRead,
    RollInvalid,
    RollRead,
    SettingsChosen,
    Tick,
)
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.pieces import IMPS, Colour, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.view import Code, ImpView
from pi_diavolo.vision import look
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.watching import CameraEyes
from pi_diavolo.watching_awaited import Awaited, Wanted
from pi_diavolo.watching_health import WELL_S, CameraHealth, Noticed
from pi_diavolo.watching_imps import PATIENCE_S, ImpWatch
from pi_diavolo.watching_throws import AwaitingEyes
from tests.vision import tables

FPS = 30
LAST_FRAMES = 8  # of a throw: the dice still move well in them


@cache
def a_painter(standing: tuple[Colour | None, ...] = ()) -> Painter:
    look, camera = for_show()
    places = look.geometry.bases
    imps = {base: (str(colour), places[base]) for base, colour in enumerate(standing) if colour}
    return Painter(look, camera, imps)


class Evening:
    """A table under a camera, thirty frames a second; what is heard of it, in order."""

    def __init__(self, rules: HouseRules | None = None) -> None:
        self.fps = FPS
        self.painter, self.rng, self.at = a_painter(), np.random.default_rng(2), 100.0
        look, camera = self.painter.look, self.painter.camera
        self.heard: list[Event | PartFailed | PartRecovered] = []
        self.told: list[Saying] = []
        eyes = Eyes(table_file_of(look, camera), faces_of(look))
        self.album = Album()
        self.eyes = CameraEyes(eyes, rules or HouseRules(), self.heard.append, self.told.append, self.album)

    def shows(self, *effects: Effect, event: Event | None = None) -> None:
        self.eyes.hear(event or Tick(self.at), effects)

    def see(self, dice: Sequence[PaintedDie], frames: int, hand: Hand | None = None) -> None:
        self.show(self.painter.paint(dice, self.rng, hand).image for _ in range(frames))

    def show(self, pictures: Iterable[Picture]) -> None:
        for picture in pictures:
            self.eyes.see(Frame(picture, self.at))
            self.at += 1 / self.fps

    def throw(self, dice: Sequence[PaintedDie], then: int = 8) -> float:
        """The last frames of a throw and some after it; returns when the dice lie still."""
        clip = draw_clip(self.rng, dice, (300, 300))
        moments = list(clip.moments(clip.rest_frame + 1))[-LAST_FRAMES:]
        self.show(self.painter.paint(moment.dice, self.rng).image for moment in moments)
        rest = self.at
        self.see(dice, then)
        return rest

    def heard_of(self, kind: type) -> list[Event | PartFailed | PartRecovered]:
        return [one for one in self.heard if isinstance(one, kind)]


def thrown(evening: Evening, seed: int, each: int = 3) -> tuple[Throw, list[PaintedDie]]:
    look = evening.painter.look
    rng, world = Random(seed), world_of(look)
    lies = throw(rng, each, world) if each else throw_order_die(rng, world)
    return lies, from_throw(lies, look, np.random.default_rng(seed))


ROLL_NOW = (ShowTurn(1, 1, Seat(1), (Seat(1),), {}, ()), ShowStatus(Status.ROLL_NOW, Seat(1)))


# A throw


def test_a_whole_throw_is_heard_as_it_happened() -> None:
    evening = Evening()
    truth, dice = thrown(evening, 4)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    rest = evening.throw(dice)
    rolling, resting, read = evening.heard
    assert isinstance(rolling, DiceRolling)
    assert isinstance(resting, DiceAtRest)
    assert isinstance(read, RollRead)
    assert rolling.at < resting.at == read.at
    assert abs(read.at - rest) < 0.2
    assert not is_misread(Seen(read.roll), truth)


def test_the_picture_in_which_a_roll_was_read_is_there_when_the_table_hears_of_it() -> None:
    evening = Evening()
    held = list[Held | None]()

    def report(told: Event | PartFailed | PartRecovered) -> None:
        evening.heard.append(told)
        held.append(evening.album.held())

    evening.eyes._report = report
    _, dice = thrown(evening, 4)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    assert evening.album.newest() is not None
    evening.throw(dice)
    read, (*before, with_it) = evening.heard[-1], held
    assert isinstance(read, RollRead)
    assert before == [None, None]
    assert with_it is not None
    assert with_it.shows(read.roll)
    # The dice are where their outlines say: the picture and the view belong together.
    outline = np.array(with_it.view.dice[0].outline_px)
    seen = with_it.camera.project([(read.roll.dice[0].where.x, read.roll.dice[0].where.y, 16.0)])[0]  # type: ignore[union-attr]
    assert np.abs(outline.mean(axis=0) - seen).max() < 3
    newest, _ = evening.album.newest() or (None, None)
    assert newest is not None
    assert newest.at >= with_it.frame.at


def test_dice_that_lie_there_from_the_start_or_from_the_last_turn_are_nobodys_roll() -> None:
    evening = Evening()
    _, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see(dice, 12)
    assert evening.heard == []
    truth, others = thrown(evening, 2)
    evening.throw(others)
    (read,) = evening.heard_of(RollRead)
    assert isinstance(read, RollRead)
    assert not is_misread(Seen(read.roll), truth)
    evening.shows(*ROLL_NOW)
    evening.see(others, 10)
    assert len(evening.heard) == 3


def test_a_throw_that_happened_during_a_long_look_at_the_empty_tray_is_read_all_the_same() -> None:
    evening = Evening()
    truth, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see((), 40)
    evening.at += 0.7
    came, evening.fps = evening.at, 10
    evening.see(dice, 6)
    resting, read = evening.heard
    assert isinstance(resting, DiceAtRest)
    assert isinstance(read, RollRead)
    assert came <= read.at < came + 0.3
    assert not is_misread(Seen(read.roll), truth)


def test_dice_that_one_look_overlooked_are_no_new_roll() -> None:
    evening = Evening()
    _, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)  # they lay there all the time, and were not seen
    evening.at += 0.7
    evening.fps = 10
    evening.see(dice, 12)
    assert evening.heard == []


def test_some_dice_laid_into_an_empty_tray_are_no_roll_and_no_invalid_one() -> None:
    evening = Evening()
    _, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.at += 0.7
    evening.fps = 10
    evening.see(dice[:4], 12)
    assert evening.heard == []


def test_a_throw_that_nobody_awaits_is_not_told() -> None:
    evening = Evening()
    evening.shows(ShowStatus(Status.GRAB))
    evening.see((), 6)
    evening.throw(thrown(evening, 1)[1])
    assert evening.heard == []


def test_a_cocked_die_makes_the_roll_invalid() -> None:
    evening = Evening()
    _, dice = thrown(evening, 3)
    dice[0] = leaning(dice[0], 35, 20)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.throw(dice, then=40)
    assert not evening.heard_of(RollRead)
    refused = evening.heard_of(RollInvalid)
    assert refused or evening.told  # it leans, or it cannot be read: never a roll
    if refused:
        evening.shows(ClearRoll(), *ROLL_NOW)
        _, again = thrown(evening, 5)
        evening.throw(again)
        assert evening.heard_of(RollRead)


def test_a_throw_that_lies_while_the_game_is_paused_is_read_afterwards() -> None:
    evening = Evening()
    _, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.throw(dice, then=0)
    evening.shows(ShowStatus(Status.PAUSED))
    evening.see(dice, 10)
    assert not evening.heard_of(RollRead)
    evening.shows(ShowStatus(Status.READING))
    evening.see(dice, 6)
    assert evening.heard_of(RollRead)


def test_the_order_die_that_is_thrown_first_is_read_alone() -> None:
    evening = Evening(HouseRules(order_first=True, dice_per_colour=2))
    truth, dice = thrown(evening, 6, each=0)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.throw(dice)
    (read,) = evening.heard_of(OrderRead)
    assert isinstance(read, OrderRead)
    assert truth.true_roll.order_die is not None
    assert read.order_die.face == truth.true_roll.order_die.face


def test_after_the_camera_was_gone_dice_are_read_that_were_rolling_before() -> None:
    evening = Evening()
    truth, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.throw(dice, then=0)
    evening.at += 3.0
    evening.see(dice, 12)
    (read,) = evening.heard_of(RollRead)
    assert isinstance(read, RollRead)
    assert not is_misread(Seen(read.roll), truth)


def test_a_table_whose_eyes_are_a_camera_goes_from_the_throw_to_the_grab() -> None:
    evening = Evening()
    devices: Devices = evening.eyes
    with EventLog.in_memory() as log:
        table = Table(GAMES["diavolo"](), log, VirtualClock(evening.at), devices)
        open_evening(table, "diavolo", asdict(HouseRules()), 1, 1, evening.at)
        seat_players(table, [PlayerId("a"), PlayerId("b")], evening.at)
        statuses = [table.status]
        evening.see((), 6)
        truth, dice = thrown(evening, 1)
        evening.throw(dice)
        for event in list(evening.heard):
            table.take(event)
            statuses.append(table.status)
    assert statuses == [Status.ROLL_NOW, Status.ROLLING, Status.READING, Status.GRAB]
    (read,) = evening.heard_of(RollRead)
    assert isinstance(read, RollRead)
    assert not is_misread(Seen(read.roll), truth)


def test_a_lamp_and_a_camera_that_began_anew_make_no_roll_of_dice_that_lay_there() -> None:
    evening = Evening()
    _, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.throw(dice)
    evening.shows(*ROLL_NOW)
    evening.at += 3.0
    evening.see(dice, 6)
    lit = evening.painter.paint(dice, evening.rng).image
    evening.show((0.6 * lit).astype(np.uint8) for _ in range(6))
    evening.see(dice, 8)
    assert len(evening.heard_of(RollRead)) == 1


# What cannot be seen


def test_a_table_in_the_dark_is_said_once_waited_for_and_read_in_the_light() -> None:
    evening = Evening()
    _, dice = thrown(evening, 1)
    look, camera = for_show()
    dark = Painter(look, camera, sensor=spoiled(look.sensor, "dark"))
    evening.shows(*ROLL_NOW)
    evening.see((), 6)
    evening.throw(dice, then=0)
    lit, evening.painter = evening.painter, dark
    evening.fps = 10  # slow pictures will do, and are sooner painted
    evening.see(dice, 36)
    assert not evening.heard_of(RollRead)
    (failed,) = evening.heard_of(PartFailed)
    assert isinstance(failed, PartFailed)
    assert (failed.part, failed.fault) == (CAMERA, Fault.TOO_DARK)
    (said,) = evening.told
    assert said.sentence is Sentence.READING_COMPLAINT
    assert said.values["complaints"][0].code == Code.TOO_DARK
    evening.painter = lit
    evening.see(dice, 10)
    assert evening.heard_of(PartRecovered)
    assert evening.heard_of(RollRead)


def test_no_table_in_the_picture_is_said() -> None:
    evening = Evening()
    evening.shows(*ROLL_NOW)
    evening.fps = 10
    evening.show(np.full((480, 640, 3), 90, np.uint8) for _ in range(25))
    assert len(evening.heard_of(PartFailed)) == len(evening.told) == 1


def test_a_lens_for_pictures_of_another_shape_is_not_taken_for_blur() -> None:
    evening = Evening()
    evening.shows(*ROLL_NOW)
    evening.fps = 10
    soft = cv2.GaussianBlur(evening.painter.paint((), evening.rng).image, (0, 0), 9)
    evening.show(np.ascontiguousarray(soft[:700]) for _ in range(25))
    (failed,) = evening.heard_of(PartFailed)
    assert isinstance(failed, PartFailed)
    assert failed.fault is Fault.TABLE_HIDDEN


# Imps


def test_imps_are_told_once_when_they_stand_and_again_when_one_is_gone() -> None:
    evening = Evening(HouseRules(grabs=Grabs.BASES))
    evening.fps = 10
    standing = tuple(IMPS[base % 4] for base in range(10))
    evening.painter = a_painter(standing)
    evening.shows(ShowTurn(1, 1, Seat(1), (Seat(1),), {}, ()), ShowStatus(Status.IMPS))
    evening.see((), 15)
    assert [one.bases for one in evening.heard if isinstance(one, ImpsSeen)] == [standing]
    evening.painter = a_painter((None, *standing[1:]))
    evening.see((), 15)
    assert evening.heard[-1] == ImpsSeen((None, *standing[1:]), evening.heard[-1].at)
    evening.shows(ShowStatus(Status.ROLL_NOW))
    evening.painter = a_painter(standing)
    evening.see((), 10)
    assert len(evening.heard) == 2


def some_imps(*confidence: float) -> list[ImpView]:
    return [ImpView(base, Colour.RED, sure, (0, 0)) for base, sure in enumerate(confidence)]


def test_a_base_that_is_hidden_is_waited_for_but_not_for_ever() -> None:
    watch = ImpWatch(Eyes(table_file_of(*for_show())))
    assert [watch.take(some_imps(0.9, 0.1), at) for at in (0.0, 1.0, 2.0, 3.0)] == [None] * 4
    assert watch.take(some_imps(0.9, 0.1), 1.0 + PATIENCE_S) is not None


def test_a_table_without_bases_tells_no_imps() -> None:
    watch = ImpWatch(Eyes(table_file_of(*for_show())))
    assert [watch.take([], float(at)) for at in range(3)] == [None] * 3


# In a thread


class Reel:
    """A camera that gives these frames, and then is pulled out."""

    def __init__(self, *pictures: Picture) -> None:
        self._frames = [Frame(picture, 100 + number / FPS) for number, picture in enumerate(pictures)]

    def next(self) -> Frame:
        if not self._frames:
            raise CameraError("camera 0: there is none; plug it in")
        return self._frames.pop(0)

    def close(self) -> None:
        pass


def test_a_camera_that_is_pulled_out_is_reported_from_its_thread() -> None:
    heard: queue.Queue[Event | PartFailed | PartRecovered] = queue.Queue()
    eyes = CameraEyes(Eyes(table_file_of(*for_show())), HouseRules(), heard.put)
    eyes.start(lambda: Reel(np.full((48, 64, 3), 90, np.uint8)))
    told = heard.get(timeout=20)
    eyes.close()
    assert isinstance(told, PartFailed)
    assert told.part == CAMERA
    assert eyes.due() is None
    assert eyes.take(0.0) == []


def test_a_picture_that_the_eyes_choke_on_does_not_end_the_watching() -> None:
    heard: queue.Queue[Event | PartFailed | PartRecovered] = queue.Queue()
    eyes = CameraEyes(Eyes(table_file_of(*for_show())), HouseRules(), heard.put)
    eyes.start(lambda: Reel(np.zeros((0, 0, 3), np.uint8)))
    faults = [
        one.fault for one in (heard.get(timeout=20), heard.get(timeout=20)) if isinstance(one, PartFailed)
    ]
    eyes.close()
    assert set(faults) == {Fault.UNREADABLE, Fault.STALLED}


def test_pictures_that_the_eyes_choke_on_are_told_once_and_so_is_their_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening, plate = Evening(), a_painter().paint((), np.random.default_rng(1)).image

    def seen(frames: int, chokes: bool) -> None:
        def see(frame: Frame) -> None:
            # Only a look fails, and not every frame is looked at.
            if chokes and round(frame.at * FPS) % 5 == 0:
                raise RuntimeError("out of memory")

        monkeypatch.setattr(evening.eyes, "see", see)
        for _ in range(frames):
            evening.eyes._try_to_see(Frame(plate, evening.at))
            evening.at += 1 / FPS

    seen(60, chokes=True)
    assert [type(one) for one in evening.heard] == [PartFailed]
    # Eyes of another test may still be closing in their own thread.
    assert len([record for record in caplog.records if record.threadName == "MainThread"]) == 1
    seen(round((WELL_S + 1) * FPS), chokes=False)
    assert [type(one) for one in evening.heard] == [PartFailed, PartRecovered]


def test_a_blindness_that_was_told_is_taken_back_though_the_eyes_choked_meanwhile() -> None:
    evening = Evening()
    plate = evening.painter.paint((), evening.rng).image
    evening.fps = 10
    evening.shows(*ROLL_NOW)
    evening.show(np.zeros_like(plate) for _ in range(30))
    assert [type(one) for one in evening.heard] == [PartFailed]
    evening.eyes._try_to_see(Frame(np.zeros((0, 0, 3), np.uint8), evening.at))
    for _ in range(60):
        evening.at += 0.1
        evening.eyes._try_to_see(Frame(plate, evening.at))
    faults = [one.fault for one in evening.heard if isinstance(one, PartFailed)]
    assert faults == [Fault.TOO_DARK, Fault.UNREADABLE]
    assert [type(one) for one in evening.heard] == [PartFailed, PartFailed, PartRecovered]


def test_the_camera_is_well_again_only_when_nothing_is_wrong_with_it_any_more() -> None:
    heard = list[PartFailed | PartRecovered]()
    health = CameraHealth(heard.append)
    health.hear(Noticed.BLIND, PartFailed(CAMERA, Fault.UNREADABLE, 1.0))
    health.hear(Noticed.FEED, PartFailed(CAMERA, Fault.STALLED, 2.0))
    health.hear(Noticed.FEED, PartRecovered(CAMERA, 3.0))
    health.hear(Noticed.BLIND, PartRecovered(CAMERA, 4.0))
    assert heard == [
        PartFailed(CAMERA, Fault.UNREADABLE, 1.0),
        PartFailed(CAMERA, Fault.STALLED, 2.0),
        PartFailed(CAMERA, Fault.UNREADABLE, 3.0),  # it is what people can do something about now
        PartRecovered(CAMERA, 4.0),
    ]


def test_a_film_that_ends_is_said_and_the_table_does_not_wait_for_more() -> None:
    class Film(Reel):
        def next(self) -> Frame | None:  # type: ignore[override]
            return super().next() if self._frames else None

    heard: queue.Queue[object] = queue.Queue()
    eyes = CameraEyes(Eyes(table_file_of(*for_show())), HouseRules(), heard.put, heard.put)
    eyes.start(lambda: Film(np.full((48, 64, 3), 90, np.uint8)))
    said, failed = heard.get(timeout=20), heard.get(timeout=20)
    assert said == saying(Sentence.FILM_IS_OVER)
    assert isinstance(failed, PartFailed)
    assert (failed.part, failed.fault) == (CAMERA, Fault.STALLED)


# What the table waits for


def test_what_is_awaited_follows_from_what_the_table_shows() -> None:
    start = Awaited(HouseRules())
    imps = start.after(Tick(0), [ShowStatus(Status.IMPS)])
    dice = imps.after(Tick(0), [ShowStatus(Status.ROLL_NOW)])
    grab = dice.after(Tick(0), [ShowStatus(Status.GRAB)])
    assert [one.wanted for one in (start, imps, dice, grab)] == [
        Wanted.NOTHING,
        Wanted.IMPS,
        Wanted.DICE,
        Wanted.NOTHING,
    ]
    assert dice.expect is Expect.THREE


def test_the_order_die_is_awaited_alone_until_it_was_read_and_anew_in_the_next_turn() -> None:
    first = Awaited(HouseRules()).after(SettingsChosen({"order_first": True, "dice_per_colour": 2}, 0), [])
    then = first.after(Tick(0), [ShowOrder(OrderDie("closest"))])
    anew = then.after(Tick(0), [ClearRoll()])
    assert [one.expect for one in (first, then, anew)] == [Expect.ORDER, Expect.TWO, Expect.ORDER]
    assert anew.turn > then.turn


def test_settings_that_were_refused_change_nothing() -> None:
    known = Awaited(replace(HouseRules(), dice_per_colour=2))
    assert known.after(SettingsChosen({"players": 3}, 0), []) == known


def test_a_table_that_awaits_a_throw_does_not_look_at_imps(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(*_: object) -> tuple[ImpView, ...]:
        raise AssertionError("the imps have a watcher of their own")

    monkeypatch.setattr(look, "see_imps", looked)
    table = tables.a_table()
    eyes = AwaitingEyes(table.eyes)
    eyes.awaited = Expect.THREE
    assert eyes.look(table.picture(table.dice()).image).valid
