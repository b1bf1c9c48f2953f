"""Before a game: who sits where, who is the youngest, by which rules; at the desk or by presses alone."""

from collections.abc import Mapping
from dataclasses import replace

from pi_diavolo.games.diavolo.hand_out import Press
from pi_diavolo.games.diavolo.house_rules import BadSetting, HouseRules, amended
from pi_diavolo.games.diavolo.rules import FEWEST_PLAYERS
from pi_diavolo.games.diavolo.state import Evening
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import begin_game
from pi_diavolo.table.effects import Effect, Ignore, ShowSeats, ShowStatus, Status
from pi_diavolo.table.events import (
    GameStarted,
    Grab,
    SeatLeft,
    SeatTaken,
    Setting,
    SettingsChosen,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import SEATS, PlayerId
from pi_diavolo.table.sentences import Saying, Sentence, saying

# Presses of one hand nearer than this are one and the same.
AGAIN_AFTER_S = 1.0


def show(evening: Evening) -> Step:
    """Show the lobby."""
    return evening, [*_seats(evening), ShowStatus(Status.LOBBY)]


def welcome(evening: Evening) -> Step:
    """Show the lobby and say how to sit down."""
    evening, shown = show(evening)
    return evening, [*shown, said(Sentence.WELCOME)]


def take_seat(evening: Evening, event: SeatTaken) -> Step:
    """Seat a player, unless the seat is taken or the player sits elsewhere."""
    if event.seat not in SEATS:
        return ignored(evening, event, Sentence.NO_SUCH_SEAT, seat=event.seat)
    if event.seat in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_TAKEN, seat=event.seat)
    for seat, player in evening.seats.items():
        if player == event.player:
            return ignored(evening, event, Sentence.PLAYER_SITS_ELSEWHERE, seat=seat)
    seats = dict(sorted({**evening.seats, event.seat: event.player}.items()))
    evening = replace(evening, seats=seats, all_here=None)
    return evening, [*_seats(evening), said(Sentence.SEAT_TAKEN, player=event.seat, seat=event.seat)]


def leave_seat(evening: Evening, event: SeatLeft) -> Step:
    """Free a seat again."""
    if event.seat not in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_FREE, seat=event.seat)
    seats = {seat: player for seat, player in evening.seats.items() if seat != event.seat}
    youngest = None if evening.youngest == event.seat else evening.youngest
    evening = replace(evening, seats=seats, youngest=youngest, all_here=None)
    return evening, [*_seats(evening), said(Sentence.SEAT_LEFT, seat=event.seat)]


def choose_youngest(evening: Evening, event: YoungestChosen) -> Step:
    """Note who rolls first."""
    if event.seat not in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_FREE, seat=event.seat)
    evening = replace(evening, youngest=event.seat)
    return evening, [*_seats(evening), said(Sentence.YOUNGEST_IS, player=event.seat)]


def choose_settings(evening: Evening, event: SettingsChosen) -> Step:
    """Change variants and house rules for the games to come."""
    rules = rules_with(evening.rules, event.settings)
    if isinstance(rules, Saying):
        return evening, [Ignore(event, rules)]
    return replace(evening, rules=rules), [said(Sentence.SETTINGS_CHOSEN)]


def rules_with(rules: HouseRules, settings: Mapping[str, Setting]) -> HouseRules | Saying:
    """The house rules with these settings, or why they cannot be."""
    try:
        return amended(rules, settings)
    except BadSetting as bad:
        return saying(Sentence.BAD_SETTING, setting=bad.name, found=bad.shown, wanted=bad.wanted)


def start_game(evening: Evening, event: GameStarted) -> Step:
    """Begin, when there are enough players and the youngest is known."""
    if len(evening.seats) < FEWEST_PLAYERS:
        return ignored(evening, event, Sentence.TOO_FEW_PLAYERS)
    if evening.youngest is None:
        return ignored(evening, event, Sentence.NO_YOUNGEST)
    return begin_game(evening, event.at)


def press(evening: Evening, event: Grab) -> Step:
    """Quick start: a colour claims a seat, gray says that all are here, then the youngest presses."""
    if evening.rules.locked:
        return ignored(evening, event, Sentence.TABLE_LOCKED)
    if event.seat not in SEATS:
        return ignored(evening, event, Sentence.NO_SUCH_SEAT, seat=event.seat)
    if event.seat not in evening.seats:
        return take_seat(evening, SeatTaken(event.seat, _somebody(event), event.at))
    if evening.all_here and _is_another_press(evening.all_here, Press(event, evening.starts)):
        return begin_game(replace(evening, youngest=event.seat, all_here=None), event.at)
    if event.colour is not Colour.GRAY:
        return ignored(evening, event, Sentence.SEAT_IS_TAKEN, seat=event.seat)
    if len(evening.seats) < FEWEST_PLAYERS:
        return ignored(evening, event, Sentence.TOO_FEW_PLAYERS)
    return replace(evening, all_here=Press(event, evening.starts)), [said(Sentence.WHO_IS_YOUNGEST)]


def _is_another_press(first: Press, press: Press) -> bool:
    # A button hammered once more does not make its owner the youngest.
    same_hand = (first.start, first.grab.seat) == (press.start, press.grab.seat)
    return not same_hand or press.grab.at >= first.grab.at + AGAIN_AFTER_S


def _somebody(event: Grab) -> PlayerId:
    return PlayerId(f"seat-{event.seat}")


def _seats(evening: Evening) -> list[Effect]:
    return [ShowSeats(dict(evening.seats), evening.youngest)]
