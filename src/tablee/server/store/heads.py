"""The heads of tables, as they are stored for the lobby and for the lists of people's own tables.

A row of an older or of a newer version may lack fields or have more of them: it is read all the same.
"""

from __future__ import annotations

from typing import Final

import msgspec
import structlog
from msgspec import Struct

log = structlog.get_logger()

VERSION: Final = 2  # the version of heads that this server stores; heads without one are older


class StoredClock(Struct, frozen=True):
    per: str = "move"
    seconds: int = 0
    increment: int = 0


class StoredSeat(Struct, frozen=True):
    """One seat, as it is stored."""

    name: str = ""
    kind: str = "open"
    level: str | None = None
    owned: bool = False
    left: int | None = None
    ready: bool = False


class StoredBranch(Struct, frozen=True):
    """Of a what-if: how many lines were played elsewhere, at which table, and whose view was dealt again."""

    lines: int = 0
    of: str = ""
    seat: int | None = None


class StoredHead(Struct, frozen=True, kw_only=True):
    """A head, as it is stored: every field may be missing, and fields that are not listed are ignored.

    All of it is public. Fields are added at the end, with a default, and never change their meaning.
    """

    v: int = 1
    id: str = ""
    game: str = ""
    version: int = 0
    options: dict[str, str] = {}
    join: str = "link"
    clock: StoredClock | None = None
    fallen: str = "wait"
    help: str = "book"
    status: str = "open"
    chairs: tuple[StoredSeat, ...] = ()
    pledge: str = ""
    words: dict[int, str] = {}
    offer: tuple[int, str] | None = None
    after: str | None = None
    again: str | None = None
    ended: str | None = None
    real: bool = False
    ranks: tuple[int, ...] = ()
    lines: int = 0
    opened: int = 0
    touched: int = 0
    substitute: str = "none"
    pledges: dict[int, str] = {}
    disclosed: tuple[int, ...] = ()
    sealed: int = 0
    branch: StoredBranch | None = None
    daily: int | None = None


decoder: msgspec.json.Decoder[StoredHead] = msgspec.json.Decoder(StoredHead)


def read_stored_head(row: bytes) -> StoredHead | None:
    """None, and a line in the log, where a row cannot be read at all."""
    try:
        return decoder.decode(row)
    except msgspec.MsgspecError as error:
        log.warning("head_unreadable", error=str(error))
        return None
