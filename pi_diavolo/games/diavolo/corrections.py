"""What people put right: corrections of any turn, their undoing, and protests."""

from collections import Counter
from dataclasses import replace

from pi_diavolo.games.diavolo.closing import end_game, go_on, tell_out
from pi_diavolo.games.diavolo.doubts import allowed_answers
from pi_diavolo.games.diavolo.hand_out import Press
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import KNOWN
from pi_diavolo.games.diavolo.rules import MOST_GEMS
from pi_diavolo.games.diavolo.scoring import (
    Amended,
    gems_now,
    hands,
    put_right,
    standing,
    taken,
    work_out,
)
from pi_diavolo.games.diavolo.showing import show_status, show_turn_in_hand
from pi_diavolo.games.diavolo.state import Amendment, Evening, Game, Stage, Turn
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import roll_again, set_up_turn, the_game, the_turn, with_turn
from pi_diavolo.table.effects import Effect, ShowGems, ShowRuling, ShowStatus, Status, Wake
from pi_diavolo.table.events import Correction, CorrectionUndone, ProtestDecided, Protested, RollFault
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Saying, Sentence, saying


def correct(evening: Evening, event: Correction) -> Step:
    """Put a turn right and work out everything after it again."""
    game = the_game(evening)
    if refusal := _refusal(game, event):
        return ignored(evening, event, refusal.sentence, **refusal.values)
    if event.struck and game.turn and event.turn == game.turn.number:
        return roll_again(evening, [RollFault("people")], event.at)
    amendment = Amendment(len(game.amendments) + 1, event)
    corrected = replace(game, amendments=(*game.amendments, amendment))
    if refusal := _consequence(game, corrected, event):
        return ignored(evening, event, refusal.sentence, **refusal.values)
    if game.protest == event.turn:
        corrected = replace(corrected, protest=None)
    told = said(Sentence.CORRECTED, turn=event.turn, number=amendment.number)
    return _rework(evening, corrected, event.at, [told])


def undo(evening: Evening, event: CorrectionUndone) -> Step:
    """Take a correction back; it stays in the log, and counts no more."""
    game = the_game(evening)
    active = [a for a in game.amendments if not a.undone and event.correction in (None, a.number)]
    if not active:
        return ignored(evening, event, Sentence.NO_SUCH_CORRECTION)
    undone = active[-1]
    amendments = tuple(replace(a, undone=True) if a is undone else a for a in game.amendments)
    restored = replace(game, amendments=amendments)
    if refusal := _consequence(game, restored, undone.correction):
        return ignored(evening, event, refusal.sentence, **refusal.values)
    told = said(Sentence.CORRECTION_UNDONE, turn=undone.correction.turn, number=undone.number)
    return _rework(evening, restored, event.at, [told])


def protest(evening: Evening, event: Protested) -> Step:
    """A ruling is pending until someone decides; nobody rolls meanwhile."""
    game = the_game(evening)
    number = len(game.turns) if event.turn is None else event.turn
    if game.protest is not None:
        return ignored(evening, event, Sentence.PROTEST_IS_OPEN, turn=game.protest)
    if not 1 <= number <= len(game.turns):
        return ignored(evening, event, Sentence.NO_SUCH_TURN, turn=number)
    if game.turn and not game.over and not game.turn.untouched:
        return ignored(evening, event, Sentence.TURN_IS_OPEN, turn=game.turn.number)
    game = replace(game, protest=number)
    shown = _as_shown(game, game.rulings[number - 1])
    told = said(Sentence.PROTEST, turn=number)
    return replace(evening, game=game), [ShowRuling(shown), told, ShowStatus(Status.PROTEST)]


def decide_protest(evening: Evening, event: ProtestDecided) -> Step:
    """The ruling stands, or the whole turn is struck out."""
    game = the_game(evening)
    if game.protest is None:
        return ignored(evening, event, Sentence.NO_PROTEST)
    turn = game.protest
    if not event.stands:
        strike = Amendment(len(game.amendments) + 1, Correction(turn, event.at, struck=True))
        struck = replace(game, amendments=(*game.amendments, strike), protest=None)
        return _rework(evening, struck, event.at, [said(Sentence.PROTEST_STRUCK, turn=turn)])
    game = replace(game, protest=None)
    told: list[Effect] = [said(Sentence.PROTEST_STANDS, turn=turn), ShowRuling(game.rulings[turn - 1])]
    # A turn under way can only be one that the end of the game had interrupted.
    return _resume(replace(evening, game=game), event.at, told, interrupted=True)


def _refusal(game: Game, event: Correction) -> Saying | None:
    turn = _turn_to_correct(game, event.turn)
    if turn is None:
        return saying(Sentence.NO_SUCH_TURN, turn=event.turn)
    if turn.roll is None:
        return saying(Sentence.NO_ROLL)
    if event == Correction(event.turn, event.at, event.game):
        return saying(Sentence.NOTHING_TO_CORRECT)
    if event.order is not None and event.order not in KNOWN:
        return saying(Sentence.NO_SUCH_ORDER, order=event.order)
    for index, value in event.dice:
        if not (0 <= index < len(turn.roll.dice) and 1 <= value <= 6):
            return saying(Sentence.NO_SUCH_DIE, number=index + 1)
    for seat, _ in event.grabs:
        if seat not in turn.players:
            return saying(Sentence.NOT_IN_THIS_TURN, player=seat)
    return _refusal_of_gems(game, turn, event)


def _refusal_of_gems(game: Game, turn: Turn, event: Correction) -> Saying | None:
    for seat, change in event.gems:
        if seat not in game.players:
            return saying(Sentence.NO_SUCH_SEAT, seat=seat)
        if not 1 <= abs(change) <= MOST_GEMS:
            return saying(Sentence.NOTHING_TO_CORRECT)
    if event.gems and turn is game.turn:
        return saying(Sentence.TURN_IS_OPEN, turn=turn.number)
    return None


def _turn_to_correct(game: Game, number: int) -> Turn | None:
    if game.turn is not None and number == game.turn.number and not game.over:
        return game.turn
    return game.turns[number - 1] if 1 <= number <= len(game.turns) else None


def _consequence(before: Game, after: Game, event: Correction) -> Saying | None:
    """Why a turn cannot be so: too many imps given out, or no sure answer."""
    turn = _turn_to_correct(after, event.turn)
    if turn is None:
        return None
    view = put_right(turn, standing(after))
    if turn is after.turn:
        excess = _excess_in_hand(view, put_right(turn, standing(before)), after.rules)
    else:
        excess = _excess(view)
        if not excess and not view.struck and len(allowed_answers(view, after)) != 1:
            return saying(Sentence.CORRECTION_LEAVES_DOUBT)
    return saying(Sentence.MORE_IMPS_THAN_IN_PLAY, imps=excess) if excess else None


def _excess(view: Amended) -> dict[Colour, int]:
    """Imps taken in a closed turn beyond those in play, and beyond what a photo finish shared then."""
    counted = Counter(press.grab.colour for press in (view.turn.held or {}).values())
    took = Counter(colour for seat in view.turn.players if (colour := taken(seat, view)[0]) is not None)
    return dict(took - (counted | Counter(view.turn.imps)))


def _excess_in_hand(view: Amended, was: Amended, rules: HouseRules) -> dict[Colour, int]:
    """The same for the turn in hand, where nobody may lose an imp to somebody's word about another."""
    given = Counter(colour for colour in view.grabs.values() if colour is not None)
    if excess := given - Counter(view.turn.imps):
        return dict(excess)
    held, kept = (hands(each, each.turn.players, rules).held for each in (was, view))
    losers = [seat for seat in held if seat not in view.grabs and not _keeps(held[seat], kept.get(seat))]
    return dict(Counter(held[seat].grab.colour for seat in losers))


def _keeps(held: Press, kept: Press | None) -> bool:
    # An earlier press may count now that its imp is free; a later one would be a foul.
    return kept is not None and kept.when <= held.when


def _rework(evening: Evening, game: Game, at: float, effects: list[Effect]) -> Step:
    """Rule all closed turns anew, show what changed, and go on from there."""
    old, was_over = game.rulings, game.over
    gems_before = gems_now(game)
    game = replace(game, rulings=work_out(game))
    for before, after in zip(old, game.rulings, strict=True):
        if not _are_told_alike(before, after):
            effects += [ShowRuling(_as_shown(game, after)), *_newly_out(before, after)]
    if gems_now(game) != gems_before:
        effects.append(ShowGems(gems_now(game)))
    return _resume(replace(evening, game=game), at, effects, interrupted=was_over)


def _are_told_alike(before: Ruling, after: Ruling) -> bool:
    why, new = before.reason, after.reason
    return before == after and (why is None or new is None or why.is_told_like(new))


def _newly_out(before: Ruling, after: Ruling) -> list[Effect]:
    return tell_out(replace(after, out=tuple(seat for seat in after.out if seat not in before.out)))


def _as_shown(game: Game, ruling: Ruling) -> Ruling:
    return replace(ruling, pending=ruling.turn == game.protest)


def _resume(evening: Evening, at: float, effects: list[Effect], interrupted: bool) -> Step:
    game = the_game(evening)
    if game.over:
        evening, after = end_game(evening, at)
        return evening, effects + after
    evening = replace(evening, game=replace(game, ended=None))
    if game.turn is None or game.turn.untouched:
        evening, after = _set_up_anew(evening, at)
        return evening, effects + after
    if interrupted:
        evening, woken = _give_full_time(evening, at)
        effects += woken
    shown = [*show_turn_in_hand(evening), *show_status(evening)]
    return go_on(evening, at, [*effects, *shown])


def _set_up_anew(evening: Evening, at: float) -> Step:
    """The next turn had not begun: it may have other players and another roller now."""
    kept = the_game(evening).turn
    fresh, effects = set_up_turn(evening, at)
    turn = the_turn(fresh)
    if kept and (kept.players, kept.roller) == (turn.players, turn.roller):
        return evening, show_status(evening)
    return fresh, [*effects, *show_status(fresh)]


def _give_full_time(evening: Evening, at: float) -> Step:
    """A turn that the end of the game had interrupted goes on as if its dice had just come to rest."""
    turn = the_turn(evening)
    if turn.stage is not Stage.GRABBING or turn.time_up:
        return evening, []
    deadline = at + the_game(evening).rules.grab_time_s
    return with_turn(evening, replace(turn, deadline=deadline, grace_until=None)), [Wake(deadline)]
