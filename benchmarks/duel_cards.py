"""`python -m benchmarks.duel_cards --pictures 200`: cards with stickers on painted tables drawn by lot.

On every table cards lie before both players, turned, some half under another one, some shining, some face
down, and dice of all elements in the tray. A sticker counts as missed only where it is wholly seen.
"""

import argparse
import math
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np

from pi_diavolo.painted_looks import drawn
from pi_diavolo.painted_table import table_file_of
from pi_diavolo.simulator.painter import PaintedDie, Painter, lying
from pi_diavolo.simulator.painting.cards import CARD_MM, STICKER_UP_MM, PaintedCard, lay_cards
from pi_diavolo.simulator.painting.look import Geometry, TableLook
from pi_diavolo.table.duel_cards import FIRST_MARKER, LAST_MARKER, MARKER_MM, QUIET_MM, CardSeen
from pi_diavolo.table.duels import COLOURS
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.card_markers import cards_seen

FIRST_UNSEEN = 3_000_000
EACH = 10
NEAR_MM = 3.0
MOST_CARDS = 5  # before each player
FACE_DOWN, SHINY = 0.1, 0.15
WALL_FROM_MM = 3.0
STICKER_REACH_MM = (MARKER_MM / 2 + QUIET_MM) * math.sqrt(2)


def read_table(pictures: int, seed: int) -> Counter[str]:
    """Lay cards on one table again and again, and count what was read of them."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    look, camera = drawn(rng)
    painter, table = Painter(look, camera), table_file_of(look, camera)
    empty, counts = painter.scene.linear.copy(), Counter[str]()
    for _ in range(pictures):
        cards = list(_cards(look.geometry, rng))
        painter.scene.linear[:] = empty
        lay_cards(painter.scene, cards)
        painter.use_sensor(painter.sensor)
        image = painter.paint(_dice(look, rng), rng).image
        shown = find_table(image, table)
        counts["pictures"] += 1
        if isinstance(shown, NotFound):
            counts["table not found"] += 1
            continue
        height, width = image.shape[:2]
        in_picture = [
            card for card in cards if _is_inside(shown.project([(*card.at, 0.0)])[0], width, height)
        ]
        in_sight = [card for card in in_picture if not _is_behind_wall(card, painter, shown)]
        counts += _judged(cards_seen(image, shown), cards, in_sight)
    return counts


def _judged(seen: tuple[CardSeen, ...], cards: list[PaintedCard], shown: list[PaintedCard]) -> Counter[str]:
    counts = Counter[str]()
    there = {card.marker: card for card in cards if card.marker is not None}
    read = set()
    for each in seen:
        card = there.get(each.marker)
        near = card is not None and math.dist(card.at, (each.where.x, each.where.y)) <= NEAR_MM
        counts["right" if near else "wrong"] += 1
        read.add(each.marker)
    for card in shown:
        if card.marker is None or card.marker in read:
            continue
        free = not _is_covered(card, cards)
        counts["missed though free" if free else "not read, half covered"] += 1
        counts["missed in a shine"] += free and card.gloss > 0
    return counts


def _cards(geometry: Geometry, rng: np.random.Generator) -> Iterator[PaintedCard]:
    markers = list(rng.permutation(np.arange(FIRST_MARKER, LAST_MARKER + 1)))
    low = geometry.tray_mm[1] / 2 + geometry.wall_thick_mm + 14
    reach = geometry.markers[1][0] - geometry.marker_mm / 2 - geometry.quiet_mm - CARD_MM[0] / 2 - 2
    for side in (-1, 1):
        for _ in range(rng.integers(0, MOST_CARDS + 1)):
            yield PaintedCard(
                None if rng.random() < FACE_DOWN else int(markers.pop()),
                (float(rng.uniform(-reach, reach)), side * float(low + rng.uniform(0, 14))),
                float((0 if side < 0 else 180) + rng.normal(0, 10)),
                gloss=float(rng.uniform(0.1, 0.6)) if rng.random() < SHINY else 0.0,
                seed=int(rng.integers(1 << 30)),
            )


def _is_covered(card: PaintedCard, cards: list[PaintedCard]) -> bool:
    """A card that was laid later lies on the sticker or its rim."""
    return any(_reaches(other, card) for other in cards[cards.index(card) + 1 :])


def _is_behind_wall(card: PaintedCard, painter: Painter, camera: Camera) -> bool:
    """The tray's wall hides a part of the sticker or of its rim."""
    reach, turn = MARKER_MM / 2 + QUIET_MM, math.radians(card.turn_deg)
    steps = np.linspace(-reach, reach, 9)
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    places = np.column_stack(
        [
            card.at[0] + x * math.cos(turn) - y * math.sin(turn),
            card.at[1] + x * math.sin(turn) + y * math.cos(turn),
            np.zeros(x.size),
        ]
    )
    pixels = np.rint(camera.project(places)).astype(int)
    return bool((painter.scene.height[pixels[:, 1], pixels[:, 0]] > WALL_FROM_MM).any())


def _reaches(other: PaintedCard, card: PaintedCard) -> bool:
    turn = math.radians(other.turn_deg)
    dx, dy = card.at[0] - other.at[0], card.at[1] - other.at[1]
    x, y = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    return (
        abs(x) < CARD_MM[0] / 2 + STICKER_REACH_MM
        and abs(y + STICKER_UP_MM) < CARD_MM[1] / 2 + STICKER_REACH_MM
    )


def _dice(look: TableLook, rng: np.random.Generator) -> list[PaintedDie]:
    places = [(x, y) for x in (-100, -40, 40, 100) for y in (-90, 90)]
    colours = [str(colour) for colour in COLOURS.values()]
    return [
        lying(
            colours[number % 4], int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360)), look.dice.size_mm
        )
        for number, (x, y) in enumerate(places)
    ]


def _is_inside(at: np.ndarray, width: int, height: int) -> bool:
    return bool(35 < at[0] < width - 35 and 35 < at[1] < height - 35)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first table's seed")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    tables = -(-arguments.pictures // EACH)
    whole, seeds = Counter[str](), range(arguments.first, arguments.first + tables)
    with multiprocessing.Pool(arguments.processes) as pool:
        for counts in pool.imap_unordered(partial(read_table, EACH), seeds):
            whole += counts
            print(f"\r{dict(whole)}", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
