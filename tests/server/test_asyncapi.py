"""What the sockets are said to send is what they send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tablee.server.protocol.asyncapi import MESSAGES
from tests.server.serving import Served

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(Path(tmp_path_factory.mktemp("served"))) as server:
        yield server


@pytest.fixture(scope="module")
def described(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = served.call("GET", "/asyncapi.json")
    return found


def fits(described: dict[str, Any], name: str, message: object) -> bool:
    payload = described["components"]["messages"][name]["payload"]
    return jsonschema_rs.validator_for({**payload, "components": described["components"]}).is_valid(message)


def references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def test_everything_that_is_referred_to_is_there(described: dict[str, Any]) -> None:
    found = set(references(described))
    assert len(found) > len(MESSAGES)
    for reference in found:
        part: Any = described
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]


async def test_a_table_tells_what_is_described(served: Served, described: dict[str, Any]) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    heard: dict[str, list[Any]] = {"news": [], "done": [], "refused": []}
    async with served.socket(table, ann) as socket:
        asked: list[dict[str, Any]] = [{"ask": "start", "id": "a"}, {"id": "b", "say": "hello"}, {"id": "c", "do": "x"}]
        for ask in asked:
            assert fits(described, "ask" if "ask" in ask else "short_ask", ask)
            await socket.send(json.dumps(ask))
        while not all(heard.values()):
            message = json.loads(await socket.recv())
            heard[next((name for name in ("done", "refused") if name in message), "news")].append(message)
    for name, messages in heard.items():
        assert all(fits(described, name, message) for message in messages)
        others = [other for other in heard if other != name]
        assert not any(fits(described, other, messages[0]) for other in others)  # the description tells them apart


async def test_the_lobby_tells_what_is_described(served: Served, described: dict[str, Any]) -> None:
    from websockets.asyncio.client import connect

    async with connect(f"{served.address.replace('http', 'ws', 1)}/api/lobby") as socket:
        assert fits(described, "listed", json.loads(await socket.recv()))
