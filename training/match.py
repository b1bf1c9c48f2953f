"""`python -m training.match OUT`: trains the network that says which enrolled face an Order die shows."""

import argparse
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pi_diavolo.vision.face_fitting import CUT_PX, ROUND_PX, levelled
from pi_diavolo.vision.face_matching import MATCH_FIELDS, TURNS, in_all_turns, seen_cuts, seen_faces
from training.face_sketches import FACES, drawn_signs, lessons
from training.lessons import Lesson
from training.networks import matcher

FACES_A_STEP = 24


def pairs(cuts: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Each cut beside each of its faces in each turn (cuts, faces and turns, fields, px, px)."""
    seen = seen_cuts(cuts, levelled(cuts))
    flat = faces.reshape(-1, *faces.shape[2:])
    told = in_all_turns(seen_faces(flat, levelled(flat), ROUND_PX))
    each = told.reshape(len(cuts), FACES * TURNS, -1, CUT_PX, CUT_PX)
    beside = np.broadcast_to(seen[:, None], (len(cuts), FACES * TURNS, *seen.shape[1:]))
    return np.concatenate([beside, each], axis=2)


def match_loss(out: Tensor, shown: Tensor) -> Tensor:
    """Which of six faces it is, whatever its turn, or none of them, whose log-odds are zero."""
    faces = torch.logsumexp(out.reshape(len(shown), FACES, TURNS), dim=2)
    return functional.cross_entropy(functional.pad(faces, (0, 1)), shown)


def train(out: Path, steps: int, begin: Path | None) -> None:
    """Teach it on sketches, each seen once."""
    lesson, rng = Lesson("matcher", matcher(), steps, 3e-3, begin, in_halves=True), np.random.default_rng(5)
    shown = lessons(drawn_signs(rng), rng)
    for _ in range(steps):
        cuts, faces, which = zip(*islice(shown, FACES_A_STEP), strict=True)
        both = pairs(np.stack(cuts), np.stack(faces)).reshape(-1, len(MATCH_FIELDS), CUT_PX, CUT_PX)
        answers = lesson.answers(both.transpose(0, 2, 3, 1))
        lesson.learn(match_loss(answers, torch.tensor(which)))
        if lesson.is_at_mark:
            lesson.save(out, len(MATCH_FIELDS), CUT_PX, {0: "n"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--begin", type=Path, help="go on from the matcher.pt in this folder")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    train(arguments.out, arguments.steps, arguments.begin)


if __name__ == "__main__":
    main()
