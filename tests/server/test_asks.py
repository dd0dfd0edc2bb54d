"""Asks in both forms: with their tag, and in the short form that has exactly one verb."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import KINDS, VERBS, AnswerAsk, AnyAsk, DoAsk, SayAsk, ShortAsk, decode_ask, tagged_ask
from tests.server.serving import TRANSPORTS, Served

pytestmark = pytest.mark.anyio

VALUES: dict[str, Any] = {
    "do": "draw", "fell": "rolled 3,5", "house": "stake 9 on 0", "sit": "Ben", "bot": "club", "words": "lucky seven",
    "offer": "pause", "pledge": "a" * 64, "disclose": "b" * 64, "answer": False, "say": "hello", "help": "full",
    "ready": True,
}  # fmt: skip


def short_form(verb: str) -> dict[str, Any]:
    return {"id": "k1", "seat": 1, verb: VALUES.get(verb, True)}


def tagged_form(verb: str) -> dict[str, Any]:
    return {"ask": verb, "id": "k1", "seat": 1, **({verb: VALUES[verb]} if verb in VALUES else {})}


@pytest.mark.parametrize("verb", VERBS)
def test_both_forms_of_every_verb_are_the_same_ask(verb: str) -> None:
    short, tagged = decode_ask(json.dumps(short_form(verb))), decode_ask(json.dumps(tagged_form(verb)).encode())
    assert isinstance(short, ShortAsk) and type(tagged) is KINDS[verb]
    assert tagged_ask(short) == tagged_ask(tagged) == tagged
    assert msgspec.json.decode(msgspec.json.encode(tagged), type=AnyAsk) == tagged


def test_every_verb_of_the_short_form_is_an_ask_and_the_other_way_round() -> None:
    assert set(VERBS) == set(ShortAsk.__struct_fields__) - {"id", "seat", "key"}


@pytest.mark.parametrize("sent", [{"id": "a"}, {"id": "a", "do": "draw", "say": "hi"}, {"id": "a", "start": False}])
def test_the_short_form_has_exactly_one_verb(sent: dict[str, Any]) -> None:
    with pytest.raises(ServerRefusal, match="ask one thing at a time: do, fell, house, sit"):
        tagged_ask(decode_ask(json.dumps(sent)))


def test_a_text_that_looks_like_the_tag_is_no_tag() -> None:
    assert tagged_ask(decode_ask('{"id": "a", "say": "ask"}')) == SayAsk("a", say="ask")
    assert tagged_ask(decode_ask(b'{"id": "ask", "answer": true}')) == AnswerAsk("ask", answer=True)
    assert decode_ask('{"do": "draw", "id": "a", "ask": "do"}') == DoAsk("a", do="draw")


@pytest.mark.parametrize("sent", [
    {"ask": "steal", "id": "a"}, {"ask": "do", "id": "a"}, {"ask": "leave", "id": "a", "do": "draw"},
    {"ask": "do", "do": "draw"}, {"ask": None, "id": "a", "do": "draw"}, {"id": "a", "steal": True},
])  # fmt: skip
def test_what_is_neither_form_is_malformed(sent: dict[str, Any]) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_ask(json.dumps(sent))


@pytest.fixture(scope="module", params=TRANSPORTS)
def served(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), sockets=request.param) as server:
        yield server


async def test_a_granted_ask_is_always_answered_by_done_in_either_form_and_on_either_way(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
    n = served.call("GET", f"/api/tables/{table}", token=ann)[0]["n"]
    forms = ({"say": "one", "seat": 0}, {"ask": "say", "say": "two", "seat": 0})
    for number, form in enumerate(forms):
        ask = {"id": f"h{number}", **form}
        for _ in range(2):  # asking again changes nothing
            assert served.call("POST", f"/api/tables/{table}", ask, ann) == {
                "done": ask["id"],
                "n": n + 1,
                "table": None,
            }
        n += 1
    async with served.socket(table, ann, n) as socket:
        for number, form in enumerate(forms):
            await socket.send(json.dumps({"id": f"s{number}", **form}))
            while "done" not in (answer := json.loads(await socket.recv())):
                pass
            assert answer == {"done": f"s{number}", "n": n + 1, "table": None}
            n += 1
    refused = served.call("POST", f"/api/tables/{table}", {"id": "two", "say": "x", "do": "draw"}, ann)
    assert (refused["refused"], refused["code"]) == ("two", "verb")


def test_both_forms_are_described_in_openapi(served: Served) -> None:
    described = served.call("GET", "/openapi.json")["paths"]["/api/tables/{table}"]["post"]["requestBody"]
    tagged, short = described["content"]["application/json"]["schema"]["anyOf"]
    assert short == {"$ref": "#/components/schemas/ShortAsk"} and len(tagged["anyOf"]) == len(VERBS)
    assert set(tagged["discriminator"]["mapping"]) == set(VERBS)
