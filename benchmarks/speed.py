"""`python -m benchmarks.speed FOLDER`: CPU time of one thread for a reading and its stages, and its memory.

FOLDER holds rendered scenes with their truth; beside the eyes runs the common recipe.
"""

import argparse
import resource
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.blob_baseline import read_by_blobs
from benchmarks.truth import TrueTable, scenes
from pi_diavolo.vision import finding, look, memory, networks, order_die, sight
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.motion import Motion
from pi_diavolo.vision.table_file import TableFile, load_table

Picture = npt.NDArray[np.uint8]
Spent = dict[str, list[float]]
# Each stage and the function that does it.
STAGES: tuple[tuple[str, object, str], ...] = (
    ("find the table", look, "find_table"),
    ("light and focus", look, "clarity"),
    ("spot dice", networks, "spot"),
    ("aim", networks, "aim"),
    ("read", networks, "read"),
    ("how they lie", networks, "lie"),
    ("the expert, in doubt", networks, "count_in_doubt"),
    ("the arbiter, in doubt", networks, "lie_closer"),
    ("where exactly", networks, "place"),
    ("the matcher, in doubt", networks, "match"),
    ("cut patches", sight, "patches"),
    ("flatten", Flattener, "flatten"),
    ("second look, all of it", finding, "search"),
    ("has the tray changed", memory.Memory, "recall"),
    ("Order face", order_die.Faces, "read"),
    ("gaps", look, "gaps_to"),
    ("imps", look, "see_imps"),
)


@contextmanager
def _all_patched(spent: Spent) -> Iterator[None]:
    """Every stage's CPU time is noted while this lasts."""
    patches = [
        mock.patch.object(owner, name, _timed(stage, getattr(owner, name), spent))
        for stage, owner, name in STAGES
    ]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()


def _timed(stage: str, work: Callable[..., object], spent: Spent) -> Callable[..., object]:
    def timed(*args: object, **kwargs: object) -> object:
        began = time.process_time()
        done = work(*args, **kwargs)
        spent[stage].append((time.process_time() - began) * 1000)
        return done

    return timed


def read_stills(pictures: list[Picture], table: TableFile) -> tuple[list[float], Spent]:
    """Milliseconds of each reading, and of its stages in a second run of the same."""
    whole, spent = list[float](), defaultdict[str, list[float]](list)
    for picture in pictures:
        whole.append(_look(Eyes(table), picture))
        eyes = Eyes(table)
        with _all_patched(spent):
            eyes.look(picture)
    return whole, spent


def read_streams(pictures: list[Picture], table: TableFile) -> list[tuple[list[float], Spent]]:
    """The same in a stream: the first look at a roll that was just thrown, then the one that has to agree.

    Imps are not looked at: a table that awaits a throw leaves them to a watcher of their own.
    """
    eyes, noise = Eyes(table), np.random.default_rng(1)
    looks = [(list[float](), defaultdict[str, list[float]](list)) for _ in ("first", "agrees")]
    for picture in pictures:
        frames = [_noisy(picture, noise) for _ in range(6)]
        eyes.forget()
        # The camera is found and its maps are made: a stream does that once, not for each roll.
        for frame in frames[:2]:
            eyes.look(frame)
        empty = _swept(picture, eyes, table)
        eyes.look(_noisy(empty, noise))
        for (whole, _), frame in zip(looks, frames[2:4], strict=True):
            whole.append(_look(eyes, frame, imps=False))
        eyes.look(_noisy(empty, noise))
        for (_, spent), frame in zip(looks, frames[4:], strict=True):
            with _all_patched(spent):
                eyes.look(frame, imps=False)
    return [(whole, spent) for whole, spent in looks]


def _noisy(picture: Picture, noise: np.random.Generator) -> Picture:
    return np.asarray(cv2.add(picture, noise.integers(0, 4, picture.shape, np.uint8)), np.uint8)


def _swept(picture: Picture, eyes: Eyes, table: TableFile) -> Picture:
    """The same table before the roll: a tray of one colour. So nothing is known of the dice in the next."""
    if eyes.camera is None:
        return picture
    x, y = table.tray.width_mm / 2, table.tray.height_mm / 2
    corners = eyes.camera.project([(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)])
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.rint(corners).astype(np.int32), (1,))
    empty = picture.copy()
    empty[inside > 0] = np.median(picture[inside > 0], axis=0)
    return empty


def _look(eyes: Eyes, picture: Picture, *, imps: bool = True) -> float:
    began = time.process_time()
    eyes.look(picture, imps=imps)
    return (time.process_time() - began) * 1000


def show(title: str, whole: list[float], spent: Spent | None = None) -> None:
    median, high = np.percentile(whole, [50, 95])
    print(f"{title:44} median {median:6.1f} ms   p95 {high:6.1f} ms   n {len(whole)}")
    for stage, values in (spent or {}).items():
        print(f"    {stage:40} {sum(values) / len(whole):6.1f} ms a reading")


def values_right(pictures: list[Picture], truths: list[TrueTable], table: TableFile) -> tuple[float, float]:
    """Shares of pictures in which all values are right: by the eyes, and by the common recipe."""
    eyes, ours, theirs = Eyes(table), 0, 0
    for picture, truth in zip(pictures, truths, strict=True):
        wanted = sorted(die.value for die in truth.dice if die.colour != "gray" and die.level)
        eyes.forget()
        ours += sorted(die.value for die in eyes.look(picture).dice) == wanted
        theirs += sorted(die.value for die in read_by_blobs(picture)) == wanted
    return ours / len(pictures), theirs / len(pictures)


def memory_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def watch_memory(picture: Picture, table: TableFile, frames: int) -> None:
    """Look again and again, as a stream does, and see whether memory grows."""
    eyes, noise = Eyes(table), np.random.default_rng(1)
    eyes.look(picture)
    marks = []
    for number in range(frames):
        eyes.look(cv2.add(picture, noise.integers(0, 4, picture.shape, np.uint8)))
        if number % max(1, frames // 10) == 0:
            marks.append(memory_mb())
    print(f"memory over {frames} frames: " + " ".join(f"{mark:.0f}" for mark in marks) + " MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--table", type=Path, default=Path("calibration/tables/scenes.toml"))
    parser.add_argument("--pictures", type=int, default=60)
    parser.add_argument("--frames", type=int, default=0, help="for memory; 10000 takes some minutes")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    table = load_table(arguments.table)
    found = list(scenes(arguments.folder))
    chosen = found[:: max(1, len(found) // arguments.pictures)]
    pictures = [np.asarray(cv2.imread(str(path)), np.uint8) for path, _ in chosen]
    read_stills(pictures[:3], table)  # the networks load
    show("a still, camera's place not known", *read_stills(pictures, table))
    first, agrees = read_streams(pictures, table)
    show("in a stream, camera's place known", [*first[0], *agrees[0]])
    show("  the first look at a roll", *first)
    show("  the look that has to agree with it", *agrees)
    show("the common recipe", _baseline(pictures))
    show("motion watching, a frame", _motion(pictures, table))
    ours, theirs = values_right(pictures, [truth for _, truth in chosen], table)
    print(f"pictures with all values right: {ours:.1%}, by the common recipe {theirs:.1%}")
    if arguments.frames:
        watch_memory(pictures[0], table, arguments.frames)


def _baseline(pictures: list[Picture]) -> list[float]:
    whole = []
    for picture in pictures:
        began = time.process_time()
        read_by_blobs(picture)
        whole.append((time.process_time() - began) * 1000)
    return whole


def _motion(pictures: list[Picture], table: TableFile) -> list[float]:
    whole, eyes = list[float](), Eyes(table)
    for picture in pictures[:12]:
        eyes.forget()
        eyes.look(picture)
        assert eyes.camera is not None
        motion = Motion(eyes.camera, table)
        for frame in range(12):
            began = time.process_time()
            motion.see(picture, frame / 30)
            whole.append((time.process_time() - began) * 1000)
    return whole


if __name__ == "__main__":
    main()
