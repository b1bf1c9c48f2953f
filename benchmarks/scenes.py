"""`python -m benchmarks.scenes FOLDER --table TABLE.toml`: the eyes against scenes with their truth."""

import argparse
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from benchmarks.score import Score
from benchmarks.truth import scenes
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.reading import judge
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import load_table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--table", type=Path, default=Path("calibration/tables/scenes.toml"))
    parser.add_argument("--by-setup", action="store_true", help="a table for each set-up as well")
    parser.add_argument("--setup", default="", help="only this one, for example 03")
    parser.add_argument("--misses", type=int, default=40, help="how many to name")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    eyes, rules = Eyes(load_table(arguments.table)), HouseRules()
    whole, setups = Score(), defaultdict[str, Score](Score)
    for path, truth in scenes(arguments.folder, arguments.setup):
        picture = np.asarray(cv2.imread(str(path)))
        eyes.forget()
        began = time.process_time()
        view = eyes.look(picture)
        spent = (time.process_time() - began) * 1000
        for score in (whole, setups[truth.group]):
            score.count(truth, view, judge(view, rules), rules)
            score.ms.append(spent)
    for name in sorted(setups) if arguments.by_setup else ():
        setups[name].print(name, misses=0)
    whole.print(f"{arguments.folder} with {arguments.table}", arguments.misses)


if __name__ == "__main__":
    main()
