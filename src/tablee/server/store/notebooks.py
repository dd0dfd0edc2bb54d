"""Where notebooks are stored: the events of each, in one table, with the person to whom it belongs."""

from __future__ import annotations

from tablee.server.store import Store


async def load_notebook(store: Store, who: str, book: str) -> list[tuple[int, bytes]]:
    """When each event of this notebook was written, and the event; none: this person has no such notebook."""
    sql = "select at, body from notebooks where book = $1 and who = $2 order by n"
    return [(int(at), bytes(body)) for at, body in await store.read(sql, book, who)]


async def list_notebooks(store: Store, who: str) -> list[tuple[str, int, int, bytes]]:
    """Each of this person's notebooks, the one that was written in last first: its id, how many events it has, when the
    last one was written, and the first one."""
    rows = await store.read(
        "select b.book, l.n, l.at, b.body from notebooks b join notebooks l on l.book = b.book"
        " and l.n = (select max(n) from notebooks where book = b.book)"
        " where b.who = $1 and b.n = 1 order by l.at desc, b.book",
        who,
    )
    return [(book, int(n), int(at), bytes(body)) for book, n, at, body in rows]


async def count_notebooks(store: Store, who: str) -> int:
    ((count,),) = await store.read("select count(*) from notebooks where who = $1 and n = 1", who)
    return int(count)


async def owns_notebook(store: Store, who: str, book: str) -> bool:
    return bool(await store.read("select 1 from notebooks where book = $1 and n = 1 and who = $2", book, who))


async def append_to_notebook(store: Store, who: str, book: str, n: int, at: int, body: bytes) -> None:
    """Event `n` of a notebook; Conflict if it is there already."""
    await store.write(
        ("insert into notebooks (book, n, who, at, body) values ($1, $2, $3, $4, $5)", (book, n, who, at, body))
    )


async def remove_notebook(store: Store, who: str, book: str) -> None:
    """With its pencil marks."""
    await store.write(
        ("delete from notebooks where who = $1 and book = $2", (who, book)),
        ("delete from notes where who = $1 and tab = $2", (who, book)),
    )
