"""How the games ended that a person played."""

from __future__ import annotations

from contextlib import suppress

from tablee import options as agreed
from tablee.contract import OptionError
from tablee.games import GAMES, parts
from tablee.server.metering import Pacer
from tablee.server.store import Store
from tablee.server.store.heads import read_stored_head


async def count_collected(store: Store, who: str, game: str) -> int | None:
    """By how many dice a person's collection has grown; None where the game has none, or nothing was staked yet."""
    part = parts.collection(GAMES[game])
    if part is None:
        return None
    found: list[int] = []
    pacer = Pacer()
    for seat, row in await store.results(who, game):
        await pacer.pause()
        head = read_stored_head(bytes(row))
        if head is None:
            continue
        with suppress(OptionError):  # a table of another version of the game, with options that this one does not have
            found += part.gained(agreed.read(GAMES[game].options, head.options), head.ranks)[seat : seat + 1]
    return sum(found) if found else None
