"""What the server refuses, each refusal with a code for programs and a sentence for people. Every layer may raise them.

What the rules of a game refuse is in `tablee.contract`.
"""

from __future__ import annotations

from math import ceil

from tablee.contract import Refusal


class ServerRefusal(Refusal):
    """The server does not do this. `code` is for programs."""

    def __init__(self, code: str, template: str, /, **facts: object) -> None:
        self.code = code
        super().__init__(template, **facts)


class TemporaryRefusal(ServerRefusal):
    """The server does not do this now: the same request may be granted after `seconds`. Clients try again by
    themselves; HTTP answers carry `Retry-After`, and sockets are closed with 1013."""

    def __init__(self, code: str, template: str, /, seconds: float = 1, **facts: object) -> None:
        self.seconds = max(1, ceil(seconds))
        super().__init__(code, template, seconds=self.seconds, **facts)


class TooFast(TemporaryRefusal):
    """Somebody has used up a share for the moment, which the sentence names."""

    def __init__(self, seconds: float, template: str, /, **facts: object) -> None:
        super().__init__("fast", template, seconds, **facts)


class Full(TemporaryRefusal):
    """There is no room for one more just now: somebody has to leave first."""

    def __init__(self, template: str, /, **facts: object) -> None:
        super().__init__("full", template, 5, **facts)


class Quota(ServerRefusal):
    """As much of this is kept as this server keeps; asking again does not help."""

    def __init__(self, template: str, /, **facts: object) -> None:
        super().__init__("quota", template, **facts)


class Banned(ServerRefusal):
    """The owner of the server has locked this person out."""

    def __init__(self, why: str) -> None:
        super().__init__("banned", "the owner of this server has locked you out: {why}", why=why)


class NotIdentified(ServerRefusal):
    """The request needs a person, and has no valid session."""

    def __init__(self) -> None:
        super().__init__("who", "please give your name first")


class NotStored(TemporaryRefusal):
    """Something could not be stored, so it did not happen. If the database goes away in the middle of a commit, nobody
    knows whether it did; a client that asks again with the same id gets it done once."""


class StoreUnavailable(NotStored):
    def __init__(self) -> None:
        super().__init__("storage", "this cannot be saved just now; please try again: it will not be done twice")


class StoreFull(NotStored):
    def __init__(self) -> None:
        super().__init__("storage", "the server's disk is full: nothing can be saved until there is room")


class StoreReadOnly(NotStored):
    def __init__(self) -> None:
        super().__init__("storage", "the server's database is read-only: nothing can be saved")


class StoreGone(NotStored):
    def __init__(self) -> None:
        super().__init__("storage", "the server's database file was removed while it was running: nothing can be saved")


class StoreDamaged(ServerRefusal):
    """A page of the database cannot be read. All that lies on others goes on."""

    def __init__(self) -> None:
        super().__init__(
            "storage", "this part of the database is damaged and cannot be read or changed; everything else still works"
        )


class TableDamaged(ServerRefusal):
    """An event of a table is missing, or is not as it was stored."""

    def __init__(self, table: str, n: int) -> None:
        self.n = n  # the first one
        super().__init__(
            "storage", "table {table} is damaged in the database, from event {n} on; all other tables still work",
            table=table, n=n,
        )  # fmt: skip


class Unreadable(ServerRefusal):
    """A stored table that this version cannot play."""

    def __init__(self, table: str) -> None:
        super().__init__(
            "unreadable", "table {table} cannot be read by this server; it has been left as it is", table=table
        )


class TableLost(ServerRefusal):
    """There is no such table, and the store has lost some."""

    def __init__(self, table: str) -> None:
        super().__init__(
            "storage",
            "there is no table {table}; the database was damaged and may have lost it: ask the owner of the server",
            table=table,
        )


class StoreNotOpened(ServerRefusal):
    """There is no store at the given address, or not one that this server can use."""

    def __init__(self, why: object) -> None:
        super().__init__("storage", "the database cannot be opened: {why}", why=why)


class StoreFolderMissing(ServerRefusal):
    def __init__(self, folder: object) -> None:
        super().__init__(
            "storage", "there is no folder {folder}: create it, or choose another file with --store", folder=folder
        )


class StoreNotWritable(ServerRefusal):
    def __init__(self, path: object) -> None:
        super().__init__(
            "storage", "cannot write to {path}: the disk is read-only, or the file belongs to another user", path=path
        )


class StoreDiskFull(ServerRefusal):
    def __init__(self, path: object) -> None:
        super().__init__("storage", "cannot write to {path}: the disk is full", path=path)


class StoreDiskFails(ServerRefusal):
    def __init__(self, path: object) -> None:
        super().__init__("storage", "cannot write to {path}: the disk reports an error", path=path)


class NoStore(ServerRefusal):
    def __init__(self, path: object) -> None:
        super().__init__(
            "storage", "{path} is not a Tablée database, or its first page is damaged: try `tablee store salvage`",
            path=path,
        )  # fmt: skip
