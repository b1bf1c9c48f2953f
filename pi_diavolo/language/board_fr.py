"""Devil's Dice in French."""

from collections.abc import Mapping

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    Sentence.BOARD_COLOURS: "{player} joue {sets}.",
    Sentence.BOARD_SET_UP: "Posez les quatre jetons plats de chaque couleur sur leurs cases de départ.",
    Sentence.BOARD_ROLL_OFF: "{player}, lance un dé : le plus grand nombre commence.",
    Sentence.BOARD_ROLLED_OFF: "{player} fait {number}.",
    Sentence.BOARD_ROLL_OFF_AGAIN: "Égalité au plus grand nombre : {players} relancent.",
    Sentence.BOARD_BEGINS: "{player} commence ; ensuite on joue dans le sens des aiguilles d’une montre.",
    Sentence.BOARD_ROLL_NOW: "{player}, lance les deux dés.",
    Sentence.BOARD_MUST_LEAVE: (
        "{player}, lance les deux dés. En {square}, {colour} doit quitter sa case sûre à ce tour, sinon "
        "le jeton sort du jeu."
    ),
    Sentence.BOARD_MOVE_NOW: "{player} fait {rolled}. Déplace maintenant un de tes jetons !",
    Sentence.BOARD_ROLL_INVALID: "Ce lancer ne compte pas : {faults} ; {player} relance.",
    Sentence.BOARD_NO_MOVE_ROLL_AGAIN: "Avec {rolled}, {player} ne peut rien déplacer et relance.",
    Sentence.BOARD_ASK_DIE: "{player}, je ne lis pas bien un de tes dés. Que montre-t-il : {values} ?",
    Sentence.BOARD_ASK_MOVE: "{player}, je ne suis pas sûr de ce que j’ai vu. Est-ce ton coup : {moves} ?",
    Sentence.BOARD_MOVED: "{player} fait {rolled} : {colour} {came_from} → {square}",
    Sentence.BOARD_NOTHING_MOVES: "{player} fait {rolled} → aucun jeton ne peut bouger",
    Sentence.BOARD_AND_TAKES: "prend {taken}",
    Sentence.BOARD_AND_PAWN: "devient un pion",
    Sentence.BOARD_AND_OVERDUE: "{overdue} est resté sur une case sûre et sort du jeu",
    Sentence.BOARD_TURN_AGREED: "Vous êtes d’accord pour finir la partie ici.",
    Sentence.BOARD_TURN_STRUCK: "Le tour {turn} est annulé : il ne change rien.",
    Sentence.BOARD_TURN_PENDING: "Le tour {turn} est de nouveau ouvert.",
    Sentence.BOARD_TURN_ANEW: "Le tour {turn} recommence.",
    Sentence.BOARD_PLAYER_OUT: "{player} n’a plus aucun jeton sur le plateau et sort du jeu.",
    Sentence.BOARD_LAST_STANDING: "{player} reste seul sur le plateau.",
    Sentence.BOARD_ALL_PASSED: (
        "Personne n’a pu bouger pendant toute une manche ; les jetons sur le plateau décident : {totals}."
    ),
    Sentence.BOARD_NO_CAPTURES: (
        "Rien n’a été pris pendant {number} manches ; les jetons sur le plateau décident : {totals}."
    ),
    Sentence.BOARD_AGREED: "Les jetons sur le plateau décident : {totals}.",
    Sentence.BOARD_SHARED: (
        "{players} ont autant de jetons, et plus que les autres : la victoire est partagée, personne ne "
        "gagne seul."
    ),
    Sentence.BOARD_TAKEN_BACK: "Le tour {turn} et tout ce qui l’a suivi est repris (correction {number}).",
    Sentence.BOARD_CORRECTION_ASKS: (
        "Cela change quelque chose au tour {turn} : il ne peut plus se jouer ainsi. {player}, rejoue-le, "
        "s’il te plaît."
    ),
    Sentence.BOARD_NOT_LIKE_THIS: "Le tour {turn} ne peut pas être corrigé ainsi.",
    Sentence.BOARD_COLOURS_FOR_OTHERS: (
        "Les couleurs sont choisies pour {number} joueurs, mais vous êtes {amount}."
    ),
    Sentence.BOARD_TOO_FEW_COLOURS: (
        "À ce nombre, il faudrait {number} couleurs, mais le plateau en a {amount}."
    ),
    Sentence.BOARD_ONE_DIE: "{player} lance un seul dé pour savoir qui commence.",
    Sentence.BOARD_TWO_DICE: "Un tour demande exactement deux dés ; {player} lance les deux.",
    Sentence.BOARD_MOVE_FIRST: "{player} a déjà lancé les dés et doit maintenant bouger.",
    # Why a move is none
    Sentence.BOARD_ROLL_FIRST: "{player} doit d’abord lancer les dés.",
    Sentence.BOARD_NOT_YOUR_TURN: "Ce n’est pas ton tour : c’est à {player} de bouger.",
    Sentence.BOARD_NO_SUCH_COUNTER: "Ce jeton n’existe pas dans cette partie.",
    Sentence.BOARD_COUNTER_IS_OUT: "Ce jeton est sorti du jeu : {colour}.",
    Sentence.BOARD_OTHERS_COUNTER: "Ce n’est pas ton jeton : {colour} en {square} appartient à {player}.",
    Sentence.BOARD_OFF_THE_BOARD: "Avec {rolled}, cela mène hors du plateau : {colour} ne peut pas y aller.",
    Sentence.BOARD_NOT_THESE_DICE: (
        "Avec {rolled}, {colour} ne peut pas aller de {came_from} à {square} : un nombre va tout droit, "
        "l’autre à angle droit."
    ),
    Sentence.BOARD_BACKWARDS: (
        "Un jeton plat ne recule jamais, comme le ferait {colour} de {came_from} à {square}."
    ),
    Sentence.BOARD_MIXED: (
        "Un pion avance ou recule, mais pas les deux dans un même lancer, comme le ferait {colour} de "
        "{came_from} à {square}."
    ),
    Sentence.BOARD_HOME_SQUARE: "Personne ne peut s’arrêter là : {square} est une case de départ.",
    Sentence.BOARD_OWN_COUNTER: "Un de tes jetons occupe déjà {square}.",
    Sentence.BOARD_SAFE_SQUARE: (
        "Un jeton sur une case sûre ne peut pas être pris : {colour} est en {square}."
    ),
    Sentence.BOARD_IN_THE_WAY: "Un jeton barre le chemin de {came_from} à {square}, des deux côtés.",
    Sentence.BOARD_MORE_THAN_ONE: "Un seul jeton bouge par tour, mais plusieurs ont changé de place.",
    # What hands have to do on the board
    Sentence.BOARD_PUT: "Mets {colour} de {came_from} en {square}.",
    Sentence.BOARD_PUT_BACK: "Remets {colour} de {came_from} en {square}.",
    Sentence.BOARD_PUT_FLAT: "Il manque un jeton plat : mets {colour} en {square}.",
    Sentence.BOARD_PUT_PAWN: "Il manque un pion : mets {colour} en {square}.",
    Sentence.BOARD_TAKE_OFF: "Enlève {colour} de {square}.",
    Sentence.BOARD_MAKE_PAWN: "Échange {colour} en {square} contre un pion.",
    Sentence.BOARD_MAKE_FLAT: (
        "Échange {colour} en {square} contre un jeton plat : ce n’est pas encore un pion."
    ),
    Sentence.BOARD_STRAIGHTEN: (
        "Mettez chaque jeton au milieu de sa case ; entre les cases, j’en vois {number}."
    ),
    Sentence.BOARD_STANDS_RIGHT: "Maintenant, le plateau est comme il faut.",
}

# The colours of the counters, as names.
COLOURS: Mapping[Colour, str] = {
    Colour.ORANGE: "orange",
    Colour.GREEN: "vert",
    Colour.RED: "rouge",
    Colour.BLACK: "noir",
    Colour.BLUE: "bleu",
    Colour.WHITE: "blanc",
    Colour.PURPLE: "violet",
    Colour.YELLOW: "jaune",
}
