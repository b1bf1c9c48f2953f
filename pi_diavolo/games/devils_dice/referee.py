"""The referee of Devil's Dice: one event in, effects out; no clock, no file, no pin, no pixel."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pi_diavolo.games.devils_dice import corrections, halts, lobby, looking, rolls
from pi_diavolo.games.devils_dice.house_rules import HouseRules, in_few_words
from pi_diavolo.games.devils_dice.playing import play_on
from pi_diavolo.games.devils_dice.refusals import refusal
from pi_diavolo.games.devils_dice.showing import awaited
from pi_diavolo.games.devils_dice.state import Evening
from pi_diavolo.games.devils_dice.steps import Step, ignored, refused, said, the_game
from pi_diavolo.table.boards import BoardSeen, CounterMoved, EndAgreed, MoveCorrected
from pi_diavolo.table.duels import ChoiceMade, DuelCorrected, DuelDiceSeen
from pi_diavolo.table.effects import Effect, Say, Unask
from pi_diavolo.table.events import (
    ClaimUnfounded,
    Correction,
    CorrectionUndone,
    DiceAtRest,
    DiceRolling,
    EveningOpened,
    Event,
    GameAbandoned,
    GameStarted,
    Grab,
    ImpLifted,
    ImpPutBack,
    ImpsConfirmed,
    ImpsSeen,
    ImpUnclaimed,
    OrderRead,
    Paused,
    PhoneJoined,
    PhoneLeft,
    PlayAgainAsked,
    PowerOffAsked,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    Resumed,
    RollInvalid,
    RollRead,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    Started,
    TableSetUp,
    Tick,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence

# Goes up whenever the same events would be ruled otherwise; it stands beside every ruling in the log.
RULES_VERSION = 3

# So long after the end a press of gray may still be a mistake.
REMATCH_AFTER_S = 3.0

InTurn = DiceRolling | DiceAtRest | RollRead | RollInvalid | CounterMoved | EndAgreed | QuestionAnswered


class DevilsDiceReferee:
    """Knows the whole evening; the same events always lead to the same state and effects."""

    rules_version = RULES_VERSION

    def __init__(self) -> None:
        self._evening = Evening(HouseRules())

    @property
    def state(self) -> Evening:
        """All that the referee knows."""
        return self._evening

    @property
    def settings(self) -> Mapping[str, Any]:
        """The house rules in force: the game's own while one goes on."""
        game = self._evening.game
        return in_few_words(game.play.rules if game else self._evening.rules)

    @property
    def game(self) -> int | None:
        """The number of the game going on, or just over."""
        return self._evening.game.number if self._evening.game else None

    @property
    def in_progress(self) -> bool:
        """There is a game that can be played on."""
        return self._evening.game is not None and not self._evening.game.play.over

    def receive(self, event: Event) -> list[Effect]:
        """Take in what happened; return what shall happen, in order."""
        self._evening, effects = _step(self._evening, event)
        return effects


def _step(evening: Evening, event: Event) -> Step:
    match event:
        case EveningOpened():
            return _open_evening(event)
        case Started():
            return halts.start_again(evening, event)
        case SeatTaken():
            return _unless_in_lobby(evening, event) or lobby.take_seat(evening, event)
        case SeatLeft():
            return _unless_in_lobby(evening, event) or lobby.leave_seat(evening, event)
        case YoungestChosen():
            return _unless_in_lobby(evening, event) or lobby.choose_youngest(evening, event)
        case SettingsChosen():
            return _unless_between_games(evening, event) or lobby.choose_settings(evening, event)
        case TableSetUp():
            return _unless_between_games(evening, event) or (evening, [])
        case GameStarted():
            return _unless_in_lobby(evening, event) or lobby.begin_game(evening, event)
        case PlayAgainAsked():
            return _unless_game(evening, event) or _play_again(evening, event)
        case GameAbandoned():
            return _unless_game(evening, event) or _abandon(evening)
        case MoveCorrected():
            return _unless_this_game(evening, event) or corrections.correct_turn(evening, event)
        case Correction():
            return _unless_this_game(evening, event) or corrections.strike_turn(evening, event)
        case CorrectionUndone():
            return _unless_this_game(evening, event) or corrections.undo(evening, event)
        case Protested():
            return _unless_this_game(evening, event) or corrections.protest(evening, event)
        case ProtestDecided():
            return _unless_game(evening, event) or corrections.decide_protest(evening, event)
        case Paused():
            return _unless_going_on(evening, event) or halts.pause(evening, event)
        case Resumed():
            return _unless_going_on(evening, event) or halts.resume(evening, event)
        case PowerOffAsked():
            return (evening, []) if _unless_going_on(evening, event) else halts.before_the_end(evening)
        case Grab():
            return lobby.press(evening, event) if evening.game is None else _press(evening, event)
        case PartFailed(part=part, fault=fault):
            told = said(Sentence.PART_FAILED, part=part, trouble=fault, remedy=part.kind)
            return evening, [told]
        case PartRecovered(part=part):
            return evening, [said(Sentence.PART_RECOVERED, part=part)]
        case PhoneJoined() | PhoneLeft() | Tick() | ImpLifted() | ImpUnclaimed() | ImpsSeen() | ImpPutBack():
            return evening, []  # nothing of this means anything on a board
        case BoardSeen():
            return looking.look(evening, event) if evening.game else (replace(evening, seen=event), [])
        case ChoiceMade() | DuelDiceSeen() | DuelCorrected():
            return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
        case ImpsConfirmed() | OrderRead() | ClaimUnfounded() | TurnEnded():
            return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
        case (
            DiceRolling() | DiceAtRest() | RollRead() | RollInvalid() | CounterMoved() | EndAgreed()
            | QuestionAnswered()
        ):  # fmt: skip
            return _unless_in_turn(evening, event) or _in_turn(evening, event)


def _in_turn(evening: Evening, event: InTurn) -> Step:
    match event:
        case DiceRolling() | DiceAtRest():
            return rolls.dice_move(evening, event)
        case RollRead():
            return rolls.read_roll(evening, event)
        case RollInvalid():
            return rolls.refuse_roll(evening, event)
        case QuestionAnswered():
            return _answer(evening, event)
        case CounterMoved():
            return _move(evening, event)
        case EndAgreed(at=at):
            seat = awaited(the_game(evening).play) or Seat(0)
            return play_on(evening, seat, at, agreed=True)


def _move(evening: Evening, event: CounterMoved) -> Step:
    if why := refusal(the_game(evening).play, event.seat, event.move):
        return refused(evening, event, why)
    return play_on(evening, event.seat, event.at, move=event.move)


def _answer(evening: Evening, event: QuestionAnswered) -> Step:
    doubt = the_game(evening).doubt
    if doubt is None or doubt.question.number != event.question:
        return ignored(evening, event, Sentence.NO_SUCH_QUESTION, number=event.question)
    if event.choice not in doubt.question.options:
        return ignored(evening, event, Sentence.NO_SUCH_CHOICE)
    answer = rolls.answer_die if doubt.dice else looking.answer_move
    return answer(evening, doubt, event)


# What must be so before an event is looked at


def _unless_in_lobby(evening: Evening, event: Event) -> Step | None:
    return ignored(evening, event, Sentence.ONLY_IN_LOBBY) if evening.game else None


def _unless_between_games(evening: Evening, event: Event) -> Step | None:
    going_on = evening.game and not evening.game.play.over
    return ignored(evening, event, Sentence.ONLY_IN_LOBBY) if going_on else None


def _unless_game(evening: Evening, event: Event) -> Step | None:
    return None if evening.game else ignored(evening, event, Sentence.NO_GAME)


def _unless_this_game(
    evening: Evening, event: MoveCorrected | Correction | CorrectionUndone | Protested
) -> Step | None:
    if evening.game and event.game not in (None, evening.game.number):
        return ignored(evening, event, Sentence.NO_SUCH_GAME, game=event.game)
    return _unless_game(evening, event)


def _unless_going_on(evening: Evening, event: Event) -> Step | None:
    if evening.game is None:
        return ignored(evening, event, Sentence.NO_GAME)
    return ignored(evening, event, Sentence.GAME_IS_OVER) if evening.game.play.over else None


def _unless_in_turn(evening: Evening, event: Event) -> Step | None:
    if refusal := _unless_going_on(evening, event):
        return refusal
    # Every answer here is a roll or a move: the question stays, and is answered when the game goes on.
    if evening.paused:
        return ignored(evening, event, Sentence.IS_PAUSED)
    if (turn := the_game(evening).protest) is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=turn)
    return None


# The few steps that need no room of their own


def _open_evening(event: EveningOpened) -> Step:
    # The start that follows says welcome.
    evening = Evening(HouseRules(), next_game=event.first_game, seed=event.seed)
    rules = lobby.rules_with(evening.rules, event.settings)
    if isinstance(rules, HouseRules):
        return lobby.show(replace(evening, rules=rules))
    evening, effects = lobby.show(evening)
    return evening, [Say(rules), *effects]


def _play_again(evening: Evening, event: PlayAgainAsked | Grab) -> Step:
    game = the_game(evening)
    if not game.play.over:
        return ignored(evening, event, Sentence.GAME_NOT_OVER)
    if game.protest is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=game.protest)
    return lobby.begin_game(evening, event)


def _press(evening: Evening, event: Grab) -> Step:
    """Buttons and imps mean nothing on a board; after the end gray asks for another."""
    game = the_game(evening)
    if not game.play.over:
        return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
    start, ended = game.ended or (0, 0.0)
    just_ended = start == evening.starts and event.at < ended + REMATCH_AFTER_S
    if just_ended or event.colour is not Colour.GRAY or event.seat not in evening.seats:
        return ignored(evening, event, Sentence.GAME_IS_OVER)
    if evening.rules.locked:
        return ignored(evening, event, Sentence.TABLE_LOCKED)
    return _play_again(evening, event)


def _abandon(evening: Evening) -> Step:
    game = the_game(evening)
    unasked = [Unask(game.doubt.question.number)] if game.doubt else []
    evening, effects = lobby.welcome(replace(evening, game=None, paused=False))
    return evening, [*unasked, said(Sentence.GAME_ABANDONED, game=game.number), *effects]
