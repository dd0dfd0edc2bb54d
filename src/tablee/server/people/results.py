"""A person's own corner: what became of the games that they played."""

from __future__ import annotations

import msgspec

from tablee import options as agreed
from tablee.games import GAMES, parts
from tablee.server.store import Store
from tablee.server.tables.news import Head


async def collected(store: Store, who: str, game: str) -> int | None:
    """By how many dice a person's collection has grown; None where the game has none, or nothing was staked yet."""
    part = parts.collection(GAMES[game])
    if part is None:
        return None
    found: list[int] = []
    for seat, stored in await store.results(who, game):
        head = msgspec.json.decode(bytes(stored), type=Head)
        found += part.gained(agreed.read(GAMES[game].options, head.options), head.ranks)[seat : seat + 1]
    return sum(found) if found else None
