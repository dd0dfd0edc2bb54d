"""What is wrong when SQLite fails: a full disk, a read-only one, a missing folder, a damaged page."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from tablee.server.refusals import (
    NoStore,
    ServerRefusal,
    StoreDamaged,
    StoreDiskFails,
    StoreDiskFull,
    StoreFolderMissing,
    StoreFull,
    StoreGone,
    StoreNotOpened,
    StoreNotWritable,
    StoreReadOnly,
    StoreUnavailable,
)

PRIVATE: Final = 0o600  # of files: only their owner reads and writes them
OTHERS: Final = 0o077  # the rights of everybody else


def primary_code(error: BaseException) -> int:
    """SQLite's code of an error, without its details; 0 where it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: BaseException) -> bool:
    """Whether the content of the file is wrong, not the access to it."""
    return primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def why_failed(error: BaseException) -> ServerRefusal:
    """What a client is told when a read or a write has failed."""
    if is_damage(error):
        return StoreDamaged()
    match primary_code(error):
        case sqlite3.SQLITE_FULL:
            return StoreFull()
        case sqlite3.SQLITE_READONLY:
            return StoreGone() if error_name(error) == "SQLITE_READONLY_DBMOVED" else StoreReadOnly()
        case _:
            return StoreUnavailable()


def why_not_opened(error: BaseException, path: Path) -> ServerRefusal:
    """What the owner is told when the store cannot be opened."""
    code, number = primary_code(error), getattr(error, "errno", None)
    if not path.parent.is_dir():
        return StoreFolderMissing(path.parent)
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return StoreDiskFull(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or number in (
        errno.EROFS, errno.EACCES, errno.EPERM,
    ):  # fmt: skip
        return StoreNotWritable(path)
    if code == sqlite3.SQLITE_IOERR or number == errno.EIO:
        return StoreDiskFails(path)
    if is_damage(error):
        return NoStore(path)
    return StoreNotOpened(error)


def error_name(error: BaseException) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


def make_private(path: Path) -> list[Path]:
    """Creates the file of a store for its owner alone, whatever the umask is, and takes the rights that others have to
    an existing one. Returns the files whose rights could not be changed."""
    if os.name != "posix":
        return []
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    kept = []
    for file in (
        path,
        Path(f"{path}-wal"),
        Path(f"{path}-shm"),
    ):  # SQLite gives its other files the rights of the first
        if file.exists() and file.stat().st_mode & OTHERS:
            try:
                file.chmod(PRIVATE)
            except OSError:
                kept.append(file)
    return kept
