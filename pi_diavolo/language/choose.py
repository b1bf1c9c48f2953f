"""Which languages there are, and which one the surroundings ask for."""

import re
from collections.abc import Mapping

from pi_diavolo.language.catalogue import Catalogue
from pi_diavolo.language.de import GERMAN
from pi_diavolo.language.en import ENGLISH
from pi_diavolo.language.fr import FRENCH

CATALOGUES: Mapping[str, Catalogue] = {language.code: language for language in (ENGLISH, FRENCH, GERMAN)}


def from_locale(environment: Mapping[str, str]) -> str:
    """The code of the language the environment asks for; English when we speak none of those."""
    locale = _first_set(environment, "LC_ALL", "LC_MESSAGES", "LANG")
    # Who sets the plain locale wants plain words, whatever LANGUAGE may list: gettext does the same.
    if locale in ("C", "POSIX"):
        return ENGLISH.code
    wishes = _first_set(environment, "LANGUAGE") or locale
    spoken = (code for code in map(_language, wishes.split(":")) if code in CATALOGUES)
    return next(spoken, ENGLISH.code)


def _first_set(environment: Mapping[str, str], *names: str) -> str:
    return next((environment[name] for name in names if environment.get(name)), "")


def _language(locale: str) -> str:
    """`fr` out of `fr_CH.UTF-8@euro`."""
    return re.split(r"[-_.@]", locale.strip().lower())[0]
