"""The course of a turn up to the roll: whose it is, the imps on their bases, the dice thrown and read."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.rules import imps_in_play
from pi_diavolo.games.diavolo.scoring import gems_now
from pi_diavolo.games.diavolo.state import Evening, Game, Stage, Turn
from pi_diavolo.games.diavolo.steps import Step, said
from pi_diavolo.table.effects import ClearRoll, Effect, ShowGems, ShowStatus, ShowTurn, Status, Unask
from pi_diavolo.table.events import ImpsSeen, RollFault
from pi_diavolo.table.pieces import RIVALS, Colour
from pi_diavolo.table.players import Seat, next_to_the_left
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.sentences import Sentence

BASES = 10


def begin_game(evening: Evening, at: float) -> Step:
    """Five gems for everyone; the youngest rolls."""
    players = tuple(sorted(evening.seats))
    game = Game(evening.next_game, players, evening.rules, evening.weighs_errors)
    evening = replace(evening, game=game, next_game=evening.next_game + 1, all_here=None, paused_at=None)
    evening, effects = set_up_turn(evening, at)
    begins = said(Sentence.GAME_BEGINS, game=game.number, players=players)
    return evening, [begins, ShowGems(gems_now(game)), *effects]


def set_up_turn(evening: Evening, at: float) -> Step:
    """Make the next turn: who rolls, who is in, which imps are in play and where they go."""
    game = the_game(evening)
    still_in = tuple(seat for seat, gems in gems_now(game).items() if gems > 0)
    before = game.turns[-1] if game.turns else None
    roller = next_to_the_left(before.roller, still_in) if before else evening.youngest
    assert roller is not None, "a game begins only when the youngest is known"
    number, imps = len(game.turns) + 1, imps_in_play(len(still_in))
    places = _places(imps, f"{evening.seed}/{game.number}/{number}")
    began = (evening.starts, at)
    turn = Turn(number, roller, still_in, imps, places, first_stage(game.rules), began)
    taken_away = _fewer(before.imps, imps) if before else {}
    effects: list[Effect] = [said(Sentence.TAKE_AWAY_IMPS, imps=taken_away)] if taken_away else []
    return with_turn(evening, turn), effects + show_turn(game, turn)


def _places(imps: Mapping[Colour, int], seed: str) -> tuple[Colour | None, ...]:
    standing = [colour for colour, count in imps.items() for _ in range(count)]
    places: list[Colour | None] = [*standing, *[None] * (BASES - len(standing))]
    random.Random(seed).shuffle(places)
    return tuple(places)


def _fewer(before: Mapping[Colour, int], now: Mapping[Colour, int]) -> dict[Colour, int]:
    return {colour: before[colour] - now[colour] for colour in now if before[colour] > now[colour]}


def first_stage(rules: HouseRules) -> Stage:
    """Only real imps must be put back before the roll; counted ones are back by themselves."""
    return Stage.IMPS if rules.grabs is Grabs.BASES else Stage.READY


def show_turn(game: Game, turn: Turn) -> list[Effect]:
    """All that people see of a turn before anything happens in it."""
    places = turn.standing or turn.places
    shown = ShowTurn(game.number, turn.number, turn.roller, turn.players, turn.imps, places)
    if turn.stage is Stage.IMPS:
        return [shown, ShowStatus(Status.IMPS), said(Sentence.PLACE_IMPS, imps=turn.imps)]
    return [shown, *call_for_roll(game, turn)]


def call_for_roll(game: Game, turn: Turn) -> list[Effect]:
    """Tell the roller that all is ready."""
    sentence = Sentence.ROLL_NOW
    if game.rules.order_first:
        sentence = Sentence.ROLL_ORDER_FIRST if turn.order_die is None else Sentence.ROLL_COLOURS_NOW
    return [ShowStatus(Status.ROLL_NOW, turn.roller), said(sentence, player=turn.roller)]


def see_imps(evening: Evening, event: ImpsSeen) -> Step:
    """Compare what stands on the bases with what is in play; say what is missing, once."""
    game, turn = the_game(evening), the_turn(evening)
    if turn.stage is not Stage.IMPS:
        return evening, []
    seen = Counter(colour for colour in event.bases if colour is not None)
    wanted = Counter(turn.imps)
    problem = (dict(wanted - seen), dict(seen - wanted))
    if not any(problem):
        return imps_are_right(with_turn(evening, replace(turn, standing=event.bases)))
    if problem == turn.imps_problem:
        return evening, []
    missing, extra = problem
    effects: list[Effect] = [said(Sentence.IMPS_MISSING, imps=missing)] if missing else []
    effects += [said(Sentence.IMPS_TOO_MANY, imps=extra)] if extra else []
    return replace(evening, game=replace(game, turn=replace(turn, imps_problem=problem))), effects


def imps_are_right(evening: Evening) -> Step:
    """The roller may throw."""
    turn = replace(the_turn(evening), stage=Stage.READY, imps_problem=None)
    return with_turn(evening, turn), call_for_roll(the_game(evening), turn)


def faults_of(roll: Roll, rules: HouseRules) -> tuple[RollFault, ...]:
    """Why a roll with too few or too many dice does not count."""
    counts = roll.counts()
    faults = []
    for colour in RIVALS:
        if counts[colour] < rules.dice_per_colour:
            faults.append(RollFault("die_missing", colour))
        elif counts[colour] > rules.dice_per_colour:
            faults.append(RollFault("too_many_dice", colour))
    if counts[Colour.GRAY]:
        faults.append(RollFault("too_many_dice", Colour.GRAY))
    if roll.order_die is None and not rules.order_first:
        faults.append(RollFault("die_missing", Colour.GRAY))
    return tuple(faults)


def roll_again(evening: Evening, faults: Sequence[RollFault], at: float) -> Step:
    """The roll does not count: imps go back, nobody gains or loses, the same player rolls again."""
    game, turn = the_game(evening), the_turn(evening)
    fresh = Turn(
        turn.number,
        turn.roller,
        turn.players,
        turn.imps,
        turn.places,
        first_stage(game.rules),
        began=(evening.starts, at),
    )
    why = said(Sentence.ROLL_INVALID, player=turn.roller, faults=tuple(faults))
    unasked = [Unask(question.number) for question in turn.questions]
    # What was put right about the old dice says nothing about the new ones.
    amendments = tuple(
        replace(a, undone=a.undone or a.correction.turn == turn.number) for a in game.amendments
    )
    evening = replace(evening, game=replace(game, turn=fresh, amendments=amendments))
    return evening, [*unasked, ClearRoll(), why, *show_turn(game, fresh)]


def the_game(evening: Evening) -> Game:
    """The game that is going on."""
    assert evening.game is not None, "asked for the game while there is none"
    return evening.game


def the_turn(evening: Evening) -> Turn:
    """The turn in hand."""
    turn = the_game(evening).turn
    assert turn is not None, "asked for the turn while there is none"
    return turn


def with_turn(evening: Evening, turn: Turn | None) -> Evening:
    """The evening with its turn in hand replaced."""
    return replace(evening, game=replace(the_game(evening), turn=turn))


def still_in(evening: Evening) -> tuple[Seat, ...]:
    """Who plays in the turn in hand: there from its start, and not put out since by a correction."""
    gems = gems_now(the_game(evening))
    return tuple(seat for seat in the_turn(evening).players if gems[seat] > 0)
