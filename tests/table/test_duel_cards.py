"""Cards laid before the players: what is brought into play by them, and why sometimes nothing is."""

from collections.abc import Sequence

import pytest

from pi_diavolo.games.devilish_duels.card_file import as_setting
from pi_diavolo.table.duel_cards import GONE_S, SETTLED_S, CardSeen, CardsLaid, imps_brought
from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.duel_views import Awaited, DuelStep, DuelView, Hand, ImpStanding, Side
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, Zone
from pi_diavolo.table.pieces import Point
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying
from tests.games.devilish_duels.makers import TableOfTwo

JENNY, ROB = Seat(1), Seat(4)  # Jenny's half is the lower one
BOX = {10: "Zephyr", 11: "Mulch", 12: "Flicker", 13: "Puck", 14: "Imp A", 15: "Imp B"}
HERS = Hand(
    JENNY,
    (
        ImpStanding("Zephyr", Zone.POOL),
        ImpStanding("Mulch", Zone.POOL),
        ImpStanding("Flicker", Zone.POOL),
        ImpStanding("Puck", Zone.BANISHED),
    ),
    (),
)
ASKED, EVERY = 100.0, 0.5


def a_duel(step: DuelStep = DuelStep.IMPS, seat: Seat = JENNY, secret: bool = True) -> DuelView:
    sides = tuple(Side(each, 4, 4, ()) for each in (JENNY, ROB))
    awaited = Awaited(seat, saying(Sentence.DUEL_BRING_IMPS, player=seat), secret=secret)
    return DuelView(1, 1, JENNY, step, None, sides, (), {}, (), awaited, (), ())


def before_her(*markers: int) -> list[CardSeen]:
    return [CardSeen(marker, Point(70.0 * place - 100, -178)) for place, marker in enumerate(markers)]


def looked(
    cards: Sequence[CardSeen],
    since: float = ASKED + 1,
    until: float = ASKED + 5,
    laid: CardsLaid | None = None,
) -> CardsLaid:
    """Look at these cards again and again."""
    laid, at = laid or CardsLaid(), since
    while at <= until:
        laid, at = laid.seen(cards, at), at + EVERY
    return laid


def brought(laid: CardsLaid, view: DuelView | None = None) -> ChoiceMade | Saying | None:
    return imps_brought(laid, BOX, view or a_duel(), HERS, Halves(), ASKED)


def complaint(laid: CardsLaid) -> Sentence:
    told = brought(laid)
    assert isinstance(told, Saying)
    return told.sentence


@pytest.mark.parametrize("markers", [(10,), (12, 11)])
def test_one_or_two_own_imps_that_lie_a_while_are_brought(markers: tuple[int, ...]) -> None:
    chosen = Choice(ChoiceKind.PLAY, imps=tuple(BOX[marker] for marker in markers))
    assert brought(looked(before_her(*markers))) == ChoiceMade(JENNY, chosen, ASKED + 5)


def test_nothing_is_brought_before_cards_have_lain_for_a_while() -> None:
    assert brought(looked(before_her(10), until=ASKED + 1)) is None
    assert brought(looked(before_her(10), until=ASKED + 1 + SETTLED_S - EVERY)) is None
    assert brought(looked(before_her(10), until=ASKED + 1 + SETTLED_S)) is not None
    assert brought(CardsLaid()) is None
    # One look alone proves nothing, however long ago.
    late = CardsLaid().seen(before_her(10), ASKED + 1)
    assert brought(late.seen([], ASKED + 1 + SETTLED_S)) is None


def test_a_card_that_one_look_overlooks_is_waited_for() -> None:
    laid = looked(before_her(10, 11), until=ASKED + 5)
    laid = laid.seen(before_her(10), ASKED + 5.5)
    assert brought(laid) is None
    told = brought(laid.seen(before_her(10, 11), ASKED + 6))
    assert isinstance(told, ChoiceMade)
    assert len(told.choice.imps) == 2
    # Taken back for good, it is no longer waited for.
    laid = looked(before_her(10), since=ASKED + 6, until=ASKED + 6 + GONE_S, laid=laid)
    told = brought(laid)
    assert isinstance(told, ChoiceMade)
    assert told.choice.imps == ("Zephyr",)


def test_a_camera_that_looked_away_does_not_make_old_cards_new() -> None:
    laid = looked(before_her(10), since=ASKED - 60, until=ASKED - 30)
    laid = looked(before_her(10), since=ASKED + 30, until=ASKED + 40, laid=laid)
    assert complaint(laid) is Sentence.DUEL_CARDS_LAY_BEFORE


def test_the_second_imp_may_take_its_time() -> None:
    laid = looked(before_her(10), until=ASKED + 2.5)
    laid = looked(before_her(10, 11), since=ASKED + 3, until=ASKED + 3.5, laid=laid)
    assert brought(laid) is None
    laid = looked(before_her(10, 11), since=ASKED + 4, until=ASKED + 6, laid=laid)
    told = brought(laid)
    assert isinstance(told, ChoiceMade)
    assert told.choice.imps == ("Zephyr", "Mulch")


def test_cards_of_the_round_before_are_not_brought_again_by_lying_there() -> None:
    laid = looked(before_her(10), since=ASKED - 20, until=ASKED + 9)
    assert complaint(laid) is Sentence.DUEL_CARDS_LAY_BEFORE
    # Another one beside it does not change that, nor does a hand over it for a moment.
    laid = looked(before_her(10, 11), since=ASKED + 10, until=ASKED + 14, laid=laid)
    assert complaint(laid) is Sentence.DUEL_CARDS_LAY_BEFORE
    laid = looked([], since=ASKED + 14.5, until=ASKED + 14.5 + GONE_S - 2 * EVERY, laid=laid)
    laid = looked(before_her(10), since=laid.at + EVERY, until=laid.at + 4, laid=laid)
    assert complaint(laid) is Sentence.DUEL_CARDS_LAY_BEFORE
    # But who lifts it and lays it down again means it.
    laid = looked([], since=laid.at + EVERY, until=laid.at + GONE_S + 2 * EVERY, laid=laid)
    laid = looked(before_her(10), since=laid.at + EVERY, until=laid.at + 4, laid=laid)
    assert isinstance(brought(laid), ChoiceMade)
    elsewhere = [CardSeen(10, Point(90, -170))]
    assert isinstance(brought(looked(elsewhere, laid.at + EVERY, laid.at + 4, laid)), ChoiceMade)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        pytest.param(before_her(10, 40), Sentence.DUEL_STICKER_UNKNOWN, id="a sticker of no card"),
        pytest.param(before_her(10, 10), Sentence.DUEL_STICKER_TWICE, id="one sticker twice"),
        pytest.param(before_her(10, 14), Sentence.DUEL_CARD_NOT_IN_POOL, id="another player's imp"),
        pytest.param(before_her(13), Sentence.DUEL_CARD_NOT_IN_POOL, id="a banished imp"),
        pytest.param(before_her(10, 11, 12), Sentence.DUEL_TOO_MANY_CARDS, id="three imps"),
        pytest.param([CardSeen(10, Point(-180, 2))], Sentence.DUEL_CARD_BETWEEN, id="on the line"),
    ],
)
def test_in_doubt_a_sentence_says_why(cards: list[CardSeen], told: Sentence) -> None:
    assert complaint(looked(cards)) is told


def test_what_lies_before_the_opponent_is_their_business() -> None:
    his = [CardSeen(14, Point(0, 178)), CardSeen(11, Point(70, 178))]
    assert brought(looked(his)) is None
    told = brought(looked([*his, *before_her(10)]))
    assert isinstance(told, ChoiceMade)
    assert told.choice.imps == ("Zephyr",)


@pytest.mark.parametrize(
    "view",
    [a_duel(DuelStep.TEAMS), a_duel(DuelStep.REROLL), a_duel(seat=ROB), a_duel(secret=False)],
    ids=["teams", "dice", "his", "a power"],
)
def test_cards_count_only_when_this_player_is_to_bring_imps(view: DuelView) -> None:
    assert brought(looked(before_her(10)), view) is None


def test_cards_that_were_brought_draw_no_complaint_when_a_power_for_the_whole_round_is_asked_for() -> None:
    """The referee's own view of that moment, which belongs to the step of the imps as well."""
    power = {"when": "whole_turn", "effect": {"do": "total", "amount": 1}}
    cards = as_setting({"card": [{"name": "Zephyr", "power": [power]}]})
    table = TableOfTwo(teams="picked", first_lead="youngest", cards=cards)
    hers, his = ("Zephyr", "Mulch", "Flicker", "Puck"), ("Imp A", "Imp B", "Imp C", "Imp D")
    for seat, team in ((JENNY, hers), (ROB, his)):
        table.chooses(seat, Choice(ChoiceKind.TEAM, imps=team))
    for seat in (JENNY, ROB):
        table.chooses(seat, Choice(ChoiceKind.PASS))
    laid = looked(before_her(10))
    told = imps_brought(laid, BOX, table.view, table.hand(JENNY), Halves(), ASKED)
    assert told == ChoiceMade(JENNY, Choice(ChoiceKind.PLAY, imps=("Zephyr",)), laid.at)
    table.chooses(JENNY, told.choice)
    table.chooses(ROB, Choice(ChoiceKind.PLAY, imps=("Imp A",)))
    assert (table.view.step, table.view.awaited and table.view.awaited.seat) == (DuelStep.IMPS, JENNY)
    assert [choice.kind for choice in table.view.options] == [ChoiceKind.PASS, ChoiceKind.POWER]
    assert imps_brought(laid, BOX, table.view, table.hand(JENNY), Halves(), ASKED) is None
