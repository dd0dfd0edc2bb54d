"""`tablee store check`: whether everything in a store can be read, and is as it was written."""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import MsgspecError, Struct

from tablee.server.refusals import ServerRefusal, TableDamaged
from tablee.server.store import Store
from tablee.server.store.heads import read_stored_head
from tablee.server.store.sqlite import Sqlite, check_pages, damaged_logs
from tablee.server.store.wal import WalCheck, check_wal
from tablee.server.tables import events
from tablee.server.tables.table import fold


class StoreReport(Struct):
    """What was found. `tables` and `events` can be read; the others cannot, or not all of it."""

    tables: int = 0
    events: int = 0
    damaged: dict[str, int] = {}  # tables, and the first event that is not as it was written
    unreadable: list[str] = []  # tables whose events are whole and cannot be played: of another version, say
    heads: list[str] = []  # tables that lists leave out
    pages: list[str] = []  # what SQLite says
    log: WalCheck = WalCheck()
    old_logs: list[str] = []  # damaged logs that were found earlier, and are still there

    @property
    def well(self) -> bool:
        return not (self.damaged or self.heads or self.pages or self.log.damaged or self.old_logs)


async def check_store(store: Store) -> StoreReport:
    """Opens the store, reads all of it and closes it."""
    report = StoreReport()
    if isinstance(store, Sqlite) and store.path.parent.is_dir():
        report.log = check_wal(store.path)
        report.old_logs = [file.name for file in damaged_logs(store.path)]
    await store.open()
    try:
        if isinstance(store, Sqlite):
            report.pages = await store.loop.run_in_executor(store.reader, check_pages, store.connection)
        async for id in table_ids(store, report):
            await check_table(store, id, report)
    finally:
        await store.close()
    return report


async def table_ids(store: Store, report: StoreReport) -> AsyncIterator[str]:
    """Every table of which there is anything."""
    found: set[str] = set()
    for sql in ("select id from tables where true", "select distinct tab from events"):
        try:
            found |= {id for (id,) in await store.read(sql)}
        except ServerRefusal as error:
            report.pages.append(str(error))
    for id in sorted(found):
        yield id


async def check_table(store: Store, id: str, report: StoreReport) -> None:
    try:
        known = await store.known_length(id)
        bodies = await store.load(id)
        if len(bodies) < known:
            raise TableDamaged(id, len(bodies) + 1)
        await store.secret(id)
        decoded = [events.decoder.decode(body) for body in bodies]
    except TableDamaged as error:
        report.damaged[id] = int(str(error.facts["n"]))
        return
    except ServerRefusal:
        report.damaged[id] = 1
        return
    except MsgspecError:
        report.unreadable.append(id)
        return
    report.tables += 1
    report.events += len(bodies)
    try:
        fold(id, decoded)
    except Exception:  # whatever is wrong with it: it is reported, and the others are looked at
        report.unreadable.append(id)
    heads = await store.read("select head from tables where id = $1", id)
    if not heads or read_stored_head(bytes(heads[0][0])) is None:
        report.heads.append(id)
