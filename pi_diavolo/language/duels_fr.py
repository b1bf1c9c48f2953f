"""Devilish Duels in French."""

from collections.abc import Mapping

from pi_diavolo.table.duels import Element
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    Sentence.DUEL_PICK_TEAM: (
        "{player}, choisis {number} diablotins pour ton équipe sur ta propre page, en secret."
    ),
    Sentence.DUEL_TEAM_PICKED: "{player} a son équipe.",
    Sentence.DUEL_TEAMS_DEALT: (
        "Les équipes sont distribuées : chacun trouve ses diablotins sur sa propre page. Gardez-les secrets !"
    ),
    Sentence.DUEL_ROLL_OFF: "{player}, lance un dé : le plus grand nombre mène.",
    Sentence.DUEL_ROLL_OFF_AGAIN: "Même nombre ! Relancez pour savoir qui mène.",
    Sentence.DUEL_LEADS: "Manche {turn} : {player} mène.",
    Sentence.DUEL_ROLL_UP_TO: "{player}, lance jusqu’à {number} dés de ta réserve.",
    Sentence.DUEL_BRING_IMPS: "{player}, mets en jeu un ou deux diablotins.",
    Sentence.DUEL_PLAYS: "{player} met en jeu {cards}.",
    Sentence.DUEL_ROLL_OR_REROLL_UP_TO: "{player}, lance ou relance jusqu’à {number} de tes dés.",
    Sentence.DUEL_ROLL_THESE: "{player}, lance maintenant {dice} !",
    Sentence.DUEL_ROLLED: "{player} obtient {dice}.",
    Sentence.DUEL_ROLL_INVALID: (
        "Ce lancer ne compte pas : {element_faults} ; {player} relance les mêmes dés."
    ),
    Sentence.FAULT_DICE_UNTOLD: "il y a moins de dés qu’on ne peut en lancer",
    Sentence.FAULT_OTHER_DIE_THROWN: (
        "un autre dé que celui attendu a été lancé, remettez-le comme il était"
    ),
    Sentence.DUEL_SAY_WHICH_DICE: (
        "{player}, cela fait moins de {number} dés. Laisse-les là et choisis sur ta page ceux que tu as"
        " lancés : alors ils comptent."
    ),
    Sentence.DUEL_ASK_DIE: "{player} a lancé {dice}. Que montre ce dé : {values} ?",
    Sentence.DUEL_POWER_NOW: "{player}, veux-tu utiliser un pouvoir ?",
    Sentence.DUEL_POWER_USED: "{player} utilise le pouvoir de {cards}.",
    Sentence.DUEL_PASSES: "{player} passe.",
    Sentence.DUEL_TRIAL_DRAWN: "{element} : {totals} → égalité",
    Sentence.DUEL_TRIAL_WON: "{element} : {totals} → {player} gagne",
    Sentence.DUEL_TRIAL_DOUBLY_WON: "{element} : {totals} → {player} gagne doublement",
    Sentence.DUEL_DO_ADD: "{player}, choisis les dés à tourner de {amount}, {number} au plus.",
    Sentence.DUEL_DO_SET: "{player}, choisis les dés à tourner sur {amount}, {number} au plus.",
    Sentence.DUEL_DO_REROLL: "{player}, choisis les dés en jeu à relancer, {number} au plus.",
    Sentence.DUEL_DO_ROLL: "{player}, choisis les dés de la réserve à lancer, {number} au plus.",
    Sentence.DUEL_DO_ROLL_OR_REROLL: "{player}, choisis les dés à lancer ou à relancer, {number} au plus.",
    Sentence.DUEL_DO_SEND_BACK: (
        "{player}, choisis les dés qui retournent dans leur réserve, {number} au plus."
    ),
    Sentence.DUEL_DO_BANISH_DIE: "{player}, choisis les dés à bannir, {number} au plus.",
    Sentence.DUEL_DO_BANISH_IMP: "{player}, choisis le diablotin à bannir.",
    Sentence.DUEL_TURNED: "{player} tourne : {dice}.",
    Sentence.DUEL_SENT_BACK: "{player} renvoie dans la réserve : {dice}.",
    Sentence.DUEL_DICE_BANISHED: "Bannis du jeu : {dice}.",
    Sentence.DUEL_IMP_BANISHED: "{cards} est banni : un diablotin de moins pour {player}.",
    Sentence.DUEL_DICE_LIE_RIGHT: "Les dés en jeu sont comme il faut.",
    Sentence.DUEL_TURN_DICE: "Regardez les dés en jeu. Ils doivent montrer : {dice}.",
    Sentence.DUEL_WHOSE_DICE: (
        "Je ne sais plus à qui sont ces dés : {dice}. Remettez chacun dans la moitié de son joueur."
    ),
    Sentence.DUEL_ROUND: "La manche {turn} est finie. Diablotins restants : {totals}.",
    Sentence.DUEL_ROUND_PENDING: "La manche {turn} est de nouveau ouverte.",
    Sentence.DUEL_ROUND_STRUCK: "La manche {turn} est annulée : elle ne change rien.",
    Sentence.DUEL_ROUND_ANEW: (
        "La manche {turn} recommence. Reprenez tous les dés et diablotins dans vos réserves."
    ),
    Sentence.DUEL_ROUNDS_ARE_UP: (
        "{number} manches sont jouées : les diablotins et les dés qui restent décident."
    ),
    Sentence.DUEL_NO_WINNER: "Il vous reste autant de diablotins et de dés : personne ne gagne.",
    Sentence.DUEL_MOVE_CORRECTED: "Le coup {move} est corrigé (correction {number}).",
    Sentence.DUEL_CORRECTION_UNDONE: "La correction {number} est annulée : le duel est recalculé.",
    Sentence.DUEL_CORRECTION_ASKS: (
        "Cela change la manche {turn} : il reste à décider ce que personne n’avait décidé alors."
    ),
    Sentence.DUEL_IS_FOR_TWO: "Un duel se joue à deux : il faut exactement deux places prises.",
    Sentence.DUEL_NOTHING_TO_CHOOSE: "Il n’y a rien à choisir pour l’instant.",
    Sentence.DUEL_NOT_YOUR_TURN: "Ce n’est pas ton tour : {player} choisit maintenant.",
    Sentence.DUEL_NOT_NOW: "C’est autre chose qu’il faut choisir maintenant.",
    Sentence.DUEL_TEAM_OF_FOUR: "Une équipe compte {number} diablotins différents.",
    Sentence.DUEL_NO_SUCH_IMP: "Il n’y a pas de telle carte dans cette boîte.",
    Sentence.DUEL_IMP_TAKEN: "Une de ces cartes est déjà prise.",
    Sentence.DUEL_ONE_OR_TWO_IMPS: "Mets en jeu un diablotin ou deux différents.",
    Sentence.DUEL_IMP_NOT_IN_POOL: "Tu n’as pas ce diablotin dans ta réserve.",
    Sentence.DUEL_IMP_NOT_IN_PLAY: "Tu n’as pas ce diablotin en jeu.",
    Sentence.DUEL_IMP_NOT_THERE: "Ce diablotin ne peut pas être choisi.",
    Sentence.DUEL_NO_SUCH_POWER: "{cards} n’a pas ce pouvoir.",
    Sentence.DUEL_POWER_USED_UP: "{cards} a déjà utilisé un pouvoir dans cette manche.",
    Sentence.DUEL_POWER_NOT_NOW: "Ce pouvoir de {cards} est pour un autre moment.",
    Sentence.DUEL_POWER_IN_VAIN: "Ce pouvoir de {cards} ne changerait rien maintenant.",
    Sentence.DUEL_MUST_CHOOSE: "À cette table, il faut utiliser l’effet.",
    Sentence.DUEL_SO_MANY_DICE: "Choisis au moins un de tes dés, et {number} au plus, ou passe.",
    Sentence.DUEL_SO_MANY: "Choisis-en au moins un, et {number} au plus.",
    Sentence.DUEL_DIE_TWICE: "Chaque dé une seule fois.",
    Sentence.DUEL_NO_SUCH_DIE: "Ce dé n’existe pas.",
    Sentence.DUEL_NOT_THIS_PLAYERS_DIE: "Il s’agit des dés de l’autre : {dice} ne peut pas être choisi.",
    Sentence.DUEL_DIE_IS_BANISHED: "{dice} est banni.",
    Sentence.DUEL_DIE_NOT_IN_POOL: "{dice} n’est pas dans la réserve.",
    Sentence.DUEL_DIE_NOT_IN_PLAY: "{dice} n’est pas en jeu.",
    Sentence.DUEL_DIE_CANNOT_BE_CHOSEN: "{dice} ne peut pas être choisi ici.",
    Sentence.DUEL_NO_DICE_AWAITED: "Aucun dé n’est attendu maintenant.",
    Sentence.DUEL_CHOOSE_FIRST: "{player}, choisis d’abord les dés que tu lances.",
    Sentence.DUEL_OTHER_DICE_WANTED: "Ce ne sont pas les dés attendus ; {player} lance : {dice}.",
    Sentence.DUEL_NO_SUCH_MOVE: "Il n’y a pas de coup {move} à corriger ainsi.",
    Sentence.DUEL_STICKER_UNKNOWN: (
        "Aucun diablotin de cette boîte ne porte l’autocollant {number}. "
        "Choisis sur la page, ou ajoute-le à ton fichier de cartes."
    ),
    Sentence.DUEL_STICKER_TWICE: "L’autocollant de {cards} est là deux fois. Enlèves-en un.",
    Sentence.DUEL_CARD_NOT_IN_POOL: (
        "{player}, tu ne peux pas mettre en jeu {cards} maintenant. Reprends cette carte."
    ),
    Sentence.DUEL_CARD_BETWEEN: "{player}, pose {cards} de ton côté.",
    Sentence.DUEL_TOO_MANY_CARDS: (
        "{player}, {number} diablotins sont devant toi. Mets-en un ou deux en jeu : reprends les autres."
    ),
    Sentence.DUEL_CARDS_LAY_BEFORE: (
        "{player}, {cards} était déjà là avant la question. "
        "Soulève la carte et repose-la, ou choisis sur ta page."
    ),
    # What can be chosen, and what was
    Sentence.DUEL_CAN_ROLL: "Lancer {dice}",
    Sentence.DUEL_CAN_PLAY: "Faire entrer {cards}",
    Sentence.DUEL_CAN_USE: "Utiliser le pouvoir {number} de {cards}",
    Sentence.DUEL_CAN_PICK_DICE: "Choisir {dice}",
    Sentence.DUEL_CAN_PICK_IMPS: "Choisir {cards}",
    Sentence.DUEL_CAN_PASS: "Passer",
    Sentence.DUEL_CHOSE_ROLL: "{player} prend {dice} pour lancer.",
    Sentence.DUEL_CHOSE_DICE: "{player} choisit {dice}.",
    Sentence.DUEL_CHOSE_IMPS: "{player} choisit {cards}.",
    Sentence.NOT_IN_THIS_GAME: "Cela n’existe pas dans ce jeu.",
}

ELEMENTS: Mapping[Element, str] = {
    Element.EARTH: "Terre",
    Element.FIRE: "Feu",
    Element.WATER: "Eau",
    Element.AIR: "Air",
}
