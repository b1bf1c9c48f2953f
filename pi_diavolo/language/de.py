"""German."""

from collections.abc import Mapping

from pi_diavolo.language.board_de import COLOURS as COUNTERS
from pi_diavolo.language.board_de import SENTENCES as BOARD
from pi_diavolo.language.catalogue import Catalogue, ColourWords, Counted, Label, OrderWords, PartWords
from pi_diavolo.language.duels_de import ELEMENTS
from pi_diavolo.language.duels_de import SENTENCES as DUELS
from pi_diavolo.table.complaints import TrayPart
from pi_diavolo.table.effects import Status
from pi_diavolo.table.parts import Fault, Lacking, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence

# Imps and gems stand only where nominative and accusative do: "mit" or "bei" would bend their words.
SENTENCES: Mapping[Sentence, str] = {
    # The lobby
    Sentence.WELCOME: (
        "Willkommen! Drückt Schwarz, Weiß oder Rot, um Platz zu nehmen. Sind alle da? Dann drückt Grau."
    ),
    Sentence.SEAT_TAKEN: "{player} nimmt Platz {seat}.",
    Sentence.SEAT_LEFT: "Platz {seat} ist wieder frei.",
    Sentence.YOUNGEST_IS: "{player} ist am jüngsten und würfelt zuerst.",
    Sentence.WHO_IS_YOUNGEST: "Wer ist am jüngsten? Drück irgendeinen Knopf!",
    Sentence.SETTINGS_CHOSEN: "Die neuen Einstellungen gelten für das nächste Spiel.",
    Sentence.GAME_BEGINS: "Spiel {game} beginnt. Viel Glück, {players}!",
    Sentence.GAME_ABANDONED: "Spiel {game} endet hier, ohne Sieger.",
    # Before the roll
    Sentence.PLACE_IMPS: "Stellt diese Teufelchen auf: {imps}.",
    Sentence.IMPS_MISSING: "Es fehlen noch: {imps}.",
    Sentence.IMPS_TOO_MANY: "Zu viel auf dem Tisch: {imps}.",
    Sentence.TAKE_AWAY_IMPS: "Räumt diese Teufelchen weg: {imps}.",
    Sentence.ROLL_NOW: "{player}, würfle!",
    Sentence.ROLL_ORDER_FIRST: "{player}, wirf zuerst den Diavolo-Würfel!",
    # The roll
    Sentence.DICE_ROLLING: "Die Würfel rollen.",
    Sentence.DICE_READING: "Die Würfel liegen still. Ich lese sie.",
    Sentence.ORDER_IS: "Die Aufgabe heißt: {order}.",
    Sentence.ROLL_COLOURS_NOW: "{player}, wirf jetzt die farbigen Würfel!",
    Sentence.GRAB_NOW: "Greift zu! Die Aufgabe heißt: {order}.",
    Sentence.GRAB_NOW_ONE_OF: "Greift zu! Bei der Aufgabe bin ich nicht sicher: {orders}.",
    Sentence.ROLL_INVALID: (
        "Dieser Wurf zählt nicht: {faults}. Stellt die Teufelchen zurück; {player} würfelt noch einmal."
    ),
    Sentence.FAULT_DIE_MISSING: "zu wenige Würfel",
    Sentence.FAULT_DIE_OUTSIDE_TRAY: "Würfel neben der Schale",
    Sentence.FAULT_DIE_COCKED: "Würfel nicht flach",
    Sentence.FAULT_DIE_STACKED: "Würfel aufeinander",
    Sentence.FAULT_TOO_MANY_DICE: "zu viele Würfel",
    Sentence.FAULT_DIE_UNSURE: "nicht alle Würfel sicher gelesen",
    Sentence.FAULT_ORDER_UNSURE: "Diavolo-Würfel nicht sicher gelesen",
    Sentence.FAULT_GAPS_TOO_CLOSE: "Abstände zu ähnlich",
    Sentence.FAULT_TRAY_HIDDEN: "Schale zum Teil verdeckt",
    Sentence.FAULT_TOO_DARK: "zu dunkel zum Lesen",
    Sentence.FAULT_TOO_BRIGHT: "zu hell zum Lesen",
    Sentence.FAULT_OUT_OF_FOCUS: "Bild nicht scharf genug",
    Sentence.FAULT_MARKERS_HIDDEN: "Marken des Tisches nicht gefunden",
    Sentence.FAULT_MARKERS_DISAGREE: "Marken nicht da, wo die Tischdatei sie nennt",
    Sentence.FAULT_MIRRORED: "Bild gespiegelt",
    Sentence.FAULT_NO_COLOURS: "Bild ohne Farben",
    Sentence.FAULT_LENS_DOES_NOT_FIT: "Objektiv der Tischdatei passt nicht zur Form des Bildes",
    Sentence.FAULT_PEOPLE: "auf euren Wunsch",
    Sentence.FAULT_POWER: "Tisch vor dem Lesen der Würfel angehalten",
    # A picture read
    Sentence.ADVICE_ROLL_AGAIN: "würfelt noch einmal",
    Sentence.ADVICE_DECIDE: "schaut hin und entscheidet",
    Sentence.ADVICE_TRAY_HIDDEN: "nehmt weg, was darüber ist",
    Sentence.ADVICE_TOO_DARK: "macht eine Lampe an",
    Sentence.ADVICE_TOO_BRIGHT: "dimmt das Licht oder dreht die Lampe weg",
    Sentence.ADVICE_OUT_OF_FOCUS: "putzt das Objektiv, stellt es scharf oder nehmt größere Bilder auf",
    Sentence.ADVICE_MARKERS_HIDDEN: (
        "macht die Ecken der Platte frei, vermeidet Glanz und prüft die Tischdatei"
    ),
    Sentence.ADVICE_MARKERS_DISAGREE: "messt ihre Plätze neu",
    Sentence.ADVICE_MIRRORED: "schaltet das in der Kamera aus",
    Sentence.ADVICE_NO_COLOURS: "stellt die Kamera auf Farbe",
    Sentence.ADVICE_LENS_DOES_NOT_FIT: "kalibriert für dieses Bild",
    Sentence.READING_COMPLAINT: "{complaints}: {advice}.",
    Sentence.FILM_UNSEEN: "Kein Wurf gelesen: {complaints}.",
    Sentence.FILM_ENDS_ROLLING: "Kein Wurf gelesen: Der Film endet, bevor die Würfel still liegen.",
    Sentence.FILM_ENDS_HIDDEN: ("Kein Wurf gelesen: Etwas verdeckt die Schale bis zum Ende, etwa eine Hand."),
    Sentence.FILM_ENDS_SOON: "Kein Wurf gelesen: Der Film endet zu bald, nachdem die Würfel still liegen.",
    Sentence.FILM_OF_NO_DICE: "Kein Wurf gelesen: In der Schale liegen keine Würfel.",
    # Grabs
    Sentence.GRAB_COUNTED: "{player} nimmt {imp} nach {ms}.",
    Sentence.GRAB_COUNTED_NO_TIME: "{player} nimmt {imp}.",
    Sentence.GRAB_COUNTED_ONE_OF: "{player} nimmt {imp} nach {times}.",
    Sentence.GRAB_COUNTED_EARLY: "{player} nimmt {imp}, bevor die Würfel still liegen. Mutig! Es zählt.",
    Sentence.GRAB_DOCKED: "{player} legt {imp} nach {ms} ab.",
    Sentence.GRAB_SECOND: (
        "Foul! {player} hat schon ein Teufelchen. Stell {imp} zurück auf seinen Sockel: Es zählt nicht."
    ),
    Sentence.GRAB_REPEATED: "{player} hat {imp} schon.",
    Sentence.GRAB_GONE: "Zu spät, {player}: {colour} ist weg. Du darfst noch eine andere Farbe nehmen.",
    Sentence.GRAB_LOST_PHOTO_FINISH: "Fotofinish bei {colour}: {player} bekommt es nicht.",
    Sentence.GRAB_SHARED_PHOTO_FINISH: "Fotofinish! Auch {player} bekommt {imp}.",
    Sentence.GRAB_TAKEN_BACK: "Für {player} zählt {imp} nicht mehr.",
    # Questions
    Sentence.ASK_DIE: "Was zeigt der Würfel in {colour}: {values}?",
    Sentence.ASK_ORDER: "Was zeigt der Diavolo-Würfel: {orders}?",
    Sentence.ASK_CLOSEST: (
        "Welche Farbe liegt dem Diavolo-Würfel am nächsten: {colours}? Grau heißt Gleichstand."
    ),
    Sentence.ASK_TWO_AT_ONCE: "{player}, zwei auf einmal! Was zählt: {colours}?",
    Sentence.ASK_DOUBTED: "{player}, hast du wirklich {imp} genommen, und rechtzeitig?",
    Sentence.ASK_WHO: "Wer hatte {any_imp} von Sockel {bases}: {candidates}?",
    Sentence.QUESTION_SETTLED: "Danke, das ist geklärt.",
    # Rulings
    Sentence.RULING: "{order}: {scores} → {colour}",
    Sentence.RULING_TIE: "{order}: {scores} → Gleichstand, Grau",
    Sentence.RULING_EITHER_WAY: "{orders}: so oder so → {colour}",
    Sentence.RULING_STRUCK: "Runde {turn} ist gestrichen: Niemand gewinnt oder verliert einen Rubin.",
    Sentence.RULING_DECIDED_BY_PEOPLE: "{order}: eure Entscheidung → {colour}",
    Sentence.RESULT_RIGHT: "{player} hat {imp}: richtig! Weiterhin {gems}.",
    Sentence.RESULT_GAINED: "{player} hat {imp}: ein Rubin dazu! Jetzt {gems}.",
    Sentence.RESULT_GAINED_AT_MOST: "{player} hat {imp}: richtig! Aber mehr als {gems} gibt es nicht.",
    Sentence.RESULT_WRONG: "{player} hat {imp}: falsch. Ein Rubin weniger, {left}.",
    Sentence.RESULT_NONE: "{player} hat kein Teufelchen. Ein Rubin weniger, {left}.",
    Sentence.RESULT_STRUCK: "{player} war schon ausgeschieden: Diese Runde ändert nichts.",
    Sentence.RESULT_SAT_OUT: "{player} hat ausgesetzt und behält {gems}.",
    Sentence.PLAYER_OUT: "{player} hat keinen Rubin mehr und scheidet aus.",
    Sentence.PLAYED_ON: "Runde {turn} wurde nach dem Ende des Spiels gespielt.",
    Sentence.WINNER: "{player} gewinnt das Spiel! Hurra!",
    Sentence.NO_WINNER: "Niemand hat noch einen Rubin, also gewinnt niemand.",
    Sentence.PLAY_AGAIN: "Noch ein Spiel? Drückt Grau!",
    # Corrections and protests
    Sentence.CORRECTED: "Runde {turn} ist berichtigt (Korrektur {number}).",
    Sentence.CORRECTION_UNDONE: "Korrektur {number} gilt nicht mehr: Runde {turn} wird neu gewertet.",
    Sentence.PROTEST: "Einspruch! Sehen wir uns Runde {turn} noch einmal an.",
    Sentence.PROTEST_STANDS: "Es bleibt dabei: Die Wertung von Runde {turn} gilt.",
    Sentence.PROTEST_STRUCK: "Der Einspruch gilt: Runde {turn} ist gestrichen.",
    Sentence.PAUSED: "Pause! Das Spiel wartet auf euch.",
    Sentence.RESUMED: "Weiter geht’s!",
    # The table itself
    Sentence.SIMULATED_TABLE: "Kein Tisch angeschlossen: Dies ist der simulierte Tisch.",
    Sentence.CAMERA_FOUND: "Kamera: {found}.",
    Sentence.CAMERA_SIMULATED: "Kamera: simuliert, {why}.",
    Sentence.SENSORS_FOUND: "Sensoren: {found}.",
    Sentence.SENSORS_SIMULATED: "Sensoren: simuliert, {why}.",
    Sentence.LAMPS_FOUND: "Lampen: {found}.",
    Sentence.LAMPS_SIMULATED: "Lampen: keine, {why}.",
    Sentence.GAME_GOES_ON: "Spiel {game} geht weiter.",
    Sentence.GAME_IS_KEPT: "Das Spiel ist gespeichert. Beim nächsten Start geht es dort weiter, wo es stand.",
    Sentence.PART_FAILED: "Etwas stimmt nicht: {part} {trouble}. Das Spiel geht trotzdem weiter; {remedy}.",
    Sentence.PART_RECOVERED: "Gute Nachricht: {part} ist wieder in Ordnung.",
    Sentence.BROKEN_BUTTON_COUNTED: (
        "Runde {turn}: {imp} zählte für {player} durch einen defekten Knopf. War es niemand, berichtigt sie."
    ),
    Sentence.HALF_PLACED: "Platz {seat}: Drück das Teufelchen auf deiner Ablage fest.",
    Sentence.FILM_IS_OVER: "Der Film ist zu Ende: Die Kamera zeigt nichts mehr.",
    # The log
    Sentence.LOG_NOT_WRITTEN: (
        "Das Protokoll lässt sich nicht schreiben: Bitte Platz schaffen. Diese Runde wird zu Ende gespielt."
    ),
    Sentence.LOG_WRITTEN_AGAIN: "Das Protokoll wird wieder geschrieben. Weiter geht’s!",
    # The table's own files
    Sentence.SETTINGS_AS_BEFORE: (
        "Diese Einstellungen taugen nicht: {found}. Der Tisch spielt mit den vorigen, bis die Datei in"
        " Ordnung ist."
    ),
    Sentence.SETTINGS_AS_USUAL: (
        "Diese Einstellungen taugen nicht: {found}. Der Tisch spielt mit den üblichen, bis die Datei in"
        " Ordnung ist."
    ),
    Sentence.TABLE_FILE_DAMAGED: (
        "Die Tischdatei taugt nicht: {found}. Die Kamera liest keine Würfel; bring die Datei in Ordnung oder"
        " richte den Tisch neu ein."
    ),
    Sentence.TABLE_FILE_TAKEN: "Die Tischdatei taugt wieder: Die Kamera liest die Würfel.",
    Sentence.PINS_NOT_TAKEN: (
        "Die Schalter sind nicht zu gebrauchen: {found}. Spielt mit Handys, bis das in Ordnung ist."
    ),
    Sentence.FILES_WELL: "Alle Dateien taugen wieder: Der Tisch nimmt sie eine Minute nach dem Spiel.",
    Sentence.PUT_AWAY: (
        "Damit das Protokoll klein bleibt, wurden die Spiele {first} bis {last} weggeräumt: Sie liegen in"
        " {file}."
    ),
    Sentence.SET_ASIDE: "Eine beschädigte Datei wurde beiseitegelegt: {found}.",
    Sentence.PIN_NOT_KEPT: (
        "Die neue PIN des Tisches kennt niemand: {found}. Bring das in Ordnung und starte den Tisch neu."
    ),
    # What is not allowed now
    Sentence.NO_SUCH_SEAT: "Platz {seat} gibt es nicht.",
    Sentence.SEAT_IS_TAKEN: "Auf Platz {seat} sitzt schon jemand.",
    Sentence.SEAT_IS_FREE: "Auf Platz {seat} sitzt niemand.",
    Sentence.NOT_IN_THIS_TURN: "{player} spielt in dieser Runde nicht mit.",
    Sentence.PLAYER_SITS_ELSEWHERE: "Wer hier sitzen will, sitzt schon auf Platz {seat}.",
    Sentence.TOO_FEW_PLAYERS: "Ihr müsst mindestens zu zweit sein.",
    Sentence.NO_YOUNGEST: "Sagt zuerst, wer am jüngsten ist.",
    Sentence.BAD_SETTING: "Die Einstellung {setting} kann nicht {found} sein; möglich ist: {wanted}.",
    Sentence.ONLY_IN_LOBBY: "Das geht nur, bevor ein Spiel beginnt.",
    Sentence.NO_GAME: "Gerade läuft kein Spiel.",
    Sentence.GAME_IS_OVER: "Das Spiel ist aus.",
    Sentence.GAME_NOT_OVER: "Das Spiel ist noch nicht aus.",
    Sentence.TABLE_LOCKED: "Der Tisch ist gesperrt: Nur die Spielleitung kann ein Spiel starten.",
    Sentence.IMPS_NOT_READY: "Noch stehen nicht alle Teufelchen bereit.",
    Sentence.IMP_NOT_IN_PLAY: "Diese Runde läuft ohne {imp}.",
    Sentence.IMP_COUNTED_ALREADY: "Schon vergeben: {player} hat {imp}.",
    Sentence.PUT_BACK_DOES_NOT_HELP: "{player} hat {imp} zurückgestellt, aber es zählt trotzdem.",
    Sentence.NO_IMP_OFF_ITS_BASE: (
        "{player}, in {colour} stehen noch alle Teufelchen da: Nimm erst eins, dann tippe."
    ),
    Sentence.TIME_IS_UP: "Zu spät: Die Zeit ist um.",
    Sentence.LAST_TURN_IS_OVER: "Diese Runde ist schon vorbei.",
    Sentence.WAIT_FOR_THE_ROLL: "Noch nicht, {player}: Warte, bis die Würfel rollen.",
    Sentence.ROLL_LIES_ALREADY: "Es ist schon gewürfelt.",
    Sentence.ORDER_LIES_ALREADY: "Der Diavolo-Würfel ist schon gefallen.",
    Sentence.ORDER_FIRST_WANTED: "Werft zuerst den Diavolo-Würfel allein.",
    Sentence.NOT_ORDER_FIRST: "In diesem Spiel fallen alle Würfel zusammen.",
    Sentence.NO_ROLL: "Noch hat niemand gewürfelt.",
    Sentence.NO_SUCH_TURN: "Runde {turn} gibt es nicht.",
    Sentence.NO_SUCH_DIE: "Würfel Nummer {number} gibt es nicht.",
    Sentence.NO_SUCH_ORDER: "Auf dem Diavolo-Würfel gibt es keine Aufgabe „{order}“.",
    Sentence.NO_SUCH_QUESTION: "Frage {number} wartet nicht auf eine Antwort.",
    Sentence.NO_SUCH_CHOICE: "Das steht nicht zur Wahl.",
    Sentence.NO_SUCH_CORRECTION: "Diese Korrektur gibt es nicht.",
    Sentence.NOTHING_TO_CORRECT: "Es gibt nichts zu berichtigen.",
    Sentence.MORE_IMPS_THAN_IN_PLAY: "So viele Teufelchen sind nicht im Spiel; zu viel: {imps}.",
    Sentence.CORRECTION_LEAVES_DOUBT: (
        "Dann ist nicht klar, was richtig war. Nenne auch den unklaren Würfel oder die nächste Farbe."
    ),
    Sentence.NO_SUCH_GAME: "Es läuft kein Spiel {game}.",
    Sentence.TURN_IS_OPEN: "Runde {turn} ist noch nicht zu Ende.",
    Sentence.PROTEST_IS_OPEN: "Entscheidet zuerst über den Einspruch zu Runde {turn}.",
    Sentence.NO_PROTEST: "Es gibt keinen Einspruch.",
    Sentence.IS_PAUSED: "Das Spiel macht gerade Pause.",
    Sentence.NOT_PAUSED: "Das Spiel macht keine Pause.",
}

LABELS: Mapping[Label, str] = {
    Label.TITLE: "Pi Diavolo",
    Label.GAME: "Spiel",
    Label.GAMES: "Spiele",
    Label.TURN: "Runde",
    Label.TURNS: "Runden",
    Label.STATUS: "Stand",
    Label.TIME: "Zeit",
    Label.TOTAL: "Gesamt",
    Label.PLAYER: "Spieler",
    Label.PLAYERS: "Spieler",
    Label.SEAT: "Platz",
    Label.YOU: "du",
    Label.YOUNGEST: "am jüngsten",
    Label.GEMS: "Rubine",
    Label.CHANGE: "Änderung",
    Label.OUT: "raus",
    Label.WINNER: "Sieger",
    Label.WINS: "gewinnt!",
    Label.NOBODY: "niemand",
    Label.NOBODY_WINS: "Niemand gewinnt",
    Label.ROLLS: "würfelt",
    Label.ROLL: "Wurf",
    Label.DICE: "Würfel",
    Label.TRAY: "Die Schale",
    Label.ORDER: "Aufgabe",
    Label.ORDER_DIE: "Diavolo-Würfel",
    Label.COLOUR: "Farbe",
    Label.SCORE: "Wert",
    Label.TIE: "Gleichstand",
    Label.IMPS: "Teufelchen",
    Label.TOOK: "Genommen",
    Label.AFTER: "Nach",
    Label.EARLY: "verfrüht",
    Label.GONE: "weg",
    Label.ANSWER: "Antwort",
    Label.RESULT: "Ergebnis",
    Label.REASON: "Grund",
    Label.QUESTION: "Frage",
    Label.ROLL_AGAIN: "noch einmal würfeln",
    Label.NEITHER: "keins von beiden",
    Label.NONE_OF_THESE: "keiner davon",
    Label.PROTEST: "Einspruch",
    Label.CORRECTED: "berichtigt",
    Label.STRUCK: "gestrichen",
    Label.PENDING: "noch offen",
    Label.PLAYED_ON: "weitergespielt",
    Label.YES: "ja",
    Label.NO: "nein",
    Label.PICTURES: "Bilder",
    Label.SURE: "sicher gelesen",
    Label.INVALID: "zählt nicht",
    Label.NOT_SURE: "nicht sicher",
    Label.UNREADABLE: "nicht zu öffnen",
    Label.LEANS: "liegt schräg",
    Label.OUTSIDE: "draußen",
    Label.STACKED: "gestapelt",
    Label.TOO_MANY: "zu viel",
    Label.AT_REST: "Würfel liegen still",
    Label.HAND: "Hand über der Schale",
    Label.MILLIMETRES: "mm",
    Label.SECONDS: "s",
    Label.MILLISECONDS: "ms",
    Label.KEYS: "Tasten",
    Label.PRESS: "Drück",
    Label.PRESS_CTRL_C: "Strg-C zum Beenden",
    Label.GPIO: "GPIO",
    Label.CHANNEL: "Kanal",
}

STATUSES: Mapping[Status, str] = {
    Status.LOBBY: "wartet auf Spieler",
    Status.IMPS: "wartet auf die Teufelchen",
    Status.ROLL_NOW: "würfle",
    Status.ROLLING: "die Würfel rollen",
    Status.READING: "liest die Würfel",
    Status.GRAB: "greift zu!",
    Status.CHOOSE: "wähle",
    Status.QUESTION: "eine Frage an euch",
    Status.PROTEST: "Einspruch",
    Status.PAUSED: "Pause",
    Status.OVER: "Spiel aus",
}

VERDICTS: Mapping[Verdict, str] = {
    Verdict.RIGHT: "richtig",
    Verdict.GAINED: "ein Rubin dazu",
    Verdict.GAINED_AT_MOST: "richtig, mehr geht nicht",
    Verdict.WRONG: "falsch",
    Verdict.NONE: "kein Teufelchen",
    Verdict.STRUCK: "zählt nicht",
    Verdict.SAT_OUT: "ausgesetzt",
}

COLOURS: Mapping[Colour, ColourWords] = {
    Colour.BLACK: ColourWords(
        "Schwarz",
        "das schwarze Teufelchen",
        Counted("schwarzes Teufelchen", "schwarze Teufelchen"),
        letter="s",
    ),
    Colour.WHITE: ColourWords(
        "Weiß", "das weiße Teufelchen", Counted("weißes Teufelchen", "weiße Teufelchen"), letter="w"
    ),
    Colour.RED: ColourWords(
        "Rot", "das rote Teufelchen", Counted("rotes Teufelchen", "rote Teufelchen"), letter="r"
    ),
    Colour.GRAY: ColourWords(
        "Grau", "das graue Teufelchen", Counted("graues Teufelchen", "graue Teufelchen"), letter="g"
    ),
}

TRAY_PARTS: Mapping[TrayPart, str] = {
    TrayPart.BACK_LEFT: "hinten links",
    TrayPart.BACK: "hinten",
    TrayPart.BACK_RIGHT: "hinten rechts",
    TrayPart.LEFT: "links",
    TrayPart.MIDDLE: "in der Mitte",
    TrayPart.RIGHT: "rechts",
    TrayPart.FRONT_LEFT: "vorn links",
    TrayPart.FRONT: "vorn",
    TrayPart.FRONT_RIGHT: "vorn rechts",
}

PARTS: Mapping[PartKind, PartWords] = {
    PartKind.CAMERA: PartWords("die Kamera", "gebt die Würfel selbst ein"),
    PartKind.SWITCHES: PartWords("die Schalterplatine", "tippt eure Farbe auf einem Handy an"),
    PartKind.BASE: PartWords("Sockel", "prüft Schalter und Kabel"),
    PartKind.BUTTON: PartWords("Knopf", "tippe deine Farbe auf einem Handy an"),
    PartKind.DOCK: PartWords("Ablage", "tippe deine Farbe auf einem Handy an"),
    PartKind.LAMPS: PartWords("die Lampenkette", "der Bildschirm zeigt die Rubine"),
    PartKind.SUPPLY: PartWords("das Netzteil", "nehmt das offizielle und ein kurzes, dickes Kabel"),
    PartKind.COMPUTER: PartWords("der Rechner", "gebt ihm Luft, einen Kühlkörper oder einen Lüfter"),
    PartKind.DISK: PartWords("die Speicherkarte", "schafft rechtzeitig Platz darauf"),
}

TROUBLES: Mapping[Fault, str] = {
    Fault.STUCK: "klemmt",
    Fault.FLOATING: "bewegt sich von selbst",
    Fault.CHATTERING: "kommt nicht zur Ruhe",
    Fault.EDGES_LOST: "hat Signale verloren",
    Fault.SILENT: "antwortet nicht",
    Fault.STALLED: "antwortet nicht mehr",
    Fault.UNREADABLE: "meldet Unmögliches",
    Fault.TOO_DARK: "hat zu wenig Licht",
    Fault.TOO_BRIGHT: "wird geblendet",
    Fault.BLURRED: "sieht alles unscharf",
    Fault.TABLE_HIDDEN: "sieht die Ecken des Tisches nicht",
    Fault.WEAK: "gibt zu wenig Spannung",
    Fault.HOT: "ist zu heiß und wird langsamer",
    Fault.NEARLY_FULL: "ist fast voll",
}

LACKING: Mapping[Lacking, str] = {
    Lacking.SETTINGS: "wie eingestellt",
    Lacking.NO_TABLE_FILE: "in den Einstellungen steht keine Tischdatei",
    Lacking.NO_CAMERA: "es ist keine Kamera angeschlossen",
    Lacking.NO_GPIO: "dieser Rechner hat keine GPIO-Pins",
    Lacking.NO_SPI: "dieser Rechner hat keinen SPI-Bus",
    Lacking.NOT_ALLOWED: "dieser Benutzer hat keinen Zugriff",
}

ORDERS: Mapping[str, OrderWords] = {
    "greatest_sum": OrderWords(
        "Größte Summe",
        "Größte Summe",
        "Zähl jede Farbe zusammen: Die größte Summe gewinnt. Gleichstand? Grau!",
    ),
    "smallest_sum": OrderWords(
        "Kleinste Summe",
        "Kleinste Summe",
        "Zähl jede Farbe zusammen: Die kleinste Summe gewinnt. Gleichstand? Grau!",
    ),
    "most_odd": OrderWords(
        "Größte Anzahl ungerader Zahlen",
        "Größte Anzahl ungerader Zahlen",
        "Nimm die Farbe mit den meisten Würfeln auf 1, 3 oder 5. Gleichstand? Grau!",
    ),
    "highest_value": OrderWords(
        "Höchster Wert", "Höchster Wert", "Such den höchsten Würfel: Nimm seine Farbe. Gleichstand? Grau!"
    ),
    "greatest_difference": OrderWords(
        "Größter Unterschied",
        "Größter Unterschied",
        "Je Farbe hoch minus tief: Der größte Unterschied gewinnt. Gleichstand? Grau!",
    ),
    "closest": OrderWords(
        "Position der Würfel",
        "Position der Würfel",
        "Nimm die Farbe, die dem Diavolo-Würfel am nächsten liegt. Gleichstand? Grau!",
    ),
}

GERMAN = Catalogue(
    code="de",
    language="Deutsch",
    sentences={**SENTENCES, **DUELS, **BOARD},
    labels=LABELS,
    statuses=STATUSES,
    verdicts=VERDICTS,
    colours=COLOURS,
    counters=COUNTERS,
    orders=ORDERS,
    elements=ELEMENTS,
    tray_parts=TRAY_PARTS,
    parts=PARTS,
    troubles=TROUBLES,
    lacking=LACKING,
    gems=Counted("Rubin", "Rubine"),
    some_left="noch {gems}",
    none_left="kein Rubin mehr",
    singular=frozenset({1}),
    decimal_sign=",",
    both="und",
    either="oder",
    seat="Platz",
)
