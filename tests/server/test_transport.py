"""The way to the socket that is ours: the same bytes as the library's, and nothing said to who has gone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tablee.server.protocol.uvicorn_socket import encode_frame
from tests.server.serving import Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_who_goes_in_the_middle_of_the_news_disturbs_nobody(tmp_path: Path) -> None:
    """With a word, without one, and while others are told: the others are told all of it, and the log is silent."""
    with Served(tmp_path) as served:
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
        assert served.log.read_text() == ""
