"""The events of a table as they are stored: read a page at a time, and handed to a worker in one piece.

Nothing of them is looked at here, however many there are: the worker checks them and reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Final

from msgspec import Struct

from tablee.server.refusals import TableDamaged
from tablee.server.store import Store, event_sum
from tablee.server.tables import events
from tablee.server.tables.events import AnyEvent

PAGE: Final = 500  # events that are read from the store at once


class StoredEvents(Struct, frozen=True):
    """The first events of a table, or all of them: their bodies one after the other, and column by column the rest."""

    table: str
    bodies: bytes
    sizes: list[int]
    numbers: list[int]
    sums: list[int | None]  # those of older versions have none

    def rows(self) -> Iterator[tuple[int, bytes]]:
        """The number and the body of each, damaged or not."""
        places = pairwise(accumulate(self.sizes, initial=0))
        for n, (start, end) in zip(self.numbers, places, strict=True):
            yield n, self.bodies[start:end]

    def last(self, many: int) -> list[bytes]:
        """The bodies of the last ones, so many."""
        ends = accumulate(self.sizes[-many:], initial=len(self.bodies) - sum(self.sizes[-many:]))
        return [self.bodies[start:end] for start, end in pairwise(ends)] if many else []

    def events(self) -> Iterator[AnyEvent]:
        """TableDamaged where one is missing, or is not as it was stored."""
        for due, ((n, body), sum) in enumerate(zip(self.rows(), self.sums, strict=True), 1):
            if n != due or (sum is not None and sum != event_sum(self.table, n, body)):
                raise TableDamaged(self.table, due)
            yield events.decoder.decode(body)


async def read_stored(store: Store, table: str, until: int | None = None) -> StoredEvents:
    """The events of a table, all of them or those up to a number."""
    bodies: list[bytes] = []
    sizes: list[int] = []
    numbers: list[int] = []
    sums: list[int | None] = []
    while rows := await store.event_rows(table, numbers[-1] if numbers else 0, PAGE):
        their_numbers, some, their_sums = zip(*rows, strict=True)
        bodies.append(b"".join(some))
        sizes += map(len, some)
        numbers += their_numbers
        sums += their_sums
        if len(rows) < PAGE or (until is not None and numbers[-1] >= until):
            break
    most = len(numbers) if until is None else min(until, len(numbers))
    joined = b"".join(bodies)[: sum(sizes[:most])]
    return StoredEvents(table, joined, sizes[:most], numbers[:most], sums[:most])
