"""Whatever is sent: it is answered, in words, and the table plays on. `TABLEE_FUZZ` makes it so many times more."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosedError

from tablee.server.tables.asks import VERBS
from tests.server.conftest import emptied
from tests.server.engines import PostgresServer
from tests.server.serving import Player, Served, together
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

MORE = int(os.environ.get("TABLEE_FUZZ", "1"))
MESSAGES = 4000 * MORE
EXAMPLES = 6 * MORE
BATCH = 40
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SLOW = ("/api/study/review",)  # a stream of thoughts: it has tests of its own
UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
ENDING = ("POST /api/logout", "DELETE /api/me", "DELETE /api/sessions/{session}")  # they end whose they are
HASHED = ("/api/account", "/api/login")  # a password takes a while, which is its virtue


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server
        log = server.log.read_text()
        assert "Exception in ASGI" not in log and '"level": "error"' not in log, log[-3000:]


def seated(served: Served, game: str = "sixteen", players: int = 2) -> tuple[str, str, str]:
    """Ann and Ben, on all seats but one, in the middle of a game."""
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, game, [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)])
    for seat in range(1, players):
        who = ben if seat == 1 else served.guest(f"Cleo {seat}")
        assert "done" in served.ask(table, who, seat=seat, sit=f"Guest {seat}")
    served.ask(table, ann, start=True)
    return table, ann, ben


# ---- the HTTP API -----------------------------------------------------------------------


def test_the_http_api_answers_everything_as_it_says_it_does(served: Served) -> None:
    """Schemathesis makes requests from /openapi.json, good and bad, and reads each answer against it."""
    table, ann, _ = seated(served)
    schema = schemathesis.openapi.from_url(f"{served.address}/openapi.json")
    tried = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path in SLOW or operation.path == "/api/me/export":  # which is no text: see test_my_data.py
            continue
        good, bad = (operation.as_strategy(mode) for mode in GenerationMode)

        @settings(max_examples=1 if operation.path in HASHED else EXAMPLES, deadline=None, phases=[Phase.generate],
                  database=None, derandomize=True, suppress_health_check=UNHURRIED)  # fmt: skip
        @given(case=good | bad)
        def answered(case: Any) -> None:
            who = ann if case.operation.label not in ENDING else served.guest("Ben")
            if "table" in (case.path_parameters or {}) and len(str(case.path_parameters["table"])) % 2:
                case.path_parameters["table"] = table
            if isinstance(case.query, dict):
                case.query.pop("wait", None)  # there may be nothing to wait for
            response = case.call(headers={"authorization": f"Bearer {who}"}, timeout=PATIENCE)
            case.validate_response(response, checks=CHECKS)
            assert "Traceback" not in response.text

        answered()
        tried.add(operation.label)
    assert len(tried) >= 18
    plays_on(served, table, ann)


def test_bytes_that_are_no_text_are_refused_as_such(served: Served) -> None:
    table, ann, _ = seated(served)
    for path, body in (
        ("/api/me", b'{"name": "\xff"}'),
        ("/api/me", b'{"name": "\\ud800"}'),
        ("/api/tables", b'{"game": "\xc3("}'),
        ("/api/tables", b'{"game": ' + b"[" * 60_000),
        (f"/api/tables/{table}", b'{"id": "a", "do": "\xed\xa0\x80"}'),
        (f"/api/tables/{table}", b'{"id": "a", "seat": 1' + b"0" * 5000 + b"}"),
        (f"/api/tables/{table}", b"\0"),
    ):
        status, answer = served.answer("POST", path, body, ann)
        assert (status, answer["code"]) == (400, "malformed"), (path, body[:40], answer)
    for path in ("/api/tables/%00", "/api/tables/%ff%fe", f"/api/tables/{'x' * 3000}", "/api/tables/%F0%9F%8E%B2"):
        assert served.answer("GET", path, token=ann)[1]["code"] == "table"
    assert served.answer("PATCH", "/api/tables", {}, ann)[1]["code"] == "path"
    assert served.answer("POST", "/healthz", {}, ann)[0] == 405


# ---- the socket -------------------------------------------------------------------------


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


ODD: list[Any] = [
    None, True, False, -1, 0, 9, 10, 2**31, 2**63, -(2**64), 10**60, 0.5, 1e308, float("nan"), float("inf"), "", " ",
    "\0", "\u202e", "é" * 39, "x" * 41, "x" * 600, "🎲", "'; drop table events; --", [], {}, [[]], {"id": "x"},
    nested(40), "takeback", "link", "draw", "play g3", "play joker 4 green", "*: drawn g3", "0: draw",
]  # fmt: skip
KEYS = ["id", "seat", "key", "what", *VERBS]


def asks(rng: Random, legal: list[str]) -> dict[str, Any]:
    """One that somebody could send; none that ends a game of two."""
    verb: dict[str, Any] = rng.choice([
        {"do": rng.choice(legal or ["draw"])}, {"do": "draw"}, {"sit": "Zoé", "seat": 1}, {"start": True},
        {"say": "hello"}, {"words": "lucky seven"}, {"offer": "pause"}, {"offer": "takeback"}, {"answer": False},
        {"resume": True}, {"back": True}, {"again": True}, {"sit": "Zoé", "seat": 0, "key": "k"},
        {"leave": True}, {"bot": "random"}, {"bot": "random", "seat": 1}, {"bot": "nobody"}, {"back": True},
        {"fell": "rolled 3"}, {"resign": True, "seat": 1}, {"resign": True, "do": "draw"},
        {"help": "full"}, {"help": "none"}, {"help": "much"},
    ])  # fmt: skip
    return {"id": f"{rng.getrandbits(96):x}", **verb}


def bent(rng: Random, ask: dict[str, Any]) -> str:
    """The same with something wrong in its structure."""
    match rng.randrange(7):
        case 0 | 1:
            ask[rng.choice(list(ask))] = rng.choice(ODD)
        case 2:
            ask[rng.choice(KEYS)] = rng.choice(ODD)
        case 3:
            del ask[rng.choice(list(ask))]
        case 4:
            return json.dumps(rng.choice([[ask], [], "ask", 7, None, rng.choice(ODD)]))
        case 5:
            return f'{{"id": "{ask["id"]}", "deep": {"[" * 3000}'
        case _:
            pass
    return json.dumps(ask, ensure_ascii=rng.random() < 0.5)


def broken(rng: Random, data: bytes) -> bytes:
    """The same with some bytes wrong."""
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
            case 1:
                data = data[:place] + rng.choice([b"\0", b"\xff", b'"', b"{", b"\\ud800", b"9" * 400]) + data[place:]
            case 2:
                data = data[:place]
            case 3:
                data = data[:place] + data[place : place + 9] * 3 + data[place + 9 :]
            case _:
                data = data[:place] + data[place + rng.randint(1, 5) :]
    return data


def message(rng: Random, legal: list[str]) -> str | bytes:
    text = bent(rng, asks(rng, legal)) if rng.random() < 0.7 else json.dumps(asks(rng, legal))
    if rng.random() < 0.01:
        return "x" * rng.randint(8193, 60_000)
    if rng.random() < 0.6:
        return text
    data = broken(rng, text.encode())
    try:
        return data.decode() if rng.random() < 0.5 else data
    except UnicodeDecodeError:  # no text frame can hold it
        return data


@pytest.mark.parametrize("seated_as", ["player", "stranger", "nobody"])
async def test_every_message_on_the_socket_is_answered(seated_as: str, served: Served) -> None:
    table, ann, _ = seated(served)
    token = {"player": ann, "stranger": served.guest("Cleo"), "nobody": ""}[seated_as]
    refused, granted = await flooded(served, table, token, MESSAGES if seated_as == "player" else MESSAGES // 4)
    assert refused > granted / 2 and (granted > 0) == (seated_as != "nobody")
    plays_on(served, table, ann)


async def test_every_message_is_answered_where_more_play_on_another_store(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    """Ann leaves her seat to a bot, takes it back, and resigns at last: with three that ends no game."""
    with Served(tmp_path, await emptied(postgres_server.address)) as served:
        table, ann, ben = seated(served, "coda", players=3)
        refused, granted = await flooded(served, table, ann, MESSAGES // 4)
        assert refused > granted / 2 and granted > 0
        served.ask(table, ann, resign=True)  # unless a bent message has done so already
        assert served.ask(table, ann, back=True)["code"] == "resigned"
        refused, granted = await flooded(served, table, ann, MESSAGES // 8)
        assert refused and granted  # who has resigned may talk
        plays_on(served, table, ann)
        what = {event["event"]["what"] for event in served.call("GET", f"/api/tables/{table}/log", token=ben)
                if event["is"] == "note"}  # fmt: skip
        assert {"botted", "back", "resigned", "said"} <= what
        log = served.log.read_text()
        assert "Exception in ASGI" not in log and '"level": "error"' not in log, log[-3000:]


async def flooded(served: Served, table: str, token: str, messages: int) -> tuple[int, int]:
    """So many messages, each of them answered: how many were refused and granted."""
    rng = Random(messages)
    sent = refused = granted = 0
    async with served.socket(table, token) as socket:
        news = json.loads(await socket.recv())
        while sent < messages:
            for _ in range(BATCH):
                await socket.send(message(rng, news.get("legal", [])))
                sent += 1
            while refused + granted < sent:
                text = await asyncio.wait_for(socket.recv(), PATIENCE)
                assert isinstance(text, str) and "Traceback" not in text and 'File "' not in text
                answer = json.loads(text)
                if "refused" in answer:
                    assert answer["why"] and answer["code"] not in ("broken", "storage"), answer
                    refused += 1
                elif "done" in answer:
                    granted += 1
                else:
                    news = {**news, **answer}
    return refused, granted


async def test_what_no_frame_can_hold_ends_the_connection_and_nothing_else(served: Served) -> None:
    table, ann, _ = seated(served)
    for data, text, code in ((b"x" * 70_000, True, 1009), (b'{"id": "\xff"}', True, 1007)):
        with pytest.raises(ConnectionClosedError) as closed:
            async with served.socket(table, ann) as socket:
                await socket.send(data, text=text)
                while True:
                    await asyncio.wait_for(socket.recv(), PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == code
    plays_on(served, table, ann)


def plays_on(served: Served, table: str, ann: str) -> None:
    """The table is as alive as it was: somebody else's word is heard there, and the game goes on."""
    served.ask(table, ann, resume=True)
    before = served.call("GET", f"/api/tables/{table}", token=ann)[0]
    assert before["awaits"]["kind"] in ("choice", "over"), before
    assert "done" in served.ask(table, ann, say="still here?")
    assert served.call("GET", f"/api/tables/{table}")[0]["n"] > before["n"]


async def test_after_all_that_a_game_is_played_to_its_end(served: Served) -> None:
    table, ann, ben = seated(served)
    players = [Player(served, table, ann, 1), Player(served, table, ben, 2)]
    await together(*players)
    assert all(player.over for player in players)
