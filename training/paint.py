"""`python -m training.paint OUT --looks N`: paints examples into a folder, one file a table."""

import argparse
import multiprocessing
from functools import partial
from pathlib import Path

import cv2

from training.examples import Chances, examples_of_look, keep


def paint_look(folder: Path, chances: Chances, seed: int) -> int:
    path = folder / f"{seed:06d}.npz"
    if path.exists():
        return 0
    cv2.setNumThreads(1)
    try:
        made = examples_of_look(seed, chances=chances)
    except ValueError as error:  # dice that do not fit into a small tray must not end a long run
        print(seed, repr(error), flush=True)
        return 0
    keep(made, path)
    return len(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--looks", type=int, default=600)
    parser.add_argument("--first", type=int, default=0)
    usual = Chances()
    parser.add_argument("--hands", type=float, default=usual.hands, help="how often a hand reaches in")
    parser.add_argument("--leans", type=float, default=usual.leans, help="how often a die leans")
    parser.add_argument(
        "--order-leans", type=float, default=usual.order_leans, help="and the Order die, if not as often"
    )
    parser.add_argument(
        "--glare", type=float, default=usual.glare, help="how often a lamp hangs where dice mirror it"
    )
    parser.add_argument(
        "--polish", type=float, default=usual.polish, help="how often dice have deep pips and fine bumps"
    )
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(arguments.first, arguments.first + arguments.looks)
    chances = Chances(
        hands=arguments.hands,
        leans=arguments.leans,
        order_leans=arguments.order_leans,
        glare=arguments.glare,
        polish=arguments.polish,
    )
    with multiprocessing.Pool(arguments.processes) as pool:
        total = sum(
            pool.imap_unordered(
                partial(paint_look, arguments.folder, chances),
                seeds,
                chunksize=4,
            )
        )
    print(f"{total} examples")


if __name__ == "__main__":
    main()
