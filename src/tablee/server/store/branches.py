"""Which tables are what-ifs: whose each is, of which game, and what it is called."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tablee.server.store import Store

COLUMNS: Final = "b.tab, b.source, b.name, b.at"


class StoredWhatIf(Struct, frozen=True):
    """One row, and the head of its table."""

    id: str
    source: str  # a table's id, or the digest of a record
    name: str
    at: int
    head: bytes


async def list_branches(store: Store, who: str, source: str | None) -> list[StoredWhatIf]:
    """This person's what-ifs of one game, or all of them; the newest first."""
    narrowed, given = ("", ()) if source is None else (" and b.source = $2", (source,))
    rows = await store.read(
        f"select {COLUMNS}, t.head from branches b join tables t on t.id = b.tab"
        f" where b.who = $1{narrowed} order by b.at desc, b.tab",
        who, *given,
    )  # fmt: skip
    return [StoredWhatIf(tab, source, name, int(at), bytes(head)) for tab, source, name, at, head in rows]


async def count_branches(store: Store, who: str) -> int:
    ((count,),) = await store.read("select count(*) from branches where who = $1", who)
    return int(count)


async def owns_branch(store: Store, who: str, table: str) -> bool:
    return bool(await store.read("select 1 from branches where tab = $1 and who = $2", table, who))


async def keep_branch(store: Store, table: str, who: str, source: str, name: str, at: int) -> None:
    await store.write(
        ("insert into branches (tab, who, source, name, at) values ($1, $2, $3, $4, $5)",
         (table, who, source, name, at))
    )  # fmt: skip


async def rename_branch(store: Store, who: str, table: str, name: str) -> None:
    await store.write(("update branches set name = $1 where tab = $2 and who = $3", (name, table, who)))
