"""Whatever two people do: every die and imp is in one zone, dice show 1 to 6, rounds and games end."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pi_diavolo.games.devilish_duels.choices import decision, legal_choices
from pi_diavolo.games.devilish_duels.corrections import before_move
from pi_diavolo.games.devilish_duels.course import choose, roll_awaited, rolled
from pi_diavolo.games.devilish_duels.duel import Duel, dice_of
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.playing import worked_out
from pi_diavolo.games.devilish_duels.putting_right import is_left_behind, moves_in_force
from pi_diavolo.games.devilish_duels.referee import DevilishDuelsReferee
from pi_diavolo.table.duels import COLOURS, Choice, ChoiceKind, ChoiceMade, DuelCorrected, Element, Zone
from pi_diavolo.table.effects import Ignore
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    Paused,
    PlayAgainAsked,
    QuestionAnswered,
    Resumed,
    RollRead,
    Started,
)
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.roll import Roll
from tests.games.devilish_duels.makers import DAVE, JENNY, TableOfTwo, a_duel

# In a round at most: two throws and imps each, two powers in each of ten moments, and what wins allow.
MOST_MOVES = 100
MOST_ROUNDS = 12

seeds = st.integers(0, 2**32)


def must_be_in_order(duel: Duel) -> None:
    """Dice and imps are conserved, each in exactly one zone, and show what they can."""
    assert set(duel.dice) == {*dice_of(JENNY), *dice_of(DAVE)}
    for at in duel.dice.values():
        assert (at.value is not None) == (at.zone is Zone.IN_PLAY)
        assert at.value is None or 1 <= at.value <= 6
    if duel.round:
        assert sorted(at.owner for at in duel.imps.values()) == [JENNY] * 4 + [DAVE] * 4
        banished = [imp for imp, at in duel.imps.items() if at.zone is Zone.BANISHED]
        rounds = duel.rounds if duel.over else (*duel.rounds, duel.ruling)
        assert sorted(banished) == sorted(imp for held in rounds for imp in held.banished)
    if duel.over and len(duel.rounds) < duel.rules.most_rounds:
        assert duel.winner is not None
        assert duel.imps_left(duel.other(duel.winner)) == 0
    elif duel.round and not duel.over:
        assert min(duel.imps_left(JENNY), duel.imps_left(DAVE)) > 0


class Evenings(RuleBasedStateMachine):
    """Two people who do anything, at any moment."""

    @initialize(seed=seeds, teams=st.sampled_from(["dealt", "picked"]), decline=st.booleans())
    def sit_down(self, seed: int, teams: str, decline: bool) -> None:
        self.table = TableOfTwo(seed=seed, teams=teams, decline=decline, most_rounds=MOST_ROUNDS)

    @rule(seed=seeds, count=st.integers(1, 40))
    def play(self, seed: int, count: int) -> None:
        """So many moves by lot."""
        lot = random.Random(seed)
        for _ in range(count):
            if not self.table.referee.in_progress:
                return
            self._move(lot)
            must_be_in_order(self.table.duel)

    def _move(self, lot: random.Random) -> None:
        table, duel = self.table, self.table.duel
        # In a break nothing moves, but what was asked before may be answered.
        allowed = not table.evening.paused or table.game.doubt is not None
        if table.game.doubt is not None:
            question = table.game.doubt.question
            table.does(QuestionAnswered(question.number, lot.choice(question.options), table.at))
        elif (awaited := roll_awaited(duel)) is not None:
            elements = [each.element for each in getattr(awaited, "dice", ())] or [Element.AIR]
            dice = tuple(Die(COLOURS[element], *self._seen(lot)) for element in elements)
            table.does(RollRead(Roll(dice), table.at))
        elif (item := decision(duel)) is not None:
            table.does(ChoiceMade(item.seat, lot.choice(legal_choices(duel)), table.at))
        assert allowed == (not table.refusals()), table.refusals()

    def _seen(self, lot: random.Random) -> tuple[int, None, tuple[int, ...]]:
        value = lot.randint(1, 6)
        return value, None, (value % 6 + 1,) if lot.random() < 0.05 else ()

    @precondition(lambda self: self.table.referee.in_progress)
    @rule(kind=st.sampled_from(ChoiceKind), seat=st.sampled_from([JENNY, DAVE, 9]))
    def choose_nonsense(self, kind: ChoiceKind, seat: int) -> None:
        """Refused, and nothing has changed; passing may be allowed."""
        before = self.table.evening
        event = ChoiceMade(seat, Choice(kind, imps=("Nobody",) * 5), self.table.at)  # type: ignore[arg-type]
        (refusal,) = self.table.does(event)
        assert isinstance(refusal, Ignore)
        assert self.table.evening == before

    @precondition(lambda self: self.table.game.moves)
    @rule(seed=seeds)
    def put_a_move_right(self, seed: int) -> None:
        lot, table = random.Random(seed), self.table
        move = lot.choice(table.game.moves)
        values = tuple(lot.randint(1, 6) for _ in move.dice)
        if values and lot.random() < 0.8:
            table.does(DuelCorrected(move.number, table.at, values=values))
        else:
            table.does(DuelCorrected(move.number, table.at, struck=True))
        assert not table.refusals() or move.dice or is_left_behind(table.game, move)

    @precondition(lambda self: self.table.game.moves)
    @rule(seed=seeds)
    def choose_otherwise(self, seed: int) -> None:
        """Whatever could have been chosen at that moment can be put in the place of what was."""
        lot, table = random.Random(seed), self.table
        number = lot.choice(table.game.moves).number
        before = before_move(table.game, number)
        if before is None:
            return
        must_be_in_order(before)
        instead = lot.choice(legal_choices(before))
        table.does(DuelCorrected(number, table.at, choice=instead))
        assert not table.refusals(), table.refusals()
        assert instead in [move.choice for move in moves_in_force(table.game) if move.number == number]

    @rule()
    def undo(self) -> None:
        self.table.does(CorrectionUndone(self.table.at))

    @rule(number=st.integers(1, 5))
    def strike_a_round(self, number: int) -> None:
        self.table.does(Correction(number, self.table.at, struck=True))

    @rule()
    def have_a_break(self) -> None:
        event = Resumed if self.table.evening.paused else Paused
        self.table.does(event(self.table.at))

    @rule()
    def switch_off_and_on(self) -> None:
        before = self.table.duel
        self.table.does(Started("another", 0.0, "2026-01-01T20:00:00+00:00"))
        assert self.table.duel == before

    @precondition(lambda self: not self.table.referee.in_progress)
    @rule()
    def play_again(self) -> None:
        self.table.does(PlayAgainAsked(self.table.at))

    @invariant()
    def all_is_in_order(self) -> None:
        if hasattr(self, "table"):
            must_be_in_order(self.table.duel)
            game, duel = self.table.game, self.table.duel
            assert [ruling.turn for ruling in game.rulings] == list(range(1, len(game.rulings) + 1))
            assert [r.duel for r in game.rulings[: len(duel.rounds)]] == list(duel.rounds)
            assert all(ruling.pending or ruling.played_on for ruling in game.rulings[len(duel.rounds) :])

    def teardown(self) -> None:
        if hasattr(self, "table"):
            again = DevilishDuelsReferee()
            for event in self.table.events:
                again.receive(event)
            assert again.state == self.table.evening
            told = worked_out(self.table.game)
            assert told.duel.having(news=(), turned=()) == self.table.duel.having(news=(), turned=())
            assert told.waiting == self.table.game.waiting


def test_whoever_leads_after_a_correction_is_offered_no_move_of_the_other() -> None:
    evening = Evenings()
    evening.sit_down(seed=0, teams="dealt", decline=False)
    evening.play(count=9, seed=4033)
    evening.put_a_move_right(seed=907485)
    evening.choose_otherwise(seed=1)
    evening.all_is_in_order()
    evening.teardown()


TestEvenings = pytest.mark.filterwarnings("ignore")(Evenings.TestCase)
TestEvenings.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


@pytest.mark.parametrize("seed", range(12))
def test_every_round_ends_and_so_does_every_game(seed: int) -> None:
    lot, rules = random.Random(seed), HouseRules(most_rounds=20)
    duel, moves, number = a_duel(rules), 0, 1
    while not duel.over:
        moves, number = (moves + 1, number) if duel.round == number else (0, duel.round)
        assert moves < MOST_MOVES
        if (awaited := roll_awaited(duel)) is not None:
            duel = rolled(duel, [lot.randint(1, 6) for _ in getattr(awaited, "dice", (1,))])
        else:
            duel = choose(duel, lot.choice(legal_choices(duel)))
        must_be_in_order(duel)
    assert 1 <= len(duel.rounds) <= 20
