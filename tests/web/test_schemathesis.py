"""The API fuzzed from its own description, by schemathesis where it is installed."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pi_diavolo.album import Album
from tests.makers import RED, a_roll
from tests.web.boarding import roll_off, served_board, throw
from tests.web.client import Visitor
from tests.web.painted import in_album
from tests.web.serving import served

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed (extra `dev`)")

quick = settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("in_a_game", [True, False])
def test_requests_made_from_the_description_are_answered_as_described(
    tmp_path: Path, in_a_game: bool
) -> None:
    log, album = tmp_path / "games.db", Album()
    with served(
        sit_down=in_a_game, play=False, wired=True, log_file=log, set_up_beside=log, album=album
    ) as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        if in_a_game:  # so that there is a past, and a picture of the dice on show
            here.turn(a_roll(), s1=RED)
            here.roll(in_album(album))
        schema = schemathesis.openapi.from_url(f"{here.url}/api/openapi.json")
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path != "/api/pin":  # it would leave the desk, or lock it
                _fuzz(operation, desk)


def test_what_is_said_to_a_board_is_answered_as_described() -> None:
    with served_board() as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        roll_off(here)
        throw(here, 3, 4)
        schema = schemathesis.openapi.from_url(f"{here.url}/api/openapi.json")
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path in ("/api/state", "/api/board", "/api/commands", "/api/turns"):
                _fuzz(operation, desk)


def _fuzz(operation: Any, desk: Visitor) -> None:
    @quick
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        answer = case.call(base_url=desk.here.url, headers={"Cookie": desk.cookie, "X-Diavolo": desk.token})
        assert answer.status_code < 500, (operation.method, operation.path, answer.text)
        assert str(answer.status_code) in operation.definition.raw["responses"], answer.text

    check()
