"""How the games ended that a person played."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from tablee import options as agreed
from tablee.contract import OptionError
from tablee.games import GAMES, parts
from tablee.server.store import SqlRow, Store
from tablee.server.store.heads import read_stored_head
from tablee.server.worker_pool import WorkerPool

FEW: Final = 30  # results that are looked through at once; a worker looks through more


async def count_collected(store: Store, workers: WorkerPool, who: str, game: str, played: int) -> int | None:
    """By how many dice a person's collection has grown; None where the game has none, or nothing was staked yet. It is
    counted once, for games that ended before it was counted with each."""
    found: int | None = None
    if parts.load_or_skip(parts.collection, GAMES[game], None) is not None:
        rows = await store.results(who, game)
        found = sum_gains(game, rows) if len(rows) <= FEW else await workers.run(sum_gains, game, rows, owner=who)
    await store.keep_collected(who, game, played, found)
    return found


def sum_gains(game: str, rows: Sequence[SqlRow]) -> int | None:
    """The same of these results: a person's seat and the table's head each."""
    part = parts.collection(GAMES[game])
    assert part is not None
    found: list[int] = []
    for seat, row in rows:
        head = read_stored_head(bytes(row))
        if head is None:
            continue
        with suppress(OptionError):  # a table of another version of the game, with options that this one does not have
            found += part.gained(agreed.read(GAMES[game].options, head.options), head.ranks)[seat : seat + 1]
    return sum(found) if found else None
