"""Why a page does not get what it asked for: a code for programs, a sentence for people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto


class Why(StrEnum):
    """The codes of all refusals but the referee's own."""

    MALFORMED = auto()
    TOO_LARGE = auto()
    TOO_SLOW = auto()
    TOO_MANY = auto()
    NOT_FOUND = auto()
    NOT_ALLOWED = auto()
    WRONG_HOST = auto()
    WRONG_ORIGIN = auto()
    CSRF = auto()
    NO_PIN = auto()
    WRONG_PIN = auto()
    WAIT = auto()
    OVERTAKEN = auto()
    REFUSED = auto()
    SEAT_CLAIMED = auto()
    WRONG_SECRET = auto()
    NOT_YOUR_SEAT = auto()
    SECRET = auto()
    NOT_SIMULATED = auto()
    TABLE_BUSY = auto()


STATUS: Mapping[Why, int] = {
    Why.MALFORMED: 400,
    Why.TOO_LARGE: 413,
    Why.TOO_SLOW: 408,
    Why.TOO_MANY: 429,
    Why.NOT_FOUND: 404,
    Why.NOT_ALLOWED: 405,
    Why.WRONG_HOST: 421,
    Why.WRONG_ORIGIN: 403,
    Why.CSRF: 403,
    Why.NO_PIN: 403,
    Why.WRONG_PIN: 403,
    Why.WAIT: 429,
    Why.OVERTAKEN: 409,
    Why.REFUSED: 422,
    Why.SEAT_CLAIMED: 409,
    Why.WRONG_SECRET: 403,
    Why.NOT_YOUR_SEAT: 403,
    Why.SECRET: 422,
    Why.NOT_SIMULATED: 409,
    Why.TABLE_BUSY: 503,
}

WORDS: Mapping[str, Mapping[Why, str]] = {
    "en": {
        Why.MALFORMED: "This message is not as the table expects it: {detail}.",
        Why.TOO_LARGE: "This message is too large.",
        Why.TOO_SLOW: "This message took too long to arrive.",
        Why.TOO_MANY: "Too much at once; wait a moment.",
        Why.NOT_FOUND: "There is no such page.",
        Why.NOT_ALLOWED: "This cannot be done here.",
        Why.WRONG_HOST: "The table does not know itself by this name; use the address it shows.",
        Why.WRONG_ORIGIN: "This was asked by another site's page.",
        Why.CSRF: "This page is out of date; load it again.",
        Why.NO_PIN: "This needs the table's PIN.",
        Why.WRONG_PIN: "This is not the table's PIN.",
        Why.WAIT: "Too many wrong PINs; wait {seconds} s.",
        Why.OVERTAKEN: "Somebody else decided something first; look again.",
        Why.REFUSED: "The table could not do that.",
        Why.SEAT_CLAIMED: "Another phone has this seat; free it at the desk.",
        Why.WRONG_SECRET: "This is not the seat's code; scan it again at the desk.",
        Why.NOT_YOUR_SEAT: "You do not play this seat.",
        Why.SECRET: "This is secret: it is chosen on that seat's own page.",
        Why.NOT_SIMULATED: "No simulated player sits there.",
        Why.TABLE_BUSY: "The table does not answer at the moment.",
    },
    "fr": {
        Why.MALFORMED: "Ce message n'est pas tel que la table l'attend : {detail}.",
        Why.TOO_LARGE: "Ce message est trop grand.",
        Why.TOO_SLOW: "Ce message a mis trop de temps à arriver.",
        Why.TOO_MANY: "C'est trop à la fois ; attends un instant.",
        Why.NOT_FOUND: "Cette page n'existe pas.",
        Why.NOT_ALLOWED: "Cela ne se fait pas ici.",
        Why.WRONG_HOST: "La table ne se connaît pas sous ce nom ; utilise l'adresse qu'elle affiche.",
        Why.WRONG_ORIGIN: "La demande vient de la page d'un autre site.",
        Why.CSRF: "Cette page est dépassée ; recharge-la.",
        Why.NO_PIN: "Il faut pour cela le code PIN de la table.",
        Why.WRONG_PIN: "Ce n'est pas le code PIN de la table.",
        Why.WAIT: "Trop de codes PIN faux ; attends {seconds} s.",
        Why.OVERTAKEN: "Quelqu'un d'autre a décidé entre-temps ; regarde à nouveau.",
        Why.REFUSED: "La table n'a pas pu le faire.",
        Why.SEAT_CLAIMED: "Un autre téléphone a cette place ; libère-la au poste d’arbitre.",
        Why.WRONG_SECRET: "Ce n'est pas le code de la place ; scanne-le à nouveau au poste d’arbitre.",
        Why.NOT_YOUR_SEAT: "Tu ne joues pas cette place.",
        Why.SECRET: "C'est secret : cela se choisit sur la page de cette place.",
        Why.NOT_SIMULATED: "Aucun joueur simulé n'est assis là.",
        Why.TABLE_BUSY: "La table ne répond pas en ce moment.",
    },
    "de": {
        Why.MALFORMED: "Diese Nachricht ist nicht so, wie der Tisch sie erwartet: {detail}.",
        Why.TOO_LARGE: "Diese Nachricht ist zu groß.",
        Why.TOO_SLOW: "Diese Nachricht kam zu langsam.",
        Why.TOO_MANY: "Das ist zu viel auf einmal; bitte einen Augenblick warten.",
        Why.NOT_FOUND: "Diese Seite gibt es nicht.",
        Why.NOT_ALLOWED: "Das geht hier nicht.",
        Why.WRONG_HOST: "Unter diesem Namen kennt sich der Tisch nicht; nimm die Adresse, die er zeigt.",
        Why.WRONG_ORIGIN: "Das hat die Seite einer anderen Adresse verlangt.",
        Why.CSRF: "Diese Seite ist veraltet; lade sie neu.",
        Why.NO_PIN: "Dazu braucht es die PIN des Tisches.",
        Why.WRONG_PIN: "Das ist nicht die PIN des Tisches.",
        Why.WAIT: "Zu viele falsche PINs; bitte {seconds} s warten.",
        Why.OVERTAKEN: "Jemand anderes hat inzwischen entschieden; sieh noch einmal hin.",
        Why.REFUSED: "Das konnte der Tisch nicht tun.",
        Why.SEAT_CLAIMED: "Ein anderes Telefon hat diesen Platz; gib ihn am Pult frei.",
        Why.WRONG_SECRET: "Das ist nicht der Code des Platzes; scanne ihn noch einmal am Pult.",
        Why.NOT_YOUR_SEAT: "Du spielst diesen Platz nicht.",
        Why.SECRET: "Das ist geheim: Gewählt wird auf der eigenen Seite dieses Platzes.",
        Why.NOT_SIMULATED: "Dort sitzt kein simulierter Spieler.",
        Why.TABLE_BUSY: "Der Tisch antwortet gerade nicht.",
    },
}


@dataclass
class Refused(Exception):
    """Ends a request; `sentence` is the referee's own reason, where the referee refused."""

    why: Why
    values: Mapping[str, object] = field(default_factory=dict)
    sentence: str | None = None

    def message(self, lang: str) -> str:
        """The reason in the page's language."""
        return self.sentence or WORDS[lang][self.why].format_map(self.values)


def refused(why: Why, **values: object) -> Refused:
    """A refusal with what fills the gaps of its sentence."""
    return Refused(why, values)
