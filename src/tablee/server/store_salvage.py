"""`tablee store salvage`: what can be read of a damaged SQLite file, written into a new one.

Rows are read by SQLite where it can, else from the pages one by one, and from the frames of a damaged log that SQLite
leaves out. Of each table the events from the first to the one before the first that is missing are kept: it can be
played on from there. Summaries are made anew. The damaged file stays as it is.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from msgspec import MsgspecError, Struct

from tablee.server.refusals import ServerRefusal
from tablee.server.store import SUMMARY_COLUMNS, SqlRow, Statement, event_sum, result_statements, summary_row
from tablee.server.store.schema import COUNT_RESULTS
from tablee.server.store.sqlite import Sqlite, damaged_logs
from tablee.server.store.sqlite_pages import fits, rows_of, rows_of_page, split_pages
from tablee.server.store.wal import FRAME, HEADER, check_wal, header_is_right, read_frames
from tablee.server.tables import events
from tablee.server.tables.dice import pledge
from tablee.server.tables.summary import summarise
from tablee.server.tables.table import TableState, fold

NUMBER, OPTIONAL_TEXT, OPTIONAL_NUMBER = (int,), (str, type(None)), (int, type(None))


class RowKind(Struct, frozen=True):
    """A table of the database: its columns, their types, and how many of them make its key."""

    columns: tuple[str, ...]
    types: tuple[Any, ...]
    key: int = 1
    newer: int = 0  # columns at the end that rows of older versions lack


KINDS: Final = {  # `tables` is made anew
    "events": RowKind(("tab", "n", "body", "sum"), (str, int, bytes, OPTIONAL_NUMBER), 2, 1),
    "secrets": RowKind(("tab", "secret"), (str, bytes)),
    "sitters": RowKind(("who", "tab", "ended"), (str, str, OPTIONAL_NUMBER), 2, 1),
    "notes": RowKind(("who", "tab", "body"), (str, str, str), 2),
    "people": RowKind(
        ("id", "name", "lang", "made", "login", "hash", "banned"),
        (str, str, str, int, OPTIONAL_TEXT, OPTIONAL_TEXT, OPTIONAL_TEXT),
        1,
        1,
    ),
    "sessions": RowKind(("id", "who", "made", "seen", "agent"), (str, str, int, int, str)),
    "keys": RowKind(("name", "value"), (str, bytes)),
    "notebooks": RowKind(("book", "n", "who", "at", "body"), (str, int, str, int, bytes), 2),
    "branches": RowKind(("tab", "who", "source", "name", "at"), (str, str, str, str, int)),
    "daily_deals": RowKind(("tab", "day", "game", "who"), (str, int, str, str)),
    "appraisals": RowKind(("who", "tab", "theme", "decisions", "cost", "stake"), (str, str, str, int, int, int), 3),
    "results": RowKind(("who", "tab", "game", "seat", "rank", "shared", "at"), (str, str, str, int, int, int, int), 2),
}
KEYS: Final = (
    "signing",
    "rematch",
    "daily",
    "awake",
    "scrub",
)  # the names of rows that otherwise look like those of `secrets`

Rows = dict[tuple[Any, ...], SqlRow]


class SalvageReport(Struct):
    """What was saved, and of which tables not all could be."""

    tables: int = 0
    events: int = 0
    people: int = 0
    cut: dict[str, int] = {}  # tables, and the last event that was saved
    lost: list[str] = []  # tables of which nothing could be saved


async def salvage(source: Path, target: Path) -> SalvageReport:
    if not source.is_file():
        raise ServerRefusal("storage", "there is no file {path}", path=source)
    if target.exists():
        raise ServerRefusal("storage", "{path} already exists: choose another file", path=target)
    found = collect_rows(source)
    report = SalvageReport(people=len(found["people"]))
    statements = [*saved_tables(found, report)]
    for name in [name for name in KINDS if name not in ("events", "secrets")]:
        statements += [insert(name, row) for row in found[name].values()]
    statements += [("delete from tallies", ()), (COUNT_RESULTS, ())]
    store = Sqlite(target)
    await store.open()
    try:
        for place in range(0, len(statements), 500):
            await store.write(*statements[place : place + 500])
    finally:
        await store.close()
    return report


def insert(name: str, row: SqlRow) -> Statement:
    columns = KINDS[name].columns[: len(row)]
    places = ", ".join(f"${n}" for n in range(1, len(row) + 1))
    return f"insert into {name} ({', '.join(columns)}) values ({places}) on conflict do nothing", row


def saved_tables(found: Mapping[str, Rows], report: SalvageReport) -> Iterator[Statement]:
    """The statements that write each table, as far as its events are whole."""
    secrets = {str(tab): bytes(secret) for tab, secret in found["secrets"].values()}
    of_table: dict[str, dict[int, SqlRow]] = {}
    for row in found["events"].values():
        of_table.setdefault(row[0], {})[row[1]] = row
    for id, rows in sorted(of_table.items()):
        bodies, table = whole_events(id, rows)
        if not bodies:
            report.lost.append(id)
            continue
        secret = secrets.get(id)
        if secret is None and table is not None and table.ended is not None:
            secret = bytes.fromhex(table.ended.secret)  # it is shown at the end
        if secret is None or (table is not None and pledge(secret) != table.opened.pledge):
            report.lost.append(id)
            continue
        report.tables += 1
        report.events += len(bodies)
        if len(bodies) < max(rows):
            report.cut[id] = len(bodies)
        yield insert("secrets", (id, secret))
        for n, body in enumerate(bodies, 1):
            yield insert("events", (id, n, body, event_sum(id, n, body)))
        if table is not None:
            yield from listed(id, len(bodies), table)


def whole_events(id: str, rows: Mapping[int, SqlRow]) -> tuple[list[bytes], TableState | None]:
    """The events up to the first that is missing or damaged, and the table that they make, if this version reads it."""
    bodies: list[bytes] = []
    while (row := rows.get(len(bodies) + 1)) is not None:
        _, n, body, *rest = row  # older stores have no sum
        if rest and rest[0] is not None and rest[0] != event_sum(id, n, body):
            break
        try:
            events.decoder.decode(body)
        except (MsgspecError, UnicodeError):
            break
        bodies.append(body)
    try:
        return bodies, fold(id, [events.decoder.decode(body) for body in bodies])
    except Exception:  # a game that is not installed, say
        return bodies, None


def listed(id: str, n: int, table: TableState) -> Iterator[Statement]:
    """How the table is found: its summary, who sits there, and how it ended."""
    summary = summarise(table)
    places = ", ".join(f"${n}" for n in range(1, len(SUMMARY_COLUMNS) + 1))
    yield f"insert into tables ({', '.join(SUMMARY_COLUMNS)}) values ({places})", summary_row(id, n, summary)
    ended = summary.touched if summary.status == "over" else None
    yield from (insert("sitters", (who, id, ended)) for who in summary.sitters)
    yield from result_statements(id, summary)


# ---- reading ------------------------------------------------------------------------------------


def collect_rows(source: Path) -> dict[str, Rows]:
    """Every row that can be read, by table and key. What SQLite itself reads counts more."""
    found: dict[str, Rows] = {name: {} for name in KINDS}
    unread = read_with_sqlite(source, found)
    data = source.read_bytes()
    pages = split_pages(data)
    log = Path(f"{source}-wal")
    size = len(next(iter(pages.values()), bytes(4096)))
    lost: list[tuple[int, bytes]] = []
    if log.exists() and header_is_right(content := log.read_bytes()):
        taken = check_wal(source).taken
        for number, frame in enumerate(read_frames(content), 1):
            if number <= taken:
                pages[frame.page] = frame.data
            else:
                lost.append((frame.page, frame.data))
    elif log.exists():
        lost += loose_frames(log.read_bytes(), size)
    for file in damaged_logs(source):
        lost += loose_frames(file.read_bytes(), size)
    if unread:
        sort_rows(rows_of(pages), found, unread)
    newest = {**pages, **dict(lost)}
    for number, page in lost:
        sort_rows(rows_of_page(page, 100 if number == 1 else 0, newest.get), found, set(KINDS))
    return found


def read_with_sqlite(source: Path, found: dict[str, Rows]) -> set[str]:
    """Reads a copy, as opening a file may change it. Returns the names of what could not be read to the end."""
    unread = set(KINDS)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(source, copy)
        if (log := Path(f"{source}-wal")).exists():
            shutil.copyfile(log, f"{copy}-wal")
        with closing(sqlite3.connect(copy)) as connection:
            for name, kind in KINDS.items():
                try:
                    known = [row[1] for row in connection.execute(f"pragma table_info({name})")]
                    columns = ", ".join(column for column in kind.columns if column in known)
                    rows = connection.execute(f"select {columns} from {name}").fetchall()
                except sqlite3.Error:
                    continue
                found[name] |= {row[: kind.key]: row for row in rows}
                unread.discard(name)
    return unread


def loose_frames(data: bytes, size: int) -> list[tuple[int, bytes]]:
    """The pages, with their numbers, of a log whose header or whose checksums are wrong: those of its last round."""
    salts = data[HEADER + 8 : HEADER + 16]
    frames = []
    for start in range(HEADER, len(data) - FRAME - size + 1, FRAME + size):
        if data[start + 8 : start + 16] == salts:
            frames.append((int.from_bytes(data[start : start + 4]), data[start + FRAME : start + FRAME + size]))
    return frames


def sort_rows(rows: Iterable[SqlRow], found: dict[str, Rows], wanted: set[str]) -> None:
    """Puts rows where they belong by their types; one that SQLite has read already stays as it is."""
    for row in rows:
        for name in wanted:
            kind = KINDS[name]
            if len(row) >= len(kind.columns) - kind.newer and fits(row, kind.types):
                if name in ("secrets", "keys") and (row[0] in KEYS) != (name == "keys"):
                    continue
                found[name].setdefault(row[: kind.key], row)
