"""Pages of the origins in --origins may read answers; a browser is told so for exactly these."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Served

FRIEND = "https://friend.example"
ALLOWED = "access-control-allow-origin"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), origins=f"{FRIEND} https://other.example:8443") as server:
        yield server


def test_a_preflight_is_answered(served: Served) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization, content-type"}
    status, heads, text = served.raw("OPTIONS", "/api/tables", Origin=FRIEND, **asked)
    assert status == 204 and not text
    assert heads[ALLOWED] == FRIEND and heads["access-control-allow-credentials"] == "true"
    assert "POST" in heads["access-control-allow-methods"] and "DELETE" in heads["access-control-allow-methods"]
    assert {"authorization", "content-type"} <= set(heads["access-control-allow-headers"].split(", "))
    for stranger in ("https://friend.example.evil", "http://friend.example", "https://friend.example:444", "null"):
        status, heads, _ = served.raw("OPTIONS", "/api/tables", Origin=stranger, **asked)
        assert status != 204 and ALLOWED not in heads and "origin" in heads.get_all("vary", [])


def test_answers_and_refusals_can_be_read(served: Served) -> None:
    for method, path, body, status in (
        ("GET", "/api/games", None, 200),
        ("POST", "/api/me", {"name": "Ann"}, 200),
        ("GET", "/api/tables/none", None, 404),
        ("GET", "/api/nothing", None, 404),
    ):
        found, heads, _ = served.raw(method, path, body, Origin=FRIEND)
        assert found == status and heads.get_all(ALLOWED) == [FRIEND]
        assert heads["access-control-allow-credentials"] == "true" and "origin" in heads.get_all("vary", [])


def test_strangers_are_told_nothing(served: Served) -> None:
    status, heads, _ = served.raw("GET", "/api/games", Origin="https://stranger.example")
    assert status == 200 and ALLOWED not in heads
    status, heads, _ = served.raw("POST", "/api/me", {"name": "Eve"}, Origin="https://stranger.example")
    assert status == 403 and ALLOWED not in heads
    assert ALLOWED not in served.raw("GET", "/api/games")[1]
