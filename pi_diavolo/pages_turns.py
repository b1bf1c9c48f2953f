"""Looks into Diavolo for the pages: deadlines, the turns of a game, and what may have to be put right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pi_diavolo.games.diavolo.orders import KNOWN
from pi_diavolo.games.diavolo.scoring import Amended, hands, put_right, reason, standing, taken
from pi_diavolo.games.diavolo.state import Evening, Game, Stage, Turn
from pi_diavolo.table.boards import MoveRuling
from pi_diavolo.table.duels import DieShown as DuelDie
from pi_diavolo.table.duels import RoundRuling
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling, SeatResult
from pi_diavolo.web.duel_telling import trial_text
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.snapshot import Beyond, shown_ruling, time_text
from pi_diavolo.web.tongue import Tongue

MOST_SUGGESTED = 12
UNKNOWN = "–"


def beyond(moment: Moment) -> Beyond:
    """Until when the table waits, what is protested against, and what people put right."""
    game = _game(moment)
    if game is None:
        return Beyond()
    halted = moment.state.paused_at is not None or game.protest is not None or game.over
    waited_for = None if halted else game.turn
    read, roll = _put_right(game, moment)
    return Beyond(
        deadline=_deadline(waited_for) if waited_for else None,
        protest=game.protest,
        question_until=waited_for.question_until if waited_for and waited_for.questions else None,
        corrections=len(standing(game)),
        read=read,
        roll=roll,
    )


def _put_right(game: Game, moment: Moment) -> tuple[Roll | None, Roll | None]:
    """The roll on show as it was read and as people put it right."""
    scene = moment.scene
    number = scene.ruling.turn if scene.ruling else scene.turn
    turn = _turn(game, number) if number is not None and scene.game == game.number else None
    if turn is None or turn.roll is None or scene.roll is None:
        return None, None
    amended = put_right(turn, standing(game)).roll
    return (turn.roll, amended) if amended != turn.roll else (None, None)


def _deadline(turn: Turn) -> float | None:
    if turn.stage is not Stage.GRABBING:
        return None
    if turn.time_up:
        return turn.question_until if turn.questions else turn.arrival_until
    return turn.deadline if turn.grace_until is None else turn.grace_until


# The turns of a game


def turns_played(moment: Moment, tongue: Tongue) -> list[dict[str, Any]]:
    """All closed turns of the game going on, with what people put right about them."""
    game = _game(moment)
    if game is None:
        return []
    corrections = standing(game)
    told = []
    for turn, ruling in zip(game.turns, game.rulings, strict=False):
        view = put_right(turn, corrections)
        numbers = [a.number for a in game.amendments if a.correction.turn == turn.number and not a.undone]
        told.append(ruled_turn(ruling, view.roll, tongue) | {"corrections": numbers})
    return told


def ruled_turn(ruling: Ruling, roll: Roll | None, tongue: Tongue) -> dict[str, Any]:
    """One turn as pages list it; the dice only where they are still known."""
    shown = shown_ruling(ruling, tongue)
    order_die = roll.order_die if roll else None
    face = ruling.reason.order if ruling.reason else order_die.face if order_die else None
    faces = (face, *(ruling.reason.instead if ruling.reason else ())) if face else ()
    return {
        "game": ruling.game,
        "turn": ruling.turn,
        "roller": ruling.roller,
        "order": face,
        "order_title": " / ".join(map(tongue.title, faces)),
        "answer": shown.answer,
        "reason": shown.reason,
        "scores": shown.scores,
        "best": shown.best,
        "unsure": shown.unsure,
        "corrected": shown.corrected,
        "struck": shown.struck,
        "played_on": ruling.played_on,
        "winner": ruling.winner,
        "over": ruling.over,
        "results": [_result(result, tongue) for result in ruling.results],
        "dice": _dice(roll),
        "order_die": {"face": order_die.face, **_place(order_die.where)} if order_die else None,
        "corrections": [],
        **({"duel": _round(ruling, ruling.duel, tongue)} if ruling.duel else {}),
        **({"board": _moved(ruling, ruling.move)} if ruling.move else {}),
    }


def _round(ruling: Ruling, held: RoundRuling, tongue: Tongue) -> dict[str, Any]:
    return {
        "left": {str(seat): left for seat, left in ruling.gems.items()},
        "trials": [
            {
                "element": trial.element,
                "totals": {str(seat): total for seat, total in trial.totals.items()},
                "winner": trial.winner,
                "double": trial.double,
                "text": trial_text(trial, tongue),
            }
            for trial in held.trials
        ],
        "played": {str(seat): imps for seat, imps in held.played.items()},
        "banished": held.banished,
        "banished_dice": tongue.element_dice(map(DuelDie, held.banished_dice)) if held.banished_dice else "",
    }


def _moved(ruling: Ruling, held: MoveRuling) -> dict[str, Any]:
    return {
        "left": {str(seat): left for seat, left in ruling.gems.items()},
        "dice": held.dice,
        "move": held.move,
        "came_from": held.came_from,
        "taken": held.taken,
        "promoted": held.promoted,
        "overdue": held.overdue,
        "passed": held.passed,
        "ended": held.ended,
    }


def _result(result: SeatResult, tongue: Tongue) -> dict[str, Any]:
    return {
        "seat": result.seat,
        "name": tongue.player(result.seat),
        "took": result.took,
        "time_text": time_text(result, tongue),
        "verdict": result.verdict,
        "result_text": tongue.result(result),
        "change": result.change,
        "gems": result.gems,
    }


def _dice(roll: Roll | None) -> list[dict[str, Any]]:
    return [
        {"index": index, "colour": die.colour, "value": die.value, "maybe": die.maybe, **_place(die.where)}
        for index, die in enumerate(roll.dice if roll else ())
    ]


def _place(where: Any) -> dict[str, float | None]:
    return {"x": where.x, "y": where.y} if where else {"x": None, "y": None}


# What may have to be put right


@dataclass(frozen=True, slots=True)
class _Idea:
    rank: tuple[int, int]
    text: str
    fields: Mapping[str, Any]
    changes: bool


def suggested(moment: Moment, number: int, tongue: Tongue) -> list[dict[str, Any]] | None:
    """Corrections of a turn: first what the eyes doubted and what would change who was right.

    None while hands still reach: they would tell the answer.
    """
    game = _game(moment)
    turn = None if game is None else _turn(game, number)
    if game is None or turn is None or turn.roll is None or _is_open(turn):
        return None
    view = put_right(turn, standing(game))
    took = _taken(game, view)
    ideas = sorted((*_dice_ideas(game, view, took, tongue), *_hand_ideas(game, view, took, tongue)),
                   key=lambda idea: idea.rank)  # fmt: skip
    command = {"kind": "correct", "turn": number, "game": game.number}
    return [
        {"text": idea.text, "command": command | dict(idea.fields), "changes_verdict": idea.changes}
        for idea in ideas[:MOST_SUGGESTED]
    ]


def _dice_ideas(
    game: Game, view: Amended, took: Mapping[Seat, Colour | None], tongue: Tongue
) -> Iterator[_Idea]:
    assert view.roll is not None, "only turns whose dice were read come here"
    for index, die in enumerate(view.roll.dice):
        # The doubts are those of the reading, whatever people made of it since.
        doubts = view.turn.roll.dice[index].options if view.turn.roll else ()
        for value in range(1, 7):
            if value == die.value:
                continue
            text = f"{tongue.colour(die.colour)} {die.value} → {value}"
            fields = {"dice": [[index, value]]}
            yield from _idea(
                game, view, view.roll.with_value(index, value), took, text, fields,
                value in doubts, abs(value - die.value), tongue,
            )  # fmt: skip
    order_die, read = view.roll.order_die, view.turn.roll.order_die if view.turn.roll else None
    for face in sorted(KNOWN):
        if order_die is not None and face != order_die.face:
            text = f"{tongue.title(order_die.face)} → {tongue.title(face)}"
            doubted = read is not None and face in read.options
            yield from _idea(
                game, view, view.roll.with_face(face), took, text, {"order": face}, doubted, 9, tongue
            )


def _idea(
    game: Game,
    view: Amended,
    roll: Roll,
    took: Mapping[Seat, Colour | None],
    text: str,
    fields: Mapping[str, Any],
    doubted: bool,
    far: int,
    tongue: Tongue,
) -> Iterator[_Idea]:
    before, after = _answer(game, view, view.roll), _answer(game, view, roll)
    if after is None:
        return
    changes = before is not after and any(colour in (before, after) for colour in took.values())
    told = f"{text} ⇒ {tongue.colour(after)}" if before is not after else text
    if doubted:
        yield _Idea((0 if changes else 4, far), told, fields, changes)
    elif changes:
        yield _Idea((2, far), told, fields, changes)


def _answer(game: Game, view: Amended, roll: Roll | None) -> Colour | None:
    amended = Amended(view.turn, roll, view.closest, {}, {}, struck=False, corrected=True)
    try:
        return reason(amended, game.rules).answer
    except ValueError:  # no distances were measured, and this order goes by them
        return None


def _hand_ideas(
    game: Game, view: Amended, took: Mapping[Seat, Colour | None], tongue: Tongue
) -> Iterator[_Idea]:
    right = _answer(game, view, view.roll)
    for seat, held in took.items():
        touched = {press.grab.colour for press in view.turn.presses if press.grab.seat == seat} - {held}
        for colour in sorted(touched | ({right} if right and right is not held else set())):
            changes = right in (held, colour)
            rank = 1 if colour in touched and changes else 3 if changes else 5
            before = tongue.colour(held) if held else UNKNOWN
            text = f"{tongue.player(seat)}: {before} → {tongue.colour(colour)}"
            yield _Idea((rank, 0), text, {"grabs": [[seat, colour]]}, changes)


def _taken(game: Game, view: Amended) -> dict[Seat, Colour | None]:
    if view.turn.held is not None:
        return {seat: taken(seat, view)[0] for seat in view.turn.players}
    held = hands(view, view.turn.players, game.rules).held
    counted = {seat: held[seat].grab.colour if seat in held else None for seat in view.turn.players}
    return {**counted, **view.grabs}


def _turn(game: Game, number: int) -> Turn | None:
    turns: Sequence[Turn] = (*game.turns, *([game.turn] if game.turn else []))
    return next((turn for turn in turns if turn.number == number), None)


def _is_open(turn: Turn) -> bool:
    return turn.held is None and not turn.time_up


def _game(moment: Moment) -> Game | None:
    return moment.state.game if isinstance(moment.state, Evening) else None
