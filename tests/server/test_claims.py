"""What a million games say, as a client gets it."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from importlib.resources import files
from urllib.parse import urlsplit

import msgspec
import pytest

from tablee.claims import Claims
from tablee.games import GAMES
from tablee.server.protocol.claims_api import cached_claims
from tests.server.serving import Served
from tests.waiting import PATIENCE


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("claims")) as server:
        yield server


def got(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(urlsplit(served.address).netloc, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_every_game_says_what_was_found_and_each_figure_lies_within_its_interval(served: Served) -> None:
    for name, game in GAMES.items():
        status, headers, body = got(served, f"/api/games/{name}/claims")
        assert status == 200 and headers["content-type"] == "application/json"
        found = msgspec.json.decode(body, type=Claims, strict=True)
        assert found.game == name
        source = files(game.package) / "claims.json"
        there = msgspec.json.decode(source.read_bytes())["claims"] if source.is_file() else []
        assert [claim.id for claim in found.claims] == [claim["id"] for claim in there]
        for claim in found.claims:
            assert claim.figures
            for text in (claim.title, claim.sentence, claim.remember, claim.note):
                assert text["en"] and text["fr"] and text["en"] != text["fr"] and "{" not in "".join(text.values())
            for figure in claim.figures:
                assert figure.low <= figure.value <= figure.high and figure.n >= 0


def test_it_is_asked_for_again_but_sent_only_once(served: Served) -> None:
    path = "/api/games/coda/claims"
    _, headers, body = got(served, path)
    assert headers["cache-control"] == "no-cache" and body
    for known in (headers["etag"], f'"other", W/{headers["etag"]}', "*"):
        status, again, nothing = got(served, path, if_none_match=known)
        assert (status, nothing) == (304, b"") and again["etag"] == headers["etag"]
    assert got(served, path, if_none_match='"other"')[0] == 200
    assert got(served, "/api/games/sixteen/claims")[1]["etag"] != headers["etag"]
    assert got(served, "/api/games/chess/claims")[0] == 404


def test_of_a_game_that_nobody_asked_nothing_is_said() -> None:
    from dataclasses import replace

    outside = replace(GAMES["coda"], name="pearl", package="tests.outside")
    assert msgspec.json.decode(cached_claims(outside).body, type=Claims) == Claims("pearl")
