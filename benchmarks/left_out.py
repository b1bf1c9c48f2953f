"""`python -m benchmarks.left_out FOLDER`: how the eyes do on set-ups that their numbers were not chosen by.

The networks never learn from scenes, but some numbers, above all how sure they must be, were chosen with
scenes in view. Here one of these is chosen anew, the rest as shipped, for every set-up by the pictures of all
others alone: whichever number makes the fewest wrong rulings there, and then leaves the fewest questions. The
set-up that was left out judges it. That tells how much was won by choosing. Which networks are shipped, and
what there is to choose from, was decided with all set-ups in view. The bounds take pictures for independent.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np

from benchmarks.score import Score, Share
from benchmarks.truth import TrueTable, scenes
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.reading import judge
from pi_diavolo.vision import certainty, glints, judging, order_die, roll_call, sight, steadying
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile, load_table

AS_SHIPPED = "as shipped"


@dataclass(frozen=True, slots=True)
class Choice:
    """A number of the eyes, the modules that know it, and what it may be instead."""

    name: str
    modules: tuple[ModuleType, ...]
    instead: tuple[float, ...]

    @contextmanager
    def made(self, value: float) -> Iterator[None]:
        shipped = getattr(self.modules[0], self.name)
        try:
            for module in self.modules:
                setattr(module, self.name, value)
            yield
        finally:
            for module in self.modules:
                setattr(module, self.name, shipped)


CHOICES = (
    Choice("SURE", (certainty, roll_call, judging, glints), (0.97, 0.98, 0.995)),
    Choice("FLAT", (judging,), (0.76, 0.8, 0.88, 0.92)),
    Choice("ORDER_DIE_FLAT", (judging,), (0.8, 0.84, 0.92, 0.95)),
    Choice("FLAT_FACE", (judging,), (0.6, 0.65, 0.75, 0.8)),
    Choice("FLAT_FACE_IN_DOUBT", (judging,), (0.7, 0.8, 0.95)),
    Choice("WORTH", (glints,), (0.7, 0.9, 1.0)),
    Choice("AS_WELL", (order_die,), (1.0, 1.6, 2.0)),
    Choice("SURER", (sight,), (1.0, 1.15, 1.45)),
    Choice("EXPERTS_SHARE", (sight,), (0.5, 0.6, 0.85)),
    Choice("MORE_FACES", (sight,), (0.0, 0.5, 1.5)),
    Choice("AGREES", (steadying,), (0.8, 0.95)),
    Choice("LIKELY", (order_die,), (0.9, 0.97, 0.995)),
    Choice("LEADS", (order_die,), (1.6, 2.4)),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a set-up's pictures: with any sure answer wrong, to whichever order; and rolls unasked."""

    wrong: Share
    unasked: Share

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(_sum(self.wrong, other.wrong), _sum(self.unasked, other.unasked))

    @property
    def merit(self) -> tuple[int, int]:
        return -self.wrong.hits, self.unasked.hits


NOTHING = Outcome(Share(), Share())
# By set-up.
Outcomes = Mapping[str, Outcome]


def _sum(one: Share, other: Share) -> Share:
    return Share(one.hits + other.hits, one.n + other.n)


def outcomes(pictures: Sequence[tuple[Picture, TrueTable]], table: TableFile) -> Outcomes:
    """What the eyes, as they are now, make of all pictures."""
    eyes, rules, scores = Eyes(table), HouseRules(), defaultdict[str, Score](Score)
    wrong = defaultdict[str, Share](Share)
    for picture, truth in pictures:
        score = scores[truth.group]
        before = len(score.wrong)
        eyes.forget()
        view = eyes.look(picture)
        score.count(truth, view, judge(view, rules), rules)
        wrong[truth.group].add(len(score.wrong) > before)
    unasked = "valid rolls read without a question"
    return {name: Outcome(wrong[name], score.shares[unasked]) for name, score in scores.items()}


def best_without(setup: str, variants: Mapping[str, Outcomes]) -> list[str]:
    """The variants that do best on all other set-ups."""

    def merit(variant: str) -> tuple[int, int]:
        others = (outcome for name, outcome in variants[variant].items() if name != setup)
        return sum(others, NOTHING).merit

    best = max(map(merit, variants))
    return [variant for variant in variants if merit(variant) == best]


def left_out(variants: Mapping[str, Outcomes]) -> tuple[Outcome, Outcome]:
    """What comes of all set-ups if each is judged by what is best without it.

    Where several are: by the one in use, if it is among them, and by whichever then proves worst.
    """
    usual = worst = NOTHING
    for setup in variants[AS_SHIPPED]:
        best = best_without(setup, variants)
        in_use = AS_SHIPPED if AS_SHIPPED in best else best[0]
        usual += variants[in_use][setup]
        worst += min((variants[variant][setup] for variant in best), key=lambda outcome: outcome.merit)
    return usual, worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--table", type=Path, default=Path("calibration/tables/scenes.toml"))
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    table = load_table(arguments.table)
    pictures = [(np.asarray(cv2.imread(str(path))), truth) for path, truth in scenes(arguments.folder)]
    variants = {AS_SHIPPED: outcomes(pictures, table)}
    for choice in CHOICES:
        for value in choice.instead:
            print(f"\r{choice.name} {value} …".ljust(40), end="", file=sys.stderr, flush=True)
            with choice.made(value):
                variants[f"{choice.name} {value}"] = outcomes(pictures, table)
    print("\r".ljust(41), end="\r", file=sys.stderr)
    _print(variants)


def _print(variants: Mapping[str, Outcomes]) -> None:
    print(f"{'all set-ups':29}pictures with a wrong ruling{'':9}valid rolls read without a question")
    for name, of_setups in variants.items():
        whole = sum(of_setups.values(), NOTHING)
        print(f"{name:25}{whole.wrong}   {whole.unasked}")
    usual, worst = left_out(variants)
    in_use = sum(AS_SHIPPED in best_without(setup, variants) for setup in variants[AS_SHIPPED])
    print(f"\nbest on all others, judged on the set-up left out; as shipped is among the best {in_use} times")
    print(f"{'as shipped, if so':25}{usual.wrong}   {usual.unasked}")
    print(f"{'the worst of them':25}{worst.wrong}   {worst.unasked}")


if __name__ == "__main__":
    main()
