"""French."""

from collections.abc import Mapping

from pi_diavolo.language.board_fr import COLOURS as COUNTERS
from pi_diavolo.language.board_fr import SENTENCES as BOARD
from pi_diavolo.language.catalogue import Catalogue, ColourWords, Counted, Label, OrderWords, PartWords
from pi_diavolo.language.duels_fr import ELEMENTS
from pi_diavolo.language.duels_fr import SENTENCES as DUELS
from pi_diavolo.table.complaints import TrayPart
from pi_diavolo.table.effects import Status
from pi_diavolo.table.parts import Fault, Lacking, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence

# Players may be girls, boys or seats: no sentence lets an adjective or participle agree with a player,
# and none puts "de" or "que" before a name, which would have to know whether it begins with a vowel.
SENTENCES: Mapping[Sentence, str] = {
    # The lobby
    Sentence.WELCOME: (
        "Bienvenue ! Appuyez sur noir, blanc ou rouge pour prendre place. "
        "Tout le monde est là ? Alors appuyez sur gris."
    ),
    Sentence.SEAT_TAKEN: "{player} prend la place {seat}.",
    Sentence.SEAT_LEFT: "La place {seat} est de nouveau libre.",
    Sentence.YOUNGEST_IS: "{player} est la personne la plus jeune et commence.",
    Sentence.WHO_IS_YOUNGEST: "Qui est la personne la plus jeune ? Appuie sur n’importe quel bouton !",
    Sentence.SETTINGS_CHOSEN: "Les nouveaux réglages comptent pour la prochaine partie.",
    Sentence.GAME_BEGINS: "La partie {game} commence. Bonne chance, {players} !",
    Sentence.GAME_ABANDONED: "La partie {game} s’arrête ici, sans vainqueur.",
    # Before the roll
    Sentence.PLACE_IMPS: "Mettez ces diablotins en place : {imps}.",
    Sentence.IMPS_MISSING: "Il manque encore : {imps}.",
    Sentence.IMPS_TOO_MANY: "En trop sur la table : {imps}.",
    Sentence.TAKE_AWAY_IMPS: "Rangez ces diablotins : {imps}.",
    Sentence.ROLL_NOW: "{player}, lance les dés !",
    Sentence.ROLL_ORDER_FIRST: "{player}, lance d’abord le dé Ordre !",
    # The roll
    Sentence.DICE_ROLLING: "Les dés roulent.",
    Sentence.DICE_READING: "Les dés ne bougent plus. Je les lis.",
    Sentence.ORDER_IS: "La consigne est : {order}.",
    Sentence.ROLL_COLOURS_NOW: "{player}, lance maintenant les dés de couleur !",
    Sentence.GRAB_NOW: "À vos diablotins ! La consigne est : {order}.",
    Sentence.GRAB_NOW_ONE_OF: "À vos diablotins ! J’hésite sur la consigne : {orders}.",
    Sentence.ROLL_INVALID: "Ce lancer ne compte pas : {faults}. Remettez les diablotins ; {player} relance.",
    Sentence.FAULT_DIE_MISSING: "il n’y a pas assez de dés",
    Sentence.FAULT_DIE_OUTSIDE_TRAY: "les dés ne sont pas tous sur la piste",
    Sentence.FAULT_DIE_COCKED: "les dés ne sont pas tous à plat",
    Sentence.FAULT_DIE_STACKED: "des dés sont empilés",
    Sentence.FAULT_TOO_MANY_DICE: "il y a trop de dés",
    Sentence.FAULT_DIE_UNSURE: "la lecture des dés n’est pas sûre",
    Sentence.FAULT_ORDER_UNSURE: "la lecture du dé Ordre n’est pas sûre",
    Sentence.FAULT_GAPS_TOO_CLOSE: "les distances se ressemblent trop",
    Sentence.FAULT_TRAY_HIDDEN: "une partie de la piste est cachée",
    Sentence.FAULT_TOO_DARK: "il fait trop sombre pour lire les dés",
    Sentence.FAULT_TOO_BRIGHT: "il y a trop de lumière pour lire les dés",
    Sentence.FAULT_OUT_OF_FOCUS: "l’image n’est pas assez nette",
    Sentence.FAULT_MARKERS_HIDDEN: "les repères de la table restent introuvables",
    Sentence.FAULT_MARKERS_DISAGREE: "les repères ne sont pas là où le dit le fichier de la table",
    Sentence.FAULT_MIRRORED: "l’image est inversée comme dans un miroir",
    Sentence.FAULT_NO_COLOURS: "l’image n’a pas de couleurs",
    Sentence.FAULT_LENS_DOES_NOT_FIT: (
        "l’objectif du fichier de la table est prévu pour un autre format d’image"
    ),
    Sentence.FAULT_PEOPLE: "vous avez décidé de relancer",
    Sentence.FAULT_POWER: "la table a été arrêtée avant la lecture des dés",
    # A picture read
    Sentence.ADVICE_ROLL_AGAIN: "relancez",
    Sentence.ADVICE_DECIDE: "regardez et décidez",
    Sentence.ADVICE_TRAY_HIDDEN: "enlevez ce qui la couvre",
    Sentence.ADVICE_TOO_DARK: "allumez une lampe",
    Sentence.ADVICE_TOO_BRIGHT: "baissez la lumière ou tournez la lampe",
    Sentence.ADVICE_OUT_OF_FOCUS: "nettoyez et réglez l’objectif, ou prenez des images plus grandes",
    Sentence.ADVICE_MARKERS_HIDDEN: (
        "dégagez les coins du plateau, évitez les reflets et vérifiez le fichier de la table"
    ),
    Sentence.ADVICE_MARKERS_DISAGREE: "mesurez à nouveau leurs places",
    Sentence.ADVICE_MIRRORED: "désactivez cela dans les réglages de la caméra",
    Sentence.ADVICE_NO_COLOURS: "réglez la caméra sur la couleur",
    Sentence.ADVICE_LENS_DOES_NOT_FIT: "calibrez pour cette image",
    Sentence.READING_COMPLAINT: "{complaints} : {advice}.",
    Sentence.FILM_UNSEEN: "Aucun lancer n’a été lu : {complaints}.",
    Sentence.FILM_ENDS_ROLLING: "Aucun lancer n’a été lu : le film se termine avant l’arrêt des dés.",
    Sentence.FILM_ENDS_HIDDEN: (
        "Aucun lancer n’a été lu : quelque chose cache la piste jusqu’à la fin, une main par exemple."
    ),
    Sentence.FILM_ENDS_SOON: "Aucun lancer n’a été lu : le film se termine trop tôt après l’arrêt des dés.",
    Sentence.FILM_OF_NO_DICE: "Aucun lancer n’a été lu : il n’y a pas de dés sur la piste.",
    # Grabs
    Sentence.GRAB_COUNTED: "{player} prend {imp} en {ms}.",
    Sentence.GRAB_COUNTED_NO_TIME: "{player} prend {imp}.",
    Sentence.GRAB_COUNTED_ONE_OF: "{player} prend {imp} en {times}.",
    Sentence.GRAB_COUNTED_EARLY: "{player} prend {imp} avant l’arrêt des dés. Quelle audace ! Ça compte.",
    Sentence.GRAB_DOCKED: "{player} pose {imp} en {ms}.",
    Sentence.GRAB_SECOND: (
        "Faute ! {player} a déjà un diablotin. Remets {imp} sur son socle : il ne compte pas."
    ),
    Sentence.GRAB_REPEATED: "{player} a déjà {imp}.",
    Sentence.GRAB_GONE: (
        "Trop tard, {player} : il n’y a plus de {colour}. Tu peux encore prendre une autre couleur."
    ),
    Sentence.GRAB_LOST_PHOTO_FINISH: "Photo-finish pour le {colour} : {player} ne l’obtient pas.",
    Sentence.GRAB_SHARED_PHOTO_FINISH: "Photo-finish ! {player} obtient aussi {imp}.",
    Sentence.GRAB_TAKEN_BACK: "Pour {player}, {imp} ne compte plus.",
    # Questions
    Sentence.ASK_DIE: "Que montre le dé {colour} : {values} ?",
    Sentence.ASK_ORDER: "Que montre le dé Ordre : {orders} ?",
    Sentence.ASK_CLOSEST: (
        "Quelle couleur est la plus proche du dé Ordre : {colours} ? Gris veut dire égalité."
    ),
    Sentence.ASK_TWO_AT_ONCE: "{player}, deux boutons à la fois ! Lequel compte : {colours} ?",
    Sentence.ASK_DOUBTED: "{player}, as-tu vraiment pris {imp}, et à temps ?",
    Sentence.ASK_WHO: "Qui avait {any_imp} du socle {bases} : {candidates} ?",
    Sentence.QUESTION_SETTLED: "Merci, c’est réglé.",
    # Rulings
    Sentence.RULING: "{order} : {scores} → {colour}",
    Sentence.RULING_TIE: "{order} : {scores} → égalité, gris",
    Sentence.RULING_EITHER_WAY: "{orders} : dans tous les cas → {colour}",
    Sentence.RULING_STRUCK: "Le tour {turn} est annulé : personne ne gagne ni ne perd de gemme.",
    Sentence.RULING_DECIDED_BY_PEOPLE: "{order} : votre décision → {colour}",
    Sentence.RESULT_RIGHT: "{player} a {imp} : juste ! Toujours {gems}.",
    Sentence.RESULT_GAINED: "{player} a {imp} : une gemme de plus ! Maintenant {gems}.",
    Sentence.RESULT_GAINED_AT_MOST: "{player} a {imp} : juste ! Mais {gems}, c’est le maximum.",
    Sentence.RESULT_WRONG: "{player} a {imp} : faux. Une gemme de moins, {left}.",
    Sentence.RESULT_NONE: "{player} n’a pas de diablotin. Une gemme de moins, {left}.",
    Sentence.RESULT_STRUCK: "{player} ne jouait déjà plus : ce tour ne change rien.",
    Sentence.RESULT_SAT_OUT: "{player} n’a pas joué ce tour et garde {gems}.",
    Sentence.PLAYER_OUT: "{player} n’a plus de gemme et sort du jeu.",
    Sentence.PLAYED_ON: "Le tour {turn} a été joué après la fin de la partie.",
    Sentence.WINNER: "{player} gagne la partie ! Bravo !",
    Sentence.NO_WINNER: "Plus personne n’a de gemme : personne ne gagne.",
    Sentence.PLAY_AGAIN: "Encore une partie ? Appuyez sur gris !",
    # Corrections and protests
    Sentence.CORRECTED: "Le tour {turn} est corrigé (correction {number}).",
    Sentence.CORRECTION_UNDONE: "La correction {number} est annulée : le tour {turn} est recalculé.",
    Sentence.PROTEST: "Réclamation ! Regardons encore le tour {turn}.",
    Sentence.PROTEST_STANDS: "La décision du tour {turn} reste valable.",
    Sentence.PROTEST_STRUCK: "La réclamation est juste : le tour {turn} est annulé.",
    Sentence.PAUSED: "Pause ! Le jeu vous attend.",
    Sentence.RESUMED: "Le jeu continue !",
    # The table itself
    Sentence.SIMULATED_TABLE: "Aucun matériel trouvé : voici la table simulée.",
    Sentence.CAMERA_FOUND: "Caméra : {found}.",
    Sentence.CAMERA_SIMULATED: "Caméra : simulée, {why}.",
    Sentence.SENSORS_FOUND: "Capteurs : {found}.",
    Sentence.SENSORS_SIMULATED: "Capteurs : simulés, {why}.",
    Sentence.LAMPS_FOUND: "Lampes : {found}.",
    Sentence.LAMPS_SIMULATED: "Lampes : aucune, {why}.",
    Sentence.GAME_GOES_ON: "La partie {game} continue.",
    Sentence.GAME_IS_KEPT: "La partie est gardée. Relancez la table et elle reprendra où elle s’est arrêtée.",
    Sentence.PART_FAILED: "Un souci : {part} {trouble}. Le jeu continue quand même ; {remedy}.",
    Sentence.PART_RECOVERED: "Bonne nouvelle : {part} va de nouveau bien.",
    Sentence.BROKEN_BUTTON_COUNTED: (
        "Tour {turn} : {imp} a compté pour {player} par un bouton en panne. Si personne n’a appuyé, corrigez."
    ),
    Sentence.HALF_PLACED: "Place {seat} : appuie sur le diablotin, il est mal posé.",
    Sentence.FILM_IS_OVER: "Le film est fini : la caméra ne montre plus rien.",
    # The log
    Sentence.LOG_NOT_WRITTEN: (
        "Le journal ne s’écrit plus : libérez de la place. Ce tour se joue jusqu’au bout."
    ),
    Sentence.LOG_WRITTEN_AGAIN: "Le journal s’écrit de nouveau. On continue !",
    # The table's own files
    Sentence.SETTINGS_AS_BEFORE: (
        "Ces réglages sont inutilisables : {found}. La table joue avec ceux d’avant, jusqu’à ce que le"
        " fichier soit corrigé."
    ),
    Sentence.SETTINGS_AS_USUAL: (
        "Ces réglages sont inutilisables : {found}. La table joue avec les réglages habituels, jusqu’à ce"
        " que le fichier soit corrigé."
    ),
    Sentence.TABLE_FILE_DAMAGED: (
        "Le fichier de la table est inutilisable : {found}. La caméra ne lit plus les dés ; corrige le"
        " fichier ou refais la mise en place."
    ),
    Sentence.TABLE_FILE_TAKEN: "Le fichier de la table est de nouveau bon : la caméra lit les dés.",
    Sentence.PINS_NOT_TAKEN: (
        "Les contacts sont inutilisables : {found}. Jouez au téléphone jusqu’à ce que ce soit corrigé."
    ),
    Sentence.FILES_WELL: (
        "Tous les fichiers sont de nouveau bons : la table les prendra une minute après la partie."
    ),
    Sentence.PUT_AWAY: (
        "Pour que le journal reste petit, les parties {first} à {last} ont été rangées dans {file}."
    ),
    Sentence.SET_ASIDE: "Un fichier abîmé a été mis de côté : {found}.",
    Sentence.PIN_NOT_KEPT: (
        "Personne ne connaît le nouveau code PIN de la table : {found}. Corrige cela et redémarre la table."
    ),
    # What is not allowed now
    Sentence.NO_SUCH_SEAT: "Il n’y a pas de place {seat}.",
    Sentence.SEAT_IS_TAKEN: "La place {seat} est déjà prise.",
    Sentence.SEAT_IS_FREE: "Il n’y a personne à la place {seat}.",
    Sentence.NOT_IN_THIS_TURN: "{player} ne joue pas ce tour.",
    Sentence.PLAYER_SITS_ELSEWHERE: "Cette personne est déjà à la place {seat}.",
    Sentence.TOO_FEW_PLAYERS: "Il faut être au moins deux pour jouer.",
    Sentence.NO_YOUNGEST: "Dites d’abord qui est la personne la plus jeune.",
    Sentence.BAD_SETTING: "Le réglage {setting} ne peut pas être {found} ; valeur possible : {wanted}.",
    Sentence.ONLY_IN_LOBBY: "C’est possible seulement avant le début d’une partie.",
    Sentence.NO_GAME: "Aucune partie n’est en cours.",
    Sentence.GAME_IS_OVER: "La partie est finie.",
    Sentence.GAME_NOT_OVER: "La partie n’est pas encore finie.",
    Sentence.TABLE_LOCKED: "La table est verrouillée : seul le poste de contrôle peut lancer une partie.",
    Sentence.IMPS_NOT_READY: "Les diablotins ne sont pas encore tous en place.",
    Sentence.IMP_NOT_IN_PLAY: "Ce tour se joue sans {imp}.",
    Sentence.IMP_COUNTED_ALREADY: "Trop tard : {player} a {imp}.",
    Sentence.PUT_BACK_DOES_NOT_HELP: "{player} a reposé {imp}, mais il compte toujours.",
    Sentence.NO_IMP_OFF_ITS_BASE: (
        "{player}, aucun diablotin {colour} n’a quitté son socle : prends-en un, puis appuie."
    ),
    Sentence.TIME_IS_UP: "Trop tard : le temps est écoulé.",
    Sentence.LAST_TURN_IS_OVER: "Ce tour est déjà fini.",
    Sentence.WAIT_FOR_THE_ROLL: "Pas encore, {player} : attends que les dés roulent.",
    Sentence.ROLL_LIES_ALREADY: "Les dés sont déjà lancés.",
    Sentence.ORDER_LIES_ALREADY: "Le dé Ordre est déjà lancé.",
    Sentence.ORDER_FIRST_WANTED: "Lancez d’abord le dé Ordre tout seul.",
    Sentence.NOT_ORDER_FIRST: "Dans cette partie, on lance tous les dés ensemble.",
    Sentence.NO_ROLL: "Personne n’a encore lancé les dés.",
    Sentence.NO_SUCH_TURN: "Il n’y a pas de tour {turn}.",
    Sentence.NO_SUCH_DIE: "Il n’y a pas de dé numéro {number}.",
    Sentence.NO_SUCH_ORDER: "Le dé Ordre n’a pas de consigne « {order} ».",
    Sentence.NO_SUCH_QUESTION: "La question {number} n’attend pas de réponse.",
    Sentence.NO_SUCH_CHOICE: "Ce n’est pas une des réponses.",
    Sentence.NO_SUCH_CORRECTION: "Cette correction n’existe pas.",
    Sentence.NOTHING_TO_CORRECT: "Il n’y a rien à corriger.",
    Sentence.MORE_IMPS_THAN_IN_PLAY: "Il n’y a pas autant de diablotins en jeu ; en trop : {imps}.",
    Sentence.CORRECTION_LEAVES_DOUBT: (
        "Alors on ne sait plus ce qui était juste. Indiquez aussi le dé douteux ou la couleur la plus proche."
    ),
    Sentence.NO_SUCH_GAME: "Il n’y a pas de partie {game} en cours.",
    Sentence.TURN_IS_OPEN: "Le tour {turn} n’est pas encore fini.",
    Sentence.PROTEST_IS_OPEN: "Décidez d’abord de la réclamation sur le tour {turn}.",
    Sentence.NO_PROTEST: "Il n’y a pas de réclamation.",
    Sentence.IS_PAUSED: "Le jeu est en pause.",
    Sentence.NOT_PAUSED: "Le jeu n’est pas en pause.",
}

LABELS: Mapping[Label, str] = {
    Label.TITLE: "Pi Diavolo",
    Label.GAME: "Partie",
    Label.GAMES: "Parties",
    Label.TURN: "Tour",
    Label.TURNS: "Tours",
    Label.STATUS: "État",
    Label.TIME: "Date",
    Label.TOTAL: "Total",
    Label.PLAYER: "Joueur",
    Label.PLAYERS: "Joueurs",
    Label.SEAT: "Place",
    Label.YOU: "toi",
    Label.YOUNGEST: "Plus jeune",
    Label.GEMS: "Gemmes",
    Label.CHANGE: "Bilan",
    Label.OUT: "hors jeu",
    Label.WINNER: "Vainqueur",
    Label.WINS: "gagne !",
    Label.NOBODY: "personne",
    Label.NOBODY_WINS: "Personne ne gagne",
    Label.ROLLS: "lance",
    Label.ROLL: "Lancer",
    Label.DICE: "Dés",
    Label.TRAY: "La piste",
    Label.ORDER: "Consigne",
    Label.ORDER_DIE: "Dé Ordre",
    Label.COLOUR: "Couleur",
    Label.SCORE: "Score",
    Label.TIE: "égalité",
    Label.IMPS: "Diablotins",
    Label.TOOK: "Pris",
    Label.AFTER: "Après",
    Label.EARLY: "en avance",
    Label.GONE: "plus là",
    Label.ANSWER: "Réponse",
    Label.RESULT: "Résultat",
    Label.REASON: "Raison",
    Label.QUESTION: "Question",
    Label.ROLL_AGAIN: "relancer",
    Label.NEITHER: "aucun des deux",
    Label.NONE_OF_THESE: "aucun de ceux-là",
    Label.PROTEST: "Réclamation",
    Label.CORRECTED: "corrigé",
    Label.STRUCK: "annulé",
    Label.PENDING: "pas encore décidé",
    Label.PLAYED_ON: "joué après la fin",
    Label.YES: "oui",
    Label.NO: "non",
    Label.PICTURES: "Images",
    Label.SURE: "lecture sûre",
    Label.INVALID: "ne compte pas",
    Label.NOT_SURE: "pas sûr",
    Label.UNREADABLE: "impossible à ouvrir",
    Label.LEANS: "penche",
    Label.OUTSIDE: "dehors",
    Label.STACKED: "empilé",
    Label.TOO_MANY: "en trop",
    Label.AT_REST: "dés immobiles",
    Label.HAND: "main au-dessus de la piste",
    Label.MILLIMETRES: "mm",
    Label.SECONDS: "s",
    Label.MILLISECONDS: "ms",
    Label.KEYS: "Touches",
    Label.PRESS: "Appuie sur",
    Label.PRESS_CTRL_C: "Ctrl-C pour quitter",
    Label.GPIO: "GPIO",
    Label.CHANNEL: "canal",
}

STATUSES: Mapping[Status, str] = {
    Status.LOBBY: "on attend les joueurs",
    Status.IMPS: "on attend les diablotins",
    Status.ROLL_NOW: "lance les dés",
    Status.ROLLING: "les dés roulent",
    Status.READING: "lecture des dés",
    Status.GRAB: "à vos diablotins !",
    Status.CHOOSE: "choisis",
    Status.QUESTION: "une question pour vous",
    Status.PROTEST: "réclamation",
    Status.PAUSED: "pause",
    Status.OVER: "partie finie",
}

VERDICTS: Mapping[Verdict, str] = {
    Verdict.RIGHT: "juste",
    Verdict.GAINED: "une gemme de plus",
    Verdict.GAINED_AT_MOST: "juste, maximum atteint",
    Verdict.WRONG: "faux",
    Verdict.NONE: "pas de diablotin",
    Verdict.STRUCK: "ne compte pas",
    Verdict.SAT_OUT: "n’a pas joué",
}

COLOURS: Mapping[Colour, ColourWords] = {
    Colour.BLACK: ColourWords(
        "noir", "le diablotin noir", Counted("diablotin noir", "diablotins noirs"), letter="n"
    ),
    Colour.WHITE: ColourWords(
        "blanc", "le diablotin blanc", Counted("diablotin blanc", "diablotins blancs"), letter="b"
    ),
    Colour.RED: ColourWords(
        "rouge", "le diablotin rouge", Counted("diablotin rouge", "diablotins rouges"), letter="r"
    ),
    Colour.GRAY: ColourWords(
        "gris", "le diablotin gris", Counted("diablotin gris", "diablotins gris"), letter="g"
    ),
}

TRAY_PARTS: Mapping[TrayPart, str] = {
    TrayPart.BACK_LEFT: "au fond à gauche",
    TrayPart.BACK: "au fond",
    TrayPart.BACK_RIGHT: "au fond à droite",
    TrayPart.LEFT: "à gauche",
    TrayPart.MIDDLE: "au milieu",
    TrayPart.RIGHT: "à droite",
    TrayPart.FRONT_LEFT: "devant à gauche",
    TrayPart.FRONT: "devant",
    TrayPart.FRONT_RIGHT: "devant à droite",
}

PARTS: Mapping[PartKind, PartWords] = {
    PartKind.CAMERA: PartWords("la caméra", "indiquez vous-mêmes les valeurs des dés"),
    PartKind.SWITCHES: PartWords("la carte des contacts", "choisissez votre couleur sur un téléphone"),
    PartKind.BASE: PartWords("le socle", "vérifiez son contact et son fil"),
    PartKind.BUTTON: PartWords("le bouton", "choisis ta couleur sur un téléphone"),
    PartKind.DOCK: PartWords("le support", "choisis ta couleur sur un téléphone"),
    PartKind.LAMPS: PartWords("la chaîne de lampes", "l’écran montre les gemmes"),
    PartKind.SUPPLY: PartWords("l’alimentation", "prenez l’officielle, avec un câble court et épais"),
    PartKind.COMPUTER: PartWords("l’ordinateur", "donnez-lui de l’air, un dissipateur ou un ventilateur"),
    PartKind.DISK: PartWords("la carte mémoire", "faites-y de la place à temps"),
}

TROUBLES: Mapping[Fault, str] = {
    Fault.STUCK: "ne bouge pas",
    Fault.FLOATING: "bouge sans raison",
    Fault.CHATTERING: "ne se calme pas",
    Fault.EDGES_LOST: "a perdu des signaux",
    Fault.SILENT: "ne répond pas",
    Fault.STALLED: "ne répond plus",
    Fault.UNREADABLE: "donne des valeurs impossibles",
    Fault.TOO_DARK: "manque de lumière",
    Fault.TOO_BRIGHT: "est éblouie",
    Fault.BLURRED: "voit flou",
    Fault.TABLE_HIDDEN: "ne voit pas les coins de la table",
    Fault.WEAK: "donne trop peu de tension",
    Fault.HOT: "a trop chaud et ralentit",
    Fault.NEARLY_FULL: "est presque pleine",
}

LACKING: Mapping[Lacking, str] = {
    Lacking.SETTINGS: "selon les réglages",
    Lacking.NO_TABLE_FILE: "les réglages ne nomment aucun fichier de table",
    Lacking.NO_CAMERA: "aucune caméra n’est branchée",
    Lacking.NO_GPIO: "cette machine n’a pas de broches GPIO",
    Lacking.NO_SPI: "cette machine n’a pas de bus SPI",
    Lacking.NOT_ALLOWED: "cet utilisateur n’y a pas accès",
}

ORDERS: Mapping[str, OrderWords] = {
    "greatest_sum": OrderWords(
        "plus grande somme",
        "Plus grande somme",
        "Additionne chaque couleur : le plus gros total gagne. Égalité ? Gris !",
    ),
    "smallest_sum": OrderWords(
        "plus petite somme",
        "Plus petite somme",
        "Additionne chaque couleur : le plus petit total gagne. Égalité ? Gris !",
    ),
    "most_odd": OrderWords(
        "plus grand nombre d’impairs",
        "Plus grand nombre d’impairs",
        "Prends la couleur qui a le plus de 1, de 3 et de 5. Égalité ? Gris !",
    ),
    "highest_value": OrderWords(
        "plus haute valeur", "Plus haute valeur", "Prends la couleur du dé le plus haut. Égalité ? Gris !"
    ),
    "greatest_difference": OrderWords(
        "plus grand écart",
        "Plus grand écart",
        "Par couleur, haut moins bas : le plus grand écart gagne. Égalité ? Gris !",
    ),
    "closest": OrderWords(
        "plus proche du dé Ordre",
        "Plus proche du dé Ordre",
        "Prends la couleur du dé le plus proche du dé Ordre. Égalité ? Gris !",
    ),
}


def _spaced(text: str) -> str:
    """The text with the narrow space that French sets at its high marks."""
    # Written here as plain spaces, because nobody sees a narrow one in the source, or misses it.
    for mark in ";:!?»":
        text = text.replace(f" {mark}", f"\u202f{mark}")
    return text.replace("« ", "«\u202f")


FRENCH = Catalogue(
    code="fr",
    language="Français",
    sentences={sentence: _spaced(text) for sentence, text in {**SENTENCES, **DUELS, **BOARD}.items()},
    labels={label: _spaced(text) for label, text in LABELS.items()},
    statuses={status: _spaced(text) for status, text in STATUSES.items()},
    verdicts=VERDICTS,
    colours=COLOURS,
    counters=COUNTERS,
    orders={
        face: OrderWords(words.name, words.title, _spaced(words.instruction))
        for face, words in ORDERS.items()
    },
    elements=ELEMENTS,
    tray_parts=TRAY_PARTS,
    parts=PARTS,
    troubles=TROUBLES,
    lacking=LACKING,
    gems=Counted("gemme", "gemmes"),
    some_left="il reste {gems}",
    none_left="plus aucune gemme",
    singular=frozenset({0, 1}),
    decimal_sign=",",
    both="et",
    either="ou",
    seat="place",
)
