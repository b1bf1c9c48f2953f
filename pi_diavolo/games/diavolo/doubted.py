"""What a button pressed before it proved broken: it counts only if people say so."""

from dataclasses import replace

from pi_diavolo.games.diavolo.closing import go_on
from pi_diavolo.games.diavolo.grabbing import changed_hands
from pi_diavolo.games.diavolo.hand_out import Press
from pi_diavolo.games.diavolo.showing import hands_now
from pi_diavolo.games.diavolo.state import Evening, Game
from pi_diavolo.games.diavolo.steps import Step, said
from pi_diavolo.games.diavolo.turns import with_turn
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.sentences import Sentence


def part_failed(evening: Evening, event: PartFailed) -> Step:
    """Name the part; what a broken button had pressed by itself must not count unasked."""
    told: list[Effect] = [
        said(Sentence.PART_FAILED, part=event.part, trouble=event.fault, remedy=event.part.kind)
    ]
    game = evening.game
    if game is None or event.part.kind is not PartKind.BUTTON or event.since is None:
        return evening, told
    turn = None if game.over else game.turn
    pressed = [press for press in (turn.presses if turn else ()) if _is_of(press, evening, event)]
    if turn is None or not pressed:
        return evening, told + _counted_already(evening, game, event)
    before = hands_now(evening)
    doubted = dict.fromkeys((*turn.doubted, *pressed))
    evening = with_turn(evening, replace(turn, doubted=tuple(doubted)))
    return go_on(evening, event.at, told + changed_hands(turn, before, hands_now(evening)))


def _counted_already(evening: Evening, game: Game, event: PartFailed) -> list[Effect]:
    """The ruling is given; people can still put it right, if they know."""
    last = game.turns[-1] if game.turns else None
    pressed = [] if last is None else [p for p in (last.held or {}).values() if _is_of(p, evening, event)]
    return [
        said(
            Sentence.BROKEN_BUTTON_COUNTED,
            player=press.grab.seat,
            imp=press.grab.colour,
            turn=last.number if last else 0,
        )
        for press in pressed
    ]


def _is_of(press: Press, evening: Evening, event: PartFailed) -> bool:
    grab, part = press.grab, event.part
    ours = (grab.seat, grab.colour, grab.imp, grab.docked) == (part.number, part.colour, None, None)
    return ours and press.start == evening.starts and event.since is not None and grab.at >= event.since
