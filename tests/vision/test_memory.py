"""Dice that still lie as they lay are not searched for again, only read; all else is looked at afresh."""

from collections.abc import Sequence

import numpy as np
import pytest

from pi_diavolo.simulator.painter import Hand, PaintedDie, leaning, lying
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision import memory, networks
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.networks import Bytes, Numbers
from tests.vision.tables import Painted, a_table

NOISE = 4


class Stream:
    """Frames of one table, each with its own noise, and how often its tray was searched for dice."""

    def __init__(self, table: Painted) -> None:
        self.table, self.eyes = table, Eyes(table.eyes.table, table.eyes._faces)
        self.rng, self.searched = np.random.default_rng(3), 0
        self.spotted_px = 0

    def look(
        self, dice: Sequence[PaintedDie], hand: Hand | None = None, expect: Expect = Expect.ANY
    ) -> tuple[TableView, bool]:
        """What is seen in the next frame, and whether the tray was searched for it."""
        image = self.table.picture(list(dice), hand).image
        before, self.spotted_px = self.searched, 0
        noisy = np.clip(image + self.rng.integers(-NOISE, NOISE + 1, image.shape), 0, 255)
        view = self.eyes.look(noisy.astype(np.uint8), expect=expect)
        return view, self.searched > before


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Stream:
    """A stream whose camera is known and whose maps are made."""
    made, spot = Stream(a_table()), networks.spot

    def counted(view: Bytes) -> Numbers:
        made.searched += 1
        made.spotted_px += view.shape[0] * view.shape[1]
        return spot(view)

    monkeypatch.setattr(networks, "spot", counted)
    for _ in range(2):
        assert made.look(made.table.dice())[1]
    return made


def values(view: TableView) -> list[tuple[str, int]]:
    return sorted((str(die.colour), die.value) for die in view.dice)


def test_dice_that_lie_as_they_lay_are_read_again_without_a_search(stream: Stream) -> None:
    dice = stream.table.dice()
    view, searched = stream.look(dice)
    assert not searched
    assert view.valid
    assert values(view) == sorted((die.colour, die.value) for die in dice[:-1])


def test_every_other_look_is_a_search(stream: Stream) -> None:
    assert [stream.look(stream.table.dice())[1] for _ in range(4)] == [False, True, False, True]


def test_a_die_that_was_turned_over_in_its_place_is_seen(stream: Stream) -> None:
    first, *others = stream.table.dice()
    x, y, _ = first.centre
    value = 7 - first.value
    turned = lying(first.colour, value, x, y, 30.0, first.size, left_handed=first.left_handed)
    view, searched = stream.look([turned, *others])
    assert searched
    assert values(view) == sorted((die.colour, die.value) for die in (turned, *others[:-1]))


def test_a_hand_that_has_come_is_seen(stream: Stream) -> None:
    view, searched = stream.look(stream.table.dice(), Hand((20, 30), 270))
    assert searched
    assert Code.TRAY_HIDDEN in view.codes


def test_another_throw_that_is_awaited_is_looked_for(stream: Stream) -> None:
    view, searched = stream.look(stream.table.dice(), expect=Expect.TWO)
    assert searched
    assert Code.TOO_MANY_DICE in view.codes


def test_a_die_that_seems_to_lean_is_searched_for_again_since_it_may_only_be_badly_aimed_at(
    stream: Stream,
) -> None:
    first, *others = stream.table.dice()
    x, y, _ = first.centre
    cocked = leaning(lying(first.colour, first.value, x, y, 30.0, first.size), 30.0, 0.0)
    assert [stream.look([cocked, *others])[1] for _ in range(4)] == [True] * 4


def test_a_die_that_leans_is_searched_for_where_it_lay_not_in_all_of_the_tray(stream: Stream) -> None:
    first, *others = stream.table.dice()
    x, y, _ = first.centre
    cocked = leaning(lying(first.colour, first.value, x, y, 30.0, first.size), 30.0, 0.0)
    seen, _ = stream.look([cocked, *others])
    in_all = stream.spotted_px
    again, _ = stream.look([cocked, *others])
    assert stream.spotted_px < in_all / 4
    assert again.codes == seen.codes


def test_a_die_that_leaned_and_now_lies_flat_is_seen_to(stream: Stream) -> None:
    first, *others = stream.table.dice()
    x, y, _ = first.centre
    cocked = leaning(lying(first.colour, first.value, x, y, 30.0, first.size), 30.0, 0.0)
    stream.look([cocked, *others])
    view, _ = stream.look([first, *others])
    assert view.valid


def test_of_a_picture_of_its_own_nothing_is_known(stream: Stream) -> None:
    dice = stream.table.dice()
    stream.eyes.forget()
    assert stream.look(dice)[1]
    stream.eyes.forget()
    assert stream.look(dice)[1]
    assert stream.look(dice)[1]  # the first pictures from a place make its maps
    assert not stream.look(dice)[1]


def test_where_dice_have_fallen_nobody_weighs_light_against_noise(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    def weighed(*_: object) -> None:
        raise AssertionError("it was plain that the tray has changed")

    stream.look([])  # searched and kept, since the dice are gone
    monkeypatch.setattr(memory, "moving_cells", weighed)
    assert stream.look(stream.table.dice())[1]


def test_light_that_was_switched_on_costs_a_search_and_nothing_else(stream: Stream) -> None:
    dice = stream.table.dice()
    dark = stream.table.picture(list(dice)).image // 3
    before = stream.searched
    stream.eyes.look(dark)
    assert stream.searched > before
    view, searched = stream.look(dice)
    assert searched
    assert values(view) == sorted((die.colour, die.value) for die in dice[:-1])
