"""Stickers on painted cards: read where they lie, or not at all."""

from functools import lru_cache

import numpy as np
import pytest

from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import table_file_of
from pi_diavolo.simulator.painter import Painter, spoiled
from pi_diavolo.simulator.painting.arrays import Float
from pi_diavolo.simulator.painting.cards import PaintedCard, lay_cards
from pi_diavolo.table.duel_cards import FIRST_MARKER, LAST_MARKER, CardSeen
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.card_markers import cards_seen

FOUR = [PaintedCard(12 + n, (70.0 * n - 105, -176), 7.0 * n - 9, seed=n) for n in range(4)]


@lru_cache(maxsize=1)
def a_table() -> tuple[Painter, Float, Camera]:
    look, place = for_show()
    painter = Painter(look, place)
    found = find_table(painter.paint([], np.random.default_rng(1)).image, table_file_of(look, place))
    assert not isinstance(found, NotFound)
    return painter, painter.scene.linear.copy(), found


def read(*cards: PaintedCard, how: str | None = None) -> tuple[CardSeen, ...]:
    painter, empty, camera = a_table()
    painter.scene.linear[:] = empty
    lay_cards(painter.scene, cards)
    painter.use_sensor(spoiled(painter.look.sensor, how) if how else painter.look.sensor)
    return cards_seen(painter.paint([], np.random.default_rng(2)).image, camera)


def markers(*cards: PaintedCard, how: str | None = None) -> list[int]:
    return [card.marker for card in read(*cards, how=how)]


def test_stickers_are_read_before_both_players_and_placed_on_the_table() -> None:
    others = [PaintedCard(30 + n, (70.0 * n - 105, 176), 180 - 5.0 * n, seed=9 + n) for n in range(4)]
    seen = read(*FOUR, *others)
    assert [card.marker for card in seen] == [12, 13, 14, 15, 30, 31, 32, 33]
    for card, true in zip(seen, [*FOUR, *others], strict=True):
        assert np.hypot(card.where.x - true.at[0], card.where.y - true.at[1]) < 1.0


def test_every_number_can_be_told_from_every_other() -> None:
    numbers = list(range(FIRST_MARKER, LAST_MARKER + 1))
    found = []
    for first in range(0, len(numbers), 8):
        eight = numbers[first : first + 8]
        places = [(70.0 * (n % 4) - 105, -176.0 if n < 4 else 176.0) for n in range(8)]
        found += markers(
            *(
                PaintedCard(number, at, seed=n)
                for n, (number, at) in enumerate(zip(eight, places, strict=True))
            )
        )
    assert found == numbers


def test_a_sticker_that_is_covered_or_face_down_or_of_another_size_is_not_read() -> None:
    hand_on_it = PaintedCard(None, (-105 + 8.0, -170.0), seed=3)
    assert markers(FOUR[0], hand_on_it) == []
    assert markers(PaintedCard(None, (0, -176))) == []
    assert markers(PaintedCard(20, (0, -176), marker_mm=22.0)) == []


def test_the_tables_own_markers_and_a_sticker_of_the_tables_numbers_are_no_cards() -> None:
    assert markers() == []
    assert markers(PaintedCard(3, (0, -176)), PaintedCard(9, (90, -176))) == []


@pytest.mark.parametrize("how", ["dark", "bright", "blurred"])
def test_in_a_bad_picture_nothing_is_made_up(how: str) -> None:
    assert set(markers(*FOUR, how=how)) <= {12, 13, 14, 15}
