"""`python -m training.paint OUT --looks N`: paints examples into a folder, one file a table."""

import argparse
import multiprocessing
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from training.examples import examples_of_look


def paint_look(folder: Path, seed: int) -> int:
    path = folder / f"{seed:06d}.npz"
    if path.exists():
        return 0
    cv2.setNumThreads(1)
    try:
        made = examples_of_look(seed)
    except ValueError as error:  # dice that do not fit into a small tray must not end a long run
        print(seed, repr(error), flush=True)
        return 0
    views = {
        f"view{n}": cv2.imencode(".jpg", e.view, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
        for n, e in enumerate(made)
    }
    np.savez(path, **views, **{f"dice{n}": example.dice for n, example in enumerate(made)})
    return len(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--looks", type=int, default=800)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(arguments.first, arguments.first + arguments.looks)
    with multiprocessing.Pool(arguments.processes) as pool:
        total = sum(pool.imap_unordered(partial(paint_look, arguments.folder), seeds, chunksize=4))
    print(f"{total} examples")


if __name__ == "__main__":
    main()
