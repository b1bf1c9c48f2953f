"""The file of an owner's cards: what it may hold, and what is told about a wrong one."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.duelling import read_cards
from pi_diavolo.errors import ConfigError
from pi_diavolo.games.devilish_duels.card_file import BadCard, as_setting, box_of, cards_from, cards_out_of
from pi_diavolo.games.devilish_duels.cards import Condition, Deed, Power, Task, When, Whose
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.stickers import by_marker
from pi_diavolo.games.setting_values import BadSetting
from pi_diavolo.table.duels import Element

DOCS = Path(__file__).parents[3] / "docs" / "devilish-duels.md"

FULL = """
[[card]]
name = "Torrent"
element = "water"
text = "Win the Water, roll again"

[[card.power]]
when = "after_trial"
trial = "water"
condition = "double_won"
effect = { do = "reroll", count = 2, whose = "either", element = ["fire", "air"] }

[[card.power]]
when = "in_trial"
trial = "any"
effect = [{ do = "set", amount = 6 }, { do = "add", amount = -1, count = "each", whose = "opponent" }]
"""


def test_a_card_says_when_on_what_condition_what_and_on_what() -> None:
    (card,) = cards_from(cards_out_of(FULL))
    assert (card.name, card.element, card.text) == ("Torrent", Element.WATER, "Win the Water, roll again")
    reroll = Task(Deed.REROLL, count=2, whose=Whose.EITHER, elements=(Element.FIRE, Element.AIR))
    assert card.powers == (
        Power(When.AFTER_TRIAL, (reroll,), Element.WATER, Condition.DOUBLE_WON),
        Power(When.IN_TRIAL, (Task(Deed.SET, 6), Task(Deed.ADD, -1, count=None, whose=Whose.OPPONENT)), None),
    )


def test_without_a_file_two_teams_can_be_made_of_the_shipped_cards() -> None:
    box = box_of("")
    assert len(box) == 8
    assert {name: len(card.powers) for name, card in box.items() if card.powers} == {
        "Zephyr": 1, "Mulch": 1, "Flicker": 1,
    }  # fmt: skip


def test_own_cards_come_first_and_take_the_place_of_shipped_ones() -> None:
    values = {"card": [{"name": "Zephyr"}, *({"name": f"Own {number}"} for number in range(6))]}
    box = box_of(as_setting(values))
    assert not box["Zephyr"].powers
    assert set(box) == {"Zephyr", "Mulch", "Flicker", *(f"Own {number}" for number in range(6))}


@pytest.mark.parametrize("name", ["zephyr", "PUCK", "imp a"])
def test_however_its_name_is_written_an_own_card_takes_the_place_of_the_shipped_one(name: str) -> None:
    box = box_of(as_setting({"card": [{"name": name, "text": "mine"}]}))
    assert box[name].text == "mine"
    assert len({each.casefold() for each in box}) == len(box) == 8
    assert {card.text for each, card in box.items() if each != name} == {""}


def test_what_stands_in_the_settings_is_what_stood_in_the_file() -> None:
    values = cards_out_of(FULL)
    assert box_of(as_setting(values))["Torrent"] == cards_from(values)[0]
    assert as_setting({}) == ""


def in_a_power(**power: Any) -> dict[str, Any]:
    return {"card": [{"name": "A", "power": [power]}]}


def an_effect(**effect: Any) -> dict[str, Any]:
    return in_a_power(when="before_trials", effect=effect)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"cards": []}, "the file: cards = [] cannot be; use 'card' instead"),
        ({"card": {}}, "card = {} cannot be; use a list of at most 200, each under [[…]]"),
        ({"card": ["x"]}, "card 1 = 'x' cannot be; use a table with name, element, text, marker, power"),
        ({"card": [{}]}, "card 1: name = '' cannot be; use the name on the card"),
        ({"card": [{"name": "A" * 31}]}, "a text of at most 30 characters"),
        ({"card": [{"name": "A"}, {"name": "a"}]}, "card 'A': name = 'a' cannot be; use each name once"),
        ({"card": [{"name": "A", "element": "wood"}]}, "card 'A': element = 'wood' cannot be; use one of "),
        (in_a_power(), "card 'A', power 1: when = nothing cannot be; use one of whole_turn, before_trials, "),
        (in_a_power(when="in_trail"), "power 1: when = 'in_trail' cannot be; use 'in_trial' instead"),
        (in_a_power(when="in_trial"), "power 1: trial = nothing cannot be; use one of earth, fire, water, "),
        (
            in_a_power(when="before_trials", condition="won", effect={"do": "reroll"}),
            "condition = 'won' cannot be; use it only with when = in_trial or after_trial",
        ),
        (in_a_power(when="before_trials"), "power 1, effect = nothing cannot be; use a table with do, "),
        (in_a_power(when="before_trials", effect=[]), "power 1: effect = [] cannot be; use at least one"),
        (an_effect(do="ad"), "card 'A', power 1, effect: do = 'ad' cannot be; use 'add' instead"),
        (
            an_effect(do="add"),
            "effect: amount = nothing cannot be; use a whole number from -12 to 12, and not 0",
        ),
        (an_effect(do="set", amount=7), "effect: amount = 7 cannot be; use a whole number from 1 to 6"),
        (an_effect(do="reroll", amount=1), "amount = 1 cannot be; use none, since reroll has no amount"),
        (an_effect(do="reroll", count=0), "count = 0 cannot be; use a whole number from 1 to 4 or 'each'"),
        (an_effect(do="reroll", count=True), "count = True cannot be; use a whole number from 1 to 4"),
        (an_effect(do="reroll", whose="mine"), "whose = 'mine' cannot be; use one of own, opponent, either"),
        (an_effect(do="reroll", element=[]), "element = [] cannot be; use at least one of earth, fire"),
        (an_effect(do="reroll", dice=1), "effect: dice = 1 cannot be; use only do, amount, count, whose, "),
        (an_effect(do="total", amount=1, count=1), "count = 1 cannot be; use none, since total lasts"),
        (
            in_a_power(when="whole_turn", effect={"do": "reroll"}),
            "do = 'reroll' cannot be; use one of more_dice, shield_dice, shield_imps, total, win_draws",
        ),
        (
            in_a_power(when="before_trials", effect=[{"do": "reroll"}, {"do": "add", "amount": 0}]),
            "card 'A', power 1, effect 2: amount = 0 cannot be",
        ),
    ],
)
def test_a_wrong_card_is_named_with_its_field_and_what_may_stand_there(values: Any, told: str) -> None:
    with pytest.raises(BadCard) as bad:
        cards_from(values)
    assert told in str(bad.value)


WORDS = ["add", "air", "each", "in_trial"]
json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "card",
                    "name",
                    "power",
                    "when",
                    "effect",
                    "do",
                    "amount",
                    "count",
                    "element",
                    "trial",
                    "whose",
                ]
            ),
            inner,
        )
    ),
    max_leaves=12,
)


@given(json_like)
def test_whatever_stands_in_a_file_it_is_cards_or_a_sentence(values: Any) -> None:
    told = None
    try:
        cards_from(values)
    except BadCard as bad:
        told = str(bad)
    assert told is None or " cannot be; use " in told


def test_a_file_is_read_and_its_faults_are_told_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(FULL, encoding="utf-8")
    assert "Torrent" in box_of(read_cards(file))
    for text, told in (("[[card]", "the file = "), ('[[card]]\nname = ""', "card 1: name = ''")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError) as error:
            read_cards(file)
        assert str(error.value).startswith(f"{file}: {told}")
    file.write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="UTF-8"):
        read_cards(file)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_cards(tmp_path / "none.toml")


def test_a_file_too_large_is_refused_and_never_cut(tmp_path: Path) -> None:
    file, last = tmp_path / "cards.toml", '\n[[card]]\nname = "Last"\n'
    rest = 1_000_000 - len(last)
    file.write_text("#" * rest + last, encoding="utf-8")
    assert "Last" in box_of(read_cards(file))
    file.write_text("#" * (rest + 1) + last, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        read_cards(file)
    assert str(error.value) == f"{file}: this file is larger than 1 MB; use a file of cards alone"


def brackets(depth: int) -> str:
    return "[" * depth + "]" * depth


def lists_in_lists(depth: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(depth):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"card = {brackets(5_000)}", "brackets too deep in brackets"),
        (f"card = {'1' * 5_000}", "the file = "),
    ],
    ids=["brackets", "a huge number"],
)
def test_what_no_machine_can_read_is_told_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        read_cards(file)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_what_cannot_even_be_printed_is_told_in_a_sentence() -> None:
    with pytest.raises(BadCard, match="name = brackets too deep in brackets cannot be"):
        cards_from({"card": [{"name": lists_in_lists(100_000)}]})


@pytest.mark.parametrize(
    "cards",
    [
        "{",
        "[]",
        '{"card": [{}]}',
        '{"card": [{"name": "A", "power": 1}]}',
        f'{{"card": {brackets(100_000)}}}',
    ],
    ids=["broken", "a list", "no name", "no list of powers", "brackets"],
)
def test_cards_that_cannot_be_are_no_setting(cards: str) -> None:
    with pytest.raises(BadSetting):
        HouseRules(cards=cards)


def test_every_example_in_the_documentation_is_a_file_of_cards() -> None:
    blocks = DOCS.read_text(encoding="utf-8").split("```toml\n")[1:]
    assert blocks
    for block in blocks:
        assert cards_from(cards_out_of(block.split("```")[0]))


# Stickers


def a_file(*cards: dict[str, Any]) -> str:
    return as_setting({"card": list(cards)})


def test_the_shipped_cards_have_the_first_stickers_for_good() -> None:
    shipped = {10: "Zephyr", 11: "Mulch", 12: "Flicker", 13: "Puck"}
    assert dict(list(by_marker(box_of("")).items())[:4]) == shipped
    # Also when the owner enters one of them with its true powers.
    own = by_marker(box_of(a_file({"name": "Gale"}, {"name": "Puck"})))
    assert {number: own[number] for number in shipped} == shipped


def test_a_shipped_card_keeps_its_sticker_however_its_name_is_written() -> None:
    assert by_marker(box_of(a_file({"name": "zephyr"})))[10] == "zephyr"
    assert by_marker(box_of(a_file({"name": "zephyr", "marker": 10})))[10] == "zephyr"


def test_own_cards_follow_in_the_files_order_and_a_new_last_one_changes_nothing() -> None:
    cards = [{"name": f"Own {number}"} for number in range(20)]
    some = by_marker(box_of(a_file(*cards[:19])))
    more = by_marker(box_of(a_file(*cards)))
    assert [some[number] for number in range(18, 37)] == [card["name"] for card in cards[:19]]
    assert some.items() <= more.items()


def test_a_card_may_have_its_own_number_and_the_others_make_room() -> None:
    own = by_marker(box_of(a_file({"name": "Gale"}, {"name": "Surge", "marker": 18}, {"name": "Ember"})))
    assert {own[number] for number in (18, 19, 20)} == {"Surge", "Gale", "Ember"}
    assert own[18] == "Surge"


def test_cards_beyond_the_last_sticker_have_none() -> None:
    own = by_marker(box_of(a_file(*({"name": f"Own {number}"} for number in range(60)))))
    assert max(own) == 49
    assert len(own) == 32 + 3


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (
            [{"name": "Gale", "marker": 9}],
            "card 'Gale': marker = 9 cannot be; use a whole number from 10 to 49",
        ),
        ([{"name": "Gale", "marker": 50}], "a whole number from 10 to 49"),
        ([{"name": "Gale", "marker": "18"}], "marker = '18' cannot be"),
        ([{"name": "Gale", "marker": True}], "marker = True cannot be"),
        ([{"name": "Gale", "marker": 13}], "another number, since 'Puck' has 13"),
        (
            [{"name": "Gale", "marker": 20}, {"name": "Surge", "marker": 20}],
            "card 'Surge': marker = 20 cannot be; use another number, since 'Gale' has 20",
        ),
    ],
)
def test_two_cards_cannot_have_one_sticker(cards: list[dict[str, Any]], told: str) -> None:
    with pytest.raises(BadCard) as bad:
        a_file(*cards)
    assert told in str(bad.value)
