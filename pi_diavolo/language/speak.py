"""Sayings and effects become sentences: each gap is filled in the way its name asks for."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, assert_never

from pi_diavolo.language.catalogue import placeholders
from pi_diavolo.language.words import FAULTS, UNKNOWN, Words
from pi_diavolo.table.boards import Ended, MoveRuling
from pi_diavolo.table.effects import (
    Ask,
    ClearRoll,
    Effect,
    Ignore,
    Say,
    ShowBoard,
    ShowDuel,
    ShowGems,
    ShowGone,
    ShowGrab,
    ShowHand,
    ShowOrder,
    ShowRoll,
    ShowRuling,
    ShowSeats,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Unask,
    Wake,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Reason, Ruling, SeatResult, Verdict
from pi_diavolo.table.sentences import Saying, Sentence, saying

RESULTS: Mapping[Verdict, Sentence] = {
    Verdict.RIGHT: Sentence.RESULT_RIGHT,
    Verdict.GAINED: Sentence.RESULT_GAINED,
    Verdict.GAINED_AT_MOST: Sentence.RESULT_GAINED_AT_MOST,
    Verdict.WRONG: Sentence.RESULT_WRONG,
    Verdict.NONE: Sentence.RESULT_NONE,
    Verdict.STRUCK: Sentence.RESULT_STRUCK,
    Verdict.SAT_OUT: Sentence.RESULT_SAT_OUT,
}

# How the value for a gap is written; typed text stays as it was typed.
GAPS: Mapping[str, Callable[[Words, Any], str]] = {
    "player": Words.player,
    "players": Words.players,
    "colour": Words.colour,
    "colours": Words.colours,
    "imp": Words.imp,
    "any_imp": Words.any_imp,
    "imps": Words.imps,
    "gems": Words.gems,
    "left": Words.gems_left,
    "order": Words.order,
    "orders": Words.orders,
    "faults": Words.faults,
    "complaints": Words.complaints,
    "advice": Words.advice,
    "value": Words.option,
    "values": Words.options,
    "options": Words.options,
    "game": Words.number,
    "turn": Words.number,
    "seat": Words.number,
    "number": Words.number,
    "bases": Words.bases,
    "candidates": Words.candidates,
    "part": Words.part,
    "trouble": Words.trouble,
    "remedy": Words.remedy,
    "why": Words.why,
    "ms": Words.milliseconds,
    "times": Words.times,
    "mm": Words.millimetres,
    "element": Words.element,
    "element_faults": Words.element_faults,
    "cards": Words.cards,
    "totals": Words.totals,
    "amount": Words.number,
    "move": Words.number,
    "sets": Words.sets,
    "square": Words.square,
    "came_from": Words.square,
    "rolled": Words.rolled,
    "taken": Words.colour,
    "overdue": Words.sets,
    "moves": Words.moves,
    "setting": lambda _, typed: str(typed),
    "found": lambda _, typed: str(typed),
    "first": Words.number,
    "last": Words.number,
    "file": lambda _, name: str(name),
    "wanted": lambda _, typed: str(typed),
}


class Speaker(Words):
    """Says everything the table has to say, in one language."""

    def knowing(self, names: Mapping[Seat, str]) -> "Speaker":
        """The same language for other people."""
        return Speaker(self._catalogue, names)

    def say(self, said: Saying) -> str:
        """The sentence with its gaps filled."""
        if said.sentence in FAULTS.values():
            return self.fault(said.sentence.removeprefix("fault_"), [said.values.get("colour")])
        template = self._catalogue.sentences[said.sentence]
        text = template.format_map({name: self._filled(name, said.values) for name in placeholders(template)})
        # A name stays as its owner writes it, but "seat 3" at the beginning is a word like any other.
        unnamed = template.startswith("{player}") and not self._names.get(said.values["player"])
        return text[:1].upper() + text[1:] if unnamed else text

    def narrate(self, effect: Effect) -> tuple[str, ...]:
        """What to say aloud about an effect; nothing about those that are only shown."""
        match effect:
            case Say(saying=said) | Ignore(reason=said) | Ask(saying=said):
                return (self.say(said),)
            case ShowRuling(ruling=ruling):
                return (self.ruling(ruling), *map(self.result, ruling.results))
            case ShowStatus() | ShowSeats() | ShowTurn() | ShowOrder() | ShowRoll() | ClearRoll():
                return ()
            case ShowGrab() | ShowGone() | ShowGems() | ShowWinner() | Unask() | Wake():
                return ()
            case ShowDuel() | ShowHand() | ShowBoard():
                return ()
        assert_never(effect)

    def ruling(self, ruling: Ruling) -> str:
        """Why the turn was ruled so, or that it was struck out."""
        if ruling.played_on:
            return self.say(saying(Sentence.PLAYED_ON, turn=ruling.turn))
        if ruling.duel is not None:
            return self.say(_about_round(ruling))
        if ruling.move is not None:
            return ", ".join(map(self.say, _about_move(ruling, ruling.move)))
        if ruling.reason is None:
            return self.say(saying(Sentence.RULING_STRUCK, turn=ruling.turn))
        return self.reason(ruling.reason)

    def reason(self, reason: Reason) -> str:
        """The order, every colour's score, the best first, and the answer; of what is in doubt no number."""
        orders = (reason.order, *reason.instead)
        told = {"order": reason.order, "orders": orders, "scores": reason.scores, "colour": reason.answer}
        return self.say(saying(_kind(reason), **told))

    def result(self, result: SeatResult) -> str:
        """What the turn meant for one seat."""
        gems = result.gems
        return self.say(
            saying(RESULTS[result.verdict], player=result.seat, imp=result.took, gems=gems, left=gems)
        )

    def _filled(self, gap: str, values: Mapping[str, Any]) -> str:
        value = values[gap]
        if value is None:
            return UNKNOWN
        if gap == "dice":
            return self.element_dice(value, values.get("player"))
        # Scores alone do not tell which is best, nor in what unit: that is the order's business.
        return self.scores(value, values["order"]) if gap == "scores" else GAPS[gap](self, value)


class ToWatchers(Speaker):
    """Leaves out what only somebody at the table can do."""

    def narrate(self, effect: Effect) -> tuple[str, ...]:
        """As ever, but for the offer of another game."""
        offer = isinstance(effect, Say) and effect.saying.sentence is Sentence.PLAY_AGAIN
        return () if offer else super().narrate(effect)


def _about_round(ruling: Ruling) -> Saying:
    """How a round of a duel ended."""
    if ruling.pending:
        return saying(Sentence.DUEL_ROUND_PENDING, turn=ruling.turn)
    if ruling.duel is not None and ruling.duel.struck:
        return saying(Sentence.DUEL_ROUND_STRUCK, turn=ruling.turn)
    return saying(Sentence.DUEL_ROUND, turn=ruling.turn, totals=ruling.gems)


def _about_move(ruling: Ruling, held: MoveRuling) -> Iterator[Saying]:
    """What happened in a turn on the board: the move, and what came of it."""
    if ruling.pending or held.struck:
        yield saying(
            Sentence.BOARD_TURN_PENDING if ruling.pending else Sentence.BOARD_TURN_STRUCK, turn=ruling.turn
        )
        return
    told = {"player": ruling.roller, "rolled": held.dice}
    if held.ended is Ended.AGREED:
        yield saying(Sentence.BOARD_TURN_AGREED)
    elif held.move is None:
        yield saying(Sentence.BOARD_NOTHING_MOVES, **told)
    else:
        counter, to = held.move.counter, held.move.to
        yield saying(Sentence.BOARD_MOVED, colour=counter.colour, came_from=held.came_from, square=to, **told)
    if held.taken is not None:
        yield saying(Sentence.BOARD_AND_TAKES, taken=held.taken.colour)
    if held.promoted:
        yield saying(Sentence.BOARD_AND_PAWN)
    if held.overdue:
        yield saying(Sentence.BOARD_AND_OVERDUE, overdue=tuple(counter.colour for counter in held.overdue))


def _kind(reason: Reason) -> Sentence:
    if reason.in_doubt:
        return Sentence.RULING_EITHER_WAY
    if reason.decided_by_people:
        return Sentence.RULING_DECIDED_BY_PEOPLE
    return Sentence.RULING_TIE if reason.answer is Colour.GRAY else Sentence.RULING
