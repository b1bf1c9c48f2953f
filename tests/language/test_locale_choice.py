"""The surroundings choose the language."""

from collections.abc import Mapping

import pytest

from pi_diavolo.language.choose import from_locale


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        pytest.param({}, "en", id="nothing is set"),
        pytest.param({"LANG": ""}, "en", id="an empty wish is none"),
        pytest.param({"LANG": "fr_FR.UTF-8"}, "fr", id="a usual locale"),
        pytest.param({"LANG": "de_AT.UTF-8@euro"}, "de", id="a locale with all its parts"),
        pytest.param({"LANG": "de"}, "de", id="the language alone"),
        pytest.param({"LANG": "fr-CA"}, "fr", id="a language tag"),
        pytest.param({"LANG": "DE_de"}, "de", id="in capitals"),
        pytest.param({"LANG": "ja_JP.UTF-8"}, "en", id="a language we do not speak"),
        pytest.param({"LANG": "den_CA"}, "en", id="a longer code that begins like ours"),
        pytest.param({"LC_MESSAGES": "fr_FR", "LANG": "de_DE"}, "fr", id="messages before the rest"),
        pytest.param({"LC_ALL": "de_DE", "LC_MESSAGES": "fr_FR"}, "de", id="LC_ALL before messages"),
        pytest.param({"LC_ALL": "", "LANG": "de_DE"}, "de", id="an empty LC_ALL steps aside"),
        pytest.param({"LC_ALL": "ja_JP", "LANG": "de_DE"}, "en", id="the first that is set decides"),
        pytest.param({"LANGUAGE": "fr", "LC_ALL": "de_DE"}, "fr", id="LANGUAGE before all"),
        pytest.param({"LANGUAGE": "fr"}, "fr", id="LANGUAGE alone"),
        pytest.param({"LANGUAGE": "ja:nl:de_CH:fr", "LANG": "fr_FR"}, "de", id="the first we speak"),
        pytest.param({"LANGUAGE": "ja:nl", "LANG": "fr_FR"}, "en", id="a list without one of ours"),
        pytest.param({"LANGUAGE": "", "LANG": "fr_FR"}, "fr", id="an empty list"),
        pytest.param({"LC_ALL": "C", "LANGUAGE": "fr"}, "en", id="the plain locale silences LANGUAGE"),
        pytest.param({"LANG": "POSIX", "LANGUAGE": "fr"}, "en", id="so does its other name"),
        pytest.param({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "fr", id="but not with an encoding"),
        pytest.param({"LANG": "C.UTF-8"}, "en", id="the plain locale of a fresh system"),
    ],
)
def test_the_environment_chooses_the_language(environment: Mapping[str, str], code: str) -> None:
    assert from_locale(environment) == code
