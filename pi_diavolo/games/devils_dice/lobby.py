"""Before a game: who sits where, by which rules; at the desk or by presses alone."""

from collections.abc import Mapping
from dataclasses import replace

from pi_diavolo.games.devils_dice.course import begin
from pi_diavolo.games.devils_dice.house_rules import HouseRules, amended
from pi_diavolo.games.devils_dice.seating import colours_of
from pi_diavolo.games.devils_dice.showing import show_board, show_turn
from pi_diavolo.games.devils_dice.sightings import stands
from pi_diavolo.games.devils_dice.state import Evening, Game
from pi_diavolo.games.devils_dice.steps import Step, ignored, refused, said
from pi_diavolo.games.devils_dice.wording import call
from pi_diavolo.games.setting_values import BadSetting
from pi_diavolo.table.boards import FEWEST_MOVERS
from pi_diavolo.table.effects import Effect, Ignore, Say, ShowGems, ShowSeats, ShowStatus, Status
from pi_diavolo.table.events import (
    GameStarted,
    Grab,
    PlayAgainAsked,
    SeatLeft,
    SeatTaken,
    Setting,
    SettingsChosen,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import BOARD_SEATS, PlayerId
from pi_diavolo.table.sentences import Saying, Sentence, saying


def show(evening: Evening) -> Step:
    """Show the lobby."""
    return evening, [*_seats(evening), ShowStatus(Status.LOBBY)]


def welcome(evening: Evening) -> Step:
    """Show the lobby and say how to sit down."""
    evening, shown = show(evening)
    return evening, [*shown, said(Sentence.WELCOME)]


def take_seat(evening: Evening, event: SeatTaken) -> Step:
    """Seat a player, unless the seat is taken or the player sits elsewhere."""
    if event.seat not in BOARD_SEATS:
        return ignored(evening, event, Sentence.NO_SUCH_SEAT, seat=event.seat)
    if event.seat in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_TAKEN, seat=event.seat)
    for seat, player in evening.seats.items():
        if player == event.player:
            return ignored(evening, event, Sentence.PLAYER_SITS_ELSEWHERE, seat=seat)
    seats = dict(sorted({**evening.seats, event.seat: event.player}.items()))
    evening = replace(evening, seats=seats)
    return evening, [*_seats(evening), said(Sentence.SEAT_TAKEN, player=event.seat, seat=event.seat)]


def leave_seat(evening: Evening, event: SeatLeft) -> Step:
    """Free a seat again."""
    if event.seat not in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_FREE, seat=event.seat)
    seats = {seat: player for seat, player in evening.seats.items() if seat != event.seat}
    youngest = None if evening.youngest == event.seat else evening.youngest
    evening = replace(evening, seats=seats, youngest=youngest)
    return evening, [*_seats(evening), said(Sentence.SEAT_LEFT, seat=event.seat)]


def choose_youngest(evening: Evening, event: YoungestChosen) -> Step:
    """Note who is the youngest; here a roll decides who begins."""
    if event.seat not in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_FREE, seat=event.seat)
    evening = replace(evening, youngest=event.seat)
    return evening, _seats(evening)


def choose_settings(evening: Evening, event: SettingsChosen) -> Step:
    """Change house rules and the board for the games to come."""
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


def press(evening: Evening, event: Grab) -> Step:
    """Quick start: a colour claims a seat; gray says that all are here."""
    if evening.rules.locked:
        return ignored(evening, event, Sentence.TABLE_LOCKED)
    if event.seat not in BOARD_SEATS:
        return ignored(evening, event, Sentence.NO_SUCH_SEAT, seat=event.seat)
    if event.seat not in evening.seats:
        return take_seat(evening, SeatTaken(event.seat, PlayerId(f"seat-{event.seat}"), event.at))
    if event.colour is not Colour.GRAY:
        return ignored(evening, event, Sentence.SEAT_IS_TAKEN, seat=event.seat)
    return begin_game(evening, event)


def begin_game(evening: Evening, event: GameStarted | PlayAgainAsked | Grab) -> Step:
    """A new game of those who sit there, if their colours can be found."""
    if len(evening.seats) < FEWEST_MOVERS:
        return ignored(evening, event, Sentence.TOO_FEW_PLAYERS)
    number, seats = evening.next_game, tuple(evening.seats)
    colours = colours_of(seats, evening.rules)
    if isinstance(colours, Saying):
        return refused(evening, event, colours)
    play = begin(seats, evening.rules, colours)
    settled = evening.seen is not None and stands(play, evening.seen, ())
    game = Game(number, play, play, seen=evening.seen, settled=settled)
    evening = replace(evening, game=game, next_game=number + 1, paused=False)
    effects: list[Effect] = [said(Sentence.GAME_BEGINS, game=number, players=seats)]
    effects += [said(Sentence.BOARD_COLOURS, player=seat, sets=colours[seat]) for seat in seats]
    effects += [said(Sentence.BOARD_SET_UP), show_turn(game), ShowGems(play.left())]
    asks = call(play)
    return evening, [*effects, *([Say(asks)] if asks else []), *show_board(evening)]


def _seats(evening: Evening) -> list[Effect]:
    return [ShowSeats(dict(evening.seats), evening.youngest)]
