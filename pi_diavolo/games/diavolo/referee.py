"""The referee of Diavolo: one event in, effects out; no clock, no file, no pin, no pixel."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pi_diavolo.games.diavolo import (
    closing,
    corrections,
    doubted,
    doubts,
    grabbing,
    halts,
    lifted,
    lobby,
    reading,
    turns,
)
from pi_diavolo.games.diavolo.closing import go_on
from pi_diavolo.games.diavolo.house_rules import KINDS, HouseRules
from pi_diavolo.games.diavolo.lateness import WAITS_SINCE
from pi_diavolo.games.diavolo.state import Evening, Stage
from pi_diavolo.games.diavolo.steps import Step, ignored, said
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
from pi_diavolo.table.sentences import Sentence

# Goes up whenever the same events would be ruled otherwise; it stands beside every ruling in the log, and
# where an evening opens: it is refereed to its end, and told again, by the rules that it began with.
RULES_VERSION = 6

# So long after the end a press of gray may still be meant for the last turn.
REMATCH_AFTER_S = 3.0

InTurn = (
    ImpsSeen | ImpsConfirmed | DiceRolling | DiceAtRest | OrderRead | RollRead | RollInvalid | Grab
    | ImpPutBack | ClaimUnfounded | TurnEnded | QuestionAnswered
)  # fmt: skip


class DiavoloReferee:
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
        rules = game.rules if game else self._evening.rules
        return {name: getattr(rules, name) for name in KINDS}

    @property
    def game(self) -> int | None:
        """The number of the game going on, or just over."""
        return self._evening.game.number if self._evening.game else None

    @property
    def in_progress(self) -> bool:
        """There is a game that can be played on."""
        return self._evening.game is not None and not self._evening.game.over

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
        case PhoneJoined() | PhoneLeft():
            return evening, []  # kept for whoever asks later who could press; the rules know no phones
        case PowerOffAsked(at=at):
            return halts.before_the_end(evening, at) if _goes_on(evening) else (evening, [])
        case GameStarted():
            return _unless_in_lobby(evening, event) or lobby.start_game(evening, event)
        case PlayAgainAsked():
            return _unless_game(evening, event) or _play_again(evening, event)
        case GameAbandoned():
            return _unless_game(evening, event) or _abandon(evening)
        case Correction():
            return _unless_this_game(evening, event) or corrections.correct(evening, event)
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
        case Grab() if evening.game is None:
            return lobby.press(evening, event)
        case Grab() if evening.game and evening.game.over:
            return _press_after_the_end(evening, event)
        case Tick():
            return _tick(evening, event)
        case ChoiceMade() | DuelDiceSeen() | DuelCorrected():
            return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
        case BoardSeen() | CounterMoved() | EndAgreed() | MoveCorrected():
            return ignored(evening, event, Sentence.NOT_IN_THIS_GAME)
        case ImpLifted() | ImpUnclaimed():
            # Evidence that nobody asked for: where it means nothing, nothing is said about it.
            return (evening, []) if _unless_in_turn(evening, event) else _off_its_base(evening, event)
        case PartFailed():
            return doubted.part_failed(evening, event)
        case PartRecovered(part=part):
            return evening, [said(Sentence.PART_RECOVERED, part=part)]
        case (
            ImpsSeen() | ImpsConfirmed() | DiceRolling() | DiceAtRest() | OrderRead() | RollRead()
            | RollInvalid() | Grab() | ImpPutBack() | ClaimUnfounded() | TurnEnded() | QuestionAnswered()
        ):  # fmt: skip
            return _unless_in_turn(evening, event) or _in_turn(evening, event)


def _in_turn(evening: Evening, event: InTurn) -> Step:
    match event:
        case ImpsSeen():
            return turns.see_imps(evening, event)
        case ImpsConfirmed():
            return _confirm_imps(evening, event)
        case DiceRolling():
            return reading.dice_roll(evening, event)
        case DiceAtRest():
            return reading.dice_rest(evening, event)
        case OrderRead():
            return reading.read_order(evening, event)
        case RollRead():
            return reading.read_roll(evening, event)
        case RollInvalid():
            return reading.refuse_roll(evening, event)
        case Grab():
            return grabbing.take_imp(evening, event)
        case ImpPutBack():
            return grabbing.put_back(evening, event)
        case ClaimUnfounded():
            return grabbing.claim_without_imp(evening, event)
        case TurnEnded():
            return _end_turn(evening, event)
        case QuestionAnswered():
            return reading.answer_question(evening, event)


# What must be so before an event is looked at


def _unless_in_lobby(evening: Evening, event: Event) -> Step | None:
    return ignored(evening, event, Sentence.ONLY_IN_LOBBY) if evening.game else None


def _goes_on(evening: Evening) -> bool:
    return evening.game is not None and not evening.game.over


def _unless_between_games(evening: Evening, event: Event) -> Step | None:
    return ignored(evening, event, Sentence.ONLY_IN_LOBBY) if _goes_on(evening) else None


def _unless_game(evening: Evening, event: Event) -> Step | None:
    return None if evening.game else ignored(evening, event, Sentence.NO_GAME)


def _unless_this_game(evening: Evening, event: Correction | CorrectionUndone | Protested) -> Step | None:
    if evening.game and event.game not in (None, evening.game.number):
        return ignored(evening, event, Sentence.NO_SUCH_GAME, game=event.game)
    return _unless_game(evening, event)


def _unless_going_on(evening: Evening, event: Event) -> Step | None:
    if evening.game is None:
        return ignored(evening, event, Sentence.NO_GAME)
    return ignored(evening, event, Sentence.GAME_IS_OVER) if evening.game.over else None


def _unless_in_turn(evening: Evening, event: Event) -> Step | None:
    if refused := _unless_going_on(evening, event):
        return refused
    # A question may be answered in a pause, but nothing moves.
    if evening.paused_at is not None and not isinstance(event, QuestionAnswered):
        return ignored(evening, event, Sentence.IS_PAUSED)
    if evening.game and evening.game.protest is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=evening.game.protest)
    return None


# The few steps that need no room of their own


def _open_evening(event: EveningOpened) -> Step:
    # The start that follows says welcome.
    evening = Evening(
        HouseRules(),
        next_game=event.first_game,
        seed=event.seed,
        waits=event.rules >= WAITS_SINCE,
        knows_pauses=event.rules >= halts.PAUSES_SINCE,
        late_grace=event.rules >= closing.LATE_GRACE_SINCE,
        weighs_errors=event.rules >= doubts.WEIGHED_ERRORS_SINCE,
        knows_returns=event.rules >= lifted.RETURNS_SINCE,
    )
    rules = lobby.rules_with(evening.rules, event.settings)
    if isinstance(rules, HouseRules):
        return lobby.show(replace(evening, rules=rules))
    evening, effects = lobby.show(evening)
    return evening, [Say(rules), *effects]


def _play_again(evening: Evening, event: PlayAgainAsked | Grab) -> Step:
    game = turns.the_game(evening)
    if not game.over:
        return ignored(evening, event, Sentence.GAME_NOT_OVER)
    if game.protest is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=game.protest)
    return turns.begin_game(evening, event.at)


def _press_after_the_end(evening: Evening, event: Grab) -> Step:
    start, ended = turns.the_game(evening).ended or (0, 0.0)
    just_ended = start == evening.starts and event.at < ended + REMATCH_AFTER_S
    if just_ended or event.colour is not Colour.GRAY or event.seat not in evening.seats:
        return ignored(evening, event, Sentence.GAME_IS_OVER)
    if evening.rules.locked:
        return ignored(evening, event, Sentence.TABLE_LOCKED)
    return _play_again(evening, event)


def _abandon(evening: Evening) -> Step:
    game = turns.the_game(evening)
    unasked = [Unask(question.number) for question in (game.turn.questions if game.turn else ())]
    # A game that is over was won, or ended by the rules: nobody gives it up.
    told = [] if game.over else [said(Sentence.GAME_ABANDONED, game=game.number)]
    evening, effects = lobby.welcome(replace(evening, game=None, paused_at=None))
    return evening, [*unasked, *told, *effects]


def _confirm_imps(evening: Evening, event: ImpsConfirmed) -> Step:
    if turns.the_turn(evening).stage is not Stage.IMPS:
        return ignored(evening, event, Sentence.NOTHING_TO_CORRECT)
    return turns.imps_are_right(evening)


def _off_its_base(evening: Evening, event: ImpLifted | ImpUnclaimed) -> Step:
    turn = lifted.lift(evening, event) if isinstance(event, ImpLifted) else lifted.stand(evening, event)
    if turn == turns.the_turn(evening):
        return evening, []
    return go_on(turns.with_turn(evening, turn), event.at, [])


def _end_turn(evening: Evening, event: TurnEnded) -> Step:
    """Whoever has no imp by now has none; an open question about the roll is still waited for."""
    turn = turns.the_turn(evening)
    if turn.roll is None:
        return ignored(evening, event, Sentence.NO_ROLL)
    up_at = turn.time_up_at if turn.time_up else event.at
    turn = replace(turn, time_up=True, time_up_at=up_at, question_until=event.at)
    return go_on(turns.with_turn(evening, turn), event.at, [])


def _tick(evening: Evening, event: Tick) -> Step:
    game = evening.game
    if game is None or game.over or game.turn is None or evening.paused_at is not None:
        return evening, []
    return go_on(evening, event.at, [])
