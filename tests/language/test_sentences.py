"""Every sentence asks only for the values it is given, and leaves no gap open."""

from collections.abc import Mapping
from typing import Any

import pytest

from pi_diavolo.language.catalogue import Catalogue, placeholders
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.en import ENGLISH
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.boards import Square
from pi_diavolo.table.complaints import Complaint, TrayPart
from pi_diavolo.table.duels import DieShown, Element, ElementDie
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.parts import Fault, Lacking, Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence
from pi_diavolo.table.view import Code

# What the referee says with each sentence; those not named here come without values.
GIVEN: Mapping[Sentence, str] = {
    Sentence.SEAT_TAKEN: "player seat",
    Sentence.SEAT_LEFT: "seat",
    Sentence.YOUNGEST_IS: "player",
    Sentence.GAME_BEGINS: "game players",
    Sentence.GAME_ABANDONED: "game",
    Sentence.PLACE_IMPS: "imps",
    Sentence.IMPS_MISSING: "imps",
    Sentence.IMPS_TOO_MANY: "imps",
    Sentence.TAKE_AWAY_IMPS: "imps",
    Sentence.ROLL_NOW: "player",
    Sentence.ROLL_ORDER_FIRST: "player",
    Sentence.ORDER_IS: "order",
    Sentence.ROLL_COLOURS_NOW: "player",
    Sentence.GRAB_NOW: "order",
    Sentence.GRAB_NOW_ONE_OF: "orders",
    Sentence.ROLL_INVALID: "player faults",
    Sentence.FAULT_DIE_MISSING: "colour",
    Sentence.FAULT_DIE_OUTSIDE_TRAY: "colour",
    Sentence.FAULT_DIE_COCKED: "colour",
    Sentence.FAULT_DIE_STACKED: "colour",
    Sentence.FAULT_TOO_MANY_DICE: "colour",
    Sentence.FAULT_PEOPLE: "colour",
    Sentence.FAULT_POWER: "colour",
    Sentence.READING_COMPLAINT: "complaints advice",
    Sentence.FILM_UNSEEN: "complaints",
    Sentence.CAMERA_FOUND: "found",
    Sentence.CAMERA_SIMULATED: "why",
    Sentence.SENSORS_FOUND: "found",
    Sentence.SENSORS_SIMULATED: "why",
    Sentence.LAMPS_FOUND: "found",
    Sentence.LAMPS_SIMULATED: "why",
    Sentence.GRAB_COUNTED: "player imp ms",
    Sentence.GRAB_COUNTED_NO_TIME: "player imp",
    Sentence.GRAB_COUNTED_ONE_OF: "player imp times",
    Sentence.GRAB_COUNTED_EARLY: "player imp",
    Sentence.GRAB_DOCKED: "player imp ms",
    Sentence.GRAB_SECOND: "player imp",
    Sentence.GRAB_REPEATED: "player imp",
    Sentence.GRAB_GONE: "player colour",
    Sentence.GRAB_LOST_PHOTO_FINISH: "player colour",
    Sentence.GRAB_SHARED_PHOTO_FINISH: "player imp",
    Sentence.GRAB_TAKEN_BACK: "player imp",
    Sentence.ASK_DIE: "colour values",
    Sentence.ASK_ORDER: "orders",
    Sentence.ASK_CLOSEST: "colours",
    Sentence.ASK_TWO_AT_ONCE: "player colours",
    Sentence.ASK_DOUBTED: "player imp",
    Sentence.ASK_WHO: "any_imp bases candidates",
    Sentence.RULING: "order scores colour",
    Sentence.RULING_TIE: "order scores",
    Sentence.RULING_EITHER_WAY: "orders colour",
    Sentence.RULING_STRUCK: "turn",
    Sentence.RULING_DECIDED_BY_PEOPLE: "order colour",
    Sentence.RESULT_RIGHT: "player imp gems",
    Sentence.RESULT_GAINED: "player imp gems",
    Sentence.RESULT_GAINED_AT_MOST: "player imp gems",
    Sentence.RESULT_WRONG: "player imp gems left",
    Sentence.RESULT_NONE: "player gems left",
    Sentence.RESULT_STRUCK: "player",
    Sentence.RESULT_SAT_OUT: "player gems",
    Sentence.PLAYER_OUT: "player",
    Sentence.PLAYED_ON: "turn",
    Sentence.WINNER: "player",
    Sentence.CORRECTED: "turn number",
    Sentence.CORRECTION_UNDONE: "turn number",
    Sentence.PROTEST: "turn",
    Sentence.PROTEST_STANDS: "turn",
    Sentence.PROTEST_STRUCK: "turn",
    Sentence.GAME_GOES_ON: "game",
    Sentence.PART_FAILED: "part trouble remedy",
    Sentence.PART_RECOVERED: "part",
    Sentence.BROKEN_BUTTON_COUNTED: "player imp turn",
    Sentence.HALF_PLACED: "seat",
    Sentence.SETTINGS_AS_BEFORE: "found",
    Sentence.SETTINGS_AS_USUAL: "found",
    Sentence.TABLE_FILE_DAMAGED: "found",
    Sentence.PINS_NOT_TAKEN: "found",
    Sentence.PUT_AWAY: "first last file",
    Sentence.SET_ASIDE: "found",
    Sentence.PIN_NOT_KEPT: "found",
    Sentence.WAIT_FOR_THE_ROLL: "player",
    Sentence.NO_SUCH_GAME: "game",
    Sentence.NO_SUCH_SEAT: "seat",
    Sentence.SEAT_IS_TAKEN: "seat",
    Sentence.SEAT_IS_FREE: "seat",
    Sentence.NOT_IN_THIS_TURN: "player",
    Sentence.PLAYER_SITS_ELSEWHERE: "seat",
    Sentence.BAD_SETTING: "setting found wanted",
    Sentence.IMP_NOT_IN_PLAY: "imp",
    Sentence.IMP_COUNTED_ALREADY: "imp player",
    Sentence.PUT_BACK_DOES_NOT_HELP: "player imp",
    Sentence.NO_IMP_OFF_ITS_BASE: "player colour",
    Sentence.NO_SUCH_TURN: "turn",
    Sentence.NO_SUCH_DIE: "number",
    Sentence.NO_SUCH_ORDER: "order",
    Sentence.NO_SUCH_QUESTION: "number",
    Sentence.MORE_IMPS_THAN_IN_PLAY: "imps",
    Sentence.TURN_IS_OPEN: "turn",
    Sentence.PROTEST_IS_OPEN: "turn",
    Sentence.DUEL_PICK_TEAM: "player number",
    Sentence.DUEL_TEAM_PICKED: "player",
    Sentence.DUEL_ROLL_OFF: "player",
    Sentence.DUEL_LEADS: "turn player",
    Sentence.DUEL_ROLL_UP_TO: "player number",
    Sentence.DUEL_BRING_IMPS: "player",
    Sentence.DUEL_PLAYS: "player cards",
    Sentence.DUEL_ROLL_OR_REROLL_UP_TO: "player number",
    Sentence.DUEL_ROLL_THESE: "player dice",
    Sentence.DUEL_ROLLED: "player dice",
    Sentence.DUEL_ROLL_INVALID: "player element_faults",
    Sentence.DUEL_SAY_WHICH_DICE: "player number",
    Sentence.DUEL_ASK_DIE: "player dice values",
    Sentence.DUEL_POWER_NOW: "player",
    Sentence.DUEL_POWER_USED: "player cards",
    Sentence.DUEL_PASSES: "player",
    Sentence.DUEL_TRIAL_DRAWN: "element totals player",
    Sentence.DUEL_TRIAL_WON: "element totals player",
    Sentence.DUEL_TRIAL_DOUBLY_WON: "element totals player",
    Sentence.DUEL_DO_ADD: "player number amount",
    Sentence.DUEL_DO_SET: "player number amount",
    Sentence.DUEL_DO_REROLL: "player number amount",
    Sentence.DUEL_DO_ROLL: "player number amount",
    Sentence.DUEL_DO_ROLL_OR_REROLL: "player number amount",
    Sentence.DUEL_DO_SEND_BACK: "player number amount",
    Sentence.DUEL_DO_BANISH_DIE: "player number amount",
    Sentence.DUEL_DO_BANISH_IMP: "player number amount",
    Sentence.DUEL_TURNED: "player dice",
    Sentence.DUEL_SENT_BACK: "player dice",
    Sentence.DUEL_DICE_BANISHED: "player dice",
    Sentence.DUEL_IMP_BANISHED: "player cards",
    Sentence.DUEL_TURN_DICE: "dice",
    Sentence.DUEL_WHOSE_DICE: "dice",
    Sentence.DUEL_ROUND: "turn totals",
    Sentence.DUEL_ROUND_PENDING: "turn",
    Sentence.DUEL_ROUND_STRUCK: "turn",
    Sentence.DUEL_ROUND_ANEW: "turn",
    Sentence.DUEL_ROUNDS_ARE_UP: "number",
    Sentence.DUEL_MOVE_CORRECTED: "move number",
    Sentence.DUEL_CORRECTION_UNDONE: "number",
    Sentence.DUEL_CORRECTION_ASKS: "turn",
    Sentence.DUEL_NOT_YOUR_TURN: "player",
    Sentence.DUEL_TEAM_OF_FOUR: "number",
    Sentence.DUEL_NO_SUCH_POWER: "cards",
    Sentence.DUEL_POWER_USED_UP: "cards",
    Sentence.DUEL_POWER_NOT_NOW: "cards",
    Sentence.DUEL_POWER_IN_VAIN: "cards",
    Sentence.DUEL_SO_MANY_DICE: "number",
    Sentence.DUEL_SO_MANY: "number",
    Sentence.DUEL_NOT_THIS_PLAYERS_DIE: "dice",
    Sentence.DUEL_DIE_IS_BANISHED: "dice",
    Sentence.DUEL_DIE_NOT_IN_POOL: "dice",
    Sentence.DUEL_DIE_NOT_IN_PLAY: "dice",
    Sentence.DUEL_DIE_CANNOT_BE_CHOSEN: "dice",
    Sentence.DUEL_CHOOSE_FIRST: "player",
    Sentence.DUEL_OTHER_DICE_WANTED: "player dice",
    Sentence.DUEL_NO_SUCH_MOVE: "move",
    Sentence.DUEL_STICKER_UNKNOWN: "number",
    Sentence.DUEL_STICKER_TWICE: "cards",
    Sentence.DUEL_CARD_NOT_IN_POOL: "player cards",
    Sentence.DUEL_CARD_BETWEEN: "player cards",
    Sentence.DUEL_TOO_MANY_CARDS: "player number",
    Sentence.DUEL_CARDS_LAY_BEFORE: "player cards",
    Sentence.DUEL_CAN_ROLL: "player dice",
    Sentence.DUEL_CAN_PLAY: "cards",
    Sentence.DUEL_CAN_USE: "cards number",
    Sentence.DUEL_CAN_PICK_DICE: "player dice",
    Sentence.DUEL_CAN_PICK_IMPS: "cards",
    Sentence.DUEL_CHOSE_ROLL: "player dice",
    Sentence.DUEL_CHOSE_DICE: "player dice",
    Sentence.DUEL_CHOSE_IMPS: "player cards",
    Sentence.BOARD_COLOURS: "player sets",
    Sentence.BOARD_ROLL_OFF: "player",
    Sentence.BOARD_ROLLED_OFF: "player number",
    Sentence.BOARD_ROLL_OFF_AGAIN: "players",
    Sentence.BOARD_BEGINS: "player",
    Sentence.BOARD_ROLL_NOW: "player",
    Sentence.BOARD_MUST_LEAVE: "player square colour",
    Sentence.BOARD_MOVE_NOW: "player rolled",
    Sentence.BOARD_ROLL_INVALID: "faults player",
    Sentence.BOARD_NO_MOVE_ROLL_AGAIN: "player rolled",
    Sentence.BOARD_ASK_DIE: "player values",
    Sentence.BOARD_ASK_MOVE: "player moves",
    Sentence.BOARD_MOVED: "player rolled colour came_from square",
    Sentence.BOARD_NOTHING_MOVES: "player rolled",
    Sentence.BOARD_AND_TAKES: "taken",
    Sentence.BOARD_AND_OVERDUE: "overdue",
    Sentence.BOARD_TURN_STRUCK: "turn",
    Sentence.BOARD_TURN_PENDING: "turn",
    Sentence.BOARD_TURN_ANEW: "turn",
    Sentence.BOARD_PLAYER_OUT: "player",
    Sentence.BOARD_LAST_STANDING: "player",
    Sentence.BOARD_ALL_PASSED: "totals",
    Sentence.BOARD_NO_CAPTURES: "number totals",
    Sentence.BOARD_AGREED: "totals",
    Sentence.BOARD_SHARED: "players",
    Sentence.BOARD_TAKEN_BACK: "turn number",
    Sentence.BOARD_CORRECTION_ASKS: "turn player",
    Sentence.BOARD_NOT_LIKE_THIS: "turn",
    Sentence.BOARD_COLOURS_FOR_OTHERS: "number amount",
    Sentence.BOARD_TOO_FEW_COLOURS: "number amount",
    Sentence.BOARD_ONE_DIE: "player",
    Sentence.BOARD_TWO_DICE: "player",
    Sentence.BOARD_MOVE_FIRST: "player",
    Sentence.BOARD_ROLL_FIRST: "player",
    Sentence.BOARD_NOT_YOUR_TURN: "player",
    Sentence.BOARD_COUNTER_IS_OUT: "colour",
    Sentence.BOARD_OTHERS_COUNTER: "colour square player",
    Sentence.BOARD_OFF_THE_BOARD: "rolled colour",
    Sentence.BOARD_NOT_THESE_DICE: "rolled colour came_from square",
    Sentence.BOARD_BACKWARDS: "colour came_from square",
    Sentence.BOARD_MIXED: "colour came_from square",
    Sentence.BOARD_HOME_SQUARE: "square",
    Sentence.BOARD_OWN_COUNTER: "square",
    Sentence.BOARD_SAFE_SQUARE: "colour square",
    Sentence.BOARD_IN_THE_WAY: "came_from square",
    Sentence.BOARD_PUT: "colour came_from square",
    Sentence.BOARD_PUT_BACK: "colour came_from square",
    Sentence.BOARD_PUT_FLAT: "colour square",
    Sentence.BOARD_PUT_PAWN: "colour square",
    Sentence.BOARD_TAKE_OFF: "colour square",
    Sentence.BOARD_MAKE_PAWN: "colour square",
    Sentence.BOARD_MAKE_FLAT: "colour square",
    Sentence.BOARD_STRAIGHTEN: "number",
}

# One value for each gap, and nothing that any language would show as it is.
SAMPLES: Mapping[str, Any] = {
    "player": Seat(1),
    "players": (Seat(1), Seat(2), Seat(3)),
    "seat": Seat(3),
    "game": 4,
    "turn": 17,
    "number": 2,
    "colour": Colour.RED,
    "colours": (Colour.BLACK, Colour.WHITE),
    "imp": Colour.GRAY,
    "imps": {Colour.BLACK: 2, Colour.GRAY: 1},
    "gems": 3,
    "left": 0,
    "any_imp": (Colour.RED, Colour.WHITE),
    "bases": (3, 7),
    "candidates": (Seat(1), Seat(4)),
    "part": Part(PartKind.BUTTON, 2, Colour.RED, 17),
    "trouble": Fault.STUCK,
    "remedy": PartKind.BUTTON,
    "why": Lacking.NO_GPIO,
    "ms": 412.3,
    "times": (812.2, 933.9),
    "order": "closest",
    "orders": ("most_odd", "closest"),
    "scores": {Colour.BLACK: 31.0, Colour.WHITE: 40.0, Colour.RED: 12.5},
    "values": (5, 6),
    "faults": (RollFault("die_cocked", Colour.RED), RollFault("power")),
    "complaints": (Complaint("die_cocked", Colour.RED, TrayPart.LEFT), Complaint("too_dark")),
    "advice": ("die_cocked", "too_dark"),
    "element": Element.WATER,
    "element_faults": (RollFault("die_cocked", Colour.GREEN), RollFault("power")),
    "cards": ("Zephyr", "Mulch"),
    "totals": {Seat(1): 9, Seat(2): 4},
    "dice": (
        DieShown(ElementDie(Seat(1), Element.FIRE, 1), 4),
        DieShown(ElementDie(Seat(2), Element.AIR, 2)),
    ),
    "amount": 1,
    "move": 12,
    "setting": "grace_s",
    "found": "-1",
    "first": 21,
    "last": 57,
    "file": "games.db.put-away-00001234.gz",
    "wanted": "0–9",
    "sets": (Colour.ORANGE, Colour.BLUE),
    "square": Square(5, 10),
    "came_from": Square(2, 6),
    "rolled": (3, 4),
    "taken": Colour.GREEN,
    "overdue": (Colour.PURPLE,),
    "moves": ("c7-f11", "c7-g10"),
}

every_sentence = pytest.mark.parametrize("sentence", Sentence)
every_language = pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=lambda c: c.code)


def given(sentence: Sentence) -> Mapping[str, Any]:
    return {name: SAMPLES[name] for name in GIVEN.get(sentence, "").split()}


@every_language
@every_sentence
def test_a_sentence_asks_only_for_what_it_is_given(sentence: Sentence, catalogue: Catalogue) -> None:
    assert placeholders(catalogue.sentences[sentence]) <= set(GIVEN.get(sentence, "").split())


@every_sentence
def test_a_sentence_asks_for_the_same_in_every_language(sentence: Sentence) -> None:
    assert len({placeholders(catalogue.sentences[sentence]) for catalogue in CATALOGUES.values()}) == 1


@every_language
@every_sentence
def test_a_sentence_is_said_without_a_gap(sentence: Sentence, catalogue: Catalogue) -> None:
    said = Speaker(catalogue, {Seat(1): "Anna"}).say(Saying(sentence, given(sentence)))
    assert said
    assert not any(raw in said for raw in ("{", "}", "None", "Colour.", "RollFault", "_sum", "[", "'"))


@every_language
@every_sentence
def test_a_sentence_can_be_said_where_every_value_is_unknown(
    sentence: Sentence, catalogue: Catalogue
) -> None:
    unknown = dict.fromkeys(given(sentence))
    assert "None" not in Speaker(catalogue, {}).say(Saying(sentence, unknown))


def test_the_foul_names_the_player_and_asks_for_the_imp_back() -> None:
    foul = Saying(Sentence.GRAB_SECOND, {"player": Seat(1), "imp": Colour.RED})
    said = {code: Speaker(words, {Seat(1): "Anna"}).say(foul) for code, words in CATALOGUES.items()}
    assert said == {
        "en": "Foul! Anna already has an imp. Put the red imp back on its base: it does not count.",
        "fr": "Faute\u202f! Anna a déjà un diablotin. Remets le diablotin rouge sur son socle\u202f: "
        "il ne compte pas.",
        "de": "Foul! Anna hat schon ein Teufelchen. Stell das rote Teufelchen zurück auf seinen Sockel: "
        "Es zählt nicht.",
    }


def test_a_broken_part_is_named_with_its_wire_and_what_to_do() -> None:
    base, dock = Part(PartKind.BASE, 3, pin=17), Part(PartKind.DOCK, 2, pin=1)
    broken = {"part": base, "trouble": Fault.STUCK, "remedy": base.kind}
    silent = {"part": dock, "trouble": Fault.SILENT, "remedy": dock.kind}
    said = {
        code: [Speaker(words, {}).say(Saying(Sentence.PART_FAILED, values)) for values in (broken, silent)]
        for code, words in CATALOGUES.items()
    }
    assert said == {
        "en": [
            "Something is wrong: base 3 (GPIO 17) is stuck. "
            "The game goes on all the same; check its switch and its wire.",
            "Something is wrong: dock 2 (channel 1) does not answer. "
            "The game goes on all the same; tap your colour on a phone.",
        ],
        "fr": [
            "Un souci\u202f: le socle 3 (GPIO 17) ne bouge pas. "
            "Le jeu continue quand même\u202f; vérifiez son contact et son fil.",
            "Un souci\u202f: le support 2 (canal 1) ne répond pas. "
            "Le jeu continue quand même\u202f; choisis ta couleur sur un téléphone.",
        ],
        "de": [
            "Etwas stimmt nicht: Sockel 3 (GPIO 17) klemmt. Das Spiel geht trotzdem weiter; "
            "prüft Schalter und Kabel.",
            "Etwas stimmt nicht: Ablage 2 (Kanal 1) antwortet nicht. Das Spiel geht trotzdem weiter; "
            "tippe deine Farbe auf einem Handy an.",
        ],
    }


def test_an_imp_nobody_docked_is_asked_for_by_colour_base_and_name() -> None:
    values = {"any_imp": (Colour.RED,), "bases": (4,), "candidates": (Seat(1), Seat(2))}
    who = Saying(Sentence.ASK_WHO, values)
    said = {code: Speaker(words, {Seat(1): "Anna"}).say(who) for code, words in CATALOGUES.items()}
    assert said == {
        "en": "Who had the red imp from base 4: Anna, seat 2 or nobody?",
        "fr": "Qui avait le diablotin rouge du socle 4\u202f: Anna, place 2 ou personne\u202f?",
        "de": "Wer hatte das rote Teufelchen von Sockel 4: Anna, Platz 2 oder niemand?",
    }


def test_a_time_that_is_one_of_several_is_told_so() -> None:
    values = {"player": Seat(1), "imp": Colour.RED, "times": (812.2, 934.0)}
    counted = Saying(Sentence.GRAB_COUNTED_ONE_OF, values)
    said = {code: Speaker(words, {Seat(1): "Anna"}).say(counted) for code, words in CATALOGUES.items()}
    assert said == {
        "en": "Anna takes the red imp after 812 or 934 ms.",
        "fr": "Anna prend le diablotin rouge en 812 ou 934 ms.",
        "de": "Anna nimmt das rote Teufelchen nach 812 oder 934 ms.",
    }


def test_a_doubtful_order_die_is_told_with_what_it_may_show() -> None:
    doubt = Saying(Sentence.GRAB_NOW_ONE_OF, {"orders": ("closest", "most_odd")})
    said = {code: Speaker(words, {}).say(doubt) for code, words in CATALOGUES.items()}
    assert said == {
        "en": "Grab! I am not sure of the order: closest or most odd.",
        "fr": "À vos diablotins\u202f! J’hésite sur la consigne\u202f: plus proche du dé Ordre "
        "ou plus grand nombre d’impairs.",
        "de": "Greift zu! Bei der Aufgabe bin ich nicht sicher: Position der Würfel "
        "oder Größte Anzahl ungerader Zahlen.",
    }


def test_a_complaint_names_the_die_the_part_of_the_tray_and_what_to_do() -> None:
    complaints = (
        Complaint("die_cocked", Colour.RED, TrayPart.LEFT),
        Complaint("die_outside_tray", Colour.GRAY, TrayPart.BACK_RIGHT),
    )
    values = {"complaints": complaints, "advice": [complaint.code for complaint in complaints]}
    complaint = Saying(Sentence.READING_COMPLAINT, values)
    assert {code: Speaker(words, {}).say(complaint) for code, words in CATALOGUES.items()} == {
        "en": "not all dice lie flat (red on the left), "
        "not all dice are in the tray (Order die at the back right): roll again.",
        "fr": "les dés ne sont pas tous à plat (rouge à gauche), "
        "les dés ne sont pas tous sur la piste (Dé Ordre au fond à droite)\u202f: relancez.",
        "de": "Würfel nicht flach (Rot links), Würfel neben der Schale (Diavolo-Würfel hinten rechts): "
        "würfelt noch einmal.",
    }


def test_a_die_of_another_game_is_named_as_well() -> None:
    complaint = Saying(
        Sentence.READING_COMPLAINT,
        {"complaints": [Complaint("too_many_dice", Colour.GREEN)], "advice": ["too_many_dice"]},
    )
    assert Speaker(ENGLISH, {}).say(complaint) == "there are too many dice (green): roll again."


@every_language
def test_whatever_may_be_wrong_with_a_picture_there_is_a_word_and_an_advice(catalogue: Catalogue) -> None:
    says = Speaker(catalogue, {})
    for code in Code:
        assert code not in says.fault(code)
        assert says.advice([code])
