"""Long tables, played by a worker: what it is given are stored events, and what it returns needs little work here.

A table goes from one process to the other as a pickle, in which a game is only its name. Its states are plain values.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.contract import Game, Seat
from tablee.games import GAMES
from tablee.server.refusals import TableDamaged, Unreadable
from tablee.server.tables.events import AnyEvent
from tablee.server.tables.live import log_entries
from tablee.server.tables.public import LogLine, LogNote
from tablee.server.tables.stored_events import StoredEvents
from tablee.server.tables.table import TAIL, EventStep, TableState, fold, fold_on
from tablee.server.worker_pool import JobFailed, WorkerPool

T = TypeVar("T")

CHUNK: Final = 500  # events that are played at once
KEPT: Final = 4  # states before the last lines that come with a table


class DamagedEvent(Struct, frozen=True):
    """What a job returns that found an event missing, or not as it was stored."""

    n: int


class PlayedTable(Struct, frozen=True):
    """A long table before its last events."""

    text: bytes
    lines: str  # the moves: as one text they are read much faster

    def read(self) -> TableState:
        table: TableState = GameUnpickler(BytesIO(self.text)).load()
        return replace(table, moves=tuple(self.lines.split("\n")) if self.lines else ())


class GamePickler(pickle.Pickler):
    def persistent_id(self, obj: Any) -> str | None:
        return obj.name if isinstance(obj, Game) else None


class GameUnpickler(pickle.Unpickler):
    def persistent_load(self, name: Any) -> Any:
        return GAMES[name]


async def play_elsewhere(
    workers: WorkerPool, job: Callable[..., T | DamagedEvent], stored: StoredEvents, *arguments: Any, owner: str = ""
) -> T:
    """What a worker makes of these events; TableDamaged or Unreadable where it cannot."""
    try:
        answer = await workers.run(job, stored, *arguments, owner=owner)
    except JobFailed as error:
        raise Unreadable(stored.table) from error
    if isinstance(answer, DamagedEvent):
        raise TableDamaged(stored.table, answer.n)
    return answer


# ---- jobs ---------------------------------------------------------------------------------


def play_long(stored: StoredEvents) -> PlayedTable | DamagedEvent:
    """The table without its last events, of which the states around each are needed where it is shown."""
    try:
        events = list(stored.events())
    except TableDamaged as error:
        return DamagedEvent(error.n)
    table = play(stored.table, events[:-TAIL])
    text = BytesIO()
    last = EventStep(table.n, events[table.n - 1])  # without the states around it
    GamePickler(text, pickle.HIGHEST_PROTOCOL).dump(replace(table, moves=(), tail=(last,), past=table.past[-KEPT:]))
    return PlayedTable(text.getvalue(), "\n".join(table.moves))


def play(id: str, events: list[AnyEvent]) -> TableState:
    table = fold(id, events[:CHUNK])
    for start in range(CHUNK, len(events), CHUNK):
        table = fold_on(table, events[start : start + CHUNK])
    return table


def write_log_page(stored: StoredEvents, seat: int | None, plays: bool, after: int) -> bytes | DamagedEvent:
    """What a seat was told of these events after a number, as JSON."""
    eyes = None if seat is None else Seat(seat)
    try:
        events = list(stored.events())
    except TableDamaged as error:
        return DamagedEvent(error.n)
    table = play(stored.table, events[: max(1, after)])
    entries: list[LogLine | LogNote] = [] if after else log_entries(table, table.tail, eyes, plays)
    for event in islice(events, max(1, after), None):
        table = table.take(event)
        entries += log_entries(table, table.tail[-1:], eyes, plays)
    return msgspec.json.encode(entries)
