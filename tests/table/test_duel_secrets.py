"""What programs and bug reports are told of a duel: no imp that nobody has seen, no seed that deals them."""

import pytest

from pi_diavolo.table.duel_secrets import for_everyone, without_secrets
from pi_diavolo.table.duel_views import Hand
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, DuelCorrected
from pi_diavolo.table.effects import Ignore, ShowHand, ShowWinner
from pi_diavolo.table.events import EveningOpened, Event, Tick
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence, saying

JENNY = Seat(1)
TEAM = Choice(ChoiceKind.TEAM, imps=("Flicker", "Mulch", "Puck", "Zephyr"))
PLAY = Choice(ChoiceKind.PLAY, imps=("Mulch",))
OPEN = (
    Choice(ChoiceKind.POWER, imps=("Mulch",), power=1),
    Choice(ChoiceKind.PICK, imps=("Mulch",)),
    Choice(ChoiceKind.PASS),
)
WHY = saying(Sentence.DUEL_IMP_NOT_IN_POOL)


@pytest.mark.parametrize("choice", [TEAM, PLAY])
def test_a_team_and_what_is_brought_from_it_are_told_without_names(choice: Choice) -> None:
    veiled = Choice(choice.kind)
    assert without_secrets(ChoiceMade(JENNY, choice, 1.0)) == ChoiceMade(JENNY, veiled, 1.0)
    corrected = DuelCorrected(3, 1.0, choice=choice)
    assert without_secrets(corrected) == DuelCorrected(3, 1.0, choice=veiled)


@pytest.mark.parametrize("choice", OPEN)
def test_what_befalls_imps_in_play_is_told(choice: Choice) -> None:
    for event in (ChoiceMade(JENNY, choice, 1.0), DuelCorrected(3, 1.0, choice=choice)):
        assert without_secrets(event) == event


def test_the_seed_is_told_of_games_that_deal_no_teams_alone() -> None:
    duel = EveningOpened("devilish-duels", {"teams": "dealt"}, 1, 77, 0.0)
    assert without_secrets(duel) == EveningOpened("devilish-duels", {"teams": "dealt"}, 1, 0, 0.0)
    for event in (EveningOpened("diavolo", {}, 1, 77, 0.0), DuelCorrected(3, 1.0, struck=True), Tick(1.0)):
        assert without_secrets(event) == event


@pytest.mark.parametrize(
    "refused", [ChoiceMade(JENNY, PLAY, 1.0), DuelCorrected(3, 1.0, choice=TEAM)], ids=["a choice", "a team"]
)
def test_what_was_tried_in_vain_is_told_without_names(refused: Event) -> None:
    (told,) = for_everyone([Ignore(refused, WHY)])
    assert told == Ignore(without_secrets(refused), WHY)
    assert "Mulch" not in repr(told)


def test_a_hand_is_told_to_nobody_else() -> None:
    shown = ShowWinner(JENNY)
    assert list(for_everyone([ShowHand(Hand(JENNY, (), (PLAY,))), shown])) == [shown]
