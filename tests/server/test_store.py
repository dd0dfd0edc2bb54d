"""The store: the same promises on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest

from tablee.server.store import Conflict, Store, TableSummary

pytestmark = pytest.mark.anyio


def summarise(**more: object) -> TableSummary:
    usual: dict[str, object] = {"status": "live", "listed": True, "touched": 1, "deadline": None, "bot_pending": False,
                                "head": b"{}", "sitters": ("ann",)}  # fmt: skip
    return TableSummary(**{**usual, **more})  # type: ignore[arg-type]


async def test_events_are_read_back_in_their_order(store: Store) -> None:
    await store.create("t", b"secret", [b"1", b"2"], summarise())
    await store.append("t", 2, [b"3"], summarise())
    assert await store.load("t") == [b"1", b"2", b"3"]
    assert await store.load("t", 2) == [b"3"]
    assert await store.load("other") == []
    assert await store.secret("t") == b"secret"


async def test_a_number_is_taken_once_and_nothing_is_half_written(store: Store) -> None:
    await store.create("t", b"s", [b"1"], summarise())
    await store.append("t", 1, [b"2"], summarise(head=b"two"))
    with pytest.raises(Conflict):
        await store.append("t", 0, [b"x", b"y", b"z"], summarise(head=b"never"))
    with pytest.raises(Conflict):
        await store.append("t", 1, [b"x", b"y"], summarise(head=b"never"))
    assert await store.load("t") == [b"1", b"2"]
    assert await store.tables_of("ann") == [b"two"]


async def test_of_many_who_want_one_number_one_gets_it(store: Store) -> None:
    await store.create("t", b"s", [b"1"], summarise())
    wants = [store.append("t", 1, [b"%d" % n], summarise()) for n in range(20)]
    got = await asyncio.gather(*wants, return_exceptions=True)
    assert sum(answer is None for answer in got) == 1
    assert all(answer is None or isinstance(answer, Conflict) for answer in got)
    assert len(await store.load("t")) == 2


async def test_cards_are_found_by_what_is_asked_of_them(store: Store) -> None:
    await store.create("a", b"s", [b"1"], summarise(status="open", touched=5, head=b"a"))
    await store.create("b", b"s", [b"1"], summarise(deadline=100, touched=7, head=b"b", sitters=("ann", "ben")))
    await store.create("c", b"s", [b"1"], summarise(status="over", touched=9, head=b"c", bot_pending=True))
    await store.create("d", b"s", [b"1"], summarise(listed=False, touched=8, head=b"d", sitters=()))
    assert await store.lobby() == [b"b", b"a"]
    assert await store.tables_of("ann") == [b"b", b"a", b"c"]
    assert await store.tables_of("ben") == [b"b"]
    assert (await store.due(99), await store.due(100)) == ([], ["b"])
    assert await store.bot_pending() == ["c"]
    assert sorted(await store.idle(6, 8)) == ["a", "b"]


async def test_tables_are_asked_how_far_they_have_come_and_cards_when_one_was_written(store: Store) -> None:
    assert await store.last_change() == 0
    await store.create("a", b"s", [b"1"], summarise(touched=5))
    await store.create("b", b"s", [b"1", b"2"], summarise(touched=3))
    await store.append("a", 1, [b"2", b"3"], None)
    assert sorted(await store.newest(["a", "b"])) == [("a", 3), ("b", 2)]
    assert await store.newest(["never"]) == [("never", None)]
    assert await store.last_change() == 5


async def test_a_card_is_freshened_unless_more_is_known(store: Store) -> None:
    await store.create("t", b"s", [b"1"], summarise(head=b"one"))
    await store.append("t", 1, [b"2"], None)
    await store.refresh_summaries([("t", 2, summarise(head=b"two", touched=7))])
    assert (await store.tables_of("ann"), await store.last_change()) == ([b"two"], 7)
    await store.append("t", 2, [b"3"], summarise(head=b"three", status="over"))
    await store.refresh_summaries([("t", 2, summarise(head=b"late", touched=9))])
    assert await store.tables_of("ann") == [b"three"]


async def test_notes_and_keys_are_kept(store: Store) -> None:
    assert await store.notes("ann", "t") == ""
    await store.keep_notes("ann", "t", "the 7 is red")
    await store.keep_notes("ann", "t", "the 7 is blue")
    assert (await store.notes("ann", "t"), await store.notes("ben", "t")) == ("the 7 is blue", "")
    assert await store.key("signing", b"one") == b"one"
    assert await store.key("signing", b"two") == b"one"


async def test_opened_again_it_is_the_same_store(store: Store) -> None:
    await store.create("t", b"s", [b"1"], summarise())
    other = type(store)(getattr(store, "path", None) or store.address)  # type: ignore[attr-defined, call-arg]
    await other.open()
    assert await other.load("t") == [b"1"]
    await other.close()
