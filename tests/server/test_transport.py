"""Sockets, with internals of uvicorn and without: the same bytes, and nothing is sent to a client that has gone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tablee.contract import OptionError
from tablee.server.protocol import uvicorn_transport
from tablee.server.protocol.uvicorn_transport import encode_frame
from tablee.server.serve import socket_protocol
from tests.server.serving import TRANSPORTS, Player, Served, together
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("sockets", TRANSPORTS)
async def test_who_goes_in_the_middle_of_the_news_disturbs_nobody(sockets: str, tmp_path: Path) -> None:
    """With a word, without one, and while others are told: the others are told all of it, and the log is silent."""
    with Served(tmp_path, sockets=sockets) as served:
        ann = served.guest("Ann")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        async with served.socket(table, ann) as staying:
            n = json.loads(await staying.recv())["n"]
            for turn in range(12):
                leaving = [await served.socket(table) for _ in range(4)]
                await staying.send(json.dumps({"id": f"w{turn}", "say": "word"}))
                for socket in leaving[::2]:
                    socket.transport.abort()
                await asyncio.gather(*(socket.close() for socket in leaving[1::2]))
            heard: list[int] = []
            while len(heard) < 12:
                news = json.loads(await asyncio.wait_for(staying.recv(), PATIENCE))
                heard += [event["n"] for event in news.get("events", ())]
            assert heard == list(range(n + 1, n + 13))
        served.stop()
        assert served.events() == ["started", "stopped"]


@pytest.mark.parametrize("sockets", TRANSPORTS)
async def test_a_game_is_played_on_either_kind_of_socket(sockets: str, tmp_path: Path) -> None:
    with Served(tmp_path, sockets=sockets) as served:
        ann, ben = served.guest("Ann"), served.guest("Ben")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        served.ask(table, ben, seat=1, sit="Ben")
        served.ask(table, ann, start=True)
        players = [Player(served, table, ann, 1), Player(served, table, ben, 2), Player(served, table)]
        await together(*players)
        assert players[0].granted and players[1].granted and not players[2].granted
        served.stop()
        assert served.events() == ["started", "stopped"]


def test_where_uvicorn_is_not_as_expected_the_plain_kind_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert socket_protocol("auto") is socket_protocol("fast") is uvicorn_transport.SocketProtocol
    assert socket_protocol("plain") == "websockets-sansio"
    monkeypatch.setattr(uvicorn_transport, "USED", (*uvicorn_transport.USED, "gone_in_the_next_version"))
    assert socket_protocol("auto") == "auto"
    with pytest.raises(OptionError, match="auto, plain"):
        socket_protocol("fast")
