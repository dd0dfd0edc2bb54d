"""News as texts. Spectators who have seen the same are sent the same text, which is encoded once for all of them."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.server.tables.live import SPECTATOR, LiveTable, Reader
from tablee.server.tables.news import News, encode_news
from tablee.server.tables.node import Node
from tablee.server.timekeeping import now


def recent_texts(node: Node, live: LiveTable, reader: Reader) -> list[bytes] | None:
    """What this reader has not seen yet, encoded, without waiting; None where the store has to be read."""
    if reader.head != live.head:
        reader.update_seats(live.table)
    if reader.seats != SPECTATOR:
        found = node.recent_news(live, reader)
        return None if found is None else [encode_news(news) for news in found]
    text = live.shared.find(live, reader)
    if text is None:
        since, headed = reader.n, reader.head == live.head
        found = node.recent_news(live, reader)
        if found is None:
            return None
        text = encode_shared(found)
        live.shared.keep(live.table, live.head, since, headed, reader.stepwise, text)
    return [add_clock(text)]


async def news_texts(node: Node, live: LiveTable, reader: Reader) -> list[bytes]:
    """What this reader has not seen yet, encoded. Spectators who missed the same wait for one another."""
    if reader.seats != SPECTATOR:
        return [encode_news(news) for news in await node.news(live, reader)]
    async with live.reading:
        if (recent := recent_texts(node, live, reader)) is not None:
            return recent
        table, version, since, headed = live.table, live.head, reader.n, reader.head == live.head
        found = await node.news(live, reader)
        if reader.seats != SPECTATOR:
            return [encode_news(news) for news in found]
        text = encode_shared(found)
        live.shared.keep(table, version, since, headed, reader.stepwise, text)
        return [add_clock(text)]


def encode_shared(found: list[News]) -> bytes:
    """News for spectators, without the server's clock."""
    (news,) = found
    return encode_news(replace(news, now=0))


def add_clock(text: bytes) -> bytes:
    """A text of news, with the server's clock."""
    return b'%b,"now":%d}' % (text[:-1], now())
