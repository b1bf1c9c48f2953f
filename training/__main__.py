"""`python -m training OUT`: paints everything anew and trains every network of the eyes; takes some hours."""

import argparse
import subprocess
import sys
from pathlib import Path

# Sets of painted tables: the first look's seed, how many, and what they are rich in. Tests paint others.
SETS = {
    "plain": ("--first", "0", "--looks", "520", "--hands", "0"),
    "hands": ("--first", "10000", "--looks", "150", "--hands", "0.7"),
    "leaning": ("--first", "20000", "--looks", "270", "--hands", "0.1", "--leans", "0.35"),
    "glare": ("--first", "30000", "--looks", "600", "--hands", "0", "--glare", "0.9"),
    "polished": (
        *("--first", "50000", "--looks", "420", "--hands", "0", "--leans", "0.02"),
        *("--glare", "0.9", "--polish", "1"),
    ),
    "leaning_shiny": (
        *("--first", "60000", "--looks", "280", "--hands", "0.05", "--leans", "0.35"),
        *("--glare", "0.7", "--polish", "0.6"),
    ),
    "order_leaning": (
        *("--first", "70000", "--looks", "800", "--hands", "0", "--leans", "0.15", "--order-leans", "0.6"),
        *("--glare", "0.2", "--polish", "0.3"),
    ),
    "covered": ("--first", "40000", "--looks", "389", "--hands", "0.6"),
    "bare": ("--first", "0", "--looks", "71", "--hands", "0"),
}
# Which sets each lesson takes, and its steps.
LESSONS = {
    "spotter": (("plain", "hands", "glare", "leaning_shiny"), 2600),
    "aimer": (("plain", "glare"), 7300),
    "expert": (("plain", "glare", "polished", "leaning", "leaning_shiny", "order_leaning"), 29800),
    "reader": (("plain", "glare", "polished", "leaning_shiny"), 10600),
    "lier": (("plain", "leaning", "leaning_shiny", "glare", "polished"), 4500),
    "arbiter": (("plain", "leaning", "leaning_shiny", "glare", "polished", "order_leaning"), 14200),
    "placer": (("plain", "glare", "leaning", "leaning_shiny", "polished"), 6000),
}


def run(*command: str) -> None:
    print("$ python -m", *command, flush=True)
    subprocess.run([sys.executable, "-m", *command], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="a folder for examples and models")
    out: Path = parser.parse_args().out
    for name, options in SETS.items():
        run("training.paint", str(out / name), *options)
    for lesson, (sets, steps) in LESSONS.items():
        none = [part for other in LESSONS if other != lesson for part in (f"--{other}", "0")]
        folders = [str(out / name) for name in sets]
        run("training.train", *folders, "--out", str(out / "models"), f"--{lesson}", str(steps), *none)
    covering = ("training.covering", str(out / "covered"), str(out / "bare"))
    run(*covering, "--out", str(out / "begun"), "--steps", "1000")
    run(*covering, "--out", str(out / "models"), "--steps", "1200", "--begin", str(out / "begun"))
    run("training.match", str(out / "models"), "--steps", "9500")
    run("training.imps", str(out / "imps"))
    run("training.boards", str(out / "board"))
    run("training.shapes", str(out / "shapes"))
    run("training.free", str(out / "free"))


if __name__ == "__main__":
    main()
