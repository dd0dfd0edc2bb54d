"""What a load has used is free again after it: the next one of the same size needs no more."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from random import Random

import pytest

from tablee.contract import Seat
from tablee.server.tables.live import Reader
from tablee.server.tables.node import Node
from tests.server.tables_on_a_node import ANN, noded, opened, play

pytestmark = [pytest.mark.anyio, pytest.mark.untraced]  # coverage remembers what it has seen

TABLES = 20


async def load(node: Node, seed: int) -> int:
    """Tables with players and spectators, who leave; how much memory they took, in blocks of the interpreter."""
    before = sys.getallocatedblocks()
    tables = [await opened(node) for _ in range(TABLES)]
    for number, live in enumerate(tables):
        readers = [Reader(ANN, (Seat(0), Seat(1)), 0), Reader(None, (None,), 0)]
        for reader in readers:
            node.join(live, reader)
        await play(node, live, Random(TABLES * seed + number))
        for reader in readers:
            await node.news(live, reader)
    taken = sys.getallocatedblocks() - before
    for live in tables:
        for reader in list(live.readers):
            node.leave(live, reader)
    return taken


async def test_the_memory_of_tables_that_nobody_looks_at_is_free_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.tables.node.KEPT", -1.0)
    async with noded(tmp_path) as node:
        left, taken = [], 0
        for seed in range(4):
            taken = await load(node, seed)
            assert node.evict_idle() and not node.tables
            gc.collect()
            left.append(sys.getallocatedblocks())
        grown = left[-1] - left[1]  # the first ones fill caches, which are bounded
        assert taken > 10_000 and grown < 0.1 * taken, (taken, left)
