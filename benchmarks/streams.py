"""`python -m benchmarks.streams --throws 120`: filmed throws watched from the first frame to the locked roll.

The clips of the scenes, where they are at hand, and painted throws, each on its own table: a quarter of them
without a hand, one with a late hand, one with a hand during the reading, one with a hand before rest.

What counts is for how many frames in a row the dice lie still and no hand is over the tray before the roll is
locked: a hand stops the clock, and no later hand excuses a lock that was due before it came. Every throw is
filmed until its hand has left, and some frames more.
"""

import argparse
import json
import math
import multiprocessing
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.painted import truth_of as painted_truth
from benchmarks.score import Share
from benchmarks.truth import TrueTable, scene_truth
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.reading import judge
from pi_diavolo.simulator.painter import (
    Hand,
    Painter,
    draw_camera,
    draw_clip,
    draw_imps,
    draw_look,
    from_throw,
)
from pi_diavolo.simulator.painting.hand import lit_hand, on_map
from pi_diavolo.simulator.world import throw
from pi_diavolo.table.locking import State
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.motion import Motion
from pi_diavolo.vision.table_file import load_table
from pi_diavolo.vision.watch import Watcher

ROOT = Path(__file__).parents[1]
CLIPS = ROOT.parent / "shared/scenes/clips"
FIRST_UNSEEN = 3_000_000
FPS, IN_TIME, INVALID = 30, 6, 0.1
BEFORE, AFTER = 14, 14  # frames filmed before rest, and after rest or the hand's leaving
# When a hand comes, in seconds after rest.
HANDS = {
    "no hand": None,
    "a late hand": (0.3, 0.5),
    "a hand while reading": (-0.1, 0.1),
    "a hand before rest": (-0.45, -0.2),
}
FOLLOWS = 5  # frames: so soon the state must show what has changed
COVERED = 0.03  # of the tray
SAME_PLACE_MM = 3.0


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame; `hidden` is the share of the tray under a hand, None where nobody has measured it."""

    image: npt.NDArray[np.uint8]
    hidden: float | None


@dataclass(frozen=True, slots=True)
class Stream:
    """A filmed throw; `rest` is the first frame in which all dice lie still."""

    kind: str
    truth: TrueTable
    eyes: Eyes
    rest: int
    frames: Iterator[Frame]


@dataclass(slots=True)
class Watched:
    """What came of one stream; `delay` is the longest wait for the lock in frames without a hand."""

    kind: str
    name: str
    ms: list[float] = field(default_factory=list)
    states: list[tuple[str, bool]] = field(default_factory=list)
    delay: int | None = None
    valid: bool | None = None
    faults: list[str] = field(default_factory=list)


def scene_clip(folder: Path) -> Stream:
    """A clip of the scenes; of its hand is told only that it is over the plate."""
    told = json.loads((folder / "truth.json").read_text())
    shown = zip(sorted(folder.glob("frame_*.jpg")), told["per_frame"], strict=True)
    frames = (
        Frame(np.asarray(cv2.imread(str(path)), np.uint8), None if one["hand_over_plate"] else 0.0)
        for path, one in shown
    )
    eyes = Eyes(load_table(ROOT / "calibration/tables/scenes.toml"))
    return Stream("scenes", scene_truth(folder.name, told["settled"]), eyes, told["rest_frame"], frames)


def painted_throw(seed: int) -> Stream:
    """A throw on a table of its own, filmed shortly before rest."""
    kind = list(HANDS)[seed % len(HANDS)]
    rng = np.random.default_rng(seed)
    look = draw_look(rng)
    camera = draw_camera(rng, look.geometry)
    painter = Painter(look, camera, draw_imps(rng, look.geometry))
    world = replace(world_of(look), clumps=0.4, invalid=INVALID)
    thrown = throw(Random(seed), 3, world)
    dice = from_throw(thrown, look, rng)
    truth = painted_truth(f"{kind}, table {seed}", kind, thrown, painter.paint(dice, rng))
    between = HANDS[kind]
    comes = float(rng.uniform(*between)) if between else None
    clip = draw_clip(rng, dice, look.geometry.tray_mm, comes)
    # The hand may be long gone before rest, or stay far longer.
    gone = math.ceil(clip.reach[2] * clip.fps) if clip.reach else 0
    first, last = max(0, clip.rest_frame - BEFORE), max(clip.rest_frame, gone) + AFTER
    frames = (
        Frame(painter.paint(moment.dice, rng, moment.hand).image, _hidden(moment.hand, painter))
        for moment in list(clip.moments(last))[first:]
    )
    eyes = Eyes(table_file_of(look, camera if seed % 8 < 4 else None), faces_of(look))
    return Stream(kind, truth, eyes, clip.rest_frame - first, frames)


def _hidden(hand: Hand | None, painter: Painter) -> float:
    """The share of the tray's floor that the camera does not see for the hand."""
    if hand is None:
        return 0.0
    width, height = painter.look.geometry.tray_mm
    x, y = np.meshgrid(np.linspace(-width / 2, width / 2, 75), np.linspace(-height / 2, height / 2, 75))
    eye = painter.camera.position
    share = hand.height_mm / eye[2]
    at_hand = [
        (place + (where - place) * share).astype(np.float32) for place, where in ((x, eye[0]), (y, eye[1]))
    ]
    shown = lit_hand(replace(hand, tip=(0.0, 0.0)), painter.look.light)
    cover = cv2.remap(shown, *on_map(hand, at_hand[0], at_hand[1]), cv2.INTER_LINEAR)[..., 3]
    return float((cover > 0.5).mean())


def watch(stream: Stream) -> Watched:
    """Watch one stream to its end."""
    watcher, seen, motion = Watcher(stream.eyes), Watched(stream.kind, stream.truth.name), None
    hidden: list[float | None] = []
    for number, frame in enumerate(stream.frames):
        hidden.append(frame.hidden)
        now = watcher.see(frame.image, number / FPS)
        seen.states += _judged(now.state, number - stream.rest, hidden)
        if now.is_new and now.locked:
            _count_lock(seen, stream, number, hidden, now.locked)
        # Once more by itself, to be timed.
        if motion is None and stream.eyes.camera:
            motion = Motion(stream.eyes.camera, stream.eyes.table)
        if motion:
            began = time.thread_time()
            motion.see(frame.image, number / FPS)
            seen.ms.append((time.thread_time() - began) * 1000)
    return seen


def _judged(state: State, after_rest: int, hidden: list[float | None]) -> Iterator[tuple[str, bool]]:
    """The state against the truth, where that is plain."""
    lately = hidden[-FOLLOWS:]
    if after_rest < 0 and len(hidden) > 1 and not any(lately):
        yield "rolling is seen", state is State.ROLLING
        yield "rest before rest", state is State.REST
    elif (
        after_rest >= FOLLOWS and len(lately) == FOLLOWS and not any(one is None or one > 0 for one in lately)
    ):
        yield "rest is seen", state is State.REST
    elif len(lately) == FOLLOWS and all(one is not None and one > COVERED for one in lately):
        yield "a hand is seen", state is State.HAND


def _count_lock(
    seen: Watched, stream: Stream, number: int, hidden: list[float | None], view: TableView
) -> None:
    if seen.delay is not None:
        seen.faults.append("locked twice")
        return
    seen.delay = _longest_wait(hidden[stream.rest :])
    seen.valid = view.valid
    if number < stream.rest:
        seen.faults.append("locked before rest")
    rules, right = HouseRules(), stream.truth.answers(HouseRules())
    answers = judge(view, rules).answers
    if any(colour and right.get(order, colour) is not colour for order, colour in answers.items()):
        seen.faults.append("wrong ruling")
    if not stream.truth.valid and any(answers.values()):
        seen.faults.append("an invalid roll called valid")
    if view.valid and not _is_right(view, stream.truth):
        seen.faults.append("wrong value or place")
    if view.valid is False and stream.truth.valid:
        seen.faults.append("a valid roll called invalid")


def _longest_wait(hidden: list[float | None]) -> int:
    """The most frames in a row, of those since rest, in which no lock came though no hand was over the tray.

    The last frame is the one that was locked: it was not waited for.
    """
    runs = [len(list(run)) for is_hidden, run in groupby(hidden[:-1], bool) if not is_hidden]
    return max(runs, default=0)


def _is_right(view: TableView, truth: TrueTable) -> bool:
    shown = [(str(die.colour), die.value, die.where) for die in view.dice]
    shown += [("gray", 0, view.order_die.where)] if view.order_die else []
    lies = [(die.colour, 0 if die.colour == "gray" else die.value, die.where) for die in truth.dice]
    return len(shown) == len(lies) and all(
        any(one[:2] == other[:2] and one[2].distance_to(other[2]) < SAME_PLACE_MM for other in shown)
        for one in lies
    )


def report(all_seen: list[Watched]) -> None:
    """The table."""
    in_time, locked, states = (defaultdict[str, Share](Share) for _ in range(3))
    delays = defaultdict[str, Counter[str]](Counter)
    faults: list[str] = []
    for seen in all_seen:
        in_time[seen.kind].add(seen.delay is not None and seen.delay <= IN_TIME)
        locked[seen.kind].add(seen.delay is not None and seen.valid is not None)
        delays[seen.kind][str(seen.delay)] += 1
        for name, right in seen.states:
            states[name].add(right)
        faults += [f"{seen.name}: {fault}" for fault in seen.faults]
        if seen.delay is None or seen.delay > IN_TIME:
            print(f"  late: {seen.name}: {seen.delay} frames, valid {seen.valid}")
    for kind in in_time:
        print(f"{kind}\n  locked within {IN_TIME} frames  {in_time[kind]}")
        print(f"  without a question      {locked[kind]}")
        print("  frames: " + ", ".join(f"{delay}: {times}" for delay, times in sorted(delays[kind].items())))
    whole = Share(sum(one.hits for one in in_time.values()), sum(one.n for one in in_time.values()))
    print(f"all, locked within {IN_TIME} frames  {whole}")
    print(f"false locks  {Share(len(faults), len(all_seen))}", *(f"\n  - {fault}" for fault in faults))
    for name, share in states.items():
        print(f"frames: {name:20} {share}")
    ms = np.concatenate([seen.ms for seen in all_seen])
    median, high = np.percentile(ms, [50, 95])
    print(f"motion, CPU time a frame: median {median:.2f} ms, p95 {high:.2f} ms, n {len(ms)}")


def _watch_painted(seed: int) -> Watched:
    cv2.setNumThreads(1)
    return watch(painted_throw(seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--throws", type=int, default=120, help="painted ones")
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first throw's seed")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    all_seen = [watch(scene_clip(folder)) for folder in sorted(CLIPS.glob("*/"))]
    seeds = range(arguments.first, arguments.first + arguments.throws)
    with multiprocessing.Pool(arguments.processes) as pool:
        for done, seen in enumerate(pool.imap_unordered(_watch_painted, seeds), 1):
            all_seen.append(seen)
            print(f"\r{done} of {arguments.throws} throws", end="", flush=True)
    print()
    report(all_seen)


if __name__ == "__main__":
    main()
