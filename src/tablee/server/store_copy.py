"""Copies of whole stores: `tablee backup`, `tablee restore` and `tablee move`.

A backup is an SQLite file, whatever engine it was made from, so that it can be restored into either. It is made while
the server runs, and shows the store as it was at one moment. A file is written under another name and takes its own
name when it is complete, so that nobody finds half of one.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import strftime

from msgspec import Struct

from tablee.server.refusals import ServerRefusal
from tablee.server.store.schema import COLUMNS, steps
from tablee.server.store.sqlite import DIALECT, Sqlite, check_pages
from tablee.server.store.sqlite_errors import PRIVATE, why_not_opened

PAGES = 1000  # that are copied at once


class CopyReport(Struct, frozen=True):
    tables: int
    events: int
    people: int
    kept: tuple[str, ...] = ()  # files that were there before, and their new names


def is_postgres(address: str) -> bool:
    return address.startswith("postgresql://")


async def back_up(source: str, target: Path) -> CopyReport:
    """A copy of a store in a new file. `source` is a file, or the address of PostgreSQL."""
    if target.exists():
        raise ServerRefusal("storage", "{path} already exists: choose another file", path=target)
    with written_whole(target) as part:
        if is_postgres(source):
            await copy_from_postgres(source, part)
        else:
            copy_file(existing(Path(source)), part)
        return count_file(part)


async def restore(source: Path, target: str, replace: bool) -> CopyReport:
    """Puts a backup where a server will find it. A file that is there already is kept under another name, and only if
    `replace` allows that; PostgreSQL must be empty."""
    check_backup(existing(source))
    if is_postgres(target):
        return await copy_to_postgres(source, target)
    file = Path(target)
    leftovers = [path for path in files_of(file) if path.exists()]
    if file.exists() and not replace:
        raise ServerRefusal("storage", "{path} already exists: add --replace to keep it under another name", path=file)
    refuse_open(file)
    with written_whole(file) as part:
        copy_file(source, part)
        report = count_file(part)
        kept = keep_aside(file, leftovers)  # an old log must not be read into the new file
    return CopyReport(report.tables, report.events, report.people, kept)


async def move(source: Path, target: str) -> CopyReport:
    """Everything of a file into an empty PostgreSQL. The server must be stopped: what it wrote later would be lost."""
    refuse_open(existing(source))
    return await copy_to_postgres(source, target)


# ---- files --------------------------------------------------------------------------------------


def existing(path: Path) -> Path:
    if not path.is_file():
        raise ServerRefusal("storage", "there is no file {path}", path=path)
    return path


def files_of(path: Path) -> tuple[Path, ...]:
    """A database and the files that SQLite writes beside it."""
    return path, Path(f"{path}-wal"), Path(f"{path}-shm"), Path(f"{path}-journal")


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """A file for its owner alone that gets the name `target` when it is complete; where that fails there is none."""
    part = Path(f"{target}.part-{os.getpid()}")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        yield part
        sync(part)
        part.rename(target)
        sync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise why_not_opened(error, target) from error
    finally:
        for path in files_of(part):
            path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """What was written to a file, or which names a folder has, survives a power cut."""
    if os.name != "posix" and path.is_dir():  # only POSIX systems open folders
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_file(source: Path, target: Path) -> None:
    """The source as it is at this moment, its write-ahead log included. It may be in use."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=PAGES, sleep=0.01)
        new.execute("pragma journal_mode = delete")  # one file, without a log beside it
        if damage := check_pages(new):
            raise ServerRefusal(
                "storage", "{path} is damaged ({why}): `tablee store salvage` saves what can be read",
                path=source, why=damage[0],
            )  # fmt: skip


def check_backup(path: Path) -> None:
    """ServerRefusal where this is no store, or one of a newer version."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            (version,) = file.execute("pragma user_version").fetchone()
            names = {name for (name,) in file.execute("select name from sqlite_master where type = 'table'")}
    except sqlite3.Error as error:
        raise why_not_opened(error, path) from error
    steps(DIALECT, version)
    if "events" not in names:
        raise ServerRefusal("storage", "{path} is not a backup of Tablée", path=path)


def refuse_open(path: Path) -> None:
    """ServerRefusal where a server uses this file: SQLite does not change the mode of its log while others use it."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=0)) as file:
        try:
            (mode,) = file.execute("pragma journal_mode = delete").fetchone()
        except sqlite3.OperationalError:
            mode = "locked"
        except sqlite3.DatabaseError:  # it is damaged, and that is why it is to be replaced
            return
    if mode != "delete":
        raise ServerRefusal("storage", "a server is using {path}: stop it first", path=path)


def keep_aside(file: Path, leftovers: list[Path]) -> tuple[str, ...]:
    """Renames what was there before. The database and its log stay a pair: a file that was damaged can be salvaged."""
    moment = strftime("%Y%m%d-%H%M%S")
    kept = []
    for path in leftovers:
        if path.exists():  # closing the last connection has removed a log that was read to its end
            path = path.rename(f"{file}.before-{moment}{path.name.removeprefix(file.name)}")
            kept.append(path.name)
    return tuple(kept)


def count_file(path: Path) -> CopyReport:
    with closing(sqlite3.connect(path)) as file:
        return count_rows(file)


def count_rows(file: sqlite3.Connection) -> CopyReport:
    return CopyReport(*(
        file.execute(f"select count(*) from {name}").fetchone()[0] for name in ("tables", "events", "people")
    ))  # fmt: skip


@contextmanager
def current_copy(source: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a file with the tables of this version. The file itself stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy_file(source, copy)
        with closing(sqlite3.connect(copy, isolation_level=None)) as file:
            (version,) = file.execute("pragma user_version").fetchone()
            for _, statements in steps(DIALECT, version):
                for statement in statements:
                    file.execute(statement)
            yield file


# ---- PostgreSQL -----------------------------------------------------------------------------------


async def copy_from_postgres(address: str, target: Path) -> None:
    from tablee.server.store.postgres_copy import read_rows

    store = Sqlite(target)
    await store.open()  # makes the tables
    await store.close()
    with closing(sqlite3.connect(target, isolation_level=None)) as file:
        file.execute("pragma journal_mode = delete")
        file.execute("begin")
        async for name, rows in read_rows(address):
            columns = COLUMNS[name]
            places = ", ".join("?" * len(columns))
            file.executemany(f"insert into {name} ({', '.join(columns)}) values ({places})", rows)
        file.execute("commit")


async def copy_to_postgres(source: Path, address: str) -> CopyReport:
    from tablee.server.store.postgres_copy import write_rows

    with current_copy(source) as file:
        await write_rows(
            address,
            ((name, file.execute(f"select {', '.join(columns)} from {name}")) for name, columns in COLUMNS.items()),
        )
        return count_rows(file)
