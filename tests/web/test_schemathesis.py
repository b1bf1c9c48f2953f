"""The API fuzzed from its own description, by schemathesis where it is installed."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.web.client import Visitor
from tests.web.serving import served

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed (extra `dev`)")

quick = settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_requests_made_from_the_description_are_answered_as_described(tmp_path: Path) -> None:
    with served(play=False, set_up_beside=tmp_path / "games.db") as here:
        desk = Visitor(here)
        desk.sit_at_desk()
        schema = schemathesis.openapi.from_url(f"{here.url}/api/openapi.json")
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path != "/api/pin":  # it would leave the desk, or lock it
                _fuzz(operation, desk)


def _fuzz(operation: Any, desk: Visitor) -> None:
    @quick
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        answer = case.call(base_url=desk.here.url, headers={"Cookie": desk.cookie, "X-Diavolo": desk.token})
        assert answer.status_code < 500, (operation.method, operation.path, answer.text)
        assert str(answer.status_code) in operation.definition.raw["responses"], answer.text

    check()
