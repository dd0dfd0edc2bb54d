"""Whatever is asked wrongly is answered, each in its own way, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from starlette.websockets import WebSocket

from tablee.server.protocol import errors, sockets
from tablee.server.protocol.errors import close_code, refusal_message, retry_headers
from tablee.server.protocol.sockets import lobby_socket
from tablee.server.refusals import ServerRefusal, StoreUnavailable, TemporaryRefusal
from tests.server.serving import TRANSPORTS, Served

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module", params=TRANSPORTS)
def served(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), sockets=request.param) as server:
        yield server


class Evening:
    """Ann and Ben at a table of Sixteen, and Cleo who watches."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.ann, self.ben, self.cleo = (served.guest(name) for name in ("Ann", "Ben", "Cleo"))
        self.table = served.table(self.ann, "sixteen", [{"kind": "me"}, {"kind": "open"}], options={"first": "0"})
        served.ask(self.table, self.ben, seat=1, sit="Ben")
        served.ask(self.table, self.ann, start=True)

    def n(self) -> int:
        return int(self.served.call("GET", f"/api/tables/{self.table}")[0]["n"])

    def code(self, token: str, **ask: Any) -> str:
        before = self.n()
        answer = self.served.ask(self.table, token, **ask)
        assert self.n() == before and answer["why"], answer
        return str(answer["code"])


def test_each_wrong_ask_has_its_own_answer_and_changes_nothing(served: Served) -> None:
    evening = Evening(served)
    legal = served.call("GET", f"/api/tables/{evening.table}", token=evening.ann)[0]["legal"]
    assert evening.code(evening.ben, do=legal[0]) == "turn"
    assert evening.code(evening.ann, do="play x9") == "notation"
    assert evening.code(evening.ann, do=legal[0], seat=1) == "seat"
    assert evening.code(evening.cleo, do=legal[0]) == "spectator"
    assert evening.code("no-such-token", do=legal[0]) == "who"
    assert evening.code(evening.ann) == "verb"
    assert evening.code(evening.ann, do=legal[0], resign=True) == "verb"
    assert evening.code(evening.ann, dance=True) == "malformed"
    assert evening.code(evening.ann, do=7) == "malformed"
    assert evening.code(evening.cleo, seat=0, sit="Cleo") == "taken"
    assert evening.code(evening.cleo, seat=7, sit="Cleo") == "seat"
    assert evening.code(evening.ann, start=True) == "started"
    assert evening.code(evening.ann, words="late") == "started"
    assert evening.code(evening.ann, answer=True) == "offer"
    assert evening.code(evening.ann, offer="takeback") == "takeback"
    assert evening.code(evening.ann, resume=True) == "paused"
    assert evening.code(evening.ann, back=True) == "back"
    assert evening.code(evening.ann, again=True) == "not_over"
    assert evening.code(evening.ann, bot="grandmaster") == "options"
    assert evening.code(evening.ann, say="\u0000 \n") == "say"


def test_a_refusal_names_the_rule_and_speaks_the_callers_language(served: Served) -> None:
    evening = Evening(served)
    french = served.guest("Zoé", "fr")
    table = served.table(french, "sixteen", [{"kind": "me"}, {"kind": "me"}], options={"first": "0"})
    served.ask(table, french, seat=0, start=True)
    seen = json.dumps(served.call("GET", f"/api/tables/{table}?seat=0", token=french))
    absent = next(card for card in ("g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7") if f"play {card}" not in seen)
    said = served.ask(table, french, seat=0, do=f"play {absent}")
    assert said["rule"].startswith("S16-") and said["rule"] in said["why"] and "main" in said["why"]
    assert evening.served.call("GET", "/api/tables/nowhere", token=french)["why"].startswith("il n’y a pas de table")


def test_what_is_no_table_no_path_and_no_game_is_said_to_be_so(served: Served) -> None:
    ann = served.guest("Ann")
    for method, path, body, status, code in (
        ("GET", "/api/tables/nowhere", None, 404, "table"),
        ("POST", "/api/tables/nowhere", {"id": "x", "start": True}, 404, "table"),
        ("GET", "/api/nothing", None, 404, "path"),
        ("GET", "/api/games/chess/rules", None, 404, "game"),
        ("POST", "/api/tables", {"game": "chess"}, 404, "game"),
        ("POST", "/api/tables", {"game": "coda", "options": {"players": "9"}}, 400, "options"),
        ("POST", "/api/tables", {"game": "coda", "seats": [{"kind": "me"}]}, 400, "options"),
        ("POST", "/api/tables", {"game": "coda", "seats": [{"kind": "bot", "level": "x"}] * 2}, 400, "options"),
        ("POST", "/api/tables", b"{", 400, "malformed"),
        ("POST", "/api/tables", b"[" * 100_000, 413, "large"),
        ("GET", "/api/tables/x?since=-1", None, 400, "malformed"),
    ):
        answer = served.answer(method, path, body, ann)
        assert (answer[0], answer[1]["code"]) == (status, code), (path, answer)


async def test_on_the_socket_too(served: Served) -> None:
    evening = Evening(served)
    async with served.socket(evening.table, evening.ben) as socket:
        first = json.loads(await socket.recv())
        for sent, code in (("{", "malformed"), ('{"id": "a"}', "verb"), ('{"id": "b", "do": "draw"}', "turn"),
                           ("x" * 9000, "large"), ('{"id": "c", "do": "play zz"}', "notation")):  # fmt: skip
            await socket.send(sent)
            answer = json.loads(await socket.recv())
            assert answer["code"] == code and answer["why"], answer
        await socket.send(b"\xff\xfe")
        assert json.loads(await socket.recv())["code"] == "malformed"
    async with served.socket(evening.table, "", since=first["n"]) as watching:
        await watching.recv()
        await watching.send('{"id": "w", "do": "draw"}')
        assert json.loads(await watching.recv())["code"] == "who"
    async with served.socket("nowhere", evening.ann) as lost:
        assert json.loads(await lost.recv())["code"] == "table"
    assert evening.n() == first["n"]


def test_too_fast_is_said_with_how_long_to_wait(tmp_path: Any) -> None:
    with Served(tmp_path, limits="on") as strict:
        evening = Evening(strict)
        answers = [strict.ask(evening.table, evening.ann, say=f"word {n}") for n in range(12)]
        assert {answer.get("code") for answer in answers} == {None, "fast"}
        assert "wait" in answers[-1]["why"] and answers[-1]["retry"] >= 1


TEMPORARY = (("fast", "too fast: wait {seconds} s", 429), ("storage", "…", 503), ("busy", "…", 503))


@pytest.mark.parametrize(("code", "template", "expected"), TEMPORARY)
def test_a_temporary_refusal_says_when_to_come_back(code: str, template: str, expected: int) -> None:
    answer = refusal_message(TemporaryRefusal(code, template, 2.1), "en")
    assert (answer.retry, close_code(answer), errors.status(answer)) == (3, 1013, expected)
    assert retry_headers(answer) == {"retry-after": "3"}


@pytest.mark.parametrize(
    ("code", "closed"), [("seat", 4403), ("table", 4404), ("unreadable", 4403), ("malformed", 4403)]
)
def test_a_permanent_refusal_closes_for_good(code: str, closed: int) -> None:
    answer = refusal_message(ServerRefusal(code, "…"), "en")
    assert answer.retry is None and close_code(answer) == closed and not retry_headers(answer)


@pytest.mark.parametrize("open_socket", [lobby_socket, lambda socket: sockets.open_connection(socket, Mock())])
@pytest.mark.parametrize(("error", "code"), [
    (TemporaryRefusal("fast", "too fast: wait {seconds} s", 3), 1013), (StoreUnavailable(), 1013),
    (ServerRefusal("seat", "this seat is not yours"), 4403),
])  # fmt: skip
async def test_a_socket_is_told_why_it_is_closed_and_whether_to_come_back(
    open_socket: Callable[[WebSocket], Awaitable[object]],
    error: ServerRefusal,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "find_person", AsyncMock(side_effect=error))
    monkeypatch.setattr(sockets, "services", Mock())
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    await open_socket(WebSocket({"type": "websocket", "headers": [], "query_string": b"lang=en"}, receive, send))
    accepted, said, closed = sent
    assert closed["code"] == code and accepted["type"] == "websocket.accept"
    assert json.loads(said["text"]).get("retry") == getattr(error, "seconds", None)


def test_another_pages_request_is_turned_away(served: Served) -> None:
    evening = Evening(served)
    status, answer = served.answer(
        "POST", f"/api/tables/{evening.table}", {"id": "x", "resign": True}, evening.ann, origin="http://evil.example"
    )
    assert (status, answer["code"]) == (403, "origin")
    own = served.address
    assert served.answer("POST", "/api/me", {"name": "Dora"}, origin=own)[0] == 200


def test_every_answer_has_the_headers_that_keep_pages_apart(served: Served) -> None:
    from urllib.request import urlopen

    with urlopen(f"{served.address}/api/games") as answer:
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["x-frame-options"] == "DENY"


def test_a_refusal_over_http_names_the_ask_and_what_cannot_be_read_is_said_in_french(served: Served) -> None:
    evening = Evening(served)
    answer = served.call("POST", f"/api/tables/{evening.table}", {"id": "k81", "resume": True}, evening.ann)
    assert answer["refused"] == "k81"
    zoe = served.guest("Zoé", "fr")
    for body, said in (
        ({"id": "k", "do": 7}, "on attend str | null à $.do, et non int"),
        ({"do": "x"}, "il manque id"),
        ({"id": "k", "dance": 1}, "pas de champ dance"),
        ({"id": "k" * 41}, "un texte de longueur <= 40"),
        (b"{", "pas du JSON"),
    ):
        assert said in served.call("POST", f"/api/tables/{evening.table}", body, zoe)["why"]
