"""What the lobby and a person's lists cost in a small store and in a large one, as ratios of one run.

The large store has 100,000 closed and 10,000 open tables, of which one person sat at all closed ones; the small one has
ten of each. Both are read by turns, on SQLite and, where an address is given, on PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from comparison import aligned, headline, surroundings

from tablee.server.store import Result, Store, TableSummary, result_statements
from tablee.server.store.sqlite import Sqlite

HEAD: Final = b'{"v":2,"id":"abcdefghij","game":"sixteen","version":1,"options":{"players":"2"},"status":"live"}'
ROUNDS: Final = 200
READS: Final[dict[str, Callable[[Store], Awaitable[Any]]]] = {
    "lobby": lambda store: store.lobby(),
    "my tables": lambda store: store.tables_of("ann"),
    "history, a later page": lambda store: store.closed_tables("ann", (5, "t0000005")),
    "my games": lambda store: store.tallies("ann"),
    "idle tables": lambda store: store.idle(0, 0),
}


async def fill(store: Store, closed: int, opened: int) -> None:
    statements: list[tuple[str, tuple[Any, ...]]] = []
    for n in range(closed + opened):
        over = n < closed
        statements.append((
            "insert into tables (id, n, status, listed, touched, deadline, wakes, head)"
            " values ($1, 1, $2, 1, $3, null, 0, $4)",
            (f"t{n:07}", "over" if over else "open", n, HEAD)))  # fmt: skip
        if over:
            statements.append(("insert into sitters (who, tab, ended) values ('ann', $1, $2)", (f"t{n:07}", n + 1)))
            ended = TableSummary("over", True, n, None, False, HEAD, (), (Result("ann", "sixteen", 0, 1, False, n),))
            statements += result_statements(f"t{n:07}", ended)
    for place in range(0, len(statements), 5000):
        await store.write(*statements[place : place + 5000])


async def measure(small: Store, large: Store) -> list[tuple[str, float, float]]:
    """Milliseconds of each read, the median of many, in the small store and in the large one."""
    found = []
    for name, read in READS.items():
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS):
            for store, spent in zip((small, large), times, strict=True):
                begun = perf_counter()
                await read(store)
                spent.append(1000 * (perf_counter() - begun))
        found.append((name, median(times[0]), median(times[1])))
    return found


async def compare(engine: str, small: Store, large: Store, closed: int, opened: int) -> None:
    for store, sizes in ((small, (10, 10)), (large, (closed, opened))):
        await store.open()
        await fill(store, *sizes)
    rows = [(engine, "10 + 10, ms", f"{closed} + {opened}, ms", "ratio")]
    rows += [
        (name, f"{few:.3f}", f"{many:.3f}", f"{many / few:.2f}") for name, few, many in await measure(small, large)
    ]
    print("\n".join(aligned(rows)), end="\n\n")
    for store in (small, large):
        await store.close()


async def main(postgres: Sequence[str], closed: int, opened: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        await compare("SQLite", Sqlite(Path(folder) / "small.db"), Sqlite(Path(folder) / "large.db"), closed, opened)
    if postgres:
        from tablee.server.store.postgres import Postgres

        await compare("PostgreSQL", Postgres(postgres[0]), Postgres(postgres[1]), closed, opened)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgres", nargs=2, default=(), metavar=("SMALL", "LARGE"), help="two empty databases")
    parser.add_argument("--closed", type=int, default=100_000)
    parser.add_argument("--opened", type=int, default=10_000)
    given = parser.parse_args()
    print(headline(surroundings({"Tablée": "tablee"})), end="\n\n")
    asyncio.run(main(given.postgres, given.closed, given.opened))
