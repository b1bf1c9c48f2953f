"""Before a duel: who sits where, by which rules; at the desk or by presses alone."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from pi_diavolo.games.devilish_duels.card_file import box_of
from pi_diavolo.games.devilish_duels.course import begin
from pi_diavolo.games.devilish_duels.duel import TEAM_SIZE
from pi_diavolo.games.devilish_duels.house_rules import FirstLead, HouseRules, Teams, amended
from pi_diavolo.games.devilish_duels.showing import show_duel, show_round
from pi_diavolo.games.devilish_duels.state import Evening, Game
from pi_diavolo.games.devilish_duels.steps import Step, ignored, said
from pi_diavolo.games.devilish_duels.wording import call
from pi_diavolo.games.setting_values import BadSetting
from pi_diavolo.table.duels import ImpName
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
from pi_diavolo.table.players import SEATS, PlayerId, Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying

PLAYERS = 2
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
    """Seat a player, unless two sit already, the seat is taken or the player sits elsewhere."""
    if event.seat not in SEATS:
        return ignored(evening, event, Sentence.NO_SUCH_SEAT, seat=event.seat)
    if event.seat in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_TAKEN, seat=event.seat)
    for seat, player in evening.seats.items():
        if player == event.player:
            return ignored(evening, event, Sentence.PLAYER_SITS_ELSEWHERE, seat=seat)
    if len(evening.seats) == PLAYERS:
        return ignored(evening, event, Sentence.DUEL_IS_FOR_TWO)
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
    """Note who is the youngest; it matters where the youngest leads."""
    if event.seat not in evening.seats:
        return ignored(evening, event, Sentence.SEAT_IS_FREE, seat=event.seat)
    evening = replace(evening, youngest=event.seat)
    return evening, _seats(evening)


def choose_settings(evening: Evening, event: SettingsChosen) -> Step:
    """Change house rules and cards for the games to come."""
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


def start_game(evening: Evening, event: GameStarted | Grab) -> Step:
    """Begin, when two sit there and the youngest is known where that matters."""
    if len(evening.seats) != PLAYERS:
        return ignored(evening, event, Sentence.DUEL_IS_FOR_TWO)
    if evening.youngest is None and evening.rules.first_lead is FirstLead.YOUNGEST:
        return ignored(evening, event, Sentence.NO_YOUNGEST)
    return begin_game(evening, event)


def press(evening: Evening, event: Grab) -> Step:
    """Quick start: a colour claims a seat; gray says that both are here, then the youngest presses."""
    if evening.rules.locked:
        return ignored(evening, event, Sentence.TABLE_LOCKED)
    if event.seat not in SEATS:
        return ignored(evening, event, Sentence.NO_SUCH_SEAT, seat=event.seat)
    if event.seat not in evening.seats:
        return take_seat(evening, SeatTaken(event.seat, PlayerId(f"seat-{event.seat}"), event.at))
    if evening.all_here and _is_another_press(evening, event):
        return start_game(replace(evening, youngest=event.seat, all_here=None), event)
    if event.colour is not Colour.GRAY:
        return ignored(evening, event, Sentence.SEAT_IS_TAKEN, seat=event.seat)
    if len(evening.seats) != PLAYERS:
        return ignored(evening, event, Sentence.DUEL_IS_FOR_TWO)
    if evening.rules.first_lead is not FirstLead.YOUNGEST:
        return start_game(evening, event)
    return replace(evening, all_here=(evening.starts, event)), [said(Sentence.WHO_IS_YOUNGEST)]


def begin_game(evening: Evening, event: GameStarted | PlayAgainAsked | Grab) -> Step:
    """A new duel of the two who sit there."""
    number, rules = evening.next_game, evening.rules
    first, second = evening.seats
    cards = box_of(rules.cards)
    teams = None
    if rules.teams is Teams.DEALT:
        teams = _dealt(sorted(cards), (first, second), Random(f"{evening.seed} teams {number}"))
    lead = evening.youngest if rules.first_lead is FirstLead.YOUNGEST else None
    duel = begin((first, second), rules, cards, teams, lead)
    evening = replace(evening, game=Game(number, duel, duel), next_game=number + 1, paused=False)
    effects: list[Effect] = [said(Sentence.GAME_BEGINS, game=number, players=(first, second))]
    if teams:
        effects.append(said(Sentence.DUEL_TEAMS_DEALT))
    effects += [show_round(Game(number, duel, duel)), ShowGems(dict.fromkeys((first, second), TEAM_SIZE))]
    asks = call(duel)
    effects += [Say(told) for told in (*duel.news, *([asks] if asks else []))]
    return evening, [*effects, *show_duel(evening)]


def _dealt(cards: list[ImpName], seats: tuple[Seat, Seat], lot: Random) -> dict[Seat, tuple[ImpName, ...]]:
    lot.shuffle(cards)
    return {
        seat: tuple(cards[TEAM_SIZE * number : TEAM_SIZE * (number + 1)]) for number, seat in enumerate(seats)
    }


def _is_another_press(evening: Evening, event: Grab) -> bool:
    # A button hammered once more does not make its owner the youngest.
    assert evening.all_here is not None, "whoever asks has looked before"
    start, first = evening.all_here
    same_hand = (start, first.seat) == (evening.starts, event.seat)
    return not same_hand or event.at >= first.at + AGAIN_AFTER_S


def _seats(evening: Evening) -> list[Effect]:
    return [ShowSeats(dict(evening.seats), evening.youngest)]
