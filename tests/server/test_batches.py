"""Moves that come in together are written together, and still each is stored or refused on its own."""

from __future__ import annotations

import asyncio

import pytest

from tablee.server.store import Conflict, Store, TableSummary

pytestmark = pytest.mark.anyio


def summarise(head: bytes, *sitters: str) -> TableSummary:
    return TableSummary("live", True, 1, None, False, head, sitters)


async def test_one_that_fails_takes_nothing_else_with_it(store: Store) -> None:
    ids = [f"t{n}" for n in range(30)]
    await asyncio.gather(*(store.create(id, b"s", [b"1"], summarise(b"old", "ann")) for id in ids))
    late = set(ids[::7])  # these have been written by somebody else
    await asyncio.gather(*(store.append(id, 1, [b"2"], summarise(b"other")) for id in late))
    wants = [store.append(id, 1, [b"3", b"4"], summarise(b"new")) for id in ids]
    got = dict(zip(ids, await asyncio.gather(*wants, return_exceptions=True), strict=True))
    assert {id for id, answer in got.items() if isinstance(answer, Conflict)} == late
    assert {id for id, answer in got.items() if answer is None} == set(ids) - late
    for id in ids:
        assert await store.load(id) == ([b"1", b"2"] if id in late else [b"1", b"3", b"4"])
    heads = await store.tables_of("ann")
    assert sorted(heads) == [b"new"] * (len(ids) - len(late)) + [b"other"] * len(late)


async def test_what_is_written_in_any_letters_is_read_back_byte_for_byte(store: Store) -> None:
    bodies = ['{"text":"é ← \\"7\\" \\u0000 \\n 🎲"}'.encode(), b"{}", b'"\\\\"']
    await store.create("t", b"s", bodies, summarise('{"name":"Zoé"}'.encode(), "zoé"))
    assert await store.load("t") == bodies
    assert await store.tables_of("zoé") == ['{"name":"Zoé"}'.encode()]


@pytest.mark.parametrize("carded", [True, False], ids=["with cards", "moves alone"])
async def test_many_that_fail_and_many_that_do_not(store: Store, carded: bool) -> None:
    """A batch of moves alone is one statement without a transaction around it, and promises the same."""
    ids = [f"t{n}" for n in range(20)]
    await asyncio.gather(*(store.create(id, b"s", [b"1"], summarise(b"old", "ann")) for id in ids))
    wants = [store.append(id, 1, [b"%d" % n], summarise(b"new") if carded else None) for id in ids for n in range(2)]
    got = await asyncio.gather(*wants, return_exceptions=True)
    assert [isinstance(answer, Conflict) for answer in got].count(True) == len(ids)
    assert [len(await store.load(id)) for id in ids] == [2] * len(ids)
    assert await store.tables_of("ann") == [b"new" if carded else b"old"] * len(ids)
